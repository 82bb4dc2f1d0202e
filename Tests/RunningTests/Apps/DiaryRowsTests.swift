import TestSupport
import Testing

/// Tests the diary's requirements, row by row. `AppTextTests` covers texts, `ToneCheckTests` forbidden phrases.
struct DiaryRowsTests {
  static func diary(
    _ preferences: String, items: String = "", pending: String = "", delivered: String = "", more: String = ""
  ) -> String {
    #""timeZone":"UTC",\#(more)"preferences":{\#(preferences)},"pending":[\#(pending)],"delivered":[\#(delivered)],"#
      + #""items":[\#(items)]"#
  }

  static func morning(_ time: String, _ days: [String], _ more: String = "") -> String {
    let days = days.map { "\"\($0)\"" }.joined(separator: ",")
    return #""morning":{"time":"\#(time)","days":[\#(days)]\#(more)}"#
  }

  static func entry(_ flow: String, _ date: String) -> String {
    #"{"kind":"entry","id":"\#(flow)","flow":"\#(flow)","date":"\#(date)"}"#
  }

  static let rows: [AppRow] = [
    AppRow(
      label: "Diary: three tiers at the chosen time, three and six hours later; bedtime at 21:30",
      account: diary(morning("07:00", ["sat"])),
      plan: [
        "diary.morning.1 2026-11-21T07:00:00 scheduled", "diary.morning.2 2026-11-21T10:00:00 scheduled",
        "diary.morning.3 2026-11-21T13:00:00 scheduled", "diary.bedtime 2026-11-21T21:30:00 scheduled",
      ]),
    AppRow(
      label: "Diary: an early riser's tiers are early as well",
      account: diary(morning("04:00", ["sat"])), kinds: ["morning"], fields: ["local", "verdict"],
      plan: ["2026-11-21T04:00:00 scheduled", "2026-11-21T07:00:00 scheduled", "2026-11-21T10:00:00 scheduled"]),
    AppRow(
      label: "Diary: an account active on the weekend has no bedtime on Friday and Monday",
      account: diary(morning("09:00", ["sat", "sun"])), days: 3, kinds: ["bedtime"], fields: ["local", "verdict"],
      plan: ["2026-11-21T21:30:00 scheduled", "2026-11-22T21:30:00 scheduled"]),
    AppRow(
      label: "Diary: bedtime may have its own days and time",
      account: diary(morning("09:00", ["sat"]) + #","bedtime":{"time":"20:45","days":["fri"]}"#), kinds: ["bedtime"],
      fields: ["local", "verdict"], plan: ["2026-11-20T20:45:00 scheduled"]),
    AppRow(
      label: "Diary: a morning entry silences only the morning",
      account: diary(morning("13:00", ["fri"]), items: entry("morning", "2026-11-20")), days: 0,
      fields: ["notification", "verdict"],
      plan: [
        "diary.morning.1 completed", "diary.morning.2 completed", "diary.morning.3 completed",
        "diary.bedtime scheduled",
      ]),
    AppRow(
      label: "Diary: a bedtime entry silences only bedtime",
      account: diary(morning("13:00", ["fri"]), items: entry("bedtime", "2026-11-20")), days: 0,
      fields: ["notification", "verdict"],
      plan: [
        "diary.morning.1 scheduled", "diary.morning.2 scheduled", "diary.morning.3 scheduled",
        "diary.bedtime completed",
      ]),
    AppRow(
      label: "Diary: the day begins at midnight: yesterday's entry silences nothing",
      account: diary(morning("07:00", ["sat"]), items: entry("morning", "2026-11-20")), kinds: ["morning"],
      fields: ["verdict"], plan: ["scheduled", "scheduled", "scheduled"]),
    AppRow(
      label: "Diary: after a move the tiers follow the new clock",
      account: diary(
        morning("07:00", ["sat"]),
        more: #""zoneChanges":[{"at":"2026-11-20T18:00:00Z","timeZone":"America/New_York"}],"#),
      kinds: ["morning"], fields: ["local", "at", "verdict"],
      plan: [
        "2026-11-21T07:00:00 2026-11-21T12:00:00Z scheduled", "2026-11-21T10:00:00 2026-11-21T15:00:00Z scheduled",
        "2026-11-21T13:00:00 2026-11-21T18:00:00Z scheduled",
      ]),
    AppRow(label: "Diary: no reminders without settings", account: diary(""), plan: [], actions: []),
    AppRow(
      label: "Diary: nothing goes out without permission",
      account: diary(morning("13:00", ["fri"]), more: #""authorization":"denied","#), days: 0, fields: ["verdict"],
      plan: ["unauthorized", "unauthorized", "unauthorized", "unauthorized"]),
    AppRow(
      label: "Diary: a time changed after the first tier went out applies from tomorrow",
      account: diary(
        morning("13:00", ["fri", "sat"], #","changedAt":"2026-11-20T11:00:00Z""#),
        delivered: #"{"id":"diary.morning.1@2026-11-20","at":"2026-11-20T07:00:00Z"}"#),
      fields: ["notification", "local", "verdict"],
      plan: [
        "diary.morning.1 2026-11-20T13:00:00 alreadyDelivered", "diary.morning.2 2026-11-20T16:00:00 appliesTomorrow",
        "diary.morning.3 2026-11-20T19:00:00 appliesTomorrow", "diary.bedtime 2026-11-20T21:30:00 scheduled",
        "diary.morning.1 2026-11-21T13:00:00 scheduled", "diary.morning.2 2026-11-21T16:00:00 scheduled",
        "diary.morning.3 2026-11-21T19:00:00 scheduled", "diary.bedtime 2026-11-21T21:30:00 scheduled",
      ]),
    AppRow(
      label: "Diary: changed days apply at once",
      account: diary(
        morning("10:00", ["sat"]),
        pending: #"{"id":"diary.morning.2@2026-11-20","at":"2026-11-20T13:00:00Z"}"#,
        delivered: #"{"id":"diary.morning.1@2026-11-20","at":"2026-11-20T10:00:00Z"}"#), days: 0, plan: [],
      actions: ["cancel diary.morning.2@2026-11-20 from 2026-11-20T13:00:00Z because notPlanned"]),
    // The app's document requires only bedtime, together with the tiers before it.
    AppRow(
      label: "Diary: with a start at 16:00 no tier comes after bedtime",
      account: diary(morning("16:00", ["fri"])), days: 0,
      plan: [
        "diary.morning.1 2026-11-20T16:00:00 scheduled", "diary.morning.2 2026-11-20T19:00:00 scheduled",
        "diary.bedtime 2026-11-20T21:30:00 scheduled", "diary.morning.3 2026-11-20T22:00:00 superseded",
      ]),
    AppRow(
      label: "Diary: bedtime in quiet hours is dropped, and does not go out the next morning",
      account: diary(morning("13:00", ["fri"]) + #","quietHours":{"start":"21:00","end":"09:30"}"#),
      kinds: ["bedtime"], fields: ["local", "verdict"], plan: ["2026-11-20T21:30:00 quietHours"]),
    AppRow(
      label: "Diary: a completed flow's notification leaves the notification center",
      account: diary(
        morning("07:00", ["fri"]), items: entry("morning", "2026-11-20"),
        delivered: #"{"id":"diary.morning.1@2026-11-20","at":"2026-11-20T07:00:00Z","shown":true}"#), days: 0,
      actions: [
        "withdraw diary.morning.1@2026-11-20 from 2026-11-20T07:00:00Z because completed",
        "add diary.bedtime@2026-11-20 at 2026-11-20T21:30:00Z",
      ]),
  ]

  @Test("meets the diary's requirements", arguments: rows)
  func row(_ row: AppRow) async throws { try await row.check("diary") }

  @Test(
    "Diary: accepts a morning from 04:00 to 16:00 on at least one day, and rejects others",
    arguments: [
      ("04:00", ["sat"], 4), ("16:00", ["sat"], 4), ("03:59", ["sat"], 0), ("16:01", ["sat"], 0), ("07:00", [], 0),
    ])
  func bounds(_ time: String, _ days: [String], _ decisions: Int) async throws {
    let scenario = try await AppRow.plan("diary", DiaryRowsTests.diary(DiaryRowsTests.morning(time, days)))
    #expect(scenario.status == (decisions > 0 ? 0 : 1))
    #expect(scenario.decisions.count == decisions)
  }
}
