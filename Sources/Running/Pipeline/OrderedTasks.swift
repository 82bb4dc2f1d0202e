import Diagnostics
import Synchronization

/// Workers that wait for work. Each is used by one task at a time.
final class WorkerPool<Worker: AnyObject>: Sendable {
  private struct Box: @unchecked Sendable { let worker: Worker }

  private let idle = Mutex<[Box]>([])
  private let make: @Sendable () -> Worker

  init(_ make: @escaping @Sendable () -> Worker) { self.make = make }

  func lend<Result>(
    _ body: (Worker) async throws(RunFault) -> Result
  ) async throws(RunFault) -> Result {
    let box = idle.withLock { $0.popLast() } ?? Box(worker: make())
    defer { idle.withLock { $0.append(box) } }
    return try await body(box.worker)
  }
}

/// Runs work in several tasks, which hand on what they make in the order of the work.
///
/// A task whose turn has not come waits, and a limited number of tasks are under way. So memory does not grow with the
/// work, and a slow receiver delays the tasks.
enum OrderedTasks {
  /// Passes on what a task made, once everything before it is done.
  typealias HandOn<Made> = (Made) async throws(RunFault) -> Void

  /// - Parameters:
  ///   - count: The number of tasks under way. With one, or a single piece of work, no thread is started.
  ///   - make: Does a piece of work, in any number of steps.
  ///   - take: Receives what the tasks make. Never called concurrently, but from any task.
  static func run<Work: Sendable, Made: Sendable>(
    _ work: some Collection<Work>, atOnce count: Int,
    _ make: @escaping @Sendable (Work, HandOn<Made>) async throws(RunFault) -> Void,
    take: @escaping (Made) throws(RunFault) -> Void
  ) async throws(RunFault) {
    if count <= 1 || work.dropFirst().isEmpty {
      for piece in work { try await make(piece) { (made) throws(RunFault) in try take(made) } }
      return
    }
    let (turns, receiver) = (Turns(), Receiver(take: take))
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var rest = work.enumerated().makeIterator()
        func start() {
          guard let (number, piece) = rest.next() else { return }
          group.addTask {
            do throws(RunFault) {
              try await make(piece) { (made) async throws(RunFault) in
                if await turns.comes(to: number) { try receiver.take(made) }
              }
              if await turns.comes(to: number) { turns.pass() }
            } catch {
              turns.end()
              throw error
            }
          }
        }
        for _ in 0..<count { start() }
        while try await group.next() != nil { start() }
      }
    } catch let fatal as RunFault {
      throw fatal
    } catch {
      throw RunFault(.ioError, "\(error)")
    }
  }

  /// Only the task whose turn it is uses it.
  private struct Receiver<Made>: @unchecked Sendable {
    let take: (Made) throws(RunFault) -> Void
  }
}

/// Whose turn it is among numbered tasks.
private final class Turns: Sendable {
  private struct State {
    /// The number of the task; `.max` after a failure.
    var current = 0
    var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Waits for a task's turn.
  ///
  /// - Returns: false if another task failed.
  func comes(to number: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.current >= number { return false }
        state.sleepers[number] = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
    return state.withLock { $0.current == number }
  }

  /// Gives the turn to the next task.
  func pass() {
    let next = state.withLock { state in
      state.current += 1
      return state.sleepers.removeValue(forKey: state.current)
    }
    next?.resume()
  }

  /// Wakes all tasks after a failure.
  func end() {
    let sleepers = state.withLock { state in
      state.current = .max
      return exchange(&state.sleepers, with: [:])
    }
    for sleeper in sleepers.values { sleeper.resume() }
  }
}
