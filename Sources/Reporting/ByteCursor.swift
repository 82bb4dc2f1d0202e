import CivilTime
import PlanModel

/// Writes into memory that was reserved for it: nothing is allocated, and what does not fit is a programming error.
struct ByteCursor {
  private let start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    start = memory.baseAddress!
    next = start
    end = start + memory.count
  }

  /// How many bytes were written.
  var count: Int { next - start }

  @inline(__always)
  private mutating func take(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(end - next >= count, "more is written than was reserved")
    defer { next += count }
    return next
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    take(1).pointee = byte
  }

  @inline(__always)
  mutating func write(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    take(count).initialize(from: text.utf8Start, count: count)
  }

  @inline(__always)
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    take(bytes.count).initialize(from: base, count: bytes.count)
  }

  @inline(__always)
  mutating func write(text: String) {
    text.withBytes { write($0) }
  }

  /// Puts bytes after what was written, without counting them as written: ``keep(_:)`` does that.
  ///
  /// - Parameter question: Is asked about all of the bytes, eight at a time; some of them twice, and spaces besides.
  /// - Returns: All answers, joined by "or".
  @inline(__always)
  func writeAhead(_ bytes: UnsafeBufferPointer<UInt8>, _ question: (ByteWord) -> UInt64) -> UInt64 {
    let count = bytes.count
    precondition(end - next >= count, "more is written than was reserved")
    guard count >= 8 else { return writeAheadFew(bytes, question) }
    var answer: UInt64 = 0
    var index = 0
    // The last eight may overlap the ones before them.
    let last = count - 8
    while index < last {
      answer |= question(copyWord(bytes, at: index))
      index += 8
    }
    return answer | question(copyWord(bytes, at: last))
  }

  @inline(__always)
  private func copyWord(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> ByteWord {
    let word = bytes.word(at: index)
    next.store(word, at: index)
    return ByteWord(word)
  }

  /// The same for less than eight bytes.
  @inline(__always)
  private func writeAheadFew(_ bytes: UnsafeBufferPointer<UInt8>, _ question: (ByteWord) -> UInt64) -> UInt64 {
    var word: UInt64 = 0x2020_2020_2020_2020
    for index in 0..<bytes.count {
      next[index] = bytes[index]
      word = word << 8 | UInt64(bytes[index])
    }
    return question(ByteWord(word))
  }

  /// Counts bytes as written that ``writeAhead(_:_:)`` has put there.
  @inline(__always)
  mutating func keep(_ count: Int) {
    _ = take(count)
  }

  /// Writes again what was written at `range`.
  @inline(__always)
  mutating func `repeat`(_ range: Range<Int>) {
    _ = copy(from: range.lowerBound, count: range.count)
  }

  /// Writes again what was written at `index`, to be written over in places.
  @inline(__always)
  mutating func copy(from index: Int, count: Int) -> WrittenBytes {
    let source = written(at: index, count: count)
    let target = take(count)
    target.initialize(from: source, count: count)
    return WrittenBytes(start: target, count: count)
  }

  /// What was written from `index` on.
  @inline(__always)
  func written(from index: Int) -> WrittenBytes {
    let count = count - index
    return WrittenBytes(start: written(at: index, count: count), count: count)
  }

  /// Writes anew what was written from `index` on.
  ///
  /// - Parameters:
  ///   - extra: How many bytes more than before it takes at most.
  ///   - rewrite: Gets where to write, and the old bytes, which lie `extra` bytes further on. Returns how many it wrote.
  @inline(__always)
  mutating func rewrite(
    from index: Int, extra: Int,
    _ rewrite: (_ target: UnsafeMutablePointer<UInt8>, _ old: UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    let old = count - index
    let target = written(at: index, count: old)
    _ = take(extra)
    (target + extra).update(from: target, count: old)
    let count = rewrite(target, UnsafeMutableBufferPointer(start: target + extra, count: old))
    precondition(count <= old + extra, "more is written than was reserved")
    next = target + count
  }

  @inline(__always)
  mutating func write(decimal number: Int) {
    if (0..<10).contains(number) {
      write(48 + UInt8(truncatingIfNeeded: number))
    } else if (10..<100).contains(number) {
      write(twoDigits: number)
    } else {
      write(text: String(number))
    }
  }

  /// Two digits of a number below 100.
  @inline(__always)
  mutating func write(twoDigits number: Int) {
    take(2).store(ClockDigits.two(UInt32(truncatingIfNeeded: number)))
  }

  mutating func write(hexadecimal hash: StableHash) {
    hash.writeHexadecimal(to: take(32))
  }

  /// `YYYYMMDD`.
  @inline(__always)
  mutating func write(date digits: UInt64) {
    take(8).store(digits)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  @inline(__always)
  mutating func write(separated digits: ClockDigits) {
    take(19).store(separated: digits)
  }

  @inline(__always)
  private func written(at index: Int, count: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(index >= 0 && index + count <= self.count, "nothing was written there")
    return start + index
  }

  /// How many bytes ``writeJSON(_:)`` writes at most.
  static func sizeOfJSON(_ text: String) -> Int { 6 * text.utf8.count + 2 }

  /// A text in quotes.
  @inline(__always)
  mutating func writeJSON(_ text: String) {
    write(UInt8(ascii: "\""))
    write(text, JSONEscaping.self)
    write(UInt8(ascii: "\""))
  }
}

extension [UInt8] {
  /// Appends what `write` writes.
  ///
  /// - Parameter size: At least as many bytes as that.
  @inline(__always)
  mutating func append(atMost size: Int, _ write: (inout ByteCursor) -> Void) {
    append(addingCapacity: Swift.max(size, 1)) { span in
      span.withUnsafeMutableBufferPointer { memory, count in
        var cursor = ByteCursor(memory)
        write(&cursor)
        count = cursor.count
      }
    }
  }
}
