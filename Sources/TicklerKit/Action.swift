public import CivilTime
internal import PlanModel

/// What the device has to do so that it holds the plan.
public struct Action: Hashable, Codable, Sendable {
  /// What to do. Carried out in this order, no step exceeds what the device can hold.
  public enum Verb: String, CaseIterable, Codable, Sendable {
    /// Take the delivered notification out of the notification center.
    case withdraw
    /// Remove the pending request.
    case cancel
    /// Replace the pending request, whose trigger is another.
    case move
    /// Replace the words of the pending request, and leave its trigger.
    case update
    /// Add the request.
    case add
    /// Nothing.
    case keep
  }

  /// What to do.
  public let verb: Verb
  /// The device's id of the request.
  public let id: String
  /// The item that makes the notification; nil: none that the account has.
  public let item: String?
  /// The request as the device holds it from then on; nil: it is taken away, or is no part of the plan.
  public let request: Request?
  /// When the device has it, of what moves or goes; nil: not at an instant.
  public let from: Instant?
  /// Why it goes, or stays though it is due after the plan's end: a ``Reason/code``, `replaced`, `removed` or `notPlanned`; nil: the
  /// plan has it.
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
