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
  /// Those that time alone explains.
  package private(set) var passing = 0
  /// Those that take a notification away for a reason that somebody may want to look at.
  package private(set) var lost = 0
  /// The first ones, in the order of the accounts. Where there is no room, what time alone explains is left out first.
  package var listed: [PlanChange] = []
  /// What the first plan came to; nil where nobody asked.
  package var before: EarlierCounts?

  package init() {
    self.init(limit: 10_000)
  }

  package init(limit: Int) {
    self.limit = limit
  }

  /// Of a run after another one.
  package init(succeeding before: EarlierCounts) {
    self.init(limit: RunSummary.listedChanges)
    self.before = before
  }

  /// As a plan folder's `summary.json` has it.
  package init(
    total: Tally, causes: [ChangeCause: Tally], zones: [String: Tally], accounts: Int, passing: Int, lost: Int,
    listed: [PlanChange], before: EarlierCounts?
  ) {
    limit = listed.count
    self.total = total
    self.causes = causes
    self.zones = zones
    self.accounts = accounts
    self.passing = passing
    self.lost = lost
    self.listed = listed
    self.before = before
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
      if change.isPassing { passing += 1 }
      if change.isLoss { lost += 1 }
    }
    list(changes)
  }

  package mutating func add(_ other: ChangeLog) {
    accounts += other.accounts
    total.add(other.total)
    for (cause, tally) in other.causes { causes[cause, default: Tally()].add(tally) }
    for (zone, tally) in other.zones { zones[zone, default: Tally()].add(tally) }
    passing += other.passing
    lost += other.lost
    list(other.listed)
    if let counts = other.before {
      if before == nil { before = EarlierCounts() }
      before?.add(counts)
    }
  }

  private mutating func list(_ changes: [PlanChange]) {
    for change in changes {
      if listed.count >= limit {
        guard !change.isPassing, let last = listed.lastIndex(where: \.isPassing) else { continue }
        listed.remove(at: last)
      }
      listed.append(change)
    }
  }
}

extension PlanChange {
  /// Nothing but time explains it.
  package var isPassing: Bool { causes == [.time] }

  /// It takes a notification away for a reason that somebody may want to look at.
  package var isLoss: Bool { verb == .removed && reason?.isProblem ?? false }
}

extension PlanChange.Verb {
  fileprivate var index: Int { PlanChange.Verb.allCases.firstIndex(of: self)! }
}
