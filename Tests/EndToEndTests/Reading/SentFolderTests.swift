import Foundation
import TestSupport
import Testing

/// Tests plan folders that somebody sent, with a journal for tickler to carry out: reading changes nothing, and writing
/// changes nothing outside.
@Suite struct SentFolderTests {
  private static let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
  private static let export =
    #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n"
    + #"{"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-21","time":"09:00"}]}}"#
    + "\n"

  /// Runs `body` with the old plan in `old`, the new one in `new`, and the files of a user in `home`.
  private func withPlans(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(SentFolderTests.export.utf8).write(to: folder.appending(path: "in.ndjson"))
    for (name, days) in [("old", "1"), ("new", "3"), ("archive/2026-11-20T000000Z", "1")] {
      let made = try plan(["--out", name, "--days", days], folder)
      #expect(made.status == 0, "\(made.errors)")
    }
    try Shell.run(
      """
      mkdir -p home/projects home/cancelled; echo mine | tee home/.profile home/projects/p home/cancelled/a.ics >home/plan.ndjson
      echo mine >old/notes.txt
      printf 'tickler-run/1\\nkey k\\nstatus 0\\n' >archive/2026-11-20T000000Z/.tickler-run
      ln -s 2026-11-20T000000Z archive/latest
      """, in: folder)
    try body(folder)
  }

  private func plan(_ arguments: [String], _ folder: URL) throws -> Program.Result {
    try Program.run(
      ["plan", "in.ndjson", "--now", "2026-11-20T00:00:00Z", "--quiet"] + arguments + SentFolderTests.shared,
      in: folder)
  }

  /// Returns every path below a folder with its inode, times and bytes.
  private func state(_ names: [String], _ folder: URL) throws -> String {
    String(
      decoding: try Shell.run(
        "find \(names.joined(separator: " ")) -printf '%p %y %i %T@ %C@ %l\\n' | sort; "
          + "find \(names.joined(separator: " ")) -type f -print0 | sort -z | xargs -0 sha256sum", in: folder),
      as: UTF8.self)
  }

  /// A journal with names that no plan has, or links that lead out of the folder.
  static let hostile = [
    ("a file through a link", "ln -s ../home old/x; echo evil >old/.tickler-staging/.profile", "put x/.profile"),
    ("a folder through a link", "ln -s ../home old/x", "remove x/projects"),
    ("a link to a folder", "ln -s ../home/projects old/projects", "remove projects"),
    ("a file of the user", ":", "remove notes.txt"),
    ("a hidden file", "echo evil >old/.tickler-staging/.profile", "put .profile"),
    ("replaced files in a link", "ln -s ../../home old/.tickler-staging/.replaced", "remove calendar.ics"),
    ("new files in a link", "rmdir old/.tickler-staging; ln -s ../home old/.tickler-staging", "put plan.ndjson"),
    (
      "a kept folder in a link",
      "mkdir -p old/.tickler-staging/.replaced; ln -s ../../../home old/.tickler-staging/.replaced/accounts",
      "keep accounts/cancelled"
    ),
    ("a kept folder of a link", "ln -s ../home old/accounts", "keep accounts/cancelled"),
    ("a path out of the folder", "echo evil >old/.tickler-staging/.profile", "put ../home/.profile"),
  ]
  private static let writing: [[String]] = [
    ["plan", "in.ndjson", "--out", "old", "--now", "2026-11-20T00:00:00Z"] + shared,
    ["report", "old", "--templates", TestFiles.templates], ["report", "old", "--account", "a"],
    ["merge", "new", "--out", "old"] + shared,
  ]

  @Test("changes nothing outside a folder, nor files of the user in it", arguments: hostile)
  func outside(what: String, making: String, step: String) throws {
    try withPlans { folder in
      try Shell.run(
        "mkdir -p old/.tickler-staging; \(making); printf 'tickler-commit/1\\n\(step)\\nend\\n' >old/.tickler-commit",
        in: folder)
      let before = try state(["home", "old"], folder)
      for command in SentFolderTests.reading("old") + SentFolderTests.writing {
        let result = try Program.run(command, in: folder)
        #expect(result.status >= 64, "\(what), \(command): \(result.errors)")
        #expect(try state(["home", "old"], folder) == before, "\(what), \(command)")
      }
    }
  }

