/// A date of the proleptic Gregorian calendar, years 1 to 9999, without a zone.
public struct LocalDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public var daysSinceEpoch: Int32

  @inlinable
  public init(daysSinceEpoch: Int32) {
    self.daysSinceEpoch = daysSinceEpoch
  }

  /// - Returns: nil where the calendar has no such day (month 13, 30 February).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= LocalDate.daysInMonth(year: year, month: month)
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// Day number by counting years from March, so that the leap day comes last
  /// (H. Hinnant, "chrono-compatible low-level date algorithms").
  init(unchecked year: Int, _ month: Int, _ day: Int) {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.daysSinceEpoch = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Year, month 1...12 and day 1...31, in one go.
  public var fields: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSinceEpoch) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  public var year: Int { fields.year }
  public var month: Int { fields.month }
  public var day: Int { fields.day }

  @inlinable
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (Int(daysSinceEpoch) + 3) % 7
    return Weekday(rawValue: UInt8(index < 0 ? index + 7 : index))!
  }

  @inlinable
  public func adding(days: Int) -> LocalDate {
    LocalDate(daysSinceEpoch: daysSinceEpoch + Int32(days))
  }

  /// Whole days from `other` to this date; negative where this date is the earlier one.
  public func days(since other: LocalDate) -> Int {
    Int(daysSinceEpoch) - Int(other.daysSinceEpoch)
  }

  @inlinable
  public func at(_ time: LocalTime) -> LocalDateTime {
    LocalDateTime(date: self, time: time)
  }

  // All of them spelled out: other modules would otherwise reach them through the protocol, a call each.
  @inlinable
  public static func == (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch == b.daysSinceEpoch }
  @inlinable
  public static func != (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch != b.daysSinceEpoch }
  @inlinable
  public static func < (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch < b.daysSinceEpoch }
  @inlinable
  public static func <= (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch <= b.daysSinceEpoch }
  @inlinable
  public static func > (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch > b.daysSinceEpoch }
  @inlinable
  public static func >= (a: LocalDate, b: LocalDate) -> Bool { a.daysSinceEpoch >= b.daysSinceEpoch }

  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Length of `month` (1...12) in days.
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A day of the week, counted from Monday as ISO 8601 and RFC 5545 do.
public enum Weekday: UInt8, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The three-letter name of the export format: `mon` … `sun`.
  public var code: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }

  /// 1 for Sunday … 7 for Saturday, as `DateComponents.weekday` counts.
  public var numberFromSunday: Int { (Int(rawValue) + 1) % 7 + 1 }
}

/// A set of weekdays as seven bits.
public struct WeekdaySet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public init(_ weekday: Weekday) {
    self.init(rawValue: 1 << weekday.rawValue)
  }

  public init() {
    self.init(rawValue: 0)
  }

  public var isEmpty: Bool { rawValue == 0 }

  public static let all = WeekdaySet(rawValue: 0b111_1111)

  @inlinable
  public func contains(_ weekday: Weekday) -> Bool {
    rawValue & (1 << weekday.rawValue) != 0
  }

  public mutating func insert(_ weekday: Weekday) {
    self = WeekdaySet(rawValue: rawValue | (1 << weekday.rawValue))
  }
}

extension LocalDate: CustomStringConvertible {
  /// ISO 8601: `2026-11-20`.
  public var description: String { String(ascii: 10) { $0.writeDate(self, at: 0, separated: true) } }
}
