import Foundation
import TestSupport
import Testing

/// Tests the options of redaction. Tests/Tools/redaction.py checks redacted plans themselves.
@Suite struct RedactionTests {
  private static let shared = [
    "--now", "2026-11-20T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
  ]
  private static let export = """
    {"format":"tickler-export/1","app":"diary"}
    {"account":{"id":"ana","timeZone":"UTC","preferences":{"bedtime":{}}}}
    {"account":{"id":"bo","timeZone":"Mars/Base"}}

    """

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "in/eu"), withIntermediateDirectories: true)
    try Data(RedactionTests.export.utf8).write(to: folder.appending(path: "in/eu/ana.ndjson"))
    try body(folder)
  }

  static let keys: [(key: String?, status: Int32, message: String)] = [
    (nil, 66, "cannot read key: No such file or directory"),
    ("", 64, "the key in key has 0 bytes; --redact takes a file with 32 to 4096 random bytes"),
    (String(repeating: "k", count: 31) + "\n", 64, "the key in key has 31 bytes; "),
    (String(repeating: "k", count: 4098), 64, "the key in key has more than 4096 bytes; "),
    (String(repeating: "k", count: 32), 1, ""), (String(repeating: "k", count: 4096) + "\n", 1, ""),
  ]

  @Test("a key has 32 to 4096 bytes, not counting a final line break", arguments: keys)
  func key(key: String?, status: Int32, message: String) throws {
    try withFolder { folder in
      if let key { try Data(key.utf8).write(to: folder.appending(path: "key")) }
      let result = try Program.run(
        ["check", "in", "--redact", "key", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo],
        in: folder)
      #expect(result.status == status)
      #expect(message.isEmpty || result.errors.contains(message), "\(result.errors)")
      #expect(!result.output.contains("ana") && !result.output.contains("Mars"))
    }
  }

  @Test("a repeating whole day with a reminder by hours has a uid on each date")
  func uids() throws {
    try withFolder { folder in
      let export = """
        {"format":"tickler-export/1","app":"personal","accounts":[{"id":"u","timeZone":"Europe/Berlin","items":[
        {"kind":"task","id":"t","title":"T","date":"2026-11-20","repeat":"daily","remind":["-1h"]}]}]}
        """
      try Data(export.utf8).write(to: folder.appending(path: "in.json"))
      #expect(try Program.run(["plan", "in.json", "--days", "5"] + RedactionTests.shared, in: folder).status == 0)
      let verified = try Program.run(["verify", "reports", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
  }

  @Test("keeps the zone of an item, by which its wall times are")
  func zoneOfItem() throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let export = """
        {"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"u","timeZone":"Europe/Berlin","items":[
        {"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"09:00","timeZone":"America/New_York"}]}]}
        """
      try Data(export.utf8).write(to: folder.appending(path: "in.json"))
      let planned = try Program.run(["plan", "in.json", "--redact", "key"] + RedactionTests.shared, in: folder)
      #expect(planned.status == 0, "\(planned.errors)")
      let lines = try String(contentsOf: folder.appending(path: "reports/plan.ndjson"), encoding: .utf8)
      #expect(lines.contains(#""local":"2026-11-20T09:00:00","zone":"America/New_York""#), "\(lines)")
      let verified = try Program.run(["verify", "reports", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
  }

  @Test("omits actions by default, and rejects them if requested")
  func actions() throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let asked = try Program.run(
        ["plan", "in", "--redact", "key", "--emit", "plan,actions"] + RedactionTests.shared, in: folder)
      #expect(asked.status == 64)
      #expect(
        asked.errors.contains(
          "found --redact, and actions in --emit; expected no actions, since no device knows redacted ids"))
      // Files of an earlier run do not stay beside a redacted plan.
      for options in [[], ["--redact", "key"]] {
        let result = try Program.run(["plan", "in", "--out", "out"] + options + RedactionTests.shared, in: folder)
        #expect(result.status == 1, "\(result.errors)")
        let there = FileManager.default.fileExists(atPath: folder.appending(path: "out/actions.ndjson").path)
        #expect(there == options.isEmpty)
      }
    }
  }

  @Test("merged parts, and pages reported or redacted later, equal those of one run byte for byte")
  func pages() throws {
    try withFolder { folder in
      func program(_ arguments: [String], status: Int32 = 1) throws {
        let result = try Program.run(arguments + ["--quiet"], in: folder)
        #expect(result.status == status, "\(arguments): \(result.errors)")
      }
      func files(_ out: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: out).path) {
          files[name] = try Data(contentsOf: folder.appending(path: "\(out)/\(name)"))
        }
        return files
      }
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      // The date of a pending request, later than any plan, is in no redacted file.
      let export = RedactionTests.export.replacing(
        #""timeZone":"UTC","#, with: #""timeZone":"Europe/Rome","pending":[{"id":"x","at":"2031-06-25T10:00:00Z"}],"#)
      try Data(export.utf8).write(to: folder.appending(path: "in/eu/ana.ndjson"))
      try program(["plan", "in", "--redact", "key", "--out", "one"] + RedactionTests.shared)
      let one = try files("one")
      let path = "in/eu/ana.ndjson"
      for (number, range) in ["0:90", "90:"].enumerated() {
        try program(
          ["worker", "in", "--input", path, "--range", range, "--redact", "key", "--out", "part\(number)"]
            + RedactionTests.shared, status: number == 0 ? 0 : 1)
      }
      try program(["merge", "part0", "part1", "--out", "merged"] + RedactionTests.shared.dropFirst(2))
      #expect(try files("merged") == one)
      try program(["report", "one"] + RedactionTests.shared.dropFirst(2), status: 0)
      #expect(try files("one") == one)
      try program(["plan", "in", "--out", "later"] + RedactionTests.shared)
      try program(["report", "later", "--redact", "key"] + RedactionTests.shared.dropFirst(2), status: 0)
      let page = try files("later")["index.html"]
      #expect(page == one["index.html"])
      #expect(page.map { String(decoding: $0, as: UTF8.self).contains("2031") } == false)
    }
  }

  @Test("an item keeps its own zone, so that the redacted plan is right")
  func ownZone() throws {
    try withFolder { folder in
      let export =
        #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"ana","timeZone":"Europe/London","items":["#
        + #"{"kind":"task","id":"t","title":"T","date":"2026-11-24","time":"16:00","timeZone":"America/New_York"}]}]}"#
      try Data(export.utf8).write(to: folder.appending(path: "zone.json"))
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let made = try Program.run(
        ["plan", "zone.json", "--redact", "key", "--out", "out"] + RedactionTests.shared, in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
      #expect(plan.contains(#""local":"2026-11-24T16:00:00","zone":"America/New_York""#), "\(plan)")
      let verified = try Program.run(["verify", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(verified.status == 0, "\(verified.errors)")
    }
  }

  static let refused: [(arguments: [String], message: String)] = [
    (
      ["plan", "in", "--emit", "plan,actions"],
      "found --redact, and actions in --emit; expected no actions, since no device knows redacted ids"
    ),
    (["worker", "--out", "part", "--emit", "plan,actions"], "found --redact, and actions in --emit"),
    (["merge", "part"], "Unknown option '--redact'"),
    (
      ["explain", "--account", "ana", "--at", "today", "--archive", "out", "--about", "rent"],
      "--about searches texts, which --redact removes; use --notification"
    ),
    (
      ["verify", "out", "--sources"],
      "the plan in out is redacted, without the names and hashes of its sources: leave out --sources"
    ),
  ]

  @Test("rejects what cannot be redacted", arguments: refused)
  func refuses(arguments: [String], message: String) throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let made = try Program.run(
        ["plan", "in", "--out", "out", "--redact", "key"] + RedactionTests.shared, in: folder)
      #expect(made.status == 1, "\(made.errors)")
      let result = try Program.run(arguments + ["--redact", "key"], in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("a file of an archive has one pseudonym in every output")
  func archive() throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let script = """
        import zipfile
        with zipfile.ZipFile('rosa.zip', 'w') as file:
          file.writestr('rosa/tasks.ics', 'BEGIN:VCALENDAR\\nBEGIN:VTODO\\nUID:rosa\\nDUE:rosa\\nEND:VTODO\\nEND:VCALENDAR\\n')
          file.writestr('rosa/notes.txt', 'rosa')
        """
      try Data(script.utf8).write(to: folder.appending(path: "make.py"))
      try Shell.run("python3 make.py", in: folder)
      let options = ["--redact", "key", "--time-zone", "UTC"] + RedactionTests.shared
      let plan = try Program.run(
        ["plan", "rosa.zip", "--out", "out", "--verbose", "--log-format", "json"] + options, in: folder)
      #expect(plan.status == 1, "\(plan.errors)")
      let code = try Shell.run(
        "printf 'file\\0rosa.zip/rosa/tasks.ics' | openssl dgst -sha256 -hmac \(String(repeating: "k", count: 32))",
        in: folder)
      let name = String(decoding: code, as: UTF8.self).split(separator: " ").last!.prefix(16)
      for text in try ["plan.ndjson", "summary.json", "index.html"].map({ file in
        try String(contentsOf: folder.appending(path: "out/\(file)"), encoding: .utf8)
      }) + [
        plan.errors, Program.run(["check", "rosa.zip"] + options.prefix(2) + options.dropFirst(6), in: folder).output,
      ] {
        #expect(text.contains(name) && !text.contains("rosa"), "\(text)")
      }
    }
  }

  @Test("a gate names no missing input")
  func expected() throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      try Data("# each night\ninput zoe.ndjson\napp yoga\n".utf8).write(to: folder.appending(path: "expected.txt"))
      for (options, names) in [
        ([], ["\"zoe.ndjson\"", "\"yoga\""]), (["--redact", "key"], ["in line 2", "in line 3"]),
      ] {
        let result = try Program.run(
          ["plan", "in", "--out", "out", "--expect", "expected.txt"] + options + RedactionTests.shared, in: folder)
        #expect(result.status == 76)
        #expect(
          result.errors.contains("the input \(names[0]) is missing, which expected.txt expects"), "\(result.errors)")
        #expect(result.errors.contains("no input names the app \(names[1]), which expected.txt expects"))
        #expect(options.isEmpty || !result.errors.contains("zoe") && !result.errors.contains("yoga"))
      }
    }
  }

  @Test("tickler run redacts with the key that its file names")
  func config() throws {
    try withFolder { folder in
      try Data(String(repeating: "k", count: 32).utf8).write(to: folder.appending(path: "key"))
      let text = """
        format = "tickler-run/1"
        inputs = ["in"]
        templates = "\(TestFiles.templates)"
        zoneinfo = "\(TestFiles.zoneinfo)"
        redact = "key"
        archive = "plans"

        """
      try Data(text.utf8).write(to: folder.appending(path: "run.toml"))
      let options = ["--now", "2026-11-20T00:00:00Z", "--log-format", "json"]
      let result = try Program.run(["run", "run.toml"] + options, in: folder)
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains(#""code":"unknownZone""#))
      #expect(!result.errors.contains("ana") && !result.errors.contains("Mars"), "\(result.errors)")
      let page = try String(contentsOf: folder.appending(path: "plans/latest/index.html"), encoding: .utf8)
      #expect(page.contains("This plan is redacted: ids and file names are keyed hashes, and the texts are left out."))
      // The same run again is not new. With another key it is, and cannot succeed the old one.
      #expect(try Program.run(["run", "run.toml"] + options, in: folder).errors.contains(#""same":"plans/2026-11-20"#))
      try Data(String(repeating: "m", count: 32).utf8).write(to: folder.appending(path: "key"))
      let other = try Program.run(["run", "run.toml"] + options, in: folder)
      #expect(other.status == 65)
      #expect(other.errors.contains("was redacted with another key"), "\(other.errors)")
      try Data((text.replacing("redact", with: "emit = [\"plan\", \"actions\"]\nredact")).utf8)
        .write(to: folder.appending(path: "run.toml"))
      let both = try Program.run(["run", "run.toml"] + options, in: folder)
      #expect(both.status == 65)
      #expect(both.errors.contains("no device knows redacted ids"), "\(both.errors)")
    }
  }

  @Test("no output has a path of the machine, and messages name files as given", arguments: ["", "in"])
  func paths(start: String) throws {
    try withFolder { folder in
      let place = folder.resolvingSymlinksInPath().path
      let result = try Program.run(
        ["plan", "\(place)/in", "--out", "\(place)/out", "--policy", "\(TestFiles.templates)/policies/diary.toml"]
          + RedactionTests.shared, in: folder.appending(path: start))
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("\(place)/in/eu/ana.ndjson:3:34: error: account \"bo\""), "\(result.errors)")
      for name in ["plan.ndjson", "accounts.ndjson", "summary.json", "index.html"] {
        let text = try String(contentsOf: folder.appending(path: "out/\(name)"), encoding: .utf8)
        #expect(!text.contains(place) && !text.contains(TestFiles.root.path), "\(name)")
      }
      let head = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
      // The path starts at the working folder, otherwise at the given name.
      let file = start.isEmpty ? "in/eu/ana.ndjson" : "eu/ana.ndjson"
      #expect(head.contains(#""file":"\#(file)""#), "\(head)")
      #expect(head.contains(#""file":"diary.toml""#) && head.contains(#""file":"templates/messages/diary.toml""#))
      let summary = try String(contentsOf: folder.appending(path: "out/summary.json"), encoding: .utf8)
      #expect(summary.contains("\"tickler plan in --policy diary.toml "), "\(summary)")
    }
  }
}
