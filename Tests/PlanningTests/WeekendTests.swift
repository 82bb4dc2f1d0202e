import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests due dates on weekends, by hand. 2026-11-21 is a Saturday. Now is Friday the 20th, 08:00 UTC.
struct WeekendTests {
  private static func policy(_ shift: String) -> String {
    """
    format = "tickler-policy/1"
    app = "own"
    [kinds.task]
    identifier = "t.{id}"
    shift = "\(shift)"
    [kinds.bill]
    identifier = { default = "b.{id}.{date}.{part}", undated = "b.{id}" }
    shift = "\(shift)"
    days = "weekends"
    title = "{{dueDate.raw}} {{paymentDate.raw}}"
    [kinds.overdue]
    identifier = "b.{id}.{date}.{part}"
    time = "10:00"
    """
  }

  private static func lines(
    _ shift: String, now: Instant = "2026-11-20T08:00:00Z", days: Int = 4, _ set: (inout Account) -> Void
  ) throws -> [String] {
    let plan = try TestPlan(.test(app: "own", set), now: now, days: days, policy: .reading(policy(shift)))
    return plan.lines(["notification", "local", "at", "reason"]).map { line in
      line.split(separator: " ").map { $0.drop { $0 != "=" }.dropFirst() }.joined(separator: " ")
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var shift: String
    /// For a task at 09:00 on each day from Friday to Monday: the time of delivery, or the reason.
    var gives: [String]
    var testDescription: String { shift }
  }

  static let rows = [
    Row(shift: "none", gives: ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"]),
    Row(shift: "before", gives: ["2026-11-20", "2026-11-20", "2026-11-20", "2026-11-23"]),
    Row(shift: "after", gives: ["2026-11-20", "2026-11-23", "2026-11-23", "2026-11-23"]),
    Row(shift: "nearest", gives: ["2026-11-20", "2026-11-20", "2026-11-23", "2026-11-23"]),
    Row(shift: "skip", gives: ["2026-11-20", "holiday", "holiday", "2026-11-23"]),
  ]

  @Test("moves due dates; the intended wall time stays that of the due date", arguments: rows)
  func tasks(row: Row) throws {
    let dates: [LocalDate] = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"]
    let account = Account.test(app: "own") { account in
      account.items[.task] = dates.enumerated().map { .task("\($0)", "T\($0)", on: $1, at: "09:00") }
    }
    let plan = try TestPlan(account, now: "2026-11-20T08:00:00Z", policy: .reading(WeekendTests.policy(row.shift)))
    let decisions = plan.plan.decisions.sorted { $0.local! < $1.local! }
    #expect(decisions.map { $0.local!.date } == dates)
    #expect(decisions.map { $0.outcome.reason?.code ?? String("\($0.at!)".prefix(10)) } == row.gives)
    #expect(
      decisions.map { $0.shift == .weekend }
        == zip(dates, row.gives).map { "\($0)" != $1 && $1 != "holiday" })
  }

  @Test("a plan includes due dates from before and after its window that move into it")
  func repeating() throws {
    let daily = { (account: inout Account) in
      account.items[.task] = [.task("t", "T", on: "2026-11-01", at: "09:00", .customDays("sat"))]
    }
    let sunday: Instant = "2026-11-22T08:00:00Z"
    #expect(
      try WeekendTests.lines("after", now: sunday, days: 1, daily) == ["t.t 2026-11-21T09:00:00 2026-11-23T09:00:00Z"])
    #expect(
      try WeekendTests.lines("before", now: "2026-11-19T08:00:00Z", days: 1, daily) == [
        "t.t 2026-11-21T09:00:00 2026-11-20T09:00:00Z"
      ])
    #expect(try WeekendTests.lines("none", now: sunday, days: 1, daily) == [])
  }

  @Test("a bill's day before is relative to the payment, and it is overdue once that day ends")
  func bills() throws {
    let rent = { (account: inout Account) in account.items[.bill] = [.bill("r", due: "2026-11-21")] }
    #expect(
      try WeekendTests.lines("after", rent) == [
        "b.r.2026-11-21.dayBefore 2026-11-20T09:00:00 2026-11-22T09:00:00Z",
        "b.r.2026-11-21.due 2026-11-21T09:00:00 2026-11-23T09:00:00Z",
      ])
    #expect(
      try WeekendTests.lines("before", rent) == [
        "b.r.2026-11-21.dayBefore 2026-11-20T09:00:00 2026-11-19T09:00:00Z past",
        "b.r.2026-11-21.due 2026-11-21T09:00:00 2026-11-20T09:00:00Z",
        "b.r.2026-11-21.overdue 2026-11-22T10:00:00 2026-11-22T10:00:00Z",
      ])
    #expect(
      try WeekendTests.lines("after", now: "2026-11-22T08:00:00Z", rent) == [
        "b.r.2026-11-21.dayBefore 2026-11-20T09:00:00 2026-11-22T09:00:00Z",
        "b.r.2026-11-21.due 2026-11-21T09:00:00 2026-11-23T09:00:00Z",
        "b.r.2026-11-21.overdue 2026-11-24T10:00:00 2026-11-24T10:00:00Z",
      ])
    let plan = try TestPlan(.test(app: "own", rent), policy: .reading(WeekendTests.policy("after")))
    #expect(plan.request(of: plan.plan.decisions[0]).title == "2026-11-21 2026-11-23")
  }

  @Test(
    "a digest counts bills in the week of their payment",
    arguments: [("none", 1), ("before", 2), ("after", 1), ("nearest", 1), ("skip", 1)])
  func digest(shift: String, count: Int) throws {
    let digest = "\n[kinds.digest]\nidentifier = \"week\"\ntitle = \"{{count}}\""
    // Saturdays and a Sunday. The digest of the 22nd covers the days up to the 28th.
    let account = Account.test(app: "own") { account in
      account.items[.bill] = [
        .bill("a", due: "2026-11-21"), .bill("b", due: "2026-11-28"), .bill("c", due: "2026-11-29"),
      ]
    }
    let plan = try TestPlan(
      account, now: "2026-11-20T08:00:00Z", days: 3, policy: .reading(WeekendTests.policy(shift) + digest))
    let digests = plan.plan.decisions.map { plan.request(of: $0) }.filter { $0.kind == .digest }
    #expect(digests.map(\.title) == ["\(count)"])
  }

  @Test("a digest has the sum of each currency, regardless of their order and number")
  func sums() throws {
    let digest = "\n[kinds.digest]\nidentifier = \"week\"\ntitle = \"{{total.raw}}\""
    let account = Account.test(app: "own") { account in
      account.items[.bill] = (0..<600).map { number in
        .bill("\(number)", due: "2026-11-24") { bill in
          let currency = number % 3 == 2 ? nil : "C\((number * 7) % 200 + 100)"
          bill["amount", of: ShippedItems.bill] = .money(Money(DecimalNumber("\(number).50")!, currency))
          bill["currency", of: ShippedItems.bill] = .text(ifAny: currency)
        }
      }
    }
    let plan = try TestPlan(
      account, now: "2026-11-20T08:00:00Z", days: 3, policy: .reading(WeekendTests.policy("none") + digest))
    let title = plan.plan.decisions.map { plan.request(of: $0) }.first { $0.kind == .digest }?.title
    var sums: [String: Double] = [:]
    for number in 0..<600 {
      sums[number % 3 == 2 ? "" : "C\((number * 7) % 200 + 100)", default: 0] += Double(number) + 0.5
    }
    let found = (title ?? "").components(separatedBy: ", ").map { sum in
      (sum.split(separator: " ").dropFirst().joined(), Double(sum.split(separator: " ")[0]))
    }
    #expect(found.map(\.0) == sums.keys.sorted())
    for (currency, sum) in found { #expect(sum == sums[currency], "\(currency)") }
  }

  @Test(
    "a notification that quiet hours move to the day of the payment goes out, since that day's own is moved past it")
  func quiet() throws {
    let found = try WeekendTests.lines("after") { account in
      account.items[.bill] = [.bill("r", due: "2026-11-21")]
      account.preferences.bills.time = "22:30"
      account.preferences.quietHours = QuietHours(start: "22:00", end: "07:00")
    }
    #expect(
      found == [
        "b.r.2026-11-21.dayBefore 2026-11-20T22:30:00 2026-11-23T07:00:00Z",
        "b.r.2026-11-21.due 2026-11-21T22:30:00 2026-11-24T07:00:00Z",
      ])
  }
}
