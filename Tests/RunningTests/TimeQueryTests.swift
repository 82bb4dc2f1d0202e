import CivilTime
import TestSupport
import Testing

@testable import Running

/// Moments in words, on a clock that shows Friday, 23 October 2026.
struct TimeQueryTests {
  private static let today = LocalDate(iso8601: "2026-10-23".utf8)!

  @Test(
    "reads the latest such moment",
    arguments: [
      ("yesterday 9:00", "2026-10-22T09:00:00"), ("8pm", "2026-10-23T20:00:00"), ("8:30 am", "2026-10-23T08:30:00"),
      ("8 pm yesterday", "2026-10-22T20:00:00"), ("friday", "2026-10-23"), ("last friday", "2026-10-16"),
      ("last fri at noon", "2026-10-16T12:00:00"), ("23 Oct 20:00", "2026-10-23T20:00:00"), ("Oct 24", "2026-10-24"),
      ("5 nov 9:00", "2026-11-05T09:00:00"), ("1 jan", "2026-01-01"),
      ("Sat, 24 October 2026", "2026-10-24"), ("1st of may", "2026-05-01"), ("1st May", "2026-05-01"),
      ("29 feb", "2024-02-29"),
      ("2026-10-20 07:15", "2026-10-20T07:15:00"), ("tomorrow", "2026-10-24"), ("09:00", "2026-10-23T09:00:00"),
      ("13pm", ""), ("25:00", ""), ("friday saturday", ""), ("31 feb", ""), ("last", ""), ("9", ""), ("", ""),
      ("monday", "2026-10-19"), ("next friday", "2026-10-30"), ("next monday", "2026-10-26"),
      ("last monday", "2026-10-19"), ("last next friday", ""),
    ])
  func past(text: String, expected: String) {
    let timeline = ZoneTimeline(zone: .test("UTC"), range: .distantPast ..< .distantFuture)
    let found = TimeQuery(text)?.local(today: Self.today, timeline)
    let words = found.map { found in found.time.map { "\(found.date.at($0))" } ?? "\(found.date)" } ?? ""
    #expect(words == expected, "\(text)")
  }

  @Test(
    "snoozes until the next such moment",
    arguments: [
      ("tomorrow", "2026-10-24T09:00:00Z"), ("friday 9:00", "2026-10-30T09:00:00Z"),
      ("friday 18:00", "2026-10-23T18:00:00Z"),
      ("15:00", "2026-10-24T15:00:00Z"), ("5pm", "2026-10-23T17:00:00Z"), ("1 jan", "2027-01-01T09:00:00Z"),
      ("2026-10-26T18:00", "2026-10-26T18:00:00Z"), ("next friday", "2026-10-30T09:00:00Z"),
      ("last friday", "2026-10-16T09:00:00Z"),
    ])
  func ahead(text: String, expected: String) throws {
    let now = try #require(Instant(rfc3339: "2026-10-23T16:00:00Z".utf8))
    let morning = try #require(LocalTime(hour: 9, minute: 0))
    let query = try #require(TimeQuery(text))
    #expect("\(query.instant(after: now, in: .test("UTC"), morning: morning))" == expected, "\(text)")
  }
}
