import CivilTime
import Testing

@Suite struct ZoneTimelineTests {
  static func timeline(
    _ home: String, _ changes: [(String, String)] = [],
    from start: String = "2026-01-01T00:00:00Z", to end: String = "2027-01-01T00:00:00Z"
  ) -> ZoneTimeline {
    ZoneTimeline(
      zone: zone(home), changes: changes.map { (instant($0.0), zone($0.1)) }, range: instant(start)..<instant(end))
  }

  @Test(arguments: [
    (
      "later: read with the offset before the gap", "2026-03-08T02:30", GapPolicy.later, OverlapPolicy.first,
      "2026-03-08T07:30:00Z shifted"
    ),
    ("next: the first instant after the gap", "2026-03-08T02:30", .next, .first, "2026-03-08T07:00:00Z shifted"),
    ("skip: nothing", "2026-03-08T02:30", .skip, .first, "gap"),
    ("no gap, nothing to skip", "2026-03-08T03:00", .skip, .first, "2026-03-08T07:00:00Z"),
    ("first", "2026-11-01T01:30", .later, .first, "2026-11-01T05:30:00Z"),
    ("last", "2026-11-01T01:30", .later, .last, "2026-11-01T06:30:00Z"),
    ("an ordinary time", "2026-11-20T09:00", .skip, .last, "2026-11-20T14:00:00Z"),
    ("outside the range", "2030-07-01T09:00", .later, .first, "2030-07-01T13:00:00Z"),
    ("at the range's start", "2025-12-31T19:00", .later, .first, "2026-01-01T00:00:00Z"),
    ("at the range's end", "2026-12-31T19:00", .later, .first, "2027-01-01T00:00:00Z"),
  ])
  func policies(_ what: String, _ text: String, _ gap: GapPolicy, _ overlap: OverlapPolicy, _ expected: String) {
    let timeline = ZoneTimelineTests.timeline("America/New_York")
    #expect(describe(timeline.resolve(local(text), gap: gap, overlap: overlap), stays: false) == expected)
  }

  @Test(arguments: [
    (
      "east: before the flight", "Europe/London", "2026-11-23T12:00:00Z", "Asia/Tokyo", "2026-11-23T11:59:59",
      "2026-11-23T11:59:59Z in 0"
    ),
    (
      "east: the skipped hours begin", "Europe/London", "2026-11-23T12:00:00Z", "Asia/Tokyo", "2026-11-23T12:00",
      "zone change"
    ),
    (
      "east: the skipped hours end", "Europe/London", "2026-11-23T12:00:00Z", "Asia/Tokyo", "2026-11-23T20:59:59",
      "zone change"
    ),
    (
      "east: after the flight", "Europe/London", "2026-11-23T12:00:00Z", "Asia/Tokyo", "2026-11-23T21:00",
      "2026-11-23T12:00:00Z in 1"
    ),
    (
      "west: the repeated hours begin, and the earliest counts", "Asia/Tokyo", "2026-11-23T12:00:00Z", "Europe/London",
      "2026-11-23T12:00", "2026-11-23T03:00:00Z in 0"
    ),
    (
      "west: the repeated hours end", "Asia/Tokyo", "2026-11-23T12:00:00Z", "Europe/London", "2026-11-23T20:59:59",
      "2026-11-23T11:59:59Z in 0"
    ),
    (
      "west: after them", "Asia/Tokyo", "2026-11-23T12:00:00Z", "Europe/London", "2026-11-23T21:00",
      "2026-11-23T21:00:00Z in 1"
    ),
    (
      "over the date line, eastward: a day twice", "Pacific/Auckland", "2026-12-01T00:00:00Z", "Pacific/Honolulu",
      "2026-12-01T09:00", "2026-11-30T20:00:00Z in 0"
    ),
    (
      "and what only the second has", "Pacific/Auckland", "2026-12-01T00:00:00Z", "Pacific/Honolulu",
      "2026-12-01T13:00", "2026-12-01T23:00:00Z in 1"
    ),
    (
      "over the date line, westward: a day lost", "Pacific/Honolulu", "2026-12-01T00:00:00Z", "Pacific/Auckland",
      "2026-12-01T09:00", "zone change"
    ),
    (
      "and its afternoon", "Pacific/Honolulu", "2026-12-01T00:00:00Z", "Pacific/Auckland", "2026-12-01T13:00",
      "2026-12-01T00:00:00Z in 1"
    ),
    (
      "a gap's reading moved past the departure", "America/New_York", "2026-03-08T07:15:00Z", "Etc/UTC",
      "2026-03-08T02:30", "zone change"
    ),
    (
      "a gap's reading moved to before it", "America/New_York", "2026-03-08T07:45:00Z", "Etc/UTC", "2026-03-08T02:30",
      "2026-03-08T07:30:00Z in 0 shifted"
    ),
    (
      "a fold of which the stay has one", "Etc/UTC", "2026-11-01T06:00:00Z", "America/New_York", "2026-11-01T01:30",
      "2026-11-01T01:30:00Z in 0"
    ),
  ])
  func travel(_ what: String, _ home: String, _ at: String, _ away: String, _ text: String, _ expected: String) {
    let timeline = ZoneTimelineTests.timeline(home, [(at, away)])
    #expect(describe(timeline.resolve(local(text), gap: .later, overlap: .first), stays: true) == expected)
  }

