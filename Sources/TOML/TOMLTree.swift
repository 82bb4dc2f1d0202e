import Diagnostics

package enum TOMLType: Sendable {
  /// A `dateTime` has an offset from UTC.
  case string, integer, float, boolean, dateTime, localDateTime, localDate, localTime, array, table
}

/// A parsed text: values are nodes that refer to each other by number, names and strings are ranges of bytes.
struct TOMLTree: Sendable {
  /// One part of a key, without its quotes. An element of a list has an empty range at its index.
  struct Name: Sendable {
    /// Where it begins in the text, with its quote.
    var place: Int
    var bytes: Range<Int>
  }

  /// How a table or list was defined, which decides what may be added later: by brackets, as part of a header's path, by a
  /// header of its own, by the headers of its elements, or by a dotted key.
  enum Origin: Sendable { case value, path, header, elements, dottedKey }

  struct Node: Sendable {
    var type: TOMLType
    var origin: Origin
    /// How many tables and lists are around it.
    var depth: Int
    var name: Name
    /// Where the value begins. A table without brackets begins at its header, or where it is first named.
    var place: Int
    /// A string's contents, or the text of another scalar.
    var bytes: Range<Int>
    /// 0, the root, means none.
    var parent = 0, firstChild = 0, lastChild = 0, next = 0, count = 0
  }

  /// The text, and a zero that ends every loop over it.
  let text: [UInt8]
  private let file: String
  var lineStarts = [0]
  var nodes: [Node]
  /// Of tables with many keys, the nodes of all but the first.
  private var late: [Key: Int] = [:]
  /// How many keys of a table are looked through one after the other.
  private static let scanned = 16
  /// The contents of strings with escapes. Their numbers follow on from those of `text`.
  private var unescaped: [UInt8] = []
  /// Where in the text each stretch of `unescaped` comes from.
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

  /// nil where it has more than 64 bits.
  func integer(_ token: Range<Int>) -> Int? {
    if let number = Int(string(token)) { return number }
    let digits = String(decoding: text[token].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    let radix = digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0o") ? 8 : digits.hasPrefix("0b") ? 2 : 10
    return Int(digits.dropFirst(radix == 10 ? 0 : 2), radix: radix)
  }

  /// The node of a table's key.
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

  /// Has the last node found by its name, where its table has many keys.
  ///
  /// - Parameter index: Its place in the table.
  mutating func noteName(at index: Int) {
    if index < TOMLTree.scanned { return }
    let node = nodes[nodes.count - 1]
    late[Key(table: node.parent, name: Array(bytes(node.name.bytes)))] = nodes.count - 1
  }

  /// Adds contents of a string with escapes.
  mutating func unescape(_ bytes: some Collection<UInt8>, from source: Int) {
    if bytes.isEmpty { return }
    stretches.append((byteEnd, source))
    unescaped += bytes
  }

  /// Where a byte of a name or string stands in the text.
  func source(of byte: Int) -> Int {
    if byte < text.count { return byte }
    let stretch = stretches[TOMLTree.last(of: stretches.count) { stretches[$0].byte <= byte }]
    return stretch.source + byte - stretch.byte
  }

  func location(of place: Int) -> SourceLocation {
    let line = TOMLTree.last(of: lineStarts.count) { lineStarts[$0] <= place }
    return SourceLocation(file: file, line: line + 1, column: place - lineStarts[line] + 1)
  }

  /// The last index that fits, by bisection: the first fits, and none after one that does not.
  private static func last(of count: Int, where fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
