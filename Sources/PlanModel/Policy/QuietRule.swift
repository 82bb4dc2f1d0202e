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

    public init(perDay: Int? = nil, perHour: Int? = nil) {
      (self.perDay, self.perHour) = (perDay, perHour)
    }

    public var isEmpty: Bool { perDay == nil && perHour == nil }
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
