/// Escapes inside strings (RFC 8259 section 7): checked while they are read, resolved when their text is wanted.
extension JSONReader {
  /// How many bytes the escape at `index` takes, and how many it stands for. nil: the window ends in it.
  func escapeLength(at index: Int) throws(JSONFault) -> (read: Int, written: Int)? {
    guard index + 1 < count else {
      if isLast { throw fault(.unexpectedEnd, at: count, expected: "an escape") }
      return nil
    }
    switch base[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return (2, 1)
    case UInt8(ascii: "u"):
      guard let unit = try hexUnit(at: index) else { return nil }
      if unit < 0x80 { return (6, 1) }
      if unit < 0x800 { return (6, 2) }
      guard 0xd800...0xdfff ~= unit else { return (6, 3) }
      guard unit < 0xdc00 else { throw fault(.loneSurrogate, at: index, expected: "a pair of surrogates") }
      guard index + 7 < count else {
        if isLast { throw fault(.loneSurrogate, at: index, expected: "a pair of surrogates") }
        return nil
      }
      guard base[index + 6] == UInt8(ascii: "\\"), base[index + 7] == UInt8(ascii: "u") else {
        throw fault(.loneSurrogate, at: index, expected: "a pair of surrogates")
      }
      guard let low = try hexUnit(at: index + 6) else { return nil }
      guard 0xdc00...0xdfff ~= low else { throw fault(.loneSurrogate, at: index, expected: "a pair of surrogates") }
      return (12, 4)
    default:
      throw fault(.badEscape, at: index, expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
    }
  }

  private func hexUnit(at index: Int) throws(JSONFault) -> UInt32? {
    guard index + 6 <= count else {
      if isLast { throw fault(.badEscape, at: index, expected: "four hexadecimal digits") }
      return nil
    }
    var unit: UInt32 = 0
    for digit in index + 2..<index + 6 {
      guard let value = hexDigit(base[digit]) else {
        throw fault(.badEscape, at: index, expected: "four hexadecimal digits")
      }
      unit = unit << 4 | value
    }
    return unit
  }
}

/// The value of a hexadecimal digit in ASCII.
@inline(__always)
func hexDigit(_ character: UInt8) -> UInt32? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(character) - 87
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(character) - 55
  default: nil
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Puts what a string token that ``JSONReader`` has accepted stands for in its place.
  ///
  /// - Returns: How many bytes that is: never more than the token has.
  package func unescapeJSON() -> Int {
    let text = self
    var index = 0
    var count = 0
    func append(_ byte: UInt8) {
      text[count] = byte
      count += 1
    }
    func unit(_ at: Int) -> UInt32 {
      (at + 2..<at + 6).reduce(0) { $0 << 4 | hexDigit(text[$1])! }
    }
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        append(text[index])
        index += 1
        continue
      }
      let escape = text[index + 1]
      if escape == UInt8(ascii: "u") {
        var scalar = unit(index)
        index += 6
        if scalar >= 0xd800, scalar < 0xdc00 {
          scalar = 0x10000 + (scalar - 0xd800) << 10 + (unit(index) - 0xdc00)
          index += 6
        }
        UTF8.encode(Unicode.Scalar(scalar)!)!.forEach(append)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): append(0x08)
      case UInt8(ascii: "f"): append(0x0c)
      case UInt8(ascii: "n"): append(0x0a)
      case UInt8(ascii: "r"): append(0x0d)
      case UInt8(ascii: "t"): append(0x09)
      default: append(escape)
      }
      index += 2
    }
    return count
  }
}

extension [UInt8] {
  /// Appends what a string token that ``JSONReader`` has accepted stands for.
  package mutating func appendUnescapedJSON(_ text: UnsafeBufferPointer<UInt8>) {
    let start = count
    append(contentsOf: text)
    let added = withUnsafeMutableBufferPointer { UnsafeMutableBufferPointer(rebasing: $0[start...]).unescapeJSON() }
    removeLast(count - start - added)
  }
}
