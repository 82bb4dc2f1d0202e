import CivilTime
import Diagnostics

/// What an app plans and how: one TOML file.
public struct Policy: Sendable {
  public enum SlotHolds: String, CaseIterable, Sendable {
    /// A repeating trigger takes one slot for all its occurrences.
    case trigger
    /// Each occurrence is scheduled separately.
    case occurrence
  }

  /// What happens to a notification during quiet hours.
  public enum QuietHoursAction: String, CaseIterable, Sendable {
    /// It goes out when they end.
    case `defer`
    /// It is dropped.
    case drop
    /// It goes out regardless.
    case pass
    /// A notification of the kind ``Kind/quietDigest`` names it when they end.
    case digest
  }

  public enum BadgeReset: String, CaseIterable, Sendable {
    /// Badges start at 1 on every local date.
    case daily
    /// Badges keep counting through the window.
    case never
  }

  /// What happens to days 29–31 in shorter months, and to 29 February in other years.
  public enum MonthEnd: String, CaseIterable, Sendable {
    /// The month or year has no occurrence.
    case skip
    /// It moves to the month's last day.
    case clamp
  }

  /// Returns the days up to which a plan of `days` also plans past its window; nil for none.
  ///
  /// - Parameter requested: Replaces the policy's reach; nil if not given.
  public func reach(over days: Int, requested: Int?) -> Int? { (requested ?? reach).flatMap { $0 > days ? $0 : nil } }

  /// Which of an account's devices are notified.
  public enum Devices: String, CaseIterable, Sendable {
    case all
    /// The device with the account's newest record.
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

    /// Returns the platform's limit; nil for no limit.
    public func limit(_ platform: Platform) -> Int? {
      switch platform {
      case .ios: ios
      case .android: android
      case .other: other
      }
    }
  }

  public enum Units: String, CaseIterable, Sendable {
    /// The system of the account's region.
    case locale
    case metric, imperial

    /// The value in a language tag; nil for the region's.
    public var system: String? {
      switch self {
      case .locale: nil
      case .metric: "metric"
      case .imperial: "ussystem"
      }
    }
  }

  /// The settings of one kind in this app.
  public struct KindSettings: Sendable {
    public let description: KindDescription
    public var isEnabled = true
    /// What quiet hours do to it; nil for the policy's default.
    public var quiet: QuietHoursAction?
    public var caps = Caps()
    /// The slots that other kinds leave to its soonest notifications.
    public var slots = 0
    public var delivery: DeliverySettings
    /// Whether its texts alternate by local day.
    public var rotatesTexts = false
    /// The identifier patterns by variant, always including `default`.
    public let identifiers: [String: IdentifierPattern]
    private let standardIdentifier: IdentifierPattern
    /// The policy's own texts, which take precedence over the app's messages; empty if it has none.
    public var texts: [MessageForm: Message] = [:]
    /// The values of the description's ``KindDescription/settings``, in the same order.
    private var values: [KindSetting.Value]

    public init(_ description: KindDescription, identifiers: [String: IdentifierPattern]) {
      (self.description, self.identifiers) = (description, identifiers)
      standardIdentifier = identifiers["default"]!
      delivery = DeliverySettings(priority: description.priority, isCritical: description.isCritical)
      values = description.settings.map(\.standard)
    }

    /// The value of one of the description's settings; the default of any other setting.
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

    /// Returns a time of day; nil if neither policy nor kind has one.
    public func time(_ setting: KindSetting) -> LocalTime? {
      if case .time(let time) = self[setting] { time } else { nil }
    }

    public func weekday(_ setting: KindSetting) -> Weekday {
      if case .weekday(let day) = self[setting] { day } else { .sunday }
    }

    /// Returns a number; nil if there is none.
    public func count(_ setting: KindSetting) -> Int? {
      if case .count(let count) = self[setting] { count } else { nil }
    }

    /// What happens to due dates on closed days, unless items set it themselves.
    public var dayShift: DayShift {
      if case .word(let word) = self[.shift] { DayShift(rawValue: word) ?? .none } else { .none }
    }

    /// Whether due dates avoid holidays as well as weekends.
    public var avoidsHolidays: Bool { self[.closedDays] != .word("weekends") }

    /// Whether a place notifies at most once a local day.
    public var isOnceADay: Bool { self[.once] == .word("day") }

    public func flag(_ setting: KindSetting) -> Bool { self[setting] == .flag(true) }
  }

  /// What the app's texts must not say, and how long they may be.
  public struct Tone: Hashable, Sendable {
    /// Forbidden phrases, regardless of case and accents.
    public var forbidden: [String] = []
    /// The number of visible characters of a title.
    public var titleLength = 40
    /// The number of visible characters of a body.
    public var bodyLength = 110

    public init() {}
  }

