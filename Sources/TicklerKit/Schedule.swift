public import CivilTime
internal import PlanModel

/// A first date, how it comes again, and what is left out.
public struct Schedule: Hashable, Sendable {
  /// How something comes again after its first date.
  public enum Repeats: Hashable, Sendable {
    /// Not at all.
    case never
    /// Every day.
    case daily
    /// Every seven days.
    case weekly
    /// On the day of each month.
    case monthly
    /// On the day of each year.
    case yearly
    /// On these weekdays; where there are none, on that of the first date.
    case on(WeekdaySet)
  }

  let model: PlanModel.Schedule

  /// - Parameters:
  ///   - start: The first date.
  ///   - repeats: How it comes again.
  ///   - until: The last date, included; nil: there is none.
  ///   - exceptions: Dates that are left out.
  public init(
    _ start: LocalDate, _ repeats: Repeats = .never, until: LocalDate? = nil, except exceptions: [LocalDate] = []
  ) {
    let repetition: Repetition =
      switch repeats {
      case .never: .none
      case .daily: .daily
      case .weekly: .weekly
      case .monthly: .monthly
      case .yearly: .yearly
      case .on(let days): .customDays(days.isEmpty ? WeekdaySet(start.weekday) : days)
      }
    model = PlanModel.Schedule(
      start: start, repetition: repetition, until: until, exceptions: DateSet(exceptions))
  }

  /// - Parameters:
  ///   - start: The first date, RFC 5545's DTSTART. It is an occurrence where it satisfies the rule.
  ///   - rule: RFC 5545's RRULE without the property's name, such as `FREQ=MONTHLY;BYDAY=-1FR`.
  ///   - exceptions: Dates that are left out.
  /// - Throws: Where the rule is none, or RFC 5545 does not allow it.
  public init(_ start: LocalDate, rule: String, except exceptions: [LocalDate] = []) throws(RecurrenceError) {
    let recurrence = try Recurrence(RecurrenceRule(parsing: Array(rule.utf8)), start: start)
    model = PlanModel.Schedule(start: start, repetition: .rule(recurrence), exceptions: DateSet(exceptions))
  }
}
