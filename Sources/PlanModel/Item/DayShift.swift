import CivilTime

/// What happens to a due date on a closed day: one without payments or work.
public enum DayShift: String, CaseIterable, Codable, Sendable {
  /// The date stays.
  case none
  /// To the last open day before it.
  case before
  /// To the next open day.
  case after
  /// To the nearer of the two; the earlier one if both are equally near.
  case nearest
  /// The notification is dropped.
  case skip
}

/// Closed days, without payments or work: Saturdays, Sundays and holidays.
public struct ClosedDays: Sendable {
  public static let weekends = ClosedDays([])

  private let holidays: DateSet
  /// The longest run of closed days.
  public let longest: Int

  /// A longer run is neither a weekend nor holidays. Due dates in it stay.
  fileprivate static let maximumRun = 31

  public init(_ holidays: DateSet) {
    self.holidays = holidays
    let isClosed = { (date: LocalDate) in ClosedDays.isWeekend(date) || holidays.contains(date) }
    longest = holidays.all.reduce(2) { longest, date in
      // A run with a holiday in it begins at most two days before one.
      let first = [-2, -1, 0].map { date.adding(days: $0) }.first { isClosed($0) && !isClosed($0.adding(days: -1)) }
      guard let first else { return longest }
      let length = (1...ClosedDays.maximumRun).first { !isClosed(first.adding(days: $0)) } ?? ClosedDays.maximumRun
      return max(longest, length)
    }
  }

  public static func isWeekend(_ date: LocalDate) -> Bool { date.weekday == .saturday || date.weekday == .sunday }

  public func contains(_ date: LocalDate) -> Bool { ClosedDays.isWeekend(date) || holidays.contains(date) }
}

/// Moves the due dates of an item.
public struct OpenDays: Sendable {
  /// Never `none`.
  public let shift: DayShift
  public let closed: ClosedDays

  public init(_ shift: DayShift, _ closed: ClosedDays) {
    (self.shift, self.closed) = (shift, closed)
  }

  /// Returns the day to which `date` moves; nil if it is skipped.
  public func moved(_ date: LocalDate) -> LocalDate? {
    guard closed.contains(date) else { return date }
    if shift == .skip { return nil }
    let before = (1...ClosedDays.maximumRun).lazy.map { date.adding(days: -$0) }.first { !closed.contains($0) }
    let after = (1...ClosedDays.maximumRun).lazy.map { date.adding(days: $0) }.first { !closed.contains($0) }
    switch shift {
    case .before: return before ?? date
    case .after: return after ?? date
    case .nearest:
      guard let before, let after else { return before ?? after ?? date }
      return after.days(since: date) < date.days(since: before) ? after : before
    case .none, .skip: return date
    }
  }

  /// Returns whether the days from `date` to the day to which it moves touch `dates`.
  public func reaches(_ dates: ClosedRange<LocalDate>, from date: LocalDate) -> Bool {
    let moved = moved(date) ?? date
    return max(date, moved) >= dates.lowerBound && min(date, moved) <= dates.upperBound
  }

  /// Returns the dates that may reach `dates`.
  public func around(_ dates: ClosedRange<LocalDate>) -> ClosedRange<LocalDate> {
    dates.lowerBound.adding(days: -closed.longest)...dates.upperBound.adding(days: closed.longest)
  }
}
