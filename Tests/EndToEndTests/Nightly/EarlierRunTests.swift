import Foundation
import TestSupport
import Testing

/// Tests how a run treats earlier runs.
struct EarlierRunTests {
  private static func export(_ ids: [String]) -> String {
    let accounts = ids.map {
      #"{"id":"\#($0)","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-10-30","time":"09:00"}]}"#
    }
    return #"{"format":"tickler-export/1","app":"focusflow","accounts":["# + accounts.joined(separator: ",") + "]}"
  }

  @Test("renames and reports a damaged run, and succeeds the run before it")
  func damaged() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let (nights, names) = (ArchiveTests.nights, ArchiveTests.names)
    let export = EarlierRunTests.export(["a", "b"])
    for now in nights.prefix(2) { #expect(try archive.plan(now, export: export).status == 0) }
    let plan = archive.path.appending(path: "\(names[1])/plan.ndjson")
    let whole = try Data(contentsOf: plan)
    try whole.prefix(whole.count - 40).write(to: plan)
    let result = try archive.plan(nights[2], export: export)
    #expect(result.status == 0, "\(result.errors)")
    let reported = "\(names[1]) is damaged and was renamed \(archive.path.path)/damaged-\(names[1]): "
    #expect(result.errors.contains(reported), "\(result.errors)")
    #expect(try archive.runs == [names[0], names[2]])
    #expect(try archive.log.contains { $0.hasPrefix("\(names[1]) is damaged") })
    #expect(try archive.log.last?.hasPrefix("made \(names[2]) after \(names[0])") == true)
    #expect(archive.latest == names[2])
    #expect(
      try Data(contentsOf: archive.path.appending(path: "damaged-\(names[1])/plan.ndjson")).count == whole.count - 40)
  }

  @Test("an instant before the latest run's requires --backdate")
  func backdate() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let (nights, names) = (ArchiveTests.nights, ArchiveTests.names)
    #expect(try archive.plan(nights[1], export: EarlierRunTests.export(["a"])).status == 0)
    let files = try archive.files
    let refused = try archive.plan(nights[0], export: EarlierRunTests.export(["a"]))
    #expect(
      refused.status == 64 && refused.errors.contains("--backdate plans as of an earlier instant"), "\(refused.errors)")
    #expect(try archive.files == files)
    #expect(try archive.plan(nights[0], ["--backdate"], export: EarlierRunTests.export(["a"])).status == 0)
    #expect(archive.latest == names[0])
  }

  @Test("history --latest makes an earlier run the latest, and the next night succeeds it")
  func latest() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let (nights, names) = (ArchiveTests.nights, ArchiveTests.names)
    for now in nights.prefix(2) { #expect(try archive.plan(now, export: EarlierRunTests.export(["a"])).status == 0) }
    func history(_ run: String) throws -> Program.Result {
      try Program.run(["history", archive.path.path, "--latest", run, "--format", "json"])
    }
    let unknown = try history("2026-10-21T160001Z")
    #expect(unknown.status == 64 && unknown.errors.contains("the nearest is \(names[0])"), "\(unknown.errors)")
    let result = try history(names[0])
    #expect(
      result.status == 0 && result.output.contains(names[0]), "\(result.errors)")
    #expect(archive.latest == names[0])
    #expect(try archive.plan(nights[2], export: EarlierRunTests.export(["a"])).status == 0)
    #expect(try archive.log.last?.hasPrefix("made \(names[2]) after \(names[0])") == true)
  }

  @Test(
    "beyond maxGone, a run ends with 76 and names the missing inputs",
    arguments: [("20%", 76), ("49%", 76), ("50%", 0), ("2", 0), ("1", 76)] as [(String, Int32)])
  func gone(limit: String, status: Int32) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let inputs = folder.appending(path: "in")
    try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
    for (name, ids) in [("one.json", ["a", "b"]), ("two.json", ["c", "d"])] {
      try Data(EarlierRunTests.export(ids).utf8).write(to: inputs.appending(path: name))
    }
    func plan(_ now: String, _ options: [String] = []) throws -> Program.Result {
      try Program.run(
        [
          "plan", "in", "--out", "out", "--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates",
          TestFiles.templates,
        ]
          + options, in: folder)
    }
    #expect(try plan(ArchiveTests.nights[0]).status == 0)
    try FileManager.default.removeItem(at: inputs.appending(path: "two.json"))
    let result = try plan(ArchiveTests.nights[1], ["--previous", "out", "--max-gone", limit])
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains("two.json:1:1: warning: the earlier plan read it"), "\(result.errors)")
    let words = "2 of 4 accounts of the earlier plan gone, and in/two.json with them; --max-gone allows \(limit)"
    #expect(result.errors.contains(words) == (status == 76), "\(result.errors)")
  }

  @Test("with the gate, rejects an input without accounts even on the first night")
  func empty() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(EarlierRunTests.export([]).utf8).write(to: folder.appending(path: "in.json"))
    let shared = [
      "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates, "--now", ArchiveTests.nights[0],
    ]
    let result = try Program.run(["plan", "in.json", "--max-gone", "20%"] + shared, in: folder)
    #expect(result.status == 76 && result.errors.contains("in.json has no account, which --max-gone requires"))
    #expect(try Program.run(["plan", "in.json"] + shared, in: folder).status == 0)
  }

  @Test("parts and merged plans may be compressed, with the same results", arguments: ["gzip", "zstd"])
  func compressedParts(how: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let shared = ["--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates]
    let now = ["--now", ArchiveTests.nights[0]]
    for name in ["a", "b"] {
      try Data(EarlierRunTests.export([name]).utf8).write(to: folder.appending(path: "\(name).json"))
      for options in [[], ["--compress", how]] {
        let part = "part-\(name)\(options.count)"
        let made = try Program.run(
          ["worker", "--input", "\(name).json", "--out", part] + options + now + shared, in: folder)
        #expect(made.status == 0, "\(made.errors)")
      }
    }
    for (parts, options, out) in [
      (["part-a0", "part-b0"], [], "plain"), (["part-a2", "part-b2"], ["--compress", how], "packed"),
    ] {
      let merged = try Program.run(["merge"] + parts + ["--out", out, "--command", "x"] + options + shared, in: folder)
      #expect(merged.status == 0, "\(merged.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "packed").path)
    #expect(names.contains { $0.hasPrefix("plan.ndjson.") } && !names.contains("plan.ndjson"))
    #expect(try Program.run(["verify", "packed"] + ["--zoneinfo", TestFiles.zoneinfo], in: folder).status == 0)
    let same = try Program.run(["diff", "plain", "packed"] + shared, in: folder)
    #expect(same.status == 0, "\(same.output)\(same.errors)")
    for name in ["summary.json", "index.html", "calendar.ics"] {
      #expect(
        try Data(contentsOf: folder.appending(path: "plain/\(name)"))
          == Data(contentsOf: folder.appending(path: "packed/\(name)")), "\(name)")
    }
    let line = try Program.run(["worker", "--compress", how] + now + shared, in: folder)
    #expect(line.status == 64 && line.errors.contains("--compress goes with --out"))
  }
}
