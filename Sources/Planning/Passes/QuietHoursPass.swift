import CivilTime
import PlanModel

/// Quiet hours: `defer` moves the instant to their end, right after check 11; `drop` is check 19.
enum QuietHoursPass {
  /// Moves a candidate out of the quiet hours where the policy defers.
  static func `defer`(_ candidate: inout Candidate, _ frame: AccountFrame) {
    guard frame.quietHours != nil, frame.policy.quietHoursAction == .defer, !candidate.isCritical,
      let at = candidate.at, let moved = end(after: at, frame)
    else { return }
    candidate.deferredFrom = at
    candidate.at = moved
  }

  /// Check 19.
  static func check(_ candidate: Candidate, _ frame: AccountFrame) -> Reason? {
    guard let quiet = frame.quietHours, frame.policy.quietHoursAction == .drop, !candidate.isCritical,
      let at = candidate.at, quiet.contains(frame.timeline.local(at: at).time)
    else { return nil }
    return .quietHours
  }

  /// The end of the quiet hours that `instant` lies in, as a wall time resolved like any other; nil: it lies in none.
  static func end(after instant: Instant, _ frame: AccountFrame) -> Instant? {
    guard let quiet = frame.quietHours else { return nil }
    let local = frame.timeline.local(at: instant)
    guard quiet.contains(local.time) else { return nil }
    let isPastMidnight = quiet.start > quiet.end && local.time >= quiet.start
    let end = local.date.adding(days: isPastMidnight ? 1 : 0).at(quiet.end)
    // An end that does not exist must still come; one that exists twice must come after the candidate.
    let gap = frame.policy.gap == .skip ? GapPolicy.next : frame.policy.gap
    for overlap in [frame.policy.overlap, .last] {
      if case .instant(let moved, _, _) = frame.timeline.resolve(end, gap: gap, overlap: overlap), moved > instant {
        return moved
      }
    }
    // A move to another zone passes over the end: quiet until then, and after it as the new zone's clock says.
    guard let move = frame.timeline.stays.first(where: { $0.start > instant })?.start else { return nil }
    return self.end(after: move, frame) ?? move
  }
}
