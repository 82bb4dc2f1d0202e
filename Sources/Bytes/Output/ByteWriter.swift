import CivilTime

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

  /// Creates a writer with room for `capacity` bytes.
  public init(capacity: Int) { self.init(ByteMemory(capacity: capacity), count: 0) }

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
  public mutating func append(text: String) { text.withUTF8Bytes { append($0) } }

  /// Appends a quoted text in which nothing has to be escaped.
  public mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    append(text: text)
    append(UInt8(ascii: "\""))
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

  /// Removes the bytes at `range`. Those after it move up.
  public mutating func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "nothing was written there")
    (start + range.lowerBound).update(from: start + range.upperBound, count: count - range.upperBound)
    next -= range.count
  }

  /// Calls `body` with the bytes written so far.
  @inlinable
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count).span)
  }
}

/// Writes numbers as digits.
extension ByteWriter {
  @inlinable @inline(__always)
  public mutating func append(decimal number: some FixedWidthInteger) {
    if number >= 0, number < 10 { return append(48 + UInt8(truncatingIfNeeded: number)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: UInt64(truncatingIfNeeded: number.magnitude))
  }

  @usableFromInline
  mutating func append(digitsOf number: UInt64) {
    var (rest, least) = (number, 1)
    if number >= 100_000_000 {
      append(digitsOf: number / 100_000_000)
      (rest, least) = (number % 100_000_000, 8)
    }
    var word: UInt64 = 0
    var count = 0
    repeat {
      word = word << 8 | (48 + rest % 10)
      rest /= 10
      count += 1
    } while rest > 0 || count < least
    append(word, count: count)
  }

  /// Appends two lower-case digits.
  public mutating func append(hexadecimal byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 + digit : 87 + digit) }
  }

  public mutating func append(hexadecimalCapitals byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 + digit : 55 + digit) }
  }

  /// Appends 32 lower-case digits.
  public mutating func append(hexadecimal high: UInt64, _ low: UInt64) {
    let target = UnsafeMutableRawPointer(room(32))
    let words = (high >> 32, high & 0xffff_ffff, low >> 32, low & 0xffff_ffff)
    target.storeBytes(of: ByteWriter.eightDigits(words.0), as: UInt64.self)
    target.storeBytes(of: ByteWriter.eightDigits(words.1), toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: ByteWriter.eightDigits(words.2), toByteOffset: 16, as: UInt64.self)
    target.storeBytes(of: ByteWriter.eightDigits(words.3), toByteOffset: 24, as: UInt64.self)
    next += 32
  }

  /// Returns the digits of the low 32 bits, in memory order.
  @inline(__always)
  private static func eightDigits(_ word: UInt64) -> UInt64 {
    var nibbles = (word | word << 16) & 0x0000_ffff_0000_ffff
    nibbles = (nibbles | nibbles << 8) & 0x00ff_00ff_00ff_00ff
    nibbles = (nibbles | nibbles << 4) & 0x0f0f_0f0f_0f0f_0f0f
    let isLetter = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (nibbles &+ 0x3030_3030_3030_3030 &+ isLetter &* 39).bigEndian
  }
}
