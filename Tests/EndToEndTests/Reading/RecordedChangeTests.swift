import Foundation
import TestSupport
import Testing

/// Tests commands that print and change a file: a status of 64 or above means that nothing has changed, so that the
/// command can be repeated.
@Suite struct RecordedChangeTests {
  private static let common = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
  private static let shared = common + ["--now", "2026-11-20T12:00:00Z"]
  private static let export =
    #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n"
    + #"{"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-18","time":"09:00","repeat":"daily"}]}}"#
    + "\n"

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(RecordedChangeTests.export.utf8).write(to: folder.appending(path: "in.ndjson"))
    try body(folder)
  }

  private func text(_ name: String, _ folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// A command, and the file or link that it changes.
  static let commands: [(command: [String], state: String)] = [
    (["done", "t", "--on", "2026-11-21", "in.ndjson", "--changes", "c.ndjson"] + shared, "cat c.ndjson; ls -A"),
    (["snooze", "t", "2d", "in.ndjson", "--changes", "c.ndjson"] + shared, "cat c.ndjson; ls -A"),
    (["undo", "t", "in.ndjson", "--changes", "c.ndjson"] + shared, "cat c.ndjson; ls -A"),
    (["undo", "--changes", "c.ndjson"] + shared, "cat c.ndjson; ls -A"),
    (["history", "runs", "--latest", "2026-11-18T000000Z"], "readlink runs/latest; ls -A runs"),
    (["report", "plan", "--account", "a", "--templates", TestFiles.templates], "ls -iA plan"),
  ]

  @Test("changes nothing if standard output cannot be written", arguments: commands, ["exec >/dev/full", "exec >&-"])
  func full(row: (command: [String], state: String), shell: String) throws {
    try withFolder { folder in
      for command in [
        ["done", "t", "--changes", "c.ndjson", "--now", "2026-11-20T12:00:00Z"],
        ["plan", "--out", "plan", "--now", "2026-11-20T00:00:00Z"],
        ["plan", "--archive", "runs", "--now", "2026-11-18T00:00:00Z"],
        ["plan", "--archive", "runs", "--now", "2026-11-20T00:00:00Z"],
      ] {
        let made = try Program.run(command + ["in.ndjson"] + RecordedChangeTests.common, in: folder)
        #expect(made.status == 0, "\(made.errors)")
      }
      let before = try Shell.run(row.state, in: folder)
      let result = try Program.run(row.command, in: folder, shell: shell)
      #expect(result.status == 74, "\(result.errors)")
      #expect(try Shell.run(row.state, in: folder) == before)
      let again = try Program.run(row.command, in: folder)
      #expect(again.status == 0 && !again.output.isEmpty, "\(again.errors)")
      #expect(try Shell.run(row.state, in: folder) != before)
    }
  }

  @Test(
    "changes the file that a link leads to, and keeps the link", arguments: ["there/c.ndjson", "there/none.ndjson"])
  func link(target: String) throws {
    try withFolder { folder in
      try Shell.run(
        "mkdir there; touch there/c.ndjson; chmod 640 there/c.ndjson; ln -s \(target) one; ln -s one two", in: folder)
      for day in ["20", "21"] {
        let result = try Program.run(
          ["done", "t", "--on", "2026-11-\(day)", "in.ndjson", "--changes", "two"] + RecordedChangeTests.shared,
          in: folder)
        #expect(result.status == 0, "\(result.errors)")
      }
      #expect(try text(target, folder).split(separator: "\n").count == 2)
      try Shell.run("test -L one -a -L two -a $(stat -c %a there/c.ndjson) = 640", in: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.hasSuffix(".tickler") })
    }
  }

  @Test("a circle of links is status 66")
  func circle() throws {
    try withFolder { folder in
      try Shell.run("ln -s two one; ln -s one two", in: folder)
      let result = try Program.run(
        ["done", "t", "in.ndjson", "--changes", "two"] + RecordedChangeTests.shared, in: folder)
      #expect(result.status == 66, "\(result.errors)")
    }
  }

  @Test("a file past the limit of the process is status 73, and leaves the old plan")
  func limit() throws {
    try withFolder { folder in
      let plan = ["plan", "in.ndjson", "--out", "out"] + RecordedChangeTests.shared
      #expect(try Program.run(plan, in: folder).status == 0)
      let state = "ls -iA out; sha256sum out/* out/.tickler-files"
      let before = try Shell.run(state, in: folder)
      let result = try Program.run(plan + ["--days", "300"], in: folder, largestFile: 32)
      #expect(result.status == 73, "\(result.errors)")
      #expect(result.errors.contains("cannot write out/") && result.errors.contains("File too large"))
      #expect(try Shell.run(state, in: folder) == before)
    }
  }
}
