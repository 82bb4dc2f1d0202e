import Foundation
import TestRuns
import TestSupport
import Testing

/// `tickler init`: what it writes is a whole that plans without a warning, whatever app it is like.
@Suite struct InitTests {
  private static let now = "2026-11-20T12:00:00Z"
  private static let apps = [
    "diary", "focusflow", "moneymap", "personal", "ritualist", "steps",
    TestFiles.root.appending(path: "Examples/pillbox").path,
  ]
  private static let options = ["--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates]

  private func make(_ like: String, in folder: URL, _ app: String = "tidy") throws {
    let result = try Program.run(
      ["init", app, "--like", like, "--now", InitTests.now, "--templates", TestFiles.templates], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("next: cd \(app) && make check && make\n"))
  }

  @Test("it checks and plans without a warning, and reaches each kind", arguments: apps)
  func plans(like: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make(like, in: folder)
    let tidy = folder.appending(path: "tidy")
    let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
    let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: tidy)
    #expect((check.status, check.output) == (0, ""), "\(check.errors)")
    let plan = try Program.run(
      ["plan", "exports", "--strict", "--out", "plan"] + policies + InitTests.options, in: tidy)
    #expect(plan.status == 0)
    #expect(!plan.errors.contains("warning"), "\(plan.errors)")
    let lines = try Scenario.objects(tidy.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    let text = try String(contentsOf: tidy.appending(path: "policy.toml"), encoding: .utf8)
    let kinds = Set(text.matches(of: /(?m)^\[kinds\.(\w+)\]$/).map { String($0.output.1) })
    #expect(Set(lines.filter { $0["outcome"] != "dropped" }.compactMap { $0["kind"] }) == kinds)
    #expect(Set(lines.compactMap { $0["app"] }) == ["tidy"])
    // Nothing is left of the app that it is like, but the words of where it comes from.
    for name in ["policy.toml", "messages.toml"] {
      let text = try String(contentsOf: tidy.appending(path: name), encoding: .utf8)
      let rest = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      #expect(!rest.contains("\"\(like.split(separator: "/").last!)"), "\(name)")
    }
  }

  @Test("every text has a comment above it", arguments: apps)
  func comments(like: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make(like, in: folder)
    let text = try String(contentsOf: folder.appending(path: "tidy/messages.toml"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.hasPrefix("[[") {
      #expect(lines[index - 1].hasPrefix("# "), "line \(index + 1): \(line)")
    }
  }

  @Test("make check, make and make diff do what the README says")
  func make() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make("moneymap", in: folder)
    let tidy = folder.appending(path: "tidy")
    let tool = "make -s TICKLER='\(Program.path)' ARGS='--now \(InitTests.now) --zoneinfo \(TestFiles.zoneinfo)'"
    _ = try Shell.run("\(tool) check", in: tidy)
    _ = try Shell.run("\(tool)", in: tidy)
    #expect(FileManager.default.fileExists(atPath: tidy.appending(path: "plan/index.html").path))
    _ = try Shell.run("sed -i 's/890.00/910.00/' exports/sample.json", in: tidy)
    _ = try Shell.run("\(tool) plan", in: tidy)
    let diff = String(decoding: try Shell.run("make -s TICKLER='\(Program.path)' diff", in: tidy), as: UTF8.self)
    #expect(diff.contains("€910.00") || diff.contains("body"), "\(diff)")
    #expect(FileManager.default.fileExists(atPath: tidy.appending(path: "previous/plan.ndjson").path))
  }

  @Test("what cannot be made is told, and leaves nothing")
  func refused() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "tidy"), withIntermediateDirectories: true)
    let rows: [([String], Int32, String)] = [
      (["init", "tidy"], 73, "tickler: error: tidy is there already; name another folder with --out\n"),
      (
        ["init", "app", "--like", "moneymp"], 64,
        "tickler: error: there is no app \"moneymp\" to begin like; one of diary focusflow moneymap personal ritualist steps; the nearest is moneymap\n"
      ),
      (["init", "a/b"], 64, "Error: an app's name has letters, digits, -, _ and full stops, not a/b\n"),
    ]
    for (command, status, says) in rows {
      let result = try Program.run(command + ["--templates", TestFiles.templates], in: folder)
      #expect(result.status == status)
      #expect(result.errors.hasPrefix(says), "\(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tidy"])
  }

