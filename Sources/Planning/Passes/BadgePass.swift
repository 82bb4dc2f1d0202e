import CivilTime
import PlanModel

/// Badges: 1, 2, 3 … in order, anew on each local date, or through the window where the policy never resets them.
enum BadgePass {
  static func run(_ list: inout CandidateList, _ order: [Int], _ frame: AccountFrame) {
    guard frame.policy.hasBadges else { return }
    var counts: [LocalDate: Int32] = [:]
    for index in order where list.candidates[index].kind != .insight {
      guard let at = list.candidates[index].at else { continue }
      let date = frame.policy.badgeReset == .daily ? frame.timeline.local(at: at).date : frame.today
      counts[date, default: 0] += 1
      list.candidates[index].badge = counts[date]!
    }
  }
}
