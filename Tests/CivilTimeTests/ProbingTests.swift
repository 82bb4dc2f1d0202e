import CivilTime
import TestSupport
import Testing

/// Tests zones that are created by asking for offsets, as on Apple's systems.
@Suite struct ProbingTests {
  @Test("finds every transition of every zone's file from 1980 to 2060")
  func changes() throws {
    let range = Instant(rfc3339: "1980-01-01T00:00:00Z".utf8)!..<Instant(rfc3339: "2060-01-01T00:00:00Z".utf8)!
    var found = 0
    for name in TestFiles.zones.names {
      let zone = try #require(try TestFiles.zones.zone(named: name))
      let probed = Zone(name: name, in: range) { zone.offset(at: $0) }
      #expect(probed.transitions(in: range) == zone.transitions(in: range), "\(name)")
      found += zone.transitions(in: range).count
    }
    #expect(found > 10_000)
  }
}
