import CivilTime
import PlanModel

/// The counts of a run. The counts of two parts of a run can be added.
package struct RunSummary: Sendable {
  /// Decisions by outcome.
  package struct Tally: Sendable, Hashable {
    package var scheduled = 0
    package var armed = 0
    package var ahead = 0
    package var dropped = 0

    package init() {}

    package var total: Int { scheduled + armed + ahead + dropped }

    /// `3 go out, 1 waits, 7 not sent`.
    package var words: String {
      var parts: [String] = []
      if scheduled > 0 || total == 0 { parts.append("\(scheduled.grouped) \(scheduled == 1 ? "goes" : "go") out") }
      if armed > 0 { parts.append("\(armed.grouped) \(armed == 1 ? "waits" : "wait")") }
      if ahead > 0 { parts.append("\(ahead.grouped) planned ahead") }
      if dropped > 0 { parts.append("\(dropped.grouped) not sent") }
      return parts.joined(separator: ", ")
    }

    package mutating func count(_ outcome: Outcome) {
      switch outcome {
      case .scheduled: scheduled += 1
      case .armed: armed += 1
      case .ahead: ahead += 1
      case .dropped: dropped += 1
      }
    }

    package mutating func add(_ other: Tally) {
      scheduled += other.scheduled
      armed += other.armed
      ahead += other.ahead
      dropped += other.dropped
    }
  }

  /// An account that loses candidates to the slot limit.
  package struct Horizon: Sendable, Hashable {
    package var account: AccountName
    package var at: Instant

    package init(_ account: AccountName, at: Instant) { (self.account, self.at) = (account, at) }
  }

  package struct ZoneTally: Sendable, Hashable {
    package var accounts = 0
    package var decisions = Tally()

    package init() {}

    /// Counts one more account and its decisions.
    package mutating func count(_ tally: Tally) {
      accounts += 1
      decisions.add(tally)
    }

    mutating func add(_ other: ZoneTally) {
      accounts += other.accounts
      decisions.add(other.decisions)
    }
  }

  /// Scheduled decisions with a mark.
  package struct Marks: Sendable, Hashable {
    package var late = 0
    package var deferred = 0
    /// Moved by the clock.
    package var shifted = 0
    /// Moved by the minimum gap.
    package var spaced = 0

    package init() {}

    package mutating func count(isLate: Bool, isDeferred: Bool, _ shift: Shift?) {
      if isLate { late += 1 }
      if shift == .minimumGap {
        spaced += 1
      } else {
        if isDeferred { deferred += 1 }
        if shift?.isByClock == true { shifted += 1 }
      }
    }

    mutating func add(_ other: Marks) {
      late += other.late
      deferred += other.deferred
      shifted += other.shifted
      spaced += other.spaced
    }
  }

  /// The slots that plans take.
  package struct Slots: Sendable, Hashable {
    package var used = 0
    /// The largest number that one account uses.
    package var most = 0

    package init() {}

    package mutating func count(_ used: Int) {
      // Damaged files may contain any number.
      self.used &+= used
      most = max(most, used)
    }
  }

  /// The maximum number of horizons listed by name, the earliest first.
  package static let listedHorizons = 1000
  /// The maximum number of superseded records listed.
  package static let listedSuperseded = 1000
  /// The maximum number of changes listed.
  package static let listedChanges = 1000

  package var accounts = 0
  package var accountsWithProblems = 0
  /// Accounts that keep their earlier plan because an input could not be used.
  package var stale = 0
  /// The time of the oldest plan that one of them keeps.
  package var staleSince: Instant?
  /// Those of which nothing goes out any more.
  package var staleSilent = 0
  /// Accounts that keep their earlier plan because they are not due.
  package var notDue = 0
  /// Accounts that read another language than their locale asks for, by the language of the locale.
  package var untranslated: [String: Int] = [:]
  package var decisions = Tally()
  package var marks = Marks()
  /// Decisions by `Reason.index`.
  package var reasons = [Int](repeating: 0, count: Reason.count)
  /// Accounts that lose something for a reason, by app and `Reason.index`; see ``losses(_:)``.
  private var losers: [String: [Int]] = [:]
  /// Tallies by `Kind.index`.
  private var kindTallies: [Tally] = []
  package var apps: [String: Tally] = [:]
  package var zones: [String: ZoneTally] = [:]
  /// Notifications that go out, by local date and kind.
  package var dayCounts = DayCounts()
  /// Notifications that go out by local weekday and hour, indexed by `Weekday.rawValue * 24 + hour`.
  package var hours = [Int](repeating: 0, count: 7 * 24)
  /// Dropped decisions by kind and reason, indexed by `Kind.index * Reason.count + Reason.index`.
  private var kindReasons: [Int] = []
  /// The clock changes inside the window, with the accounts and notifications that they affect.
  package var zoneUsage: ZoneUsage
  package var actions: [Action.Verb: Int] = [:]
  package var actionCauses = ActionCauses()
  /// The zones' clocks over the time that the plan covers.
  package var clocks = ClockTable()
  package var slots = Slots()
  /// Accounts by the share of their slots in use.
  package var slotFill = SlotFill()
  package var horizonCount = 0
  /// Accounts that lose candidates to the slot limit, by the local date of their horizon.
  package var horizonDays: [LocalDate: Int] = [:]
  /// The earliest horizons, in order.
  package var horizons: [Horizon] = []
  /// The part of `reasons` that a policy accepts, indexed by `Reason.index`.
  package var accepted = [Int](repeating: 0, count: Reason.count)
  /// The duplicates that quiet hours or a snooze make, which are no problem, except accepted ones.
  package var deferredDuplicates = 0
  /// The part of `horizonCount` whose entire loss to the slot limit a policy accepts.
  package private(set) var acceptedHorizons = 0
  package var planAgain = PlanAgainCounts()
  /// The kinds of which nothing goes out in an account.
  package var silentKinds = SilentKinds()
  /// The gates that are set, and how near the run came to them.
  package var gates: [GateResult] = []
  /// What would help against the findings; empty unless requested.
  package var advice: [Advice] = []
  /// The inputs that could not be used.
  package var brokenInputs = 0
  package let now: Instant
  /// The engagement figures; nil if not requested or unknown.
  package var measures: Measures?
  /// The differences from the previous plan; nil without one.
  package var changes: ChangeLog?
  package var rejected = 0
  package var supersededCount = 0
  /// The first superseded records, in input order.
  package var superseded: [SupersededRecord] = []

  package init(now: Instant) { (zoneUsage, self.now) = (ZoneUsage(now: now), now) }

  /// Notifications by local date and `Kind.index`. Computed on each access.
  package var days: [LocalDate: [Int]] { dayCounts.byDate }

  /// The tallies of kinds that have decisions.
  package var kinds: [Kind: Tally] {
    get {
      let used = Kind.all.filter { $0.index < kindTallies.count && kindTallies[$0.index].total > 0 }
      return Dictionary(uniqueKeysWithValues: used.map { ($0, kindTallies[$0.index]) })
    }
    set {
      for (kind, tally) in newValue {
        makeRoom(for: kind.index + 1)
        kindTallies[kind.index] = tally
      }
    }
  }

  /// Returns the number of decisions of a kind with a reason.
  package func count(_ kind: Kind, _ reason: Reason) -> Int {
    kind.index * Reason.count < kindReasons.count ? kindReasons[kind.index * Reason.count + reason.index] : 0
  }

  /// Returns the number of decisions with a reason if it is a problem, without those that a policy accepts.
  package func problems(_ reason: Reason) -> Int { reason.isProblem ? losses(reason) : 0 }

  /// Returns the number of decisions with a reason if it makes users miss something, without those that a policy accepts and
  /// duplicates that quiet hours make.
  package func losses(_ reason: Reason) -> Int {
    reason.isLoss
      ? reasons[reason.index] - accepted[reason.index] - (reason == .duplicate ? deferredDuplicates : 0) : 0
  }

  /// Returns the number of accounts that lose something for a reason; see ``losses(_:)``.
  ///
  /// - Parameter app: nil for all apps.
  package func losers(_ reason: Reason, of app: String? = nil) -> Int {
    losers.reduce(0) { $0 + (app ?? $1.key == $1.key ? $1.value[reason.index] : 0) }
  }

  /// `7 kindDisabled: set preferences.kinds.bill; 2 paid`: why nothing goes out, the most frequent reason first. nil if anything is
  /// scheduled or armed. After an earlier run, users switched off what went out, so no setting is named.
  package var silence: String? {
    guard decisions.scheduled == 0, decisions.armed == 0 else { return nil }
    let found = Reason.allCases.filter { reasons[$0.index] > 0 }.sorted { reasons[$0.index] > reasons[$1.index] }
    let words = found.map { reason in
      let kinds = Kind.all.filter { $0.index * Reason.count < kindReasons.count && count($0, reason) > 0 }
      let remedy = changes == nil ? reason.remedy(kinds) : nil
      return "\(reasons[reason.index]) \(reason.code)" + (remedy.map { ": \($0)" } ?? "")
    }
    return words.isEmpty ? nil : words.joined(separator: changes == nil ? "; " : ", ")
  }

  private mutating func makeRoom(for kinds: Int) {
    guard kinds > kindTallies.count else { return }
    kindTallies += repeatElement(Tally(), count: kinds - kindTallies.count)
    kindReasons += repeatElement(0, count: kinds * Reason.count - kindReasons.count)
  }

  /// Counts only what a run prints at its end.
  package mutating func countOutcomes(_ plan: AccountPlan) {
    accounts += 1
    for decision in plan.decisions {
      decisions.count(decision.outcome)
      // Reasons are needed only if nothing goes out.
      guard decisions.scheduled == 0, let reason = decision.outcome.reason else { continue }
      let kind = plan.requests[Int(decision.request)].kind
      makeRoom(for: kind.index + 1)
      reasons[reason.index] += 1
      kindReasons[kind.index * Reason.count + reason.index] += 1
    }
    if plan.coverageHorizon != nil { horizonCount += 1 }
    if plan.isUnread { countStale(plan) }
    if plan.isNotDue { notDue += 1 }
  }

  /// Counts an account that only an earlier plan has. Its cancellations are written in its zones.
  package mutating func countGone(_ plan: AccountPlan) { clocks.count(plan) }

  package mutating func count(_ plan: AccountPlan) {
    accounts += 1
    var tally = Tally()
    var hasProblem = plan.isUnread
    var lost: UInt64 = 0
    if hasProblem { countStale(plan) }
    if plan.isNotDue { notDue += 1 }
    for index in plan.requests.indices { makeRoom(for: plan.requests[index].kind.index + 1) }
    for index in plan.decisions.indices {
      let decision = plan.decisions[index]
      tally.count(decision.outcome)
      let kind = plan.requests[Int(decision.request)].kind
      kindTallies[kind.index].count(decision.outcome)
      if let reason = decision.outcome.reason {
        reasons[reason.index] += 1
        kindReasons[kind.index * Reason.count + reason.index] += 1
        if plan.isLoss(decision) {
          lost |= 1 << UInt64(reason.index)
          if reason.isProblem { hasProblem = true }
        } else if plan.acceptance(of: decision) != nil {
          accepted[reason.index] += 1
        } else if reason == .duplicate {
          deferredDuplicates += 1
        }
      } else if decision.outcome.goesOut, let at = decision.at {
        let local = plan.timeline.local(at: at)
        dayCounts.add(1, kind, on: local.date)
        hours[Int(local.date.weekday.rawValue) * 24 + local.time.hour] += 1
        marks.count(isLate: decision.isLate, isDeferred: decision.deferredFrom != nil, decision.shift)
      }
    }
    while lost != 0 {
      losers[plan.account.app, default: Array(repeating: 0, count: Reason.count)][lost.trailingZeroBitCount] += 1
      lost &= lost - 1
    }
    decisions.add(tally)
    apps[plan.account.app, default: Tally()].add(tally)
    if let locale = plan.account.value.locale,
      let language = LanguageTag.untranslated(locale, in: plan.language)
    {
      untranslated[language, default: 0] += 1
    }
    zones[plan.timeline.stays[0].zone.name, default: ZoneTally()].count(tally)
    slots.count(plan.slots.used)
    clocks.count(plan)
    slotFill.count(plan)
    zoneUsage.count(plan)
    count(plan.actions)
    if let horizon = plan.coverageHorizon {
      if plan.acceptsHorizon { acceptedHorizons += 1 }
      horizonDays[plan.timeline.local(at: horizon).date, default: 0] += 1
      count(Horizon(AccountName(plan.account.id, app: nil, plan.account.device), at: horizon))
    }
    if hasProblem { accountsWithProblems += 1 }
    silentKinds.count(plan)
    planAgain.count(plan, now: now)
    if let known = plan.measures {
      if measures == nil { measures = Measures() }
      measures?.count(plan.account.value, known)
    }
  }

  private mutating func countStale(_ plan: AccountPlan) {
    stale += 1
    staleSince = [staleSince, plan.stale].compactMap(\.self).min()
    if plan.decisions.allSatisfy({ $0.outcome.reason != nil }) { staleSilent += 1 }
  }

  /// Counts actions. Looks up each verb once, since most accounts' actions all have the same.
  package mutating func count(_ list: [Action]) {
    for verb in Action.Verb.allCases {
      var count = 0
      for index in list.indices where list[index].verb == verb { count += 1 }
      if count > 0 { actions[verb, default: 0] += count }
    }
    actionCauses.count(list)
  }

  package mutating func add(_ other: RunSummary) {
    accounts += other.accounts
    accountsWithProblems += other.accountsWithProblems
    stale += other.stale
    staleSince = [staleSince, other.staleSince].compactMap(\.self).min()
    staleSilent += other.staleSilent
    notDue += other.notDue
    untranslated.merge(other.untranslated, uniquingKeysWith: +)
    decisions.add(other.decisions)
    marks.add(other.marks)
    for index in reasons.indices { reasons[index] += other.reasons[index] }
    for (app, counts) in other.losers { losers[app] = zip(losers[app] ?? counts.map { _ in 0 }, counts).map(+) }
    makeRoom(for: other.kindTallies.count)
    for index in other.kindTallies.indices { kindTallies[index].add(other.kindTallies[index]) }
    for (app, tally) in other.apps { apps[app, default: Tally()].add(tally) }
    for (zone, tally) in other.zones { zones[zone, default: ZoneTally()].add(tally) }
    dayCounts.add(other.dayCounts)
    for index in hours.indices { hours[index] += other.hours[index] }
    for index in other.kindReasons.indices { kindReasons[index] += other.kindReasons[index] }
    zoneUsage.add(other.zoneUsage)
    clocks.add(other.clocks)
    slotFill.add(other.slotFill)
    horizonDays.merge(other.horizonDays, uniquingKeysWith: +)
    for (verb, count) in other.actions { actions[verb, default: 0] += count }
    actionCauses.add(other.actionCauses)
    slots.used += other.slots.used
    slots.most = max(slots.most, other.slots.most)
    horizonCount += other.horizonCount
    horizons += other.horizons
    trimHorizons()
    deferredDuplicates += other.deferredDuplicates
    for index in accepted.indices { accepted[index] += other.accepted[index] }
    acceptedHorizons += other.acceptedHorizons
    silentKinds.add(other.silentKinds)
    planAgain.add(other.planAgain)
    if let known = other.measures {
      if measures == nil { measures = Measures() }
      measures?.add(known)
    }
    if let changes = other.changes { self.changes?.add(changes) }
    rejected += other.rejected
    supersededCount += other.supersededCount
    superseded += other.superseded.prefix(RunSummary.listedSuperseded - superseded.count)
  }

  package mutating func count(_ horizon: Horizon) {
    horizonCount += 1
    horizons.append(horizon)
    trimHorizons()
  }

  /// Changes the tally of a kind.
  package mutating func tally(_ kind: Kind, _ change: (inout Tally) -> Void) {
    makeRoom(for: kind.index + 1)
    change(&kindTallies[kind.index])
  }

  private mutating func trimHorizons() {
    guard horizons.count > 2 * RunSummary.listedHorizons else { return }
    sortHorizons()
  }

  /// Keeps the earliest horizons, ordered by time, then by account.
  package mutating func sortHorizons() {
    horizons.sort { a, b in
      a.at != b.at
        ? a.at < b.at : (a.account.id, a.account.deviceOrEmpty) < (b.account.id, b.account.deviceOrEmpty)
    }
    horizons.removeLast(max(0, horizons.count - RunSummary.listedHorizons))
  }
}
