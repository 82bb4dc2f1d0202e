import Bytes
import Diagnostics
import Formats
import PlanFiles
import Resolving
import RunModel

/// Runs `tickler worker`, which plans a partition of the exports for a distributed engine.
package enum WorkerRun {
  package struct Input: Sendable {
    /// `nil` for NDJSON on standard input.
    package var file: String?
    /// The bytes of an NDJSON file to plan; `nil` for the whole file.
    package var range: Range<Int64>?
    /// The app of accounts that name none, if the input has no head.
    package var app: String?

    package init(file: String?, range: Range<Int64>?, app: String?) {
      (self.file, self.range, self.app) = (file, range, app)
    }

    /// - Parameter isHashed: Whether the whole file's hash is needed, regardless of the range.
    fileprivate func open(_ options: PlanOptions, isHashed: Bool) throws(RunFault) -> InputFile {
      guard let path = file else { return try Partition.standardInput(app: app, names: Schema.shipped.names) }
      let name = OutputRedaction(SourceNames(below: options.roots(or: [path])), options.redactor).input(path)
      let input = try InputDiscovery.file(path, shownAs: name)
      guard input.format == .ndjson else {
        if range == nil { return input }
        throw RunFault(.usage, "--range takes NDJSON, and \(name) is \(input.format.rawValue)")
      }
      return try Partition.of(input, range, app: app, names: Schema.shipped.names, isHashed: isHashed)
    }
  }

  /// Writes a part for ``MergeRun`` to the folder `options.out`.
  ///
  /// - Returns: 0 if every record was accepted, else 1.
  package static func writePart(_ options: PlanOptions, _ input: Input) async throws(RunFault) -> Int32 {
    try await PlanRun.run(options, part: try input.open(options, isHashed: options.previous != nil))
  }

  /// Writes lines as they are made: those of `plan.ndjson` without its head, so that partitions can be combined; those
  /// of `actions.ndjson`; and the summary as the last line.
  /// - Returns: 0 if every record was accepted, else 1.
  package static func run(
    _ options: PlanOptions, _ input: Input, write: @escaping (WrittenBytes) throws(RunFault) -> Void
  ) async throws(RunFault) -> Int32 {
    let sources = try Sources.read(options, files: [try input.open(options, isHashed: options.emit.contains(.summary))])
    if options.isStrict { try checkRecords(sources, options) }
    var report = InputReport(sources, options)
    var (summary, log) = (RunSummary(now: options.now), DiagnosticLog())
    summary.rejected = sources.rejectedCount
    let disclosure = sources.disclosure
    func note(_ diagnostic: Diagnostic) { log.append(disclosure.written(disclosure.printed(diagnostic))) }
    for warning in sources.warnings { note(warning) }
    let (settings, header) = (options, disclosure.written(sources.header(options)))
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, settings, header, report: nil, previous: nil)
    }
    var once = OnceAFile()
    try await pipeline.run(sources.chunks) { (result) throws(RunFault) in
      report.add(result.diagnostics, rejected: result.summary.rejected)
      for diagnostic in result.diagnostics where once.isNew(diagnostic) { note(diagnostic) }
      summary.add(result.summary)
      try write(result.plan)
      try write(result.actions)
    }
    if options.emit.contains(.summary) { try write(FieldWriter.line(SummaryFile(summary, header, log))) }
    return try report.status()
  }

  /// Reads all records before anything is written, because output cannot be withdrawn.
  private static func checkRecords(_ sources: Sources, _ options: PlanOptions) throws(RunFault) {
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var (found, rejected): ([Diagnostic], Int) = ([], sources.rejectedCount)
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { _, _ in }
      let report = reader.takeReport()
      rejected += report.rejected
      if rejected > 0 { found += report.diagnostics }
    }
    if rejected == 0 { return }
    var report = InputReport(sources, options)
    report.add(found, rejected: rejected)
    _ = try report.status()
  }
}
