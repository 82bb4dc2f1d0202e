import Foundation
import TestSupport
import Testing

/// Tests files that a user names, or puts into a folder that the user names: nothing is waited for without end, and
/// nothing takes all memory.
@Suite struct UserFileTests {
  private static let now = ["--now", "2026-11-20T00:00:00Z", "--zoneinfo", TestFiles.zoneinfo]

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      (#"{"format":"tickler-export/1","app":"focusflow"}"# + "\n" + #"{"account":{"id":"a","timeZone":"UTC"}}"# + "\n")
        .utf8
    ).write(to: folder.appending(path: "in.ndjson"))
    try FileManager.default.copyItem(at: URL(filePath: TestFiles.templates), to: folder.appending(path: "templates"))
    try body(folder)
  }

  /// Runs a command that may neither wait nor take much memory.
  private func run(_ command: [String], _ folder: URL) throws -> Program.Result {
    try Program.run(command, in: folder, shell: #"exec timeout 60 "$0" "$@""#)
  }

  /// Files in folders, and the options that lead there.
  static let listed: [(file: String, options: [String])] = [
    ("templates/report/index.mustache", []), ("templates/report/style.css", []), ("templates/report/head.mustache", []),
    ("templates/policies/focusflow.toml", []), ("templates/policies/another.toml", []),
    ("templates/messages/focusflow.toml", []), ("templates/messages/another.toml", []),
    ("own/policy.toml", ["--policy", "own"]), ("templates/mappings/todoist.toml", ["--mapping", "todoist"]),
  ]

  @Test(
    "refuses a pipe, or a link to a device, among templates and policies", arguments: listed,
    ["mkfifo", "ln -s /dev/zero"])
  func refused(row: (file: String, options: [String]), making: String) throws {
    try withFolder { folder in
      try Shell.run("mkdir own; rm -f \(row.file); \(making) \(row.file)", in: folder)
      let result = try run(["plan", "in.ndjson", "--out", "out"] + row.options + UserFileTests.now, folder)
      #expect([65, 66].contains(result.status), "\(result.status): \(result.errors)")
      let name = row.file.split(separator: "/").last!.split(separator: ".")[0]
      #expect(result.errors.contains(name) && result.errors.contains("not a file"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  static let named = ["--policy", "--holidays", "--mapping", "--expect", "--redact", "--changes"]

  @Test("a device instead of a file that an option names is status 66", arguments: named)
  func device(option: String) throws {
    try withFolder { folder in
      let result = try run(["plan", "in.ndjson", "--out", "out", option, "/dev/zero"] + UserFileTests.now, folder)
      #expect(result.status == 66, "\(result.errors)")
      #expect(result.errors.contains("cannot read /dev/zero: it is a link, a folder, a pipe, a device"))
    }
  }

  @Test("a file past 64 MB is status 65", arguments: named.filter { $0 != "--redact" })
  func large(option: String) throws {
    try withFolder { folder in
      try Shell.run("truncate -s 1T large.x", in: folder)
      let result = try run(["plan", "in.ndjson", "--out", "out", option, "large.x"] + UserFileTests.now, folder)
      #expect(result.status == 65, "\(result.errors)")
      #expect(result.errors.contains("cannot read large.x: it is larger than 64 MB"), "\(result.errors)")
    }
  }

  @Test("a pipe that an option names is read")
  func pipe() throws {
    try withFolder { folder in
      let result = try Program.run(
        ["plan", "in.ndjson", "--out", "out", "--expect", "pipe"] + UserFileTests.now, in: folder,
        shell: "mkfifo pipe; (echo app focusflow >pipe) & :")
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("names a missing file of --expect, also if outputs are redacted", arguments: [[], ["--redact", "key"]])
  func missing(options: [String]) throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 64).utf8).write(to: folder.appending(path: "key"))
      try Data().write(to: folder.appending(path: "nightly.txt"))
      let result = try run(
        ["plan", "in.ndjson", "--out", "out", "--expect", "nightly.tx"] + options + UserFileTests.now, folder)
      #expect(result.status == 66)
      #expect(
        result.errors.contains(
          "tickler: error: cannot read nightly.tx: No such file or directory; the nearest is nightly.txt\n"))
    }
  }
}
