import PlanModel

/// How a format escapes what cannot stand in its texts as it is.
///
/// Most texts have nothing to escape: those are checked while they are copied, eight bytes at a time.
protocol TextEscaping {
  /// Whether a byte is one that may need an escape, as ``ByteWord`` answers. A space is none.
  static func needsEscape(_ word: ByteWord) -> UInt64

  /// How many bytes from `index` on cannot stand as they are; 0: that one can.
  static func special(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int

  /// Writes what stands for special bytes; nothing where they are left out.
  ///
  /// - Parameter byte: The first of them.
  static func writeEscape(_ byte: UInt8, to cursor: inout ByteCursor)
}

extension TextEscaping {
  /// Writes a text of which some bytes may need an escape.
  fileprivate static func write(escaping bytes: UnsafeBufferPointer<UInt8>, to cursor: inout ByteCursor) {
    var plain = 0
    var next = 0
    while next < bytes.count {
      if next + 8 <= bytes.count, !ByteWord.isAny(needsEscape(ByteWord(bytes.word(at: next)))) {
        next += 8
        continue
      }
      let length = special(bytes, at: next)
      if length > 0 {
        cursor.write(UnsafeBufferPointer(rebasing: bytes[plain..<next]))
        writeEscape(bytes[next], to: &cursor)
        plain = next + length
      }
      next += max(length, 1)
    }
    cursor.write(UnsafeBufferPointer(rebasing: bytes[plain...]))
  }
}

/// What stands between the quotes of a JSON string. Only what RFC 8259 requires is escaped.
enum JSONEscaping: TextEscaping {
  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.below(0x20) | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "\\"))
  }

  static func special(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    return byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
  }

  static func writeEscape(_ byte: UInt8, to cursor: inout ByteCursor) {
    cursor.write(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): cursor.write(byte)
    case 0x08: cursor.write(UInt8(ascii: "b"))
    case 0x09: cursor.write(UInt8(ascii: "t"))
    case 0x0a: cursor.write(UInt8(ascii: "n"))
    case 0x0c: cursor.write(UInt8(ascii: "f"))
    case 0x0d: cursor.write(UInt8(ascii: "r"))
    default:
      let digit = byte & 15
      cursor.write("u00")
      cursor.write(UInt8(ascii: "0") + byte >> 4)
      cursor.write(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// A TEXT value of a calendar file (RFC 5545 section 3.3.11): `\`, `;`, `,` and line breaks are escaped, other control
/// characters, which no reader takes, are left out.
enum ICSEscaping: TextEscaping {
  /// The first of the two bytes of a character from U+0080 to U+00BF; those up to U+009F are control characters.
  private static let leadOfControls: UInt8 = 0xc2

  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.equal(to: UInt8(ascii: "\\")) | word.equal(to: UInt8(ascii: ";")) | word.equal(to: UInt8(ascii: ","))
      | word.equal(to: 0x7f) | word.below(0x20) | word.equal(to: leadOfControls)
  }

  static func special(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): 1
    case 0x09: 0
    case 0..<0x20, 0x7f: 1
    case leadOfControls where index + 1 < bytes.count && bytes[index + 1] < 0xa0: 2
    default: 0
    }
  }

  static func writeEscape(_ byte: UInt8, to cursor: inout ByteCursor) {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
      cursor.write(UInt8(ascii: "\\"))
      cursor.write(byte)
    case 0x0a: cursor.write("\\n")
    default: break
    }
  }
}

extension ByteCursor {
  /// Writes a text as a format has it.
  @inline(__always)
  mutating func write<Escaping: TextEscaping>(_ text: String, _ escaping: Escaping.Type) {
    text.withBytes { write($0, escaping) }
  }

  /// Called as it is: nothing that it does lets go of an object, so that a text needs not be counted as used meanwhile.
  @inline(never)
  private mutating func write<Escaping: TextEscaping>(_ bytes: UnsafeBufferPointer<UInt8>, _: Escaping.Type) {
    guard bytes.count > 0 else { return }
    let answer = writeAhead(bytes, Escaping.needsEscape)
    if ByteWord.isAny(answer) { Escaping.write(escaping: bytes, to: &self) } else { keep(bytes.count) }
  }
}
