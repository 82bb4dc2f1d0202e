import CivilTime
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests kinds that a policy declares, each in a few lines. Expected values were worked out by hand from docs/own-kinds.md.
struct DeclaredKindTests {
  /// Returns a policy with one kind `k` about items `thing`.
  ///
  /// - Parameter kind: The lines of the kind's table.
  static func policy(_ kind: String, fields: String = "") throws -> Policy {
    let text = """
      format = "tickler-policy/1"
      app = "own"
      [quietHours]
      action = "defer"
      [items.thing.fields]
      name = { type = "text", required = true }
      count = "integer"
      limit = "integer"
      since = "instant"
      starts = "instant"
      day = "date"
      \(fields)
      [kinds.k]
      \(kind)
      """
    return try PolicyReader.read(Array(text.utf8), file: "own.toml", sha256: "", .shipped)
  }

  /// The item's fields, in the policy's order.
  private static let things = ItemDeclaration(
    "thing",
    fields: [
      ItemField("name", .text, "", .required), ItemField("count", .integer), ItemField("limit", .integer),
      ItemField("since", .instant), ItemField("starts", .instant), ItemField("day", .date),
    ])

  /// Returns a thing with only a name.
  static func thing(_ id: String = "a", _ set: (inout Item) -> Void = { _ in }) -> Item {
    var item = Item(ItemID(id), things, .test)
    item.title = id
    set(&item)
    return item
  }

