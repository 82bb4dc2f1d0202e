import Diagnostics
import Formats
import Synchronization

/// Processes chunks in several tasks and writes the results in order. Beyond the results under way, each task may hold
/// one account in memory.
struct ChunkPipeline {
  private let jobs: Int
  private let workers: WorkerPool<ChunkWorker>

  init(jobs: Int, worker: @escaping @Sendable () -> ChunkWorker) {
    self.jobs = jobs
    workers = WorkerPool(worker)
  }

  /// - Parameter sink: Receives each chunk's result, or its parts, in the order of the chunks. Never called concurrently, but
  ///   from any task.
  func run(
    _ chunks: some Collection<Chunk>, sink: @escaping (ChunkResult) throws(RunFault) -> Void
  ) async throws(RunFault) {
    let (used, workers) = (UsedResults(), workers)
    try await OrderedTasks.run(chunks, atOnce: jobs <= 1 ? 1 : 2 * jobs) { (chunk, handOn) async throws(RunFault) in
      let last = try await workers.lend { (worker) async throws(RunFault) in
        try await worker.process(chunk, into: used.take()) { (part) async throws(RunFault) in
          try await handOn(part)
          return used.take()
        }
      }
      try await handOn(last)
    } take: { (result) throws(RunFault) in
      try sink(result)
      used.put(back: result)
    }
  }
}

/// Written results, whose memory is reused: the system takes longer to provide new memory than a chunk takes to fill it.
private final class UsedResults: Sendable {
  private static let keptSize = 4 << 20

  private let results = Mutex<[ChunkResult]>([])

  func take() -> ChunkResult? { results.withLock { $0.popLast() } }

  /// Keeps a result that is no longer needed, unless it is large: few results are.
  func put(back result: consuming ChunkResult) {
    let result = consume result
    if result.size < UsedResults.keptSize { results.withLock { $0.append(result) } }
  }
}
