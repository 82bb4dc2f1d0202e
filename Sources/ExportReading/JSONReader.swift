/// A pull reader for JSON text (RFC 8259, strict) that knows where it is.
///
/// It reads from a window of bytes that the caller owns. Where a token runs into the end of a window that is not the
/// last, ``next()`` answers ``Token/starved`` and has consumed nothing of it: the caller slides the window on
/// (``continue(with:count:isLast:)``) and asks again. Text is not copied; a token is a range of the window.
///
/// Checked: the grammar, UTF-8 inside strings, escapes and surrogate pairs, nesting of at most ``maxDepth`` levels and
/// strings of at most ``maxStringBytes``. Duplicate keys are grammatical JSON; ``RecordReader`` refuses them.
package struct JSONReader {
  package enum Token: Sendable {
    case beginObject, endObject, beginArray, endArray
    /// A member's name; its value follows.
    case key
    case string, number, `true`, `false`, null
    /// The document is complete and nothing but white space follows it.
    case end
    /// The window ends inside a token.
    case starved
  }

  package static let maxDepth = 64
  package static let maxStringBytes = 65_536
  /// The longest string that this reader takes.
  private let stringLimit: Int

  private enum State {
    case value, firstValueOrEnd, firstKeyOrEnd, key, colon, commaOrEnd, done
  }

  private(set) var base: UnsafePointer<UInt8>
  private(set) var count: Int
  private(set) var isLast: Bool
  private var state = State.value
  /// One bit a level, 1 for an object; the innermost is the lowest.
  private var containers: UInt64 = 0
  /// How many containers are open.
  package private(set) var depth = 0

  /// Index in the window of the next byte to read.
  package private(set) var position = 0
  /// The last token's range in the window; of a string or key without the quotes.
  package private(set) var tokenStart = 0
  package private(set) var tokenEnd = 0
  /// The last string or key holds escapes and must be unescaped.
  package private(set) var hasEscapes = false
  /// Lines begun so far, 1 at first, and where in the window the current one begins (negative: before the window).
  package private(set) var line: Int
  package private(set) var lineStart: Int

  /// - Parameters:
  ///   - base: `count` readable bytes that outlive the reader or the next ``continue(with:count:isLast:)``.
  ///   - line: The line number of the first byte.
  ///   - column: Its column, from 1.
  ///   - stringLimit: Bytes of the longest string that is taken.
  package init(
    _ base: UnsafePointer<UInt8>, count: Int, isLast: Bool = true, line: Int = 1, column: Int = 1,
    stringLimit: Int = JSONReader.maxStringBytes
  ) {
    self.stringLimit = stringLimit
    self.base = base
    self.count = count
    self.isLast = isLast
    self.line = line
    lineStart = 1 - column
  }

  /// Goes on in a window whose first byte is the one at the present ``position``.
  package mutating func `continue`(with base: UnsafePointer<UInt8>, count: Int, isLast: Bool) {
    self.base = base
    self.count = count
    self.isLast = isLast
    lineStart -= position
    position = 0
  }

  /// Forgets a complete document, so that another one may follow in the same window.
  package mutating func restart(at position: Int? = nil) {
    state = .value
    containers = 0
    depth = 0
    if let position { self.position = position }
  }

  /// No value is open and none is complete: the reader stands before a document.
  package var isAtStart: Bool { depth == 0 && state == .value }
  /// A whole value has been read.
  package var isComplete: Bool { depth == 0 && state == .done }

  /// Skips white space; whether nothing follows it in the last window.
  package mutating func isAtEndOfInput() -> Bool {
    skipWhiteSpace()
    return position == count && isLast
  }

  /// Skips white space and commas between the members of a list.
  package mutating func skipSeparators() {
    skipWhiteSpace()
    while position < count, base[position] == UInt8(ascii: ",") {
      position += 1
      skipWhiteSpace()
    }
  }

  /// Column, from 1, of a place on the current line.
  package func column(of position: Int) -> Int { position - lineStart + 1 }

  /// The bytes of the last token.
  package var tokenBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + tokenStart, count: tokenEnd - tokenStart)
  }

  package mutating func next() throws(JSONFault) -> Token { try step() }

  /// Reads on to the end of the container that was opened last, without telling of its tokens.
  ///
  /// - Returns: false where the window ends before it; the reader then stands inside, and ``next()`` goes on there.
  mutating func skipContainer() throws(JSONFault) -> Bool {
    var reader = self
    let outside = depth - 1
    while true {
      let token = try reader.step()
      guard token == .starved || reader.depth == outside else { continue }
      self = reader
      return token != .starved
    }
  }

  /// ``next()``, for loops that are to have it inside.
  @inline(__always)
  mutating func step() throws(JSONFault) -> Token {
    while true {
      skipWhiteSpace()
      guard position < count else {
        if !isLast { return .starved }
        if state == .done { return .end }
        throw fault(.unexpectedEnd, expected: expectation)
      }
      let character = base[position]
      switch state {
      case .done:
        throw fault(.unexpected(character), expected: "the end of the document")
      case .colon:
        guard character == UInt8(ascii: ":") else { throw fault(.unexpected(character), expected: "a colon") }
        position += 1
        state = .value
      case .commaOrEnd:
        let isObject = containers & 1 == 1
        if character == UInt8(ascii: ",") {
          position += 1
          state = isObject ? .key : .value
        } else if character == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          return close()
        } else {
          throw fault(.unexpected(character), expected: expectation)
        }
      case .firstKeyOrEnd, .key:
        if character == UInt8(ascii: "}"), state == .firstKeyOrEnd { return close() }
        guard character == UInt8(ascii: "\"") else { throw fault(.unexpected(character), expected: expectation) }
        guard try scanString() else { return .starved }
        state = .colon
        if position < count, base[position] == UInt8(ascii: ":") {
          position += 1
          state = .value
        }
        return .key
      case .firstValueOrEnd where character == UInt8(ascii: "]"):
        return close()
      case .firstValueOrEnd, .value:
        return try value(character)
      }
    }
  }

  @inline(__always)
  private mutating func value(_ character: UInt8) throws(JSONFault) -> Token {
    switch character {
    case UInt8(ascii: "\""):
      guard try scanString() else { return .starved }
      state = depth == 0 ? .done : .commaOrEnd
      if depth > 0, position < count, base[position] == UInt8(ascii: ",") {
        position += 1
        state = containers & 1 == 1 ? .key : .value
      }
      return .string
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try scanNumber() ? .number : .starved
    case UInt8(ascii: "t"): return try scanLiteral("true") ? .true : .starved
    case UInt8(ascii: "f"): return try scanLiteral("false") ? .false : .starved
    case UInt8(ascii: "n"): return try scanLiteral("null") ? .null : .starved
    default: throw fault(.unexpected(character), expected: expectation)
    }
  }

  private var expectation: String {
    switch state {
    case .value: "a value"
    case .firstValueOrEnd: "a value or ]"
    case .firstKeyOrEnd: "a key in double quotes or }"
    case .key: "a key in double quotes"
    case .colon: "a colon"
    case .commaOrEnd: containers & 1 == 1 ? "a comma or }" : "a comma or ]"
    case .done: "the end of the document"
    }
  }

  @inline(__always)
  private mutating func skipWhiteSpace() {
    while position < count {
      if base[position] > 0x20 { return }
      switch base[position] {
      case 0x20, 0x09, 0x0d: position += 1
      case 0x0a:
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  private mutating func open(isObject: Bool) throws(JSONFault) {
    guard depth < JSONReader.maxDepth else {
      throw fault(.tooDeep, expected: "at most \(JSONReader.maxDepth) levels")
    }
    (tokenStart, tokenEnd) = (position, position + 1)
    position += 1
    depth += 1
    containers = containers << 1 | (isObject ? 1 : 0)
    state = isObject ? .firstKeyOrEnd : .firstValueOrEnd
  }

  private mutating func close() -> Token {
    let isObject = containers & 1 == 1
    (tokenStart, tokenEnd) = (position, position + 1)
    position += 1
    depth -= 1
    containers >>= 1
    state = depth == 0 ? .done : .commaOrEnd
    return isObject ? .endObject : .endArray
  }

  /// Ends at the closing quote. The window's end comes first: false.
  @inline(__always)
  private mutating func scanString() throws(JSONFault) -> Bool {
    var index = position + 1
    // Most strings are ASCII, have no escapes and end inside the window.
    while index + 8 <= count {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
      let stops = JSONReader.stops(in: word) | word & JSONReader.highs
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

  private func tooLong(at index: Int) -> JSONFault {
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
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
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

  private mutating func scanLiteral(_ literal: StaticString) throws(JSONFault) -> Bool {
    let length = literal.utf8CodeUnitCount
    for offset in 0..<length {
      guard position + offset < count else {
        if !isLast { return false }
        throw fault(.unexpectedEnd, at: count, expected: "\(literal)")
      }
      guard base[position + offset] == literal.utf8Start[offset] else {
        throw fault(.unexpected(base[position + offset]), at: position + offset, expected: "\(literal)")
      }
    }
    (tokenStart, tokenEnd) = (position, position + length)
    position += length
    state = depth == 0 ? .done : .commaOrEnd
    return true
  }

  private mutating func scanNumber() throws(JSONFault) -> Bool {
    var index = position
    func peek() -> UInt8? { index < count ? base[index] : nil }
    func digits() throws(JSONFault) {
      let start = index
      while let character = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= character { index += 1 }
      if index == start, index < count || isLast {
        throw index < count
          ? fault(.unexpected(base[index]), at: index, expected: "a digit")
          : fault(.unexpectedEnd, at: index, expected: "a digit")
      }
      if index - position > stringLimit { throw tooLong(at: position) }
    }
    if peek() == UInt8(ascii: "-") { index += 1 }
    if peek() == UInt8(ascii: "0") {
      index += 1
      if let character = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= character {
        throw fault(.unexpected(character), at: index, expected: "no digit after a leading zero")
      }
    } else {
      try digits()
    }
    if peek() == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if let character = peek(), character | 0x20 == UInt8(ascii: "e") {
      index += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    if index == count, !isLast { return false }
    (tokenStart, tokenEnd) = (position, index)
    position = index
    state = depth == 0 ? .done : .commaOrEnd
    return true
  }

  func fault(_ found: JSONFault.Found, at index: Int? = nil, expected: String) -> JSONFault {
    let index = index ?? position
    return JSONFault(found: found, line: line, column: column(of: index), expected: expected)
  }
}
