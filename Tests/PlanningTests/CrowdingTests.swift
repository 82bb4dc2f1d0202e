import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests checks 19 to 22 and badges, which depend on several candidates, with policies made for them.
struct CrowdingTests {
  /// Returns an account with tasks of 2026-11-21, and no other kind.
  static func tasks(_ tasks: [(id: String, title: String, time: LocalTime)], quiet: QuietHours? = nil) -> Account {
    .test { account in
      account.preferences.kinds = [.dailyReminder: false, .nudge: false, .recap: false]
      account.preferences.quietHours = quiet
      account.items[.task] = tasks.map { .task($0.id, $0.title, on: "2026-11-21", at: $0.time) }
    }
  }

  static func plan(_ account: Account, _ adjust: TestPlan.Adjustment = { _ in }) throws -> [String] {
    try TestPlan(account, adjust).lines(["item", "at", "reason", "badge", "deferredFrom"], of: .task)
  }

  @Test("quiet hours drop if the policy requires it: the start is included, the end is not")
  func quietHoursDrop() throws {
    let account = CrowdingTests.tasks(
      [("a", "A", "21:59:59"), ("b", "B", "22:00"), ("c", "C", "06:59:59"), ("d", "D", "07:00")],
      quiet: QuietHours(start: "22:00", end: "07:00"))
    #expect(
      try CrowdingTests.plan(account) { $0.quietHoursAction = .drop } == [
        "item=c at=2026-11-21T06:59:59Z reason=quietHours", "item=d at=2026-11-21T07:00:00Z",
        "item=a at=2026-11-21T21:59:59Z", "item=b at=2026-11-21T22:00:00Z reason=quietHours",
      ])
  }

  @Test("quiet hours that start when they end are empty")
  func emptyQuietHours() throws {
    let account = CrowdingTests.tasks([("a", "A", "22:00")], quiet: QuietHours(start: "22:00", end: "22:00"))
    #expect(try CrowdingTests.plan(account) == ["item=a at=2026-11-21T22:00:00Z"])
  }

  @Test("equal titles at one instant are duplicates, ignoring case and surrounding spaces; of three, one goes out")
  func duplicateSubjects() throws {
    let account = CrowdingTests.tasks([
      ("a", "Straße", "10:00"), ("b", " STRASSE ", "10:00"), ("c", "straße\u{a0}", "10:00"), ("d", "Straße", "10:01"),
    ])
    #expect(
      try CrowdingTests.plan(account) == [
        "item=a at=2026-11-21T10:00:00Z", "item=b at=2026-11-21T10:00:00Z reason=duplicate",
        "item=c at=2026-11-21T10:00:00Z reason=duplicate", "item=d at=2026-11-21T10:01:00Z",
      ])
  }

  @Test("of two nudges at one time, one goes out")
  func duplicateNudges() throws {
    let account = Account.test { $0.preferences.nudges.morning = "20:00" }
    #expect(
      try TestPlan(account, now: "2026-11-20T18:00:00Z", days: 0).lines(["notification", "reason"], of: .nudge) == [
        "notification=focusflow.nudge.afternoon reason=past", "notification=focusflow.nudge.evening",
        "notification=focusflow.nudge.morning reason=duplicate",
      ])
  }

  @Test("the daily cap keeps the more important, then the earlier; a critical kind is exempt")
  func dailyCap() throws {
    let account = Account.test {
      $0.items[.task] = [.task("t", on: "2026-11-20", at: "20:00")]
      $0.items[.session] = [.session("s", at: "2026-11-20T12:00:00Z", for: 60)]
    }
    let plan = try TestPlan(account, days: 0) { $0.caps.perDay = 2 }
    #expect(
      plan.lines(["notification", "reason"]) { decision, _ in decision.outcome.reason != .past } == [
        "notification=focusflow.sessionCompletion", "notification=focusflow.nudge.afternoon reason=dailyCap",
        "notification=focusflow.nudge.evening reason=dailyCap", "notification=focusflow.task.t",
      ])
  }

  @Test("slots that hold occurrences go to the soonest, then the more important, then by identifier")
  func occurrenceSlots() throws {
    let account = CrowdingTests.tasks([
      ("b", "B", "10:00"), ("a", "A", "10:00"), ("c", "C", "10:00"), ("d", "D", "11:00"), ("e", "E", "09:00"),
    ])
    #expect(
      try CrowdingTests.plan(account) { ($0.slots.ios, $0.slots.holds) = (3, .occurrence) } == [
        "item=e at=2026-11-21T09:00:00Z", "item=a at=2026-11-21T10:00:00Z", "item=b at=2026-11-21T10:00:00Z",
        "item=c at=2026-11-21T10:00:00Z reason=slotLimit", "item=d at=2026-11-21T11:00:00Z reason=slotLimit",
      ])
  }

  @Test("if a slot holds a trigger, all occurrences of one notification share it")
  func triggerSlots() throws {
    var account = CrowdingTests.tasks([])
    account.items[.task] = [
      .task("a", "A", on: "2026-11-20", at: "13:00", .daily), .task("b", "B", on: "2026-11-20", at: "14:00"),
    ]
    let plan = try TestPlan(account, days: 2) { $0.slots.ios = 1 }
    #expect(
      plan.lines(["item", "at", "reason"], of: .task) == [
        "item=a at=2026-11-20T13:00:00Z", "item=b at=2026-11-20T14:00:00Z reason=slotLimit",
        "item=a at=2026-11-21T13:00:00Z", "item=a at=2026-11-22T13:00:00Z",
      ])
    #expect(plan.plan.coverageHorizon == "2026-11-20T14:00:00Z")
  }

  @Test(
    "Android holds 500, and a platform without a limit holds all",
    arguments: [(.ios, 6), (.android, 0), (.other, 0)] as [(Platform, Int)])
  func platforms(platform: Platform, dropped: Int) throws {
    let account = Account.test(app: "ritualist") {
      $0.platform = platform
      $0.items[.habit] = (0..<60).map { .habit("h\($0)", at: ["10:00"], on: "sat") }
    }
    let plan = try TestPlan(account, days: 1).plan
    #expect(plan.decisions.count { $0.outcome.reason == .slotLimit } == dropped)
  }

  @Test("badges start again on each local date, not on each UTC date")
  func badges() throws {
    let account = Account.test(app: "ritualist", zone: "America/New_York") {
      $0.items[.habit] = [.habit("h", at: ["20:00", "23:00", "00:30"])]
    }
    #expect(
      try TestPlan(account, days: 1).lines(["at", "badge"]) { decision, _ in decision.outcome.isScheduled } == [
        "at=2026-11-21T01:00:00Z badge=1", "at=2026-11-21T04:00:00Z badge=2", "at=2026-11-21T05:30:00Z badge=1",
        "at=2026-11-22T01:00:00Z badge=2", "at=2026-11-22T04:00:00Z badge=3",
      ])
  }
}
