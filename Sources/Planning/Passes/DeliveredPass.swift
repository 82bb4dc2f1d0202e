import CivilTime
import PlanModel

/// Check 14: the user has it already.
enum DeliveredPass {
  @inline(__always)
  static func check(_ candidate: Candidate, _ requests: [NotificationRequest], _ frame: AccountFrame) -> Reason? {
    // Most accounts have none; the candidate is not even handed on then.
    frame.hasDeliveries && isDelivered(candidate, requests, frame) ? .alreadyDelivered : nil
  }

  private static func isDelivered(
    _ candidate: Candidate, _ requests: [NotificationRequest], _ frame: AccountFrame
  ) -> Bool {
    guard let at = candidate.at else { return false }
    let deliveries = frame.deliveries(of: requests[Int(candidate.request)].identifier)
    if case .session(let startedAt) = candidate.detail { return deliveries.contains { $0 >= startedAt } }
    if candidate.kind.identifierNamesEvent { return !deliveries.isEmpty }
    let date = frame.timeline.local(at: at).date
    return deliveries.contains { frame.timeline.local(at: $0).date == date }
  }
}
