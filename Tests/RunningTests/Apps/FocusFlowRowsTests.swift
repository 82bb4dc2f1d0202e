import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests FocusFlow's requirements, row by row.
///
/// `AppDeliveryTests` covers categories, actions and destinations, `DiffTests` causes of changes.
struct FocusFlowRowsTests {
  /// Returns an account with only tasks and sessions.
  static func tasks(_ items: String, pending: String = "", delivered: String = "", more: String = "") -> String {
    #""timeZone":"UTC","preferences":{\#(more)"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"#
      + #""pending":[\#(pending)],"delivered":[\#(delivered)],"items":[\#(items)]"#
  }

  static func task(_ id: String, _ date: String, _ time: String, _ more: String = "") -> String {
    #"{"kind":"task","id":"\#(id)","title":"Tea \#(id)","date":"\#(date)","time":"\#(time)"\#(more)}"#
  }

  static func session(_ id: String, _ startedAt: String, _ more: String = #","state":"running""#) -> String {
    #"{"kind":"session","id":"\#(id)","startedAt":"\#(startedAt)","duration":1500\#(more)}"#
  }

  static let rows: [AppRow] = [
    AppRow(
      label: "FocusFlow: each account has its own reminder time",
      account: #""timeZone":"UTC","preferences":{"dailyReminder":{"time":"07:30"}}"#, kinds: ["dailyReminder"],
      fields: ["local", "verdict"], plan: ["2026-11-20T07:30:00 past", "2026-11-21T07:30:00 scheduled"]),
    AppRow(
      label: "FocusFlow: a time is a time of day on the account's clock",
      account: tasks(task("t", "2026-11-21", "07:00")).replacing("UTC", with: "Asia/Tokyo"), kinds: ["task"],
      fields: ["local", "at", "verdict"], plan: ["2026-11-21T07:00:00 2026-11-20T22:00:00Z scheduled"]),
    AppRow(
      label: "FocusFlow: half past midnight moves an hour on the day when the clock skips it",
      account: tasks(task("t", "2026-09-01", "00:30", #","repeat":"daily""#))
        .replacing("UTC", with: "America/Santiago"), now: "2026-09-05T12:00:00Z", kinds: ["task"],
      fields: ["local", "at", "verdict", "shifted"],
      plan: [
        "2026-09-05T00:30:00 2026-09-05T04:30:00Z past",
        "2026-09-06T00:30:00 2026-09-06T04:30:00Z scheduled dstGap",
      ]),
    AppRow(
      label: "FocusFlow: in a repeated hour, a task goes out once, the first time",
      account: tasks(task("t", "2026-11-01", "01:30")).replacing("UTC", with: "America/New_York"),
      now: "2026-10-31T12:00:00Z", kinds: ["task"], fields: ["local", "at", "verdict"],
      plan: ["2026-11-01T01:30:00 2026-11-01T05:30:00Z scheduled"]),
    AppRow(
      label: "FocusFlow: another time moves a reminder; a disabled kind is cancelled",
      account:
        #""timeZone":"UTC","preferences":{"dailyReminder":{"time":"08:15"},"kinds":{"nudge":false,"recap":false}},"#
        + #""pending":[{"id":"focusflow.dailyReminder","at":"2026-11-21T09:00:00Z","repeats":true},"#
        + #"{"id":"focusflow.nudge.morning","at":"2026-11-21T09:00:00Z","repeats":true}]"#,
      actions: [
        "cancel focusflow.nudge.morning from 2026-11-21T09:00:00Z because kindDisabled",
        "move focusflow.dailyReminder at 2026-11-21T08:15:00Z from 2026-11-21T09:00:00Z",
      ]),
    AppRow(
      label: "FocusFlow: nudges at 9, 14 and 20, or at the account's times",
      account: #""timeZone":"UTC","preferences":{"nudges":{"afternoon":"15:30"}}"#, kinds: ["nudge"],
      plan: [
        "focusflow.nudge.morning 2026-11-20T09:00:00 past", "focusflow.nudge.afternoon 2026-11-20T15:30:00 scheduled",
        "focusflow.nudge.evening 2026-11-20T20:00:00 scheduled",
        "focusflow.nudge.morning 2026-11-21T09:00:00 scheduled",
        "focusflow.nudge.afternoon 2026-11-21T15:30:00 scheduled",
        "focusflow.nudge.evening 2026-11-21T20:00:00 scheduled",
      ]),
    AppRow(
      label:
        "FocusFlow: of pending requests, cancels past one-offs only, not those due beyond the window",
      account: tasks(
        [
          task("past", "2026-11-19", "09:00"), task("weeks", "2026-12-11", "09:00"),
          task("month", "2026-08-15", "10:00", #","repeat":"monthly""#),
          task("year", "2019-12-24", "08:00", #","repeat":"yearly""#),
        ].joined(separator: ","),
        pending: #"{"id":"focusflow.task.past","at":"2026-11-19T09:00:00Z"},"#
          + #"{"id":"focusflow.task.weeks","at":"2026-12-11T09:00:00Z"},"#
          + #"{"id":"focusflow.task.month","at":"2026-12-15T10:00:00Z","repeats":true},"#
          + #"{"id":"focusflow.task.year","at":"2026-12-24T08:00:00Z","repeats":true}"#), days: 14,
      actions: [
        "cancel focusflow.task.past from 2026-11-19T09:00:00Z because past",
        "keep focusflow.task.weeks at 2026-12-11T09:00:00Z because beyondWindow",
        "keep focusflow.task.month at 2026-12-15T10:00:00Z because beyondWindow",
        "keep focusflow.task.year at 2026-12-24T08:00:00Z because beyondWindow",
      ]),
    AppRow(
      label: "FocusFlow: a plan of only today leaves tomorrow's reminder on the device",
      account: tasks(
        task("t", "2026-11-21", "10:00"), pending: #"{"id":"focusflow.task.t","at":"2026-11-21T10:00:00Z"}"#),
      days: 0, actions: ["keep focusflow.task.t at 2026-11-21T10:00:00Z because beyondWindow"]),
    AppRow(
      label: "FocusFlow: cancels a task that is done, done on that date, or deleted",
      account: tasks(
        [
          task("t1", "2026-11-21", "10:00", #","completed":true"#),
          task("t2", "2026-11-01", "10:00", #","repeat":"daily","completedOn":["2026-11-21"]"#),
        ].joined(separator: ","),
        pending: #"{"id":"focusflow.task.t1","at":"2026-11-21T10:00:00Z"},"#
          + #"{"id":"focusflow.task.t2@2026-11-21","at":"2026-11-21T10:00:00Z"},"#
          + #"{"id":"focusflow.task.t3","at":"2026-11-21T10:00:00Z"}"#),
      actions: [
        "cancel focusflow.task.t1 from 2026-11-21T10:00:00Z because completed",
        "cancel focusflow.task.t2@2026-11-21 from 2026-11-21T10:00:00Z because completed",
        "cancel focusflow.task.t3 from 2026-11-21T10:00:00Z because removed",
      ]),
    AppRow(
      label: "FocusFlow: a running session is critical, and exempt from quiet hours",
      account: tasks(
        session("s", "2026-11-20T11:50:00Z"), more: #""quietHours":{"start":"12:00","end":"18:00"},"#),
      kinds: ["session"], fields: ["notification", "at", "verdict"],
      plan: ["focusflow.sessionCompletion 2026-11-20T12:15:00Z scheduled"]),
    AppRow(
      label: "FocusFlow: a deleted session's notification is cancelled",
      account: tasks("", pending: #"{"id":"focusflow.sessionCompletion","at":"2026-11-20T12:15:00Z"}"#),
      actions: ["cancel focusflow.sessionCompletion from 2026-11-20T12:15:00Z because notPlanned"]),
    AppRow(
      label: "FocusFlow: of two running sessions, the one that started last ends with a notification",
      account: tasks(session("s1", "2026-11-20T11:40:00Z") + "," + session("s2", "2026-11-20T11:50:00Z")),
      kinds: ["session"], fields: ["item", "local", "verdict"],
      plan: ["s1 2026-11-20T12:05:00 superseded", "s2 2026-11-20T12:15:00 scheduled"]),
    AppRow(
      label: "FocusFlow: a session that was paused and resumed ends later",
      account: tasks(
        session("s", "2026-11-20T11:00:00Z", #","state":"running","endsAt":"2026-11-20T12:40:00Z""#),
        pending: #"{"id":"focusflow.sessionCompletion","at":"2026-11-20T11:25:00Z"}"#), kinds: ["session"],
      plan: ["focusflow.sessionCompletion 2026-11-20T12:40:00 scheduled"],
      actions: ["move focusflow.sessionCompletion at 2026-11-20T12:40:00Z from 2026-11-20T11:25:00Z"]),
    AppRow(
      label: "FocusFlow: the master switch cancels everything",
      account: tasks(
        task("t", "2026-11-21", "10:00"), pending: #"{"id":"focusflow.task.t","at":"2026-11-21T10:00:00Z"}"#,
        more: #""enabled":false,"#),
      actions: ["cancel focusflow.task.t from 2026-11-21T10:00:00Z because accountDisabled"]),
    AppRow(
      label: "FocusFlow: a task moved to a later time on the day it fired goes out again",
      account: tasks(
        task("t", "2026-11-20", "18:00"),
        delivered: #"{"id":"focusflow.task.t","at":"2026-11-20T10:00:00Z"}"#), kinds: ["task"],
      plan: ["focusflow.task.t 2026-11-20T18:00:00 scheduled"]),
    AppRow(
      label: "FocusFlow: a renamed task gets its new text",
      account: tasks(
        task("t", "2026-11-21", "10:00"),
        pending: #"{"id":"focusflow.task.t","at":"2026-11-21T10:00:00Z","title":"Coffee"}"#),
      actions: [#"update focusflow.task.t at 2026-11-21T10:00:00Z changed ["title"]"#]),
    AppRow(
      label: "FocusFlow: another language gets its own text",
      account: #""timeZone":"UTC","locale":"de","preferences":{"kinds":{"nudge":false,"recap":false}},"#
        + #""pending":[{"id":"focusflow.dailyReminder","at":"2026-11-21T09:00:00Z","repeats":true,"#
        + #""title":"Plan your day","body":"What matters most today? Pick one task and start there."}]"#,
      actions: [#"update focusflow.dailyReminder at 2026-11-21T09:00:00Z changed ["title","body"]"#]),
    AppRow(
      label: "FocusFlow: every two days, the last Friday, and a course with an end are one request each time",
      account: tasks(
        [
          task("two", "2026-11-20", "18:00", #","rrule":"FREQ=DAILY;INTERVAL=2""#),
          task("last", "2026-11-01", "16:00", #","rrule":"FREQ=MONTHLY;BYDAY=-1FR""#),
          task("end", "2026-11-19", "17:00", #","repeat":"daily","until":"2026-11-22","exdates":["2026-11-21"]"#),
        ].joined(separator: ",")), days: 7,
      actions: [
        "add focusflow.task.end@2026-11-20 at 2026-11-20T17:00:00Z",
        "add focusflow.task.two@2026-11-20 at 2026-11-20T18:00:00Z",
        "add focusflow.task.end@2026-11-22 at 2026-11-22T17:00:00Z",
        "add focusflow.task.two@2026-11-22 at 2026-11-22T18:00:00Z",
        "add focusflow.task.two@2026-11-24 at 2026-11-24T18:00:00Z",
        "add focusflow.task.two@2026-11-26 at 2026-11-26T18:00:00Z",
        "add focusflow.task.last@2026-11-27 at 2026-11-27T16:00:00Z",
      ]),
    AppRow(
      label: "FocusFlow: after a switch of accounts, the other account's requests are cancelled before any is added",
      account: tasks(
        task("mine", "2026-11-21", "08:00"),
        pending: #"{"id":"focusflow.task.theirs","at":"2026-11-21T09:00:00Z"},"#
          + #"{"id":"focusflow.nudge.evening","at":"2026-11-20T20:00:00Z","repeats":true}"#),
      actions: [
        "cancel focusflow.nudge.evening from 2026-11-20T20:00:00Z because kindDisabled",
        "cancel focusflow.task.theirs from 2026-11-21T09:00:00Z because removed",
        "add focusflow.task.mine at 2026-11-21T08:00:00Z",
      ]),
    AppRow(
      label: "FocusFlow: an evening nudge in quiet hours is dropped, and does not go out the next morning",
      account: #""timeZone":"UTC","preferences":{"quietHours":{"start":"19:00","end":"08:30"}}"#, days: 0,
      kinds: ["nudge"],
      plan: [
        "focusflow.nudge.morning 2026-11-20T09:00:00 past", "focusflow.nudge.afternoon 2026-11-20T14:00:00 scheduled",
        "focusflow.nudge.evening 2026-11-20T20:00:00 quietHours",
      ]),
  ]

  @Test("meets FocusFlow's requirements", arguments: rows)
  func row(_ row: AppRow) async throws { try await row.check("focusflow") }

  @Test("FocusFlow: one repeating trigger per identifier: daily, weekly, on days of the week, monthly, yearly")
  func triggers() async throws {
    let items = [
      FocusFlowRowsTests.task("one", "2026-11-21", "12:00"),
      FocusFlowRowsTests.task("day", "2026-11-01", "09:00", #","repeat":"daily""#),
      FocusFlowRowsTests.task("week", "2026-11-07", "10:00", #","repeat":"weekly""#),
      FocusFlowRowsTests.task("days", "2026-11-02", "18:00", #","repeat":"customDays","weekdays":["sat","fri"]"#),
      FocusFlowRowsTests.task("month", "2026-08-23", "15:00", #","repeat":"monthly""#),
      FocusFlowRowsTests.task("year", "2019-11-22", "07:00", #","repeat":"yearly""#),
    ]
    let scenario = try await AppRow.plan(
      "focusflow", FocusFlowRowsTests.tasks(items.joined(separator: ",")), days: 3)
    func repeating(_ components: String) -> String {
      #"{"components":{\#(components)},"repeats":true,"type":"calendar"}"#
    }
    #expect(
      scenario.actions.map { "\($0["action"]!) \($0["request"]!) \($0["trigger"]!)" } == [
        "add focusflow.task.days.w6 " + repeating(#""hour":18,"minute":0,"weekday":6"#),
        "add focusflow.task.day " + repeating(#""hour":9,"minute":0"#),
        "add focusflow.task.week " + repeating(#""hour":10,"minute":0,"weekday":7"#),
        #"add focusflow.task.one {"floats":true,"local":"2026-11-21T12:00:00","repeats":false,"type":"calendar","zone":"UTC"}"#,
        "add focusflow.task.days.w7 " + repeating(#""hour":18,"minute":0,"weekday":7"#),
        "add focusflow.task.year " + repeating(#""day":22,"hour":7,"minute":0,"month":11"#),
        "add focusflow.task.month " + repeating(#""day":23,"hour":15,"minute":0"#),
      ])
  }

  @Test("FocusFlow: rejects an instant instead of a time of day")
  func noInstants() async throws {
    let scenario = try await AppRow.plan(
      "focusflow", FocusFlowRowsTests.tasks(FocusFlowRowsTests.task("t", "2026-11-21", "2026-11-21T10:00:00Z")))
    #expect(scenario.status == 1)
    #expect(scenario.decisions.allSatisfy { $0["kind"] != "task" })
  }

  @Test(
    "FocusFlow: cancels a session that is paused, stopped or completed",
    arguments: ["paused", "stopped", "completed"])
  func sessionStates(_ state: String) async throws {
    let account = FocusFlowRowsTests.tasks(
      FocusFlowRowsTests.session("s", "2026-11-20T11:50:00Z", #","state":"\#(state)""#),
      pending: #"{"id":"focusflow.sessionCompletion","at":"2026-11-20T12:15:00Z"}"#)
    let scenario = try await AppRow.plan("focusflow", account)
    #expect(
      scenario.actions.map(AppRow.text) == [
        "cancel focusflow.sessionCompletion from 2026-11-20T12:15:00Z because sessionNotRunning"
      ])
  }

  @Test(
    "FocusFlow: handles the six states of permission; a grant after a denial restores everything",
    arguments: [
      ("authorized", "scheduled"), ("provisional", "scheduled"), ("ephemeral", "scheduled"),
      ("denied", "unauthorized"), ("notDetermined", "unauthorized"), ("unknown", "unauthorized"),
    ])
  func permission(_ authorization: String, _ verdict: String) async throws {
    let account = FocusFlowRowsTests.tasks(FocusFlowRowsTests.task("t", "2026-11-21", "10:00"))
    let scenario = try await AppRow.plan("focusflow", #""authorization":"\#(authorization)","# + account)
    let task = try #require(scenario.decisions.first { $0["kind"] == "task" })
    #expect(task["reason"] ?? task["outcome"] == verdict)
    #expect(scenario.actions.map { $0["action"]! } == (verdict == "scheduled" ? ["add"] : []))
  }

  @Test("FocusFlow: accounts never mix, and a returning one is planned as before")
  func accountsApart() async throws {
    func account(_ id: String, _ time: String) -> String {
      #"{"id":"\#(id)","#
        + FocusFlowRowsTests.tasks(FocusFlowRowsTests.task("t", "2026-11-21", time)) + "}"
    }
    func plan(_ accounts: [String]) async throws -> [Scenario.Line] {
      let list = accounts.joined(separator: ",")
      let export = #"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(list)]}"#
      return try await Scenario.plan([("export.json", export)], now: "2026-11-20T12:00:00Z", days: 1).decisions
    }
    let (one, other) = (account("guest", "10:00"), account("ana", "11:00"))
    let (alone, both) = (try await plan([one]), try await plan([one, other]))
    #expect(!alone.isEmpty)
    #expect(both.filter { $0["account"] == "guest" } == alone)
    #expect(both.filter { $0["account"] == "ana" }.contains { $0["local"] == "2026-11-21T11:00:00" })
  }

  @Test("FocusFlow: of several records of an account, the newest preferences apply")
  func newestPreferences() async throws {
    func export(_ time: String, _ updatedAt: String) -> String {
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC","updatedAt":"\#(updatedAt)","#
        + #""preferences":{"dailyReminder":{"time":"\#(time)"}}}]}"#
    }
    let scenario = try await Scenario.plan(
      [
        ("1.json", export("07:00", "2026-11-20T11:00:00Z")), ("2.json", export("08:00", "2026-11-19T11:00:00Z")),
      ], now: "2026-11-20T12:00:00Z", days: 1)
    #expect(
      scenario.decisions(["local"]) { $0["kind"] == "dailyReminder" } == [
        "local=2026-11-20T07:00:00", "local=2026-11-21T07:00:00",
      ])
  }

  @Test("FocusFlow: planning twice changes nothing")
  func twice() async throws {
    let items = FocusFlowRowsTests.task("t", "2026-11-01", "18:00", #","repeat":"daily""#)
    func account(_ pending: String) -> String { #""timeZone":"UTC","pending":[\#(pending)],"items":[\#(items)]"# }
    let first = try await AppRow.plan("focusflow", account(""))
    #expect(Set(first.actions.map { $0["action"] }) == ["add"])
    let pending = first.actions.map { action in
      let repeats = action["trigger"]!.contains(#""repeats":true"#)
      return #"{"id":"\#(action["request"]!)","at":"\#(action["at"]!)","repeats":\#(repeats)}"#
    }
    let second = try await AppRow.plan("focusflow", account(pending.joined(separator: ",")))
    #expect(second.actions.count == pending.count)
    #expect(Set(second.actions.map { $0["action"] }) == ["keep"])
  }

  @Test("FocusFlow: a recap shows no figures that are unknown yet, and none of a day without a session")
  func recap() async throws {
    func focusDay(_ date: String, _ sessions: Int) -> String {
      #"{"kind":"focusDay","id":"\#(date)","date":"\#(date)","sessions":\#(sessions),"minutes":75}"#
    }
    func bodies(_ items: [String]) async throws -> [String] {
      let account = #""timeZone":"UTC","items":[\#(items.joined(separator: ","))]"#
      return try await AppRow.plan("focusflow", account, now: "2026-11-20T06:00:00Z").decisions
        .filter { $0["kind"] == "recap" }.map { $0["body"]! }
    }
    let general = [
      "See how your day went, and keep the momentum going!",
      "Your recap is ready. Take a look, and keep the momentum going!",
    ]
    // Today is not over, so tomorrow's recap has no figures.
    let reported = try await bodies([focusDay("2026-11-19", 3), focusDay("2026-11-20", 2)])
    #expect(reported.count == 2 && reported[0].contains("3 sessions") && general.contains(reported[1]), "\(reported)")
    // After quiet hours, yesterday is the day before the one on which it goes out.
    let night = try await AppRow.plan(
      "focusflow",
      #""timeZone":"UTC","preferences":{"recap":{"time":"23:00"},"quietHours":{"start":"22:00","end":"07:00"}},"#
        + #""items":[\#(focusDay("2026-11-18", 9)),\#(focusDay("2026-11-19", 5))]"#, now: "2026-11-20T06:00:00Z"
    ).decisions.filter { $0["kind"] == "recap" && $0["outcome"] == "scheduled" }
    #expect(night[0]["at"] == "2026-11-20T07:00:00Z" && night[0]["body"]!.contains("5 sessions"), "\(night)")
    #expect(general.contains(night[1]["body"]!))
    let idle = try await bodies([focusDay("2026-11-19", 0)])
    #expect(idle.count == 2 && idle.allSatisfy(general.contains), "\(idle)")
  }

  @Test("FocusFlow: the feed has the newest 100 deliveries, and counts the rest")
  func feed() async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let delivered = (0..<103).map { number in
      #"{"id":"focusflow.nudge.morning","at":"2026-11-20T08:\#(String(number % 60 + 100).dropFirst()):\#(number < 60 ? "00" : "30")Z"}"#
    }
    let account = FocusFlowRowsTests.tasks("", delivered: delivered.joined(separator: ","))
    let export = #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a",\#(account)}]}"#
    _ = try await Scenario.plan([("export.json", export)], now: "2026-11-20T12:00:00Z", days: 1) {
      $0.out = folder.path
    }
    let line = try Scenario.objects(folder.appending(path: "accounts.ndjson"))[1]
    #expect((line["delivered"] as? [Any])?.count == 100)
    #expect(line["olderDeliveries"] as? Int == 3)
  }
}
