import CivilTime
import PlanModel

/// Numbers badges 1, 2, 3 … in order. They start again on each local date, or run through the window if the policy
/// never resets them.
enum Badges {
  static func number(_ crowd: inout Crowd, _ frame: AccountFrame) {
    guard frame.policy.value.hasBadges else { return }
    var counts: [LocalDate: Int32] = [:]
    for index in crowd.order.open {
      guard let at = crowd.list.candidates[index].at,
        frame.kinds[Int(crowd.list.candidates[index].kind)].definition.description.hasBadge
      else { continue }
      let date = frame.policy.badgeReset == .daily ? frame.timeline.local(at: at).date : frame.today
      counts[date, default: 0] += 1
      crowd.list.candidates[index].badge = counts[date]!
    }
  }
}