  // MARK: From an export

  private static let plants = #"""
    {"format":"tickler-export/1","app":"plants","exportedAt":"2026-11-20T11:00:00Z","accounts":[{"id":"ada","timeZone":"Europe/Rome","items":[
    {"kind":"plant","id":"fern","name":"Fern","room":"bath","moisture":35.5,"interval":4,"date":"2026-11-22","completions":["2026-11-18"]},
    {"kind":"plant","id":"basil","name":"Basil","moisture":12,"interval":2,"date":"2026-11-21","bought":"2026-10-01","poisonous":false},
    {"kind":"sowing","id":"peas","title":"Peas","at":"2026-12-01T08:00:00Z","beds":["north","west"],"price":"3.50"}]}]}
    """#

  @Test("from an export it declares its items, and that plans without a warning", arguments: ["json", "ndjson"])
  func fromExport(ending: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var export = InitTests.plants
    if ending == "ndjson" {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any])
      let account = try #require((object["accounts"] as? [Any])?.first)
      let line = String(decoding: try JSONSerialization.data(withJSONObject: ["account": account]), as: UTF8.self)
      export = #"{"format":"tickler-export/1","app":"plants"}"# + "\n" + line + "\n"
    }
    try Data(export.utf8).write(to: folder.appending(path: "e.\(ending)"))
    let made = try Program.run(["init", "--from", "e.\(ending)", "--templates", TestFiles.templates], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let plants = folder.appending(path: "plants")
    let policy = try String(contentsOf: plants.appending(path: "policy.toml"), encoding: .utf8)
    let declared = [
      "[items.plant.fields]", "name = { type = \"text\", required = true", "room = { type = \"text\", meaning",
      "moisture = { type = \"number\", required = true", "interval = { type = \"integer\", required = true",
      "bought = { type = \"date\", meaning", "poisonous = { type = \"bool\", meaning", "[items.sowing.fields]",
      "at = { type = \"instant\", required = true", "beds = { type = \"list-of-text\", required = true",
      "price = { type = \"text\", required = true", "[kinds.plant]", "[kinds.sowing]",
    ]
    for words in declared { #expect(policy.contains(words), "\(words)") }
    for name in ["date", "completions", "kind", "id"] { #expect(!policy.contains("\n\(name) = {"), "\(name)") }
    let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
    let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: plants)
    #expect((check.status, check.output) == (0, ""), "\(check.errors)")
    let plan = try Program.run(
      ["plan", "exports", "--strict", "--out", "plan"] + policies + InitTests.options, in: plants)
    #expect(plan.status == 0 && !plan.errors.contains("warning"), "\(plan.errors)")
    let lines = try Scenario.objects(plants.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    #expect(Set(lines.filter { $0["outcome"] == "scheduled" }.compactMap { $0["title"] }) == ["Fern", "Basil", "Peas"])
  }

  @Test(
    "an export that is none, or another app's, is told",
    arguments: [
      ("a,b\n1,2\n", "plants", 65, "e.json:1:1: error: found CSV; expected an export in JSON or NDJSON\n"),
      (
        "{}", "plants", 65,
        "e.json:1:1: error: field format: no tickler-export/1 document; expected an export: docs/exports.md has the frame\n"
      ),
      (
        #"{"format":"tickler-export/1","app":"plants"}"#, "tidy", 64,
        "tickler: error: the export is of the app \"plants\": tickler init plants --from …\n"
      ),
    ])
  func wrongExport(text: String, app: String, status: Int32, says: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "e.json"))
    let result = try Program.run(["init", app, "--from", "e.json", "--templates", TestFiles.templates], in: folder)
    #expect((result.status, result.errors) == (status, says))
  }
}
