import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the totals in `summary.json`: when to plan again, who may be notified, whose slots are full, and who has a problem.
struct SummaryOutlookTests {
  private static let times = (10..<40).map { #""13:\#($0)""# }.joined(separator: ", ")

  /// Two accounts without permission, three to be planned again before the window ends, and one without notifications.
  private static let export = #"""
    {"format": "tickler-export/1", "accounts": [
      {"id": "denied", "app": "focusflow", "timeZone": "UTC", "authorization": "denied"},
      {"id": "off", "app": "focusflow", "timeZone": "UTC", "preferences": {"enabled": false}},
      {"id": "late", "app": "steps", "timeZone": "UTC", "items": [
        {"kind": "workout", "id": "w", "endedAt": "2026-11-20T10:00:00Z"}]},
      {"id": "done", "app": "ritualist", "timeZone": "UTC", "authorization": "provisional",
       "delivered": [{"id": "rich_h-0900", "at": "2026-11-20T09:00:00Z"}], "items": [
        {"kind": "habit", "id": "h", "name": "H", "reminders": ["09:00"], "streak": 3, "completions": ["2026-11-20"]}]},
      {"id": "none", "app": "moneymap", "timeZone": "UTC", "authorization": "denied", "items": [
        {"kind": "bill", "id": "b", "name": "B", "dueDate": "2026-11-25"}]},
      {"id": "full", "app": "ritualist", "timeZone": "UTC", "items": [
        {"kind": "habit", "id": "h", "name": "H", "reminders": [\#(times)]}]}
    ]}
    """#

  @Test(
    "has the earliest deadline and the count per cause; permissions, streaks and deliveries; problems without opted-out kinds"
  )
  func summary() async throws {
    let scenario = try await Scenario.plan(
      [("export.json", SummaryOutlookTests.export)], now: "2026-11-20T12:00:00Z", days: 3)
    let accounts = scenario.accounts.map { account in
      ["account", "planAgainBy", "planAgainCause", "optedOut"].compactMap { account[$0] }.joined(separator: " ")
    }
    #expect(
      accounts == [
        "denied 2026-11-23T23:59:00Z windowEnd", "off 2026-11-23T23:59:00Z windowEnd",
        "late 2026-11-22T09:59:00Z lateEvent", "done 2026-11-21T08:59:00Z streak",
        "none 2026-11-23T23:59:00Z windowEnd true", "full 2026-11-21T13:33:00Z slotLimit",
      ])
    let planAgain = try #require(scenario.summary["planAgain"] as? [String: Any])
    #expect(
      Scenario.texts(try #require(planAgain["earliest"] as? [String: Any])) == [
        "account": "done", "app": "ritualist", "at": "2026-11-21T08:59:00Z", "cause": "streak",
      ])
    #expect(planAgain["causes"] as? [String: Int] == ["windowEnd": 3, "lateEvent": 1, "streak": 1, "slotLimit": 1])
    let measures = try #require(scenario.summary["measures"] as? [String: Any])
    #expect(measures["mayBeNotified"] as? Int == 3)
    #expect(measures["mayBeNotifiedPercent"] as? Int == 50)
    #expect(measures["authorizations"] as? [String: Int] == ["authorized": 3, "denied": 2, "provisional": 1])
    let apps = try #require(measures["apps"] as? [String: [String: Any]])
    let habit = (apps["ritualist"]?["kinds"] as? [String: [String: Int]])?["habit"]
    #expect(habit?["delivered"] == 1 && habit?["completedSameDay"] == 1)
    #expect(habit?["streaks"] == 1 && habit?["streaksAtRisk"] == 0)
    let horizons = try #require(scenario.summary["coverageHorizons"] as? [String: Any])
    #expect(horizons["accounts"] as? Int == 1)
    #expect(horizons["soonest"] as? String == "2026-11-21T13:34:00Z")
    #expect(scenario.summary["accountsWithProblems"] as? Int == 1, "full; what is denied was asked for")
  }
}
