import CivilTime
import PlanModel
import Planning
import Running
import Wording

/// Accounts that a test makes without an export, and their plans.
///
/// ```
/// let account = Account.test { $0.items.tasks = [.test("t", on: "2026-11-21", at: "10:00")] }
/// let plan = try TestPlan(account, now: "2026-11-20T12:00:00Z", days: 3)
/// #expect(plan.lines(["notification", "at"]) == ["notification=focusflow.task.t at=2026-11-21T10:00:00Z"])
/// ```
package struct TestPlan {
  package let plan: AccountPlan
  /// For each decision how its candidate went through the checks.
  package let explanations: [Explanation]

  /// - Parameter adjust: Changes the shipped policy of the account's app.
  package init(
    _ account: Account, now: String = "2026-11-20T12:00:00Z", days: Int? = 3,
    _ adjust: (inout Policy) throws -> Void = { _ in }
  ) throws {
    var policy = try TestPlan.policy(account.app)
    try adjust(&policy)
    try self.init(account, policy, AccountPlanner(now: .test(now), days: days, texts: WordingCache()))
  }

  /// - Parameter planner: Made for the kinds of the policy.
  package init(_ account: Account, _ policy: Policy, _ planner: AccountPlanner) throws {
    var planner = planner
    let (account, policy) = (Shared(account), Shared(policy))
    var (plan, explanations) = try planner.explain(account, policy) { _, _ in true }
    plan.facts = try planner.planWithFacts(account, policy).facts
    plan.actions = try planner.actions(plan)
    self.plan = plan
    self.explanations = explanations
  }

  /// The shipped policy of an app, with its texts.
  package static func policy(_ app: String) throws -> Policy {
    let folder = try shipped.get()
    guard let policy = folder.policies[app] else { throw Failure.noPolicy(app) }
    return policy
  }

  private static let shipped = Result {
    try PolicyFolder.readAll(try TemplateFolder.find(TestFiles.templates), options: [])
  }

  package enum Failure: Error {
    case noPolicy(String)
  }

  /// The decisions with these fields only, each as `field=value` in the order of `fields`; a field without a value is left out.
  package func lines(_ fields: [String], where matches: (Decision, NotificationRequest) -> Bool = { _, _ in true })
    -> [String]
  {
    plan.decisions.filter { matches($0, request(of: $0)) }.map { decision in
      fields.compactMap { field in value(field, of: decision).map { "\(field)=\($0)" } }.joined(separator: " ")
    }
  }

  /// The same for the decisions of one kind.
  package func lines(_ fields: [String], of kind: Kind) -> [String] { lines(fields) { $1.kind == kind } }

  /// The actions, each as its verb, notification, instants and reason.
  package var actions: [String] {
    plan.actions.map { action in
      [
        action.verb.rawValue, action.request.text, action.at.map { "at \($0)" }, action.from.map { "from \($0)" },
        action.reason,
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  /// What the check of a reason compared for the candidate of a notification: `name: value`, as `tickler explain` has it.
  package func facts(_ reason: Reason, of notification: String) -> [String]? {
    let index = plan.decisions.firstIndex { request(of: $0).identifier.text == notification }
    guard let index, let step = explanations[index].steps.first(where: { $0.reason == reason }) else { return nil }
    return step.compared.map { "\($0.name): \($0.value)" }
  }

  private func request(of decision: Decision) -> NotificationRequest { plan.requests[Int(decision.request)] }

  private func value(_ field: String, of decision: Decision) -> String? {
    let request = request(of: decision)
    return switch field {
    case "kind": request.kind.name
    case "item": request.item?.text
    case "notification": request.identifier.text
    case "local": decision.local?.description
    case "at": decision.at?.description
    case "outcome": decision.outcome.name
    case "reason": decision.outcome.reason?.code
    case "badge": decision.badge > 0 ? String(decision.badge) : nil
    case "slot": decision.slot > 0 ? String(decision.slot) : nil
    case "late": decision.isLate ? "true" : nil
    case "deferredFrom": decision.deferredFrom?.description
    case "shifted": decision.shift?.rawValue
    case "title": request.title
    case "body": request.body
    default: preconditionFailure("a decision has no field \(field)")
    }
  }
}

extension Account {
  /// - Parameter zone: Of the pinned tz database.
  package static func test(
    _ id: String = "a", app: String = "focusflow", zone: String = "UTC", _ set: (inout Account) -> Void = { _ in }
  ) -> Account {
    var account = Account(id: AccountID(id), app: app, zone: .test(zone), location: .test)
    set(&account)
    return account
  }
}

extension HabitItem {
  package static func test(_ id: String, _ set: (inout HabitItem) -> Void = { _ in }) -> HabitItem {
    var habit = HabitItem(id: ItemID(id), location: .test)
    habit.name = id
    set(&habit)
    return habit
  }
}

extension TaskItem {
  package static func test(
    _ id: String, _ title: String = "T", on date: LocalDate, at time: LocalTime, _ repetition: Repetition = .none,
    _ set: (inout TaskItem) -> Void = { _ in }
  ) -> TaskItem {
    var task = TaskItem(id: ItemID(id), location: .test)
    task.title = title
    task.time = time
    task.schedule = Schedule(start: date, repetition: repetition)
    set(&task)
    return task
  }
}

extension BillItem {
  package static func test(
    _ id: String, due date: LocalDate?, _ repetition: Repetition = .none, _ set: (inout BillItem) -> Void = { _ in }
  ) -> BillItem {
    var bill = BillItem(id: ItemID(id), location: .test)
    bill.name = id.uppercased()
    bill.schedule = date.map { Schedule(start: $0, repetition: repetition) }
    set(&bill)
    return bill
  }
}

extension RecordLocation {
  /// The first place of the first input.
  package static let test = RecordLocation(input: 0, line: 1, column: 1)
}

extension Zone {
  /// A zone of the pinned tz database.
  package static func test(_ name: String) -> Zone {
    guard let zone = try? TestFiles.zones.zone(named: name) else { preconditionFailure("there is no zone \(name)") }
    return zone
  }
}

// Literals, as exports write them: `let date: LocalDate = "2026-11-21"`.

extension Instant {
  package static func test(_ text: String) -> Instant { Instant(rfc3339: text.utf8)! }
}

extension Instant: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .test(text) }
}

extension LocalDate: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = LocalDate(iso8601: text.utf8)! }
}

extension LocalTime: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = LocalTime(iso8601: text.utf8)! }
}
