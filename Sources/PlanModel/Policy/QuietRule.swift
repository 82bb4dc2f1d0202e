import CivilTime

/// A table of a policy's `[[quietHours]]`: the quiet hours that begin on some days, for some kinds.
public struct QuietRule: Hashable, Sendable {
  /// nil for all kinds.
  public var kinds: Set<Kind>?
  /// The weekdays on which they begin.
  public var days = WeekdaySet.all
  /// The season in which they begin; nil for all year.
  public var season: Season?
  /// nil for no quiet hours except the account's own.
  public var hours: QuietHours?
  public var action = Policy.QuietHoursAction.defer

  public init() {}

  /// Returns whether it applies to quiet hours that begin on `date`, for a kind that it covers.
  public func applies(on date: LocalDate) -> Bool {
    days.contains(date.weekday) && season.map { $0.contains(date) } ?? true
  }
}

/// A part of the year, from one day to another, both included. It may span the turn of the year.
public struct Season: Hashable, Sendable {
  /// A day of any year as a sortable number: 100 times the month, plus the day of the month.
  public typealias YearDay = Int

  public var first: YearDay
  public var last: YearDay

  public init(first: YearDay, last: YearDay) { (self.first, self.last) = (first, last) }

  public func contains(_ date: LocalDate) -> Bool {
    let (_, month, day) = date.fields
    let yearDay = month * 100 + day
    return first <= last ? first <= yearDay && yearDay <= last : first <= yearDay || yearDay <= last
  }

  /// Reads `06-01`.
  public static func yearDay(_ text: String) -> YearDay? {
    // A leap year has every day.
    guard let date = LocalDate(iso8601: "2024-\(text)".utf8) else { return nil }
    return date.month * 100 + date.day
  }
}

extension Policy {
  /// The maximum number of notifications; nil for any number.
  public struct Caps: Hashable, Sendable {
    /// On each local date.
    public var perDay: Int?
    /// In each hour of the clock, such as 09:00 to 09:59.
    public var perHour: Int?
    /// In any stretch of several days or hours, the shortest first.
    public var windows: [Window]

    /// The largest number in any stretch of a given length.
    public struct Window: Hashable, Sendable {
      public let maximum: Int
      /// The number of local dates, or of elapsed hours.
      public let count: Int
      public let isOfDays: Bool

      /// Parses a length: `7d`, `2w` or `12h`, at most 366 days.
      public init?(_ length: String, maximum: Int) {
        guard let unit = length.last, let hours = ["h": 1, "d": 24, "w": 168][unit],
          let number = Int(length.dropLast()), (1...366 * 24 / hours).contains(number)
        else { return nil }
        (self.maximum, isOfDays, count) = (maximum, unit != "h", unit == "w" ? 7 * number : number)
      }

      /// In days or seconds.
      public var length: Int64 { Int64(isOfDays ? count : count * 3600) }
      /// The number of days that it may touch.
      public var days: Int { isOfDays ? count : count / 24 + 1 }
      public var name: String { "\(count)\(isOfDays ? "d" : "h")" }
    }

    public init(perDay: Int? = nil, perHour: Int? = nil, windows: [Window] = []) {
      (self.perDay, self.perHour, self.windows) = (perDay, perHour, windows)
    }

    public var isEmpty: Bool { perDay == nil && perHour == nil && windows.isEmpty }
  }

  /// The minimum time between notifications.
  public struct MinimumGap: Hashable, Sendable {
    public enum Action: String, CaseIterable, Sendable {
      /// The later one waits, on its own day and outside quiet hours.
      case move
      /// The later one is dropped.
      case drop
    }

    /// The gap in seconds, at least 1.
    public var seconds: Int64
    public var action: Action
    /// The policy's text: `15m`.
    public var text: String

    public init(seconds: Int64, action: Action, text: String) {
      (self.seconds, self.action, self.text) = (seconds, action, text)
    }
  }
}
