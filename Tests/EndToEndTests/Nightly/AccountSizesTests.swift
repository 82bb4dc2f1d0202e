import Foundation
import TestSupport
import Testing

/// Tests that runs of an archive record the sizes of each account's lines, by which commands read one account alone. Before, only runs
/// with `--only-changed` did, and that option is obsolete.
@Suite struct AccountSizesTests {
  private static let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]

  private func withInput(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let accounts = ["ana", "bob", "cal"].map { id in
      #"{"account":{"id":"\#(id)","timeZone":"Europe/London","items":[{"kind":"task","id":"t","title":"Water","#
        + #""date":"2026-11-01","time":"10:00","repeat":"daily"}]}}"#
    }
    try Data(([ExitStatusTests.header] + accounts).joined(separator: "\n").utf8).write(
      to: folder.appending(path: "in.ndjson"))
    try body(folder)
  }

  private func plan(_ options: [String], in folder: URL) throws -> Program.Result {
    try Program.run(
      ["plan", "in.ndjson", "--now", "2026-11-20T12:00:00Z"] + options + AccountSizesTests.shared, in: folder)
  }

  @Test(
    "the sizes locate the lines of one account, and no other line is read", arguments: [[], ["--compress", "zstd"]])
  func leads(options: [String]) throws {
    try withInput { folder in
      #expect(try plan(["--archive", "runs"] + options, in: folder).status == 0)
      try Shell.run("cp -rL runs/latest a", in: folder)
      func reported() throws -> [Program.Result] {
        [
          try Program.run(["report", "a", "--account", "bob"] + AccountSizesTests.shared, in: folder),
          try Program.run(
            ["explain", "--account", "bob", "--archive", "a", "--at", "2026-11-21", "--zoneinfo", TestFiles.zoneinfo],
            in: folder),
        ]
      }
      func page() throws -> Data { try Data(contentsOf: folder.appending(path: "a/account-focusflow.bob.html")) }
      // Without sizes, the whole plan is read.
      try Shell.run("mv a/sizes.ndjson sizes", in: folder)
      let (all, whole) = (try reported(), try page())
      #expect(all.map(\.status) == [0, 0], "\(all)")
      try Shell.run("mv sizes a/sizes.ndjson", in: folder)
      let packed = !options.isEmpty
      for file in ["plan", "accounts", "actions"] {
        let (unpack, pack) =
          packed ? ("zstd -qd --rm a/\(file).ndjson.zst;", "; zstd -q --rm a/\(file).ndjson") : ("", "")
        try Shell.run("\(unpack) LC_ALL=C sed -i '/\"account\":\"[ac]/ s/[^ ]/-/g' a/\(file).ndjson\(pack)", in: folder)
      }
      #expect(try reported().map(\.output) == all.map(\.output))
      #expect(try page() == whole)
      try Shell.run("rm a/sizes.ndjson", in: folder)
      #expect(try reported().map(\.status) == [65, 65])
    }
  }

  static let faults: [(what: String, commands: String)] = [
    ("no file", "rm a/sizes.ndjson"),
    ("an empty file", ": > a/sizes.ndjson"),
    ("an account less", "sed -i '$d' a/sizes.ndjson"),
    ("the end of a line", "truncate -s -5 a/sizes.ndjson"),
    ("another digit", "sed -i '2s/\"planBytes\":\\(.\\)/\"planBytes\":1\\1/' a/sizes.ndjson"),
    ("another head", "sed -i '1s/\"plan\":\"./\"plan\":\"g/' a/sizes.ndjson"),
  ]

  @Test("damaged sizes are not used", arguments: faults)
  func damaged(what: String, commands: String) throws {
    try withInput { folder in
      #expect(try plan(["--archive", "runs"], in: folder).status == 0)
      try Shell.run("cp -rL runs/latest a", in: folder)
      let command = ["report", "a", "--account", "bob"] + AccountSizesTests.shared
      func page() throws -> Data { try Data(contentsOf: folder.appending(path: "a/account-focusflow.bob.html")) }
      #expect(try Program.run(command, in: folder).status == 0)
      let whole = try page()
      try Shell.run(commands, in: folder)
      #expect(try Program.run(command, in: folder).status == 0)
      #expect(try page() == whole)
    }
  }

  @Test("a plan outside of an archive has no sizes, and none without the plan or its accounts")
  func none() throws {
    try withInput { (folder: URL) throws in
      #expect(try plan(["--out", "a"], in: folder).status == 0)
      #expect(try plan(["--archive", "runs", "--emit", "plan,html"], in: folder).status == 0)
      for path in ["a", "runs/latest"] {
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(path)/sizes.ndjson"), "\(path)")
      }
    }
  }

  @Test("the obsolete option changes nothing, and warns once", arguments: ["line", "file", "json"])
  func obsolete(form: String) throws {
    try withInput { folder in
      #expect(try plan(["--out", "a"], in: folder).status == 0)
      let config = """
        format = "tickler-run/1"
        inputs = ["in.ndjson"]
        out = "b"
        onlyChanged = true
        checksums = false
        """
      try Data(config.utf8).write(to: folder.appending(path: "tickler.toml"))
      let result =
        switch form {
        case "file":
          try Program.run(
            ["run", "tickler.toml", "--now", "2026-11-20T12:00:00Z"] + AccountSizesTests.shared, in: folder)
        case "json": try plan(["--out", "b", "--only-changed", "--log-format", "json"], in: folder)
        default: try plan(["--out", "b", "--only-changed"], in: folder)
        }
      #expect(result.status == 0)
      let words = form == "json" ? #""event":"obsolete","option":"only-changed""# : "no longer needed and has no effect"
      #expect(result.errors.split(separator: "\n").count { $0.contains(words) } == 1, "\(result.errors)")
      for file in ["plan.ndjson", "actions.ndjson", "accounts.ndjson"] {
        try Shell.run("cmp a/\(file) b/\(file)", in: folder)
      }
      let lists = try ["a", "b"].map { try Shell.run("ls -A \($0)", in: folder) }
      #expect(lists[0] == lists[1])
    }
  }
}
