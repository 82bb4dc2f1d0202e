import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel

/// A valid item in the list of its kind.
struct CollectedItem {
  var key: ItemKey
  /// The index in the list of its kind, at first the last.
  var position: Int
  var updatedAt: Instant?
  /// When its input was exported.
  var exportedAt: Instant?
  var location: RecordLocation
  /// The device record of the item, as in ``ItemCollector/record``.
  var record: Int32 = 0
}

/// The identity of an item within its account.
struct ItemKey: Hashable {
  let kind: ItemKind
  let id: ItemID
  /// A hash of the key, so that unequal keys are rarely compared in full.
  let digest: UInt32
}

/// Reads whole records: accounts and items.
extension RecordResolver {
  /// Reads the object at `index` into the draft's account, without its items.
  ///
  /// - Returns: The account's policy; nil, with a diagnostic, if the account is rejected.
  mutating func account(at index: Int) -> Shared<Policy>? {
    accountLabel = idText(of: index, .id)
    itemName = nil
    guard isRecord(index, "an account") else { return nil }
    let rejected = rejectedCount
    var policy: Shared<Policy>?
    let isValid = isValid {
      _ = $0.member(index, $0.context.schema.account)
      policy = $0.policy(at: index)
      if let policy { $0.readFields(of: index, policy) }
    }
    use(policy)
    guard isValid, let policy else {
      rejectedCount = rejected
      return nil
    }
    if let country = draft.account?.country { checkCountry(country, policy, in: index) }
    settlePending(in: index)
    let place = location(index)
    draft.account?.app = policy.app
    draft.account?.location = place
    if let device = draft.account?.device { draft.account?.devices = [device] }
    return policy
  }

  /// Reads the account fields that its policy declares.
  private mutating func readFields(of account: Int, _ policy: Shared<Policy>) {
    guard let fields = context.schema.declared(policy.app)?.account,
      let child = child(of: account, context.schema.fieldsName), !record.values[child].type.isNull
    else { return }
    _ = object(child, fields)
  }

  /// Sets the declarations by which items are read.
  mutating func use(_ policy: Shared<Policy>?) {
    declared = policy.flatMap { context.schema.declared($0.app) }
    self.policy = policy
    untimedTasks = policy?.value.untimedTasks ?? Policy.standardTime
  }

  /// Returns the draft's account with its items and the diagnostics after the first `count`. Omits those about a whole file, such as
  /// unknown fields, which are reported once, with any account.
  mutating func takeAccount(from count: Int) -> Shared<Account> {
    draft.account?.items = exchange(&draft.items, with: Items())
    if diagnostics.count > count {
      draft.account?.diagnostics = diagnostics[count...].filter { !$0.code.isOfFile }
    }
    return Shared(draft.account.take()!)
  }

  private mutating func policy(at index: Int) -> Shared<Policy>? {
    let own = child(of: index, .app)
    if let own, !record.values[own].type.isText { return nil }
    guard let app = own == nil ? context.inputs[input].app : draft.account?.app else {
      missing(.app, in: index, expected: "an app, here or in the head of the file")
      return nil
    }
    if let policy = context.policies[app] { return policy }
    let names = context.policies.keys.sorted()
    let found = "found \(app.quotedForDiagnostic), which has no policy"
    let expected =
      "one of \(names.joined(separator: " "))".orNearest(to: app, in: names)
      + ", or its own policy, passed with --policy"
    if own == nil, let place = context.inputs[input].appPlace {
      reportHead(.unknownApp, at: place, field: "app", found: found, expected: expected)
    } else {
      report(.unknownApp, at: own ?? index, field: "app", found: found, expected: expected)
    }
    return nil
  }

  /// Notes an item that could not be read, so that nothing of it is deleted from a device.
  ///
  /// - Parameter date: Its date; nil if that could not be read.
  private mutating func reject(_ id: String, on date: LocalDate?, _ schema: ItemSchema) {
    let identity = schema.declaration.isNamedByDate ? date.map { "\($0)" } ?? "" : id
    if !identity.isEmpty { draft.items.reject(identity, from: schema.list) }
  }

