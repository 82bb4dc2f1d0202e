import Foundation
import TestSupport
import Testing

/// Tests the limits of docs/security.md: input beyond a limit is omitted and reported with its place, and other accounts are planned
/// as if it did not exist.
struct LimitTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var app = "focusflow"
    /// Fields of the account.
    var account = ""
    var items: [String] = []
    var days = 2
    /// The expected diagnostic; nil if there is none.
    var reports: String?
    var testDescription: String { label }
  }

  private static func list(_ count: Int, _ value: (Int) -> String) -> String {
    "[" + (0..<count).map(value).joined(separator: ",") + "]"
  }

  private static func instant(_ second: Int) -> String {
    let digits = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return
      "\"2026-11-2\(second / 36_000)T\(digits(second / 3600 % 10)):\(digits(second / 60 % 60)):\(digits(second % 60))Z\""
  }

  private static func habit(_ id: String, reminders: Int, more: String = "") -> String {
    #"{"kind":"habit","id":"\#(id)","name":"H","reminders":\#(list(reminders) { "\"0\($0 % 10):\(10 + $0 / 10 % 50)\"" })\#(more)}"#
  }

  static let rows: [Row] = [
    Row(
      label: "the maximum number of moves",
      account: #","zoneChanges":\#(list(10_000) { #"{"at":\#(instant($0)),"timeZone":"Asia/Tokyo"}"# })"#),
    Row(
      label: "one move more",
      account: #","zoneChanges":\#(list(10_001) { #"{"at":\#(instant($0)),"timeZone":"Asia/Tokyo"}"# })"#,
      reports:
        #"in.ndjson:3:65: error: account "big", field zoneChanges: found a list of 10001; expected at most 10000 entries"#
    ),
    Row(
      label: "deliveries", account: #","delivered":\#(list(10_001) { #"{"id":"x","at":\#(instant($0))}"# })"#,
      reports: #"field delivered: found a list of 10001"#),
    Row(
      label: "requests", account: #","pending":\#(list(10_001) { #"{"id":"x\#($0)"}"# })"#,
      reports: #"field pending: found a list of 10001"#),
    Row(
      label: "periods in the foreground",
      account: #","active":\#(list(10_001) { #"{"from":\#(instant($0)),"to":\#(instant($0))}"# })"#,
      reports: #"field active: found a list of 10001"#),
    Row(
      label: "reminders", app: "ritualist", items: [habit("h", reminders: 10_001)],
      reports: #"account "big", item habit "h", field reminders: found a list of 10001; expected at most 10000 entries"#
    ),
    Row(
      label: "excluded dates",
      items: [
        #"{"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"10:00","repeat":"daily","exdates":\#(list(10_001) { _ in "\"2026-11-21\"" })}"#
      ],
      reports: #"item task "t", field exdates: found a list of 10001"#),
    Row(
      label: "samples", app: "steps",
      items: [
        #"{"kind":"stepDay","id":"s","date":"2026-11-20","goal":5,"samples":\#(list(10_001) { #"{"at":\#(instant($0)),"steps":1}"# })}"#
      ], reports: #"item stepDay "s", field samples: found a list of 10001"#),
    Row(
      label: "reminders with too many notifications, in less than 250 KB", app: "ritualist",
      items: (0..<3).map { habit("h\($0)", reminders: 9000) }, days: 366,
      reports:
        #"in.ndjson:3:12: error: account "big": the account makes too many notifications; expected at most 250000 in all of its days"#
    ),
    Row(
      label: "titles repeated too often",
      items: (0..<40).map {
        #"{"kind":"task","id":"t\#($0)","title":"\#(String(repeating: "x", count: 60_000))","date":"2026-01-01","time":"10:00","repeat":"daily"}"#
      }, days: 60,
      reports: #"account "big": the texts of the account's notifications are too long; expected at most 64 MB"#),
  ]

  @Test(
    "an account has at most 100 devices, from all inputs, and no other account loses its plan",
    arguments: [("as many as it may have", 100, 0), ("one more", 101, 1), ("far more", 3000, 1)])
  func devices(label: String, count: Int, status: Int32) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let head = #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-20T00:00:00Z"}"#
    let task = #""items":[{"kind":"task","id":"t","title":"Tea","date":"2026-11-21","time":"10:00"}]"#
    func account(_ id: String, _ more: String) -> String {
      #"{"account":{"id":"\#(id)","timeZone":"Europe/London",\#(more)}}"#
    }
    let records = (0..<count).map { number in
      let delivered = (0..<10).map { #"{"id":"x\#(number)","at":"2026-11-1\#($0)T10:00:00Z"}"# }
      return account("big", #""device":"d\#(number)","delivered":[\#(delivered.joined(separator: ","))]"#)
    }
    // Every other record is in a second input.
    let files = [
      [account("a", task)] + records.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      records.enumerated().filter { $0.offset % 2 == 1 }.map(\.element) + [account("z", task)],
    ]
    for (name, lines) in zip(["1.ndjson", "2.ndjson"], files) {
      try ([head] + lines + [""]).joined(separator: "\n").write(
        to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    for command in [["check"], ["plan", "--out", "out", "--emit", "plan", "--days", "2"]] {
      let result = try Program.run(
        command + [
          "1.ndjson", "2.ndjson", "--now", "2026-11-20T12:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates",
          TestFiles.templates,
        ], in: folder)
      #expect(result.status == status, "\(label): \(result.errors.prefix(500))")
      let words =
        #"1.ndjson:3:12: error: account "big", field device: the account has \#(count) devices; expected at most 100 from all inputs"#
      #expect(
        (result.errors + result.output).contains(words) == (status == 1), "\(label): \(result.errors.prefix(500))")
    }
    let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    for (id, isPlanned) in [("a", true), ("z", true), ("big", status == 0)] {
      #expect(plan.contains(#""account":"\#(id)""#) == isPlanned, "\(label), \(id)")
    }
  }

  @Test("reports one account beyond a limit, and no other loses its plan", arguments: rows)
  func oneAccount(_ row: Row) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = #"{"kind":"task","id":"t","title":"Tea","date":"2026-11-21","time":"10:00"}"#
    func account(_ id: String) -> String {
      #"{"account":{"id":"\#(id)","app":"focusflow","timeZone":"Europe/London","items":[\#(task)]}}"#
    }
    let head = #"{"format":"tickler-export/1","app":"\#(row.app)","exportedAt":"2026-11-20T00:00:00Z"}"#
    let big =
      #"{"account":{"id":"big","timeZone":"Europe/London"\#(row.account),"items":[\#(row.items.joined(separator: ","))]}}"#
    func plan(_ lines: [String]) throws -> (result: Program.Result, lines: Set<Substring>) {
      try (lines.joined(separator: "\n") + "\n").write(
        to: folder.appending(path: "in.ndjson"), atomically: true, encoding: .utf8)
      let result = try Program.run(
        [
          "plan", "in.ndjson", "--now", "2026-11-20T12:00:00Z", "--days", "\(row.days)", "--out", "out", "--emit",
          "plan",
          "--zoneinfo", TestFiles.root.appending(path: "Tests/Zoneinfo/2026f").path,
          "--templates", TestFiles.root.appending(path: "templates").path,
        ], in: folder)
      let text = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
      return (result, Set(text.split(separator: "\n").filter { !$0.contains(#""account":"big""#) }.dropFirst()))
    }
    let (result, lines) = try plan([head, account("a"), big, account("z")])
    #expect(result.status == (row.reports == nil ? 0 : 1), "\(result.errors.prefix(500))")
    if let reports = row.reports { #expect(result.errors.contains(reports), "\(result.errors.prefix(500))") }
    let (_, alone) = try plan([head, account("a"), account("z")])
    #expect(lines == alone && lines.count > 2)
  }

  @Test("shows the first hundred of a repeated warning, and counts the rest")
  func warnings() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let fields = (0..<150).map { #""field\#($0)":1"# }.joined(separator: ",")
    let lines = [
      #"{"format":"tickler-export/1","app":"focusflow"}"#, #"{"account":{"id":"a","timeZone":"UTC",\#(fields)}}"#,
    ]
    let result = try Program.run(
      ["check", "-", "--zoneinfo", TestFiles.root.appending(path: "Tests/Zoneinfo/2026f").path],
      input: lines.joined(separator: "\n"))
    let reported = result.output.split(separator: "\n")
    #expect(reported.count { $0.contains("warning: account") } == 100)
    #expect(reported.last?.hasSuffix("warning: … and 50 more warnings like this (unknownField)") == true)
    #expect(result.errors.contains("150 warnings"))
  }

  @Test(
    "rejects a file for an element with too many attributes, quickly",
    arguments: [1001, 200_000])
  func attributes(_ count: Int) throws {
    let attributes = (0..<count).map { "a\($0)=\"\"" }.joined(separator: " ")
    let export =
      #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow"><account id="a" timeZone="UTC" \#(attributes)/></export>"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "in.xml")
    try export.write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run([
      "check", file.path, "--zoneinfo", TestFiles.root.appending(path: "Tests/Zoneinfo/2026f").path,
    ])
    #expect(result.status == 65)
    #expect(result.errors.contains("error: the element has too many attributes; expected at most 1000"))
  }
}
