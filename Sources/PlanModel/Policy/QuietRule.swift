import CivilTime

/// A table of a policy's `[[quietHours]]`: the quiet hours that begin on some days, for some kinds.
public struct QuietRule: Hashable, Sendable {
  /// nil: all kinds.
  public var kinds: Set<Kind>?
  /// On which they begin.
  public var days = WeekdaySet.all
  /// In which they begin; nil: all year.
  public var season: Season?
  /// nil: none but what an account sets itself.
  public var hours: QuietHours?
  public var action = Policy.QuietHoursAction.defer

  public init() {}

  /// Whether it is the rule of the quiet hours that begin on `date`, for a kind that it concerns.
  public func holds(on date: LocalDate) -> Bool {
    days.contains(date.weekday) && season.map { $0.contains(date) } ?? true
  }
}

/// A stretch of the year, from one day to another, both included; it may pass the turn of the year.
public struct Season: Hashable, Sendable {
  /// A day of any year, by which days are in order: 100 times the month, and the day of the month.
  public typealias YearDay = Int

  public var first: YearDay
  public var last: YearDay

  public init(first: YearDay, last: YearDay) {
    (self.first, self.last) = (first, last)
  }

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
  /// How many notifications go out at most; nil: any number.
  public struct Caps: Hashable, Sendable {
    /// On a local date.
    public var perDay: Int?
    /// In an hour of the clock, such as 09:00 to 09:59.
    public var perHour: Int?
    /// In any stretch of several days or hours; the shortest first.
    public var windows: [Window]

    /// The largest number in any stretch of a given length.
    public struct Window: Hashable, Sendable {
      public let most: Int
      /// Local dates, or hours that pass on any clock.
      public let count: Int
      public let isOfDays: Bool

      /// Parses a length: `7d`, `2w` or `12h`, at most 366 days.
      public init?(_ length: String, most: Int) {
        guard let unit = length.last, let hours = ["h": 1, "d": 24, "w": 168][unit],
          let number = Int(length.dropLast()), (1...366 * 24 / hours).contains(number)
        else { return nil }
        (self.most, isOfDays, count) = (most, unit != "h", unit == "w" ? 7 * number : number)
      }

      /// In days or seconds.
      public var length: Int64 { Int64(isOfDays ? count : count * 3600) }
      /// The whole days that it may touch.
      public var days: Int { isOfDays ? count : count / 24 + 1 }
      public var name: String { "\(count)\(isOfDays ? "d" : "h")" }
    }

    public init(perDay: Int? = nil, perHour: Int? = nil, windows: [Window] = []) {
      (self.perDay, self.perHour, self.windows) = (perDay, perHour, windows)
    }

    public var isEmpty: Bool { perDay == nil && perHour == nil && windows.isEmpty }
  }

  /// How far from each other notifications are.
  public struct MinimumGap: Hashable, Sendable {
    public enum Action: String, CaseIterable, Sendable {
      /// The later one waits, on its own day and outside of quiet hours.
      case move
      /// It does not go out.
      case drop
    }

    /// Seconds, at least 1.
    public var seconds: Int64
    public var action: Action
    /// As the policy has it: `15m`.
    public var text: String

    public init(seconds: Int64, action: Action, text: String) {
      (self.seconds, self.action, self.text) = (seconds, action, text)
    }
  }
}
