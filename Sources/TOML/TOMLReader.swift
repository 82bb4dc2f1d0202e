import Diagnostics

/// Reads a text into a tree without recursion, by following each node's parent back to the enclosing list or table.
struct TOMLReader {
  var tree: TOMLTree
  var position = 0
  /// The table of the last header.
  var current = 0

  mutating func read() throws(TOMLFault) {
    try limit(tree.textEnd, to: TOMLDocument.maximumSize, "bytes", at: 0)
    if let place = invalidByte {
      for index in 0..<place where tree.text[index] == UInt8(ascii: "\n") { tree.lineStarts.append(index + 1) }
      throw fault("found \(tree.text[place].nameForDiagnostic), which is not UTF-8 here", "UTF-8", at: place)
    }
    if tree.text.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    try skipLines()
    while position < tree.textEnd {
      if next == "[" { try header() } else { try values() }
      let line = tree.lineStarts.count
      try skipLines()
      if position < tree.textEnd, tree.lineStarts.count == line { throw unexpected("the end of the line") }
    }
  }

  /// The index of the first byte that is not valid UTF-8; nil if all bytes are.
  private var invalidByte: Int? {
    if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *),
      String(validating: tree.text, as: UTF8.self) != nil
    {
      return nil
    }
    var (bytes, parser, place) = (tree.text.makeIterator(), UTF8.ForwardParser(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &bytes) { place += scalar.count }
    return place < tree.text.count ? place : nil
  }

  /// Reads a header: `[table]`, or `[[element]]` in a list of tables.
  private mutating func header() throws(TOMLFault) {
    let start = position
    position += 1
    let isElement = takes("[")
    var table = 0
    let name = try key(in: &table, by: .path)
    guard takes("]") else { throw unexpected(isElement ? "]]" : "]") }
    if isElement, !takes("]") { throw unexpected("another ]") }
    let origin: TOMLTree.Origin = isElement ? .elements : .path
    if let known = find(name, in: table) {
      if tree.nodes[known].origin != origin { throw again(name, known) }
      current = known
    } else {
      current = try add(isElement ? .array : .table, origin, name, in: table, at: start)
    }
    if isElement { current = try add(.table, origin, nil, in: current, at: start) }
    (tree.nodes[current].origin, tree.nodes[current].place) = (.header, start)
  }

  /// Reads a dotted key, enters the tables that it names, and returns its last part.
  private mutating func key(in table: inout Int, by origin: TOMLTree.Origin) throws(TOMLFault) -> TOMLTree.Name {
    var name = try name()
    while takes(".") {
      if let known = find(name, in: table) {
        let node = tree.nodes[known]
        guard node.origin == .dottedKey || origin == .path && node.origin != .value else { throw again(name, known) }
        table = node.origin == .elements ? node.lastChild : known
      } else {
        table = try add(.table, origin, name, in: table, at: name.place)
      }
      name = try self.name()
    }
    return name
  }

  /// Reads one part of a key, and the spaces and tabs around it.
  private mutating func name() throws(TOMLFault) -> TOMLTree.Name {
    skipBlanks()
    let place = position
    while TOMLReader.isBare(next) { position += 1 }
    var bytes = place..<position
    if bytes.isEmpty {
      guard isQuote else { throw unexpected("a key") }
      bytes = try string(isKey: true)
    }
    skipBlanks()
    return TOMLTree.Name(place: place, bytes: bytes)
  }

  static func isBare(_ next: Unicode.Scalar) -> Bool {
    "a"..."z" ~= next || "A"..."Z" ~= next || "0"..."9" ~= next || next == "_" || next == "-"
  }

  private func find(_ name: TOMLTree.Name, in table: Int) -> Int? { tree.child(tree.bytes(name.bytes), of: table) }

  /// Returns the fault of a duplicate definition.
  private func again(_ name: TOMLTree.Name, _ known: Int) -> TOMLFault {
    let (key, node) = (tree.string(name.bytes).asTOMLKey, tree.nodes[known])
    let found = "the key \(key) was already defined on line \(tree.location(of: node.place).line)"
    return fault(found, node.type == .table ? "all keys of a table in one place" : "each key once", at: name.place)
  }

  // MARK: Values

  /// Reads a key of the current table and its complete value.
  private mutating func values() throws(TOMLFault) {
    var container = current
    while true {
      var (name, table): (TOMLTree.Name?, Int) = (nil, container)
      if tree.nodes[container].type == .table {
        let key = try key(in: &table, by: .dottedKey)
        guard takes("=") else { throw unexpected("=") }
        skipBlanks()
        if let known = find(key, in: table) { throw again(key, known) }
        name = key
      }
      var node = try value(of: name, in: table)
      while try !hasMore(node) {
        repeat { node = tree.nodes[node].parent } while tree.nodes[node].origin == .dottedKey
        if node == current { return }
      }
      container = node
    }
  }

