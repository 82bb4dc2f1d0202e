import TestSupport
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
    #expect(rule?.changes(year: year).map { "\(Instant(epochSeconds: $0.at)!) \($0.type.offset)" } == expected)
  }

  @Test(arguments: [
    "", "5", "EST", "EST5EDT", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.0.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J100", "EST5EDT,J366,J100", "EST5EDT,366,1",
    "EST25", "EST5:60",
    "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/2:00:60,M11.1.0", "<EST5", "<E\0T>5<", "EST5EDT M3.2.0 M11.1.0",
    "[\\]5", "^_`5", "ES_5", "ES`5", "E1T5", "ES5", "<E>5", "<+3>-3", "<E_T>5", "<ES`>5", "<ES[>5", "<E T>5", "<>5",
    "EST5ED,0,1",
    "EST-25", "EST24:59:60", "EST99999999999999999999", "EST5EDT25,0,1", "EST5EDT,99999999999999999999,1",
    "EST5EDT,J1/-168,J2",
  ])
  func notARule(_ text: String) {
    #expect(PosixRule(text.utf8) == nil)
  }

  @Test(arguments: [
    ("three letters", "abz5", "abz", -18_000), ("quoted letters, digits and signs", "<Az0+9->5", "Az0+9-", -18_000),
    ("the farthest west", "WWW24:59:59", "WWW", -89_999), ("the farthest east", "EEE-24:59:59", "EEE", 89_999),
  ])
  func rules(_ what: String, _ text: String, _ name: String, _ offset: Int) {
    let standard = LocalTimeType(offset: UTCOffset(seconds: offset)!, abbreviation: name, isDaylight: false)
    #expect(PosixRule(text.utf8) == PosixRule(standard: standard))
  }

  @Test func daylightTimeIsAnHourAheadToTheLast() {
    #expect(PosixRule("EEE-24:59:59SSS,0,1".utf8)?.daylight?.type.offset.seconds == 93_599)
  }

  @Test("the rule applies in the first and last year too")
  func firstAndLastYear() throws {
    let zone = try Zone(
      name: "Test", tzif: TZifTests.file(version: "2", transition: .min, footer: "\nAAA0BBB,J1/0,J365/24\n"))
    let newYear = instant("9999-01-01T00:00:00Z")
    #expect(zone.offset(at: newYear.advanced(bySeconds: -1)) == .utc)
    #expect(zone.offset(at: newYear) == UTCOffset(seconds: 3600))
    #expect(
      zone.transitions(in: newYear.advanced(bySeconds: -86_400)..<(.distantFuture)).map(\.at.description) == [
        "9998-12-31T23:00:00Z", "9999-01-01T00:00:00Z", "9999-12-31T23:00:00Z",
      ])
    #expect(zone.offset(at: .distantFuture) == .utc)
    #expect(zone.offset(at: .distantPast) == UTCOffset(seconds: 3600))
  }
}

