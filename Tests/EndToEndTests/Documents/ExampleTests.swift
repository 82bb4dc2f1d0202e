import Foundation
import TestRuns
import TestSupport
import Testing

/// Plans the examples as `make` does, and compares the output byte for byte.
///
/// The recorded run covers two days, up to the end of daylight saving time in Europe. Its page is stored without styles and script,
/// so that differences are readable. `Tests/record ExampleTests` writes it.
struct ExampleTests {
  static let now = "2026-10-23T16:00:00Z"
  static let names = [
    "plan.ndjson", "actions.ndjson", "accounts.ndjson", "summary.json", "index.html", "calendar.ics",
  ]

  static func plan(
    _ out: URL, jobs: Int = 1, emit: String = "plan,actions,summary,html,ics", days: Int = 14
  ) throws -> Program.Result {
    try Program.run([
      "plan", "inputs", "--now", now, "--out", out.path, "--zoneinfo", "Tests/Zoneinfo/2026f", "--jobs", "\(jobs)",
      "--emit", emit, "--days", "\(days)", "--quiet",
    ])
  }

  @Test("every file equals the recorded one; a difference names its line")
  func golden() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    #expect(try ExampleTests.plan(out, days: 2).status == 1, "one record of the examples is broken on purpose")
    for name in ExampleTests.names {
      let text = try ExampleTests.withoutStylesAndScript(String(contentsOf: out.appending(path: name), encoding: .utf8))
      #expect(try RecordedFile("Tests/Golden/examples/\(name)").difference(from: text) == nil)
    }
  }

  private static func withoutStylesAndScript(_ page: String) -> String {
    page.replacing(/(?s)<(style|script)>.*?<\/\1>/) { "<\($0.1)></\($0.1)>" }
  }

  @Test("a second run, with any number of jobs, writes the same bytes")
  func deterministic() throws {
    let first = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: first) }
    _ = try ExampleTests.plan(first)
    for jobs in [1, 2, 7] {
      let second = try TestFiles.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: second) }
      _ = try ExampleTests.plan(second, jobs: jobs)
      for name in ExampleTests.names {
        #expect(
          try Data(contentsOf: first.appending(path: name)) == Data(contentsOf: second.appending(path: name)),
          "\(name) with \(jobs) jobs")
      }
    }
  }

  @Test("the calendar has an event for each scheduled decision, each with its own uid")
  func calendar() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    _ = try ExampleTests.plan(out, emit: "plan,ics")
    let lines = try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
    let scheduled = lines.filter { $0["outcome"] == "scheduled" }
    let calendar = try String(contentsOf: out.appending(path: "calendar.ics"), encoding: .utf8)
    let uids = calendar.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
    #expect(uids == scheduled.map { $0["uid"]! })
    #expect(Set(uids).count == uids.count)
  }

  @Test("the examples show what a newcomer should see")
  func show() throws {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    _ = try ExampleTests.plan(out, emit: "plan,actions")
    let lines = try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
    for reason in ["slotLimit", "unauthorized", "duplicate", "paid", "completed"] {
      #expect(lines.contains { $0["reason"] == reason }, "\(reason)")
    }
    #expect(lines.contains { $0["deferredFrom"] != nil })
    #expect(lines.contains { $0["late"] != nil })
    #expect(
      Set(lines.compactMap { $0["app"] }) == ["focusflow", "moneymap", "ritualist", "diary", "steps", "personal"])
    let actions = try Scenario.objects(out.appending(path: "actions.ndjson")).map(Scenario.texts)
    #expect(Set(actions.compactMap { $0["action"] }) == ["keep", "move", "add", "cancel"])
  }
}
