import CivilTime
import TestSupport
import Testing
import TicklerKit

/// What the library takes, and what it refuses.
@Suite struct LibraryTests {
  private static let now = Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!

  private static func utc() throws -> Zone { try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC")) }

  @Test(
    "a policy in code is what its keys are as TOML",
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
        items: [.task("t", "Tea", at: LocalTime(hour: 9, minute: 0)!, Schedule(LibraryTests.now.utc.date))])
      #expect(try planner.plan(account, at: LibraryTests.now).requests.map(\.title) == ["\"\\\u{1}Tea"])
      return
    }
    let error = #expect(throws: InvalidPolicy.self) { try Policy(keys) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test("texts of another app are refused")
  func othersTexts() throws {
    let error = #expect(throws: InvalidPolicy.self) {
      try Policy(
        ["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]],
        messages: Array("format = \"tickler-messages/1\"\napp = \"b\"\n".utf8))
    }
    #expect(error?.faults == ["messages.toml:1:1: error: field app: found \"b\"; expected \"a\", the policy's app"])
  }

  @Test(
    "values without a formatter",
    arguments: [
      (.text("T"), .full, "T"), (.number(1284), .full, "1284"), (.percent(52), .full, "52%"),
      (.money([Amount("12.50", "EUR")!, Amount("3")!]), .full, "12.50 EUR, 3"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .full, "2026-10-24"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .short, "10-24"),
      (.date(LocalDate(year: 2026, month: 10, day: 24)!), .weekday, "Saturday"),
      (.time(LocalTime(hour: 18, minute: 30)!), .full, "18:30"),
      (.time(LocalTime(hour: 18, minute: 30, second: 5)!), .full, "18:30:05"),
      (.seconds(4500), .full, "1 hour 15 minutes"), (.seconds(4500), .short, "1 h 15 min"),
      (.seconds(7200), .full, "2 hours"), (.seconds(45), .full, "45 seconds"), (.seconds(-1), .short, "0 s"),
      (.metres(850.4), .full, "850 m"), (.metres(12_340), .full, "12.3 km"),
    ] as [(Value, ValueStyle, String)])
  func plainFormat(value: Value, style: ValueStyle, text: String) {
    #expect(PlainFormat().text(value, style) == text)
  }

  @Test("an account that asks for too much, and an instant at the end of time, are refused")
  func refused() throws {
    let planner = Planner(try Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]]), days: 366)
    var account = Account(id: "a", zone: try LibraryTests.utc())
    #expect(throws: CannotPlan.outOfRange) { try planner.plan(account, at: .distantFuture) }
    account.items = (0..<800).map {
      .task("\($0)", "T", at: .midnight, Schedule(LibraryTests.now.utc.date, .daily))
    }
    #expect(throws: CannotPlan.tooMuch) { try planner.plan(account, at: LibraryTests.now) }
  }

  @Test("what lies at the ends of the calendar is planned like everything else")
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
        .task("\(date)", "", at: .midnight, Schedule(date, .daily)), .habit("\(date)", "", from: date, to: date),
        .bill("\(date)", "", due: Schedule(date)), .insight("\(date)", at: instant),
        .session("\(date)", from: instant, to: .distantFuture), .workout("\(date)", endedAt: instant),
      ]
    }
    account.pending = [Pending(id: "t", at: .distantFuture), Pending(id: "t", at: .distantPast, repeats: true)]
    account.delivered = [.init(id: "t", at: .distantFuture, isShown: true)]
    account.moves = [.init(at: .distantPast, to: account.zone), .init(at: .distantFuture, to: account.zone)]
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
      items: [.task("t", "Tea", at: LocalTime(hour: 9, minute: 0)!, Schedule(LibraryTests.now.utc.date, .daily))])
    let plans = try await withThrowingTaskGroup(of: [Action].self) { group in
      for _ in 0..<8 { group.addTask { try planner.plan(account, at: LibraryTests.now).actions } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(plans.count == 8 && plans.allSatisfy { $0 == plans[0] && $0.count == 15 })
  }

  @Test("what a device holds after the actions needs no other action")
  func settled() throws {
    let planner = Planner(
      try Policy([
        "app": "a", "slots": ["holds": "trigger"], "kinds": ["task": ["identifier": "a.{id}", "title": "{{title}}"]],
      ]))
    var account = Account(
      id: "a", zone: try LibraryTests.utc(),
      items: [
        .task("t", "Tea", at: LocalTime(hour: 9, minute: 0)!, Schedule(LibraryTests.now.utc.date, .daily)),
        .task("u", "Once", at: LocalTime(hour: 9, minute: 0)!, Schedule(LibraryTests.now.utc.date.adding(days: 1))),
      ])
    let first = try planner.plan(account, at: LibraryTests.now)
    #expect(first.actions.map { "\($0.verb) \($0.id) \($0.request!.repeats)" } == ["add a.t true", "add a.u false"])
    #expect(first.requests[0].trigger == .repeating(hour: 9, minute: 0, on: .daily))
    #expect(
      first.requests[1].trigger
        == .once(
          LocalDate(year: 2026, month: 10, day: 24)!.at(LocalTime(hour: 9, minute: 0)!), zone: "UTC", floats: true))
    account.pending = first.requests.map { Pending($0) }
    #expect(try planner.plan(account, at: LibraryTests.now).actions.map(\.verb) == [.keep, .keep])
    account.pending[0].title = "Coffee"
    #expect(try planner.plan(account, at: LibraryTests.now).actions.map(\.verb) == [.update, .keep])
  }

  /// Compiles where every type may go from task to task.
  private func requireSendable<each Value: Sendable>(_: repeat (each Value).Type) {}

  @Test func sendable() {
    requireSendable(
      Account.self, Action.self, Amount.self, CannotPlan.self, Decision.self, Explanation.self, InvalidPolicy.self,
      Item.self, Pending.self, Place.self, PlainFormat.self, Plan.self, Planner.self, Plural.self, Policy.self,
      PolicyValue.self, Preference.self, Reason.self, Request.self, Schedule.self, Trigger.self, Value.self,
      ValueStyle.self, (any ValueFormat).self)
  }
}