@Suite struct TZifTests {
  /// Returns a file with one change: from +00:00 to +01:00 at `transition`.
  static func file(
    version: Character, transition: Int64 = 1000, type: UInt8 = 1, name: UInt8 = 0, names: String = "XXX\0",
    offset: Int32 = 3600, marks: (isUTC: Int32, isStandard: Int32) = (0, 0), footer: String? = "\nXXX-1\n"
  ) -> [UInt8] {
    func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
    func block(_ time: [UInt8]) -> [UInt8] {
      let counts: [Int32] = [marks.isUTC, marks.isStandard, 0, 1, 2, 4]
      let header = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0) }
      let types = bigEndian(Int32(0)) + [0, 0] + bigEndian(offset) + [0, name]
      let ends = [UInt8](repeating: 0, count: Int(marks.isUTC + marks.isStandard))
      return header + time + [type] + types + Array(names.utf8) + ends
    }
    let first = block(bigEndian(Int32(truncatingIfNeeded: transition)))
    return version < "2" ? first : first + block(bigEndian(transition)) + Array((footer ?? "").utf8)
  }

  /// Returns a file of version 1 with as many zero bytes as its counts require.
  static func counts(leaps: Int = 0, times: Int = 0, types: Int = 1, characters: Int = 1) -> [UInt8] {
    let counts = [0, 0, leaps, times, types, characters].flatMap { count in
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }
    let size = leaps * 8 + times * 5 + types * 6 + characters
    return Array("TZif\0".utf8) + [UInt8](repeating: 0, count: 15) + counts + [UInt8](repeating: 0, count: size)
  }

  @Test("reads as many of each as the limits allow")
  func maximumOfEach() throws {
    let tzif = try TZif(TZifTests.counts(leaps: 5000, types: 256, characters: 1024))
    #expect(tzif.types.count == 256)
  }

  /// Footers whose changes overlap from year to year, and files with damaged bytes. Every accepted file must answer every question
  /// about every instant, with transitions in order.
  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func hostileRules(_ seed: UInt64) {
    var random = Numbers(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.next(below: range.count) }
    func change() -> String {
      let day = [
        "J\(number(1...365))", "\(number(0...365))", "M\(number(1...12)).\(number(1...5)).\(number(0...6))",
        ["J1", "J365", "0", "365", "M1.1.0", "M12.5.6"][random.next(below: 6)],
      ][random.next(below: 4)]
      return "\(day)/\([-167, -24, 0, 2, 24, 167, number(-167...167)][random.next(below: 7)])"
    }
    var accepted = 0
    for _ in 0..<300 {
      let offsets = (number(-24...24), number(-24...24))
      let footer = "\nAAA\(offsets.0)BBB\(offsets.1),\(change()),\(change())\n"
      let bytes = TZifTests.file(
        version: "2", transition: [Int64.min, -1 << 40, 0, 1_700_000_000, .max][random.next(below: 5)],
        offset: Int32(number(-89_999...93_599)), footer: footer)
      guard let zone = try? Zone(name: "Test", tzif: bytes) else { continue }
      accepted += 1
      let timeline = ZoneTimeline(
        zone: zone, changes: [(at: instant("2026-06-01T00:00:00Z"), zone: zone)],
        range: instant("2026-01-01T00:00:00Z")..<instant("2027-01-01T00:00:00Z"))
      for day in ["0001-01-01", "1969-12-31", "2026-01-01", "2026-01-06", "2026-06-01", "2026-12-31", "9999-12-31"] {
        for hour in ["00:00", "01:30", "12:00", "23:59"] {
          let local = date(day).at(time(hour))
          _ = timeline.resolve(local, gap: .skip, overlap: .last)
          _ = timeline.startOfDay(local.date)
          let at = local.instant(at: .utc)
          let range = at.advanced(bySeconds: -86_400 * 400)..<at.advanced(bySeconds: 86_400 * 400)
          let changes = zone.transitions(in: range).map(\.at)
          #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 < $1 }, "\(footer)")
          _ = zone.typeChanges(in: range)
          _ = zone.localTimeType(at: at)
        }
      }
    }
    #expect(accepted > 100)
  }

  @Test(arguments: ["2", "3", "4"] as [Character])
  func laterVersionsHave64BitsAndAFooter(_ version: Character) throws {
    let tzif = try TZif(TZifTests.file(version: version, transition: 5_000_000_000))
    #expect(tzif.transitions.map(\.at.epochSeconds) == [5_000_000_000])
    #expect(tzif.initialOffset == .utc)
    #expect(
      tzif.rule
        == PosixRule(
          standard: LocalTimeType(offset: UTCOffset(seconds: 3600)!, abbreviation: "XXX", isDaylight: false)))
  }

  @Test func version1Has32BitsAndNoFooter() throws {
    let tzif = try TZif(TZifTests.file(version: "\0", transition: -1000))
    #expect(tzif.transitions.map(\.at.epochSeconds) == [-1000])
    #expect(tzif.rule == nil)
    let zone = try Zone(name: "Test/One", tzif: TZifTests.file(version: "\0", transition: -1000))
    #expect(zone.offset(at: instant("2100-01-01T00:00:00Z")) == UTCOffset(seconds: 3600))
    #expect(zone.offset(at: Instant(epochSeconds: -1001)!) == .utc)
    #expect(zone.offset(at: Instant(epochSeconds: -1000)!) == UTCOffset(seconds: 3600))
  }

  @Test("names end at a zero byte and may start inside another name")
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
      ("a name beyond the names", file(version: "2", name: 4), .inconsistent),
      ("a name without an end", file(version: "2", names: "XXXX"), .inconsistent),
      ("no footer", file(version: "2", footer: nil), .truncated),
      ("half a footer", file(version: "2", footer: "\nXXX-1"), .truncated),
      ("something else for a footer", file(version: "2", footer: "XXX-1\n"), .inconsistent),
      ("a footer that is no rule", file(version: "2", footer: "\nSummer\n"), .inconsistent),
      ("an offset too far west", file(version: "2", offset: -90_000), .inconsistent),
      ("an offset too far east", file(version: "2", offset: 93_600), .inconsistent),
      ("an absurd offset", file(version: "2", offset: .min), .inconsistent),
      ("marks for some types", file(version: "2", marks: (1, 0)), .inconsistent),
      ("marks for more types", file(version: "2", marks: (0, 3)), .inconsistent),
      ("negative counts", Array("TZif2".utf8) + [UInt8](repeating: 0xff, count: 60), .inconsistent),
      ("no types", Array("TZif2".utf8) + [UInt8](repeating: 0, count: 60), .inconsistent),
      (
        "counts beyond the file",
        Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0x7f, count: 24), .inconsistent
      ),
      ("counts beyond the file that are not absurd", Array(file(version: "2").prefix(60)), .truncated),
      ("more changes than any zone has", counts(times: 5001), .inconsistent),
      ("more types than a byte can number", counts(types: 257), .inconsistent),
      ("more bytes of names than any zone has", counts(characters: 1025), .inconsistent),
      ("more leap seconds than there will be", counts(leaps: 5001), .inconsistent),
      (
        "a footer without end", file(version: "2", footer: "\n<" + String(repeating: "X", count: 300) + ">-1\n"),
        .inconsistent
      ),
    ] as [(String, [UInt8], TZif.Failure)])
  func refused(_ what: String, _ bytes: [UInt8], _ failure: TZif.Failure) {
    #expect(throws: failure) { try TZif(bytes) }
  }

  @Test("reads indicators for all types, and the widest offsets", arguments: [-89_999, 93_599] as [Int32])
  func widestOffsets(_ offset: Int32) throws {
    let tzif = try TZif(TZifTests.file(version: "3", offset: offset, marks: (2, 2)))
    #expect(tzif.transitions.map(\.offset.seconds) == [Int(offset)])
  }

  @Test("a transition before all instants applies from the first instant, one after all of them at the last")
  func changesOutOfRange() throws {
    let bigBang = try TZif(TZifTests.file(version: "2", transition: -(1 << 59)))
    #expect(bigBang.transitions.isEmpty)
    #expect(bigBang.initialOffset == UTCOffset(seconds: 3600))
    let late = try Zone(name: "Late", tzif: TZifTests.file(version: "2", transition: .max))
    #expect(late.offset(at: instant("9999-12-31T23:59:58Z")) == .utc)
    #expect(late.transitions(in: .distantPast ..< .distantFuture).isEmpty)
  }

  /// Every damaged file is either rejected or answers every question.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func damagedFiles(_ seed: UInt64) {
    var random = Numbers(seed: seed)
    let whole = pinnedFile(["Europe/London", "Asia/Gaza", "Pacific/Apia", "America/New_York"][Int(seed) - 1])
    var (read, refused) = (0, 0)
    for _ in 0..<1000 {
      var bytes = whole
      for _ in 0...random.next(below: 4) {
        let value = [0, 0x7f, 0x80, 0xff, UInt8(random.next(below: 256))][random.next(below: 5)]
        bytes[random.next(below: bytes.count)] = value
      }
      guard let zone = try? Zone(name: "Test", tzif: bytes) else {
        refused += 1
        continue
      }
      read += 1
      for date in [LocalDate.first, date("1999-03-28"), date("2027-03-28"), .last] {
        let local = date.at(time("01:30"))
        _ = zone.mapping(of: local)
        _ = zone.localTimeType(at: local.instant(at: .utc))
      }
    }
    #expect(read > 10 && refused > 10)
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
  func noSuchZone(_ name: String) throws {
    #expect(try pinned.zone(named: name) == nil)
  }

  @Test(arguments: ["", "/nowhere/at/all", "/dev/null", "/"])
  func notATree(_ path: String) {
    #expect(database(path) == nil)
  }

  @Test("rethrows the reader's error, and reads no zone twice")
  func unreadableFiles() throws {
    let broken = ZoneDatabase.Unreadable(file: "Europe/London", reason: "on fire")
    let utc = pinnedFile("Etc/UTC")
    let zones = try ZoneDatabase(path: "") { (file, _) throws(ZoneDatabase.Unreadable) in
      if file == broken.file { throw broken }
      return file == "UTC" ? utc : nil
    }
    #expect(try zones?.zone(named: "UTC") === zones?.zone(named: "UTC"))
    #expect(throws: broken) { try zones?.zone(named: "Europe/London") }
    #expect(throws: broken) {
      try ZoneDatabase(path: "") { (_, _) throws(ZoneDatabase.Unreadable) in throw broken }
    }
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
