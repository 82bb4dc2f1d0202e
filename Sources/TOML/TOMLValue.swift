import Diagnostics

/// A value of a document. Each access creates its string or number again.
package struct TOMLValue: Sendable {
  let document: TOMLDocument
  /// The value's node; 0 is the root.
  package let number: Int

  private var tree: TOMLTree { document.tree }
  private var node: TOMLTree.Node { tree.nodes[number] }
  private var isElement: Bool { tree.nodes[node.parent].type == .array }

  package var type: TOMLType { node.type }

  /// The string; nil if the value is not one. Its line breaks are line feeds, even if the text also has carriage returns.
  package var string: String? { type == .string ? tree.string(node.bytes) : nil }

  package var integer: Int? { type == .integer ? tree.integer(node.bytes) : nil }

  /// The float; nil if the value is not one, and infinite if it is too large for a `Double`.
  package var float: Double? { type == .float ? Double(written.filter { $0 != "_" }) : nil }

  package var boolean: Bool? { type == .boolean ? written == "true" : nil }

  /// The text of a number, boolean, date or time.
  package var written: String { tree.string(node.bytes) }

  /// The key; empty for the root and for the elements of a list.
  package var key: String { isElement ? "" : tree.string(node.name.bytes) }

  /// The values in a table or list, in the order of their first mention.
  package var children: [TOMLValue] {
    sequence(first: node.firstChild) { tree.nodes[$0].next }.prefix { $0 != 0 }.map(value)
  }

  /// Returns whether the number of any child fulfills a condition. Creates no list, unlike ``children``: every table of a policy is asked.
  package func containsChild(where isWanted: (Int) -> Bool) -> Bool {
    var child = node.firstChild
    while child != 0 {
      if isWanted(child) { return true }
      child = tree.nodes[child].next
    }
    return false
  }

  /// The value of a table's key; nil if it is missing.
  package subscript(key: String) -> TOMLValue? { type == .table ? tree.child(key.utf8, of: number).map(value) : nil }

  private func value(_ number: Int) -> TOMLValue { TOMLValue(document: document, number: number) }

  /// The start of the value. A table without brackets starts at its header, or at its first mention.
  package var location: SourceLocation { tree.location(of: node.place) }

  /// The start of the key; for an element of a list, the start of the value.
  package var keyLocation: SourceLocation { isElement ? location : tree.location(of: node.name.place) }

  /// Returns the location of a string's byte, counted from the start of `string`.
  package func location(ofByte byte: Int) -> SourceLocation {
    tree.location(of: tree.source(of: node.bytes.lowerBound + byte))
  }

  /// The path from the root, such as `en.bill[1].title`; empty for the root.
  package var path: String {
    var (value, path) = (self, "")
    while value.number != 0 {
      path = (value.isElement ? "[\(value.node.name.bytes.lowerBound)]" : ".\(value.key.asTOMLKey)") + path
      value = self.value(value.node.parent)
    }
    return String(path.dropFirst())
  }
}

extension String {
  /// The key as diagnostics show it: quoted if TOML requires it or the key is long.
  package var asTOMLKey: String {
    1...60 ~= utf8.count && unicodeScalars.allSatisfy(TOMLReader.isBare) ? self : quotedForDiagnostic
  }
}

/// A TOML 1.0.0 document (https://toml.io/en/v1.0.0) with the place of every key and value.
///
/// Reading does not recurse, and takes time and memory linear in the size of the text. Limits keep hostile texts linear too, and keep
/// trees shallow enough for callers to recurse. A fault points to the place that exceeds a limit:
/// - 16,000,000 bytes,
/// - 100,000 values and tables,
/// - 1,000 keys in a table, which are searched linearly,
/// - 64 levels of tables and lists, whether from brackets, headers or dotted keys.
package final class TOMLDocument: Sendable {
  static let maximumSize = 16_000_000, maximumValues = 100_000, maximumKeys = 1000, maximumDepth = 64

  let tree: TOMLTree

  /// - Parameters:
  ///   - text: The file's bytes. Lines end in a line feed, optionally preceded by a carriage return.
  ///   - file: The file's name, for places.
  /// - Throws: The first fault of the text.
  package init(_ text: [UInt8], file: String) throws(TOMLFault) {
    var reader = TOMLReader(tree: TOMLTree(text, file: file))
    try reader.read()
    tree = reader.tree
  }

  package var root: TOMLValue { TOMLValue(document: self, number: 0) }
}

/// The reason why a text is not TOML, or exceeds a limit of `TOMLDocument`.
package struct TOMLFault: Error, Hashable, Sendable {
  package var location: SourceLocation
  package var found: String
  package var expected: String
  package var isLimit: Bool
}
