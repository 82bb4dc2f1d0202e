import Diagnostics

/// A value of a document. Its string or number is made on each call.
package struct TOMLValue: Sendable {
  let document: TOMLDocument
  /// Which of the document's values it is; 0: the root.
  package let number: Int

  private var tree: TOMLTree { document.tree }
  private var node: TOMLTree.Node { tree.nodes[number] }
  private var isElement: Bool { tree.nodes[node.parent].type == .array }

  package var type: TOMLType { node.type }

  /// nil where it is no string. Line breaks in it are line feeds, even where the text has carriage returns too.
  package var string: String? { type == .string ? tree.string(node.bytes) : nil }

  package var integer: Int? { type == .integer ? tree.integer(node.bytes) : nil }

  /// nil where it is no float. Infinite where it is too large for a `Double`.
  package var float: Double? { type == .float ? Double(written.filter { $0 != "_" }) : nil }

  package var boolean: Bool? { type == .boolean ? written == "true" : nil }

  /// A number, boolean, date or time as the text has it.
  package var written: String { tree.string(node.bytes) }

  /// Empty for the root and the elements of a list.
  package var key: String { isElement ? "" : tree.string(node.name.bytes) }

  /// The values in a table or list, in the order in which the text first names them.
  package var children: [TOMLValue] {
    sequence(first: node.firstChild) { tree.nodes[$0].next }.prefix { $0 != 0 }.map(value)
  }

  /// Whether the number of a value inside fulfills a condition. Unlike ``children``, makes no list: a policy asks it of every table.
  package func containsChild(where isWanted: (Int) -> Bool) -> Bool {
    var child = node.firstChild
    while child != 0 {
      if isWanted(child) { return true }
      child = tree.nodes[child].next
    }
    return false
  }

  /// The value of a table's key; nil where it is not there.
  package subscript(key: String) -> TOMLValue? { type == .table ? tree.child(key.utf8, of: number).map(value) : nil }

  private func value(_ number: Int) -> TOMLValue { TOMLValue(document: document, number: number) }

  /// Where the value begins. A table without brackets begins at its header, or where it is first named.
  package var location: SourceLocation { tree.location(of: node.place) }

  /// Where the key begins; an element of a list begins where its value does.
  package var keyLocation: SourceLocation { isElement ? location : tree.location(of: node.name.place) }

  /// Where a byte of a string stands, counted from the start of `string`.
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
  /// A key as diagnostics show it: in quotes where TOML needs them, or where it is long.
  package var asTOMLKey: String {
    1...60 ~= utf8.count && unicodeScalars.allSatisfy(TOMLReader.isBare) ? self : quotedForDiagnostic
  }
}
