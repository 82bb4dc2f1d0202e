import CivilTime
import Diagnostics

/// The location of a record: the input's number in the run, with line and column from 1.
public struct RecordLocation: Hashable, Codable, Sendable {
  public var input: Int32
  public var line: Int32
  public var column: Int32

  public init(input: Int, line: Int, column: Int) {
    self.input = Int32(truncatingIfNeeded: input)
    self.line = Int32(truncatingIfNeeded: line)
    self.column = Int32(truncatingIfNeeded: column)
  }
}

/// A device's system, which determines how many requests the device can hold.
public enum Platform: String, CaseIterable, Codable, Sendable {
  /// 64 pending requests, unless the policy says otherwise.
  case ios
  /// 500 alarms, unless the policy says otherwise.
  case android
  /// No limit, unless the policy says otherwise.
  case other
}

/// One user of one app: the namespace of items, notifications and devices.
public struct Account: Sendable {
  /// A notification that reached the user.
  public struct Delivered: Hashable, Codable, Sendable {
    /// The id of the notification or request. An ending `@YYYY-MM-DD` names the date of the occurrence.
    public var id: RequestID
    /// The time of delivery.
    public var at: Instant
    /// Whether it is still in the device's notification center.
    public var isShown: Bool

    /// Creates a delivery.
    public init(id: RequestID, at: Instant, isShown: Bool = false) {
      (self.id, self.at, self.isShown) = (id, at, isShown)
    }
  }

  /// A request that the device holds.
  public struct Pending: Hashable, Codable, Sendable {
    /// The device's id for the request.
    public var id: RequestID
    /// When it fires next; nil if it waits only for a place.
    public var at: Instant?
    /// Whether it fires repeatedly.
    public var repeats = false
    /// Whether it keeps its wall time in another zone; nil if the export does not say.
    public var floats: Bool?
    /// The app's notification, if `id` does not contain it.
    public var ownNotification: NotificationID?
    /// The title; nil if the device does not report it, in which case no action changes it. The same holds for `body`
    /// and `badge`.
    public var title: String?
    /// The text below the title.
    public var body: String?
    /// The badge, 0 for none.
    public var badge: Int?

    /// Creates a request whose words are unknown.
    public init(id: RequestID, at: Instant?, repeats: Bool = false) {
      (self.id, self.at, self.repeats) = (id, at, repeats)
    }

    /// The app's notification.
    public var notification: NotificationID {
      get { ownNotification ?? id.notification }
      set { ownNotification = id.notification == newValue ? nil : newValue }
    }
  }

  /// A move to another time zone.
  public struct ZoneChange: Sendable {
    /// When the new zone takes effect.
    public var at: Instant
    /// The new zone.
    public var zone: Zone

    /// Creates a move to `zone`.
    public init(at: Instant, zone: Zone) {
      (self.at, self.zone) = (at, zone)
    }
  }

  public var id: AccountID
  public var app: String
  /// The device's name; nil if it has none and is, usually, the only one.
  public var device: DeviceID?
  /// The account's devices in order, nil for the nameless one; empty if none has a name.
  public var devices: [DeviceID?] = []
  /// Whether another device has the account's newest record.
  public var isElsewhere = false
  public var zone: Zone
  public var zoneChanges: [ZoneChange] = []
  public var platform = Platform.ios
  public var authorization = Authorization.authorized
  /// A BCP 47 tag; nil for the policy's.
  public var locale: String?
  /// The country that selects its calendar of holidays: an ISO 3166 code.
  public var country: String?
  public var preferences = Preferences()
  /// When the personality was analyzed; nil if it never was.
  public var analyzedAt: Instant?
  public var personalityTrait: String?
  /// The values of the policy's ``Policy/accountFields``; empty if the account has none.
  public var fields: [FieldValue] = []
  public var items = Items()
  public var delivered: [Delivered] = []
  /// The deliveries to the account's other devices.
  public var deliveredElsewhere: [Delivered] = []
  /// The number of earlier deliveries, which a plan file counts but does not list.
  public var olderDeliveries = 0
  /// The items that a plan file lists, and the number that it does not; see ``AccountPlan/itemRecords``.
  public var itemRecords: [ItemRecord] = []
  public var furtherItems = 0
  public var pending: [Pending] = []
  /// When the record was written; nil if unknown.
  public var updatedAt: Instant?
  /// When the app was in the foreground, from the start up to but not including the end. The end is `.distantFuture` if the app is
  /// still open.
  public var active: [Range<Instant>] = []
  public var location: RecordLocation
  /// The diagnostics of the account's records, as far as they could be read.
  public var diagnostics: [Diagnostic] = []
  /// The numbers of the inputs with records of the account; empty if not requested.
  public var inputs: [Int32] = []

