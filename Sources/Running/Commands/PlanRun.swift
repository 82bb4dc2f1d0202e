import Diagnostics
import Formats
import PlanFiles
import PlanModel
import RunModel

/// Runs `tickler plan`, which turns exports into a plan, actions, summary, page and calendar.
package enum PlanRun {
  /// - Parameter part: The part of an input to plan, with a `part.json` beside it; `nil` for all inputs.
  /// - Returns: The exit status: 0, 1 or 3.
  package static func run(_ options: PlanOptions, part: InputFile? = nil) async throws(RunFault) -> Int32 {
    if let archive = options.archive { return try await ArchiveRun.run(options, archive) }
    return try await run(options, into: nil, part: part)
  }

  /// - Parameter archive: The archive that contains the output folder; `nil` if there is none.
  static func run(
    _ options: PlanOptions, into archive: ArchiveRun?, part: InputFile? = nil
  ) async throws(RunFault) -> Int32 {
    let log = RunLog(options)
    do throws(RunFault) {
      log.begin()
      return try await run(options, log, archive, part)
    } catch {
      archive?.cause = error
      throw log.end(error)
    }
  }

  private static func run(
    _ options: PlanOptions, _ log: RunLog, _ archive: ArchiveRun?, _ part: InputFile?
  ) async throws(RunFault) -> Int32 {
    if archive == nil, try Archive.isArchive(options.out) {
      throw RunFault(.cannotCreate, "\(options.out) is an archive, with a folder for each plan; pass it with --archive")
    }
    let folder = try OutputFolder(options.out, checksums: options.hasChecksums)
    let sources = try Sources.read(options, files: part.map { [$0] }, output: options.out) { log.progress($0) }
    let read = sources.header(options)
    let written = sources.disclosure.written(read)
    log.read(sources, written)
    var partFile = part.map { PartFile($0, sources.disclosure, warnings: log.diagnostics) }

    if let same = try archive?.repeated(written, options, sources.templates) {
      log.end(same: same.folder, status: same.status)
      return same.status
    }
    let accounts = sources.inputs.reduce(0) { $0 + $1.accountCount }
    let report =
      options.emit.contains(.html)
      ? try sources.templates.report() : nil
    var earlier = try options.previous.map { (path) throws(RunFault) in
      try PreviousPlan(path, sources.zones, new: read, options, isPart: part != nil)
    }
    let missing = part == nil ? earlier?.missingInputs ?? [] : []
    // Under --keep-going, a missing input is a broken one until it is back.
    let kept = options.keepsGoing ? missing : []
    if !kept.isEmpty { earlier?.keepMissingInputs() }
    let (previous, unredacted, header) = (earlier, read.adding(kept), written.adding(kept))
    var outputs = try PlanOutputs(
      folder, options.emit, header, options.planCalendar, options.compression, report: report,
      writesSizes: options.writesSizes)
    for input in missing {
      log.note(
        Diagnostic(
          .warning, .missingInput, at: SourceLocation(file: input.file, line: 1, column: 1),
          found: "the earlier plan read it, and "
            + (InputDiscovery.isUnknown(input.file)
              ? "no reader knows its content any more" : "it is no longer among the inputs")
            + (options.keepsGoing ? ": its accounts keep their plan" : "")))
    }
    var summary = RunSummary(now: options.now)
    summary.rejected = sources.rejectedCount
    if let previous {
      summary.changes = ChangeLog(succeeding: part == nil ? previous.counts : EarlierCounts(), asOf: options.now)
    }
    var succeeded = previous?.emptySet
    var newAccounts: Set<StableHash> = []
    var once = OnceAFile()

    let stale = StaleAccounts(
      unredacted.inputs, previous, sources.zones, now: options.now, dueBefore: options.dueBefore)
    if let input = header.inputs.first(where: \.isBroken), let previous, try !previous.listsInputs {
      log.note(
        Diagnostic(
          .warning, .input, at: SourceLocation(file: input.file, line: 1, column: 1),
          found: "the earlier plan was made without --keep-going and does not list the accounts of an input: "
            + "each account of its app keeps its plan"))
    }
    let chunks = sources.chunks
    var progress = Progress(.planning(accounts: accounts), bytes: chunks.reduce(0) { $0 + $1.size })
    log.beginPhase()
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, options, header, report: report, previous: previous, stale: stale)
    }
    try await pipeline.run(chunks) { (result) throws(RunFault) in
      for diagnostic in result.diagnostics where once.isNew(diagnostic) {
        let written = log.note(diagnostic)
        partFile?.note(written)
      }
      for (account, items) in result.reminded { log.note(items, of: account) }
      summary.add(result.summary)
      succeeded?.formUnion(result.succeeded)
      newAccounts.formUnion(result.newAccounts)
      try outputs.write(result)
      progress.bytesDone += result.bytesRead
      progress.accountsDone = summary.accounts
      log.progress(progress)
    }
    // Accounts that no part has are known only after the merge.
    if part == nil, let previous, let succeeded {
      try previous.end(
        accountsNotIn: succeeded, new: newAccounts, rejected: log.diagnostics.rejectedAccounts, header, options,
        sources.zones, stale: stale, report
      ) { (result) throws(RunFault) in
        summary.add(result.summary)
        try outputs.write(result)
      }
    }
    log.clearProgress()
    try sources.zones.refuseFault()
    log.noteOmitted()
    // A part is no finished plan: the merge reports the accounts that keep theirs.
    summary.brokenInputs = header.inputs.count(where: \.isBroken)
    let status = try options.status(
      rejected: summary.rejected, broken: sources.brokenCount,
      isPartial: part == nil && summary.isPartial(after: previous))
    if options.advises, part == nil { summary.advice = try Advisor.advice(summary, sources, options) }
    try PlanCheck.check(summary, events: outputs.events, isCounted: options.countsAll)
    do throws(RunFault) {
      try GateKeeper(sources: sources, options: options, missingInputs: missing.map(\.file)).check(&summary)
    } catch {
      guard let archive, options.countsAll else { throw error }
      try folder.commit(try outputs.finish(summary, header, log.diagnostics))
      throw try archive.hold(error)
    }
    log.heldGates()
    var files = try outputs.finish(summary, header, log.diagnostics)
    partFile?.note(summary.clocks)
    if let partFile { files.append(try outputs.write(PartFile.name, partFile.document)) }
    let removed = try folder.commit(files)
    try archive?.finish(summary, status: status, keep: options.keep)
    log.end(summary, sources, written: files, removed: removed, status: status)
    return status
  }
}

extension RunSummary {
  /// Whether accounts keep their earlier plan, or have none, because an input was unusable.
  func isPartial(after previous: PreviousPlan?) -> Bool { stale > 0 || previous != nil && brokenInputs > 0 }

  /// `22 accounts, 542 go out, 346 not sent, 1 record rejected`.
  var words: String {
    var line = "\(accounts.of("account")), \(decisions.words)"
    if horizonCount > 0 { line += ", \(horizonCount.of("account")) over the slot limit" }
    if notDue > 0 { line += ", \(notDue.of("account")) not due" }
    if rejected > 0 { line += ", \(rejected.of("record")) rejected" }
    return line
  }
}

extension RunHeader {
  fileprivate func adding(_ more: [Input]) -> RunHeader {
    var header = self
    header.inputs += more
    return header
  }
}

extension PartFile {
  fileprivate init(_ file: InputFile, _ disclosure: OutputRedaction, warnings: DiagnosticLog) {
    self.init()
    self.file = disclosure.redactor?.file(file.path) ?? file.path
    let range = file.partition?.range ?? 0..<file.size
    (start, end, size) = (Int(range.lowerBound), Int(range.upperBound), Int(file.partition?.inputSize ?? file.size))
    self.warnings = warnings
  }
}
