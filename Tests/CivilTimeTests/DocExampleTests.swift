import CivilTime
import TestSupport
import Testing

/// The examples in the doc comments of `CivilTime`, line for line, so that each compiles and is true.
@Suite struct DocExampleTests {
  @Test func localDate() {
    let date = LocalDate(year: 2024, month: 2, day: 28)!
    assert(date.adding(days: 2).description == "2024-03-01")
    assert((date...date.adding(days: 2)).map(\.day) == [28, 29, 1])
    assert(LocalDate(year: 2026, month: 2, day: 29) == nil)
    assert(LocalDate.last.adding(days: 1) == .last)
  }

  @Test func localTime() {
    let time = LocalTime(hour: 9, minute: 30)!
    assert(time.secondOfDay == 34_200 && time.description == "09:30:00")
    assert(LocalTime(hour: 24, minute: 0) == nil)
  }

  @Test func localDateTime() {
    let evening = LocalDate(year: 2026, month: 11, day: 20)!.at(LocalTime(hour: 23, minute: 30)!)
    assert(evening.adding(seconds: 3600).description == "2026-11-21T00:30:00")
    assert(evening.instant(at: UTCOffset(seconds: -18_000)!).description == "2026-11-21T04:30:00Z")
  }

  @Test func probing() {
    let spring = Instant(rfc3339: "2027-03-28T01:00:00Z".utf8)!
    let range = spring.advanced(bySeconds: -86_400 * 30)..<spring.advanced(bySeconds: 86_400 * 30)
    let zone = Zone(name: "Test", in: range) { $0 < spring ? .utc : UTCOffset(seconds: 3600)! }
    assert(zone.transitions(in: range).map(\.at) == [spring])
  }

  @Test func instant() {
    let noon = Instant(rfc3339: "2026-11-20T12:00:00Z".utf8)!
    assert(noon.advanced(bySeconds: 90).description == "2026-11-20T12:01:30Z")
    assert(noon.local(at: UTCOffset(seconds: 3600)!).description == "2026-11-20T13:00:00")
    assert(Instant(epochSeconds: .max) == nil)
    assert(Instant.distantFuture.advanced(bySeconds: 1) == .distantFuture)
  }

  @Test func offset() {
    let newfoundland = UTCOffset(seconds: -12_600)!
    assert(newfoundland.description == "-03:30")
    assert(UTCOffset(seconds: 26 * 3600) == nil)
  }

  @Test func weekdays() {
    var days = WeekdaySet(.monday)
    days.insert(.sunday)
    assert(Weekday.allCases.filter(days.contains) == [.monday, .sunday])
  }

  @Test func text() {
    let digits = LocalDate(year: 2026, month: 11, day: 20)!.digits
    assert(digits & 0xff == UInt64(UInt8(ascii: "2")) && digits >> 56 == UInt64(UInt8(ascii: "0")))
  }

  @Test func zone() {
    let winter = LocalTimeType(offset: .utc, abbreviation: "GMT", isDaylight: false)
    let summer = LocalTimeType(offset: UTCOffset(seconds: 3600)!, abbreviation: "BST", isDaylight: true)
    let spring = Instant(rfc3339: "2027-03-28T01:00:00Z".utf8)!
    let zone = Zone(name: "Test", initial: winter, transitions: [(at: spring, type: summer)])
    let night = LocalDate(year: 2027, month: 3, day: 28)!.at(LocalTime(hour: 1, minute: 30)!)
    assert(zone.mapping(of: night) == .gap(before: .utc, after: summer.offset, transition: spring))
  }

  @Test func timeline() {
    let home = Zone(name: "Home", initial: .init(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
    let now = Instant(rfc3339: "2026-11-20T12:00:00Z".utf8)!
    let timeline = ZoneTimeline(zone: home, range: ZoneTimeline.range(now: now, days: 14))
    let resolution = timeline.resolve(now.utc, gap: .later, overlap: .first)
    assert(resolution == .instant(now, stay: 0, isShifted: false))
  }

  @Test func database() throws {
    let utcFile = pinnedFile("Etc/UTC")

    let files = ["UTC": utcFile, "+VERSION": Array("2026f\n".utf8)]
    let zones = try ZoneDatabase(path: "memory") { file, limit in files[file].map { Array($0.prefix(limit)) } }!
    assert(zones.version == "2026f")
    assert(try zones.zone(named: "UTC") != nil && zones.zone(named: "Mars/Olympus") == nil)
  }

  @Test func recurrence() throws {
    let start = LocalDate(year: 2026, month: 1, day: 31)!
    let monthly = try Recurrence(RecurrenceRule(parsing: "FREQ=MONTHLY".utf8), start: start)
    var dates: [LocalDate] = []
    monthly.appendDates(in: start...start.adding(days: 100), at: .midnight, to: &dates)
    assert(dates.map(\.description) == ["2026-01-31", "2026-03-31"])
  }

  @Test("has every example of the doc comments, and each of these types has one")
  func everyExample() throws {
    let missing = try DocExamples.missing(from: #filePath, in: "Sources/CivilTime")
    #expect(missing.isEmpty, "\(missing)")
    let files = try DocExamples.files(in: "Sources/CivilTime")
    #expect(
      files.isSuperset(of: [
        "LocalDate.swift", "LocalTime.swift", "LocalDateTime.swift", "Instant.swift", "UTCOffset.swift",
        "Weekday.swift",
        "CivilText.swift", "Zone.swift", "ZoneTimeline.swift", "ZoneDatabase.swift", "Recurrence.swift",
      ]))
  }
}

/// Replaces Swift's `assert` in the examples, so that a failure does not end the tests.
private func assert(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(isTrue, sourceLocation: sourceLocation)
}
