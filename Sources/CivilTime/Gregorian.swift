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
