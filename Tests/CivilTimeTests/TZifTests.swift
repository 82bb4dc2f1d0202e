import Testing

@testable import CivilTime

@Suite struct PosixRuleTests {
  @Test(arguments: [
    ("New York", "EST5EDT,M3.2.0,M11.1.0", 2026, ["2026-03-08T07:00:00Z -04:00", "2026-11-01T06:00:00Z -05:00"]),
    (
      "negative daylight time", "IST-1GMT0,M10.5.0,M3.5.0/1", 2026,
      ["2026-03-29T01:00:00Z +01:00", "2026-10-25T01:00:00Z +00:00"]
    ),
    (
      "quoted names, half an hour", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026,
      ["2026-04-04T15:00:00Z +10:30", "2026-10-03T15:30:00Z +11:00"]
    ),
    (
      "two hours", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", 2026,
      ["2026-03-29T01:00:00Z +02:00", "2026-10-25T01:00:00Z +00:00"]
    ),
    (
      "a change before midnight", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026,
      ["2026-03-29T01:00:00Z -01:00", "2026-10-25T01:00:00Z -02:00"]
    ),
    (
      "a change at 24:00", "EET-2EEST,M4.5.5/0,M10.5.4/24", 2026,
      ["2026-04-23T22:00:00Z +03:00", "2026-10-29T21:00:00Z +02:00"]
    ),
    (
      "a change two days later", "EET-2EEST,M3.4.4/50,M10.4.4/50", 2026,
      ["2026-03-28T00:00:00Z +03:00", "2026-10-23T23:00:00Z +02:00"]
    ),
    (
      "Julian days skip 29 February", "AAA3BBB,J59/0,J60/0", 2024,
      ["2024-02-28T03:00:00Z -02:00", "2024-03-01T02:00:00Z -03:00"]
    ),
    (
      "day numbers count it", "AAA3BBB,58/0,59/0", 2024, ["2024-02-28T03:00:00Z -02:00", "2024-02-29T02:00:00Z -03:00"]
    ),
    ("no daylight time", "MST7", 2026, []),
  ])
  func changes(_ what: String, _ text: String, _ year: Int, _ expected: [String]) {
    let rule = PosixRule(text.utf8)
    #expect(rule?.changes(year: year).map { "\($0.at) \($0.type.offset)" } == expected)
  }

  @Test(arguments: [
    "", "5", "EST", "EST5EDT", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.0.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J100", "EST5EDT,J366,J100", "EST5EDT,366,1",
    "EST25", "EST5:60",
    "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/2:00:60,M11.1.0", "<EST5", "<E\0T>5<", "EST5EDT M3.2.0 M11.1.0",
  ])
  func notARule(_ text: String) {
    #expect(PosixRule(text.utf8) == nil)
  }
}

