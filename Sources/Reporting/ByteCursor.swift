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
    take(count).update(from: text.utf8Start, count: count)
  }

  @inline(__always)
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    take(bytes.count).update(from: base, count: bytes.count)
  }

  mutating func write(text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  /// Writes again what was written at `range`.
  @inline(__always)
  mutating func `repeat`(_ range: Range<Int>) {
    let source = written(at: range.lowerBound, count: range.count)
    take(range.count).update(from: source, count: range.count)
  }

  mutating func write(decimal number: Int) {
    if (0..<10).contains(number) {
      write(48 + UInt8(truncatingIfNeeded: number))
    } else if (10..<100).contains(number) {
      store(ByteCursor.twoDigits(UInt32(truncatingIfNeeded: number)), to: take(2), 0)
    } else {
      write(text: String(number))
    }
  }

  /// Two digits of a number below 100.
  @inline(__always)
  mutating func write(twoDigits number: Int) {
    store(ByteCursor.twoDigits(UInt32(truncatingIfNeeded: number)), to: take(2), 0)
  }

  mutating func write(hexadecimal hash: StableHash) {
    hash.writeHexadecimal(to: take(32))
  }

  /// `YYYYMMDD`, as ``DateDigits`` has it.
  @inline(__always)
  mutating func write(date digits: UInt64) {
    store(digits, to: take(8), 0)
  }

  /// `YYYYMMDDTHHMMSS`.
  @inline(__always)
  mutating func write(compactDate digits: UInt64, _ time: LocalTime) {
    store(compactDate: digits, time, to: take(15))
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  @inline(__always)
  mutating func write(date digits: UInt64, _ time: LocalTime) {
    store(date: digits, time, to: take(19))
  }

  /// Writes `YYYYMMDD` over what was written at `index`.
  @inline(__always)
  func overwrite(date digits: UInt64, at index: Int) {
    store(digits, to: written(at: index, count: 8), 0)
  }

  /// Writes `YYYY-MM-DD` over what was written at `index`.
  @inline(__always)
  func overwrite(separatedDate digits: UInt64, at index: Int) {
    store(separatedDate: digits, to: written(at: index, count: 10))
  }

  /// The same, but the three bytes after its first `room` bytes stay.
  @inline(__always)
  func overwrite(separatedDate digits: UInt64, at index: Int, room: Int) {
    if room >= 10 { return overwrite(separatedDate: digits, at: index) }
    let target = written(at: index, count: 13)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { text in
      store(separatedDate: digits, to: text.baseAddress!)
      for place in 0..<10 { target[place < room ? place : place + 3] = text[place] }
    }
  }

  /// Writes `YYYY-MM-DDTHH:MM:SS` with a fold of a content line (RFC 5545 section 3.1) after its first `room` bytes.
  mutating func write(date digits: UInt64, _ time: LocalTime, foldAt room: Int) {
    let target = take(22)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 19) { text in
      store(date: digits, time, to: text.baseAddress!)
      for place in 0..<19 { target[place < room ? place : place + 3] = text[place] }
    }
    (target[room], target[room + 1], target[room + 2]) = (0x0d, 0x0a, 0x20)
  }

  @inline(__always)
  private func written(at index: Int, count: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(index >= 0 && index + count <= self.count, "nothing was written there")
    return start + index
  }

  @inline(__always)
  private func store(compactDate digits: UInt64, _ time: LocalTime, to target: UnsafeMutablePointer<UInt8>) {
    store(digits, to: target, 0)
    target[8] = UInt8(ascii: "T")
    let minutes = UInt32(truncatingIfNeeded: time.secondOfDay) / 60
    store(ByteCursor.twoDigits(minutes / 60), to: target, 9)
    store(ByteCursor.twoDigits(minutes % 60), to: target, 11)
    store(ByteCursor.twoDigits(UInt32(truncatingIfNeeded: time.secondOfDay) % 60), to: target, 13)
  }

  @inline(__always)
  private func store(separatedDate digits: UInt64, to target: UnsafeMutablePointer<UInt8>) {
    store(UInt32(truncatingIfNeeded: digits), to: target, 0)
    target[4] = UInt8(ascii: "-")
    store(UInt16(truncatingIfNeeded: digits >> 32), to: target, 5)
    target[7] = UInt8(ascii: "-")
    store(UInt16(truncatingIfNeeded: digits >> 48), to: target, 8)
  }

  @inline(__always)
  private func store(date digits: UInt64, _ time: LocalTime, to target: UnsafeMutablePointer<UInt8>) {
    store(separatedDate: digits, to: target)
    target[10] = UInt8(ascii: "T")
    let minutes = UInt32(truncatingIfNeeded: time.secondOfDay) / 60
    let seconds = UInt32(truncatingIfNeeded: time.secondOfDay) % 60
    store(ByteCursor.twoDigits(minutes / 60), to: target, 11)
    target[13] = UInt8(ascii: ":")
    store(ByteCursor.twoDigits(minutes % 60), to: target, 14)
    target[16] = UInt8(ascii: ":")
    store(ByteCursor.twoDigits(seconds), to: target, 17)
  }

  @inline(__always)
  private func store<Value: FixedWidthInteger>(_ value: Value, to target: UnsafeMutablePointer<UInt8>, _ offset: Int) {
    UnsafeMutableRawPointer(target + offset).storeBytes(of: value.littleEndian, as: Value.self)
  }

  /// Two digits of a number below 100, the first one lowest.
  @inline(__always)
  private static func twoDigits(_ number: UInt32) -> UInt16 {
    let tens = (number &* 205) >> 11
    return UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ ((number &- tens &* 10) << 8))
  }

  /// How many bytes ``writeJSON(_:)`` writes at most.
  static func sizeOfJSON(_ text: String) -> Int { 6 * text.utf8.count + 2 }

  /// A text in quotes. Only what RFC 8259 requires is escaped.
  mutating func writeJSON(_ text: String) {
    write(UInt8(ascii: "\""))
    var copy = text
    copy.withUTF8 { bytes in
      if !bytes.needsJSONEscapes { return write(bytes) }
      var escaped: [UInt8] = []
      escaped.appendJSON(text)
      escaped.withUnsafeBufferPointer { write(UnsafeBufferPointer(rebasing: $0[1..<$0.count - 1])) }
    }
    write(UInt8(ascii: "\""))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a byte of it cannot stand in a JSON string as it is.
  fileprivate var needsJSONEscapes: Bool {
    var index = 0
    while index + 8 <= count {
      let word = ByteWord(self, at: index)
      if ByteWord.isAny(word.below(0x20) | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "\\"))) {
        return true
      }
      index += 8
    }
    return self[index...].contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
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
