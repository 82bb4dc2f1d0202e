import CivilTime
import Diagnostics
import PlanModel

/// Gathers the items of one account from all the places they stand in; of two with the same kind and id the newer holds.
struct ItemCollector {
  private struct Entry {
    var key: ItemKey
    var item: ResolvedItem
    var updatedAt: Instant?
    var exportedAt: Instant?
    var location: RecordLocation
  }

  private var entries: [Entry] = []
  private var positions: [ItemKey: Int] = [:]
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

  mutating func collect(_ list: Int, _ policy: Policy, _ resolver: inout RecordResolver) {
    guard resolver.record.values[list].type == .list else { return }
    var child = list + 1
    let end = Int(resolver.record.values[list].next)
    while child < end {
      collectOne(child, policy, &resolver)
      child = Int(resolver.record.values[child].next)
    }
  }

  mutating func collectOne(_ index: Int, _ policy: Policy, _ resolver: inout RecordResolver) {
    guard let (key, updatedAt, item) = resolver.item(at: index) else { return }
    if !policy.uses(key.kind), warned.insert(key.kind).inserted {
      resolver.report(
        .unlistedKind, severity: .warning, at: index, field: "kind",
        found: "the policy of \(policy.app.quotedForDiagnostic) has no kind that uses \(key.kind.rawValue) items",
        expected: nil)
    }
    let entry = Entry(
      key: key, item: item, updatedAt: updatedAt, exportedAt: exportedAt, location: resolver.location(index))
    guard let position = positions[key] else {
      positions[key] = entries.count
      entries.append(entry)
      return
    }
    let rival = entries[position]
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
    if isNewer { entries[position] = entry }
  }

  private func rank(_ entry: Entry) -> (Instant, Instant, Int32) {
    (entry.updatedAt ?? .distantPast, entry.exportedAt ?? .distantPast, entry.location.input)
  }

  /// The items by kind, in input order.
  func sorted(hasForeign: Bool) -> Items {
    var items = Items()
    var ordered = entries
    if hasForeign {
      ordered.sort {
        ($0.location.input, $0.location.line, $0.location.column)
          < ($1.location.input, $1.location.line, $1.location.column)
      }
    }
    for entry in ordered {
      switch entry.item {
      case .task(let item): items.tasks.append(item)
      case .habit(let item): items.habits.append(item)
      case .entry(let item): items.entries.append(item)
      case .session(let item): items.sessions.append(item)
      case .focusDay(let item): items.focusDays.append(item)
      case .stepDay(let item): items.stepDays.append(item)
      case .workout(let item): items.workouts.append(item)
      case .insight(let item): items.insights.append(item)
      case .bill(let item): items.bills.append(item)
      case .budget(let item): items.budgets.append(item)
      }
    }
    return items
  }
}
