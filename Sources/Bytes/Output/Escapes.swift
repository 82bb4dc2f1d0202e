/// What stands between the quotes of a JSON string. Only what RFC 8259 requires is escaped.
enum JSONEscaping: TextEscaping {
  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.ascii(word.below(0x20) | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "\\")))
  }

  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    return byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
  }

  static func writeEscape(_ bytes: Span<UInt8>, at index: Int, to writer: inout ByteWriter) {
    switch bytes[index] {
    case UInt8(ascii: "\""): writer.append("\\\"")
    case UInt8(ascii: "\\"): writer.append("\\\\")
    case 0x08: writer.append("\\b")
    case 0x09: writer.append("\\t")
    case 0x0a: writer.append("\\n")
    case 0x0c: writer.append("\\f")
    case 0x0d: writer.append("\\r")
    case let byte:
      writer.append("\\u00")
      writer.append(hexadecimal: byte)
    }
  }
}

/// A TEXT value of a calendar file: `\`, `;`, `,` and line breaks are escaped, other control characters, which no reader takes,
/// are left out.
enum ICSEscaping: TextEscaping {
  /// The first of the two bytes of a character from U+0080 to U+00BF; those up to U+009F are control characters.
  private static let leadOfControls: UInt8 = 0xc2

  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.ascii(
      word.equal(to: UInt8(ascii: "\\")) | word.equal(to: UInt8(ascii: ";")) | word.equal(to: UInt8(ascii: ","))
        | word.equal(to: 0x7f) | word.below(0x20)) | word.equal(toHigh: leadOfControls)
  }

  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): 1
    case 0x09: 0
    case 0..<0x20, 0x7f: 1
    case leadOfControls where index + 1 < bytes.count && bytes[index + 1] < 0xa0: 2
    default: 0
    }
  }

  static func writeEscape(_ bytes: Span<UInt8>, at index: Int, to writer: inout ByteWriter) {
    switch bytes[index] {
    case let byte where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","):
      writer.append(UInt8(ascii: "\\"))
      writer.append(byte)
    case 0x0a: writer.append("\\n")
    default: break
    }
  }
}

/// Text of an HTML document. What HTML does not allow in a document (HTML section 13.1.4) and what would not be seen is made
/// visible: control characters by their pictures, noncharacters by U+FFFD.
enum HTMLEscaping: TextEscaping {
  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.ascii(
      word.equal(to: UInt8(ascii: "&")) | word.equal(to: UInt8(ascii: "<")) | word.equal(to: UInt8(ascii: ">"))
        | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "'")) | word.below(0x20)
        | word.equal(to: 0x7f))
      | word.equal(toHigh: 0xc2) | word.equal(toHigh: 0xef) | word.atLeast0xf0
  }

  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int {
    func next(_ offset: Int) -> Int { index + offset < bytes.count ? Int(bytes[index + offset]) : -1 }
    switch bytes[index] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return 1
    case 0x09, 0x0a: return 0
    case 0..<0x20, 0x7f: return 1
    case 0xc2: return 0x80..<0xa0 ~= next(1) ? 2 : 0
    // U+FDD0 … U+FDEF, U+FFFE and U+FFFF.
    case 0xef:
      let isNone = next(1) == 0xbf && next(2) >= 0xbe || next(1) == 0xb7 && 0x90...0xaf ~= next(2)
      return isNone ? 3 : 0
    // U+1FFFE, U+1FFFF, and the last two of every plane after it.
    case 0xf0...0xf4: return next(1) & 0x0f == 0x0f && next(2) == 0xbf && next(3) >= 0xbe ? 4 : 0
    default: return 0
    }
  }

  static func writeEscape(_ bytes: Span<UInt8>, at index: Int, to writer: inout ByteWriter) {
    switch bytes[index] {
    case UInt8(ascii: "&"): writer.append("&amp;")
    case UInt8(ascii: "<"): writer.append("&lt;")
    case UInt8(ascii: ">"): writer.append("&gt;")
    case UInt8(ascii: "\""): writer.append("&quot;")
    case UInt8(ascii: "'"): writer.append("&#39;")
    // U+2400 … U+241F, the pictures of U+0000 … U+001F.
    case let byte where byte < 0x20: writer.append(0x80_90e2 + UInt64(byte) << 16, count: 3)
    case 0x7f: writer.append("\u{2421}")
    default: writer.append("\u{fffd}")
    }
  }
}
