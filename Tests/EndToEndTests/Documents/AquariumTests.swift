import Foundation
import TestSupport
import Testing

/// Tests `Examples/aquarium` with a pull request that its workflow checks.
@Suite struct AquariumTests {
  /// Returns the commands of the workflow's steps in order, without installation.
  private static func steps() throws -> [String] {
    let file = TestFiles.root.appending(path: "Examples/aquarium/.github/workflows/notifications.yml")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard let run = line.firstRange(of: "run: ") else { return nil }
      let command = String(line[run.upperBound...])
      return ["apt-get", "git clone", "git config"].contains { command.hasPrefix($0) } ? nil : command
    }
  }

  @Test("each step of its workflow passes, and the last one reports what a pull request changes for users")
  func workflow() throws {
    let folder = try TestFiles.temporaryFolder().resolvingSymlinksInPath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appending(path: "aquarium")
    try FileManager.default.copyItem(at: TestFiles.root.appending(path: "Examples/aquarium"), to: app)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "tickler").path, withDestinationPath: Program.path)
    let identity = "-c user.name=app -c user.email=app@example.org"
    let setup = """
      set -e
      export PATH='\(folder.path)':"$PATH" TZDIR='\(TestFiles.zoneinfo)' NOW=2026-11-20T12:00:00Z PYTHONDONTWRITEBYTECODE=1
      export GITHUB_STEP_SUMMARY='\(folder.path)/summary.md'

      """
    func commit(_ words: String) throws {
      try Shell.run("git add --all && git \(identity) commit --quiet -m '\(words)'", in: app)
    }
    try Shell.run("git init --quiet --initial-branch main", in: app)
    try commit("As it is")
    try Shell.run("git update-ref refs/remotes/origin/main HEAD", in: app)
    let policy = app.appending(path: "policy.toml")
    let text = try String(contentsOf: policy, encoding: .utf8)
    try text.replacing("time = \"09:00\"", with: "time = \"08:00\"")
      .replacing("T09:00 aquarium.restock", with: "T08:00 aquarium.restock")
      .write(to: policy, atomically: true, encoding: .utf8)
    try commit("Restock an hour earlier")

    let steps = try AquariumTests.steps()
    #expect(steps.count == 5)
    for step in steps { try Shell.run(setup + step, in: app) }
    let summary = try String(contentsOf: folder.appending(path: "summary.md"), encoding: .utf8)
    #expect(summary.contains("aquarium.restock.wafers") && summary.contains("policy"), "\(summary)")
    #expect(!summary.contains("aquarium.water"), "\(summary)")
  }

  @Test("it has four types of items, five kinds and two languages, and each kind goes out in both")
  func whole() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = TestFiles.root.appending(path: "Examples/aquarium").path
    let run = try Program.run([
      "plan", "\(app)/exports", "--policy", app, "--out", folder.path, "--now", "2026-11-20T12:00:00Z", "--zoneinfo",
      TestFiles.zoneinfo, "--templates", TestFiles.templates,
    ])
    try #require(run.status == 0, "\(run.errors)")
    var titles: [String: Set<String>] = [:]
    for line in try String(contentsOf: folder.appending(path: "plan.ndjson"), encoding: .utf8).split(separator: "\n") {
      let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let kind = fields?["kind"] as? String, let title = fields?["title"] as? String else { continue }
      titles[kind, default: []].insert(title)
    }
    #expect(titles.keys.sorted() == ["feeding", "nitrate", "restock", "rinse", "waterChange"])
    #expect(titles["feeding"] == ["Feeding time", "Zeit zum Füttern"])
    #expect(titles["waterChange"]?.isSuperset(of: ["Wasserwechsel: Riff", "Change the water of Shrimp bowl"]) == true)
  }
}
