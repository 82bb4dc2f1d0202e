import OwnWords
import PlanModel

/// The reasons why occurrences of the previous plan are cancelled: this plan's decision with the same `uid`.
struct CancelledReasons {
  private var reasons: [Occurrence: Reason] = [:]
  private let language: String

  init(_ plan: AccountPlan) {
    language = plan.language
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      let occurrence = Occurrence(decision, plan.requests[Int(decision.request)])
      if reasons[occurrence] == nil { reasons[occurrence] = reason }
    }
  }

  /// Returns a sentence or two for the reader of the calendar.
  func words(_ cancelled: CancelledOccurrence) -> String {
    OwnLanguage.words(language).cancelled(reasons[Occurrence(cancelled.decision, cancelled.request)])
  }
}
