import CivilTime
import Comparing
import PlanModel

/// The differences between two plans: counts of all, and the first ones themselves. Logs of two parts of a run can be added.
package struct ChangeLog: Sendable {
  /// Counts by ``PlanChange/Verb``.
  package struct Tally: Sendable, Hashable {
    /// One count for each of the four verbs.
    private var counts = SIMD4<Int>()

    package init() {}

    package subscript(verb: PlanChange.Verb) -> Int {
      get { counts[verb.index] }
      set { counts[verb.index] = newValue }
    }

    package var total: Int { counts.wrappedSum() }

    package mutating func add(_ other: Tally) { counts &+= other.counts }

    mutating func subtract(_ other: Tally) { counts = pointwiseMax(counts &- other.counts, SIMD4()) }

    /// `2 added, 1 moved`.
    package var words: String {
      let parts = PlanChange.Verb.allCases.filter { self[$0] > 0 }.map { "\(self[$0].grouped) \($0.rawValue)" }
      return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
  }

  /// The changes that a page lists together, including those that are not kept.
  package struct Group: Sendable, Hashable {
    package var tally = Tally()
    /// The number of accounts with such changes.
    package var accounts = 0
    /// The first local date; nil if no change has one.
    package var from: LocalDate?

    package init() {}

    mutating func subtract(_ other: Group) {
      tally.subtract(other.tally)
      accounts = max(0, accounts - other.accounts)
    }

    mutating func add(_ other: Group) {
      tally.add(other.tally)
      accounts += other.accounts
      from = [from, other.from].compactMap(\.self).min()
    }
  }

  /// Changes of the same cause, kind and effect on the notification.
  package struct Row: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
      package var cause: ChangeCause?
      package var ofAccount: AccountDifference?
      package var kind: Kind
      package var verb: PlanChange.Verb
      /// Why the notification does not go out in the other plan.
      package var reason: Reason?
      /// Whether the notification goes out in neither plan.
      package var isDropped: Bool
      package var isLost: Bool

      init(_ change: PlanChange, isLost: Bool) {
        self.isLost = isLost
        cause = change.leadingCause
        (ofAccount, kind, verb, reason) = (change.ofAccount, change.kind, change.verb, change.reason)
        isDropped = change.verb == .changed && change.differences.first?.field == "reason"
      }
    }

    package var count = 0
    package var accounts = 0
    package var lost = 0
    /// The accounts that lose for the row's reason, each in the row of its first loss.
    package var losers = 0
    /// The first change.
    package var sample: PlanChange

    package init(sample: PlanChange) { self.sample = sample }
  }

  /// The maximum number of changes to keep.
  private let limit: Int
  /// The second plan's `now`. A notification due by then is not lost.
  private let now: Instant
  package private(set) var total = Tally()
  /// Tallies by cause. A change with several causes counts for each.
  package private(set) var causes: [ChangeCause: Tally] = [:]
  /// Counts by group; each change counts in one.
  package private(set) var groups: [ChangeGroup: Group] = [:]
  /// Counts by row; each change counts in one.
  package private(set) var rows: [Row.Key: Row] = [:]
  /// Tallies by zone of the wall time, or `no zone`.
  package private(set) var zones: [String: Tally] = [:]
  /// The number of accounts with any change.
  package private(set) var accounts = 0
  /// The number of changes that only the passing of time explains.
  package private(set) var passing = 0
  /// The number of changes that lose a notification.
  package private(set) var lost = 0
  /// The same by the local date on which the first plan had them.
  package private(set) var lostDays: [LocalDate: Int] = [:]
  /// The first changes, by account. If they exceed the limit, losses are kept first, and changes due to time alone last.
  package var listed: [PlanChange] {
    get {
      guard kept.count > limit else { return kept }
      let ranks = kept.map { $0.isLoss(asOf: now) ? 0 : $0.isPassing ? 2 : 1 }
      var (left, room) = ([0, 0, 0], limit)
      for rank in left.indices {
        left[rank] = min(room, ranks.count { $0 == rank })
        room -= left[rank]
      }
      return zip(kept, ranks).filter { _, rank in
        left[rank] -= 1
        return left[rank] >= 0
      }
      .map(\.0)
    }
    set { kept = newValue }
  }
  /// ``listed``, and possibly changes that are beyond the limit.
  private var kept: [PlanChange] = []
  /// What devices showed of the first plan; nil if no account is in both plans.
  package private(set) var shown: ShownCounts?
  /// The counts of the first plan; nil if not requested.
  package var before: EarlierCounts?

  package init() { self.init(asOf: .distantPast) }

  package init(asOf now: Instant = .distantPast, limit: Int = 10_000) {
    (self.limit, self.now) = (limit, now)
  }

  /// Creates the log of a run that follows another one.
  package init(succeeding before: EarlierCounts, asOf now: Instant) {
    self.init(asOf: now, limit: RunSummary.listedChanges)
    self.before = before
  }

  /// Creates a log from the contents of a plan folder's `summary.json`.
  package init(
    total: Tally, causes: [ChangeCause: Tally], leading: [ChangeCause: Group], rows: [Row], zones: [String: Tally],
    accounts: Int, passing: Int, lost: Int, lostDays: [LocalDate: Int],
    listed: [PlanChange], shown: ShownCounts?, before: EarlierCounts?
  ) {
    self.init(limit: listed.count)
    self.rows = Dictionary(rows.map { (Row.Key($0.sample, isLost: $0.lost > 0), $0) }) { first, _ in first }
    for (cause, group) in leading { groups[.cause(cause)] = group }
    (self.total, self.causes, self.zones, self.accounts) = (total, causes, zones, accounts)
    (self.passing, self.lost, self.lostDays, self.listed) = (passing, lost, lostDays, listed)
    (self.shown, self.before) = (shown, before)
  }

  /// The number of changes that are counted but not kept.
  package var leftOut: Int { total.total - min(kept.count, limit) }
  package var isEmpty: Bool { total.total == 0 }
  /// The number of removed notifications of accounts that have another device instead.
  package var onOtherDevices: Int { rows.reduce(0) { $0 + ($1.key.ofAccount == .device ? $1.value.count : 0) } }
  /// The rows: losses first, notifications dropped by both plans last; between these, by cause, then the most frequent first.
  package var sortedRows: [(key: Row.Key, value: Row)] {
    rows.sorted { a, b in
      if a.value.lost != b.value.lost { return a.value.lost > b.value.lost }
      if a.key.isDropped != b.key.isDropped { return b.key.isDropped }
      let (x, y) = (a.key.cause.rank, b.key.cause.rank)
      if x != y { return x < y }
      if a.value.count != b.value.count { return a.value.count > b.value.count }
      // The words are unique among rows of one cause and count.
      return a.key.sortingWords.compareBytes(b.key.sortingWords) < 0
    }
  }

  /// The tallies by zone, in order of the zone's name.
  package var sortedZones: [(key: String, value: Tally)] { zones.sorted { $0.key.compareBytes($1.key) < 0 } }

  /// Adds the changes of one account.
  ///
  /// - Parameter changes: All changes of the account.
  package mutating func add(_ changes: [PlanChange]) {
    guard !changes.isEmpty else { return }
    accounts += 1
    var found: [ChangeGroup: Group] = [:]
    var keys: Set<Row.Key> = []
    var losses: Set<String> = []
    for change in changes {
      let isLoss = change.isLoss(asOf: now)
      let key = Row.Key(change, isLost: isLoss)
      rows[key, default: Row(sample: change)].count(isLoss: isLoss, isFirst: keys.insert(key).inserted)
      if isLoss, losses.insert(key.lossWords).inserted { rows[key]?.losers += 1 }
      total[change.verb] += 1
      for cause in change.causes { causes[cause, default: Tally()][change.verb] += 1 }
      zones[change.zone ?? "no zone", default: Tally()][change.verb] += 1
      if change.isPassing { passing += 1 }
      if isLoss {
        lost += 1
        if let date = change.fromLocal?.date { lostDays[date, default: 0] += 1 }
      }
      if key.isDropped, !change.isPassing, let reason = change.differences.first?.old.flatMap({ Reason(code: $0) }) {
        before?.otherwise[reason, default: 0] += 1
      }
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
    lostDays.merge(other.lostDays, uniquingKeysWith: +)
    list(other.listed)
    if let counts = other.shown {
      if shown == nil { shown = ShownCounts() }
      shown?.add(counts)
    }
    if let counts = other.before {
      if before == nil { before = EarlierCounts() }
      before?.add(counts)
    }
  }

  /// Takes out what another log, of one account, has of this one. What devices showed stays.
  package mutating func subtract(_ other: ChangeLog) {
    accounts = max(0, accounts - other.accounts)
    total.subtract(other.total)
    for (cause, tally) in other.causes { causes[cause]?.subtract(tally) }
    causes = causes.filter { $0.value.total > 0 }
    for (group, count) in other.groups { groups[group]?.subtract(count) }
    groups = groups.filter { $0.value.tally.total > 0 }
    for (key, row) in other.rows { rows[key]?.subtract(row) }
    rows = rows.filter { $0.value.count > 0 }
    for (zone, tally) in other.zones { zones[zone]?.subtract(tally) }
    zones = zones.filter { $0.value.total > 0 }
    passing = max(0, passing - other.passing)
    lost = max(0, lost - other.lost)
    lostDays.subtract(other.lostDays)
    if let counts = other.before { before?.subtract(counts) }
  }

  /// Changes the example of each row, which is what files show of it besides counts.
  package mutating func mapExamples(_ body: (inout PlanChange) -> Void) {
    rows = rows.mapValues { row in
      var row = row
      body(&row.sample)
      return row
    }
  }

  /// Counts what a device showed of the first plan.
  package mutating func add(_ shown: ShownPlan, of account: Account) {
    if self.shown == nil { self.shown = ShownCounts() }
    self.shown?.add(shown, of: account)
  }

  private mutating func list(_ changes: [PlanChange]) {
    kept += changes
    if kept.count > 2 * limit { kept = listed }
  }
}

