import CivilTime
import Diagnostics
import PlanModel

/// What tells the items of one account apart.
struct ItemKey: Hashable {
  let kind: ItemKind
  let id: ItemID
  /// Equal for equal keys, so that unequal ones are seldom compared in full.
  let digest: UInt32
}

/// An account that was read and checked, its items aside, its policy, and where its list of items is; nil: it has none.
typealias ResolvedAccount = (account: Account, policy: Shared<Policy>, items: Int?)

extension RecordResolver {
  private static let accountFields: FieldSet = [
    .id, .app, .timeZone, .zoneChanges, .platform, .authorization, .locale, .preferences, .personality, .items,
    .delivered, .pending, .active, .updatedAt,
  ]

  /// The text of a field before anything is checked, for the roster and for diagnostics.
  func idText(of index: Int, _ name: FieldName) -> String? {
    guard let child = child(of: index, name),
      record.values[child].type == .string || record.values[child].type == .untyped
    else { return nil }
    return record.string(child)
  }

  /// The field of that name in the object at `index`; nil where there is none.
  ///
  /// - Parameter orNull: Whether `null` counts as there.
  func child(of index: Int, _ name: FieldName, orNull: Bool = false) -> Int? {
    guard record.values[index].type == .object else { return nil }
    let end = Int(record.values[index].next)
    var child = index + 1
    while child < end {
      if record.values[child].name == name, orNull || record.values[child].type != .null { return child }
      child = Int(record.values[child].next)
    }
    return nil
  }

  /// The object at `index` as an account without its items; nil where it is refused, and then it is told why.
  mutating func account(at index: Int) -> ResolvedAccount? {
    accountLabel = idText(of: index, .id)
    itemName = nil
    guard isRecord(index, "an account") else { return nil }
    readFields(of: index, known: RecordResolver.accountFields)
    let errors = errorCount
    let fields = self.fields
    let id = required(.id, in: index, "the account's id") { $0.identifier($1, $2) }
    let zone = required(.timeZone, in: index, "the name of a zone") { $0.zone($1, $2) }
    let platform = optional(.platform) { $0.choice($1, $2, Platform.self) }
    let authorization = optional(.authorization) { $0.choice($1, $2, Authorization.self) }
    let locale = optional(.locale) { $0.string($1, $2) }
    let ownApp = optional(.app) { $0.string($1, $2) }
    _ = optional(.updatedAt) { $0.instant($1, $2) }
    let policy = policy(ownApp, fields[.app], at: index)
    let changes = fields[.zoneChanges] >= 0 ? zoneChanges(Int(fields[.zoneChanges])) : []
    let delivered = fields[.delivered] >= 0 ? delivered(Int(fields[.delivered])) : []
    let pending = fields[.pending] >= 0 ? pending(Int(fields[.pending])) : []
    let active = fields[.active] >= 0 ? active(Int(fields[.active])) : []
    var trait: String?
    var analyzedAt: Instant?
    if fields[.personality] >= 0 { (trait, analyzedAt) = personality(Int(fields[.personality])) }
    let items = fields[.items] >= 0 ? Int(fields[.items]) : nil
    if let items, record.values[items].type != .list { wrongType(items, "items", expected: "a list of items") }
    let isSound = errorCount == errors
    // Read in any case, so that all of an account's faults are told at once.
    let rejected = rejectedCount
    let preferences = fields[.preferences] >= 0 ? preferences(at: Int(fields[.preferences]), policy) : nil
    guard isSound, let id, let zone, let policy else {
      rejectedCount = rejected
      return nil
    }

    let account = Account(id: AccountID(id), app: policy.app, zone: zone, location: location(index)) { account in
      account.zoneChanges = changes
      account.platform = platform ?? .ios
      account.authorization = authorization ?? .authorized
      account.locale = locale
      account.personalityTrait = trait
      account.analyzedAt = analyzedAt
      account.delivered = delivered
      account.pending = pending
      account.active = active
      if let preferences { account.preferences = preferences }
    }
    return (account, policy, items)
  }

  private mutating func policy(_ own: String?, _ ownIndex: Int32, at index: Int) -> Shared<Policy>? {
    if own == nil, ownIndex >= 0 { return nil }
    guard let app = own ?? context.inputs[input].app else {
      missing(.app, in: index, expected: "an app, here or in the head of the file")
      return nil
    }
    if let policy = context.policies[app] { return policy }
    let names = context.policies.keys.sorted().joined(separator: " ")
    report(
      .unknownApp, at: ownIndex >= 0 ? Int(ownIndex) : index, field: "app",
      found: "found \(app.quotedForDiagnostic), which has no policy", expected: "one of \(names)")
    return nil
  }

  private mutating func zoneChanges(_ list: Int) -> [Account.ZoneChange] {
    objects(in: list, "zoneChanges").enumerated().compactMap { number, child in
      let label = "zoneChanges[\(number)]"
      readFields(of: child, known: [.at, .timeZone])
      let at = required(.at, in: child, "an instant", inside: label) { $0.instant($1, $2) }
      let zone = required(.timeZone, in: child, "the name of a zone", inside: label) { $0.zone($1, $2) }
      guard let at, let zone else { return nil }
      return Account.ZoneChange(at: at, zone: zone)
    }
  }

  private mutating func delivered(_ list: Int) -> [Account.Delivered] {
    objects(in: list, "delivered").enumerated().compactMap { number, child in
      let label = "delivered[\(number)]"
      readFields(of: child, known: [.id, .at])
      let id = required(.id, in: child, "a notification's identifier", inside: label) { $0.identifier($1, $2) }
      let at = required(.at, in: child, "an instant", inside: label) { $0.instant($1, $2) }
      guard let id, let at else { return nil }
      return Account.Delivered(id: NotificationID(id), at: at)
    }
  }

  private mutating func pending(_ list: Int) -> [Account.Pending] {
    objects(in: list, "pending").enumerated().compactMap { number, child in
      let label = "pending[\(number)]"
      readFields(of: child, known: [.id, .at])
      let id = required(.id, in: child, "a notification's identifier", inside: label) { $0.identifier($1, $2) }
      let at = optional(.at, in: label) { $0.instant($1, $2) }
      return id.map { Account.Pending(id: NotificationID($0), at: at) }
    }
  }

  private mutating func active(_ list: Int) -> [Range<Instant>] {
    objects(in: list, "active").enumerated().compactMap { number, child in
      let label = "active[\(number)]"
      readFields(of: child, known: [.from, .to])
      let from = required(.from, in: child, "an instant", inside: label) { $0.instant($1, $2) }
      let to = required(.to, in: child, "an instant", inside: label) { $0.instant($1, $2) }
      guard let from, let to else { return nil }
      if to < from {
        badValue(Int(fields[.to]), "\(label).to", expected: "an instant not before from")
        return nil
      }
      return from..<to
    }
  }

  private mutating func personality(_ index: Int) -> (trait: String?, analyzedAt: Instant?) {
    guard isObject(index, "personality") else { return (nil, nil) }
    readFields(of: index, known: [.trait, .analyzedAt])
    let trait = optional(.trait, in: "personality") { $0.string($1, $2) }
    let analyzedAt = required(.analyzedAt, in: index, "an instant", inside: "personality") { $0.instant($1, $2) }
    return (trait, analyzedAt)
  }
}

extension Account {
  /// An account that `complete` fills in where it lies, so that it is not copied.
  fileprivate init(
    id: AccountID, app: String, zone: Zone, location: RecordLocation, _ complete: (inout Account) -> Void
  ) {
    self.init(id: id, app: app, zone: zone, location: location)
    complete(&self)
  }
}
