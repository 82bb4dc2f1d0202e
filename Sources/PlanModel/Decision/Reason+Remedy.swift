extension Reason {
  /// Returns what to change so that notifications with this reason go out, in a few words; nil if no setting is wrong.
  ///
  /// - Parameter kinds: The kinds that the reason holds back.
  public func remedy(_ kinds: [Kind]) -> String? {
    switch self {
    case .accountDisabled: "set preferences.enabled"
    case .unauthorized: "ask for the permission, or accept this one in the policy's authorization"
    case .kindDisabled: "set " + kinds.map { "preferences.kinds.\($0.name)" }.joined(separator: ", ")
    case .optionOff: "set preferences.bills.onDueDate or dayBefore"
    case .noDueDate: "give the items a date"
    case .past, .expired: "plan as of an earlier instant with --now"
    case .beyondWindow: "plan more days with --days"
    case .quietHours: "let the policy defer or pass them with quiet"
    case .dailyCap: "raise caps.perDay"
    case .slotLimit: "raise slots, or reserve fewer"
    default: nil
    }
  }
}
