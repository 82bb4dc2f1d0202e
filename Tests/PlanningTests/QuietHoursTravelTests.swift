import TestSupport
import Testing

/// Quiet hours of an account that moves: they are over when the clock that it carries is out of them.
struct QuietHoursTravelTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var says: String
    var zone: String
    var moves: [(at: String, zone: String)]
    var hours: (start: String, end: String)
    /// An insight's instant.
    var at: String
    /// When it goes out; equal to `at` where nothing defers it.
    var goesOut: String
    var testDescription: String { says }
  }

  static let night = (start: "22:00", end: "07:00")

  static let rows: [Row] = [
    Row(
      says: "after a move west, the night there counts, though 07:00 was at home already", zone: "Europe/London",
      moves: [("2026-11-21T08:00:00Z", "America/New_York")], hours: night, at: "2026-11-21T09:00:00Z",
      goesOut: "2026-11-21T12:00:00Z"),
    Row(
      says: "a later move has no part in it", zone: "Europe/London",
      moves: [("2026-11-21T08:00:00Z", "America/New_York"), ("2026-11-22T20:00:00Z", "America/Chicago")], hours: night,
      at: "2026-11-21T09:00:00Z", goesOut: "2026-11-21T12:00:00Z"),
    Row(
      says: "a move out of the night ends it", zone: "Pacific/Auckland",
      moves: [("2026-11-22T18:00:00Z", "Pacific/Honolulu")], hours: (start: "22:00", end: "07:30"),
      at: "2026-11-22T17:30:00Z", goesOut: "2026-11-22T18:00:00Z"),
    Row(
      says: "a move from night into night goes on to the end there", zone: "Europe/London",
      moves: [("2026-11-21T05:00:00Z", "Europe/Lisbon"), ("2026-11-21T06:00:00Z", "Atlantic/Azores")], hours: night,
      at: "2026-11-21T04:00:00Z", goesOut: "2026-11-21T08:00:00Z"),
    Row(
      says: "without a move, the end of the night", zone: "Europe/London", moves: [], hours: night,
      at: "2026-11-21T04:00:00Z", goesOut: "2026-11-21T07:00:00Z"),
    Row(
      says: "by day nothing is deferred", zone: "Europe/London", moves: [("2026-11-21T05:00:00Z", "Asia/Tokyo")],
      hours: night, at: "2026-11-21T05:00:00Z", goesOut: "2026-11-21T05:00:00Z"),
  ]

  @Test("an account may move ten thousand times")
  func manyMoves() async throws {
    let moves = (0..<10_000).map { number in
      let (hour, minute, second) = (number / 3600, number / 60 % 60, number % 60)
      let time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      return #"{"at":"2026-11-19T\#(time)Z","timeZone":"\#(number % 2 == 0 ? "Asia/Tokyo" : "Europe/Paris")"}"#
    }
    let scenario = try await Scenario.plan(
      app: "ritualist",
      account: #""timeZone":"Europe/London","zoneChanges":[\#(moves.joined(separator: ","))],"#
        + #""items":[{"kind":"insight","id":"i","at":"2026-11-21T04:00:00Z"}]"#,
      now: "2026-11-20T12:00:00Z")
    #expect(scenario.decisions.first?["local"] == "2026-11-21T05:00:00")
    #expect(scenario.decisions.first?["zone"] == "Europe/Paris")
  }

  @Test("quiet hours end by the clock that the account carries", arguments: rows)
  func ends(row: Row) async throws {
    let moves = row.moves.map { #"{"at":"\#($0.at)","timeZone":"\#($0.zone)"}"# }.joined(separator: ",")
    let scenario = try await Scenario.plan(
      app: "ritualist",
      account: #""timeZone":"\#(row.zone)","zoneChanges":[\#(moves)],"#
        + #""preferences":{"quietHours":{"start":"\#(row.hours.start)","end":"\#(row.hours.end)"}},"#
        + #""items":[{"kind":"insight","id":"i","at":"\#(row.at)"}]"#,
      now: "2026-11-20T12:00:00Z")
    let decision = try #require(scenario.decisions.first)
    #expect(decision["at"] == row.goesOut)
    #expect(decision["deferredFrom"] == (row.at == row.goesOut ? nil : row.at))
  }
}
