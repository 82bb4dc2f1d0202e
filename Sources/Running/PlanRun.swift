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
    if let archive = options.archive { return try await ArchiveRun.run(options, archive) }
    return try await run(options, into: nil)
  }

  /// - Parameter archive: What the output folder belongs to; nil: it stands for itself.
  static func run(_ options: PlanOptions, into archive: ArchiveRun?) async throws(FatalInput) -> Int32 {
    let log = RunLog(options)
    do throws(FatalInput) {
      try log.begin()
      return try await run(options, log, archive)
    } catch {
      throw log.end(error)
    }
  }

  private static func run(
    _ options: PlanOptions, _ log: RunLog, _ archive: ArchiveRun?
  ) async throws(FatalInput) -> Int32 {
    let folder = try OutputFolder(options.out)
    let sources = try Sources.read(options) { log.progress($0) }
    log.read(sources)

    let header = sources.header(options)
    if let same = try archive?.repeated(header, options, sources.templates) {
      log.end(same: same.folder, status: same.status)
      return same.status
    }
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
    log.beginPhase()
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, options, header, report: report, previous: previous)
    }
    try await pipeline.run(chunks, room: { outputs.page.room }) { (chunk, result) throws(FatalInput) in
      for diagnostic in result.diagnostics where once.isNew(diagnostic) { log.note(diagnostic) }
      summary.add(result.summary)
      succeeded?.formUnion(result.succeeded)
      try outputs.write(result)
      progress.bytesDone += chunk.size
      progress.accountsDone = summary.accounts
      log.progress(progress)
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
    log.clearProgress()
    try sources.zones.refuseFault()
    log.noteRest()
    let status = try options.status(rejected: summary.rejected)
    try GateKeeper(sources: sources, options: options).check(summary)
    log.heldGates()
    let written = try outputs.finish(summary, header, log.diagnostics, report)
    let removed = try folder.commit(written)
    try archive?.finish(summary, status: status, keep: options.keep)
    log.end(summary, sources, written: written, removed: removed, status: status)
    return status
  }

  private static func previousPlan(
    _ options: PlanOptions, _ header: RunHeader, _ zones: ZoneDatabase
  ) throws(FatalInput) -> PreviousPlan? {
    guard let path = options.previous else { return nil }
    return try PreviousPlan(try PlanFolder(path, zones: zones), new: header)
  }
}

extension RunSummary {
  /// `21 accounts, 452 scheduled, 332 dropped, 1 record rejected`.
  var words: String {
    var line = "\(accounts.of("account")), \(decisions.scheduled) scheduled, "
    if decisions.armed > 0 { line += "\(decisions.armed) armed, " }
    line += "\(decisions.dropped) dropped"
    if horizonCount > 0 { line += ", \(horizonCount.of("account")) over the slot limit" }
    if rejected > 0 { line += ", \(rejected.of("record")) rejected" }
    return line
  }
}
