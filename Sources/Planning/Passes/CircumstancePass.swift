import CivilTime
import PlanModel

/// Checks 15 to 18 (17: a late half-way that the goal has overtaken): what a single kind's circumstances hold back.
enum CircumstancePass {
  @inline(__always)
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    switch candidate.kind {
    case .morning, .goal, .milestone, .unlock, .digest: reason(candidate, frame)
    default: nil
    }
  }

  private static func reason(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    if candidate.kind == .morning, appliesTomorrow(candidate, frame) { return .appliesTomorrow }
    if appIsActive(candidate, frame) { return .appActive }
    switch candidate.detail {
    case .milestone(let goalAt?) where candidate.isLate && goalAt <= frame.now: return .superseded
    case .digest(count: 0): return .nothingDue
    default: return nil
    }
  }

  /// Check 15: the time was changed today, after one of today's tiers had gone out.
  private static func appliesTomorrow(_ candidate: Candidate, _ frame: AccountFrame) -> Bool {
    func isToday(_ instant: Instant) -> Bool { frame.timeline.local(at: instant).date == frame.today }
    guard let at = candidate.at, isToday(at), let settings = frame.policy[.morning],
      let changedAt = frame.account.preferences.morning?.changedAt, isToday(changedAt)
    else { return false }
    return frame.account.delivered.contains {
      $0.at < changedAt && isToday($0.at) && MorningKind.isTier($0.id, settings)
    }
  }

  /// Check 16: it happened while the app was in the foreground.
  private static func appIsActive(_ candidate: Candidate, _ frame: AccountFrame) -> Bool {
    switch candidate.kind {
    case .goal, .milestone, .unlock:
      guard case .event(let instant) = candidate.timing else { return false }
      return frame.account.active.contains { $0.contains(instant) }
    default: return false
    }
  }
}
