import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// The result of a run that wrote its plan.
struct RunResult {
  let now: Instant
  let summary: RunSummary
  let sources: Sources
  let diagnostics: DiagnosticLog
  let status: Int32
  let milliseconds: Int64
  /// Whether more than outcomes was counted.
  let isCounted: Bool

  /// `nil` if the counts do not suffice.
  var verdict: Verdict? {
    let verdict = summary.verdict(diagnostics)
    return isCounted || verdict.word == .nothing ? verdict : nil
  }

  /// The result in words: `fine: 4 accounts, 123 go out, 7 not sent`.
  var words: String {
    let empty = diagnostics.codes[.noAccounts] ?? 0
    let problems = summary.accountsWithProblems
    let isNamed = summary.alarm != nil || problems + empty + summary.rejected > 0
    // Without an earlier run, a line of its own says why nothing goes out, and what helps.
    let tells = verdict?.word == .look ? !isNamed : verdict?.word == .nothing && summary.changes != nil
    let reason = verdict.flatMap { tells ? ", \($0.reason)" : nil } ?? ""
    return (verdict.map { "\($0.word.words): " } ?? "") + (summary.alarm.map { "\($0); " } ?? "") + summary.words
      + (problems > 0 ? ", \(problems.of("account")) with findings" : "")
      + reason + (empty > 0 ? ", \(empty.of("export")) without accounts" : "")
      + (diagnostics.warnings > 0 ? ", \(diagnostics.warnings.of("warning"))" : "")
  }

  /// Whether `--quiet` prints it too: nothing goes out although the earlier plan had something ahead, or a calendar that was
  /// cut short loses notifications.
  var isTold: Bool {
    verdict?.word == .nothing && (summary.changes?.before?.ahead ?? 0) > 0 || summary.losesToCut(diagnostics)
  }

  /// The reason why nothing is scheduled; `nil` if anything is.
  var silence: String? {
    let rejected = summary.rejected == 0 ? nil : "correct the \(summary.rejected.of("rejected record"))"
    if summary.accounts == 0 {
      return "no input has an account that could be planned" + (rejected.map { "; \($0)" } ?? "")
    }
    if summary.decisions.total > 0 {
      return summary.silence.map { words in words + (rejected.map { "; and \($0)" } ?? "") }
    }
    if let rejected { return rejected }
    return "no account has an item or a preference that a kind of its policy uses"
  }

  /// The line that `--verbose` adds.
  var detail: String {
    "tickler: tz database \(sources.zones.version) in \(sources.zones.path), "
      + "\(sources.roster.joinedCount.of("record")) joined to accounts from elsewhere, "
      + "\(sources.roster.hasSpilled ? "found by a temporary file, " : "")"
      + "\(summary.supersededCount) superseded, \(milliseconds) ms"
  }

  /// Writes the members of the last event.
  func describe(_ json: inout FieldWriter) {
    json.member("status", Int(status))
    json.member("milliseconds", Int(milliseconds))
    json.member("verdict", verdict?.word.rawValue)
    json.member("reason", verdict.flatMap { $0.reason.isEmpty ? nil : $0.reason })
    json.member("accounts", summary.accounts)
    json.member("scheduled", summary.decisions.scheduled)
    json.member("armed", summary.decisions.armed)
    if summary.decisions.ahead > 0 { json.member("ahead", summary.decisions.ahead) }
    json.member("dropped", summary.decisions.dropped)
    json.member("accountsOverSlotLimit", summary.horizonCount)
    json.member("rejectedRecords", summary.rejected)
    json.member("warnings", diagnostics.warnings)
    json.member("stale", summary.stale)
    json.member("notDue", summary.notDue)
    json.member("planAgainBy", summary.planAgain.first?.planAgain.at)
    if summary.planAgain.first != nil {
      json.member("dueAccounts", Named(PlanAgainCause.allCases.map { ($0.rawValue, summary.planAgain.due($0)) }))
    }
    json.member("changes", summary.changes?.total)
    json.member("shown", summary.changes?.shown?.total.total)
  }
}
