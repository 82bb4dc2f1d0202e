import CivilTime

/// The dates and instants that a plan can contain. They are so far from both ends of the calendar that every derived date has a
/// four-digit year: the instant of a wall time, the day before, the end of quiet hours, the end of the window.
public enum PlannableTime {
  /// The dates on which something may be due or happen: the years 2 to 9998.
  public static let dates = LocalDate(year: 2, month: 1, day: 1)!...LocalDate(year: 9998, month: 12, day: 31)!
  /// The same in UTC.
  public static let instants = instants(of: dates)
  /// The valid `now` of a plan: the years 2 to 9997, since a plan looks ahead 366 days.
  public static let now = instants(of: dates.lowerBound...LocalDate(year: 9997, month: 12, day: 31)!)

  private static func instants(of dates: ClosedRange<LocalDate>) -> ClosedRange<Instant> {
    let last = LocalTime(hour: 23, minute: 59, second: 59)!
    return dates.lowerBound.at(.midnight).instant(at: .utc)...dates.upperBound.at(last).instant(at: .utc)
  }
}
