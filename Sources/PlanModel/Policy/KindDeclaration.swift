import CivilTime

/// Declares how a kind makes its candidates. Policies and shipped kinds use the same terms.
public struct KindDeclaration: Sendable {
  public enum Shape: String, CaseIterable, Sendable {
    /// At times of day, on the dates of the item's schedule or on weekdays.
    case series
    /// On each day after an item's date until it is done.
    case untilDone
    /// Once, at an instant of the item.
    case event
    /// Once, when a number of the item passes a bound.
    case threshold
    /// At times of day, with a count of items or of held-back notifications.
    case digest
    /// When the device enters or leaves a place of the item.
    case place
    /// Now, if a count of the item equals a milestone.
    case streak

    /// Whether it reports an event at its instant. The others depend on the clock or on a place.
    public var isOfInstant: Bool { self == .event || self == .threshold || self == .streak }
  }

  /// A time of day that accounts choose: the first preference that is set, else the policy's setting, else ``standard``.
  public struct Slot: Sendable {
    public let preferences: [Preference<LocalTime>]
    public let setting: KindSetting?
    public let standard: LocalTime?
    /// The form of its texts, whose name is also the slot's name in identifiers and texts.
    public let form: MessageForm

    public init(_ preference: String, else setting: KindSetting, _ form: MessageForm = .plain) {
      (preferences, self.setting, standard, self.form) = ([.named(preference)], setting, nil, form)
    }

    public init(_ preferences: [Preference<LocalTime>], else standard: LocalTime?) {
      (self.preferences, setting, self.standard, form) = (preferences, nil, standard, .plain)
    }
  }

  /// What a digest counts.
  public enum Counted: String, CaseIterable, Sendable {
    /// The items that are due.
    case items
    /// The notifications that quiet hours held back until then.
    case heldBack
  }

  /// A number, or the field of the item that contains it.
  public enum Bound: Sendable {
    case number(DecimalNumber)
    case field(Int)
  }

  /// The interval between dates.
  public enum Interval: Hashable, Sendable {
    case days(Int)
    /// On the same day of the month, or the month's last day.
    case months(Int)
    /// The number of days in a field of the item.
    case field(Int)
  }

  /// Due instants that are a fixed time apart, regardless of clocks.
  public struct Elapsed: Sendable {
    public enum Step: Sendable {
      case seconds(Int64)
      /// The seconds in a field of the item.
      case field(Int)
    }

    /// The shortest interval, in seconds.
    public static let minimumStep: Int64 = 900

    public var step: Step
    /// The field with the first instant; nil for the last completion or the item's date.
    public var start: Int?
    /// The hours outside of which nothing is due; nil for none.
    public var hours: DayHours?
    /// Whether what falls outside the hours waits for them, and the next interval counts from there.
    public var waits = true
    /// The most due instants of a local date; nil for no limit.
    public var most: Int?

    public init(step: Step, start: Int?) { (self.step, self.start) = (step, start) }
  }

  /// Hours of a day, which may pass midnight.
  public struct DayHours: Hashable, Sendable {
    public let start: LocalTime
    public let end: LocalTime

    public init(start: LocalTime, end: LocalTime) { (self.start, self.end) = (start, end) }

    /// Returns whether a time lies in them. Both ends do.
    public func contains(_ time: LocalTime) -> Bool {
      start <= end ? start <= time && time <= end : start <= time || time <= end
    }
  }

  /// Days on and days off in turn.
  public struct Cycle: Sendable {
    public enum Start: Sendable {
      case date(LocalDate)
      /// A field of the item.
      case field(Int)
      /// The item's date.
      case schedule
    }

    public let on: Int
    public let off: Int
    public let start: Start

    public init(on: Int, off: Int, start: Start) { (self.on, self.off, self.start) = (on, off, start) }

    /// Returns whether a date lies in the days on of a cycle that begins on `start`.
    public func isOn(_ date: LocalDate, from start: LocalDate) -> Bool {
      date >= start && date.days(since: start) % (on + off) < on
    }
  }

  /// How often an item is to be done in each week or month.
  public struct Quota: Sendable {
    public enum Period: String, CaseIterable, Sendable { case week, month }

    public enum Count: Sendable {
      case number(Int)
      /// A field of the item.
      case field(Int)
    }

    public let count: Count
    public let period: Period

    public init(count: Count, per period: Period) { (self.count, self.period) = (count, period) }
  }

  /// A comparison that an item, or its account, must pass.
  public struct Condition: Sendable {
    public enum Relation: String, CaseIterable, Sendable {
      case atMost = "<="
      case atLeast = ">="
      case different = "!="
      case less = "<"
      case greater = ">"
      case equal = "="
    }

    /// What a field is compared with.
    public enum Operand: Sendable {
      case value(FieldValue)
      /// Seconds from now; of a date, whole days from today.
      case fromNow(Int64)
    }

    /// The position among the item's fields, or the account's.
    public var field: Int
    public var isOfAccount: Bool
    public var relation: Relation
    public var operand: Operand
    /// The comparison as the policy has it.
    public var text: String

    public init(field: Int, isOfAccount: Bool = false, relation: Relation, _ operand: Operand, text: String = "") {
      (self.field, self.isOfAccount, self.relation, self.operand) = (field, isOfAccount, relation, operand)
      self.text = text
    }
  }

