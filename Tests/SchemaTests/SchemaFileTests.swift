import Foundation
import PlanModel
import Resolving
import TestSupport
import Testing

/// Compares what is generated from the format's tables with the repository: the schemas in `templates/schema`, and the tables in
/// docs/exports.md. `Tests/record SchemaFileTests` writes them.
struct SchemaFileTests {
  static let schemas = [
    ("templates/schema/tickler-export.xsd", Schema.shipped.xsd),
    ("templates/schema/tickler-export.schema.json", Schema.shipped.jsonSchema),
  ]

  @Test("the schemas are generated from the tables", arguments: schemas)
  func schema(path: String, text: String) throws { #expect(try RecordedFile(path).difference(from: text) == nil) }

  @Test("the tables of docs/exports.md are generated from the format's tables")
  func documentation() throws {
    let path = "docs/exports.md"
    var text = try String(contentsOf: TestFiles.root.appending(path: path), encoding: .utf8)
    for (name, table) in FieldTables.all {
      let start = try #require(text.firstRange(of: "<!-- \(name), made by SchemaFileTests -->\n")).upperBound
      let end = try #require(text[start...].firstRange(of: "<!-- end -->")).lowerBound
      text.replaceSubrange(start..<end, with: table)
    }
    #expect(try RecordedFile(path).difference(from: text) == nil)
  }

  /// A new field needs one line until something uses it: tables declare fields, and readers name none.
  @Test("each field is named only in its tables")
  func namedOnce() throws {
    func files(_ folder: String) throws -> [String] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: TestFiles.root.appending(path: folder).path)
      return try names.filter { $0.hasSuffix(".swift") }.map {
        try String(contentsOf: TestFiles.root.appending(path: "\(folder)/\($0)"), encoding: .utf8)
      }
    }
    let (account, items) = Schema.shipped.descriptions
    let shipped = try String(
      contentsOf: TestFiles.root.appending(path: "Sources/PlanModel/Item/Shipped.swift"), encoding: .utf8)
    // Declarations of policies are not fields of the format itself.
    let kindTimes = try String(
      contentsOf: TestFiles.root.appending(path: "Sources/Resolving/Schema/KindTimes.swift"), encoding: .utf8)
    let tables = try files("Sources/Resolving/Schema").filter { $0 != kindTimes } + [shipped]
    let texts = try files("Sources/Resolving/SchemaTexts")
    let readers =
      try files("Sources/Formats")
      + files("Sources/Resolving").filter { !tables.contains($0) && !texts.contains($0) && $0 != kindTimes }
    let objects = FieldTables.inner(of: account) + items.flatMap(FieldTables.inner)
    // Fields that the document, a record's owner, device or kind need, and `to`, whose order is reported.
    let shared: Set = ["app", "items", "account", "id", "updatedAt", "device", "kind", "to"]
    // With a name that differs from the policies' name: `ItemField(.date, as: "dueDate", …)`.
    let declaration = /(?:Field|\.\w+)\(\s*(?:\.\w+, as: )?"(\w+)",/
    let standard = Set(StandardField.allCases.map(\.rawValue))
    func declared(_ texts: [String]) -> [Substring: Int] {
      Dictionary(texts.flatMap { $0.matches(of: declaration).map { ($0.1, 1) } }, uniquingKeysWith: +)
    }
    let (all, inReaders) = (declared(tables + readers), declared(readers))
    for name in Set(objects.flatMap { $0.fields.map(\.name) }).subtracting(shared) {
      // Derived values are declared too, and are in no export.
      let derived = ShippedItems.declarations.flatMap(\.fields).count { $0.role == .lastSample && $0.name == name }
      let isStandard = standard.contains(name)
      let count = all[name[...], default: 0] + (isStandard ? 1 : 0)
      let maximum =
        objects.count { object in object.fields.contains { $0.name == name } } + (isStandard ? 1 : 0) + derived
      #expect((1...maximum).contains(count), "\(name) is declared in \(count) places")
      let others = readers.reduce(0) { $0 + $1.components(separatedBy: "\"\(name)\"").count - 1 }
      let own = inReaders[name[...], default: 0]
      #expect(others == own, "a reader names \(name)")
    }
  }

  @Test("the fields of shipped items have the names that exports use")
  func shippedFields() {
    let items = Dictionary(uniqueKeysWithValues: Schema.shipped.descriptions.items.map { ($0.name, $0) })
    for declaration in ShippedItems.declarations {
      let known = items[declaration.kind.name]?.fields.map(\.name) ?? []
      // `steps` comes from the last of a day's samples.
      for field in declaration.fields where field.name != "steps" { #expect(known.contains(field.name)) }
    }
    #expect(ShippedItems.declarations.map(\.kind) == ItemKind.shipped)
  }
}
