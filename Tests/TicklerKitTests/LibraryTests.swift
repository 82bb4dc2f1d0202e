import CivilTime
import Foundation
import TestSupport
import Testing
import TicklerKit

/// Tests what the library accepts and rejects.
@Suite struct LibraryTests {
  private static let now = Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!

  private static func utc() throws -> Zone { try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC")) }

  @Test(
    "a policy in code equals its keys in TOML",
    arguments: [
      (["app": "a", "kinds": ["task": ["identifier": "a.{id}", "title": "\"\\\u{1}{{title}}"]]] as PolicyValue, nil),
      (["kinds": ["task": ["identifier": "a.{id}"]]], "the key is missing"),
      (["app": "a", "kinds": ["task": ["identifer": "a.{id}"]]], "expected identifier, the nearest that is known"),
      (
        ["app": "a", "days": 400, "kinds": [:]],
        "policy:3:10: error: field days: found 400; expected a whole number from 0 to 366"
      ),
      ("task", "not TOML"),
      (["app": ["a", true, 1], "kinds": [:]], "field app"),
    ] as [(PolicyValue, String?)])
  func policiesInCode(keys: PolicyValue, fault: String?) throws {
    guard let fault else {
      let planner = Planner(try Policy(keys), days: 0)
      let account = Account(
        id: "a", zone: try LibraryTests.utc(),
        items: [
          .task(
            id: "t", title: "Tea", at: LocalTime(hour: 9, minute: 0)!, on: Schedule(from: LibraryTests.now.utc.date))
        ])
      #expect(try planner.plan(account, at: LibraryTests.now).requests.map(\.title) == ["\"\\\u{1}Tea"])
      return
    }
    let error = #expect(throws: InvalidPolicy.self) { try Policy(keys) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test("rejects texts of another app")
  func othersTexts() throws {
    let error = #expect(throws: InvalidPolicy.self) {
      try Policy(
        ["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]],
        messages: Array("format = \"tickler-messages/1\"\napp = \"b\"\n".utf8))
    }
    #expect(
      error?.faults.map(\.description) == [
        "messages.toml:1:1: error: field app: found \"b\"; expected \"a\", the policy's app"
      ])
  }

  @Test(
    "formats values without a formatter",
    arguments: [
      (.text("T"), .full, "T"), (.integer(1284), .full, "1284"), (.percent(52), .full, "52%"),
      (.sums([Amount("12.50", currency: "EUR")!, Amount("3")!]), .full, "12.50 EUR, 3"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .full, "2026-10-24"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .short, "10-24"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .weekday, "Saturday"),
      (.time(LocalTime(hour: 18, minute: 30)!), .full, "18:30"),
      (.time(LocalTime(hour: 18, minute: 30, second: 5)!), .full, "18:30:05"),
      (.duration(4500), .full, "1 hour 15 minutes"), (.duration(4500), .short, "1 h 15 min"),
      (.duration(7200), .full, "2 hours"), (.duration(45), .full, "45 seconds"), (.duration(-1), .short, "0 s"),
      (.distance(DecimalNumber("850.4")!), .full, "850 m"), (.distance(DecimalNumber(12_340)), .full, "12.3 km"),
    ] as [(Value, ValueStyle, String)])
  func plainFormat(value: Value, style: ValueStyle, text: String) {
    #expect(PlainFormat().text(value, style) == text)
  }

  @Test("rejects an account beyond a limit, and an instant at the end of time")
  func refused() throws {
    let planner = Planner(try Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]]), days: 366)
    var account = Account(id: "a", zone: try LibraryTests.utc())
    #expect(throws: PlanningError.outOfRange) { try planner.plan(account, at: .distantFuture) }
    account.items = (0..<800).map {
      .task(id: "\($0)", title: "T", at: .midnight, on: Schedule(from: LibraryTests.now.utc.date, .daily))
    }
    #expect(throws: PlanningError.tooMuch) { try planner.plan(account, at: LibraryTests.now) }
  }

  @Test("plans values at the ends of the calendar")
  func endsOfTime() throws {
    let kinds: PolicyValue = [
      "task": ["identifier": "t.{id}"], "habit": ["identifier": "h.{id}.{time}"],
      "bill": ["identifier": "b.{id}.{date}.{part}"],
      "overdue": ["identifier": "o.{id}.{date}", "days": "any"], "insight": ["identifier": "i.{id}"],
      "session": ["identifier": "s"], "workout": ["identifier": "w.{id}"], "digest": ["identifier": "d"],
    ]
    let planner = Planner(try Policy(["app": "a", "kinds": kinds]))
    var account = Account(id: "", zone: try LibraryTests.utc())
    account.items = [LocalDate.first, .last].flatMap { date -> [Item] in
      let instant = date.at(.midnight).instant(at: .utc)
      return [
        .task(id: "\(date)", title: "", at: .midnight, on: Schedule(from: date, .daily)),
        .habit(id: "\(date)", name: "", from: date, through: date),
        .bill(id: "\(date)", name: "", due: Schedule(from: date)), .insight(id: "\(date)", at: instant),
        .session(id: "\(date)", from: instant, to: .distantFuture), .workout(id: "\(date)", endedAt: instant),
      ]
    }
    account.pending = [Pending(id: "t", at: .distantFuture), Pending(id: "t", at: .distantPast, repeats: true)]
    account.delivered = [.init(id: "t", at: .distantFuture, isShown: true)]
    account.zoneChanges = [.init(at: .distantPast, zone: account.zone), .init(at: .distantFuture, zone: account.zone)]
    for year in [2, 2026, 9997] {
      let now = LocalDate(year: year, month: 6, day: 1)!.at(.midnight).instant(at: .utc)
      #expect(try !planner.plan(account, at: now).decisions.isEmpty)
    }
  }

  @Test("one planner serves many tasks at once")
  func tasks() async throws {
    let planner = Planner(try Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]]))
    let account = Account(
      id: "a", zone: try LibraryTests.utc(),
      items: [
        .task(
          id: "t", title: "Tea", at: LocalTime(hour: 9, minute: 0)!,
          on: Schedule(from: LibraryTests.now.utc.date, .daily))
      ])
    let plans = try await withThrowingTaskGroup(of: [Action].self) { group in
      for _ in 0..<8 { group.addTask { try planner.plan(account, at: LibraryTests.now).actions } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(plans.count == 8 && plans.allSatisfy { $0 == plans[0] && $0.count == 15 })
  }

  @Test("the device needs no further action after the actions")
  func settled() throws {
    let planner = Planner(
      try Policy([
        "app": "a", "slots": ["holds": "trigger"], "kinds": ["task": ["identifier": "a.{id}", "title": "{{title}}"]],
      ]))
    var account = Account(
      id: "a", zone: try LibraryTests.utc(),
      items: [
        .task(
          id: "t", title: "Tea", at: LocalTime(hour: 9, minute: 0)!,
          on: Schedule(from: LibraryTests.now.utc.date, .daily)),
        .task(
          id: "u", title: "Once", at: LocalTime(hour: 9, minute: 0)!,
          on: Schedule(from: LibraryTests.now.utc.date.adding(days: 1))),
      ])
    let first = try planner.plan(account, at: LibraryTests.now)
    #expect(first.actions.map { "\($0.verb) \($0.id) \($0.request!.repeats)" } == ["add a.t true", "add a.u false"])
    #expect(first.requests[0].trigger == .repeating(RepeatingTime(LocalTime(hour: 9, minute: 0)!, .daily)!))
    #expect(
      first.requests[1].trigger
        == .once(
          LocalDate(year: 2026, month: 10, day: 24)!.at(LocalTime(hour: 9, minute: 0)!), zone: "UTC", floats: true))
    account.pending = first.requests.map { Pending($0) }
    #expect(try planner.plan(account, at: LibraryTests.now).actions.map(\.verb) == [.keep, .keep])
    account.pending[0].title = "Coffee"
    #expect(try planner.plan(account, at: LibraryTests.now).actions.map(\.verb) == [.update, .keep])
  }

  /// Compiles only if every type can be sent between tasks, compared, and stored.
  private func requireValues<each Value: Sendable & Hashable & Codable>(_: repeat (each Value).Type) {}
  private func requireSendable<each Value: Sendable>(_: repeat (each Value).Type) {}

  @Test func conformances() {
    requireValues(
      Account.Delivered.self, Account.Platform.self, Account.Authorization.self, Action.self,
      Amount.self, Decision.self, Explanation.self, Holidays.self, InvalidPolicy.self, Item.self, Pending.self,
      Place.self, Plan.self, PlanningError.self, Plural.self, PolicyFault.self, Preferences.self, Reason.self,
      Request.self, Schedule.self, Trigger.self, UnfitItem.self, Value.self, ValueStyle.self)
    requireValues(Instant.self, LocalDate.self, LocalTime.self, LocalDateTime.self, Weekday.self, WeekdaySet.self)
    requireSendable(
      Account.self, PlainFormat.self, Planner.self, Policy.self, PolicyValue.self, Zone.self, (any ValueFormat).self)
  }

  @Test("decodes what it encoded, in the words of exports")
  func coding() throws {
    let friday = LocalDate(year: 2026, month: 10, day: 23)!
    var bill = Item.bill(
      id: "r", name: "Rent", amount: Amount("850.00", currency: "EUR"),
      due: try Schedule(from: friday, rule: "FREQ=MONTHLY;BYDAY=-1FR", except: [friday]), shift: .after)
    bill.completedAt = [friday.at(.midnight)]
    bill.place = Place(name: "Bank", latitude: 48.2, longitude: 16.37, on: .entry)
    let items = [
      bill, .task(id: "t", title: "T", at: .midnight, on: Schedule(from: friday, .on([.init(.monday)]), until: friday)),
      .insight(id: "i", at: .distantPast),
    ]
    var preferences = Preferences()
    preferences.kinds["bill"] = false
    preferences.morning = .init(time: .midnight, days: .init(.sunday))
    preferences.nudges.evening = .midnight
    let data = try JSONEncoder().encode(items)
    #expect(try JSONDecoder().decode([Item].self, from: data) == items)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"start\":\"2026-10-23\"") && text.contains("\"850.00\"") && text.contains("[\"mon\"]"))
    let choices = try JSONEncoder().encode(preferences)
    #expect(try JSONDecoder().decode(Preferences.self, from: choices) == preferences)
    #expect(String(decoding: choices, as: UTF8.self).contains(#""kinds":{"bill":false}"#))
    let planner = Planner(try Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]]))
    let plan = try planner.plan(Account(id: "a", zone: try LibraryTests.utc(), items: items), at: LibraryTests.now)
    #expect(try JSONDecoder().decode(Plan.self, from: JSONEncoder().encode(plan)) == plan)
    let due = Item.task(id: "u", title: "U", at: .midnight, on: Schedule(from: friday.adding(days: 1)))
    let owner = Account(id: "a", zone: try LibraryTests.utc(), items: [due])
    let explained = try planner.explain(owner, at: LibraryTests.now)
    #expect(!explained.isEmpty)
    #expect(try JSONDecoder().decode([Explanation].self, from: JSONEncoder().encode(explained)) == explained)
    let earlier = Data(#"{"name":"the one before","value":"n at 1"}"#.utf8)
    let decoded = try JSONDecoder().decode(Explanation.Fact.self, from: earlier)
    #expect(decoded.name == "the one before" && decoded.value == "n at 1", "as version 0.2.0 stored it")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(LocalDate.self, from: Data(#""2026-02-30""#.utf8)) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schedule.self, from: Data(#"{"start":"2026-10-23","rule":"FREQ=NEVER"}"#.utf8))
    }
  }

  @Test("a fault of a policy has its place")
  func faultsHavePlaces() throws {
    let toml = "format = \"tickler-policy/1\"\napp = \"a\"\ndays = 400\n[kinds.task]\nidentifier = \"{id}\"\n"
    let error = #expect(throws: InvalidPolicy.self) { try Policy(toml: toml.utf8) }
    let fault = try #require(error?.faults.first)
    #expect(fault.location.description == "policy.toml:3:8" && fault.field == "days")
    #expect(fault.message == "field days: found 400; expected a whole number from 0 to 366")
  }
}
