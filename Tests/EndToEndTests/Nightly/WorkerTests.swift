import Foundation
import TestSupport
import Testing

/// Tests how `tickler worker` treats lines that are not records, and what `tickler merge` rejects. `make commands-fuzz` checks that parts
/// merge into the plan of one run.
struct WorkerTests {
  private static let shared = ["--now", "2026-11-20T12:00:00Z", "--zoneinfo", TestFiles.zoneinfo]
  private static let header = ExitStatusTests.header
  private static let account = ExitStatusTests.account

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var input: String
    /// Whether the one valid account is planned.
    var isPlanned = true
    var status: Int32 = 0
    var reports: String
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(label: "an empty input", input: "", isPlanned: false, reports: ""),
    Row(label: "blank lines", input: "\n \n\r\n", isPlanned: false, reports: ""),
    Row(label: "only a byte order mark", input: "\u{feff}", isPlanned: false, reports: ""),
    Row(label: "a byte order mark before the first record", input: "\u{feff}\(account)", reports: ""),
    Row(
      label: "a byte order mark before a later record", input: "\(header)\n\u{feff}\(account)",
      reports: "-:2:1: warning: found a byte order mark"),
    Row(label: "a head, without a final line break", input: "\(header)\n\(account)", reports: ""),
    Row(label: "a head after a blank line", input: "\n\(header)\n\(account)\n", reports: ""),
    Row(
      label: "two heads", input: "\(header)\n\(account)\n\(header)\n",
      reports: "-:3:1: warning: found another head; expected one, in the first line; it is left out"),
    Row(
      label: "an unknown line", input: "{\"whatever\":{}}\n\(account)\n",
      reports: "-:1:1: warning: found neither an account nor an item"),
    Row(label: "a number", input: "\(account)\n12\n", reports: "-:2:1: warning: found no object"),
    Row(
      label: "a line without its start", input: "{\"account\":{\"id\":\n\(account)\n", status: 1,
      reports: "-:1:18: error: found the end of the input; expected a value"),
    Row(
      label: "a line without its end", input: "\(account)\n{\"account", status: 1,
      reports: "-:2:10: error: found the end of the input"),
    Row(
      label: "two records on a line", input: "\(account)\n\(account) \(account)\n", status: 1,
      reports: "-:2:41: error: found two records on one line"),
    Row(
      label: "a duplicate name", input: "\(account)\n{\"account\":{\"id\":\"b\",\"id\":\"b\"}}\n", status: 1,
      reports: "-:2:22: error: found the key \"id\" twice in one object"),
    Row(
      label: "a record of 40 MB", input: "\(account)\n{\"account\":\(String(repeating: " ", count: 40 << 20)){}}\n\n",
      status: 1, reports: "-:2:1: error: the record is too large; expected at most 32 MB"),
    Row(
      label: "an unknown zone", input: "\(account)\n{\"account\":{\"id\":\"b\",\"timeZone\":\"Mars/Base\"}}\n",
      status: 1, reports: "-:2:33: error: account \"b\""),
  ]

  @Test("a bad line costs only itself", arguments: rows)
  func lines(_ row: Row) throws {
    let sound = try Program.run(["worker", "--app", "focusflow"] + WorkerTests.shared, input: WorkerTests.account)
    #expect(!sound.output.isEmpty)
    let result = try Program.run(["worker", "--app", "focusflow"] + WorkerTests.shared, input: row.input)
    #expect(result.status == row.status, "\(result.errors)")
    #expect(result.output == (row.isPlanned ? sound.output : ""))
    #expect(row.reports.isEmpty ? result.errors == "" : result.errors.contains(row.reports), "\(result.errors)")
  }

  @Test("writes decisions, actions and the summary as lines")
  func emits() throws {
    let input = "\(WorkerTests.header)\n\(WorkerTests.account)\n"
    func run(_ list: String) throws -> [String] {
      try Program.run(["worker", "--emit", list] + WorkerTests.shared, input: input).output.split(separator: "\n")
        .map(String.init)
    }
    let (plan, actions) = (try run("plan"), try run("actions"))
    let all = try run("plan,actions,summary")
    #expect(all.dropLast() == (plan + actions)[...])
    #expect(plan.allSatisfy { $0.contains(#""outcome":"#) } && actions.allSatisfy { $0.contains(#""action":"#) })
    #expect(!plan.isEmpty && !actions.isEmpty)
    #expect(all.last?.hasPrefix(#"{"format":"tickler-summary/1""#) == true)
  }

  @Test(
    "rejects options that exclude each other",
    arguments: [
      ["--range", "0:10"], ["--input", "x.ndjson", "--range", "10:0"], ["--input", "x.ndjson", "--range", "a:b"],
      ["--emit", "html"], ["--previous", "x"], ["--out", "x", "--emit", "actions"], ["x.ndjson"],
    ])
  func usage(_ options: [String]) throws {
    #expect(try Program.run(["worker"] + options + WorkerTests.shared).status == 64)
  }

  @Test("a part names its input as the whole run does, wherever the run's paths start")
  func partNames() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "exports/eu"), withIntermediateDirectories: true)
    let text = WorkerTests.header + "\n{\"account\":{\"id\":\"a\",\"timeZone\":\"UTC\"}}\n"
    try Data(text.utf8).write(to: folder.appending(path: "exports/eu/x.ndjson"))
    let (inputs, file) = (folder.path + "/exports", folder.path + "/exports/eu/x.ndjson")
    func head(_ name: String, _ arguments: [String]) throws -> Substring {
      // All paths are independent of the working folder.
      let result = try Program.run(arguments + ["--out", folder.path + "/" + name] + WorkerTests.shared)
      #expect(result.status == 0, "\(result.errors)")
      let plan = try String(contentsOf: folder.appending(path: name + "/plan.ndjson"), encoding: .utf8)
      return plan.prefix { !$0.isNewline }
    }
    let one = try head("one", ["plan", inputs])
    #expect(one.contains("{\"file\":\"exports/eu/x.ndjson\""))
    #expect(try head("part", ["worker", inputs, "--input", file]) == one)
    #expect(try head("alone", ["worker", "--input", file]).contains("{\"file\":\"x.ndjson\""))
  }

  @Test("an app of any name is planned without a head", arguments: ["a\"b\\", "\"\u{301}", "a\r\nb"])
  func anyApp(app: String) throws {
    let result = try Program.run(["worker", "--app", app] + WorkerTests.shared, input: WorkerTests.account)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("no policy") && !result.errors.contains(":1:"), "\(result.errors)")
  }

  /// Changes to a part's files, by what they do.
  static let damages: [(label: String, file: String, change: @Sendable ([String]) -> [String], reports: String)] = [
    ("garbage after the plan", "plan.ndjson", { $0 + ["garbage"] }, "the lines are not those"),
    ("an empty line after the plan", "plan.ndjson", { $0 + [""] }, "the lines are not those"),
    ("a line again after the plan", "plan.ndjson", { $0 + [$0[1]] }, "the lines are not those"),
    ("garbage after the actions", "actions.ndjson", { $0 + ["{}"] }, "the lines are not those"),
    ("a line again after the actions", "actions.ndjson", { $0 + [$0[0]] }, "the lines are not those"),
    ("a line less", "plan.ndjson", { $0.dropLast() }, "the lines are not those"),
    (
      "another account's line", "plan.ndjson",
      { lines in lines.map { $0 == lines[2] ? $0.replacing("\"ana\"", with: "\"an\"") : $0 } },
      "the lines are not those"
    ),
    (
      "another device's line", "actions.ndjson",
      { lines in
        lines.map { $0 == lines[0] ? $0.replacing("\"focusflow\",", with: "\"focusflow\",\"device\":\"d\",") : $0 }
      },
      "the lines are not those"
    ),
    (
      "a broken line", "plan.ndjson",
      { lines in lines.map { $0 == lines[2] ? $0.replacing("\"title\":\"", with: "\"title\":") : $0 } },
      "plan.ndjson:3:"
    ),
    (
      "swapped lines", "plan.ndjson",
      { lines in lines.indices.map { lines[$0 == 1 ? 2 : $0 == 2 ? 1 : $0] } },
      "plan.ndjson:3:1: error: the line belongs"
    ),
    (
      "swapped lines", "actions.ndjson", { lines in [lines[1], lines[0]] + lines.dropFirst(2) },
      "actions.ndjson:2:1: error: the line belongs"
    ),
    (
      "a second account", "plan.ndjson",
      { lines in lines.map { $0 == lines[2] ? $0.dropLast() + ",\"account\":\"x\"}" : $0 } },
      "found the key \"account\" twice in one object"
    ),
    ("a cut last line", "plan.ndjson", { $0.dropLast() + [String($0[$0.count - 1].dropLast(9))] }, "plan.ndjson:"),
    (
      "two values on a line", "actions.ndjson", { lines in lines.map { $0 == lines[0] ? $0 + "{}" : $0 } },
      "actions.ndjson:1:"
    ),
  ]

  @Test(
    "a part with other lines than it counts is not merged, whether or not calendars need its decisions",
    arguments: damages.indices, ["plan,actions,summary", "plan,actions,summary,ics"])
  func damaged(_ index: Int, emit: String) throws {
    let (label, file, change, reports) = WorkerTests.damages[index]
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tasks = (1...3).map { #"{"kind":"task","id":"t\#($0)","title":"T","date":"2026-11-21","time":"1\#($0):00"}"# }
    let account = #"{"account":{"id":"ana","timeZone":"UTC","items":[\#(tasks.joined(separator: ","))]}}"#
    try Data("\(WorkerTests.header)\n\(account)\n".utf8).write(to: folder.appending(path: "x.ndjson"))
    let templates = ["--templates", TestFiles.templates]
    let part = try Program.run(
      ["worker", "--input", "x.ndjson", "--out", "part"] + WorkerTests.shared + templates, in: folder)
    #expect(part.status == 0, "\(part.errors)")
    func merge() throws -> Program.Result {
      try Program.run(
        ["merge", "part", "--out", "out", "--emit", emit, "--zoneinfo", TestFiles.zoneinfo] + templates, in: folder)
    }
    #expect(try merge().status == 0)
    try FileManager.default.removeItem(at: folder.appending(path: "out"))
    let url = folder.appending(path: "part/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    try Data(change(lines).map { $0 + "\n" }.joined().utf8).write(to: url)
    let bySize = try merge()
    #expect(bySize.status == 65, "\(label): \(bySize.errors)")
    let isSized = !["another account's line", "swapped lines"].contains(label)
    #expect(!isSized || bySize.errors.contains("part/\(file): found "), "\(bySize.errors)")
    // Without the sizes of its files, the lines tell.
    try FileManager.default.removeItem(at: folder.appending(path: "part/.tickler-files"))
    let result = try merge()
    #expect(result.status == 65, "\(label): \(result.errors)")
    #expect(result.errors.contains(reports), "\(label): \(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
  }

  @Test("a part without its last line break is not merged", arguments: ["plan.ndjson", "actions.ndjson"])
  func cut(file: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("\(WorkerTests.header)\n\(WorkerTests.account)\n".utf8).write(to: folder.appending(path: "x.ndjson"))
    let part = try Program.run(
      ["worker", "--input", "x.ndjson", "--out", "part"] + WorkerTests.shared, in: folder)
    #expect(part.status == 0, "\(part.errors)")
    let url = folder.appending(path: "part/\(file)")
    try Data(try Data(contentsOf: url).dropLast()).write(to: url)
    for reports in ["bytes; expected", "\(file) ends within a line"] {
      let result = try Program.run(["merge", "part", "--out", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(result.status == 65 && result.errors.contains(reports), "\(result.errors)")
      try? FileManager.default.removeItem(at: folder.appending(path: "part/.tickler-files"))
    }
  }

  @Test("a merge requires all parts, each once, planned alike, and no account twice")
  func refusals() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let records = ["a", "b", "a"].map { "{\"account\":{\"id\":\"\($0)\",\"timeZone\":\"UTC\"}}" }
    try Data(([WorkerTests.header] + records).joined(separator: "\n").utf8).write(
      to: folder.appending(path: "x.ndjson"))
    let size = WorkerTests.header.utf8.count + 3 * (records[0].utf8.count + 1)
    let (first, second) = (WorkerTests.header.utf8.count + 1 + records[0].utf8.count, size - records[0].utf8.count)
    func part(_ name: String, _ range: String, _ options: [String] = []) throws {
      let result = try Program.run(
        ["worker", "--input", "x.ndjson", "--range", range, "--out", name] + options + WorkerTests.shared, in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    func merge(_ parts: [String]) throws -> Program.Result {
      try Program.run(["merge"] + parts + ["--out", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
    }
    try FileManager.default.copyItem(
      at: TestFiles.root.appending(path: "templates"), to: folder.appending(path: "templates"))
    try part("one", "0:\(first)")
    try part("two", "\(first):\(second)")
    try part("three", "\(second):")
    try part("other", "\(first):\(second)", ["--days", "3"])
    for (parts, status, reports) in [
      (["one", "two"], 65, "the last part of x.ndjson ends at byte"),
      (["one", "three"], 65, "the part begins at byte"),
      (["two", "three"], 65, "and the one before it ends at 0"),
      (["one", "one", "two", "three"], 65, "begins at byte 0"),
      (["one", "other", "three"], 65, "with other policies, days or tz database"),
      (["one", "two", "three"], 65, #"the account "a" of focusflow is in three and in an earlier part"#),
      (["one", "nowhere"], 66, "cannot read nowhere"),
    ] as [([String], Int32, String)] {
      let result = try merge(parts)
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(reports), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }
}
