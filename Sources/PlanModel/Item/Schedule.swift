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

/// A set of dates, ascending and without duplicates, regardless of the order in an export.
public struct DateSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  @usableFromInline var dates: [LocalDate]

  public init(_ dates: [LocalDate]) {
    self.dates = dates
    if dates.count < 2 { return }
    let isAscending = zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }
    if !isAscending { self.dates = Set(dates).sorted() }
  }

  public init(arrayLiteral dates: LocalDate...) { self.init(dates) }

  /// The dates, ascending.
  public var all: [LocalDate] { dates }

  @inlinable public var isEmpty: Bool { dates.isEmpty }

  public var first: LocalDate? { dates.first }
  public var last: LocalDate? { dates.last }

  public func contains(_ date: LocalDate) -> Bool {
    if dates.isEmpty { return false }
    let index = dates.partitioningIndex { $0 >= date }
    return index < dates.count && dates[index] == date
  }
}

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
