import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Reads the scheduled transactions of a HomeBank file: each becomes a bill.
///
/// Sources: src/hb-archive.c, src/hb-xml.c.
struct HomeBankMapper: ImportMapper {
  private struct Currency {
    var code: String?
    var places: Int
  }

  private var reader: XMLElementReader?
  /// Currencies by key.
  private var currencies: [String: Currency] = [:]
  private var accounts: [String: (name: String, currency: String?)] = [:]
  private var payees: [String: String] = [:]
  private var made = DerivedIDs()

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    var reader = self.reader ?? XMLElementReader(output, root: "homebank", names: ["cur", "account", "pay", "fav"])
    let count = try reader.read(window, isLast: isLast) { (element, _) throws(RunFault) in
      let key = element["key"] ?? ""
      switch element.name {
      case "cur": currencies[key] = Currency(code: element["iso"], places: Int(element["frac"] ?? "2") ?? 2)
      case "account": accounts[key] = (element["name"] ?? "", element["curr"])
      case "pay": payees[key] = element["name"]
      default: take(element, output)
      }
    }
    self.reader = reader
    return count
  }

  private mutating func take(_ element: XMLElement, _ output: ImportOutput) {
    let flags = Int(element["flags"] ?? "0") ?? 0
    let newFlags = element["recflg"].flatMap { Int($0) }
    guard newFlags.map({ $0 & 1 != 0 }) ?? (flags & 4 != 0) else {
      return output.note("template is not scheduled", "templates are not scheduled", "not planned", at: element.place)
    }
    let payee = payees[element["payee"] ?? ""] ?? ""
    let memo = element["wording"] ?? element["memo"] ?? ""
    // Files of old versions lack keys. The next date and the number of dates left change with every payment.
    let id =
      element["key"]
      ?? made.id(of: [
        ("wording", memo), ("payee", payee), ("account", accounts[element["account"] ?? ""]?.name ?? ""),
        ("to", accounts[element["dst_account"] ?? ""]?.name ?? ""), ("amount", element["amount"] ?? ""),
        ("unit", element["unit"] ?? ""), ("every", element["every"] ?? ""),
      ])
    func refuse(_ name: String, _ expected: String) {
      output.refuse(
        element[name].map { "found \($0.quotedForDiagnostic)" } ?? "the attribute is missing", expected: expected,
        at: element.place(of: name), item: id, field: name, code: element[name] == nil ? .missingField : .badValue)
    }
    guard let days = element["nextdate"].flatMap({ Int($0) }), 1...3_652_059 ~= days,
      let date = LocalDate(daysSinceEpoch: days - 719_163)
    else { return refuse("nextdate", "days since 31 December of the year before the year 1") }
    guard let unit = Int(element["unit"] ?? "0"), 0...3 ~= unit else {
      return refuse("unit", "0 for days, 1 weeks, 2 months, 3 years")
    }
    guard let every = Int(element["every"] ?? "1"), 1...10_000 ~= every else {
      return refuse("every", "a whole number from 1 to 10000")
    }
    // The days by which the last date's month was too short.
    guard var gap = Int(element["gap"] ?? "0"), 0...3 ~= gap else {
      return refuse("gap", "a whole number from 0 to 3")
    }
    guard let weekend = Int(element["weekend"] ?? "0"), 0...3 ~= weekend else {
      return refuse("weekend", "0 for none, 1 before, 2 after, 3 skip")
    }
    let currency = accounts[element["account"] ?? ""]?.currency.flatMap { currencies[$0] }
    let places = currency?.places ?? 2
    guard 0...9 ~= places, let amount = DecimalNumber(element["amount"] ?? "0") else {
      return refuse("amount", "a number")
    }
    func has(_ name: String) -> Bool { element[name] ?? "0" != "0" }
    if amount.magnitude(roundedTo: 2).significand == 0 || !has("account") {
      return output.note(
        "schedule has no amount or no account", "schedules have no amount or no account", "not planned",
        at: element.place)
    }
    let isLimited = newFlags.map { $0 & 2 != 0 } ?? (flags & 128 != 0)
    var left: Int?
    if isLimited {
      guard let limit = Int(element["limit"] ?? ""), 0...1_000_000 ~= limit else {
        return refuse("limit", "a whole number from 0 to 1000000")
      }
      left = limit
      if limit == 0 {
        return output.note("schedule is over", "schedules are over", "not planned", at: element.place)
      }
    }
    if element["ordn"] != nil || element["wkdy"] != nil {
      output.note(
        "schedule uses weekdays of a month: only its next date is planned",
        "schedules use weekdays of a month: only their next dates are planned", at: element.place)
      left = 1
    }
    var rule: RuleText?
    if left != 1 {
      var recurrence = GnuCashRecurrence(period: [.day, .week, .month, .year][unit], every: every, start: date)
      recurrence.day = min(31, date.day + gap)
      rule = recurrence.rule
      if let left { rule?["COUNT"] = String(left) }
    }
    if unit >= 2 {
      output.noteDrift(of: rule, from: date, at: element.place, in: "HomeBank") { last in
        let next = last.adding(months: every * (unit == 2 ? 1 : 12))
        guard last.day >= 28 else { return next }
        defer { gap = min(3, max(0, last.day + gap - next.adding(days: gap).day)) }
        return next.adding(days: gap)
      }
    }
    let isTransfer = has("dst_account") && (element["paymode"] == "5" || flags & 8 != 0)
    let isIncome = amount.significand > 0 && !isTransfer
    let text = amount.magnitude(roundedTo: places).description
    let name = memo.isEmpty ? payee : memo
    output.beginBill(
      id: output.id(id, of: "bill", titled: name, at: element.place), name,
      .init(text: text, currency: currency?.code, isIncome: isIncome),
      due: date, rule, [.none, .before, .after, .skip][weekend], at: element.place)
    output.end()
  }
}

extension DecimalNumber {
  /// Returns the number without its sign, rounded to a number of places.
  fileprivate func magnitude(roundedTo places: Int) -> DecimalNumber {
    var number = DecimalNumber(significand: significand.magnitude, scale: scale)
    var last: UInt8 = 0
    while number.scale > places {
      (number.significand, last) = number.significand.droppingDigit
      number.scale -= 1
    }
    return last < 5 ? number : number.adding(DecimalNumber(significand: 1, scale: number.scale)) ?? number
  }
}
