public import CivilTime
public import PlanModel

/// A user of the app, as the app knows them when it plans.
///
/// Its properties are those of the planner's account: `zone` and `zoneChanges`, `platform`, `authorization`, `locale`, `country`,
/// `preferences`, `personalityTrait` and `analyzedAt`, `device`, `isElsewhere` and `deliveredElsewhere`, `delivered`, `pending`,
/// and `active`, when the app was in the foreground.
@dynamicMemberLookup
public struct Account: Sendable {
  /// The device's system, which determines how many requests the device can hold.
  public typealias Platform = PlanModel.Platform
  /// The permission to notify, with the values of `UNAuthorizationStatus`.
  public typealias Authorization = PlanModel.Authorization
  /// A move to another time zone.
  public typealias ZoneChange = PlanModel.Account.ZoneChange
  /// A notification that reached the user.
  public typealias Delivered = PlanModel.Account.Delivered

  /// The account without ``items``, ``zones`` and ``fields``, whose meaning depends on a policy.
  private var model: PlanModel.Account
  /// The items to plan for, in addition to those of an export.
  public var items: [Item] = []
  /// The zones that an item's ``Item/timeZone`` may name, besides the account's own.
  public var zones: [Zone] = []
  /// The values of fields that the policy declares for accounts, by the policy's names.
  public var fields: [String: Value] = [:]

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - id: The account's id, the same in every plan.
  ///   - zone: The time zone of the account's clocks.
  ///   - items: The items to plan for.
  public init(id: String, zone: Zone, items: [Item] = []) {
    self.init(PlanModel.Account(id: PlanModel.AccountID(id), app: "", zone: zone, location: .inCode))
    self.items = items
  }

  /// Creates an account from an export's account.
  package init(_ model: PlanModel.Account) { self.model = model }

  /// A property of the planner's account.
  public subscript<Member>(dynamicMember path: WritableKeyPath<PlanModel.Account, Member>) -> Member {
    get { model[keyPath: path] }
    set { model[keyPath: path] = newValue }
  }

  /// Returns the planner's account, and the items and fields that do not fit the policy.
  func resolved(_ policy: PlanModel.Policy) -> (account: PlanModel.Account, unfit: [UnfitItem]) {
    var account = model
    account.app = policy.app
    let hasDevices = account.device != nil || !account.deliveredElsewhere.isEmpty
    if hasDevices, account.devices.isEmpty { account.devices = [account.device] }
    var unfit: [UnfitItem] = []
    for item in items {
      do throws(UnfitItem) {
        try item.add(to: &account.items, policy, zones + [account.zone])
      } catch {
        unfit.append(error)
      }
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      do throws(UnfitItem) {
        try account.set(name, to: value, policy.accountFields)
      } catch {
        unfit.append(error)
      }
    }
    return (account, unfit)
  }
}

extension Account: CustomStringConvertible {
  /// `account rosa, Europe/Lisbon, 12 items`.
  public var description: String { "account \(model.id), \(model.zone), \(items.count) items" }
}

extension RecordLocation {
  /// The location of values that come from code.
  static let inCode = RecordLocation(input: 0, line: 0, column: 0)
}
