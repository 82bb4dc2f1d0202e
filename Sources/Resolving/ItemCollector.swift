import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Collects the items of one account in the draft, from all inputs. Of two items with the same kind and id, the newer one wins.
struct ItemCollector {
  /// The number of entries that are searched linearly. More entries are indexed.
  private static let scanned = 24

  private var entries: [CollectedItem] = []
  /// The entries by key; empty while they are few.
  private var table: [ItemKey: Int] = [:]
  private var warned: Set<ItemKind> = []
  /// When the current input was exported.
  var exportedAt: Instant?
  /// The number of the device record with the items, from 1; 0 if they are in no such record.
  var record: Int32 = 0
  /// The kind and id of each replaced item, with its own location and the newer item's.
  private(set) var superseded: [(item: SupersededItem, location: RecordLocation, by: RecordLocation)] = []
  /// The lines of items that lost to another input's item. The same item again in the loser's input is a duplicate.
  private var supersededLines: [SupersededKey: Int32] = [:]

  private struct SupersededKey: Hashable {
    var key: ItemKey
    var input: Int32
    var record: Int32

    init(key: ItemKey, _ entry: CollectedItem) {
      (self.key, input, record) = (key, entry.location.input, entry.record)
    }
  }

  /// Whether the account has reached the limit of items, after which none is read.
  private(set) var isFull = false

  init(exportedAt: Instant?) { self.exportedAt = exportedAt }

  mutating func collect(_ list: Int, _ policy: Shared<Policy>, _ resolver: inout RecordResolver) {
    guard resolver.record.values[list].type == .list, !isFull else { return }
    var length = 0
    resolver.record.forEachChild(of: list) { _ in length += 1 }
    resolver.draft.listLength = length
    entries.reserveCapacity(entries.count + min(length, ResolvingLimit.items))
    var child = list + 1
    let end = Int(resolver.record.values[list].next)
    while child < end, !isFull {
      collectOne(child, policy, &resolver)
      child = Int(resolver.record.values[child].next)
    }
  }

  mutating func collectOne(_ index: Int, _ policy: Shared<Policy>, _ resolver: inout RecordResolver) {
    guard entries.count < ResolvingLimit.items else {
      isFull = true
      return
    }
    guard resolver.item(at: index, exportedAt: exportedAt, into: &entries) else { return }
    let last = entries.count - 1
    entries[last].record = record
    let kind = entries[last].key.kind
    if !warned.contains(kind), !policy.uses(kind) {
      warned.insert(kind)
      resolver.report(
        .unlistedKind, severity: .warning, at: index, field: "kind",
        found: "the policy of \(policy.app.quotedForDiagnostic) has no kind that uses \(kind.name) items",
        expected: nil)
    }
    if let known = other(of: last) {
      settle(known, entries.removeLast(), at: index, &resolver)
    } else if !table.isEmpty {
      table[entries[last].key] = last
    }
  }

  /// Decides which of two items with the same key wins: the entry at `known` or the newly read one.
  private mutating func settle(_ known: Int, _ entry: CollectedItem, at index: Int, _ resolver: inout RecordResolver) {
    let (key, other) = (entry.key, entries[known])
    let list = resolver.schema(key.kind).list
    // Two devices' records may both have an item. Otherwise, an input has each item once.
    let isOfTwoRecords = other.record != entry.record && other.record != 0 && entry.record != 0
    let isDuplicate = other.location.input == entry.location.input && !isOfTwoRecords
    if let line = isDuplicate ? other.location.line : supersededLines[SupersededKey(key: key, entry)] {
      resolver.draft.items[list].removeLast()
      resolver.itemName = ItemName(kind: key.kind, id: key.id.text)
      resolver.report(
        .duplicate, at: resolver.child(of: index, .id) ?? index, field: "id",
        found: "the account has this item already, in line \(line)", expected: "each kind and id once in an account")
      resolver.itemName = nil
      resolver.rejectedCount += 1
      return
    }
    let isNewer = rank(other) < rank(entry)
    let (loser, winner) = isNewer ? (other, entry) : (entry, other)
    superseded.append((SupersededItem(kind: key.kind.name, id: key.id), loser.location, winner.location))
    supersededLines[SupersededKey(key: key, loser)] = loser.location.line
    let item = resolver.draft.items[list].removeLast()
    if isNewer {
      resolver.draft.items[list][other.position] = item
      entries[known] = entry
      entries[known].position = other.position
    }
  }

  private func rank(_ entry: CollectedItem) -> (Instant, Instant, Int32, Int32) {
    (entry.updatedAt ?? .distantPast, entry.exportedAt ?? .distantPast, entry.location.input, entry.record)
  }

  /// Returns the index of an entry with the same key as the last one; nil if there is none.
  private mutating func other(of last: Int) -> Int? {
    if last <= ItemCollector.scanned {
      for index in 0..<last where entries[index].key.digest == entries[last].key.digest {
        if entries[index].key == entries[last].key { return index }
      }
      return nil
    }
    if table.isEmpty {
      for index in 0..<last { table[entries[index].key] = index }
    }
    return table[entries[last].key]
  }

  /// Sorts the items of each kind by input and place.
  mutating func sort(_ resolver: inout RecordResolver) {
    func isBefore(_ a: CollectedItem, _ b: CollectedItem) -> Bool {
      (a.location.input, a.location.line, a.location.column) < (b.location.input, b.location.line, b.location.column)
    }
    // Items of a single file are read in order.
    if zip(entries, entries.dropFirst()).allSatisfy({ !isBefore($1, $0) }) { return }
    entries.sort(by: isBefore)
    let own = resolver.declared?.items ?? []
    let shipped = resolver.context.schema.items.filter { schema in !own.contains { $0.kind == schema.kind } }
    for schema in own + shipped {
      let items = resolver.draft.items[schema.list]
      if items.isEmpty { continue }
      resolver.draft.items[schema.list] = entries.filter { $0.key.kind == schema.kind }.map { items[$0.position] }
    }
  }
}
