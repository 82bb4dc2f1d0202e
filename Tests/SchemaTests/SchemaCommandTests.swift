import Foundation
import TestSupport
import Testing

/// Checks that `tickler schema` prints the files in the templates folder.
struct SchemaCommandTests {
  static let files = [
    "xsd": "tickler-export.xsd", "json": "tickler-export.schema.json", "policy": "tickler-policy.schema.json",
  ]

  @Test("prints the schema byte for byte, from any folder", arguments: ["xsd", "json", "policy"])
  func prints(language: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(["schema", language, "--templates", TestFiles.templates], in: folder)
    let name = try #require(SchemaCommandTests.files[language])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output == (try String(contentsOfFile: "\(TestFiles.templates)/schema/\(name)", encoding: .utf8)))
  }

  @Test("rejects a third schema", arguments: [["schema"], ["schema", "relaxng"]])
  func usage(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
  }

  @Test("a templates folder without schemas is a missing input")
  func missing() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(["schema", "xsd", "--templates", folder.path])
    #expect(result.status == 66)
    #expect(result.errors.contains("schema/tickler-export.xsd"))
  }
}
