import PlanModel

/// Where a token stands in its window.
struct JSONPlace {
  /// Of its first byte, a text's opening quote included.
  var index: Int
  var line: Int
  /// Where the line begins, as an index.
  var lineStart: Int

  /// From 1.
  @inline(__always)
  var column: Int { index &- lineStart &+ 1 }
}

/// Is told of the tokens that ``JSONReader/readPlain(to:into:)`` reads.
protocol JSONPlainSink {
  /// A member's name, of `count` bytes from `start` on; its value follows.
  ///
  /// - Returns: Whether it was taken. Where it was not, the reader is left standing before it.
  mutating func key(_ start: Int, _ count: Int, at place: JSONPlace) -> Bool
  mutating func string(_ start: Int, _ count: Int, at place: JSONPlace)
  mutating func begin(isObject: Bool, at place: JSONPlace)
  /// The end of the object or list that was begun last.
  mutating func end()
}

/// For reading on without looking.
struct IgnoredTokens: JSONPlainSink {
  @inline(__always)
  func key(_ start: Int, _ count: Int, at place: JSONPlace) -> Bool { true }
  @inline(__always)
  func string(_ start: Int, _ count: Int, at place: JSONPlace) {}
  @inline(__always)
  func begin(isObject: Bool, at place: JSONPlace) {}
  @inline(__always)
  func end() {}
}

/// The tokens that nearly all of an export consists of, read in one go.
extension JSONReader {
  /// A plain token ends so many bytes before the window's end at the latest. So words can be loaded, and the bytes behind a text
  /// looked at, without asking for the end each time.
  private static let plainMargin = 16

  /// Reads plain tokens up to the end of the container whose level is `outside + 1`, or to the first token that is not plain:
  /// ``next()`` goes on there, and finds what is wrong with it if anything is.
  ///
  /// Plain are brackets, braces and texts without escapes, with the commas, colons and white space between them.
  @inline(__always)
  mutating func readPlain(to outside: Int, into sink: inout some JSONPlainSink) {
    let base = self.base
    let last = count &- JSONReader.plainMargin
    let stringLimit = self.stringLimit
    var (index, state, depth, containers) = (position, self.state, self.depth, self.containers)
    var (line, lineStart) = (self.line, self.lineStart)
    defer {
      (position, self.state, self.depth, self.containers) = (index, state, depth, containers)
      (self.line, self.lineStart) = (line, lineStart)
    }
    while index <= last {
      var character = base[index]
      var place = JSONPlace(index: index, line: line, lineStart: lineStart)
      if character == UInt8(ascii: "\""), state == .key || state == .firstKeyOrEnd {
        let start = index &+ 1
        let count = JSONReader.plainTextCount(base, from: start, to: last)
        let end = start &+ count
        guard count >= 0, count <= stringLimit, base[end &+ 1] == UInt8(ascii: ":"), sink.key(start, count, at: place)
        else { return }
        state = .value
        index = end &+ 2
        character = base[index]
        if character == UInt8(ascii: " ") {
          index = index &+ 1
          character = base[index]
        }
        guard index <= last else { return }
        place.index = index
      }
      if character == UInt8(ascii: "\"") {
        guard state == .value || state == .firstValueOrEnd, depth > outside else { return }
        let start = index &+ 1
        let count = JSONReader.plainTextCount(base, from: start, to: last)
        guard count >= 0, count <= stringLimit else { return }
        sink.string(start, count, at: place)
        index = start &+ count &+ 1
        state = .commaOrEnd
        character = base[index]
      }
      switch character {
      case UInt8(ascii: ","):
        guard state == .commaOrEnd else { return }
        index = index &+ 1
        state = containers & 1 == 1 ? .key : .value
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard state == .value || state == .firstValueOrEnd, depth < JSONReader.maxDepth else { return }
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
        index = index &+ 1
        (line, lineStart) = (line &+ 1, index)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        index = index &+ 1
      default: return
      }
    }
  }

  /// How many bytes a text has up to the quote that ends it; −1 where that is not before the margin, or the text is not plain
  /// UTF-8.
  ///
  /// - Parameter last: The last index that a word may be loaded from.
  @inline(__always)
  private static func plainTextCount(_ base: UnsafePointer<UInt8>, from start: Int, to last: Int) -> Int {
    var index = start
    while index <= last {
      let stops = stopsOrHighs(in: (base + index).word)
      if stops == 0 {
        index = index &+ 8
        continue
      }
      index = index &+ stops.trailingZeroBitCount >> 3
      if base[index] == UInt8(ascii: "\"") { return index &- start }
      let length = multibyteLength(base + index)
      if length == 0 { return -1 }
      index = index &+ length
    }
    return -1
  }

  /// The high bit of the first byte in `word` that is a quote, a backslash, a control character or not ASCII is set, and those
  /// of the bytes before it are not.
  @inline(__always)
  static func stopsOrHighs(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Turning the bit 0x02 takes the quote next to the control characters, and those to one another.
    let quoteOrControl = (word ^ (ones &* 0x02)) &- ones &* 0x21
    let slash = (word ^ (ones &* 0x5c)) &- ones
    // A byte borrows from the next one only where it is itself among those that are looked for.
    return (quoteOrControl | slash | word) & 0x8080_8080_8080_8080
  }

  /// How many bytes the character takes that begins at `start`; 0 where it is ASCII or not well-formed (Unicode, table 3-7).
  ///
  /// - Parameter start: Four readable bytes.
  private static func multibyteLength(_ start: UnsafePointer<UInt8>) -> Int {
    func continues(_ offset: Int) -> Bool { start[offset] & 0xc0 == 0x80 }
    let second = start[1]
    switch start[0] {
    case 0xc2...0xdf: return continues(1) ? 2 : 0
    case 0xe0: return 0xa0...0xbf ~= second && continues(2) ? 3 : 0
    case 0xed: return 0x80...0x9f ~= second && continues(2) ? 3 : 0
    case 0xe1...0xef: return continues(1) && continues(2) ? 3 : 0
    case 0xf0: return 0x90...0xbf ~= second && continues(2) && continues(3) ? 4 : 0
    case 0xf1...0xf3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xf4: return 0x80...0x8f ~= second && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }
}
