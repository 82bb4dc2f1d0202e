/// A JSON string that needs no decoding: no escapes, no control characters, well-formed UTF-8.
public struct PlainText {
  /// The index of the first byte, and of the closing quote.
  public let start: Int
  public let end: Int
  /// The text's ``Swift/Span/firstWord``, without the steps for short texts, since the bytes after them are readable.
  public let firstWord: UInt64
  /// The two bytes after the closing quote.
  public let next: UInt8
  public let second: UInt8

  /// The minimum distance from the span's end at which a plain text, or a word of it, may begin.
  @inlinable
  public static var margin: Int { 16 }

  /// In bytes.
  @inlinable
  public var count: Int { end &- start }

  @usableFromInline
  init(start: Int, end: Int, firstEight: UInt64, next: UInt8, second: UInt8) {
    self.start = start
    self.end = end
    firstWord = end &- start >= 8 ? firstEight : firstEight & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* (end &- start)))
    self.next = next
    self.second = second
  }
}

extension Span<UInt8> {
  /// Returns the plain text that begins at `start`, after its opening quote, or nil if it is not plain or too close to
  /// the end.
  ///
  /// Invariant: No word begins after `last`. So the last byte read is at most 11 after it, and 15 exist. Checking each
  /// load takes 0.3 % more instructions of a run over W, and a call that is not inlined 0.8 %.
  @inlinable @inline(__always)
  public func plainText(from start: Int) -> PlainText? {
    let last = count &- PlainText.margin
    guard start >= 0 else { return nil }
    var index = start
    while index <= last {
      let stops = Self.stopsOrHighs(in: load(at: index))
      if stops == 0 {
        index = index &+ 8
        continue
      }
      // At most 7 after `last`.
      index = index &+ stops.trailingZeroBitCount >> 3
      if self[unchecked: index] == UInt8(ascii: "\"") {
        return PlainText(
          start: start, end: index, firstEight: load(at: start), next: self[unchecked: index &+ 1],
          second: self[unchecked: index &+ 2])
      }
      let length = multibyteLength(at: index)
      if length == 0 { return nil }
      index = index &+ length
    }
    return nil
  }

  /// Returns the index of the first quote, backslash, control character or non-ASCII byte from `start` on, or of the
  /// end.
  public func endOfPlainASCII(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let stops = Self.stopsOrHighs(in: word(at: index))
      if stops != 0 { return index &+ stops.trailingZeroBitCount >> 3 }
      index = index &+ 8
    }
    while index < count, Self.stopsOrHighs(in: UInt64(self[index])) & 0x80 == 0 { index += 1 }
    return index
  }

  /// Marks the first byte in `word` that is a quote, a backslash, a control character or not ASCII by its high bit. The
  /// high bits of bytes before it are clear; those of bytes after it are arbitrary.
  @inlinable static func stopsOrHighs(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Flipping the bit 0x02 moves the quote next to the control characters, which map to one another.
    let quoteOrControl = (word ^ (ones &* 0x02)) &- ones &* 0x21
    let slash = (word ^ (ones &* 0x5c)) &- ones
    // Only a byte that matches borrows from the next one.
    return (quoteOrControl | slash | word) & 0x8080_8080_8080_8080
  }

  /// Returns the length of the character at `start` in bytes, or 0 if it is ASCII or not well-formed (Unicode, table
  /// 3-7).
  ///
  /// - Precondition: Four bytes are readable from `start`.
  @usableFromInline
  func multibyteLength(at start: Int) -> Int {
    func continues(_ offset: Int) -> Bool { self[start + offset] & 0xc0 == 0x80 }
    let second = self[start + 1]
    switch self[start] {
    case 0xc2...0xdf: return continues(1) ? 2 : 0
    case 0xe0: return 0xa0...0xbf ~= second && continues(2) ? 3 : 0
    case 0xed: return 0x80...0x9f ~= second && continues(2) ? 3 : 0
    case 0xe1...0xef: return continues(1) && continues(2) ? 3 : 0
    case 0xf0: return 0x90...0xbf ~= second && continues(2) && continues(3) ? 4 : 0
    case 0xf1...0xf3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xf4: return 0x80...0x8f ~= second && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  /// Loads eight bytes without a bounds check: all must be inside.
  @inlinable
  func load(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }
}
