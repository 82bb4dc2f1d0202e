import CivilTime
import PlanModel

/// Why occurrences of a previous plan are not in this one: what this one decided about the same `uid`.
struct CancelledReasons {
  private var reasons: [Occurrence: Reason] = [:]

  init(_ plan: AccountPlan) {
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      let occurrence = Occurrence(decision, plan.requests[Int(decision.request)])
      if reasons[occurrence] == nil { reasons[occurrence] = reason }
    }
  }

  /// A sentence or two for the reader of the calendar.
  func words(_ cancelled: CancelledOccurrence) -> String {
    guard let reason = reasons[Occurrence(cancelled.decision, cancelled.request)] else {
      return "Cancelled: the plan does not have it any more."
    }
    return "Cancelled. \(reason.entry.explanation)"
  }
}
