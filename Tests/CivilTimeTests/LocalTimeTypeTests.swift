import CivilTime
import Testing

/// Tests abbreviations, daylight flags, and zones made from short tables.
@Suite struct LocalTimeTypeTests {
  /// Expected values are from Python's zoneinfo with the same tree.
  @Test(arguments: [
    ("before the change back", "Europe/Berlin", "2026-10-25T00:59:59Z", "CEST +02:00 daylight"),
    ("from the change on", "Europe/Berlin", "2026-10-25T01:00:00Z", "CET +01:00 standard"),
    ("by the footer", "Europe/Berlin", "2090-07-01T00:00:00Z", "CEST +02:00 daylight"),
    ("the summer is standard", "Europe/Dublin", "2026-07-01T00:00:00Z", "IST +01:00 standard"),
    ("and the winter is not", "Europe/Dublin", "2026-12-01T00:00:00Z", "GMT +00:00 daylight"),
    ("nor by the footer", "Europe/Dublin", "2060-12-01T00:00:00Z", "GMT +00:00 daylight"),
    ("no changes", "Asia/Kolkata", "2026-01-01T00:00:00Z", "IST +05:30 standard"),
    ("a number for a name", "America/Sao_Paulo", "2026-01-01T00:00:00Z", "-03 -03:00 standard"),
    ("Ramadan", "Africa/Casablanca", "2026-02-20T00:00:00Z", "+00 +00:00 daylight"),
    ("before the law", "America/Vancouver", "2026-01-01T00:00:00Z", "PST -08:00 standard"),
    ("after the law", "America/Vancouver", "2026-12-01T00:00:00Z", "MST -07:00 standard"),
    ("no table", "Etc/UTC", "2026-01-01T00:00:00Z", "UTC +00:00 standard"),
    ("before the table", "Europe/Amsterdam", "1800-01-01T00:00:00Z", "LMT +00:19:32 standard"),
    ("this side of the date line", "Pacific/Apia", "2011-12-30T09:59:59Z", "-10 -10:00 daylight"),
    ("the other side", "Pacific/Apia", "2011-12-30T10:00:00Z", "+14 +14:00 daylight"),
    ("war time", "America/New_York", "1945-08-14T22:59:59Z", "EWT -04:00 daylight"),
    ("peace time: another name for it", "America/New_York", "1945-08-14T23:00:00Z", "EPT -04:00 daylight"),
    ("summer time", "Europe/London", "1968-10-26T22:59:59Z", "BST +01:00 daylight"),
    ("that stays: another flag", "Europe/London", "1968-10-26T23:00:00Z", "BST +01:00 standard"),
  ])
  func typeAtInstant(_ what: String, _ name: String, _ at: String, _ expected: String) {
    #expect(describe(zone(name).localTimeType(at: instant(at))) == expected)
    #expect(zone(name).localTimeType(at: instant(at)).offset == zone(name).offset(at: instant(at)))
  }

  private func describe(_ type: LocalTimeType) -> String {
    "\(type.abbreviation) \(type.offset) \(type.isDaylight ? "daylight" : "standard")"
  }

  @Test("a change of name or daylight flag changes no clock")
  func noTransition() {
    let range = instant("1945-08-14T00:00:00Z")..<instant("1945-08-16T00:00:00Z")
    #expect(zone("America/New_York").transitions(in: range).isEmpty)
    let autumn = instant("1968-10-01T00:00:00Z")..<instant("1968-12-01T00:00:00Z")
    #expect(zone("Europe/London").transitions(in: autumn).isEmpty)
  }

  @Test("every zone has the offset of its type around each transition of the recent past and near future")
  func typesAgreeWithOffsets() {
    let range = instant("1965-01-01T00:00:00Z")..<instant("2045-01-01T00:00:00Z")
    var count = 0
    for line in recordedLines("zone-digests.txt") {
      let zone = zone(line.split(separator: " ")[1].description)
      for transition in zone.transitions(in: range) {
        count += 1
        #expect(zone.localTimeType(at: transition.at).offset == transition.after)
        #expect(zone.localTimeType(at: transition.at.advanced(bySeconds: -1)).offset == transition.before)
        #expect(!zone.localTimeType(at: transition.at).abbreviation.isEmpty)
      }
    }
    #expect(count > 1000)
  }

  private static let cet = LocalTimeType(offset: UTCOffset(seconds: 3600)!, abbreviation: "CET", isDaylight: false)
  private static let cest = LocalTimeType(offset: UTCOffset(seconds: 7200)!, abbreviation: "CEST", isDaylight: true)

  @Test("a zone made from part of a table agrees with the full zone within that part")
  func shortTable() {
    let range = instant("2026-01-01T00:00:00Z")..<instant("2027-01-01T00:00:00Z")
    let whole = zone("Europe/Berlin")
    let table = whole.transitions(in: range).map { ($0.at, whole.localTimeType(at: $0.at)) }
    let short = Zone(name: "Europe/Berlin", initial: whole.localTimeType(at: range.lowerBound), transitions: table)
    #expect(short.segments(in: range) == whole.segments(in: range))
    #expect(short.transitions(in: range).count == 2)
    for reading in ["2026-03-29T02:30", "2026-10-25T02:30", "2026-07-01T12:00", "2026-12-31T23:59:59"] {
      #expect(short.mapping(of: local(reading)) == whole.mapping(of: local(reading)))
    }
    #expect(short.localTimeType(at: instant("2026-07-01T00:00:00Z")) == LocalTimeTypeTests.cest)
  }

  @Test("before a partial table, its first type applies; after it, its last")
  func shortTableEnds() {
    let at = instant("2026-10-25T01:00:00Z")
    let zone = Zone(
      name: "Test/Short", initial: LocalTimeTypeTests.cest, transitions: [(at, LocalTimeTypeTests.cet)])
    #expect(zone.localTimeType(at: .distantPast) == LocalTimeTypeTests.cest)
    #expect(zone.localTimeType(at: at.advanced(bySeconds: -1)) == LocalTimeTypeTests.cest)
    #expect(zone.localTimeType(at: at) == LocalTimeTypeTests.cet)
    #expect(zone.offset(at: instant("2126-07-01T00:00:00Z")) == LocalTimeTypeTests.cet.offset)
    #expect(zone.transitions(in: .distantPast..<Instant.distantFuture).map(\.at) == [at])
  }

  @Test("a table without transitions has one constant offset")
  func emptyTable() {
    let zone = Zone(name: "Test/Fixed", initial: LocalTimeTypeTests.cet, transitions: [])
    #expect(zone.localTimeType(at: instant("2026-07-01T00:00:00Z")) == LocalTimeTypeTests.cet)
    #expect(zone.mapping(of: local("2026-07-01T12:00")) == .unique(instant("2026-07-01T11:00:00Z")))
  }

  @Test("a table may be unordered; of two transitions at one instant, the later in the list applies")
  func disorder() {
    let (spring, autumn) = (instant("2026-03-29T01:00:00Z"), instant("2026-10-25T01:00:00Z"))
    let wrong = LocalTimeType(offset: .utc, abbreviation: "X", isDaylight: false)
    let zone = Zone(
      name: "Test/Any", initial: LocalTimeTypeTests.cet,
      transitions: [
        (autumn, wrong), (autumn, LocalTimeTypeTests.cet), (spring, LocalTimeTypeTests.cest),
      ])
    #expect(describe(zone.localTimeType(at: autumn)) == "CET +01:00 standard")
    #expect(zone.transitions(in: .distantPast..<Instant.distantFuture).map(\.at) == [spring, autumn])
  }
}
