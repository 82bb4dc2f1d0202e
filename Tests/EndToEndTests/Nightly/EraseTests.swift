import Foundation
import TestSupport
import Testing

/// Tests `tickler erase`: no file of an archive names the account any more, the others stay byte for byte, and every
/// run verifies.
@Suite struct EraseTests {
  /// Options of the three nights: each kind of file.
  static let options = [
    ["--checksums", "--ics-accounts", "--emit", "plan,actions,summary,html,ics,site"],
    ["--ics-style", "personal", "--ics-by", "app", "--compress", "gzip"],
    ["--ics-times", "zoned", "--ics-accounts", "--ics-as", "todo"],
  ]

  @Test(
    "erases an account with a rejected record, and one whose devices and calendars are many", arguments: ["noa", "ana"])
  func erases(id: String) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for (now, options) in zip(ArchiveTests.nights, EraseTests.options) { try archive.plan(now, options) }
    let page = try Program.run([
      "report", archive.path.appending(path: "latest").path, "--account", id, "--zoneinfo", TestFiles.zoneinfo,
    ])
    #expect(page.status == 0, "\(page.errors)")
    let before = try archive.lines()
    #expect(try archive.names(of: id).count > 10)
    let result = try erase(id, archive)
    #expect(result.status == 0 && result.output.split(separator: "\n").count >= 3, "\(result.output)\(result.errors)")
    #expect(try archive.names(of: id) == [])
    let after = try archive.lines()
    #expect(after == before.mapValues { $0.filter { !$0.contains(#""account":"\#(id)""#) } })
    #expect(after != before)
    for run in try archive.runs {
      let verified = try Program.run([
        "verify", archive.path.appending(path: run).path, "--zoneinfo", TestFiles.zoneinfo,
      ])
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
      let again = try Program.run([
        "report", archive.path.appending(path: run).path, "--zoneinfo", TestFiles.zoneinfo, "--quiet",
      ])
      #expect(again.status == 0, "\(again.errors)")
    }
    let twice = try erase(id, archive)
    #expect(twice.status == 66 && twice.errors.contains("has the account"), "\(twice.errors)")
  }

  @Test("erases one app's account and leaves the other app's")
  func oneApp() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let account = #"{"id":"guest","timeZone":"UTC","items":[]}"#
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(account),"#
      + #"{"id":"guest","app":"ritualist","timeZone":"UTC","items":[{"kind":"habit","id":"h","name":"Walk","reminders":["09:00"]}]}]}"#
    try archive.plan(ArchiveTests.nights[0], export: export)
    let result = try erase("guest", archive, ["--app", "focusflow"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = try #require(try archive.lines().values.first)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(#""app":"ritualist""#) || $0.contains("tickler-") })
  }

  @Test("the changes of later runs are those of runs that never had the account")
  func changes() throws {
    let fields = [
      "before.accounts", "before.ahead", "before.outcomes.scheduled", "before.outcomes.dropped", "counts", "causes",
      "before.problems", "before.earlier", "lost", "byTimeAlone",
      "accounts",
    ]
    func nights(_ archive: TestArchive, without id: String?) throws {
      for (now, title) in zip(ArchiveTests.nights, ["Tea", "Coffee", "Water"]) {
        let accounts = ["ana", "ben"].filter { $0 != id }.map { (id: String) in
          // The second one is a duplicate.
          let items = ["t", "u"].map {
            #"{"kind":"task","id":"\#($0)","title":"\#(title)","date":"2026-10-\#(title == "Tea" ? 30 : 29)","time":"09:00"}"#
          }
          return #"{"id":"\#(id)","timeZone":"UTC","items":[\#(items.joined(separator: ","))]}"#
        }
        let made = try archive.plan(
          now,
          export: #"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(accounts.joined(separator: ","))]}"#)
        #expect(made.status == 0, "\(made.errors)")
      }
    }
    func counts(_ archive: TestArchive) throws -> [String] {
      try archive.runs.flatMap { run in
        let object = try JSONSerialization.jsonObject(with: archive.file("\(run)/summary.json"))
        let changes = (object as? [String: Any])?["changes"] as? [String: Any] ?? [:]
        return try fields.map { field in
          let value = field.split(separator: ".").reduce(changes as Any?) { ($0 as? [String: Any])?[String($1)] }
          let sorted = try JSONSerialization.data(
            withJSONObject: value ?? 0, options: [.sortedKeys, .fragmentsAllowed])
          return "\(run) \(field): \(String(decoding: sorted, as: UTF8.self))"
        }
      }
    }
    let (both, one) = (try TestArchive(), try TestArchive())
    defer { for archive in [both, one] { archive.remove() } }
    try nights(both, without: nil)
    try nights(one, without: "ben")
    #expect(try erase("ben", both).status == 0)
    #expect(try counts(both) == counts(one))
  }

  @Test("files that are named after an account, and the folder of a killed run, do not name it any more")
  func fileNames() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let input = archive.folder.appending(path: "in")
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    for id in ["ana", "ana.b@c.d"] {
      let export = ExplainAtTests.export().replacing("\"id\":\"ana\"", with: "\"id\":\"\(id)\"")
      try Data(export.utf8).write(to: input.appending(path: "\(id).json"))
    }
    func plan(_ now: String, _ options: [String] = []) throws -> Int32 {
      try Program.run(
        [
          "plan", "in", "--archive", archive.path.path, "--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates",
          TestFiles.templates,
        ] + options, in: archive.folder
      ).status
    }
    #expect(try plan(ArchiveTests.nights[0]) == 0)
    try FileManager.default.removeItem(at: input.appending(path: "ana.b@c.d.json"))
    #expect(try plan(ArchiveTests.nights[1]) == 0)
    let killed = archive.path.appending(path: ".2026-10-30T160000Z")
    try FileManager.default.createDirectory(at: killed, withIntermediateDirectories: true)
    try Data("ana.b@c.d".utf8).write(to: killed.appending(path: "plan.ndjson"))
    let unknown = try erase("ana.b@c.d", archive, ["--app", "nope"])
    #expect(unknown.status == 66, "\(unknown.output)")
    let result = try erase("ana.b@c.d", archive)
    #expect(result.status == 0, "\(result.errors)")
    let left = try Shell.run("grep -rl ana.b@c.d archive || true", in: archive.folder)
    #expect(left.isEmpty, "\(String(decoding: left, as: UTF8.self))")
    #expect(
      try archive.lines().values.contains { $0[0].contains("\"in/ana.json\"") && $0[0].contains("\"in/erased.json\"") })
  }

  @Test("a run that a gate held is removed, and the log forgets its message")
  func held() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0])
    let refused = try archive.plan(ArchiveTests.nights[1], ["--max-rejected", "0"])
    #expect(refused.status == 76)
    let failed = try archive.plan(
      ArchiveTests.nights[2], ["--strict"],
      export:
        #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"noa","timeZone":"UTC"},{"id":"noa","timeZone":"UTC"}]}"#
    )
    #expect(failed.status == 65)
    let result = try erase("noa", archive)
    #expect(result.output.contains("held-2026-10-22T160000Z: removed"), "\(result.output)")
    #expect(try archive.names(of: "noa") == [])
  }

  @Test("a run that is a link, or whose commit waits, is refused before anything changes")
  func foreign() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for now in ArchiveTests.nights.prefix(2) { try archive.plan(now) }
    let runs = try archive.runs
    let (first, outside) = (archive.path(runs[0]), archive.folder.appending(path: "outside").path)
    let commit = "\(archive.path(runs[1]))/.tickler-commit"
    try Data("tickler-commit/1\nremove plan.ndjson\nend\n".utf8).write(to: URL(filePath: commit))
    let waiting = try erase("ana", archive)
    #expect(waiting.status == 75 && waiting.errors.contains("tickler report"), "\(waiting.errors)")
    #expect(FileManager.default.fileExists(atPath: commit))
    try FileManager.default.removeItem(atPath: commit)
    try FileManager.default.moveItem(atPath: first, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: outside)
    let before = try archive.lines()
    let linked = try erase("ana", archive)
    #expect(linked.status == 73 && linked.errors.contains("is a link to \(outside)"), "\(linked.errors)")
    #expect(try archive.lines() == before)
  }

  @Test("a full standard output is a warning: the account is erased")
  func fullOutput() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0])
    let errors = try Shell.run(
      "'\(Program.path)' erase ana --archive archive --zoneinfo '\(TestFiles.zoneinfo)' 2>&1 >/dev/full",
      in: archive.folder)
    #expect(String(decoding: errors, as: UTF8.self).contains("warning: the account is erased; cannot write"))
    #expect(try archive.names(of: "ana") == [])
  }

  @Test("a held run of a redacted archive is found by the pseudonym")
  func redacted() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try Data(String(repeating: "k", count: 40).utf8).write(to: archive.folder.appending(path: "key"))
    let key = ["--redact", archive.folder.appending(path: "key").path]
    try archive.plan(ArchiveTests.nights[0], key)
    let refused = try archive.plan(ArchiveTests.nights[1], key + ["--max-rejected", "0"])
    #expect(refused.status == 76, "\(refused.errors)")
    let result = try erase("noa", archive, key)
    #expect(result.output.contains("held-2026-10-22T160000Z: removed"), "\(result.output)\(result.errors)")
    let twice = try erase("noa", archive, key)
    #expect(twice.status == 66 && twice.errors.contains("has such an account"), "\(twice.errors)")
  }

  private func erase(_ id: String, _ archive: TestArchive, _ options: [String] = []) throws -> Program.Result {
    try Program.run(["erase", id, "--archive", archive.path.path, "--zoneinfo", TestFiles.zoneinfo] + options)
  }
}

extension TestArchive {
  fileprivate func path(_ name: String) -> String { path.appending(path: name).path }

  /// The text of each file by path, without the links to runs.
  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try files.keys where !name.hasPrefix("latest") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      let bytes = name.hasSuffix(".gz") ? try Shell.run("gunzip -c '\(path(name))'", in: folder) : Array(try file(name))
      texts[name] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  /// Returns the files that are named after an account, or have its id in quotes or as text of a page.
  fileprivate func names(of id: String) throws -> [String] {
    try texts().filter { name, text in
      name.contains(".\(id).") || name.contains("-\(id).")
        || ["\"\(id)\"", "\\\"\(id)\\\"", ">\(id)<", "&quot;\(id)&quot;"].contains { text.contains($0) }
    }.keys.sorted()
  }

  /// Returns the lines of the plan, actions and accounts of each run.
  fileprivate func lines() throws -> [String: [Substring]] {
    try texts().filter { $0.key.contains(".ndjson") && !$0.key.contains("sizes") }
      .mapValues { $0.split(separator: "\n") }
  }
}
