import Diagnostics

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
