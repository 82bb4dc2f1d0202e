import CivilTime
import PlanModel

/// Plans one account after the other. This file is the order of the flow; each step is a file in `Kinds`, `Shapes` or `Checks`.
///
/// A planner belongs to one task: it keeps its scratch space, the timelines of the zones that it has met, and the texts of
/// the locales.
package struct AccountPlanner {
  /// Nothing goes out before it.
  package var now: Instant {
    didSet { (zoneFrames, lastFrame) = ([:], nil) }
  }
  private let days: Int?
  private let reach: Int?
  private let shipped: [ShippedKind]
  private var texts: any TextLibrary
  private var crowd = Crowd()
  private var zoneFrames: [FrameKey: ZoneFrame] = [:]
  private var policyPlans: [ObjectIdentifier: PolicyPlan] = [:]
  /// That of the account at hand, which is planned first and then asked for more.
  private var lastFrame: AccountFrame?

  /// When a policy says nothing and the command line neither.
  package static let defaultDays = 14

  private struct FrameKey: Hashable {
    var zone: ObjectIdentifier
    var days: Int
  }

  /// - Parameters:
  ///   - now: Nothing goes out before it.
  ///   - days: 0...366; nil: the policy's, else 14.
  ///   - reach: Whole local days after today, past the window, that slots left over are planned for; nil: the policy's, else none.
  package init(now: Instant, days: Int?, reach: Int? = nil, texts: any TextLibrary) {
    self.init(now: now, days: days, reach: reach, texts: texts, kinds: Kinds.all)
  }

  /// - Parameter kinds: Those that ship.
  init(now: Instant, days: Int?, reach: Int? = nil, texts: any TextLibrary, kinds: [ShippedKind]) {
    self.now = now
    self.days = days
    self.reach = reach
    self.texts = texts
    shipped = kinds
  }

  /// Everything that is decided for `account`: one decision for each candidate.
  package mutating func plan(_ account: Shared<Account>, _ policy: Shared<Policy>) throws(AccountLimitError)
    -> AccountPlan
  {
    try plan(frame(account, policy))
  }

  /// The same plan with ``AccountPlan/facts``: what decided that a candidate does not go out.
  package mutating func planWithFacts(
    _ account: Shared<Account>, _ policy: Shared<Policy>
  ) throws(AccountLimitError) -> AccountPlan {
    let frame = frame(account, policy)
    var plan = try plan(frame)
    plan.facts = Explainer(frame, plan, crowd).facts()
    return plan
  }

  /// Adds what a summary tells of the account beyond its decisions: until when the plan stays whole, and how notifications work.
  package mutating func addOutlook(to plan: inout AccountPlan) {
    let frame = frame(plan.account, plan.policy)
    plan.planAgain = PlanForecast.planAgain(plan, frame)
    plan.measures = PlanForecast.measures(frame)
  }

  /// The same plan, and for each of its decisions that `matches` how its candidate went through the checks.
  package mutating func explain(
    _ account: Shared<Account>, _ policy: Shared<Policy>, where matches: (Decision, AccountPlan) -> Bool
  ) throws(AccountLimitError) -> (AccountPlan, [Explanation]) {
    let frame = frame(account, policy)
    let plan = try plan(frame)
    let explainer = Explainer(frame, plan, crowd)
    let explanations = plan.decisions.indices.filter { matches(plan.decisions[$0], plan) }.map { index in
      explainer.decision = index
      return explainer.explanation()
    }
    return (plan, explanations)
  }

  private mutating func plan(_ frame: AccountFrame) throws(AccountLimitError) -> AccountPlan {
    AccountPlanner.expand(frame, into: &crowd)
    if let window = frame.window { crowd.split(names(of: window, frame), at: window.end) }
    if let excess = crowd.list.excess {
      // What it took up is not kept for others.
      crowd = Crowd()
      throw excess
    }
    crowd.order.sort(&crowd.list)
    for settle in Checks.ofCrowds {
      if settle(&crowd, frame) { crowd.order.keepOpen(crowd.list) }
    }
    Badges.number(&crowd, frame)
    if let window = frame.window { crowd.settleAhead(from: window.end) }
    var plan = AccountPlan(
      account: frame.account, policy: frame.policy, timeline: frame.timeline, today: frame.today,
      windowEnd: frame.window?.end ?? frame.windowEnd, requests: crowd.list.requests, decisions: decisions(),
      slots: crowd.slots,
      coverageHorizon: crowd.horizon, language: frame.texts.language.text)
    if frame.window != nil { plan.reachEnd = frame.windowEnd }
    plan.isOptedOut = frame.isOptedOut
    plan.noteAccepted()
    return plan
  }

  /// Puts the candidates of all kinds into the crowd, each settled by itself.
  static func expand(_ frame: AccountFrame, into crowd: inout Crowd) {
    crowd.removeAll()
    crowd.list.expandAll(frame)
  }

  /// The candidates that a plan of the window alone makes.
  private func names(of window: AccountFrame.Window, _ frame: AccountFrame) -> Set<CandidateName> {
    let zones = ZoneFrame(timeline: frame.timeline, today: frame.today, windowEnd: window.end)
    var list = CandidateList()
    list.expandAll(
      AccountFrame(
        frame.account, frame.policy, frame.kinds, zones, frame.texts, now: now, days: window.days))
    return Set(list.candidates.map { CandidateName($0, list.requests) })
  }

  mutating func frame(_ account: Shared<Account>, _ policy: Shared<Policy>) -> AccountFrame {
    if let lastFrame, lastFrame.account === account, lastFrame.policy === policy { return lastFrame }
    let days = self.days ?? policy.value.days ?? AccountPlanner.defaultDays
    let reach = policy.value.reach(over: days, asked: reach)
    let zones = zones(account, days: reach ?? days)
    let window = reach.map { _ in
      AccountFrame.Window(days: days, end: zones.timeline.startOfDay(zones.today.adding(days: days + 1)))
    }
    let frame = AccountFrame(
      account, policy, kinds(policy), zones, texts.texts(policy, locale: account.value.locale), now: now,
      days: reach ?? days, window: window)
    lastFrame = frame
    return frame
  }

  private mutating func kinds(_ policy: Shared<Policy>) -> [KindPlan] {
    if let known = policyPlans[ObjectIdentifier(policy)] { return known.kinds }
    let plan = PolicyPlan(policy, shipped)
    policyPlans[ObjectIdentifier(policy)] = plan
    return plan.kinds
  }

  private mutating func zones(_ account: Shared<Account>, days: Int) -> ZoneFrame {
    guard account.value.zoneChanges.isEmpty else {
      let changes = account.value.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      return ZoneFrame(zone: account.value.zone, changes: changes, now: now, days: days)
    }
    let key = FrameKey(zone: ObjectIdentifier(account.value.zone), days: days)
    if let known = zoneFrames[key] { return known }
    let zones = ZoneFrame(zone: account.value.zone, changes: [], now: now, days: days)
    zoneFrames[key] = zones
    return zones
  }

  /// One decision a candidate, in the order of the plan.
  private func decisions() -> [Decision] {
    let candidates = crowd.list.candidates.span
    var decisions: [Decision] = []
    decisions.append(addingCapacity: candidates.count) { span in
      for index in crowd.order.all { span.append(candidates[Int(index)].decision) }
    }
    return decisions
  }
}

