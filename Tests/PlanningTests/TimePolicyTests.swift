import TestSupport
import Testing

/// The choices of docs/time.md in a whole plan: the same account under each choice.
struct TimePolicyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var says: String
    var policy: [(String, String)]
    var account: String
    var now: String
    var days: Int
    var gives: [String]
    var testDescription: String { says }
  }

  static func london(_ date: String) -> String {
    #""timeZone":"Europe/London","items":[{"kind":"task","id":"t","title":"T","date":"\#(date)","time":"01:30"}]"#
  }

  static let gap = london("2027-03-28")
  static let overlap = london("2026-10-25")
  static let monthly =
    #""timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2027-01-31","time":"09:00","repeat":"monthly"}]"#
  static let travel =
    #""timeZone":"America/New_York","zoneChanges":[{"at":"2026-11-22T10:00:00Z","timeZone":"Europe/Paris"}],"#
    + #""items":[{"kind":"task","id":"t","title":"T","date":"2026-11-22","time":"09:00"}]"#

  static let rows: [Row] = [
    Row(
      says: "gap later", policy: [], account: gap, now: "2027-03-27T00:00:00Z", days: 3,
      gives: ["at=2027-03-28T01:30:00Z shifted=dstGap"]),
    Row(
      says: "gap next", policy: [(#"gap = "later""#, #"gap = "next""#)], account: gap, now: "2027-03-27T00:00:00Z",
      days: 3,
      gives: ["at=2027-03-28T01:00:00Z shifted=dstGap"]),
    Row(
      says: "gap skip", policy: [(#"gap = "later""#, #"gap = "skip""#)], account: gap, now: "2027-03-27T00:00:00Z",
      days: 3,
      gives: ["reason=dstGap"]),
    Row(
      says: "gap skip, where there is none", policy: [(#"gap = "later""#, #"gap = "skip""#)],
      account: london("2027-03-29"),
      now: "2027-03-27T00:00:00Z", days: 3, gives: ["at=2027-03-29T00:30:00Z"]),
    Row(
      says: "overlap first", policy: [], account: overlap, now: "2026-10-24T00:00:00Z", days: 3,
      gives: ["at=2026-10-25T00:30:00Z"]),
    Row(
      says: "overlap last", policy: [(#"overlap = "first""#, #"overlap = "last""#)], account: overlap,
      now: "2026-10-24T00:00:00Z", days: 3, gives: ["at=2026-10-25T01:30:00Z"]),
    Row(says: "month end skip", policy: [], account: monthly, now: "2027-02-01T00:00:00Z", days: 40, gives: []),
    Row(
      says: "month end clamp", policy: [(#"monthEnd = "skip""#, #"monthEnd = "clamp""#)], account: monthly,
      now: "2027-02-01T00:00:00Z", days: 40, gives: ["at=2027-02-28T09:00:00Z"]),
    Row(
      says: "travel drop", policy: [], account: travel, now: "2026-11-20T12:00:00Z", days: 3,
      gives: ["reason=zoneChange"]),
    Row(
      says: "travel at the change", policy: [(#"gap = "later""#, "gap = \"later\"\nzoneChange = \"atChange\"")],
      account: travel, now: "2026-11-20T12:00:00Z", days: 3, gives: ["at=2026-11-22T10:00:00Z shifted=zoneChange"]),
  ]

  @Test("the policy decides", arguments: rows)
  func decides(row: Row) async throws {
    let policy = try CrowdingTests.policy("focusflow", row.policy)
    let scenario = try await Scenario.plan(
      app: "focusflow", account: row.account, now: row.now, days: row.days, policies: [policy])
    #expect(scenario.decisions(["at", "reason", "shifted"]) { $0["kind"] == "task" } == row.gives)
  }
}
