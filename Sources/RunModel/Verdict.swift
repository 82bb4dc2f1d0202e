import Diagnostics
import PlanModel

/// Whether a run's plan may go out: one word, and the reason for it.
///
/// The policy's own quiet hours, caps and permissions never count against a run.
package struct Verdict: Hashable, Sendable {
  package enum Word: String, CaseIterable, Sendable {
    /// No account was planned, or nothing is scheduled or armed.
    case nothing
    /// A gate was exceeded, so nothing was written.
    case hold
    /// A record was rejected, or a problem is not in `[[accepted]]`.
    case look
    case fine

    package var words: String { self == .nothing ? "nothing goes out" : rawValue }
  }

  package var word: Word
  /// The reason with its numbers, such as `1 record rejected, 12 accounts with problems`; empty for ``Word/fine``.
  package var reason: String

  package init(_ word: Word, _ reason: String = "") { (self.word, self.reason) = (word, reason) }

  /// Derives the verdict from counts.
  ///
  /// - Parameters:
  ///   - problems: The number of accounts that need attention.
  ///   - emptyExports: The number of exports without accounts.
  ///   - silence: Why nothing goes out; nil if unknown.
  package init(
    accounts: Int, _ outcomes: RunSummary.Tally, rejected: Int, problems: Int, emptyExports: Int,
    silence: String? = nil
  ) {
    let isSilent = accounts == 0 || outcomes.scheduled + outcomes.armed == 0
    var parts: [String] = []
    if isSilent {
      parts.append(accounts == 0 ? "no account" : silence ?? "\(outcomes.dropped.of("notification")) dropped")
    }
    if emptyExports > 0 { parts.append("\(emptyExports.of("export")) without accounts") }
    if rejected > 0 { parts.append("\(rejected.of("record")) rejected") }
    if problems > 0 { parts.append("\(problems.of("account")) with problems") }
    self.init(isSilent ? .nothing : parts.isEmpty ? .fine : .look, parts.joined(separator: ", "))
  }

  /// `look: 1 record rejected`.
  package var words: String { reason.isEmpty ? word.words : "\(word.words): \(reason)" }
}

extension RunSummary {
  /// Returns the verdict on the run.
  ///
  /// - Parameter log: The diagnostics of the inputs.
  package func verdict(_ log: DiagnosticLog) -> Verdict {
    Verdict(
      accounts: accounts, decisions, rejected: rejected, problems: accountsWithProblems,
      emptyExports: log.codes[.noAccounts] ?? 0, silence: silence)
  }
}

/// The diagnostics of a run: counts by code, and the first ones for reports. Standard error receives all of them immediately.
package struct DiagnosticLog: Sendable {
  /// The maximum number that reports list.
  package static let listed = 1000

  package var errors = 0
  package var warnings = 0
  package var codes: [Diagnostic.Code: Int] = [:]
  package var first: [Diagnostic] = []

  package init() {}

  package mutating func append(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    }
    codes[diagnostic.code, default: 0] += 1
    if first.count < DiagnosticLog.listed { first.append(diagnostic) }
  }
}
