import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests quiet hours by kind, weekday and season, their digests, and the minimum gap, by hand. `make crowding-check` compares random
/// cases with an implementation in Python. Now is Friday 2026-11-20, 12:00 UTC.
struct QuietRulesTests {
  private static let head = """
    format = "tickler-policy/1"
    app = "own"

    """
  private static let kinds = """

    [kinds.task]
    identifier = "t.{id}"
    title = "{{title}}"
    [kinds.quietDigest]
    identifier = "night-{time}"
    title = "{{count}}"
    body = "{{titles}}{{#more}} and {{more}} more{{/more}}"
    """

  private static func account(_ tasks: [(date: LocalDate, time: LocalTime)], own: QuietHours? = nil) -> Account {
    .test(app: "own") { account in
      account.preferences.quietHours = own
      account.items[.task] = tasks.enumerated().map { .task("\($0)", "T\($0)", on: $1.date, at: $1.time) }
    }
  }

  private static func lines(_ account: Account, _ rules: String, now: Instant = "2026-11-20T12:00:00Z") throws
    -> [String]
  {
    try TestPlan(account, now: now, policy: .reading(head + rules + kinds)).lines([
      "notification", "at", "deferredFrom", "reason",
    ])
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var rules: String
    var time: LocalTime
    var own: QuietHours?
    /// For a task at that time on Friday, Saturday and Sunday: the hour of delivery, or the reason.
    var gives: [String]
    var testDescription: String { label }
  }

  static let rows = [
    Row(
      label: "a rule for weekends precedes one for all days; a night belongs to the evening on which it begins",
      rules: """
        [[quietHours]]
        days = ["fri", "sat"]
        start = "23:30"
        end = "09:00"
        [[quietHours]]
        start = "22:00"
        end = "07:00"
        """, time: "23:00", gives: ["2026-11-20T23:00", "2026-11-21T23:00", "2026-11-23T07:00"]),
    Row(
      label: "the following morning too",
      rules: """
        [[quietHours]]
        days = ["fri"]
        start = "23:30"
        end = "15:00"
        """, time: "14:59", gives: ["2026-11-20T14:59", "2026-11-21T15:00", "2026-11-22T14:59"]),
    Row(
      label: "a season that spans the turn of the year includes both its days",
      rules: """
        [[quietHours]]
        from = "11-22"
        until = "01-31"
        start = "17:00"
        end = "18:00"
        """, time: "17:30", gives: ["2026-11-20T17:30", "2026-11-21T17:30", "2026-11-22T18:00"]),
    Row(
      label: "a rule of another kind does not apply to tasks",
      rules: """
        [[quietHours]]
        kinds = ["quietDigest"]
        start = "17:00"
        end = "18:00"
        action = "drop"
        """, time: "17:30", gives: ["2026-11-20T17:30", "2026-11-21T17:30", "2026-11-22T17:30"]),
    Row(
      label: "a rule that exempts a kind ends the list for it",
      rules: """
        [[quietHours]]
        kinds = ["task"]
        action = "pass"
        [[quietHours]]
        start = "17:00"
        end = "18:00"
        """, time: "17:30", gives: ["2026-11-20T17:30", "2026-11-21T17:30", "2026-11-22T17:30"]),
    Row(
      label: "an account's own hours precede the rules' hours, but the rules set the action",
      rules: """
        [[quietHours]]
        days = ["sat"]
        start = "22:00"
        end = "07:00"
        action = "drop"
        """, time: "17:30", own: QuietHours(start: "17:00", end: "19:00"),
      gives: ["2026-11-20T19:00", "quietHours", "2026-11-22T19:00"]),
    Row(
      label: "quiet hours that overlap others end with those",
      rules: """
        [[quietHours]]
        days = ["fri"]
        start = "16:00"
        end = "15:00"
        [[quietHours]]
        days = ["sat"]
        start = "14:00"
        end = "20:00"
        """, time: "17:00", gives: ["2026-11-21T20:00", "2026-11-21T20:00", "2026-11-22T17:00"]),
  ]

