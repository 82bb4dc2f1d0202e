import Diagnostics
import Synchronization

/// Reads the elements of a file in order, some ahead of time in another task. Throws a fault at its position.
///
/// Lookahead lets a comparison tell missing elements from extra ones.
final class ReadAhead<Element: Sendable>: @unchecked Sendable {
  /// The state that only one task at a time uses.
  private struct Source: @unchecked Sendable {
    let read: () throws(FatalInput) -> Element?
    var isAtEnd = false
  }

  private struct Queue: Sendable {
    var elements: [Element] = []
    /// The weight of the elements.
    var held = 0
    /// The fault that ended reading, due after the elements.
    var fault: FatalInput?
    var isFilling = false

    mutating func take() -> Queue {
      let taken = Queue(elements: elements, fault: fault)
      (elements, held, fault) = ([], 0, nil)
      return taken
    }

    mutating func add(_ batch: Queue) {
      if elements.isEmpty { elements = batch.elements } else { elements += batch.elements }
      held += batch.held
      if let found = batch.fault { fault = found }
    }
  }

  /// The number of elements that a comparison looks ahead.
  static var reach: Int { 64 }
  /// The weight to read ahead, which bounds the memory for a plan of any size.
  private static var room: Int { 4096 }
  /// The weight to read before the consuming task may take it.
  private static var batch: Int { 32 }

  private let weight: @Sendable (Element) -> Int
  /// Held while elements are read. The consuming task waits for it only if the queue is empty.
  private let source: Mutex<Source>
  private let queue = Mutex(Queue())
  /// The elements for the consuming task, in reverse. Only that task uses them and `needsFill`.
  private var taken: [Element] = []
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

  /// Takes the next element; nil after the last one.
  func next() throws(FatalInput) -> Element? { try has(1) ? taken.removeLast() : nil }

  /// Returns the next element without taking it.
  func peek() throws(FatalInput) -> Element? { try has(1) ? taken.last : nil }

  /// Returns whether there is a next element that `matches`.
  func isNext(_ matches: (borrowing Element) -> Bool) throws(FatalInput) -> Bool {
    try has(1) && matches(taken[taken.count - 1])
  }

  /// Returns the number of elements before the first one that `matches`; nil if none is within reach.
  func distance(where matches: (borrowing Element) -> Bool) throws(FatalInput) -> Int? {
    for count in 0..<ReadAhead.reach {
      guard try has(count + 1) else { return nil }
      if matches(taken[taken.count - 1 - count]) { return count }
    }
    return nil
  }

  /// Returns whether at least `count` elements are left, and moves them to `taken`.
  private func has(_ count: Int) throws(FatalInput) -> Bool {
    while taken.count < count {
      var more = queue.withLock { $0.take() }
      if more.elements.isEmpty, more.fault == nil {
        source.withLock { source in
          // The other task may have read some meanwhile.
          more = queue.withLock { $0.take() }
          if more.elements.isEmpty, more.fault == nil { more = read(&source) }
        }
      }
      if more.elements.isEmpty {
        if let fault = more.fault { throw fault }
        return false
      }
      // The fault is due once these are taken.
      if let fault = more.fault { queue.withLock { $0.fault = fault } }
      more.elements.reverse()
      if !taken.isEmpty { more.elements += taken }
      taken = more.elements
      needsFill = true
    }
    return true
  }

  /// Reads elements up to the weight of a batch.
  private func read(_ source: inout Source) -> Queue {
    var batch = Queue()
    while batch.held < ReadAhead.batch, !source.isAtEnd {
      do throws(FatalInput) {
        if let element = try source.read() {
          batch.held += weight(element)
          batch.elements.append(element)
          continue
        }
      } catch {
        batch.fault = error
      }
      source.isAtEnd = true
    }
    return batch
  }

  /// Reads ahead until the room is full or the file ends.
  private func fill() {
    if queue.withLock({ exchange(&$0.isFilling, with: true) }) { return }
    while source.withLock({ source in
      let batch = read(&source)
      return queue.withLock { queue in
        queue.add(batch)
        queue.isFilling = queue.held < ReadAhead.room && !source.isAtEnd
        return queue.isFilling
      }
    }) {}
  }

  /// The reader without its element type.
  var ahead: ReadingAhead {
    ReadingAhead(takeFillRequest: { exchange(&self.needsFill, with: false) }, fill: { self.fill() })
  }
}

/// A ``ReadAhead`` of any element type.
struct ReadingAhead: Sendable {
  /// Returns whether a task should fill; false again until elements have been taken.
  let takeFillRequest: @Sendable () -> Bool
  let fill: @Sendable () -> Void
}
