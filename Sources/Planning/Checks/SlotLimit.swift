import CivilTime
import PlanModel

extension Check {
  /// The device's slots are taken: the soonest come first. Place triggers, which have no instant, precede all others.
  static let slotLimit = Check(
    .slotLimit,
    .crowd { crowd, frame in
      let slots = frame.policy.value.slots
      let limit = slots.limit(frame.account.value.platform)
      let available = limit.map { max(0, $0 - slots.reserved) } ?? .max
      let (used, horizon): (Int, Instant?)
      if let window = frame.window {
        (used, frame.firstWithoutSlot) = crowd.takeSlotsAhead(upTo: available, window.end, frame)
        horizon = frame.firstWithoutSlot.flatMap { $0 < window.end ? $0 : nil }
      } else {
        Repeats.find(&crowd, frame)
        (used, horizon) = crowd.list.takeSlots(crowd.order.open, upTo: available)
      }
      crowd.horizon = crowd.horizon ?? horizon
      crowd.slots = AccountPlan.SlotUse(limit: limit, reserved: slots.reserved, used: used)
      return true
    }
  ) { explainer in
    let slots = explainer.plan.slots
    guard let limit = slots.limit else { return nil }
    var facts = [
      Explanation.Fact(
        .slots, is: "\(limit) on \(plain: explainer.account.platform.rawValue)", explainer.account.location),
      .init(.reserved, is: "\(slots.reserved)"), .init(.taken, is: "\(slots.used)"),
    ]
    if explainer.candidate.slot > 0 { facts.append(.init(.slot, is: "\(Int(explainer.candidate.slot))")) }
    if let horizon = explainer.plan.coverageHorizon {
      facts.append(.init(.coverageHorizon, is: "\(horizon)"))
    }
    return facts
  }
}

extension CandidateList {
  /// Assigns slots to candidates in their order. The occurrences of a repeating request share one.
  ///
  /// - Returns: The number of slots used, and the instant of the first candidate without one.
  fileprivate mutating func takeSlots(_ order: [Int], upTo available: Int) -> (used: Int, horizon: Instant?) {
    var (used, horizon) = (0, nil as Instant?)
    var slotOfRank: [Int32: Int32] = [:]
    var candidates = candidates.mutableSpan
    for index in order {
      let shares = candidates[index].part != .once
      if shares, slotOfRank[candidates[index].rank] != nil { continue }
      guard used < available else {
        candidates[index].reason = .slotLimit
        horizon = horizon ?? candidates[index].at
        continue
      }
      used += 1
      candidates[index].slot = Int32(used)
      if shares { slotOfRank[candidates[index].rank] = Int32(used) }
    }
    return (used, horizon)
  }
}