  /// Reads a scalar, or the opening bracket of a list or inline table.
  private mutating func value(of name: TOMLTree.Name?, in table: Int) throws(TOMLFault) -> Int {
    let start = position
    if takes("[") { return try add(.array, .value, name, in: table, at: start) }
    if takes("{") { return try add(.table, .value, name, in: table, at: start) }
    if isQuote { return try add(.string, .value, name, in: table, at: start, bytes: string()) }
    return try add(scalar(), .value, name, in: table, at: start, bytes: start..<position)
  }

  /// Returns whether a list or inline table has another element or key. Consumes its closing bracket if not. Scalars have none.
  private mutating func hasMore(_ node: Int) throws(TOMLFault) -> Bool {
    let (isList, isFirst) = (tree.nodes[node].type == .array, tree.nodes[node].count == 0)
    guard isList || tree.nodes[node].type == .table else { return false }
    try isList ? skipLines() : skipBlanks()
    if takes(isList ? "]" : "}") { return false }
    if isFirst { return true }
    guard takes(",") else { throw unexpected(isList ? "a comma or ]" : "a comma or }") }
    if isList { try skipLines() }
    return !isList || !takes("]")
  }

  /// - Parameter name: The node's key; nil for an element of a list.
  private mutating func add(
    _ type: TOMLType, _ origin: TOMLTree.Origin, _ name: TOMLTree.Name?, in parent: Int, at place: Int,
    bytes: Range<Int> = 0..<0
  ) throws(TOMLFault) -> Int {
    let (number, around) = (tree.nodes.count, tree.nodes[parent])
    let (depth, index, last) = (around.depth + 1, around.count, around.lastChild)
    try limit(depth, to: TOMLDocument.maximumDepth, "levels of nesting", at: place)
    try limit(number, to: TOMLDocument.maximumValues, "values", at: place)
    if let name { try limit(index + 1, to: TOMLDocument.maximumKeys, "keys in a table", at: name.place) }
    let isNamed = name != nil
    let name = name ?? TOMLTree.Name(place: place, bytes: index..<index)
    tree.nodes.append(
      TOMLTree.Node(type: type, origin: origin, depth: depth, name: name, place: place, bytes: bytes, parent: parent))
    if index > 0 { tree.nodes[last].next = number } else { tree.nodes[parent].firstChild = number }
    (tree.nodes[parent].lastChild, tree.nodes[parent].count) = (number, index + 1)
    if isNamed { tree.noteName(at: index) }
    return number
  }

  private func limit(_ count: Int, to limit: Int, _ what: String, at place: Int) throws(TOMLFault) {
    if count > limit { throw fault("found \(count) \(what)", "at most \(limit)", at: place, isLimit: true) }
  }

  // MARK: Characters

  /// The next byte. A byte above ASCII is only a part of a character.
  var next: Unicode.Scalar { Unicode.Scalar(tree.text[position]) }
  private var isQuote: Bool { next == "\"" || next == "'" }
  /// The length of a line ending at the position, in bytes; 0 if there is none.
  var lineEnd: Int { next == "\n" ? 1 : next == "\r" && tree.text[position + 1] == UInt8(ascii: "\n") ? 2 : 0 }

  /// Consumes a character if it is next, and returns whether it was.
  mutating func takes(_ expected: Unicode.Scalar) -> Bool {
    guard next == expected else { return false }
    position += 1
    return true
  }

  mutating func takesWord(_ word: String) -> Bool {
    guard tree.text[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  mutating func takesLineEnd() -> Bool {
    let count = lineEnd
    position += count
    if count > 0 { tree.lineStarts.append(position) }
    return count > 0
  }

  mutating func skipBlanks() { while next == " " || next == "\t" { position += 1 } }

  /// Skips spaces, tabs, comments and line endings.
  private mutating func skipLines() throws(TOMLFault) {
    repeat {
      skipBlanks()
      guard takes("#") else { continue }
      while next >= " " && next != "\u{7f}" || next == "\t" { position += 1 }
      if position < tree.textEnd, lineEnd == 0 { throw unexpected("a comment without control characters") }
    } while takesLineEnd()
  }

  func fault(_ found: String, _ expected: String, at place: Int, isLimit: Bool = false) -> TOMLFault {
    TOMLFault(location: tree.location(of: place), found: found, expected: expected, isLimit: isLimit)
  }

  /// Returns the fault of finding something other than `expected` at the position.
  func unexpected(_ expected: String) -> TOMLFault {
    if position == tree.textEnd { return fault("found the end of the file", expected, at: position) }
    if next.isASCII { return fault("found \(tree.text[position].nameForDiagnostic)", expected, at: position) }
    let character = String(decoding: tree.text[position...].prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
    return fault("found \(String(character).quotedForDiagnostic)", expected, at: position)
  }
}
