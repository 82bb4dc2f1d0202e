import Foundation
import TestSupport
import Testing

/// Compares `.tickler-files`, the list of a run's files, with `sha256sum` and `stat`. Its order must not depend on the writer.
@Suite struct ListedFilesTests {
  private static let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--quiet"]
  private static let now = ["--now", "2026-10-23T16:00:00Z"]

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "in").path,
      withDestinationPath: TestFiles.root.appending(path: "inputs/examples").path)
    try body(folder)
  }

  private func run(_ arguments: [String], in folder: URL) throws {
    let result = try Program.run(arguments + ListedFilesTests.shared, in: folder)
    #expect([0, 1].contains(result.status), "\(arguments): \(result.errors)")
  }

  private func list(_ out: String, in folder: URL) throws -> [[Substring]] {
    try String(contentsOf: folder.appending(path: "\(out)/.tickler-files"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "\t") }
  }

  @Test(
    "lists each file with its bytes on disk, and each folder by name",
    arguments: [
      ["--emit", "plan,actions,summary,html,ics,site", "--ics-accounts", "--ics-by", "kind"],
      ["--compress", "zstd", "--ics-times", "zoned"], ["--compress", "gzip", "--emit", "plan,summary"],
    ])
  func bytes(options: [String]) throws {
    try withFolder { folder in
      for (out, checksums) in [("sums", ["--checksums"]), ("sizes", [])] {
        try run(["plan", "in", "--out", out] + ListedFilesTests.now + options + checksums, in: folder)
        let listed = try list(out, in: folder)
        let known = try Shell.run(
          "cd \(out); find * -type f -exec sh -c 'echo \"$1 $(stat -c %s \"$1\") $(sha256sum <\"$1\" | cut -c1-64)\"' - {} ';'",
          in: folder)
        let files = String(decoding: known, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        let own = listed.filter { $0.count > 1 }
        #expect(Set(own) == Set(files.map { checksums.isEmpty ? Array($0.prefix(2)) : $0 }))
        #expect(own.count == files.count)
        let outputs = listed.filter { !$0[0].contains("/") }.map { String($0[0]) }
        #expect(outputs == outputs.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        #expect(
          try Set(outputs)
            == Set(FileManager.default.contentsOfDirectory(atPath: folder.appending(path: out).path))
            .subtracting([".tickler-files"]))
      }
    }
  }

  @Test(
    "merged parts, a report with pages and calendars, and a second run have the list of one run")
  func order() throws {
    try withFolder { folder in
      let calendars = ["--ics-accounts", "--ics-by", "app"]
      try run(["plan", "in", "--out", "a"] + ListedFilesTests.now + calendars, in: folder)
      // On the next day, the accounts of one input are gone and have cancellations.
      try Shell.run("mkdir later; cp in/* later; rm later/focusflow.json", in: folder)
      let next = ["plan", "later", "--previous", "a", "--now", "2026-10-24T16:00:00Z"] + calendars
      try run(next + ["--out", "one"], in: folder)
      let summary = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "one/summary.json")))
      let command = try #require((summary as? [String: Any])?["command"] as? String)
      var parts: [String] = []
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "later").path).sorted() {
        parts.append("part-\(name)")
        try run(
          [
            "worker", "later", "--input", "later/\(name)", "--previous", "a", "--now", "2026-10-24T16:00:00Z", "--out",
            parts.last!,
          ],
          in: folder)
      }
      try run(
        ["merge"] + parts + ["--previous", "a", "--out", "merged", "--command", command] + calendars, in: folder)
      let one = try list("one", in: folder)
      #expect(one.contains { $0[0].hasPrefix("accounts/cancelled/") })
      #expect(try list("merged", in: folder) == one)
      for emit in [["--emit", "html"], ["--emit", "ics"], []] {
        try run(["report", "one"] + emit + calendars, in: folder)
        #expect(try list("one", in: folder) == one, "report \(emit)")
      }
      // Without the files that list cancellations, existing ones and their lines stay.
      try Shell.run("rm one/accounts.ndjson one/summary.json", in: folder)
      try run(["report", "one", "--emit", "ics"] + calendars, in: folder)
      func cancelled(_ list: [[Substring]]) -> [[Substring]] { list.filter { $0[0].hasPrefix("accounts/cancelled/") } }
      #expect(try cancelled(list("one", in: folder)) == cancelled(one))
      try run(next + ["--out", "one"], in: folder)
      #expect(try list("one", in: folder).map { $0[0] } == one.map { $0[0] })
    }
  }

  @Test("a report lists checksums if the run did; a list of names alone is valid")
  func report() throws {
    try withFolder { folder in
      try run(["plan", "in", "--out", "a", "--checksums"] + ListedFilesTests.now, in: folder)
      let sums = try list("a", in: folder)
      try run(["report", "a"], in: folder)
      #expect(try list("a", in: folder) == sums)
      try Shell.run(
        "cut -f1 a/.tickler-files >t; mv t a/.tickler-files; printf 'pages\\n../t\\n' >>a/.tickler-files; mkdir a/pages",
        in: folder)
      try run(["report", "a", "--emit", "html"], in: folder)
      #expect(try list("a", in: folder).map(\.count) == sums.map { $0[0] == "index.html" ? 2 : 1 })
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "a/pages").path))
      #expect(try Program.run(["verify", "a", "--zoneinfo", TestFiles.zoneinfo], in: folder).status == 0)
    }
  }
}
