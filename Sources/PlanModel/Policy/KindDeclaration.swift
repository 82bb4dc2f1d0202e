import CivilTime

/// How the candidates of a kind come about. Policies declare kinds, and those that ship are declared in the same words.
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

    /// Whether it tells of something that happened, at its instant. The others go by the clock, or by a place.
    public var isOfInstant: Bool { self == .event || self == .threshold || self == .streak }
  }

  /// A time of day that accounts choose: the first preference that is set, else the policy's setting, else ``standard``.
  public struct Slot: Sendable {
    public let preferences: [Preference<LocalTime>]
    public let setting: KindSetting?
    public let standard: LocalTime?
    /// The form of its texts. Identifiers and texts call the slot by the form's name.
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
  /// Times that accounts choose, in place of ``times``; each has texts of its own.
  public var slots: [Slot] = []
  public var days = WeekdaySet.all
  /// Weekdays that accounts choose, instead of ``days``: the first preference that is set, else the policy's setting, else
  /// ``dayChoiceStandard``. An account without any of them gets nothing.
  public var dayChoices: [Preference<WeekdaySet>] = []
  public var dayChoiceSetting: KindSetting?
  public var dayChoiceStandard: WeekdaySet?
  /// An item has reminders at its own times alone, and two at a time that it lists twice.
  public var isAtOwnTimes = false
  /// When it is told of relative to each occurrence, those after it among them; never empty.
  public var reminders = [ReminderOffset.due]
  /// A plan that looks at a date has all reminders of it, even those that are past.
  ///
  /// - Precondition: There is one reminder and neither identifiers nor texts name the date, or identifiers need it.
  public var remindsByDate = false
  /// Whether a device may repeat it by itself; docs/actions.md has what else that takes.
  public var mayRepeat = true
  /// The variant of the identifier for an item that comes on listed weekdays, each of which is then a trigger of its own.
  public var weekdayVariant: String?
  public var every: Interval?
  /// The interval counts from the day on which the item was done last.
  public var isFromCompletion = false
  /// The field with the date or instant in place of the item's schedule; of an event or a threshold, its instant.
  public var at: Int?
  /// For how many days there is something to tell; nil: without end. Of a digest: how many days it looks ahead; nil: whenever items are due.
  public var dayCount: Int? = 7
  /// The setting of the policy in place of ``dayCount``.
  public var dayCountSetting: KindSetting?
  /// How late an event may still be reported, in seconds. Two days: a nightly plan reports the evening's events even after a missed night.
  public var toldFor: Int64 = 48 * 3600
  /// Drops what happened, or would go out, while the app is in the foreground.
  public var isSilentWhileActive = false
  /// The number that is watched.
  public var number: Int?
  public var below: Bound?
  public var above: Bound?
  /// The field that says since when there is something to tell: what was delivered before tells of another time.
  public var since: Int?
  public var milestones: [Int] = []
  public var counted = Counted.items
  /// The forms of an item's texts by the words of a field: the last word that has a form decides.
  public var formWords: (field: Int, words: [[String]])?
  public var conditions: [Condition] = []
  /// The kind that it goes with, which has the time and the closed days where this one has none: an overdue bill goes by the reminder of
  /// the bill.
  public var leader: Kind?
  /// What texts and identifiers call values of the shape.
  public var otherNames: [(own: String, shapes: String)] = []

  /// Of a streak where nothing else is said.
  public static let standardMilestones = [7, 14, 30, 60, 100, 365]

  public init(_ shape: Shape, item: ItemList?, _ fields: ItemDeclaration?) {
    (self.shape, self.item, self.fields) = (shape, item, fields)
  }

  /// Declares a kind of items that ship, or of none.
  public init(_ shape: Shape, of item: ItemDeclaration? = nil, _ declare: (inout KindDeclaration) -> Void = { _ in }) {
    self.init(shape, item: item.map { ItemList(shipped: $0.kind) }, item)
    declare(&self)
  }

  /// The account's preferences that times and days come from, by the first word of their paths.
  public var preferences: [String] {
    let paths = slots.flatMap(\.preferences).map(\.path) + dayChoices.map(\.path)
    return paths.map { String($0.prefix { $0 != "." }) }
  }

  /// Returns what the shape calls a value.
  public func name(_ own: String) -> String { otherNames.first { $0.own == own }?.shapes ?? own }

  /// Returns the position of a field of the item.
  ///
  /// - Precondition: The item has the field.
  public func place(_ field: String) -> Int { fields!.place(field)! }
}
