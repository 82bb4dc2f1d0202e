import CivilTime
import Diagnostics
import PlanModel

/// The second reading: the accounts of a chunk with all their items, in order.
package struct ChunkReader {
  /// Records with at most so many bytes between them are read at once: reading costs more by the call than by the byte.
  private static let closeBy: Int64 = 4096

  private let context: ResolvingContext
  private let roster: Roster
  private var resolver: RecordResolver
  private let recordReader = RecordReader()
  /// The chunk at hand, and records of another place that are joined to an account of it.
  private let bytes = InputBytes()
  private let bytesApart = InputBytes()
  /// Records that newer ones in other inputs replace.
  private var superseded: [SupersededRecord] = []

  package init(context: ResolvingContext, roster: Roster) {
    self.context = context
    self.roster = roster
    resolver = RecordResolver(context)
  }

  /// What was found since the last call: diagnostics in order, records refused, records that newer ones replace.
  package mutating func takeReport() -> (diagnostics: [Diagnostic], rejected: Int, superseded: [SupersededRecord]) {
    defer {
      resolver.clearReport()
      superseded = []
    }
    return (resolver.diagnostics, resolver.rejectedCount, superseded)
  }

  /// Calls `body` for every account of `chunk` that holds, with its items from wherever they stand.
  package mutating func forEachAccount(
    in chunk: Chunk, _ body: (Shared<Account>, Shared<Policy>) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    try bytes.load(context.inputs[chunk.input].records, start: chunk.start, end: chunk.end)
    if chunk.layout == .spooled {
      try forEachSpooled(chunk, body)
      return
    }
    var reader = JSONReader(bytes.base, count: bytes.count, line: chunk.line, column: chunk.column)
    reader.skipSeparators()
    while reader.position < bytes.count {
      let start = chunk.start + Int64(reader.position)
      reader.restart()
      try read(&reader, from: bytes.base, input: chunk.input)
      resolver.input = chunk.input
      try take(layout: chunk.layout, start: start, body)
      reader.skipSeparators()
    }
  }

  private mutating func forEachSpooled(
    _ chunk: Chunk, _ body: (Shared<Account>, Shared<Policy>) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    var start = chunk.start
    while start < chunk.end {
      let (isAccount, size) = RecordSpool.read(bytes.base + Int(start - chunk.start), into: &resolver.record)
      resolver.input = chunk.input
      try take(layout: isAccount ? .accounts : .items, start: start, body)
      start += Int64(size)
    }
  }

  /// Reads the JSON value that `reader` stands before.
  private mutating func read(
    _ reader: inout JSONReader, from bytes: UnsafeMutablePointer<UInt8>, input: Int
  ) throws(FatalInput) {
    resolver.record.removeAll()
    do {
      try recordReader.read(&reader, in: bytes, into: &resolver.record)
    } catch {
      throw FatalInput(error.diagnostic(file: context.inputs[input].file.name))
    }
  }

  /// Deals with the record that was just read.
  private mutating func take(
    layout: Chunk.Layout, start: Int64, _ body: (Shared<Account>, Shared<Policy>) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    resolver.accountLabel = nil
    resolver.itemName = nil
    switch layout {
    case .accounts: try takeAccount(at: 0, start: start, body)
    case .items, .spooled: takeItem(at: 0)
    case .lines:
      if let index = lineRecord() {
        if resolver.record.values[index].name == .account {
          try takeAccount(at: index, start: start, body)
        } else {
          takeItem(at: index)
        }
      } else {
        resolver.rejectedCount += 1
      }
    }
  }

  /// The one account or item of an NDJSON line; nil where there is not exactly one, and then it is told.
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
    for child in resolver.record.children(of: 0) where child != index { resolver.unknownField(child) }
    return index
  }

  /// An item apart from its account is read with the account; here only those that belong to none are told of.
  private mutating func takeItem(at index: Int) {
    guard let owner = resolver.idText(of: index, .account) else {
      if resolver.isRecord(index, "an item") {
        resolver.itemName = resolver.idText(of: index, .id).map { ItemName(id: $0) }
        let expected = "the id of the account that owns the item"
        if let child = resolver.child(of: index, .account) {
          resolver.wrongType(child, "account", expected: expected)
        } else {
          resolver.missing(.account, in: index, expected: expected)
        }
      }
      resolver.rejectedCount += 1
      return
    }
    if roster.hasOwner(StableHash(owner)) { return }
    resolver.itemName = resolver.idText(of: index, .id).map { ItemName(id: $0) }
    resolver.report(
      .unknownAccount, at: resolver.child(of: index, .account) ?? index, field: "account",
      found: "found \(owner.quotedForDiagnostic)",
      expected: "the id of an account that one of the inputs has")
    resolver.rejectedCount += 1
  }

  /// Refuses the account at `index` for its id, which another record has.
  private mutating func refuse(_ index: Int, found: String, expected: String) {
    resolver.accountLabel = resolver.idText(of: index, .id)
    resolver.report(
      .duplicate, at: resolver.child(of: index, .id) ?? index, field: "id", found: found, expected: expected)
    resolver.rejectedCount += 1
  }

  private mutating func takeAccount(
    at index: Int, start: Int64, _ body: (Shared<Account>, Shared<Policy>) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    if let (account, policy) = try readAccount(at: index, start: start) { try body(account, policy) }
  }

  /// The account at `index` with all its items, and its policy; nil where it is refused or another record replaces it.
  private mutating func readAccount(
    at index: Int, start: Int64
  ) throws(FatalInput) -> (Shared<Account>, Shared<Policy>)? {
    let input = resolver.input
    let told = resolver.diagnostics.count
    switch roster.fate(input: input, start: start) {
    case .duplicate(let line):
      refuse(
        index, found: "the account stands in line \(line) already", expected: "each account once in a file")
      return nil
    case .superseded(let place):
      superseded.append(
        SupersededRecord(
          account: resolver.idText(of: index, .id) ?? "", item: nil, location: resolver.location(index),
          by: place.location))
      return nil
    case .otherApp(let place):
      let other = "\(context.inputs[Int(place.input)].file.name):\(place.line)"
      refuse(
        index, found: "\(other) has an account of another app with this id",
        expected: "an id that no other app's account has")
      return nil
    case nil: break
    }
    guard case (let account, let policy, let list)? = resolver.account(at: index) else {
      resolver.sortDiagnostics(from: told)
      resolver.rejectedCount += 1
      return nil
    }
    let id = account.id
    var items = ItemCollector(exportedAt: context.inputs[input].exportedAt)
    if let list { items.collect(list, policy, &resolver) }
    resolver.sortDiagnostics(from: told)
    let apart = try roster.recordsApart(of: StableHash(id.text))
    try collect(apart, policy, into: &items, of: id)
    superseded += items.superseded.map {
      SupersededRecord(account: id.text, item: $0.item, location: $0.location, by: $0.by)
    }
    let diagnostics = resolver.diagnostics.count > told ? Array(resolver.diagnostics[told...]) : []
    return (account.completed(items.takeSorted(hasForeign: !apart.isEmpty), diagnostics), policy)
  }

  /// Reads records that stand apart, for the items in them that belong to `owner`. Records that stand close together are
  /// read at once.
  private mutating func collect(
    _ places: [RecordPlace], _ policy: Shared<Policy>, into items: inout ItemCollector, of owner: AccountID
  ) throws(FatalInput) {
    var start = 0
    while start < places.count {
      let first = places[start]
      var end = start + 1
      while end < places.count, places[end].input == first.input,
        places[end].start - places[end - 1].end <= ChunkReader.closeBy,
        places[end].end - first.start <= Chunk.targetSize
      {
        end += 1
      }
      try bytesApart.load(
        context.inputs[Int(first.input)].records, start: first.start, end: places[end - 1].end)
      for place in places[start..<end] {
        try collect(place, at: bytesApart.base + Int(place.start - first.start), policy, into: &items, of: owner)
      }
      start = end
    }
  }

  /// - Parameter bytes: The record.
  private mutating func collect(
    _ place: RecordPlace, at bytes: UnsafeMutablePointer<UInt8>, _ policy: Shared<Policy>,
    into items: inout ItemCollector, of owner: AccountID
  ) throws(FatalInput) {
    let input = Int(place.input)
    if context.inputs[input].file.format == .xml {
      _ = RecordSpool.read(bytes, into: &resolver.record)
    } else {
      var reader = JSONReader(
        bytes, count: Int(place.end - place.start), line: Int(place.line), column: Int(place.column))
      try read(&reader, from: bytes, input: input)
    }
    resolver.input = input
    resolver.accountLabel = owner.text
    items.exportedAt = context.inputs[input].exportedAt
    var index = 0
    if context.inputs[input].file.format == .ndjson {
      guard let inner = resolver.child(of: 0, place.isAccount ? .account : .item) else { return }
      index = inner
    }
    let told = resolver.diagnostics.count
    if place.isAccount {
      if let list = resolver.child(of: index, .items) { items.collect(list, policy, &resolver) }
    } else {
      items.collectOne(index, policy, &resolver)
    }
    resolver.sortDiagnostics(from: told)
  }
}

extension Account {
  /// The account with what is read after it, in a place of its own.
  fileprivate consuming func completed(_ items: Items, _ diagnostics: [Diagnostic]) -> Shared<Account> {
    self.items = items
    self.diagnostics = diagnostics
    return Shared(self)
  }
}
