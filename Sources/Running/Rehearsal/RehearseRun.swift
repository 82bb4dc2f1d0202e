import Answers
import CivilTime
import Diagnostics
import Pages
import PlanModel
import Rehearsing

/// Runs `tickler rehearse`, which simulates devices over many nights and compares what they show with ideal plans.
package enum RehearseRun {
  package struct Question: Sendable {
    /// The account to rehearse; `nil` for all accounts.
    package var account: AccountName?
    package var regime = ReplanRegime.nightly
    package var nights = 60
    /// The share of nights without a plan, 0 to 1.
    package var missShare = 0.0
    package var seed = 1
    /// Moves that the exports do not announce.
    package var travel: [(at: Instant, zone: String)] = []
    /// The tz database of the devices; `nil` for that of the plans.
    package var deviceZoneinfo: String?
    package var gap = GapPolicy.next
    /// Exports that replace the inputs, each from an instant on.
    package var later: [(at: Instant, path: String)] = []
    package var format = AnswerFormat.text

    package init() {}
  }

  /// - Returns: The output, and status 1 if records were rejected, else 0.
  package static func run(_ options: PlanOptions, _ question: Question) async throws(RunFault) -> Answer {
    let scene = try RehearsedScene(options, question)
    var report = InputReport(scene.exports[0].sources, options)
    for export in scene.exports.dropFirst() {
      report.add(export.sources.warnings, rejected: export.sources.rejectedCount)
    }
    var (rehearsal, isKnown, nearest) = (scene.rehearsal, question.account == nil, String?.none)
    let pool = WorkerPool { Rehearser(scene) }
    let work = scene.exports.indices.flatMap { export in scene.exports[export].chunks.map { (export, $0) } }
    try await OrderedTasks.run(work, atOnce: options.jobs) { (work, handOn) async throws(RunFault) in
      try await handOn(
        try await pool.lend { (rehearser) throws(RunFault) in try rehearser.rehearse(work.1, of: work.0) })
    } take: { (part: Rehearser.Part) in
      report.add(part.diagnostics, rejected: part.rejected)
      rehearsal.add(part.rehearsal)
      isKnown = isKnown || part.isKnown
      nearest = part.nearest ?? nearest
    }
    let status = try report.status()
    if !isKnown, let account = question.account { throw RunFault.noAccount(account, nearest: nearest) }
    switch question.format {
    case .text: return (RehearsalWriter(rehearsal).text, status)
    case .json: return (RehearsalWriter(rehearsal).json.text, status)
    case .html:
      return (try RehearsalPage.html(rehearsal, scene.exports[0].sources.templates.reader).text, status)
    }
  }
}
