import CivilTime
import TestSupport
import Testing
import TicklerKit

/// The examples of the articles and doc comments, line for line, so that each compiles and is true.
@Suite struct ArticleTests {
  @Test func overview() throws {
    let lisbon = try TestFiles.bytes(zone: "Europe/Lisbon")
    var center: [String: Pending] = [:]

    let policy = try Policy([
      "app": "chores",
      "quietHours": ["start": "22:00", "end": "07:00"],
      "kinds": ["task": ["identifier": "chores.{id}", "title": "{{title}}", "body": "Today at {{time}}."]],
    ])
    let planner = Planner(policy, days: 2)

    let zone = try Zone(name: "Europe/Lisbon", tzif: lisbon)
    let friday = LocalDate(year: 2026, month: 10, day: 23)!
    let six = LocalTime(hour: 18, minute: 0)!
    var account = Account(id: "rosa", zone: zone)
    account.items = [.task(id: "plants", title: "Water the plants", at: six, on: Schedule(from: friday, .daily))]

    let plan = try planner.plan(account, at: Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!)
    for action in plan.actions {
      switch action.verb {
      case .add, .move, .update: center[action.id] = Pending(action.request!)
      case .cancel: center[action.id] = nil
      case .withdraw, .keep: break
      }
    }
    #expect(center.keys.sorted() == ["23", "24", "25"].map { "chores.plants@2026-10-\($0)" })

    account.pending = Array(center.values)
    account.items = [
      .task(id: "plants", title: "Water the plants", at: six, on: Schedule(from: friday, .daily), completedOn: [friday])
    ]
    let next = try planner.plan(account, at: Instant(rfc3339: "2026-10-23T09:00:00Z".utf8)!)
    let changes = next.actions.filter { $0.verb != .keep }.map { "\($0.verb) \($0.id): \($0.reason ?? "")" }
    assert(changes == ["cancel chores.plants@2026-10-23: completed"])
  }

  struct Dotted: ValueFormat {
    func text(_ value: Value, _ style: ValueStyle) -> String {
      guard case .date(let date) = value else { return PlainFormat().text(value, style) }
      return "\(date.day).\(date.month).\(date.year)"
    }

    func plural(_ number: Int) -> Plural { PlainFormat().plural(number) }
  }

  @Test func formats() throws {
    let texts = """
      format = "tickler-messages/1"
      app = "money"
      [[en.bill]]
      title = "{{name}} by {{dueDate}}"
      [[de.bill]]
      title = "{{name}} bis {{dueDate}}"
      """
    let policy = try Policy(
      ["app": "money", "kinds": ["bill": ["identifier": "{id}.{date}.{part}"]]], messages: Array(texts.utf8))
    let now = Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!
    let zone = try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC"))
    var account = Account(
      id: "a", zone: zone, items: [.bill(id: "rent", name: "Rent", due: Schedule(from: now.utc.date.adding(days: 3)))])

    let planner = Planner(policy) { language -> any ValueFormat in language == "de" ? Dotted() : PlainFormat() }

    #expect(try planner.plan(account, at: now).requests.last?.title == "Rent by 2026-10-26")
    account.locale = "de"
    #expect(try planner.plan(account, at: now).requests.last?.title == "Rent bis 26.10.2026")
    account.locale = "de-CH"
    #expect(try planner.plan(account, at: now).requests.last?.title == "Rent bis 2026-10-26")
  }

  @Test func asking() throws {
    let policy = try Policy(["app": "chores", "kinds": ["task": ["identifier": "chores.{id}"]]])
    let planner = Planner(policy)
    let now = Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!
    let monday = LocalDate(year: 2026, month: 10, day: 26)!
    let bins = Item.task(
      id: "bins", title: "Take the bins out", at: LocalTime(hour: 19, minute: 0)!, on: Schedule(from: monday, .weekly))
    let account = Account(
      id: "a", zone: try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC")),
      items: [bins, .task(id: "old", title: "Old", at: .midnight, on: Schedule(from: now.utc.date))])
    var printed: [String] = []
    func print(_ notification: String, _ summary: String, _ facts: [String]) {
      printed.append("\(notification), \(summary), \(facts)")
    }

    let dropped = try planner.explain(account, at: now) { $0.reason != nil }
    for explanation in dropped {
      let failed = explanation.steps.first { $0.verdict == .failed }!
      print(explanation.decision.notification, failed.reason.summary, failed.compared.map { "\($0.name): \($0.value)" })
    }

    #expect(printed.count == 1 && printed[0].hasPrefix("chores.old, past, "), "\(printed)")
  }

  @Test func comments() throws {
    let policy = try Policy([
      "app": "chores",
      "quietHours": ["start": "22:00", "end": "07:00"],
      "kinds": ["task": ["identifier": "chores.{id}", "title": "{{title}}", "body": "Today at {{time}}."]],
    ])

    let kind: PolicyValue = ["identifier": "rent.{id}.{date}.{part}", "priority": 7, "dayBefore": false]
    _ = try Policy(["app": "a", "kinds": ["bill": kind]])

    let (account, now) = (
      Account(id: "a", zone: try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC"))),
      Instant(rfc3339: "2026-10-23T08:00:00Z".utf8)!
    )
    struct Center { func carryOut(_ action: Action) {} }
    let center = Center()
    let planner = Planner(policy)
    let plan = try planner.plan(account, at: now)
    for action in plan.actions { center.carryOut(action) }
    #expect(plan.decisions.isEmpty && plan.replanDeadline.cause == .windowEnd)
  }

  @Test("has every example")
  func everyExample() throws {
    let missing = try DocExamples.missing(from: #filePath, in: "Sources/TicklerKit")
    #expect(missing.isEmpty, "\(missing)")
    #expect(
      try DocExamples.files(in: "Sources/TicklerKit").isSuperset(of: ["Embedding.md", "TicklerKit.md", "Planner.swift"])
    )
  }
}

/// Replaces Swift's `assert` in the examples, so that a failure does not end the tests.
private func assert(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(isTrue, sourceLocation: sourceLocation)
}
