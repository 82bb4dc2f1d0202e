/// How a format escapes what cannot stand in its texts as it is.
///
/// Most texts have nothing to escape: those are checked while they are copied, eight bytes at a time.
protocol TextEscaping {
  /// Whether a byte is one that may need an escape, as ``ByteWord`` answers. A space is none.
  static func needsEscape(_ word: ByteWord) -> UInt64

  /// Writes a text of which some bytes may need an escape.
  static func write(escaping bytes: UnsafeBufferPointer<UInt8>, to cursor: inout ByteCursor)
}

/// What stands between the quotes of a JSON string. Only what RFC 8259 requires is escaped.
enum JSONEscaping: TextEscaping {
  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.below(0x20) | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "\\"))
  }

  static func write(escaping bytes: UnsafeBufferPointer<UInt8>, to cursor: inout ByteCursor) {
    var plain = 0
    var next = 0
    while next < bytes.count {
      if bytes.isPlainWord(at: next, JSONEscaping.self) {
        next += 8
        continue
      }
      let byte = bytes[next]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        cursor.write(UnsafeBufferPointer(rebasing: bytes[plain..<next]))
        writeEscape(byte, to: &cursor)
        plain = next + 1
      }
      next += 1
    }
    cursor.write(UnsafeBufferPointer(rebasing: bytes[plain...]))
  }

  private static func writeEscape(_ byte: UInt8, to cursor: inout ByteCursor) {
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

  static func write(escaping bytes: UnsafeBufferPointer<UInt8>, to cursor: inout ByteCursor) {
    var plain = 0
    var next = 0
    while next < bytes.count {
      if bytes.isPlainWord(at: next, ICSEscaping.self) {
        next += 8
        continue
      }
      let index = next
      next += 1
      let escape: StaticString
      switch bytes[index] {
      case UInt8(ascii: "\\"): escape = "\\\\"
      case UInt8(ascii: ";"): escape = "\\;"
      case UInt8(ascii: ","): escape = "\\,"
      case 0x0a: escape = "\\n"
      case 0x09: continue
      case 0..<0x20, 0x7f: escape = ""
      case leadOfControls where next < bytes.count && bytes[next] < 0xa0:
        next += 1
        escape = ""
      default: continue
      }
      cursor.write(UnsafeBufferPointer(rebasing: bytes[plain..<index]))
      cursor.write(escape)
      plain = next
    }
    cursor.write(UnsafeBufferPointer(rebasing: bytes[plain...]))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there are eight bytes, and none of them needs an escape.
  @inline(__always)
  fileprivate func isPlainWord<Escaping: TextEscaping>(at index: Int, _: Escaping.Type) -> Bool {
    index + 8 <= count && !ByteWord.isAny(Escaping.needsEscape(ByteWord(self, at: index)))
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

extension String {
  /// Calls `body` with the bytes where they lie, without `withUTF8`'s counting of one more use of the text.
  @inline(__always)
  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(body) == nil { Array(utf8).withUnsafeBufferPointer(body) }
  }
}
