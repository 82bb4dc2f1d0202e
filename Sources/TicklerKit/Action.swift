public import CivilTime
internal import PlanModel

/// A step that brings the device in line with the plan.
public struct Action: Hashable, Codable, Sendable {
  /// The type of step. Carried out in this order, steps never exceed the device's limit.
  public enum Verb: String, CaseIterable, Codable, Sendable {
    /// Remove the delivered notification from the notification center.
    case withdraw
    /// Remove the pending request.
    case cancel
    /// Replace the pending request because its trigger has changed.
    case move
    /// Replace the texts of the pending request and keep its trigger.
    case update
    /// Add the request.
    case add
    /// Leave the pending request alone.
    case keep
  }

  /// The type of step.
  public let verb: Verb
  /// The device's id for the request.
  public let id: String
  /// The item of the notification; nil if the account has no such item.
  public let item: String?
  /// The request that the device holds afterwards; nil if it is removed, or is not part of the plan.
  public let request: Request?
  /// For `move` and `cancel`, when the request was due; for `withdraw`, when it was delivered. nil if there is no such instant.
  public let from: Instant?
  /// Why a request is removed, or kept although it is due after the plan's end: a ``Reason/code``, `replaced`, `removed` or
  /// `notPlanned`; nil if the request is part of the plan.
  public let reason: String?

  init(verb: Verb, id: String, item: String?, request: Request?, from: Instant?, reason: String?) {
    (self.verb, self.id, self.item, self.request) = (verb, id, item, request)
    (self.from, self.reason) = (from, reason)
  }

  init(_ model: PlanModel.Action, _ plan: AccountPlan) {
    verb = Verb(rawValue: model.verb.rawValue)!
    (id, item, from, reason) = (model.request.text, plan.item(of: model)?.text, model.from, model.reason)
    request = model.decision.map { Request(model, $0, plan) }
  }
}

extension Action: CustomStringConvertible {
  /// `add chores.plants@2026-10-23`.
  public var description: String { "\(verb.rawValue) \(id)" }
}