  public init(id: AccountID, app: String, zone: Zone, location: RecordLocation) {
    (self.id, self.app, self.zone, self.location) = (id, app, zone, location)
  }
}

extension Account {
  /// The most deliveries, and differences from a plan, that files and pages list.
  public static let listedDeliveries = 100

  /// The newest ``listedDeliveries``, newest first. Ties keep the order of the export.
  public var newestDeliveries: [Delivered] {
    let sorted = delivered.enumerated().sorted { a, b in
      a.element.at != b.element.at ? a.element.at > b.element.at : a.offset < b.offset
    }
    return sorted.prefix(Account.listedDeliveries).map(\.element)
  }
}

/// A daily time without notifications, from `start` up to but not including `end`. It spans midnight if `end` is before `start`.
public struct QuietHours: Hashable, Codable, Sendable {
  /// The first quiet time.
  public var start: LocalTime
  /// The first time that is no longer quiet. If it equals `start`, no time is quiet.
  public var end: LocalTime

  /// Creates quiet hours from `start` up to but not including `end`.
  public init(start: LocalTime, end: LocalTime) {
    (self.start, self.end) = (start, end)
  }

  /// Returns whether `time` is quiet.
  public func contains(_ time: LocalTime) -> Bool {
    if start == end { return false }
    return start < end ? start <= time && time < end : start <= time || time < end
  }
}

/// A user's choices; nil wherever the policy's default applies.
public struct Preferences: Hashable, Codable, Sendable {
  /// The times of `nudge`.
  public struct Nudges: Hashable, Codable, Sendable {
    /// The time of the morning's nudge; nil for the policy's.
    public var morning: LocalTime?
    /// The time of the afternoon's nudge; nil for the policy's.
    public var afternoon: LocalTime?
    /// The time of the evening's nudge; nil for the policy's.
    public var evening: LocalTime?

    /// Creates the choices for `nudge`, by default the policy's.
    public init(morning: LocalTime? = nil, afternoon: LocalTime? = nil, evening: LocalTime? = nil) {
      (self.morning, self.afternoon, self.evening) = (morning, afternoon, evening)
    }
  }

  /// When `morning` is sent.
  public struct Morning: Hashable, Codable, Sendable {
    /// From 04:00 to 16:00.
    public var time: LocalTime
    /// The weekdays, at least one.
    public var days: WeekdaySet
    /// When the time last changed; nil if unknown.
    public var changedAt: Instant?

    /// Creates the choices for `morning`.
    public init(time: LocalTime, days: WeekdaySet, changedAt: Instant? = nil) {
      (self.time, self.days, self.changedAt) = (time, days, changedAt)
    }
  }

  /// When `bedtime` is sent.
  public struct Bedtime: Hashable, Codable, Sendable {
    /// nil for the policy's.
    public var time: LocalTime?
    /// nil for those of `morning`, or every day.
    public var days: WeekdaySet?

    /// Creates the choices for `bedtime`, by default the policy's time.
    public init(time: LocalTime? = nil, days: WeekdaySet? = nil) {
      (self.time, self.days) = (time, days)
    }
  }

  /// When `bill` and `overdue` are sent.
  public struct Bills: Hashable, Codable, Sendable {
    /// The time of both kinds; nil for the policy's.
    public var time: LocalTime?
    /// Whether `bill` is sent on the due date; nil for the policy's rule.
    public var onDueDate: Bool?
    /// Whether `bill` is sent on the day before; nil for the policy's rule.
    public var dayBefore: Bool?

    /// Creates the choices for `bill` and `overdue`, by default the policy's.
    public init(time: LocalTime? = nil, onDueDate: Bool? = nil, dayBefore: Bool? = nil) {
      (self.time, self.onDueDate, self.dayBefore) = (time, onDueDate, dayBefore)
    }
  }

  /// When `digest` is sent.
  public struct Digest: Hashable, Codable, Sendable {
    /// nil for the policy's.
    public var day: Weekday?
    /// nil for the policy's.
    public var time: LocalTime?

    /// Creates the choices for `digest`, by default the policy's.
    public init(day: Weekday? = nil, time: LocalTime? = nil) { (self.day, self.time) = (day, time) }
  }

  /// The due times of a kind that the policy declares.
  public struct Times: Hashable, Codable, Sendable {
    /// nil for the times of the item and the policy.
    public var times: [LocalTime]?
    /// The weekdays; nil for the policy's.
    public var days: WeekdaySet?

    /// Creates the choices for a kind, by default those of the item and the policy.
    public init(times: [LocalTime]? = nil, days: WeekdaySet? = nil) { (self.times, self.days) = (times, days) }
  }

