import CivilTime

/// What an app plans and how: one TOML file.
public struct Policy: Sendable {
  public enum SlotHolds: String, CaseIterable, Sendable {
    /// A repeating trigger takes one slot for all its occurrences.
    case trigger
    /// Each occurrence is scheduled by itself.
    case occurrence
  }

  /// What quiet hours do to a notification that falls into them.
  public enum QuietHoursAction: String, CaseIterable, Sendable {
    /// It goes out at their end.
    case `defer`
    /// It does not go out.
    case drop
    /// It goes out all the same.
    case pass
    /// A notification at their end names it, of the kind ``Kind/quietDigest``.
    case digest
  }

  public enum BadgeReset: String, CaseIterable, Sendable {
    /// Badges start at 1 on every local date.
    case daily
    /// Badges go on counting through the window.
    case never
  }

  /// What to do with day 29–31 of a shorter month and with 29 February.
  public enum MonthEnd: String, CaseIterable, Sendable {
    /// That month, or year, has no occurrence.
    case skip
    /// The month's last day.
    case clamp
  }

  /// The days up to which a plan of `days` also plans what lies past its window; nil: none.
  ///
  /// - Parameter asked: In place of the policy's; nil: nothing was asked.
  public func reach(over days: Int, asked: Int?) -> Int? { (asked ?? reach).flatMap { $0 > days ? $0 : nil } }

  /// Which of an account's devices are notified.
  public enum Devices: String, CaseIterable, Sendable {
    case all
    /// The one that has the account's newest record.
    case latest
  }

  public struct Slots: Sendable {
    public var holds = SlotHolds.occurrence
    /// Slots that the app keeps for itself.
    public var reserved = 0
    public var ios: Int? = 64
    public var android: Int? = 500
    public var other: Int?

    public init() {}

    /// How many the platform holds; nil: no limit.
    public func limit(_ platform: Platform) -> Int? {
      switch platform {
      case .ios: ios
      case .android: android
      case .other: other
      }
    }
  }

  public enum Units: String, CaseIterable, Sendable {
    /// As the account's region measures roads.
    case locale
    case metric, imperial

    /// The word for it in a language tag; nil for the region's.
    public var system: String? {
      switch self {
      case .locale: nil
      case .metric: "metric"
      case .imperial: "ussystem"
      }
    }
  }

  /// One kind's table: what holds for it in this app.
  public struct KindSettings: Sendable {
    public let description: KindDescription
    public var isEnabled = true
    /// What quiet hours do to it; nil: what the policy says.
    public var quiet: QuietHoursAction?
    public var caps = Caps()
    public var delivery: DeliverySettings
    /// Whether its texts take turns by local days.
    public var rotatesTexts = false
    /// The identifier by variant; `default` is always there.
    public let identifiers: [String: IdentifierPattern]
    private let standardIdentifier: IdentifierPattern
    /// The policy's own texts, which go before those of the app's messages; empty: it has none.
    public var texts: [MessageForm: Message] = [:]
    /// The values of the description's ``KindDescription/settings``, in their order.
    private var values: [KindSetting.Value]

    public init(_ description: KindDescription, identifiers: [String: IdentifierPattern]) {
      self.description = description
      self.identifiers = identifiers
      standardIdentifier = identifiers["default"]!
      delivery = DeliverySettings(priority: description.priority, isCritical: description.isCritical)
      values = description.settings.map(\.standard)
    }

    /// The value of one of the description's settings; the standard one of any other.
    public subscript(setting: KindSetting) -> KindSetting.Value {
      get {
        let index = description.settings.firstIndex { $0.key == setting.key }
        return index.map { values[$0] } ?? setting.standard
      }
      set {
        if let index = description.settings.firstIndex(where: { $0.key == setting.key }) { values[index] = newValue }
      }
    }

    public var kind: Kind { description.kind }
    public var isCritical: Bool { delivery.isCritical }

    public func identifier(_ variant: String = "default") -> IdentifierPattern {
      identifiers.count == 1 ? standardIdentifier : identifiers[variant] ?? standardIdentifier
    }

    /// A time of day; nil where neither policy nor kind has one.
    public func time(_ setting: KindSetting) -> LocalTime? {
      if case .time(let time) = self[setting] { time } else { nil }
    }

    public func weekday(_ setting: KindSetting) -> Weekday {
      if case .weekday(let day) = self[setting] { day } else { .sunday }
    }

    /// A number; nil where there is none.
    public func count(_ setting: KindSetting) -> Int? {
      if case .count(let count) = self[setting] { count } else { nil }
    }

    /// Where due dates on closed days go, but for items that say so themselves.
    public var dayShift: DayShift {
      if case .word(let word) = self[.shift] { DayShift(rawValue: word) ?? .none } else { .none }
    }

    /// Whether due dates go by holidays, beside weekends.
    public var goesByHolidays: Bool { self[.closedDays] != .word("weekends") }

    /// Whether a place that told today tells again tomorrow at the earliest.
    public var isOnceADay: Bool { self[.once] == .word("day") }

