import CivilTime
import Diagnostics
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests words of shipped kinds' declarations in a policy's own kinds. Now is noon of Friday, 23 October 2026, in Berlin.
struct DeclaredSourceTests {
  private static let evening = #"""
    shape = "series"
    time = ["preferences.bedtime.time", "21:30"]
    days = ["preferences.bedtime.days", "preferences.morning.days"]
    identifier = "k"
    """#

  @Test(
    "times and days follow the first preference that the account has set",
    arguments: [
      ("an account without any gets nothing", nil, nil, []),
      (
        "the second preference applies, at the policy's time", nil, "fri sun",
        ["10-23T21:30 k scheduled", "10-25T21:30 k scheduled"]
      ),
      (
        "the first one wins", ("22:00", "sat"), "fri sun",
        ["10-24T22:00 k scheduled"]
      ),
      ("a time alone leaves the days to the other", ("22:00", nil), "sun", ["10-25T22:00 k scheduled"]),
    ] as [(String, (LocalTime, WeekdaySet?)?, WeekdaySet?, [String])])
  func preferences(message: String, bedtime: (LocalTime, WeekdaySet?)?, morning: WeekdaySet?, gives: [String]) throws {
    let lines = try DeclaredKindTests.lines(Self.evening, []) { account in
      if let bedtime { account.preferences.bedtime = .init(time: bedtime.0, days: bedtime.1) }
      if let morning { account.preferences.morning = .init(time: "07:00", days: morning, changedAt: nil) }
    }
    #expect(lines == gives)
  }

  @Test(
    "the weekdays after the preferences apply to an account without any; an unreadable preference silences the kind")
  func fallback() throws {
    let kind = Self.evening.replacing("morning.days\"", with: "morning.days\", \"sat\"")
    #expect(try DeclaredKindTests.lines(kind, []) == ["10-24T21:30 k scheduled"])
    let unreadable = try DeclaredKindTests.lines(kind, []) { $0.preferences.unreadable.names = ["bedtime"] }
    #expect(unreadable == [])
  }

  @Test(
    "the account's choice for the kind overrides listed times; the policy's single weekdays override the last of them")
  func precedence() throws {
    let kind =
      Self.evening.replacing("morning.days\"", with: "morning.days\", \"sat\", \"sun\"") + "\nweekday.sun = [\"10:00\"]"
    let listed = try DeclaredKindTests.lines(kind, []) {
      $0.preferences.bedtime = .init(time: "22:00", days: "sat sun")
    }
    #expect(listed == ["10-24T22:00 k scheduled", "10-25T22:00 k scheduled"])
    #expect(try DeclaredKindTests.lines(kind, []) == ["10-24T21:30 k scheduled", "10-25T10:00 k scheduled"])
    let chosen = try DeclaredKindTests.lines(kind, []) { account in
      account.preferences.bedtime = .init(time: "22:00", days: "sat sun")
      account.preferences.times[Kind("k")] = .init()
      account.preferences.times[Kind("k")]?.times = ["06:00"]
      account.preferences.times[Kind("k")]?.days = "mon"
    }
    #expect(chosen == ["10-26T06:00 k scheduled"])
  }

  @Test("items without a time go out at the account's")
  func itemTimes() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      time = ["preferences.bills.time", "07:00"]
      identifier = "k.{id}"
      """#
    let things = [
      DeclaredKindTests.thing("a") { $0.schedule = Schedule(start: "2026-10-24") },
      DeclaredKindTests.thing("b") {
        $0.schedule = Schedule(start: "2026-10-24")
        $0.times = .at("09:00")
      },
    ]
    #expect(
      try DeclaredKindTests.lines(kind, things) == ["10-24T07:00 k.a scheduled", "10-24T09:00 k.b scheduled"])
    let own = try DeclaredKindTests.lines(kind, things) { $0.preferences.bills.time = "18:00" }
    #expect(own == ["10-24T09:00 k.b scheduled", "10-24T18:00 k.a scheduled"])
  }

  @Test("drops events that the app shows itself; a threshold may have an instant")
  func active() throws {
    let kind = #"""
      shape = "threshold"
      item = "thing"
      of = "{count}"
      above = 5
      at = "{starts}"
      toldFor = "1h"
      unlessActive = true
      identifier = "k.{id}"
      """#
    func thing(_ id: String, _ count: Int, _ starts: Instant) -> Item {
      DeclaredKindTests.thing(id) { item in
        item.values[1] = .integer(count)
        item.values[4] = .instant(starts)
      }
    }
    let things = [
      thing("later", 6, "2026-10-23T12:00:00Z"), thing("open", 6, "2026-10-23T14:30:00Z"),
      thing("within", 5, "2026-10-23T12:00:00Z"), thing("yesterday", 9, "2026-10-22T12:00:00Z"),
    ]
    let lines = try DeclaredKindTests.lines(kind, things) { account in
      account.active = ["2026-10-23T14:00:00Z"..<"2026-10-23T15:00:00Z"]
    }
    #expect(
      lines == ["10-22T14:00 k.yesterday expired", "10-23T14:00 k.later scheduled", "10-23T16:30 k.open appActive"])
  }

  @Test("a digest of an app's own names the notifications that quiet hours held back")
  func heldBack() throws {
    let text = #"""
      format = "tickler-policy/1"
      app = "own"
      [quietHours]
      start = "22:00"
      end = "08:00"
      action = "digest"
      [kinds.water]
      shape = "series"
      times = ["06:00", "07:00"]
      identifier = "water.{time}"
      title = "Water at {{time}}"
      [kinds.overnight]
      shape = "digest"
      counts = "heldBack"
      identifier = "overnight.{time}"
      title = "{{count}}: {{titles}}"
      """#
    let policy = try PolicyReader.read(Array(text.utf8), file: "own.toml", sha256: "", .shipped)
    let plan = try TestPlan(
      .test(app: "own", zone: "Europe/Berlin"), now: "2026-10-23T10:00:00Z", days: 1, policy: policy)
    #expect(
      plan.lines(["notification", "at", "reason"]) == [
        "notification=water.0600 at=2026-10-23T06:00:00Z reason=past",
        "notification=water.0700 at=2026-10-23T06:00:00Z reason=past",
        "notification=overnight.0800 at=2026-10-24T06:00:00Z",
        "notification=water.0600 at=2026-10-24T06:00:00Z reason=inDigest",
        "notification=water.0700 at=2026-10-24T06:00:00Z reason=inDigest",
      ])
  }

  @Test("an item on listed weekdays has a trigger for each")
  func weekdays() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      time = "09:00"
      title = "{{name}}"
      identifier = { default = "k.{id}", customDays = "k.{id}.w{weekday}" }
      """#
    let days: WeekdaySet = "sat mon"
    let things = [
      DeclaredKindTests.thing("a") { $0.schedule = Schedule(start: "2026-10-01", repetition: .customDays(days)) },
      DeclaredKindTests.thing("b") { $0.schedule = Schedule(start: "2026-10-24") },
    ]
    #expect(
      try DeclaredKindTests.lines(kind, things) == [
        "10-24T09:00 k.a.w7 scheduled", "10-24T09:00 k.b scheduled", "10-26T09:00 k.a.w2 scheduled",
      ])
  }

  @Test(
    "a source that does not exist is reported with those that do",
    arguments: [
      (
        #"time = ["preferences.bedtime.tim"]"#,
        "found \"preferences.bedtime.tim\"; expected preferences.bedtime.time, the nearest"
      ),
      (
        #"days = ["preferences.anything", "sat"]"#,
        "found \"preferences.anything\"; expected one of preferences.morning.days"
      ),
    ])
  func unknown(line: String, message: String) throws {
    do {
      _ = try DeclaredKindTests.policy("shape = \"series\"\nidentifier = \"k\"\n\(line)")
      Issue.record("it was read")
    } catch let error as RunFault {
      #expect(
        error.diagnostics.contains { "\($0)".contains("field kinds.k.") && "\($0)".contains(message) }, "\(error)")
    }
  }

  @Test("a variant for weekdays excludes other reminders")
  func reminders() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      remind = ["-1d"]
      identifier = { default = "k.{id}", customDays = "k.{id}.w{weekday}" }
      """#
    do {
      _ = try DeclaredKindTests.policy(kind)
      Issue.record("it was read")
    } catch let error as RunFault {
      let found = "field kinds.k.identifier: found a variant for customDays with remind"
      let fault = "\(error)"
      #expect(error.diagnostics.contains { "\($0)".contains(found.replacing("found ", with: "")) }, "\(fault)")
    }
  }
}
