import CivilTime
import Foundation
import Calendars
import Running
import TestSupport
import Testing

/// Tests calendars with wall times: an independent reader of their VTIMEZONEs must find the plan's instants.
struct ICSZonedTests {
  struct Row: CustomTestStringConvertible {
    var what: String
    var zone: String
    var now: String
    var days = 3
    var times: [String]
    /// The wall times, as `DDTHHMM`, of events written in UTC.
    var inUTC: [String] = []
    var moves: [(at: String, zone: String)] = []

    var testDescription: String { "\(zone): \(what)" }

    var export: String {
      let items = times.enumerated().map { index, time in
        let date = now.prefix(10)
        return
          #"{"kind":"task","id":"t\#(index)","title":"T\#(index)","date":"\#(date)","time":"\#(time)","repeat":"daily"}"#
      }
      let changes = moves.map { #"{"at":"\#($0.at)","timeZone":"\#($0.zone)"}"# }
      return #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","platform":"other","#
        + #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"#
        + #""timeZone":"\#(zone)","zoneChanges":[\#(changes.joined(separator: ","))],"#
        + #""items":[\#(items.joined(separator: ","))]}]}"#
    }
  }

  static let rows = [
    Row(
      what: "an hour shown twice, and events that begin or end in it", zone: "Europe/Berlin",
      now: "2026-10-24T00:00:00Z", times: ["01:54", "01:55", "02:00", "02:30", "02:58", "02:59", "03:00"],
      inUTC: ["25T0155", "25T0200", "25T0230", "25T0258", "25T0259", "25T0300"]),
    Row(
      what: "an hour left out", zone: "Europe/Berlin", now: "2027-03-27T00:00:00Z",
      times: ["01:54", "01:55", "01:58", "02:00", "02:30", "03:00"]),
    Row(
      what: "the other side of the ocean", zone: "America/New_York", now: "2026-10-31T00:00:00Z",
      times: ["00:54", "00:55", "01:00", "01:59", "02:00"], inUTC: ["01T0055", "01T0100", "01T0159", "01T0200"]),
    Row(
      what: "half an hour shown twice", zone: "Australia/Lord_Howe", now: "2027-04-02T00:00:00Z",
      times: ["01:24", "01:25", "01:30", "01:59", "02:00"], inUTC: ["04T0125", "04T0130", "04T0159", "04T0200"]),
    Row(
      what: "two hours shown twice", zone: "Antarctica/Troll", now: "2026-10-24T00:00:00Z",
      times: ["00:54", "01:00", "02:59", "03:00"], inUTC: ["25T0100", "25T0259", "25T0300"]),
    Row(
      what: "winter time is the negative daylight time", zone: "Europe/Dublin", now: "2026-10-24T00:00:00Z",
      times: ["00:54", "01:00", "01:59", "02:00"], inUTC: ["25T0100", "25T0159", "25T0200"]),
    Row(
      what: "Ramadan begins, by no yearly rule", zone: "Africa/Casablanca", now: "2026-02-14T00:00:00Z", days: 2,
      times: ["01:54", "02:00", "02:59", "03:00"],
      inUTC: ["15T0200", "15T0259", "15T0300", "16T0154", "16T0200", "16T0259", "16T0300"]),
    Row(
      what: "a change at midnight", zone: "Africa/Cairo", now: "2026-10-29T00:00:00Z",
      times: ["22:54", "23:00", "23:59", "00:00"], inUTC: ["29T2300", "29T2359", "30T0000"]),
    Row(what: "no change at all", zone: "Asia/Kolkata", now: "2026-10-24T00:00:00Z", times: ["00:00", "23:59"]),
    Row(what: "UTC itself", zone: "Etc/UTC", now: "2026-10-24T00:00:00Z", times: ["12:00"]),
    Row(
      what: "the law ends the changes", zone: "America/Vancouver", now: "2026-10-31T00:00:00Z",
      times: ["01:30", "12:00"]),
    Row(
      what: "a year from its first hour on", zone: "Pacific/Kiritimati", now: "2026-12-31T23:59:59Z", days: 366,
      times: ["02:30"]),
    Row(
      what: "a year from its last second on", zone: "America/Adak", now: "2027-01-01T00:00:00Z", days: 366,
      times: ["03:30"]),
    Row(
      what: "travel from zone to zone", zone: "Europe/Berlin", now: "2026-10-24T00:00:00Z", days: 6,
      times: ["02:30", "09:00", "21:30"], inUTC: ["25T0230"],
      moves: [("2026-10-26T03:00:00Z", "America/New_York"), ("2026-10-28T15:00:00Z", "Asia/Tokyo")]),
  ]

