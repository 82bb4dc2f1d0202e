internal import PlanModel

/// How one possible notification went through the checks.
public struct Explanation: Hashable, Codable, Sendable {
  /// How a check went.
  public enum Verdict: String, Codable, Sendable {
    /// The next one was asked.
    case passed
    /// The notification is dropped for it.
    case failed
    /// An earlier one failed.
    case notReached
  }

  /// A value that a check looked at.
  public struct Fact: Hashable, Codable, Sendable, CustomStringConvertible {
    /// What it is, in the words of docs/plan-files.md.
    public let name: String
    /// How it stood.
    public let value: String

    /// `zone: Europe/Lisbon`.
    public var description: String { "\(name): \(value)" }
  }

  /// One check.
  public struct Step: Hashable, Codable, Sendable {
    /// What a notification that fails it is dropped for.
    public let reason: Reason
    /// How it went.
    public let verdict: Verdict
    /// What it compared.
    public let facts: [Fact]
  }

  /// What it is about.
  public let decision: Decision
  /// The checks of its kind, in their order.
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
