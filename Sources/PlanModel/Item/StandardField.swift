/// Fields that any kind of item may have if a policy declares them: due dates and completions.
public enum StandardField: String, CaseIterable, Sendable {
  /// The first date.
  case date
  /// The times of day on each date.
  case time, times
  /// The weekdays on which it is due; every day if missing.
  case days
  case `repeat`, rrule, exdates, weekdays, until
  /// Where due dates on closed days go.
  case shift
  /// Done for good.
  case completed
  /// Dates, or dates and times, of completed occurrences.
  case completions
  /// The instant before which nothing goes out.
  case snoozedUntil
  /// The instant until which reminders wait. Only reminders that were due before go out then.
  case notBefore
  /// No longer in use.
  case archived
  /// A place trigger.
  case location

  /// The default description: a sentence in Markdown without its full stop.
  public var meaning: String {
    switch self {
    case .date: "First date"
    case .time, .times: "When it is due on each date"
    case .days: "Days of the week; defaults to every day"
    case .repeat: "`customDays` uses `weekdays`"
    case .rrule: "RFC 5545, instead of `repeat`"
    case .exdates: "Dates to skip"
    case .weekdays: "For `customDays`; defaults to the first date's"
    case .until: "Last date, inclusive"
    case .shift: "For weekends and holidays; defaults to the policy's"
    case .completed: "Done for good"
    case .completions: "Dates on which it was done, or its due dates and times that are done"
    case .snoozedUntil: "No notification of it goes out before"
    case .notBefore: "Reminders before it wait until then; nothing becomes earlier"
    case .archived: "No longer in use"
    case .location: "Place trigger"
    }
  }
}
