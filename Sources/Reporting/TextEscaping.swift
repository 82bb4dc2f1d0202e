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
    var escaped: [UInt8] = []
    escaped.appendJSONEscaped(bytes)
    escaped.withUnsafeBufferPointer { cursor.write($0) }
  }
}

/// A TEXT value of a calendar file (RFC 5545 section 3.3.11): `\`, `;`, `,` and line breaks are escaped, other control
/// characters, which no reader takes, are left out.
enum ICSEscaping: TextEscaping {
  /// The first of the two bytes of a character from U+0080 to U+00BF; those up to U+009F are control characters.
  static let leadOfControls: UInt8 = 0xc2

  @inline(__always)
  static func needsEscape(_ word: ByteWord) -> UInt64 {
    word.equal(to: UInt8(ascii: "\\")) | word.equal(to: UInt8(ascii: ";")) | word.equal(to: UInt8(ascii: ","))
      | word.equal(to: 0x7f) | word.below(0x20) | word.equal(to: leadOfControls)
  }

  static func write(escaping bytes: UnsafeBufferPointer<UInt8>, to cursor: inout ByteCursor) {
    bytes.forEachICSStretch { cursor.write($0) }
  }
}

extension ByteCursor {
  /// Writes a text as a format has it.
  @inline(__always)
  mutating func write<Escaping: TextEscaping>(_ text: String, _ escaping: Escaping.Type) {
    if !text.withBytes({ writePlain($0, escaping) }) { writeEscaped(text, escaping) }
  }

  /// Writes a text if nothing of it needs an escape, and tells whether that is so.
  ///
  /// Called as it is: in a function that lets go of no object, a text is not counted as used meanwhile.
  @inline(never)
  private mutating func writePlain<Escaping: TextEscaping>(
    _ bytes: UnsafeBufferPointer<UInt8>, _: Escaping.Type
  ) -> Bool {
    guard bytes.count > 0 else { return true }
    if ByteWord.isAny(writeAhead(bytes, Escaping.needsEscape)) { return false }
    keep(bytes.count)
    return true
  }

  @inline(never)
  private mutating func writeEscaped<Escaping: TextEscaping>(_ text: String, _: Escaping.Type) {
    text.withBytes { Escaping.write(escaping: $0, to: &self) }
  }
}

extension String {
  /// Calls `body` with the bytes where they lie, without `withUTF8`'s counting of one more use of the text.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
