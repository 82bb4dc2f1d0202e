public import CivilTime
public import PlanModel

/// A possible notification and its outcome.
public struct Decision: Hashable, Codable, Sendable {
  /// The outcome of a possible notification.
  public typealias Outcome = PlanModel.Outcome

  /// The outcome.
  public let outcome: Outcome
  /// The policy's name for the kind.
  public let kind: String
  /// The notification's identifier.
  public let notification: String
  /// The item that it is about; nil if its kind needs none.
  public let item: String?
  /// The requested wall time, or the event's own; nil if it waits for a place or has no date.
  public let local: LocalDateTime?
  /// The date of what it is about, in the zone of ``local``; nil if that is the date of ``local``.
  public let aboutDate: LocalDate?
  /// The time of day of what it is about; nil for a whole day, or if that is ``local``.
  public let aboutTime: LocalTime?
  /// The time of delivery, or what it would have been; nil if there is none.
  public let at: Instant?
  /// The time before quiet hours moved it; nil if they did not.
  public let deferredFrom: Instant?
  /// Whether it reports an event after the fact.
  public let isLate: Bool
  /// The badge; 0 for none.
  public let badge: Int
  /// The notification's title.
  public let title: String
  /// The text below the title; empty if there is none.
  public let body: String
  /// The id of the request, which decisions may share; nil if the notification is not delivered.
  public let request: String?

  /// The reason why the notification is dropped; nil if it is not.
  public var reason: Reason? { outcome.reason }

  init(_ plan: AccountPlan, _ index: Int) {
    let model = plan.decisions[index]
    let words = plan.requests[Int(model.request)]
    (outcome, kind, notification, item) = (model.outcome, words.kind.name, words.identifier.text, words.item?.text)
    (local, at, deferredFrom) = (model.local, model.at, model.deferredFrom)
    (aboutDate, aboutTime) = (model.about?.date, model.about?.time)
    (isLate, badge) = (model.isLate, Int(model.badge))
    (title, body, request) = (words.title, words.body, plan.requestID(of: model)?.text)
  }
}

extension Decision: CustomStringConvertible {
  /// `chores.plants 2026-10-23T18:00:00 scheduled`.
  public var description: String {
    "\(notification) \(local.map { "\($0) " } ?? "")\(outcome.name)\(reason.map { ": \($0.code)" } ?? "")"
  }
}

/// The path of a possible notification through the checks.
public struct Explanation: Hashable, Codable, Sendable {
  /// The result of a check.
  public typealias Verdict = PlanModel.Explanation.Verdict
  /// A value that a check compared, in words.
  public typealias Fact = PlanModel.Explanation.Fact
  /// A check, its result, and what it compared.
  public typealias Step = PlanModel.Explanation.Step

  /// The explained decision.
  public let decision: Decision
  /// The checks of the decision's kind, in order.
  public let steps: [Step]
}
