import TestSupport
import Testing

/// Tests the step counter's requirements, row by row. `AppTextTests` covers texts, `AppDeliveryTests` categories.
struct StepsRowsTests {
  static func steps(
    _ items: [String], preferences: String = "", pending: String = "", delivered: String = "", more: String = ""
  ) -> String {
    #""timeZone":"UTC",\#(more)"preferences":{\#(preferences)},"pending":[\#(pending)],"delivered":[\#(delivered)],"#
      + #""items":[\#(items.joined(separator: ","))]"#
  }

  /// - Parameter samples: Times of day on 20 November, with steps.
  static func day(_ goal: Int, _ samples: [(String, Int)], id: String = "d", date: String = "2026-11-20") -> String {
    let samples = samples.map { #"{"at":"\#(date)T\#($0):00Z","steps":\#($1)}"# }.joined(separator: ",")
    return #"{"kind":"stepDay","id":"\#(id)","date":"\#(date)","goal":\#(goal),"samples":[\#(samples)]}"#
  }

  static func active(_ from: String, _ to: String) -> String {
    #""active":[{"from":"2026-11-20T\#(from):00Z","to":"2026-11-20T\#(to):00Z"}],"#
  }

  static func workout(_ endedAt: String) -> String {
    #"{"kind":"workout","id":"w","type":"run","endedAt":"\#(endedAt)","duration":1800,"distance":5000}"#
  }

  static let rows: [AppRow] = [
    AppRow(
      label: "Steps: one goal a day, reported late if it was reached before the plan; half-way is then omitted",
      account: steps([day(10_000, [("10:00", 6000), ("11:00", 10_100), ("11:30", 12_000)])]),
      fields: ["notification", "local", "verdict", "late"],
      plan: [
        "goal-achievement-2026-11-20 2026-11-20T11:00:00 scheduled true",
        "milestone-progress-2026-11-20 2026-11-20T10:00:00 superseded",
      ]),
    AppRow(
      label: "Steps: reports half of the goal once a day",
      account: steps([day(10_000, [("10:00", 4999), ("10:30", 5000), ("11:30", 8000)])]),
      fields: ["notification", "local", "verdict"],
      plan: ["milestone-progress-2026-11-20 2026-11-20T10:30:00 scheduled"]),
    AppRow(
      label: "Steps: reports nothing twice a day, even with another goal",
      account: steps(
        [day(12_000, [("11:00", 12_500)])],
        delivered: #"{"id":"goal-achievement-2026-11-20","at":"2026-11-20T09:00:00Z"}"#),
      fields: ["notification", "verdict"], plan: ["goal-achievement-2026-11-20 alreadyDelivered"]),
    AppRow(
      label: "Steps: earlier steps reach a lowered goal",
      account: steps([day(5000, [("10:00", 6000)])]), fields: ["notification", "verdict"],
      plan: ["goal-achievement-2026-11-20 scheduled"]),
    AppRow(
      label: "Steps: of two goals of one day, reports the first that was reached",
      account: steps([day(100, [("10:00", 150)], id: "d1"), day(200, [("11:00", 250)], id: "d2")]),
      fields: ["item", "notification", "verdict"],
      plan: ["d1 goal-achievement-2026-11-20 scheduled", "d2 goal-achievement-2026-11-20 duplicate"]),
    AppRow(
      label: "Steps: yesterday's pending requests are cancelled",
      account: steps(
        [day(100, [("18:00", 150)], date: "2026-11-19")],
        pending: #"{"id":"goal-achievement-2026-11-19","at":"2026-11-19T18:00:00Z"}"#),
      fields: ["notification", "verdict"], plan: ["goal-achievement-2026-11-19 expired"],
      actions: ["cancel goal-achievement-2026-11-19 from 2026-11-19T18:00:00Z because expired"]),
    AppRow(
      label: "Steps: reports a workout only once",
      account: steps(
        [workout("2026-11-20T09:00:00Z")],
        delivered: #"{"id":"workout-completion-w","at":"2026-11-19T09:00:00Z"}"#),
      fields: ["notification", "verdict"], plan: ["workout-completion-w alreadyDelivered"]),
    AppRow(
      label: "Steps: the night's plan reports a workout that ends at 23:50",
      account: steps([workout("2026-11-19T23:50:00Z")]), now: "2026-11-20T02:15:00Z",
      fields: ["notification", "local", "at", "verdict", "late"],
      plan: ["workout-completion-w 2026-11-19T23:50:00 2026-11-20T02:15:00Z scheduled true"]),
    AppRow(
      label: "Steps: reports a workout of 48 hours ago",
      account: steps([workout("2026-11-18T12:00:00Z")]), fields: ["verdict"], plan: ["scheduled"]),
    AppRow(
      label: "Steps: does not report a workout a second older",
      account: steps([workout("2026-11-18T11:59:59Z")]), fields: ["verdict"], plan: ["expired"]),
    AppRow(
      label: "Steps: provisional permission is not enough",
      account: steps([day(100, [("10:00", 150)])], more: #""authorization":"provisional","#), fields: ["verdict"],
      plan: ["unauthorized"]),
    AppRow(
      label: "Steps: if apps are blocked, the goal unlocks them",
      account: steps([day(100, [("10:00", 150)])], preferences: #""appBlocking":true"#),
      fields: ["notification", "verdict"],
      plan: ["app-unlock-2026-11-20 scheduled", "goal-achievement-2026-11-20 scheduled"]),
    AppRow(
      label: "Steps: if no app is blocked, nothing is unlocked",
      account: steps([day(100, [("10:00", 150)])], preferences: #""appBlocking":false"#), kinds: ["unlock"], plan: []),
    AppRow(
      label: "Steps: an event in the foreground is not reported",
      account: steps([day(100, [("10:00", 150)])], more: active("09:59", "10:01")), fields: ["verdict"],
      plan: ["appActive"]),
    AppRow(
      label: "Steps: nothing goes out while the app is in the foreground, not even late events",
      account: steps([day(100, [("10:00", 150)])], more: active("11:50", "12:10")), fields: ["verdict"],
      plan: ["appActive"]),
    AppRow(
      label: "Steps: the next update in the background reports a goal reached in the foreground",
      account: steps([day(100, [("10:00", 150), ("10:30", 180)])], more: active("09:59", "10:01")),
      fields: ["local", "verdict"], plan: ["2026-11-20T10:30:00 scheduled"]),
  ]

  @Test("meets Steps' requirements", arguments: rows)
  func row(_ row: AppRow) async throws { try await row.check("steps") }

  @Test("Steps: a late notification has the figures at the instant when it goes out")
  func figures() async throws {
    let day = StepsRowsTests.day(10_000, [("10:00", 5100), ("11:30", 9900)])
    let decisions = try await AppRow.plan("steps", StepsRowsTests.steps([day])).decisions
    #expect(decisions.map { $0["local"] } == ["2026-11-20T10:00:00"])
    let body = try #require(decisions[0]["body"])
    #expect(body.contains("9,900") && body.contains("100") && body.contains("99") && !body.contains("5,100"), "\(body)")
  }
}
