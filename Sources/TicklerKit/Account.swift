public import CivilTime
package import PlanModel

/// One user of the app, as the app knows them at the moment of planning.
public struct Account: Hashable, Sendable {
  /// The device's system, which decides how many requests it holds.
  public enum Platform: String, CaseIterable, Codable, Sendable {
    /// 64 pending requests, unless the policy says otherwise.
    case ios
    /// 500 alarms, unless the policy says otherwise.
    case android
    /// No limit, unless the policy says otherwise.
    case other
  }

  /// The permission to notify, as `UNAuthorizationStatus` has it.
  public enum Authorization: String, CaseIterable, Codable, Sendable {
    /// Allowed.
    case authorized
    /// On trial, delivered quietly.
    case provisional
    /// Allowed to an app clip, for a while.
    case ephemeral
    /// Refused.
    case denied
    /// Never asked for.
    case notDetermined
    /// The app cannot tell.
    case unknown
  }

  /// A move to another time zone, from an instant on.
  public struct Move: Hashable, Sendable {
    /// When the clocks of the other zone begin to count.
    public var at: Instant
    /// The zone from then on.
    public var zone: Zone

    /// A move to `zone` at an instant.
    public init(at: Instant, to zone: Zone) {
      (self.at, self.zone) = (at, zone)
    }
  }

  /// A notification that reached the user.
  public struct Delivered: Hashable, Codable, Sendable {
    /// The request's id: the notification's identifier, with `@YYYY-MM-DD` where it is one of many.
    public var id: String
    /// When it was delivered.
    public var at: Instant
    /// It is still in the notification center.
    public var isShown: Bool

    /// A notification that was delivered at an instant.
    public init(id: String, at: Instant, isShown: Bool = false) {
      (self.id, self.at, self.isShown) = (id, at, isShown)
    }
  }

  /// What an analysis made of the user.
  public struct Personality: Hashable, Codable, Sendable {
    /// The dominant trait; nil: none.
    public var trait: String?
    /// When the analysis was made.
    public var analyzedAt: Instant

    /// An analysis that was made at an instant.
    public init(trait: String?, analyzedAt: Instant) {
      (self.trait, self.analyzedAt) = (trait, analyzedAt)
    }
  }

  /// With the app's name it names the account: the same in every plan.
  public var id: String
  /// Which of the account's devices it is planned for, if the account has several: the same in every plan. nil: it has no name.
  public var device: String?
  /// What reached the user on the account's other devices.
  public var deliveredElsewhere: [Delivered] = []
  /// Another device has the account's newest record. A policy with `devices = "latest"` then keeps this one silent.
  public var isElsewhere = false
  /// The zone that the account's clocks show.
  public var zone: Zone
  /// Moves to other zones, in any order.
  public var moves: [Move] = []
  /// The device's system.
  public var platform = Platform.ios
  /// Whether the device may notify.
  public var authorization = Authorization.authorized
  /// BCP 47: the language of the texts; nil: the policy's.
  public var locale: String?
  /// ISO 3166 code, such as `DE` or `DE-BY`: whose ``Holidays`` due dates go by; nil: those of all accounts.
  public var country: String?
  /// What the user chose.
  public var preferences: [Preference] = []
  /// What habit texts are tailored to for 30 days; nil: nothing.
  public var personality: Personality?
  /// What the app plans for.
  public var items: [Item] = []
  /// What reached the user, as far as the app knows.
  public var delivered: [Delivered] = []
  /// The requests that the device holds now: what actions are told by.
  public var pending: [Pending] = []
  /// When the app was in the foreground, ends not included. If it still is, the end is `.distantFuture`.
  public var foreground: [Range<Instant>] = []
  /// The items and preferences of an export, which go before ``items`` and ``preferences``; nil: the account is in code.
  private var exported: Exported?

  /// An account without items.
  ///
  /// - Parameters:
  ///   - id: The same in every plan.
  ///   - zone: The zone that the account's clocks show.
  ///   - items: What the app plans for.
  public init(id: String, zone: Zone, items: [Item] = []) {
    (self.id, self.zone, self.items) = (id, zone, items)
  }
}

extension Account {
  /// As the planner takes it.
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
  /// The account of an export.
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

/// An export's items and preferences, as it has them.
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
  /// Of what no input has.
  static let inCode = RecordLocation(input: 0, line: 0, column: 0)
}
