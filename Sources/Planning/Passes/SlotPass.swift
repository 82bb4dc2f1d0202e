import CivilTime
import PlanModel

/// Check 22: the device holds only so many; the soonest take the slots.
enum SlotPass {
  /// - Parameter order: Indices of the candidates that are still in the run, in order: place triggers stand first.
  /// - Returns: How the slots are used, and the instant of the first candidate lost.
  static func run(
    _ list: inout CandidateList, _ order: [Int], _ frame: AccountFrame
  ) -> (AccountPlan.SlotUse, horizon: Instant?) {
    let slots = frame.policy.slots
    let limit = slots.limit(frame.account.platform)
    let available = limit.map { max(0, $0 - slots.reserved) } ?? .max
    var used = 0
    var horizon: Instant?
    var slotOfRank: [Int32: Int32] = [:]
    for index in order {
      let shares = slots.holds == .trigger && list.candidates[index].at != nil
      if shares, slotOfRank[list.candidates[index].rank] != nil { continue }
      guard used < available else {
        list.candidates[index].reason = .slotLimit
        if horizon == nil { horizon = list.candidates[index].at }
        continue
      }
      used += 1
      list.candidates[index].slot = Int32(used)
      if shares { slotOfRank[list.candidates[index].rank] = Int32(used) }
    }
    return (AccountPlan.SlotUse(limit: limit, reserved: slots.reserved, used: used), horizon)
  }
}
