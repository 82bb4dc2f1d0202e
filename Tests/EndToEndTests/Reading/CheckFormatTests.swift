import Foundation
import TestSupport
import Testing

/// Checks that every format of `check --format` has the content of the text, and is valid.
struct CheckFormatTests {
  /// A file name and an export with a wrong field, an unknown one, and hostile text, which together need every form of escaping.
  private static let name = "a,b:c%d \"é\".json"
  private static let wrong = """
    {"format": "tickler-export/1", "app": "focusflow", "exportedAt": "2026-11-20T00:00:00Z", "accounts": [
      {"id": "a", "timeZone": "Mars/100%\\n::error::x", "items": []},
      {"id": "b", "timeZone": "UTC", "colour": "red", "items": [
        {"kind": "task", "id": "t", "title": "T", "date": "2026-11-31", "time": "09:00"}]}
    ]}
    """
  private static let malformed = #"{"format": "tickler-export/1", "accounts": [,]}"#

  private static func check(_ text: String, _ options: [String]) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: name))
    return try Program.run(
      [
        "check", name, "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--now",
        "2026-11-20T00:00:00Z",
      ] + options, in: folder)
  }

  /// Returns the first line of each diagnostic's text, which editors can open.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(name) }
  }

  /// An input, its diagnostics in text, and the exit status.
  private static let inputs: [(label: String, text: String, status: Int32)] = [
    ("rejected records and a warning", wrong, 1), ("malformed", malformed, 65),
  ]

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("warns, with its place, of an item of a declared kind without a date, and of no other")
  func undated() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = """
      format = "tickler-policy/1"
      app = "x"
      [items.plant.fields]
      interval = "integer"
      [kinds.water]
      shape = "series"
      item = "plant"
      every = "{interval}"
      from = "completion"
      identifier = "w.{id}"
      title = "Water"
      body = "It"
      """
    let export = #"""
      {"format":"tickler-export/1","app":"x","accounts":[{"id":"a","timeZone":"UTC","items":[
      {"kind":"plant","id":"new","interval":4},
      {"kind":"plant","id":"zero","interval":0,"completions":["2026-11-01"]},
      {"kind":"plant","id":"none","completions":["2026-11-01"]},
      {"kind":"plant","id":"sound","interval":4,"completions":["2026-11-01"]}]}]}
      """#
    try Data(policy.utf8).write(to: folder.appending(path: "x.toml"))
    try Data(export.utf8).write(to: folder.appending(path: "a.json"))
    let result = try Program.run(
      [
        "check", "a.json", "--policy", "x.toml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
        "--now", "2026-11-20T00:00:00Z",
      ], in: folder)
    #expect(result.status == 0)
    let follows = "from which no date of water follows; expected a value that gives one"
    #expect(
      result.output.split(separator: "\n").map(String.init) == [
        #"a.json:2:1: warning: account "a", item plant "new", field date: found none, \#(follows)"#,
        #"a.json:3:1: warning: account "a", item plant "zero", field interval: found 0, \#(follows)"#,
        #"a.json:4:1: warning: account "a", item plant "none", field interval: found none, \#(follows)"#,
      ])
    #expect(result.errors.hasSuffix("3 warnings\n"))
  }

  @Test("the JSON has each line of the text", arguments: inputs)
  func json(label: String, text: String, status: Int32) throws {
    let plain = try CheckFormatTests.check(text, [])
    let result = try CheckFormatTests.check(text, ["--format", "json"])
    #expect(result.status == status)
    #expect(result.errors == plain.errors)
    let document = try CheckFormatTests.object(result.output)
    #expect(document["format"] as? String == "tickler-check/1")
    #expect(document["status"] as? Int32 == status)
    #expect(document["rejectedRecords"] as? Int == (status == 1 ? 2 : nil))
    let diagnostics = try #require(document["diagnostics"] as? [[String: Any]])
    let lines = diagnostics.map {
      "\($0["file"]!):\($0["line"]!):\($0["column"]!): \($0["severity"]!): \($0["message"]!)"
    }
    #expect(lines == CheckFormatTests.lines(plain.output + plain.errors))
    #expect(lines.count == (status == 1 ? 3 : 1))
  }

  @Test("the SARIF has each line of the text, and the required parts of a log", arguments: inputs)
  func sarif(label: String, text: String, status: Int32) throws {
    let plain = try CheckFormatTests.check(text, [])
    let result = try CheckFormatTests.check(text, ["--format", "sarif"])
    #expect(result.status == status)
    let log = try CheckFormatTests.object(result.output)
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    #expect(driver["name"] as? String == "tickler")
    let rules = try #require(driver["rules"] as? [[String: Any]]).map { $0["id"] as! String }
    #expect(Set(rules).count == rules.count)
    let lines = try #require(run["results"] as? [[String: Any]]).map { result in
      #expect(rules.contains(result["ruleId"] as! String))
      let location = (result["locations"] as! [[String: Any]])[0]["physicalLocation"] as! [String: [String: Any]]
      let uri = location["artifactLocation"]!["uri"] as! String
      #expect(URL(string: uri) != nil && !uri.contains(":"))
      let region = location["region"]!
      return "\(uri.removingPercentEncoding!):\(region["startLine"]!):\(region["startColumn"]!): "
        + "\(result["level"]!): \((result["message"] as! [String: String])["text"]!)"
    }
    #expect(lines == CheckFormatTests.lines(plain.output + plain.errors))
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == (status < 64))
    #expect(invocation["exitCode"] as? Int32 == status)
  }

  @Test("writes one workflow command per line, with its text", arguments: inputs)
  func github(label: String, text: String, status: Int32) throws {
    let plain = try CheckFormatTests.check(text, [])
    let result = try CheckFormatTests.check(text, ["--format", "github"])
    #expect(result.status == status)
    let command = /::(error|warning) file=([^,:]*),line=(\d+),col=(\d+),title=[^,:]*::(.*)/
    let lines = try result.output.split(separator: "\n").map { line in
      let match = try #require(line.wholeMatch(of: command), "\(line)")
      // Unescapes as the runner does.
      let text = { (part: Substring) in try #require(String(part).removingPercentEncoding) }
      return "\(try text(match.2)):\(match.3):\(match.4): \(match.1): \(try text(match.5))"
    }
    #expect(lines == CheckFormatTests.lines(plain.output + plain.errors))
  }

  @Test("each format has the fault that ended the check without a place", arguments: ["json", "sarif", "github"])
  func words(format: String) throws {
    let result = try CheckFormatTests.check(CheckFormatTests.wrong, ["--strict", "--format", format])
    #expect(result.status == 65)
    #expect(result.output.contains("2 records rejected, and --strict allows none"))
    #expect(result.errors.contains("2 records rejected, and --strict allows none"))
    if format != "github" { _ = try CheckFormatTests.object(result.output) }
  }

  @Test("--quiet keeps errors and a valid document", arguments: ["json", "sarif", "github"])
  func quiet(format: String) throws {
    let result = try CheckFormatTests.check(CheckFormatTests.wrong, ["--quiet", "--format", format])
    #expect(result.errors == "")
    #expect(!result.output.contains("colour"))
    #expect(result.output.contains("2026-11-31"))
    if format != "github" { _ = try CheckFormatTests.object(result.output) }
  }
}
