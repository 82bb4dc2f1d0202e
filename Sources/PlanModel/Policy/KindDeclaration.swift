import CivilTime

/// How the candidates of a kind that a policy declares come about.
public struct KindDeclaration: Sendable {
  public enum Shape: String, CaseIterable, Sendable {
    /// At times of the day on dates: of the item's schedule, or on weekdays.
    case series
    /// Each day after an item's date until it is done.
    case untilDone
    /// Once, at an instant of the item.
    case event
    /// Once, as soon as a number of the item is past a bound.
    case threshold
    /// At times of the day, counting items.
    case digest
    /// When the device comes to a place of the item, or leaves it.
    case place
    /// Now, where a count of the item has reached one of some numbers.
    case streak
  }

  /// A number, or the field of the item that has it.
  public enum Bound: Sendable {
    case number(DecimalNumber)
    case field(Int)
  }

  /// How long after one date the next one is.
  public enum Interval: Hashable, Sendable {
    case days(Int)
    /// On the same day of the month, or the month's last.
    case months(Int)
    /// As many days as a field of the item says.
    case field(Int)
  }

  /// A comparison that an item has to pass.
  public struct Condition: Sendable {
    public enum Relation: String, CaseIterable, Sendable {
      case atMost = "<="
      case atLeast = ">="
      case different = "!="
      case less = "<"
      case greater = ">"
      case equal = "="
    }

    public var field: Int
    public var relation: Relation
    public var value: FieldValue

    public init(field: Int, relation: Relation, value: FieldValue) {
      (self.field, self.relation, self.value) = (field, relation, value)
    }
  }

  public let shape: Shape
  /// Which items the kind is of; nil: it needs none.
  public let item: ItemList?
  /// What those items have.
  public let fields: ItemDeclaration?

  /// The policy's times of the day, and those of single weekdays, which go before.
  public var times: [LocalTime] = []
  public var weekdayTimes: [Weekday: [LocalTime]] = [:]
  public var days = WeekdaySet.all
  /// When it is told of relative to each occurrence, those after it among them; never empty.
  public var reminders = [ReminderOffset.due]
  public var every: Interval?
  /// The interval counts from the day on which the item was done last.
  public var isFromCompletion = false
  /// The field with the date or instant in place of the item's schedule; of an event, its instant.
  public var at: Int?
  /// For how many days there is something to tell; nil: without end. Of a digest: how many days it looks ahead; nil: whenever items are due.
  public var dayCount: Int? = 7
  /// How late an event may still be reported, in seconds. Two days: a nightly plan reports the evening's events even after a missed night.
  public var toldFor: Int64 = 48 * 3600
  /// The number that is watched.
  public var number: Int?
  public var below: Bound?
  public var above: Bound?
  /// The field that says since when the number is past its bound: what was delivered before tells of another time.
  public var since: Int?
  public var milestones: [Int] = []
  public var conditions: [Condition] = []

  /// Of a streak where nothing else is said.
  public static let standardMilestones = [7, 14, 30, 60, 100, 365]

  public init(_ shape: Shape, item: ItemList?, _ fields: ItemDeclaration?) {
    (self.shape, self.item, self.fields) = (shape, item, fields)
  }
}

/// When a reminder goes out, from when something is due: `-1d 18:00`, `-2h`, `+30m`. On the clock's face, whatever the zone does.
public struct ReminderOffset: Hashable, Sendable {
  /// Whole days, where it has a time of its own.
  public let days: Int
  /// nil: as many seconds from the due time as ``seconds`` says.
  public let time: LocalTime?
  public let seconds: Int64
  /// What identifiers and texts call it: `due`, `1dBefore1800`, `2hBefore`, `30mAfter`.
  public let name: String

  /// It leads from day to day, and does not count from an hour.
  public var isOfDays: Bool { time != nil || seconds % 86_400 == 0 }

  public static let due = ReminderOffset(days: 0, time: nil, seconds: 0, name: "due")

  private init(days: Int, time: LocalTime?, seconds: Int64, name: String) {
    (self.days, self.time, self.seconds, self.name) = (days, time, seconds, name)
  }

  /// The most that it may be away from what is due.
  public static let mostDays = 366

  /// Reads `0`, a sign with a number and a unit (`m h d w`), or days and weeks with a time of the day.
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
    guard count <= ReminderOffset.mostDays * 1440 / minutes else { return nil }
    if time != nil, unit == "m" || unit == "h" { return nil }
    let seconds = Int64(count * minutes * 60) * (isBefore ? -1 : 1)
    let clock = time.map { String($0.description.filter(\.isNumber).prefix($0.second == 0 ? 4 : 6)) } ?? ""
    name =
      (count == 0 ? (clock.isEmpty ? "due" : "dueDay") : "\(count)\(unit)\(isBefore ? "Before" : "After")") + clock
    days = Int(seconds / 86_400)
    self.time = time
    self.seconds = time == nil ? seconds : 0
  }

  /// When it is for something that is due then.
  public func applied(to due: LocalDateTime) -> LocalDateTime {
    time.map { due.date.adding(days: days).at($0) } ?? due.adding(seconds: seconds)
  }

  /// By how many days it may at most lie after, and before, what is due.
  public var reach: (after: Int, before: Int) {
    let whole = time == nil ? Int(abs(seconds) / 86_400) + (seconds == 0 ? 0 : 1) : abs(days)
    return (time == nil ? seconds > 0 : days > 0) ? (whole, 0) : (0, whole)
  }
}
