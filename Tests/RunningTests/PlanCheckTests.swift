import CivilTime
import Diagnostics
import PlanModel
import RunModel
import Running
import TestSupport
import Testing

/// Tests the checks during writing: an impossible plan ends the run, and the previous plan stays.
struct PlanCheckTests {
  /// Returns a plan of two habits on the next three days, of which five reminders find a slot.
  private static func plan() throws -> AccountPlan {
    let account = Account.test(app: "ritualist") { account in
      account.items[.habit] = (0..<2).map { number in
        .habit("h\(number)") { $0.times = .at(LocalTime(hour: 9 + number, minute: 0)!) }
      }
    }
    return try TestPlan(account) { $0.slots.ios = 15 }.plan
  }

  static let damages: [(label: String, damage: @Sendable (inout AccountPlan, Int) -> Void, message: String)] = [
    (
      "two decisions in each other's place", { $0.decisions.swapAt($1, $1 + 1) },
      "decisions are not in the order of their instants"
    ),
    (
      "one decision twice", { $0.decisions.insert($0.decisions[$1], at: $1) },
      "6 slots are taken of 5, and 5 counted"
    ),
    (
      "one decision twice, and one slot",
      { plan, first in
        plan.decisions.insert(plan.decisions[first], at: first)
        plan.decisions[first].slot = 0
      }, "two decisions have one uid"
    ),
    (
      "one date twice, an hour apart", { $0.decisions[$1 + 1].request = $0.decisions[$1].request },
      "two decisions have one uid"
    ),
    ("fewer slots than are taken", { plan, _ in plan.slots.limit = 14 }, "5 slots are taken of 4, and 5 counted"),
    ("other slots than are counted", { plan, _ in plan.slots.used = 4 }, "5 slots are taken of 5, and 4 counted"),
  ]

  @Test("an impossible plan is an internal fault", arguments: damages)
  func damaged(label: String, damage: @Sendable (inout AccountPlan, Int) -> Void, message: String) throws {
    var plan = try PlanCheckTests.plan()
    var check = PlanCheck()
    #expect(plan.slots.used == 5)
    try check.check(plan)
    damage(&plan, try #require(plan.decisions.firstIndex { $0.outcome.isScheduled }))
    let fault = #expect(throws: RunFault.self) { try check.check(plan) }
    #expect(fault?.status == .internalFault)
    #expect(fault?.status.rawValue == 70)
    #expect(
      fault?.messages == [
        #"tickler: error: account "a" of "ritualist": \#(message); this is a bug in tickler, and nothing is written"#
      ])
  }

  @Test("contradictory counts are an internal fault")
  func counts() throws {
    let plan = try PlanCheckTests.plan()
    var summary = RunSummary(now: "2026-11-20T12:00:00Z")
    summary.count(plan)
    let scheduled = plan.decisions.count { $0.outcome.isScheduled }
    try PlanCheck.check(summary, events: scheduled, isCounted: true)
    try PlanCheck.check(summary, events: nil, isCounted: true)
    #expect(throws: RunFault.self) { try PlanCheck.check(summary, events: scheduled - 1, isCounted: true) }
    summary.reasons[Reason.past.index] += 1
    #expect(throws: RunFault.self) { try PlanCheck.check(summary, events: scheduled, isCounted: true) }
    try PlanCheck.check(summary, events: scheduled, isCounted: false)
  }
}
