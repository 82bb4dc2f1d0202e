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
    while index < bytes.count {
      let isEscape = bytes[index] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isEscape, " \t\r\n".utf8.contains(next) {
        // The line goes on at the next word.
        index += 1
        while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
        continue
      }
      if passed >= offset { return index }
      if isEscape {
        switch next {
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
          let digits = next == UInt8(ascii: "u") ? 4 : 8
          let hex = String(decoding: bytes[(index + 2)...].prefix(digits), as: UTF8.self)
          guard let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
          passed += UTF8.width(scalar)
          index += 2 + digits
        default:
          passed += 1
          index += 2
        }
      } else {
        passed += 1
        index += 1
      }
    }
    return nil
  }
}