  /// The master switch.
  public var isEnabled: Bool?
  /// The switches of single kinds.
  public var kinds: [Kind: Bool] = [:]
  /// The quiet hours of every kind that has a time and is not critical.
  public var quietHours: QuietHours?
  /// The time of `dailyReminder`.
  public var dailyReminderTime: LocalTime?
  /// The times of `nudge`.
  public var nudges = Nudges()
  /// The time of `recap`.
  public var recapTime: LocalTime?
  /// The choices for `morning`, which sends nothing without them.
  public var morning: Morning?
  /// The choices for `bedtime`, which sends nothing without them and without ``morning``.
  public var bedtime: Bedtime?
  /// The choices for `bill` and `overdue`.
  public var bills = Bills()
  /// The choices for `digest`.
  public var digest = Digest()
  /// Whether the app blocks other apps, which `unlock` depends on.
  public var appBlocking: Bool?
  /// The due times of kinds that the policy declares.
  public var times: [Kind: Times] = [:]
  /// The preferences of an export that could not be read; empty for an account created in code.
  public var unreadable = UnreadablePreferences()

  /// Creates preferences without any choice.
  public init() {}
}

/// Preferences of an export that could not be read. Kinds that read one of them make no candidates.
public struct UnreadablePreferences: Hashable, Codable, Sendable {
  /// Whether all of them are unreadable, or the switches that all kinds read.
  public var all = false
  /// Their names in exports: `quietHours`, `bills`.
  public var names: Set<String> = []
  /// The kinds whose own switch is unreadable.
  public var kinds: Set<Kind> = []

  public init() {}

  public var isEmpty: Bool { !all && names.isEmpty && kinds.isEmpty }
}

/// Names an account and one of its devices. In a query, no app means any app, and no device means all devices.
public struct AccountName: Hashable, Sendable, CustomStringConvertible {
  public var id: AccountID
  /// nil for any app.
  public var app: String?
  public var device: DeviceID?

  public init(_ id: String, app: String? = nil) { self.init(AccountID(id), app: app, nil) }

  public init(_ id: AccountID, app: String?, _ device: DeviceID?) {
    (self.id, self.app, self.device) = (id, app, device)
  }

  public func matches(_ account: Account) -> Bool { matches(account.id, app: account.app) }

  public func matches(_ id: AccountID, app: String) -> Bool { id == self.id && (self.app ?? app) == app }

  /// The name for diagnostics.
  public var description: String { words(id.text.quotedForDiagnostic) + (app.map { " of \($0)" } ?? "") }

  /// The id and the device for readers: `ana on phone`.
  public var words: String { words(id.text) }

  /// The device's name, by which an account's devices are sorted; empty if it has none.
  public var deviceOrEmpty: DeviceID { device ?? DeviceID("") }

  private func words(_ id: String) -> String { id + (device.map { " on \($0)" } ?? "") }
}

extension Account {
  /// A hash of all settings by users and operators, without items. If two plans have equal hashes, they differ for other reasons.
  public var settingsHash: StableHash {
    var settings = SettingsHasher()
    settings.add(zone.name)
    for change in zoneChanges { settings.add("\(change.at) \(change.zone.name)") }
    settings.add(platform.rawValue)
    settings.add(authorization.rawValue)
    settings.add(locale ?? "")
    settings.add(analyzedAt)
    settings.add(personalityTrait ?? "")
    settings.add(preferences)
    // Accounts without such fields keep their hash.
    for (place, value) in fields.enumerated() { settings.add("\(place) \(value.raw)") }
    if let country {
      // Ends the list of kinds. Accounts without a country keep their hash.
      settings.add("")
      settings.add(country)
    }
    return settings.hasher.finish()
  }
}

extension Account {
  public var name: AccountName { AccountName(id, app: app, device) }
}

extension AccountPlan {
  public var name: AccountName { account.value.name }
}

/// The states of `UNAuthorizationStatus`, and `unknown` for an export that does not say.
public enum Authorization: String, CaseIterable, Codable, Sendable {
  /// The values of `UNAuthorizationStatus`; `unknown` if the export does not say.
  case authorized, provisional, ephemeral, denied, notDetermined, unknown

  /// The meaning, for readers.
  public var words: String {
    switch self {
    case .authorized: "allowed"
    case .provisional: "on trial, delivered quietly"
    case .ephemeral: "allowed to an app clip, for a while"
    case .denied: "refused"
    case .notDetermined: "never asked for"
    case .unknown: "not known to the export"
    }
  }

  /// What to do if the policy does not accept the state.
  public var remedy: String {
    switch self {
    case .authorized: "The policy does not accept it; check its `authorization`."
    case .provisional: "Ask for the full permission when the user wants more than quiet delivery."
    case .ephemeral: "Ask in the full app; an app clip's permission ends by itself."
    case .denied: "Only the user can change it, in Settings: offer a way there, and do not ask again."
    case .notDetermined: "Ask at the first trigger, or when the user switches on a feature that needs it."
    case .unknown: "An error in the export: make the app read and export the permission."
    }
  }
}
