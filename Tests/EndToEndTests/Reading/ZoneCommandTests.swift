import Foundation
import TestSupport
import Testing

/// Tests `zones`, `drift` and `simulate` with zones whose rules differ between the two pinned trees: tz database 2026f has no
/// autumn change in Vancouver, Edmonton and Winnipeg in 2026, and 2025b has one.
struct ZoneCommandTests {
  static let export = [
    #"{"format":"tickler-export/1","app":"focusflow"}"#,
    account("v", "America/Vancouver"), account("e", "America/Edmonton"), account("w", "America/Winnipeg"),
    account("l", "Europe/London"),
  ].joined(separator: "\n")

  static func account(_ id: String, _ zone: String) -> String {
    #"{"account":{"id":"\#(id)","timeZone":"\#(zone)","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":[{"kind":"task","id":"t","title":"T","date":"2026-11-05","time":"09:00"}]}}"#
  }

  static let options = [
    "-", "--now", "2026-10-30T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
  ]
  static let old = TestFiles.root.appending(path: "Tests/Zoneinfo/2025b").path

  @Test("drift lists each notification that a new tz database moves, with the difference, and exits with 2")
  func drift() throws {
    let result = try Program.run(
      ["drift", "--against", ZoneCommandTests.old] + ZoneCommandTests.options, input: ZoneCommandTests.export)
    #expect(result.status == 2)
    #expect(
      result.output == """
        tz database: 2025b → 2026f, as of 2026-10-30T00:00:00Z
        3 moved, in 3 accounts
          America/Edmonton: 1 moved
          America/Vancouver: 1 moved
          America/Winnipeg: 1 moved

        account v (focusflow)
          moved focusflow.task.t, 2026-11-05 09:00 America/Vancouver: 2026-11-05T17:00:00Z → 2026-11-05T16:00:00Z (-1:00:00)

        account e (focusflow)
          moved focusflow.task.t, 2026-11-05 09:00 America/Edmonton: 2026-11-05T16:00:00Z → 2026-11-05T15:00:00Z (-1:00:00)

        account w (focusflow)
          moved focusflow.task.t, 2026-11-05 09:00 America/Winnipeg: 2026-11-05T15:00:00Z → 2026-11-05T14:00:00Z (-1:00:00)

        """)
  }

  @Test("drift and diff agree on an event that the new clock shows at another time")
  func driftOfClock() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"ritualist","accounts":[{"id":"a","timeZone":"America/Vancouver","#
      + #""items":[{"kind":"insight","id":"i","at":"2026-11-05T17:00:00Z"}]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let trees = [ZoneCommandTests.old, TestFiles.zoneinfo]
    let shared = ["in.json", "--now", "2026-10-30T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo"]
    for tree in trees {
      let planned = try Program.run(
        ["plan", "--emit", "plan,summary", "--out", "of" + tree.suffix(5)] + shared + [tree], in: folder)
      #expect(planned.status == 0)
    }
    let diff = try Program.run(["diff"] + trees.map { "of" + $0.suffix(5) } + ["--zoneinfo", trees[1]], in: folder)
    let drift = try Program.run(["drift", "--against", trees[0]] + shared + [trees[1]], in: folder)
    let line =
      "  changed personality-insight-i, 2026-11-05 10:00 America/Vancouver; "
      + #"local "2026-11-05T09:00:00" → "2026-11-05T10:00:00""#
    #expect(drift.output.split(separator: "\n").contains(Substring(line)), "\(drift.output)")
    #expect(diff.output.contains(line + " [tz database]\n"), "\(diff.output)")
    #expect(drift.status == 2 && diff.status == 2)
  }

  @Test("prints drift as JSON")
  func driftJSON() throws {
    let result = try Program.run(
      ["drift", "--format", "json", "--against", ZoneCommandTests.old] + ZoneCommandTests.options,
      input: ZoneCommandTests.export)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [String: Any]
    let changes = object["changes"] as! [[String: Any]]
    #expect(changes.map { $0["shiftSeconds"] as? Int } == [-3600, -3600, -3600])
    #expect((object["counts"] as? [String: Int]) == ["added": 0, "removed": 0, "moved": 3, "changed": 0])
  }

  @Test("prints drift as a page, with every value escaped")
  func driftHTML() throws {
    let result = try Program.run(
      ["drift", "--format", "html", "--against", ZoneCommandTests.old] + ZoneCommandTests.options,
      input: ZoneCommandTests.export.replacing(#""id":"v""#, with: #""id":"<b>v</b>""#))
    #expect(result.status == 2)
    #expect(result.output.contains("</span> 3 moved, in 3 accounts</h1>"))
    #expect(result.output.contains("<bdi>&lt;b&gt;v&lt;/b&gt;</bdi>"))
    #expect(result.output.contains("Vancouver, by −1:00"))
  }

  @Test("a tree compared with itself has no drift, and exits with 0")
  func noDrift() throws {
    let result = try Program.run(
      ["drift", "--against", TestFiles.zoneinfo] + ZoneCommandTests.options, input: ZoneCommandTests.export)
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("Nothing changes.\n"))
  }

  @Test("drift without a second tree is a usage error")
  func driftNeedsATree() throws {
    #expect(try Program.run(["drift", "-"]).status == 64)
  }

  @Test("zones lists each zone with its transitions in the window and the affected accounts")
  func zones() throws {
    let result = try Program.run(
      ["zones", "--days", "3"] + [
        "-", "--now", "2026-10-24T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], input: ZoneCommandTests.export.replacing("2026-11-05", with: "2026-10-25").replacing("09:00", with: "01:30"))
    #expect(result.status == 0)
    #expect(result.output.contains("America/Vancouver: 1 account, UTC-07:00 now, 1 goes out\nAmerica/Winnipeg"))
    #expect(
      result.output.contains(
        "  2026-10-25T01:00:00Z: UTC+01:00 → UTC+00:00 (2026-10-25 02:00 becomes 2026-10-25 01:00), 1 account, "
          + "1 notification on that day, 1 at a wall time that is skipped or repeated\n"))
  }

  @Test("zones lists the zones of items with what follows them")
  func zonesOfItems() throws {
    let export = ZoneCommandTests.export.replacing(
      #""time":"09:00"}]}}"#, with: #""time":"09:00","timeZone":"Asia/Tokyo"}]}}"#)
    let result = try Program.run(["zones"] + ZoneCommandTests.options, input: export)
    #expect(result.status == 0)
    #expect(result.output.contains("Asia/Tokyo: 4 accounts, UTC+09:00 now, 4 go out\n"), "\(result.output)")
    #expect(result.output.contains("Europe/London: 1 account, UTC+00:00 now, 0 go out\n"), "\(result.output)")
  }

  @Test("simulate reports the effect of a move, other quiet hours, slots, window or now")
  func simulate() throws {
    func run(_ more: [String]) throws -> Program.Result {
      try Program.run(["simulate"] + more + ZoneCommandTests.options, input: ZoneCommandTests.export)
    }
    let moved = try run(["--account", "l", "--zone-change", "2026-11-01T10:00:00Z=Asia/Tokyo"])
    #expect(moved.status == 2)
    #expect(
      moved.output.contains(
        "moved focusflow.task.t, 2026-11-05 09:00 Asia/Tokyo: 2026-11-05T09:00:00Z → 2026-11-05T00:00:00Z (-9:00:00)"))
    #expect(try run(["--account", "l", "--time-zone", "Europe/London"]).status == 0)
    #expect(try run(["--account", "l", "--quiet-hours", "22:00-10:00"]).output.contains("(+1:00:00)"))
    #expect(try run(["--account", "l", "--reserved", "64"]).output.contains("now no slot left"))
    #expect(try run(["--account", "l", "--for-days", "1"]).output.contains("now after the window"))
    #expect(try run(["--account", "l", "--as-of", "2026-11-06T00:00:00Z"]).output.contains("now past"))
    #expect(try run(["--account", "nobody", "--reserved", "1"]).status == 66)
    let rejected = try Program.run(
      ["simulate", "--account", "x", "--reserved", "1"] + ZoneCommandTests.options,
      input: ZoneCommandTests.export + "\n" + ZoneCommandTests.account("x", "Mars/Base"))
    #expect(rejected.status == 1)
    #expect(rejected.output.contains("Mars/Base"))
    #expect(rejected.output.hasSuffix("The account was rejected, so nothing is planned for it.\n"))
    #expect(try run(["--time-zone", "Mars/Base"]).status == 64)
    #expect(try run(["--zone-change", "tomorrow=Asia/Tokyo"]).status == 64)
  }

  static let broken = export + "\n" + account("x", "Mars/Base")

  @Test(
    "every command prints the diagnostics that plan prints, and no result under --strict",
    arguments: [
      ["zones"], ["drift", "--against", TestFiles.zoneinfo], ["simulate", "--for-days", "7"],
      ["explain", "--account", "v"],
      ["worker"],
    ])
  func diagnostics(command: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try Program.run(
      ["plan", "--out", folder.path] + ZoneCommandTests.options, input: ZoneCommandTests.broken)
    let wanted = plan.errors.split(separator: "\n").filter { !$0.hasPrefix("tickler: ") }
    #expect(wanted.count == 1)
    let paths = command == ["worker"] ? Array(ZoneCommandTests.options.dropFirst()) : ZoneCommandTests.options
    let result = try Program.run(command + paths, input: ZoneCommandTests.broken)
    // Another account's faults do not make an explanation incomplete.
    #expect(result.status == (command[0] == "explain" ? 0 : 1))
    #expect(result.errors.split(separator: "\n") == wanted)
    #expect(!result.output.isEmpty)
    let strict = try Program.run(command + ["--strict"] + paths, input: ZoneCommandTests.broken)
    #expect(strict.status == 65)
    #expect(strict.output == "")
  }

  @Test("simulate reports changed texts too, and requires a change")
  func simulateContents() throws {
    #expect(try Program.run(["simulate"] + ZoneCommandTests.options, input: ZoneCommandTests.export).status == 64)
    let other = try Program.run(
      ["simulate", "--account", "l", "--time-zone", "Europe/Lisbon"] + ZoneCommandTests.options,
      input: ZoneCommandTests.export)
    #expect(other.status == 2)
    #expect(
      other.output.contains(#"changed focusflow.task.t, 2026-11-05 09:00 Europe/Lisbon; zone "Europe/London" → "#))
  }

  @Test("drift warns if a tree lacks a zone, and compares the others", arguments: ["text", "json", "html"])
  func driftWithoutZone(format: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tree = folder.appending(path: "zoneinfo")
    try FileManager.default.copyItem(at: URL(filePath: TestFiles.zoneinfo), to: tree)
    try FileManager.default.removeItem(at: tree.appending(path: "America/Winnipeg"))
    let result = try Program.run(
      ["drift", "--format", format, "--against", tree.path] + ZoneCommandTests.options, input: ZoneCommandTests.export)
    #expect(result.status == 2)
    #expect(result.output.contains("lacks America/Winnipeg: 1 account not compared"))
    #expect(!result.output.contains("focusflow.task.t"))
  }
}
