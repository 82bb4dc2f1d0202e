import Foundation
import TestSupport
import Testing

/// Actions against what the device holds.
struct ReconcileTests {
  static func tasks(_ pending: String, repeats: String = "", date: String = "2026-11-21") -> String {
    #""timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"pending":[\#(pending)],"#
      + #""items":[{"kind":"task","id":"t","title":"T","date":"\#(date)","time":"10:00"\#(repeats)}]"#
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
      says: "nothing held", app: "focusflow", account: tasks(""),
      actions: ["add focusflow.task.t at 2026-11-21T10:00:00Z"]
    ),
    Row(
      says: "held without an instant: a place cannot fire it in time", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t"}"#), actions: ["move focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      says: "held for another time", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t","at":"2026-11-21T09:00:00Z"}"#),
      actions: ["move focusflow.task.t at 2026-11-21T10:00:00Z from 2026-11-21T09:00:00Z"]),
    Row(
      says: "a repeating trigger held for any of its instants", app: "focusflow",
      account: tasks(
        #"{"id":"focusflow.task.t","at":"2026-11-20T10:00:00Z","repeats":true}"#, repeats: #","repeat":"daily""#,
        date: "2026-11-01"),
      actions: ["keep focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      says: "a repeating trigger that begins later than now would say too much", app: "focusflow",
      account: tasks("", repeats: #","repeat":"daily""#, date: "2026-11-22"),
      actions: [
        "add focusflow.task.t@2026-11-22 at 2026-11-22T10:00:00Z",
        "add focusflow.task.t@2026-11-23 at 2026-11-23T10:00:00Z",
      ]),
    Row(
      says: "of one action the earlier first, then in byte order of the requests", app: "focusflow",
      account: #""timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"#
        + #""pending":[{"id":"focusflow.task.ab","at":"2026-11-21T09:00:00Z"}],"#
        + #""items":[{"kind":"task","id":"b","title":"B","date":"2026-11-21","time":"10:00"},"#
        + #"{"kind":"task","id":"a","title":"A","date":"2026-11-21","time":"11:00"},"#
        + #"{"kind":"task","id":"B","title":"C","date":"2026-11-21","time":"10:00"}]"#,
      actions: [
        "cancel focusflow.task.ab from 2026-11-21T09:00:00Z because notPlanned",
        "add focusflow.task.B at 2026-11-21T10:00:00Z", "add focusflow.task.b at 2026-11-21T10:00:00Z",
        "add focusflow.task.a at 2026-11-21T11:00:00Z",
      ]),
    Row(
      says: "held and not planned at all", app: "focusflow",
      account: tasks(#"{"id":"gone","at":"2026-11-21T09:00:00Z"}"#),
      actions: [
        "cancel gone from 2026-11-21T09:00:00Z because notPlanned", "add focusflow.task.t at 2026-11-21T10:00:00Z",
      ]),
    Row(
      says: "held and dropped: the decision's reason", app: "focusflow",
      account: tasks(#"{"id":"focusflow.task.t","at":"2026-11-21T10:00:00Z"}"#, repeats: #","completed":true"#),
      actions: ["cancel focusflow.task.t from 2026-11-21T10:00:00Z because completed"]),
    Row(
      says: "names of the device's own: equal instants are kept, the rest pairs off in time order", app: "ritualist",
      account: habit
        + #","pending":[{"id":"p","notification":"h-location-exit"},{"id":"u1","notification":"rich_h-1000","at":"2026-11-20T09:00:00Z"},{"id":"u2","notification":"rich_h-1000","at":"2026-11-22T10:00:00Z"},{"id":"u3","notification":"rich_h-1000","at":"2026-11-30T09:00:00Z"},{"id":"u4","notification":"rich_h-1000","at":"2026-12-01T09:00:00Z"}]"#,
      actions: [
        "cancel u4 from 2026-12-01T09:00:00Z because replaced",
        "move u1 at 2026-11-21T10:00:00Z from 2026-11-20T09:00:00Z",
        "move u3 at 2026-11-23T10:00:00Z from 2026-11-30T09:00:00Z", "keep p", "keep u2 at 2026-11-22T10:00:00Z",
      ]),
    Row(
      says: "what a longer plan would schedule is kept, and does not pair off", app: "ritualist",
      account: habit
        + #","preferences":{},"pending":[{"id":"rich_h-1000@2026-11-30","at":"2026-11-30T10:00:00Z"},{"id":"h-location-exit"}]"#,
      actions: [
        "add rich_h-1000@2026-11-21 at 2026-11-21T10:00:00Z", "add rich_h-1000@2026-11-22 at 2026-11-22T10:00:00Z",
        "add rich_h-1000@2026-11-23 at 2026-11-23T10:00:00Z", "keep h-location-exit",
        "keep rich_h-1000@2026-11-30 at 2026-11-30T10:00:00Z because beyondWindow",
      ]),
    Row(
      says: "held where quiet hours had moved it, and done since: that day's reason, not another's", app: "diary",
      account:
        #""timeZone":"UTC","preferences":{"kinds":{"morning":false},"quietHours":{"start":"06:00","end":"07:00"},"bedtime":{"time":"06:30","days":["fri","sat"]}},"#
        + #""pending":[{"id":"diary.bedtime","at":"2026-11-21T07:00:00Z"}],"#
        + #""items":[{"kind":"entry","id":"e","flow":"bedtime","date":"2026-11-21"}]"#,
      actions: ["cancel diary.bedtime from 2026-11-21T07:00:00Z because completed"]),
    Row(
      says: "a place trigger that the device lacks", app: "ritualist",
      account: habit + #","preferences":{"kinds":{"habit":false}}"#, actions: ["add h-location-exit"]),
    Row(
      says: "shown and done since: it leaves the notification center, whatever its reminder time is now",
      app: "ritualist",
      account:
        #""timeZone":"UTC","preferences":{"kinds":{"habit":false}},"delivered":[{"id":"tailored_h-0730@2026-11-20","at":"2026-11-20T07:30:00Z","shown":true},{"id":"rich_h-0730","at":"2026-11-19T07:30:00Z","shown":true}],"#
        + #""items":[{"kind":"habit","id":"h","name":"H","reminders":["10:00"],"completions":["2026-11-20"]}]"#,
      actions: ["withdraw tailored_h-0730@2026-11-20 from 2026-11-20T07:30:00Z because completed"]),
  ]

  @Test("the actions bring the device to the plan", arguments: rows)
  func actions(row: Row) async throws {
    let scenario = try await Scenario.plan(app: row.app, account: row.account, now: "2026-11-20T12:00:00Z")
    let found = scenario.actions.map { action in
      [
        action["action"], action["request"], action["at"].map { "at \($0)" }, action["from"].map { "from \($0)" },
        action["reason"].map { "because \($0)" },
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(found == row.actions)
  }
}
