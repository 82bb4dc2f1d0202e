import Bytes

/// Strings: finds their end, checks their characters, and resolves escapes (RFC 8259 section 7).
extension JSONReader {
  /// Scans up to the closing quote. Returns false if the window ends first.
  ///
  /// Inlined, since separate items are read token by token: 0.9 % of the instructions of a run that plans W from such
  /// an export.
  @inline(__always)
  mutating func scanString(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    guard let text = bytes.plainText(from: position + 1), text.count <= stringLimit else {
      return try scanAnyString(bytes)
    }
    token = text.start..<text.end
    hasEscapes = false
    position = text.end + 1
    return true
  }

  private mutating func scanAnyString(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    var index = position + 1
    // `unescaped` has everything before it.
    var copied = index
    var isASCII = true
    hasEscapes = false
    unescaped.removeAll(keepingCapacity: true)
    while true {
      index = bytes.endOfPlainASCII(from: index)
      // Reported as soon as it is known, so that the size of the window makes no difference.
      if unescaped.count + index - copied > stringLimit { throw tooLong(at: position) }
      guard index < bytes.count else {
        if !isLast { return false }
        throw fault(.unexpectedEnd, at: index, expected: "a closing quote")
      }
      let character = bytes[index]
      if character == UInt8(ascii: "\"") { break }
      if character == UInt8(ascii: "\\") {
        unescaped.append(copying: bytes.extracting(copied..<index))
        guard let length = try unescape(at: index, in: bytes) else { return false }
        index += length
        copied = index
        hasEscapes = true
        continue
      }
      guard character >= 0x20 else {
        throw fault(.controlCharacter(character), at: index, expected: "an escape such as \\n or \\u0000")
      }
      if character >= 0x80 { isASCII = false }
      index += 1
    }
    if hasEscapes { unescaped.append(copying: bytes.extracting(copied..<index)) }
    token = position + 1..<index
    if !isASCII { try checkUTF8(bytes) }
    position = index + 1
    return true
  }

  func tooLong(at index: Int) -> JSONFault {
    fault(.tooLong, at: index, expected: "at most \(stringLimit) bytes")
  }

  private func checkUTF8(_ bytes: Span<UInt8>) throws(JSONFault) {
    do {
      _ = try UTF8Span(validating: bytes.extracting(token))
    } catch {
      let index = token.lowerBound + error.byteOffsets.lowerBound
      throw fault(.notUTF8(bytes[index]), at: index, expected: "UTF-8")
    }
  }

  /// Appends the character of the escape at `index`.
  ///
  /// - Returns: The length of the escape in bytes, or nil if the window ends inside it.
  private mutating func unescape(at index: Int, in bytes: Span<UInt8>) throws(JSONFault) -> Int? {
    guard index + 1 < bytes.count else {
      if isLast { throw fault(.unexpectedEnd, at: bytes.count, expected: "an escape") }
      return nil
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(bytes[index + 1])
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0c)
    case UInt8(ascii: "n"): unescaped.append(0x0a)
    case UInt8(ascii: "r"): unescaped.append(0x0d)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      guard let unit = try hexUnit(at: index, in: bytes) else { return nil }
      if let scalar = Unicode.Scalar(unit) {
        unescaped += UTF8.encode(scalar)!
        return 6
      }
      let half = fault(.loneSurrogate, at: index, expected: "a pair of surrogates")
      guard unit < 0xdc00 else { throw half }
      guard index + 7 < bytes.count || isLast else { return nil }
      guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u")
      else { throw half }
      guard let low = try hexUnit(at: index + 6, in: bytes) else { return nil }
      guard 0xdc00...0xdfff ~= low else { throw half }
      unescaped += UTF8.encode(Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))!)!
      return 12
    default:
      throw fault(.badEscape, at: index, expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
    }
    return 2
  }

  private func hexUnit(at index: Int, in bytes: Span<UInt8>) throws(JSONFault) -> UInt32? {
    guard index + 6 <= bytes.count else {
      if isLast { throw fault(.badEscape, at: index, expected: "four hexadecimal digits") }
      return nil
    }
    var unit: UInt32 = 0
    for digit in index + 2..<index + 6 {
      guard let value = Character(Unicode.Scalar(bytes[digit])).hexDigitValue else {
        throw fault(.badEscape, at: index, expected: "four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }
}
