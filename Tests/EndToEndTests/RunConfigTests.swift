import Foundation
import TestSupport
import Testing

/// Tests `tickler run`: the settings of `tickler plan` in a file.
@Suite struct RunConfigTests {
  private func run(_ config: String, _ options: [String] = [], in folder: URL) throws -> Program.Result {
    let nested = folder.appending(path: "etc")
    try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: true)
    try Data(config.utf8).write(to: nested.appending(path: "nightly.toml"))
    return try Program.run(["run", "etc/nightly.toml", "--now", "2026-10-23T16:00:00Z"] + options, in: folder)
  }

  @Test("a file with every key equals the same command line; its paths are relative to its folder")
  func everyKey() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = TestFiles.root.path
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "exports").path, withDestinationPath: "\(root)/inputs")
    let settings = """
      format = "tickler-run/1"
      inputs = ["../exports"]
      policies = ["\(root)/templates/policies/steps.toml"]
      templates = "\(root)/templates"
      zoneinfo = "\(TestFiles.zoneinfo)"
      days = 5
      strict = false
      keepGoing = true
      jobs = 2
      memory = "96M"
      emit = ["plan", "actions", "ics"]
      keep = "30d"

      [gates]
      maxRejected = "2"
      maxRemoved = "50%"
      maxAge = "2d"
      expect = "expected.txt"

      [calendar]
      times = "zoned"
      alarms = 15
      accounts = true

      """
    let nested = folder.appending(path: "etc")
    try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: true)
    try Data("app moneymap\n".utf8).write(to: nested.appending(path: "expected.txt"))
    let config = settings.replacingOccurrences(of: "keep =", with: "archive = \"../plans\"\nkeep =")
    let result = try run(config, in: folder)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("written to etc/../plans/2026-10-23T160000Z"))

    let line = try Program.run(
      [
        "plan", "etc/../exports", "--policy", "\(root)/templates/policies/steps.toml", "--templates",
        "\(root)/templates", "--zoneinfo", TestFiles.zoneinfo, "--days", "5", "--emit", "plan,actions,ics",
        "--ics-times", "zoned", "--alarms", "15", "--ics-accounts", "--out", "line", "--now", "2026-10-23T16:00:00Z",
        "--keep-going",
      ], in: folder)
    #expect(line.status == 1)
    let made = folder.appending(path: "plans/latest/")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: "line").path)
    #expect(names.count > 20)
    for name in names where !name.hasPrefix(".") && name != "accounts" {
      #expect(
        try Data(contentsOf: made.appending(path: name)) == Data(contentsOf: folder.appending(path: "line/\(name)")),
        "\(name)")
    }

    for (old, new, status, reports) in [
      ("maxRejected = \"2\"", "maxRejected = \"0\"", 76, "--max-rejected allows 0"),
      ("maxAge = \"2d\"", "maxAge = \"1m\"", 76, "--max-age allows 1m before now"),
      ("maxRemoved = \"50%\"", "maxRemoved = \"0\"", 76, "--max-removed allows 0"),
      ("strict = false\nkeepGoing = true", "strict = true", 65, "--strict allows none"),
      ("strict = false", "strict = true", 65, "nightly.toml:8:1: error: field keepGoing: strict and keepGoing"),
      ("\"expected.txt\"", "\"../more.txt\"", 76, "no input names the app \"other\""),
    ] as [(String, String, Int32, String)] {
      try Data("app other\n".utf8).write(to: folder.appending(path: "more.txt"))
      var changed = config.replacingOccurrences(of: old, with: new)
      // Only some of the examples' accounts, so that others are removed.
      if new.hasPrefix("maxRemoved") {
        changed = changed.replacingOccurrences(of: "../exports", with: "../exports/examples/moneymap.json")
          .replacingOccurrences(of: "keepGoing = true", with: "keepGoing = false")
      }
      let refused = try run(changed, in: folder)
      #expect(refused.status == status, "\(new): \(refused.errors)")
      #expect(refused.errors.contains(reports), "\(new): \(refused.errors)")
    }
  }

  @Test("with keepGoing, a broken input costs only its accounts; checksums are listed by default")
  func keepGoing() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"{"format":"tickler-export/1","app":"diary","accounts":[{"id":"a","timeZone":"UTC"}]}"#
    try FileManager.default.createDirectory(at: folder.appending(path: "etc/in"), withIntermediateDirectories: true)
    for (name, text) in [("a.json", export), ("b.json", String(export.replacing("\"a\"", with: "\"b\"").dropLast()))] {
      try Data(text.utf8).write(to: folder.appending(path: "etc/in/\(name)"))
    }
    func config(_ line: String) -> String {
      """
      format = "tickler-run/1"
      inputs = ["in"]
      out = "plan"
      zoneinfo = "\(TestFiles.zoneinfo)"
      templates = "\(TestFiles.templates)"
      \(line)

      """
    }
    func list() throws -> [Substring] {
      try String(contentsOf: folder.appending(path: "etc/plan/.tickler-files"), encoding: .utf8).split(separator: "\n")
    }
    #expect(try run(config(""), in: folder).status == 65)
    let result = try run(config("keepGoing = true"), in: folder)
    #expect(result.status == 1 && result.errors.contains("1 account, "), "\(result.errors)")
    #expect(try list().allSatisfy { $0.split(separator: "\t").last?.count == 64 })
    #expect(try run(config("keepGoing = true\nchecksums = false"), in: folder).status == 1)
    #expect(try list().allSatisfy { $0.split(separator: "\t").count == 2 })
  }

  @Test("out instead of archive writes one plan, which the next run replaces")
  func out() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let config = """
      format = "tickler-run/1"
      inputs = ["\(TestFiles.root.path)/inputs"]
      zoneinfo = "\(TestFiles.zoneinfo)"
      templates = "\(TestFiles.root.path)/templates"
      emit = ["plan"]
      out = "plan"
      """
    let plan = folder.appending(path: "etc/plan/plan.ndjson")
    #expect(try run(config, ["--quiet"], in: folder).status == 1)
    #expect(FileManager.default.fileExists(atPath: plan.path))

    // The command line overrides the file.
    let elsewhere = try run(config, ["--quiet", "--out", "other", "--days", "1"], in: folder)
    #expect(elsewhere.status == 1, "\(elsewhere.errors)")
    let shorter = try Data(contentsOf: folder.appending(path: "other/plan.ndjson"))
    #expect(try shorter.count < Data(contentsOf: plan).count / 2)
    let both = try run(config + "\nstrict = true\n", ["--keep-going"], in: folder)
    #expect(both.status == 64 && both.errors.contains("found --strict and --keep-going"), "\(both.errors)")
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var text: String
    var reports: [String]
    var testDescription: String { label }
  }

  static let head = "format = \"tickler-run/1\"\ninputs = [\"in\"]\narchive = \"a\"\n"
  static let rows: [Row] = [
    Row(label: "not TOML", text: "format = ", reports: ["etc/nightly.toml:1:10: error: not TOML"]),
    Row(
      label: "another format", text: head.replacingOccurrences(of: "run/1", with: "policy/1"),
      reports: ["nightly.toml:1:10: error: field format: found \"tickler-policy/1\"; expected \"tickler-run/1\""]),
    Row(
      label: "a misspelled key", text: head + "zonefo = \"x\"\n",
      reports: [
        "nightly.toml:4:1: error: field zonefo: the key is unknown; expected zoneinfo, the nearest that is known"
      ]
    ),
    Row(
      label: "a misspelled gate", text: head + "[gates]\nmaxRejcted = \"1\"\n",
      reports: [
        "nightly.toml:5:1: error: field gates.maxRejcted: the key is unknown; expected maxRejected, the nearest that is known"
      ]),
    Row(
      label: "no inputs", text: "format = \"tickler-run/1\"\narchive = \"a\"\n",
      reports: ["field inputs: the key is missing; expected a list of files and folders"]),
    Row(
      label: "no output", text: "format = \"tickler-run/1\"\ninputs = [\"in\"]\n",
      reports: ["field archive: neither archive nor out; expected one of them"]),
    Row(
      label: "two outputs", text: head + "out = \"b\"\n",
      reports: ["nightly.toml:3:1: error: field archive: both"]
    ),
    Row(
      label: "values out of range", text: head + "days = 367\nkeep = \"soon\"\nmemory = \"1M\"\nemit = [\"pages\"]\n",
      reports: [
        "nightly.toml:4:8: error: field days: found 367; expected a whole number from 0 to 366",
        "nightly.toml:5:8: error: field keep: found \"soon\"",
        "nightly.toml:6:10: error: field memory: found \"1M\"; expected at least 64M, which the program needs",
        "nightly.toml:7:9: error: field emit: found \"pages\"; expected a list of plan actions summary html ics",
      ]),
  ]

  @Test("reports every fault of the file with its place, and writes nothing", arguments: rows)
  func faults(row: Row) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(row.text, in: folder)
    #expect(result.status == 65)
    for words in row.reports { #expect(result.errors.contains(words), "\(result.errors)") }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == ["etc", "etc/nightly.toml"])
  }

  @Test("a file that does not exist is a missing input")
  func missing() throws {
    let result = try Program.run(["run", "nowhere.toml"])
    #expect(result.status == 66)
    #expect(result.errors.contains("cannot read nowhere.toml"))
  }

  @Test(
    "an option that depends on the archive goes with the archive of the file",
    arguments: [
      ["--keep", "30d"], ["--max-removed", "50%"], ["--due-before", "2026-10-24T00:00:00Z"], ["--max-stale", "1"],
    ])
  func dependent(options: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let head =
      "format = \"tickler-run/1\"\ninputs = [\"\(TestFiles.root.path)/inputs/examples/personal.json\"]\n"
      + "templates = \"\(TestFiles.root.path)/templates\"\nzoneinfo = \"\(TestFiles.zoneinfo)\"\n"
    let result = try run(head + "archive = \"plans\"\n", options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    guard options[0] != "--max-stale" else { return }
    let refused = try run(head + "out = \"plan\"\n", options, in: folder)
    #expect(refused.status == 64 && refused.errors.contains("expected --archive"), "\(refused.errors)")
  }
}
