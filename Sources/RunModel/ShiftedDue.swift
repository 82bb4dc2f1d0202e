import CivilTime
import PlanModel

/// The due date of a notification that closed days move, and the day to which they move it.
package struct ShiftedDue: Hashable, Sendable {
  package var due: LocalDate
  package var moved: LocalDate
  /// Whether it is a payment.
  package var isPaid: Bool

  /// - Returns: nil if closed days do not move it.
  package init?(_ decision: Decision, _ plan: AccountPlan) {
    guard decision.shift?.mayMoveDate ?? false, let asked = decision.local?.date,
      let at = decision.deferredFrom ?? decision.at
    else { return nil }
    let days = plan.timeline.local(at: at).date.days(since: asked)
    let request = plan.requests[Int(decision.request)]
    guard days != 0, let kind = plan.policy.value[request.kind]?.description.declaration else { return nil }
    let reminders = kind.reminders
    let reminder = reminders.first { $0.name == request.variant } ?? reminders.first
    let ahead = reminder.map { $0.time == nil ? Int($0.seconds / 86_400) : $0.days } ?? 0
    due = asked.adding(days: -ahead)
    moved = due.adding(days: days)
    isPaid = kind.fields?.has(.doneThrough) ?? false
  }
}
