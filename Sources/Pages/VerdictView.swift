import PlanModel
import RunModel

/// The title of the page: the verdict with its reason, and the findings behind it.
struct VerdictView {
  /// The characters of the title's reason, if it can be cut between two findings.
  private static let titleLength = 56
  /// The findings that have a chip below the title; the others are folded.
  private static let maximumChips = 4

  private struct Finding {
    var words: String
    /// The section with details.
    var anchor: String
    /// What the link shows with script.
    var link: ShowLink?
    /// For a card of its own: the reason, and the kind of an app of which accounts get nothing for it.
    var reason: Reason?
    var silent: SilentKinds.Key?
    var count = 0
    /// The count in the previous plan.
    var before: Int?
    /// The number of accounts that have it, and its counts in earlier runs, the oldest first.
    var accounts = 0
    var earlier: [Int] = []
    var worst: [WorstAccounts.Entry] = []

    /// Whether the advice is about it.
    func isHelped(by advice: Advice) -> Bool {
      advice.reason == reason && (silent == nil || silent?.app == advice.app)
    }
  }

  private let verdict: Verdict
  private let findings: [Finding]
  private let warnings: Int
  private let accepted: [(reason: Reason, count: Int)]
  private let planAgain: PlanAgainCounts.First?

  private let gates: [GateResult]
  private let advice: [Advice]
  private let year: Int

  /// - Parameter anchor: Returns the anchor of an account, or the question that finds it.
  init(_ summary: RunSummary, _ log: DiagnosticLog, _ worst: WorstAccounts, anchor: (AccountName) -> String?) {
    (gates, advice, year) = (summary.gates, summary.advice, summary.now.utc.date.year)
    let before = summary.changes?.before
    var findings: [Finding] = []
    if summary.rejected > 0 {
      findings.append(
        Finding(
          words: "\(summary.rejected.counted("record")) \(summary.rejected == 1 ? "was" : "were") rejected",
          anchor: "diagnostics"))
    }
    let empty = log.codes[.noAccounts] ?? 0
    if empty > 0 {
      findings.append(
        Finding(words: "\(empty.counted("export")) \(empty == 1 ? "has" : "have") no account", anchor: "diagnostics"))
    } else if summary.accounts == 0 {
      findings.append(Finding(words: "no account was planned", anchor: "diagnostics"))
    }
    if summary.brokenInputs > 0, summary.stale == 0 {
      findings.append(
        Finding(words: "\(summary.brokenInputs.counted("input")) could not be used", anchor: "diagnostics"))
    }
    if summary.stale > 0 {
      findings.append(
        Finding(
          words: "\(summary.stale.counted("account")) \(summary.stale == 1 ? "keeps its" : "keep their") earlier plan: "
            + "an input could not be used", anchor: "diagnostics"))
    }
    let over = summary.horizonCount - summary.acceptedHorizons
    if over > 0 {
      findings.append(
        Finding(
          words: over == 1
            ? "1 account asks for more than its device holds"
            : "\(over.grouped) accounts ask for more than their devices hold", anchor: "horizons",
          link: .having(ShowLink.tally(.over))))
    }
    for reason in Reason.allCases {
      let count = summary.problems(reason)
      if count == 0 { continue }
      findings.append(
        Finding(
          words: "\(count.counted("notification")) not sent: \(reason.summary)",
          anchor: "reason-\(reason.code)", link: .reason(reason), reason: reason, count: count,
          before: before.map { $0.comparable(reason) + ($0.fresh[reason] ?? 0) },
          accounts: summary.losers(reason),
          earlier: before.map { ($0.earlier + [$0.problems]).map { $0[reason] ?? 0 } } ?? [], worst: worst[reason]))
    }
    for (key, group) in summary.silentKinds.sorted {
      let first = WorstAccounts.Entry(account: group.first.words.shown(100), anchor: anchor(group.first), count: 0)
      findings.append(
        Finding(
          words: key.words(group), anchor: "finding-\(findings.count)", reason: key.reason, silent: key,
          count: group.notifications, accounts: group.accounts, worst: [first]))
    }
    if let before, before.tellsZones {
      findings.append(
        Finding(words: "\(before.zoneChanges.counted("account")) in another time zone", anchor: "since"))
    }
    verdict = summary.verdict(log)
    self.findings = findings
    accepted = Reason.allCases.map { ($0, summary.accepted[$0.index]) }.filter { $0.1 > 0 }
    warnings = log.warnings
    planAgain = summary.planAgain.first
  }

