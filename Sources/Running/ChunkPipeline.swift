import Diagnostics
import ExportReading
import Reporting
import Synchronization

/// Workers that wait for a chunk, and results that were written: their memory is filled again, since the system takes
/// longer to give new memory than a chunk takes to fill it.
private final class WorkerPool: Sendable {
  private let idle = Mutex<[Box]>([])
  private let used = Mutex<[ChunkResult]>([])
  private let make: @Sendable () -> ChunkWorker

  /// A worker is handed from task to task, never shared.
  private struct Box: @unchecked Sendable {
    let worker: ChunkWorker
  }

  init(_ make: @escaping @Sendable () -> ChunkWorker) {
    self.make = make
  }

  func process(_ chunk: Chunk, page: PageRoom) throws(FatalInput) -> ChunkResult {
    let box = idle.withLock { $0.popLast() } ?? Box(worker: make())
    defer { idle.withLock { $0.append(box) } }
    return try box.worker.process(chunk, page: page, into: used.withLock { $0.popLast() })
  }

  /// Takes a result that nobody needs any more.
  func take(back result: consuming ChunkResult) {
    let result = consume result
    used.withLock { $0.append(result) }
  }
}

/// Works on chunks in several tasks and hands the results on in order.
///
/// A bounded number of chunks is in flight, so memory does not grow with the inputs; a slow sink holds the tasks back.
struct ChunkPipeline {
  let jobs: Int
  private let pool: WorkerPool

  init(jobs: Int, worker: @escaping @Sendable () -> ChunkWorker) {
    self.jobs = jobs
    pool = WorkerPool(worker)
  }

  /// - Parameters:
  ///   - room: What the page has room for, asked when a chunk is begun.
  ///   - sink: Gets each chunk's result, in the order of the chunks.
  func run(
    _ chunks: some Collection<Chunk>, room: () -> PageRoom, sink: (Chunk, ChunkResult) throws(FatalInput) -> Void
  ) async throws(FatalInput) {
    if jobs <= 1 || chunks.dropFirst().isEmpty {
      for chunk in chunks {
        let result = try pool.process(chunk, page: room())
        try sink(chunk, result)
        pool.take(back: result)
      }
      return
    }
    do {
      try await inParallel(chunks, room, sink)
    } catch let fatal as FatalInput {
      throw fatal
    } catch {
      throw FatalInput(.ioError, "\(error)")
    }
  }

  private func inParallel(
    _ chunks: some Collection<Chunk>, _ room: () -> PageRoom, _ sink: (Chunk, ChunkResult) throws(FatalInput) -> Void
  ) async throws {
    let pool = pool
    try await withThrowingTaskGroup(of: (Int, ChunkResult).self) { group in
      var (toStart, toWrite) = (chunks.makeIterator(), chunks.makeIterator())
      var (started, written) = (0, 0)
      var finished: [Int: ChunkResult] = [:]
      func start() {
        guard let chunk = toStart.next() else { return }
        let (index, room) = (started, room())
        started += 1
        group.addTask { (index, try pool.process(chunk, page: room)) }
      }
      for _ in 0..<2 * jobs { start() }
      while let (index, result) = try await group.next() {
        finished[index] = result
        while let result = finished.removeValue(forKey: written), let chunk = toWrite.next() {
          try sink(chunk, result)
          pool.take(back: result)
          written += 1
          start()
        }
      }
    }
  }
}
