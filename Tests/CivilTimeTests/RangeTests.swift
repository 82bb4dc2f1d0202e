import CivilTime
import Foundation
import TestSupport
import Testing

/// Checks that every date, time and instant stays within its range, however it was created.
@Suite struct RangeTests {
  @Test(arguments: [
    ("before the calendar", -719_163, nil), ("its first date", -719_162, "0001-01-01"), ("the epoch", 0, "1970-01-01"),
    ("its last date", 2_932_896, "9999-12-31"), ("after it", 2_932_897, nil), ("no date at all", .max, nil),
    ("nor this", .min, nil),
  ])
  func dates(_ what: String, _ number: Int, _ text: String?) {
    #expect(LocalDate(daysSinceEpoch: number)?.description == text)
  }

  @Test(arguments: [
    ("0001-01-01", -1, "0001-01-01"), ("0001-01-01", 3_652_058, "9999-12-31"), ("0001-01-01", .max, "9999-12-31"),
    ("9999-12-31", 1, "9999-12-31"), ("9999-12-31", -3_652_058, "0001-01-01"), ("9999-12-31", .min, "0001-01-01"),
    ("2026-11-20", .max, "9999-12-31"), ("2026-11-20", .min, "0001-01-01"), ("9999-12-30", 1, "9999-12-31"),
  ])
  func addingDaysStopsAtTheEnds(_ start: String, _ days: Int, _ end: String) {
    #expect(date(start).adding(days: days) == date(end))
    #expect(date(start).advanced(by: days) == date(end))
  }

  @Test func datesAreSteppedThrough() {
    #expect((LocalDate.first...LocalDate.last).count == 3_652_059)
    for start in [LocalDate.first, date("1969-12-01"), date("9999-11-01")] {
      var visited: [Int] = []
      for date in start...start.adding(days: 60) { visited.append(date.daysSinceEpoch) }
      #expect(visited == Array(start.daysSinceEpoch...start.daysSinceEpoch + 60))
    }
    #expect((date("2026-11-20")..<date("2026-11-20")).isEmpty)
    #expect(stride(from: date("2026-11-20"), through: date("2026-12-05"), by: 7).map(\.day) == [20, 27, 4])
    #expect(date("2026-11-20").distance(to: date("2026-11-18")) == -2)
  }

  @Test(arguments: [(-1, nil), (0, "00:00:00"), (86_399, "23:59:59"), (86_400, nil), (.max, nil), (.min, nil)])
  func times(_ second: Int, _ text: String?) {
    #expect(LocalTime(secondOfDay: second)?.description == text)
  }

  @Test(arguments: [
    (24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1), (.max, 0, 0), (0, .max, 0), (0, 0, .min),
  ])
  func noSuchTime(_ hour: Int, _ minute: Int, _ second: Int) {
    #expect(LocalTime(hour: hour, minute: minute, second: second) == nil)
  }

  @Test(arguments: [
    (-90_000, nil), (-89_999, "-24:59:59"), (93_599, "+25:59:59"), (93_600, nil), (.max, nil), (.min, nil),
  ])
  func offsets(_ seconds: Int, _ text: String?) {
    #expect(UTCOffset(seconds: seconds)?.description == text)
  }

  @Test(arguments: [
    (-62_135_596_801, nil), (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (253_402_300_800, nil), (.max, nil), (.min, nil),
  ])
  func instants(_ seconds: Int64, _ text: String?) {
    #expect(Instant(epochSeconds: seconds)?.description == text)
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00Z", -1, "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:58Z", 1, "9999-12-31T23:59:59Z"),
    ("9999-12-31T23:59:59Z", 1, "9999-12-31T23:59:59Z"), ("2026-11-20T12:00:00Z", .max, "9999-12-31T23:59:59Z"),
    ("2026-11-20T12:00:00Z", .min, "0001-01-01T00:00:00Z"), ("1960-11-20T12:00:00Z", .min, "0001-01-01T00:00:00Z"),
  ])
  func elapsedSecondsStopAtTheEnds(_ start: String, _ seconds: Int64, _ end: String) {
    #expect(instant(start).advanced(bySeconds: seconds).description == end)
    #expect(instant(start).utc.adding(seconds: seconds).description + "Z" == end)
  }

  @Test(arguments: [
    ("the first instant in the west", "0001-01-01T00:00:00Z", -18_000, "0001-01-01T00:00:00"),
    ("five hours later", "0001-01-01T05:00:00Z", -18_000, "0001-01-01T00:00:00"),
    ("the last instant in the east", "9999-12-31T23:59:59Z", 32_400, "9999-12-31T23:59:59"),
    ("nine hours earlier", "9999-12-31T14:59:59Z", 32_400, "9999-12-31T23:59:59"),
    ("in UTC", "9999-12-31T23:59:59Z", 0, "9999-12-31T23:59:59"),
  ])
  func clocksStopAtTheEnds(_ what: String, _ text: String, _ offset: Int, _ local: String) {
    #expect(instant(text).local(at: UTCOffset(seconds: offset)!).description == local)
  }

