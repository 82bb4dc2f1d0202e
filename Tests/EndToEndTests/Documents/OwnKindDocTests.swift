import Foundation
import TestSupport
import Testing

/// Checks that the program does what docs/own-kinds.md shows.
struct OwnKindDocTests {
  @Test("the example gives the plan that the page shows")
  func example() throws {
    let page = try String(contentsOf: TestFiles.root.appending(path: "docs/own-kinds.md"), encoding: .utf8)
    func block(_ head: String) throws -> String {
      let start = try #require(page.firstRange(of: "```\(head)")).upperBound
      return String(page[start..<(try #require(page[start...].firstRange(of: "```")).lowerBound)])
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "OwnKinds.\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, language) in [("garden.toml", "toml\n"), ("garden.json", "json\n")] {
      try block(language).write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let shown = try block("\n$ tickler").split(separator: "\n").map(String.init)
    let command = shown[0].split(separator: " ").map(String.init)
    let options = ["--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates]
    let result = try Program.run(command + options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains(shown[1]), "\(result.errors)")

    let plan = try String(contentsOf: folder.appending(path: "garden/plan.ndjson"), encoding: .utf8)
    let lines = try plan.split(separator: "\n").dropFirst().map { line in
      let decision = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let fields = ["local", "notification", decision["reason"] == nil ? "outcome" : "reason", "title"]
      return fields.map { decision[$0] as? String ?? "" }.joined(separator: "\t")
    }
    #expect(lines == Array(shown.dropFirst(3)))
  }
}
