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
    let request = plan.requests[Int(decision.request)]
    self.init(decision, request, plan.timeline, request.zone)
  }

  /// Creates it for a decision of a request, which may be one of an earlier plan.
  ///
  /// - Parameter zone: The zone of its wall times; nil for the account's.
  /// - Returns: nil if closed days do not move the due date.
  package init?(_ decision: Decision, _ request: NotificationRequest, _ timeline: ZoneTimeline, _ zone: Zone?) {
    let days = decision.daysMoved(timeline, zone)
    guard days != 0, let due = decision.about?.date ?? decision.local?.date,
      let isPaid = ["bill": true, "task": false][request.kind.name]
    else { return nil }
    (self.due, moved) = (due, due.adding(days: days))
    self.isPaid = isPaid
  }
}
