/// The path of one candidate through the checks, and its outcome.
public struct Explanation: Sendable {
  /// The result of a check.
  public enum Verdict: String, Codable, Sendable {
    /// The candidate passed the check.
    case passed
    /// The candidate is dropped because of this check.
    case failed
    /// The check comes after the failed one.
    case notReached
  }

  /// One check. Checks that do not apply to the candidate's kind are left out.
  public struct Step: Hashable, Codable, Sendable {
    /// The reason of candidates that fail the check.
    public var reason: Reason
    /// The result.
    public var verdict: Verdict
    /// The values that the check compared; empty if it was not reached.
    public var compared: [Fact]

    /// Creates a check with its result.
    public init(reason: Reason, verdict: Verdict, compared: [Fact]) {
      (self.reason, self.verdict, self.compared) = (reason, verdict, compared)
    }
  }

  /// The index of the decision in its account plan.
  public var decision: Int
  public var steps: [Step]

  public init(decision: Int, steps: [Step]) { (self.decision, self.steps) = (decision, steps) }
}
