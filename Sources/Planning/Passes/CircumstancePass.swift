import CivilTime
import PlanModel

/// Checks 15 to 18 (17: a late half-way that the goal has overtaken): what a single kind's circumstances hold back.
enum CircumstancePass {
  @inline(__always)
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    // Of most kinds nothing is asked: the candidate is not even handed on then.
    switch candidate.kind {
    case .morning, .goal, .milestone, .unlock, .digest: reason(candidate, frame)
    default: nil
    }
  }

  private static func reason(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    switch candidate.kind {
    case .morning where appliesTomorrow(candidate, frame): .appliesTomorrow
    case .goal where appIsActive(candidate, frame), .milestone where appIsActive(candidate, frame),
      .unlock where appIsActive(candidate, frame):
      .appActive
    case .milestone where isOvertaken(candidate, frame): .superseded
    case .digest where candidate.detail == .digest(count: 0): .nothingDue
    default: nil
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
    guard case .event(let instant) = candidate.timing else { return false }
    return frame.account.active.contains { $0.contains(instant) }
  }

  /// Check 17: the goal was reached before the half-way could be told of.
  private static func isOvertaken(_ candidate: Candidate, _ frame: AccountFrame) -> Bool {
    guard case .milestone(let goalAt?) = candidate.detail else { return false }
    return candidate.isLate && goalAt <= frame.now
  }
}