  /// Notes the items of a record that could not be read.
  mutating func rejectItems(of account: Int) {
    guard let list = child(of: account, .items), record.values[list].type == .list else { return }
    record.forEachChild(of: list) { index in
      guard let name = idText(of: index, context.schema.kindName), let id = idText(of: index, .id) else {
        return
      }
      guard let schema = ((declared?.items ?? []) + context.schema.items).first(where: { $0.kind.name == name }) else {
        return
      }
      let date = child(of: index, context.schema.names.name(schema.declaration.dateName)).flatMap {
        record.values[$0].type.isText ? LocalDate(iso8601: record.bytes($0)) : nil
      }
      reject(id, on: date, schema)
    }
  }

  /// Reads the object at `index` into the draft's items, and appends an entry for it.
  ///
  /// - Returns: false, with a diagnostic, if the item is rejected.
  mutating func item(at index: Int, exportedAt: Instant?, into entries: inout [CollectedItem]) -> Bool {
    itemName = nil
    guard isRecord(index, "an item") else {
      rejectedCount += 1
      return false
    }
    let errors = errorCount
    (item, itemKind) = (index, nil)
    let idIndex = child(of: index, .id)
    let id = ItemID(idIndex.flatMap { identifier($0) } ?? "")
    let schema = kind(of: index)
    if let schema {
      itemKind = schema.kind
      draft.updatedAt = nil
      draft.schedule = ScheduleFields()
      draft.item = Item(id, schema.declaration, location(index))
      read(schema, at: index)
    }
    item = nil
    guard errorCount == errors, let schema, draft.item != nil else {
      rejectedCount += 1
      if let schema { reject(id.text, on: draft.schedule.start, schema) }
      return false
    }
    let position = draft.items.append(draft.item.take()!, to: schema.list, expected: draft.listLength)
    let digest = idIndex.map { UInt32(truncatingIfNeeded: record.bytes($0).quickHash) } ?? 0
    entries.append(
      CollectedItem(
        key: ItemKey(kind: schema.kind, id: id, digest: digest), position: position, updatedAt: draft.updatedAt,
        exportedAt: exportedAt, location: location(index)))
    return true
  }

  private mutating func kind(of index: Int) -> ItemSchema? {
    guard let child = child(of: index, context.schema.kindName) else {
      missing(context.schema.kindName, in: index, expected: ValueType.kinds.words)
      return nil
    }
    guard record.values[child].type.isText else {
      refuse(child, expected: "a text", isOfType: false)
      return nil
    }
    // The policy's own kinds take precedence.
    if let declared, let place = declared.words.index(of: record.bytes(child)) { return declared.items[place] }
    if let place = context.schema.itemKinds.index(of: record.bytes(child)) {
      return context.schema.items[place]
    }
    let own = declared?.words.texts ?? []
    let known = own.isEmpty ? ValueType.kinds.words : ValueType.choice(own + context.schema.itemKinds.texts).words
    report(
      .unknownKind, at: child, field: "kind", found: "found \(words(child))",
      expected: own.isEmpty
        ? known.orNearest(to: record.string(child), in: context.schema.itemKinds.texts)
        : known.orNearest(to: record.string(child), in: own + context.schema.itemKinds.texts))
    return nil
  }

  /// Returns the schema of a kind of item for the current account.
  func schema(_ kind: ItemKind) -> ItemSchema {
    declared?.items.first { $0.kind == kind } ?? context.schema[kind]
  }

  /// Checks that an item inside an account names no other account.
  mutating func checkOwner(_ index: Int) {
    guard let owner = text(index), let accountLabel, owner.compareBytes(accountLabel) != 0 else { return }
    refuse(
      index, expected: "\(accountLabel.quotedForDiagnostic), the account that contains the item, or no such field")
  }

  /// Checks that an item names no app other than its account's.
  mutating func checkApp(_ index: Int) {
    guard let named = text(index), let app = draft.account?.app, named.compareBytes(app) != 0 else { return }
    refuse(index, expected: "\(app.quotedForDiagnostic), the app of the account that the item is of, or no such field")
  }
}
