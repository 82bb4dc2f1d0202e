import CivilTime
import PlanModel

/// The due date of a bill or a task that closed days move, and the day to which they move it.
///
/// Only shipped kinds have one: a plan file does not contain declarations of kinds, and pages and calendars of `report` and `merge`
/// must equal those of the run.
package struct ShiftedDue: Hashable, Sendable {
  package var due: LocalDate
  package var moved: LocalDate
  /// Whether the item is a payment.
  package var isPaid: Bool

  /// Creates it for a decision of an account's plan.
  ///
  /// - Returns: nil if closed days do not move the due date.
  package init?(_ decision: Decision, _ plan: AccountPlan) {
    self.init(decision, plan.requests[Int(decision.request)], plan.timeline)
  }

  /// Creates it for a decision of a request, which may be one of an earlier plan.
  ///
  /// - Returns: nil if closed days do not move the due date.
  package init?(_ decision: Decision, _ request: NotificationRequest, _ timeline: ZoneTimeline) {
    guard decision.shift?.mayMoveDate ?? false, let intended = decision.local?.date,
      let at = decision.deferredFrom ?? decision.at
    else { return nil }
    let days = timeline.local(at: at).date.days(since: intended)
    guard days != 0, let isPaid = ["bill": true, "task": false][request.kind.name] else { return nil }
    due = intended.adding(days: isPaid && request.variant == "dayBefore" ? 1 : 0)
    moved = due.adding(days: days)
    self.isPaid = isPaid
  }
}
