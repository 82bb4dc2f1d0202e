extension TOMLReader {
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{c}", "r": "\r", "\"": "\"", "\\": "\\",
  ]

  /// Reads a quoted string.
  ///
  /// - Returns: The range of its bytes, which is a range of the text if nothing is escaped.
  mutating func string(isKey: Bool = false) throws(TOMLFault) -> Range<Int> {
    let (opening, quote) = (position, next)
    let isLong = !isKey && (takesWord("\"\"\"") || takesWord("'''"))
    if isLong { _ = takesLineEnd() } else { position += 1 }
    // Where the bytes begin that are not unescaped yet.
    var start = position
    let unescaped = tree.byteEnd
    while true {
      position = plainEnd(UInt8(ascii: quote))
      switch next {
      case quote:
        // A long string can end in up to five quotes. The last three close it.
        let quotes = position
        while next == quote, position < quotes + (isLong ? 5 : 1) { position += 1 }
        if isLong, position < quotes + 3 { continue }
        let end = position - (isLong ? 3 : 1)
        if tree.byteEnd == unescaped { return start..<end }
        tree.unescape(tree.text[start..<end], from: start)
        return unescaped..<tree.byteEnd
      case "\\" where quote == "\"":
        tree.unescape(tree.text[start..<position], from: start)
        try escape(isLong: isLong)
        start = position
      case "\r" where isLong && lineEnd > 0:
        tree.unescape(tree.text[start..<position], from: start)
        start = position + 1
        _ = takesLineEnd()
      case "\n" where isLong: _ = takesLineEnd()
      case "\\", "\t": position += 1
      case _ where next == "\n" || next == "\r" || position == tree.textEnd:
        let close = String(repeating: Character(quote), count: isLong ? 3 : 1)
        throw unexpected("\(close) to close the text that begins on line \(tree.location(of: opening).line)")
      default: throw unexpected(quote == "'" ? "a text without control characters" : "an escape such as \\u0007")
      }
    }
  }

  private mutating func escape(isLong: Bool) throws(TOMLFault) {
    let start = position
    position += 1
    var scalar = TOMLReader.escapes[next]
    let digits = next == "u" ? 4 : next == "U" ? 8 : 0
    if scalar == nil, digits == 0 {
      skipBlanks()
      if isLong, takesLineEnd() {
        // The text continues at the next word.
        repeat { skipBlanks() } while takesLineEnd()
        return
      }
      position = start + 1
      throw unexpected("one of b t n f r u U \" \\ after \\")
    }
    position += 1
    if digits > 0 {
      var value: UInt32 = 0
      for _ in 0..<digits {
        guard let digit = digit(16) else { throw unexpected("\(digits) hexadecimal digits") }
        value = value << 4 | UInt32(digit)
      }
      scalar = Unicode.Scalar(value)
    }
    guard let scalar, let bytes = UTF8.encode(scalar) else {
      throw fault(
        "found \(tree.string(start..<position))", "a code point up to 10FFFF outside of D800 to DFFF", at: start)
    }
    tree.unescape(bytes, from: start)
  }

  /// Returns the end of the plain text at the position.
  private func plainEnd(_ quote: UInt8) -> Int {
    let text = tree.text
    var index = position
    while text[index] >= 0x20, text[index] != quote, text[index] != 0x5c, text[index] != 0x7f { index += 1 }
    return index
  }
}
