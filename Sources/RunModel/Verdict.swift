import Comparing
import Diagnostics
import PlanModel

/// Whether a run's plan may go out: one word, and the reason for it.
///
/// With an earlier run, findings in the same number as then do not count, but what users lose since then does. The policy's own quiet
/// hours, caps and permissions count only as such losses, or if they leave nothing of a kind.
package struct Verdict: Hashable, Sendable {
  package enum Word: String, CaseIterable, Sendable {
    /// No account was planned, or nothing is scheduled or armed.
    case nothing
    /// A gate was exceeded, so the plan does not replace the earlier one.
    case hold
    /// There is a new finding.
    case look
    case fine

    package var words: String { self == .nothing ? "nothing goes out" : rawValue }
  }

  package var word: Word
  /// The reason with its numbers, such as `1 record rejected, 12 accounts with findings`. For ``Word/fine``, the findings that the
  /// run before had too.
  package var reason: String

  package init(_ word: Word, _ reason: String = "") { (self.word, self.reason) = (word, reason) }

  /// The end of a reason whose findings the run before had too.
  package static let asBefore = ", as in the run before"

  /// Derives the verdict from the counts of a run of an earlier version.
  package init(accounts: Int, _ outcomes: RunSummary.Tally, rejected: Int, problems: Int) {
    if accounts == 0 || outcomes.scheduled + outcomes.armed == 0 {
      self.init(.nothing, accounts == 0 ? "no account" : "\(outcomes.dropped.counted("notification")) not sent")
      return
    }
    let parts = [
      rejected > 0 ? "\(rejected.counted("record")) rejected" : nil,
      problems > 0 ? "\(problems.counted("account")) with findings" : nil,
    ].compactMap(\.self)
    self.init(parts.isEmpty ? .fine : .look, parts.joined(separator: ", "))
  }

  /// `look: 1 record rejected`.
  package var words: String { reason.isEmpty ? word.words : "\(word.words): \(reason)" }
}

extension RunSummary {
  package func verdict(_ log: DiagnosticLog) -> Verdict {
    let failed = gates.filter(\.holds)
    if !failed.isEmpty {
      return Verdict(.hold, ([alarm].compactMap(\.self) + failed.map(\.words)).joined(separator: "; "))
    }
    var findings = findings(log)
    if accounts == 0 || decisions.scheduled + decisions.armed == 0 {
      let why = accounts == 0 ? "no account" : silence ?? "\(decisions.dropped.counted("notification")) not sent"
      return Verdict(.nothing, ([why] + findings.map(\.words)).joined(separator: ", "))
    }
    if findings.contains(where: \.isNew) {
      findings.removeAll { !$0.isNew }
      return Verdict(.look, findings.map(\.words).joined(separator: ", "))
    }
    return Verdict(
      .fine, findings.isEmpty ? "" : findings.map(\.words).joined(separator: ", ") + Verdict.asBefore)
  }

