import CivilTime

/// The offset of a reminder from a due time: `-1d 18:00`, `-2h`, `+30m`. In wall time, regardless of zone changes.
public struct ReminderOffset: Hashable, Sendable {
  /// Whole days, used with ``time``.
  public let days: Int
  /// nil if the offset is ``seconds`` from the due time.
  public let time: LocalTime?
  public let seconds: Int64
  /// Its name in identifiers: `due`, `1dBefore1800`, `2hBefore`, `30mAfter`, `nag01`.
  public let name: String
  /// The form of its texts, which all nags share.
  public var form: String { isNag ? "nag" : name }
  /// Whether it is one of several follow-ups at equal intervals.
  public private(set) var isNag = false

  /// Whether it counts in whole days or sets the time itself.
  public var isOfDays: Bool { time != nil || seconds % 86_400 == 0 }

  public static let due = ReminderOffset(days: 0, time: nil, seconds: 0, name: "due")

  private init(days: Int, time: LocalTime?, seconds: Int64, name: String) {
    (self.days, self.time, self.seconds, self.name) = (days, time, seconds, name)
  }

  /// Returns the offset under another name.
  public func called(_ name: String) -> ReminderOffset {
    ReminderOffset(days: days, time: time, seconds: seconds, name: name)
  }

  /// Creates a follow-up that repeats at an interval. Names are in the order of the numbers, so of several that quiet
  /// hours move to one instant the first stays.
  ///
  /// - Parameters:
  ///   - number: 1...99, of the interval.
  ///   - interval: Of `m`, `h` or `d`: `4h`.
  /// - Returns: nil if it is no interval, or too long.
  public init?(nag number: Int, every interval: String) {
    guard let step = ReminderOffset("+" + interval), step.time == nil,
      step.seconds * Int64(number) <= ReminderOffset.maximumDays * 86_400
    else { return nil }
    let seconds = step.seconds * Int64(number)
    self.init(days: Int(seconds / 86_400), time: nil, seconds: seconds, name: "nag\(number < 10 ? "0" : "")\(number)")
    isNag = true
  }

  /// The longest offset, in days.
  public static let maximumDays = 366

  /// Parses `0`, a signed number with a unit (`m h d w`), or days and weeks with a time of day.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first, words.count <= 2 else { return nil }
    let time = words.count == 2 ? LocalTime(iso8601: words[1].utf8) : nil
    if words.count == 2, time == nil { return nil }
    var (count, unit) = (0, "d")
    var isBefore = true
    if first != "0" {
      guard let sign = first.first, sign == "-" || sign == "+", let last = first.last, "mhdw".contains(last),
        let number = Int(first.dropFirst().dropLast()), number > 0, first.dropFirst().first?.isNumber == true
      else { return nil }
      (count, unit, isBefore) = (number, String(last), sign == "-")
    }
    let minutes = ["m": 1, "h": 60, "d": 1440, "w": 10_080][unit]!
    guard count <= ReminderOffset.maximumDays * 1440 / minutes else { return nil }
    if time != nil, unit == "m" || unit == "h" { return nil }
    let seconds = Int64(count * minutes * 60) * (isBefore ? -1 : 1)
    let clock = time.map { String($0.description.filter(\.isNumber).prefix($0.second == 0 ? 4 : 6)) } ?? ""
    name =
      (count == 0 ? (clock.isEmpty ? "due" : "dueDay") : "\(count)\(unit)\(isBefore ? "Before" : "After")") + clock
    days = Int(seconds / 86_400)
    self.time = time
    self.seconds = time == nil ? seconds : 0
  }

  /// Returns when the reminder goes out for a due time.
  public func applied(to due: LocalDateTime) -> LocalDateTime {
    time.map { due.date.adding(days: days).at($0) } ?? due.adding(seconds: seconds)
  }

  /// The most days that it can lie after or before the due time.
  public var reach: (after: Int, before: Int) {
    let whole = time == nil ? Int(abs(seconds) / 86_400) + (seconds == 0 ? 0 : 1) : abs(days)
    return (time == nil ? seconds > 0 : days > 0) ? (whole, 0) : (0, whole)
  }
}
