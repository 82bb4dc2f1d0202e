import PlanModel

extension Action.Verb {
  /// Returns the reason for the action in words: see ``PlanModel/Action/cause``.
  func words(_ cause: String?) -> String {
    let summary = cause.flatMap { Reason(code: $0) }?.entry.summary
    return switch self {
    case .withdraw: summary ?? ""
    case .cancel where cause == Action.replaced: "other requests of the plan replace it"
    case .cancel where cause == Action.removed: "the account no longer has the item"
    case .cancel: summary ?? "this plan has no such notification"
    case .update: "the device has another \(cause ?? "text")"
    case .move: cause == nil ? "the device has another time" : "the device waits for a place"
    case .add: "the device does not have it"
    case .keep: summary ?? "it is as planned"
    }
  }
}
