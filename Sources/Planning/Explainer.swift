import CivilTime
import PlanModel

/// Tells, for the candidates of a plan that was just made, what each check compared.
///
/// The verdicts are the plan's own: a candidate that was dropped failed the check of its reason and passed those before.
final class Explainer {
  let frame: AccountFrame
  let plan: AccountPlan
  let candidates: ContiguousArray<Candidate>
  /// By decision, which of the candidates it is about.
  private let order: [Int32]
  /// By kind, its checks in order.
  private let checks: [[Check]]
  /// The index of the decision at hand.
  var decision = 0

  init(_ frame: AccountFrame, _ plan: AccountPlan, _ crowd: Crowd) {
    self.frame = frame
    self.plan = plan
    candidates = crowd.list.candidates
    order = crowd.order.all
    checks = frame.kinds.map { Checks.of($0.definition) }
  }

  /// How many decisions the caps have left, by what they count.
  private(set) lazy var kept = plan.decisions.reduce(into: [CapKey: Int]()) { kept, decision in
    guard decision.outcome == .scheduled || decision.outcome == .dropped(.slotLimit), let at = decision.at else {
      return
    }
    for key in CapKey.all(frame.timeline.local(at: at), plan.requests[Int(decision.request)].kind) {
      kept[key, default: 0] += 1
    }
  }

  private(set) lazy var deliveredToday = frame.deliveredToday()

  /// What tells at the end of quiet hours what they held back, by their end.
  private(set) lazy var digests = plan.decisions.reduce(into: [Instant: NotificationID]()) { digests, decision in
    let request = plan.requests[Int(decision.request)]
    if request.kind == frame.digest?.settings.kind, let at = decision.deferredFrom ?? decision.at {
      digests[at] = request.identifier
    }
  }

  /// The account's moves, as far as a fact lists them: each candidate has a fact of its own.
  private(set) lazy var moves: String = {
    let moves = stays.dropFirst().prefix(Explainer.listed).map { "\($0.zone.name) from \($0.start)" }
    let words = moves.joined(separator: ", ")
    return stays.count - 1 > Explainer.listed ? "\(words) and \(stays.count - 1 - Explainer.listed) more" : words
  }()

  /// How many of what there may be thousands of a fact lists.
  static let listed = 50

  var candidate: Candidate { candidates[Int(order[decision])] }
  var request: NotificationRequest { plan.requests[Int(candidate.request)] }
  var kind: KindPlan { frame.kinds[Int(candidate.kind)] }
  var account: Account { frame.account.value }
  var stays: [ZoneTimeline.Stay] { frame.timeline.stays }

  func explanation() -> Explanation {
    let failed = candidate.reason
    let steps = checks[Int(candidate.kind)].compactMap { check -> Explanation.Step? in
      guard let compared = check.facts(self) else { return nil }
      guard let failed, check.reason.index >= failed.index else {
        return .init(reason: check.reason, verdict: .passed, compared: compared)
      }
      let isFailed = check.reason == failed
      return .init(reason: check.reason, verdict: isFailed ? .failed : .notReached, compared: isFailed ? compared : [])
    }
    return Explanation(decision: decision, steps: steps)
  }

  /// By decision, what the check compared that dropped it.
  func facts() -> [[Explanation.Fact]] {
    // The same for all that find no slot: what the device holds.
    var ofSlots: [Explanation.Fact]?
    return plan.decisions.indices.map { index in
      guard let reason = plan.decisions[index].outcome.reason else { return [] }
      if reason == .slotLimit, let ofSlots { return ofSlots }
      decision = index
      let facts = checks[Int(candidate.kind)].first { $0.reason == reason }?.facts(self) ?? []
      if reason == .slotLimit { ofSlots = facts }
      return facts
    }
  }
}
