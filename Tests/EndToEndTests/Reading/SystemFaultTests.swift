import Foundation
import TestSupport
import Testing

/// Tests system faults and inputs that are not files: status 74 or 66, with the old plan in place.
@Suite struct SystemFaultTests {
  private static let export =
    "\(ExitStatusTests.header)\n"
    + #"{"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"09:00"}]}}"#
    + "\n"
  private static let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
  private static let now = ["--now", "2026-11-20T00:00:00Z"]

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(SystemFaultTests.export.utf8).write(to: folder.appending(path: "in.ndjson"))
    try body(folder)
  }

  private func plan(
    _ paths: [String], _ folder: URL, _ options: [String] = SystemFaultTests.shared, shell: String? = nil
  )
    throws -> Program.Result
  {
    try Program.run(
      ["plan"] + paths + ["--out", "out"] + SystemFaultTests.now + options, in: folder, shell: shell)
  }

  static let printing: [[String]] = [
    ["explain", "in.ndjson", "--account", "a"] + now + shared, ["zones", "in.ndjson"] + now + shared,
    ["apply", "plan"], ["diff", "plan", "other", "--templates", TestFiles.templates],
    ["check", "in.ndjson", "bad.ndjson"] + shared, ["schema", "xsd", "--templates", TestFiles.templates],
    ["simulate", "in.ndjson", "--time-zone", "Asia/Tokyo"] + now + shared, ["--help"], ["--version"],
    ["rehearse", "in.ndjson", "--nights", "2"] + now + shared,
    ["plan", "--help"],
    ["report", "plan", "--account", "a", "--templates", TestFiles.templates],
  ]

  @Test("a standard output that cannot be written is status 74", arguments: printing, ["exec >/dev/full", "exec >&-"])
  func output(command: [String], shell: String) throws {
    try withFolder { folder in
      try Data((ExitStatusTests.header + "\n" + #"{"account":{"id":"b"}}"#).utf8).write(
        to: folder.appending(path: "bad.ndjson"))
      for (out, days) in [("plan", "1"), ("other", "3")] {
        let made = try Program.run(
          ["plan", "in.ndjson", "--out", out, "--days", days] + SystemFaultTests.now + SystemFaultTests.shared,
          in: folder)
        #expect(made.status == 0)
      }
      let well = try Program.run(command, in: folder)
      #expect(well.status < 64 && !well.output.isEmpty, "\(well.errors)")
      let result = try Program.run(command, in: folder, shell: shell)
      #expect(result.status == 74)
      #expect(result.errors.contains("tickler: error: cannot write to standard output: "), "\(result.errors)")
    }
  }

  @Test("if standard files are closed, no output takes their descriptors")
  func closed() throws {
    try withFolder { folder in
      #expect(try plan(["in.ndjson"], folder).status == 0)
      let before = try Data(contentsOf: folder.appending(path: "out/plan.ndjson"))
      #expect(try plan(["in.ndjson"], folder, shell: "exec <&- >&- 2>&-").status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "out/plan.ndjson")) == before)
      #expect(try plan(["-"], folder, shell: "exec <&-").status == 74)
    }
  }

  @Test("a closed pipe does not end a run that prints to it")
  func brokenPipe() throws {
    try withFolder { folder in
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let status = try Program.run(
        ["plan", "in.ndjson", "--out", "out"] + SystemFaultTests.now + SystemFaultTests.shared, in: folder,
        errors: pipe.fileHandleForWriting)
      #expect(status == 0)
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "out/plan.ndjson").path))
    }
  }

  @Test("reads hundreds of inputs of every format with few open files")
  func manyInputs() throws {
    try withFolder { folder in
      let inputs = folder.appending(path: "inputs")
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for number in 0..<300 {
        let xml =
          #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow"><account id="x\#(number)" "#
          + #"timeZone="UTC"/></export>"#
        let json =
          #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"j\#(number)","timeZone":"UTC"}]}"#
        try Data((number % 2 == 0 ? xml : json).utf8).write(
          to: inputs.appending(path: number % 2 == 0 ? "\(number).xml" : "\(number).json"))
      }
      let result = try plan(["inputs"], folder, shell: "ulimit -n 32")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("300 accounts"))
    }
  }

  @Test("omits a non-file named like an export below a folder, and rejects it if named")
  func zoo() throws {
    try withFolder { folder in
      let zoo = folder.appending(path: "zoo")
      try FileManager.default.createDirectory(at: zoo.appending(path: "sub"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: folder.appending(path: "in.ndjson"), to: zoo.appending(path: "in.ndjson"))
      #expect(mkfifo(zoo.appending(path: "pipe.json").path, 0o600) == 0)
      for (name, target) in [("circle.json", "circle.json"), ("null.json", "/dev/null")] {
        try FileManager.default.createSymbolicLink(
          atPath: zoo.appending(path: name).path, withDestinationPath: target)
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "zoo/sub/up").path, withDestinationPath: "..")
      // The name is not UTF-8, and the file still an export.
      let odd = zoo.path + "/caf\u{fffd}.ndjson"
      let name = Array(odd.utf8CString).split(separator: CChar(bitPattern: 0xef)).enumerated().flatMap {
        $0 == 0 ? Array($1) : [CChar(bitPattern: 0xe9)] + $1.dropFirst(2)
      }
      let file = try #require(fopen(name, "w"))
      fputs(
        #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n" + #"{"account":{"id":"odd","timeZone":"UTC"}}"#, file
      )
      fclose(file)
      let result = try plan(["zoo/"], folder)
      #expect(result.status == 0)
      #expect(
        result.errors.split(separator: "\n").filter { !$0.hasPrefix("tickler: ") }
          == [
            "zoo/circle.json:1:1: warning: found a circular link; expected a link to a file or folder; it is left out",
            "zoo/null.json:1:1: warning: found a pipe, device or socket; expected a file; it is left out",
            "zoo/pipe.json:1:1: warning: found a pipe, device or socket; expected a file; it is left out",
            "zoo/sub/up:1:1: warning: found a link to its own folder; expected a folder elsewhere; it is left out",
          ].map { $0[...] }, "\(result.errors)")
      #expect(result.errors.contains(": 2 accounts,"))
      let summary = try String(contentsOf: folder.appending(path: "out/summary.json"), encoding: .utf8)
      #expect(summary.contains(#"zoo/caf\\xE9.ndjson"#))
      for (name, why) in [
        ("zoo/circle.json", "Too many levels of symbolic links"),
        ("/dev/null", "it is a device or a socket, not a file"),
      ] {
        let refused = try plan([name], folder)
        #expect(refused.status == 66)
        #expect(refused.errors == "tickler: error: cannot read \(name): \(why)\n")
      }
    }
  }

  @Test("an unreadable zone file ends the run, and is not reported as an unknown zone")
  func zones() throws {
    try withFolder { folder in
      let tree = folder.appending(path: "zones")
      try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: URL(filePath: TestFiles.zoneinfo).appending(path: "Etc/UTC"), to: tree.appending(path: "UTC"))
      try FileManager.default.createSymbolicLink(
        atPath: tree.appending(path: "Loop").path, withDestinationPath: "Loop")
      try Data((ExitStatusTests.header + "\n" + #"{"account":{"id":"b","timeZone":"Loop"}}"#).utf8).write(
        to: folder.appending(path: "loop.ndjson"))
      let options = ["--templates", TestFiles.templates, "--zoneinfo", "zones"]
      #expect(try plan(["in.ndjson"], folder, options).status == 0)
      let before = try Data(contentsOf: folder.appending(path: "out/plan.ndjson"))
      let result = try plan(["loop.ndjson"], folder, options)
      #expect(result.status == 74)
      #expect(result.errors == "tickler: error: cannot read zones/Loop: Too many levels of symbolic links\n")
      #expect(try Data(contentsOf: folder.appending(path: "out/plan.ndjson")) == before)
    }
  }

  @Test("missing policies or texts are status 66; unreadable ones 74")
  func templates() throws {
    try withFolder { folder in
      let copy = folder.appending(path: "templates")
      for (name, breaks, status) in [
        ("policies", "is missing", 66), ("policies", "is empty", 66), ("policies", "has a folder", 66),
        ("messages", "is missing", 66), ("messages", "is empty", 66), ("messages", "has a folder", 66),
      ] {
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: URL(filePath: TestFiles.templates), to: copy)
        let part = copy.appending(path: name)
        if breaks != "has a folder" { try FileManager.default.removeItem(at: part) }
        if breaks == "is empty" { try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true) }
        if breaks == "has a folder" {
          try FileManager.default.createDirectory(
            at: part.appending(path: "x.toml"), withIntermediateDirectories: true)
        }
        let result = try plan(["in.ndjson"], folder, ["--templates", "templates", "--zoneinfo", TestFiles.zoneinfo])
        #expect(Int(result.status) == status, "\(name) \(breaks): \(result.errors)")
        #expect(result.errors.contains("templates/\(name)"))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
      }
    }
  }

  @Test("a run that is asked to end cleans up and ends by the signal", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(number: Int32) throws {
    try withFolder { folder in
      #expect(try plan(["in.ndjson"], folder).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path).sorted()
      let pipe = folder.appending(path: "pipe.ndjson").path
      #expect(mkfifo(pipe, 0o600) == 0)
      // The run waits for input that never arrives.
      let shell =
        "(while ! test -d out/.tickler-staging; do sleep 0.02; done; sleep 0.2; kill -\(number) $$) & :"
      let result = try plan(["pipe.ndjson"], folder, shell: shell)
      #expect(result.status == number)
      #expect(result.errors == "")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path).sorted() == names)
    }
  }
}
