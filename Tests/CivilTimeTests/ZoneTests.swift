import CivilTime
import Foundation
import Testing

@Suite struct ZoneTests {
  struct Reading: CustomTestStringConvertible, Sendable {
    var what: String
    var zone: String
    var local: String
    /// One instant, or the first and last of a fold.
    var instants: [String] = []
    /// The transition that skips the wall time, and the offsets around it.
    var gap: String?

    var testDescription: String { "\(zone) \(local): \(what)" }
  }

  /// Expected values are from Python's zoneinfo with the same tree.
  static let readings = [
    Reading(
      what: "the last minute before the gap", zone: "America/New_York", local: "2026-03-08T01:59",
      instants: ["2026-03-08T06:59:00Z"]),
    Reading(
      what: "the gap's first reading", zone: "America/New_York", local: "2026-03-08T02:00",
      gap: "2026-03-08T07:00:00Z -05:00 -04:00"),
    Reading(
      what: "the gap's last reading", zone: "America/New_York", local: "2026-03-08T02:59:59",
      gap: "2026-03-08T07:00:00Z -05:00 -04:00"),
    Reading(
      what: "the first one after the gap", zone: "America/New_York", local: "2026-03-08T03:00",
      instants: ["2026-03-08T07:00:00Z"]),
    Reading(
      what: "before the fold", zone: "America/New_York", local: "2026-11-01T00:59:59",
      instants: ["2026-11-01T04:59:59Z"]),
    Reading(
      what: "the fold's first reading", zone: "America/New_York", local: "2026-11-01T01:00",
      instants: ["2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"]),
    Reading(
      what: "the fold's last reading", zone: "America/New_York", local: "2026-11-01T01:59:59",
      instants: ["2026-11-01T05:59:59Z", "2026-11-01T06:59:59Z"]),
    Reading(
      what: "after the fold", zone: "America/New_York", local: "2026-11-01T02:00", instants: ["2026-11-01T07:00:00Z"]),
    Reading(
      what: "winter time is the negative daylight time", zone: "Europe/Dublin", local: "2026-10-25T01:30",
      instants: ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]),
    Reading(
      what: "and so by the footer", zone: "Europe/Dublin", local: "2050-10-30T01:30",
      instants: ["2050-10-30T00:30:00Z", "2050-10-30T01:30:00Z"]),
    Reading(
      what: "gap by the footer", zone: "Europe/Dublin", local: "2050-03-27T01:30",
      gap: "2050-03-27T01:00:00Z +00:00 +01:00"),
    Reading(
      what: "a gap of half an hour", zone: "Australia/Lord_Howe", local: "2026-10-04T02:15",
      gap: "2026-10-03T15:30:00Z +10:30 +11:00"),
    Reading(
      what: "over after half an hour", zone: "Australia/Lord_Howe", local: "2026-10-04T02:30",
      instants: ["2026-10-03T15:30:00Z"]),
    Reading(
      what: "a fold of half an hour", zone: "Australia/Lord_Howe", local: "2026-04-05T01:45",
      instants: ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]),
    Reading(
      what: "over at 02:00", zone: "Australia/Lord_Howe", local: "2026-04-05T02:00", instants: ["2026-04-04T15:30:00Z"]),
    Reading(
      what: "a gap of two hours", zone: "Antarctica/Troll", local: "2026-03-29T02:59",
      gap: "2026-03-29T01:00:00Z +00:00 +02:00"),
    Reading(
      what: "a fold of two hours", zone: "Antarctica/Troll", local: "2026-10-25T01:00",
      instants: ["2026-10-24T23:00:00Z", "2026-10-25T01:00:00Z"]),
    Reading(
      what: "Ramadan's fold", zone: "Africa/Casablanca", local: "2026-02-15T02:30",
      instants: ["2026-02-15T01:30:00Z", "2026-02-15T02:30:00Z"]),
    Reading(
      what: "the fold into permanent +00", zone: "Africa/Casablanca", local: "2026-09-20T01:30",
      instants: ["2026-09-20T00:30:00Z", "2026-09-20T01:30:00Z"]),
    Reading(
      what: "far behind the table", zone: "Africa/Casablanca", local: "2090-06-01T12:00",
      instants: ["2090-06-01T12:00:00Z"]),
    Reading(
      what: "the table's last years, moved by Ramadan", zone: "Asia/Gaza", local: "2086-07-15T12:00",
      instants: ["2086-07-15T09:00:00Z"]),
    Reading(
      what: "the footer, behind a table to 2086", zone: "Asia/Gaza", local: "2088-05-01T12:00",
      instants: ["2088-05-01T09:00:00Z"]),
    Reading(
      what: "the footer's winter", zone: "Asia/Gaza", local: "2087-01-15T12:00", instants: ["2087-01-15T10:00:00Z"]),
    Reading(
      what: "the last gap before permanent -07", zone: "America/Vancouver", local: "2026-03-08T02:30",
      gap: "2026-03-08T10:00:00Z -08:00 -07:00"),
    Reading(
      what: "no fold any more", zone: "America/Vancouver", local: "2026-11-01T01:30", instants: ["2026-11-01T08:30:00Z"]
    ),
    Reading(
      what: "winter on -07", zone: "America/Vancouver", local: "2027-01-15T12:00", instants: ["2027-01-15T19:00:00Z"]),
    Reading(
      what: "a swallowed day's midnight", zone: "Pacific/Apia", local: "2011-12-30T00:00",
      gap: "2011-12-30T10:00:00Z -10:00 +14:00"),
    Reading(
      what: "a swallowed day's last second", zone: "Pacific/Apia", local: "2011-12-30T23:59:59",
      gap: "2011-12-30T10:00:00Z -10:00 +14:00"),
    Reading(
      what: "the day after it", zone: "Pacific/Apia", local: "2011-12-31T00:00", instants: ["2011-12-30T10:00:00Z"]),
    Reading(
      what: "a change at 24:00 repeats 23:30", zone: "Africa/Cairo", local: "2026-10-29T23:30",
      instants: ["2026-10-29T20:30:00Z", "2026-10-29T21:30:00Z"]),
    Reading(
      what: "local mean time", zone: "Europe/Amsterdam", local: "1800-01-01T12:00", instants: ["1800-01-01T11:40:28Z"]),
  ]

  @Test(arguments: readings)
  func mapping(_ reading: Reading) {
    switch zone(reading.zone).mapping(of: local(reading.local)) {
    case .unique(let instant): #expect([instant.description] == reading.instants)
    case .fold(let first, let last): #expect([first.description, last.description] == reading.instants)
    case .gap(let before, let after, let transition): #expect("\(transition) \(before) \(after)" == reading.gap)
    }
  }

  @Test func transitionsOfAYear() {
    func changes(_ name: String, _ year: Int) -> [String] {
      let range = instant("\(year)-01-01T00:00:00Z")..<instant("\(year + 1)-01-01T00:00:00Z")
      return zone(name).transitions(in: range).map { "\($0.at) \($0.before) \($0.after)" }
    }
    #expect(changes("Asia/Tokyo", 2026).isEmpty)
    #expect(changes("America/Vancouver", 2026) == ["2026-03-08T10:00:00Z -08:00 -07:00"])
    #expect(changes("America/Vancouver", 2027).isEmpty)
    #expect(changes("Pacific/Apia", 2011).last == "2011-12-30T10:00:00Z -10:00 +14:00")
    #expect(
      changes("Europe/London", 2126) == ["2126-03-31T01:00:00Z +00:00 +01:00", "2126-10-27T01:00:00Z +01:00 +00:00"])
  }

  @Test func aRangeBeginsWithItsFirstInstantAndEndsBeforeItsLast() {
    let change = instant("2026-03-29T01:00:00Z")
    let london = zone("Europe/London")
    #expect(london.transitions(in: change..<change.advanced(bySeconds: 1)).map(\.at) == [change])
    #expect(london.transitions(in: change.advanced(bySeconds: -1)..<change).isEmpty)
    #expect(london.offset(at: change) == UTCOffset(seconds: 3600))
    #expect(london.offset(at: change.advanced(bySeconds: -1)) == .utc)
  }

  @Test func segmentsLeaveNoHoles() {
    let range = instant("2020-01-01T00:00:00Z")..<instant("2100-01-01T00:00:00Z")
    for name in ["Europe/London", "Asia/Gaza", "Africa/Casablanca", "America/Havana", "Etc/UTC"] {
      let segments = zone(name).segments(in: range)
      #expect(segments.first?.start == range.lowerBound)
      #expect(segments.last?.end == range.upperBound)
      for (a, b) in zip(segments, segments.dropFirst()) {
        #expect(a.end == b.start && a.offset != b.offset)
      }
    }
  }
}

/// Compares zones of the pinned tree with Python's zoneinfo. Tests/Tools/zone_digests.py defines the digest.
@Suite struct ZoneDigestTests {
  /// `make zone-check` compares every half hour of every zone, with the digests in zone-digests-full.txt.
  @Test func everyEighthZone() {
    var known: [[UInt8]: String] = [:]
    var wrong: [String] = []
    let lines = recordedLines("zone-digests.txt")
    #expect(lines.count == 598)
    for line in stride(from: 0, to: lines.count, by: 8).map({ lines[$0] }) {
      let parts = line.split(separator: " ").map(String.init)
      let bytes = pinnedFile(parts[1])
      let digest = known[bytes] ?? ZoneDigest(of: zone(parts[1])).description
      if bytes.count > 256 { known[bytes] = digest }
      if digest != parts[0] { wrong.append(parts[1]) }
    }
    #expect(wrong.isEmpty)
  }
}
