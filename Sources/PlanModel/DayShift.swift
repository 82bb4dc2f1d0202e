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

/// The days that a kind's due dates go by.
public struct OpenDays: Sendable {
  public let shift: DayShift
  /// Closed days beside Saturdays and Sundays.
  private let holidays: DateSet
  /// How many closed days come after each other at most.
  public let longest: Int

  /// More closed days in a row are no weekend and no holidays: due dates stay.
  private static let most = 31

  public init(_ shift: DayShift, holidays: DateSet = []) {
    self.shift = shift
    self.holidays = holidays
    let isClosed = { (date: LocalDate) in OpenDays.isWeekend(date) || holidays.contains(date) }
    longest = holidays.all.reduce(2) { longest, date in
      // A run with a holiday in it begins at most two days before one.
      let first = [-2, -1, 0].map { date.adding(days: $0) }.first { isClosed($0) && !isClosed($0.adding(days: -1)) }
      guard let first else { return longest }
      let length = (1...OpenDays.most).first { !isClosed(first.adding(days: $0)) } ?? OpenDays.most
      return max(longest, length)
    }
  }

  public static func isWeekend(_ date: LocalDate) -> Bool { date.weekday == .saturday || date.weekday == .sunday }

  public func isClosed(_ date: LocalDate) -> Bool { OpenDays.isWeekend(date) || holidays.contains(date) }

  /// The day to which `date` goes; nil: it is skipped.
  public func moved(_ date: LocalDate) -> LocalDate? {
    guard isClosed(date) else { return date }
    if shift == .skip { return nil }
    let before = (1...OpenDays.most).lazy.map { date.adding(days: -$0) }.first { !isClosed($0) }
    let after = (1...OpenDays.most).lazy.map { date.adding(days: $0) }.first { !isClosed($0) }
    switch shift {
    case .before: return before ?? date
    case .after: return after ?? date
    case .nearest:
      guard let before, let after else { return before ?? after ?? date }
      return after.days(since: date) < date.days(since: before) ? after : before
    case .none, .skip: return date
    }
  }
}

/// A file of holidays.
public struct HolidayFile: Sendable {
  public var file: String
  public var sha256: String
  public var dates: [LocalDate]

  public init(file: String, sha256: String, dates: [LocalDate]) {
    (self.file, self.sha256, self.dates) = (file, sha256, dates)
  }
}
