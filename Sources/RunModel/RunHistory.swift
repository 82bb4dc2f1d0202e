import CivilTime
import PlanModel

/// The runs of an archive, the oldest first.
package struct RunHistory: Sendable {
  /// A run: the name of its folder, and its counts; nil if its `summary.json` is missing or unreadable.
  package typealias Run = (name: String, now: Instant, counts: RunCounts?)

  /// The archive's folder, as the user named it.
  package var path: String
  package var runs: [Run]
  /// The name of the current run.
  package var latest: String?
  /// The names of the runs that have a page.
  package var pages: Set<String> = []

  package init(path: String, runs: [Run], latest: String?) {
    (self.path, self.runs, self.latest) = (path, runs, latest)
  }

  /// The reasons of dropped notifications in any run that was in force, in the order of the checks.
  package var reasons: [Reason] {
    let counts = runs.compactMap(\.counts).filter { $0.verdict.word != .hold }
    return Reason.allCases.filter { reason in counts.contains { ($0.reasons[reason] ?? 0) > 0 } }
  }
}

/// The counts in a run's `summary.json`.
package struct RunCounts: Sendable {
  package struct Changes: Sendable {
    package var total = ChangeLog.Tally()
    package var accounts = 0
    /// The number of notifications lost since the run before.
    package var lost = 0

    package init() {}
  }

  package struct Diagnostics: Sendable {
    package var errors = 0
    package var warnings = 0
    /// The first error, with its place.
    package var cause: String?

    package init() {}
  }

  package var now = Instant.distantPast
  package var days = 0
  package var tzdata = ""
  package var accounts = 0
  package var accountsWithProblems = 0
  package var rejected = 0
  /// The accounts that kept an earlier plan because an input was broken.
  package var stale = 0
  package var outcomes = RunSummary.Tally()
  package var reasons: [Reason: Int] = [:]
  package var actions: [Action.Verb: Int] = [:]
  /// The changes; nil if the run had no previous plan.
  package var changes: Changes?
  package var diagnostics = Diagnostics()

  package init() {}

  /// The verdict that the run recorded; nil if an earlier version made it.
  package var recordedVerdict: Verdict?

  package var verdict: Verdict {
    recordedVerdict
      ?? Verdict(accounts: accounts, outcomes, rejected: rejected, problems: accountsWithProblems)
  }
}
