import CivilTime

/// Where a due date goes that falls on a day on which nothing is paid or done.
public enum DayShift: String, CaseIterable, Sendable {
  case none
  /// To the last open day before it.
  case before
  /// To the next open day.
  case after
  /// To the nearer of the two; of two that are as near, the one before.
  case nearest
  /// Nowhere: it has no notification.
  case skip
}

/// The days on which nothing is paid or done.
public enum ClosedDays: String, CaseIterable, Sendable {
  /// Saturday and Sunday.
  case weekends

  public func contains(_ date: LocalDate) -> Bool { date.weekday == .saturday || date.weekday == .sunday }

  /// How far the next open day may be.
  public var longest: Int { 2 }

  /// The day to which `shift` moves `date`; nil: `skip` drops it.
  public func shifted(_ date: LocalDate, _ shift: DayShift) -> LocalDate? {
    guard shift != .none, contains(date) else { return date }
    let before = (1...longest).lazy.map { date.adding(days: -$0) }.first { !contains($0) } ?? date
    let after = (1...longest).lazy.map { date.adding(days: $0) }.first { !contains($0) } ?? date
    return switch shift {
    case .none: date
    case .before: before
    case .after: after
    case .nearest: after.days(since: date) < date.days(since: before) ? after : before
    case .skip: nil
    }
  }
}
