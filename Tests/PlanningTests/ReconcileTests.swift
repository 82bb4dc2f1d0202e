import Foundation
import TestSupport
import Testing

/// Actions against what the device holds, and that planning twice changes nothing.
struct ReconcileTests {
  static func tasks(_ pending: String, repeats: String = "") -> String {
    #""timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"pending":[\#(pending)],"#
      + #""items":[{"kind":"task","id":"t","title":"T","date":"2026-11-21","time":"10:00"\#(repeats)}]"#
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var says: String
    var app: String
    var account: String
    var actions: [String]
    var testDescription: String { says }
  }

  static let habit =
    #""timeZone":"UTC","items":[{"kind":"habit","id":"h","name":"H","reminders":["10:00"],"location":{"place":"P","latitude":1,"longitude":2,"radius":3,"on":"exit"}}]"#

  static let rows: [Row] = [
    Row(
      says: "nothing held", app: "focusflow", account: tasks(""), actions: ["focusflow.task.t add 2026-11-21T10:00:00Z"]
    ),
    Row(
      says: "held without an instant", app: "focusflow", account: tasks(#"{"id":"focusflow.task.t"}"#),
      actions: ["focusflow.task.t keep 2026-11-21T10:00:00Z"]),
    Row(
      says: "held for another time", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t","at":"2026-11-21T09:00:00Z"}"#),
      actions: ["focusflow.task.t move 2026-11-21T10:00:00Z from 2026-11-21T09:00:00Z"]),
    Row(
      says: "a trigger held for any of its occurrences", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t","at":"2026-11-23T10:00:00Z"}"#, repeats: #","repeat":"daily""#),
      actions: ["focusflow.task.t keep 2026-11-23T10:00:00Z from 2026-11-23T10:00:00Z"]),
    Row(
      says: "in byte order of the identifiers, whatever the items' order", app: "focusflow",
      account: #""timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"#
        + #""pending":[{"id":"focusflow.task.ab","at":"2026-11-21T09:00:00Z"},{"id":"focusflow.task.a"}],"#
        + #""items":[{"kind":"task","id":"b","title":"B","date":"2026-11-21","time":"10:00"},"#
        + #"{"kind":"task","id":"a","title":"A","date":"2026-11-21","time":"11:00"},"#
        + #"{"kind":"task","id":"B","title":"C","date":"2026-11-21","time":"12:00"}]"#,
      actions: [
        "focusflow.task.B add 2026-11-21T12:00:00Z", "focusflow.task.a keep 2026-11-21T11:00:00Z",
        "focusflow.task.ab cancel from 2026-11-21T09:00:00Z because unknown",
        "focusflow.task.b add 2026-11-21T10:00:00Z",
      ]),
    Row(
      says: "held and not planned at all", app: "focusflow",
      account: tasks(#"{"id":"gone","at":"2026-11-21T09:00:00Z"}"#),
      actions: ["focusflow.task.t add 2026-11-21T10:00:00Z", "gone cancel from 2026-11-21T09:00:00Z because unknown"]),
    Row(
      says: "held and dropped: the decision's reason", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t","at":"2026-11-21T10:00:00Z"}"#, repeats: #","completed":true"#),
      actions: ["focusflow.task.t cancel from 2026-11-21T10:00:00Z because completed"]),
    Row(
      says: "occurrences: equal ones are kept, the rest pairs off in time order", app: "ritualist",
      account: habit
        + #","pending":[{"id":"h-location-exit"},{"id":"rich_h-1000","at":"2026-11-20T09:00:00Z"},{"id":"rich_h-1000","at":"2026-11-22T10:00:00Z"},{"id":"rich_h-1000","at":"2026-11-30T10:00:00Z"},{"id":"rich_h-1000","at":"2026-12-01T10:00:00Z"}]"#,
      actions: [
        "h-location-exit keep", "rich_h-1000 move 2026-11-21T10:00:00Z from 2026-11-20T09:00:00Z",
        "rich_h-1000 keep 2026-11-22T10:00:00Z from 2026-11-22T10:00:00Z",
        "rich_h-1000 move 2026-11-23T10:00:00Z from 2026-11-30T10:00:00Z",
        "rich_h-1000 cancel from 2026-12-01T10:00:00Z because past",
      ]),
    Row(
      says: "held where quiet hours had moved it, and done since: that day's reason, not another's", app: "diary",
      account:
        #""timeZone":"UTC","preferences":{"quietHours":{"start":"06:00","end":"07:00"},"bedtime":{"time":"06:30","days":["fri","sat"]}},"#
        + #""pending":[{"id":"diary.bedtime","at":"2026-11-21T07:00:00Z"}],"#
        + #""items":[{"kind":"entry","id":"e","flow":"bedtime","date":"2026-11-21"}]"#,
      actions: ["diary.bedtime cancel from 2026-11-21T07:00:00Z because completed"]),
    Row(
      says: "a place trigger that the device lacks", app: "ritualist",
      account: habit + #","preferences":{"kinds":{"habit":false}}"#,
      actions: ["h-location-exit add"]),
  ]

  @Test("the actions bring the device to the plan", arguments: rows)
  func actions(row: Row) async throws {
    let scenario = try await Scenario.plan(app: row.app, account: row.account, now: "2026-11-20T12:00:00Z")
    let found = scenario.actions.map { action in
      [
        action["notification"], action["action"], action["at"], action["from"].map { "from \($0)" },
        action["reason"].map { "because \($0)" },
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(found == row.actions)
  }

  /// The cases' exports with their accounts' `pending` replaced by what a plan of them wants; what came due within
  /// the hours was delivered.
  static func replan(_ name: String, laterBy hours: Int) async throws -> [Scenario.Line] {
    let data = try Data(contentsOf: TestFiles.root.appending(path: "Tests/Cases/\(name)"))
    let object = try JSONSerialization.jsonObject(with: data) as! [String: Any]
    var export = object["export"] as! [String: Any]
    let now = object["now"] as! String
    let days = object["days"] as? Int
    func text() throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: export), as: UTF8.self)
    }
    let first = try await Scenario.plan([("in.json", text())], now: now, days: days)
    let later = try Date(now, strategy: .iso8601).addingTimeInterval(Double(hours) * 3600).formatted(.iso8601)
    var accounts = export["accounts"] as! [[String: Any]]
    for index in accounts.indices {
      let planned = first.decisions.filter {
        $0["account"] == accounts[index]["id"] as? String && $0["outcome"] != "dropped"
      }
      let entries = planned.map { line in ["id": line["notification"]!, "at": line["at"]].compactMapValues { $0 } }
      let isDue = { (entry: [String: String]) in entry["at"].map { $0 < later } ?? false }
      accounts[index]["pending"] = entries.filter { !isDue($0) }
      let delivered = accounts[index]["delivered"] as? [Any] ?? []
      accounts[index]["delivered"] = delivered + entries.filter(isDue)
    }
    export["accounts"] = accounts
    return try await Scenario.plan([("in.json", text())], now: later, days: days).actions
  }

  static let cases = try! FileManager.default.contentsOfDirectory(
    atPath: TestFiles.root.appending(path: "Tests/Cases").path
  ).sorted()

  @Test("what the plan wants, fed back as pending, gives nothing but keep", arguments: cases)
  func idempotent(name: String) async throws {
    let actions = try await ReconcileTests.replan(name, laterBy: 0)
    #expect(actions.allSatisfy { $0["action"] == "keep" })
  }

  @Test("an hour later, with nothing changed, nothing moves", arguments: cases)
  func stable(name: String) async throws {
    let actions = try await ReconcileTests.replan(name, laterBy: 1)
    #expect(actions.filter { $0["action"] == "move" } == [])
    #expect(actions.filter { $0["action"] == "cancel" } == [])
  }
}
