/// A calendar month.
struct RecurrenceMonth {
  private(set) var year: Int
  /// 1...12.
  private(set) var month: Int
  /// The first day, in days since 1970-01-01.
  private(set) var firstDay: Int
  private(set) var length: Int

  /// Creates the month that contains a day.
  ///
  /// - Parameter number: The day, in days since 1970-01-01.
  init(containing number: Int) {
    let day: Int
    (year, month, day) = Gregorian.fields(of: number)
    firstDay = number - (day - 1)
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  init(year: Int, month: Int) {
    self.year = year
    self.month = month
    firstDay = Gregorian.day(year: year, month: month, day: 1)
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  mutating func advance() {
    firstDay += length
    month += 1
    if month > 12 {
      month = 1
      year += 1
    }
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  /// Months since January of the year 0.
  var index: Int { year * 12 + month - 1 }

  /// Every day of the month: bit 0 for day 1, as in every mask of a month.
  var allDays: UInt32 { UInt32.max >> UInt32(32 - length) }

  /// Returns the days of the month within `days`.
  func days(in days: ClosedRange<Int>) -> UInt32 {
    RecurrenceMonth.mask(ofDaysIn: days, from: firstDay, length: length)
  }

  /// Returns which of the `length` days (up to 32) from `first` lie within `days`, bit 0 for the first.
  static func mask(ofDaysIn days: ClosedRange<Int>, from first: Int, length: Int) -> UInt32 {
    let low = max(days.lowerBound - first, 0)
    let high = min(days.upperBound - first, length - 1)
    guard low <= high else { return 0 }
    return UInt32.max << UInt32(low) & UInt32.max >> UInt32(31 - high)
  }
}
