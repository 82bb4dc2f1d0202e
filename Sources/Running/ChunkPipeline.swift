import Diagnostics
import Formats
import Pages
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

/// Takes the results of chunks in any order and hands them on in theirs.
///
/// Whichever task brings the next one hands it on, and those that have been waiting for it: a core is quicker to read what it
/// has just written than what another has. Nobody else waits for that.
private final class OrderedResults: Sendable {
  private struct State {
    var waiting: [Int: (Chunk, ChunkResult)] = [:]
    /// How many were handed on.
    var written = 0
    /// A task is handing results on; for good where that failed.
    var isTaken = false
    var room: PageRoom
  }

  private let state: Mutex<State>
  private let sink: Sink
  private let pool: WorkerPool

  init(_ sink: Sink, _ pool: WorkerPool) {
    state = Mutex(State(room: sink.room()))
    self.sink = sink
    self.pool = pool
  }

  var written: Int { state.withLock { $0.written } }
  /// As it was when the last result was handed on.
  var room: PageRoom { state.withLock { $0.room } }

  func add(_ result: ChunkResult, of chunk: Chunk, at index: Int) throws(FatalInput) {
    state.withLock { $0.waiting[index] = (chunk, result) }
    while let (chunk, result) = take() {
      try sink.write(chunk, result)
      let room = sink.room()
      pool.take(back: result)
      state.withLock { state in
        state.room = room
        state.written += 1
        state.isTaken = false
      }
    }
  }

  /// The next result, where it is there and no other task is at it.
  private func take() -> (Chunk, ChunkResult)? {
    state.withLock { state in
      if state.isTaken { return nil }
      let next = state.waiting.removeValue(forKey: state.written)
      state.isTaken = next != nil
      return next
    }
  }
}

/// Where results go. Only one task at a time is at it.
private struct Sink: @unchecked Sendable {
  let room: () -> PageRoom
  let write: (Chunk, ChunkResult) throws(FatalInput) -> Void
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
  ///   - sink: Gets each chunk's result, in the order of the chunks. Never called twice at a time, but from any task.
  func run(
    _ chunks: some Collection<Chunk>, room: @escaping () -> PageRoom,
    sink: @escaping (Chunk, ChunkResult) throws(FatalInput) -> Void
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
      try await inParallel(chunks, OrderedResults(Sink(room: room, write: sink), pool))
    } catch let fatal as FatalInput {
      throw fatal
    } catch {
      throw FatalInput(.ioError, "\(error)")
    }
  }

  private func inParallel(_ chunks: some Collection<Chunk>, _ results: OrderedResults) async throws {
    let pool = pool
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = chunks.makeIterator()
      var started = 0
      func start() {
        while started - results.written < 2 * jobs, let chunk = rest.next() {
          let index = started
          started += 1
          group.addTask { try results.add(pool.process(chunk, page: results.room), of: chunk, at: index) }
        }
      }
      start()
      while try await group.next() != nil { start() }
    }
  }
}
