/// The text between the quotes of a JSON string. Only what RFC 8259 requires is escaped.
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

/// A TEXT value of a calendar file: `\`, `;`, `,` and line breaks are escaped. Other control characters are omitted,
/// since no reader accepts them, and so are line separators and characters that override the direction.
enum ICSEscaping: TextEscaping {
  /// The first byte of the characters U+0080 to U+00BF; those up to U+009F are control characters.
  private static let leadOfControls: UInt8 = 0xc2
  /// The first byte of U+2000 to U+2FFF, among which U+2028 to U+202E separate lines or override the direction.
  private static let leadOfSeparators: UInt8 = 0xe2

  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.ascii(
      word.equal(to: UInt8(ascii: "\\")) | word.equal(to: UInt8(ascii: ";")) | word.equal(to: UInt8(ascii: ","))
        | word.equal(to: 0x7f) | word.below(0x20))
      | word.equal(toHigh: leadOfControls, orWith: leadOfControls ^ leadOfSeparators)
  }

  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): 1
    case 0x09: 0
    case 0..<0x20, 0x7f: 1
    case leadOfControls where index + 1 < bytes.count && bytes[index + 1] < 0xa0: 2
    case leadOfSeparators where index + 2 < bytes.count && bytes[index + 1] == 0x80 && 0xa8...0xae ~= bytes[index + 2]:
      3
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

/// Text of an HTML document. Characters that HTML forbids (HTML section 13.1.4) or that would be invisible are shown:
/// control characters as their pictures, noncharacters as U+FFFD, and characters that change the text direction or have
/// no width by their name, `[U+202E]`.
enum HTMLEscaping: TextEscaping {
  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.ascii(
      word.equal(to: UInt8(ascii: "&")) | word.equal(to: UInt8(ascii: "<")) | word.equal(to: UInt8(ascii: ">"))
        | word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "'")) | word.below(0x20)
        | word.equal(to: 0x7f))
      | word.equal(toHigh: 0xc2) | word.equal(toHigh: 0xd8) | word.isFrom0xe0To0xe3 | word.equal(toHigh: 0xef)
      | word.atLeast0xf0
  }

  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int {
    func next(_ offset: Int) -> Int { index + offset < bytes.count ? Int(bytes[index + offset]) : -1 }
    switch bytes[index] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return 1
    case 0x09, 0x0a: return 0
    case 0..<0x20, 0x7f: return 1
    case 0xc2: return 0x80..<0xa0 ~= next(1) || next(1) == 0xad ? 2 : 0
    case 0xd8: return next(1) == 0x9c ? 2 : 0
    case 0xe1, 0xe2, 0xe3: return isHidden(bytes, at: index) ? 3 : 0
    // U+E0000 … U+E007F spell the flag of a region after U+1F3F4; otherwise they are invisible.
    case 0xf3 where next(1) == 0xa0 && 0x80...0x81 ~= next(2): return spellsFlag(bytes, at: index) ? 0 : 4
    // U+FDD0 … U+FDEF, U+FFFE and U+FFFF.
    case 0xef:
      let isNone =
        isHidden(bytes, at: index) || next(1) == 0xbf && next(2) >= 0xbe || next(1) == 0xb7 && 0x90...0xaf ~= next(2)
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
    case 0xc2 where bytes[index + 1] == 0xad: writer.append("[U+00AD]")
    case 0xd8: writer.append("[U+061C]")
    case 0xe1...0xe3: writeName(bytes, at: index, to: &writer)
    case 0xef where isHidden(bytes, at: index): writeName(bytes, at: index, to: &writer)
    case 0xf3 where bytes[index + 1] == 0xa0 && bytes[index + 2] <= 0x81:
      writer.append("[U+E00")
      writer.append(hexadecimalCapitals: (bytes[index + 2] & 0x01) << 6 | bytes[index + 3] & 0x3f)
      writer.append("]")
    default: writer.append("\u{fffd}")
    }
  }

  /// Returns whether three bytes are a character that changes the text direction or has no width.
  private static func isHidden(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index + 2 < bytes.count else { return false }
    switch scalar(bytes, at: index) {
    case 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x180e, 0x115f, 0x1160, 0x3164, 0xfeff, 0xffa0:
      return true
    // Emoji families, Persian and the scripts of India need joiners: between two non-ASCII characters that are not
    // joiners themselves.
    case 0x200c, 0x200d:
      let isJoiner =
        index >= 3 && bytes[index - 3] == 0xe2 && bytes[index - 2] == 0x80 && bytes[index - 1] & 0xfe == 0x8c
      return index == 0 || bytes[index - 1] < 0x80 || index + 3 >= bytes.count || bytes[index + 3] < 0x80 || isJoiner
    default: return false
    }
  }

  private static func scalar(_ bytes: Span<UInt8>, at index: Int) -> UInt16 {
    UInt16(bytes[index] & 0x0f) << 12 | UInt16(bytes[index + 1] & 0x3f) << 6 | UInt16(bytes[index + 2] & 0x3f)
  }

  private static func writeName(_ bytes: Span<UInt8>, at index: Int, to writer: inout ByteWriter) {
    let scalar = scalar(bytes, at: index)
    writer.append("[U+")
    writer.append(hexadecimalCapitals: UInt8(scalar >> 8))
    writer.append(hexadecimalCapitals: UInt8(scalar & 0xff))
    writer.append("]")
  }

  /// Returns whether U+1F3F4 precedes it, with at most six other tag characters in between.
  private static func spellsFlag(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    var place = index
    for _ in 0..<7 where place >= 4 {
      place -= 4
      if bytes[place] == 0xf0, bytes[place + 1] == 0x9f, bytes[place + 2] == 0x8f { return bytes[place + 3] == 0xb4 }
      guard bytes[place] == 0xf3, bytes[place + 1] == 0xa0 else { return false }
    }
    return false
  }
}
