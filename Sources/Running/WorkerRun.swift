import Bytes
import CivilTime
import Diagnostics
import Formats
import Pages
import PlanModel
import Planning

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
    for warning in sources.warnings where !options.isQuiet { StandardError.write("\(warning)\n") }
    var once = UnknownFields()
    var rejected = 0
    let (settings, quiet, header) = (options, options.isQuiet, sources.header(options))
    let pipeline = ChunkPipeline(jobs: options.jobs) {
      ChunkWorker(sources, settings, header, report: nil, previous: nil)
    }
    try await pipeline.run(sources.chunks, room: { PageRoom() }) { (_, result) throws(FatalInput) in
      for diagnostic in result.diagnostics where once.isNew(diagnostic) && (!quiet || diagnostic.severity == .error) {
        StandardError.write("\(diagnostic)\n")
      }
      rejected += result.summary.rejected
      try write(result.plan)
    }
    return try options.status(rejected: rejected)
  }
}
