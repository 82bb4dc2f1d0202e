import CivilTime
import Diagnostics
import Formats
import PlanModel
import Spilling

/// The second reading: returns the accounts of a chunk with all their items, in order.
package struct ChunkReader {
  private let context: ResolvingContext
  private let roster: Roster
  private var records: ChunkRecords
  private var resolver: RecordResolver
  /// The chunk's input.
  private var input = 0
  /// Records that newer records in other inputs replace.
  private var superseded: [SupersededRecord] = []
  /// The devices of the last returned account.
  private var devices: AccountDevices?

  /// Receives the contents of an account's records before the account is returned.
  package var copies: RecordCopies?

  package init(context: ResolvingContext, roster: Roster) {
    (self.context, self.roster) = (context, roster)
    records = ChunkRecords(context.inputs, names: context.schema.names)
    resolver = RecordResolver(context)
  }

  /// Returns what accumulated since the last call: diagnostics in order, rejected records, and records that newer ones replace.
  package mutating func takeReport() -> (diagnostics: [Diagnostic], rejected: Int, superseded: [SupersededRecord]) {
    defer {
      resolver.clearReport()
      superseded = []
    }
    return (resolver.diagnostics, resolver.rejectedCount, superseded)
  }

  /// Rejects an account after reading, because its plan would exceed a limit.
  package mutating func refuse(
    _ account: Account, _ code: Diagnostic.Code = .limit, field: String? = nil, found: String, expected: String
  ) {
    let place = account.location
    resolver.diagnostics.append(
      Diagnostic(
        .error, code,
        at: SourceLocation(
          file: context.inputs[Int(place.input)].file.name, line: Int(place.line), column: Int(place.column)),
        account: account.id.text, field: field, found: found, expected: expected))
    resolver.rejectedCount += 1
  }

  /// Calls `body` for every valid account of `chunk`, with its items from all inputs.
  package mutating func forEachAccount(
    in chunk: Chunk, _ body: (Shared<Account>, Shared<Policy>) throws(RunFault) -> Void
  ) throws(RunFault) {
    try open(chunk)
    while let (account, policy) = try next() { try body(account, policy) }
  }

  /// Opens a chunk, whose accounts ``next()`` returns.
  package mutating func open(_ chunk: Chunk) throws(RunFault) {
    input = chunk.input
    try records.open(chunk, into: &resolver.record)
  }

  /// Returns the chunk's next valid account, with its items from all inputs, and its policy; nil at the end.
  package mutating func next() throws(RunFault) -> (Shared<Account>, Shared<Policy>)? {
    if let device = nextDevice() { return device }
    while let (layout, start) = try records.next(into: &resolver.record) {
      resolver.input = input
      if let account = try take(layout: layout, start: start) { return account }
    }
    try resolver.context.zones.refuseFault()
    return nil
  }

  /// Reads the current record; nil unless it is a valid account.
  private mutating func take(
    layout: Chunk.Layout, start: Int64
  ) throws(RunFault) -> (Shared<Account>, Shared<Policy>)? {
    resolver.accountLabel = nil
    resolver.itemName = nil
    switch layout {
    case .accounts: return try readAccount(at: 0, start: start)
    case .items, .spooled: takeItem(at: 0)
    case .lines:
      if let index = lineRecord() {
        if resolver.record.values[index].name == .account { return try readAccount(at: index, start: start) }
        takeItem(at: index)
      } else {
        resolver.rejectedCount += 1
      }
    }
    return nil
  }

  /// Returns the only account or item of an NDJSON line; nil, with a diagnostic, if there is not exactly one.
  private mutating func lineRecord() -> Int? {
    let account = resolver.child(of: 0, .account, orNull: true)
    let item = resolver.child(of: 0, .item, orNull: true)
    guard let index = account ?? item, account == nil || item == nil else {
      let isHead = resolver.child(of: 0, .format) != nil
      let none = isHead ? "found a head after the first line" : "found neither an account nor an item"
      resolver.report(
        .format, at: 0, found: account == nil ? none : "found both an account and an item",
        expected: "{\"account\": …} or {\"item\": …}")
      return nil
    }
    for child in resolver.record.children(of: 0) where child != index {
      resolver.unknownField(child, among: ["account", "item"])
    }
    return index
  }

  /// Reports a separate item that belongs to no account. All others are read with their accounts.
  private mutating func takeItem(at index: Int) {
    guard let owner = resolver.idText(of: index, .account) else {
      if resolver.isRecord(index, "an item") {
        resolver.itemName = resolver.idText(of: index, .id).map { ItemName(id: $0) }
        let expected = "the id of the account that owns the item"
        if let child = resolver.child(of: index, .account) {
          resolver.refuse(child, expected: expected, isOfType: false)
        } else {
          resolver.missing(.account, in: index, expected: expected)
        }
      }
      resolver.rejectedCount += 1
      return
    }
    let app = resolver.idText(of: index, .app) ?? context.inputs[resolver.input].app
    if roster.hasOwner(AccountKey(id: owner, app: app)) { return }
    resolver.itemName = resolver.idText(of: index, .id).map { ItemName(id: $0) }
    resolver.report(
      .unknownAccount, at: resolver.child(of: index, .account) ?? index, field: "account",
      found: "found \(owner.quotedForDiagnostic)",
      expected: "the id of an account\(app.map { " of \($0)" } ?? "") that one of the inputs has")
    resolver.rejectedCount += 1
  }

  /// Rejects the account at `index` because another record has its id.
  private mutating func refuse(_ index: Int, found: String, expected: String) {
    resolver.accountLabel = resolver.idText(of: index, .id)
    resolver.report(
      .duplicate, at: resolver.child(of: index, .id) ?? index, field: "id", found: found, expected: expected)
    resolver.rejectedCount += 1
  }

  /// Reads the account at `index` with all its items; nil if it is rejected or replaced by another record.
  private mutating func readAccount(
    at index: Int, start: Int64
  ) throws(RunFault) -> (Shared<Account>, Shared<Policy>)? {
    let input = resolver.input
    let before = resolver.diagnostics.count
    let devices = roster.devices(input: input, start: start)
    switch roster.fate(input: input, start: start) {
    case .duplicate(let line):
      refuse(index, found: "the account is already in line \(line)", expected: "each account once in a file")
      return nil
    case .superseded: if devices == nil { return nil }
    case .joined: return nil
    case nil: break
    }
    if let devices {
      if devices.places.count > ResolvingLimit.devices {
        resolver.accountLabel = resolver.idText(of: index, .id)
        resolver.report(
          .limit, at: index, field: "device", found: "the account has \(devices.places.count) devices",
          expected: "at most \(ResolvingLimit.devices) from all inputs")
        resolver.rejectedCount += 1
        return nil
      }
      resolver.draft.items = Items()
      try readDevices(devices)
      return nextDevice()
    }
    guard let policy = resolver.account(at: index), let id = resolver.draft.account?.id else {
      resolver.sortDiagnostics(from: before)
      resolver.rejectedCount += 1
      guard let older = roster.runnerUp(input: input, start: start) else { return nil }
      resolver.draft.items = Items()
      resolver.rejectItems(of: index)
      try readDevices(Roster.Devices(older))
      return nextDevice()
    }
    replaceOlder(than: roster.runnerUp(input: input, start: start), with: resolver.location(index), of: id)
    resolver.draft.items = Items()
    copies?.begin(resolver, index, context.schema.names)
    var items = ItemCollector(exportedAt: context.inputs[input].exportedAt)
    if let list = resolver.child(of: index, .items) { items.collect(list, policy, &resolver) }
    resolver.sortDiagnostics(from: before)
    let separate = limited(try roster.separateRecords(of: AccountKey(id: id.text, app: policy.app)), of: id)
    if !separate.isEmpty {
      try collect(separate, policy, into: &items, of: id)
      items.sort(&resolver)
    }
    guard finish(items, of: id) else { return nil }
    if context.listsInputs {
      resolver.draft.account?.inputs = Set(separate.map(\.input) + [Int32(input)]).sorted()
    }
    return (resolver.takeAccount(from: before), policy)
  }

  private mutating func nextDevice() -> (Shared<Account>, Shared<Policy>)? {
    guard let (account, policy, fields) = devices?.next() else { return nil }
    copies?.account = fields
    return (account, policy)
  }

  /// Reports the records that an accepted one replaces.
  ///
  /// - Parameter older: The newest of them.
  private mutating func replaceOlder(than older: RecordPlace?, with location: RecordLocation, of id: AccountID) {
    var next = older
    while let place = next {
      superseded.append(SupersededRecord(account: id, item: nil, location: place.location, by: location))
      next = roster.runnerUp(place)
    }
  }

  /// Reads the records of an account's devices, and the items of all its records, into ``devices``. A device's older record counts
  /// if the newer one is rejected.
  private mutating func readDevices(_ devices: Roster.Devices) throws(RunFault) {
    var read: [AccountDevices.Device] = []
    var policy: Shared<Policy>?
    var items = ItemCollector(exportedAt: nil)
    /// The numbers of the devices whose newer records are rejected.
    var older: [RecordPlace: Int] = [:]
    var waiting: [RecordPlace] = []
    records.open(devices.places)
    while let place = try nextRecord(orOf: &waiting) {
      let number = devices.places.firstIndex(of: place) ?? older[place]!
      let input = context.inputs[Int(place.input)]
      resolver.input = input.index
      let index = input.file.format == .ndjson ? resolver.child(of: 0, .account) : 0
      let before = resolver.diagnostics.count
      guard let index, let own = resolver.account(at: index), let account = resolver.draft.account else {
        resolver.sortDiagnostics(from: before)
        resolver.rejectedCount += 1
        if let index { resolver.rejectItems(of: index) }
        if let next = roster.runnerUp(place) {
          older[next] = number
          waiting.append(next)
        }
        continue
      }
      policy = own
      replaceOlder(than: roster.runnerUp(place), with: place.location, of: account.id)
      // The items of an older record are read with the separate ones.
      let isOlder = roster.fate(input: input.index, start: place.start) == .superseded
      copies?.begin(resolver, index, context.schema.names, isFurther: !read.isEmpty, hasItems: !isOlder)
      (items.exportedAt, items.record) = (input.exportedAt, Int32(number) + 1)
      if !isOlder, let list = resolver.child(of: index, .items) { items.collect(list, own, &resolver) }
      resolver.sortDiagnostics(from: before)
      read.append(
        .init(
          place: number, account: account, diagnostics: Array(resolver.diagnostics[before...]),
          fields: copies?.account ?? []))
    }
    let replaced = Set(older.values)
    let byAge = devices.newestFirst.filter { !replaced.contains($0) } + devices.newestFirst.filter(replaced.contains)
    guard let policy, let newest = byAge.lazy.compactMap({ number in read.first { $0.place == number } }).first
    else { return }
    let itemsStart = resolver.diagnostics.count
    resolver.draft.account = newest.account
    resolver.use(policy)
    items.record = 0
    let id = newest.account.id
    let separate = limited(try roster.separateRecords(of: AccountKey(id: id.text, app: policy.app)), of: id)
    try collect(separate, policy, into: &items, of: id)
    items.sort(&resolver)
    guard finish(items, of: id) else { return }
    self.devices = AccountDevices(
      read, newest: newest, policy, items: resolver.draft.items,
      inputs: context.listsInputs
        ? Set(separate.map(\.input) + read.map { devices.places[$0.place].input }).sorted() : nil,
      diagnostics: Array(resolver.diagnostics[itemsStart...]))
  }

  /// Returns the next record of an account's devices; after the last one, the older ones of those that were rejected.
  private mutating func nextRecord(
    orOf older: inout [RecordPlace]
  ) throws(RunFault) -> RecordPlace? {
    if let place = try records.nextSeparate(into: &resolver.record) { return place }
    if older.isEmpty { return nil }
    records.open(older.sorted())
    older = []
    return try records.nextSeparate(into: &resolver.record)
  }

  /// Reports the replaced items of an account, and applies the changes.
  ///
  /// - Returns: Whether the account does not have too many items, for which it is refused.
  private mutating func finish(_ items: ItemCollector, of id: AccountID) -> Bool {
    if items.isFull, let account = resolver.draft.account {
      refuse(
        account, field: "items", found: "the account has too many items",
        expected: "at most \(ResolvingLimit.items) from all inputs")
      return false
    }
    copies?.leaveOut(items.superseded.map(\.location))
    superseded += items.superseded.map {
      SupersededRecord(account: id, item: $0.item, location: $0.location, by: $0.by)
    }
    resolver.applyChanges()
    return true
  }

  /// Leaves out other tools' files, the largest first, until an account's items are within the limit. A calendar of many years then
  /// costs itself and not the account.
  private mutating func limited(_ places: [RecordPlace], of owner: AccountID) -> [RecordPlace] {
    var left = places
    while left.count > ResolvingLimit.items {
      let counts = Dictionary(
        grouping: left.filter { context.inputs[Int($0.input)].file.format.isForeign }, by: \.input)
      guard let (input, own) = counts.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
        let first = own.first
      else { return left }
      left.removeAll { $0.input == input }
      resolver.diagnostics.append(
        Diagnostic(
          .error, .limit,
          at: SourceLocation(
            file: context.inputs[Int(input)].file.name, line: Int(first.line), column: Int(first.column)),
          account: owner.text, field: "items", found: "the file has \(own.count) items, and is left out",
          expected: "at most \(ResolvingLimit.items) items of an account from all inputs; split the file"))
      resolver.rejectedCount += own.count
    }
    return left
  }

  /// Collects the items of `owner` from separate records.
  private mutating func collect(
    _ places: [RecordPlace], _ policy: Shared<Policy>, into items: inout ItemCollector, of owner: AccountID
  ) throws(RunFault) {
    records.open(places)
    while !items.isFull, let place = try records.nextSeparate(into: &resolver.record) {
      let input = context.inputs[Int(place.input)]
      resolver.input = input.index
      resolver.accountLabel = owner.text
      items.exportedAt = input.exportedAt
      var index = 0
      if input.file.format == .ndjson {
        guard let inner = resolver.child(of: 0, place.isAccount ? .account : .item) else { continue }
        index = inner
      }
      let before = resolver.diagnostics.count
      if place.isAccount {
        if let list = resolver.child(of: index, .items) {
          items.collect(list, policy, &resolver)
          copies?.add(itemsIn: list, resolver, context.schema.names)
        }
      } else {
        items.collectOne(index, policy, &resolver)
        copies?.add(index, resolver, context.schema.names)
      }
      resolver.sortDiagnostics(from: before)
    }
    // Reading the last place restores the chunk's text. After an early stop, reading an empty list does.
    if items.isFull {
      records.open([])
      _ = try records.nextSeparate(into: &resolver.record)
    }
  }
}
