import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the shipped example of one person, `personal`: docs/personal.md.
@Suite struct PersonalTests {
  private func plan(_ input: String, _ out: URL, _ options: [String] = []) throws -> (
    Program.Result, [[String: String]]
  ) {
    let result = try Program.run(
      [
        "plan", input, "--out", out.path, "--now", ExampleTests.now, "--zoneinfo", TestFiles.zoneinfo, "--emit",
        "plan,ics,summary",
      ]
        + options)
    return (result, try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts))
  }

  @Test("the document's first run prints what the document shows, and each kind of the policy reports something")
  func transcript() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    let (result, lines) = try plan("inputs/examples/personal.json", out)
    let page = try String(contentsOf: TestFiles.root.appending(path: "docs/personal.md"), encoding: .utf8)
    #expect(page.contains(result.errors.replacing("written to \(out.path)", with: "written to mine")))
    let policy = try String(
      contentsOf: TestFiles.root.appending(path: "templates/policies/personal.toml"), encoding: .utf8)
    let kinds = Set(policy.matches(of: /(?m)^\[kinds\.(\w+)\]$/).map { String($0.output.1) })
    #expect(kinds.count == 14)
    let reported = lines.filter { $0["outcome"] != "dropped" }
    // In the example, the goal supersedes the half-way notification.
    #expect(Set(reported.compactMap { $0["kind"] }) == kinds.subtracting(["milestone"]))
    #expect(lines.contains { $0["kind"] == "milestone" && $0["reason"] == "superseded" })
    #expect(lines.contains { $0["deferredFrom"] != nil })
  }

  @Test("the document's own export plans without a warning, in German as well")
  func ownExport() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    let page = try String(contentsOf: TestFiles.root.appending(path: "docs/personal.md"), encoding: .utf8)
    let json = try #require(page.firstMatch(of: /```json\n((?s).*?)```/)?.output.1)
    for (locale, title) in [("en-IE", "Rent: due today"), ("de", "Rent: heute fällig")] {
      let file = out.appending(path: "rosa.json")
      try Data(json.replacing("\"en-IE\"", with: "\"\(locale)\"").utf8).write(to: file)
      let (result, lines) = try plan(file.path, out.appending(path: "out"))
      #expect(result.status == 0)
      #expect(!result.errors.contains("warning"), "\(result.errors)")
      // 31 October is a Saturday. November's rent, on the 30th, is beyond the window.
      #expect(lines.contains { $0["notification"] == "bill.rent.2026-10-31.due" && $0["title"] == title })
      #expect(lines.filter { $0["notification"] == "task.plants" && $0["outcome"] == "scheduled" }.count == 2)
    }
  }
}
