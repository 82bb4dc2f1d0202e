import Foundation
import TestSupport
import Testing

/// Tests that `--only-changed` reads only the earlier plan's accounts whose plans differ. `make commands-fuzz` checks that the output is
/// the same.
@Suite struct OnlyChangedTests {
  private static let ids = ["ana", "bob", "cal"]

  private func withPlan(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeInput(title: "Water", in: folder)
    #expect(try plan("a", ["--only-changed"], in: folder).status == 0)
    try body(folder)
  }

  /// - Parameter title: The title of Bob's task.
  private func writeInput(title: String, in folder: URL) throws {
    let accounts = OnlyChangedTests.ids.map { id in
      #"{"account":{"id":"\#(id)","timeZone":"Europe/London","items":[{"kind":"task","id":"t","title":"\#(id == "bob" ? title : "Water")","#
        + #""date":"2026-11-01","time":"10:00","repeat":"daily"}]}}"#
    }
    try Data(([ExitStatusTests.header] + accounts).joined(separator: "\n").utf8).write(
      to: folder.appending(path: "in.ndjson"))
  }

  private func plan(
    _ out: String, _ options: [String] = [], now: String = "2026-11-20T12:00:00Z", in folder: URL
  ) throws -> Program.Result {
    try Program.run(
      ["plan", "in.ndjson", "--now", now, "--out", out, "--templates", TestFiles.templates]
        + ["--zoneinfo", TestFiles.zoneinfo] + options, in: folder)
  }

  /// Overwrites an account's lines in an earlier plan, so that they cannot be read.
  private func spoil(_ id: String, in folder: URL) throws {
    try Shell.run("LC_ALL=C sed -i '/\"account\":\"\(id)\"/ s/[^ ]/-/g' a/plan.ndjson", in: folder)
  }

  @Test("reads an account's earlier plan only if its plan differs", arguments: ids)
  func reads(id: String) throws {
    try withPlan { folder in
      try writeInput(title: "Tea", in: folder)
      try spoil(id, in: folder)
      // Ten minutes later, without a notification in between.
      let later = "2026-11-20T12:10:00Z"
      #expect(try plan("all", ["--previous", "a"], now: later, in: folder).status == 65)
      let result = try plan("b", ["--previous", "a", "--only-changed"], now: later, in: folder)
      #expect(result.status == (id == "bob" ? 65 : 0), "\(result.errors)")
      #expect(!result.errors.contains("all of the earlier plan"))
      if id != "bob" { #expect(result.errors.contains("changed in 1 account (data"), "\(result.errors)") }
    }
  }

  @Test("the marks locate the lines of one account, and no other line is read")
  func leads() throws {
    try withPlan { folder in
      func reported() throws -> [Program.Result] {
        let options = ["--zoneinfo", TestFiles.zoneinfo]
        return [
          try Program.run(
            ["report", "a", "--account", "bob", "--templates", TestFiles.templates] + options, in: folder),
          try Program.run(
            ["explain", "--account", "bob", "--archive", "a", "--at", "2026-11-21"] + options, in: folder),
        ]
      }
      func page() throws -> Data {
        try Data(contentsOf: folder.appending(path: "a/account-focusflow.bob.html"))
      }
      // Without marks, the whole plan is read.
      try Shell.run("mv a/marks.ndjson marks", in: folder)
      let (all, whole) = (try reported(), try page())
      #expect(all.map(\.status) == [0, 0], "\(all)")
      try Shell.run("mv marks a/marks.ndjson", in: folder)
      for file in ["plan", "accounts", "actions"] {
        try Shell.run("LC_ALL=C sed -i '/\"account\":\"[ac]/ s/[^ ]/-/g' a/\(file).ndjson", in: folder)
      }
      #expect(try reported().map(\.output) == all.map(\.output))
      #expect(try page() == whole)
      try Shell.run("rm a/marks.ndjson", in: folder)
      #expect(try reported().map(\.status) == [65, 65])
    }
  }

  @Test("a day later, parses only the lines that the new plan lacks")
  func parses() throws {
    try withPlan { folder in
      let later = "2026-11-21T12:00:00Z"
      // Adds an unknown field to every line that has a body, so that lines differ in length but stay readable.
      try Shell.run("sed 's/\"body\":/\"unknown\":0,\"body\":/' a/plan.ndjson >other", in: folder)
      #expect(try plan("b", ["--previous", "a", "--only-changed"], now: later, in: folder).status == 0)
      try Shell.run("cp other a/plan.ndjson", in: folder)
      #expect(try plan("c", ["--previous", "a", "--only-changed"], now: later, in: folder).status == 0)
      for file in ["plan", "actions", "accounts"] { try Shell.run("cmp b/\(file).ndjson c/\(file).ndjson", in: folder) }
    }
  }

  static let faults: [(what: String, commands: String, reports: String)] = [
    ("none", "rm a/marks.ndjson", "there is no a/marks.ndjson"),
    ("an empty file", ": > a/marks.ndjson", "damaged"),
    ("marks that are cut short", "sed -i '$d' a/marks.ndjson", "damaged"),
    ("an account less", "sed -i 2d a/marks.ndjson", "damaged"),
    ("another digit", "sed -i '2s/\"decisions\":\\(.\\)/\"decisions\":1\\1/' a/marks.ndjson", "damaged"),
    ("those of a plan as of another instant", "cp b/marks.ndjson a", "damaged"),
    ("a line more in the plan", "tail -n 1 a/plan.ndjson >> a/plan.ndjson", "damaged"),
  ]

  @Test("without usable marks, reads the whole plan and reports it", arguments: faults)
  func damaged(what: String, commands: String, reports: String) throws {
    try withPlan { folder in
      let options = ["--previous", "a", "--only-changed"]
      #expect(try plan("b", options, now: "2026-11-20T12:10:00Z", in: folder).errors.contains("earlier plan") == false)
      try Shell.run(commands, in: folder)
      let result = try plan("c", options, now: "2026-11-20T12:10:00Z", in: folder)
      #expect(result.status == 0)
      let lines = result.errors.split(separator: "\n").filter { $0.contains("all of the earlier plan is read: ") }
      #expect(lines.count == 1 && lines[0].contains(reports), "\(result.errors)")
    }
  }

  @Test("a plan made without the option has no marks, and removes earlier ones")
  func leavesNone() throws {
    try withPlan { folder in
      let marks = folder.path + "/a/marks.ndjson"
      #expect(FileManager.default.fileExists(atPath: marks))
      let again = try plan("a", in: folder)
      #expect(again.status == 0)
      #expect(!FileManager.default.fileExists(atPath: marks))
    }
  }

  @Test("requires the plan and the summary, for the next run's comparison", arguments: ["plan,html", "summary,ics"])
  func usage(emit: String) throws {
    let result = try Program.run(["plan", "--only-changed", "--emit", emit])
    #expect(result.status == 64 && result.errors.contains("found --only-changed, and --emit without plan or summary"))
  }
}
