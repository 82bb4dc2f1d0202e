import Foundation
import TestSupport
import Testing

/// Tests the warnings about fields that change no date of an item.
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

  static let idle: [(why: String, item: String, warning: String?)] = [
    ("nothing to exclude", #""exdates":["2026-11-25"]"#, "excludes nothing: the item has neither repeat nor rrule"),
    ("excluded from a repeat", #""exdates":["2026-11-25"],"repeat":"daily""#, nil),
    ("weekdays alone", #""weekdays":["mon"]"#, "chooses nothing: repeat is not customDays"),
    ("weekdays of a weekly item", #""weekdays":["mon"],"repeat":"weekly""#, "chooses nothing"),
    ("weekdays of customDays", #""weekdays":["mon"],"repeat":"customDays""#, nil),
    ("over before it begins", #""until":"2026-11-24","repeat":"weekly""#, "ends it before its first date, 2026-11-25"),
    ("one date", #""until":"2026-11-25","repeat":"weekly""#, nil),
    ("a rule that is over", #""rrule":"FREQ=DAILY;UNTIL=20261123T000000Z""#, "ends before the first date, 2026-11-25"),
    ("a rule with one date", #""rrule":"FREQ=DAILY;UNTIL=20261125""#, nil),
  ]

  /// Runs a command on an export of items with the policy.
  private func run(_ command: [String], _ items: String) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = """
      {"format":"tickler-export/1","app":"meds","accounts":[{"id":"mia","timeZone":"UTC","items":[
      \(items)]}]}
      """
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    try Data(LastDateTests.policy.utf8).write(to: folder.appending(path: "p.toml"))
    return try Program.run(
      command + [
        "e.json", "--policy", "p.toml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], in: folder)
  }

  @Test("warns of fields that change no date", arguments: idle)
  func warnsOfIdle(why: String, item: String, warning: String?) throws {
    let result = try run(["check"], #"{"kind":"dose","id":"a","name":"x","date":"2026-11-25",\#(item)}"#)
    let found = result.errors + result.output
    #expect(found.components(separatedBy: "warning:").count == (warning == nil ? 1 : 2), "\(why): \(found)")
    #expect(warning.map { found.contains($0) } ?? true, "\(why): \(found)")
  }

  @Test("warns once for a record about a last date that bounds nothing", arguments: items)
  func warns(why: String, item: String, warns: Bool) throws {
    let items = ["a", "b"].map { #"{"id":"\#($0)","name":"x","date":"2026-11-25",\#(item)}"# }.joined(separator: ",")
    let result = try run(["check"], items)
    let found = result.errors + result.output
    #expect(result.status == 0, "\(why): \(found)")
    #expect(found.components(separatedBy: "field until: ").count - 1 == (warns ? 2 : 0), "\(why): \(found)")
  }

  @Test("without a date, every day is due up to the last date, except the excluded ones")
  func everyDay() throws {
    let result = try run(
      ["list", "--now", "2026-11-25T00:00:00Z", "--days", "9"],
      #"{"kind":"dose","id":"a","name":"x","until":"2026-11-28","exdates":["2026-11-26"]}"#)
    #expect(result.errors == "", "\(result.errors)")
    let days = result.output.split(separator: "\n").filter { $0.contains(" November ") || $0.contains(" December ") }
    #expect(days.compactMap { $0.split(separator: " ").first(where: { Int($0) != nil }) } == ["25", "27", "28"])
  }
}
