/// Eight bytes that are looked at together.
///
/// What the questions answer has the top bit of each byte set that is such a one, and perhaps of bytes after the first:
/// enough to tell whether there is any.
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

  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 {
    let difference = word ^ (ByteWord.ones &* UInt64(byte))
    return (difference &- ByteWord.ones) & ~difference
  }

  /// - Parameter byte: At most 0x80.
  @inline(__always)
  func below(_ byte: UInt8) -> UInt64 { (word &- ByteWord.ones &* UInt64(byte)) & ~word }
}
