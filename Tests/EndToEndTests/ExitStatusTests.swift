import Foundation
import TestSupport
import Testing

/// Tests the exit statuses in README.md, and that with 64 and above nothing in the output folder changes.
struct ExitStatusTests {
  static let header = #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-20T00:00:00Z"}"#
  static let account = #"{"account":{"id":"a","timeZone":"UTC"}}"#

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var lines: [String]
    var options: [String] = []
    var status: Int32
    var reports: String
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(label: "all accepted", lines: [header, account], status: 0, reports: "1 account,"),
    Row(
      label: "a record rejected", lines: [header, account, #"{"account":{"id":"b","timeZone":"Mars/Base"}}"#],
      status: 1,
      reports: #"in.ndjson:3:33: error: account "b", field timeZone: found "Mars/Base"; expected the name of a zone"#),
    Row(
      label: "a record rejected under --strict",
      lines: [header, account, #"{"account":{"id":"b","timeZone":"Mars/Base"}}"#], options: ["--strict"], status: 65,
      reports: "--strict"),
    Row(
      label: "more rejected records than the gate allows",
      lines: [header, account, #"{"account":{"id":"b","timeZone":"Mars/Base"}}"#], options: ["--max-rejected", "10%"],
      status: 76, reports: "1 record rejected, where the inputs have 2 accounts; --max-rejected allows 10%"),
    Row(
      label: "as many rejected records as the gate allows",
      lines: [header, account, #"{"account":{"id":"b","timeZone":"Mars/Base"}}"#], options: ["--max-rejected", "1"],
      status: 1, reports: "1 account,"),
    Row(
      label: "an export that is too old", lines: [header, account],
      options: ["--max-age", "1h", "--now", "2026-11-20T02:00:00Z"],
      status: 76,
      reports: "was exported at 2026-11-20T00:00:00Z; --max-age allows 1h before now"),
    Row(
      label: "a missing expected input", lines: [header, account], options: ["--expect", "expected.txt"],
      status: 76,
      reports: #"the input "bills.json" is missing"#),
    Row(
      label: "an export without accounts", lines: [header], status: 0,
      reports: "in.ndjson:1:1: warning: the export has no account; expected the accounts of its app; "),
    Row(
      label: "a missing expected app", lines: [header, account], options: ["--expect", "expected.txt"], status: 76,
      reports: #"no input names the app "moneymap""#),
    Row(
      label: "a gate against removals without a previous plan", lines: [header, account],
      options: ["--max-removed", "5"], status: 64, reports: "--previous"),
    Row(
      label: "a gate that is not a number", lines: [header, account], options: ["--max-rejected", "few"], status: 64,
      reports: "--max-rejected"),
    Row(
      label: "malformed", lines: [header, "{"], status: 65,
      reports: "in.ndjson:3:1: error: found the end of the input; expected a key in double quotes or }"),
    Row(label: "another format", lines: [#"{"format":"other/1"}"#], status: 65, reports: #"found "other/1""#),
    Row(label: "an unknown option", lines: [header], options: ["--frobnicate"], status: 64, reports: "frobnicate"),
    Row(label: "days out of range", lines: [header], options: ["--days", "367"], status: 64, reports: "0 to 366"),
    Row(
      label: "an instant without an offset", lines: [header], options: ["--now", "2026-11-20T00:00:00"], status: 64,
      reports: "--now"),
    Row(label: "an empty --emit", lines: [header], options: ["--emit", "pdf"], status: 64, reports: "--emit"),
    Row(
      label: "memory that is not a size", lines: [header], options: ["--memory", "64MB"], status: 64, reports: "256M"),
    Row(
      label: "too much memory", lines: [header], options: ["--memory", "9223372036854775807G"], status: 64,
      reports: "--memory"),
    Row(
      label: "too little memory", lines: [header], options: ["--memory", "65535K"], status: 64, reports: "at least 64M"),
    Row(
      label: "the minimum memory", lines: [header, account], options: ["--memory", "67108864"], status: 0,
      reports: "1 account"),
    Row(label: "a missing input", lines: [header], options: ["nowhere.json"], status: 66, reports: "nowhere.json"),
    Row(
      label: "a missing policy", lines: [header], options: ["--policy", "none.toml"], status: 66, reports: "none.toml"),
    Row(
      label: "a folder of holidays", lines: [header], options: ["--holidays", "."], status: 66, reports: "not a file"),
    Row(
      label: "a folder as a mapping", lines: [header], options: ["--mapping", "./."], status: 66, reports: "not a file"),
    Row(label: "a folder as a key", lines: [header], options: ["--redact", "."], status: 66, reports: "not a file"),
    Row(
      label: "a folder as what is expected", lines: [header, account], options: ["--expect", "."], status: 66,
      reports: "not a file"),
    Row(label: "missing templates", lines: [header], options: ["--templates", "none"], status: 66, reports: "none"),
    Row(label: "missing zones", lines: [header], options: ["--zoneinfo", "none"], status: 66, reports: "--zoneinfo"),
  ]

  @Test("a full disk ends the run, regardless of the writer", arguments: [1, 4])
  func fullDisk(jobs: Int) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let accounts = (0..<3000).map { number in
      #"{"account":{"id":"\#(number)","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","#
        + #""date":"2026-11-20","time":"09:00","repeat":"daily"}]}}"#
    }
    let input = folder.appending(path: "in.ndjson")
    try Data(([ExitStatusTests.header] + accounts).joined(separator: "\n").utf8).write(to: input)
    let result = try Program.run(
      [
        "plan", "in.ndjson", "--now", "2026-11-20T06:00:00Z", "--jobs", "\(jobs)", "--out", "out",
        "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], in: folder, largestFile: 4096)
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("tickler: error: cannot write out/"))
    #expect(result.errors.contains("File too large"))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
  }

  @Test("an export without accounts is a warning that needs attention, and --expect rejects it")
  func emptyExport() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let folder = archive.folder
    let empty = #"{"format":"tickler-export/1","app":"moneymap","accounts":[],"items":[]}"#
    try Data(empty.utf8).write(to: folder.appending(path: "bills.json"))
    try Data([ExitStatusTests.header, ExitStatusTests.account].joined(separator: "\n").utf8)
      .write(to: folder.appending(path: "in.ndjson"))
    let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    func plan(_ options: [String]) throws -> Program.Result {
      try Program.run(["plan"] + options + shared + ["--now", "2026-11-20T00:00:00Z"], in: folder)
    }
    let result = try plan(["in.ndjson", "bills.json", "--out", "out"])
    #expect(result.status == 0)
    #expect(result.errors.contains("bills.json:1:1: warning: the export has no account; "), "\(result.errors)")
    #expect(result.errors.contains(" go out, 1 export without accounts, 1 warning; written to out\n"))
    #expect(!result.errors.contains("in.ndjson"))
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("Look: 1 export without accounts</h1>") && page.contains("1 export has no account"))
    #expect(!page.contains(#"class="verdict fine""#))
    let summary = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "out/summary.json")))
    let diagnostics = (summary as? [String: Any])?["diagnostics"] as? [String: Any]
    #expect((diagnostics?["codes"] as? [String: Int]) == ["noAccounts": 1])
    for (line, status) in [("app moneymap", 76), ("input bills.json", 76), ("app focusflow\ninput in.ndjson", 0)] {
      try Data((line + "\n").utf8).write(to: folder.appending(path: "expected.txt"))
      let gated = try plan(["in.ndjson", "bills.json", "--out", "gated", "--expect", "expected.txt"])
      #expect(gated.status == status, "\(line): \(gated.errors)")
    }
    // The same from parts: whole inputs, and a range that is not the whole.
    for (number, part) in [["in.ndjson"], ["bills.json"]].enumerated() {
      let worked = try Program.run(
        ["worker", "--input"] + part + [
          "in.ndjson", "bills.json", "--out", "part\(number)", "--now", "2026-11-20T00:00:00Z",
        ]
          + shared, in: folder)
      #expect(worked.status == 0, "\(worked.errors)")
    }
    let command = try #require((summary as? [String: Any])?["command"] as? String)
    _ = try Program.run(["merge", "part0", "part1", "--out", "merged", "--command", command] + shared, in: folder)
    #expect(try Data(contentsOf: folder.appending(path: "merged/index.html")) == Data(page.utf8))
    let range = try Program.run(
      ["worker", "--input", "in.ndjson", "--range", "0:20", "--now", "2026-11-20T00:00:00Z"] + shared, in: folder)
    #expect(range.status == 0 && range.errors.isEmpty, "\(range.errors)")
    // An empty run needs attention too.
    #expect(try archive.plan("2026-11-20T00:00:00Z", export: empty).status == 0)
    let history = try Program.run(["history", archive.path.path])
    #expect(
      history.output.contains("nothing goes out: no account") && !history.output.contains("fine"), "\(history.output)")
  }

  @Test("the status reports the outcome of the run", arguments: rows)
  func status(row: Row) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((row.lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "in.ndjson"))
    try Data("# what has to be there\napp moneymap\ninput bills.json\n".utf8)
      .write(to: folder.appending(path: "expected.txt"))
    let out = folder.appending(path: "out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: out.appending(path: "plan.ndjson"))
    var arguments = ["plan", "in.ndjson", "--out", "out"] + row.options
    if !row.options.contains("--templates") { arguments += ["--templates", TestFiles.templates] }
    if !row.options.contains("--zoneinfo") { arguments += ["--zoneinfo", TestFiles.zoneinfo] }
    if !row.options.contains("--now") { arguments += ["--now", "2026-11-20T00:00:00Z"] }
    let result = try Program.run(arguments, in: folder)
    #expect(result.status == row.status)
    #expect(result.errors.contains(row.reports), "\(result.errors)")
    #expect(result.output.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
    if row.status >= 64 {
      #expect(names == ["plan.ndjson"])
      #expect(try String(contentsOf: out.appending(path: "plan.ndjson"), encoding: .utf8) == "old")
    } else {
      #expect(
        names == [
          ".tickler-files", "accounts.ndjson", "actions.ndjson", "calendar.ics", "index.html", "plan.ndjson",
          "summary.json",
        ])
    }
  }

  @Test(
    "a usage error escapes terminal control characters, and no argument adds a line",
    arguments: [
      ["plan", "--%"], ["plan", "--days", "%"], ["plan", "--days=%"], ["plan", "--now", "%"], ["%"], ["help", "%"],
      ["plan", "--emit", "%"], ["schema", "%"], ["init", "--now", "%"], ["diff", "a", "b", "%"],
    ])
  func usage(arguments: [String]) throws {
    let strange = "a\u{1b}[31m\u{202e}\u{9b}\u{7f}\nb\rtickler: done"
    func run(_ value: String) throws -> Program.Result {
      try Program.run(arguments.map { $0.replacing("%", with: value) } + ["--templates", TestFiles.templates])
    }
    let (plain, result) = (try run("value"), try run(strange))
    #expect((plain.status, result.status) == (64, 64))
    let steering = result.errors.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(steering.isEmpty, "\(result.errors.debugDescription)")
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false).count }
    #expect(lines(result.errors) == lines(plain.errors), "\(result.errors)")
  }

  @Test("an output folder that cannot be created is status 73; one locked by another run is 75")
  func output() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = "\(ExitStatusTests.header)\n\(ExitStatusTests.account)\n"
    try Data("file".utf8).write(to: folder.appending(path: "file"))
    let options = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    let impossible = try Program.run(["plan", "-", "--out", "file/out"] + options, input: input, in: folder)
    #expect(impossible.status == 73)

    let held = folder.appending(path: "held")
    try FileManager.default.createDirectory(at: held, withIntermediateDirectories: true)
    let descriptor = open(held.path, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let refused = try Program.run(["plan", "-", "--out", "held"] + options, input: input, in: folder)
    close(descriptor)
    #expect(refused.status == 75)
    #expect(refused.errors.contains("another run"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: held.path).isEmpty)
  }

  @Test("the gate counts the previous plan's notifications that are missing, except by the passing of time")
  func removals() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func input(_ count: Int) -> String {
      let tasks = (0..<count).map {
        #"{"kind":"task","id":"t\#($0)","title":"T\#($0)","date":"2026-11-2\#($0 % 4 + 1)","time":"1\#($0):00"}"#
      }
      let off = #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}}"#
      return ExitStatusTests.header + "\n"
        + #"{"account":{"id":"a","timeZone":"UTC",\#(off),"items":[\#(tasks.joined(separator: ","))]}}"# + "\n"
    }
    let options = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--quiet", "--out", "out"]
    func plan(_ count: Int, now: String, _ more: [String]) throws -> Program.Result {
      try Program.run(["plan", "-", "--now", now] + options + more, input: input(count), in: folder)
    }
    #expect(try plan(8, now: "2026-11-20T00:00:00Z", []).status == 0)
    let previous = ["--previous", "out", "--max-removed"]
    let refused = try plan(6, now: "2026-11-20T00:00:00Z", previous + ["20%"])
    #expect(refused.status == 76)
    #expect(refused.errors.contains("2 of 8 notifications planned earlier for later removed"))
    // A day later, two were sent as planned.
    #expect(try plan(8, now: "2026-11-22T00:00:00Z", previous + ["0"]).status == 0)
    #expect(try plan(6, now: "2026-11-22T00:00:00Z", previous + ["2"]).status == 0)
    // What a reach adds is no earlier notification, and the summary can be read again.
    #expect(try plan(8, now: "2026-11-20T00:00:00Z", ["--days", "1"]).status == 0)
    for _ in 1...2 {
      let reach = try plan(8, now: "2026-11-20T00:00:00Z", previous + ["0", "--days", "1", "--reach", "30"])
      #expect(reach.status == 0, "\(reach.errors)")
    }
  }

  @Test("a failed run leaves no new output folder behind")
  func leavesNothing() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["plan", "-", "--out", "new/out", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo],
      input: "{", in: folder)
    #expect(result.status == 65)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("removes an older run's files; keeps foreign files, and never replaces them by a folder")
  func replaces() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = "\(ExitStatusTests.header)\n\(ExitStatusTests.account)\n"
    let options = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--quiet"]
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path).sorted()
    }
    func plan(_ emit: String) throws -> Int32 {
      try Program.run(["plan", "-", "--out", "out", "--emit", emit] + options, input: input, in: folder).status
    }
    let mine = folder.appending(path: "out/calendar")
    try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: mine.appending(path: "mine.txt"))
    try Data("mine".utf8).write(to: folder.appending(path: "out/notes.txt"))
    #expect(try plan("plan,summary") == 0)
    #expect(
      try names() == [
        ".tickler-files", "accounts.ndjson", "calendar", "notes.txt", "plan.ndjson", "summary.json",
      ])
    #expect(try plan("plan,ics") == 0)
    #expect(try names() == [".tickler-files", "calendar", "calendar.ics", "notes.txt", "plan.ndjson"])
    #expect(FileManager.default.fileExists(atPath: mine.appending(path: "mine.txt").path))
  }

  @Test("check reads, prints to standard output, and writes no file")
  func check() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = [ExitStatusTests.header, #"{"account":{"id":"b","timeZone":"UTC","colour":1}}"#].joined(separator: "\n")
    try Data(input.utf8).write(to: folder.appending(path: "in.ndjson"))
    let options = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    let result = try Program.run(["check", "in.ndjson"] + options, in: folder)
    #expect(result.status == 0)
    #expect(
      result.output
        == "in.ndjson:2:39: warning: account \"b\", field colour: the format has no such field here\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in.ndjson"])
  }

  @Test("help and version go to standard output")
  func help() throws {
    #expect(try Program.run(["--version"]).output.hasPrefix("tickler "))
    let help = try Program.run(["--help"])
    #expect(help.status == 0)
    for command in ["plan", "report", "check", "explain", "diff", "drift", "zones", "worker"] {
      #expect(help.output.contains("  \(command) "))
    }
    for option in [
      "--now", "--days", "--emit", "--zoneinfo", "--jobs", "--strict", "--quiet", "--no-progress", "--memory",
    ] {
      #expect(try Program.run(["plan", "--help"]).output.contains(option), "\(option)")
    }
  }
}
