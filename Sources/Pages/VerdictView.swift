import PlanModel
import RunModel

/// The most important fact on the page: whether anything needs attention, and what.
struct VerdictView {
  private struct Finding {
    var words: String
    /// The section with details.
    var anchor: String
    /// What the link shows with script.
    var link: ShowLink?
  }

  private let word: Verdict.Word
  private let findings: [Finding]
  private let warnings: Int
  private let accepted: [(reason: Reason, count: Int)]
  private let planAgain: PlanAgainCounts.First?

  init(_ summary: RunSummary, _ log: DiagnosticLog) {
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
          words: "\(count.counted("notification")) dropped: \(reason.entry.summary)",
          anchor: "reason-\(reason.code)", link: .reason(reason)))
    }
    word = summary.verdict(log).word
    if let silence = summary.silence {
      findings.insert(Finding(words: "dropped: \(silence)", anchor: "reasons", link: .outcome("dropped")), at: 0)
    }
    self.findings = findings
    accepted = Reason.allCases.map { ($0, summary.accepted[$0.index]) }.filter { $0.1 > 0 }
    warnings = log.warnings
    planAgain = summary.planAgain.first
  }

  func add(to view: inout PageView) {
    view.add("isFine", findings.isEmpty && word == .fine)
    let count = findings.count == 1 ? "one thing needs attention" : "\(findings.count) things need attention"
    let title =
      switch word {
      case .nothing: "Nothing goes out"
      case .hold: "Hold"
      case .look: "Look"
      case .fine: "Fine"
      }
    view.add(
      "verdict",
      "\(title): \(findings.isEmpty ? "every record was accepted, and every plan fits its device" : count).")
    view.add("findings", findings) { view, finding in
      view.add("words", finding.words)
      view.add("anchor", finding.anchor)
      view.add("show", finding.link?.fragment)
    }
    view.add("hasAccepted", !accepted.isEmpty)
    view.add("accepted", accepted) { view, entry in
      view.add("count", entry.count)
      view.add("words", entry.reason.entry.summary)
      view.add("anchor", "reason-\(entry.reason.code)")
      view.add("show", ShowLink.reason(entry.reason).fragment)
    }
    view.add("planAgain", planAgain?.planAgain.at.markup)
    view.add("planAgainCause", planAgain?.planAgain.cause.words)
    view.add("planAgainAccount", planAgain?.account.words.shown(100))
    view.add("planAgainApp", planAgain?.account.app?.shown(60))
    view.add("warnings", warnings > 0 ? warnings.counted("warning") : nil)
  }
}
