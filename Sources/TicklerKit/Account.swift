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
