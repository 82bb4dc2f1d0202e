import CivilTime
import PlanModel

/// Quiet hours that move a candidate to their end, after check 11 and before the checks of its instant: to go out then, or to be named
/// by what does.
enum Deferral {
  static func run(_ candidate: inout Candidate, _ kind: KindPlan, _ frame: AccountFrame) {
    // An event that is too old to be told of has no instant to move.
    if case .event = candidate.timing, !candidate.isLate, let at = candidate.at, at <= frame.now { return }
    guard let at = candidate.at, let spell = frame.quietSpell(at: frame.timeline.local(at: at), kind),
      let moved = end(after: at, kind, frame)
    else { return }
    candidate.deferredFrom = at
    candidate.at = moved
    candidate.isInDigest = spell.action == .digest && frame.hasDigest
  }

  /// When the quiet hours that `instant` lies in and that move notifications of the kind are over; nil: it lies in none.
  ///
  /// Their end is a wall time of the zone that rules at `instant`, resolved like any other. Where the account moves to
  /// another zone before it, its clock there decides: over at the move, or at the end that this clock comes to. Where they run into
  /// others that move as well, those are over.
  static func end(after instant: Instant, _ kind: KindPlan, _ frame: AccountFrame) -> Instant? {
    guard kind.quietHoursMove(frame) else { return nil }
    let next = { (instant: Instant) in
      let stay = frame.timeline.stayIndex(at: instant)
      return end(after: instant, inStay: stay, kind, frame) { frame.quietEnds(kind)[stay + 1] }
    }
    guard var over = next(instant) else { return nil }
    // Each is shorter than a day, so that those of a few rules cannot run into each other for ever.
    while kind.quietRules != nil, let later = next(over), later > over { over = later }
    return over
  }

  /// By stay, when the quiet hours that its beginning lies in are over; nil: it lies in none.
  ///
  /// From the last one back: each asks the next, and a traveler may move thousands of times in one night.
  static func endsAfterMoves(_ kind: KindPlan, _ frame: AccountFrame) -> [Instant?] {
    var ends: [Instant?] = []
    for stay in frame.timeline.stays.indices.reversed() {
      let next = ends.last ?? nil
      ends.append(end(after: frame.timeline.stays[stay].start, inStay: stay, kind, frame) { next })
    }
    return ends.reversed()
  }

  /// - Parameter afterMove: The end of those that the beginning of the next stay lies in.
  private static func end(
    after instant: Instant, inStay stay: Int, _ kind: KindPlan, _ frame: AccountFrame, afterMove: () -> Instant?
  ) -> Instant? {
    guard let spell = frame.quietSpell(at: frame.timeline.local(at: instant), kind), spell.action != .drop else {
      return nil
    }
    // An end that does not exist must still come; one that exists twice must come after the candidate.
    let gap = frame.policy.gap == .skip ? GapPolicy.next : frame.policy.gap
    let readings = [frame.policy.overlap, .last].compactMap { overlap in
      frame.timeline.instant(of: spell.end, inStay: stay, gap: gap, overlap: overlap)
    }
    let move = frame.timeline.stays[stay].end
    if let over = readings.first(where: { $0 > instant }), over < move { return over }
    return move < .distantFuture ? afterMove() ?? move : move
  }
}
