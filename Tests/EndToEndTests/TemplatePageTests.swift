import Foundation
import TestSupport
import Testing

/// Tests templates that a user copied and changed.
struct TemplatePageTests {
  static let export =
    #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"ana <b>","timeZone":"Europe/London"}]}"#

  /// Plans with a copy of the shipped templates after `change`.
  static func plan(
    emit: String = "plan,actions,summary,html,ics", _ change: (URL) throws -> Void
  ) throws -> (result: Program.Result, folder: URL) {
    let folder = try TestFiles.temporaryFolder()
    let templates = folder.appending(path: "mine")
    try FileManager.default.copyItem(at: URL(filePath: TestFiles.templates), to: templates)
    try change(templates.appending(path: "report"))
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let result = try Program.run(
      [
        "plan", "in.json", "--templates", "mine", "--zoneinfo", TestFiles.zoneinfo, "--now", "2026-10-23T16:00:00Z",
        "--out", "out", "--emit", emit,
      ], in: folder)
    return (result, folder)
  }

  static let templates = [
    "index", "accounts", "account", "list", "lists", "turn", "search", "action", "delivered", "head", "sources",
    "reasons",
    "verdict", "items", "days", "slots", "clocks", "measures", "since", "planned-shown", "inputs", "device",
    "change", "run", "news", "groups", "devices", "advice",
  ]

  @Test("reports the place of a fault in any template, and writes nothing", arguments: templates)
  func fault(template: String) throws {
    let (result, folder) = try TemplatePageTests.plan(emit: "plan,site") { report in
      let file = report.appending(path: "\(template).mustache")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(("<p>\n  {{#open}}\n" + text).utf8).write(to: file)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 65)
    #expect(result.errors.contains(#/mine/report/[a-z-]+\.mustache:[0-9]+:[0-9]+: error: /#), "\(result.errors)")
    #expect(result.errors.contains("mine/report/\(template).mustache:"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
  }

  @Test("every shipped template is among those checked")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(TestFiles.templates)/report")
    let names = Set(files.filter { $0.hasSuffix(".mustache") }.map { $0.dropLast(".mustache".count) }.map(String.init))
    // Pages of other commands. HistoryTests covers faults of the second.
    let others: Set = ["changes", "history", "rehearsal"]
    #expect(names.subtracting(TemplatePageTests.templates) == others)
  }

  @Test("the page shows a changed template, a new one that it includes, and a changed style")
  func changed() throws {
    let (result, folder) = try TemplatePageTests.plan { report in
      try Data("{{#figures}}[{{count}} {{words}}]{{/figures}}{{unknown}}{{> mine}}".utf8)
        .write(to: report.appending(path: "verdict.mustache"))
      try Data("<p>as of {{now}}</p>".utf8).write(to: report.appending(path: "mine.mustache"))
      try Data("{{id}} in {{zone}}\n".utf8).write(to: report.appending(path: "account.mustache"))
      try Data("p { color: red }\r\n".utf8).write(to: report.appending(path: "style.css"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 0, "\(result.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("[1 account]"))
    #expect(page.contains("<p>as of 2026-10-23T16:00:00Z</p>"))
    #expect(page.contains("\nana &lt;b&gt; in Europe/London\n"))
    #expect(page.contains("<style>p { color: red }\n</style>"))
    #expect(page.contains("data-account=\"ana &lt;b&gt;\""))
  }

  @Test("verify reads a page's data regardless of its template's words and numbers, and warns of a page without data")
  func verified() throws {
    for hasData in [true, false] {
      let (result, folder) = try TemplatePageTests.plan { report in
        for name in ["index", "days", "reasons"] {
          let file = report.appending(path: "\(name).mustache")
          var text = try String(contentsOf: file, encoding: .utf8)
          text.replace("</b> {{words}}</li>", with: "</b> Stück</li>")
          text.replace("Go out", with: "Gehen raus")
          text.replace("\n<", with: "\n  <")
          if !hasData { text.replace("{{{data}}}", with: "") }
          try Data(text.utf8).write(to: file)
        }
      }
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(result.status == 0, "\(result.errors)")
      let verify = ["verify", "out", "--zoneinfo", TestFiles.zoneinfo]
      let whole = try Program.run(verify, in: folder)
      #expect(whole.status == 0 && whole.errors.contains("no number was compared") == !hasData, "\(whole.errors)")
      let page = folder.appending(path: "out/index.html")
      let text = try String(contentsOf: page, encoding: .utf8)
      let rows = [
        ("outcomes.scheduled", #"outcomes.scheduled":"#), ("kinds.nudge.scheduled", #"kinds.nudge.scheduled":"#),
        ("reasons.past", #"reasons.past":"#), ("accounts", #""figures":{"accounts":"#),
        ("the page of the plan", #"{"now":"2026"#),
      ]
      for (name, number) in rows where hasData {
        let other = number.hasSuffix("2026") ? number.replacing("2026", with: "2027") : number + "1"
        let damaged = text.replacing(number, with: other, maxReplacements: 1)
        #expect(damaged != text, "\(name)")
        try Data(damaged.utf8).write(to: page)
        let result = try Program.run(verify, in: folder)
        #expect(result.status == 65 && result.output.contains(": error: \(name)"), "\(name): \(result.output)")
      }
    }
  }

  @Test("if a page cannot fit all decisions, it keeps those that go out")
  func room() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let title = String(repeating: "A long title. ", count: 16)
    let items = (0..<400).map {
      #"{"kind":"task","id":"t\#($0)","title":"\#(title)","date":"2026-10-24","time":"\#(10 + $0 % 14):\#(10 + $0 % 50)","repeat":"daily"}"#
    }
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC","items":["#
      + items.joined(separator: ",") + "]}]}"
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let result = try Program.run(
      ["plan", "in.json", "--zoneinfo", TestFiles.zoneinfo, "--now", "2026-10-23T16:00:00Z", "--out", "out"]
        + ["--templates", TestFiles.templates, "--emit", "plan,summary,html"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    let wanted = plan.split(separator: "\n").count { $0.contains(#""outcome":"scheduled""#) }
    #expect(page.contains("decisions are left out here"))
    #expect(wanted > 60 && page.split(separator: "✓ goes out").count - 1 == wanted)
    #expect(page.contains("outcome=scheduled\">\(wanted)</a></b> go out"))
  }

  @Test("a missing template is status 66; a missing included one 65")
  func missing() throws {
    let (result, folder) = try TemplatePageTests.plan { report in
      try FileManager.default.removeItem(at: report.appending(path: "account.mustache"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 66)
    let (other, second) = try TemplatePageTests.plan { report in
      try FileManager.default.removeItem(at: report.appending(path: "lists.mustache"))
    }
    defer { try? FileManager.default.removeItem(at: second) }
    #expect(other.status == 65)
    #expect(other.errors.contains("mine/report/index.mustache:"))
  }
}
