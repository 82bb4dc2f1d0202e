import Diagnostics
import Synchronization

/// Reads the elements of a file in order, some ahead of time in another task. Throws a fault at its position.
final class ReadAhead<Element: Sendable>: ReadingAhead, @unchecked Sendable {
  /// The state that only one task at a time uses.
  private struct Source: @unchecked Sendable {
    let read: () throws(FatalInput) -> Element?
    var queue: [Result<Element, FatalInput>] = []
    /// The weight of the queue.
    var held = 0
    var isAtEnd = false
    var isFilling = false
  }

  /// The weight to read ahead, which bounds the memory for a plan of any size.
  private let room = 4096
  private let weight: @Sendable (Element) -> Int
  private let source: Mutex<Source>
  /// The elements for the consuming task, in reverse. Only that task uses them and `needsFill`.
  private var taken: [Result<Element, FatalInput>] = []
  private var needsFill = true

  /// - Parameters:
  ///   - weight: Returns the number of lines of an element.
  ///   - read: Returns the next element; nil after the last one.
  init(
    weight: @escaping @Sendable (Element) -> Int = { _ in 1 }, _ read: @escaping () throws(FatalInput) -> Element?
  ) {
    self.weight = weight
    source = Mutex(Source(read: read))
  }

  func next() throws(FatalInput) -> Element? {
    if taken.isEmpty {
      taken = source.withLock { source in
        if source.queue.isEmpty { readOne(&source) }
        source.held = 0
        return exchange(&source.queue, with: [])
      }
      taken.reverse()
      needsFill = true
    }
    return try taken.popLast()?.get()
  }

  func takeFillRequest() -> Bool { exchange(&needsFill, with: false) }

  func fill() {
    if source.withLock({ exchange(&$0.isFilling, with: true) }) { return }
    while source.withLock({ source in
      if source.held < room { readOne(&source) }
      source.isFilling = source.held < room && !source.isAtEnd
      return source.isFilling
    }) {}
  }

  private func readOne(_ source: inout Source) {
    if source.isAtEnd { return }
    do throws(FatalInput) {
      if let element = try source.read() {
        source.held += weight(element)
        source.queue.append(.success(element))
        return
      }
    } catch {
      source.queue.append(.failure(error))
    }
    source.isAtEnd = true
  }
}

/// A ``ReadAhead`` of any element type.
protocol ReadingAhead: Sendable {
  /// Returns whether a task should call ``fill()``; false again until elements have been taken.
  func takeFillRequest() -> Bool

  /// Reads ahead until the room is full or the file ends.
  func fill()
}
