import CivilTime
import PlanModel

/// A field by which two decisions about one occurrence are compared, besides outcome and instant. The raw value is its
/// name in plan files.
enum ComparedField: String, CaseIterable {
  case title, body, variant, channel, category, destination, url, badge, allDay, local, zone, late, deferredFrom,
    shifted

  /// The fields that contain the time.
  static let ofTimes: [ComparedField] = [.local, .zone, .late, .deferredFrom, .shifted]
  /// The fields that a calendar's event shows: a change of one raises its SEQUENCE.
  static let ofEvents: [ComparedField] = [.title, .body, .destination, .url, .badge, .local, .late, .shifted]

  /// Returns whether two decisions have the same value, if their plans have the same zones.
  ///
  /// Reads requests in place: copying them took a twentieth of the next night's run.
  func isEqual(
    _ a: borrowing Decision, of old: borrowing AccountPlan, _ b: borrowing Decision, of new: borrowing AccountPlan
  )
    -> Bool
  {
    let (x, y) = (Int(a.request), Int(b.request))
    return switch self {
    case .title: old.requests[x].title == new.requests[y].title
    case .body: old.requests[x].body == new.requests[y].body
    case .variant: old.requests[x].variant == new.requests[y].variant
    case .channel: old.requests[x].channel == new.requests[y].channel
    case .category: old.requests[x].category == new.requests[y].category
    case .destination: old.requests[x].destination == new.requests[y].destination
    case .url: old.requests[x].url == new.requests[y].url
    case .badge: max(a.badge, 0) == max(b.badge, 0)
    case .allDay: old.requests[x].isAllDay == new.requests[y].isAllDay
    case .local: a.local == b.local
    case .zone: a.stay == b.stay
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
    case .late: decision.isLate ? "true" : nil
    case .deferredFrom: decision.deferredFrom?.description
    case .shifted: decision.shift?.rawValue
    }
  }
}
