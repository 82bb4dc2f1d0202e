import CivilTime
import Diagnostics
import PlanModel

/// Gathers the items of one account from all the places they stand in; of two with the same kind and id the newer holds.
struct ItemCollector {
  private struct Entry {
    var key: ItemKey
    /// In the list of its kind.
    var position: Int
    var updatedAt: Instant?
    var exportedAt: Instant?
    var location: RecordLocation
  }

  /// Up to so many entries are looked through one by one; more get a table.
  private static let scanned = 24

  private var items = Items()
  private var entries: [Entry] = []
  /// The entries by key; empty while there are few.
  private var table: [ItemKey: Int] = [:]
  private var warned: Set<ItemKind> = []
  /// How many items the list at hand has.
  private var expected = 0
  /// When the input that is being read was exported.
  var exportedAt: Instant?
  /// Kind and id of items that newer ones in other inputs replace, and where both stand.
  private(set) var superseded: [(item: String, location: RecordLocation, by: RecordLocation)] = []
  /// The lines of items that lost against another input's, by input: the same item again in that input is a duplicate.
  private var losers: [Loser: Int32] = [:]

  private struct Loser: Hashable {
    var key: ItemKey
    var input: Int32
  }

  init(exportedAt: Instant?) {
    self.exportedAt = exportedAt
  }

  mutating func collect(_ list: Int, _ policy: Policy, _ resolver: inout RecordResolver) {
    guard resolver.record.values[list].type == .list else { return }
    var child = list + 1
    let end = Int(resolver.record.values[list].next)
    expected = 0
    resolver.record.forEachChild(of: list) { _ in expected += 1 }
    entries.reserveCapacity(entries.count + expected)
    while child < end {
      collectOne(child, policy, &resolver)
      child = Int(resolver.record.values[child].next)
    }
  }

  mutating func collectOne(_ index: Int, _ policy: Policy, _ resolver: inout RecordResolver) {
    guard let (key, updatedAt, item) = resolver.item(at: index) else { return }
    if !warned.contains(key.kind), !policy.uses(key.kind) {
      warned.insert(key.kind)
      resolver.report(
        .unlistedKind, severity: .warning, at: index, field: "kind",
        found: "the policy of \(policy.app.quotedForDiagnostic) has no kind that uses \(key.kind.rawValue) items",
        expected: nil)
    }
    var entry = Entry(
      key: key, position: 0, updatedAt: updatedAt, exportedAt: exportedAt, location: resolver.location(index))
    guard let known = position(of: key) else {
      entry.position = items.append(item, expecting: expected)
      if !table.isEmpty { table[key] = entries.count }
      entries.append(entry)
      return
    }
    let rival = entries[known]
    let isRivalHere = rival.location.input == entry.location.input
    if let line = isRivalHere ? rival.location.line : losers[Loser(key: key, input: entry.location.input)] {
      resolver.itemName = ItemName(kind: key.kind, id: key.id.text)
      resolver.report(
        .duplicate, at: resolver.child(of: index, .id) ?? index, field: "id",
        found: "the account has this item already, in line \(line)",
        expected: "each kind and id once in an account")
      resolver.itemName = nil
      resolver.rejectedCount += 1
      return
    }
    let isNewer = rank(rival) < rank(entry)
    let (loser, winner) = isNewer ? (rival, entry) : (entry, rival)
    superseded.append(("\(key.kind.rawValue) \(key.id.text)", loser.location, winner.location))
    losers[Loser(key: key, input: loser.location.input)] = loser.location.line
    if isNewer {
      entry.position = rival.position
      items.replace(entry.position, by: item)
      entries[known] = entry
    }
  }

  private func rank(_ entry: Entry) -> (Instant, Instant, Int32) {
    (entry.updatedAt ?? .distantPast, entry.exportedAt ?? .distantPast, entry.location.input)
  }

  private mutating func position(of key: ItemKey) -> Int? {
    if entries.count <= ItemCollector.scanned {
      for index in entries.indices where entries[index].key.digest == key.digest && entries[index].key == key {
        return index
      }
      return nil
    }
    if table.isEmpty {
      for index in entries.indices { table[entries[index].key] = index }
    }
    return table[key]
  }

  /// The items by kind, in input order.
  mutating func sorted(hasForeign: Bool) -> Items {
    if hasForeign {
      entries.sort {
        ($0.location.input, $0.location.line, $0.location.column)
          < ($1.location.input, $1.location.line, $1.location.column)
      }
      items.reorder { kind in entries.filter { $0.key.kind == kind }.map(\.position) }
    }
    return items
  }
}

extension Items {
  /// - Parameter count: How many more there may be.
  /// - Returns: Where in the list of its kind the item is.
  fileprivate mutating func append(_ item: consuming ResolvedItem, expecting count: Int) -> Int {
    switch consume item {
    case .task(let item): return tasks.add(item, count)
    case .habit(let item): return habits.add(item, count)
    case .entry(let item): return entries.add(item, count)
    case .session(let item): return sessions.add(item, count)
    case .focusDay(let item): return focusDays.add(item, count)
    case .stepDay(let item): return stepDays.add(item, count)
    case .workout(let item): return workouts.add(item, count)
    case .insight(let item): return insights.add(item, count)
    case .bill(let item): return bills.add(item, count)
    case .budget(let item): return budgets.add(item, count)
    }
  }

  fileprivate mutating func replace(_ position: Int, by item: ResolvedItem) {
    switch item {
    case .task(let item): tasks[position] = item
    case .habit(let item): habits[position] = item
    case .entry(let item): entries[position] = item
    case .session(let item): sessions[position] = item
    case .focusDay(let item): focusDays[position] = item
    case .stepDay(let item): stepDays[position] = item
    case .workout(let item): workouts[position] = item
    case .insight(let item): insights[position] = item
    case .bill(let item): bills[position] = item
    case .budget(let item): budgets[position] = item
    }
  }

  /// - Parameter positions: Where the items of a kind are, in the order in which they shall be.
  fileprivate mutating func reorder(_ positions: (ItemKind) -> [Int]) {
    tasks = positions(.task).map { tasks[$0] }
    habits = positions(.habit).map { habits[$0] }
    entries = positions(.entry).map { entries[$0] }
    sessions = positions(.session).map { sessions[$0] }
    focusDays = positions(.focusDay).map { focusDays[$0] }
    stepDays = positions(.stepDay).map { stepDays[$0] }
    workouts = positions(.workout).map { workouts[$0] }
    insights = positions(.insight).map { insights[$0] }
    bills = positions(.bill).map { bills[$0] }
    budgets = positions(.budget).map { budgets[$0] }
  }
}

extension Array {
  /// - Parameter expected: How many more there may be; a guess, which is not believed without bound.
  fileprivate mutating func add(_ element: consuming Element, _ expected: Int) -> Int {
    if isEmpty { reserveCapacity(Swift.min(expected, 64)) }
    append(element)
    return count - 1
  }
}
