/// Eight bytes that are tested together.
///
/// Each test returns a word with the top bit set in every byte that matches, and perhaps in bytes after the first
/// match: enough to tell whether there is any. Tests for bytes below 0x80 may also mark bytes above; ``ascii(_:)``
/// clears these.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let word: UInt64

  /// - Parameter word: The first byte lowest.
  @inline(__always)
  init(_ word: UInt64) { self.word = word }

  @inline(__always)
  static func isAny(_ answer: UInt64) -> Bool { answer & 0x8080_8080_8080_8080 != 0 }

  /// - Parameter byte: Below 0x80.
  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 { (word ^ (ByteWord.ones &* UInt64(byte))) &- ByteWord.ones }

  /// - Parameter byte: At most 0x80.
  @inline(__always)
  func below(_ byte: UInt8) -> UInt64 { word &- ByteWord.ones &* UInt64(byte) }

  /// Clears the marks of bytes from 0x80 on.
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
  /// Returns the eight bytes from `index` on, the first one lowest. All of them must exist.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt64.self).littleEndian
  }
}
