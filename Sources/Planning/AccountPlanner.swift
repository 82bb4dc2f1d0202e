import CivilTime
import PlanModel
import Wording

/// Plans one account after the other. This file is the order of the flow; each step is a file in `Kinds` or `Passes`.
///
/// A planner belongs to one task: it keeps its scratch space, the timelines of the zones it has met, and the wordings of
/// the locales.
package struct AccountPlanner {
  private let now: Instant
  private let days: Int?
  private var list = CandidateList()
  private var order = CandidateOrder()
  private var duplicates = DuplicatePass()
  private var zoneFrames: [FrameKey: ZoneFrame] = [:]
  private var wordings = WordingCache()

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
  package mutating func plan(_ account: Shared<Account>, _ policy: Shared<Policy>) -> AccountPlan {
    plan(frame(account, policy))
  }

  /// The same plan with ``AccountPlan/facts``: what decided that a candidate does not go out.
  package mutating func planWithFacts(_ account: Shared<Account>, _ policy: Shared<Policy>) -> AccountPlan {
    let frame = frame(account, policy)
    var plan = plan(frame)
    plan.facts = facts(plan, frame)
    return plan
  }

  /// By decision, what decided that it is dropped.
  private func facts(_ plan: AccountPlan, _ frame: AccountFrame) -> [[Explanation.Fact]] {
    var facts = [[Explanation.Fact]](repeating: [], count: plan.decisions.count)
    var explainer = explainer(plan, frame)
    // The same for all that find no slot: what the device holds.
    var ofSlots: [Explanation.Fact]?
    for index in plan.decisions.indices {
      guard let reason = plan.decisions[index].outcome.reason else { continue }
      explainer.decision = index
      if reason == .slotLimit, let ofSlots {
        facts[index] = ofSlots
        continue
      }
      facts[index] = explainer.compared(reason) ?? []
      if reason == .slotLimit { ofSlots = facts[index] }
    }
    return facts
  }

  private func explainer(_ plan: AccountPlan, _ frame: AccountFrame) -> Explainer {
    Explainer(frame: frame, plan: plan, candidates: list.candidates, order: order.all)
  }

  /// The same plan, and for each of its decisions that `matches` how its candidate went through the checks.
  package mutating func explain(
    _ account: Shared<Account>, _ policy: Shared<Policy>, where matches: (Decision, AccountPlan) -> Bool
  ) -> (AccountPlan, [Explanation]) {
    let frame = frame(account, policy)
    let plan = plan(frame)
    var explainer = explainer(plan, frame)
    var explanations: [Explanation] = []
    for index in plan.decisions.indices where matches(plan.decisions[index], plan) {
      explainer.decision = index
      explanations.append(explainer.explanation())
    }
    return (plan, explanations)
  }

  private mutating func plan(_ frame: AccountFrame) -> AccountPlan {
    list.removeAll()
    AllKinds.expand(frame, into: &list)
    list.settle { AccountPlanner.settle(&$0, $1, frame) }
    order.sort(&list)
    duplicates.run(&list, order.open)
    order.keepOpen(list)
    DailyCapPass.run(&list, order.open, frame)
    order.keepOpen(list)
    let (slots, horizon) = SlotPass.run(&list, order.open, frame)
    order.keepOpen(list)
    BadgePass.run(&list, order.open, frame)
    return AccountPlan(
      account: frame.account, policy: frame.policy, timeline: frame.timeline, today: frame.today,
      windowEnd: frame.windowEnd, requests: list.requests, decisions: decisions(), slots: slots,
      coverageHorizon: horizon, language: frame.wording.language.text)
  }

  private mutating func frame(_ account: Shared<Account>, _ policy: Shared<Policy>) -> AccountFrame {
    let days = self.days ?? policy.days ?? AccountPlanner.defaultDays
    let wording = wordings.wording(policy, locale: account.locale)
    if !account.zoneChanges.isEmpty {
      let changes = account.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      let zones = ZoneFrame(zone: account.zone, changes: changes, now: now, days: days)
      return AccountFrame(account, policy, zones, wording, now: now, days: days)
    }
    let key = FrameKey(zone: ObjectIdentifier(account.zone), days: days)
    if let zones = zoneFrames[key] { return AccountFrame(account, policy, zones, wording, now: now, days: days) }
    let zones = ZoneFrame(zone: account.zone, changes: [], now: now, days: days)
    zoneFrames[key] = zones
    return AccountFrame(account, policy, zones, wording, now: now, days: days)
  }

  /// Checks 1 to 19 for one candidate: the first that it fails. The instant is found in any case, for the audit.
  static func settle(
    _ candidate: inout Candidate, _ requests: [NotificationRequest], _ frame: AccountFrame
  ) -> Reason? {
    let unresolved = ResolvePass.run(&candidate, frame)
    if let reason = GatePass.check(candidate, frame) ?? unresolved { return reason }
    if candidate.at == nil { return nil }
    QuietHoursPass.defer(&candidate, frame)
    return WindowPass.check(candidate, frame)
      ?? DeliveredPass.check(candidate, requests, frame)
      ?? CircumstancePass.check(candidate, frame)
      ?? QuietHoursPass.check(candidate, frame)
  }

  /// One decision a candidate, in the order of the plan.
  private func decisions() -> [Decision] {
    let count = order.all.count
    return list.candidates.withUnsafeBufferPointer { candidates in
      order.all.withUnsafeBufferPointer { order in
        [Decision](unsafeUninitializedCapacity: count) { decisions, initialized in
          for position in 0..<count {
            (decisions.baseAddress! + position).initialize(to: candidates[Int(order[position])].decision)
          }
          initialized = count
        }
      }
    }
  }
}

extension Candidate {
  @inline(__always)
  fileprivate var decision: Decision {
    let outcome: Outcome = reason.map { .dropped($0) } ?? (at == nil ? .armed : .scheduled)
    return Decision(
      request: request, outcome: outcome, local: local, stay: stay, at: at, deferredFrom: deferredFrom,
      isLate: isLate && outcome.isScheduled, shift: shift, badge: badge, slot: slot)
  }
}
