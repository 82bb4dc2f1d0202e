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
  let stringLimit: Int

  enum State {
    case value, firstValueOrEnd, firstKeyOrEnd, key, colon, commaOrEnd, done
  }

  private(set) var base: UnsafePointer<UInt8>
  private(set) var count: Int
  private(set) var isLast: Bool
  var state = State.value
  /// One bit a level, 1 for an object; the innermost is the lowest.
  var containers: UInt64 = 0
  /// How many containers are open.
  package internal(set) var depth = 0

  /// Index in the window of the next byte to read.
  package internal(set) var position = 0
  /// The last token's range in the window; of a string or key without the quotes.
  package internal(set) var tokenStart = 0
  package internal(set) var tokenEnd = 0
  /// The last string or key holds escapes and must be unescaped.
  package internal(set) var hasEscapes = false
  /// Lines begun so far, 1 at first, and where in the window the current one begins (negative: before the window).
  package internal(set) var line: Int
  package internal(set) var lineStart: Int

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

  /// Reads on to the end of the container that was opened last, without telling of its tokens.
  ///
  /// - Returns: false where the window ends before it; the reader then stands inside, and ``next()`` goes on there.
  mutating func skipContainer() throws(JSONFault) -> Bool {
    let outside = depth - 1
    var ignored = IgnoredTokens()
    while true {
      readPlain(to: outside, into: &ignored)
      if depth == outside { return true }
      if try next() == .starved { return false }
      if depth == outside { return true }
    }
  }

  /// The next token, checked; the reader stands behind it then.
  package mutating func next() throws(JSONFault) -> Token {
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
