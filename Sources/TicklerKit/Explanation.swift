internal import PlanModel

/// The path of a possible notification through the checks.
public struct Explanation: Hashable, Codable, Sendable {
  /// The result of a check.
  public enum Verdict: String, Codable, Sendable {
    /// The notification passed, and the next check ran.
    case passed
    /// The notification is dropped for this check.
    case failed
    /// An earlier check failed.
    case notReached
  }

  /// A value that a check compared.
  public struct Fact: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The name, one of docs/plan-files.md.
    public let name: String
    /// The value, as text.
    public let value: String

    /// `zone: Europe/Lisbon`.
    public var description: String { "\(name): \(value)" }
  }

  /// A check and its result.
  public struct Step: Hashable, Codable, Sendable {
    /// The reason of notifications that fail the check.
    public let reason: Reason
    /// The result.
    public let verdict: Verdict
    /// The values that the check compared.
    public let facts: [Fact]
  }

  /// The explained decision.
  public let decision: Decision
  /// The checks of the decision's kind, in order.
  public let steps: [Step]

  init(_ model: PlanModel.Explanation, _ decision: Decision) {
    self.decision = decision
    steps = model.steps.map { step in
      Step(
        reason: Reason(model: step.reason), verdict: Verdict(rawValue: step.verdict.rawValue)!,
        facts: step.compared.map { Fact(name: $0.name, value: $0.value) })
    }
  }
}
