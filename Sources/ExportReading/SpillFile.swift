import Diagnostics
import PlanModel

/// Values in a temporary file, one after the other.
///
/// What is written is buffered, 256 KB at a time; what has been flushed may be read by several tasks.
struct SpillFile<Element: BitwiseCopyable & Sendable>: Sendable {
  private static var buffered: Int { (1 << 18) / MemoryLayout<Element>.stride }
  private static var what: String { "the places of records" }

  private let file: OpenFile
  private var buffer: [Element] = []
  private(set) var count = 0

  init() throws(FatalInput) {
    file = try OpenFile.temporary()
  }

  mutating func append(_ element: Element) throws(FatalInput) {
    buffer.append(element)
    count += 1
    if buffer.count >= SpillFile.buffered { try flush() }
  }

  /// Appends values that lie in memory already.
  mutating func append(contentsOf elements: [Element]) throws(FatalInput) {
    try flush()
    try file.append(elements, of: SpillFile.what)
    count += elements.count
  }

  mutating func flush() throws(FatalInput) {
    if buffer.isEmpty { return }
    try file.append(buffer, of: SpillFile.what)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads the values with these numbers, which have been flushed, into `elements` instead of what is there.
  func read(_ numbers: Range<Int>, into elements: inout [Element]) throws(FatalInput) {
    let stride = MemoryLayout<Element>.stride
    let size = numbers.count * stride
    var fault: FatalInput?
    elements = Array(unsafeUninitializedCapacity: numbers.count) { target, count in
      do throws(FatalInput) {
        let read = try file.read(
          at: Int64(numbers.lowerBound * stride), count: size, into: target.baseAddress!, name: SpillFile.what)
        if read == size { count = numbers.count } else { fault = FatalInput(.ioError, "cannot read \(SpillFile.what)") }
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }
}

/// Reads values that are in order one by one, from memory or a stretch of a file.
struct SpillReader<Element: BitwiseCopyable & Sendable> {
  private let file: SpillFile<Element>?
  private var rest: Range<Int>
  private let size: Int
  private var buffer: [Element]
  private var index = -1

  /// - Parameter size: How many values are read at once.
  init(_ file: SpillFile<Element>, _ numbers: Range<Int>, _ size: Int) {
    self.file = file
    self.size = size
    rest = numbers
    buffer = []
  }

  init(_ held: [Element]) {
    file = nil
    size = 0
    rest = 0..<0
    buffer = held
  }

  /// The value that the reader is at, once it was advanced.
  var current: Element { buffer[index] }

  /// Goes to the next value; false: there is none.
  mutating func advance() throws(FatalInput) -> Bool {
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
