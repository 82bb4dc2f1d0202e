import CivilTime
import Comparing
import Diagnostics
import Foundation
import PlanModel
import Running
import TestRuns
import TestSupport
import Testing

/// Compares two plans: the report of each difference, and its cause.
struct DiffTests {
  struct Side {
    var account: String
    var now = "2026-10-20T06:00:00Z"
    var zoneinfo = TestFiles.zoneinfo
    var policy: String?
    var days = 3
  }

  static let task = #""items":[{"kind":"task","id":"t","title":"Post","date":"2026-10-21","time":"09:00"}]"#

  static let daily = task.replacing(#""time""#, with: #""repeat":"daily","time""#)
    .replacing("2026-10-21", with: "2026-10-20")

  static func account(_ inner: String, zone: String = "Europe/London") -> String {
    #"{"id":"a","timeZone":"\#(zone)","preferences":{"kinds":{"nudge":false,"recap":false,"dailyReminder":false}},\#(inner)}"#
  }

  /// Returns the shipped policy with a piece of it replaced.
  static func policy(_ old: String, _ new: String) throws -> String {
    try String(contentsOfFile: TestFiles.templates + "/policies/focusflow.toml", encoding: .utf8)
      .replacing(old, with: new)
  }

  static func plan(_ side: Side, _ out: URL, previous: URL? = nil) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = PlanOptions(now: try #require(Instant(rfc3339: side.now.utf8)))
    let input = folder.appending(path: "export.json")
    try Data(#"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(side.account)]}"#.utf8).write(to: input)
    options.paths = [input.path]
    if let policy = side.policy {
      let file = folder.appending(path: "focusflow.toml")
      try Data(policy.utf8).write(to: file)
      options.policies = [file.path]
    }
    options.templates = TestFiles.templates
    options.zoneinfo = side.zoneinfo
    options.days = side.days
    options.isQuiet = true
    options.out = out.path
    options.previous = previous?.path
    _ = try await PlanRun.run(options)
  }

  static let table: [(name: String, old: Side, new: Side, lines: [String])] = [
    ("equal plans", Side(account: account(task)), Side(account: account(task)), []),
    (
      "a task that is new", Side(account: account(#""items":[]"#)), Side(account: account(task)),
      ["added focusflow.task.t, 2026-10-21 09:00 Europe/London: 2026-10-21T08:00:00Z [data]"]
    ),
    (
      "a task that is gone", Side(account: account(task)), Side(account: account(#""items":[]"#)),
      [
        "removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now not a candidate [data]"
      ]
    ),
    (
      "a task that is done", Side(account: account(task)),
      Side(account: account(task.replacing(#""time""#, with: #""completed":true,"time""#))),
      ["removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now done already [data]"]
    ),
    (
      "another time", Side(account: account(task)), Side(account: account(task.replacing("09:00", with: "10:30"))),
      [
        "moved focusflow.task.t, 2026-10-21 10:30 Europe/London: 2026-10-21T08:00:00Z → 2026-10-21T09:30:00Z "
          + #"(+1:30:00); local "2026-10-21T09:00:00" → "2026-10-21T10:30:00" [data]"#
      ]
    ),
    (
      "another title", Side(account: account(task)), Side(account: account(task.replacing("Post", with: "Mail"))),
      [#"changed focusflow.task.t, 2026-10-21 09:00 Europe/London; title "Post" → "Mail" [data]"#]
    ),
    (
      "the account moves to another zone", Side(account: account(task)),
      Side(account: account(task, zone: "Europe/Paris")),
      [
        "moved focusflow.task.t, 2026-10-21 09:00 Europe/Paris: 2026-10-21T08:00:00Z → 2026-10-21T07:00:00Z "
          + #"(-1:00:00); zone "Europe/London" → "Europe/Paris" [settings]"#
      ]
    ),
    (
      "the account switches the kind off", Side(account: account(task)),
      Side(account: account(task).replacing(#""nudge":false"#, with: #""task":false,"nudge":false"#)),
      [
        "removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now kind is off [settings]"
      ]
    ),
    (
      "the time has come", Side(account: account(task)), Side(account: account(task), now: "2026-10-21T08:00:01Z"),
      ["removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now past [time passing]"]
    ),
    (
      "the window reaches it",
      Side(account: account(task.replacing("2026-10-21", with: "2026-10-24")), now: "2026-10-20T06:00:00Z"),
      Side(account: account(task.replacing("2026-10-21", with: "2026-10-24")), now: "2026-10-21T06:00:00Z"),
      [
        "added focusflow.task.t, 2026-10-24 09:00 Europe/London: 2026-10-24T08:00:00Z, before: after the window "
          + "[time passing]"
      ]
    ),
    (
      "the tz database changes: Vancouver stays on daylight time",
      Side(
        account: account(task.replacing("2026-10-21", with: "2026-11-02"), zone: "America/Vancouver"),
        now: "2026-10-31T12:00:00Z", zoneinfo: TestFiles.root.appending(path: "Tests/Zoneinfo/2025b").path),
      Side(
        account: account(task.replacing("2026-10-21", with: "2026-11-02"), zone: "America/Vancouver"),
        now: "2026-10-31T12:00:00Z"),
      [
        "moved focusflow.task.t, 2026-11-02 09:00 America/Vancouver: 2026-11-02T17:00:00Z → 2026-11-02T16:00:00Z "
          + "(-1:00:00) [tz database]"
      ]
    ),
    (
      "the policy switches the kind off", Side(account: account(task)),
      Side(
        account: account(task),
        policy: try! policy("[kinds.task]\n", "[kinds.task]\nenabled = false\n")),
      ["removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now kind is off [policy]"]
    ),
    (
      "the policy sends it elsewhere", Side(account: account(task)),
      Side(
        account: account(task),
        policy: try! policy(#"destination = "task/{id}""#, #"destination = "tasks""#)),
      [#"changed focusflow.task.t, 2026-10-21 09:00 Europe/London; destination "task/t" → "tasks" [policy]"#]
    ),
    (
      "the policy gives it an address", Side(account: account(task)),
      Side(account: account(task), policy: try! policy("days = 14\n", "days = 14\nurl = \"ff://{destination}\"\n")),
      [#"changed focusflow.task.t, 2026-10-21 09:00 Europe/London; url none → "ff://task/t" [policy]"#]
    ),
    (
      "fewer days are planned", Side(account: account(task)), Side(account: account(task), days: 0),
      [
        "removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now after the window [window]"
      ]
    ),
    (
      "the account moves, and the task has another title", Side(account: account(task)),
      Side(account: account(task.replacing("Post", with: "Mail"), zone: "Europe/Paris")),
      [
        "moved focusflow.task.t, 2026-10-21 09:00 Europe/Paris: 2026-10-21T08:00:00Z → 2026-10-21T07:00:00Z "
          + #"(-1:00:00); title "Post" → "Mail"; zone "Europe/London" → "Europe/Paris" [settings, data]"#
      ]
    ),
    (
      "the account and the policy switch the kind off", Side(account: account(task)),
      Side(
        account: account(task).replacing(#""nudge":false"#, with: #""task":false,"nudge":false"#),
        policy: try! policy("[kinds.task]\n", "[kinds.task]\nenabled = false\n")),
      [
        "removed focusflow.task.t, 2026-10-21 09:00 Europe/London: was 2026-10-21T08:00:00Z, now kind is off [settings]"
      ]
    ),
  ]

  @Test(
    "an immediate notification moves by time even if inputs differ; its display in the account's zone, by settings"
  )
  func toldNow() async throws {
    let habit =
      #""items":[{"kind":"habit","id":"h","name":"Read","streak":7,"completions":["2026-10-19","2026-10-20"]}]"#
    let account = #"{"id":"a","app":"ritualist","timeZone":"UTC",\#(habit)}"#
    let call =
      #"{"id":"a","app":"own","timeZone":"UTC","items":[{"kind":"call","id":"c","at":"2026-10-20T09:00:00Z"}]}"#
    let policy = """
      format = "tickler-policy/1"
      app = "own"
      [items.call.fields]
      at = "instant"
      [kinds.call]
      shape = "event"
      item = "call"
      at = "{at}"
      identifier = "call.{id}"
      title = "At {{at}}"
      """
    for (old, new, line) in [
      (
        Side(account: account), Side(account: account + #",{"id":"b","timeZone":"UTC"}"#, now: "2026-10-20T06:05:00Z"),
        "moved streak_milestone_h-7, 2026-10-20 06:05 UTC: 2026-10-20T06:00:00Z → 2026-10-20T06:05:00Z (+0:05:00); "
          + #"local "2026-10-20T06:00:00" → "2026-10-20T06:05:00" [time passing]"#
      ),
      (
        Side(account: call, policy: policy),
        Side(account: call.replacing(#""UTC""#, with: #""Asia/Tokyo""#), policy: policy), "[settings]"
      ),
    ] {
      let folder = try TestFiles.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let (first, second) = (folder.appending(path: "old"), folder.appending(path: "new"))
      try await DiffTests.plan(old, first)
      try await DiffTests.plan(new, second)
      var options = PlanOptions(now: .distantPast)
      options.zoneinfo = TestFiles.zoneinfo
      let (output, _) = try DiffRun.run(first.path, second.path, without: [], format: .text, options)
      let reported = output.split(separator: "\n").last { $0.contains("streak_milestone") || $0.contains("call.c") }
      #expect(reported?.hasSuffix(line) == true, "\(output)")
    }
  }

  /// Two plans that consist of only the plan file.
  @Test("detects changed settings, a switch or a zone, from a plan file alone")
  func planAlone() async throws {
    for side in [
      Side(
        account: DiffTests.account(DiffTests.task).replacing(#""nudge":false"#, with: #""task":false,"nudge":false"#)),
      Side(account: DiffTests.account(DiffTests.task, zone: "Europe/Paris")),
    ] {
      let folder = try TestFiles.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      var plans: [String] = []
      for (name, side) in [("old", Side(account: DiffTests.account(DiffTests.task))), ("new", side)] {
        try await DiffTests.plan(side, folder.appending(path: name))
        let alone = folder.appending(path: "\(name).ndjson")
        try FileManager.default.copyItem(at: folder.appending(path: "\(name)/plan.ndjson"), to: alone)
        plans.append(alone.path)
      }
      var options = PlanOptions(now: .distantPast)
      options.zoneinfo = TestFiles.zoneinfo
      let output = try DiffRun.run(plans[0], plans[1], without: [], format: .text, options).output
      #expect(output.split(separator: "\n").filter { $0.hasSuffix("[settings]") }.count == 1, "\(output)")
    }
  }

  @Test("reports each difference once, with its cause", arguments: table)
  func differences(name: String, old: Side, new: Side, lines: [String]) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (folder.appending(path: "old"), folder.appending(path: "new"))
    try await DiffTests.plan(old, first)
    try await DiffTests.plan(new, second)
    var options = PlanOptions(now: .distantPast)
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    let (output, status) = try DiffRun.run(first.path, second.path, without: [], format: .text, options)
    // Only the lines below accounts, not those of the table.
    let reported = output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.contains("focusflow.") && !$0.contains("; a: ")
    }
    #expect(reported.map { String($0.dropFirst(2)) } == lines, "\(name)")
    #expect(status == (lines.isEmpty ? 0 : 2))

    let page = try DiffRun.run(first.path, second.path, without: [], format: .html, options)
    #expect(page.output.contains("<html") && page.status == status)
    let markdown = try DiffRun.run(first.path, second.path, without: [], format: .markdown, options)
    #expect(markdown.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    #expect(markdown.output.split(separator: "\n").count { $0.hasPrefix("  - ") } == lines.count)
    let json = try DiffRun.run(first.path, second.path, without: [], format: .json, options)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["changes"] as? [Any])?.count == lines.count)

    // If every cause is excluded, nothing remains.
    let all = Set(ChangeCause.allCases)
    #expect(try DiffRun.run(first.path, second.path, without: all, format: .text, options).status == 0)
  }

  static let successions: [(name: String, sides: [Side], sequences: [String])] = [
    ("nothing changes", [Side(account: account(task)), Side(account: account(task))], ["t=0"]),
    (
      "it moves twice",
      [
        Side(account: account(task)), Side(account: account(task.replacing("09:00", with: "10:00"))),
        Side(account: account(task.replacing("09:00", with: "11:00"))),
      ], ["t=2"]
    ),
    (
      "it is withdrawn and returns",
      [
        Side(account: account(task)),
        Side(account: account(task.replacing(#""time""#, with: #""completed":true,"time""#))),
        Side(account: account(task)),
      ], ["t=2"]
    ),
    (
      "it disappears and returns",
      [Side(account: account(task)), Side(account: account(#""items":[]"#)), Side(account: account(task))], ["t=2"]
    ),
    (
      "the account disappears for two plans, and returns",
      [
        Side(account: account(task)), Side(account: account(task).replacing(#""id":"a""#, with: #""id":"b""#)),
        Side(account: account(task).replacing(#""id":"a""#, with: #""id":"b""#)), Side(account: account(task)),
      ], ["t=2"]
    ),
    (
      "the window leaves it out, and reaches it again",
      [
        Side(account: account(daily)), Side(account: account(daily), days: 0), Side(account: account(daily)),
      ], ["t=0", "t=2", "t=2", "t=2"]
    ),
    (
      "only the zone is another: the same instant by another clock",
      [
        Side(account: account(task, zone: "Europe/Paris")), Side(account: account(task, zone: "Europe/Berlin")),
      ], ["t=1"]
    ),
    (
      "it has gone out: that is no change",
      [Side(account: account(task)), Side(account: account(task), now: "2026-10-21T09:00:00Z")], ["t=0"]
    ),
  ]

  @Test("SEQUENCE rises exactly if an occurrence changes", arguments: successions)
  func sequences(name: String, sides: [Side], sequences: [String]) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var last: URL?
    for (index, side) in sides.enumerated() {
      let out = folder.appending(path: "\(index)")
      try await DiffTests.plan(side, out, previous: last)
      last = out
    }
    let lines = try Scenario.objects(try #require(last).appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
    let found = lines.filter { $0["kind"] == "task" }.map { "\($0["item"] ?? "")=\($0["sequence"] ?? "0")" }
    #expect(found == sequences, "\(name)")
  }
}
