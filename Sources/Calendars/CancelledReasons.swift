import CivilTime
import PlanModel

/// Why occurrences of a previous plan are not in this one: what this one decided about the same `uid`.
struct CancelledReasons {
  private struct Occurrence: Hashable {
    var stem: StableHash
    /// nil where the `uid` has no date.
    var date: LocalDate?
  }

  private var reasons: [Occurrence: Reason] = [:]

  init(_ plan: AccountPlan) {
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      let request = plan.requests[Int(decision.request)]
      let occurrence = Occurrence(stem: request.uidStem, date: request.isOneOff ? nil : decision.local?.date)
      if reasons[occurrence] == nil { reasons[occurrence] = reason }
    }
  }

  /// A sentence or two for the reader of the calendar.
  func words(_ cancelled: CancelledOccurrence) -> String {
    let occurrence = Occurrence(
      stem: cancelled.request.uidStem,
      date: cancelled.request.isOneOff ? nil : cancelled.decision.local?.date)
    guard let reason = reasons[occurrence] else { return "Cancelled: the plan does not have it any more." }
    return "Cancelled. \(reason.entry.explanation)"
  }
}
