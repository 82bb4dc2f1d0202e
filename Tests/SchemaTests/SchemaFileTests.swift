import Foundation
import PlanModel
import Resolving
import TestSupport
import Testing

/// What is made from the format's tables stands in the repository as they make it: schemas in `templates/schema`, and the
/// tables of docs/exports.md. `TICKLER_RECORD=1 swift test --filter SchemaFileTests` writes them anew.
struct SchemaFileTests {
  static let schemas = [
    ("templates/schema/tickler-export.xsd", Schema.shipped.xsd),
    ("templates/schema/tickler-export.schema.json", Schema.shipped.jsonSchema),
  ]

  /// Compares line by line, so that a failure names the line; or writes the file.
  private func hold(_ path: String, _ expected: String) throws {
    let file = TestFiles.root.appending(path: path)
    if TestFiles.isRecording { try expected.write(to: file, atomically: true, encoding: .utf8) }
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let expected = expected.components(separatedBy: "\n")
    for (number, (line, other)) in zip(lines, expected).enumerated() where line != other {
      #expect(line == other, "\(path):\(number + 1)")
      break
    }
    #expect(lines.count == expected.count)
  }

  @Test("the schemas are what the tables make", arguments: schemas)
  func schema(path: String, text: String) throws { try hold(path, text) }

  @Test("the tables of docs/exports.md are what the format's tables make")
  func documentation() throws {
    let path = "docs/exports.md"
    var text = try String(contentsOf: TestFiles.root.appending(path: path), encoding: .utf8)
    for (name, table) in FieldTables.all {
      let start = try #require(text.firstRange(of: "<!-- \(name), made by SchemaFileTests -->\n")).upperBound
      let end = try #require(text[start...].firstRange(of: "<!-- end -->")).lowerBound
      text.replaceSubrange(start..<end, with: table)
    }
    try hold(path, text)
  }

  /// One line is all that a field takes until something uses it: the tables say it, and readers name no field.
  @Test("no field is named but in its tables")
  func namedOnce() throws {
    func files(_ folder: String) throws -> [String] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: TestFiles.root.appending(path: folder).path)
      return try names.filter { $0.hasSuffix(".swift") }.map {
        try String(contentsOf: TestFiles.root.appending(path: "\(folder)/\($0)"), encoding: .utf8)
      }
    }
    let (account, items) = Schema.shipped.descriptions
    let shipped = try String(
      contentsOf: TestFiles.root.appending(path: "Sources/PlanModel/Item/ShippedItems.swift"), encoding: .utf8)
    // What policies declare is no field of the format itself.
    let kindTimes = try String(
      contentsOf: TestFiles.root.appending(path: "Sources/Resolving/Schema/KindTimes.swift"), encoding: .utf8)
    let tables = try files("Sources/Resolving/Schema").filter { $0 != kindTimes } + [shipped]
    let texts = try files("Sources/Resolving/SchemaTexts")
    let readers =
      try files("Sources/Formats")
      + files("Sources/Resolving").filter { !tables.contains($0) && !texts.contains($0) && $0 != kindTimes }
    let objects = FieldTables.inner(of: account) + items.flatMap(FieldTables.inner)
    // Those that the document itself, a record's owner, its device or its kind need, and `to`, whose order is told of.
    let shared: Set = ["app", "items", "account", "id", "updatedAt", "device", "kind", "to"]
    // Under another name than policies have for it: `ItemField(.date, as: "dueDate", …)`.
    let declaration = /(?:Field|\.\w+)\(\s*(?:\.\w+, as: )?"(\w+)",/
    let standard = Set(StandardField.allCases.map(\.rawValue))
    func declared(_ texts: [String]) -> [Substring: Int] {
      Dictionary(texts.flatMap { $0.matches(of: declaration).map { ($0.1, 1) } }, uniquingKeysWith: +)
    }
    let (all, inReaders) = (declared(tables + readers), declared(readers))
    for name in Set(objects.flatMap { $0.fields.map(\.name) }).subtracting(shared) {
      // A value that follows from others is declared too, and no export has it.
      let derived = ShippedItems.declarations.flatMap(\.fields).count { $0.role == .lastSample && $0.name == name }
      let isStandard = standard.contains(name)
      let count = all[name[...], default: 0] + (isStandard ? 1 : 0)
      let most = objects.count { object in object.fields.contains { $0.name == name } } + (isStandard ? 1 : 0) + derived
      #expect((1...most).contains(count), "\(name) is declared in \(count) places")
      let others = readers.reduce(0) { $0 + $1.components(separatedBy: "\"\(name)\"").count - 1 }
      let own = inReaders[name[...], default: 0]
      #expect(others == own, "a reader names \(name)")
    }
  }

  @Test("the fields of items that ship are called as in exports")
  func shippedFields() {
    let items = Dictionary(uniqueKeysWithValues: Schema.shipped.descriptions.items.map { ($0.name, $0) })
    for declaration in ShippedItems.declarations {
      let known = items[declaration.kind.name]?.fields.map(\.name) ?? []
      // Of the last of a day's samples.
      for field in declaration.fields where field.name != "steps" { #expect(known.contains(field.name)) }
    }
    #expect(ShippedItems.declarations.map(\.kind) == ItemKind.shipped)
  }
}