  @Test(
    "every event resolves to its instant; only ambiguous times and those beyond the rules are in UTC",
    arguments: rows)
  func instants(_ row: Row) async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(row.export, now: row.now, days: row.days, in: folder) {
        $0.calendar.times = .zoned
      }
      let calendar = try plan.calendar()
      let events = calendar.children("VEVENT")
      #expect(events.count == plan.scheduled.count && !events.isEmpty)
      let at = Dictionary(uniqueKeysWithValues: plan.scheduled.map { ($0["uid"]!, $0["at"]!) })
      for event in events {
        let start = try event.instant("DTSTART", in: calendar)
        #expect(start.description == at[try event.value("UID")])
        #expect(try event.instant("DTEND", in: calendar) == start.advanced(bySeconds: 300))
      }
      let inUTC = Set(
        events.filter { $0.properties.contains { $0.name == "DTSTART" && $0.parameters.isEmpty } }
          .map { try! $0.value("UID") })
      let wall = plan.scheduled.filter { inUTC.contains($0["uid"]!) }.map { line in
        String(line["local"]!.dropFirst(8).prefix(8).filter { $0 != ":" })
      }
      #expect(Set(wall) == Set(row.inUTC))
    }
  }

  @Test("a zone's rules precede the first event once, with both offsets and each transition in the window")
  func rules() async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSZonedTests.rows[0].export, now: "2026-10-24T00:00:00Z", days: 3, in: folder
      ) { $0.calendar.times = .zoned }
      let calendar = try plan.calendar()
      #expect(calendar.children.first?.name == "VTIMEZONE")
      #expect(calendar.children("VTIMEZONE").count == 1)
      #expect(calendar.properties[0].name == "VERSION")
      #expect(
        try ICSZonedTests.observances(calendar) == [
          "DAYLIGHT 20250330T020000 +0100 +0200 CEST FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
          "STANDARD 20251026T030000 +0200 +0100 CET FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        ])
    }
  }

  private static func observances(_ calendar: ICSComponent) throws -> [String] {
    try calendar.children("VTIMEZONE")[0].children.map { observance in
      let rule = observance.properties.contains { $0.name == "RRULE" } ? " " + (try observance.value("RRULE")) : ""
      return "\(observance.name) \(try observance.value("DTSTART")) \(try observance.value("TZOFFSETFROM")) "
        + "\(try observance.value("TZOFFSETTO")) \(try observance.value("TZNAME"))\(rule)"
    }
  }

  @Test(
    "writes exact yearly rules, else the current offset; the greater offset is daylight time",
    arguments: [
      (
        "Europe/Dublin",
        [
          "DAYLIGHT 20250330T010000 +0000 +0100 IST FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
          "STANDARD 20251026T020000 +0100 +0000 GMT FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        ]
      ),
      (
        "America/New_York",
        [
          "DAYLIGHT 20250309T020000 -0500 -0400 EDT FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
          "STANDARD 20251102T020000 -0400 -0500 EST FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
        ]
      ),
      (
        "Australia/Sydney",
        [
          "STANDARD 20250406T030000 +1100 +1000 AEST FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
          "DAYLIGHT 20251005T020000 +1000 +1100 AEDT FREQ=YEARLY;BYMONTH=10;BYDAY=1SU",
        ]
      ),
      ("Asia/Gaza", ["STANDARD 20261024T010000 +0200 +0200 EET"]),
      ("Africa/Casablanca", ["STANDARD 20260920T010000 +0000 +0000 +00"]),
      ("Asia/Tokyo", ["STANDARD 20251201T090000 +0900 +0900 JST"]),
      ("America/Vancouver", ["STANDARD 20260308T030000 -0700 -0700 PDT"]),
    ])
  func observances(_ name: String, _ expected: [String]) throws {
    let now = try #require(Instant(rfc3339: "2026-10-24T00:00:00Z".utf8))
    let zone = try #require(try TestFiles.zones.zone(named: name))
    let rules = try #require(ICSTimeZone(zone, now: now)).text
    let calendar = try ICSComponent(parsing: Array("BEGIN:VCALENDAR\r\n\(rules)\(CalendarHeader.footer)".utf8))
    #expect(try ICSZonedTests.observances(calendar) == expected)
  }

  @Test("every zone has at most one STANDARD and one DAYLIGHT, and a reader resolves each instant")
  func allZones() throws {
    let now = try #require(Instant(rfc3339: "2026-10-24T00:00:00Z".utf8))
    var seen: Set<String> = []
    var rules = 0
    var instants = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: TestFiles.zoneinfo).sorted() {
      guard let zone = try? TestFiles.zones.zone(named: name), let timeZone = ICSTimeZone(zone, now: now),
        seen.insert(timeZone.text.split(separator: "\r\n").dropFirst(2).joined()).inserted
      else { continue }
      let calendar = try ICSComponent(
        parsing: Array("BEGIN:VCALENDAR\r\n\(timeZone.text)\(CalendarHeader.footer)".utf8))
      let component = calendar.children("VTIMEZONE")[0]
      #expect(component.children("STANDARD").count <= 1 && component.children("DAYLIGHT").count <= 1, "\(name)")
      if timeZone.text.contains("RRULE") { rules += 1 }
      for hour in stride(from: Int64(0), to: 400 * 24, by: 17) {
        let instant = now.advanced(bySeconds: hour * 3600)
        guard timeZone.names(instant) else { continue }
        instants += 1
        let local = instant.local(at: zone.offset(at: instant))
        let read = try component.instant(of: local)
        if read != instant { Issue.record("\(name): \(local) is \(instant), and read as \(read)") }
      }
    }
    #expect(rules > 20 && instants > 30_000)
  }

  @Test(
    "writes no rules for a name that is invalid in a parameter",
    arguments: ["", "A;B", "A:B", "A,B", "A\"B", "A B", "A\r\nB", "Ä", String(repeating: "x", count: 51)])
  func unusableNames(_ name: String) throws {
    let type = LocalTimeType(offset: .utc, abbreviation: "X", isDaylight: false)
    let now = try #require(Instant(rfc3339: "2026-10-24T00:00:00Z".utf8))
    #expect(ICSTimeZone(Zone(name: name, initial: type, transitions: []), now: now) == nil)
    let usable = Zone(name: String(repeating: "x", count: 50), initial: type, transitions: [])
    #expect(ICSTimeZone(usable, now: now) != nil)
  }
}
