import PlanModel

/// Checks 1 to 10: switches, permission, and the state of the item.
enum GatePass {
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    if let reason = frame.gate { return reason }
    return frame.enabledKinds.contains(candidate.kind) ? candidate.itemReason : .kindDisabled
  }

  /// Checks 1 and 2, which all candidates of an account share.
  static func check(_ account: Shared<Account>, _ policy: Shared<Policy>) -> Reason? {
    if account.preferences.isEnabled == false { return .accountDisabled }
    return policy.authorization.contains(account.authorization) ? nil : .unauthorized
  }

  /// The kinds that pass check 3.
  static func enabledKinds(_ account: Shared<Account>, _ policy: Shared<Policy>) -> KindSet {
    if account.preferences.kinds.isEmpty { return policy.enabledKinds }
    return KindSet(policy.kinds.filter { account.preferences.kinds[$0] ?? policy.enabledKinds.contains($0) })
  }
}
