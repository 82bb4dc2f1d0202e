import CivilTime
import PlanModel

/// Writing JSON straight into a byte buffer.
extension [UInt8] {
  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(decimal number: some FixedWidthInteger) {
    if number >= 0, number < 10 {
      append(48 + UInt8(truncatingIfNeeded: number))
    } else if number >= 0, number < 100 {
      appendTwoDigits(number)
    } else {
      append(contentsOf: String(number).utf8)
    }
  }

  /// A text in quotes. Only what RFC 8259 requires is escaped.
  package mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    text.withBytes { appendJSONEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  /// What stands between the quotes.
  mutating func appendJSONEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    for (index, byte) in bytes.enumerated() {
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
      plain = index + 1
      appendEscape(byte)
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain...]))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0a: append(UInt8(ascii: "n"))
    case 0x0c: append(UInt8(ascii: "f"))
    case 0x0d: append(UInt8(ascii: "r"))
    default:
      append("u00" as StaticString)
      appendHexadecimal(byte)
    }
  }

  /// `,"name":` with the comma left out at the start of an object.
  package mutating func appendKey(_ name: StaticString) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\""))
    append(name)
    append("\":" as StaticString)
  }

  /// A member with a text; nothing where there is none.
  mutating func appendMember(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    appendKey(name)
    appendJSON(value)
  }
}