  public let shape: Shape
  /// The items from which the kind is made; nil if it needs none.
  public let item: ItemList?
  /// The fields of those items.
  public let fields: ItemDeclaration?

  /// The policy's times of day. ``weekdayTimes`` override them on single weekdays.
  public var times: [LocalTime] = []
  public var weekdayTimes: [Weekday: [LocalTime]] = [:]
  /// Times that accounts choose, instead of ``times``; each has its own texts.
  public var slots: [Slot] = []
  public var days = WeekdaySet.all
  /// Weekdays that accounts choose, instead of ``days``: the first preference that is set, else the policy's setting, else
  /// ``dayChoiceStandard``. An account without any of them gets nothing.
  public var dayChoices: [Preference<WeekdaySet>] = []
  public var dayChoiceSetting: KindSetting?
  public var dayChoiceStandard: WeekdaySet?
  /// Uses only an item's own times. A time that is listed twice makes two reminders.
  public var isAtOwnTimes = false
  /// The reminders before, at or after each occurrence; never empty.
  public var reminders = [ReminderOffset.due]
  /// Plans all reminders of a date together, even those already past.
  ///
  /// - Precondition: Either a single reminder exists and neither identifiers nor texts name the date, or identifiers
  ///   require it.
  public var remindsByDate = false
  /// Whether a device may repeat the notification; docs/actions.md lists the other conditions.
  public var mayRepeat = true
  /// The identifier variant for an item with listed weekdays, each of which is then a separate trigger.
  public var weekdayVariant: String?
  public var every: Interval?
  /// Whether the interval counts from the last completion.
  public var isFromCompletion = false
  /// The interval in elapsed time, instead of ``every``.
  public var elapsed: Elapsed?
  /// Leaves out the days off.
  public var cycle: Cycle?
  /// Ends a period's reminders once the item was done that often.
  public var quota: Quota?
  /// Whether it makes single dates repeat: at an interval, or daily with a cycle or a count per period.
  public var repeatsDates: Bool { every != nil || cycle != nil || quota != nil }
  /// The field with the date or instant, instead of the item's schedule. For an event or a threshold, its instant.
  public var at: Int?
  /// The number of days to remind; nil for no limit. For a digest, the days that it looks ahead; nil to count items
  /// regardless of date.
  public var dayCount: Int? = 7
  /// The days after the due date on which to remind, ascending; nil for each of ``dayCount``.
  public var dayList: [Int]?
  /// The policy setting that replaces ``dayCount`` or ``dayList``.
  public var dayCountSetting: KindSetting?
  /// How late an event may still be reported, in seconds. Two days: a nightly plan reports the evening's events even
  /// after a missed night.
  public var toldFor: Int64 = 48 * 3600
  /// Drops events that happened, or would go out, while the app is in the foreground.
  public var isSilentWhileActive = false
  /// The field with the watched number.
  public var number: Int?
  public var below: Bound?
  public var above: Bound?
  /// The field with the start of the current occasion. Deliveries before it belong to an earlier one.
  public var since: Int?
  public var milestones: [Int] = []
  public var counted = Counted.items
  /// Whether its texts show data of the account although its notifications have no item.
  public var hasFigures = false
  /// The forms of an item's texts, by words in a field: the last word with a form decides.
  public var formWords: (field: Int, words: [[String]])?
  public var conditions: [Condition] = []
  /// The time within which several notifications become one.
  public var bundle: Bundle?

  public struct Bundle: Sendable {
    public let seconds: Int64
    /// As the policy has it.
    public let text: String

    /// Parses a duration of at most a day, such as `1h`.
    public init?(_ text: String) {
      guard let seconds = Gates.age(text), (1...86_400).contains(seconds) else { return nil }
      (self.seconds, self.text) = (seconds, text)
    }
  }
  /// The kind that it follows. That kind's closed days apply, and its time if this one has none: an overdue bill
  /// follows the bill's reminder.
  public var leader: Kind?
  /// The names of the shape's values in texts and identifiers.
  public var otherNames: [(own: String, shapes: String)] = []

  /// The milestones of a streak that declares none.
  public static let standardMilestones = [7, 14, 30, 60, 100, 365]

  public init(_ shape: Shape, item: ItemList?, _ fields: ItemDeclaration?) {
    (self.shape, self.item, self.fields) = (shape, item, fields)
  }

  /// Creates the declaration of a kind of shipped items, or of none.
  public init(_ shape: Shape, of item: ItemDeclaration? = nil, _ declare: (inout KindDeclaration) -> Void = { _ in }) {
    self.init(shape, item: item.map { ItemList(shipped: $0.kind) }, item)
    declare(&self)
  }

  /// The account preferences that supply times and days, by the first word of their paths.
  public var preferences: [String] {
    let paths = slots.flatMap(\.preferences).map(\.path) + dayChoices.map(\.path)
    return paths.map { String($0.prefix { $0 != "." }) }
  }

  /// Returns the shape's name for a value.
  public func name(_ own: String) -> String { otherNames.first { $0.own == own }?.shapes ?? own }

  /// Returns the position of a field of the item.
  ///
  /// - Precondition: The item has the field.
  public func place(_ field: String) -> Int { fields!.place(field)! }
}
