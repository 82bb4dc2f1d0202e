import Foundation
import TestSupport
import Testing

/// Tests the warning about a last date of an item that occurs once.
@Suite struct LastDateTests {
  private static let policy = """
    format = "tickler-policy/1"
    app = "meds"
    [items.dose.fields]
    name = { type = "text", required = true }
    [items.cycle.fields]
    name = { type = "text", required = true }
    [kinds.dose]
    shape = "series"
    item = "dose"
    time = "08:00"
    identifier = "meds.dose.{id}"
    title = "{{name}}"
    [kinds.cycle]
    shape = "series"
    item = "cycle"
    time = "08:00"
    every = "2d"
    identifier = "meds.cycle.{id}"
    title = "{{name}}"
    [items.pack.fields]
    name = { type = "text", required = true }
    [kinds.pack]
    shape = "series"
    item = "pack"
    cycle = { on = 21, off = 7 }
    identifier = "meds.pack.{id}"
    title = "{{name}}"
    """

  static let items: [(why: String, item: String, warns: Bool)] = [
    ("neither repeat nor rrule", #""kind":"dose","until":"2026-12-10""#, true),
    ("repeat none", #""kind":"dose","until":"2026-12-10","repeat":"none""#, true),
    ("a repeat", #""kind":"dose","until":"2026-12-10","repeat":"daily""#, false),
    ("a rule", #""kind":"dose","until":"2026-12-10","rrule":"FREQ=DAILY""#, false),
    ("no last date", #""kind":"dose""#, false),
    ("no last date, but null", #""kind":"dose","until":null"#, false),
    ("the policy repeats the item", #""kind":"cycle","until":"2026-12-10""#, false),
    ("a cycle repeats it daily", #""kind":"pack","until":"2026-12-10""#, false),
  ]

  @Test("warns once for a record about a last date that bounds nothing", arguments: items)
  func warns(why: String, item: String, warns: Bool) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = ["a", "b"].map { #"{"id":"\#($0)","name":"x","date":"2026-11-25",\#(item)}"# }.joined(separator: ",")
    let export =
      #"{"format":"tickler-export/1","app":"meds","accounts":[{"id":"mia","timeZone":"UTC","items":[\#(items)]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    try Data(LastDateTests.policy.utf8).write(to: folder.appending(path: "p.toml"))
    let result = try Program.run(
      ["check", "e.json", "--policy", "p.toml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo],
      in: folder)
    let found = result.errors + result.output
    #expect(result.status == 0, "\(why): \(found)")
    #expect(found.components(separatedBy: "field until: ").count - 1 == (warns ? 2 : 0), "\(why): \(found)")
  }
}
