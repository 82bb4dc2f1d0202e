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
    due = asked.adding(days: -kind.days(of: request.variant))
    moved = due.adding(days: days)
    isPaid = kind.fields?.has(.doneThrough) ?? false
  }
}

extension KindDeclaration {
  /// The days from a due date to one of its reminders; negative before it.
  ///
  /// - Parameter variant: The request's, which is the reminder's name where texts have no names of their own.
  package func days(of variant: String?) -> Int {
    let reminder = reminders.first { $0.name == variant } ?? reminders.first
    return reminder.map { $0.time == nil ? Int($0.seconds / 86_400) : $0.days } ?? 0
  }
}