extension PlanChange {
  /// Returns whether two changes differ only in the date, and in a badge that follows from it.
  package func isLike(_ other: PlanChange) -> Bool {
    verb == other.verb && notification == other.notification && kind == other.kind && shift == other.shift
      && reason == other.reason && causes == other.causes && differencesOfKind == other.differencesOfKind
  }

  private var differencesOfKind: [Difference] {
    differences.filter { !$0.isOfTime && $0.field != "badge" }
  }

  fileprivate var leadingCause: ChangeCause? { causes.first { $0 != .time } ?? causes.first }

  /// Whether only the passing of time explains it.
  package var isPassing: Bool { causes == [.time] }

  /// Returns whether it removes a notification that was still due, and not because it is done, was shown, goes out under another
  /// identifier, lies past a shorter window, or is accepted.
  package func isLoss(asOf now: Instant) -> Bool {
    guard verb == .removed, !isReplaced, !isAccepted, ofAccount != .device, from.map({ $0 > now }) ?? true, !isPassing,
      !causes.contains(.window)
    else {
      return false
    }
    return reason?.losesPlanned ?? true
  }
}

/// The property by which a page groups changes.
package enum ChangeGroup: Hashable, Sendable {
  /// The first cause; the passing of time only alone.
  case cause(ChangeCause)
  // Changes without causes, such as between two tz databases.
  case removed(Reason?)
  case moved(zone: String?, shift: Int64?)
  case added, changed

  /// The causes in the order in which a reader acts on them.
  package static let order: [ChangeCause] = [.data, .settings, .policy, .tzdata, .window, .program, .upgrade, .time]

  package init(_ change: PlanChange) {
    if let cause = change.leadingCause {
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

  fileprivate mutating func subtract(_ other: ChangeLog.Row) {
    count -= other.count
    accounts = max(0, accounts - other.accounts)
    lost = max(0, lost - other.lost)
    losers = max(0, losers - other.losers)
  }

  fileprivate mutating func add(_ other: ChangeLog.Row) {
    count += other.count
    accounts += other.accounts
    lost += other.lost
    losers += other.losers
  }
}

extension ChangeLog.Row.Key {
  /// Returns `removed: no permission`, or `lost: …` if the reason needs attention.
  package var words: String {
    let why = reason.map { (verb == .added ? ", before: " : ": ") + $0.summary }
    return (isLost ? "lost" : isDropped ? "not sent for another reason" : verb.rawValue) + (why ?? "")
  }

  fileprivate var sortingWords: String { [kind.name, words, causeWords ?? ""].joined(separator: "\t") }

  /// `settings: authorization authorized → denied`; nil if causes were not requested.
  package var causeWords: String? {
    cause.map { [$0.words, ofAccount?.words].compactMap(\.self).joined(separator: ": ") }
  }
}

extension ChangeCause? {
  fileprivate var rank: Int { flatMap { ChangeGroup.order.firstIndex(of: $0) } ?? ChangeGroup.order.count }
}

extension ChangeLog.Group {
  /// Counts a change, in the group of a single account.
  fileprivate mutating func count(_ verb: PlanChange.Verb, on date: LocalDate?) {
    tally[verb] += 1
    accounts = 1
    if let date { from = min(from ?? date, date) }
  }
}

extension PlanChange.Verb {
  fileprivate var index: Int {
    switch self {
    case .added: 0
    case .removed: 1
    case .moved: 2
    case .changed: 3
    }
  }
}

/// Counts of the previous plan, for what is new, worse and resolved in this one. The counts of two parts of a run can be added.
package struct EarlierCounts: Sendable, Hashable {
  /// The previous plan's `now`; nil for the counts of a part.
  package var now: Instant?
  package var accounts = 0
  /// The number of these accounts that are missing from the new plan.
  package var goneAccounts = 0
  package var accountsWithProblems = 0
  /// The number of accounts that lose candidates to the slot limit.
  package var horizons = 0
  package var outcomes = RunSummary.Tally()
  /// The part of ``outcomes`` that is of accounts and devices which the new plan lacks.
  package var goneOutcomes = RunSummary.Tally()
  /// The new plan's, of accounts and devices which the previous plan lacks.
  package var newOutcomes = RunSummary.Tally()
  /// The number of decisions that needed attention, by reason.
  package var problems: [Reason: Int] = [:]
  /// The part of ``problems`` that is of accounts which the new plan lacks, or keeps unread. These problems are not resolved.
  package var gone: [Reason: Int] = [:]
  /// The new plan's decisions that need attention, of accounts which the previous plan lacks, or kept unread.
  package var fresh: [Reason: Int] = [:]
  /// The number of rejected records; nil if unknown.
  package var rejected: Int?
  /// The number of notifications that were to go out after the new plan's `now`.
  package var ahead = 0
  /// The same by app.
  package var aheadByApp: [String: Int] = [:]
  /// The number of pairs of an account and a kind of which nothing went out.
  package var silentKinds = 0
  /// The part of ``problems`` that does not go out for another reason now. These problems are not resolved.
  package var otherwise: [Reason: Int] = [:]
  /// The number of accounts that are in another zone than the previous plan expected.
  package var zoneChanges = 0
  /// ``problems`` of the runs before the previous one, the oldest first.
  package var earlier: [[Reason: Int]] = []
  /// With the previous run and the current one, a page shows fourteen.
  private static let earlierRuns = 12

  package init() {}

  /// Takes over the history of the previous run.
  ///
  /// - Parameter before: What the previous run counted of the one before it.
  package mutating func succeed(_ before: EarlierCounts?) {
    earlier = Array((before.map { $0.earlier + [$0.problems] } ?? []).suffix(EarlierCounts.earlierRuns))
  }

  /// Counts an account of the previous plan.
  ///
  /// - Parameters:
  ///   - plan: The previous plan of the account.
  ///   - new: Its new plan, if it was made by this run.
  ///   - isGone: Whether the account is missing from the new plan.
  ///   - isAbsent: Whether the account or its device is.
  ///   - isKept: Whether the new plan keeps it unread, without what was dropped.
  ///   - now: The new plan's.
  package mutating func count(
    _ plan: AccountPlan, to new: AccountPlan? = nil, isGone: Bool = false, isAbsent: Bool = false,
    isKept: Bool = false, asOf now: Instant
  ) {
    if plan.isGone { return }
    accounts += 1
    if let new, new.timeline.zoneName(at: now) != plan.timeline.zoneName(at: now) { zoneChanges += 1 }
    if isGone { goneAccounts += 1 }
    var hasProblem = plan.isUnread
    var due = 0
    for decision in plan.decisions {
      outcomes.count(decision.outcome)
      if isAbsent { goneOutcomes.count(decision.outcome) }
      if decision.outcome.reason == nil, decision.at.map({ $0 > now }) ?? true { due += 1 }
      guard let reason = decision.outcome.reason, plan.isLoss(decision) else { continue }
      problems[reason, default: 0] += 1
      if isGone || isKept { gone[reason, default: 0] += 1 }
      if reason.isProblem { hasProblem = true }
    }
    ahead += due
    if due > 0 { aheadByApp[plan.account.app, default: 0] += due }
    if hasProblem { accountsWithProblems += 1 }
    if plan.coverageHorizon != nil { horizons += 1 }
    if !isGone { silentKinds += SilentKinds(plan).count }
  }

  /// Counts an account of the new plan that has no counterpart in the previous one.
  ///
  /// - Parameter isNew: Whether the previous plan lacks it.
  package mutating func count(fresh plan: AccountPlan, isNew: Bool) {
    for decision in plan.decisions {
      if isNew { newOutcomes.count(decision.outcome) }
      if let reason = decision.outcome.reason, plan.isLoss(decision) { fresh[reason, default: 0] += 1 }
    }
  }

  /// Returns how many decisions needed attention for a reason, of accounts that can be compared with the new plan's.
  package func comparable(_ reason: Reason) -> Int { (problems[reason] ?? 0) - (gone[reason] ?? 0) }

  /// Whether more accounts changed their zone than users travel: their export is probably wrong.
  package var tellsZones: Bool { zoneChanges >= 5 && zoneChanges > (accounts - goneAccounts) / 10 }

  /// The counts of accounts of the two plans, which are added and taken out alike.
  private static var counts: [WritableKeyPath<EarlierCounts, Int>] {
    [
      \.accounts, \.goneAccounts, \.accountsWithProblems, \.horizons, \.ahead, \.silentKinds, \.zoneChanges,
    ]
      + [\.outcomes, \.goneOutcomes, \.newOutcomes].flatMap {
        (tally: WritableKeyPath<EarlierCounts, RunSummary.Tally>) in
        [\.scheduled, \.armed, \.ahead, \.dropped].map { tally.appending(path: $0) }
      }
  }
  private static var countsByReason: [WritableKeyPath<EarlierCounts, [Reason: Int]>] {
    [\.problems, \.gone, \.fresh, \.otherwise]
  }

  /// Takes out the counts of accounts of the two plans.
  mutating func subtract(_ other: EarlierCounts) {
    for count in EarlierCounts.counts { self[keyPath: count] = max(0, self[keyPath: count] - other[keyPath: count]) }
    for counts in EarlierCounts.countsByReason { self[keyPath: counts].subtract(other[keyPath: counts]) }
    aheadByApp.subtract(other.aheadByApp)
  }

  mutating func add(_ other: EarlierCounts) {
    now = now ?? other.now
    rejected = rejected ?? other.rejected
    aheadByApp.merge(other.aheadByApp, uniquingKeysWith: +)
    if earlier.isEmpty { earlier = other.earlier }
    for count in EarlierCounts.counts { self[keyPath: count] += other[keyPath: count] }
    for counts in EarlierCounts.countsByReason {
      self[keyPath: counts].merge(other[keyPath: counts], uniquingKeysWith: +)
    }
  }
}

extension ZoneTimeline {
  fileprivate func zoneName(at now: Instant) -> String { stays[stayIndex(at: now)].zone.name }
}

extension Dictionary where Value == Int {
  /// Takes out counts; those that reach 0 go.
  fileprivate mutating func subtract(_ other: [Key: Int]) {
    for (key, count) in other {
      guard let known = self[key] else { continue }
      self[key] = known > count ? known - count : nil
    }
  }
}
