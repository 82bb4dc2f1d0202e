import CivilTime
import PlanModel
import Planning
import TestSupport
import Testing
import Wording

/// Tests the values of each kind's text fields.
struct TextFieldTests {
  /// Returns the titles for a British account of an app with only this kind, whose title is `title`.
  private func titles(_ kind: Kind, _ identifier: String, _ title: String, _ set: (inout Account) -> Void) throws
    -> [String]
  {
    let policy = """
      format = "tickler-policy/1"
      app = "own"
      [kinds.\(kind)]
      identifier = "\(identifier)"
      title = "\(title)"
      """
    let account = Account.test(app: "own") {
      $0.locale = "en-GB"
      set(&$0)
    }
    let plan = try TestPlan(account, policy: .reading(policy))
    return plan.plan.decisions.filter { $0.outcome.reason == nil }.map { plan.request(of: $0).title }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var kind: Kind
    var identifier: String
    var title: String
    var gives: [String]
    var set: @Sendable (inout Account) -> Void
    var testDescription: String { "\(kind): \(title)" }

    init(
      _ kind: Kind, _ identifier: String, _ title: String, _ gives: [String],
      _ set: @escaping @Sendable (inout Account) -> Void = { _ in }
    ) {
      (self.kind, self.identifier, self.title, self.gives, self.set) = (kind, identifier, title, gives, set)
    }
  }