extension CandidateList {
  /// The candidates of all kinds, each after the checks that it goes through by itself.
  ///
  /// - Parameter kinds: These alone; nil: all of the policy's.
  mutating func expandAll(_ frame: AccountFrame, kinds: [KindPlan]? = nil) {
    let gate = Checks.gate(frame)
    let kinds = kinds ?? frame.kinds
    // What tells of others comes after them.
    for isLast in [false, true] {
      for kind in kinds where kind.definition.tellsOfOthers == isLast {
        expand(kind, gate, frame)
        if isFull { return }
      }
    }
  }

  private mutating func expand(_ kind: KindPlan, _ gate: Reason?, _ frame: AccountFrame) {
    if !kind.isReadable(frame.account.value.preferences.unreadable) { return }
    let first = candidates.count
    begin(kind)
    kind.definition.expand(frame, kind, &self)
    addTexts(from: first)
    if !isFull { settle(from: first, gate ?? Checks.gate(kind, frame), kind, frame) }
  }

  /// Takes the candidates of one kind through the checks that each goes through by itself. The first that one fails is its
  /// reason; its instant is found in any case, for the audit.
  ///
  /// - Parameter gate: What all of them fail together.
  fileprivate mutating func settle(from first: Int, _ gate: Reason?, _ kind: KindPlan, _ frame: AccountFrame) {
    findInstants(from: first, gate, kind, frame)
    if gate == nil { run(kind.early, from: first, kind, frame) }
    // What is dropped as well: the audit shows where it would go out, and what a device holds of it is there.
    if kind.quietHoursMove(frame) {
      for index in first..<candidates.count { Deferral.run(&candidates[index], kind, frame) }
    }
    if gate != nil { return }
    run(kind.late, from: first, kind, frame)
    if kind.isBundled, let bundle = kind.definition.bundle { gather(from: first, bundle, kind, frame) }
    guard let reword = kind.definition.reword else { return }
    for index in first..<candidates.count where candidates[index].reason == nil {
      if let request = reword(candidates[index], kind, frame) { candidates[index].request = add(request) }
    }
  }

  /// Through a span: each access of the array asked whether it is unique, 1 % of a run.
  private mutating func findInstants(from first: Int, _ gate: Reason?, _ kind: KindPlan, _ frame: AccountFrame) {
    var span = candidates.mutableSpan
    for index in first..<span.count {
      InstantResolution.find(&span[index], kind, frame)
      span[index].reason = gate
    }
  }

  /// One check after the other, each over all candidates that have passed so far.
  private mutating func run(_ checks: [Check], from first: Int, _ kind: KindPlan, _ frame: AccountFrame) {
    let context = CheckContext(frame: frame, requests: requests)
    for check in checks where check.concerns(kind, frame) {
      guard case .candidates(let settle) = check.test else { continue }
      var candidates = candidates.mutableSpan
      settle(&candidates, first, context, check.reason)
    }
  }
}

extension Candidate {
  fileprivate var decision: Decision {
    let outcome: Outcome = reason.map { .dropped($0) } ?? (at == nil ? .armed : isAhead ? .ahead : .scheduled)
    var decision = Decision(
      request: request, outcome: outcome, local: local, stay: stay, at: at, deferredFrom: deferredFrom,
      isLate: isLate && reason == nil, shift: shift, badge: badge, slot: slot)
    if reason == nil { decision.part = part }
    return decision
  }
}
