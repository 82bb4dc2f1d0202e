import Foundation
import TestSupport
import Testing

/// Tests the file permissions of a run's output.
@Suite struct PermissionTests {
  private static let names = [
    "plan.ndjson", "actions.ndjson", "accounts.ndjson", "summary.json", "index.html", "calendar.ics", ".tickler-files",
    "accounts/diary.a.ics",
  ]

  private func accounts(_ ids: String...) -> String {
    #"{"format":"tickler-export/1","app":"diary"}"# + "\n"
      + ids.map { #"{"account":{"id":"\#($0)","timeZone":"UTC","preferences":{"bedtime":{}}}}"# + "\n" }.joined()
  }

  private func plan(_ input: String, in folder: URL, umask: String) throws {
    let result = try Program.run(
      [
        "plan", "-", "--out", "made/plans", "--ics-accounts", "--now", "2026-11-20T00:00:00Z", "--templates",
        TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], input: input, in: folder, shell: "umask \(umask)")
    #expect(result.status == 0, "\(result.errors)")
  }

  private func permissions(_ name: String, in folder: URL) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.appending(path: "made/plans/\(name)").path)
    return String(try #require(attributes[.posixPermissions] as? Int), radix: 8)
  }

  @Test("new files follow the umask; replaced files keep their permissions")
  func permissions() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try plan(accounts("a"), in: folder, umask: "027")
    for name in PermissionTests.names { #expect(try permissions(name, in: folder) == "640", "\(name)") }
    for name in ["", "../", "accounts"] { #expect(try permissions(name, in: folder) == "750", "\(name)") }

    let changed = ["plan.ndjson": 0o600, "index.html": 0o664, "accounts": 0o500, "accounts/diary.a.ics": 0o604]
    for (name, mode) in changed {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.appending(path: "made/plans/\(name)").path)
    }
    try plan(accounts("a", "b"), in: folder, umask: "022")
    let expected = [
      "plan.ndjson": "600", "index.html": "664", "accounts/diary.a.ics": "604", "accounts/diary.b.ics": "644",
      "summary.json": "640", ".tickler-files": "640",
      // The owner must be able to write into it.
      "accounts": "700", "": "750",
    ]
    for (name, mode) in expected { #expect(try permissions(name, in: folder) == mode, "\(name)") }
  }

  @Test(
    "replaced metrics keep their permissions, since a collector reads them", arguments: ["640", "644", "600"])
  func metrics(mode: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell =
      "umask 027; test -e made/plans/t.prom || { mkdir -p made/plans; : >made/plans/t.prom; chmod \(mode) made/plans/t.prom; }"
    for _ in 1...2 {
      let result = try Program.run(
        [
          "plan", "-", "--out", "out", "--metrics", "made/plans/t.prom", "--now", "2026-11-20T00:00:00Z", "--templates",
          TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
        ], input: accounts("a"), in: folder, shell: shell)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try permissions("t.prom", in: folder) == mode)
    }
  }

  @Test("an archived run follows the umask, even if a file is shared with the previous run")
  func archive() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "made"), withIntermediateDirectories: false)
    for (night, umask, mode) in [("20", "077", "600"), ("21", "022", "644"), ("22", "077", "600")] {
      let result = try Program.run(
        [
          "plan", "-", "--archive", "made", "--now", "2026-11-\(night)T00:00:00Z", "--templates", TestFiles.templates,
          "--zoneinfo", TestFiles.zoneinfo,
        ], input: accounts("a"), in: folder, shell: "umask \(umask); ln -sfn latest made/plans")
      #expect(result.status == 0, "\(result.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "made/latest").path)
      #expect(names.contains(".tickler-files"), "the file that two nights have in common")
      for name in names { #expect(try permissions(name, in: folder) == mode, "\(name) of \(night)") }
    }
  }
}
