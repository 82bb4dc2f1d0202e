import Foundation
import TestSupport
import Testing

/// Tests the report as a site: each account is on one page, in the complete list and in the search index, and the run's other files stay
/// as they are. Tests/Tools/site_check.py tests it in a browser.
struct SiteTests {
  private static let shared = [
    "--now", "2026-10-23T16:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--days", "1", "--quiet",
  ]
  /// Ids that could be markup, the end of a script, a path, or equal if case is ignored.
  private static let hostile = [
    "<script>alert(1)</script>", "\");alert(1);(\"", "../../etc/passwd", "Ana", "ana", "a|b|c", "\\n0|0|0|0|1|x",
    "tab\there",
    "\u{2028}\u{202e}", "</bdi><img src=x onerror=alert(1)>", "<!--pictures-->", String(repeating: "é", count: 200),
  ]

  /// Writes unsorted accounts. Every seventh has duplicate texts, every fiftieth exceeds its device's limit.
  private static func export(_ count: Int, to folder: URL) throws -> (file: URL, ids: [String]) {
    var ids = (0..<count).map { "u\(String(($0 * 7919) % 100_003, radix: 36))" }
    ids.replaceSubrange(0..<min(count, hostile.count), with: hostile.prefix(count))
    var lines = #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n"
    for (number, id) in ids.enumerated() {
      let tasks = (0..<(number % 50 == 3 ? 70 : 2)).map { task in
        [
          "kind": "task", "id": "t\(task)", "title": "Task \(number % 7 == 4 ? 0 : task)", "date": "2026-10-24",
          "time": number % 7 == 4 ? "12:00" : String(format: "%02d:%02d", task % 24, task % 60),
        ]
      }
      let account: [String: Any] = [
        "id": id, "timeZone": ["UTC", "Asia/Tokyo", "America/New_York"][number % 3], "items": tasks,
      ]
      lines += String(decoding: try JSONSerialization.data(withJSONObject: ["account": account]), as: UTF8.self) + "\n"
    }
    let file = folder.appending(path: "\(count).ndjson")
    try Data(lines.utf8).write(to: file)
    return (file, ids)
  }

  private static func plan(_ file: URL, _ out: URL, _ more: String...) throws {
    let result = try Program.run(["plan", file.path, "--out", out.path] + shared + more)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Returns the files in a folder, by name.
  private static func files(_ folder: URL) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var files: [String: Data] = [:]
    for path in paths where !path.hasPrefix(".") {
      var isFolder: ObjCBool = false
      let url = folder.appending(path: path)
      if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue {
        files[path] = try Data(contentsOf: url)
      }
    }
    return files
  }

