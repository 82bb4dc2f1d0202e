import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import Planning
import RunModel

/// `tickler plan`: exports in; plan, actions, summary, page and calendar out.
package enum PlanRun {
  /// - Returns: 0 where every record was accepted, 1 where some were not.
  package static func run(_ options: PlanOptions) async throws(FatalInput) -> Int32 {
    var errors = StandardError(progress: options.showsProgress && !options.isQuiet)
    let folder = try OutputFolder(options.out)
    let sources = try Sources.read(options) { errors.progress($0) }
    var log = DiagnosticLog()
    var shown = ShownWarnings()
    for warning in sources.warnings { note(warning, options, &log, &shown, &errors) }

    let header = sources.header(options)
    let report = options.emit.contains(.html) ? try sources.templates.report() : nil
    var outputs = try PlanOutputs(folder, options.emit, header, options.planCalendar, options.compression)
    let previous = try previousPlan(options, header, sources.zones)
    var summary = RunSummary(now: options.now)
    summary.rejected = sources.rejectedCount
    if previous != nil { summary.changes = ChangeLog(limit: RunSummary.listedChanges) }
    var succeeded = previous?.nobody
    var once = UnknownFields()

    let chunks = sources.chunks
    var progress = Progress(
      .planning(accounts: sources.inputs.reduce(0) { $0 + $1.accountCount }), bytes: chunks.reduce(0) { $0 + $1.size })
    errors.beginPhase()
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, options, header, report: report, previous: previous)
    }
    try await pipeline.run(chunks, room: { outputs.page.room }) { (chunk, result) throws(FatalInput) in
      for diagnostic in result.diagnostics where once.isNew(diagnostic) {
        note(diagnostic, options, &log, &shown, &errors)
      }
      summary.add(result.summary)
      succeeded?.formUnion(result.succeeded)
      try outputs.write(result)
      progress.bytesDone += chunk.size
      progress.accountsDone = summary.accounts
      errors.progress(progress)
    }
    if let previous, let succeeded {
      var renderer = PlanRenderer(
        header, emit: options.emit, calendar: options.planCalendar, report: nil, listsChanges: true)
      try previous.forEachAccount(notIn: succeeded) { (account) throws(FatalInput) in
        var (plan, result) = (account, renderer.emptyResult())
        result.summary.changes?.add(previous.changes(to: nil, from: account))
        plan.endWithout(successor: options.now)
        plan.enterZones(of: sources.zones)
        renderer.appendGone(plan, to: &result)
        summary.add(result.summary)
        try outputs.write(result)
      }
    }
    errors.clearProgress()
    try sources.zones.refuseFault()
    if !options.isQuiet { for line in shown.rest { errors.line(line.description) } }
    let status = try options.status(rejected: summary.rejected)
    try GateKeeper(sources: sources, options: options).check(summary)
    let written = try outputs.finish(summary, header, log, report)
    try folder.commit(written)
    if !options.isQuiet { conclude(summary, log, sources, options, &errors) }
    return status
  }

  private static func previousPlan(
    _ options: PlanOptions, _ header: RunHeader, _ zones: ZoneDatabase
  ) throws(FatalInput) -> PreviousPlan? {
    guard let path = options.previous else { return nil }
    return try PreviousPlan(try PlanFolder(path, zones: zones), new: header)
  }

  private static func note(
    _ diagnostic: Diagnostic, _ options: PlanOptions, _ log: inout DiagnosticLog, _ shown: inout ShownWarnings,
    _ errors: inout StandardError
  ) {
    log.append(diagnostic)
    guard shown.shows(diagnostic) else { return }
    if !options.isQuiet || diagnostic.severity == .error { errors.line(diagnostic.description) }
  }

  private static func conclude(
    _ summary: RunSummary, _ log: DiagnosticLog, _ sources: Sources, _ options: PlanOptions,
    _ errors: inout StandardError
  ) {
    let tally = summary.decisions
    var line = "tickler: \(summary.accounts.of("account")), \(tally.scheduled) scheduled, "
    if tally.armed > 0 { line += "\(tally.armed) armed, " }
    line += "\(tally.dropped) dropped"
    if summary.horizonCount > 0 { line += ", \(summary.horizonCount.of("account")) over the slot limit" }
    if summary.rejected > 0 { line += ", \(summary.rejected.of("record")) rejected" }
    if log.warnings > 0 { line += ", \(log.warnings.of("warning"))" }
    errors.line("\(line); written to \(options.out)")
    if options.isVerbose {
      errors.line(
        "tickler: tz database \(sources.zones.version) in \(sources.zones.path), "
          + "\(sources.roster.joinedCount.of("record")) joined to accounts from elsewhere, "
          + "\(sources.roster.hasSpilled ? "found by a temporary file, " : "")"
          + "\(summary.supersededCount) superseded, \(errors.elapsedMilliseconds) ms")
    }
    if let first = summary.planAgain.first { errors.line("tickler: plan again by \(first.words)") }
  }
}
