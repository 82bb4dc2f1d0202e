import TestRuns
import TestSupport
import Testing

/// Tests MoneyMap's requirements, row by row. `AppDeliveryTests` covers channels and destinations.
struct MoneyMapRowsTests {
  static let all = #""kinds":{"bill":true,"overdue":true,"overspend":true,"digest":true}"#

  /// - Parameter preferences: The preferences, which by default opt in to everything.
  static func money(
    _ items: [String], preferences: String = all, pending: String = "", delivered: String = "", more: String = ""
  ) -> String {
    #""timeZone":"UTC",\#(more)"preferences":{\#(preferences)},"pending":[\#(pending)],"delivered":[\#(delivered)],"#
      + #""items":[\#(items.joined(separator: ","))]"#
  }

  static func bill(_ id: String, _ dueDate: String?, _ more: String = "") -> String {
    let due = dueDate.map { #","dueDate":"\#($0)""# } ?? ""
    return #"{"kind":"bill","id":"\#(id)","name":"Rent","amount":"42.00","currency":"EUR"\#(due)\#(more)}"#
  }

  static func budget(_ spent: String, _ updatedAt: String) -> String {
    #"{"kind":"budget","id":"food","name":"Food","spent":"\#(spent)","limit":"100","currency":"EUR","period":"2026-11","#
      + #""updatedAt":"\#(updatedAt)"}"#
  }

  static func pending(_ id: String, _ at: String) -> String { #"{"id":"\#(id)","at":"\#(at)"}"# }

  static let morning = "2026-11-20T06:00:00Z"

  static let rows: [AppRow] = [
    AppRow(
      label: "MoneyMap: a bill due tomorrow has two reminders, at 09:00", account: money([bill("b", "2026-11-21")]),
      now: morning, kinds: ["bill"],
      plan: [
        "bill.b.2026-11-21.dayBefore 2026-11-20T09:00:00 scheduled",
        "bill.b.2026-11-21.due 2026-11-21T09:00:00 scheduled",
      ]),
    AppRow(
      label: "MoneyMap: a bill due today has one", account: money([bill("b", "2026-11-20")]), now: morning,
      kinds: ["bill"],
      plan: [
        "bill.b.2026-11-20.dayBefore 2026-11-19T09:00:00 past", "bill.b.2026-11-20.due 2026-11-20T09:00:00 scheduled",
      ]),
    AppRow(
      label: "MoneyMap: a bill due in 20 days has none yet", account: money([bill("b", "2026-12-10")]), now: morning,
      days: 14, kinds: ["bill"], fields: ["notification", "verdict"],
      plan: ["bill.b.2026-12-10.dayBefore beyondWindow", "bill.b.2026-12-10.due beyondWindow"]),
    AppRow(
      label: "MoneyMap: reminders go out at the account's time",
      account: money([bill("b", "2026-11-21")], preferences: all + #","bills":{"time":"18:30"}"#), kinds: ["bill"],
      fields: ["local", "verdict"], plan: ["2026-11-20T18:30:00 scheduled", "2026-11-21T18:30:00 scheduled"]),
    AppRow(
      label: "MoneyMap: no reminder of a bill that is automatic, income, undated, paid, or ended",
      account: money(
        [
          bill("a", "2026-11-21", #","autoPay":true"#), bill("i", "2026-11-21", #","type":"income""#), bill("u", nil),
          bill("p", "2026-11-21", #","paid":true"#), bill("o", "2026-11-18"),
        ], preferences: #""kinds":{"bill":true},"bills":{"dayBefore":false}"#), kinds: ["bill"],
      fields: ["notification", "verdict"],
      plan: [
        "bill.u noDueDate", "bill.o.2026-11-18.dayBefore optionOff", "bill.o.2026-11-18.due past",
        "bill.a.2026-11-21.dayBefore optionOff", "bill.i.2026-11-21.dayBefore optionOff",
        "bill.p.2026-11-21.dayBefore optionOff", "bill.a.2026-11-21.due autoPay", "bill.i.2026-11-21.due notExpense",
        "bill.p.2026-11-21.due paid",
      ]),
    AppRow(
      label: "MoneyMap: no reminder before the account opts in",
      account: money([bill("b", "2026-11-21")], preferences: ""), now: morning, kinds: ["bill"], fields: ["verdict"],
      plan: ["kindDisabled", "kindDisabled"], actions: []),
    // The app does not mention this. Permission is checked before the switches.
    AppRow(
      label: "MoneyMap: silent if the user never opted in, with or without permission",
      account: money([bill("b", "2026-11-21")], preferences: "", more: #""authorization":"notDetermined","#),
      now: morning, kinds: ["bill"], fields: ["verdict"], plan: ["unauthorized", "unauthorized"], actions: []),
    AppRow(
      label: "MoneyMap: opting out cancels",
      account: money(
        [bill("b", "2026-11-21")], preferences: #""kinds":{"bill":false}"#,
        pending: pending("bill.b.2026-11-21.due", "2026-11-21T09:00:00Z")),
      actions: ["cancel bill.b.2026-11-21.due from 2026-11-21T09:00:00Z because kindDisabled"]),
    AppRow(
      label: "MoneyMap: payment, automatic payment, another due date, and deletion cancel, each with its reason",
      account: money(
        [
          bill("a", "2026-11-21", #","autoPay":true"#), bill("c", "2026-11-28"),
          bill("p", "2026-11-21", #","paid":true"#),
        ],
        pending: ["a", "c", "d", "p"].map { pending("bill.\($0).2026-11-21.due", "2026-11-21T09:00:00Z") }
          .joined(separator: ",")),
      actions: [
        "cancel bill.a.2026-11-21.due from 2026-11-21T09:00:00Z because autoPay",
        "cancel bill.c.2026-11-21.due from 2026-11-21T09:00:00Z because notPlanned",
        "cancel bill.d.2026-11-21.due from 2026-11-21T09:00:00Z because removed",
        "cancel bill.p.2026-11-21.due from 2026-11-21T09:00:00Z because paid",
      ]),
    AppRow(
      label: "MoneyMap: a disabled kind has a line and its own reason",
      account: money(
        [bill("b", "2026-11-22")], preferences: #""kinds":{"bill":true},"bills":{"onDueDate":false}"#,
        pending: pending("bill.b.2026-11-22.due", "2026-11-22T09:00:00Z")), days: 2, kinds: ["bill"],
      fields: ["notification", "verdict"],
      plan: ["bill.b.2026-11-22.dayBefore scheduled", "bill.b.2026-11-22.due optionOff"],
      actions: [
        "cancel bill.b.2026-11-22.due from 2026-11-22T09:00:00Z because optionOff",
        "add bill.b.2026-11-22.dayBefore at 2026-11-21T09:00:00Z",
      ]),
    AppRow(
      label: "MoneyMap: a bill is overdue until it is paid",
      account: money([bill("b", "2026-10-01")]), now: morning, days: 14, kinds: ["overdue"],
      plan: [
        "bill.b.2026-10-01.overdue 2026-11-20T09:00:00 scheduled",
        "bill.b.2026-10-01.overdue 2026-11-21T09:00:00 scheduled",
        "bill.b.2026-10-01.overdue 2026-11-22T09:00:00 scheduled",
      ]),
    AppRow(
      label: "MoneyMap: a paid bill's notification leaves the notification center",
      account: money(
        [bill("b", "2026-11-18", #","paid":true"#)],
        delivered: #"{"id":"bill.b.2026-11-18.overdue@2026-11-19","at":"2026-11-19T09:00:00Z","shown":true}"#),
      actions: ["withdraw bill.b.2026-11-18.overdue@2026-11-19 from 2026-11-19T09:00:00Z because paid"]),
    AppRow(
      label: "MoneyMap: a budget is overspent above its limit, not at it",
      account: money([budget("100", "2026-11-20T11:00:00Z")]), kinds: ["overspend"], plan: []),
    AppRow(
      label: "MoneyMap: the night's plan reports overspending that a sync finds in the evening",
      account: money([budget("150", "2026-11-19T21:00:00Z")]), now: "2026-11-20T02:15:00Z", kinds: ["overspend"],
      fields: ["notification", "at", "verdict", "late"],
      plan: ["budget.food.2026-11 2026-11-20T02:15:00Z scheduled true"]),
    AppRow(
      label: "MoneyMap: a digest on Sunday at 18:00, unless nothing is due",
      account: money([bill("b", "2026-11-25")]), days: 9, kinds: ["digest"], fields: ["local", "verdict"],
      plan: ["2026-11-22T18:00:00 scheduled", "2026-11-29T18:00:00 nothingDue"]),
    AppRow(
      label: "MoneyMap: a digest on the account's day",
      account: money([bill("b", "2026-11-25")], preferences: all + #","digest":{"day":"sat","time":"10:00"}"#),
      kinds: ["digest"], fields: ["local", "verdict"], plan: ["2026-11-21T10:00:00 scheduled"]),
    AppRow(
      label: "MoneyMap: the day before's goes out on the due date if quiet hours move the due date's own past it",
      account: money(
        [bill("b", "2026-11-21")],
        preferences: all + #","quietHours":{"start":"22:00","end":"07:00"},"bills":{"time":"22:30"}"#), days: 2,
      kinds: ["bill"], fields: ["notification", "at", "verdict"],
      plan: [
        "bill.b.2026-11-21.dayBefore 2026-11-21T07:00:00Z scheduled",
        "bill.b.2026-11-21.due 2026-11-22T07:00:00Z scheduled",
      ]),
    AppRow(
      label: "MoneyMap: the device's own identifier belongs to its bill",
      account: money(
        [bill("b", "2026-11-25")], preferences: #""kinds":{"bill":true},"bills":{"dayBefore":false}"#,
        pending: #"{"id":"6F9619FF-8B86","notification":"bill.b.2026-11-25.due","at":"2026-11-25T09:00:00Z"}"#),
      days: 7, actions: ["keep 6F9619FF-8B86 at 2026-11-25T09:00:00Z"]),
    AppRow(
      label: "MoneyMap: an identifier without a bill belongs to none",
      account: money(
        [bill("b", "2026-11-25")], preferences: #""kinds":{"bill":true},"bills":{"dayBefore":false}"#,
        pending: pending("6F9619FF-8B86", "2026-11-25T09:00:00Z")), days: 7,
      actions: [
        "cancel 6F9619FF-8B86 from 2026-11-25T09:00:00Z because notPlanned",
        "add bill.b.2026-11-25.due at 2026-11-25T09:00:00Z",
      ]),
  ]

  @Test("meets MoneyMap's requirements", arguments: rows)
  func row(_ row: AppRow) async throws { try await row.check("moneymap") }

  @Test("MoneyMap: a day-before reminder delivered on the due date is worded for that day")
  func trueWords() async throws {
    let account = MoneyMapRowsTests.money(
      [MoneyMapRowsTests.bill("b", "2026-11-21")],
      preferences: MoneyMapRowsTests.all
        + #","quietHours":{"start":"22:00","end":"07:00"},"bills":{"time":"22:30","onDueDate":false}"#)
    let reported = try await AppRow.plan("moneymap", account).decisions.filter { $0["outcome"] == "scheduled" }
    #expect(
      reported.map { "\($0["notification"]!) \($0["at"]!)" } == ["bill.b.2026-11-21.dayBefore 2026-11-21T07:00:00Z"])
    #expect(reported.allSatisfy { !"\($0["title"]!) \($0["body"]!)".lowercased().contains("tomorrow") }, "\(reported)")
  }

  @Test("MoneyMap: an overspent budget shows its figures in its currency")
  func currency() async throws {
    let account = MoneyMapRowsTests.money([MoneyMapRowsTests.budget("150", "2026-11-20T11:00:00Z")])
    let body = try #require(try await AppRow.plan("moneymap", account).decisions.last?["body"])
    #expect(body.contains("€50") && body.contains("€100"), "\(body)")
  }

  @Test("MoneyMap: a digest totals each currency separately")
  func currencies() async throws {
    let account = MoneyMapRowsTests.money([
      MoneyMapRowsTests.bill("a", "2026-11-23"), MoneyMapRowsTests.bill("b", "2026-11-24"),
      MoneyMapRowsTests.bill("c", "2026-11-25").replacing("EUR", with: "USD"),
    ])
    let digest = try #require(
      try await AppRow.plan("moneymap", account, days: 2).decisions.first { $0["kind"] == "digest" })
    let body = try #require(digest["body"])
    #expect(body.contains("3 bills") && body.contains("€84.00") && body.contains("$42.00"), "\(body)")
  }

  @Test("MoneyMap: of two devices of an account, plans for the one with the newer record")
  func devices() async throws {
    func export(_ device: String, _ updatedAt: String) -> String {
      let account = MoneyMapRowsTests.money(
        [], pending: MoneyMapRowsTests.pending("\(device)", "2026-11-21T09:00:00Z"),
        more: #""updatedAt":"\#(updatedAt)","#)
      return #"{"format":"tickler-export/1","app":"moneymap","accounts":[{"id":"a",\#(account)}]}"#
    }
    let scenario = try await Scenario.plan(
      [
        ("phone.json", export("phone", "2026-11-20T10:00:00Z")),
        ("tablet.json", export("tablet", "2026-11-20T11:00:00Z")),
      ], now: "2026-11-20T12:00:00Z", days: 1)
    #expect(scenario.actions.map { $0["request"] } == ["tablet"])
  }

  @Test(
    "MoneyMap: no account without permission is a problem of the report, opted in or not",
    arguments: [false, true])
  func optedOut(isOptedIn: Bool) async throws {
    let account = MoneyMapRowsTests.money(
      [MoneyMapRowsTests.bill("b", "2026-11-21")], preferences: isOptedIn ? MoneyMapRowsTests.all : "",
      more: #""authorization":"denied","#)
    let scenario = try await AppRow.plan("moneymap", account)
    #expect(scenario.decisions.contains { $0["reason"] == "unauthorized" })
    #expect(scenario.summary["accountsWithProblems"] as? Int == 0)
  }

  @Test("MoneyMap: on Android, an alarm has its channel")
  func channel() async throws {
    let account = MoneyMapRowsTests.money(
      [MoneyMapRowsTests.bill("b", "2026-11-21")], more: #""platform":"android","#)
    let actions = try await AppRow.plan("moneymap", account, now: MoneyMapRowsTests.morning).actions
    #expect(actions.count == 2)
    #expect(actions.allSatisfy { $0["channel"] == "bill-reminders" })
  }
}
