import CivilTime
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Rules of declared kinds that apps have: what ends reminders, holds them back, repeats, limits and gathers them. What is expected was
/// worked out by hand, from docs/own-kinds.md and docs/policies.md. Now is noon of Friday, 23 October 2026, in Berlin.
struct OwnRuleTests {
  private typealias Declared = DeclaredKindTests

  @Test(
    "an untilDone from completion is over once anything is done, and begins again an interval later",
    arguments: [
      // Done on the 21st, a day late.
      (#"from = "schedule""#, "2026-10-21", ["10-23T18:00 k.a.2026-10-20", "10-24T18:00 k.a.2026-10-20"]),
      (#"from = "completion""#, "2026-10-21", []),
      (#"from = "completion""#, "2026-10-19", ["10-23T18:00 k.a.2026-10-20", "10-24T18:00 k.a.2026-10-20"]),
      ("every = \"2d\"", "2026-10-20", ["10-23T18:00 k.a.2026-10-22", "10-24T18:00 k.a.2026-10-22"]),
      (
        "every = \"2d\"\nfrom = \"completion\"", "2026-10-19",
        ["10-23T18:00 k.a.2026-10-21", "10-24T18:00 k.a.2026-10-23"]
      ),
      ("every = \"2d\"\nfrom = \"completion\"", "2026-10-23", []),
      ("every = \"2d\"\nfrom = \"completion\"", "2026-10-22", []),
      ("every = \"{count}\"\nfrom = \"completion\"", "2026-10-21", ["10-24T18:00 k.a.2026-10-23"]),
    ])
  func untilDoneFromCompletion(_ keys: String, _ done: String, _ expected: [String]) throws {
    let kind = """
      shape = "untilDone"
      item = "thing"
      time = "18:00"
      for = 4
      identifier = "k.{id}.{date}"

      """
    let item = DeclaredKindTests.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-20".utf8)!)
      item.values[1] = .integer(2)
      item.completedOn = [LocalDate(iso8601: done.utf8)!]
    }
    #expect(try DeclaredKindTests.lines(kind + keys, [item]) == expected.map { "\($0) scheduled" })
  }

  @Test(
    "notBefore sends what was to go out before it, and makes nothing earlier",
    arguments: [
      // Due on the 22nd, and weekly.
      ("2026-10-23T13:30:00Z", ["10-23T15:30 k.a.2026-10-22.snoozed scheduled"]),
      // Due on the 29th as well.
      (
        "2026-10-29T19:00:00Z",
        [
          "10-29T20:00 k.a.2026-10-29.snoozed scheduled", "10-29T20:00 k.a.2026-10-29.due superseded",
        ]
      ),
      // Past.
      ("2026-10-23T09:30:00Z", ["10-29T20:00 k.a.2026-10-29.due scheduled"]),
    ])
  func notBefore(_ end: String, _ expected: [String]) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "20:00"
      identifier = "k.{id}.{date}.{part}"
      """
    let item = Declared.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-15".utf8)!, repetition: .weekly)
      item.notBefore = Instant(rfc3339: end.utf8)
    }
    let days = expected.last!.hasPrefix("10-23") ? 3 : 7
    #expect(try Set(Declared.lines(kind, [item], days: days)).isSuperset(of: expected))
  }

  @Test("an item that is due after its notBefore is reminded of when it is due alone; one that is snoozed, twice")
  func neverEarlier() throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "20:00"
      remind = ["0", "-1d 18:00"]
      identifier = "k.{id}.{part}"
      """
    func item(_ set: (inout Item) -> Void) -> Item {
      Declared.thing { item in
        item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-26".utf8)!)
        set(&item)
      }
    }
    let due = ["10-25T18:00 k.a.1dBefore1800 scheduled", "10-26T20:00 k.a.due scheduled"]
    #expect(try Declared.lines(kind, [item { $0.notBefore = "2026-10-24T10:00:00Z" }]) == due)
    #expect(
      try Declared.lines(kind, [item { $0.snoozedUntil = "2026-10-24T10:00:00Z" }])
        == ["10-24T12:00 k.a.snoozed scheduled"] + due)
    // The reminder of the evening before waits until then.
    #expect(
      try Declared.lines(kind, [item { $0.notBefore = "2026-10-25T18:00:00Z" }]) == [
        "10-25T18:00 k.a.1dBefore1800 superseded", "10-25T19:00 k.a.snoozed scheduled",
        "10-26T20:00 k.a.due scheduled",
      ])
  }

  @Test("nags come at their interval until it is done; those that quiet hours move together go out as the first")
  func nags() throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "19:00"
      followUps = { every = "4h", most = 4 }
      identifier = "k.{id}.{part}"
      """
    func lines(_ set: (inout Item) -> Void = { _ in }) throws -> [String] {
      let item = Declared.thing { item in
        item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-23".utf8)!)
        set(&item)
      }
      return try Declared.lines(kind, [item]) {
        $0.preferences.quietHours = QuietHours(
          start: LocalTime(hour: 22, minute: 0)!, end: LocalTime(hour: 7, minute: 0)!)
      }
    }
    #expect(
      try lines() == [
        "10-23T19:00 k.a.due scheduled", "10-23T23:00 k.a.nag01 scheduled", "10-24T03:00 k.a.nag02 duplicate",
        "10-24T07:00 k.a.nag03 duplicate", "10-24T11:00 k.a.nag04 scheduled",
      ])
    #expect(try lines { $0.completedOn = ["2026-10-23"] }.allSatisfy { $0.hasSuffix("completed") })
  }

  @Test(
    "a cap over a stretch of days or hours counts what was delivered, and holds wherever the stretch begins",
    arguments: [
      // One was delivered two days ago, so that the next may come on the 24th.
      ("3d = 1", ["past", "scheduled", "kindCap", "kindCap", "scheduled"]),
      ("2d = 1", ["past", "scheduled", "kindCap", "scheduled", "kindCap"]),
      ("1w = 3", ["past", "scheduled", "scheduled", "kindCap", "kindCap"]),
      ("50h = 2", ["past", "scheduled", "scheduled", "kindCap", "scheduled"]),
      ("24h = 1", ["past", "scheduled", "scheduled", "scheduled", "scheduled"]),
    ])
  func capsOfStretches(_ per: String, _ expected: [String]) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "11:00"
      identifier = "k.{id}"
      caps = { per = { \(per) } }
      """
    let lines = try Declared.lines(kind, [Declared.thing()], days: 4) {
      $0.delivered = [Account.Delivered(id: RequestID("k.a"), at: "2026-10-21T09:00:00Z")]
    }
    #expect(lines.map { String($0.split(separator: " ").last!) } == expected)
  }
}
