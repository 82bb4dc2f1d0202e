import CivilTime
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests the rules of declared kinds: those that end, delay, repeat, limit and group reminders. Expected values were worked
/// out by hand from docs/own-kinds.md and docs/policies.md. Now is noon of Friday, 23 October 2026, in Berlin.
struct OwnRuleTests {
  private typealias Declared = DeclaredKindTests

  @Test(
    "an untilDone item counted from completion ends with any completion, and starts again an interval later",
    arguments: [
      // Completed on the 21st, a day late.
      (#"from = "schedule""#, "2026-10-21", ["10-23T18:00 k.a.2026-10-20", "10-24T18:00 k.a.2026-10-20"]),
      (#"from = "completion""#, "2026-10-21", []),
      (#"from = "completion""#, "2026-10-19", ["10-23T18:00 k.a.2026-10-20", "10-24T18:00 k.a.2026-10-20"]),
      (
        "every = \"2d\"", "2026-10-20",
        ["10-23T18:00 k.a.2026-10-22", "10-24T18:00 k.a.2026-10-22", "10-25T18:00 k.a.2026-10-24"]
      ),
      (
        "every = \"2d\"\nfrom = \"completion\"", "2026-10-19",
        ["10-23T18:00 k.a.2026-10-21", "10-24T18:00 k.a.2026-10-23", "10-25T18:00 k.a.2026-10-23"]
      ),
      ("every = \"2d\"\nfrom = \"completion\"", "2026-10-23", []),
      ("every = \"2d\"\nfrom = \"completion\"", "2026-10-22", ["10-25T18:00 k.a.2026-10-24"]),
      (
        "every = \"{count}\"\nfrom = \"completion\"", "2026-10-21",
        ["10-24T18:00 k.a.2026-10-23", "10-25T18:00 k.a.2026-10-23"]
      ),
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
    "notBefore delays earlier notifications until then, and makes none earlier",
    arguments: [
      // Due on the 22nd, and weekly.
      ("2026-10-23T13:30:00Z", ["10-23T15:30 k.a.2026-10-22.due.snoozed scheduled"]),
      // Due on the 29th too.
      (
        "2026-10-29T19:30:00Z",
        [
          "10-29T20:30 k.a.2026-10-29.due.snoozed scheduled", "10-29T20:00 k.a.2026-10-29.due superseded",
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

  @Test("an item due after its notBefore is reminded of only when due; a snoozed one, twice")
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
        == ["10-24T12:00 k.a.1dBefore1800.snoozed scheduled"] + due)
    // The previous evening's reminder waits until then.
    #expect(
      try Declared.lines(kind, [item { $0.notBefore = "2026-10-25T18:00:00Z" }]) == [
        "10-25T18:00 k.a.1dBefore1800 superseded", "10-25T19:00 k.a.1dBefore1800.snoozed scheduled",
        "10-26T20:00 k.a.due scheduled",
      ])
  }

  @Test("a snooze stands for the last of what is switched on")
  func snoozeOfOthers() throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "11:00"
      identifier = "k.{id}"
      """
    let other = """
      [kinds.b]
      shape = "series"
      item = "thing"
      time = "11:30"
      identifier = "b.{id}"
      """
    let item = Declared.thing { item in
      item.schedule = Schedule(start: "2026-10-23")
      item.snoozedUntil = "2026-10-23T10:30:00Z"
    }
    for (isOn, expected) in [
      (true, ["10-23T11:00 k.a superseded", "10-23T11:30 b.a superseded", "10-23T12:30 b.a.snoozed scheduled"]),
      (false, ["10-23T11:00 k.a superseded", "10-23T11:30 b.a kindDisabled", "10-23T12:30 k.a.snoozed scheduled"]),
    ] {
      #expect(
        try Declared.lines(kind, [item], fields: other, days: 0) { $0.preferences.kinds = [Kind("b"): isOn] }
          == expected)
    }
  }

  @Test("what was done during its snooze is reminded of only when due again")
  func doneWhileSnoozed() throws {
    let kind = """
      shape = "series"
      item = "thing"
      every = "8h"
      from = "completion"
      identifier = "k.{id}.{time}"
      """
    func lines(until end: String) throws -> [String] {
      let item = Declared.thing { item in
        item.completedAt = [LocalDateTime(iso8601: "2026-10-23T11:40".utf8)!]
        item.snoozedUntil = Instant(rfc3339: end.utf8)
      }
      return try Declared.lines(kind, [item], days: 0)
    }
    #expect(try lines(until: "2026-10-23T12:30:00Z") == ["10-23T19:40 k.a.1940 scheduled"])
    #expect(
      try lines(until: "2026-10-23T18:00:00Z") == [
        "10-23T19:40 k.a.1940 superseded", "10-23T20:00 k.a.1940.snoozed scheduled",
      ])
  }

  @Test("a lead that quiet hours do not defer is not carried over from yesterday", arguments: ["-15m", "-1d 23:00"])
  func leadOfYesterday(remind: String) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "23:45"
      remind = ["0", "\(remind)"]
      identifier = "k.{id}.{part}"
      """
    let lines = try Declared.lines(kind, [Declared.thing()], days: 0) {
      $0.preferences.quietHours = QuietHours(
        start: LocalTime(hour: 22, minute: 0)!, end: LocalTime(hour: 13, minute: 0)!)
    }
    let lead = remind == "-15m" ? "10-23T23:30 k.a.15mBefore scheduled" : "10-22T23:00 k.a.1dBefore2300 scheduled"
    #expect(lines.contains("10-22T23:45 k.a.due scheduled") && lines.contains(lead))
    #expect(!lines.contains("10-22T23:30 k.a.15mBefore past"))
  }

  @Test("nags repeat at their interval until the item is done; those moved together by quiet hours go out as the first")
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
    "a cap over days or hours counts deliveries, and applies wherever the span starts",
    arguments: [
      // One was delivered two days ago, so the next may be sent on the 24th.
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

  @Test(
    "a condition on the time decides at the instant of each notification; of those that it leaves out, one stays",
    arguments: [
      // `since` is noon of the 20th, and `day` is the 23rd.
      ("since <= -3d", "23s 24s 25s 26s 27s 28s"), ("since < -4d", "23c 24s 25s 26s 27s 28s"),
      ("since > -5d", "23s 24s 25c"), ("since < now", "23s 24s 25s 26s 27s 28s"), ("since > now", "23c"),
      ("since = 2026-10-20T12:00:00+02:00", "23s 24s 25s 26s 27s 28s"), ("day = now", "23s 24c"),
      ("day < 1d", "23s 24s 25s 26s 27s 28s"), ("day > 1d", "23c"), ("day >= now", "23s 24c"), ("day < -1w", "23c"),
      ("day < -3d", "23c 27s 28s"), ("starts != now", "23s 24s 25s 26s 27s 28s"), ("starts < now", "23c"),
    ])
  func conditionOfTime(_ condition: String, _ outcomes: String) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "18:00"
      where = ["\(condition)"]
      identifier = "k.{id}"
      """
    let lines = try Declared.lines(kind, [Self.dated], days: 5)
    #expect(
      lines.map { "\($0.dropFirst(3).prefix(2))\($0.split(separator: " ")[2].prefix(1))" }.joined(separator: " ")
        == outcomes)
    let account = Account.test(app: "own", zone: "Europe/Berlin") { $0.items[ItemList(declared: 0)] = [Self.dated] }
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 5, policy: Declared.policy(kind)).plan
    #expect(plan.planAgain?.cause == .windowEnd)
  }

  private static let dated = Declared.thing { item in
    item.values[1] = .integer(7)
    item.values[3] = .instant("2026-10-20T10:00:00Z")
    item.values[5] = .date(LocalDate(iso8601: "2026-10-23".utf8)!)
  }

  @Test(
    "a notification that goes out now depends on the time of the plan, which is made again when the condition changes",
    arguments: [
      ("since < -3d", "condition", "2026-10-23T10:00:01Z"), ("since > -73h", "scheduled", "2026-10-23T11:00:00Z"),
      ("since < now", "scheduled", nil), ("day = now", "scheduled", "2026-10-23T22:00:00Z"),
    ] as [(String, String, String?)])
  func conditionNow(_ condition: String, _ outcome: String, _ again: String?) throws {
    let kind = """
      shape = "threshold"
      item = "thing"
      of = "{count}"
      above = 5
      where = ["\(condition)"]
      identifier = "k.{id}"
      """
    #expect(try Declared.lines(kind, [Self.dated], days: 5) == ["10-23T12:00 k.a \(outcome)"])
    let account = Account.test(app: "own", zone: "Europe/Berlin") { $0.items[ItemList(declared: 0)] = [Self.dated] }
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 5, policy: Declared.policy(kind)).plan
    #expect(plan.planAgain.flatMap { $0.cause == .condition ? "\($0.at)" : nil } == again)
  }

  @Test("a date compares with today in the item's zone")
  func conditionInItemZone() throws {
    let kind = """
      shape = "series"
      item = "thing"
      at = "{day}"
      time = "23:00"
      where = ["day >= now"]
      identifier = "k.{id}"
      """
    var item = Self.dated
    item.zone = .test("America/Los_Angeles")
    #expect(try Declared.lines(kind, [item], days: 1) == ["10-23T23:00 k.a scheduled"])
  }

  @Test("quiet hours do not move what a condition leaves out, and a condition decides after they have moved the rest")
  func conditionAndQuietHours() throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "23:00"
      where = ["%"]
      identifier = "k.{id}"
      """
    func times(_ condition: String) throws -> [String] {
      let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
        account.items[ItemList(declared: 0)] = [Self.dated]
        account.preferences.quietHours = QuietHours(
          start: LocalTime(hour: 22, minute: 0)!, end: LocalTime(hour: 7, minute: 0)!)
      }
      let policy = try Declared.policy(kind.replacing("%", with: condition))
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 1, policy: policy).plan
      return plan.decisions.map { "\($0.at.map { "\($0)" } ?? "") \($0.outcome.reason?.code ?? "scheduled")" }
    }
    #expect(try times("count < 5") == ["2026-10-23T21:00:00Z condition"])
    // On the 24th at 7, `day` is a day ago.
    #expect(try times("day = now") == ["2026-10-23T21:00:00Z condition"])
    #expect(try times("day = -1d").first == "2026-10-24T05:00:00Z scheduled")
  }

  @Test(
    "each shape keeps one candidate of an item that a condition leaves out, at its instant if it has one",
    arguments: [
      (
        "shape = \"series\"\ntimes = [\"08:00\", \"20:00\"]\nidentifier = \"k.{id}.{time}\"",
        "10-23T20:00 k.a.2000 condition"
      ),
      (
        "shape = \"series\"\nat = \"{day}\"\nremind = [\"-1d\", \"0\"]\ntime = \"18:00\"\nidentifier = \"k.{id}.{part}\"",
        "10-23T18:00 k.a.due condition"
      ),
      ("shape = \"untilDone\"\nat = \"{day}\"\nidentifier = \"k.{id}\"", "10-24T09:00 k.a condition"),
      ("shape = \"event\"\nat = \"{since}\"\nidentifier = \"k.{id}\"", "10-20T12:00 k.a condition"),
      ("shape = \"threshold\"\nof = \"{count}\"\nabove = 5\nidentifier = \"k.{id}\"", "10-23T12:00 k.a condition"),
      ("shape = \"place\"\nidentifier = \"k.{id}\"", "- k.a condition"),
      ("shape = \"streak\"\nof = \"{count}\"\nidentifier = \"k.{id}.{count}\"", "10-23T12:00 k.a.7 condition"),
    ])
  func leftOut(_ kind: String, _ line: String) throws {
    var item = Self.dated
    item.place = PlaceTrigger()
    item.completedOn = ["2026-10-22"]
    let kind = kind + "\nitem = \"thing\"\nwhere = [\"count < 5\"]"
    #expect(try Declared.lines(kind, [item]) == [line])
  }

  @Test("a condition compares fields of the account, even for a kind without items")
  func conditionOfAccount() throws {
    let fields = """
      [account.fields]
      plan = "text"
      ends = "date"
      """
    let kind = """
      shape = "series"
      time = "18:00"
      where = ["account.plan = trial", "account.ends <= 3d"]
      identifier = "k"
      """
    func lines(_ kind: String, _ items: [Item], _ values: [FieldValue]) throws -> [String] {
      try Declared.lines(kind, items, fields: fields, days: 0) { $0.fields = values }
    }
    let soon = FieldValue.date(LocalDate(iso8601: "2026-10-26".utf8)!)
    #expect(try lines(kind, [], [.text("trial"), soon]) == ["10-23T18:00 k scheduled"])
    let leftOut = ["10-23T18:00 k condition"]
    #expect(try lines(kind, [], [.text("paid"), soon]) == leftOut)
    #expect(try lines(kind, [], [.text("trial"), .date(LocalDate(iso8601: "2026-10-27".utf8)!)]) == leftOut)
    #expect(try lines(kind, [], []) == leftOut)
    let ofItems = kind.replacing("identifier = \"k\"", with: "item = \"thing\"\nidentifier = \"k.{id}\"")
    #expect(try lines(ofItems, [Declared.thing()], [.text("trial"), soon]) == ["10-23T18:00 k.a scheduled"])
    #expect(try lines(ofItems, [Declared.thing()], [.none, soon]) == ["10-23T18:00 k.a condition"])
  }

  private static let bundled = """
    shape = "series"
    item = "thing"
    bundle = "1h"
    identifier = "k.{id}"
    title = "Take {{name}}"
    titleBundled = "At {{time.raw}}"
    bodyBundled = "{{titles.raw}}"
    """

  /// Returns things at times of day.
  private static func things(_ times: [(id: String, time: String)], completed: String = "") -> [Item] {
    times.map { id, time in
      Declared.thing(id) { item in
        item.times = .at(LocalTime(iso8601: time.utf8)!)
        item.isCompleted = id == completed
      }
    }
  }

  @Test(
    "of several notifications within a bundle's span, the last names all; a plan made in between names those held back")
  func bundles() throws {
    func plan(_ items: [Item], now: Instant, _ set: (inout Account) -> Void = { _ in }) throws -> TestPlan {
      let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
        account.items[ItemList(declared: 0)] = items
        set(&account)
      }
      return try TestPlan(account, now: now, days: 0, policy: Declared.policy(Self.bundled))
    }
    func lines(_ items: [Item], now: Instant, _ set: (inout Account) -> Void = { _ in }) throws -> [String] {
      let plan = try plan(items, now: now, set).plan
      return plan.decisions.map { decision in
        let request = plan.requests[Int(decision.request)]
        let outcome = decision.outcome.reason?.code ?? "\(request.title): \(request.body)"
        return "\("\(decision.at!)".dropFirst(11).prefix(5)) \(request.identifier) \(outcome)"
      }
    }
    let items = Self.things([("a", "13:00"), ("b", "13:40"), ("c", "14:00"), ("d", "14:59")])
    // The hours are in UTC.
    let together = ["11:00 k.a inDigest", "11:40 k.b At 13:40: Take a, Take b"]
    let others = ["12:00 k.c inDigest", "12:59 k.d At 14:59: Take c, Take d"]
    #expect(try lines(items, now: "2026-10-23T10:00:00Z") == together + others)
    #expect(try lines(items, now: "2026-10-23T11:10:00Z") == together + others)
    #expect(
      try lines(items, now: "2026-10-23T11:45:00Z") == ["11:00 k.a past", "11:40 k.b past"] + others)
    // A notification that was delivered separately is not listed again.
    let reported = try lines(items, now: "2026-10-23T11:10:00Z") {
      $0.delivered = [Account.Delivered(id: RequestID("k.a@2026-10-23"), at: "2026-10-23T11:00:00Z")]
    }
    #expect(reported == ["11:00 k.a past", "11:40 k.b Take b: "] + others)
    let done = Self.things([("a", "13:00"), ("b", "13:40")], completed: "b")
    #expect(try lines(done, now: "2026-10-23T10:00:00Z") == ["11:00 k.a Take a: ", "11:40 k.b completed"])
    // What a snooze holds back names no other.
    var snoozed = Self.things([("a", "13:00"), ("b", "13:40")])
    snoozed[1].snoozedUntil = "2026-10-23T18:00:00Z"
    let late = try lines(snoozed, now: "2026-10-23T10:00:00Z") { $0.items.hasSnoozes = true }
    #expect(late == ["11:00 k.a Take a: ", "11:40 k.b superseded", "18:00 k.b.snoozed Take b: "])
    // A lead goes out before what it is about.
    var early = Self.things([("a", "13:00"), ("b", "13:40")])
    for index in early.indices { early[index].remind = [ReminderOffset("-10m")!] }
    #expect(
      try lines(early, now: "2026-10-23T10:00:00Z")
        == ["10:50 k.a.10mBefore Take a: ", "11:30 k.b.10mBefore Take b: "])
    // Quiet hours move both to the same instant.
    let night = try lines(Self.things([("a", "22:30"), ("b", "23:50"), ("c", "21:59")]), now: "2026-10-23T10:00:00Z") {
      $0.preferences.quietHours = QuietHours(
        start: LocalTime(hour: 22, minute: 0)!, end: LocalTime(hour: 23, minute: 55)!)
    }
    #expect(night == ["19:59 k.c Take c: ", "21:55 k.a inDigest", "21:55 k.b At 23:55: Take a, Take b"])
    let facts = try plan(items, now: "2026-10-23T10:00:00Z").explanations[0].steps.first { $0.verdict == .failed }
    #expect(
      facts?.compared.map { "\($0.name): \($0.value)" } == [
        "kinds.k.bundle: 1h", "named by: k.b at 2026-10-23T11:40:00Z",
      ])
  }

  @Test("rotating texts change once per local day, in the order of the file")
  func textsInTurn() throws {
    let kind = """
      shape = "series"
      item = "thing"
      times = ["09:00", "18:00"]
      variants = "daily"
      identifier = "k.{id}.{time}"
      """
    var policy = try Declared.policy(kind)
    let texts = """
      format = "tickler-messages/1"
      app = "own"
      [[en.k]]
      title = "One"
      [[en.k]]
      title = "Two"
      [[en.k]]
      title = "Three"
      """
    policy.messages = try MessagesReader.read(
      Array(texts.utf8), file: "m.toml", sha256: "", KindCatalog.shipped.with(policy)
    ).messages
    policy.slots.holds = .trigger
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items[ItemList(declared: 0)] = [Declared.thing("a"), Declared.thing("b")]
    }
    func titles(days: Int) throws -> [String: Set<String>] {
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: days, policy: policy).plan
      return plan.decisions.reduce(into: [:]) { titles, decision in
        #expect(decision.outcome.reason != nil || !decision.repeats)
        titles["\(decision.local!.date)", default: []].insert(plan.requests[Int(decision.request)].title)
      }
    }
    let days = try titles(days: 5)
    let order = days.sorted { $0.key < $1.key }.map(\.value)
    #expect(order.count == 6)
    #expect(order.allSatisfy { $0.count == 1 })
    // 2026-10-23 is 739,911 days after 0001-01-01, a multiple of three.
    #expect(order.flatMap { $0 } == ["One", "Two", "Three", "One", "Two", "Three"])
    #expect(try titles(days: 0) == days.filter { $0.key == "2026-10-23" })
  }

  @Test("a snoozed reminder has the text of the day for which it stands")
  func textOfSnoozed() throws {
    let kind = """
      shape = "untilDone"
      item = "thing"
      time = "11:00"
      variants = "daily"
      identifier = "k.{id}"
      """
    var policy = try Declared.policy(kind)
    let texts = "format = \"tickler-messages/1\"\napp = \"own\"\n[[en.k]]\ntitle = \"One\"\n[[en.k]]\ntitle = \"Two\""
    policy.messages = try MessagesReader.read(
      Array(texts.utf8), file: "m.toml", sha256: "", KindCatalog.shipped.with(policy)
    ).messages
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items.hasSnoozes = true
      account.items[ItemList(declared: 0)] = [
        Declared.thing {
          $0.schedule = Schedule(start: "2026-10-22")
          $0.snoozedUntil = "2026-10-24T08:00:00Z"
        }
      ]
    }
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 1, policy: policy).plan
    let titles = plan.decisions.filter { $0.outcome.reason == nil }.map { plan.requests[Int($0.request)].title }
    // 2026-10-23 is 739,911 days after 0001-01-01, and snoozed to the next day.
    #expect(titles == ["Two", "One"])
  }
}
