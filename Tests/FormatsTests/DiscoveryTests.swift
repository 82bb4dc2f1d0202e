import Diagnostics
import Formats
import Foundation
import Testing

/// Tests which inputs a PATH selects, and how the format of a file is detected.
@Suite struct DiscoveryTests {
  /// Opens paths in a new folder with these files, and returns names and formats without that folder.
  private func open(_ files: [String: String], _ paths: [String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("discovery-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var warnings: [Diagnostic] = []
    do {
      let inputs = try InputDiscovery.open(paths.map { folder.path + "/" + $0 }, &warnings)
      return inputs.map { "\($0.name.replacingOccurrences(of: folder.path + "/", with: "")) \($0.format.rawValue)" }
    } catch {
      return ["\(error.status.rawValue)"]
        + error.messages.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
    }
  }

  private static let export = #"{"format":"tickler-export/1"}"#

  @Test func aFolderStandsForItsExportsInNameOrder() throws {
    let files = [
      "b.json", "a/z.ndjson", "a/b/c.xml", "Z.json", "a.xml", "é.json", "notes.txt", ".hidden.json", ".git/x.json",
      "data.jsonl", "x.json.bak", "json", "x.json~", "x.json.part",
    ]
    let found = try open(Dictionary(uniqueKeysWithValues: files.map { ($0, DiscoveryTests.export) }), [""])
    #expect(
      found
        == [
          "/Z.json json", "/a/b/c.xml xml", "/a/z.ndjson ndjson", "/a.xml xml", "/b.json json", "/data.jsonl ndjson",
          "/json json", "/notes.txt json", "/é.json json",
        ]
        .map { String($0.dropFirst()) })
  }

  @Test(
    "of a folder, takes exports and damaged files with an export's name",
    arguments: [
      ("an export whose head comes last", "a.json", #"{"accounts": [], "format": "tickler-export/1"}"#, true),
      ("an export of another version", "a.json", #"{"format": "tickler-export/9"}"#, true),
      ("XML in the namespace of exports", "a.xml", #"<export xmlns="urn:tickler:export:1"/>"#, true),
      ("malformed JSON", "a.json", #"{"a": "#, true), ("no JSON", "a.json", "hello", true),
      ("malformed JSON of a name in capitals", "A.JSON", #"{"a": "#, true),
      ("an empty file", "a.json", "", true), ("an end in the middle", "a.xml", "<a><b></a>", true),
      ("a malformed line", "a.ndjson", "{}\n{]\n", true), ("a damaged archive", "a.json.gz", "\u{1f}\u{8b}x", true),
      ("other JSON", "a.json", #"{"name": "a", "format": "other"}"#, false),
      ("the format of something inside", "a.json", #"{"a": {"format": "tickler-exports"}}"#, false),
      ("other lines", "a.ndjson", "{\"a\": 1}\n{\"b\": 2}\n", false), ("other XML", "a.xml", "<svg><g/></svg>", false),
      ("XML with a DOCTYPE", "a.xml", "<!DOCTYPE plist><plist/>", false),
      ("XML in Latin-1", "a.xml", "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", false),
      ("malformed JSON of another name", "a.txt", #"{"a": "#, false), ("a text", "README", "hello", false),
      ("a plan", "plan.ndjson", "{\"format\":\"tickler-plan/1\"}\n{", false),
      ("changes", "c.ndjson", #"{"change":{"id":"a"}}"#, false),
      ("a list of exports' names", "a.md", "<a>tickler-export/1</a>", false),
    ])
  func takesExports(_ what: String, _ name: String, _ text: String, _ isTaken: Bool) throws {
    let files = ["f/" + name: text, "f/z.json": DiscoveryTests.export]
    #expect(try open(files, ["f"]).count == (isTaken ? 2 : 1))
  }

  @Test func pathsKeepTheirOrder() throws {
    let files = ["b.json": "{}", "a.json": "{}", "f/1.json": DiscoveryTests.export, "f/2.json": DiscoveryTests.export]
    let found = try open(files, ["b.json", "f", "a.json", "b.json"])
    #expect(found == ["b.json json", "f/1.json json", "f/2.json json", "a.json json", "b.json json"])
  }

  @Test(arguments: [
    ("a document over several lines", "{\n\"format\": 1}", "json"), ("a document on one line", "{}\n\n", "json"),
    ("a head and a line", "\n{\"format\": 1}\n{}", "ndjson"),
    ("a head that ends in a carriage return", "{}\r\n{}", "ndjson"),
    ("white space before a document", "\n\n {\n}", "json"), ("XML", "<?xml version=\"1.0\"?>", "xml"),
    ("XML after white space", " \n<export/>", "xml"), ("XML after a byte order mark", "\u{feff}<export/>", "xml"),
    ("a document after a byte order mark", "\u{feff}{\n}", "json"), ("anything else", "hello", "json"),
  ])
  func otherFilesAreToldByTheirBeginning(_ what: String, _ text: String, _ format: String) throws {
    #expect(try open(["export": text], ["export"]) == ["export \(format)"])
  }

  @Test func aLongFirstLineIsNotAHead() throws {
    let text = "{\"a\": \"" + String(repeating: "a", count: 70_000) + "\"}"
    #expect(try open(["export": text], ["export"]) == ["export json"])
  }

  @Test func linesMayBeNamedJSONL() throws {
    #expect(try open(["a.jsonl": "{\n}"], ["a.jsonl"]) == ["a.jsonl ndjson"])
  }

  /// A pipe can be read only once, yet its format is detected and it is read twice.
  @Test func aPipeIsReadAsAFileIs() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let text = Array("{\"a\": 1}\n{\"b\": \"\(String(repeating: "b", count: 100_000))\"}\n".utf8)
    let writer = Thread {
      let file = FileHandle(forWritingAtPath: path)
      try? file?.write(contentsOf: Data(text))
      try? file?.close()
    }
    writer.start()
    var warnings: [Diagnostic] = []
    let file = try #require(try InputDiscovery.open([path], &warnings).first)
    #expect(file.format == .ndjson)
    #expect(file.size == Int64(text.count))
    var bytes: [UInt8] = []
    #expect(try file.append(upTo: text.count + 1, from: 0, to: &bytes) == text.count)
    #expect(bytes == text)
  }

  @Test func whatIsNotThere() throws {
    #expect(
      try open([:], ["none.json"])
        == ["66", "tickler: error: cannot read none.json: No such file or directory"])
    #expect(
      try open(["f/notes.txt": ""], ["f"])
        == ["66", "tickler: error: no exports below f; no reader knows its file f/notes.txt"])
  }

  @Test func anEmptyFileIsNoExport() throws {
    #expect(
      try open(["export": "\n"], ["export"])
        == ["65", "export:1:1: error: found the end of the input; expected a tickler-export/1 document"])
  }
}
