import CivilTime
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

  /// The changes that a page lists together: all of them counted, whether or not they are kept.
  package struct Group: Sendable, Hashable {
    package var tally = Tally()
    /// Accounts with any of them.
    package var accounts = 0
    /// The first local date of any; nil: none has one.
    package var from: LocalDate?

    package init() {}

    mutating func add(_ other: Group) {
      tally.add(other.tally)
      accounts += other.accounts
      from = [from, other.from].compactMap(\.self).min()
    }
  }

  /// Changes alike in what made them, in kind, and in what became of the notification.
  package struct Row: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
      package var cause: ChangeCause?
      package var ofAccount: AccountDifference?
      package var kind: Kind
      package var verb: PlanChange.Verb
      /// Why it does not go out in the other plan.
      package var reason: Reason?
      /// It goes out in neither plan.
      package var isDropped: Bool

      init(_ change: PlanChange) {
        cause = ChangeGroup.order.first(where: change.causes.contains)
        (ofAccount, kind, verb, reason) = (change.ofAccount, change.kind, change.verb, change.reason)
        isDropped = change.verb == .changed && change.differences.first?.field == "reason"
      }
    }

    package var count = 0
    package var accounts = 0
    package var lost = 0
    /// The first.
    package var sample: PlanChange
  }

  /// How many changes are kept.
  private let limit: Int
  /// The second plan's `now`: what was due by then is not lost.
  private let now: Instant
  package private(set) var total = Tally()
  /// One that has several causes counts for each.
  package private(set) var causes: [ChangeCause: Tally] = [:]
  /// Each change counts in one of them.
  package private(set) var groups: [ChangeGroup: Group] = [:]
  /// Each change counts in one of them.
  package private(set) var rows: [Row.Key: Row] = [:]
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
    self.init(asOf: .distantPast)
  }

  package init(asOf now: Instant = .distantPast, limit: Int = 10_000) {
    (self.limit, self.now) = (limit, now)
  }

  /// Of a run after another one.
  package init(succeeding before: EarlierCounts, asOf now: Instant) {
    self.init(asOf: now, limit: RunSummary.listedChanges)
    self.before = before
  }

  /// As a plan folder's `summary.json` has it.
  package init(
    total: Tally, causes: [ChangeCause: Tally], leading: [ChangeCause: Group], zones: [String: Tally], accounts: Int,
    passing: Int, lost: Int, listed: [PlanChange], before: EarlierCounts?
  ) {
    self.init(limit: listed.count)
    for (cause, group) in leading { groups[.cause(cause)] = group }
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
  /// What is lost first and what goes out in neither plan last; in between by cause, then the most.
  package var sortedRows: [(key: Row.Key, value: Row)] {
    rows.sorted { a, b in
      if a.value.lost != b.value.lost { return a.value.lost > b.value.lost }
      if a.key.isDropped != b.key.isDropped { return b.key.isDropped }
      let (x, y) = (a.key.cause.rank, b.key.cause.rank)
      if x != y { return x < y }
      if a.value.count != b.value.count { return a.value.count > b.value.count }
      // No two rows of one cause and one count have the same words.
      return a.key.sortingWords.compareBytes(b.key.sortingWords) < 0
    }
  }

  /// By zone name.
  package var sortedZones: [(key: String, value: Tally)] { zones.sorted { $0.key.compareBytes($1.key) < 0 } }

  /// - Parameter changes: All those of one account.
  package mutating func add(_ changes: [PlanChange]) {
    guard !changes.isEmpty else { return }
    accounts += 1
    var found: [ChangeGroup: Group] = [:]
    var keys: Set<Row.Key> = []
    for change in changes {
      let (key, isLoss) = (Row.Key(change), change.isLoss(asOf: now))
      rows[key, default: Row(sample: change)].count(isLoss: isLoss, isFirst: keys.insert(key).inserted)
      total[change.verb] += 1
      for cause in change.causes { causes[cause, default: Tally()][change.verb] += 1 }
      zones[change.zone ?? "no zone", default: Tally()][change.verb] += 1
      if change.isPassing { passing += 1 }
      if isLoss { lost += 1 }
      let date = (change.fromLocal ?? change.toLocal)?.date
      found[ChangeGroup(change), default: Group()].count(change.verb, on: date)
    }
    for (group, count) in found { groups[group, default: Group()].add(count) }
    list(changes)
  }

  package mutating func add(_ other: ChangeLog) {
    accounts += other.accounts
    total.add(other.total)
    for (cause, tally) in other.causes { causes[cause, default: Tally()].add(tally) }
    for (group, count) in other.groups { groups[group, default: Group()].add(count) }
    for (key, row) in other.rows {
      if rows[key] == nil { rows[key] = Row(sample: row.sample) }
      rows[key]?.add(row)
    }
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
  /// Nothing but its date, and a badge that follows from that, tells it from another one.
  package func isLike(_ other: PlanChange) -> Bool {
    verb == other.verb && notification == other.notification && kind == other.kind && shift == other.shift
      && reason == other.reason && causes == other.causes && differencesOfKind == other.differencesOfKind
  }

  private var differencesOfKind: [Difference] {
    differences.filter { !$0.isOfTime && $0.field != "badge" }
  }

  /// Nothing but time explains it.
  package var isPassing: Bool { causes == [.time] }

  /// Whether it takes a notification that was still due away for a reason that somebody may want to look at.
  package func isLoss(asOf now: Instant) -> Bool {
    verb == .removed && reason?.isLoss ?? false && from.map { $0 > now } ?? true
  }
}

/// What changes have in common that a page lists together.
package enum ChangeGroup: Hashable, Sendable {
  /// Of its causes, the one that a reader acts upon first.
  case cause(ChangeCause)
  // Of changes without causes, as between two tz databases.
  case removed(Reason?)
  case moved(zone: String?, shift: Int64?)
  case added, changed

  /// Causes in the order in which a reader acts upon them: what time alone did comes last.
  package static let order: [ChangeCause] = [.data, .settings, .policy, .tzdata, .window, .program, .time]

  package init(_ change: PlanChange) {
    if let cause = ChangeGroup.order.first(where: change.causes.contains) {
      self = .cause(cause)
      return
    }
    switch change.verb {
    case .removed: self = .removed(change.reason)
    case .moved: self = .moved(zone: change.zone, shift: change.shift)
    case .added: self = .added
    case .changed: self = .changed
    }
  }
}

extension ChangeLog.Row {
  fileprivate mutating func count(isLoss: Bool, isFirst: Bool) {
    count += 1
    if isFirst { accounts += 1 }
    if isLoss { lost += 1 }
  }

  fileprivate mutating func add(_ other: ChangeLog.Row) {
    count += other.count
    accounts += other.accounts
    lost += other.lost
  }
}

extension ChangeLog.Row.Key {
  /// `removed: no permission`; `lost` if somebody may want to look at the reason.
  package func words(isLoss: Bool) -> String {
    let why = reason.map { (verb == .added ? ", before: " : ": ") + $0.entry.summary }
    return (isLoss ? "lost" : isDropped ? "dropped for another reason" : verb.rawValue) + (why ?? "")
  }

  fileprivate var sortingWords: String { [kind.name, words(isLoss: false), causeWords ?? ""].joined(separator: "\t") }

  /// `settings: authorization authorized → denied`; nil: nobody asked for causes.
  package var causeWords: String? {
    cause.map { [$0.words, ofAccount?.words].compactMap(\.self).joined(separator: ": ") }
  }
}

extension ChangeCause? {
  fileprivate var rank: Int { flatMap { ChangeGroup.order.firstIndex(of: $0) } ?? ChangeGroup.order.count }
}

extension ChangeLog.Group {
  /// Counts a change of the one account that it is of.
  fileprivate mutating func count(_ verb: PlanChange.Verb, on date: LocalDate?) {
    tally[verb] += 1
    accounts = 1
    if let date { from = min(from ?? date, date) }
  }
}

extension PlanChange.Verb {
  fileprivate var index: Int { PlanChange.Verb.allCases.firstIndex(of: self)! }
}
