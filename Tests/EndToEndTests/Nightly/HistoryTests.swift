import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tests `tickler history`: the results of an archive's runs.
@Suite struct HistoryTests {
  private func history(_ archive: TestArchive, _ format: String = "text") throws -> Program.Result {
    try Program.run(["history", archive.path.path, "--format", format])
  }

  private func summary(_ archive: TestArchive, _ run: String) throws -> [String: Any] {
    let data = try archive.file("\(run)/summary.json")
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("prints the figures of each run's summary.json, oldest first")
  func figures() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for now in ArchiveTests.nights { try archive.plan(now) }
    let result = try history(archive, "json")
    #expect(result.status == 0)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["latest"] as? String == "2026-10-23T160000Z")
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(runs.map { $0["run"] as? String } == ArchiveTests.names)
    for (run, name) in zip(runs, ArchiveTests.names) {
      let known = try summary(archive, name)
      for field in ["now", "days", "tzdata", "accounts", "accountsWithProblems", "rejectedRecords"] {
        #expect("\(run[field] ?? "")" == "\(known[field] ?? "none")", "\(field) of \(name)")
      }
      for field in ["outcomes", "reasons", "actions"] {
        #expect(run[field] as? [String: Int] == known[field] as? [String: Int], "\(field) of \(name)")
      }
      let changes = (run["changes"] as? [String: Any])?["counts"] as? [String: Int]
      #expect(changes == (known["changes"] as? [String: Any])?["counts"] as? [String: Int])
      #expect((changes == nil) == (name == ArchiveTests.names[0]))
    }
    // The text has them in columns.
    let lines = try history(archive).output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for name in ArchiveTests.names {
      let row = try #require(lines.first { $0.first == name })
      let known = try summary(archive, name)
      let outcomes = try #require(known["outcomes"] as? [String: Int])
      #expect(row[1] == "\(known["accounts"] ?? "")")
      #expect(row[2...4] == ["\(outcomes["scheduled"]!)", "\(outcomes["armed"]!)", "\(outcomes["dropped"]!)"][...])
      #expect(row[6] == "1")
    }
  }

  /// Collects the page's elements by name. Fails if the page is not well-formed, except for elements that HTML leaves open.
  private final class Elements: NSObject, XMLParserDelegate {
    var names: [String] = []
    var titles: [String: String] = [:]
    private var id: String?

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
      attributes: [String: String]
    ) {
      names.append(name)
      id = ["title", "desc"].contains(name) ? attributes["id"] : nil
    }

    func parser(_: XMLParser, foundCharacters text: String) {
      if let id { titles[id, default: ""] += text }
    }

    func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) { id = nil }
  }

  @Test("the page has a named picture for each figure, no script, and no external resource")
  func page() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for now in ArchiveTests.nights { try archive.plan(now, ["--emit", "plan,summary"]) }
    let result = try history(archive, "html")
    #expect(result.status == 0)
    let page = result.output
    #expect(!page.contains("<script"))
    #expect(!page.contains("{{"))
    let reasons = try #require(summary(archive, "2026-10-23T160000Z")["reasons"] as? [String: Int])
    for name in ["scheduled", "dropped", "rejected", "reason-slotLimit", "reason-duplicate", "reason-past"] {
      let start = try #require(page.range(of: "aria-labelledby=\"picture-\(name)-t picture-\(name)-d\""))
      let svg = try #require(page.range(of: "<svg", options: .backwards, range: page.startIndex..<start.lowerBound))
      let end = try #require(page.range(of: "</svg>", range: start.upperBound..<page.endIndex))
      let parser = XMLParser(data: Data(page[svg.lowerBound..<end.upperBound].utf8))
      let elements = Elements()
      parser.delegate = elements
      #expect(parser.parse(), "\(name) is not well-formed: \(String(describing: parser.parserError))")
      #expect(elements.names.filter { $0 == "rect" }.count == 3, "a dot a run")
      let words = elements.titles["picture-\(name)-d"] ?? ""
      #expect(words.hasPrefix("3 runs from 2026-10-21 to 2026-10-23: "), "\(words)")
      if name.hasPrefix("reason-") {
        #expect(words.contains(", \(reasons[String(name.dropFirst(7))] ?? 0) last;"), "\(words)")
      }
    }
    for name in ArchiveTests.names { #expect(page.contains("<code>\(name)</code>")) }
  }

  @Test("lists a run without a summary; reports an unreadable one with status 1")
  func unreadable() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0], ["--emit", "plan"])
    try archive.plan(ArchiveTests.nights[1], ["--emit", "plan,summary"])
    #expect(try history(archive).status == 0)
    let file = archive.path.appending(path: "2026-10-22T160000Z/summary.json")
    try Data("{\"format\": \"tickler-summary/1\", \"now\": 7}".utf8).write(to: file)
    for format in ["text", "json", "html"] {
      let result = try history(archive, format)
      #expect(result.status == 1)
      #expect(result.errors.contains("summary.json:1:40: error: field now: found 7"), "\(result.errors)")
      for name in ["2026-10-21T160000Z", "2026-10-22T160000Z"] { #expect(result.output.contains(name)) }
    }
  }

  @Test("reads a year of runs quickly; the page omits older ones")
  func year() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0], ["--emit", "plan,summary"])
    let text = try #require(String(data: archive.file("2026-10-21T160000Z/summary.json"), encoding: .utf8))
    for day in 1...400 {
      let date = Date(timeIntervalSince1970: 1_792_598_400 - Double(day) * 86_400)
      let now = date.ISO8601Format()
      let folder = archive.path.appending(path: now.replacingOccurrences(of: ":", with: ""))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("tickler-run/1\nkey k\nstatus 0\n".utf8).write(to: folder.appending(path: ".tickler-run"))
      let summary = text.replacingOccurrences(of: "\"now\": \"2026-10-21T16:00:00Z\"", with: "\"now\": \"\(now)\"")
      try Data(summary.utf8).write(to: folder.appending(path: "summary.json"))
    }
    let start = Date()
    let page = try history(archive, "html")
    #expect(page.status == 0)
    #expect(Date().timeIntervalSince(start) < 60, "\(Date().timeIntervalSince(start)) s")
    #expect(page.output.contains("367 runs"))
    #expect(page.output.contains("34 earlier ones are left out here"))
    #expect(try history(archive).output.contains("401 runs"))
  }

  @Test("reports the place of a template fault, and prints nothing")
  func template() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[0], ["--emit", "plan,summary"])
    let templates = archive.folder.appending(path: "mine")
    try FileManager.default.copyItem(at: URL(filePath: TestFiles.templates), to: templates)
    let file = templates.appending(path: "report/history.mustache")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(("<p>\n  {{#open}}\n" + text).utf8).write(to: file)
    let result = try Program.run([
      "history", archive.path.path, "--format", "html", "--templates", templates.path,
    ])
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(#/mine/report/history\.mustache:[0-9]+:[0-9]+: error: /#), "\(result.errors)")
  }

  @Test("a folder without runs is not an archive")
  func none() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    #expect(try history(archive).status == 66)
    try FileManager.default.createDirectory(at: archive.path, withIntermediateDirectories: true)
    let result = try history(archive)
    #expect(result.status == 66)
    #expect(result.errors.contains("has no run"))
  }
}
