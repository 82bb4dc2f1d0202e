import Diagnostics
import Formats
import Pages
import Synchronization

/// Workers that wait for a chunk, and results that were written: their memory is filled again, since the system takes
/// longer to give new memory than a chunk takes to fill it.
private final class WorkerPool: Sendable {
  private static let keptSize = 4 << 20

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

  /// - Parameter handOn: Takes the parts of a result that is large, but for the last.
  func process(
    _ chunk: Chunk, draws: Bool, handOn: (ChunkResult) async throws(FatalInput) -> Void
  ) async throws(FatalInput) -> ChunkResult {
    let box = idle.withLock { $0.popLast() } ?? Box(worker: make())
    defer { idle.withLock { $0.append(box) } }
    return try await box.worker.process(chunk, draws: draws, into: emptied()) { (part) async throws(FatalInput) in
      try await handOn(part)
      return emptied()
    }
  }

  private func emptied() -> ChunkResult? { used.withLock { $0.popLast() } }

  /// Takes a result that nobody needs any more, unless it is large: few are.
  func take(back result: consuming ChunkResult) {
    let result = consume result
    if result.size < WorkerPool.keptSize { used.withLock { $0.append(result) } }
  }
}

/// Takes the results of chunks in any order and hands them on in theirs.
///
/// Whichever task brings the next one hands it on, and those that have been waiting for it: a core is quicker to read what it
/// has just written than what another has. Nobody else waits for that, as long as not too much waits to be handed on.
private final class OrderedResults: Sendable {
  private struct State {
    /// Chunks that no task has begun.
    var pending: [(number: Int, chunk: Chunk)] = []
    /// By chunk, the parts of its result that were not handed on.
    var waiting: [Int: [ChunkResult]] = [:]
    var waitingBytes = 0
    /// Chunks that no more will come of, but for those that were handed on.
    var finished: Set<Int> = []
    /// How many were handed on.
    var written = 0
    /// A task is handing results on; for good where that failed.
    var isTaken = false
    var hasFailed = false
    /// Tasks that wait for something to be handed on.
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var draws: Bool
  }

  private let state: Mutex<State>
  private let sink: Sink
  private let pool: WorkerPool
  /// How many bytes may wait, beyond a part of each task.
  private let limit: Int

  init(_ sink: Sink, _ pool: WorkerPool, limit: Int) {
    state = Mutex(State(draws: sink.draws()))
    self.sink = sink
    self.pool = pool
    self.limit = limit
  }

  var written: Int { state.withLock { $0.written } }

  func enqueue(_ chunk: Chunk, number: Int) {
    state.withLock { $0.pending.append((number, chunk)) }
  }

  /// Works on the first chunk that no task has begun. So the chunks before it are through or in the hands of running tasks, and whoever
  /// waits for one of them does not wait for good.
  func processNext() async throws(FatalInput) {
    let (number, chunk, draws) = state.withLock { state in
      let first = state.pending.removeFirst()
      return (first.number, first.chunk, state.draws)
    }
    do throws(FatalInput) {
      let last = try await pool.process(chunk, draws: draws) { (part) async throws(FatalInput) in
        add(part, of: number)
        repeat { try handOn() } while await waits(number)
      }
      add(last, of: number, isLast: true)
      try handOn()
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

  /// Hands on what is next, as long as it is there and no other task is at it.
  private func handOn() throws(FatalInput) {
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

  /// Waits where too much waits to be handed on, and nothing of it by this task.
  ///
  /// - Returns: Whether it did, or need not have: then something may be there to hand on.
  private func waits(_ number: Int) async -> Bool {
    var mayHandOn = true
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        let isFree = !state.isTaken
        // With nothing left to hand on, this task brings what is next.
        if state.waitingBytes <= limit || state.hasFailed
          || isFree && state.waiting[state.written] == nil && state.written == number
        {
          mayHandOn = false
          return false
        }
        if isFree, state.waiting[state.written] != nil { return false }
        state.sleepers.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
    return mayHandOn
  }

  private func wake() {
    for sleeper in state.withLock({ exchange(&$0.sleepers, with: []) }) { sleeper.resume() }
  }
}

/// Where results go. Only one task at a time is at it.
private struct Sink: @unchecked Sendable {
  let draws: () -> Bool
  let write: (ChunkResult) throws(FatalInput) -> Void
}

/// Works on chunks in several tasks and hands the results on in order.
///
/// A bounded number of chunks is in flight, and a bounded number of bytes of what they came to, so memory does not grow with the
/// inputs; a slow sink holds the tasks back. One account more than that each task may have in memory.
struct ChunkPipeline {
  let jobs: Int
  private let pool: WorkerPool
  private let limit: Int

  /// - Parameter limit: How many bytes of results may wait for those before them.
  init(jobs: Int, limit: Int, worker: @escaping @Sendable () -> ChunkWorker) {
    self.jobs = jobs
    self.limit = limit
    pool = WorkerPool(worker)
  }

  /// - Parameters:
  ///   - draws: Whether sections of the report may have pictures, asked when a chunk is begun.
  ///   - sink: Gets each chunk's result, or the parts of it, in the order of the chunks. Never called twice at a time, but from any
  ///     task.
  func run(
    _ chunks: some Collection<Chunk>, draws: @escaping () -> Bool,
    sink: @escaping (ChunkResult) throws(FatalInput) -> Void
  ) async throws(FatalInput) {
    if jobs <= 1 || chunks.dropFirst().isEmpty {
      for chunk in chunks {
        let result = try await pool.process(chunk, draws: draws()) { (part) async throws(FatalInput) in
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
    } catch let fatal as FatalInput {
      throw fatal
    } catch {
      throw FatalInput(.ioError, "\(error)")
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
