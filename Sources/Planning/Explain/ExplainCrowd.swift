import CivilTime
import PlanModel

/// Checks 20 to 22: what the other candidates of the account do to this one.
extension Explainer {
  func crowd(_ reason: Reason) -> [Explanation.Fact]? {
    switch reason {
    case .duplicate:
      var facts = [Explanation.Fact("notification", request.identifier.text, request.location)]
      if candidate.kind == .task || candidate.kind == .habit { facts.append(.init("subject", request.subject)) }
      if candidate.reason == .duplicate { facts.append(.init("the same as", twin() ?? "an earlier one")) }
      return facts
    case .dailyCap:
      guard let at = candidate.at, let cap = frame.policy.capPerDay else { return nil }
      let date = plan.timeline.local(at: at).date
      return [.init("caps.perDay", "\(cap)"), .init("kept on \(date)", "\(kept(on: date))")]
    default:
      guard let limit = plan.slots.limit else { return nil }
      let slots = plan.slots
      var facts = [
        Explanation.Fact("slots", "\(limit) on \(account.platform.rawValue)", account.location),
        .init("reserved", String(slots.reserved)), .init("taken", String(slots.used)),
      ]
      if candidate.slot > 0 { facts.append(.init("its slot", String(candidate.slot))) }
      if let horizon = plan.coverageHorizon { facts.append(.init("coverage horizon", horizon.description)) }
      return facts
    }
  }

  /// The earlier candidate that says the same.
  private func twin() -> String? {
    let others = plan.decisions.enumerated().filter { index, other in
      index != decision && other.outcome != .dropped(.duplicate) && other.at != nil || index < decision
    }
    let subject = request.subject.foldedSubject
    for (_, other) in others {
      let owner = plan.requests[Int(other.request)]
      let isSameRequest = owner.identifier == request.identifier && other.local == candidate.local
      let isSameSubject =
        owner.kind == request.kind && other.at == candidate.at && owner.subject.foldedSubject == subject
      guard isSameRequest || isSameSubject else { continue }
      return "\(owner.identifier)" + (owner.item.map { " (item \($0))" } ?? "")
    }
    return nil
  }

  private func kept(on date: LocalDate) -> Int {
    plan.decisions.count { other in
      guard let at = other.at, plan.timeline.local(at: at).date == date else { return false }
      return other.outcome == .scheduled || other.outcome == .dropped(.slotLimit)
    }
  }
}
