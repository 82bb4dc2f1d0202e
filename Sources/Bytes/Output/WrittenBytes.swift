/// Bytes that a ``ByteWriter`` wrote: a value to hand on and to write on to, like an array of bytes.
///
/// An array would do, if its memory could be lent to a writer: the standard library lends it for the length of a closure and
/// with a size that is known before. Copies share their memory until one of them is written to.
public struct WrittenBytes: Sendable {
  /// Of its memory, the first `count` bytes are initialized. While anybody else holds it, nobody writes to it.
  @usableFromInline private(set) var memory: ByteMemory
  public private(set) var count: Int

  public init() {
    memory = .none
    count = 0
  }

  /// What a writer wrote.
  public init(_ writer: consuming ByteWriter) {
    count = writer.count
    memory = writer.memory
  }

  public var isEmpty: Bool { count == 0 }

  /// Empties it and keeps its memory.
  public mutating func removeAll() { count = 0 }

  /// A writer that goes on behind these bytes. It takes them over: until it is put back, there are none here.
  public mutating func takeWriter() -> ByteWriter {
    var taken = WrittenBytes()
    swap(&taken, &self)
    if taken.memory.capacity > 0, !isKnownUniquelyReferenced(&taken.memory) {
      let own = ByteMemory(capacity: taken.memory.capacity)
      own.start.initialize(from: taken.memory.start, count: taken.count)
      taken.memory = own
    }
    return ByteWriter(taken.memory, count: taken.count)
  }

  /// Calls `body` with the bytes where they lie.
  public func withSpan<Result, Fault: Error>(_ body: (Span<UInt8>) throws(Fault) -> Result) throws(Fault) -> Result {
    try body(UnsafeBufferPointer(start: memory.start, count: count).span)
  }

  public var array: [UInt8] { Array(UnsafeBufferPointer(start: memory.start, count: count)) }
  public var text: String { String(decoding: UnsafeBufferPointer(start: memory.start, count: count), as: UTF8.self) }
}