  /// Inputs that could not be used, and what is lost since the last run. A verdict begins with them; nil if there is neither.
  package var alarm: String? {
    let parts = [
      brokenInputs > 0 ? "\(brokenInputs.counted("input")) broken" : nil,
      stale > 0 ? "\(stale.counted("account")) stale\(ofStale)" : nil,
      gates.contains(where: \.tellsLoss) ? changes?.lostWords : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// ` since 2026-10-11 (11 with nothing left)`: what became of stale accounts, from their second night on.
  private var ofStale: String {
    guard let since = staleSince, let before = changes?.before?.now, since < before else { return "" }
    return " since \(since.utc.date)" + (staleSilent > 0 ? " (\(staleSilent.grouped) with nothing left)" : "")
  }

  /// Whether a calendar or address book ends in the middle, and notifications are lost with it.
  package func losesToCut(_ log: DiagnosticLog) -> Bool { log.codes[.cutShort] ?? 0 > 0 && changes?.lost ?? 0 > 0 }

  /// What counts for the verdict, in the order of its importance.
  private struct Finding {
    var words: String
    /// Whether the last run did not have it, or less of it.
    var isNew: Bool
  }

  private func findings(_ log: DiagnosticLog) -> [Finding] {
    let before = changes?.before
    var findings: [Finding] = []
    func add(_ count: Int, _ words: String, isNew: Bool = true) {
      if count > 0 { findings.append(Finding(words: words, isNew: isNew)) }
    }
    if let alarm { add(1, alarm) }
    for gate in gates where gate.alarms { add(gate.found, gate.words) }
    if let before, before.tellsZones { add(1, "\(before.zoneChanges.counted("account")) in another time zone") }
    let missing = log.codes[.missingInput] ?? 0
    let name = log.first.first { $0.code == .missingInput }.map { " " + $0.location.file.quotedForDiagnostic } ?? ""
    add(missing, missing == 1 ? "input\(name) missing" : "\(missing) inputs missing")
    if losesToCut(log) { add(1, "calendar cut short: \((changes?.lost ?? 0).counted("notification")) lost") }
    let empty = log.codes[.noAccounts] ?? 0
    add(empty, "\(empty.counted("export")) without accounts")
    let ahead = before?.aheadByApp ?? [:]
    for (app, count) in ahead.sorted(by: { $0.key.compareBytes($1.key) < 0 }) {
      let tally = apps[app] ?? Tally()
      if tally.scheduled + tally.armed == 0 {
        add(ahead.count > 1 ? count : 0, "nothing of \(app) goes out, \(count.grouped) in the run before")
      }
    }
    add(rejected, "\(rejected.counted("record")) rejected", isNew: before?.rejected.map { rejected > $0 } ?? true)
    let problems = accountsWithProblems - stale
    let worse = before.map(worseReasons) ?? []
    add(
      problems,
      "\(problems.counted("account")) with findings" + (worse.isEmpty ? "" : ": " + worse.joined(separator: ", ")),
      isNew: before.map { !worse.isEmpty || problems.isWorse(than: $0.accountsWithProblems) } ?? true)
    let silent = silentKinds.sorted
    add(
      silent.count,
      silent.count == 1
        ? silent[0].key.words(silent[0].value)
        : "\(silent.count) kinds of which accounts get nothing (\(silent.first?.key.kind.name ?? ""), …)",
      isNew: before.map { silentKinds.count.isWorse(than: $0.silentKinds) } ?? true)
    return findings
  }

  /// Returns the reasons that the run before did not have, or for clearly fewer notifications: `43 no slot left, 5 before`.
  private func worseReasons(than before: EarlierCounts) -> [String] {
    Reason.allCases.compactMap { reason in
      let (now, then) = (problems(reason), before.problems[reason] ?? 0)
      return now > then + then / 4 ? "\(now) \(reason.summary), \(then == 0 ? "none" : "\(then)") before" : nil
    }
  }
}

extension Int {
  /// Returns whether a finding grew by more than a twentieth, as far as it does in a fleet from night to night.
  fileprivate func isWorse(than before: Int) -> Bool { self > before + before / 20 }
}

extension ChangeLog {
  /// `7821 notifications lost since the last run: authorization authorized → denied in 99 accounts`.
  fileprivate var lostWords: String {
    var accounts: [String: Int] = [:]
    var counts: [String: Int] = [:]
    for (key, row) in rows where row.lost > 0 {
      counts[key.lossWords, default: 0] += row.lost
      accounts[key.lossWords, default: 0] += row.losers
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let why = most.map { cause, count in
      let affected = accounts[cause] ?? 0
      let rejected = accounts[AccountDifference.isRejected.words] ?? 0
      let words =
        switch cause {
        case AccountDifference.isGone.words:
          "\((before.map { $0.goneAccounts - rejected } ?? affected).counted("account")) gone"
        case AccountDifference.isRejected.words: "\(affected.counted("account")) rejected"
        default: "\(cause) in \(affected.counted("account"))"
        }
      return ": \(count < lost ? "mostly " : "")\(words)"
    }
    return "\(lost.counted("notification")) lost since the last run" + (why ?? "")
  }
}

extension ChangeLog.Row.Key {
  /// Why it is lost, in the words that name it best.
  var lossWords: String {
    ofAccount?.words ?? reason?.summary ?? (cause == .data ? "items are gone" : "changed \(causeWords ?? "plan")")
  }
}

extension GateResult {
  /// `maxRemoved: 81 of 100, allowed 90`.
  fileprivate var words: String {
    "\(name)\(app.map { " of \($0)" } ?? ""): \(found.grouped) of \(total.grouped), allowed \(limit)"
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

  /// The ids of accounts whose record was rejected.
  package var rejectedAccounts: Set<String> {
    Set(first.lazy.filter { $0.severity == .error && $0.item == nil }.compactMap(\.account))
  }

  package mutating func append(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    }
    codes[diagnostic.code, default: 0] += 1
    if first.count < DiagnosticLog.listed { first.append(diagnostic) }
  }
}

extension Int {
  /// Returns the count with its noun: `1 record`, `12,000 records`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
