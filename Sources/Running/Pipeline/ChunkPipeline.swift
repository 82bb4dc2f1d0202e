import Diagnostics
import Formats
import Pages
import Synchronization

/// Idle workers and written results, whose memory is reused: the system takes longer to provide new memory than a chunk
/// takes to fill it.
private final class WorkerPool: Sendable {
  private static let keptSize = 4 << 20

  private let idle = Mutex<[Box]>([])
  private let used = Mutex<[ChunkResult]>([])
  private let make: @Sendable () -> ChunkWorker

  /// A worker that passes from task to task and is never shared.
  private struct Box: @unchecked Sendable {
    let worker: ChunkWorker
  }

  init(_ make: @escaping @Sendable () -> ChunkWorker) { self.make = make }

  /// - Parameter forward: Receives all parts of a large result except the last.
  func process(
    _ chunk: Chunk, draws: Bool, forward: (ChunkResult) async throws(RunFault) -> Void
  ) async throws(RunFault) -> ChunkResult {
    let box = idle.withLock { $0.popLast() } ?? Box(worker: make())
    defer { idle.withLock { $0.append(box) } }
    return try await box.worker.process(chunk, draws: draws, into: emptied()) { (part) async throws(RunFault) in
      try await forward(part)
      return emptied()
    }
  }

  private func emptied() -> ChunkResult? { used.withLock { $0.popLast() } }

  /// Reuses a result that is no longer needed, unless it is large: few results are.
  func take(back result: consuming ChunkResult) {
    let result = consume result
    if result.size < WorkerPool.keptSize { used.withLock { $0.append(result) } }
  }
}

/// Receives the results of chunks in any order and hands them on in input order.
///
/// The task that brings the next result hands it on, along with those that waited for it. A core reads data faster if
/// it has just written it. Other tasks continue unless too many bytes are waiting.
private final class OrderedResults: Sendable {
  private struct State {
    /// Chunks that no task has started.
    var pending: [(number: Int, chunk: Chunk)] = []
    /// Waiting parts of results by chunk number.
    var waiting: [Int: [ChunkResult]] = [:]
    var waitingBytes = 0
    /// Chunks whose last part has arrived.
    var finished: Set<Int> = []
    /// The number of chunks forwarded.
    var written = 0
    /// Whether a task is handing on results. Stays set if it failed.
    var isTaken = false
    var hasFailed = false
    /// Tasks that wait until results are forwarded.
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var draws: Bool
  }

  private let state: Mutex<State>
  private let sink: Sink
  private let pool: WorkerPool
  /// The number of bytes that may wait, in addition to one part per task.
  private let limit: Int

  init(_ sink: Sink, _ pool: WorkerPool, limit: Int) {
    state = Mutex(State(draws: sink.draws()))
    (self.sink, self.pool, self.limit) = (sink, pool, limit)
  }

  var written: Int { state.withLock { $0.written } }

  func enqueue(_ chunk: Chunk, number: Int) {
    state.withLock { $0.pending.append((number, chunk)) }
  }

  /// Processes the first chunk that no task has started. All earlier chunks are then done or in running tasks, so a
  /// wait for one of them ends.
  func processNext() async throws(RunFault) {
    let (number, chunk, draws) = state.withLock { state in
      let first = state.pending.removeFirst()
      return (first.number, first.chunk, state.draws)
    }
    do throws(RunFault) {
      let last = try await pool.process(chunk, draws: draws) { (part) async throws(RunFault) in
        add(part, of: number)
        repeat { try forward() } while await waits(number)
      }
      add(last, of: number, isLast: true)
      try forward()
    } catch {
      state.withLock { $0.hasFailed = true }
      wake()
      throw error
    }
  }

  private func add(_ result: ChunkResult, of number: Int, isLast: Bool = false) {
    state.withLock { state in
      if state.hasFailed { return }
      state.waiting[number, default: []].append(result)
      state.waitingBytes += result.size
      if isLast { state.finished.insert(number) }
    }
  }

  /// Forwards the next results, as long as they are available and no other task is doing so.
  private func forward() throws(RunFault) {
    while let results = take() {
      var bytes = 0
      for result in results {
        bytes += result.size
        try sink.write(result)
        pool.take(back: result)
      }
      let draws = sink.draws()
      state.withLock { state in
        state.draws = draws
        state.waitingBytes -= bytes
        if state.waiting[state.written] == nil, state.finished.remove(state.written) != nil { state.written += 1 }
        state.isTaken = false
      }
      wake()
    }
  }

  private func take() -> [ChunkResult]? {
    state.withLock { state in
      if state.isTaken { return nil }
      let next = state.waiting.removeValue(forKey: state.written)
      state.isTaken = next != nil
      return next
    }
  }

  /// Waits if too many bytes are waiting and this task cannot hand any on.
  ///
  /// - Returns: Whether results may be ready for this task to forward.
  private func waits(_ number: Int) async -> Bool {
    var mayForward = true
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        let isFree = !state.isTaken
        // Nothing is ready to forward, and this task produces the next part.
        if state.waitingBytes <= limit || state.hasFailed
          || isFree && state.waiting[state.written] == nil && state.written == number
        {
          mayForward = false
          return false
        }
        if isFree, state.waiting[state.written] != nil { return false }
        state.sleepers.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
    return mayForward
  }

  private func wake() {
    for sleeper in state.withLock({ exchange(&$0.sleepers, with: []) }) { sleeper.resume() }
  }
}

/// The receiver of results. Only one task uses it at a time.
private struct Sink: @unchecked Sendable {
  let draws: () -> Bool
  let write: (ChunkResult) throws(RunFault) -> Void
}

/// Processes chunks in several tasks and forwards the results in order.
///
/// Memory does not grow with the inputs: chunks in flight and waiting result bytes are bounded, and a slow sink delays
/// the tasks. Beyond that, each task may hold one account in memory.
struct ChunkPipeline {
  let jobs: Int
  private let pool: WorkerPool
  private let limit: Int

  /// - Parameter limit: The number of result bytes that may wait for earlier results.
  init(jobs: Int, limit: Int, worker: @escaping @Sendable () -> ChunkWorker) {
    (self.jobs, self.limit) = (jobs, limit)
    pool = WorkerPool(worker)
  }

  /// - Parameters:
  ///   - draws: Returns whether report sections may contain pictures. Called when a chunk is started.
  ///   - sink: Receives each chunk's result, or its parts, in the order of the chunks. Never called concurrently, but
  ///     from any task.
  func run(
    _ chunks: some Collection<Chunk>, draws: @escaping () -> Bool,
    sink: @escaping (ChunkResult) throws(RunFault) -> Void
  ) async throws(RunFault) {
    if jobs <= 1 || chunks.dropFirst().isEmpty {
      for chunk in chunks {
        let result = try await pool.process(chunk, draws: draws()) { (part) async throws(RunFault) in
          try sink(part)
          pool.take(back: part)
        }
        try sink(result)
        pool.take(back: result)
      }
      return
    }
    do {
      try await inParallel(chunks, OrderedResults(Sink(draws: draws, write: sink), pool, limit: limit))
    } catch let fatal as RunFault {
      throw fatal
    } catch {
      throw RunFault(.ioError, "\(error)")
    }
  }

  private func inParallel(_ chunks: some Collection<Chunk>, _ results: OrderedResults) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = chunks.makeIterator()
      var started = 0
      func start() {
        while started - results.written < 2 * jobs, let chunk = rest.next() {
          results.enqueue(chunk, number: started)
          started += 1
          group.addTask { try await results.processNext() }
        }
      }
      start()
      while try await group.next() != nil { start() }
    }
  }
}
