import CivilTime
import PlanModel

extension Check {
  /// The device holds only so many: the soonest take the slots. Place triggers, which have no instant, stand first.
  static let slotLimit = Check(
    .slotLimit,
    .crowd { crowd, frame in
      Repeats.find(&crowd, frame)
      let slots = frame.policy.value.slots
      let limit = slots.limit(frame.account.value.platform)
      let available = limit.map { max(0, $0 - slots.reserved) } ?? .max
      var used = 0
      var slotOfRank: [Int32: Int32] = [:]
      for index in crowd.order.open {
        let shares = crowd.list.candidates[index].repeats
        if shares, slotOfRank[crowd.list.candidates[index].rank] != nil { continue }
        guard used < available else {
          crowd.list.candidates[index].reason = .slotLimit
          if crowd.horizon == nil { crowd.horizon = crowd.list.candidates[index].at }
          continue
        }
        used += 1
        crowd.list.candidates[index].slot = Int32(used)
        if shares { slotOfRank[crowd.list.candidates[index].rank] = Int32(used) }
      }
      crowd.slots = AccountPlan.SlotUse(limit: limit, reserved: slots.reserved, used: used)
      return true
    }
  ) { explainer in
    let slots = explainer.plan.slots
    guard let limit = slots.limit else { return nil }
    var facts = [
      Explanation.Fact("slots", "\(limit) on \(explainer.account.platform.rawValue)", explainer.account.location),
      .init("reserved", String(slots.reserved)), .init("taken", String(slots.used)),
    ]
    if explainer.candidate.slot > 0 { facts.append(.init("its slot", String(explainer.candidate.slot))) }
    if let horizon = explainer.plan.coverageHorizon {
      facts.append(.init("coverage horizon", horizon.description))
    }
    return facts
  }
}
