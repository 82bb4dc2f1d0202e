import Foundation
import TestSupport
import Testing

/// Tests dates so close to an end of the calendar that a derived date could leave the years 1 to 9999.
struct CalendarEdgeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var zone = "UTC"
    /// The item without its id, or all fields of an account.
    var item: String
    /// The expected error; nil if it is accepted.
    var error: String?
    var testDescription: String { label }
  }

  static let dates = "expected a date from 0002-01-01 to 9998-12-31"
  static let instants = "expected an instant from 0002-01-01T00:00:00Z to 9998-12-31T23:59:59Z"

  static func task(_ date: String, _ more: String = "") -> String {
    #""kind":"task","title":"T","date":"\#(date)","time":"23:30"\#(more)"#
  }

  static let rows: [Row] = [
    Row(
      label: "a task whose instant would be in the year 10,000", zone: "America/New_York", item: task("9999-12-31"),
      error: #"field date: found "9999-12-31"; \#(dates)"#),
    Row(
      label: "a task whose instant would be in the year 0", zone: "Asia/Tokyo", item: task("0001-01-01"),
      error: #"field date: found "0001-01-01"; \#(dates)"#),
    Row(label: "the first date too late", item: task("9999-01-01"), error: #"found "9999-01-01"; \#(dates)"#),
    Row(label: "the last date", zone: "America/New_York", item: task("9998-12-31")),
    Row(label: "the last date too early", item: task("0001-12-31"), error: #"found "0001-12-31"; \#(dates)"#),
    Row(label: "the first date", zone: "Asia/Tokyo", item: task("0002-01-01")),
    Row(label: "no year 0", item: task("0000-12-31"), error: "expected a date, YYYY-MM-DD"),
    Row(label: "an end at the last date", item: task("2026-11-20", #","repeat":"daily","until":"9999-12-31""#)),
    Row(label: "an end at the first date", item: task("2026-11-20", #","repeat":"daily","until":"0001-01-01""#)),
    Row(
      label: "a rule's end at the last date", item: task("2026-11-20", #","rrule":"FREQ=DAILY;UNTIL=99991231T235959Z""#)
    ),
    Row(label: "exceptions at both ends", item: task("2026-11-20", #","exdates":["0001-01-01","9999-12-31"]"#)),
    Row(
      label: "a habit at both ends",
      item: #""kind":"habit","name":"H","reminders":["23:59"],"startDate":"0001-01-01","endDate":"9999-12-31""#),
    Row(
      label: "an item changed at the first instant",
      item: task("2026-11-20", #","updatedAt":"0001-01-01T00:00:00Z""#)),
    Row(
      label: "an item changed before the first instant",
      item: task("2026-11-20", #","updatedAt":"0001-01-01T00:00:00+01:00""#),
      error: #"field updatedAt: found "0001-01-01T00:00:00+01:00"; expected an RFC 3339 instant"#),
    Row(
      label: "a session too late",
      item: #""kind":"session","startedAt":"9999-01-01T00:00:00Z","duration":1,"state":"running""#,
      error: "field startedAt: found \"9999-01-01T00:00:00Z\"; \(instants)"),
    Row(
      label: "a session that ends too late",
      item: #""kind":"session","startedAt":"9998-12-31T23:59:59Z","duration":1,"state":"running""#,
      error: "field duration: found 1; expected a session that ends by 9998-12-31T23:59:59Z"),
    Row(
      label: "the last session",
      item: #""kind":"session","startedAt":"9998-12-31T23:59:59Z","duration":0,"state":"running""#),
    Row(
      label: "the longest session",
      item: #""kind":"session","startedAt":"0002-01-01T00:00:00Z","duration":2147483647,"state":"running""#
    ),
  ]

  @Test("rejects values out of range with their place, and plans values in range", arguments: rows)
  func items(row: Row) throws {
    let export = #"""
      {"format":"tickler-export/1","app":"focusflow"}
      {"account":{"id":"a","timeZone":"\#(row.zone)","preferences":{"quietHours":{"start":"22:00","end":"07:00"}}}}
      {"item":{"account":"a","id":"i",\#(row.item)}}
      """#
    let (result, plan) = try CalendarEdgeTests.plan(export, now: "2026-11-20T12:00:00Z", days: 3)
    #expect(result.status == (row.error == nil ? 0 : 1))
    #expect(result.errors.contains(": error: ") == (row.error != nil))
    if let error = row.error { #expect(result.errors.contains(error), "\(result.errors)") }
    #expect(CalendarEdgeTests.badInstants(plan).isEmpty)
  }

  @Test(
    "rejects other kinds of items in the same way",
    arguments: [
      ("steps", #""kind":"workout","endedAt":"9999-06-01T00:00:00Z""#, "endedAt"),
      (
        "steps", #""kind":"stepDay","date":"9999-12-31","goal":1,"samples":[{"at":"0001-12-31T00:00:00Z","steps":1}]"#,
        "samples[0].at"
      ),
      ("ritualist", #""kind":"insight","at":"9999-06-01T00:00:00Z""#, "at"),
      ("moneymap", #""kind":"bill","name":"B","dueDate":"9999-12-31""#, "dueDate"),
      (
        "moneymap", #""kind":"budget","name":"B","spent":2,"limit":1,"period":"p","updatedAt":"9999-06-01T00:00:00Z""#,
        "updatedAt"
      ),
    ])
  func kinds(app: String, item: String, field: String) throws {
    let export = #"""
      {"format":"tickler-export/1","app":"\#(app)"}
      {"account":{"id":"a","timeZone":"UTC"}}
      {"item":{"account":"a","id":"i",\#(item)}}
      """#
    let (result, _) = try CalendarEdgeTests.plan(export, now: "2026-11-20T12:00:00Z", days: 3)
    #expect(result.status == 1)
    #expect(result.errors.contains("field \(field): found"), "\(result.errors)")
    #expect(result.errors.contains("from 0002-01-01"), "\(result.errors)")
  }

  @Test(
    "a plan as of the first or last instant stays within the calendar",
    arguments: ["0002-01-01T00:00:00Z", "9997-12-31T23:59:59Z"],
    ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"])
  func farthestPlans(now: String, zone: String) throws {
    let export = #"""
      {"format":"tickler-export/1","app":"moneymap","exportedAt":"9999-12-31T23:59:59Z"}
      {"account":{"id":"a","timeZone":"\#(zone)","preferences":{"quietHours":{"start":"22:00","end":"07:00"}},"delivered":[{"id":"x","at":"0001-01-01T00:00:00Z"},{"id":"x","at":"9999-12-31T23:59:59Z"}],"zoneChanges":[{"at":"9999-12-31T23:59:59Z","timeZone":"Asia/Tokyo"}],"active":[{"from":"0001-01-01T00:00:00Z","to":"9999-12-31T23:59:59Z"}],"items":[{"kind":"bill","id":"b","name":"B","dueDate":"0002-01-01","repeat":"daily"},{"kind":"bill","id":"c","name":"C","dueDate":"9998-12-31"},{"kind":"bill","id":"d","name":"D","dueDate":"0002-01-01"}]}}
      """#
    let (result, plan) = try CalendarEdgeTests.plan(export, now: now, days: 366, emit: "plan,ics,html")
    #expect(result.status == 0, "\(result.errors)")
    #expect(plan.split(separator: "\n").count > 300)
    #expect(CalendarEdgeTests.badInstants(plan).isEmpty)
  }

  @Test(
    "an instant that cannot be planned is a usage error",
    arguments: [
      ("--now", "0001-12-31T23:59:59Z"), ("--now", "9998-01-01T00:00:00Z"), ("--now", "9997-12-31T23:59:59-00:01"),
      ("--now", "10000-01-01T00:00:00Z"), ("--now", "0000-01-01T00:00:00Z"), ("--as-of", "9998-01-01T00:00:00Z"),
    ])
  func usage(option: String, instant: String) throws {
    let command = option == "--now" ? ["plan", "-"] : ["simulate", "-", "--now", "2026-11-20T12:00:00Z"]
    let result = try Program.run(command + [option, instant])
    #expect(result.status == 64)
    #expect(result.errors.contains(option), "\(result.errors)")
  }

  /// A plan folder with one change to a file.
  @Test(
    "a plan file with times out of range is invalid",
    arguments: [
      ("plan.ndjson", #""now":"2026-11-20T12:00:00Z""#, #""now":"9998-01-01T00:00:00Z""#),
      ("plan.ndjson", #""days":3"#, #""days":9223372036854775807"#), ("plan.ndjson", #""days":3"#, #""days":-1"#),
      ("accounts.ndjson", #""today":"2026-11-20""#, #""today":"0001-01-01""#),
      ("accounts.ndjson", #""windowEnd":"2026-11-24T00:00:00Z""#, #""windowEnd":"9999-12-31T23:59:59Z""#),
      ("accounts.ndjson", #""windowEnd":"2026-11-24T00:00:00Z""#, #""windowEnd":"2026-11-20T11:59:59Z""#),
    ])
  func plans(file: String, text: String, other: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"""
      {"format":"tickler-export/1","app":"focusflow"}
      {"account":{"id":"a","timeZone":"UTC"}}
      """#
    _ = try CalendarEdgeTests.plan(export, now: "2026-11-20T12:00:00Z", days: 3, emit: "plan,summary,html", in: folder)
    let place = folder.appending(path: "out/\(file)")
    let before = try String(contentsOf: place, encoding: .utf8)
    #expect(before.contains(text))
    try Data(before.replacingOccurrences(of: text, with: other).utf8).write(to: place)
    let result = try Program.run(
      ["report", "out", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(result.status == 65, "\(result.errors)")
  }

  @Test(
    "rejects an impossible offset with its place",
    arguments: ["93600", "-9223372036854775808"])
  func offsets(seconds: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"""
      {"format":"tickler-export/1","app":"focusflow"}
      {"account":{"id":"a","timeZone":"Asia/Tokyo"}}
      """#
    _ = try CalendarEdgeTests.plan(export, now: "2026-11-20T12:00:00Z", days: 3, emit: "plan,summary,html", in: folder)
    let place = folder.appending(path: "out/summary.json")
    let before = try String(contentsOf: place, encoding: .utf8)
    #expect(before.contains(#""offsetSeconds": 32400"#))
    try Data(before.replacingOccurrences(of: #""offsetSeconds": 32400"#, with: #""offsetSeconds": \#(seconds)"#).utf8)
      .write(to: place)
    let result = try Program.run(
      ["report", "out", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(result.status == 65)
    #expect(result.errors.contains("field clocks[0].offsetSeconds"), "\(result.errors)")
  }

  private static func plan(
    _ export: String, now: String, days: Int, emit: String = "plan", in given: URL? = nil
  ) throws -> (Program.Result, plan: String) {
    let folder = try given ?? TestFiles.temporaryFolder()
    defer { if given == nil { try? FileManager.default.removeItem(at: folder) } }
    try Data(export.utf8).write(to: folder.appending(path: "in.ndjson"))
    let result = try Program.run(
      [
        "plan", "in.ndjson", "--now", now, "--days", "\(days)", "--emit", emit, "--out", "out",
        "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ], in: folder)
    return (result, try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8))
  }

  /// Returns the values of date and time fields that are not in the years 1 to 9999.
  private static func badInstants(_ plan: String) -> [Substring] {
    let fields = plan.matches(of: #/"(?:at|local|now|deferredFrom)":"([^"]*)"/#).map(\.output.1)
    return fields.filter { $0.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?/#) == nil || $0.hasPrefix("0000") }
  }
}
