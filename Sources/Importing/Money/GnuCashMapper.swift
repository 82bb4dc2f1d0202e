import CivilTime
import Diagnostics
import Formats

/// Reads the scheduled transactions of a GnuCash book: each becomes a bill.
///
/// Sources: libgnucash/backend/xml/gnc-schedxaction-xml-v2.cpp, gnc-recurrence-xml-v2.cpp, engine/Recurrence.c.
struct GnuCashMapper: ImportMapper {
  private static let templates = "gnc:template-transactions"

  /// The debits minus the credits of accounts; nil if one of them is a formula.
  private struct Net {
    var amount: Rational? = Rational()

    mutating func add(_ debit: Rational?, _ credit: Rational?) {
      amount = if let amount, let debit, let credit { amount + debit - credit } else { nil }
    }

    var isZero: Bool { amount?.isZero ?? false }
  }

  /// The total of a template transaction, by the account that represents its schedule.
  private struct Template {
    var currency: String?
    /// Accounts of money, of debts, and of income.
    var money = Net()
    var debts = Net()
    var income = Net()
    /// All accounts, without their credits.
    var debits = Net()
    var isMixed = false

    /// The money that arrives; negative if it leaves. A schedule that moves no money owes or gives back a debt. If it
    /// does neither, it counts as the sum that it moves. nil if that is unknown.
    var amount: Rational? {
      if isMixed { return nil }
      if !money.isZero { return money.amount }
      if !debts.isZero { return debts.amount }
      // Income may go to an account of neither kind, such as a dividend.
      let isIncome = income.amount?.isNegative ?? false
      return isIncome ? debits.amount : debits.amount.map { Rational() - $0 }
    }
  }

  /// The account types in which money comes and goes, and those of debts.
  private static let money: Set = ["BANK", "CASH"], debts: Set = ["CREDIT", "LIABILITY", "PAYABLE"]

