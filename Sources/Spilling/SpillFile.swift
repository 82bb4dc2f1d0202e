import Diagnostics
import Formats
import System

/// A sequence of values in a temporary file.
///
/// Writes are buffered, 256 KB at a time. Several tasks may read flushed values.
struct SpillFile<Element: AnyBits>: Sendable {
  private static var buffered: Int { (1 << 18) / MemoryLayout<Element>.stride }
  private static var what: String { "the places of records" }

  private let file: OpenFile
  private var buffer: [Element] = []
  private(set) var count = 0

  init() throws(RunFault) { file = try .temporaryOrFault() }

  mutating func append(_ element: Element) throws(RunFault) {
    buffer.append(element)
    count += 1
    if buffer.count >= SpillFile.buffered { try flush() }
  }

  /// Appends many values at once, without the buffer.
  mutating func append(contentsOf elements: [Element]) throws(RunFault) {
    try flush()
    try write(elements)
    count += elements.count
  }

  mutating func flush() throws(RunFault) {
    if buffer.isEmpty { return }
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ elements: [Element]) throws(RunFault) {
    do {
      try file.write(elements: elements)
    } catch {
      throw OpenFile.full(of: SpillFile.what, error)
    }
  }

  /// Replaces `elements` with the values at these indices, which must be flushed.
  func read(_ numbers: Range<Int>, into elements: inout [Element]) throws(RunFault) {
    let isRead = try RunFault.wording(.ioError, "cannot read \(SpillFile.what)") {
      try file.read(numbers.count, from: numbers.lowerBound, into: &elements)
    }
    if isRead { return }
    throw RunFault(.ioError, "cannot read \(SpillFile.what)")
  }
}

/// Reads values one by one, from memory or from a range of a file.
struct SpillReader<Element: AnyBits> {
  private let file: SpillFile<Element>?
  private var rest: Range<Int>
  private let size: Int
  private var buffer: [Element]
  private var index = -1

  /// - Parameter size: The number of values read at once.
  init(_ file: SpillFile<Element>, _ numbers: Range<Int>, _ size: Int) {
    (self.file, self.size) = (file, size)
    rest = numbers
    buffer = []
  }

  init(_ held: [Element]) {
    file = nil
    size = 0
    rest = 0..<0
    buffer = held
  }

  /// The current value. Valid after a successful ``advance()``.
  var current: Element { buffer[index] }

  /// Moves to the next value.
  ///
  /// - Returns: false at the end.
  mutating func advance() throws(RunFault) -> Bool {
    index += 1
    if index < buffer.count { return true }
    guard let file, !rest.isEmpty else { return false }
    let end = min(rest.lowerBound + size, rest.upperBound)
    try file.read(rest.lowerBound..<end, into: &buffer)
    rest = end..<rest.upperBound
    index = 0
    return true
  }
}
