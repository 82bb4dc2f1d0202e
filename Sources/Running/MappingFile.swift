import Bytes
import Diagnostics
import Formats
import Importing
import PlanModel
import PolicyReading

/// A mapping file: which columns of a table are which fields.
package enum MappingFile {
  package static let format = "tickler-mapping/1"

  /// - Throws: Every fault of the file at once.
  package static func read(_ path: String) throws(FatalInput) -> TableMapping {
    let root = try TOMLFields(text: try TextFile.bytes(path), file: FileName.shown(path), .format)
    var mapping = TableMapping()
    root.readFormat(format)
    if let input = root.choice("input", TableMapping.Input.self) { mapping.input = input }
    let kinds = ItemKind.shipped.map(\.name)
    let kind = root.parsed("kind", expected: "one of " + kinds.joined(separator: " ")) { word in
      kinds.contains(word) ? word : nil
    }
    if let kind {
      mapping.kind = kind
    } else if !root.has("kind") {
      root.fault("kind", found: "the key is missing", expected: "the kind of all items, such as \"bill\"")
    }
    let separator = root.parsed("separator", expected: "one character, such as \";\" or \"\\t\"") { text in
      text.utf8.count == 1 ? text.utf8.first : nil
    }
    if let separator { mapping.separator = separator }
    let decimal = root.parsed("decimal", expected: "\".\" or \",\"") { text in
      text == "." || text == "," ? text.first : nil
    }
    if let decimal { mapping.decimal = decimal }
    let dates = root.parsed("dates", expected: "a pattern of YYYY or YY, MM or M, and DD or D, such as \"DD.MM.YYYY\"")
    { pattern in
      "YMD".allSatisfy { pattern.contains($0) } ? pattern : nil
    }
    if let dates { mapping.dates = dates }
    if let rows = root.string("rows") { mapping.path = rows.split(separator: ".").map(String.init) }
    func texts(_ name: String) -> [String: String] {
      guard let table = root.table(name) else { return [:] }
      var texts: [String: String] = [:]
      for key in table.allKeys() {
        if !(TableMapping.known + ["id"]).contains(key) {
          table.fault(
            key, .key, found: "an item has no such field",
            expected: "one of id " + TableMapping.known.joined(separator: " "))
        }
        texts[key] = table.string(key)
      }
      return texts
    }
    (mapping.fields, mapping.constants) = (texts("fields"), texts("constants"))
    if mapping.fields["id"] == nil {
      root.fault("fields", found: "no column for id", expected: "id, the column that tells items apart")
    }
    if let values = root.table("values") {
      for key in values.allKeys() {
        guard let table = values.table(key) else { continue }
        for word in table.allKeys() { mapping.values[key, default: [:]][word] = table.string(word) }
      }
    }
    let diagnostics = root.finishInOrder()
    if !diagnostics.isEmpty { throw FatalInput(diagnostics) }
    return mapping
  }
}