  private var reader: XMLElementReader?
  /// Account types by id.
  private var types: [String: String] = [:]
  /// The smallest units of currencies in one of them, by code.
  private var units: [String: Int] = [:]
  private var byAccount: [String: Template] = [:]

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    var reader =
      self.reader
      ?? XMLElementReader(output, root: "gnc-v2", names: ["gnc:account", "gnc:transaction", "gnc:schedxaction"])
    let count = try reader.read(window, isLast: isLast) { (element, outer) throws(RunFault) in
      switch element.name {
      case "gnc:account":
        if let id = element.text("act:id") { types[id] = element.text("act:type") ?? "" }
        if let currency = element.text("act:commodity", "cmdty:id"), element.child("act:non-standard-scu") == nil {
          units[currency] = element.text("act:commodity-scu").flatMap { Int($0) }
        }
      case "gnc:transaction":
        // Booked transactions are not planned.
        if outer.last == GnuCashMapper.templates { add(element, output) }
      default: write(element, output)
      }
    }
    self.reader = reader
    return count
  }

  // MARK: Amounts

  private mutating func add(_ transaction: XMLElement, _ output: ImportOutput) {
    let currency = transaction.text("trn:currency", "cmdty:id")
    for split in transaction.child("trn:splits")?.children ?? [] {
      guard let account = split.text("split:account"),
        let frame = split.child("split:slots")?.slot("sched-xaction")
      else { continue }
      var template = byAccount[account] ?? Template(currency: currency)
      if template.currency != currency { template.isMixed = true }
      let type = frame.slot("account").flatMap { types[$0.text.trimmed] } ?? ""
      // Rounded as GnuCash books it.
      let unit = currency.flatMap { units[$0] }
      let (debit, credit) = (GnuCashMapper.amount("debit", frame, unit), GnuCashMapper.amount("credit", frame, unit))
      template.debits.add(debit, Rational())
      if GnuCashMapper.money.contains(type) { template.money.add(debit, credit) }
      if GnuCashMapper.debts.contains(type) { template.debts.add(debit, credit) }
      if type == "INCOME" { template.income.add(debit, credit) }
      byAccount[account] = template
    }
  }

  /// Returns an amount in multiples of a unit, if it is known, or nil for a formula.
  private static func amount(_ side: String, _ frame: XMLElement, _ unit: Int?) -> Rational? {
    let numeric = frame.slot("\(side)-numeric")?.text.trimmed ?? ""
    let formula = frame.slot("\(side)-formula")?.text.trimmed ?? ""
    if let number = Rational(numeric), !number.isZero || formula.isEmpty { return unit.map(number.rounded) ?? number }
    return formula.isEmpty ? Rational() : sum(formula)
  }

  /// Returns a sum of numbers. Old books have only such formulas, in the user's language.
  ///
  /// - Returns: nil if it is another formula, or means two numbers, such as `1.250`.
  private static func sum(_ formula: String) -> Rational? {
    let sums = [".", ","].compactMap { (decimal: Character) -> Rational? in
      var sum = Rational()
      for part in formula.split(separator: "+", omittingEmptySubsequences: false) {
        guard let number = part.contains("(") ? nil : TableAmount(String(part), decimal: decimal)?.number,
          let number = Rational(decimal: number)
        else { return nil }
        sum = sum + number
      }
      return sum
    }
    guard let first = sums.first, sums.allSatisfy({ ($0 - first).isZero }) else { return nil }
    return first
  }

  // MARK: Schedules

  private func write(_ element: XMLElement, _ output: ImportOutput) {
    guard let id = element.text("sx:id"), !id.isEmpty else {
      return output.refuse(
        "the schedule has no id", expected: "sx:id", at: element.place, field: "sx:id", code: .missingField)
    }
    func refuse(_ field: String, _ found: String?, _ expected: String, _ place: Place? = nil) {
      output.refuse(
        found.map { "found \($0.quotedForDiagnostic)" } ?? "the element is missing", expected: expected,
        at: place ?? element.child(field)?.place ?? element.place, item: id, field: field,
        code: found == nil ? .missingField : .badValue)
    }
    guard element.text("sx:enabled") != "n" else {
      return output.note("schedule is switched off", "schedules are switched off", "not planned", at: element.place)
    }
    func date(_ field: String) -> LocalDate?? {
      guard let child = element.child(field) else { return .some(nil) }
      let text = child.text("gdate") ?? ""
      if let date = LocalDate(iso8601: text.utf8) { return date }
      refuse(field, text, "a gdate, YYYY-MM-DD", child.child("gdate")?.place)
      return nil
    }
    func number(_ field: String) -> Int?? {
      guard let text = element.text(field) else { return .some(nil) }
      if let number = Int(text), 0...1_000_000 ~= number { return number }
      refuse(field, text, "a whole number from 0 to 1000000")
      return nil
    }
    guard let start = date("sx:start"), let end = date("sx:end"), let last = date("sx:last"),
      let total = number("sx:num-occur"), let rest = number("sx:rem-occur"),
      let created = number("sx:advanceCreateDays"), let reminded = number("sx:advanceRemindDays")
    else { return }
    let parts = element.child("sx:schedule")?.children("gnc:recurrence") ?? []
    if parts.isEmpty {
      return refuse("sx:schedule", nil, "a schedule of at least one gnc:recurrence")
    }
    var bill = GnuCashBill(
      element: element, start: start, end: end, paidThrough: last, lead: (created ?? 0) + (reminded ?? 0),
      output: output)
    for part in parts {
      guard let recurrence = GnuCashRecurrence(part, refuse: { refuse("recurrence:\($0)", $1, $2, $3) }) else { return }
      bill.recurrences.append(recurrence)
    }
    bill.deferred = element.children("sx:deferredInstance").map { state in
      state.text("sx:last", "gdate").flatMap { LocalDate(iso8601: $0.utf8) }
    }
    let isCounted = total.map { $0 > 0 } ?? false
    if isCounted, rest == 0 {
      bill.isOver = true
      output.note("schedule is over", "schedules are over", "not planned", at: element.place)
      if bill.deferred.isEmpty { return }
    }
    if let rest, rest > 0 { bill.left = rest } else if isCounted { bill.total = total }
    if let template = byAccount[element.text("sx:templ-acct") ?? ""] {
      bill.amount.isIncome = template.amount.map { !$0.isZero && !$0.isNegative } ?? false
      bill.amount.currency = template.currency
      bill.amount.text = template.amount?.magnitude.decimal
      if bill.amount.text == nil {
        output.note(
          "amount is a formula or no decimal number: the bill has none",
          "amounts are formulas or no decimal numbers: the bills have none", at: element.place)
      }
    } else {
      output.note(
        "schedule has no template: its bill has no amount", "schedules have no template: their bills have no amount",
        at: element.place)
    }
    if bill.recurrences.count > 1, let union = GnuCashRecurrence(union: bill.recurrences) {
      bill.recurrences = [union]
    }
    bill.write()
  }
}

extension XMLElement {
  /// Returns the value of the slot with this key, in a frame or a list of slots.
  fileprivate func slot(_ key: String) -> XMLElement? {
    children.first { $0.name == "slot" && $0.text("slot:key") == key }?.child("slot:value")
  }
}