  static let rows: [Row] = [
    Row(
      .recap, "r", "{{sessions}}, {{minutes}}, {{time}}, {{time.short}}, {{time.raw}}",
      ["3, 120, 2 hours, 2 hrs, 7200", ", , , , ", ", , , , ", ", , , , "]
    ) {
      $0.preferences.recapTime = "13:00"
      $0.items[.focusDay] = [.focusDay(on: "2026-11-19", sessions: 3, minutes: 120)]
    },
    Row(.task, "{id}", "{{title}} at {{time}}", ["Tea at 16:05"]) {
      $0.items[.task] = [.task("t", "Tea", on: "2026-11-21", at: "16:05")]
    },
    Row(.session, "s", "{{minutes}}, {{duration}}", ["90, 1 hour, 30 minutes"]) {
      $0.items[.session] = [.session("s", at: "2026-11-20T11:55:00Z", for: 5430)]
    },
    Row(
      .habit, "{id}{time}", "{{name}}, {{category}}, {{streak}}, {{trait}}, {{time}}",
      ["READ, mind, 3, calm, 18:00"]
    ) {
      ($0.personalityTrait, $0.analyzedAt) = ("calm", "2026-01-01T00:00:00Z")
      $0.items[.habit] = [
        .habit("read", at: ["18:00"], on: "fri") {
          ($0["category", of: ShippedItems.habit], $0["streak", of: ShippedItems.habit]) = (.text("mind"), .integer(3))
        }
      ]
    },
    Row(
      .habit, "{id}{time}", "{{name}}{{#streak}} has a streak{{/streak}}{{#category}} and a category{{/category}}",
      ["READ"]
    ) { $0.items[.habit] = [.habit("read", at: ["18:00"], on: "fri")] },
    Row(.location, "{id}", "{{name}}, {{category}}, {{place}}", ["RUN, body, P"]) {
      $0.items[.habit] = [
        .habit("run") { ($0["category", of: ShippedItems.habit], $0.place) = (.text("body"), .test(.entry)) }
      ]
    },
    Row(
      .streakMilestone, "{id}{count}", "{{name}}, {{category}}, {{streak}} {{#streak.other}}days{{/streak.other}}",
      ["RUN, body, 7 days"]
    ) {
      $0.items[.habit] = [
        .habit("run") {
          ($0["category", of: ShippedItems.habit], $0["streak", of: ShippedItems.habit], $0.completedOn) = (
            .text("body"), .integer(7), ["2026-11-20"]
          )
        }
      ]
    },
    Row(.morning, "m{tier}", "{{tier}}", ["1", "2", "3"]) {
      $0.preferences.morning = .init(time: "06:30", days: "sat", changedAt: nil)
    },
    Row(
      .nudge, "n{slot}", "{{slot}}",
      ["afternoon", "evening"] + Array(repeating: ["morning", "afternoon", "evening"], count: 3).flatMap(\.self)),
    Row(
      .goal, "g{date}", "{{date}}, {{goal}}, {{steps}}, {{bonus}}, {{remaining}}, {{percent}}",
      ["20 November, 10,000, 12,345, 2,345, 0, 123%"]
    ) { $0.items[.stepDay] = [.stepDay(goal: 10_000, ["2026-11-20T10:00:00Z": 12_345])] },
    Row(.goal, "g{date}", "{{#bonus}}more{{/bonus}}{{^bonus}}just{{/bonus}}", ["just"]) {
      $0.items[.stepDay] = [.stepDay(goal: 10_000, ["2026-11-20T10:00:00Z": 10_000])]
    },
    Row(
      .milestone, "g{date}", "{{steps}}, {{remaining}}, {{percent}}, {{percent.raw}}, {{steps.raw}}",
      ["4,200, 3,800, 52%, 52, 4200"]
    ) { $0.items[.stepDay] = [.stepDay(goal: 8000, ["2026-11-20T10:00:00Z": 4200])] },
    Row(
      .workout, "{id}", "{{type}}, {{duration}}, {{distance}}, {{distance.raw}}",
      ["run, 30 minutes, 3.11 mi, 5000.5"]
    ) {
      $0.items[.workout] = [
        .workout("w", "run", at: "2026-11-20T11:00:00Z") {
          $0["duration", of: ShippedItems.workout] = .duration(1859)
          $0["distance", of: ShippedItems.workout] = .decimal(DecimalNumber("5000.5")!)
        }
      ]
    },
    Row(
      .workout, "{id}", "{{#type}}t{{/type}}{{#duration}}d{{/duration}}{{#distance}}m{{/distance}}none", ["none"]
    ) {
      $0.items[.workout] = [
        .workout("w", at: "2026-11-20T11:00:00Z") {
          $0["distance", of: ShippedItems.workout] = .decimal(DecimalNumber("0")!)
        }
      ]
    },
    Row(
      .overspend, "{id}{period}", "{{name}}, {{spent}}, {{limit}}, {{over}}, {{period}}",
      ["FOOD, 1,200.30, 1,000, 200.30, week"]
    ) { $0.items[.budget] = [.budget("food", spent: "1200.30", of: "1000", in: "week", at: "2026-11-20T11:00:00Z")] },
    Row(
      .bill, "{id}{date}{part}",
      "{{name}}, {{amount}}, {{amount.raw}}, {{currency}}, {{dueDate}}, {{dueDate.weekday}}",
      [
        "RENT, €12,345,678,901,234,567,890,123,456,789,012,345.678, 12345678901234567890123456789012345.678, EUR, "
          + "21 November, Saturday"
      ]
    ) {
      $0.items[.bill] = [
        .bill("rent", due: "2026-11-21") {
          $0["amount", of: ShippedItems.bill] = .money(
            Money(DecimalNumber("12345678901234567890123456789012345.678")!, "EUR"))
          $0["currency", of: ShippedItems.bill] = .text("EUR")
        }
      ]
    },
    Row(
      .bill, "{id}{date}{part}", "{{name}}{{#amount}} a{{/amount}}{{#currency}} c{{/currency}}", ["RENT"]
    ) { $0.items[.bill] = [.bill("rent", due: "2026-11-21")] },
    Row(
      .overdue, "{id}{date}", "{{name}}, {{amount}}, {{days}}, {{dueDate}}",
      ["RENT, 1.5, 3, 18 November", "RENT, 1.5, 4, 18 November"]
    ) {
      $0.items[.bill] = [
        .bill("rent", due: "2026-11-18") {
          $0["amount", of: ShippedItems.bill] = .money(Money(DecimalNumber("1.5")!, nil))
        }
      ]
    },
  ]

  @Test("has each kind's fields", arguments: rows)
  func fields(row: Row) throws {
    #expect(try titles(row.kind, row.identifier, row.title, row.set) == row.gives)
  }