  @Test func aGapInTheStayIsSkipped() {
    let timeline = ZoneTimelineTests.timeline("America/New_York", [("2026-06-01T00:00:00Z", "Asia/Tokyo")])
    #expect(timeline.resolve(local("2026-03-08T02:30"), gap: .skip, overlap: .first) == .gap(stay: 0))
  }

  @Test(arguments: [
    ("midnight", "Europe/London", "2026-11-20", "2026-11-20T00:00:00Z"),
    ("no midnight in Cairo", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
    ("Cairo's clock put back at midnight", "Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"),
    ("no midnight in Havana", "America/Havana", "2025-03-09", "2025-03-09T05:00:00Z"),
    ("two midnights in Havana", "America/Havana", "2025-11-02", "2025-11-02T04:00:00Z"),
    ("no midnight in Santiago", "America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"),
    ("Santiago's clock put back at midnight", "America/Santiago", "2026-04-05", "2026-04-05T04:00:00Z"),
    ("the day Samoa skipped", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    ("the day after it", "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
    ("the day before it", "Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
  ])
  func startOfDay(_ what: String, _ name: String, _ day: String, _ expected: String) {
    for range in [("2011-01-01T00:00:00Z", "2027-01-01T00:00:00Z"), ("1990-01-01T00:00:00Z", "1990-01-02T00:00:00Z")] {
      let timeline = ZoneTimelineTests.timeline(name, from: range.0, to: range.1)
      #expect(timeline.startOfDay(date(day)).description == expected)
      #expect(timeline.local(at: timeline.startOfDay(date(day)).advanced(bySeconds: -1)).date < date(day))
    }
  }

  @Test(arguments: [
    (
      "a flight over midnight swallows it", "Pacific/Honolulu", "2026-12-01T00:00:00Z", "Pacific/Auckland",
      "2026-12-01", "2026-12-01T00:00:00Z"
    ),
    (
      "the day after is Auckland's", "Pacific/Honolulu", "2026-12-01T00:00:00Z", "Pacific/Auckland", "2026-12-02",
      "2026-12-01T11:00:00Z"
    ),
    (
      "a flight swallows a whole day", "Pacific/Pago_Pago", "2026-12-01T10:30:00Z", "Pacific/Kiritimati", "2026-12-01",
      "2026-12-01T10:30:00Z"
    ),
    (
      "and the next one's midnight", "Pacific/Pago_Pago", "2026-12-01T10:30:00Z", "Pacific/Kiritimati", "2026-12-02",
      "2026-12-01T10:30:00Z"
    ),
    (
      "arriving at midnight", "Europe/London", "2026-11-23T15:00:00Z", "Asia/Tokyo", "2026-11-24",
      "2026-11-23T15:00:00Z"
    ),
    (
      "leaving at midnight", "Europe/London", "2026-11-24T00:00:00Z", "Asia/Tokyo", "2026-11-24", "2026-11-24T00:00:00Z"
    ),
    (
      "a flight back over midnight: the first one", "Asia/Tokyo", "2026-11-23T16:00:00Z", "Europe/London", "2026-11-24",
      "2026-11-23T15:00:00Z"
    ),
  ])
  func startOfDayWhileTravelling(
    _ what: String, _ home: String, _ at: String, _ away: String, _ day: String, _ expected: String
  ) {
    let timeline = ZoneTimelineTests.timeline(home, [(at, away)])
    #expect(timeline.startOfDay(date(day)).description == expected)
  }

  @Test func staysFollowTheirChanges() {
    let timeline = ZoneTimelineTests.timeline(
      "Europe/London",
      [
        ("2026-06-01T00:00:00Z", "Asia/Tokyo"), ("2026-05-01T00:00:00Z", "Europe/Paris"),
        ("2026-06-01T00:00:00Z", "Asia/Seoul"),
      ])
    #expect(timeline.stays.map(\.zone.name) == ["Europe/London", "Europe/Paris", "Asia/Seoul"])
    #expect(timeline.stayIndex(at: instant("2026-04-30T23:59:59Z")) == 0)
    #expect(timeline.stayIndex(at: instant("2026-05-01T00:00:00Z")) == 1)
    #expect(timeline.local(at: instant("2026-06-01T00:00:00Z")) == local("2026-06-01T09:00"))
    #expect(timeline.local(at: instant("2026-05-31T23:59:59Z")) == local("2026-06-01T01:59:59"))
  }

  /// Checks that a timeline's shortcut and the zone agree around every transition and at the edges of the range.
  @Test(arguments: [
    "Africa/Cairo", "America/Havana", "Antarctica/Troll", "Asia/Gaza", "Australia/Lord_Howe", "Europe/Dublin",
    "Pacific/Apia",
  ])
  func resolvesAsItsZoneDoes(_ name: String) {
    let home = zone(name)
    for year in [2011, 2026, 2090] {
      let start = instant("\(year)-01-01T00:00:00Z")
      let range = start..<instant("\(year + 1)-01-01T00:00:00Z")
      let timeline = ZoneTimeline(zone: home, range: range)
      var moments = home.transitions(in: range).map(\.at)
      moments += [range.lowerBound, range.upperBound]
      for moment in moments {
        for step in -110...110 {
          let reading = moment.utc.adding(seconds: Int64(step) * 900)
          let expected: [Instant]
          switch home.mapping(of: reading) {
          case .unique(let instant): expected = [instant, instant]
          case .fold(let first, let last): expected = [first, last]
          case .gap(let before, _, let transition): expected = [reading.instant(at: before), transition]
          }
          let found = [
            timeline.resolve(reading, gap: .later, overlap: .first),
            timeline.resolve(reading, gap: .next, overlap: .last),
          ]
          for (resolution, instant) in zip(found, expected) {
            guard case .instant(instant, stay: 0, isShifted: _) = resolution else {
              Issue.record("\(reading): \(resolution), not \(instant)")
              return
            }
          }
        }
      }
    }
  }

  private func describe(_ resolution: ZoneTimeline.Resolution, stays: Bool) -> String {
    switch resolution {
    case .instant(let instant, let stay, let isShifted):
      "\(instant)\(stays ? " in \(stay)" : "")\(isShifted ? " shifted" : "")"
    case .gap: "gap"
    case .zoneChange: "zone change"
    }
  }
}

/// A phone at a border: thousands of moves, as little as a second apart.
@Suite struct CrowdedTimelineTests {
  /// Resolves a wall time by searching all stays, as docs/time.md describes.
  private static func lookThrough(
    _ timeline: ZoneTimeline, _ local: LocalDateTime, _ gap: GapPolicy, _ overlap: OverlapPolicy
  ) -> ZoneTimeline.Resolution {
    var found: [(at: Instant, stay: Int, isShifted: Bool)] = []
    var skipped: Int?
    for (index, stay) in timeline.stays.enumerated() {
      let (instant, isShifted): (Instant, Bool)
      switch (stay.zone.mapping(of: local), gap) {
      case (.unique(let at), _): (instant, isShifted) = (at, false)
      case (.fold(let first, let last), _): (instant, isShifted) = (overlap == .first ? first : last, false)
      case (.gap(let before, _, _), .later): (instant, isShifted) = (local.instant(at: before), true)
      case (.gap(_, _, let transition), .next): (instant, isShifted) = (transition, true)
      case (.gap(_, _, let transition), .skip):
        if stay.start < transition, transition < stay.end, skipped == nil { skipped = index }
        continue
      }
      if stay.start <= instant, instant < stay.end { found.append((instant, index, isShifted)) }
    }
    let first = found.min { $0.at < $1.at }
    return first.map { .instant($0.at, stay: $0.stay, isShifted: $0.isShifted) } ?? skipped.map { .gap(stay: $0) }
      ?? .zoneChange
  }

  /// The ends of summer time in Europe and New York, and the day that Apia skipped.
  @Test(
    "maps every wall time as a linear search of all stays does",
    arguments: [
      ("2026-10-23T12:00:00Z", 400, 900), ("2026-10-24T20:00:00Z", 60, 601), ("2026-03-27T00:00:00Z", 300, 777),
      ("2011-12-29T00:00:00Z", 200, 1201), ("2026-03-08T05:00:00Z", 90, 241), ("2026-11-01T04:00:00Z", 90, 200),
    ])
  func sameAsLookingThrough(_ start: String, _ count: Int, _ seconds: Int64) {
    let names = [
      "Europe/London", "America/New_York", "Pacific/Apia", "Asia/Tokyo", "Africa/Cairo", "Asia/Kathmandu", "UTC",
    ]
    let first = instant(start)
    let timeline = ZoneTimeline(
      zone: zone("Europe/Berlin"),
      changes: (0..<count).map { (first.advanced(bySeconds: Int64($0) * seconds), zone(names[$0 * 5 % 7])) },
      range: first.advanced(bySeconds: -40 * 86_400)..<first.advanced(bySeconds: 20 * 86_400))
    for step in 0..<600 {
      let local = first.advanced(bySeconds: Int64(step - 150) * 1009).utc
      for (gap, overlap) in [(GapPolicy.later, OverlapPolicy.first), (.next, .last), (.skip, .last)] {
        let expected = CrowdedTimelineTests.lookThrough(timeline, local, gap, overlap)
        #expect(timeline.resolve(local, gap: gap, overlap: overlap) == expected, "\(local) \(gap) \(overlap)")
      }
    }
    for stay in timeline.stays.indices.dropFirst() {
      #expect(timeline.stayIndex(at: timeline.stays[stay].start) == stay)
      #expect(timeline.stayIndex(at: timeline.stays[stay].start.advanced(bySeconds: -1)) == stay - 1)
    }
  }
}