  private static func text(_ folder: URL, _ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Returns the lines that the scripts pass to the page, read as JSON.
  private static func searched(_ files: [String: Data]) throws -> [[Substring]] {
    try files.keys.filter { $0.hasPrefix("pages/search-") }.sorted().flatMap { name in
      let script = String(decoding: files[name] ?? Data(), as: UTF8.self)
      let argument = try #require(script.wholeMatch(of: /tickler\(\d+,(".*")\);\n/)).1
      let data = Data("[\(argument)]".utf8)
      let text = try #require(try JSONSerialization.jsonObject(with: data) as? [String]).first ?? ""
      return text.split(separator: "\n").map {
        $0.split(separator: "|", maxSplits: 5, omittingEmptySubsequences: false)
      }
    }
  }

  @Test(
    "each account is once on a page, in the list by id, and in the search data, for any --jobs and command"
  )
  func holdsAll() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, ids) = try SiteTests.export(2_500, to: folder)
    let out = folder.appending(path: "out")
    try SiteTests.plan(file, out, "--emit", "plan,summary,actions,site", "--jobs", "1")
    let files = try SiteTests.files(out)
    let pages = files.keys.filter { $0.hasPrefix("pages/accounts-") }.sorted()
    #expect(pages.count > 1)
    for page in pages { #expect(try #require(files[page]).count < 5_000_000, "\(page)") }
    let lines = try SiteTests.searched(files)
    #expect(lines.count == ids.count)
    let plain = Set(ids).subtracting(SiteTests.hostile).union(["Ana", "ana", "a|b|c", "../../etc/passwd"])
    #expect(plain.isSubset(of: Set(lines.map { String($0[5]) })))
    // Links of lines and of list rows lead to the page with their account.
    var texts: [String: String] = [:]
    for page in pages { texts[page] = String(decoding: try #require(files[page]), as: UTF8.self) }
    for line in lines where plain.contains(String(line[5])) {
      let page = "pages/accounts-\(String(repeating: "0", count: 6 - line[4].count))\(line[4]).html"
      #expect(try #require(texts[page], "\(page)").contains(" data-account=\"\(line[5])\""), "\(line[5])")
    }
    let rows = files.filter { $0.key.hasPrefix("pages/by-id-") }.values
      .flatMap { String(decoding: $0, as: UTF8.self).components(separatedBy: "<tr><th scope=row>").dropFirst() }
    #expect(rows.count == ids.count)
    for row in rows {
      let link = try #require(row.firstMatch(of: /<a href=(accounts-\d{6}\.html)#(account-[0-9a-f]{16})>/))
      #expect(try #require(texts["pages/\(link.1)"]).contains("<details class=account id=\(link.2) "), "\(link.0)")
    }
    // The lists contain the accounts that they promise.
    let lost = lines.filter { $0[0] == "1" }.count
    let twice = ids.indices.count { $0 % 7 == 4 }
    #expect(lost == twice)
    #expect(try SiteTests.text(out, "index.html").contains("Notifications lost: \(twice)</h3>"))
    // File names are numbers, regardless of the ids.
    for name in files.keys where name.hasPrefix("pages/") {
      #expect(name.wholeMatch(of: /pages\/(search|[a-z-]+-\d{6})\.(html|js)/) != nil, "\(name)")
    }
    #expect(try Program.run(["verify", out.path]).status == 0)

    let other = folder.appending(path: "other")
    try SiteTests.plan(file, other, "--emit", "plan,summary,actions,site", "--jobs", "4")
    let before = try SiteTests.files(other)
    for (name, bytes) in before where name.hasPrefix("pages/") { #expect(files[name] == bytes, "\(name)") }
    let again = try Program.run(["report", other.path, "--emit", "site", "--quiet"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(try SiteTests.files(other) == before)
  }

  @Test("pages of an older run do not remain beside a smaller one's, or beside a single-page report")
  func removesOld() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let out = folder.appending(path: "out")
    try SiteTests.plan(try SiteTests.export(1_200, to: folder).file, out, "--emit", "plan,site")
    let many = try SiteTests.files(out).keys.filter { $0.hasPrefix("pages/") }.count
    let few = try SiteTests.export(30, to: folder).file
    try SiteTests.plan(few, out, "--emit", "plan,site")
    let names = try SiteTests.files(out).keys.filter { $0.hasPrefix("pages/") }
    #expect(names.count < many)
    try SiteTests.plan(few, out, "--emit", "plan,html")
    #expect(try SiteTests.files(out).keys.sorted() == ["index.html", "plan.ndjson"])
    #expect(try Program.run(["verify", out.path]).status == 0)
  }

  @Test("a report is one page while all accounts fit, else a site")
  func whereNeeded() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (count, isSite) in [(90, false), (200, false), (2_000, true)] {
      let out = folder.appending(path: "out-\(count)")
      try SiteTests.plan(try SiteTests.export(count, to: folder).file, out)
      #expect(try SiteTests.files(out).keys.contains { $0.hasPrefix("pages/") } == isSite, "\(count)")
      #expect(try SiteTests.text(out, "index.html").contains("<details class=account") == !isSite, "\(count)")
      let page = folder.appending(path: "page-\(count)")
      try SiteTests.plan(folder.appending(path: "\(count).ndjson"), page, "--emit", "html")
      #expect(
        try SiteTests.files(page).keys.sorted()
          == SiteTests.files(out).keys.filter { $0 == "index.html" || $0.hasPrefix("pages/") }.sorted())
      let before = try SiteTests.files(out)
      #expect(try Program.run(["report", out.path, "--quiet"]).status == 0)
      #expect(try SiteTests.files(out) == before, "\(count)")
    }
  }

  @Test("an account's page links back to the site")
  func leadsBack() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let out = folder.appending(path: "out")
    try SiteTests.plan(try SiteTests.export(20, to: folder).file, out, "--emit", "plan,summary,site")
    let page = try Program.run(["report", out.path, "--account", "ana"]).output.trimmingCharacters(in: .newlines)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<a href=\"index.html\">Notification plan</a>"))
  }

  @Test("nothing hidden by --redact is in a site")
  func redacted() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = folder.appending(path: "key")
    try Data(String(repeating: "k", count: 64).utf8).write(to: key)
    let (file, ids) = try SiteTests.export(60, to: folder)
    let out = folder.appending(path: "out")
    try SiteTests.plan(file, out, "--emit", "site", "--redact", key.path)
    for (name, bytes) in try SiteTests.files(out) {
      let text = String(decoding: bytes, as: UTF8.self)
      for id in ids.dropFirst(SiteTests.hostile.count) + ["Task 1"] { #expect(!text.contains(id), "\(name): \(id)") }
    }
  }

  @Test("a list counts like its figure, with the accounts of earlier lists")
  func listed() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tasks = (0..<80).map { (number: Int) -> String in
      // The first two have the same text at the same instant.
      let (title, minute) = (max(1, number), 10 + max(1, number) % 50)
      return
        #"{"kind":"task","id":"t\#(number)","title":"T\#(title)","date":"2026-10-24","time":"\#(10 + title % 14):\#(minute)"}"#
    }
    let accounts = [tasks, Array(tasks.dropFirst())].enumerated().map { number, items in
      #"{"id":"u\#(number)","timeZone":"UTC","items":[\#(items.joined(separator: ","))]}"#
    }
    let file = folder.appending(path: "in.json")
    let export = #"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(accounts.joined(separator: ","))]}"#
    try Data(export.utf8).write(to: file)
    let out = folder.appending(path: "out")
    try SiteTests.plan(file, out, "--emit", "plan,summary,site")
    let page = try SiteTests.text(out, "index.html")
    #expect(page.contains(#"data-show="has=slots%3Dover">2</a></b> accounts over their slots"#))
    #expect(page.contains("Notifications lost: 1</h3>"))
    // A card names the accounts with the most of a finding, on their pages, which have their weeks.
    let worst = page.matches(
      of: /<a class="chip" href="(pages\/accounts-\d{6}\.html)#(account-[0-9a-f]+)"><bdi>(u\d)<\/bdi> · \d+<\/a>/)
    #expect(worst.map { "\($0.3)" }.sorted() == ["u0", "u0", "u1"])
    for link in worst {
      let section = try SiteTests.text(out, "\(link.1)").split(separator: "<details").first {
        $0.contains("id=\(link.2) ")
      }
      #expect(
        section?.contains("data-account=\"\(link.3)\"") == true && section?.contains("<table class=\"week\">") == true)
    }
    #expect(page.contains("More than the device holds: 2, 1 of them in the lists above</h3>"))
  }
}
