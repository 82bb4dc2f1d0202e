import Foundation
import TestSupport
import Testing

/// Tests `tickler plan --archive`: a folder for each run, and `latest`.
@Suite struct ArchiveTests {
  static let nights = ["2026-10-21T16:00:00Z", "2026-10-22T16:00:00Z", "2026-10-23T16:00:00Z"]
  static let names = ["2026-10-21T160000Z", "2026-10-22T160000Z", "2026-10-23T160000Z"]

  @Test(
    "each night has its own folder, as --out and --previous would write it, and latest links to the last")
  func nights() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for (index, now) in ArchiveTests.nights.enumerated() {
      #expect(try archive.plan(now).status == 1, "one record of the examples is broken on purpose")
      #expect(archive.latest == ArchiveTests.names[index])
    }
    #expect(try archive.names == ArchiveTests.names + ["latest", "runs.log"])
    let out = archive.folder.appending(path: "out")
    for (index, now) in ArchiveTests.nights.enumerated() {
      let previous = index == 0 ? [] : ["--previous", out.path]
      _ = try Program.run(
        ["plan", "inputs", "--out", out.path, "--now", now, "--zoneinfo", TestFiles.zoneinfo, "--quiet"] + previous)
      // summary.json and the page contain the command line, which differs.
      for name in ["plan.ndjson", "actions.ndjson", "accounts.ndjson", "calendar.ics"] {
        let written = try Data(contentsOf: out.appending(path: name))
        #expect(try archive.file("\(ArchiveTests.names[index])/\(name)") == written, "\(name) of \(now)")
      }
    }
    #expect(
      try archive.log.map { $0.prefix { $0 != ":" } } == [
        "made 2026-10-21T160000Z", "made 2026-10-22T160000Z after 2026-10-21T160000Z",
        "made 2026-10-23T160000Z after 2026-10-22T160000Z",
      ])
  }

  @Test("an identical run changes only the log, and returns the status of the first")
  func again() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0])
    try archive.plan(ArchiveTests.nights[1])
    let before = try archive.files
    #expect(try archive.plan(ArchiveTests.nights[1]).status == 1)
    #expect(try archive.files == before)
    #expect(try archive.log.last == "same 2026-10-22T160000Z: the inputs have not changed; nothing written")
  }

  @Test("another input, policy, template or option at the same instant is another run")
  func another() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let templates = archive.folder.appending(path: "templates")
    try FileManager.default.copyItem(at: TestFiles.root.appending(path: "templates"), to: templates)
    func change(_ name: String, _ old: String, _ new: String) throws {
      let file = templates.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8)
      try #require(text.contains(old))
      try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
    }
    let export = #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC"}]}"#
    func plan(_ text: String = export, _ options: [String] = []) throws {
      let result = try archive.plan(
        "2026-10-21T16:00:00Z", ["--templates", templates.path] + options, export: text)
      #expect(result.status == 0, "\(result.errors)")
    }
    try plan()
    try plan(export + "\n")
    try change("policies/focusflow.toml", "format =", "# changed\nformat =")
    try plan(export + "\n")
    try change("messages/focusflow.toml", "format =", "# changed\nformat =")
    try plan(export + "\n")
    try change("report/style.css", ":root", "/* changed */\n:root")
    try plan(export + "\n")
    try plan(export + "\n", ["--days", "3"])
    #expect(try archive.runs.count == 6)
    #expect(archive.latest == "2026-10-21T160000Z-6")
    try plan(export + "\n", ["--days", "3", "--jobs", "2"])
    #expect(try archive.runs.count == 6, "how it is worked on changes no result")
  }

  @Test("files equal to the previous run's share its inode; others do not")
  func links() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0], ["--emit", "plan,actions,ics", "--ics-accounts"])
    try archive.plan(ArchiveTests.nights[0], ["--emit", "plan,actions,ics", "--ics-accounts", "--ics-times", "zoned"])
    let runs = try archive.runs
    for name in try FileManager.default.subpathsOfDirectory(atPath: archive.path.appending(path: runs[1]).path) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: archive.path.appending(path: "\(runs[1])/\(name)").path, isDirectory: &isFolder)
      if isFolder.boolValue
        || !FileManager.default.fileExists(atPath: archive.path.appending(path: "\(runs[0])/\(name)").path)
      {
        continue
      }
      let isSame = try archive.file("\(runs[0])/\(name)") == archive.file("\(runs[1])/\(name)")
      #expect(try (archive.inode("\(runs[0])/\(name)") == archive.inode("\(runs[1])/\(name)")) == isSame, "\(name)")
    }
    #expect(try archive.inode("\(runs[0])/plan.ndjson") == archive.inode("\(runs[1])/plan.ndjson"))
    #expect(try archive.inode("\(runs[0])/calendar.ics") != archive.inode("\(runs[1])/calendar.ics"))
    // Writing to one file leaves the other unchanged.
    let before = try archive.file("\(runs[0])/calendar.ics")
    _ = try Program.run([
      "report", archive.path.appending(path: runs[1]).path, "--emit", "ics", "--alarms", "5", "--zoneinfo",
      TestFiles.zoneinfo,
    ])
    #expect(try archive.file("\(runs[0])/calendar.ics") == before)
  }

  @Test(
    "--keep keeps a number of runs, or those of a period, and always the latest",
    arguments: [
      ("1", ["2026-10-23T160000Z"]), ("2", ["2026-10-22T160000Z", "2026-10-23T160000Z"]),
      ("9", names), ("1d", ["2026-10-22T160000Z", "2026-10-23T160000Z"]),
      ("23h", ["2026-10-23T160000Z"]), ("30d", names),
    ])
  func keep(limit: String, kept: [String]) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for now in ArchiveTests.nights { try archive.plan(now, now == ArchiveTests.nights[2] ? ["--keep", limit] : []) }
    #expect(try archive.runs == kept)
    let removed = ArchiveTests.names.filter { !kept.contains($0) }.map { "removed \($0): --keep \(limit)" }
    #expect(try archive.log.suffix(removed.count) == removed[...])
    // The next run can succeed the remaining plan.
    #expect(try archive.plan("2026-10-24T16:00:00Z").status == 1)
  }

  @Test("succeeds, gates and explains a compressed run like a plain one", arguments: ["gzip -dc", "zstd -dqc"])
  func compressed(unpack: String) throws {
    let (plain, packed) = (try TestArchive(), try TestArchive())
    defer { for archive in [plain, packed] { archive.remove() } }
    func export(_ hours: [Int]) -> String {
      let tasks = hours.map {
        #"{"kind":"task","id":"t\#($0)","title":"T\#($0)","date":"2026-10-01","time":"\#($0):00","repeat":"daily"}"#
      }
      return #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"ana","timeZone":"UTC","items":["#
        + tasks.joined(separator: ",") + "]}]}"
    }
    func both(_ now: String, _ options: [String], _ export: String) throws -> [Int32] {
      try [(plain, []), (packed, ["--compress", String(unpack.prefix(4))])].map { archive, own in
        try archive.plan(now, options + own, export: export).status
      }
    }
    #expect(try both(ArchiveTests.nights[0], [], export([10, 11])) == [0, 0])
    #expect(try both(ArchiveTests.nights[1], [], export([10])) == [0, 0])
    for name in ["plan", "actions", "accounts"] {
      let suffix = unpack.hasPrefix("gzip") ? "gz" : "zst"
      let unpacked = try Shell.run("\(unpack) archive/latest/\(name).ndjson.\(suffix)", in: packed.folder)
      #expect(try Data(unpacked) == plain.file("latest/\(name).ndjson"), "\(name)")
    }
    #expect(try packed.file("latest/cancelled.ics") == plain.file("latest/cancelled.ics"))
    #expect(try packed.log == plain.log && packed.log.last?.contains(" after 2026-10-21T160000Z: ") == true)
    #expect(try both(ArchiveTests.nights[2], ["--max-removed", "0"], export([])) == [76, 76])
    let answers = try [plain, packed].map { archive in
      try Program.run(
        [
          "explain", "--account", "ana", "--at", "2026-10-22 10:00", "--archive", "archive", "--zoneinfo",
          TestFiles.zoneinfo,
        ]
          + ["--now", ArchiveTests.nights[2]], in: archive.folder)
    }
    #expect(answers[0].status == 0 && answers[0].output.contains("T10"), "\(answers[0])")
    #expect(answers[1].output == answers[0].output && answers[1].status == 0, "\(answers[1])")
    // The folder of a run is not an archive.
    let refused = try Program.run(["plan", "inputs", "--archive", packed.path.appending(path: "latest").path])
    #expect(refused.status == 73 && refused.errors.contains("has the files of a plan"), "\(refused.errors)")
  }

  @Test("an identical run repeats the --keep that a killed run missed")
  func keepAgain() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let export = #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC"}]}"#
    for now in ArchiveTests.nights[...1] { try archive.plan(now, export: export) }
    // The state after a kill: a current run, and the runs before it.
    let saved = archive.folder.appending(path: "saved")
    for name in ArchiveTests.names[...1] {
      try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: archive.path.appending(path: name), to: saved.appending(path: name))
    }
    try archive.plan(ArchiveTests.nights[2], ["--keep", "1"], export: export)
    #expect(try archive.runs == [ArchiveTests.names[2]])
    for name in ArchiveTests.names[...1] {
      try FileManager.default.copyItem(at: saved.appending(path: name), to: archive.path.appending(path: name))
    }
    let plan = try archive.file("latest/plan.ndjson")
    #expect(try archive.plan(ArchiveTests.nights[2], ["--keep", "1"], export: export).status == 0)
    #expect(try archive.runs == [ArchiveTests.names[2]])
    #expect(
      try archive.log.suffix(3) == [
        "same 2026-10-23T160000Z: the inputs have not changed; nothing written",
        "removed 2026-10-21T160000Z: --keep 1", "removed 2026-10-22T160000Z: --keep 1",
      ])
    #expect(try archive.file("latest/plan.ndjson") == plan)
  }

  @Test("a run as of an earlier instant becomes the latest, and no --keep removes it")
  func backwards() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[1])
    try archive.plan(ArchiveTests.nights[0], ["--keep", "1", "--backdate"])
    #expect(archive.latest == "2026-10-21T160000Z")
    #expect(try archive.runs == ["2026-10-21T160000Z"])
  }

  @Test("the next run removes what killed runs left, and completes a run that lacks its last step")
  func leftovers() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0])
    try archive.plan(ArchiveTests.nights[1])
    let manager = FileManager.default
    func url(_ name: String) -> URL { archive.path.appending(path: name) }
    try manager.copyItem(at: url("2026-10-22T160000Z"), to: url(".2026-10-23T160000Z"))
    try manager.copyItem(at: url("2026-10-22T160000Z"), to: url("2026-10-25T160000Z"))
    try manager.moveItem(at: url("2026-10-25T160000Z/.tickler-run"), to: url("2026-10-25T160000Z/.tickler-begun"))
    try manager.moveItem(at: url("2026-10-22T160000Z/.tickler-run"), to: url("2026-10-22T160000Z/.tickler-begun"))
    try manager.createSymbolicLink(atPath: url(".latest").path, withDestinationPath: "2026-10-25T160000Z")
    try manager.createDirectory(at: url("2026-10-26T160000Z"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: url("notes.txt"))
    #expect(try archive.plan(ArchiveTests.nights[2], ["--keep", "9"]).status == 1)
    // A folder that tickler did not write stays.
    #expect(try archive.names == ArchiveTests.names + ["2026-10-26T160000Z", "latest", "notes.txt", "runs.log"])
    #expect(manager.fileExists(atPath: url("2026-10-22T160000Z/.tickler-run").path))
    #expect(try archive.log.last?.hasPrefix("made 2026-10-23T160000Z after 2026-10-22T160000Z") == true)
  }

  @Test("a failed run leaves the archive unchanged and logs the failure")
  func failure() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    #expect(try archive.plan(ArchiveTests.nights[0], ["--strict"]).status == 65)
    #expect(!FileManager.default.fileExists(atPath: archive.path.path), "the first run made the folder, and removes it")
    try archive.plan(ArchiveTests.nights[0])
    let before = try archive.files
    let refused = try archive.plan(ArchiveTests.nights[1], ["--max-rejected", "0"])
    #expect(refused.status == 76)
    #expect(refused.errors.contains("the plan in \(archive.path.path) stays"))
    // Page and summary of the refused run are all that comes.
    let held = "held-2026-10-22T160000Z"
    #expect(try archive.files.filter { !$0.key.contains(held) } == before)
    #expect(try archive.files.keys.filter { $0.contains(held) }.count >= 2)
    #expect(
      try archive.log.last?.hasPrefix("held 2026-10-22T160000Z: status 76, tickler: error: hold: 1 record") == true)
    for options in [[], ["--log-format", "json"], ["--heartbeat"]] {
      #expect(try archive.plan(ArchiveTests.nights[1], options, export: "{").status == 65)
      #expect(try archive.log.last?.hasPrefix("failed 2026-10-22T160000Z: status 65, ") == true)
      #expect(try archive.log.last?.contains("export.json:1:2: error: ") == true, "\(options)")
    }
  }

  @Test("allows one run at a time, and no folder that is not an archive")
  func refusals() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0])
    let descriptor = open(archive.path.path, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(try archive.plan(ArchiveTests.nights[1]).status == 75)
    close(descriptor)
    #expect(try archive.runs == ["2026-10-21T160000Z"])

    let plan = archive.path.appending(path: "2026-10-21T160000Z").path
    let refused = try Program.run(["plan", "inputs", "--archive", plan, "--zoneinfo", TestFiles.zoneinfo, "--quiet"])
    #expect(refused.status == 73)
    #expect(refused.errors.contains("has the files of a plan"))
    for (arguments, status, words) in [
      (["plan", "inputs", "--out", archive.path.path], 73, "is an archive, with a folder for each plan"),
      (["verify", archive.path.path], 66, "is an archive; verify one of its runs"),
      (["history", plan], 66, "has one plan, and history takes an archive"),
      (["diff", plan, "inputs/examples/personal.json"], 65, "is an export; expected a tickler plan"),
    ] as [([String], Int32, String)] {
      let result = try Program.run(arguments)
      #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result.errors)")
    }

    let other = archive.folder.appending(path: "other")
    try FileManager.default.createDirectory(at: other.appending(path: "latest"), withIntermediateDirectories: true)
    let folder = try Program.run(["plan", "inputs", "--archive", other.path, "--zoneinfo", TestFiles.zoneinfo])
    #expect(folder.status == 73)
    #expect(folder.errors.contains("latest is not a link that tickler made"))
  }

  @Test(
    "rejects options that exclude each other",
    arguments: [
      (["--archive", "a", "--out", "b"], "found --archive and --out; expected one of them"),
      (["--keep", "3"], "found --keep without --archive"),
      (["--backdate"], "found --backdate without --archive"),
      (["--archive", "a", "--keep", "0"], "--keep takes how many runs, such as 30, or their age, such as 30d, not 0"),
      (["--archive", "a", "--keep", "soon"], "or their age, such as 30d, not soon"),
    ])
  func usage(options: [String], reports: String) throws {
    let result = try Program.run(["plan", "inputs"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(reports), "\(result.errors)")
  }
}
