import Foundation
import TestSupport
import Testing

/// Tests unknown names: warnings, or with `--strict` errors if they are close to a known one.
@Suite struct NearNameTests {
  private func check(_ name: String, _ text: String, _ options: [String] = []) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: name))
    return try Program.run(
      ["check", name, "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo] + options, in: folder)
  }

  /// Returns the first line. XML is also checked against the schema, which reports the same.
  private func first(_ result: Program.Result) -> String {
    result.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  private static let head = #"{"format":"tickler-export/1","app":"focusflow""#

  static let near: [(what: String, file: String, text: String, found: String)] = [
    (
      "of the head", "a.json", head + #","exportedat":"2026-11-20T00:00:00Z","accounts":[]}"#,
      "a.json:1:48: error: field exportedat: the format has no such field here; expected exportedAt"
    ),
    (
      "of the list of records", "a.json", head + #","acounts":[]}"#,
      "a.json:1:48: error: field acounts: the format has no such field here; expected accounts"
    ),
    (
      "of an account", "a.json", head + #","accounts":[{"id":"a","timeZone":"UTC","platfrom":"ios"}]}"#,
      "a.json:1:87: error: account \"a\", field platfrom: the format has no such field here; expected platform"
    ),
    (
      "of an item", "a.ndjson",
      head + "}\n"
        + #"{"account":{"id":"a","timeZone":"UTC","items":[{"kind":"focusDay","id":"i","date":"2026-11-20","sessions":1,"minutes":1,"updatedat":1}]}}"#,
      "a.ndjson:2:121: error: account \"a\", item focusDay \"i\", field updatedat: the format has no such field here; expected updatedAt"
    ),
    (
      "of an XML root", "a.xml",
      #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" aps="x"/>"#,
      "a.xml:1:64: error: field aps: the format has no such field here; expected app"
    ),
    (
      "of an XML record", "a.xml",
      #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow"><acount id="a"/></export>"#,
      "a.xml:1:80: error: field acount: the format has no such field here; expected account"
    ),
  ]

  @Test("a name close to a known one is a warning, and under --strict an error", arguments: near)
  func strict(what: String, file: String, text: String, found: String) throws {
    let usual = try check(file, text)
    #expect(usual.status == 0)
    #expect(first(usual) == found.replacing(": error: ", with: ": warning: ") + ", the nearest that is known")
    let strict = try check(file, text, ["--strict"])
    #expect(strict.status == 65)
    #expect(first(strict) == found + ", the nearest that is known; --strict refuses likely typos")
    #expect(strict.output.components(separatedBy: ": error: ").count == 2)
    #expect(strict.errors == "tickler: error: 1 record rejected, and --strict allows none\n", "\(strict.errors)")
  }

  @Test("a name close to none is a warning under --strict too")
  func far() throws {
    let text = NearNameTests.head + #","zzzzzzzz":1,"accounts":[{"id":"a","timeZone":"UTC","xxxxxxxx":1}]}"#
    for options in [[], ["--strict"]] {
      let result = try check("a.json", text, options)
      #expect(result.status == 0)
      #expect(result.output.components(separatedBy: ": warning: ").count == 3, "\(result.output)")
    }
  }

  @Test("lists the first hundred unknown names, and counts the others")
  func many() throws {
    let names = (0..<5000).map { #""x\#($0)yyyyyyyy":1"# }.joined(separator: ",\n")
    let accounts = #","accounts":[{"id":"a","timeZone":"UTC"}]}"#
    let result = try check("a.json", NearNameTests.head + ",\n" + names + accounts)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 100)
    #expect(lines[98].hasPrefix("a.json:100:1: warning: field x98yyyyyyyy: the format has no such field here"))
    #expect(
      lines[99]
        == "a.json:5001:1: warning: 4901 more unknown fields are not listed; this is the last one"
    )
  }
}