  func add(to view: inout PageView) {
    let (title, tone, icon) =
      switch verdict.word {
      case .nothing: ("Nothing goes out", "bad", "✕")
      case .hold: ("Hold", "bad", "✕")
      case .look: ("Look", "look", "!")
      case .fine: ("Fine", "fine", "✓")
      }
    view.add("verdict", title)
    view.add("verdictTone", tone)
    view.add("verdictIcon", icon)
    let isPlain = verdict.word == .fine && verdict.reason.isEmpty
    let reason = isPlain ? "every record was accepted, and every plan fits its device" : verdict.reason
    // That the findings are not new is why it is fine.
    let ending = reason.hasSuffix(Verdict.asBefore) ? Verdict.asBefore : ""
    let all = String(reason.dropLast(ending.count))
    let beginning = VerdictView.beginning(of: all)
    let isWhole = beginning == all
    // The largest of those that keep notifications back are first.
    let chips = findings.filter { $0.count == 0 } + findings.filter { $0.count > 0 }.sorted { $0.count > $1.count }
    let further = chips.dropFirst(VerdictView.maximumChips)
    view.add("verdictReason", reason.isEmpty ? nil : (beginning + (isWhole ? "" : "\u{a0}…") + ending).shown(400))
    view.add("verdictWhole", isWhole ? nil : reason.shown(2000))
    view.add("hasFindings", !findings.isEmpty)
    view.add("findings", chips.prefix(VerdictView.maximumChips), VerdictView.add)
    view.add("hasMoreFindings", !further.isEmpty)
    view.add("moreFindings", further, VerdictView.add)
    let unset = gates.isEmpty ? [] : GateResult.limits.filter { name in !gates.contains { $0.name == name } }
    view.add("gatesNotSet", unset.isEmpty ? nil : unset.joined(separator: ", "))
    let more = [
      isWhole ? nil : "the whole verdict", further.isEmpty ? nil : further.count.counted("more finding"),
      accepted.isEmpty ? nil : "accepted findings", unset.isEmpty ? nil : unset.count.counted("gate") + " not set",
      warnings > 0 ? warnings.counted("warning") : nil,
    ].compactMap(\.self)
    view.add("verdictMore", more.isEmpty ? nil : more.joined(separator: " · "))
    view.add("cards", findings.filter { $0.reason != nil }.sorted { $0.count > $1.count }) { view, finding in
      view.add("card", finding.silent.map { _ in finding.anchor })
      view.add("title", finding.silent.map { "\($0.kind.name): nothing goes out" } ?? finding.reason?.summary)
      view.add("explanation", finding.reason?.explanation)
      view.add("count", finding.count)
      view.add("show", finding.link?.fragment)
      view.add("delta", SinceView.delta(finding.count, finding.before))
      view.add("trend", Sparkline(finding.earlier + [finding.count])?.markup)
      view.add("accountWords", finding.accounts.counted("account"))
      view.add("hasWorst", !finding.worst.isEmpty)
      view.add("worst", finding.worst) { view, entry in
        view.add("account", entry.account)
        view.add("page", entry.page)
        view.add("anchor", entry.anchor)
        view.add("lost", some: entry.count)
      }
      view.add("helps", advice.filter(finding.isHelped), VerdictView.add)
    }
    view.add("hasGates", !gates.isEmpty)
    view.add("gates", gates) { view, gate in
      view.add("gate", gate.name)
      view.add("app", gate.app?.shown(60))
      view.add("found", gate.found.grouped)
      view.add("total", gate.total.grouped)
      view.add("limit", gate.limit)
      view.add("gateState", gate.state.rawValue)
      view.add("isFailed", gate.state == .failed)
      view.add("isNear", gate.state == .near)
    }
    let others = advice.filter { advice in !findings.contains { $0.isHelped(by: advice) } }
    view.add("hasAdvice", !others.isEmpty)
    view.add("advice", others, VerdictView.add)
    view.add("hasAccepted", !accepted.isEmpty)
    view.add("accepted", accepted) { view, entry in
      view.add("count", entry.count)
      view.add("words", entry.reason.summary)
      view.add("anchor", "reason-\(entry.reason.code)")
      view.add("show", ShowLink.reason(entry.reason).fragment)
    }
    view.add("planAgain", planAgain?.planAgain.at.markup(in: year))
    view.add("planAgainCause", planAgain?.planAgain.cause.words)
    view.add("planAgainAccount", planAgain?.account.words.shown(100))
    view.add("planAgainApp", planAgain?.account.app?.shown(60))
    view.add("warnings", warnings > 0 ? warnings.counted("warning") : nil)
  }

  /// Returns the findings of a reason that a title has room for, at least the first.
  static func beginning(of reason: String) -> String {
    let bytes = Array(reason.utf8)
    var ends = bytes.indices.dropLast().filter { ",;".utf8.contains(bytes[$0]) && bytes[$0 + 1] == UInt8(ascii: " ") }
    ends.append(bytes.count)
    return String(decoding: bytes[..<(ends.last { $0 <= titleLength } ?? ends[0])], as: UTF8.self)
  }

  private static func add(to view: inout PageView, _ finding: Finding) {
    view.add("words", finding.words)
    view.add("anchor", finding.anchor)
    view.add("show", finding.link?.fragment)
  }

  private static func add(to view: inout PageView, _ advice: Advice) {
    view.add("reason", advice.reason.summary)
    view.add("change", advice.change)
    view.add("before", advice.before.grouped)
    view.add("after", advice.after.grouped)
    let isPart = advice.affected > advice.accounts
    view.add("tried", isPart ? advice.accounts : nil)
    view.add("accountWords", (isPart ? advice.affected : advice.accounts).counted("account"))
    view.add("app", advice.app.shown(60))
  }
}
