import CivilTime
import PlanModel

/// Plans one account after the other. This file is the order of the flow; each step is a file in `Kinds` or `Passes`.
///
/// A planner belongs to one task: it keeps its scratch space, and the timelines of the zones it has met.
package struct AccountPlanner {
  private let now: Instant
  private let days: Int?
  private var list = CandidateList()
  private var order: [Int] = []
  private var duplicates = DuplicatePass()
  private var zoneFrames: [FrameKey: ZoneFrame] = [:]

  /// When a policy says nothing and the command line neither.
  package static let defaultDays = 14

  private struct FrameKey: Hashable {
    var zone: ObjectIdentifier
    var days: Int
  }

  /// - Parameters:
  ///   - now: Nothing goes out before it.
  ///   - days: 0...366; nil: the policy's, else 14.
  package init(now: Instant, days: Int?) {
    self.now = now
    self.days = days
  }

  /// Everything that is decided for `account`: one decision for each candidate.
  package mutating func plan(_ account: Account, _ policy: Policy) -> AccountPlan {
    plan(frame(account, policy))
  }

  /// The same plan with ``AccountPlan/facts``: what decided that a candidate does not go out.
  package mutating func planWithFacts(_ account: Account, _ policy: Policy) -> AccountPlan {
    let frame = frame(account, policy)
    var plan = plan(frame)
    plan.facts = zip(plan.decisions.indices, sortedCandidates()).map { decision, candidate in
      guard let reason = plan.decisions[decision].outcome.reason else { return [] }
      let explainer = Explainer(
        frame: frame, plan: plan, candidate: list.candidates[candidate], decision: decision)
      return explainer.compared(reason) ?? []
    }
    return plan
  }

  /// The same plan, and for each of its decisions that `matches` how its candidate went through the checks.
  package mutating func explain(
    _ account: Account, _ policy: Policy, where matches: (Decision, AccountPlan) -> Bool
  ) -> (AccountPlan, [Explanation]) {
    let frame = frame(account, policy)
    let plan = plan(frame)
    let explanations = zip(plan.decisions.indices, sortedCandidates()).compactMap { decision, candidate in
      matches(plan.decisions[decision], plan)
        ? Explainer(frame: frame, plan: plan, candidate: list.candidates[candidate], decision: decision).explanation()
        : nil
    }
    return (plan, explanations)
  }

  private mutating func plan(_ frame: AccountFrame) -> AccountPlan {
    list.removeAll()
    AllKinds.expand(frame, into: &list)
    for index in list.candidates.indices {
      list.candidates[index].reason = settle(&list.candidates[index], frame)
    }
    rank()
    inOrder()
    duplicates.run(&list, order)
    keepOpen()
    DailyCapPass.run(&list, order, frame)
    keepOpen()
    let (slots, horizon) = SlotPass.run(&list, order, frame)
    keepOpen()
    BadgePass.run(&list, order, frame)
    return AccountPlan(
      account: frame.account, policy: frame.policy, timeline: frame.timeline, today: frame.today,
      windowEnd: frame.windowEnd,
      requests: list.requests, decisions: decisions(), slots: slots, coverageHorizon: horizon)
  }

  private mutating func frame(_ account: Account, _ policy: Policy) -> AccountFrame {
    let days = self.days ?? policy.days ?? AccountPlanner.defaultDays
    if !account.zoneChanges.isEmpty {
      let changes = account.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      let zones = ZoneFrame(zone: account.zone, changes: changes, now: now, days: days)
      return AccountFrame(account, policy, zones, now: now, days: days)
    }
    let key = FrameKey(zone: ObjectIdentifier(account.zone), days: days)
    let zones = zoneFrames[key] ?? ZoneFrame(zone: account.zone, changes: [], now: now, days: days)
    zoneFrames[key] = zones
    return AccountFrame(account, policy, zones, now: now, days: days)
  }

  /// Checks 1 to 19 for one candidate: the first that it fails. The instant is found in any case, for the audit.
  private func settle(_ candidate: inout Candidate, _ frame: AccountFrame) -> Reason? {
    let unresolved = ResolvePass.run(&candidate, frame)
    if let reason = GatePass.check(candidate, frame) ?? unresolved { return reason }
    if candidate.at == nil { return nil }
    QuietHoursPass.defer(&candidate, frame)
    return WindowPass.check(candidate, frame)
      ?? DeliveredPass.check(candidate, list.requests[Int(candidate.request)], frame)
      ?? CircumstancePass.check(candidate, frame)
      ?? QuietHoursPass.check(candidate, frame)
  }

  /// Numbers the identifiers in byte order, so that later comparisons are between integers.
  private mutating func rank() {
    let requests = list.requests
    let sorted = requests.indices.sorted { requests[$0].identifier < requests[$1].identifier }
    var ranks = [Int32](repeating: 0, count: requests.count)
    var rank: Int32 = -1
    for (position, index) in sorted.enumerated() {
      if position == 0 || requests[sorted[position - 1]].identifier != requests[index].identifier { rank += 1 }
      ranks[index] = rank
    }
    for index in list.candidates.indices {
      list.candidates[index].rank = ranks[Int(list.candidates[index].request)]
    }
  }

  /// The order of checks 20 to 22: instant (none first), higher priority, identifier, local time.
  private mutating func inOrder() {
    let candidates = list.candidates
    order = candidates.indices.filter { candidates[$0].reason == nil }
    order.sort { a, b in
      let (x, y) = (candidates[a], candidates[b])
      if x.at != y.at { return (x.at ?? .distantPast) < (y.at ?? .distantPast) }
      if x.priority != y.priority { return x.priority > y.priority }
      if x.rank != y.rank { return x.rank < y.rank }
      if x.local != y.local { return (x.local ?? .earliest) < (y.local ?? .earliest) }
      return a < b
    }
  }

  private mutating func keepOpen() {
    order.removeAll { list.candidates[$0].reason != nil }
  }

  /// Indices of the candidates by instant (none first), identifier and local time: the order of the plan.
  private func sortedCandidates() -> [Int] {
    let candidates = list.candidates
    return candidates.indices.sorted { a, b in
      let (x, y) = (candidates[a], candidates[b])
      if x.at != y.at { return (x.at ?? .distantPast) < (y.at ?? .distantPast) }
      if x.rank != y.rank { return x.rank < y.rank }
      if x.local != y.local { return (x.local ?? .earliest) < (y.local ?? .earliest) }
      return a < b
    }
  }

  /// One decision a candidate.
  private func decisions() -> [Decision] {
    sortedCandidates().map { index in
      let candidate = list.candidates[index]
      let outcome: Outcome =
        candidate.reason.map { .dropped($0) } ?? (candidate.at == nil ? .armed : .scheduled)
      return Decision(
        request: candidate.request, outcome: outcome, local: candidate.local, stay: candidate.stay, at: candidate.at,
        deferredFrom: candidate.deferredFrom, isLate: candidate.isLate && outcome == .scheduled,
        shift: candidate.shift, badge: candidate.badge, slot: candidate.slot)
    }
  }
}

extension LocalDateTime {
  fileprivate static let earliest = LocalDateTime(secondsSinceEpoch: .min / 4)
}
