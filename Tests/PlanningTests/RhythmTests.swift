import CivilTime
import PlanModel
import Planning
import TestSupport
import Testing

private typealias Declared = DeclaredKindTests

/// Tests series in elapsed time, cycles, counts per week or month, and slots of kinds. Now is noon of Friday, 23 October 2026, in
/// Berlin; the clocks go back on the 25th. Expected values were worked out by hand.
struct RhythmTests {
  /// Returns times by day: `23:10p,18 24:02`, with `p` for past ones and minutes unless they are 0.
  private static func times(_ lines: [String]) -> String {
    var days: [(day: Substring, times: [String])] = []
    for line in lines {
      let words = line.split(separator: " ")
      let (day, time) = (words[0].dropFirst(3).prefix(2), words[0].suffix(5))
      let mark = words[2] == "scheduled" ? "" : String(words[2].prefix(1))
      if days.last?.day != day { days.append((day, [])) }
      days[days.count - 1].times.append((time.hasSuffix(":00") ? String(time.prefix(2)) : String(time)) + mark)
    }
    return days.map { "\($0.day):\($0.times.joined(separator: ","))" }.joined(separator: " ")
  }

  @Test(
    "an interval in hours counts elapsed time, over the change of clocks too",
    arguments: [
      ("", "23:18 24:02,10,18 25:02,09,17"),
      // What waits for the hours begins the interval again.
      ("between = [\"07:00\", \"22:00\"]", "23:18 24:07,15 25:07,15"),
      ("between = [\"07:00\", \"23:00\"]", "23:18 24:07,15,23 25:07,15,23"),
      ("between = [\"07:00\", \"22:00\"]\noutside = \"skip\"", "23:18 24:10,18 25:09,17"),
      // Hours that pass midnight.
      ("between = [\"18:00\", \"03:00\"]", "23:18 24:02,18 25:02,18"),
      ("most = 2", "23:18 24:02,10 25:02,09"),
      ("between = [\"07:00\", \"22:00\"]\nmost = 1", "24:07 25:07"),
      ("days = [\"sat\"]", "24:02,10,18"),
      ("cycle = { on = 1, off = 1, from = \"2026-10-23\" }", "23:18 25:02,09,17"),
    ])
  func elapsed(_ keys: String, _ expected: String) throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "8h"
      from = "{since}"
      \(keys)
      identifier = "k.{id}.{time}"
      """
    let item = Declared.thing { $0.values[3] = .instant("2026-10-23T08:00:00Z") }
    #expect(Self.times(try Declared.lines(kind, [item], days: 2)) == expected)
  }

  @Test("a flight west brings the last day back")
  func flightWest() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "8h"
      from = "{since}"
      identifier = "k.{id}.{time}"
      """
    let item = Declared.thing { $0.values[3] = .instant("2026-10-23T08:00:00Z") }
    let lines = try Declared.lines(kind, [item], days: 0) {
      $0.zoneChanges = [.init(at: "2026-10-23T23:00:00Z", zone: .test("America/New_York"))]
    }
    #expect(Self.times(lines) == "23:18,20b")
    // Eleven o'clock comes again, eight hours after what was done then.
    let done = Declared.thing { $0.completedAt = [LocalDateTime(iso8601: "2026-10-23T11:00:00".utf8)!] }
    let again = try Declared.lines(kind.replacing("{since}", with: "completion"), [done], days: 0) {
      $0.zoneChanges = [.init(at: "2026-10-23T16:00:00Z", zone: .test("America/Denver"))]
    }
    #expect(again.first == "10-23T11:00 k.a.1100.again scheduled")
  }

  @Test("a wall time that comes twice on a date has a notification for each")
  func shownAgain() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "1h"
      from = "{since}"
      remind = ["-10m", "0"]
      identifier = "k.{id}.{time}.{part}"
      """
    let item = Declared.thing { $0.values[3] = .instant("2026-10-25T00:00:00Z") }
    let lines = try Declared.lines(kind, [item], days: 2)
    #expect(
      lines.prefix(4) == [
        "10-25T01:50 k.a.0200.10mBefore scheduled", "10-25T02:00 k.a.0200.due scheduled",
        "10-25T02:50 k.a.0200.10mBefore.again scheduled", "10-25T02:00 k.a.0200.due.again scheduled",
      ])
  }

  @Test("a dose taken during its snooze does not ring at its end")
  func takenDuringSnooze() throws {
    for (every, from) in [("8h", "completion"), ("8h", "{since}"), ("1d", "completion")] {
      let kind = """
        shape = "series"
        item = "thing"
        every = "\(every)"
        from = "\(from)"
        time = "19:40"
        identifier = "k.{id}.{time}"
        """
      let item = Declared.thing { item in
        item.completedAt = [LocalDateTime(iso8601: "2026-10-23T11:40:00".utf8)!]
        item.values[3] = .instant("2026-10-23T09:40:00Z")
        item.snoozedUntil = "2026-10-23T10:30:00Z"
      }
      let expected = every == "1d" ? [] : ["10-23T19:40 k.a.1940 scheduled"]
      #expect(try Declared.lines(kind, [item], days: 0) == expected, "\(every) from \(from)")
    }
  }

  @Test("the last date and excluded dates of an item without a date hold for every day")
  func boundsOfEveryDay() throws {
    let item = Declared.thing { item in
      item.everyDay = Schedule(
        start: .first, repetition: .daily, until: "2026-10-25", exceptions: [LocalDate(iso8601: "2026-10-24".utf8)!])
      item.values[1] = .integer(9)
      item.values[3] = .instant("2026-10-23T06:00:00Z")
      item.values[5] = .date("2026-10-20")
    }
    for (keys, expected) in [
      ("time = \"18:00\"", "23:18 25:18"), ("time = \"18:00\"\nremind = [\"0\", \"+1h\"]", "23:18,19 25:18,19"),
      ("time = \"18:00\"\ntimes = { count = \"{count}\", per = \"month\" }", "23:18 25:18"),
      ("time = \"18:00\"\ncycle = { on = 21, off = 7, from = \"{day}\" }", "23:18 25:18"),
      ("every = \"12h\"\nfrom = \"{since}\"", "23:20 25:07,19"),
    ] {
      let kind = "shape = \"series\"\nitem = \"thing\"\n\(keys)\nidentifier = \"k.{id}.{time}.{part}\""
      #expect(Self.times(try Declared.lines(kind, [item], days: 4)) == expected, "\(keys)")
    }
  }

  @Test("an interval counts from the last completion, else from the date; without either, there is no date")
  func fromCompletion() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "8h"
      from = "completion"
      identifier = "k.{id}.{time}"
      """
    func times(_ set: (inout Item) -> Void) throws -> [String] {
      try Declared.lines(kind, [Declared.thing("a", set)], days: 1)
    }
    let taken = try times { $0.completedAt = [LocalDateTime(iso8601: "2026-10-23T09:30:00".utf8)!] }
    #expect(Self.times(taken) == "23:17:30 24:01:30,09:30,17:30")
    let never = try times { $0.schedule = Schedule(start: LocalDate(iso8601: "2026-10-23".utf8)!) }
    #expect(Self.times(never) == "23:09p,17 24:01,09,17")
    #expect(try times { _ in } == ["- k.a. noDueDate"])
    #expect(try times { $0.zone = .test("Europe/London") } == ["- k.a. noDueDate"])
    // The limit of a day counts what was done on it.
    let limited = kind.replacing("from", with: "most = 2\nfrom")
    let twice = Declared.thing { item in
      item.completedAt = ["2026-10-23T01:00:00", "2026-10-23T09:00:00"].reduce(into: []) {
        $0.insert(LocalDateTime(iso8601: $1.utf8)!)
      }
    }
    #expect(Self.times(try Declared.lines(limited, [twice], days: 1)) == "24:01,09")
    let sinceField = limited.replacing("completion", with: "{since}")
    var taken3 = twice
    taken3.values[3] = .instant("2026-10-23T09:30:00Z")
    #expect(Self.times(try Declared.lines(sinceField, [taken3], days: 1)) == "24:03:30,11:30")
  }

  @Test("a shown dose is withdrawn once a later completion is known, not because of an earlier one")
  func withdrawal() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "8h"
      from = "completion"
      identifier = "k.{id}.{time}"
      """
    for (done, isWithdrawn) in [("2026-10-23T00:30:00", false), ("2026-10-23T09:00:00", true)] {
      let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
        account.items[ItemList(declared: 0)] = [
          Declared.thing { $0.completedAt = [LocalDateTime(iso8601: done.utf8)!] }
        ]
        account.delivered = [
          .init(id: "k.a.0830@2026-10-23", at: "2026-10-23T06:30:00Z", isShown: true)
        ]
      }
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 1, policy: Declared.policy(kind)).plan
      #expect(plan.actions.contains { $0.verb == .withdraw } == isWithdrawn)
    }
  }

  @Test("a dose in yesterday's quiet hours goes out at their end, in a plan made at night")
  func carriedOver() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "12h"
      from = "{since}"
      identifier = "k.{id}.{time}"
      """
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items[ItemList(declared: 0)] = [Declared.thing { $0.values[3] = .instant("2026-10-20T21:30:00Z") }]
      account.preferences.quietHours = QuietHours(
        start: LocalTime(hour: 22, minute: 0)!, end: LocalTime(hour: 7, minute: 0)!)
    }
    let plan = try TestPlan(account, now: "2026-10-23T00:00:00Z", days: 0, policy: Declared.policy(kind)).plan
    #expect(
      plan.decisions.map { "\($0.local!) \($0.at!)" } == [
        "2026-10-22T23:30:00 2026-10-23T05:00:00Z", "2026-10-23T11:30:00 2026-10-23T09:30:00Z",
        "2026-10-23T23:30:00 2026-10-24T05:00:00Z",
      ])
  }

  @Test("a cycle leaves out its days off, from a field or the item's date on")
  func cycles() throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "18:00"
      cycle = { on = 2, off = "1d", from = "{day}" }
      identifier = "k.{id}"
      """
    let item = Declared.thing { $0.values[5] = .date(LocalDate(iso8601: "2026-10-22".utf8)!) }
    #expect(Self.times(try Declared.lines(kind, [item], days: 5)) == "23:18 25:18 26:18 28:18")
    #expect(try Declared.lines(kind, [Declared.thing()]) == ["- k.a noDueDate"])
    let dated = Declared.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-24".utf8)!, repetition: .daily)
    }
    #expect(Self.times(try Declared.lines(kind, [dated], days: 5)) == "24:18 25:18 27:18 28:18")
    let once = Declared.thing { $0.schedule = Schedule(start: LocalDate(iso8601: "2026-10-24".utf8)!) }
    #expect(Self.times(try Declared.lines(kind, [once], days: 5)) == "24:18 25:18 27:18 28:18")
    let alone = kind.replacing("{day}", with: "2026-10-23").replacing("item = \"thing\"\n", with: "")
      .replacing(".{id}", with: "")
    #expect(Self.times(try Declared.lines(alone, [], days: 4)) == "23:18 24:18 26:18 27:18")
  }

  @Test(
    "reminds until the count of a week or month is reached, then from the next period on, in the account's week",
    arguments: [
      ("per = \"week\"", nil, "23:18c 24:18c 25:18c 26:18 27:18"),
      ("per = \"week\"", "en-US", "23:18c 24:18c 25:18 26:18 27:18"),
      ("per = \"week\"", "de-AT", "23:18c 24:18c 25:18c 26:18 27:18"),
      ("per = \"month\"", nil, "23:18c 24:18c 25:18c 26:18c 27:18c"),
    ] as [(String, String?, String)])
  func quotas(_ per: String, _ locale: String?, _ expected: String) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "18:00"
      times = { count = 2, \(per) }
      identifier = "k.{id}"
      """
    let done = Declared.thing { $0.completedOn = ["2026-10-19", "2026-10-21"] }
    #expect(Self.times(try Declared.lines(kind, [done], days: 4) { $0.locale = locale }) == expected)
    // What was done at any time of a day is done for that day.
    let earlier = Declared.thing { $0.completedAt = [LocalDateTime(iso8601: "2026-10-23T10:00:00".utf8)!] }
    #expect(Self.times(try Declared.lines(kind, [earlier], days: 1)) == "23:18c 24:18")
    let once = Declared.thing { $0.completedOn = ["2026-10-18", "2026-10-21"] }
    let next = try Declared.lines(kind.replacing("month", with: "week"), [once], days: 2)
    #expect(Self.times(next) == "23:18 24:18 25:18")
    let from = Declared.thing { $0.schedule = Schedule(start: LocalDate(iso8601: "2026-10-24".utf8)!) }
    #expect(Self.times(try Declared.lines(kind, [from], days: 2)) == "24:18 25:18")
    // Some items want another count.
    let own = kind.replacing("count = 2", with: "count = \"{count}\"")
    var three = done
    three.values[1] = .integer(3)
    #expect(Self.times(try Declared.lines(own, [three], days: 1)) == "23:18 24:18")
  }

  @Test("times can be a rule")
  func timesByRule() throws {
    let kind = """
      shape = "series"
      item = "thing"
      times = "13:00 to 17:00 every 90m"
      identifier = "k.{id}.{time}"
      """
    for rule in [kind, kind.replacing("90m", with: "90min")] {
      #expect(Self.times(try Declared.lines(rule, [Declared.thing()], days: 0)) == "23:13,14:30,16")
    }
  }

  @Test("a kind's slots are left to its soonest notifications; what it does not need, others take")
  func slots() throws {
    let other = """
      [slots]
      ios = 3
      [kinds.b]
      shape = "series"
      time = "18:00"
      identifier = "b"
      """
    let kind = """
      shape = "series"
      item = "thing"
      at = "{day}"
      slots = 2
      time = "20:00"
      identifier = "k.{id}"
      """
    func outcomes(_ days: [String]) throws -> [String] {
      let items = days.map { day in
        Declared.thing(day) { $0.values[5] = .date(LocalDate(iso8601: "2026-10-\(day)".utf8)!) }
      }
      return try Declared.lines(kind, items, fields: other).map { line in
        let words = line.split(separator: " ")
        return "\(words[0].dropFirst(3).prefix(2))\(words[1].prefix(1))\(words[2].prefix(2))"
      }
    }
    #expect(try outcomes(["25", "26"]) == ["23bsc", "24bsl", "25bsl", "25ksc", "26bsl", "26ksc"])
    #expect(try outcomes(["26"]) == ["23bsc", "24bsc", "25bsl", "26bsl", "26ksc"])
    #expect(try outcomes([]) == ["23bsc", "24bsc", "25bsc", "26bsl"])
    #expect(try outcomes(["24", "25", "26"]) == ["23bsc", "24bsl", "24ksc", "25bsl", "25ksc", "26bsl", "26ksl"])
  }

  @Test(
    "the first day of the week follows the locale's region",
    arguments: [
      ("en", Weekday.sunday), ("en-GB", .monday), ("de", .monday), ("pt-BR", .sunday), ("ar", .saturday),
      ("ar-SA", .sunday), ("zh-Hans-TW", .sunday), ("dv-MV", .friday), ("fr-u-ca-us", .monday),
    ])
  func weeks(_ locale: String, _ day: Weekday) { #expect(LanguageTag(locale)?.firstWeekday == day) }
}
