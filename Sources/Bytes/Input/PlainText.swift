/// A JSON string that stands for its own bytes: no escapes, no control characters, well-formed UTF-8.
public struct PlainText {
  /// The indices of its first byte and of the quote that ends it.
  public let start: Int
  public let end: Int
  /// What ``Swift/Span/firstWord`` is of it, without the steps for short texts: the bytes after them are there.
  public let firstWord: UInt64
  /// The two bytes after that quote.
  public let next: UInt8
  public let second: UInt8

  /// How far before the span's end a plain text has to begin, and the last word of it that is looked at.
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
  /// The plain text that begins at `start`, after its opening quote; nil where it is not plain, or too close to the end to tell.
  ///
  /// Invariant: no word begins after `last`, so that no byte is looked at that is more than 11 after it, and 15 are there. Checking
  /// each load takes 0.3 % more instructions of a run over W, calling this instead of inlining it 0.8 %.
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

  /// The index of the first byte from `start` on that is a quote, a backslash, a control character or not ASCII, or else of the end.
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

  /// The high bit of the first byte in `word` that is a quote, a backslash, a control character or not ASCII is set, and those
  /// of the bytes before it are not.
  @inlinable static func stopsOrHighs(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Turning the bit 0x02 takes the quote next to the control characters, and those to one another.
    let quoteOrControl = (word ^ (ones &* 0x02)) &- ones &* 0x21
    let slash = (word ^ (ones &* 0x5c)) &- ones
    // A byte borrows from the next one only where it is itself among those that are looked for.
    return (quoteOrControl | slash | word) & 0x8080_8080_8080_8080
  }

  /// How many bytes the character takes that begins at `start`; 0 where it is ASCII or not well-formed (Unicode, table 3-7).
  ///
  /// - Precondition: Four bytes lie there.
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

  /// Not checked: the eight bytes have to lie inside.
  @inlinable
  func load(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }
}
