import CivilTime
import PlanModel

/// A line of `plan.ndjson` that was written: others of its request are copied from it.
struct LineModel {
  /// What any line of the request takes at most.
  var size = 0
  /// From the first byte of the account's first line.
  var start = 0
  /// 0: there is none yet.
  var count: Int32 = 0
  /// Where the `uid`'s stem ends, and where what follows the outcome and its marks begins, from the line's first byte.
  var stem: Int32 = 0
  var tail: Int32 = 0
  /// Where its times stand. The date in the UID: 0 where there is none.
  var date: Int32 = 0
  var local: Int32 = 0
  var at: Int32 = 0
  /// nil: it has more to it than its times.
  var form: LineForm?
}

/// What a line says that has nothing to it but its times.
struct LineForm {
  /// The wall time asked for.
  var local: LocalDateTime
  var at: Instant
  var badge: Int32
  var sequence: Int32
  var outcome: Int32
  var stay: Int32

  /// nil: the decision has more to it than that.
  @inline(__always)
  init?(_ decision: UnsafePointer<Decision>) {
    guard let local = decision.pointee.local, let at = decision.pointee.at, decision.pointee.deferredFrom == nil,
      decision.pointee.shift == nil, !decision.pointee.isLate, decision.pointee.stay >= 0
    else { return nil }
    self.local = local
    self.at = at
    badge = decision.pointee.badge
    sequence = decision.pointee.sequence
    outcome = Int32(truncatingIfNeeded: decision.pointee.outcome.code)
    stay = decision.pointee.stay
  }

  /// Whether the lines differ in their dates alone.
  @inline(__always)
  func isAnotherDay(of other: LineForm) -> Bool {
    let seconds = at.epochSeconds - other.at.epochSeconds
    return outcome == other.outcome && stay == other.stay && badge == other.badge && sequence == other.sequence
      && local.secondsSinceEpoch - other.local.secondsSinceEpoch == seconds && seconds % 86_400 == 0
  }
}
