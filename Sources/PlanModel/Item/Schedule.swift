import CivilTime

/// How something repeats after its first date.
public enum Repetition: Hashable, Sendable {
  case none
  case daily
  case weekly
  case monthly
  case yearly
  /// On these weekdays.
  case customDays(WeekdaySet)
  /// By an RFC 5545 RRULE.
  case rule(Recurrence)

  /// Whether there is only one date.
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }
}

/// A first date, the repetition, and the exceptions.
public struct Schedule: Hashable, Sendable {
  public var start: LocalDate
  public var repetition: Repetition
  /// The last date, included.
  public var until: LocalDate?
  public var exceptions: DateSet

  public init(start: LocalDate, repetition: Repetition = .none, until: LocalDate? = nil, exceptions: DateSet = []) {
    (self.start, self.repetition, self.until, self.exceptions) = (start, repetition, until, exceptions)
  }
}

extension LocalDate {
  /// A placeholder for a date that is set later.
  package static var unset: LocalDate { .first }
}
