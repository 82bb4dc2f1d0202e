import CivilTime
import PlanModel

/// Check 14: the user has it already.
enum DeliveredPass {
  static func check(_ candidate: Candidate, _ requests: [NotificationRequest], _ frame: AccountFrame) -> Reason? {
    guard !frame.account.delivered.isEmpty, let at = candidate.at else { return nil }
    let deliveries = frame.deliveries(of: requests[Int(candidate.request)].identifier)
    let isDelivered: Bool
    if case .session(let startedAt) = candidate.detail {
      isDelivered = deliveries.contains { $0 >= startedAt }
    } else if candidate.kind.identifierNamesEvent {
      isDelivered = !deliveries.isEmpty
    } else {
      let date = frame.timeline.local(at: at).date
      isDelivered = deliveries.contains { frame.timeline.local(at: $0).date == date }
    }
    return isDelivered ? .alreadyDelivered : nil
  }
}
