/// The path of one candidate through the checks, and its outcome.
public struct Explanation: Sendable {
  /// A value that a check used.
  public struct Fact: Hashable, Stored, Sendable {
    /// The name of the fact that identifies the original of a duplicate.
    public static let sameAs = "the same as"

    public var name: String
    public var value: String
    /// The record with the value; nil if it comes from the command line, a policy, or a default.
    public var source: RecordLocation?

    public init(_ name: String, _ value: String, _ source: RecordLocation? = nil) {
      (self.name, self.value, self.source) = (name, value, source)
    }
  }

  public enum Verdict: String, Stored, Sendable {
    case passed, failed
    /// The check comes after the failed one.
    case notReached
  }

  /// One check. Checks that do not apply to the candidate's kind are left out.
  public struct Step: HashableStored, Sendable {
    public var reason: Reason
    public var verdict: Verdict
    public var compared: [Fact]

    public init(reason: Reason, verdict: Verdict, compared: [Fact]) {
      (self.reason, self.verdict, self.compared) = (reason, verdict, compared)
    }
  }

  /// The index of the decision in its account plan.
  public var decision: Int
  public var steps: [Step]

  public init(decision: Int, steps: [Step]) { (self.decision, self.steps) = (decision, steps) }
}
