import CivilTime

/// The offset of a reminder from what it is about: `-1d@18:00`, `-2h`, `+30m`.
public struct ReminderOffset: Hashable, Sendable {
  /// Whole days, used with ``time``.
  public let days: Int
  /// nil if the offset is ``seconds`` from the due time.
  public let time: LocalTime?
  public let seconds: Int64
  /// Whether ``seconds`` pass between the instants, regardless of what clocks show: minutes and hours. Days and weeks are
  /// wall time.
  public let isElapsed: Bool
  /// Its name in identifiers: `due`, `1dBefore1800`, `2hBefore`, `30mAfter`, `nag01`.
  public let name: String
  /// The form of its texts, which all nags share.
  public var form: String { isNag ? "nag" : name }
  /// Whether it is one of several follow-ups at equal intervals.
  public private(set) var isNag = false

  public static let due = ReminderOffset(days: 0, time: nil, seconds: 0, name: "due")

  private init(days: Int, time: LocalTime?, seconds: Int64, isElapsed: Bool = false, name: String) {
    (self.days, self.time, self.seconds, self.isElapsed, self.name) = (days, time, seconds, isElapsed, name)
  }

  /// Returns the offset under another name.
  public func called(_ name: String) -> ReminderOffset {
    ReminderOffset(days: days, time: time, seconds: seconds, isElapsed: isElapsed, name: name)
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
    self.init(
      days: Int(seconds / 86_400), time: nil, seconds: seconds, isElapsed: step.isElapsed,
      name: "nag\(number < 10 ? "0" : "")\(number)")
    isNag = true
  }

  /// The longest offset, in days.
  public static let maximumDays = 366
  /// What diagnostics expect.
  public static let words = "0, a signed number with m, h, d or w, such as -15m, or days with a time, such as -1d@18:00"

  /// Parses `0`, a signed number with a unit (`m h d w`), or days and weeks with a time of day.
  ///
  /// - Parameter withAt: Whether only `@` may precede the time. Policies may have a space instead.
  public init?(_ text: String, withAt: Bool = false) {
    let words = text.split(omittingEmptySubsequences: !withAt) { $0 == "@" || !withAt && $0 == " " }
    guard let first = words.first, words.count <= 2 else { return nil }
    let time = words.count == 2 ? LocalTime(iso8601: words[1].utf8) : nil
    if words.count == 2, time == nil { return nil }
    var (count, unit) = (0, "d")
    var isBefore = true
    if first != "0" {
      guard let sign = first.first, sign == "-" || sign == "+", let last = first.last, "mhdw".contains(last),
        first.dropFirst().dropLast().allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(first.dropFirst().dropLast()), number > 0
      else { return nil }
      (count, unit, isBefore) = (number, String(last), sign == "-")
    }
    self.init(count, unit, isBefore: isBefore, at: time)
  }

  /// Parses its ``name``.
  public init?(named name: String) {
    if name == ReminderOffset.due.name {
      self = .due
      return
    }
    let number = name.prefix { $0.isASCII && $0.isNumber }
    let unit = name.dropFirst(number.count).prefix(1)
    var rest = name.dropFirst(number.count + 1)
    guard let count = Int(number), ReminderOffset.minutes[String(unit)] != nil,
      let word = ["Before", "After"].first(where: rest.hasPrefix)
    else { return nil }
    rest = rest.dropFirst(word.count)
    let digits = rest.isEmpty ? nil : Int(rest)
    if !rest.isEmpty, digits == nil || rest.count != 4 && rest.count != 6 { return nil }
    let seconds = digits.map { rest.count == 6 ? $0 : $0 * 100 }
    let time = seconds.flatMap { LocalTime(hour: $0 / 10_000, minute: $0 / 100 % 100, second: $0 % 100) }
    if !rest.isEmpty, time == nil { return nil }
    self.init(count, String(unit), isBefore: word == "Before", at: time)
    if self.name != name { return nil }
  }

  private static let minutes = ["m": 1, "h": 60, "d": 1440, "w": 10_080]

  /// - Returns: nil if it is too long, or has minutes or hours and a time of day.
  private init?(_ count: Int, _ unit: String, isBefore: Bool, at time: LocalTime?) {
    let minutes = ReminderOffset.minutes[unit]!
    guard count <= ReminderOffset.maximumDays * 1440 / minutes else { return nil }
    let isElapsed = unit == "m" || unit == "h"
    if time != nil, isElapsed { return nil }
    let seconds = Int64(count * minutes * 60) * (isBefore ? -1 : 1)
    let clock = time.map { String($0.description.filter(\.isNumber).prefix($0.second == 0 ? 4 : 6)) } ?? ""
    name =
      (count == 0 ? (clock.isEmpty ? "due" : "dueDay") : "\(count)\(unit)\(isBefore ? "Before" : "After")") + clock
    days = Int(seconds / 86_400)
    self.time = time
    self.seconds = time == nil ? seconds : 0
    self.isElapsed = isElapsed
  }

  /// Returns when the reminder goes out for a due time, by a clock that does not change meanwhile.
  public func applied(to due: LocalDateTime) -> LocalDateTime {
    time.map { due.date.adding(days: days).at($0) } ?? due.adding(seconds: seconds)
  }

  /// Whether it goes out before what it is about, for a time of day.
  public func isLead(at due: LocalTime) -> Bool { time.map { days < 0 || days == 0 && $0 < due } ?? (seconds < 0) }

  /// The most days that it can lie after or before the due time.
  public var reach: (after: Int, before: Int) {
    let whole = time == nil ? Int(abs(seconds) / 86_400) + (seconds == 0 ? 0 : 1) : abs(days)
    return (time == nil ? seconds > 0 : days > 0) ? (whole, 0) : (0, whole)
  }
}
