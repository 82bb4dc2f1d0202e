/// Bytes that a ``ByteWriter`` wrote: a value to pass on and to append to, like an array of bytes.
///
/// The standard library lends an array's memory only for the length of a closure and with a size known in advance,
/// which does not suit a writer. Copies share memory until one of them is written to.
public struct WrittenBytes: Sendable {
  /// The first `count` bytes are initialized. While it is shared, it is not written to.
  @usableFromInline private(set) var memory: ByteMemory
  public private(set) var count: Int

  public init() {
    memory = .none
    count = 0
  }

  /// Takes the bytes of a writer.
  public init(_ writer: consuming ByteWriter) {
    count = writer.count
    memory = writer.memory
  }

  public var isEmpty: Bool { count == 0 }

  /// Removes all bytes and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Returns a writer that appends to these bytes. It takes them over: until it is put back, there are none here.
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

  /// Calls `body` with the bytes in place.
  public func withSpan<Result, Fault: Error>(_ body: (Span<UInt8>) throws(Fault) -> Result) throws(Fault) -> Result {
    try body(UnsafeBufferPointer(start: memory.start, count: count).span)
  }

  public var array: [UInt8] { Array(UnsafeBufferPointer(start: memory.start, count: count)) }
  public var text: String { String(decoding: UnsafeBufferPointer(start: memory.start, count: count), as: UTF8.self) }
}

/// Memory for bytes, freed with its last owner.
@usableFromInline
final class ByteMemory: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int

  /// Shared by all empty writers: one that needs room allocates memory of its own.
  @usableFromInline static let none = ByteMemory(capacity: 0)

  @usableFromInline
  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }
}
