/// The path of one candidate through the checks, and its outcome.
public struct Explanation: Sendable {
  /// A value that a check used.
  public struct Fact: Hashable, Stored, Sendable {
    /// The name of the fact that identifies the original of a duplicate.
    public static let sameAs = "the same as"

    /// What the value is.
    public var name: String
    /// The value as text.
    public var value: String
    /// The record with the value; nil if it comes from the command line, a policy, or a default.
    public var source: RecordLocation?

    /// Creates a fact.
    public init(_ name: String, _ value: String, _ source: RecordLocation? = nil) {
      (self.name, self.value, self.source) = (name, value, source)
    }
  }

  /// The result of a check.
  public enum Verdict: String, Stored, Sendable {
    /// The candidate passed the check.
    case passed
    /// The candidate is dropped because of this check.
    case failed
    /// The check comes after the failed one.
    case notReached
  }

  /// One check. Checks that do not apply to the candidate's kind are left out.
  public struct Step: HashableStored, Sendable {
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
