/// A string of a TOML text, to find the places of its bytes again.
struct TOMLString {
  private let bytes: [UInt8]
  private let start: Int
  private let quote: UInt8
  private let isLong: Bool

  init?(_ bytes: [UInt8], after equals: Int) {
    var index = equals + 1
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      return nil
    }
    self.bytes = bytes
    quote = bytes[index]
    isLong = bytes[index...].prefix(3).elementsEqual([quote, quote, quote])
    index += isLong ? 3 : 1
    // A line break right after the quotes does not count.
    if isLong {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\r") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
    }
    start = index
  }

  /// Where in the file the byte stands that is `offset` bytes into the string's value.
  func position(of offset: Int) -> Int? {
    var index = start
    var passed = 0
    while passed < offset {
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
          let digits = bytes[index + 1] == UInt8(ascii: "u") ? 4 : 8
          let hex = String(decoding: bytes[(index + 2)...].prefix(digits), as: UTF8.self)
          guard let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
          passed += UTF8.width(scalar)
          index += 2 + digits
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
          // The line goes on at the next word.
          index += 1
          while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
        default:
          passed += 1
          index += 2
        }
      } else {
        passed += 1
        index += 1
      }
    }
    return index < bytes.count ? index : nil
  }
}
