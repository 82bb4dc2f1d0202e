import CivilTime
import Foundation
import TestSupport
import Testing
import TicklerKit

@testable import TicklerFoundation

/// Tests conversions between Foundation's values and the library's.
@Suite struct ConversionTests {
  @Test(
    "a zone by Foundation's offsets agrees with the pinned tz database",
    arguments: ["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Auckland"])
  func zones(name: String) throws {
    let pinned = try Zone(name: name, tzif: TestFiles.bytes(zone: name))
    let timeZone = try #require(TimeZone(identifier: name))
    let range = Instant(rfc3339: "2010-01-01T00:00:00Z".utf8)!..<Instant(rfc3339: "2026-01-01T00:00:00Z".utf8)!
    for zone in [Zone(timeZone), Zone(probing: timeZone)] {
      #expect(zone.name == name && zone.transitions(in: range) == pinned.transitions(in: range))
    }
  }

  @Test("has the example of the doc comment")
  func example() throws {
    var account = Account(id: "rosa", zone: Zone(TimeZone.current))
    account.items = []
    #expect(account.zone.name == TimeZone.current.identifier)
    #expect(try DocExamples.missing(from: #filePath, in: "Sources/TicklerFoundation") == [])
  }

  @Test("a zone without a file uses Foundation's offset")
  func fixed() throws {
    let zone = Zone(try #require(TimeZone(secondsFromGMT: 5400)))
    #expect(zone.offset(at: Instant(epochSeconds: 1_800_000_000)!).seconds == 5400)
  }

  @Test(
    "converts a date to an instant, truncated to the second",
    arguments: [(0.0, 0), (1.999, 1), (-0.5, -1), (1_800_000_000.25, 1_800_000_000), (.infinity, 253_402_300_799)])
  func dates(seconds: Double, epoch: Int64) {
    let instant = Instant(Date(timeIntervalSince1970: seconds))
    #expect(instant.epochSeconds == epoch && Date(instant).timeIntervalSince1970 == Double(epoch))
  }

  @Test("converts components to a date, a time or both, if complete")
  func components() {
    let local = LocalDate(year: 2028, month: 2, day: 29)!.at(LocalTime(hour: 7, minute: 30)!)
    var components = DateComponents(local)
    #expect(LocalDateTime(components) == local && components.timeZone == nil)
    components.second = nil
    #expect(LocalTime(components) == local.time && LocalDate(components) == local.date)
    components.year = 2027
    #expect(LocalDateTime(components) == nil && LocalDate(components) == nil)
    #expect(LocalTime(DateComponents(minute: 5)) == nil)
  }
}
