import Foundation
import TestRuns
import TestSupport
import Testing

/// Checks that tickler never reads its own output as input, so that inputs may be in the same folder as plans.
@Suite struct OwnOutputTests {
  private static let common = [
    "--now", "2026-11-20T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
  ]

  /// Runs `body` with `a.ndjson` and `exports/b.ndjson`, each with an account of its name.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "exports"), withIntermediateDirectories: true)
    for (path, id) in [("a.ndjson", "a"), ("exports/b.ndjson", "b")] {
      let text =
        #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n" + #"{"account":{"id":"\#(id)","timeZone":"UTC"}}"#
      try Data("\(text)\n".utf8).write(to: folder.appending(path: path))
    }
    try body(folder)
  }

  private func plan(_ arguments: [String], _ folder: URL) throws -> Program.Result {
    try Program.run(["plan"] + arguments + OwnOutputTests.common, in: folder)
  }

  private func accounts(_ path: String, _ folder: URL) throws -> Set<String> {
    Set(
      try Scenario.objects(folder.appending(path: "\(path)/plan.ndjson")).dropFirst().compactMap {
        $0["account"] as? String
      })
  }

  @Test(
    "plans a folder again that contains plans",
    arguments: [
      (["--out", "plan"], "plan"), (["--out", "exports/plan", "--compress", "gzip", "--ics-accounts"], nil),
      (["--archive", "runs"], "runs/latest"), (["--out", "plan", "--emit", "plan,site"], "plan"),
    ] as [([String], String?)])
  func again(place: [String], plans: String?) throws {
    try withFolder { folder in
      for days in 1...3 {
        let result = try plan([".", "--policy", ".", "--days", "\(days)"] + place, folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("tickler: fine: 2 accounts,"), "\(result.errors)")
        if let plans { #expect(try accounts(plans, folder) == ["a", "b"]) }
      }
    }
  }

  @Test("omits a plan's folder among the inputs with a warning, and rejects it alone")
  func named() throws {
    try withFolder { folder in
      #expect(try plan(["exports", "--out", "plan"], folder).status == 0)
      let both = try plan(["a.ndjson", "exports", "plan", "--out", "other"], folder)
      #expect(both.status == 0, "\(both.errors)")
      #expect(
        both.errors.contains(
          "plan:1:1: warning: found a folder that tickler wrote (.tickler-files); expected a folder of exports; it is left out\n"
        ))
      #expect(try accounts("other", folder) == ["a", "b"])
      for command in ["check", "plan"] {
        let alone = try Program.run(
          [command, "plan"] + OwnOutputTests.common.dropFirst(command == "check" ? 2 : 0), in: folder)
        #expect(alone.status == 66)
        #expect(alone.errors.contains("plan is a folder that tickler wrote (it has .tickler-files)"), "\(alone.errors)")
      }
    }
  }

  @Test(
    "rejects an output folder that contains input exports before any change",
    arguments: [
      ("exports", "exports"), ("exports", "./exports/"), ("exports", "link"), (".", "exports"), (".", "."),
      ("link", "exports"),
    ])
  func onto(input: String, out: String) throws {
    try withFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: "exports")
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      let result = try plan([input, "--out", out], folder)
      #expect(result.status == 64)
      #expect(result.errors.hasPrefix("tickler: error: --out names "), "\(result.errors)")
      #expect(
        result.errors.hasSuffix("that later runs would pass over; name a separate folder\n"), "\(result.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }
}
