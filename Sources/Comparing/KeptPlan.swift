import CivilTime
import PlanModel

extension AccountPlan {
  /// Keeps the plan, since the account cannot be planned now. Removes what has gone out since, and leaves the device as it is.
  ///
  /// - Parameters:
  ///   - then: When this plan was made, unless it is stale already.
  ///   - now: The time of the new run.
  ///   - isNotDue: Whether the account need not be planned. What it cancelled then stays cancelled.
  package mutating func keep(from then: Instant, now: Instant, isNotDue: Bool) {
    stale = stale ?? then
    self.isNotDue = isNotDue
    (actions, measures, shown) = ([], nil, nil)
    cancelled.removeAll { !isNotDue || $0.decision.hasPassed(now) }
    withdrawn.removeAll { !$0.isKept(asOf: now) }
    let isAhead = decisions.map { decision in decision.at.map { $0 > now } ?? true }
    for (decision, isAhead) in zip(decisions, isAhead) where !isAhead {
      keepNumber(of: decision, occurrence(of: decision), now)
    }
    // A repeating request has its slot at its first occurrence.
    var slotless: Set<Int32> = []
    for (index, decision) in decisions.enumerated() {
      if !isAhead[index], decision.slot > 0, decision.repeats { slotless.insert(decision.request) }
      if isAhead[index], decision.repeats, slotless.remove(decision.request) != nil { decisions[index].slot = 1 }
    }
    if facts.count == decisions.count { facts = zip(facts, isAhead).filter(\.1).map(\.0) }
    decisions = zip(decisions, isAhead).filter(\.1).map(\.0)
    coverageHorizon = decisions.lazy.filter { $0.outcome.reason == .slotLimit }.compactMap(\.at).min()
    slots.used = 0
    for index in decisions.indices where decisions[index].slot > 0 {
      slots.used += 1
      decisions[index].slot = Int32(slots.used)
    }
  }
}
