import Diagnostics

/// A TOML 1.0.0 document (https://toml.io/en/v1.0.0) with the place of every key and value.
///
/// Reading does not recurse, and takes time and memory in proportion to the text. So that hostile texts cannot change that, and
/// callers may recurse, there are limits. A fault points to where a text exceeds one:
/// - 16,000,000 bytes,
/// - 100,000 values and tables,
/// - 1,000 keys in a table: a key is searched for one by one,
/// - 64 levels of tables and lists, from brackets, headers and dotted keys alike.
package final class TOMLDocument: Sendable {
  static let maximumSize = 16_000_000, maximumValues = 100_000, maximumKeys = 1000, maximumDepth = 64

  let tree: TOMLTree

  /// - Parameters:
  ///   - text: The file's bytes. Lines end in a line feed, or in a carriage return and a line feed.
  ///   - file: Its name, for places.
  /// - Throws: The first fault of the text.
  package init(_ text: [UInt8], file: String) throws(TOMLFault) {
    var reader = TOMLReader(tree: TOMLTree(text, file: file))
    try reader.read()
    tree = reader.tree
  }

  package var root: TOMLValue { TOMLValue(document: self, number: 0) }
}

/// Why a text is not TOML, or exceeds a limit of `TOMLDocument`.
package struct TOMLFault: Error, Hashable, Sendable {
  package var location: SourceLocation
  package var found: String
  package var expected: String
  package var isLimit: Bool
}
