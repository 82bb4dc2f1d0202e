import PlanModel

/// Checks 1 to 10: switches, permission, and the state of the item.
enum GatePass {
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    let preferences = frame.account.preferences
    if preferences.isEnabled == false { return .accountDisabled }
    if !frame.policy.authorization.contains(frame.account.authorization) { return .unauthorized }
    let isOn = preferences.kinds[candidate.kind] ?? frame.policy[candidate.kind]?.isEnabled ?? false
    if !isOn { return .kindDisabled }
    return candidate.itemReason
  }
}
