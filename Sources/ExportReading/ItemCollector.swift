import CivilTime
import Diagnostics
import PlanModel

/// Gathers the items of one account from all the places they stand in; of two with the same kind and id the newer holds.
struct ItemCollector {
  /// Up to so many entries are looked through one by one; more get a table.
  private static let scanned = 24

  private var items = Items()
  private var entries: [CollectedItem] = []
  /// The entries by key; empty while there are few.
  private var table: [ItemKey: Int] = [:]
  private var warned: Set<ItemKind> = []
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

  mutating func collect(_ list: Int, _ policy: Shared<Policy>, _ resolver: inout RecordResolver) {
    guard resolver.record.values[list].type == .list else { return }
    var child = list + 1
    let end = Int(resolver.record.values[list].next)
    var length = 0
    resolver.record.forEachChild(of: list) { _ in length += 1 }
    resolver.listLength = length
    entries.reserveCapacity(entries.count + length)
    while child < end {
      collectOne(child, policy, &resolver)
      child = Int(resolver.record.values[child].next)
    }
  }

  mutating func collectOne(_ index: Int, _ policy: Shared<Policy>, _ resolver: inout RecordResolver) {
    guard let entry = resolver.item(at: index, exportedAt: exportedAt, into: &items) else { return }
    let key = entry.key
    if !warned.contains(key.kind), !policy.uses(key.kind) {
      warned.insert(key.kind)
      resolver.report(
        .unlistedKind, severity: .warning, at: index, field: "kind",
        found: "the policy of \(policy.app.quotedForDiagnostic) has no kind that uses \(key.kind.rawValue) items",
        expected: nil)
    }
    if let known = position(of: key) {
      settle(known, entry, at: index, &resolver)
    } else {
      if !table.isEmpty { table[key] = entries.count }
      entries.append(entry)
    }
  }

  /// Finds which of two items with one key holds: that of the entry at `known`, or the one that was read last.
  private mutating func settle(_ known: Int, _ entry: CollectedItem, at index: Int, _ resolver: inout RecordResolver) {
    var entry = entry
    let key = entry.key
    let rival = entries[known]
    let isRivalHere = rival.location.input == entry.location.input
    defer { items.removeLast(key.kind) }
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
      items.replaceByLast(key.kind, at: entry.position)
      entries[known] = entry
    }
  }

  private func rank(_ entry: CollectedItem) -> (Instant, Instant, Int32) {
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

  /// Hands over the items by kind, in input order.
  mutating func takeSorted(hasForeign: Bool) -> Items {
    if hasForeign {
      entries.sort {
        ($0.location.input, $0.location.line, $0.location.column)
          < ($1.location.input, $1.location.line, $1.location.column)
      }
      items.reorder { kind in entries.filter { $0.key.kind == kind }.map(\.position) }
    }
    return exchange(&items, with: Items())
  }
}

extension Items {
  /// Puts the last item of a kind in the place of another.
  fileprivate mutating func replaceByLast(_ kind: ItemKind, at position: Int) {
    switch kind {
    case .task: tasks[position] = tasks[tasks.count - 1]
    case .habit: habits[position] = habits[habits.count - 1]
    case .entry: entries[position] = entries[entries.count - 1]
    case .session: sessions[position] = sessions[sessions.count - 1]
    case .focusDay: focusDays[position] = focusDays[focusDays.count - 1]
    case .stepDay: stepDays[position] = stepDays[stepDays.count - 1]
    case .workout: workouts[position] = workouts[workouts.count - 1]
    case .insight: insights[position] = insights[insights.count - 1]
    case .bill: bills[position] = bills[bills.count - 1]
    case .budget: budgets[position] = budgets[budgets.count - 1]
    }
  }

  mutating func removeLast(_ kind: ItemKind) {
    switch kind {
    case .task: tasks.removeLast()
    case .habit: habits.removeLast()
    case .entry: entries.removeLast()
    case .session: sessions.removeLast()
    case .focusDay: focusDays.removeLast()
    case .stepDay: stepDays.removeLast()
    case .workout: workouts.removeLast()
    case .insight: insights.removeLast()
    case .bill: bills.removeLast()
    case .budget: budgets.removeLast()
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
  /// - Parameter expected: How many there may be; a guess, which is not believed without bound.
  /// - Returns: Where the element is.
  @inline(__always)
  mutating func add(expecting expected: Int, _ element: consuming Element) -> Int {
    if isEmpty { reserveCapacity(Swift.min(expected, 64)) }
    append(element)
    return count - 1
  }
}
