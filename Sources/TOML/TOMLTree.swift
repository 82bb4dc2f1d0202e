import Diagnostics

package enum TOMLType: Sendable {
  /// A `dateTime` has a UTC offset.
  case string, integer, float, boolean, dateTime, localDateTime, localDate, localTime, array, table
}

/// A parsed text. Values are nodes that refer to each other by number; names and strings are ranges of bytes.
struct TOMLTree: Sendable {
  /// One part of a key, without quotes. The name of a list's element is an empty range at the element's index.
  struct Name: Sendable {
    /// The start of the name in the text, including its quote.
    var place: Int
    var bytes: Range<Int>
  }

  /// How a table or list was defined, which determines what may be added later: by brackets, as part of a header's path, by its
  /// own header, by the headers of its elements, or by a dotted key.
  enum Origin: Sendable { case value, path, header, elements, dottedKey }

  struct Node: Sendable {
    var type: TOMLType
    var origin: Origin
    /// The number of enclosing tables and lists.
    var depth: Int
    var name: Name
    /// The start of the value. A table without brackets starts at its header, or at its first mention.
    var place: Int
    /// The contents of a string, or the text of another scalar.
    var bytes: Range<Int>
    /// The numbers of related nodes; 0, the root, means none.
    var parent = 0, firstChild = 0, lastChild = 0, next = 0, count = 0
  }

  /// The text, followed by a zero that ends every loop over it.
  let text: [UInt8]
  private let file: String
  var lineStarts = [0]
  var nodes: [Node]
  /// The nodes of keys past the first `scanned` of a table.
  private var late: [Key: Int] = [:]
  /// The number of a table's keys that are searched linearly.
  private static let scanned = 16
  /// The contents of strings with escapes. Their indices continue after those of `text`.
  private var unescaped: [UInt8] = []
  /// The source in `text` of each stretch of `unescaped`.
  private var stretches: [(byte: Int, source: Int)] = []

  init(_ text: [UInt8], file: String) {
    self.text = text + [0]
    self.file = file
    nodes = [Node(type: .table, origin: .header, depth: 0, name: Name(place: 0, bytes: 0..<0), place: 0, bytes: 0..<0)]
    nodes.reserveCapacity(text.count / 24)
  }

  var textEnd: Int { text.count - 1 }
  var byteEnd: Int { text.count + unescaped.count }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    if range.upperBound <= text.count { return text[range] }
    return unescaped[range.lowerBound - text.count..<range.upperBound - text.count]
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }

  /// Returns the value of an integer; nil if it exceeds 64 bits.
  func integer(_ token: Range<Int>) -> Int? {
    if let number = Int(string(token)) { return number }
    let digits = String(decoding: text[token].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    let radix = digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0o") ? 8 : digits.hasPrefix("0b") ? 2 : 10
    return Int(digits.dropFirst(radix == 10 ? 0 : 2), radix: radix)
  }

  /// Returns the node of a table's key.
  func child(_ name: some Collection<UInt8>, of table: Int) -> Int? {
    let count = name.count
    var child = nodes[table].firstChild
    for _ in 0..<TOMLTree.scanned where child != 0 {
      let known = nodes[child].name.bytes
      if known.count == count, bytes(known).elementsEqual(name) { return child }
      child = nodes[child].next
    }
    return child == 0 ? nil : late[Key(table: table, name: Array(name))]
  }

  private struct Key: Hashable {
    var table: Int
    var name: [UInt8]
  }

  /// Indexes the last node by its name, if its table has many keys.
  ///
  /// - Parameter index: The node's index in its table.
  mutating func noteName(at index: Int) {
    if index < TOMLTree.scanned { return }
    let node = nodes[nodes.count - 1]
    late[Key(table: node.parent, name: Array(bytes(node.name.bytes)))] = nodes.count - 1
  }

  /// Appends contents of a string with escapes.
  mutating func unescape(_ bytes: some Collection<UInt8>, from source: Int) {
    if bytes.isEmpty { return }
    stretches.append((byteEnd, source))
    unescaped += bytes
  }

  /// Returns the place in the text of a byte of a name or string.
  func source(of byte: Int) -> Int {
    if byte < text.count { return byte }
    let stretch = stretches[TOMLTree.last(of: stretches.count) { stretches[$0].byte <= byte }]
    return stretch.source + byte - stretch.byte
  }

  func location(of place: Int) -> SourceLocation {
    let line = TOMLTree.last(of: lineStarts.count) { lineStarts[$0] <= place }
    return SourceLocation(file: file, line: line + 1, column: place - lineStarts[line] + 1)
  }

  /// Returns the last index that fits, by bisection: the first fits, and after one that does not, none does.
  private static func last(of count: Int, where fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
