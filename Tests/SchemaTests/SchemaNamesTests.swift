import Foundation
import PlanModel
import TestSupport
import Testing

@testable import ExportReading

/// The schemas know the names that the program knows, and no others.
struct SchemaNamesTests {
  static let xsd = try! String(contentsOfFile: "\(TestFiles.templates)/schema/tickler-export.xsd", encoding: .utf8)
  static var json: [String: Any] {
    let file = URL(filePath: "\(TestFiles.templates)/schema/tickler-export.schema.json")
    return try! JSONSerialization.jsonObject(with: Data(contentsOf: file)) as! [String: Any]
  }
  static var definitions: [String: [String: Any]] { json["$defs"] as! [String: [String: Any]] }

  static let names = Set(FieldName.allCases.map(\.rawValue)).subtracting([""])

  @Test("the XSD declares every name, except those of lists that XML has none of")
  func xml() throws {
    var found: Set<String> = []
    for match in SchemaNamesTests.xsd.matches(of: /<xs:(?:attribute|element) name="(\w+)"/) {
      found.insert(String(match.output.1))
    }
    let lists: Set = ["accounts", "items", "zoneChanges", "samples"]
    // The root, and what no element is.
    #expect(found == SchemaNamesTests.names.subtracting(lists).union(["export", "nothing"]))
  }

  @Test("the JSON Schema has every name, except those of elements that JSON has none of")
  func document() {
    var found = Set(KindCatalog.shipped.names)
    collect(SchemaNamesTests.json, into: &found)
    #expect(found == SchemaNamesTests.names.subtracting(["zoneChange", "sample"]))
  }

  @Test("each kind of item has its own fields in the JSON Schema", arguments: ItemKind.allCases)
  func item(kind: ItemKind) throws {
    let properties = try #require(SchemaNamesTests.definitions[kind.rawValue]?["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(FieldName.allCases.filter { kind.fields.contains($0) }.map(\.rawValue)))
  }

  @Test("both list the kinds of item, and the JSON Schema the kinds of notification")
  func kinds() throws {
    let start = try #require(SchemaNamesTests.xsd.firstRange(of: #"<xs:simpleType name="itemKind">"#)).upperBound
    let rest = SchemaNamesTests.xsd[start...]
    let end = try #require(rest.firstRange(of: "</xs:simpleType>")).lowerBound
    let values = rest[..<end].matches(of: /<xs:enumeration value="(\w+)"/).map { String($0.output.1) }
    #expect(values == ItemKind.allCases.map(\.rawValue))

    let properties = try #require(SchemaNamesTests.definitions["item"]?["properties"] as? [String: [String: Any]])
    #expect(properties["kind"]?["enum"] as? [String] == values)
    let names = SchemaNamesTests.definitions["kinds"]?["propertyNames"] as? [String: [String]]
    #expect(Set(names?["enum"] ?? []) == Set(KindCatalog.shipped.names))
  }

  /// The keys of all `properties` in a schema.
  private func collect(_ schema: Any, into names: inout Set<String>) {
    if let list = schema as? [Any] {
      for member in list { collect(member, into: &names) }
    } else if let object = schema as? [String: Any] {
      for (key, value) in object {
        if key == "properties", let properties = value as? [String: Any] { names.formUnion(properties.keys) }
        if key == "properties" || key == "$defs", let schemas = value as? [String: Any] {
          for schema in schemas.values { collect(schema, into: &names) }
        } else {
          collect(value, into: &names)
        }
      }
    }
  }
}
