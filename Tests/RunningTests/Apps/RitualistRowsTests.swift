import TestSupport
import Testing

/// Tests Ritualist's requirements, row by row. `AppTextTests` covers texts, `AppDeliveryTests` categories and destinations.
struct RitualistRowsTests {
  static func habits(_ items: [String], pending: String = "", delivered: String = "", more: String = "") -> String {
    #""timeZone":"UTC",\#(more)"pending":[\#(pending)],"delivered":[\#(delivered)],"items":[\#(items.joined(separator: ","))]"#
  }

  static func habit(_ id: String, _ reminders: [String], _ more: String = "") -> String {
    let times = reminders.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"kind":"habit","id":"\#(id)","name":"Habit \#(id)","reminders":[\#(times)]\#(more)}"#
  }

  static func place(_ on: String) -> String {
    #","location":{"place":"Park","latitude":38.7,"longitude":-9.1,"radius":150,"on":"\#(on)"}"#
  }

  static let doneToday = #","completions":["2026-11-20"]"#

  static let rows: [AppRow] = [
    AppRow(
      label: "Ritualist: badges count 1, 2, 3 in order of time, regardless of earlier deliveries, and restart each day",
      account: habits(
        [habit("a", ["13:00"]), habit("b", ["15:00"]), habit("c", ["14:00"])],
        delivered: #"{"id":"rich_z-0800","at":"2026-11-20T08:00:00Z","shown":true}"#),
      fields: ["local", "item", "badge"],
      plan: [
        "2026-11-20T13:00:00 a 1", "2026-11-20T14:00:00 c 2", "2026-11-20T15:00:00 b 3", "2026-11-21T13:00:00 a 1",
        "2026-11-21T14:00:00 c 2", "2026-11-21T15:00:00 b 3",
      ]),
    AppRow(
      label: "Ritualist: reminders seconds apart keep their order",
      account: habits([habit("a", ["13:00:05"]), habit("b", ["13:00"])]), days: 0, fields: ["notification", "badge"],
      plan: ["rich_b-1300 1", "rich_a-130005 2"]),
    AppRow(
      label: "Ritualist: an insight has no badge and does not count",
      account: habits([habit("a", ["13:00"]), #"{"kind":"insight","id":"i","at":"2026-11-20T12:30:00Z"}"#]), days: 0,
      fields: ["notification", "badge"], plan: ["personality-insight-i", "rich_a-1300 1"]),
    AppRow(
      label: "Ritualist: an added habit corrects the badges of its day",
      account: habits(
        [habit("a", ["13:00"]), habit("b", ["14:00"])],
        pending: #"{"id":"rich_b-1400@2026-11-20","at":"2026-11-20T14:00:00Z","badge":1}"#), days: 0,
      actions: [
        #"update rich_b-1400@2026-11-20 at 2026-11-20T14:00:00Z changed ["badge"]"#,
        "add rich_a-1300@2026-11-20 at 2026-11-20T13:00:00Z",
      ]),
    AppRow(
      label: "Ritualist: a habit done today reminds again tomorrow",
      account: habits([habit("h", ["18:00"], doneToday)]), fields: ["local", "verdict"],
      plan: ["2026-11-20T18:00:00 completed", "2026-11-21T18:00:00 scheduled"]),
    AppRow(
      label: "Ritualist: a completed habit cancels its place trigger",
      account: habits([habit("h", [], doneToday + place("entry"))], pending: #"{"id":"h-location-entry"}"#),
      actions: ["cancel h-location-entry because completed"]),
    AppRow(
      label: "Ritualist: an archived habit is cancelled",
      account: habits(
        [habit("h", ["18:00"], #","archived":true"#)],
        pending: #"{"id":"rich_h-1800@2026-11-20","at":"2026-11-20T18:00:00Z"}"#),
      actions: ["cancel rich_h-1800@2026-11-20 from 2026-11-20T18:00:00Z because inactive"]),
    AppRow(
      label: "Ritualist: a removed reminder is cancelled",
      account: habits(
        [habit("h", ["18:00"])],
        pending: #"{"id":"rich_h-1300@2026-11-20","at":"2026-11-20T13:00:00Z"},"#
          + #"{"id":"rich_h-1800@2026-11-20","at":"2026-11-20T18:00:00Z"}"#), days: 0,
      actions: [
        "cancel rich_h-1300@2026-11-20 from 2026-11-20T13:00:00Z because notPlanned",
        "keep rich_h-1800@2026-11-20 at 2026-11-20T18:00:00Z",
      ]),
    AppRow(
      label: "Ritualist: tailored_ while the analysis is at most 30 days old",
      account: habits(
        [habit("h", ["18:00"])], more: #""personality":{"trait":"openness","analyzedAt":"2026-10-21T12:00:00Z"},"#),
      days: 0, plan: ["tailored_h-1800 2026-11-20T18:00:00 scheduled"]),
    AppRow(
      label: "Ritualist: rich_ a second later",
      account: habits(
        [habit("h", ["18:00"])], more: #""personality":{"trait":"openness","analyzedAt":"2026-10-21T11:59:59Z"},"#),
      days: 0, plan: ["rich_h-1800 2026-11-20T18:00:00 scheduled"]),
    AppRow(
      label: "Ritualist: with an analysis, tailored replaces rich",
      account: habits(
        [habit("h", ["18:00"])], pending: #"{"id":"rich_h-1800@2026-11-20","at":"2026-11-20T18:00:00Z"}"#,
        more: #""personality":{"trait":"openness","analyzedAt":"2026-11-19T12:00:00Z"},"#), days: 0,
      actions: [
        "cancel rich_h-1800@2026-11-20 from 2026-11-20T18:00:00Z because notPlanned",
        "add tailored_h-1800@2026-11-20 at 2026-11-20T18:00:00Z",
      ]),
    AppRow(
      label: "Ritualist: reports an unbroken streak of 7 once, but not one of 8, or a broken one",
      account: habits(
        [
          habit("a", [], #","streak":7"# + doneToday), habit("b", [], #","streak":8"# + doneToday),
          habit("c", [], #","streak":7,"completions":["2026-11-18"]"#),
          habit("d", [], #","streak":30,"completions":["2026-11-19"]"#),
        ], delivered: #"{"id":"streak_milestone_d-30","at":"2026-11-19T20:00:00Z"}"#),
      fields: ["notification", "verdict"],
      plan: ["streak_milestone_a-7 scheduled", "streak_milestone_d-30 alreadyDelivered"]),
    AppRow(
      label: "Ritualist: places are entered and left",
      account: habits([habit("a", [], place("entry")), habit("b", [], place("exit"))]),
      fields: ["notification", "verdict"], plan: ["a-location-entry armed", "b-location-exit armed"]),
    AppRow(
      label: "Ritualist: a completed habit's notifications leave the notification center, including its place's",
      account: habits(
        [habit("h", ["07:00"], doneToday + place("entry"))],
        delivered: #"{"id":"rich_h-0700@2026-11-20","at":"2026-11-20T07:00:00Z","shown":true},"#
          + #"{"id":"h-location-entry","at":"2026-11-20T09:00:00Z","shown":true},"#
          + #"{"id":"rich_h-0700@2026-11-19","at":"2026-11-19T07:00:00Z","shown":true}"#), days: 0,
      actions: [
        "withdraw rich_h-0700@2026-11-20 from 2026-11-20T07:00:00Z because completed",
        "withdraw h-location-entry from 2026-11-20T09:00:00Z because completed",
      ]),
    AppRow(
      label: "Ritualist: a place reported today has fired",
      account: habits(
        [habit("h", [], place("entry"))], delivered: #"{"id":"h-location-entry","at":"2026-11-20T09:00:00Z"}"#),
      fields: ["notification", "verdict"], plan: ["h-location-entry alreadyDelivered"], actions: []),
    AppRow(
      label: "Ritualist: the next day it is armed again",
      account: habits(
        [habit("h", [], place("entry"))], delivered: #"{"id":"h-location-entry","at":"2026-11-19T09:00:00Z"}"#),
      fields: ["notification", "verdict"], plan: ["h-location-entry armed"], actions: ["add h-location-entry"]),
    AppRow(
      label: "Ritualist: each occurrence has its own request", account: habits([habit("h", ["18:00"])]), days: 2,
      actions: [
        "add rich_h-1800@2026-11-20 at 2026-11-20T18:00:00Z", "add rich_h-1800@2026-11-21 at 2026-11-21T18:00:00Z",
        "add rich_h-1800@2026-11-22 at 2026-11-22T18:00:00Z",
      ]),
  ]

  @Test("meets Ritualist's requirements", arguments: rows)
  func row(_ row: AppRow) async throws { try await row.check("ritualist") }

  @Test(
    "Ritualist: has 54 slots on iOS, including one for a place, and 490 on Android",
    arguments: [("ios", "", 54), ("ios", place("entry"), 53), ("android", "", 490), ("android", place("exit"), 489)])
  func slots(_ platform: String, _ place: String, _ expected: Int) async throws {
    // Five reminders on a hundred days.
    let habit = RitualistRowsTests.habit("h", ["13:00", "14:00", "15:00", "16:00", "17:00"], place)
    let scenario = try await AppRow.plan(
      "ritualist", RitualistRowsTests.habits([habit], more: #""platform":"\#(platform)","#), days: 99)
    let habits = scenario.decisions.filter { $0["kind"] == "habit" }
    #expect(habits.count == 500)
    #expect(habits.filter { $0["outcome"] == "scheduled" }.count == expected)
    #expect(habits.filter { $0["reason"] == "slotLimit" }.count == 500 - expected)
  }

  @Test("Ritualist: a text shows today's streak, and none on later days, when the streak is unknown")
  func streak() async throws {
    let habit = RitualistRowsTests.habit("h", ["18:00"], #","streak":41,"category":"Reading""#)
    let bodies = try await AppRow.plan("ritualist", RitualistRowsTests.habits([habit]), days: 2).decisions.map {
      "\($0["title"]!) \($0["body"]!)"
    }
    #expect(bodies.map { $0.contains("41") } == [true, false, false], "\(bodies)")
    #expect(bodies.allSatisfy { $0.contains("Reading") }, "\(bodies)")
  }
}
