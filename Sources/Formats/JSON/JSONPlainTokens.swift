import Bytes

/// Receives the tokens that ``JSONReader/readPlain(in:to:into:)`` reads.
protocol JSONPlainSink {
  /// Takes a member's name; its value follows.
  ///
  /// - Returns: false to leave the name to ``JSONReader/next(in:)``, which is necessary if it may be too long.
  mutating func key(_ name: PlainText, in bytes: Span<UInt8>, at place: Place) -> Bool
  /// Takes a text of `count` bytes from `start` on.
  mutating func string(_ start: Int, _ count: Int, at place: Place)
  mutating func begin(isObject: Bool, at place: Place)
  /// Ends the innermost object or list.
  mutating func end()
}

/// Skips tokens.
struct IgnoredTokens: JSONPlainSink {
  func key(_ name: PlainText, in bytes: Span<UInt8>, at place: Place) -> Bool { name.count <= 256 }
  func string(_ start: Int, _ count: Int, at place: Place) {}
  func begin(isObject: Bool, at place: Place) {}
  func end() {}
}

/// Nearly all of an export is plain tokens: brackets, braces and strings without escapes, with commas, colons and white
/// space between them. One loop reads them.
extension JSONReader {
  /// Reads plain tokens up to the end of the container at depth `outside + 1`, or to the first token that is not plain.
  /// ``next(in:)`` continues there and finds any fault.
  mutating func readPlain(in bytes: Span<UInt8>, to outside: Int, into sink: inout some JSONPlainSink) {
    let last = bytes.count &- PlainText.margin
    let stringLimit = self.stringLimit
    var (index, state, depth, containers) = (position, self.state, self.depth, self.containers)
    // The column of a byte is its index minus this.
    var (line, beforeLine) = (self.line, self.lineStart &- 1)
    defer {
      (position, self.state, self.depth, self.containers) = (index, state, depth, containers)
      (self.line, self.lineStart) = (line, beforeLine &+ 1)
    }
    if depth <= outside {
      // From here on, all tokens are inside a container.
      guard index <= last, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") else { return }
    }
    while index <= last {
      var character = bytes[index]
      var place = Place(line: line, column: index &- beforeLine)
      if character == UInt8(ascii: "\""), state == .key || state == .firstKeyOrEnd {
        guard let text = bytes.plainText(from: index &+ 1), text.next == UInt8(ascii: ":"),
          sink.key(text, in: bytes, at: place)
        else { return }
        state = .value
        index = text.end &+ 2
        character = text.second
        if character == UInt8(ascii: " ") {
          index = index &+ 1
          character = bytes[index]
        }
        guard index <= last else { return }
        place.column = index &- beforeLine
      }
      if character == UInt8(ascii: "\"") {
        guard state == .value || state == .firstValueOrEnd else { return }
        guard let text = bytes.plainText(from: index &+ 1), text.count <= stringLimit else { return }
        sink.string(text.start, text.count, at: place)
        index = text.end &+ 1
        state = .commaOrEnd
        character = text.next
      }
      switch character {
      case UInt8(ascii: ","):
        guard state == .commaOrEnd else { return }
        index = index &+ 1
        state = containers & 1 == 1 ? .key : .value
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard state == .value || state == .firstValueOrEnd, depth < JSONReader.maximumDepth else { return }
        let isObject = character == UInt8(ascii: "{")
        sink.begin(isObject: isObject, at: place)
        index = index &+ 1
        depth = depth &+ 1
        containers = containers << 1 | (isObject ? 1 : 0)
        state = isObject ? .firstKeyOrEnd : .firstValueOrEnd
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        let isObject = character == UInt8(ascii: "}")
        guard state == .commaOrEnd || state == (isObject ? .firstKeyOrEnd : .firstValueOrEnd),
          (containers & 1 == 1) == isObject
        else { return }
        sink.end()
        index = index &+ 1
        depth = depth &- 1
        containers >>= 1
        state = depth == 0 ? .done : .commaOrEnd
        if depth == outside { return }
      case UInt8(ascii: "\n"):
        (line, beforeLine) = (line &+ 1, index)
        index = index &+ 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index = index &+ 1
      default: return
      }
    }
  }
}
