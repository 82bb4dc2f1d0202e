/// A date of the proleptic Gregorian calendar, 0001-01-01 to 9999-12-31, without a zone.
///
/// Arithmetic saturates at the first and the last date.
///
/// ```
/// let date = LocalDate(year: 2024, month: 2, day: 28)!
/// assert(date.adding(days: 2).description == "2024-03-01")
/// assert((date...date.adding(days: 2)).map(\.day) == [28, 29, 1])
/// assert(LocalDate(year: 2026, month: 2, day: 29) == nil)
/// assert(LocalDate.last.adding(days: 1) == .last)
/// ```
public struct LocalDate: Hashable, Sendable {
  /// Days since 1970-01-01, −719,162 to 2,932,896.
  @usableFromInline let storage: Int32

  /// Creates a date without checking the range.
  ///
  /// - Parameter number: Days since 1970-01-01, in range.
  @inlinable
  init(unchecked number: Int32) { storage = number }

  /// Creates the date of a day number, clamped to the first or the last one.
  @inlinable
  init(clamping number: Int) {
    self.init(unchecked: Int32(truncatingIfNeeded: min(max(number, -719_162), 2_932_896)))
  }

  /// Creates the date of a day number.
  ///
  /// - Parameter daysSinceEpoch: Days since 1970-01-01, −719,162 to 2,932,896.
  /// - Returns: nil if it is out of range.
  public init?(daysSinceEpoch: Int) {
    self.init(clamping: daysSinceEpoch)
    guard self.daysSinceEpoch == daysSinceEpoch else { return nil }
  }

  /// Creates a date from its fields.
  ///
  /// - Returns: nil if the date does not exist, such as in month 13, on 30 February, or in the year 0.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Gregorian.daysInMonth(year: year, month: month)
    else { return nil }
    self.init(clamping: Gregorian.day(year: year, month: month, day: day))
  }

  /// 0001-01-01.
  @inlinable public static var first: LocalDate { LocalDate(unchecked: -719_162) }
  /// 9999-12-31.
  @inlinable public static var last: LocalDate { LocalDate(unchecked: 2_932_896) }

  /// Days since 1970-01-01, negative for earlier dates.
  @inlinable public var daysSinceEpoch: Int { Int(storage) }

  /// The year, month (1 to 12) and day (1 to 31), computed once. Cheaper than three separate properties.
  public var fields: (year: Int, month: Int, day: Int) { Gregorian.fields(of: daysSinceEpoch) }
  /// 1 to 9999.
  public var year: Int { fields.year }
  /// 1 to 12.
  public var month: Int { fields.month }
  /// 1 to 31.
  public var day: Int { fields.day }

  /// The day of the week.
  @inlinable public var weekday: Weekday {
    // The first date is a Monday.
    Weekday(rawValue: UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: daysSinceEpoch + 719_162) % 7))!
  }

  /// Returns the date `days` later, or earlier if negative, clamped to the first or the last one.
  @inlinable
  public func adding(days: Int) -> LocalDate {
    let (sum, isOver) = daysSinceEpoch.addingReportingOverflow(days)
    return LocalDate(clamping: isOver ? (days < 0 ? .min : .max) : sum)
  }

  /// Returns the same day of a later month, or that month's last day, clamped to the last date.
  package func adding(months: Int) -> LocalDate {
    let (year, month, day) = fields
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let length = LocalDate.daysInMonth(year: newYear, month: newMonth)
    return LocalDate(year: newYear, month: newMonth, day: min(day, length)) ?? .last
  }

  /// Returns the days from `other` to this date, negative if this date is earlier.
  @inlinable
  public func days(since other: LocalDate) -> Int { daysSinceEpoch - other.daysSinceEpoch }

  /// Returns the wall time at `time` on this date.
  @inlinable
  public func at(_ time: LocalTime) -> LocalDateTime { LocalDateTime(date: self, time: time) }

  /// Returns the length of `month` (1 to 12) in days.
  public static func daysInMonth(year: Int, month: Int) -> Int { Gregorian.daysInMonth(year: year, month: month) }
}

/// Steps by a day, so that `for date in first...last` visits each date.
extension LocalDate: Strideable {
  @inlinable
  public func distance(to other: LocalDate) -> Int { other.days(since: self) }
  /// Returns ``adding(days:)``.
  @inlinable
  public func advanced(by days: Int) -> LocalDate { adding(days: days) }
  @inlinable
  public static func == (a: LocalDate, b: LocalDate) -> Bool { a.storage == b.storage }
  @inlinable
  public static func < (a: LocalDate, b: LocalDate) -> Bool { a.storage < b.storage }
}

/// The proleptic Gregorian calendar on day numbers (days since 1970-01-01), for the years −399 to 10,400.
///
/// The range is wider than that of ``LocalDate``, since a week, month or yearly clock change may begin in year 0 or end in 10,000.
/// Source: H. Hinnant, "chrono-compatible low-level date algorithms". Years start in March, so that the leap day is last. They are
/// shifted by 400, one cycle of the calendar, so that no number is negative.
enum Gregorian {
  private static let daysOfCycle = 146_097
  /// Days from 1 March of the year −400 to 1970-01-01.
  private static let shift = 719_468 + daysOfCycle

  static func day(year: Int, month: Int, day: Int) -> Int {
    let year = UInt(year + (month <= 2 ? 399 : 400))
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return Int(year * 365 + year / 4 - year / 100 + year / 400) + dayOfYear - shift
  }

  /// Returns the year, the month (1 to 12) and the day (1 to 31).
  static func fields(of day: Int) -> (year: Int, month: Int, day: Int) {
    let (cycle, dayOfCycle) = UInt(day + shift).quotientAndRemainder(dividingBy: UInt(daysOfCycle))
    let year = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isAfterDecember = month >= 10
    return (
      Int(cycle * 400 + year) - (isAfterDecember ? 399 : 400), Int(month) + (isAfterDecember ? -9 : 3),
      Int(dayOfYear - (153 * month + 2) / 5) + 1
    )
  }

  static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Returns the length of `month` (1 to 12) in days.
  static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns 0 for Monday to 6 for Sunday. 0001-01-01 is a Monday, and a cycle has whole weeks.
  static func weekday(of day: Int) -> Int { (day + 719_162 + daysOfCycle) % 7 }
}
