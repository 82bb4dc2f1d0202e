import Foundation
import TestSupport
import Testing

/// Checks that compressed inputs give the plan of their contents, and that compressed plan files are read like others.
@Suite struct CompressedTests {
  private static let shared = [
    "--now", "2026-10-23T16:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
  ]

  private func withExamples(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: TestFiles.root.appending(path: "inputs/examples"), to: folder.appending(path: "plain"))
    try body(folder)
  }

  private func plan(
    _ path: String, _ out: String, _ options: [String] = [], in folder: URL, shell: String? = nil
  ) throws -> Program.Result {
    try Program.run(["plan", path, "--out", out] + CompressedTests.shared + options, in: folder, shell: shell)
  }

  /// Returns the lines after the head, which names the inputs.
  private func decisions(_ out: String, in folder: URL) throws -> [UInt8] {
    try Shell.run("tail -n +2 \(out)/plan.ndjson; cat \(out)/actions.ndjson \(out)/calendar.ics", in: folder)
  }

  @Test("a folder of compressed exports gives the plan of the plain ones, and the hashes of its files")
  func folder() throws {
    try withExamples { folder in
      try Shell.run(
        """
        mkdir packed
        for name in $(cd plain; ls); do
          case $name in
            *.json) gzip -c plain/$name > packed/$name.gz ;;
            *.xml) zstd -qc plain/$name > packed/$name ;;
            *) zstd -qc plain/$name > packed/$name.zst ;;
          esac
        done
        """, in: folder)
      let (plain, packed) = (
        try plan("plain", "a", ["--jobs", "1"], in: folder), try plan("packed", "b", ["--jobs", "2"], in: folder)
      )
      #expect(plain.status == 1 && packed.status == 1)
      #expect(
        packed.errors.replacing("packed", with: "plain").replacing(".json.gz:", with: ".json:")
          .replacing(".ndjson.zst:", with: ".ndjson:").split(separator: "\n")
          .dropLast(2) == plain.errors.split(separator: "\n").dropLast(2))
      #expect(try decisions("a", in: folder) == decisions("b", in: folder))
      let head = String(decoding: try Shell.run("head -1 b/plan.ndjson", in: folder), as: UTF8.self)
      for line in String(decoding: try Shell.run("cd packed; sha256sum *", in: folder), as: UTF8.self)
        .split(separator: "\n")
      {
        #expect(head.contains(line.prefix(64)), "\(line)")
      }
    }
  }

  @Test("decompresses standard input like a file", arguments: ["gzip -c", "zstd -qc"])
  func standardInput(command: String) throws {
    try withExamples { folder in
      try Shell.run("\(command) plain/diary.ndjson > in", in: folder)
      let (plain, packed) = (
        try plan("plain/diary.ndjson", "a", in: folder), try plan("-", "b", in: folder, shell: "exec <in")
      )
      #expect(plain.status == 0 && packed.status == 0)
      #expect(try decisions("a", in: folder) == decisions("b", in: folder))
      // Only records, without a head.
      try Shell.run("tail -n +2 plain/diary.ndjson > records; \(command) records > in", in: folder)
      let worker = ["worker", "--app", "diary"] + CompressedTests.shared
      let (one, other) = (
        try Program.run(worker, in: folder, shell: "exec <records"),
        try Program.run(worker, in: folder, shell: "exec <in")
      )
      #expect(one.status == 0 && !one.output.isEmpty && one.output == other.output)
    }
  }

  @Test("reads hundreds of compressed inputs with few open files")
  func manyInputs() throws {
    try withExamples { folder in
      try Shell.run(
        #"""
        mkdir many
        for number in $(seq 200); do
          printf '{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"%s","timeZone":"UTC"}]}' $number |
            gzip > many/$number.json.gz
        done
        """#, in: folder)
      let result = try plan("many", "out", ["--emit", "plan"], in: folder, shell: "ulimit -n 32")
      #expect(result.status == 0 && result.errors.contains("200 accounts"), "\(result.errors)")
    }
  }

  @Test("a broken one is status 65, and nothing is written")
  func broken() throws {
    try withExamples { folder in
      try Shell.run("gzip -c plain/steps.json | head -c 500 > plain/cut.json", in: folder)
      let result = try plan("plain", "out", in: folder)
      #expect(result.status == 65)
      #expect(
        result.errors.hasPrefix("plain/cut.json:")
          && result.errors.hasSuffix("the gzip data are cut short after 500 bytes; expected a whole file\n"),
        "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  @Test(
    "compressed plan files contain the same as plain ones, and every command reads them", arguments: ["gzip", "zstd"])
  func planFiles(compression: String) throws {
    try withExamples { folder in
      let ending = compression == "gzip" ? "gz" : "zst"
      #expect(try plan("plain", "a", in: folder).status == 1)
      for (out, jobs) in [("b", "1"), ("c", "2")] {
        #expect(try plan("plain", out, ["--compress", compression, "--jobs", jobs], in: folder).status == 1)
      }
      try Shell.run(
        """
        for name in plan actions accounts; do
          cmp b/$name.ndjson.\(ending) c/$name.ndjson.\(ending)
          \(compression) -dc b/$name.ndjson.\(ending) | cmp - a/$name.ndjson
          test ! -e b/$name.ndjson
        done
        for name in summary.json index.html calendar.ics; do cmp a/$name b/$name; done
        mkdir shown; cp b/index.html b/calendar.ics shown
        """, in: folder)
      // Recreates page and calendar.
      let report = try Program.run(["report", "b", "--templates", TestFiles.templates], in: folder)
      #expect(report.status == 0, "\(report.errors)")
      try Shell.run("for name in index.html calendar.ics; do cmp shown/$name b/$name; done", in: folder)
      let zones = ["--zoneinfo", TestFiles.zoneinfo]
      for (old, new) in [("a", "b"), ("b", "a/plan.ndjson"), ("b/plan.ndjson.\(ending)", "c")] {
        #expect(try Program.run(["diff", old, new] + zones, in: folder).status == 0, "\(old) \(new)")
      }
      let applied = try ["a", "b", "b/actions.ndjson.\(ending)"].map { try Program.run(["apply", $0], in: folder) }
      #expect(Set(applied.map(\.output)).count == 1 && !applied[0].output.isEmpty)
      // The next run succeeds it, and replaces compressed files with uncompressed ones.
      let later = ["--now", "2026-10-24T16:00:00Z"]
      #expect(try plan("plain", "d", ["--previous", "a"] + later, in: folder).status == 1)
      #expect(try plan("plain", "b", ["--previous", "b"] + later, in: folder).status == 1)
      try Shell.run("for name in plan actions accounts; do cmp b/$name.ndjson d/$name.ndjson; done", in: folder)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b/plan.ndjson.\(ending)").path))
      // A truncated plan file is not a plan.
      try Shell.run("head -c 900 c/plan.ndjson.\(ending) > c/a; mv c/a c/plan.ndjson.\(ending)", in: folder)
      let cut = try Program.run(["report", "c", "--templates", TestFiles.templates], in: folder)
      #expect(cut.status == 65 && cut.errors.contains("; expected a whole file"), "\(cut.errors)")
    }
  }
}
