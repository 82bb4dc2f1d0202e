import CivilTime

extension AccountPlan {
  /// Takes up where `previous` left off: the `SEQUENCE` of each occurrence, one higher where the occurrence changed, and
  /// what was announced for `now` or later and does not go out any more.
  ///
  /// - Parameter now: This plan's.
  public mutating func succeed(_ previous: AccountPlan, now: Instant) {
    let known = previous.decisionsByOccurrence
    var goingOut: Set<Occurrence> = []
    for index in decisions.indices {
      let decision = decisions[index]
      let request = requests[Int(decision.request)]
      let key = Occurrence(decision, request)
      if decision.outcome.reason == nil { goingOut.insert(key) }
      guard let before = known[key] else { continue }
      let then = previous.decisions[before]
      let hasPassed = then.outcome == .scheduled && (then.at ?? now) < now && decision.outcome.reason != nil
      let isSame = hasPassed || decision.isSameEvent(as: then, request, previous.requests[Int(then.request)])
      decisions[index].sequence = then.sequence + (isSame ? 0 : 1)
    }
    for (key, index) in known where !goingOut.contains(key) { cancel(index, of: previous, now) }
    cancelled.sort { a, b in
      if a.decision.at != b.decision.at { return (a.decision.at ?? now) < (b.decision.at ?? now) }
      return a.request.identifier < b.request.identifier
    }
  }

  /// Takes back all that `previous` announced: the account is not planned any more. Leaves no decision.
  public mutating func endWithout(successor now: Instant) {
    let previous = self
    decisions = []
    facts = []
    for index in previous.decisions.indices { cancel(index, of: previous, now) }
  }

  private mutating func cancel(_ index: Int, of previous: AccountPlan, _ now: Instant) {
    let then = previous.decisions[index]
    guard then.outcome == .scheduled, let at = then.at, at >= now else { return }
    var decision = then
    decision.sequence += 1
    cancelled.append(CancelledOccurrence(request: previous.requests[Int(then.request)], decision: decision))
  }
}

extension Decision {
  /// Whether a calendar shows the same for both.
  fileprivate func isSameEvent(as other: Decision, _ request: NotificationRequest, _ old: NotificationRequest) -> Bool {
    let goesOut = outcome.reason == nil
    guard goesOut == (other.outcome.reason == nil) else { return false }
    guard goesOut else { return true }
    return at == other.at && local == other.local && request.title == old.title && request.body == old.body
  }
}
