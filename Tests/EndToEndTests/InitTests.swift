import Foundation
import TestRuns
import TestSupport
import Testing

/// `tickler init`: what it writes is a whole that plans without a warning, whatever app it is like.
@Suite struct InitTests {
  private static let now = "2026-11-20T12:00:00Z"
  private static let apps = ["diary", "focusflow", "moneymap", "personal", "ritualist", "steps"]
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
      #expect(!rest.contains("\"\(like)"), "\(name)")
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
}