@Suite struct TZifTests {
  /// A file with one change: from +00:00 to +01:00 at `transition`.
  static func file(
    version: Character, transition: Int64 = 1000, type: UInt8 = 1, name: UInt8 = 0, names: String = "XXX\0",
    footer: String? = "\nXXX-1\n"
  ) -> [UInt8] {
    func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
    func block(_ time: [UInt8]) -> [UInt8] {
      let counts: [Int32] = [0, 0, 0, 1, 2, 4]
      let header = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0) }
      let types = bigEndian(Int32(0)) + [0, 0] + bigEndian(Int32(3600)) + [0, name]
      return header + time + [type] + types + Array(names.utf8)
    }
    let first = block(bigEndian(Int32(truncatingIfNeeded: transition)))
    return version < "2" ? first : first + block(bigEndian(transition)) + Array((footer ?? "").utf8)
  }

  @Test(arguments: ["2", "3", "4"] as [Character])
  func laterVersionsHave64BitsAndAFooter(_ version: Character) throws {
    let tzif = try TZif(TZifTests.file(version: version, transition: 5_000_000_000))
    #expect(tzif.transitions.map(\.at.epochSeconds) == [5_000_000_000])
    #expect(tzif.initialOffset == .utc)
    #expect(
      tzif.rule
        == PosixRule(
          standard: LocalTimeType(offset: UTCOffset(seconds: 3600), abbreviation: "XXX", isDaylight: false)))
  }

  @Test func version1Has32BitsAndNoFooter() throws {
    let tzif = try TZif(TZifTests.file(version: "\0", transition: -1000))
    #expect(tzif.transitions.map(\.at.epochSeconds) == [-1000])
    #expect(tzif.rule == nil)
    let zone = try Zone(name: "Test/One", tzif: TZifTests.file(version: "\0", transition: -1000))
    #expect(zone.offset(at: instant("2100-01-01T00:00:00Z")) == UTCOffset(seconds: 3600))
    #expect(zone.offset(at: Instant(epochSeconds: -1001)) == .utc)
    #expect(zone.offset(at: Instant(epochSeconds: -1000)) == UTCOffset(seconds: 3600))
  }

  @Test("names end at a zero, and may begin inside another one")
  func names() throws {
    let tzif = try TZif(TZifTests.file(version: "2", name: 1, names: "LMT\0"))
    #expect(tzif.types.map(\.abbreviation) == ["LMT", "MT"])
  }

  @Test func anEmptyFooterLeavesTheLastOffset() throws {
    let tzif = try TZif(TZifTests.file(version: "2", footer: "\n\n"))
    #expect(tzif.rule == nil)
  }

  @Test(
    arguments: [
      ("no bytes", [], .truncated), ("another format", Array("PNG!".utf8) + [UInt8](repeating: 0, count: 60), .notTZif),
      ("the magic word alone", Array("TZif".utf8), .truncated),
      ("a type that is not there", file(version: "2", type: 2), .inconsistent),
      ("a name behind the names", file(version: "2", name: 4), .inconsistent),
      ("a name without an end", file(version: "2", names: "XXXX"), .inconsistent),
      ("no footer", file(version: "2", footer: nil), .truncated),
      ("half a footer", file(version: "2", footer: "\nXXX-1"), .truncated),
      ("something else for a footer", file(version: "2", footer: "XXX-1\n"), .inconsistent),
      ("a footer that is no rule", file(version: "2", footer: "\nSummer\n"), .inconsistent),
      ("negative counts", Array("TZif2".utf8) + [UInt8](repeating: 0xff, count: 60), .inconsistent),
      ("no types", Array("TZif2".utf8) + [UInt8](repeating: 0, count: 60), .inconsistent),
      (
        "counts beyond the file",
        Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0x7f, count: 24), .truncated
      ),
    ] as [(String, [UInt8], TZif.Failure)])
  func refused(_ what: String, _ bytes: [UInt8], _ failure: TZif.Failure) {
    #expect(throws: failure) { try TZif(bytes) }
  }

  @Test func everyCutIsNoticed() {
    let bytes = pinnedFile("Europe/London")
    for count in 0..<bytes.count {
      #expect(throws: TZif.Failure.truncated) { try TZif(Array(bytes.prefix(count))) }
    }
  }
}

@Suite struct ZoneDatabaseTests {
  @Test func thePinnedTree() {
    #expect(pinned.version == "2026f")
    #expect(zone("Europe/London") === zone("Europe/London"))
    #expect(zone("Europe/London").name == "Europe/London")
  }

  @Test(arguments: [
    "Mars/Olympus", "", "/etc/passwd", "../2026f/UTC", "Europe/../UTC", "Europe", "Europe/", "Europe//London",
    "tzdata.zi", "europe/london",
    "UTC\0", "Europe/London ", "-", ".",
  ])
  func noSuchZone(_ name: String) {
    #expect(pinned.zone(named: name) == nil)
  }

  @Test(arguments: ["", "/nowhere/at/all", "/dev/null", "/"])
  func notATree(_ path: String) {
    #expect(ZoneDatabase(path: path) == nil)
  }

  @Test(arguments: [
    ("UTC", "Etc/UTC"), ("US/Eastern", "America/New_York"), ("Asia/Calcutta", "Asia/Kolkata"), ("GB", "Europe/London"),
    ("America/Argentina/ComodRivadavia", "America/Argentina/Catamarca"),
    ("America/Indianapolis", "America/Indiana/Indianapolis"),
    ("Antarctica/South_Pole", "Pacific/Auckland"),
  ])
  func links(_ name: String, _ target: String) {
    let range = instant("2020-01-01T00:00:00Z")..<instant("2030-01-01T00:00:00Z")
    #expect(zone(name).name == name)
    #expect(zone(name).segments(in: range) == zone(target).segments(in: range))
  }

  @Test(
    arguments: [
      ("a neighbour", "Asia/Calcutta", "Kolkata", "Asia/Kolkata"),
      ("another folder", "US/Eastern", "../America/New_York", "America/New_York"),
      ("from the top", "GB", "Europe/London", "Europe/London"), ("out of the tree", "GB", "../etc/passwd", nil),
      ("out of the tree and back", "US/Eastern", "../../x", nil), ("an absolute path", "GB", "/etc/passwd", nil),
      ("no path", "GB", "two words", nil), ("nothing", "GB", "", nil), ("up to a folder", "US/Eastern", "..", nil),
    ] as [(String, String, String, String?)])
  func linkTexts(_ what: String, _ name: String, _ text: String, _ target: String?) {
    #expect(ZoneDatabase.target(ofLink: name, text: Array(text.utf8)) == target)
  }
}
