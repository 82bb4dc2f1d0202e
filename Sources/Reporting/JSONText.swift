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
    append(atMost: ByteCursor.sizeOfJSON(text)) { $0.writeJSON(text) }
  }

  /// `,"name":` with the comma left out at the start of an object.
  package mutating func appendKey(_ name: StaticString) {
    let isFirst = last == UInt8(ascii: "{")
    append(atMost: name.utf8CodeUnitCount + 4) { text in
      text.write(isFirst ? "\"" : ",\"")
      text.write(name)
      text.write("\":")
    }
  }

  /// A member with a text; nothing where there is none.
  mutating func appendMember(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    appendKey(name)
    appendJSON(value)
  }

  /// A member with an instant; nothing where there is none.
  mutating func appendMember(_ name: StaticString, _ value: Instant?) {
    guard let value else { return }
    appendKey(name)
    append(UInt8(ascii: "\""))
    append(value)
    append(UInt8(ascii: "\""))
  }
}
