import CivilTime
import PlanModel

/// Quiet hours that defer: they move a candidate to their end, after check 11 and before the checks of its instant.
enum Deferral {
  static func run(_ candidate: inout Candidate, _ frame: AccountFrame) {
    guard let at = candidate.at, let moved = end(after: at, frame) else { return }
    candidate.deferredFrom = at
    candidate.at = moved
  }

  /// When the quiet hours that `instant` lies in are over; nil: it lies in none.
  ///
  /// Their end is a wall time of the zone that rules at `instant`, resolved like any other. Where the account moves to
  /// another zone before it, its clock there decides: over at the move, or at the end that this clock comes to.
  static func end(after instant: Instant, _ frame: AccountFrame) -> Instant? {
    guard let quiet = frame.quietHours else { return nil }
    let stay = frame.timeline.stayIndex(at: instant)
    return end(after: instant, inStay: stay, quiet, frame) { frame.quietEnds[stay + 1] }
  }

  /// By stay, when the quiet hours that its beginning lies in are over; nil: it lies in none.
  ///
  /// From the last one back: each asks the next, and a traveler may move thousands of times in one night.
  static func endsAfterMoves(_ frame: AccountFrame) -> [Instant?] {
    guard let quiet = frame.quietHours else { return [] }
    var ends: [Instant?] = []
    for stay in frame.timeline.stays.indices.reversed() {
      let next = ends.last ?? nil
      ends.append(end(after: frame.timeline.stays[stay].start, inStay: stay, quiet, frame) { next })
    }
    return ends.reversed()
  }

  /// - Parameter afterMove: The end of those that the beginning of the next stay lies in.
  private static func end(
    after instant: Instant, inStay stay: Int, _ quiet: QuietHours, _ frame: AccountFrame, afterMove: () -> Instant?
  ) -> Instant? {
    let local = frame.timeline.local(at: instant)
    guard quiet.contains(local.time) else { return nil }
    let isPastMidnight = quiet.start > quiet.end && local.time >= quiet.start
    let end = local.date.adding(days: isPastMidnight ? 1 : 0).at(quiet.end)
    // An end that does not exist must still come; one that exists twice must come after the candidate.
    let gap = frame.policy.gap == .skip ? GapPolicy.next : frame.policy.gap
    let readings = [frame.policy.overlap, .last].compactMap { overlap in
      frame.timeline.instant(of: end, inStay: stay, gap: gap, overlap: overlap)
    }
    let move = frame.timeline.stays[stay].end
    if let over = readings.first(where: { $0 > instant }), over < move { return over }
    return move < .distantFuture ? afterMove() ?? move : move
  }
}
