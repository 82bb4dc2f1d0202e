import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests the choices of docs/time.md in a complete plan: the same account with each choice.
struct TimePolicyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var account: Account
    var now: Instant
    var days = 3
    var gives: [String]
    var adjust: TestPlan.Adjustment = { _ in }
    var testDescription: String { label }
  }

  static func london(_ date: LocalDate) -> Account {
    .test(zone: "Europe/London") { $0.items[.task] = [.task("t", on: date, at: "01:30")] }
  }

  static let gap = london("2027-03-28")
  static let overlap = london("2026-10-25")
  static let monthly = Account.test { $0.items[.task] = [.task("t", on: "2027-01-31", at: "09:00", .monthly)] }
  static let travel = Account.test(zone: "America/New_York") {
    $0.zoneChanges = [.test("2026-11-22T10:00:00Z", "Europe/Paris")]
    $0.items[.task] = [.task("t", on: "2026-11-22", at: "09:00")]
  }

  static let rows: [Row] = [
    Row(
      label: "gap later", account: gap, now: "2027-03-27T00:00:00Z", gives: ["at=2027-03-28T01:30:00Z shifted=dstGap"]),
    Row(
      label: "gap next", account: gap, now: "2027-03-27T00:00:00Z", gives: ["at=2027-03-28T01:00:00Z shifted=dstGap"]
    ) { $0.gap = .next },
    Row(label: "gap skip", account: gap, now: "2027-03-27T00:00:00Z", gives: ["reason=dstGap"]) { $0.gap = .skip },
    Row(
      label: "gap skip, without a gap", account: london("2027-03-29"), now: "2027-03-27T00:00:00Z",
      gives: ["at=2027-03-29T00:30:00Z"]
    ) { $0.gap = .skip },
    Row(label: "overlap first", account: overlap, now: "2026-10-24T00:00:00Z", gives: ["at=2026-10-25T00:30:00Z"]),
    Row(label: "overlap last", account: overlap, now: "2026-10-24T00:00:00Z", gives: ["at=2026-10-25T01:30:00Z"]) {
      $0.overlap = .last
    },
    Row(label: "month end skip", account: monthly, now: "2027-02-01T00:00:00Z", days: 40, gives: []),
    Row(
      label: "month end clamp", account: monthly, now: "2027-02-01T00:00:00Z", days: 40,
      gives: ["at=2027-02-28T09:00:00Z"]
    ) { $0.monthEnd = .clamp },
    Row(label: "travel drop", account: travel, now: "2026-11-20T12:00:00Z", gives: ["reason=zoneChange"]),
    Row(
      label: "travel at the change", account: travel, now: "2026-11-20T12:00:00Z",
      gives: ["at=2026-11-22T10:00:00Z shifted=zoneChange"]
    ) { $0.zoneChange = .atChange },
  ]

  @Test("follows the policy", arguments: rows)
  func decides(row: Row) throws {
    let plan = try TestPlan(row.account, now: row.now, days: row.days, row.adjust)
    #expect(plan.lines(["at", "reason", "shifted"], of: .task) == row.gives)
  }
}
