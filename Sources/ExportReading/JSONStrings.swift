import PlanModel

/// Strings: where they end, and whether they are what a string may be.
extension JSONReader {
  /// Ends at the closing quote. The window's end comes first: false.
  @inline(__always)
  mutating func scanString() throws(JSONFault) -> Bool {
    var index = position + 1
    // Most strings are ASCII, have no escapes and end inside the window.
    while index + 8 <= count {
      let stops = JSONReader.stopsOrHighs(in: (base + index).word)
      if stops == 0 {
        index += 8
        continue
      }
      index += stops.trailingZeroBitCount >> 3
      guard base[index] == UInt8(ascii: "\""), index - position - 1 <= stringLimit else { break }
      (tokenStart, tokenEnd) = (position + 1, index)
      hasEscapes = false
      position = index + 1
      return true
    }
    return try scanAnyString()
  }

  private mutating func scanAnyString() throws(JSONFault) -> Bool {
    var index = position + 1
    var bits: UInt8 = 0
    var escapes = 0
    while true {
      index = JSONReader.skipPlain(base, from: index, to: count, seen: &bits)
      // Told as soon as it is known, so that the window's size makes no difference.
      if index - position - 1 - escapes > stringLimit { throw tooLong(at: position) }
      guard index < count else {
        if !isLast { return false }
        throw fault(.unexpectedEnd, at: count, expected: "a closing quote")
      }
      let character = base[index]
      if character == UInt8(ascii: "\"") { break }
      guard character == UInt8(ascii: "\\") else {
        throw fault(.controlCharacter(character), at: index, expected: "an escape such as \\n or \\u0000")
      }
      guard let length = try escapeLength(at: index) else { return false }
      index += length.read
      escapes += length.read - length.written
    }
    (tokenStart, tokenEnd) = (position + 1, index)
    hasEscapes = escapes > 0
    if bits & 0x80 != 0 { try checkUTF8() }
    position = index + 1
    return true
  }

  func tooLong(at index: Int) -> JSONFault {
    fault(.tooLong, at: index, expected: "at most \(stringLimit) bytes")
  }

  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of the first byte in `word` that is a quote, a backslash or a control character is set, and those of
  /// the bytes before it are not.
  @inline(__always)
  private static func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5c)
    return ((quote &- ones) & ~quote | (slash &- ones) & ~slash | (word &- ones &* 0x20) & ~word) & highs
  }

  /// The first byte from `index` on that is a quote, a backslash or a control character. ORs what it passes into `seen`.
  @inline(__always)
  private static func skipPlain(
    _ base: UnsafePointer<UInt8>, from start: Int, to end: Int, seen: inout UInt8
  ) -> Int {
    var index = start
    var all: UInt64 = 0
    while index + 8 <= end {
      let word = (base + index).word
      let stops = JSONReader.stops(in: word)
      if stops != 0 {
        let plain = stops.trailingZeroBitCount & ~7
        all |= word & ((1 << UInt64(plain)) &- 1)
        index += plain >> 3
        if all & JSONReader.highs != 0 { seen |= 0x80 }
        return index
      }
      all |= word
      index += 8
    }
    if all & JSONReader.highs != 0 { seen |= 0x80 }
    while index < end {
      let character = base[index]
      if character == 0x22 || character == 0x5c || character < 0x20 { return index }
      seen |= character
      index += 1
    }
    return index
  }

  private func checkUTF8() throws(JSONFault) {
    let bytes = UnsafeBufferPointer(start: base + tokenStart, count: tokenEnd - tokenStart)
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw fault(
        .notUTF8(bytes[error.byteOffsets.lowerBound]), at: tokenStart + error.byteOffsets.lowerBound, expected: "UTF-8")
    }
  }
}
