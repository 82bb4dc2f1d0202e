import PlanModel
import TestSupport
import Testing

/// Tests a user's own app with a policy as in docs/policies.md.
struct OwnAppTests {
  static let policy = """
    format = "tickler-policy/1"
    app = "garden"
    name = "Garden"
    authorization = ["authorized"]

    [slots]
    holds = "occurrence"
    ios = 3

    [quietHours]
    action = "defer"
    start = "21:00"
    end = "08:00"

    [caps]
    perDay = 2

    [kinds.task]
    identifier = { default = "garden.{id}", customDays = "garden.{id}.{weekday}" }
    title = "{{title}}"
    body = "The plants are waiting."

    [kinds.dailyReminder]
    identifier = "garden.daily"
    time = "07:30"
    enabled = false
    """

  @Test("its kinds, identifiers, quiet hours, caps and slots apply; omitted kinds make no candidates")
  func plansAnotherApp() throws {
    let account = Account.test(app: "garden") {
      $0.items[.task] = [
        .task("water", "Water", on: "2026-11-20", at: "21:30", .daily),
        .task("weed", "Weed", on: "2026-11-21", at: "10:00", .customDays("sat")),
      ]
      $0.items[.bill] = [.bill("b", due: "2026-11-21")]
    }
    let plan = try TestPlan(account, days: 2, policy: .reading(OwnAppTests.policy))
    #expect(
      plan.lines(["at", "notification", "reason"]) == [
        "at=2026-11-20T08:00:00Z notification=garden.daily reason=kindDisabled",
        "at=2026-11-21T08:00:00Z notification=garden.daily reason=kindDisabled",
        "at=2026-11-21T08:00:00Z notification=garden.water",
        "at=2026-11-21T10:00:00Z notification=garden.weed.7",
        "at=2026-11-22T08:00:00Z notification=garden.daily reason=kindDisabled",
        "at=2026-11-22T08:00:00Z notification=garden.water",
        "at=2026-11-23T08:00:00Z notification=garden.water reason=beyondWindow",
      ])
  }
}
