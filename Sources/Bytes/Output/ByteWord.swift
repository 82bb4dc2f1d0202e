/// Eight bytes that are looked at together.
///
/// What the questions answer has the top bit of each byte set that is such a one, and perhaps of bytes after the first: enough to tell
/// whether there is any. Those about bytes below 0x80 may have it set for bytes above as well: ``ascii(_:)`` takes that out.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let word: UInt64

  /// - Parameter word: The first byte lowest.
  @inline(__always)
  init(_ word: UInt64) {
    self.word = word
  }

  @inline(__always)
  static func isAny(_ answer: UInt64) -> Bool { answer & 0x8080_8080_8080_8080 != 0 }

  /// - Parameter byte: Below 0x80.
  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 { (word ^ (ByteWord.ones &* UInt64(byte))) &- ByteWord.ones }

  /// - Parameter byte: At most 0x80.
  @inline(__always)
  func below(_ byte: UInt8) -> UInt64 { word &- ByteWord.ones &* UInt64(byte) }

  /// What `answer` says of bytes below 0x80.
  @inline(__always)
  func ascii(_ answer: UInt64) -> UInt64 { answer & ~word }

  /// - Parameter byte: 0x80 or above.
  @inline(__always)
  func equal(toHigh byte: UInt8) -> UInt64 {
    let difference = word ^ (ByteWord.ones &* UInt64(byte))
    return (difference &- ByteWord.ones) & ~difference
  }

  @inline(__always)
  var isFrom0xe0To0xe3: UInt64 { ByteWord(word & (ByteWord.ones &* 0xfc)).equal(toHigh: 0xe0) }

  @inline(__always)
  var atLeast0xf0: UInt64 { word & word << 1 & word << 2 & word << 3 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from `index` on, the first one lowest; all of them have to be there.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt64.self).littleEndian
  }
}