  public var app: String
  public var name: String
  /// The file it was read from, as the user named it.
  public var file: String
  /// The hash of the file and, after it, the files that it extends.
  public var sha256: String
  /// The files that it extends, the nearest first.
  public var extended: [String] = []
  /// The most whole local days after today that a plan may have.
  public static let maximumDays = 366
  public var days: Int?
  /// The number of whole local days after today up to which free slots are filled; nil if nothing past the window is planned.
  public var reach: Int?
  /// The language of its own texts, and of the texts for accounts in a language that the messages lack.
  public var locale = LanguageTag("en")!
  /// How texts write distances.
  public var units = Units.locale
  public var tone = Tone()
  /// The app's texts; nil if it has no messages file.
  public var messages: Messages?
  public var authorization: Set<Authorization> = [.authorized, .provisional, .ephemeral]
  public var gap = GapPolicy.later
  public var overlap = OverlapPolicy.first
  public var zoneChange = ZoneChangePolicy.drop
  public var monthEnd = MonthEnd.skip
  /// The first day of every account's week; nil for that of its locale.
  public var weekStart: Weekday?
  public var slots = Slots()
  public var devices = Devices.all
  public var hasBadges = false
  public var badgeReset = BadgeReset.daily
  public var quietHoursAction = QuietHoursAction.defer
  public var quietHours: QuietHours?
  /// `[[quietHours]]`: the first rule that applies to a date and a kind counts. nil if `quietHours` and its action apply to all.
  public var quietRules: [QuietRule]?
  /// The caps on all kinds together.
  public var caps = Caps()
  public var minimumGap: MinimumGap?
  /// The limits on runs for the app.
  public var gates = Gates()
  /// The accepted findings, in the order of the file.
  public var accepted: [AcceptedEntry] = []
  /// What its file says that is valid and probably not meant.
  public var warnings: [Diagnostic] = []
  /// The account field that selects a calendar of holidays.
  public var holidaysBy = HolidayCalendars.Field.country
  /// The holiday files of the run.
  public var holidays: [HolidayFile] = []
  /// Whether due dates of any kind may avoid holidays. An item may have a shift even if the policy has none.
  public var avoidsHolidays: Bool {
    kinds.contains { $0.description.settings.contains { $0.key == KindSetting.shift.key } && $0.avoidsHolidays }
  }
  /// The channels that its kinds may name, in order of their names.
  public var channels: [NotificationChannel] = []
  public var categories: [NotificationCategory] = []

  public init(app: String, name: String, file: String, sha256: String) {
    (self.app, self.name, self.file, self.sha256) = (app, name, file, sha256)
  }

  /// The app's kinds, in the order of ``Kind``.
  public private(set) var kinds: [KindSettings] = []
  /// The kinds of item that make or influence any of its notifications.
  private var itemKinds: [ItemKind] = []
  /// The kinds of item that it declares, in order of their names.
  public var items: [ItemDeclaration] = []
  /// The fields that its accounts may have, by position in ``Account/fields``.
  public var accountFields: [ItemField] = []

  /// The settings of a kind; nil if the app lacks the kind.
  public subscript(kind: Kind) -> KindSettings? { kinds.first { $0.kind == kind } }

  /// Adds a kind, or replaces its settings.
  public mutating func set(_ settings: KindSettings) { set([settings]) }

  /// Adds several kinds, all different, or replaces their settings.
  public mutating func set(_ settings: [KindSettings]) {
    let new = Set(settings.map(\.kind))
    kinds.removeAll { new.contains($0.kind) }
    kinds += settings
    kinds.sort { $0.kind < $1.kind }
    itemKinds = Array(Set(kinds.flatMap(\.description.items)))
    untimedTasks =
      self[Policy.taskKind].flatMap { $0.description.isShipped ? $0.time(Policy.taskTime) : nil }
      ?? Policy.standardTime
  }

  /// The time from which the reminders of tasks without a time count. Stored, since every account asks.
  public private(set) var untimedTasks = Policy.standardTime
  /// The time of day where neither item, account nor policy has one.
  public static let standardTime = LocalTime(hour: 9, minute: 0)!

  private static let taskKind = Kind("task")
  /// The setting with that time.
  public static let taskTime = KindSetting("time", standard: .time(nil))

  /// Returns whether an item of that kind makes or influences any notification of the app.
  public func uses(_ itemKind: ItemKind) -> Bool { itemKinds.contains(itemKind) }
}

extension Shared<Policy> {
  /// The settings of a kind; nil if the app lacks the kind.
  public subscript(kind: Kind) -> Policy.KindSettings? { value[kind] }

  /// Returns whether an item of that kind makes or influences any notification of the app.
  public func uses(_ itemKind: ItemKind) -> Bool { value.uses(itemKind) }
}
