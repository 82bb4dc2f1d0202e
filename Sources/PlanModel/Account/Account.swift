import CivilTime
import Diagnostics

/// Where a record stands: the input's number in the run, line and column from 1.
public struct RecordLocation: Hashable, Sendable {
  public var input: Int32
  public var line: Int32
  public var column: Int32

  public init(input: Int, line: Int, column: Int) {
    self.input = Int32(truncatingIfNeeded: input)
    self.line = Int32(truncatingIfNeeded: line)
    self.column = Int32(truncatingIfNeeded: column)
  }
}

public enum Platform: String, CaseIterable, Sendable { case ios, android, other }

/// One user of one app: the namespace that everything else lives in.
public struct Account: Sendable {
  /// A notification that reached the user.
  public struct Delivered: Sendable {
    /// The notification's, or the request's: an ending `@YYYY-MM-DD` names the occurrence's date.
    public var id: RequestID
    public var at: Instant
    /// It is still in the device's notification center.
    public var isShown: Bool

    public init(id: RequestID, at: Instant, isShown: Bool = false) {
      self.id = id
      self.at = at
      self.isShown = isShown
    }
  }

  /// A request that the device holds.
  public struct Pending: Sendable {
    public var id: RequestID
    /// When it fires next; nil: it waits for a place alone.
    public var at: Instant?
    public var repeats = false
    /// Whether it keeps its wall time in another zone; nil: the export does not tell.
    public var floats: Bool?
    /// The notification that it stands for, where `id` is the device's own.
    public var ownNotification: NotificationID?
    // What it would say; nil: the export does not tell.
    public var title: String?
    public var body: String?
    public var badge: Int?

    public init(id: RequestID, at: Instant?) {
      self.id = id
      self.at = at
    }

    public var notification: NotificationID { ownNotification ?? id.notification }
  }

  public struct ZoneChange: Sendable {
    public var at: Instant
    public var zone: Zone

    public init(at: Instant, zone: Zone) {
      self.at = at
      self.zone = zone
    }
  }

  public var id: AccountID
  public var app: String
  /// nil: it has no name, and nearly always there is no other.
  public var device: DeviceID?
  /// The devices of the account in order, nil for the nameless one; empty if none has a name.
  public var devices: [DeviceID?] = []
  /// Whether another device has the account's newest record.
  public var isElsewhere = false
  public var zone: Zone
  public var zoneChanges: [ZoneChange] = []
  public var platform = Platform.ios
  public var authorization = Authorization.authorized
  /// BCP 47; nil: the policy's.
  public var locale: String?
  /// Which calendar of holidays it goes by: an ISO 3166 code.
  public var country: String?
  public var preferences = Preferences()
  /// When the personality was analysed, where it was.
  public var analyzedAt: Instant?
  public var personalityTrait: String?
  /// The values of the policy's ``Policy/accountFields``; empty if the account has none.
  public var fields: [FieldValue] = []
  public var items = Items()
  public var delivered: [Delivered] = []
  /// The deliveries of the account's other devices.
  public var deliveredElsewhere: [Delivered] = []
  /// Deliveries before those in `delivered` that a plan file counts and does not list.
  public var olderDeliveries = 0
  /// The items that a plan file tells of, and how many it does not; see ``AccountPlan/itemRecords``.
  public var itemRecords: [ItemRecord] = []
  public var furtherItems = 0
  public var pending: [Pending] = []
  /// When the record was written, if it says so.
  public var updatedAt: Instant?
  /// When the app was in the foreground: start included, end not. An app that is still open has no end: `.distantFuture`.
  public var active: [Range<Instant>] = []
  public var location: RecordLocation
  /// What was wrong with its records, as far as they could be read.
  public var diagnostics: [Diagnostic] = []
  /// The inputs that have records of it, by number; empty where nobody asked for them.
  public var inputs: [Int32] = []

  public init(id: AccountID, app: String, zone: Zone, location: RecordLocation) {
    self.id = id
    self.app = app
    self.zone = zone
    self.location = location
  }
}

/// A stretch of every day in which nothing rings: start included, end not; over midnight where end is before start.
public struct QuietHours: Hashable, Sendable {
  public var start: LocalTime
  public var end: LocalTime

  public init(start: LocalTime, end: LocalTime) {
    self.start = start
    self.end = end
  }

  public func contains(_ time: LocalTime) -> Bool {
    if start == end { return false }
    return start < end ? start <= time && time < end : start <= time || time < end
  }
}

/// What a user chose; nil: nothing, so the policy's default holds.
public struct Preferences: Sendable {
  public struct Nudges: Sendable {
    public var morning: LocalTime?
    public var afternoon: LocalTime?
    public var evening: LocalTime?

    public init() {}
  }

  public struct Morning: Sendable {
    public var time: LocalTime
    public var days: WeekdaySet
    public var changedAt: Instant?

    public init(time: LocalTime, days: WeekdaySet, changedAt: Instant?) {
      self.time = time
      self.days = days
      self.changedAt = changedAt
    }
  }

  public struct Bedtime: Sendable {
    public var time: LocalTime?
    public var days: WeekdaySet?

    public init(time: LocalTime? = nil, days: WeekdaySet? = nil) {
      self.time = time
      self.days = days
    }
  }

  public struct Bills: Sendable {
    public var time: LocalTime?
    public var onDueDate: Bool?
    public var dayBefore: Bool?

    public init() {}
  }

  public struct Digest: Sendable {
    public var day: Weekday?
    public var time: LocalTime?

    public init() {}
  }

  public struct Times: Sendable {
    /// nil: as item and policy say.
    public var times: [LocalTime]?
    public var days: WeekdaySet?

    public init() {}
  }

  public var isEnabled: Bool?
  public var kinds: [Kind: Bool] = [:]
  public var quietHours: QuietHours?
  public var dailyReminderTime: LocalTime?
  public var nudges = Nudges()
  public var recapTime: LocalTime?
  public var morning: Morning?
  public var bedtime: Bedtime?
  public var bills = Bills()
  public var digest = Digest()
  public var appBlocking: Bool?
  /// When kinds that the policy declares are due.
  public var times: [Kind: Times] = [:]
  public var unreadable = UnreadablePreferences()

  public init() {}
}

/// Preferences that an export has and that could not be read: the kinds that read one of them make no candidates.
public struct UnreadablePreferences: Hashable, Sendable {
  /// All of them, or the switches that all kinds read.
  public var all = false
  /// By the names that exports have them under: `quietHours`, `bills`.
  public var names: Set<String> = []
  /// The kinds whose own switch it is.
  public var kinds: Set<Kind> = []

  public init() {}

  public var isEmpty: Bool { !all && names.isEmpty && kinds.isEmpty }
}
