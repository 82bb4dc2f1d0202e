import Bytes

/// A pull reader for JSON text (RFC 8259, strict) that tracks lines and columns.
///
/// The caller holds a window of bytes and passes it to each call. If a token reaches the end of a window that is not
/// the last, ``next(in:)`` returns ``Token/starved`` and consumes nothing of it. The caller then moves the window
/// (``slide(isLast:)``) and asks again. Text is not copied: a token is a range of the window.
///
/// Checks the grammar, UTF-8 inside strings, escapes and surrogate pairs, nesting of at most ``maximumDepth`` levels, and
/// strings of at most ``maximumStringBytes``. Duplicate keys are grammatical JSON; ``RecordBuilder`` refuses them.
package struct JSONReader {
  package enum Token: Sendable {
    case beginObject, endObject, beginArray, endArray
    /// A member's name; its value follows.
    case key
    case string, number, `true`, `false`, null
    /// The document is complete; only white space follows.
    case end
    /// The window ends inside a token.
    case starved
  }

  package static let maximumDepth = 64
  package static let maximumStringBytes = 65_536
  /// The maximum size of a string in bytes.
  let stringLimit: Int

  enum State {
    case value, firstValueOrEnd, firstKeyOrEnd, key, colon, commaOrEnd, done
  }

  private(set) var isLast: Bool
  var state = State.value
  /// One bit per level, 1 for an object; the lowest bit is the innermost.
  var containers: UInt64 = 0
  /// The number of open containers.
  package internal(set) var depth = 0

  /// The index in the window of the next byte to read.
  package internal(set) var position = 0
  /// The last token's range in the window, without the quotes of a string or key.
  package internal(set) var token = 0..<0
  /// Whether the last string or key has escapes. If so, ``unescaped`` is its text.
  package internal(set) var hasEscapes = false
  package internal(set) var unescaped: [UInt8] = []
  /// The current line, from 1, and the index in the window of its start (negative: before the window).
  package internal(set) var line: Int
  package internal(set) var lineStart: Int

  /// - Parameters:
  ///   - position: The start of the text in the first window.
  ///   - isLast: Whether the first window is the last.
  ///   - line: The line number of the first byte.
  ///   - column: Its column, from 1.
  ///   - stringLimit: The maximum size of a string in bytes.
  package init(
    at position: Int = 0, isLast: Bool = true, line: Int = 1, column: Int = 1,
    stringLimit: Int = JSONReader.maximumStringBytes
  ) {
    self.stringLimit = stringLimit
    self.isLast = isLast
    self.position = position
    self.line = line
    lineStart = position + 1 - column
  }

  /// Continues in a window whose first byte is the one at the current ``position``.
  package mutating func slide(isLast: Bool) {
    self.isLast = isLast
    lineStart -= position
    position = 0
  }

  /// Starts over, for another document in the same window.
  package mutating func restart(at position: Int? = nil) {
    state = .value
    containers = 0
    depth = 0
    if let position { self.position = position }
  }

  /// Whether no value has begun.
  package var isAtStart: Bool { depth == 0 && state == .value }
  /// Whether a whole value has been read.
  package var isComplete: Bool { depth == 0 && state == .done }

  /// Skips white space.
  ///
  /// - Returns: Whether the input ends after it.
  package mutating func isAtEndOfInput(_ bytes: Span<UInt8>) -> Bool {
    skipWhiteSpace(bytes)
    return position == bytes.count && isLast
  }

  /// Skips white space and commas between the members of a list.
  package mutating func skipSeparators(in bytes: Span<UInt8>) {
    skipWhiteSpace(bytes)
    while position < bytes.count, bytes[position] == UInt8(ascii: ",") {
      position += 1
      skipWhiteSpace(bytes)
    }
  }

  /// Returns the column, from 1, of a position on the current line.
  package func column(of position: Int) -> Int { position - lineStart + 1 }

  /// Returns the place of the last token; of a string or key, that of its opening quote.
  package func place(of token: Token) -> Place {
    let isText = token == .key || token == .string
    return Place(line: line, column: column(of: self.token.lowerBound) - (isText ? 1 : 0))
  }

  /// Returns the text of the last token: the unescaped string or key, or a number as written.
  package func text(in bytes: Span<UInt8>) -> String {
    String(hasEscapes ? unescaped.span : bytes.extracting(token))
  }

  /// Skips to the end of the innermost container.
  ///
  /// - Returns: false if the window ends first; ``next(in:)`` continues from there.
  mutating func skipContainer(in bytes: Span<UInt8>) throws(JSONFault) -> Bool { try skip(to: depth - 1, in: bytes) }

  /// Skips until only `outside` containers are open.
  ///
  /// - Precondition: More are open.
  /// - Returns: false if the window ends first; ``next(in:)`` continues from there.
  package mutating func skip(to outside: Int, in bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    var ignored = IgnoredTokens()
    while true {
      readPlain(in: bytes, to: outside, into: &ignored)
      if depth == outside { return true }
      if try next(in: bytes) == .starved { return false }
      if depth == outside { return true }
    }
  }

  package mutating func next(in bytes: Span<UInt8>) throws(JSONFault) -> Token {
    while true {
      skipWhiteSpace(bytes)
      guard position < bytes.count else {
        if !isLast { return .starved }
        if state == .done { return .end }
        throw fault(.unexpectedEnd, expected: expectation)
      }
      let character = bytes[position]
      switch state {
      case .done: throw fault(.unexpected(character), expected: "the end of the document")
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
        guard try scanString(bytes) else { return .starved }
        state = .colon
        return .key
      case .firstValueOrEnd where character == UInt8(ascii: "]"): return close()
      case .firstValueOrEnd, .value: return try value(character, bytes)
      }
    }
  }

  private mutating func value(_ character: UInt8, _ bytes: Span<UInt8>) throws(JSONFault) -> Token {
    switch character {
    case UInt8(ascii: "\""):
      guard try scanString(bytes) else { return .starved }
      state = depth == 0 ? .done : .commaOrEnd
      return .string
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try scanNumber(bytes) ? .number : .starved
    case UInt8(ascii: "t"): return try scanLiteral("true", bytes) ? .true : .starved
    case UInt8(ascii: "f"): return try scanLiteral("false", bytes) ? .false : .starved
    case UInt8(ascii: "n"): return try scanLiteral("null", bytes) ? .null : .starved
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

  private mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      if bytes[position] > 0x20 { return }
      switch bytes[position] {
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
    guard depth < JSONReader.maximumDepth else {
      throw fault(.tooDeep, expected: "at most \(JSONReader.maximumDepth) levels")
    }
    token = position..<position + 1
    position += 1
    depth += 1
    containers = containers << 1 | (isObject ? 1 : 0)
    state = isObject ? .firstKeyOrEnd : .firstValueOrEnd
  }

  private mutating func close() -> Token {
    let isObject = containers & 1 == 1
    token = position..<position + 1
    position += 1
    depth -= 1
    containers >>= 1
    state = depth == 0 ? .done : .commaOrEnd
    return isObject ? .endObject : .endArray
  }

  private mutating func scanLiteral(_ literal: String, _ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    var index = position
    for expected in literal.utf8 {
      guard index < bytes.count else {
        if !isLast { return false }
        throw fault(.unexpectedEnd, at: index, expected: literal)
      }
      guard bytes[index] == expected else { throw fault(.unexpected(bytes[index]), at: index, expected: literal) }
      index += 1
    }
    endScalar(at: index)
    return true
  }

  private mutating func scanNumber(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    func has(_ one: UInt8, _ index: Int) -> Bool { index < bytes.count && bytes[index] == one }
    var index = position
    if has(UInt8(ascii: "-"), index) { index += 1 }
    if has(UInt8(ascii: "0"), index) {
      index += 1
      if isDigit(bytes, index) {
        throw fault(.unexpected(bytes[index]), at: index, expected: "no digit after a leading zero")
      }
    } else {
      index = try endOfDigits(bytes, from: index)
    }
    if has(UInt8(ascii: "."), index) { index = try endOfDigits(bytes, from: index + 1) }
    if has(UInt8(ascii: "e"), index) || has(UInt8(ascii: "E"), index) {
      index += 1
      if has(UInt8(ascii: "+"), index) || has(UInt8(ascii: "-"), index) { index += 1 }
      index = try endOfDigits(bytes, from: index)
    }
    if index == bytes.count, !isLast { return false }
    endScalar(at: index)
    return true
  }

  private func isDigit(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10
  }

  /// Returns the end of at least one digit, unless the input goes on later.
  private func endOfDigits(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
    var index = start
    while isDigit(bytes, index) { index += 1 }
    if index == start, index < bytes.count || isLast {
      throw fault(index < bytes.count ? .unexpected(bytes[index]) : .unexpectedEnd, at: index, expected: "a digit")
    }
    if index - position > stringLimit { throw tooLong(at: position) }
    return index
  }

  /// Ends a number or literal.
  private mutating func endScalar(at end: Int) {
    token = position..<end
    position = end
    state = depth == 0 ? .done : .commaOrEnd
  }

  func fault(_ found: JSONFault.Found, at index: Int? = nil, expected: String) -> JSONFault {
    JSONFault(found, at: Place(line: line, column: column(of: index ?? position)), expected: expected)
  }
}
