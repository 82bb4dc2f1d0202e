public import CivilTime
package import PlanModel

/// A user of the app, as the app knows them when it plans.
public struct Account: Hashable, Sendable {
  /// The device's system, which determines how many requests the device can hold.
  public enum Platform: String, CaseIterable, Codable, Sendable {
    /// 64 pending requests, unless the policy says otherwise.
    case ios
    /// 500 alarms, unless the policy says otherwise.
    case android
    /// No limit, unless the policy says otherwise.
    case other
  }

  /// The permission to notify, with the values of `UNAuthorizationStatus`.
  public enum Authorization: String, CaseIterable, Codable, Sendable {
    /// Allowed.
    case authorized
    /// On trial, delivered quietly.
    case provisional
    /// Allowed to an app clip for a limited time.
    case ephemeral
    /// Refused.
    case denied
    /// The user was never asked.
    case notDetermined
    /// The app cannot tell.
    case unknown
  }

  /// A move to another time zone.
  public struct Move: Hashable, Sendable {
    /// When the new zone takes effect.
    public var at: Instant
    /// The new zone.
    public var zone: Zone

    /// Creates a move to `zone`.
    public init(at: Instant, to zone: Zone) {
      (self.at, self.zone) = (at, zone)
    }
  }

  /// A notification that reached the user.
  public struct Delivered: Hashable, Codable, Sendable {
    /// The request's id: the notification's identifier, followed by `@YYYY-MM-DD` if the notification recurs.
    public var id: String
    /// The time of delivery.
    public var at: Instant
    /// Whether it is still in the notification center.
    public var isShown: Bool

    /// Creates a delivered notification.
    public init(id: String, at: Instant, isShown: Bool = false) {
      (self.id, self.at, self.isShown) = (id, at, isShown)
    }
  }

  /// The result of a personality analysis.
  public struct Personality: Hashable, Codable, Sendable {
    /// The dominant trait; nil if there is none.
    public var trait: String?
    /// The time of the analysis.
    public var analyzedAt: Instant

    /// Creates the result of an analysis.
    public init(trait: String?, analyzedAt: Instant) {
      (self.trait, self.analyzedAt) = (trait, analyzedAt)
    }
  }

  /// The account's id within its app, the same in every plan.
  public var id: String
  /// The name of the device to plan for, the same in every plan; nil if it has no name.
  public var device: String?
  /// Notifications delivered on the account's other devices.
  public var deliveredElsewhere: [Delivered] = []
  /// Whether another device has the account's newest record. If so, a policy with `devices = "latest"` silences this device.
  public var isElsewhere = false
  /// The time zone of the account's clocks.
  public var zone: Zone
  /// Later moves to other zones, in any order.
  public var moves: [Move] = []
  /// The device's system.
  public var platform = Platform.ios
  /// The permission to notify on this device.
  public var authorization = Authorization.authorized
  /// The language of the texts, as a BCP 47 tag; nil for the policy's language.
  public var locale: String?
  /// The ISO 3166 code, such as `DE` or `DE-BY`, that selects the ``Holidays`` for due dates; nil for the holidays of all accounts.
  public var country: String?
  /// The user's choices.
  public var preferences: [Preference] = []
  /// The analysis that habit texts are tailored to for 30 days; nil for no tailoring.
  public var personality: Personality?
  /// The items to plan for.
  public var items: [Item] = []
  /// Notifications delivered on this device, as far as the app knows.
  public var delivered: [Delivered] = []
  /// The requests that the device holds now. Actions are relative to these.
  public var pending: [Pending] = []
  /// When the app was in the foreground. For a session that continues, the upper bound is `.distantFuture`.
  public var foreground: [Range<Instant>] = []
  /// The items and preferences of an export, which precede ``items`` and ``preferences``; nil for an account created in code.
  private var exported: Exported?

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - id: The account's id, the same in every plan.
  ///   - zone: The time zone of the account's clocks.
  ///   - items: The items to plan for.
  public init(id: String, zone: Zone, items: [Item] = []) {
    (self.id, self.zone, self.items) = (id, zone, items)
  }
}

extension Account {
  /// Returns the planner's model of the account, and the items that do not fit their kinds.
  func model(_ policy: PlanModel.Policy) -> (account: PlanModel.Account, unfit: [UnfitItem]) {
    var account = PlanModel.Account(id: AccountID(id), app: policy.app, zone: zone, location: .inCode)
    account.zoneChanges = moves.map { PlanModel.Account.ZoneChange(at: $0.at, zone: $0.zone) }
    account.platform = PlanModel.Platform(rawValue: platform.rawValue)!
    account.authorization = PlanModel.Authorization(rawValue: authorization.rawValue)!
    (account.locale, account.country) = (locale, country)
    if let exported { (account.items, account.preferences) = (exported.items, exported.preferences) }
    for preference in preferences { preference.apply(&account.preferences) }
    (account.personalityTrait, account.analyzedAt) = (personality?.trait, personality?.analyzedAt)
    var unfit: [UnfitItem] = []
    for item in items {
      do throws(UnfitItem) { try item.add(to: &account.items, policy) } catch { unfit.append(error) }
    }
    account.delivered = delivered.map(\.model)
    account.device = device.map(DeviceID.init)
    if device != nil || !deliveredElsewhere.isEmpty { account.devices = [account.device] }
    account.deliveredElsewhere = deliveredElsewhere.map(\.model)
    account.isElsewhere = isElsewhere
    account.pending = pending.map(\.model)
    account.active = foreground
    return (account, unfit)
  }
}

