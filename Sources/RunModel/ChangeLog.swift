import PlanModel

/// The differences between two plans: all of them counted, the first ones kept. Those of two parts of a run can be added
/// up.
package struct ChangeLog: Sendable {
  /// Counts by ``PlanChange/Verb``.
  package struct Tally: Sendable, Hashable {
    private var counts = [Int](repeating: 0, count: PlanChange.Verb.allCases.count)

    package init() {}

    package subscript(verb: PlanChange.Verb) -> Int {
      get { counts[verb.index] }
      set { counts[verb.index] = newValue }
    }

    package var total: Int { counts.reduce(0, +) }

    package mutating func add(_ other: Tally) {
      for index in counts.indices { counts[index] += other.counts[index] }
    }

    /// `2 added, 1 moved`.
    package var words: String {
      let parts = PlanChange.Verb.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
      return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
  }

  /// How many changes are kept.
  private let limit: Int
  package private(set) var total = Tally()
  /// One that has several causes counts for each.
  package private(set) var causes: [ChangeCause: Tally] = [:]
  /// By zone of the wall time; `no zone` where there is none.
  package private(set) var zones: [String: Tally] = [:]
  /// Accounts with any change.
  package private(set) var accounts = 0
  package var listed: [PlanChange] = []

  package init() {
    self.init(limit: 10_000)
  }

  package init(limit: Int) {
    self.limit = limit
  }

  /// As a plan folder's `summary.json` has it.
  package init(
    total: Tally, causes: [ChangeCause: Tally], zones: [String: Tally], accounts: Int, listed: [PlanChange]
  ) {
    limit = listed.count
    self.total = total
    self.causes = causes
    self.zones = zones
    self.accounts = accounts
    self.listed = listed
  }

  /// Changes that are counted and not kept.
  package var leftOut: Int { total.total - listed.count }
  package var isEmpty: Bool { total.total == 0 }
  /// By zone name.
  package var sortedZones: [(key: String, value: Tally)] { zones.sorted { $0.key.compareBytes($1.key) < 0 } }

  /// - Parameter changes: All those of one account.
  package mutating func add(_ changes: [PlanChange]) {
    guard !changes.isEmpty else { return }
    accounts += 1
    for change in changes {
      total[change.verb] += 1
      for cause in change.causes { causes[cause, default: Tally()][change.verb] += 1 }
      zones[change.zone ?? "no zone", default: Tally()][change.verb] += 1
    }
    listed += changes.prefix(max(0, limit - listed.count))
  }

  package mutating func add(_ other: ChangeLog) {
    accounts += other.accounts
    total.add(other.total)
    for (cause, tally) in other.causes { causes[cause, default: Tally()].add(tally) }
    for (zone, tally) in other.zones { zones[zone, default: Tally()].add(tally) }
    listed += other.listed.prefix(max(0, limit - listed.count))
  }
}

extension PlanChange.Verb {
  fileprivate var index: Int { PlanChange.Verb.allCases.firstIndex(of: self)! }
}
