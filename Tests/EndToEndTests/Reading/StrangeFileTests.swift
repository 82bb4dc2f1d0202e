import Foundation
import TestSupport
import Testing

/// Tests pipes, links and folders instead of tickler's own files: rejected without waiting for them, and left unchanged.
@Suite struct StrangeFileTests {
  private static let now = "2026-11-20T00:00:00Z"
  private static let common = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
  private static let export =
    #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n"
    + #"{"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-21","time":"09:00"}]}}"#
    + "\n"

  enum Strange: String, CaseIterable, Sendable {
    case pipe, link, loop, folder

    /// Replaces a file. A link leads to the file's bytes.
    func replace(_ file: URL) throws {
      let aside = file.deletingLastPathComponent().appending(path: "aside")
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.moveItem(at: file, to: aside)
      } else {
        try Data().write(to: aside)
      }
      switch self {
      case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
      case .link: try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "aside")
      case .loop:
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.lastPathComponent)
      case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var file: String
    var command: [String]
    var status: Int32
    var testDescription: String { "\(file): \(command.joined(separator: " "))" }
  }

  private static let night = [
    "plan", "in.ndjson", "--archive", "runs", "--now", "2026-11-20T06:00:00Z",
  ]
  static let rows =
    ["accounts.ndjson", "summary.json"].map {
      Row(file: "runs/latest/\($0)", command: night + common, status: 66)
    }
    + [
      Row(file: "runs/runs.log", command: night + common, status: 73),
      Row(file: "runs/latest/summary.json", command: ["history", "runs"], status: 1),
      Row(
        file: "runs/latest/sizes.ndjson",
        command: ["explain", "--account", "a", "--at", "today", "--archive", "runs"] + common, status: 66),
      Row(
        file: "runs/latest/plan.ndjson",
        command: ["explain", "--account", "a", "--at", "today", "--archive", "runs"] + common, status: 66),
      Row(
        file: "plan/.tickler-files", command: ["plan", "in.ndjson", "--out", "plan", "--now", now] + common, status: 66),
      Row(
        file: "plan/.tickler-commit", command: ["plan", "in.ndjson", "--out", "plan", "--now", now] + common, status: 66
      ),
      Row(file: "plan/.tickler-commit", command: ["verify", "plan"], status: 66),
      Row(file: "plan/.tickler-files", command: ["verify", "plan"], status: 66),
      Row(file: "plan/calendar.ics", command: ["verify", "plan"], status: 66),
      Row(file: "plan/index.html", command: ["verify", "plan"], status: 66),
      Row(file: "plan/accounts.ndjson", command: ["diff", "plan", "runs/latest"] + common, status: 66),
      Row(file: "plan/actions.ndjson", command: ["apply", "plan"], status: 66),
      Row(file: "plan/plan.ndjson", command: ["report", "plan"] + common, status: 66),
      Row(
        file: "t.prom", command: ["plan", "in.ndjson", "--out", "plan", "--metrics", "t.prom", "--now", now] + common,
        status: 0),
      Row(
        file: ".t.prom.tickler",
        command: ["plan", "in.ndjson", "--out", "plan", "--metrics", "t.prom", "--now", now] + common, status: 0),
    ]

  private func withPlans(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(StrangeFileTests.export.utf8).write(to: folder.appending(path: "in.ndjson"))
    for place in [["--out", "plan"], ["--archive", "runs"]] {
      let made = try run(
        ["plan", "in.ndjson", "--now", StrangeFileTests.now] + place + StrangeFileTests.common, folder)
      #expect(made.status == 0, "\(made.errors)")
    }
    try body(folder)
  }

  /// Runs a command. Waiting for the other end of a pipe ends with status 124.
  private func run(_ command: [String], _ folder: URL) throws -> Program.Result {
    try Program.run(command, in: folder, shell: #"exec timeout 30 "$0" "$@""#)
  }

  /// Returns every name with its type, and the bytes of files, without following links.
  private func tree(_ folder: URL) throws -> [String: String] {
    var tree: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let type = attributes[.type] as? FileAttributeType
      tree[name] =
        type == .typeRegular
        ? try Data(contentsOf: URL(filePath: path)).base64EncodedString()
        : (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "\(type?.rawValue ?? "")"
    }
    return tree
  }

  @Test(
    "rejects a pipe, link or folder in place of a file, and changes nothing", arguments: rows, Strange.allCases)
  func refused(row: Row, strange: Strange) throws {
    try withPlans { folder in
      try strange.replace(folder.appending(path: row.file))
      let before = try tree(folder)
      let result = try run(row.command, folder)
      #expect(result.status == row.status, "\(result.errors)")
      #expect(
        result.errors.contains("it is a link, a folder, a pipe, a device or a socket, not a file"), "\(result.errors)")
      var after = try tree(folder)
      // A failed night is logged.
      if row.status == 66, row.command.contains("--archive"), row.command[0] == "plan" {
        after["runs/runs.log"] = before["runs/runs.log"]
      }
      #expect(after == before)
    }
  }

  @Test("does not replace a run's output if a pipe took its place", arguments: ["plan.ndjson", "index.html"])
  func replaced(name: String) throws {
    try withPlans { folder in
      try Strange.pipe.replace(folder.appending(path: "plan/\(name)"))
      let before = try tree(folder)
      let result = try run(
        ["plan", "in.ndjson", "--out", "plan", "--now", StrangeFileTests.now] + StrangeFileTests.common, folder)
      #expect(result.status == 73)
      #expect(
        result.errors.contains("plan/\(name) is a pipe, device or socket that tickler did not write; remove it"))
      #expect(try tree(folder) == before)
    }
  }

  @Test(
    "metrics replace only metrics", arguments: ["in.ndjson", "plan/plan.ndjson", "runs/runs.log", "/dev/full"])
  func metrics(path: String) throws {
    try withPlans { folder in
      let before = try Data(contentsOf: folder.appending(path: "in.ndjson"))
      let result = try run(
        ["plan", "in.ndjson", "--out", "plan", "--metrics", path, "--now", StrangeFileTests.now, "--days", "2"]
          + StrangeFileTests.common, folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains(path))
      #expect(try Data(contentsOf: folder.appending(path: "in.ndjson")) == before)
      #expect(try run(["verify", "plan"], folder).status == 0)
    }
  }

  @Test("keeps the run's own output if metrics name the same file, and reports it")
  func ownOutput() throws {
    try withPlans { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "plan/plan.ndjson"))
      let result = try run(
        ["plan", "in.ndjson", "--out", "plan", "--metrics", "plan/plan.ndjson", "--now", StrangeFileTests.now]
          + StrangeFileTests.common, folder)
      #expect(result.status == 0)
      #expect(
        result.errors.contains("plan/plan.ndjson is not a metrics file of tickler; name another one with --metrics"))
      #expect(try run(["verify", "plan"], folder).status == 0)
    }
  }
}
