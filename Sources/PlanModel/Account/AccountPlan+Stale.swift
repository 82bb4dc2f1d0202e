import CivilTime

extension AccountPlan {
  /// Stays the account's plan, since the account cannot be planned now: without what has gone out meanwhile, and without a word to the
  /// device, which is left as it is.
  ///
  /// - Parameters:
  ///   - then: When it was made, unless it is stale already.
  ///   - now: When it should have been made anew.
  public mutating func keep(from then: Instant, now: Instant) {
    stale = stale ?? then
    (actions, cancelled, measures) = ([], [], nil)
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