extension Account {
  /// Creates an account from an export's account.
  package init(_ model: PlanModel.Account) {
    self.init(id: model.id.text, zone: model.zone)
    moves = model.zoneChanges.map { Move(at: $0.at, to: $0.zone) }
    platform = Platform(rawValue: model.platform.rawValue)!
    authorization = Authorization(rawValue: model.authorization.rawValue)!
    (locale, country) = (model.locale, model.country)
    personality = model.analyzedAt.map { Personality(trait: model.personalityTrait, analyzedAt: $0) }
    exported = Exported(model)
    delivered = model.delivered.map(Delivered.init)
    device = model.device?.text
    deliveredElsewhere = model.deliveredElsewhere.map(Delivered.init)
    isElsewhere = model.isElsewhere
    pending = model.pending.map(Pending.init)
    foreground = model.active
  }
}

extension Account: CustomStringConvertible {
  /// `account rosa, Europe/Lisbon, 12 items`.
  public var description: String { "account \(id), \(zone), \(items.count) items" }
}

/// The unchanged items and preferences of an export.
private final class Exported: Hashable, Sendable {
  let items: Items
  let preferences: Preferences

  init(_ account: PlanModel.Account) {
    (items, preferences) = (account.items, account.preferences)
  }

  static func == (a: Exported, b: Exported) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Account.Delivered {
  var model: PlanModel.Account.Delivered { .init(id: RequestID(id), at: at, isShown: isShown) }

  fileprivate init(_ model: PlanModel.Account.Delivered) {
    self.init(id: model.id.text, at: model.at, isShown: model.isShown)
  }
}

extension RecordLocation {
  /// The location of values that come from code.
  static let inCode = RecordLocation(input: 0, line: 0, column: 0)
}

/// A user's choice, which overrides the policy. If two choices concern the same setting, the later one in the account's list wins.
public enum Preference: Hashable, Codable, Sendable {
  /// The master switch.
  case notifications(isOn: Bool)
  /// The switch of one kind of notification, by the policy's name for the kind.
  case kind(String, isOn: Bool)
  /// The quiet hours of every kind that has a time and is not critical. The end is exclusive; an end before the start is on the next
  /// day.
  case quietHours(from: LocalTime, to: LocalTime)
  /// The due times of a kind that the policy declares; nil for those of item and policy.
  case times(of: String, at: [LocalTime]?, on: WeekdaySet? = nil)
  /// The time of `dailyReminder`.
  case dailyReminder(at: LocalTime)
  /// The times of `nudge`; nil for the policy's.
  case nudges(morning: LocalTime? = nil, afternoon: LocalTime? = nil, evening: LocalTime? = nil)
  /// The time of `recap`.
  case recap(at: LocalTime)
  /// The time of `morning`, from 04:00 to 16:00, its weekdays, and when the time last changed (nil if unknown). Without this choice,
  /// `morning` sends nothing.
  case morning(at: LocalTime, on: WeekdaySet, changedAt: Instant? = nil)
  /// The time of `bedtime` (nil for the policy's), and its weekdays (nil for those of `morning`, or every day).
  case bedtime(at: LocalTime?, on: WeekdaySet? = nil)
  /// When `bill` and `overdue` are sent; nil for the policy's rule.
  case bills(at: LocalTime? = nil, onDueDate: Bool? = nil, dayBefore: Bool? = nil)
  /// When `digest` is sent; nil for the policy's rule.
  case digest(on: Weekday? = nil, at: LocalTime? = nil)
  /// Whether the app blocks other apps, which `unlock` depends on.
  case appBlocking(isOn: Bool)

  func apply(_ all: inout Preferences) {
    switch self {
    case .notifications(let isOn): all.isEnabled = isOn
    case .kind(let name, let isOn): all.kinds[Kind(name)] = isOn
    case .quietHours(let start, let end): all.quietHours = QuietHours(start: start, end: end)
    case .times(let kind, let times, let days):
      var chosen = Preferences.Times()
      (chosen.times, chosen.days) = (times, days)
      all.times[Kind(kind)] = chosen
    case .dailyReminder(let time): all.dailyReminderTime = time
    case .nudges(let morning, let afternoon, let evening):
      (all.nudges.morning, all.nudges.afternoon, all.nudges.evening) = (morning, afternoon, evening)
    case .recap(let time): all.recapTime = time
    case .morning(let time, let days, let changedAt):
      all.morning = Preferences.Morning(time: time, days: days, changedAt: changedAt)
    case .bedtime(let time, let days): all.bedtime = Preferences.Bedtime(time: time, days: days)
    case .bills(let time, let onDueDate, let dayBefore):
      (all.bills.time, all.bills.onDueDate, all.bills.dayBefore) = (time, onDueDate, dayBefore)
    case .digest(let day, let time): (all.digest.day, all.digest.time) = (day, time)
    case .appBlocking(let isOn): all.appBlocking = isOn
    }
  }
}
