import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests quiet hours of a traveling account. They end when they end on the clock that the account then has.
struct QuietHoursTravelTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var zone: String
    var moves: [Account.ZoneChange]
    var hours = QuietHours(start: "22:00", end: "07:00")
    /// The instant of an insight.
    var at: Instant
    /// The time of delivery; equal to `at` if nothing defers it.
    var goesOut: Instant
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(
      label: "after a move west, the night there applies, although 07:00 had passed at home", zone: "Europe/London",
      moves: [.test("2026-11-21T08:00:00Z", "America/New_York")], at: "2026-11-21T09:00:00Z",
      goesOut: "2026-11-21T12:00:00Z"),
    Row(
      label: "a later move has no effect", zone: "Europe/London",
      moves: [
        .test("2026-11-21T08:00:00Z", "America/New_York"), .test("2026-11-22T20:00:00Z", "America/Chicago"),
      ],
      at: "2026-11-21T09:00:00Z", goesOut: "2026-11-21T12:00:00Z"),
    Row(
      label: "a move out of the night ends it", zone: "Pacific/Auckland",
      moves: [.test("2026-11-22T18:00:00Z", "Pacific/Honolulu")], hours: QuietHours(start: "22:00", end: "07:30"),
      at: "2026-11-22T17:30:00Z", goesOut: "2026-11-22T18:00:00Z"),
    Row(
      label: "a move from night into night lasts to the end there", zone: "Europe/London",
      moves: [.test("2026-11-21T05:00:00Z", "Europe/Lisbon"), .test("2026-11-21T06:00:00Z", "Atlantic/Azores")],
      at: "2026-11-21T04:00:00Z", goesOut: "2026-11-21T08:00:00Z"),
    Row(
      label: "without a move, delivers at the end of the night", zone: "Europe/London", moves: [],
      at: "2026-11-21T04:00:00Z",
      goesOut: "2026-11-21T07:00:00Z"),
    Row(
      label: "defers nothing by day", zone: "Europe/London", moves: [.test("2026-11-21T05:00:00Z", "Asia/Tokyo")],
      at: "2026-11-21T05:00:00Z", goesOut: "2026-11-21T05:00:00Z"),
  ]

  @Test("an account may move ten thousand times")
  func manyMoves() throws {
    let start: Instant = "2026-11-19T00:00:00Z"
    let account = Account.test(app: "ritualist", zone: "Europe/London") {
      $0.zoneChanges = (0..<10_000).map { second in
        .test(start.advanced(bySeconds: second), second % 2 == 0 ? "Asia/Tokyo" : "Europe/Paris")
      }
      $0.items[.insight] = [.insight("i", at: "2026-11-21T04:00:00Z")]
    }
    #expect(try TestPlan(account).lines(["local", "zone"]) == ["local=2026-11-21T05:00:00 zone=Europe/Paris"])
  }

  @Test("quiet hours end by the clock that the account carries", arguments: rows)
  func ends(row: Row) throws {
    let account = Account.test(app: "ritualist", zone: row.zone) {
      $0.zoneChanges = row.moves
      $0.preferences.quietHours = row.hours
      $0.items[.insight] = [.insight("i", at: row.at)]
    }
    let decision = try #require(try TestPlan(account).plan.decisions.first)
    #expect(decision.at == row.goesOut)
    #expect(decision.deferredFrom == (row.at == row.goesOut ? nil : row.at))
  }
}
