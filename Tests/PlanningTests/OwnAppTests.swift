import TestSupport
import Testing

/// A user's own app: a policy for an app that is none of the five, as docs/policies.md shows.
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

  @Test("its kinds, identifiers, quiet hours, caps and slots hold; what it does not list makes no candidates")
  func plansAnotherApp() async throws {
    let scenario = try await Scenario.plan(
      app: "garden",
      account: #""timeZone":"UTC","items":["#
        + #"{"kind":"task","id":"water","title":"Water","date":"2026-11-20","time":"21:30","repeat":"daily"},"#
        + #"{"kind":"task","id":"weed","title":"Weed","date":"2026-11-21","time":"10:00","repeat":"customDays"},"#
        + #"{"kind":"bill","id":"b","name":"Soil","dueDate":"2026-11-21"}]"#,
      now: "2026-11-20T12:00:00Z", days: 2, policies: [OwnAppTests.policy])
    #expect(scenario.status == 0)
    #expect(
      scenario.decisions(["notification", "at", "reason"])
        == [
          "notification=garden.daily at=2026-11-20T08:00:00Z reason=kindDisabled",
          "notification=garden.water at=2026-11-21T08:00:00Z",
          "notification=garden.daily at=2026-11-21T08:00:00Z reason=kindDisabled",
          "notification=garden.weed.7 at=2026-11-21T10:00:00Z",
          "notification=garden.daily at=2026-11-22T08:00:00Z reason=kindDisabled",
          "notification=garden.water at=2026-11-22T08:00:00Z",
          "notification=garden.water at=2026-11-23T08:00:00Z reason=beyondWindow",
        ].sorted { a, b in
          func key(_ text: String) -> (Substring, Substring) {
            let parts = text.split(separator: " ")
            return (parts[1], parts[0])
          }
          return key(a) < key(b)
        })
    let diagnostics = scenario.summary["diagnostics"] as? [String: Any]
    #expect(diagnostics?["warnings"] as? Int == 1, "the bill is of a kind that the policy does not list")
  }
}
