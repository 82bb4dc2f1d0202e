/// A month of the calendar on a walk from month to month.
struct RecurrenceMonth {
  private(set) var year: Int
  /// 1...12.
  private(set) var month: Int
  /// Its first day, in days since 1970-01-01.
  private(set) var firstDay: Int
  private(set) var length: Int

  init(containing date: LocalDate) {
    let day: Int
    (year, month, day) = date.fields
    firstDay = Int(date.daysSinceEpoch) - (day - 1)
    length = LocalDate.daysInMonth(year: year, month: month)
  }

  init(year: Int, month: Int) {
    self.year = year
    self.month = month
    firstDay = Int(LocalDate(unchecked: year, month, 1).daysSinceEpoch)
    length = LocalDate.daysInMonth(year: year, month: month)
  }

  mutating func advance() {
    firstDay += length
    month += 1
    if month > 12 {
      month = 1
      year += 1
    }
    length = LocalDate.daysInMonth(year: year, month: month)
  }

  /// Months since January of the year 0.
  var index: Int { year * 12 + month - 1 }

  /// Every day of it: bit 0 for day 1, as in all masks of a month.
  var allDays: UInt32 { UInt32.max >> UInt32(32 - length) }

  /// The mask of those days of the month that lie in `days`.
  func days(in days: ClosedRange<Int>) -> UInt32 {
    RecurrenceMonth.mask(ofDaysIn: days, from: firstDay, length: length)
  }

  /// The days of a stretch of `length` (up to 32) days from `first` on that lie in `days`, bit 0 for the first.
  static func mask(ofDaysIn days: ClosedRange<Int>, from first: Int, length: Int) -> UInt32 {
    let low = max(days.lowerBound - first, 0)
    let high = min(days.upperBound - first, length - 1)
    guard low <= high else { return 0 }
    return UInt32.max << UInt32(low) & UInt32.max >> UInt32(31 - high)
  }

  /// The day of the week of a day since 1970-01-01, 0 for Monday.
  static func weekdayIndex(_ day: Int) -> Int {
    let index = (day + 3) % 7
    return index < 0 ? index + 7 : index
  }
}