  /// Returns the local time, the end of the identifier, and the outcome of each candidate. Now is noon of Friday, 23 October 2026, in
  /// Berlin. The clocks go back on the 25th.
  static func lines(
    _ kind: String, _ items: [Item], fields: String = "", days: Int = 3, _ set: (inout Account) -> Void = { _ in }
  ) throws -> [String] {
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items[ItemList(declared: 0)] = items
      account.items.hasSnoozes = true
      set(&account)
    }
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: days, policy: policy(kind, fields: fields))
    return plan.plan.decisions.map { decision in
      let request = plan.plan.requests[Int(decision.request)]
      let local = decision.local.map { "\($0)".dropFirst(5).dropLast(3) } ?? "-"
      let outcome = decision.outcome.reason?.code ?? (decision.at == nil ? "armed" : "scheduled")
      return "\(local) \(request.identifier) \(outcome)"
    }
  }

  @Test("a device keeps what a longer plan has of declared items in distant years")
  func beyondWindow() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      time = "08:00"
      identifier = "k.{id}"
      """#
    let account = Account.test(app: "own", zone: "UTC") { account in
      account.items[ItemList(declared: 0)] = [
        DeclaredKindTests.thing(), DeclaredKindTests.thing("b") { $0.isArchived = true },
      ]
      account.pending = [
        .init(id: "k.a@2027-01-05", at: "2027-01-05T08:00:00Z"),
        .init(id: "k.a@2030-01-05", at: "2030-01-05T08:00:00Z"),
        .init(id: "k.a@2030-01-06", at: "2030-01-06T09:00:00Z"),
        .init(id: "k.b@2030-01-05", at: "2030-01-05T08:00:00Z"),
      ]
    }
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 0, policy: DeclaredKindTests.policy(kind))
    #expect(
      plan.plan.actions.map { "\($0.verb.rawValue) \($0.request) \($0.reason ?? "")" } == [
        "cancel k.b@2030-01-05 inactive", "cancel k.a@2030-01-06 notPlanned", "keep k.a@2027-01-05 beyondWindow",
        "keep k.a@2030-01-05 beyondWindow",
      ])
  }

  @Test("a series uses the policy's times, weekdays with their own times, and needs no item")
  func times() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      times = ["08:00", "20:00"]
      weekday.sat = ["10:00"]
      days = ["fri", "sat"]
      identifier = "k.{id}.{time}"
      """#
    #expect(
      try Self.lines(kind, [Self.thing()]) == [
        "10-23T08:00 k.a.0800 past", "10-23T20:00 k.a.2000 scheduled", "10-24T10:00 k.a.1000 scheduled",
      ])
    let alone = #"""
      shape = "series"
      times = ["20:00"]
      identifier = "k"
      """#
    #expect(
      try Self.lines(alone, [], days: 1) == [
        "10-23T20:00 k scheduled", "10-24T20:00 k scheduled",
      ])
  }

  @Test("an item's times precede the account's, and those precede the policy's")
  func precedence() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      time = "18:00"
      identifier = "k.{id}.{time}"
      """#
    let own = Self.thing("own") { $0.times = .at("19:00") }
    #expect(
      try Self.lines(kind, [own, Self.thing("none")], days: 0) { account in
        account.preferences.times[Kind("k")] = Preferences.Times()
        account.preferences.times[Kind("k")]?.times = ["21:00"]
      } == ["10-23T19:00 k.own.1900 scheduled", "10-23T21:00 k.none.2100 scheduled"])
    #expect(try Self.lines(kind, [Self.thing("none")], days: 0) == ["10-23T18:00 k.none.1800 scheduled"])
    #expect(
      try Self.lines(kind, [Self.thing("none")], days: 2) { account in
        account.preferences.times[Kind("k")] = Preferences.Times()
        account.preferences.times[Kind("k")]?.days = WeekdaySet(.sunday)
      } == ["10-25T18:00 k.none.1800 scheduled"])
  }

  @Test("completing one time of a day completes only that time, with its follow-ups")
  func doneThen() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      times = ["08:00", "20:00"]
      followUps = ["+5h"]
      identifier = "k.{id}.{time}.{part}"
      """#
    let item = Self.thing { $0.completedAt = [LocalDateTime(iso8601: "2026-10-23T20:00".utf8)!] }
    #expect(
      try Self.lines(kind, [item], days: 1) == [
        "10-23T01:00 k.a.2000.5hAfter past", "10-23T08:00 k.a.0800.due past", "10-23T13:00 k.a.0800.5hAfter scheduled",
        "10-23T20:00 k.a.2000.due completed", "10-24T01:00 k.a.2000.5hAfter completed",
        "10-24T08:00 k.a.0800.due scheduled", "10-24T13:00 k.a.0800.5hAfter scheduled",
        "10-24T20:00 k.a.2000.due scheduled",
      ])
  }

  @Test("offsets are in wall time, regardless of zone transitions in between")
  func offsets() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      at = "{starts}"
      remind = ["-1d 18:00", "-26h", "-2h", "0"]
      identifier = "k.{id}.{part}"
      """#
    // 09:30 of Monday, after the clocks have gone back.
    let item = Self.thing { $0.values[4] = .instant("2026-10-26T08:30:00Z") }
    #expect(
      try Self.lines(kind, [item]) == [
        "10-25T07:30 k.a.26hBefore scheduled", "10-25T18:00 k.a.1dBefore1800 scheduled",
        "10-26T07:30 k.a.2hBefore scheduled", "10-26T09:30 k.a.due scheduled",
      ])
  }

  @Test(
    "an interval counts from the first date, or from the last completion",
    arguments: [
      (#"every = "2d""#, [String](), ["10-24", "10-26"]),
      (#"every = "2w""#, [], []),
      (#"every = "{count}""#, [], ["10-25"]),
      (#"every = "1m""#, [], []),
      (#"every = "3d"\#nfrom = "completion""#, ["2026-10-21", "2026-10-20"], ["10-24"]),
      (#"every = "3d"\#nfrom = "completion""#, [], ["10-23"]),
      (#"every = "1m"\#nfrom = "completion""#, ["2026-09-25"], ["10-25"]),
      // Missed on the 17th, and in each month from January on.
      (#"every = "4d"\#nfrom = "completion""#, ["2026-10-13"], ["10-25"]),
      (#"every = "1m"\#nfrom = "completion""#, ["2025-12-25"], ["10-25"]),
      // Like any series, no line beyond the window.
      (#"every = "1m"\#nfrom = "completion""#, ["2025-12-31"], []),
    ])
  func intervals(_ every: String, _ done: [String], _ dates: [String]) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "18:00"
      identifier = "k.{id}"
      \(every)
      """
    let item = Self.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-02".utf8)!)
      item.values[1] = .integer(23)
      item.completedOn = DateSet(done.map { LocalDate(iso8601: $0.utf8)! })
    }
    let lines = try Self.lines(kind, [item], days: 4)
    #expect(lines.map { String($0.prefix(5)) } == dates)
  }

  @Test(
    "a missed date counted from completion is due again, with its follow-ups",
    arguments: [
      // Due on the 22nd, with follow-ups today and on the 24th, then the next date.
      ("+1d 13:00", "2026-10-19", "none", ["10-23T13:00 k.a.1dAfter1300 scheduled", "10-25T11:00 k.a.due scheduled"]),
      ("+2d 13:00", "2026-10-19", "none", ["10-24T13:00 k.a.2dAfter1300 scheduled", "10-25T11:00 k.a.due scheduled"]),
      // Due and already over today, with a follow-up to come.
      (
        "+1d 13:00", "2026-10-20", "none",
        ["10-23T11:00 k.a.due past", "10-24T13:00 k.a.1dAfter1300 scheduled", "10-26T11:00 k.a.due scheduled"]
      ),
      // Due on Sunday the 18th, which is skipped, on the 21st, and on the 24th, which is skipped too.
      (
        "+1d 13:00", "2026-10-15", "skip",
        [
          "10-24T11:00 k.a.due holiday", "10-25T13:00 k.a.1dAfter1300 holiday", "10-27T11:00 k.a.due scheduled",
          "10-28T13:00 k.a.1dAfter1300 scheduled",
        ]
      ),
      // Saturday's reminder is sent on Monday.
      ("+1d 13:00", "2026-10-21", "after", ["10-24T11:00 k.a.due scheduled", "10-25T13:00 k.a.1dAfter1300 scheduled"]),
    ])
  func missed(followUp: String, done: String, shift: String, wanted: [String]) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "11:00"
      every = "3d"
      from = "completion"
      followUps = ["\(followUp)"]
      shift = "\(shift)"
      identifier = "k.{id}.{part}"
      """
    let item = Self.thing { $0.completedOn = DateSet([LocalDate(iso8601: done.utf8)!]) }
    #expect(try Self.lines(kind, [item], days: 5) == wanted)
  }

  @Test(
    "an item without a date has one line without a time",
    arguments: [
      (#"shape = "series"\#nat = "{day}""#, "", "k.a noDueDate"),
      (#"shape = "series"\#nat = "{day}""#, "day", "k.a past"),
      (#"shape = "series"\#nevery = "3d"\#nfrom = "completion""#, "", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "3d"\#nfrom = "completion""#, "date", "k.a past; k.a scheduled"),
      (#"shape = "series"\#nevery = "{count}"\#nfrom = "completion""#, "date", "k.a past"),
      (#"shape = "series"\#nevery = "{count}"\#nfrom = "completion""#, "done", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "{count}"\#nfrom = "completion""#, "done date", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "{count}"\#nfrom = "completion""#, "done zero", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "{count}""#, "date", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "{count}""#, "date zero", "k.a noDueDate"),
      (#"shape = "series"\#nevery = "{count}""#, "date archived", "k.a inactive"),
      (#"shape = "untilDone""#, "", "k.a noDueDate"),
      (#"shape = "untilDone"\#nat = "{day}""#, "date", "k.a noDueDate"),
      (#"shape = "event"\#nat = "{starts}""#, "", "k.a noDueDate"),
    ])
  func undated(kind: String, has: String, wanted: String) throws {
    let item = Self.thing { item in
      let date = LocalDate(iso8601: "2026-10-23".utf8)!
      if has.contains("date") { item.schedule = Schedule(start: date) }
      if has.contains("day") { item.values[5] = .date(date) }
      if has.contains("done") { item.completedOn = DateSet([date.adding(days: -9)]) }
      if has.contains("zero") { item.values[1] = .integer(0) }
      item.isArchived = has.contains("archived")
    }
    let lines = try Self.lines("\(kind)\nitem = \"thing\"\nidentifier = \"k.{id}\"", [item], days: 4)
    #expect(lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }.joined(separator: "; ") == wanted)
    if wanted.hasSuffix("noDueDate") { #expect(lines[0].hasPrefix("- ")) }
  }

  @Test("the date that `at` names is a single one, regardless of the item's schedule")
  func once() throws {
    let item = Self.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-25".utf8)!, repetition: .monthly)
      item.values[5] = .date(LocalDate(iso8601: "2026-10-25".utf8)!)
    }
    let account = Account.test(app: "own", zone: "Europe/Berlin") { $0.items[ItemList(declared: 0)] = [item] }
    for at in ["at = \"{day}\"", ""] {
      var policy = try Self.policy("shape = \"series\"\nitem = \"thing\"\nidentifier = \"k.{id}\"\n\(at)")
      policy.slots.holds = .trigger
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 3, policy: policy)
      #expect(plan.plan.decisions.map(\.repeats) == [at.isEmpty])
      #expect(plan.plan.actions.compactMap(\.trigger).map(\.repeats) == [at.isEmpty])
    }
  }

  @Test(
    "reminders that a shift moves to one day count once, however many they are",
    arguments: [
      (#"remind = ["0"]"#, "k.{id}.{part}"), (#"remind = ["0", "-2h"]"#, "k.{id}.{part}"),
      (#"remind = ["0", "-2h"]"#, "k.{id}.{part}.{date}"),
    ])
  func gathered(remind: String, identifier: String) throws {
    let kind = """
      shape = "series"
      item = "thing"
      time = "13:00"
      shift = "before"
      identifier = "\(identifier)"
      \(remind)
      """
    let item = Self.thing { $0.schedule = Schedule(start: LocalDate(iso8601: "2026-10-20".utf8)!, repetition: .daily) }
    let lines = try Self.lines(kind, [item], days: 3).filter { $0.contains(".due") }
    #expect(
      lines.map { "\($0.prefix(5)) \($0.split(separator: " ")[2])" } == [
        "10-23 scheduled", "10-24 duplicate", "10-25 duplicate", "10-26 scheduled",
      ])
  }

  @Test("a digest names items in the order of their ids, regardless of the input's order")
  func digestOrder() throws {
    let policy = try Self.policy(
      "shape = \"digest\"\nitem = \"thing\"\ntime = \"13:00\"\nidentifier = \"k\"\ntitle = \"{{names}}\"")
    for ids in [["a", "b", "c"], ["c", "a", "b"]] {
      let account = Account.test(app: "own", zone: "Europe/Berlin") {
        $0.items[ItemList(declared: 0)] = ids.map { Self.thing($0) }
      }
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 0, policy: policy)
      #expect(plan.plan.requests.map(\.title) == ["a, b, and c"])
    }
  }

  @Test("a snoozed item is silent until its snooze ends, and goes out then")
  func snoozed() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      times = ["11:00", "13:00", "20:00"]
      identifier = "k.{id}.{time}.{part}"
      """#
    let item = Self.thing { $0.snoozedUntil = "2026-10-23T13:30:00Z" }
    #expect(
      try Self.lines(kind, [item], days: 0) == [
        "10-23T11:00 k.a.1100.due superseded", "10-23T13:00 k.a.1300.due superseded",
        "10-23T15:30 k.a.1100.due.snoozed scheduled", "10-23T20:00 k.a.2000.due scheduled",
      ])
    let done = Self.thing { item in
      item.snoozedUntil = "2026-10-23T13:30:00Z"
      item.completedAt = [LocalDateTime(iso8601: "2026-10-23T11:00".utf8)!]
    }
    #expect(try Self.lines(kind, [done], days: 0).contains("10-23T15:30 k.a.1300.due.snoozed scheduled"))
  }

  @Test("a snoozed item stands for its last due time, on another date too")
  func snoozedOfYesterday() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      time = "20:00"
      identifier = "k.{id}.{date}.{part}"
      """#
    func item(done: String...) -> Item {
      Self.thing { item in
        item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-15".utf8)!, repetition: .weekly)
        item.snoozedUntil = "2026-10-23T13:30:00Z"
        item.completedAt = Set(done.map { LocalDateTime(iso8601: $0.utf8)! })
      }
    }
    #expect(try Self.lines(kind, [item()]) == ["10-23T15:30 k.a.2026-10-22.due.snoozed scheduled"])
    #expect(try Self.lines(kind, [item(done: "2026-10-22T20:00")]) == [])
  }

  @Test("a reminder with its own time goes out once per date, until everything on that date is done")
  func reminderOfADate() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      times = ["08:00", "20:00"]
      remind = ["-1d 18:00"]
      identifier = "k.{id}.{time}.{part}"
      """#
    func item(done: String...) -> Item {
      Self.thing { $0.completedAt = Set(done.map { LocalDateTime(iso8601: $0.utf8)! }) }
    }
    let name = "10-23T18:00 k.a.0800.1dBefore1800"
    #expect(try Self.lines(kind, [item()], days: 0) == ["\(name) scheduled"])
    #expect(try Self.lines(kind, [item(done: "2026-10-24T08:00")], days: 0) == ["\(name) scheduled"])
    #expect(
      try Self.lines(kind, [item(done: "2026-10-24T08:00", "2026-10-24T20:00")], days: 0) == ["\(name) completed"])
  }

  @Test(
    "a shown notification is withdrawn once everything that it covers is done, on its own date",
    arguments: [
      (#"remind = ["-1d 18:00"]"#, "k.a.1dBefore1800@2026-10-22", ["2026-10-23T08:00"], false),
      (#"remind = ["-1d 18:00"]"#, "k.a.1dBefore1800@2026-10-22", ["2026-10-23T08:00", "2026-10-23T20:00"], true),
      (#"remind = ["+5h"]"#, "k.a.5hAfter@2026-10-23", ["2026-10-22T20:00"], false),
      (#"remind = ["+5h"]"#, "k.a.5hAfter@2026-10-23", ["2026-10-22T20:00", "2026-10-23T08:00"], true),
      ("every = \"3d\"\nfrom = \"completion\"", "k.a.due", ["2026-10-23T11:00"], true),
      ("every = \"3d\"\nfrom = \"completion\"", "k.a.due", ["2026-10-21T08:00"], false),
    ])
  func withdrawn(kind: String, delivered: String, done: [String], isWithdrawn: Bool) throws {
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items[ItemList(declared: 0)] = [
        Self.thing { item in
          item.times = DueTimes([LocalTime(hour: 8, minute: 0)!, LocalTime(hour: 20, minute: 0)!])
          item.completedAt = Set(done.map { LocalDateTime(iso8601: $0.utf8)! })
        }
      ]
      account.delivered = [.init(id: RequestID(delivered), at: "2026-10-22T18:30:00Z", isShown: true)]
    }
    let policy = try Self.policy(
      """
      shape = "series"
      item = "thing"
      identifier = "k.{id}.{part}"
      \(kind)
      """)
    let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 1, policy: policy)
    #expect(plan.plan.actions.contains { $0.verb == .withdraw } == isWithdrawn)
  }

  @Test("every month skips months that lack the day, or as monthEnd requires")
  func everyMonth() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      every = "1m"
      identifier = "k.{id}"
      """#
    let item = Self.thing { $0.schedule = Schedule(start: LocalDate(iso8601: "2026-08-31".utf8)!) }
    #expect(try Self.lines(kind, [item], days: 60) == ["10-31T09:00 k.a scheduled"])
  }

  @Test("a digest that looks ahead follows the item's weekdays")
  func aheadOnWeekdays() throws {
    let kind = #"""
      shape = "digest"
      item = "thing"
      ahead = 1
      time = "18:00"
      identifier = "k"
      """#
    let dated = Self.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-20".utf8)!, repetition: .daily)
      item.days = WeekdaySet(.saturday)
    }
    let undated = Self.thing { $0.days = WeekdaySet(.saturday) }
    for item in [dated, undated] {
      #expect(
        try Self.lines(kind, [item], days: 2) == [
          "10-23T18:00 k nothingDue", "10-24T18:00 k scheduled", "10-25T18:00 k nothingDue",
        ])
    }
  }

  @Test("an open item is reported on each day after its date, as long as the policy specifies")
  func untilDone() throws {
    let kind = #"""
      shape = "untilDone"
      item = "thing"
      time = "18:00"
      for = 4
      identifier = "k.{id}.{date}"
      """#
    func item(_ set: (inout Item) -> Void = { _ in }) -> Item {
      Self.thing { item in
        item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-20".utf8)!)
        set(&item)
      }
    }
    #expect(
      try Self.lines(kind, [item()]) == [
        "10-23T18:00 k.a.2026-10-20 scheduled", "10-24T18:00 k.a.2026-10-20 scheduled",
      ])
    #expect(try Self.lines(kind, [item { $0.completedOn = [LocalDate(iso8601: "2026-10-20".utf8)!] }]).isEmpty)
    #expect(try Self.lines(kind, [item { $0.isArchived = true }]).allSatisfy { $0.hasSuffix("inactive") })
    #expect(try Self.lines(kind.replacing("for = 4", with: #"for = "any""#), [item()]).count == 3)
    // Quiet hours move it to a day with another count.
    let nightly = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.items[ItemList(declared: 0)] = [item()]
      account.preferences.quietHours = QuietHours(start: "22:00", end: "07:00")
    }
    let counting = kind.replacing("18:00", with: "23:00") + "\ntitle = \"{{overdueDays}}\""
    let nights = try TestPlan(nightly, now: "2026-10-23T10:00:00Z", days: 1, policy: Self.policy(counting)).plan
    #expect(
      nights.decisions.first.map { "\($0.at!) \(nights.requests[Int($0.request)].title)" } == "2026-10-24T05:00:00Z 4")
    // Its days are those of the item's zone, up to the window's end.
    let tokyo = try Self.lines(
      kind.replacing("18:00", with: "06:00"), [item { $0.zone = .test("Asia/Tokyo") }], days: 0)
    #expect(tokyo == ["10-23T06:00 k.a.2026-10-20 past", "10-24T06:00 k.a.2026-10-20 scheduled"])
  }

  @Test("a number past its bound is reported once, until it has crossed back")
  func threshold() throws {
    let kind = #"""
      shape = "threshold"
      item = "thing"
      of = "{count}"
      below = "{limit}"
      above = 90
      since = "{since}"
      identifier = "k.{id}"
      """#
    func item(_ id: String, _ count: Int, _ since: Instant? = nil) -> Item {
      Self.thing(id) { item in
        (item.values[1], item.values[2]) = (.integer(count), .integer(5))
        if let since { item.values[3] = .instant(since) }
      }
    }
    func delivered(_ account: inout Account) {
      account.delivered = [
        Account.Delivered(id: RequestID("k.told"), at: "2026-10-22T10:00:00Z"),
        Account.Delivered(id: RequestID("k.again"), at: "2026-10-20T10:00:00Z"),
        Account.Delivered(id: RequestID("k.later.snoozed"), at: "2026-10-22T10:00:00Z"),
      ]
    }
    let since: Instant = "2026-10-21T10:00:00Z"
    #expect(
      try Self.lines(
        kind,
        [
          item("four", 4), item("five", 5), item("much", 91), item("told", 4, since), item("again", 4, since),
          item("later", 4),
        ],
        days: 0, delivered
      ).sorted() == [
        "10-23T12:00 k.again scheduled", "10-23T12:00 k.four scheduled", "10-23T12:00 k.later alreadyDelivered",
        "10-23T12:00 k.much scheduled", "10-23T12:00 k.told alreadyDelivered",
      ])
    #expect(
      try Self.lines(kind + "\ntimes = [\"09:00\", \"17:00\"]", [item("four", 4)]) == ["10-23T17:00 k.four scheduled"])
  }

  @Test("a digest counts the items that pass its conditions, limited to those due in the days ahead")
  func digest() throws {
    let kind = #"""
      shape = "digest"
      item = "thing"
      where = ["count >= 3", "name != b"]
      days = ["sat", "sun"]
      time = "10:00"
      identifier = "k"
      """#
    func item(_ id: String, _ count: Int, on date: String) -> Item {
      Self.thing(id) { item in
        item.values[1] = .integer(count)
        item.schedule = Schedule(start: LocalDate(iso8601: date.utf8)!)
      }
    }
    let items = [
      item("a", 3, on: "2026-10-25"), item("b", 9, on: "2026-10-25"), item("c", 2, on: "2026-10-25"),
      item("d", 4, on: "2026-10-01"),
    ]
    #expect(try Self.lines(kind, items) == ["10-24T10:00 k scheduled", "10-25T10:00 k scheduled"])
    #expect(
      try Self.lines(kind + "\nahead = 1", items) == ["10-24T10:00 k nothingDue", "10-25T10:00 k scheduled"])
  }

  @Test("a streak is reported at its numbers, an event at its instant, a place without a time")
  func others() throws {
    let streak = #"""
      shape = "streak"
      item = "thing"
      of = "{count}"
      milestones = [5]
      identifier = "k.{id}.{count}"
      """#
    func item(_ count: Int, _ done: String) -> Item {
      Self.thing("s\(count)") { item in
        item.values[1] = .integer(count)
        item.completedOn = [LocalDate(iso8601: done.utf8)!]
      }
    }
    #expect(
      try Self.lines(streak, [item(5, "2026-10-22"), item(6, "2026-10-22")]) == ["10-23T12:00 k.s5.5 scheduled"])
    #expect(try Self.lines(streak, [item(5, "2026-10-21")]).isEmpty)

    let event = #"""
      shape = "event"
      item = "thing"
      at = "{starts}"
      toldFor = "1h"
      identifier = "k.{id}"
      """#
    func at(_ id: String, _ instant: Instant) -> Item { Self.thing(id) { $0.values[4] = .instant(instant) } }
    #expect(
      try Self.lines(event, [at("soon", "2026-10-24T10:00:00Z"), at("old", "2026-10-21T10:00:00Z")]) == [
        "10-21T12:00 k.old expired", "10-24T12:00 k.soon scheduled",
      ])

    let place = #"""
      shape = "place"
      item = "thing"
      identifier = "k.{id}.{trigger}"
      """#
    let there = Self.thing("there") { $0.place = PlaceTrigger() }
    #expect(try Self.lines(place, [there, Self.thing("nowhere")]) == ["- k.there.entry armed"])
  }

  @Test("a second kind uses shipped items, and `where` excludes some of them")
  func shippedItems() throws {
    let kind = #"""
      shape = "series"
      item = "task"
      where = ["title != Nap"]
      remind = ["-1d 18:00"]
      identifier = "k.{id}"
      """#
    let lines = try Self.lines(kind, []) { account in
      account.items[.task] = [
        .task("dentist", "Dentist", on: "2026-10-25", at: "10:00"),
        .task("nap", "Nap", on: "2026-10-25", at: "14:00"),
        .task("done", on: "2026-10-26", at: "14:00") { $0.completedOn = ["2026-10-26"] },
      ]
    }
    #expect(
      lines == ["10-24T18:00 k.dentist scheduled", "10-24T18:00 k.nap condition", "10-25T18:00 k.done completed"])
    let overdue = #"""
      shape = "untilDone"
      item = "bill"
      where = ["type = expense", "amount >= 100"]
      time = "09:00"
      identifier = "k.{id}"
      """#
    let bills = try Self.lines(overdue, [], days: 1) { account in
      account.items[.bill] = ["99.99", "100", "250"].map { amount in
        .bill(amount, due: "2026-10-22") { bill in
          bill["amount", of: ShippedItems.bill] = .money(Money(DecimalNumber(amount)!, nil))
          if amount == "250" { bill.doneThrough = "2026-10-22" }
        }
      }
    }
    #expect(bills == ["10-23T09:00 k.100 past", "10-24T09:00 k.100 scheduled", "10-24T09:00 k.99.99 condition"])
  }

  @Test("what went out at the end of a snooze is told, if it has happened by then")
  func toldAfterSnooze() throws {
    for (shape, since, expected) in [
      ("shape = \"threshold\"\nof = \"{count}\"\nbelow = 5", nil, "alreadyDelivered"),
      ("shape = \"event\"\nat = \"{starts}\"", "2026-10-23T06:00:00Z", "alreadyDelivered"),
      ("shape = \"event\"\nat = \"{starts}\"", "2026-10-23T12:00:00Z", "scheduled"),
    ] as [(String, Instant?, String)] {
      let item = Self.thing { item in
        item.values[1] = .integer(3)
        item.values[4] = since.map { .instant($0) } ?? .none
      }
      let lines = try Self.lines(shape + "\nitem = \"thing\"\nidentifier = \"k.{id}\"", [item]) {
        $0.delivered = [.init(id: "k.a.snoozed", at: "2026-10-23T07:00:00Z")]
      }
      #expect(lines.count == 1 && lines[0].hasSuffix(" k.a \(expected)"), "\(shape): \(lines)")
    }
  }

  @Test("reminders of two dates at one instant are two notifications")
  func remindersAtOneInstant() throws {
    let kind = #"""
      shape = "series"
      item = "thing"
      remind = ["-1d", "0"]
      identifier = "k.{id}.{date}.{part}"
      """#
    #expect(
      try Self.lines(kind, [Self.thing()], days: 1) == [
        "10-23T09:00 k.a.2026-10-23.due past", "10-23T09:00 k.a.2026-10-24.1dBefore past",
        "10-24T09:00 k.a.2026-10-24.due scheduled", "10-24T09:00 k.a.2026-10-25.1dBefore scheduled",
      ])
  }

  @Test(
    "a place done today is armed again tomorrow; a streak is reported until its day ends, when the plan is made again"
  )
  func planAgain() throws {
    func again(_ kind: String, _ item: Item) throws -> String? {
      let account = Account.test(app: "own", zone: "Europe/Berlin") { $0.items[ItemList(declared: 0)] = [item] }
      let plan = try TestPlan(account, now: "2026-10-23T10:00:00Z", days: 3, policy: Self.policy(kind)).plan
      return plan.planAgain.map { "\($0.at) \($0.cause)" }
    }
    let place = "shape = \"place\"\nitem = \"thing\"\nidentifier = \"k.{id}\""
    let library = Self.thing { item in
      item.place = PlaceTrigger()
      item.completedOn = ["2026-10-23"]
    }
    #expect(try again(place, library) == "2026-10-23T22:00:00Z place")
    #expect(try again(place, Self.thing { $0.place = PlaceTrigger() })?.hasSuffix("place") != true)
    let streak = "shape = \"streak\"\nitem = \"thing\"\nof = \"{count}\"\nidentifier = \"k.{id}.{count}\""
    let week = Self.thing { item in
      item.values[1] = .integer(7)
      item.completedOn = ["2026-10-22"]
    }
    #expect(try again(streak, week) == "2026-10-23T21:59:00Z lateEvent")
    // The next date counted from completion is at 04:00 in Kiritimati, ten minutes before at 17:00 in Berlin.
    let every = "shape = \"series\"\nitem = \"thing\"\nevery = \"2d\"\nfrom = \"completion\"\nidentifier = \"k.{id}\""
    let far = Self.thing { item in
      item.schedule = Schedule(start: LocalDate(iso8601: "2026-10-24".utf8)!)
      item.times = .at(LocalTime(hour: 4, minute: 0)!)
      item.zone = .test("Pacific/Kiritimati")
      item.remind = [ReminderOffset("-10m")!, .due]
    }
    #expect(try again(every, far) == "2026-10-25T13:49:00Z overdue")
    // Saturday's is moved to Friday, which is over; Friday's waits for the end of quiet hours.
    let account = Account.test(app: "own", zone: "Europe/Berlin") { account in
      account.preferences.quietHours = QuietHours(start: "18:30", end: "03:15")
      account.items[ItemList(declared: 0)] = [
        Self.thing { item in
          item.schedule = Schedule(start: "2026-10-19")
          item.times = .at("20:15")
        }
      ]
    }
    let daily = every.replacing("2d", with: "1d") + "\nshift = \"nearest\""
    let plan = try TestPlan(account, now: "2026-10-24T00:00:00Z", days: 7, policy: Self.policy(daily)).plan
    #expect(plan.planAgain.map { "\($0.at) \($0.cause)" } == "2026-10-25T19:14:00Z overdue")
  }

  @Test(
    "reports an impossible declaration with its place",
    arguments: [
      (
        #"shape = "serie""#,
        #"field kinds.k.shape: found "serie"; expected one of series untilDone event threshold digest place streak"#
      ),
      (#"shape = "event""#, "field kinds.k.item: the key is missing; expected one of thing task habit"),
      (
        #"shape = "event"\#nitem = "thin"\#nat = "{starts}""#,
        #"field kinds.k.item: found "thin", which has no table; expected thing, the nearest that is known"#
      ),
      (
        #"shape = "event"\#nitem = "thing"\#nat = "{start}""#,
        #"field kinds.k.at: found "{start}"; expected starts, the nearest that is known, in braces"#
      ),
      (
        #"shape = "series"\#nitem = "thing"\#nremind = ["-1x"]"#,
        #"field kinds.k.remind: found "-1x"; expected "0", "-2h", "+30m", "-1d" or "-1d 18:00", at most 366 days away"#
      ),
      (
        #"shape = "series"\#nitem = "thing"\#nfollowUps = ["-1h"]"#,
        #"field kinds.k.followUps: found "-1h"; expected "+30m", "+2h" or "+1d 09:00""#
      ),
      (
        #"shape = "series"\#nitem = "thing"\#ntimes = ["08:00", "20:00"]"#,
        #"expected {time} in it, so that identifiers differ"#
      ),
      (
        #"shape = "threshold"\#nitem = "thing"\#nof = "{count}""#,
        "field kinds.k.below: no bound; expected below or above, such as below = 5"
      ),
      (
        #"shape = "digest"\#nitem = "thing"\#nwhere = ["cout < 3"]"#,
        #"expected comparisons such as "left < 5" or "kind = pill", of name count limit since starts day"#
      ),
      (
        #"shape = "digest"\#nitem = "thing"\#ntitle = "{{name}}""#,
        "field kinds.k.title: found {{name}}; expected one of {{count}} {{names}}"
      ),
      (
        #"shape = "series"\#nitem = "thing"\#nbelow = 3"#,
        "field kinds.k.below: the key is unknown"
      ),
    ])
  func faults(_ kind: String, _ expected: String) throws {
    do {
      _ = try Self.policy(kind.replacing("\\n", with: "\n") + "\nidentifier = \"k.{id}\"")
      Issue.record("the policy is taken")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }
}
