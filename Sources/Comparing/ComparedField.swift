import CivilTime
import PlanModel

/// A field by which two decisions about one occurrence are compared, besides outcome and instant. The raw value is its
/// name in plan files.
enum ComparedField: String, CaseIterable {
  case title, body, variant, channel, category, destination, url, badge, allDay, local, zone, about, late, deferredFrom,
    shifted

  /// All fields in order. `allCases` allocates a list at each call.
  static let all = allCases
  static let ofTimes: [ComparedField] = [.local, .zone, .about, .late, .deferredFrom, .shifted]
  /// The fields that a calendar's event shows: a change of one raises its SEQUENCE.
  static let ofEvents: [ComparedField] = [.title, .body, .destination, .url, .badge, .local, .about, .late, .shifted]

  /// Returns whether two decisions have the same value, if their plans have the same zones. True for a field of requests alone.
  fileprivate func isEqual(_ a: Decision, _ b: Decision) -> Bool {
    switch self {
    case .title, .body, .variant, .channel, .category, .destination, .url, .allDay: true
    case .badge: max(a.badge, 0) == max(b.badge, 0)
    case .local: a.local == b.local
    case .zone: a.stay == b.stay
    case .about: a.about == b.about
    case .late: a.isLate == b.isLate
    case .deferredFrom: a.deferredFrom == b.deferredFrom
    case .shifted: a.shift == b.shift
    }
  }

  /// Returns whether two requests have the same value. True for a field of decisions alone.
  fileprivate func isEqual(_ x: borrowing NotificationRequest, _ y: borrowing NotificationRequest) -> Bool {
    switch self {
    case .title: x.title == y.title
    case .body: x.body == y.body
    case .variant: x.variant == y.variant
    case .channel: x.channel == y.channel
    case .category: x.category == y.category
    case .destination: x.destination == y.destination
    case .url: x.url == y.url
    case .allDay: x.isAllDay == y.isAllDay
    case .zone: x.zone?.name == y.zone?.name
    case .badge, .local, .about, .late, .deferredFrom, .shifted: true
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
  ///
  /// - Parameters:
  ///   - isAlike: Whether their requests are known to be equal: comparing the same two for each decision took a third of the
  ///     next night's run.
  func areEqual(
    _ a: Decision, in old: [NotificationRequest], _ b: Decision, in new: [NotificationRequest], isAlike: Bool
  ) -> Bool {
    allSatisfy { $0.isEqual(a, b) } && (isAlike || areEqual(old.span[Int(a.request)], new.span[Int(b.request)]))
  }

  /// Returns whether two requests are equal in all of these fields.
  func areEqual(_ x: borrowing NotificationRequest, _ y: borrowing NotificationRequest) -> Bool {
    for field in self where !field.isEqual(x, y) { return false }
    return true
  }
}