  @Test("applies the first rule that covers the kind and date", arguments: rows)
  func rules(row: Row) throws {
    let dates: [LocalDate] = ["2026-11-20", "2026-11-21", "2026-11-22"]
    let account = QuietRulesTests.account(dates.map { ($0, row.time) }, own: row.own)
    let plan = try TestPlan(account, policy: .reading(QuietRulesTests.head + row.rules + QuietRulesTests.kinds))
    let tasks = plan.plan.decisions.filter { plan.request(of: $0).kind == .task }
    var found: [String] = []
    for decision in tasks.sorted(by: { $0.local!.date < $1.local!.date }) {
      found.append(decision.outcome.reason?.code ?? String("\(decision.at!)".prefix(16)))
    }
    #expect(found == row.gives)
  }

  private static let night = """
    [[quietHours]]
    start = "22:00"
    end = "07:00"
    action = "digest"
    """

  @Test("a digest names what a night held back, in order, and counts the rest; the named ones are dropped")
  func digest() throws {
    let account = QuietRulesTests.account([
      ("2026-11-20", "23:00"), ("2026-11-20", "22:00"), ("2026-11-21", "06:59:59"), ("2026-11-21", "07:00"),
      ("2026-11-20", "23:10"), ("2026-11-20", "23:20"), ("2026-11-20", "23:30"), ("2026-11-22", "05:00"),
    ])
    let plan = try TestPlan(
      account, policy: .reading(QuietRulesTests.head + QuietRulesTests.night + QuietRulesTests.kinds))
    let reported = plan.plan.decisions.filter { $0.outcome.isScheduled }.map { decision in
      let request = plan.request(of: decision)
      return "\(decision.at!) \(request.identifier) \(request.title): \(request.body)"
    }
    #expect(
      reported == [
        "2026-11-21T07:00:00Z night-0700 6: T1, T0, T4, T5, and T6 and 1 more", "2026-11-21T07:00:00Z t.3 T3: ",
        "2026-11-22T07:00:00Z night-0700 1: T7",
      ])
    let held = plan.lines(["notification", "at", "deferredFrom"]) { decision, _ in decision.outcome.reason == .inDigest
    }
    #expect(held.count == 7)
    #expect(held.contains("notification=t.0 at=2026-11-21T07:00:00Z deferredFrom=2026-11-20T23:00:00Z"))
  }

  @Test("a plan made in the night has what the evening held back; once delivered, it is not repeated")
  func carriedOver() throws {
    var account = QuietRulesTests.account([("2026-11-20", "23:00"), ("2026-11-21", "06:00")])
    #expect(
      try QuietRulesTests.lines(account, QuietRulesTests.night, now: "2026-11-21T03:00:00Z") == [
        "notification=night-0700 at=2026-11-21T07:00:00Z",
        "notification=t.0 at=2026-11-21T07:00:00Z deferredFrom=2026-11-20T23:00:00Z reason=inDigest",
        "notification=t.1 at=2026-11-21T07:00:00Z deferredFrom=2026-11-21T06:00:00Z reason=inDigest",
      ])
    account.delivered = [.init(id: "night-0700@2026-11-21", at: "2026-11-21T07:00:00Z")]
    #expect(
      try QuietRulesTests.lines(account, QuietRulesTests.night, now: "2026-11-21T07:00:00Z") == [
        "notification=t.0 at=2026-11-21T07:00:00Z deferredFrom=2026-11-20T23:00:00Z reason=past",
        "notification=t.1 at=2026-11-21T07:00:00Z deferredFrom=2026-11-21T06:00:00Z reason=past",
      ])
  }

  @Test("a device keeps the digest of a night beyond the window, as a longer plan has it")
  func beyondWindow() throws {
    var account = QuietRulesTests.account([("2026-11-28", "23:00")])
    account.pending = [
      .init(id: "night-0700@2026-11-29", at: "2026-11-29T07:00:00Z"),
      .init(id: "night-0700@2026-11-30", at: "2026-11-30T07:00:00Z"),
    ]
    let plan = try TestPlan(
      account, policy: .reading(QuietRulesTests.head + QuietRulesTests.night + QuietRulesTests.kinds))
    #expect(
      plan.plan.actions.map { "\($0.verb.rawValue) \($0.request) \($0.reason ?? "")" } == [
        "cancel night-0700@2026-11-30 notPlanned", "keep night-0700@2026-11-29 beyondWindow",
      ])
  }

  // MARK: The minimum gap

  private static func gap(_ action: String) -> String { "[caps]\nminimumGap = \"15m\"\ntooSoon = \"\(action)\"" }

  @Test(
    "the later notification waits, and those after it; it stays on its day, in the window and outside quiet hours, or is dropped"
  )
  func moves() throws {
    let account = QuietRulesTests.account(
      [
        ("2026-11-20", "13:00"), ("2026-11-20", "13:00"), ("2026-11-20", "13:10"), ("2026-11-20", "13:45"),
        ("2026-11-20", "21:50"), ("2026-11-20", "21:55"), ("2026-11-21", "23:50"), ("2026-11-21", "23:55"),
      ])
    let rules =
      QuietRulesTests.gap("move") + "\n[[quietHours]]\ndays = [\"fri\"]\nstart = \"22:00\"\nend = \"22:30\"\n"
    #expect(
      try QuietRulesTests.lines(account, rules) == [
        "notification=t.0 at=2026-11-20T13:00:00Z",
        "notification=t.1 at=2026-11-20T13:15:00Z deferredFrom=2026-11-20T13:00:00Z",
        "notification=t.2 at=2026-11-20T13:30:00Z deferredFrom=2026-11-20T13:10:00Z",
        "notification=t.3 at=2026-11-20T13:45:00Z", "notification=t.4 at=2026-11-20T21:50:00Z",
        "notification=t.5 at=2026-11-20T21:55:00Z reason=minimumGap", "notification=t.6 at=2026-11-21T23:50:00Z",
        "notification=t.7 at=2026-11-21T23:55:00Z reason=minimumGap",
      ])
  }

  @Test("a plan made later on the day has what an earlier one moved, and keeps the gap to deliveries")
  func laterPlan() throws {
    var account = QuietRulesTests.account([
      ("2026-11-20", "12:00"), ("2026-11-20", "12:00"), ("2026-11-20", "12:05"), ("2026-11-20", "12:40"),
    ])
    let rules = QuietRulesTests.gap("move")
    let before = try QuietRulesTests.lines(account, rules, now: "2026-11-20T11:00:00Z")
    account.delivered = [
      .init(id: "t.0", at: "2026-11-20T12:00:00Z"), .init(id: "t.1", at: "2026-11-20T12:15:20Z"),
    ]
    let after = try QuietRulesTests.lines(account, rules, now: "2026-11-20T12:20:00Z")
    #expect(
      before.suffix(2) == [
        "notification=t.2 at=2026-11-20T12:30:00Z deferredFrom=2026-11-20T12:05:00Z",
        "notification=t.3 at=2026-11-20T12:45:00Z deferredFrom=2026-11-20T12:40:00Z",
      ])
    #expect(after.suffix(2) == before.suffix(2))
    #expect(
      after.prefix(2) == [
        "notification=t.0 at=2026-11-20T12:00:00Z reason=past", "notification=t.1 at=2026-11-20T12:00:00Z reason=past",
      ])
    account.delivered[1] = .init(id: "x", at: "2026-11-20T12:19:00Z")
    #expect(
      try QuietRulesTests.lines(account, rules, now: "2026-11-20T12:20:00Z").contains(
        "notification=t.2 at=2026-11-20T12:34:00Z deferredFrom=2026-11-20T12:05:00Z"))
  }

  @Test("if the policy drops, the later one is dropped, and the next is compared with the one that goes out")
  func drops() throws {
    let account = QuietRulesTests.account([("2026-11-20", "13:00"), ("2026-11-20", "13:10"), ("2026-11-20", "13:15")])
    #expect(
      try QuietRulesTests.lines(account, QuietRulesTests.gap("drop")) == [
        "notification=t.0 at=2026-11-20T13:00:00Z", "notification=t.1 at=2026-11-20T13:10:00Z reason=minimumGap",
        "notification=t.2 at=2026-11-20T13:15:00Z",
      ])
  }
}
