import PlanModel
import TestSupport
import Testing

/// What the fields of each kind's texts say, from the export to the plan's words.
struct TextFieldTests {
  /// Plans one account of an app with this one kind, whose title is `title`.
  private func titles(
    _ kind: String, _ identifier: String, _ title: String, account: String, now: String = "2026-11-20T12:00:00Z",
    more: String = ""
  ) async throws -> [String] {
    let policy = """
      format = "tickler-policy/1"
      app = "own"
      [kinds.\(kind)]
      identifier = "\(identifier)"
      title = "\(title)"
      \(more)
      """
    let scenario = try await Scenario.plan(
      app: "own", account: #""timeZone":"UTC","locale":"en-GB","# + account, now: now, days: 3, policies: [policy])
    return scenario.decisions.filter { $0["outcome"] != "dropped" }.map { $0["title"] ?? "" }
  }

  @Test(
    "each kind's fields",
    arguments: [
      (
        "recap", "r", "{{sessions}}, {{minutes}}, {{time}}, {{time.short}}, {{time.raw}}",
        #""preferences":{"recap":{"time":"13:00"}},"items":[{"kind":"focusDay","id":"f","date":"2026-11-19","sessions":3,"minutes":120}]"#,
        ["3, 120, 2 hours, 2 hrs, 7200", ", , , , ", ", , , , ", ", , , , "]
      ),
      (
        "task", "{id}", "{{title}} at {{time}}",
        #""items":[{"kind":"task","id":"t","title":"Tea","date":"2026-11-21","time":"16:05"}]"#, ["Tea at 16:05"]
      ),
      (
        "session", "s", "{{minutes}}, {{duration}}",
        #""items":[{"kind":"session","id":"s","startedAt":"2026-11-20T11:55:00Z","duration":5430,"state":"running"}]"#,
        ["90, 1 hour, 30 minutes"]
      ),
      (
        "habit", "{id}{time}", "{{name}}, {{category}}, {{streak}}, {{trait}}, {{time}}",
        #""personality":{"trait":"calm","analyzedAt":"2026-01-01T00:00:00Z"},"items":[{"kind":"habit","id":"h","name":"Read","#
          + #""category":"mind","streak":3,"reminders":["18:00"],"days":["fri"]}]"#,
        ["Read, mind, 3, calm, 18:00"]
      ),
      (
        "habit", "{id}{time}", "{{name}}{{#streak}} has a streak{{/streak}}{{#category}} and a category{{/category}}",
        #""items":[{"kind":"habit","id":"h","name":"Read","streak":0,"reminders":["18:00"],"days":["fri"]}]"#, ["Read"]
      ),
      (
        "location", "{id}", "{{name}}, {{category}}, {{place}}",
        #""items":[{"kind":"habit","id":"h","name":"Run","category":"body","reminders":[],"location":{"place":"Park","#
          + #""latitude":1,"longitude":2,"radius":100,"on":"entry"}}]"#,
        ["Run, body, Park"]
      ),
      (
        "streakMilestone", "{id}{count}", "{{name}}, {{category}}, {{streak}} {{#streak.other}}days{{/streak.other}}",
        #""items":[{"kind":"habit","id":"h","name":"Run","category":"body","reminders":[],"streak":7,"completions":["2026-11-20"]}]"#,
        ["Run, body, 7 days"]
      ),
      (
        "morning", "m{tier}", "{{tier}}", #""preferences":{"morning":{"time":"06:30","days":["sat"]}}"#,
        ["1", "2", "3"]
      ),
      ("nudge", "n{slot}", "{{slot}}", #""preferences":{}"#, nudges),
      (
        "goal", "g{date}", "{{date}}, {{goal}}, {{steps}}, {{bonus}}, {{remaining}}, {{percent}}",
        steps("10000", #"{"at":"2026-11-20T10:00:00Z","steps":12345}"#),
        ["20 November, 10,000, 12,345, 2,345, 0, 123%"]
      ),
      (
        "goal", "g{date}", "{{#bonus}}more{{/bonus}}{{^bonus}}just{{/bonus}}",
        steps("10000", #"{"at":"2026-11-20T10:00:00Z","steps":10000}"#), ["just"]
      ),
      (
        "milestone", "g{date}", "{{steps}}, {{remaining}}, {{percent}}, {{percent.raw}}, {{steps.raw}}",
        steps("8000", #"{"at":"2026-11-20T10:00:00Z","steps":4200}"#), ["4,200, 3,800, 52%, 52, 4200"]
      ),
      (
        "workout", "{id}", "{{type}}, {{duration}}, {{distance}}, {{distance.raw}}",
        #""items":[{"kind":"workout","id":"w","type":"run","endedAt":"2026-11-20T11:00:00Z","duration":1859.9,"distance":5000.5}]"#,
        ["run, 30 minutes, 3.11 mi, 5000.5"]
      ),
      (
        "workout", "{id}", "{{#type}}t{{/type}}{{#duration}}d{{/duration}}{{#distance}}m{{/distance}}none",
        #""items":[{"kind":"workout","id":"w","endedAt":"2026-11-20T11:00:00Z","distance":0}]"#, ["none"]
      ),
      (
        "overspend", "{id}{period}", "{{name}}, {{spent}}, {{limit}}, {{over}}, {{period}}",
        #""items":[{"kind":"budget","id":"b","name":"Food","spent":"1200.30","limit":1000,"period":"week","updatedAt":"2026-11-20T11:00:00Z"}]"#,
        ["Food, 1,200.30, 1,000, 200.30, week"]
      ),
      (
        "bill", "{id}{date}{part}",
        "{{name}}, {{amount}}, {{amount.raw}}, {{currency}}, {{dueDate}}, {{dueDate.weekday}}",
        bill(#""amount":"12345678901234567890123456789012345.678","currency":"EUR","dueDate":"2026-11-21""#),
        [
          "Rent, €12,345,678,901,234,567,890,123,456,789,012,345.678, 12345678901234567890123456789012345.678, EUR, "
            + "21 November, Saturday"
        ]
      ),
      (
        "bill", "{id}{date}{part}", "{{name}}{{#amount}} a{{/amount}}{{#currency}} c{{/currency}}",
        bill(#""dueDate":"2026-11-21""#), ["Rent"]
      ),
      (
        "overdue", "{id}{date}", "{{name}}, {{amount}}, {{days}}, {{dueDate}}",
        bill(#""amount":1.5,"dueDate":"2026-11-18""#),
        ["Rent, 1.5, 3, 18 November", "Rent, 1.5, 4, 18 November"]
      ),
    ] as [(String, String, String, String, [String])])
  func fields(_ kind: String, _ identifier: String, _ title: String, _ account: String, _ expected: [String])
    async throws
  {
    #expect(try await titles(kind, identifier, title, account: account) == expected)
  }

  private static let nudges =
    ["afternoon", "evening"] + Array(repeating: ["morning", "afternoon", "evening"], count: 3).flatMap(\.self)

  private static func steps(_ goal: String, _ sample: String) -> String {
    #""items":[{"kind":"stepDay","id":"d","date":"2026-11-20","goal":\#(goal),"samples":[\#(sample)]}]"#
  }

  private static func bill(_ fields: String) -> String {
    #""items":[{"kind":"bill","id":"b","name":"Rent","type":"expense",\#(fields)}]"#
  }

  @Test("the digest's sums are exact, one a currency, of the bills that it counts")
  func digest() async throws {
    let bills = [
      ("a", #""amount":"0.1","currency":"EUR","dueDate":"2026-11-23""#),
      ("b", #""amount":"0.2","currency":"EUR","dueDate":"2026-11-24","repeat":"daily","until":"2026-11-25""#),
      ("c", #""amount":"5","currency":"USD","dueDate":"2026-11-22""#), ("d", #""dueDate":"2026-11-22""#),
      ("e", #""amount":"7","dueDate":"2026-11-28""#),
      ("paid", #""amount":"9","currency":"EUR","dueDate":"2026-11-23","paid":true"#),
      ("late", #""amount":"9","currency":"EUR","dueDate":"2026-11-29""#),
      ("auto", #""amount":"9","currency":"EUR","dueDate":"2026-11-23","autoPay":true"#),
    ]
    let items = bills.map { #"{"kind":"bill","id":"\#($0.0)","name":"n","type":"expense",\#($0.1)}"# }
    let title = "{{count}} bills{{#total}}, {{total}}{{/total}}"
    let plan = try await titles(
      "digest", "d", title, account: #""items":[\#(items.joined(separator: ","))]"#)
    #expect(plan == ["6 bills, 7, €0.50 and US$5.00"])
    let without = try await titles("digest", "d", title, account: #""items":[\#(items[3])]"#)
    #expect(without == ["1 bills"])
    let huge = bills.prefix(2).map {
      #"{"kind":"bill","id":"x\#($0.0)","name":"n","type":"expense","amount":"99999999999999999999999999999999999999","dueDate":"2026-11-23"}"#
    }
    let tooLong = try await titles("digest", "d", title, account: #""items":[\#(huge.joined(separator: ","))]"#)
    #expect(tooLong == ["2 bills"], "a sum of more than 38 digits is left out")
  }

  @Test("accounts of one run read their own language, with the words of its plurals and formats")
  func languages() async throws {
    let accounts = [("en", "en-GB"), ("es", "es-MX"), ("de", "de-AT"), ("fr", "fr")].map { id, locale in
      #"{"id":"\#(id)","timeZone":"UTC","locale":"\#(locale)","preferences":{"kinds":{"overdue":true}},"items":["#
        + #"{"kind":"bill","id":"b","name":"Rent","amount":"1234.5","currency":"EUR","dueDate":"2026-11-19","type":"expense"}]}"#
    }
    let export =
      #"{"format":"tickler-export/1","app":"moneymap","accounts":[\#(accounts.joined(separator: ","))]}"#
    let scenario = try await Scenario.plan([("e.json", export)], now: "2026-11-20T00:00:00Z", days: 0)
    let words = scenario.decisions.filter { $0["kind"] == "overdue" && $0["outcome"] == "scheduled" }
      .map { "\($0["account"]!): \($0["title"]!) | \($0["body"]!)".replacing("\u{a0}", with: "_") }
    #expect(
      words == [
        "en: Still open: Rent | €1,234.50. One day past the due date.",
        "es: Rent: pago pendiente | EUR_1,234.50. Venció el 19 de noviembre, hace un día.",
        "de: Noch offen: Rent | €_1.234,50. Ein Tag nach dem Fälligkeitstermin.",
        "fr: Still open: Rent | €1,234.50. One day past the due date.",
      ])
  }

  @Test("a tailored habit is told as such in the plan, with texts of the messages or of the policy")
  func tailored() async throws {
    let habit =
      #""timeZone":"UTC","personality":{"trait":"calm","analyzedAt":"2026-11-19T00:00:00Z"},"items":[{"kind":"habit","id":"h","#
      + #""name":"Read","reminders":["18:00"],"days":["fri"]}]"#
    let shipped = try await Scenario.plan(app: "ritualist", account: habit, now: "2026-11-20T12:00:00Z")
    #expect(shipped.decisions.map { $0["variant"] } == ["tailored"])
    let own = """
      format = "tickler-policy/1"
      app = "ritualist"
      [kinds.habit]
      identifier = "{id}-{time}"
      title = "own"
      """
    let plain = try await Scenario.plan(app: "ritualist", account: habit, now: "2026-11-20T12:00:00Z", policies: [own])
    #expect(plain.decisions.map { $0["variant"] } == ["tailored"])
    #expect(plain.decisions.map { $0["title"] } == ["own"], "a policy's own title goes before the messages")
  }
}
