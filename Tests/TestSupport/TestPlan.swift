import CivilTime
import Foundation
import PlanModel
import Planning
import PolicyReading
import Wording

/// The plan of an account created in code: ``PlanModel/Account/test(_:app:zone:_:)``.
///
/// ```
/// let account = Account.test { $0.items[.task] = [.task("t", on: "2026-11-21", at: "10:00")] }
/// let plan = try TestPlan(account, now: "2026-11-20T12:00:00Z", days: 3)
/// #expect(plan.lines(["notification", "at"]) == ["notification=focusflow.task.t at=2026-11-21T10:00:00Z"])
/// ```
package struct TestPlan {
  /// Changes a policy.
  package typealias Adjustment = @Sendable (inout Policy) -> Void

  package let plan: AccountPlan
  /// For each decision, the candidate's path through the checks.
  package let explanations: [Explanation]

  /// - Parameters:
  ///   - policy: The policy; nil for the shipped policy of the account's app.
  ///   - adjust: Changes the policy.
  package init(
    _ account: Account, now: Instant = "2026-11-20T12:00:00Z", days: Int? = 3, policy: Policy? = nil,
    _ adjust: Adjustment = { _ in }
  ) throws {
    var policy = try policy ?? TestPlan.policy(account.app)
    adjust(&policy)
    var planner = AccountPlanner(now: now, days: days, texts: WordingCache())
    try self.init(account, Shared(policy), &planner)
  }

  /// - Parameter planner: A planner for the policy's kinds, which may already have planned other accounts.
  package init(_ account: Account, _ policy: Shared<Policy>, _ planner: inout AccountPlanner) throws {
    let account = Shared(account)
    let (plan, explanations) = try planner.explain(account, policy, with: [.facts, .actions, .outlook]) { _, _ in true }
    self.plan = plan
    self.explanations = explanations
  }

  // MARK: Policies

  /// Returns the shipped policy of an app, with its texts.
  package static func policy(_ app: String) throws -> Policy {
    try shipped.get()[app] ?? { throw Failure.noPolicy(app) }()
  }

  fileprivate static let shipped = Result {
    try Dictionary(
      uniqueKeysWithValues: ["diary", "focusflow", "moneymap", "personal", "ritualist", "steps"].map { app in
        var policy = try PolicyReader.read(
          template("policies/\(app)"), file: "\(app).toml", sha256: "", .shipped)
        policy.messages = try MessagesReader.read(
          template("messages/\(app)"), file: "\(app).toml", sha256: "", .shipped
        ).messages
        return (app, policy)
      })
  }

  private static func template(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(TestFiles.templates)/\(name).toml")))
  }

  package enum Failure: Error {
    case noPolicy(String)
  }

  // MARK: Contents

  /// Returns decisions with only these fields, each as `field=value` in the order of `fields`, without missing values.
  package func lines(_ fields: [String], where matches: (Decision, NotificationRequest) -> Bool = { _, _ in true })
    -> [String]
  {
    plan.decisions.filter { matches($0, request(of: $0)) }.map { decision in
      fields.compactMap { field in value(field, of: decision).map { "\(field)=\($0)" } }.joined(separator: " ")
    }
  }

  /// Returns decisions of one kind with only these fields.
  package func lines(_ fields: [String], of kind: Kind) -> [String] { lines(fields) { $1.kind == kind } }

  /// The actions, each as its verb, request, instants and reason.
  package var actions: [String] {
    plan.actions.map { action in
      [
        action.verb.rawValue, action.request.text, action.at.map { "at \($0)" }, action.from.map { "from \($0)" },
        action.reason.map { "because \($0)" },
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Returns what the check of a reason compared for the first candidate that `matches`: `name: value`, with the line of the record in
  /// brackets.
  package func facts(_ reason: Reason, where matches: (Decision, NotificationRequest) -> Bool) -> [String]? {
    let index = plan.decisions.firstIndex { matches($0, request(of: $0)) }
    guard let index, let step = explanations[index].steps.first(where: { $0.reason == reason }) else { return nil }
    return step.compared.map { "\($0.name): \($0.value)" + ($0.source.map { " [\($0.line)]" } ?? "") }
  }

  /// Returns what the check of a reason compared for the candidate of a notification.
  package func facts(_ reason: Reason, of notification: String) -> [String]? {
    facts(reason) { $1.identifier.text == notification }
  }

  package func request(of decision: Decision) -> NotificationRequest { plan.requests[Int(decision.request)] }

  private func value(_ field: String, of decision: Decision) -> String? {
    let request = request(of: decision)
    return switch field {
    case "kind": request.kind.name
    case "item": request.item?.text
    case "notification": request.identifier.text
    case "local": decision.local?.description
    case "zone": decision.stay < 0 ? nil : plan.timeline.stays[Int(decision.stay)].zone.name
    case "at": decision.at?.description
    case "outcome": decision.outcome.name
    case "reason": decision.outcome.reason?.code
    case "badge": decision.badge > 0 ? String(decision.badge) : nil
    case "slot": decision.slot > 0 ? String(decision.slot) : nil
    case "late": decision.isLate ? "true" : nil
    case "deferredFrom": decision.deferredFrom?.description
    case "shifted": decision.shift?.rawValue
    case "variant": request.variant
    case "title": request.title
    case "body": request.body
    default: preconditionFailure("a decision has no field \(field)")
    }
  }
}

extension Policy {
  /// Reads a policy from its file's text, with its app's shipped texts.
  package static func reading(_ toml: String) throws -> Policy {
    var policy = try PolicyReader.read(Array(toml.utf8), file: "policy.toml", sha256: "", .shipped)
    policy.messages = try TestPlan.shipped.get()[policy.app]?.messages
    return policy
  }
}