  /// Commands that read a plan's folder.
  private static func reading(_ name: String) -> [[String]] {
    [
      ["verify", name], ["apply", name], ["diff", name, "new"] + shared,
      ["diff", "new", "\(name)/plan.ndjson"] + shared,
      ["explain", "--account", "a", "--at", "today", "--archive", name] + shared,
      ["plan", "in.ndjson", "--previous", name, "--out", "other", "--now", "2026-11-20T00:00:00Z"] + shared,
      ["merge", name, "--out", "other"] + shared,
    ]
  }

  /// Leaves a run's folder as if it had been killed after the first file.
  private func kill(_ name: String, _ folder: URL) throws {
    try Shell.run(
      """
      mkdir \(name)/.tickler-staging; cp -r new/* new/.tickler-files \(name)/.tickler-staging
      mv \(name)/.tickler-staging/plan.ndjson \(name)
      (echo tickler-commit/1; cd new; for name in * .tickler-files; do echo put $name; done; echo end) >\(name)/.tickler-commit
      """, in: folder)
  }

  @Test("a command that reads refuses the folder of a killed run, and names the command that completes it")
  func refuses() throws {
    try withPlans { folder in
      try kill("old", folder)
      let before = try state(["old", "new"], folder)
      for command in SentFolderTests.reading("old") {
        let result = try Program.run(command, in: folder)
        #expect(result.status == 75, "\(command): \(result.errors)")
        #expect(result.errors.contains("a run was killed while it replaced the files in old; tickler report old, or"))
        #expect(try state(["old", "new"], folder) == before, "\(command)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "other").path))
    }
  }

  /// Commands that write to a folder, and whether it then has the files of `new`.
  static let completing: [([String], Bool)] = [
    (["report", "old", "--templates", TestFiles.templates], true), (["report", "old", "--account", "nobody"], true),
    (["plan", "in.ndjson", "--out", "old", "--now", "2026-11-20T00:00:00Z", "--days", "3"] + shared, false),
    (
      [
        "plan", "in.ndjson", "--out", "old", "--previous", "old", "--now", "2026-11-20T00:00:00Z", "--days", "3",
      ] + shared, false
    ),
  ]

  @Test("a command that writes to the folder of a killed run completes it first", arguments: completing)
  func completes(command: [String], isNew: Bool) throws {
    try withPlans { folder in
      try kill("old", folder)
      let result = try Program.run(command, in: folder)
      #expect(result.status == (command.contains("nobody") ? 66 : 0), "\(result.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "old").path)
      #expect(!names.contains(".tickler-commit") && !names.contains(".tickler-staging"))
      #expect(try Program.run(["verify", "old"], in: folder).status == 0)
      if isNew {
        try Shell.run("for name in plan.ndjson calendar.ics; do cmp old/$name new/$name; done", in: folder)
      } else if command.contains("--previous") {
        #expect(result.errors.contains("changed since old: nothing"))
      }
    }
  }

  @Test("the next run into an archive completes the latest run, and no run that is a link")
  func archive() throws {
    try withPlans { folder in
      try kill("archive/2026-11-20T000000Z", folder)
      try Shell.run("cp -r old home/run; mv home/run/plan.ndjson home/run/.tickler-begun", in: folder)
      try Shell.run("ln -s ../home/run archive/2026-11-19T000000Z", in: folder)
      let before = try state(["home"], folder)
      let explained = try Program.run(
        ["explain", "--account", "a", "--at", "today", "--archive", "archive"] + SentFolderTests.shared, in: folder)
      #expect(explained.status == 75, "\(explained.errors)")
      #expect(explained.errors.contains("tickler report archive/2026-11-20T000000Z"))
      let night = try Program.run(
        ["plan", "in.ndjson", "--archive", "archive", "--now", "2026-11-21T00:00:00Z", "--keep", "1"]
          + SentFolderTests.shared, in: folder)
      #expect(night.status == 0, "\(night.errors)")
      #expect(try Program.run(["verify", "archive/latest"], in: folder).status == 0)
      #expect(try state(["home"], folder) == before)
    }
  }
}
