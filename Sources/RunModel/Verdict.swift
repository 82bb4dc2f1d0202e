import PlanModel

/// A run in one word, and the reason for it: whether its plan may go out.
///
/// What a policy asks for, such as its quiet hours, its caps and the permissions that it wants, is never held against a run.
package struct Verdict: Hashable, Sendable {
  package enum Word: String, CaseIterable, Sendable {
    /// No account was planned, or none of the decisions goes out.
    case nothing
    /// A gate was passed, so nothing was written.
    case hold
    /// Somebody may want to look at something that no `[[accepted]]` has.
    case look
    case fine

    package var words: String { self == .nothing ? "nothing goes out" : rawValue }
  }

  package var word: Word
  /// With the numbers behind it, such as `1 record rejected, 12 accounts to look at`; empty for ``Word/fine``.
  package var reason: String

  package init(_ word: Word, _ reason: String = "") { (self.word, self.reason) = (word, reason) }

  /// - Parameters:
  ///   - problems: How many accounts have something to look at.
  ///   - emptyExports: How many exports have no account.
  ///   - silence: Why nothing goes out, if that is known.
  package init(
    accounts: Int, _ outcomes: RunSummary.Tally, rejected: Int, problems: Int, emptyExports: Int,
    silence: String? = nil
  ) {
    var parts: [String] = []
    if accounts == 0 { parts.append("no account") }
    if emptyExports > 0 { parts.append("\(emptyExports.of("export")) without accounts") }
    if rejected > 0 { parts.append("\(rejected.of("record")) rejected") }
    if problems > 0 { parts.append("\(problems.of("account")) to look at") }
    if accounts > 0, outcomes.scheduled + outcomes.armed == 0 {
      parts.insert(silence ?? "\(outcomes.dropped.of("notification")) dropped", at: 0)
    }
    let isSilent = accounts == 0 || outcomes.scheduled + outcomes.armed == 0
    self.init(isSilent ? .nothing : parts.isEmpty ? .fine : .look, parts.joined(separator: ", "))
  }

  /// `look: 1 record rejected`.
  package var words: String { reason.isEmpty ? word.words : "\(word.words): \(reason)" }
}

extension RunSummary {
  /// - Parameter log: What was wrong with the inputs.
  package func verdict(_ log: DiagnosticLog) -> Verdict {
    Verdict(
      accounts: accounts, decisions, rejected: rejected, problems: accountsWithProblems,
      emptyExports: log.codes[.noAccounts] ?? 0, silence: silence)
  }
}
