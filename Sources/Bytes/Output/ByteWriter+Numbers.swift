/// Writes numbers as digits.
extension ByteWriter {
  @inlinable @inline(__always)
  public mutating func append(decimal number: some FixedWidthInteger) {
    if number >= 0, number < 10 { append(48 + UInt8(truncatingIfNeeded: number)) } else { append(longDecimal: number) }
  }

  @usableFromInline
  mutating func append(longDecimal number: some FixedWidthInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: UInt64(truncatingIfNeeded: number.magnitude))
  }

  private mutating func append(digitsOf number: UInt64) {
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
