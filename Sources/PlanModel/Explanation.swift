/// How one candidate went through the checks, and where it ended.
package struct Explanation: Sendable {
  /// A value that a check looked at.
  package struct Fact: Hashable, Sendable {
    package var name: String
    package var value: String
    /// The record that it comes from; nil where no input has it: the command line, a policy, or a default.
    package var source: RecordLocation?

    package init(_ name: String, _ value: String, _ source: RecordLocation? = nil) {
      self.name = name
      self.value = value
      self.source = source
    }
  }

  package enum Verdict: String, Sendable {
    case passed, failed
    /// The check comes after the one that failed.
    case notReached
  }

  /// One check. Those that do not concern the candidate's kind are left out.
  package struct Step: Sendable {
    package var reason: Reason
    package var verdict: Verdict
    package var compared: [Fact]

    package init(reason: Reason, verdict: Verdict, compared: [Fact]) {
      self.reason = reason
      self.verdict = verdict
      self.compared = compared
    }
  }

  /// The index of the decision in its account plan.
  package var decision: Int
  package var steps: [Step]

  package init(decision: Int, steps: [Step]) {
    self.decision = decision
    self.steps = steps
  }
}
