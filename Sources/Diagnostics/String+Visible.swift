extension String {
  /// The text with everything made visible that a terminal interprets or hides. Control characters become `\u{1b}`;
  /// characters that change the direction or have no width become `[U+202E]`. Nothing is cut, and the text stays on one
  /// line.
  public var visible: String {
    if utf8.allSatisfy({ 0x20...0x7e ~= $0 }) { return self }
    var text = ""
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      text += scalar.visible(between: before, and: rest.first)
      before = scalar
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Returns the scalar as a diagnostic shows it.
  ///
  /// - Parameters:
  ///   - before: The preceding scalar. Together with `after` it determines whether a joiner joins anything.
  public func visible(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> String {
    switch self {
    case "\n": return "\\n"
    case "\t": return "\\t"
    // Emoji families and flags, Persian, and the scripts of India need joiners.
    case "\u{200c}", "\u{200d}":
      let joins = [before, after].allSatisfy { $0.map { !$0.isASCII && !$0.isHidden } ?? false }
      return joins ? String(self) : named
    default: break
    }
    if properties.generalCategory == .control { return "\\u{\(String(value, radix: 16))}" }
    return isHidden ? named : String(self)
  }

  /// Whether the scalar changes the direction of text or has no width.
  private var isHidden: Bool {
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: true
    // Hangul fillers, which Unicode classifies as letters.
    default: [0x115f, 0x1160, 0x3164, 0xffa0].contains(value)
    }
  }

  /// `[U+202E]`.
  private var named: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "[U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits + "]"
  }
}

extension String {
  /// Returns the text with `%XX` for each byte that is not kept (RFC 3986, section 2.1).
  public func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = utf8.flatMap { byte in
      isKept(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Returns the text with some scalars replaced; `nil` keeps one.
  ///
  /// Formats give a meaning to scalars. A `Character` hides `"` before a combining mark, and the line feed of CR LF.
  public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacement(scalar) {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The lines of the text, without LF or CR LF.
  public var lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)
    }
  }

  /// The text of a JSON document with `\u202e` for everything that ``visible`` replaces.
  public var visibleJSON: String {
    var (text, start) = ("", startIndex)
    while let place = utf8[start...].firstIndex(where: { !(0x20...0x7e ~= $0 || $0 == UInt8(ascii: "\n")) }) {
      let (scalar, next) = (unicodeScalars[place], unicodeScalars.index(after: place))
      let before = place > startIndex ? unicodeScalars[unicodeScalars.index(before: place)] : nil
      text += self[start..<place]
      if scalar.visible(between: before, and: next < endIndex ? unicodeScalars[next] : nil) == String(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
      start = next
    }
    return start == startIndex ? self : text + self[start...]
  }

  /// The text as a word of a shell: unchanged, in single quotes, or as `$'…'` if a terminal or Markdown would interpret
  /// some of it.
  public var shellQuoted: String {
    if !isEmpty, utf8.allSatisfy({ $0.isLetterOrDigit || "-_./,:=+".utf8.contains($0) }) { return self }
    if visible == self, !utf8.contains(UInt8(ascii: "`")) {
      return "'" + replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
    }
    var before: Unicode.Scalar?
    return "$'"
      + replacingScalars { scalar in
        defer { before = scalar }
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard scalar == "`" || scalar.visible(between: before, and: nil) != String(scalar) else { return nil }
        return String(scalar).utf8.map { byte in
          let digits = String(byte, radix: 8)
          return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
      } + "'"
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  public var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  /// Whether the byte is an ASCII letter or digit.
  public var isLetterOrDigit: Bool { isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
