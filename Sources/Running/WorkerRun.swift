import Bytes
import CivilTime
import Diagnostics
import Formats
import Pages
import PlanModel
import Planning
import Resolving

/// `tickler worker`: account records on standard input, decisions on standard output, for a distributed engine that runs it
/// on each partition. The lines are those of `plan.ndjson` without its head, so that partitions can be put together.
package enum WorkerRun {
  /// - Parameters:
  ///   - app: The app of accounts that name none, in an input without a head.
  ///   - write: Takes the lines as they come.
  /// - Returns: 0 where every record was accepted, 1 where some were not.
  package static func run(
    _ options: PlanOptions, app: String?, write: @escaping (WrittenBytes) throws(FatalInput) -> Void
  ) async throws(FatalInput) -> Int32 {
    var options = options
    options.emit = [.plan]
    let sources = try Sources.read(options, files: [try InputFile.partition(app: app)])
    if options.isStrict { try proveSound(sources, options) }
    var report = InputReport(sources, options)
    let (settings, header) = (options, sources.header(options))
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, settings, header, report: nil, previous: nil)
    }
    try await pipeline.run(sources.chunks, room: { PageRoom() }) { (_, result) throws(FatalInput) in
      report.add(result.diagnostics, rejected: result.summary.rejected)
      try write(result.plan)
    }
    return try report.status()
  }

  /// Reads all records before anything is written, which nobody could take back.
  private static func proveSound(_ sources: Sources, _ options: PlanOptions) throws(FatalInput) {
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var (found, rejected): ([Diagnostic], Int) = ([], sources.rejectedCount)
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { _, _ in }
      let told = reader.takeReport()
      rejected += told.rejected
      if rejected > 0 { found += told.diagnostics }
    }
    if rejected == 0 { return }
    var report = InputReport(sources, options)
    report.add(found, rejected: rejected)
    _ = try report.status()
  }
}
