import Foundation
import TestSupport
import Testing

/// Tests inputs that are folders: exports and other tools' files among anything else.
@Suite struct FolderTests {
  private static let export = """
    {"format":"tickler-export/1","app":"personal"}
    {"account":{"id":"ana","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-21","time":"09:00"}]}}

    """
  private static let calendar =
    "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:u\nSUMMARY:Call\nDUE:20261124T090000\nEND:VTODO\nEND:VCALENDAR\n"
  private static let todo = "TYPE,CONTENT,DATE\ntask,Pay,2026-11-24\n"
  private static let card = "BEGIN:VCARD\nVERSION:4.0\nUID:v\nFN:Ada\nBDAY:19901129\nEND:VCARD\n"
  private static let ours = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//tickler//tickler//EN\nEND:VCALENDAR\n"

  /// Runs a command on a folder `in` with these files, some of them packed.
  private func run(
    _ files: [String: String], _ arguments: [String], shell: String = ":", in command: String = "check"
  ) throws -> (result: Program.Result, folder: URL) {
    let folder = try TestFiles.temporaryFolder()
    for (name, text) in files {
      let file = folder.appending(path: "in/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try Shell.run("cd in; \(shell)", in: folder)
    let common = [
      "--now", "2026-11-20T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
    ]
    return (try Program.run([command, "in"] + arguments + common, in: folder), folder)
  }

  private static let mixed = [
    "a.ndjson": export, "b/c.ics": calendar, "b/d.vcf": card, "e.csv": todo, "README.md": "# Hi\n",
    "package.json": #"{"name":"x"}"#, "f.svg": "<svg/>", "out.ics": ours,
    "plan.ndjson": "{\"format\":\"tickler-plan/1\"}\n",
  ]

  @Test("with a time zone, every file that a reader knows is an input, and the rest is counted once")
  func all() throws {
    let shell = "gzip b/d.vcf; zstd -q --rm e.csv; ln -s .. b/loop; ln -s none gone; mkfifo pipe.json"
    let (result, folder) = try run(FolderTests.mixed, ["--time-zone", "Europe/Berlin"], shell: shell, in: "plan")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 0, "\(result.errors)")
    let plan = try String(contentsOf: folder.appending(path: "reports/plan.ndjson"), encoding: .utf8)
    for title in ["Call", "Pay", "Ada turns 36", "T"] { #expect(plan.contains("\"title\":\"\(title)\""), "\(title)") }
    let files = "in/README.md, in/f.svg, in/package.json"
    #expect(result.errors.contains("in:1:1: warning: found 3 files that no reader knows: \(files); expected"))
    #expect(result.errors.contains("in/pipe.json:1:1: warning: found a pipe, device or socket"))
    #expect(!result.errors.contains("of other tools") && !result.errors.contains("out.ics"))
  }

  @Test("without a time zone or an [import] table, files of other tools are named once, with the remedy")
  func named() throws {
    let (result, folder) = try run(FolderTests.mixed, [])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 0 && result.errors.contains("1 account"), "\(result.errors)")
    let found = "found 3 files of other tools: in/b/c.ics, in/b/d.vcf, in/e.csv; expected --time-zone, such as"
    #expect(result.output.contains("in:1:1: warning: \(found)"), "\(result.output)")
  }

  @Test("an [import] table of a run file says how to read them")
  func runFile() throws {
    for (table, count) in [("", 1), ("[import]\n", 2), ("[import.icalendar]\ntimeZone = \"Europe/Berlin\"\n", 2)] {
      let (_, folder) = try run(["a.ndjson": FolderTests.export, "b.ics": FolderTests.calendar], [])
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("format = \"tickler-run/1\"\ninputs = [\"in\"]\nout = \"o\"\n\(table)".utf8).write(
        to: folder.appending(path: "run.toml"))
      let result = try Program.run(
        ["run", "run.toml", "--now", "2026-11-20T00:00:00Z", "--templates", TestFiles.templates], in: folder)
      #expect(result.errors.contains("\(count) account"), "\(table): \(result.errors)")
    }
  }

  @Test(
    "a folder without inputs is status 66, a damaged file with an export's name 65",
    arguments: [
      (["a.txt": "hello"], 66, "no exports below in"), (["out.ics": ours], 66, "no exports below in"),
      (["a.ics": calendar], 66, "it has files of other tools (in/a.ics): give --time-zone"),
      (["a.ndjson": export, "b.json": "{"], 65, "in/b.json:1:2: error: found the end of the input"),
      (["a.ndjson": export, "b.xml": "<a>"], 65, "in/b.xml:1:"),
      (["a.ndjson": export, "b.json": #"{"format":"tickler-export/2"}"#], 65, "in/b.json:1:11: error: field format"),
    ] as [([String: String], Int32, String)])
  func faults(_ files: [String: String], _ status: Int32, _ words: String) throws {
    let (result, folder) = try run(files, [])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == status)
    #expect((result.output + result.errors).contains(words), "\(result)")
  }

  @Test("a huge file of another kind costs only its beginning, and an archive of other files is unknown")
  func others() throws {
    let shell =
      "truncate -s 3G big.bin; mkdir x; echo hi >x/y; tar cf x.tar x; gzip x.tar; python3 -m zipfile -c x.zip x"
    let (result, folder) = try run(["a.ndjson": FolderTests.export], [], shell: shell)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 0)
    #expect(result.output.contains("found 4 files that no reader knows: in/big.bin, in/x/y, in/x.tar.gz and others"))
  }
}
