import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Compares the keys in the policies' JSON Schema with those of the reader, table by table. An unknown key makes the reader list its keys.
struct PolicySchemaTests {
  private static let unknown = "zzz"

  /// Returns the keys of a table, from the diagnostic of an unknown key.
  private static func known(_ table: String, _ text: String) throws -> Set<String> {
    let policy = "format = \"tickler-policy/1\"\napp = \"x\"\n\(text)\n"
    do {
      _ = try PolicyReader.read(Array(policy.utf8), file: "x.toml", sha256: "", .shipped)
    } catch {
      let field = table.isEmpty ? unknown : "\(table).\(unknown)"
      let fault = try #require(error.diagnostics.first { $0.field == field }, "\(error)")
      let words = try #require(fault.expected).replacing("one of ", with: "")
      return Set(words.split(separator: " ").map(String.init))
    }
    return []
  }

  private static func properties(_ path: [String]) throws -> Set<String> {
    let file = URL(filePath: "\(TestFiles.templates)/schema/tickler-policy.schema.json")
    var node = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    for name in path {
      if let list = node as? [Any], let index = Int(name) {
        node = list[index]
      } else {
        node = try #require((node as? [String: Any])?[name], "\(path)")
      }
    }
    return Set(try #require((node as? [String: Any])?["properties"] as? [String: Any]).keys)
  }

  @Test(
    "each table has the keys of its schema",
    arguments: [
      ("", "zzz = 1", ""), ("slots", "[slots]\nzzz = 1", "properties slots"),
      ("holidays", "[holidays]\nzzz = 1", "properties holidays"), ("badges", "[badges]\nzzz = 1", "properties badges"),
      ("quietHours", "[quietHours]\nzzz = 1", "properties quietHours anyOf 0"),
      ("quietHours[0]", "[[quietHours]]\nzzz = 1", "properties quietHours anyOf 1 items"),
      ("caps", "[caps]\nzzz = 1", "properties caps"), ("gates", "[gates]\nzzz = 1", "properties gates"),
      ("tone", "[tone]\nzzz = 1", "properties tone"),
      ("channels.a", "[channels.a]\nname = \"A\"\nzzz = 1", "properties channels additionalProperties"),
      ("categories.A", "[categories.A]\nactions = []\nzzz = 1", "properties categories additionalProperties"),
      ("accepted[0]", "[[accepted]]\nzzz = 1", "properties accepted items"),
      ("items.a", "[items.a]\nzzz = 1", "properties items additionalProperties"),
      (
        "items.a.fields.b", "[items.a.fields]\nb = { type = \"text\", zzz = 1 }",
        "$defs fields additionalProperties anyOf 1"
      ),
      ("account", "[account]\nzzz = 1", "properties account"),
    ])
  func tables(_ table: String, _ text: String, _ path: String) throws {
    let kinds = table == "" || text.hasPrefix("[kinds") ? "" : "\n[kinds.recap]\nidentifier = \"r\""
    let own = try Self.known(table, text + kinds)
    #expect(own == (try Self.properties(path.split(separator: " ").map(String.init))))
  }

  @Test("a kind's table has the keys of every kind")
  func kinds() throws {
    var own: Set<String> = []
    for kind in KindCatalog.shipped.kinds {
      own.formUnion(try Self.known("kinds.\(kind.kind)", "[kinds.\(kind.kind)]\nzzz = 1"))
    }
    let item = "[items.a.fields]\nn = \"integer\"\nat = \"instant\"\n"
    let needed = [
      "series": "", "untilDone": "", "event": #"at = "{at}""#, "threshold": "of = \"{n}\"\nbelow = 1", "digest": "",
      "place": "", "streak": #"of = "{n}""#,
    ]
    for shape in KindDeclaration.Shape.allCases {
      let keys = try #require(needed[shape.rawValue])
      let text = "\(item)[kinds.k]\nshape = \"\(shape.rawValue)\"\nitem = \"a\"\n\(keys)\nzzz = 1"
      own.formUnion(try Self.known("kinds.k", text))
    }
    let properties = try Self.properties(["$defs", "kind"])
    #expect(own.subtracting(properties).sorted() == [])
    #expect(properties.subtracting(own).sorted() == [])
  }
}
