import PlanModel
import TestSupport
import Testing

/// Every reason of the checks in ARCHITECTURE.md, from both sides of its boundary. Now is Friday 2026-11-20, 12:00 in UTC.
struct ReasonTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var says: String
    var app: String
    var account: String
    /// `notification outcome-or-reason` of the decisions of `only`, in plan order.
    var gives: [String]
    var only: Kind
    var policy: String?
    var testDescription: String { says }

    init(_ says: String, _ app: String, _ only: Kind, _ account: String, _ gives: [String], policy: String? = nil) {
      self.says = says
      self.app = app
      self.only = only
      self.account = account
      self.gives = gives
      self.policy = policy
    }
  }

  static let zone = #""timeZone":"UTC""#

  static func task(_ fields: String, _ account: String = "") -> String {
    #"\#(zone)\#(account),"items":[{"kind":"task","id":"t","title":"T",\#(fields)}]"#
  }

  static func bill(_ fields: String, _ preferences: String = "") -> String {
    #"\#(zone),"preferences":{"kinds":{"bill":true,"overdue":true,"overspend":true,"digest":true}\#(preferences)},"#
      + #""items":[{"kind":"bill","id":"b","name":"B",\#(fields)}]"#
  }

  static func habit(_ fields: String, _ account: String = "") -> String {
    #"\#(zone)\#(account),"items":[{"kind":"habit","id":"h","name":"H",\#(fields)}]"#
  }

  static func stepDay(_ samples: String, _ account: String = "") -> String {
    #"\#(zone)\#(account),"items":[{"kind":"stepDay","id":"d","date":"2026-11-20","goal":100,"samples":[\#(samples)]}]"#
  }

  static let later = #""date":"2026-11-21","time":"10:00""#

  static let switches: [Row] = [
    Row(
      "the master switch off drops all", "focusflow", .task, task(later, #","preferences":{"enabled":false}"#),
      ["focusflow.task.t accountDisabled"]),
    Row(
      "the master switch on drops nothing", "focusflow", .task, task(later, #","preferences":{"enabled":true}"#),
      ["focusflow.task.t scheduled"]),
    Row(
      "denied is not authorized", "focusflow", .task, task(later, #","authorization":"denied""#),
      ["focusflow.task.t unauthorized"]),
    Row(
      "provisional is authorized", "focusflow", .task, task(later, #","authorization":"provisional""#),
      ["focusflow.task.t scheduled"]),
    Row(
      "provisional is not enough for the step counter", "steps", .workout,
      #"\#(zone),"authorization":"provisional","items":[{"kind":"workout","id":"w","endedAt":"2026-11-20T11:00:00Z"}]"#,
      ["workout-completion-w unauthorized"]),
    Row(
      "a kind that the account switches off", "focusflow", .task,
      task(later, #","preferences":{"kinds":{"task":false}}"#), ["focusflow.task.t kindDisabled"]),
    Row(
      "a kind that is off in the policy and not on in the account", "moneymap", .bill,
      #"\#(zone),"items":[{"kind":"bill","id":"b","name":"B","dueDate":"2026-11-22"}]"#,
      ["bill.b.2026-11-22.dayBefore kindDisabled", "bill.b.2026-11-22.due kindDisabled"]),
    Row(
      "the master switch comes before the permission", "focusflow", .task,
      task(later, #","authorization":"denied","preferences":{"enabled":false}"#), ["focusflow.task.t accountDisabled"]),
  ]

  static let items: [Row] = [
    Row(
      "an archived habit", "ritualist", .habit, habit(#""reminders":["20:00"],"days":["fri"],"archived":true"#),
      ["rich_h-2000 inactive"]),
    Row(
      "a habit that is not archived", "ritualist", .habit, habit(#""reminders":["20:00"],"days":["fri"]"#),
      ["rich_h-2000 scheduled"]),
    Row(
      "a place before its habit's first day", "ritualist", .location,
      habit(#""startDate":"2026-11-21","location":{"place":"P","latitude":1,"longitude":2,"radius":3,"on":"exit"}"#),
      ["h-location-exit inactive"]),
    Row(
      "a place on its habit's last day", "ritualist", .location,
      habit(#""endDate":"2026-11-20","location":{"place":"P","latitude":1,"longitude":2,"radius":3,"on":"exit"}"#),
      ["h-location-exit armed"]),
    Row(
      "income", "moneymap", .bill, bill(#""type":"income""#, #","bills":{"dayBefore":false}"#), ["bill.b notExpense"]),
    Row("no due date", "moneymap", .bill, bill(#""type":"expense","autoPay":true"#), ["bill.b noDueDate"]),
    Row(
      "pays itself", "moneymap", .bill,
      bill(#""dueDate":"2026-11-21","autoPay":true,"paid":true"#, #","bills":{"dayBefore":false}"#),
      ["bill.b.2026-11-21.dayBefore optionOff", "bill.b.2026-11-21.due autoPay"]),
    Row(
      "paid", "moneymap", .bill, bill(#""dueDate":"2026-11-21","paid":true"#, #","bills":{"dayBefore":false}"#),
      ["bill.b.2026-11-21.dayBefore optionOff", "bill.b.2026-11-21.due paid"]),
    Row(
      "paid through the due date before", "moneymap", .bill,
      bill(
        #""dueDate":"2026-11-20","repeat":"daily","paidThrough":"2026-11-21""#,
        #","bills":{"dayBefore":false,"time":"13:00"}"#),
      [
        "bill.b.2026-11-20.dayBefore optionOff", "bill.b.2026-11-20.due paid", "bill.b.2026-11-21.dayBefore optionOff",
        "bill.b.2026-11-21.due paid", "bill.b.2026-11-22.dayBefore optionOff", "bill.b.2026-11-22.due scheduled",
        "bill.b.2026-11-23.dayBefore optionOff", "bill.b.2026-11-23.due scheduled",
        "bill.b.2026-11-24.dayBefore optionOff", "bill.b.2026-11-24.due beyondWindow",
      ]),
    Row(
      "a paused session", "focusflow", .session,
      #"\#(zone),"items":[{"kind":"session","id":"s","startedAt":"2026-11-20T11:50:00Z","duration":1500,"state":"paused"}]"#,
      ["focusflow.sessionCompletion sessionNotRunning"]),
    Row(
      "a running session", "focusflow", .session,
      #"\#(zone),"items":[{"kind":"session","id":"s","startedAt":"2026-11-20T11:50:00Z","duration":1500,"state":"running"}]"#,
      ["focusflow.sessionCompletion scheduled"]),
    Row(
      "a task done on one date", "focusflow", .task,
      task(#""date":"2026-11-20","time":"13:00","repeat":"daily","until":"2026-11-21","completedOn":["2026-11-20"]"#),
      ["focusflow.task.t completed", "focusflow.task.t scheduled"]),
    Row(
      "an entry silences its own flow alone", "diary", .bedtime,
      #"\#(zone),"preferences":{"bedtime":{"time":"21:00","days":["fri"]}},"items":[{"kind":"entry","id":"e","flow":"morning","date":"2026-11-20"}]"#,
      ["diary.bedtime scheduled"]),
  ]

  static let window: [Row] = [
    Row(
      "one second before now is past", "focusflow", .task, task(#""date":"2026-11-20","time":"11:59:59""#),
      ["focusflow.task.t past"]),
    Row(
      "what is due now is past: a device cannot be given it", "focusflow", .task,
      task(#""date":"2026-11-20","time":"12:00""#), ["focusflow.task.t past"]),
    Row(
      "one second after now is not past", "focusflow", .task, task(#""date":"2026-11-20","time":"12:00:01""#),
      ["focusflow.task.t scheduled"]),
    Row(
      "the window's last second", "focusflow", .task, task(#""date":"2026-11-23","time":"23:59:59""#),
      ["focusflow.task.t scheduled"]),
    Row(
      "the window's end", "focusflow", .task, task(#""date":"2026-11-24","time":"00:00""#),
      ["focusflow.task.t beyondWindow"]),
    Row(
      "an event of this morning is told late", "ritualist", .insight,
      #"\#(zone),"items":[{"kind":"insight","id":"i","at":"2026-11-20T00:00:00Z"}]"#,
      ["personality-insight-i scheduled late"]),
    Row(
      "an analysis of last night is told, for 48 hours", "ritualist", .insight,
      #"\#(zone),"items":[{"kind":"insight","id":"i","at":"2026-11-18T12:00:00Z"}]"#,
      ["personality-insight-i scheduled late"]),
    Row(
      "then it is over", "ritualist", .insight,
      #"\#(zone),"items":[{"kind":"insight","id":"i","at":"2026-11-18T11:59:59Z"}]"#,
      ["personality-insight-i expired"]),
    Row(
      "an event beyond the window", "ritualist", .insight,
      #"\#(zone),"items":[{"kind":"insight","id":"i","at":"2026-11-24T00:00:00Z"}]"#,
      ["personality-insight-i beyondWindow"]),
  ]

  static let circumstances: [Row] = [
    Row(
      "delivered before the hour that was asked for: it was moved to a later one", "focusflow", .task,
      task(
        #""date":"2026-11-20","time":"13:00""#, #","delivered":[{"id":"focusflow.task.t","at":"2026-11-20T10:00:00Z"}]"#
      ),
      ["focusflow.task.t scheduled"]),
    Row(
      "delivered a minute before it: devices are not exact", "focusflow", .task,
      task(
        #""date":"2026-11-20","time":"13:00""#, #","delivered":[{"id":"focusflow.task.t","at":"2026-11-20T12:59:00Z"}]"#
      ),
      ["focusflow.task.t alreadyDelivered"]),
    Row(
      "delivered as the occurrence of that date, whenever", "focusflow", .task,
      task(
        #""date":"2026-11-20","time":"13:00""#,
        #","delivered":[{"id":"focusflow.task.t@2026-11-20","at":"2026-11-20T07:00:00Z"}]"#),
      ["focusflow.task.t alreadyDelivered"]),
    Row(
      "delivered on the day before", "focusflow", .task,
      task(
        #""date":"2026-11-20","time":"13:00""#, #","delivered":[{"id":"focusflow.task.t","at":"2026-11-19T23:59:59Z"}]"#
      ),
      ["focusflow.task.t scheduled"]),
    Row(
      "an event is told once, whatever the date", "steps", .workout,
      #"\#(zone),"delivered":[{"id":"workout-completion-w","at":"2026-10-01T00:00:00Z"}],"items":[{"kind":"workout","id":"w","endedAt":"2026-11-20T11:00:00Z"}]"#,
      ["workout-completion-w alreadyDelivered"]),
    Row(
      "a session's end delivered before it began was another's", "focusflow", .session,
      #"\#(zone),"delivered":[{"id":"focusflow.sessionCompletion","at":"2026-11-20T11:49:59Z"}],"items":[{"kind":"session","id":"s","startedAt":"2026-11-20T11:50:00Z","duration":1500,"state":"running"}]"#,
      ["focusflow.sessionCompletion scheduled"]),
    Row(
      "a session's end delivered as it began", "focusflow", .session,
      #"\#(zone),"delivered":[{"id":"focusflow.sessionCompletion","at":"2026-11-20T11:50:00Z"}],"items":[{"kind":"session","id":"s","startedAt":"2026-11-20T11:50:00Z","duration":1500,"state":"running"}]"#,
      ["focusflow.sessionCompletion alreadyDelivered"]),
    Row(
      "the morning time changed after a tier went out", "diary", .morning,
      #"\#(zone),"preferences":{"morning":{"time":"10:00","days":["fri"],"changedAt":"2026-11-20T11:00:00Z"}},"delivered":[{"id":"diary.morning.1","at":"2026-11-20T10:59:59Z"}]"#,
      ["diary.morning.1 past", "diary.morning.2 appliesTomorrow", "diary.morning.3 appliesTomorrow"]),
    Row(
      "the morning time changed before a tier went out", "diary", .morning,
      #"\#(zone),"preferences":{"morning":{"time":"10:00","days":["fri"],"changedAt":"2026-11-20T11:00:00Z"}},"delivered":[{"id":"diary.morning.1","at":"2026-11-20T11:00:00Z"}]"#,
      ["diary.morning.1 past", "diary.morning.2 scheduled", "diary.morning.3 scheduled"]),
    Row(
      "the app was open when the goal was reached", "steps", .goal,
      stepDay(
        #"{"at":"2026-11-20T11:00:00Z","steps":100}"#,
        #","active":[{"from":"2026-11-20T11:00:00Z","to":"2026-11-20T11:00:01Z"}]"#),
      ["goal-achievement-2026-11-20 appActive"]),
    Row(
      "the app was closed just then", "steps", .goal,
      stepDay(
        #"{"at":"2026-11-20T11:00:00Z","steps":100}"#,
        #","active":[{"from":"2026-11-20T10:00:00Z","to":"2026-11-20T11:00:00Z"}]"#),
      ["goal-achievement-2026-11-20 scheduled late"]),
    Row(
      "half-way, and the goal by now", "steps", .milestone,
      stepDay(#"{"at":"2026-11-20T10:00:00Z","steps":50},{"at":"2026-11-20T12:00:00Z","steps":100}"#),
      ["milestone-progress-2026-11-20 superseded"]),
    Row(
      "half-way, and the goal a second from now", "steps", .milestone,
      stepDay(#"{"at":"2026-11-20T10:00:00Z","steps":50},{"at":"2026-11-20T12:00:01Z","steps":100}"#),
      ["milestone-progress-2026-11-20 scheduled late"]),
    Row(
      "half-way and the goal in one sample is no half-way", "steps", .milestone,
      stepDay(#"{"at":"2026-11-20T10:00:00Z","steps":49},{"at":"2026-11-20T11:00:00Z","steps":100}"#), []),
    Row(
      "a digest that names a bill of the seventh day", "moneymap", .digest, bill(#""dueDate":"2026-11-28""#),
      ["moneymap.digest scheduled"]),
    Row(
      "a digest without a bill", "moneymap", .digest, bill(#""dueDate":"2026-11-29""#), ["moneymap.digest nothingDue"]),
  ]

  @Test("the first check that fails gives the reason", arguments: switches + items + window + circumstances)
  func reason(row: Row) async throws {
    let scenario = try await Scenario.plan(
      app: row.app, account: row.account, now: "2026-11-20T12:00:00Z", policies: row.policy.map { [$0] } ?? [])
    let found = scenario.decisions.filter { $0["kind"] == row.only.name }.map { line in
      line["notification"]! + " " + (line["reason"] ?? line["outcome"]!) + (line["late"] == nil ? "" : " late")
    }
    #expect(found == row.gives)
  }
}
