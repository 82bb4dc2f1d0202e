import CivilTime
import Diagnostics
import TOML

/// A table of a policy's `[tests]`: an account with items, an instant, and the expected plan.
package struct PolicyCase: Sendable {
  package let name: String
  package let now: Instant
  package let days: Int?
  /// The account with its items, as a JSON export.
  package let export: String
  /// The kinds whose decisions are compared; nil for all of the policy's.
  package let kinds: [String]?
  /// The expected lines, as ``Answers`` writes them, with their places.
  package let expected: [(line: String, place: SourceLocation)]
  /// The expected lines about the device's requests; nil if they are not compared.
  package let actions: [(line: String, place: SourceLocation)]?
  /// The place of the list of expected lines.
  package let place: SourceLocation

  /// Reads the tests of a policy's own file, in order.
  ///
  /// - Parameter kinds: The policy's kinds.
  /// - Throws: All faults of the tables together.
  package static func all(of file: LayerFile, kinds: [String]) throws(RunFault) -> [PolicyCase] {
    let tables = LayeredTables()
    let root = TOMLFields(tables, tables.add(file, before: nil), .policy)
    guard let tests = root.table("tests") else { return [] }
    let cases = tests.allKeys().compactMap { name in
      tests.table(name).flatMap { PolicyCase(name, $0, app: file.app ?? "", kinds) }
    }
    let faults = tests.finishInOrder()
    if !faults.isEmpty { throw RunFault(faults) }
    return cases.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
  }

  private init?(_ name: String, _ table: TOMLFields, app: String, _ known: [String]) {
    let now = table.parsed("now", expected: "an instant in quotes, such as \"2026-11-20T12:00:00Z\"") {
      Instant(rfc3339: $0.utf8)
    }
    table.require("now", "the instant to plan at")
    days = table.integer("days", in: 0...366)
    kinds = table.strings("kinds")
    for (index, kind) in (kinds ?? []).enumerated() where !known.contains(kind) {
      table.fault(
        "kinds", .element(index), found: "found \(kind.quotedForDiagnostic)",
        expected: known.oneOf.orNearest(to: kind, in: known))
    }
    let lines = table.strings("expected")
    table.require("expected", "a list of decisions, such as \"2026-11-20T09:00 task.tea scheduled\"")
    let actions = table.strings("actions")
    let account = table.json("account", type: .table, expected: "a table with an account, as exports have it")
    let items = table.json("items", type: .array, expected: "a list of items, as exports have them")
    guard let now, let lines else { return nil }
    var fields = account ?? []
    if !fields.contains(where: { $0.key == "id" }) { fields.append(("id", "\"test\"")) }
    if let items { fields.append(("items", "[" + items.map(\.value).joined(separator: ",") + "]")) }
    let object = fields.map { "\($0.key.asJSON):\($0.value)" }.joined(separator: ",")
    export = #"{"format":"tickler-export/1","app":\#(app.asJSON),"accounts":[{\#(object)}]}"#
    (self.name, self.now) = (name, now)
    expected = lines.enumerated().map { ($0.element, table.place(of: "expected", element: $0.offset)) }
    self.actions = actions.map { lines in
      lines.enumerated().map { ($0.element, table.place(of: "actions", element: $0.offset)) }
    }
    place = table.place(of: "expected", element: nil)
  }
}

extension TOMLFields {
  /// Returns the keys of a table, or the elements of a list, each as JSON.
  fileprivate func json(_ key: String, type: TOMLType, expected: String) -> [(key: String, value: String)]? {
    note(key)
    guard let value = entry(key) else { return nil }
    if value.type == type { return value.children.map { ($0.key, $0.json) } }
    fault(key, found: "found \(value.words)", expected: expected)
    return nil
  }

  fileprivate func place(of key: String, element: Int?) -> SourceLocation {
    let value = entry(key)
    return element.flatMap { value?.children[$0].location } ?? value?.keyLocation ?? finder(of: key)()
  }
}

extension TOMLValue {
  /// The value as JSON. Dates and times become strings, as in exports.
  fileprivate var json: String {
    switch type {
    case .table: "{" + children.map { "\($0.key.asJSON):\($0.json)" }.joined(separator: ",") + "}"
    case .array: "[" + children.map(\.json).joined(separator: ",") + "]"
    case .string: string!.asJSON
    case .integer: integer.map { "\($0)" } ?? written
    case .float: String(written.filter { $0 != "_" && $0 != "+" })
    case .boolean: written
    default: written.asJSON
    }
  }
}

extension String {
  /// The text as a JSON string, which is also a TOML string.
  package var asJSON: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<" ", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
