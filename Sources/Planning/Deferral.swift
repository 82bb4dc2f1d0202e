import CivilTime
import PlanModel

/// Moves candidates to the end of quiet hours, after check 11 and before the checks of instants. They go out then, or
/// are named by the notification that does.
enum Deferral {
  static func run(_ candidate: inout Candidate, _ kind: KindPlan, _ frame: AccountFrame) {
    if candidate.isSnoozed { return }
    // An event that is too old to report has no instant to move.
    if case .event = candidate.timing, !candidate.isLate, let at = candidate.at, at <= frame.now,
      kind.definition.description.shape.isOfInstant
    {
      return
    }
    guard let at = candidate.at, let spell = frame.quietSpell(at: frame.timeline.local(at: at), kind),
      let moved = end(after: at, kind, frame)
    else { return }
    if candidate.isLead, let due = frame.dueInstant(of: candidate, kind), moved >= due { return }
    candidate.deferredFrom = at
    candidate.at = moved
    candidate.isInDigest = spell.action == .digest && frame.hasDigest
  }

  /// Returns the end of the quiet hours that contain `instant` and move notifications of the kind; nil if there are
  /// none.
  ///
  /// The end is a wall time in the zone at `instant`, resolved like any other. If the account moves to another zone
  /// first, the new zone's clock decides: they are over at the move, or at the end by that clock. If they run into
  /// other quiet hours that move, the end of those counts.
  static func end(after instant: Instant, _ kind: KindPlan, _ frame: AccountFrame) -> Instant? {
    guard kind.quietHoursMove(frame) else { return nil }
    let next = { (instant: Instant) in
      let stay = frame.timeline.stayIndex(at: instant)
      return end(after: instant, inStay: stay, kind, frame) { frame.quietEnds(kind)[stay + 1] }
    }
    guard var over = next(instant) else { return nil }
    // Each is shorter than a day, so that a few rules cannot run into each other forever.
    while kind.quietRules != nil, let later = next(over), later > over { over = later }
    return over
  }

  /// Returns, for each stay, the end of the quiet hours at its beginning; nil if there are none.
  ///
  /// Goes from the last stay to the first, since each depends on the next, and a traveler may move thousands of times
  /// in one night.
  static func endsAfterMoves(_ kind: KindPlan, _ frame: AccountFrame) -> [Instant?] {
    var ends: [Instant?] = []
    for stay in frame.timeline.stays.indices.reversed() {
      let next = ends.last ?? nil
      ends.append(end(after: frame.timeline.stays[stay].start, inStay: stay, kind, frame) { next })
    }
    return ends.reversed()
  }

  /// - Parameter afterMove: Returns the end of the quiet hours at the beginning of the next stay.
  private static func end(
    after instant: Instant, inStay stay: Int, _ kind: KindPlan, _ frame: AccountFrame, afterMove: () -> Instant?
  ) -> Instant? {
    guard let spell = frame.quietSpell(at: frame.timeline.local(at: instant), kind), spell.action != .drop else {
      return nil
    }
    // An end that does not exist must still occur; one that exists twice must be after the candidate.
    let gap = frame.policy.gap == .skip ? GapPolicy.next : frame.policy.gap
    let readings = [frame.policy.overlap, .last].compactMap { overlap in
      frame.timeline.instant(of: spell.end, inStay: stay, gap: gap, overlap: overlap)
    }
    let move = frame.timeline.stays[stay].end
    if let over = readings.first(where: { $0 > instant }), over < move { return over }
    return move < .distantFuture ? afterMove() ?? move : move
  }
}

/// The quiet hours that contain a wall time.
struct QuietSpell {
  /// `defer`, `drop` or `digest`.
  var action: Policy.QuietHoursAction
  /// Exclusive.
  var end: LocalDateTime
}

extension KindPlan {
  /// Returns whether quiet hours take that action on any notification of the kind.
  ///
  /// - Parameter action: `defer`, `drop` or `digest`.
  func quietHours(_ action: Policy.QuietHoursAction, _ frame: AccountFrame) -> Bool {
    guard let rules = quietRules else { return frame.quietHours != nil && quiet == action }
    // Some days may have no rule.
    return rules.contains { $0.action == action } || frame.quietHours != nil && quiet == action
  }

  /// Returns whether quiet hours move any notification of the kind: it goes out or is named at their end.
  func quietHoursMove(_ frame: AccountFrame) -> Bool { quietHours(.defer, frame) || quietHours(.digest, frame) }
}

extension AccountFrame {
  /// Returns the quiet hours that contain `local` and affect the kind; nil if there are none.
  func quietSpell(at local: LocalDateTime, _ kind: KindPlan) -> QuietSpell? {
    guard kind.quietRules != nil else {
      guard let quietHours, quietHours.contains(local.time), kind.quiet != .pass else { return nil }
      return QuietSpell(action: kind.quiet, end: quietHours.end(of: local))
    }
    for date in [local.date, local.date.adding(days: -1)] {
      guard let (hours, action) = quietHours(beginningOn: date, kind), action != .pass, hours.contains(local.time)
      else { continue }
      let end = hours.end(of: local)
      // Otherwise the hours with this time of day begin a day earlier or later.
      let beginsOn = hours.start < hours.end ? end.date : end.date.adding(days: -1)
      if beginsOn == date { return QuietSpell(action: action, end: end) }
    }
    return nil
  }

  /// Returns the first rule for the date and the kind. The account's own hours replace the rule's.
  private func quietHours(
    beginningOn date: LocalDate, _ kind: KindPlan
  ) -> (hours: QuietHours, action: Policy.QuietHoursAction)? {
    let rule = kind.quietRules?.first { $0.applies(on: date) }
    let hours = account.value.preferences.quietHours == nil ? rule?.hours : quietHours
    return hours.map { ($0, rule?.action ?? kind.quiet) }
  }

  /// Whether the account has the kind that reports what quiet hours held back.
  var hasDigest: Bool { digest != nil }
}

extension QuietHours {
  /// Returns the end of the quiet hours that contain `local`.
  fileprivate func end(of local: LocalDateTime) -> LocalDateTime {
    let isPastMidnight = start > end && local.time >= start
    return local.date.adding(days: isPastMidnight ? 1 : 0).at(end)
  }
}
