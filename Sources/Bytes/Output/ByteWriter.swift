/// Writes bytes one after the other into memory that it owns and grows.
///
/// A field takes a few instructions: an array would check at every byte whether it is shared.
///
/// Invariants: `start...end` is `memory`, which has no other writer; everything before `next` is initialized.
public struct ByteWriter: ~Copyable {
  @usableFromInline var memory: ByteMemory
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline var end: UnsafeMutablePointer<UInt8>

  public init() { self.init(.none, count: 0) }

  /// - Parameters:
  ///   - memory: Not shared.
  ///   - count: The number of initialized bytes.
  init(_ memory: ByteMemory, count: Int) {
    self.memory = memory
    start = memory.start
    next = start + count
    end = start + memory.capacity
  }

  /// The number of bytes written.
  @inlinable
  public var count: Int { next - start }

  /// Returns the address for `size` more bytes. The caller must initialize them and advance ``next`` before any other
  /// call.
  @inlinable @inline(__always)
  mutating func room(_ size: Int) -> UnsafeMutablePointer<UInt8> {
    if end - next < size { grow(by: size) }
    return next
  }

  @usableFromInline @inline(never)
  mutating func grow(by size: Int) {
    let used = count
    let (sum, overflows) = used.addingReportingOverflow(size)
    precondition(size >= 0 && !overflows, "there is no such size")
    // By a factor of 4 up to 1 MB, so that less is copied: pages that are never written take no memory.
    let factor = memory.capacity < 1 << 20 ? 4 : 2
    let larger = ByteMemory(capacity: max(sum, factor * memory.capacity, 1024))
    larger.start.initialize(from: start, count: used)
    self = ByteWriter(larger, count: used)
  }

  // MARK: Appending

  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    room(1).initialize(to: byte)
    next += 1
  }

  /// Appends the lowest bytes of `word`, the lowest first.
  ///
  /// - Parameter number: 0...8.
  @inlinable @inline(__always)
  public mutating func append(_ word: UInt64, count number: Int) {
    precondition(number >= 0 && number <= 8, "a word has eight bytes")
    UnsafeMutableRawPointer(room(8)).storeBytes(of: word.littleEndian, as: UInt64.self)
    next += number
  }

  /// Appends the first bytes of three words, as ``append(_:count:)`` does for one.
  ///
  /// - Parameter number: 16...24.
  @inlinable @inline(__always)
  public mutating func append(_ words: (UInt64, UInt64, UInt64), count number: Int) {
    precondition(number >= 16 && number <= 24, "three words have 24 bytes")
    let target = UnsafeMutableRawPointer(room(24))
    target.storeBytes(of: words.0.littleEndian, as: UInt64.self)
    target.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: words.2.littleEndian, toByteOffset: 16, as: UInt64.self)
    next += number
  }

  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    let size = text.utf8CodeUnitCount
    room(size).initialize(from: text.utf8Start, count: size)
    next += size
  }

  /// Appends a member's name in a JSON object, with the colon after it and, unless it is the first, the comma before
  /// it.
  @inlinable @inline(__always)
  public mutating func append(jsonKey name: StaticString, isFirst: Bool) {
    let size = name.utf8CodeUnitCount
    var target = room(size + 4)
    if !isFirst {
      target.initialize(to: UInt8(ascii: ","))
      target += 1
    }
    target.initialize(to: UInt8(ascii: "\""))
    (target + 1).initialize(from: name.utf8Start, count: size)
    target += 1 + size
    target.initialize(to: UInt8(ascii: "\""))
    (target + 1).initialize(to: UInt8(ascii: ":"))
    next = target + 2
  }

  @inlinable @inline(__always)
  public mutating func append(_ bytes: Span<UInt8>) { bytes.withUnsafeBufferPointer { append($0) } }

  @inlinable @inline(__always)
  public mutating func append(text: String) { text.withBytes { append($0) } }

  /// Appends a quoted text in which nothing has to be escaped.
  public mutating func append(quoted text: String) {
    let bytes = text.utf8.span
    let target = room(bytes.count + 2)
    target.initialize(to: UInt8(ascii: "\""))
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { (target + 1).initialize(from: base, count: bytes.count) }
    }
    (target + 1 + bytes.count).initialize(to: UInt8(ascii: "\""))
    next += bytes.count + 2
  }

  /// - Parameter change: May modify the copy.
  @inlinable @inline(__always)
  public mutating func append(_ bytes: WrittenBytes, _ change: (inout MutableRawSpan) -> Void = { _ in }) {
    let target = room(bytes.count)
    target.initialize(from: bytes.memory.start, count: bytes.count)
    next += bytes.count
    var copy = UnsafeMutableRawBufferPointer(start: target, count: bytes.count).mutableBytes
    change(&copy)
  }

  @inlinable @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    room(bytes.count).initialize(from: base, count: bytes.count)
    next += bytes.count
  }

  /// Appends a copy of the bytes at `range`.
  ///
  /// - Parameter change: May modify the copy.
  @inlinable @inline(__always)
  public mutating func appendCopy(of range: Range<Int>, _ change: (inout MutableRawSpan) -> Void = { _ in }) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "nothing was written there")
    let target = room(range.count)
    target.initialize(from: start + range.lowerBound, count: range.count)
    next += range.count
    var copy = UnsafeMutableRawBufferPointer(start: target, count: range.count).mutableBytes
    change(&copy)
  }

  /// Removes all but the first `count` bytes.
  public mutating func removeAll(after count: Int) {
    precondition(count >= 0 && count <= self.count, "nothing was written there")
    next = start + count
  }

  /// Calls `body` with the bytes written so far.
  @inlinable
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count).span)
  }
}
