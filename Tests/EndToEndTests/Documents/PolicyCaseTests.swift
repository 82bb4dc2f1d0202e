import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests `[tests]` of a policy: `tickler check` runs them, and `tickler explain --as-test` writes one.
@Suite struct PolicyCaseTests {
  private static let options = ["--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates]
  private static let policy = """
    format = "tickler-policy/1"
    app = "tidy"
    [quietHours]
    start = "22:00"
    end = "07:00"
    [kinds.task]
    identifier = "chore.{id}"
    title = "{{title}}"
    [tests.weekly]
    now = "2026-11-20T12:00:00Z"
    days = 8
    expected = [
      "2026-11-20T11:00 chore.bins past",
      "2026-11-27T11:00 chore.bins scheduled",
      "2026-11-21T23:00 chore.late scheduled 2026-11-22T07:00",
    ]
    [tests.weekly.account]
    timeZone = "Europe/Rome"
    [[tests.weekly.items]]
    kind = "task"
    id = "bins"
    title = "Bins"
    date = 2026-11-20
    time = "11:00"
    repeat = "weekly"
    [[tests.weekly.items]]
    kind = "task"
    id = "late"
    title = "Late"
    date = "2026-11-21"
    time = 23:00:00

    """

  private func check(_ policy: String) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(policy.utf8).write(to: folder.appending(path: "p.toml"))
    return try Program.run(["check", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder)
  }

  @Test("a test with the expected outcome passes")
  func passes() throws {
    let result = try check(PolicyCaseTests.policy)
    #expect((result.status, result.output) == (0, ""), "\(result.errors)")
    #expect(result.errors == "tickler: 0 accounts, 0 records rejected, 0 warnings, 1 test passed\n")
  }

  static let failures: [(what: String, old: String, new: String, messages: [String])] = [
    (
      "another outcome", "chore.bins scheduled", "chore.bins dailyCap",
      [
        "p.toml:14:3: error: field tests.weekly.expected: found 2026-11-27T11:00 chore.bins scheduled; expected 2026-11-27T11:00 chore.bins dailyCap"
      ]
    ),
    (
      "another time of going out", "2026-11-22T07:00", "2026-11-22T08:00",
      [
        "p.toml:15:3: error: field tests.weekly.expected: found 2026-11-21T23:00 chore.late scheduled 2026-11-22T07:00; expected 2026-11-21T23:00 chore.late scheduled 2026-11-22T08:00"
      ]
    ),
    (
      "a missing decision", "chore.late", "chore.early",
      [
        "p.toml:15:3: error: field tests.weekly.expected: found no such decision; expected 2026-11-21T23:00 chore.early scheduled 2026-11-22T07:00",
        "p.toml:12:1: error: field tests.weekly.expected: found 2026-11-21T23:00 chore.late scheduled 2026-11-22T07:00 as well; expected exactly the listed decisions",
      ]
    ),
    (
      "the policy has changed", "end = \"07:00\"", "end = \"06:00\"",
      [
        "p.toml:15:3: error: field tests.weekly.expected: found 2026-11-21T23:00 chore.late scheduled 2026-11-22T06:00; expected 2026-11-21T23:00 chore.late scheduled 2026-11-22T07:00"
      ]
    ),
    (
      "an invalid record", "Europe/Rome", "Europe/Rom",
      [
        "p.toml:12:1: error: account \"test\", field tests.weekly.timeZone: found \"Europe/Rom\"; expected the name of a zone or link of tz database 2026f; the nearest is Europe/Rome"
      ]
    ),
    (
      "kinds that the policy does not have", "days = 8", "days = 8\nkinds = [\"tasks\"]",
      ["p.toml:12:10: error: field tests.weekly.kinds: found \"tasks\"; expected task; the nearest is task"]
    ),
    (
      "an unknown key", "days = 8", "day = 8",
      ["p.toml:11:1: error: field tests.weekly.day: the key is unknown; expected days, the nearest that is known"]
    ),
  ]

  @Test("a failing test ends with 65 and names the place", arguments: failures)
  func fails(what: String, old: String, new: String, messages: [String]) throws {
    let result = try check(PolicyCaseTests.policy.replacing(old, with: new))
    #expect(result.status == 65)
    let lines = (result.output + result.errors).split(separator: "\n").map(String.init).filter {
      $0.contains("error: ")
    }
    #expect(lines == messages)
  }

  @Test("a plan reads no tests")
  func planned() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = PolicyCaseTests.policy.replacing("days = 8", with: "dais = 8")
    try Data(policy.utf8).write(to: folder.appending(path: "p.toml"))
    try Data(#"{"format":"tickler-export/1","app":"tidy","accounts":[{"id":"a","timeZone":"UTC"}]}"#.utf8)
      .write(to: folder.appending(path: "a.json"))
    #expect(
      try Program.run(["plan", "a.json", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder).status == 0)
  }

  @Test(
    "explain --as-test writes passing tests for each account of the examples",
    arguments: [
      ("focusflow", "ana"), ("focusflow", "cleo"), ("focusflow", "dina"), ("diary", "ivy"), ("diary", "guest"),
      ("moneymap", "noa"),
      ("ritualist", "gus"), ("steps", "kit"), ("personal", "rosa"),
    ])
  func written(app: String, account: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = ["--now", ExampleTests.now]
    let test = try Program.run(
      ["explain", "inputs", "--account", account, "--app", app, "--as-test"] + now + PolicyCaseTests.options)
    #expect(test.status == 0, "\(test.errors)")
    let policy = try String(contentsOfFile: "\(TestFiles.templates)/policies/\(app).toml", encoding: .utf8)
    try Data((policy + "\n" + test.output).utf8).write(to: folder.appending(path: "p.toml"))
    let result = try Program.run(["check", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.hasSuffix(", 1 test passed\n"))
    // The test covers every decision of the account.
    let plan = try Program.run(
      ["explain", "inputs", "--account", account, "--app", app, "--format", "json"] + now + PolicyCaseTests.options)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(plan.output.utf8)) as? [String: Any])
    let decisions = try #require(
      object["notifications"] as? [Any] ?? object["candidates"] as? [Any] ?? object["decisions"] as? [Any])
    let expected = test.output.split(separator: "\n").prefix { !$0.hasPrefix("actions = ") }
    #expect(expected.count { $0.hasPrefix("  \"") } == decisions.count)
  }

  @Test("each device of an account gets a test with the account's settings and newest items")
  func devices() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = """
      {"format": "tickler-export/1", "app": "focusflow", "exportedAt": "2026-10-23T08:00:00Z", "accounts": [
        {"id": "ana", "device": "phone", "timeZone": "Europe/London", "platform": "ios", "authorization": "authorized",
         "updatedAt": "2026-10-19T10:00:00Z", "preferences": {"dailyReminder": {"time": "08:00"}},
         "items": [{"kind": "task", "id": "tea", "title": "Tea", "date": "2026-10-24", "time": "09:00"}]},
        {"id": "ana", "device": "tablet", "timeZone": "Asia/Tokyo", "platform": "ios", "authorization": "authorized",
         "updatedAt": "2026-10-20T10:00:00Z", "preferences": {"dailyReminder": {"time": "07:00"}},
         "items": [{"kind": "task", "id": "tea", "title": "Tea", "date": "2026-10-24", "time": "10:30",
                    "updatedAt": "2026-10-20T10:00:00Z"}]}]}
      """
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    let test = try Program.run(
      ["explain", "e.json", "--account", "ana", "--as-test", "--now", ExampleTests.now] + PolicyCaseTests.options,
      in: folder)
    #expect(test.status == 0, "\(test.errors)")
    let policy = try String(contentsOfFile: "\(TestFiles.templates)/policies/focusflow.toml", encoding: .utf8)
    try Data((policy + "\n" + test.output).utf8).write(to: folder.appending(path: "p.toml"))
    let result = try Program.run(["check", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.hasSuffix(", 2 tests passed\n"))
    #expect(test.output.contains("\"2026-10-24T10:30 focusflow.task.tea scheduled\""))
    #expect(!test.output.contains("08:00 focusflow.dailyReminder"))
  }

  @Test("a test leaves out rejected items, and then the actions, which keep their requests")
  func rejected() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = """
      {"format": "tickler-export/1", "app": "focusflow", "accounts": [{"id": "ana", "timeZone": "Europe/London",
        "pending": [{"id": "focusflow.task.bad", "at": "2026-10-25T08:00:00Z"}], "items": [
        {"kind": "task", "id": "bad", "title": "Bad", "date": "2026-10-0x", "time": "09:00"}]}]}
      """
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    let test = try Program.run(
      ["explain", "e.json", "--account", "ana", "--as-test", "--now", ExampleTests.now] + PolicyCaseTests.options,
      in: folder)
    let policy = try String(contentsOfFile: "\(TestFiles.templates)/policies/focusflow.toml", encoding: .utf8)
    try Data((policy + "\n" + test.output).utf8).write(to: folder.appending(path: "p.toml"))
    let result = try Program.run(["check", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder)
    #expect(result.status == 0 && result.errors.hasSuffix(", 1 test passed\n"), "\(result.output)\(result.errors)")
  }

  @Test("--notification limits the test to that kind")
  func kind() throws {
    let test = try Program.run(
      [
        "explain", "inputs", "--account", "ana", "--notification", "focusflow.task.backup", "--as-test", "--now",
        ExampleTests.now,
      ]
        + PolicyCaseTests.options)
    #expect(
      test.output.hasPrefix(
        "[tests.ana]\nnow = \"2026-10-23T16:00:00Z\"\ndays = 14\nkinds = [\"task\"]\nexpected = [\n"), "\(test.output)")
    #expect(!test.output.contains("dailyReminder past"))
  }

  @Test("escapes terminal control characters, and reads them back")
  func steering() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // A joiner inside an emoji stays; a joiner between letters has no visible effect.
    let title = "a\u{1b}[31m\u{202e}\u{9b}\u{7f}\u{2028}\u{feff}\u{e0001} \"\\ \u{1f469}\u{200d}\u{1f4bb} x\u{200d}y"
    let item = ["kind": "task", "id": "t\u{202e}\u{85}", "title": title, "date": "2026-10-24", "time": "10:00"]
    let export: [String: Any] = [
      "format": "tickler-export/1", "app": "focusflow",
      "accounts": [["id": "a\u{202e}", "timeZone": "UTC", "items": [item]] as [String: Any]],
    ]
    try JSONSerialization.data(withJSONObject: export).write(to: folder.appending(path: "a.json"))
    let test = try Program.run(
      ["explain", "a.json", "--account", "a\u{202e}", "--as-test", "--now", ExampleTests.now] + PolicyCaseTests.options,
      in: folder)
    #expect(test.status == 0, "\(test.errors)")
    let hidden = test.output.unicodeScalars.filter {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    #expect(hidden.map(\.value) == [0x200d], "\(test.output.debugDescription)")
    let written = try #require(test.output.firstMatch(of: /(?m)^title = "(.*)"$/)).output.1
    let decoded = written.replacing(/\\(?:u([0-9A-F]{4})|U([0-9A-F]{8})|(.))/) { match in
      match.output.3
        ?? Substring(
          String(UnicodeScalar(UInt32(match.output.1 ?? match.output.2 ?? "", radix: 16)!)!))
    }
    #expect(Array(String(decoded).unicodeScalars) == Array(title.unicodeScalars))
    let policy = try String(contentsOfFile: "\(TestFiles.templates)/policies/focusflow.toml", encoding: .utf8)
    try Data((policy + "\n" + test.output).utf8).write(to: folder.appending(path: "p.toml"))
    let result = try Program.run(["check", "--policy", "p.toml"] + PolicyCaseTests.options, in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.hasSuffix(", 1 test passed\n"))
  }

  @Test("writes no test for a notification that the account lacks")
  func unknown() throws {
    let test = try Program.run(
      ["explain", "inputs", "--account", "ana", "--notification", "nothing", "--as-test", "--now", ExampleTests.now]
        + PolicyCaseTests.options)
    #expect((test.status, test.output) == (66, ""))
  }
}