  @Test(arguments: [
    ("the last half hour in New York", "9999-12-31T23:30", -18_000, "9999-12-31T23:59:59Z"),
    ("the last evening there that has an instant", "9999-12-31T18:59:59", -18_000, "9999-12-31T23:59:59Z"),
    ("the first hour in Tokyo", "0001-01-01T00:30", 32_400, "0001-01-01T00:00:00Z"),
    ("the first morning there that has an instant", "0001-01-01T09:00", 32_400, "0001-01-01T00:00:00Z"),
  ])
  func instantsOfClocksStopAtTheEnds(_ what: String, _ text: String, _ offset: Int, _ expected: String) {
    #expect(local(text).instant(at: UTCOffset(seconds: offset)!).description == expected)
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00Z", true), ("0001-01-01T00:00:00+00:01", false), ("0001-01-01T00:01:00+00:01", true),
    ("0000-12-31T23:59:59Z", false), ("9999-12-31T23:59:59Z", true), ("9999-12-31T23:59:59-00:01", false),
    ("9999-12-31T23:58:59-00:01", true), ("9999-12-31T23:59:59+23:59", true), ("0001-01-01T00:00:00-23:59", true),
  ])
  func textsOutOfRangeAreRefused(_ text: String, _ isInstant: Bool) {
    #expect((Instant(rfc3339: text.utf8) != nil) == isInstant)
  }

  @Test("maps every wall time in every zone, to the ends of the calendar")
  func mappingsAtTheEnds() throws {
    let times = ["0001-01-01T00:00", "0001-01-01T23:59:59", "9999-12-31T00:00", "9999-12-31T23:59:59"].map { local($0) }
    for name in try zoneNames() {
      let zone = zone(name)
      let now = instant("2026-11-20T12:00:00Z")
      let timeline = ZoneTimeline(zone: zone, range: ZoneTimeline.range(now: now, days: 366))
      for time in times {
        guard case .unique(let instant) = zone.mapping(of: time) else {
          Issue.record("\(name) \(time): \(zone.mapping(of: time))")
          continue
        }
        #expect(abs(instant.utc.date.days(since: time.date)) <= 1, "\(name) \(time)")
        #expect(timeline.startOfDay(time.date) <= instant, "\(name) \(time)")
      }
    }
  }

  /// Checks that the mappings of random wall times agree with the zone's offsets.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func mappingsAgreeWithOffsets(_ seed: UInt64) throws {
    var random = Numbers(seed: seed)
    let names = try zoneNames()
    for round in 0..<4000 {
      let zone = zone(names[random.next(below: names.count)])
      let date = LocalDate.first.adding(days: 2 + random.next(below: 3_652_055))
      let reading = date.at(LocalTime(secondOfDay: random.next(below: 86_400))!)
      let comment: Comment = "seed \(seed), round \(round): \(zone.name) \(reading)"
      switch zone.mapping(of: reading) {
      case .unique(let instant):
        #expect(instant.local(at: zone.offset(at: instant)) == reading, comment)
      case .fold(let first, let last):
        #expect(first < last, comment)
        #expect([first, last].allSatisfy { $0.local(at: zone.offset(at: $0)) == reading }, comment)
      case .gap(let before, let after, let transition):
        #expect(transition.local(at: before) <= reading && reading < transition.local(at: after), comment)
      }
    }
  }

  /// Compares with Foundation, whose calendar is Gregorian from 1582-10-15 on, and with its number formatting.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func textsAndFields(_ seed: UInt64) {
    var random = Numbers(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "GMT")!
    let first = date("1582-10-15")
    for _ in 0..<2000 {
      let day = first.adding(days: random.next(below: LocalDate.last.days(since: first) + 1))
      let time = LocalTime(secondOfDay: random.next(below: 86_400))!
      let known = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400 + Double(time.secondOfDay))
      let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: known)
      #expect(day.fields == (parts.year!, parts.month!, parts.day!))
      #expect(day.weekday.numberFromSunday == parts.weekday!)
      let numbers = [parts.year!, parts.month!, parts.day!, parts.hour!, parts.minute!, parts.second!]
      func written(_ format: String, _ range: Range<Int>) -> String {
        String(format: format, arguments: numbers[range].map { $0 as CVarArg })
      }
      let instant = day.at(time).instant(at: .utc)
      #expect(day.description == written("%04d-%02d-%02d", 0..<3))
      #expect(time.description == written("%02d:%02d:%02d", 3..<6))
      #expect(instant.description == written("%04d-%02d-%02dT%02d:%02d:%02dZ", 0..<6))
      #expect(Instant(rfc3339: instant.description.utf8) == instant)
      #expect(LocalDateTime(iso8601: day.at(time).description.utf8) == day.at(time))
    }
  }

  private func zoneNames() throws -> [String] {
    recordedLines("zone-digests.txt").map { String($0.split(separator: " ")[1]) }
  }
}
