import CivilTime
import PlanModel

/// Lists what each check compared for the candidates of the latest plan.
///
/// The verdicts are the plan's: a dropped candidate failed the check of its reason and passed all earlier ones.
final class Explainer {
  let frame: AccountFrame
  let plan: AccountPlan
  let candidates: ContiguousArray<Candidate>
  /// For each decision, the index of its candidate.
  private let order: [Int32]
  /// For each kind, its checks in order.
  private let checks: [[Check]]
  /// The index of the current decision.
  var decision = 0

  init(_ frame: AccountFrame, _ plan: AccountPlan, _ crowd: Crowd) {
    self.frame = frame
    self.plan = plan
    candidates = crowd.list.candidates
    order = crowd.order.all
    checks = frame.kinds.map { Checks.of($0.definition) }
  }

  /// The number of decisions kept by the caps, for each key.
  private(set) lazy var kept = plan.decisions.reduce(into: [CapKey: Int]()) { kept, decision in
    guard decision.outcome == .scheduled || decision.outcome == .dropped(.slotLimit), let at = decision.at else {
      return
    }
    for key in CapKey.all(frame.timeline.local(at: at), plan.requests[Int(decision.request)].kind) {
      kept[key, default: 0] += 1
    }
  }

  /// The notifications that count toward caps over several days or hours.
  private(set) lazy var keptInWindows: CapWindows = {
    var windows = CapWindows(frame)
    for decision in plan.decisions where decision.outcome == .scheduled || decision.outcome == .dropped(.slotLimit) {
      if let at = decision.at { windows.add(at, plan.requests[Int(decision.request)].kind) }
    }
    return windows
  }()

  private(set) lazy var deliveredToday = frame.deliveredToday()

  /// The notifications that digest quiet hours, by the end of those.
  private(set) lazy var digests = plan.decisions.reduce(into: [Instant: NotificationID]()) { digests, decision in
    let request = plan.requests[Int(decision.request)]
    if request.kind == frame.digest?.settings.kind, let at = decision.deferredFrom ?? decision.at {
      digests[at] = request.identifier
    }
  }

  /// The account's first moves, in words. Each candidate repeats them, so the list is limited.
  private(set) lazy var moves = Explainer.listing(stays.dropFirst()) { "\(plain: $0.zone.name) from \($0.start)" }

  /// The maximum number of entries that a fact lists, since there may be thousands.
  private static let listed = 50

  /// Returns the first entries as a fact lists them, and the number of the others.
  static func listing<Entry>(
    _ entries: some Collection<Entry>, _ value: (Entry) -> Explanation.Fact.Value
  ) -> Explanation.Fact.Value {
    let first = Explanation.Fact.Value.list(entries.prefix(listed).map(value))
    return entries.count > listed ? first + " and \(entries.count - listed) more" : first
  }

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

  /// Returns, for each decision, the facts of the check that dropped its candidate.
  func facts() -> [[Explanation.Fact]] {
    // The facts about the device's slots, shared by all candidates without one.
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
