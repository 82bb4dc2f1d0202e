import Foundation
import TestSupport
import Testing

struct ReportAgainTests {
  @Test(
    "a repeating request counts once, even if its id ends like that of a single day", arguments: ["t", "t@2026-10-25"])
  func repeating(id: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"""
      {"format":"tickler-export/1","app":"focusflow"}
      {"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"\#(id)","title":"Water","date":"2026-10-20","time":"10:00",\#
      "repeat":"daily"}]}}

      """#
    try Data(export.utf8).write(to: folder.appending(path: "in.ndjson"))
    let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    let made = try Program.run(
      ["plan", "in.ndjson", "--now", "2026-10-23T16:00:00Z", "--out", "out"] + shared, in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("repeats, "))
    #expect(try Program.run(["report", "out"] + shared, in: folder).status == 0)
    #expect(try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8) == page)
  }

  @Test("a one-time request holds a slot until it fires, even if its item's schedule repeats")
  func once() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "x.toml": """
      format = "tickler-policy/1"
      app = "x"
      [slots]
      holds = "trigger"
      [items.rent.fields]
      due = "date"
      [kinds.rent]
      shape = "series"
      item = "rent"
      at = "{due}"
      identifier = "rent.{id}"
      title = "Rent"
      body = "Now"
      """,
      "in.ndjson": #"""
      {"format":"tickler-export/1","app":"x"}
      {"account":{"id":"a","timeZone":"UTC","items":[{"kind":"rent","id":"r","due":"2026-10-25","date":"2026-10-25","repeat":"monthly"}]}}

      """#,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let shared = ["--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    let made = try Program.run(
      ["plan", "in.ndjson", "--policy", "x.toml", "--now", "2026-10-23T16:00:00Z", "--out", "out"] + shared, in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(try Program.run(["report", "out"] + shared, in: folder).status == 0)
    #expect(try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8) == page)
  }
}