  @Test("the digest's sums are exact, one per currency, of the bills that it counts")
  func digest() throws {
    func titles(_ bills: [Item]) throws -> [String] {
      try self.titles(.digest, "d", "{{count}} bills{{#total}}, {{total}}{{/total}}") { $0.items[.bill] = bills }
    }
    func bill(
      _ id: String, _ amount: String?, _ currency: String? = nil, due date: LocalDate,
      _ set: (inout Item) -> Void = { _ in }
    ) -> Item {
      .bill(id, due: date) {
        let amount = amount.flatMap { DecimalNumber($0) }.map { FieldValue.money(Money($0, currency)) }
        $0["amount", of: ShippedItems.bill] = amount ?? .none
        $0["currency", of: ShippedItems.bill] = .text(ifAny: currency)
        set(&$0)
      }
    }
    let bills = [
      bill("a", "0.1", "EUR", due: "2026-11-23"),
      bill("b", "0.2", "EUR", due: "2026-11-24") {
        $0.schedule = Schedule(start: "2026-11-24", repetition: .daily, until: "2026-11-25")
      },
      bill("c", "5", "USD", due: "2026-11-22"), bill("d", nil, due: "2026-11-22"), bill("e", "7", due: "2026-11-28"),
      bill("paid", "9", "EUR", due: "2026-11-23") { $0.isCompleted = true },
      bill("late", "9", "EUR", due: "2026-11-29"),
      bill("auto", "9", "EUR", due: "2026-11-23") { $0["autoPay", of: ShippedItems.bill] = .flag(true) },
    ]
    #expect(try titles(bills) == ["6 bills, 7, €0.50 and US$5.00"])
    #expect(try titles([bills[3]]) == ["1 bills"])
    let huge = ["xa", "xb"].map { bill($0, "99999999999999999999999999999999999999", due: "2026-11-23") }
    #expect(try titles(huge) == ["2 bills"], "a sum of more than 38 digits is left out")
  }

  @Test("accounts of one planner have their own languages, plurals and formats")
  func languages() throws {
    let policy = Shared(try TestPlan.policy("moneymap"))
    var planner = AccountPlanner(now: "2026-11-20T00:00:00Z", days: 0, texts: WordingCache())
    let words = try [("en", "en-GB"), ("es", "es-MX"), ("de", "de-AT"), ("fr", "fr")].flatMap { id, locale in
      let account = Account.test(id, app: "moneymap") {
        $0.locale = locale
        $0.preferences.kinds = [.overdue: true]
        $0.items[.bill] = [
          .bill("b", due: "2026-11-19") {
            ($0.title, $0["currency", of: ShippedItems.bill]) = ("Rent", .text("EUR"))
            $0["amount", of: ShippedItems.bill] = .money(Money(DecimalNumber("1234.5")!, "EUR"))
          }
        ]
      }
      let plan = try TestPlan(account, policy, &planner)
      return plan.plan.decisions.filter(\.outcome.isScheduled).map { plan.request(of: $0) }.map {
        "\($0.kind) \(id): \($0.title) | \($0.body)".replacing("\u{a0}", with: "_")
      }
    }
    #expect(
      words == [
        "overdue en: Bill Overdue | Rent (€1,234.50) was due 1 day ago, on 19 November.",
        "overdue es: Factura vencida | Rent venció hace 1 día: EUR_1,234.50.",
        "overdue de: Rechnung überfällig | Rent (€_1.234,50) war am 19. November fällig, vor 1 Tag.",
        "overdue fr: Bill Overdue | Rent (€1,234.50) was due 1 day ago, on November 19.",
      ])
  }

  @Test("the plan marks a tailored habit, with texts of the messages or of the policy")
  func tailored() throws {
    let account = Account.test(app: "ritualist") {
      ($0.personalityTrait, $0.analyzedAt) = ("calm", "2026-11-19T00:00:00Z")
      $0.items[.habit] = [.habit("h", at: ["18:00"], on: "fri")]
    }
    #expect(try TestPlan(account).lines(["variant"]) == ["variant=tailored"])
    let own = """
      format = "tickler-policy/1"
      app = "ritualist"
      [kinds.habit]
      identifier = "{id}-{time}"
      title = "own"
      """
    #expect(
      try TestPlan(account, policy: .reading(own)).lines(["variant", "title"]) == ["variant=tailored title=own"],
      "a policy's own title precedes the messages")
  }
}
