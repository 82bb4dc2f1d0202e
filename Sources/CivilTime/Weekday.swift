/// A day of the week, starting with Monday as in ISO 8601 and RFC 5545.
public enum Weekday: UInt8, CaseIterable, Sendable {
  /// The days, in the order of ISO 8601.
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// `mon` … `sun`.
  public var code: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }

  /// Creates the day of an English name or its first letters, at least three: `Sunday`, `Tues`.
  public init?(word: String) {
    let word = word.lowercased()
    guard word.count >= 3, let day = Weekday.allCases.first(where: { "\($0)".hasPrefix(word) }) else { return nil }
    self = day
  }

  /// 1 for Sunday … 7 for Saturday, as in `DateComponents.weekday`.
  public var numberFromSunday: Int { (Int(rawValue) + 1) % 7 + 1 }
}

/// A set of weekdays as seven bits, bit 0 for Monday.
///
/// ```
/// var days = WeekdaySet(.monday)
/// days.insert(.sunday)
/// assert(Weekday.allCases.filter(days.contains) == [.monday, .sunday])
/// ```
public struct WeekdaySet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a set of one weekday.
  public init(_ weekday: Weekday) { self.init(rawValue: 1 << weekday.rawValue) }

  public init() { self.init(rawValue: 0) }

  public var isEmpty: Bool { rawValue == 0 }

  /// Every day.
  public static let all = WeekdaySet(rawValue: 0b111_1111)

  /// Returns whether the set has a day.
  @inlinable
  public func contains(_ weekday: Weekday) -> Bool { rawValue & (1 << weekday.rawValue) != 0 }

  /// Adds a day.
  public mutating func insert(_ weekday: Weekday) {
    self = WeekdaySet(rawValue: rawValue | (1 << weekday.rawValue))
  }
}
