import CivilTime
import PlanModel

/// A field by which two decisions about one occurrence are compared, besides outcome and instant. The raw value is its
/// name in plan files.
enum ComparedField: String, CaseIterable {
  case title, body, variant, channel, category, destination, url, badge, allDay, local, zone, about, late, deferredFrom,
    shifted

  /// All fields in order. `allCases` allocates a list at each call.
  static let all = allCases
  /// The fields that contain the time.
  static let ofTimes: [ComparedField] = [.local, .zone, .about, .late, .deferredFrom, .shifted]
  /// The fields that a calendar's event shows: a change of one raises its SEQUENCE.
  static let ofEvents: [ComparedField] = [.title, .body, .destination, .url, .badge, .local, .about, .late, .shifted]

  /// Returns whether two decisions have the same value, if their plans have the same zones.
  ///
  /// - Parameters:
  ///   - x: The request of `a`, in place: copying requests took a twentieth of the next night's run.
  ///   - y: The request of `b`.
  func isEqual(
    _ a: Decision, _ x: borrowing NotificationRequest, _ b: Decision, _ y: borrowing NotificationRequest
  ) -> Bool {
    switch self {
    case .title: x.title == y.title
    case .body: x.body == y.body
    case .variant: x.variant == y.variant
    case .channel: x.channel == y.channel
    case .category: x.category == y.category
    case .destination: x.destination == y.destination
    case .url: x.url == y.url
    case .badge: max(a.badge, 0) == max(b.badge, 0)
    case .allDay: x.isAllDay == y.isAllDay
    case .local: a.local == b.local
    case .zone: a.stay == b.stay && x.zone?.name == y.zone?.name
    case .about: a.about == b.about
    case .late: a.isLate == b.isLate
    case .deferredFrom: a.deferredFrom == b.deferredFrom
    case .shifted: a.shift == b.shift
    }
  }

  /// Returns the value as plan files write it; nil for none.
  func text(_ decision: Decision, of plan: AccountPlan) -> String? {
    let request = plan.requests[Int(decision.request)]
    return switch self {
    case .title: request.title
    case .body: request.body
    case .variant: request.variant
    case .channel: request.channel
    case .category: request.category
    case .destination: request.destination
    case .url: request.url
    case .badge: decision.badge > 0 ? "\(decision.badge)" : nil
    case .allDay: request.isAllDay ? "true" : nil
    case .local: decision.local?.description
    case .zone: plan.zoneName(of: decision)
    case .about: decision.about?.description
    case .late: decision.isLate ? "true" : nil
    case .deferredFrom: decision.deferredFrom?.description
    case .shifted: decision.shift?.rawValue
    }
  }
}

extension [ComparedField] {
  /// Returns whether two decisions are equal in all of these fields, if their plans have the same zones.
  func areEqual(
    _ a: Decision, in old: [NotificationRequest], _ b: Decision, in new: [NotificationRequest]
  ) -> Bool {
    let (old, x, new, y) = (old.span, Int(a.request), new.span, Int(b.request))
    for field in self where !field.isEqual(a, old[x], b, new[y]) { return false }
    return true
  }
}
