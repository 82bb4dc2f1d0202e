import Bytes
import CivilTime
import Formats

/// An RRULE value while it is built and moved, before it is written.
struct RuleText {
  /// Capitalized names with their values, in order.
  private var parts: [(name: String, value: String)]
  /// The place of the value; nil to use the item's.
  var place: Place?

  init(_ text: String, at place: Place? = nil) {
    self.place = place
    parts = text.split(separator: ";").map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]).uppercased(), sides.count > 1 ? String(sides[1]) : "")
    }
  }

  var text: String { parts.map { "\($0.name)=\($0.value)" }.joined(separator: ";") }
  var names: [String] { parts.map(\.name) }

  subscript(name: String) -> String? {
    get { parts.first { $0.name == name }?.value }
    set {
      let index = parts.firstIndex { $0.name == name }
      if let index, let newValue { parts[index].value = newValue }
      if let index, newValue == nil { parts.remove(at: index) }
      if index == nil, let newValue { parts.append((name, newValue)) }
    }
  }

  /// Returns the dates in a range, or nil if tickler does not support the rule.
  func dates(from start: LocalDate, in range: ClosedRange<LocalDate>) -> [LocalDate]? {
    guard let rule = try? RecurrenceRule(parsing: text.utf8), let recurrence = try? Recurrence(rule, start: start)
    else { return nil }
    var dates: [LocalDate] = []
    recurrence.appendDates(in: range, at: .midnight, to: &dates)
    return dates
  }

  /// Returns the last date of a rule with a COUNT that ends within thirty years; else nil.
  func lastCounted(from start: LocalDate) -> LocalDate? {
    self["COUNT"] == nil ? nil : dates(from: start, in: start...start.adding(days: 30 * 366))?.last
  }

  /// Whether the rule has its start; nil if tickler does not support it.
  func has(_ start: LocalDate) -> Bool? { dates(from: start, in: start...start).map { !$0.isEmpty } }

  /// Returns the first date after a start that the rule lacks, and the rule from there on; nil if no date is left. Of a
  /// COUNT, the start is one.
  func rest(after start: LocalDate) -> (date: LocalDate, rule: RuleText)? {
    var rule = self
    if let count = self["COUNT"].flatMap({ Int($0) }) {
      if count < 2 { return nil }
      rule["COUNT"] = String(count - 1)
    }
    let next = rule.dates(from: start, in: start...start.adding(days: 366 * 9))?.first
    return next.map { ($0, rule) }
  }

  /// Returns the rule whose dates are `days` later than those of this rule from `start`.
  ///
  /// - Returns: nil if no rule has these dates, such as the day after the last Friday of a month.
  func moved(by days: Int, from start: LocalDate) -> RuleText? {
    if days == 0 { return self }
    var rule = self
    let limits: Set = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"]
    let by = parts.filter { !limits.contains($0.name) }
    if let until = self["UNTIL"] {
      guard let date = LocalDate(basic: until) else { return nil }
      rule["UNTIL"] = date.adding(days: days).basic
    }
    let (_, month, startDay) = start.fields
    switch self["FREQ"]?.uppercased() {
    case "DAILY": return by.isEmpty ? rule : nil
    case "WEEKLY":
      guard by.allSatisfy({ $0.name == "BYDAY" }) else { return nil }
      func moved(_ text: Substring) -> String? {
        Weekday.allCases.first { $0.ruleCode == text.uppercased() }
          .map { Weekday.allCases[((Int($0.rawValue) + days) % 7 + 7) % 7].ruleCode }
      }
      if let list = self["BYDAY"] {
        let days = list.split(separator: ",").map(moved)
        if days.contains(nil) { return nil }
        rule["BYDAY"] = days.compactMap(\.self).joined(separator: ",")
      }
      rule["WKST"] = moved((self["WKST"] ?? "MO")[...])
      return rule
    case "MONTHLY":
      guard by.allSatisfy({ $0.name == "BYMONTHDAY" }), let day = Int(self["BYMONTHDAY"] ?? String(startDay)),
        1...28 ~= day, day + days <= 28, day + days > -27
      else { return nil }
      rule["BYMONTHDAY"] = String(day + days > 0 ? day + days : day + days - 1)
      return rule
    case "YEARLY":
      let known = self["BYMONTH"] != nil && self["BYMONTHDAY"] != nil
      guard by.isEmpty || known && by.count == 2, let month = Int(self["BYMONTH"] ?? String(month)), 1...12 ~= month,
        let day = Int(self["BYMONTHDAY"] ?? String(startDay)), 1...28 ~= day, day + days <= 28, day + days > -27
      else { return nil }
      rule["BYMONTH"] = String(day + days > 0 ? month : (month + 10) % 12 + 1)
      rule["BYMONTHDAY"] = String(day + days > 0 ? day + days : day + days - 1)
      return rule
    default: return nil
    }
  }
}

extension Weekday {
  /// The English names, from Monday on.
  static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// The weekday as rules write it: `MO`.
  var ruleCode: String { String(code.uppercased().prefix(2)) }
}

extension LocalDate {
  var isLastOfMonth: Bool { adding(days: 1).day == 1 }

  /// Reads `20261120`, ignoring text from a `T` on.
  init?(basic text: some StringProtocol) {
    let digits = String(text.prefix { $0 != "T" && $0 != "t" })
    guard let date = digits.withUTF8Bytes({ LocalDate(basic: $0) }) else { return nil }
    self = date
  }

  var basic: String { description.replacing("-", with: "") }
}

extension LocalTime {
  /// Reads `093000` or `0930`.
  init?(basic text: Span<UInt8>) {
    guard text.count == 6 || text.count == 4, var number = text.decimal else { return nil }
    if text.count == 4 { number *= 100 }
    // A leap second counts as the second before it.
    let second = number % 100 == 60 ? 59 : number % 100
    self.init(hour: number / 10_000, minute: number / 100 % 100, second: second)
  }

  /// Reads `093000` or `0930`.
  init?(basic text: some StringProtocol) {
    let digits = String(text)
    guard let time = digits.withUTF8Bytes({ LocalTime(basic: $0) }) else { return nil }
    self = time
  }

  /// The time as exports write it.
  var short: String { second == 0 ? String(description.prefix(5)) : description }
}

extension Span<UInt8> {
  /// The number, if the bytes are only digits and fit into an `Int`.
  var decimal: Int? {
    if isEmpty || count > 18 { return nil }
    var number = 0
    for index in indices {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[index] else { return nil }
      number = number * 10 + Int(self[index] - UInt8(ascii: "0"))
    }
    return number
  }
}

extension Zone {
  /// Returns the instant at which the clocks show `local`: the first one in a fold; by the earlier offset in a gap.
  package func instant(of local: LocalDateTime) -> Instant {
    switch mapping(of: local) {
    case .unique(let instant): instant
    case .fold(let first, _): first
    case .gap(let before, _, _): local.instant(at: before)
    }
  }

  /// Whether its wall time names an instant: not in the second hour of an overlap.
  func names(_ instant: Instant) -> Bool { self.instant(of: local(instant)) == instant }

  /// Whether both clocks agree throughout `dates`, regardless of their names.
  func isSame(as other: Zone, in dates: ClosedRange<LocalDate>) -> Bool {
    if self === other { return true }
    let range = dates.lowerBound.at(.midnight).instant(at: .utc)..<dates.upperBound.at(.midnight).instant(at: .utc)
    return offset(at: range.lowerBound) == other.offset(at: range.lowerBound)
      && transitions(in: range) == other.transitions(in: range)
  }
}