    public func flag(_ setting: KindSetting) -> Bool { self[setting] == .flag(true) }
  }

  /// What the texts of the app must not say, and how long they may be.
  public struct Tone: Hashable, Sendable {
    /// Phrases, found whatever their case and accents.
    public var forbidden: [String] = []
    /// Characters of a title that are visible.
    public var titleLength = 40
    /// Characters of a body that are visible.
    public var bodyLength = 110

    public init() {}
  }

  public var app: String
  public var name: String
  /// The file it was read from, as it was named.
  public var file: String
  /// Of the file, with those that it extends after it.
  public var sha256: String
  /// The files that it extends, the nearest first.
  public var extended: [String] = []
  public var days: Int?
  /// Whole local days after today up to which slots left over are planned for; nil: none past the window.
  public var reach: Int?
  /// The language of its own texts, and of the texts for accounts whose language the messages do not have.
  public var locale = LanguageTag("en")!
  /// How texts write distances.
  public var units = Units.locale
  public var tone = Tone()
  /// The app's texts; nil: there is no file of them.
  public var messages: Messages?
  public var authorization: Set<Authorization> = [.authorized, .provisional, .ephemeral]
  public var gap = GapPolicy.later
  public var overlap = OverlapPolicy.first
  public var zoneChange = ZoneChangePolicy.drop
  public var monthEnd = MonthEnd.skip
  public var slots = Slots()
  public var devices = Devices.all
  public var hasBadges = false
  public var badgeReset = BadgeReset.daily
  public var quietHoursAction = QuietHoursAction.defer
  public var quietHours: QuietHours?
  /// `[[quietHours]]`: of a date and a kind, the first that concerns both holds; nil: `quietHours` and its action do, for all of them.
  public var quietRules: [QuietRule]?
  /// Of all kinds together.
  public var caps = Caps()
  public var minimumGap: MinimumGap?
  /// What runs that plan for the app may do at most.
  public var gates = Gates()
  /// What keeps its notifications back and is known, in the order of the file.
  public var accepted: [AcceptedEntry] = []
  /// Which calendar of holidays an account goes by.
  public var holidaysBy = HolidayCalendars.Field.country
  /// The files of holidays of the run.
  public var holidays: [HolidayFile] = []
  /// Due dates of any kind may go by holidays: an item may have a shift where the policy has none.
  public var goesByHolidays: Bool {
    kinds.contains { $0.description.settings.contains { $0.key == KindSetting.shift.key } && $0.goesByHolidays }
  }
  /// Those that its kinds may name, in the order of their names.
  public var channels: [NotificationChannel] = []
  public var categories: [NotificationCategory] = []

  public init(app: String, name: String, file: String, sha256: String) {
    self.app = app
    self.name = name
    self.file = file
    self.sha256 = sha256
  }

  /// The hashes of the files that it comes from: the policy's, and that of its texts.
  public var hashes: [String] {
    [sha256] + (messages.map { [$0.sha256] } ?? [])
      + holidays.map { ($0.calendar ?? "") + $0.sha256 }
  }

  /// The app's kinds, in the order of ``Kind``.
  public private(set) var kinds: [KindSettings] = []
  /// The kinds of item that make or influence any of its notifications.
  private var itemKinds: [ItemKind] = []
  /// The kinds of item that it declares, in the order of their names.
  public var items: [ItemDeclaration] = []
  /// The fields that its accounts may have, by position in ``Account/fields``.
  public var accountFields: [ItemField] = []

  /// The settings of a kind; nil: the app does not have it.
  public subscript(kind: Kind) -> KindSettings? { kinds.first { $0.kind == kind } }

  /// Adds a kind, or puts other settings in the place of those that it has.
  public mutating func set(_ settings: KindSettings) { set([settings]) }

  /// The same for several, no two of one kind.
  public mutating func set(_ settings: [KindSettings]) {
    let new = Set(settings.map(\.kind))
    kinds.removeAll { new.contains($0.kind) }
    kinds += settings
    kinds.sort { $0.kind < $1.kind }
    itemKinds = Array(Set(kinds.flatMap(\.description.items)))
    untimedTasks = self[Policy.taskKind].flatMap {
      $0.description.isShipped ? $0.time(Policy.taskTime) : nil
    }
  }

  /// When tasks without a time are reminded of; nil: tasks need one. Every account asks.
  public private(set) var untimedTasks: LocalTime?

  private static let taskKind = Kind("task")
  /// The setting that says it.
  public static let taskTime = KindSetting("time", standard: .time(nil))

  /// Whether an item of that kind makes or influences any notification of the app.
  public func uses(_ itemKind: ItemKind) -> Bool { itemKinds.contains(itemKind) }
}

extension Shared<Policy> {
  /// The settings of a kind; nil: the app does not have it.
  public subscript(kind: Kind) -> Policy.KindSettings? { value[kind] }

  /// Whether an item of that kind makes or influences any notification of the app.
  public func uses(_ itemKind: ItemKind) -> Bool { value.uses(itemKind) }
}
