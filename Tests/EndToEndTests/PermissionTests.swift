import Foundation
import TestSupport
import Testing

/// Who may read what a run writes.
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

  @Test("what is new has the umask's permissions, what is replaced keeps its own")
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
      // Its owner has to write into it.
      "accounts": "700", "": "750",
    ]
    for (name, mode) in expected { #expect(try permissions(name, in: folder) == mode, "\(name)") }
  }
}
