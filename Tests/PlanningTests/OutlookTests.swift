import Foundation
import PlanModel
import TestSupport
import Testing

/// Until when a plan stays whole, by each cause. Now is Friday 2026-11-20, 12:00 in UTC, and the window ends on the 24th at 00:00.
struct OutlookTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var says: String
    var app: String
    var account: String
    var gives: String
    var now: String
    var policy: [String]
    var testDescription: String { says }

    init(
      _ says: String, _ app: String, _ account: String, _ gives: String, now: String = "2026-11-20T12:00:00Z",
      policy: [String] = []
    ) {
      (self.says, self.app, self.account, self.gives, self.now, self.policy) = (says, app, account, gives, now, policy)
    }
  }

  private static func task(_ fields: String) -> String {
    #""timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"10:00",\#(fields)}]"#
  }

  private static func items(_ items: String, _ account: String = "") -> String {
    #""timeZone":"UTC"\#(account),"items":[\#(items)]"#
  }

  private static func habit(_ fields: String, _ account: String = "") -> String {
    items(#"{"kind":"habit","id":"h","name":"H",\#(fields)}"#, account)
  }

  private static func bill(_ fields: String, kinds: String = #""bill":true,"overdue":true"#) -> String {
    items(#"{"kind":"bill","id":"b","name":"B",\#(fields)}"#, #","preferences":{"kinds":{\#(kinds)}}"#)
  }

  private static let place = #""location":{"place":"P","latitude":1,"longitude":2,"radius":100,"on":"entry"}"#
  private static let trait = #","personality":{"trait":"openness","analyzedAt":"2026-10-23T09:00:00Z"}"#
  /// 30 reminders a day, of which 54 find a slot.
  private static let crowd = (10..<40).map { #""13:\#($0)""# }.joined(separator: ",")

  private static let windowEnd = "2026-11-24T00:00:00Z windowEnd"
  /// Sixty days on.
  private static let lookAhead = "2027-01-23T00:00:00Z lookAhead"

  static let rows: [Row] = [
    Row(
      "what is no repeating request ends with the window", "diary",
      #""timeZone":"UTC","preferences":{"morning":{"time":"07:00","days":["mon"]}}"#, windowEnd),
    Row(
      "an account that may not be notified is planned again at the window's end", "focusflow",
      #""timeZone":"UTC","authorization":"denied""#, windowEnd),
    Row(
      "a device that repeats all there is needs no plan as far as was looked", "focusflow", #""timeZone":"UTC""#,
      lookAhead),
    Row("a task each day is repeated too", "focusflow", task(#""repeat":"daily""#), lookAhead),
    Row(
      "a repeating request does not know of an exdate", "focusflow",
      task(#""repeat":"daily","exdates":["2026-12-24","2026-12-05"]"#), "2026-12-05T10:00:00Z exception"),
    Row(
      "nor of a date that is done already", "focusflow",
      task(#""repeat":"daily","completedOn":["2026-11-27"]"#), "2026-11-27T10:00:00Z exception"),
    Row(
      "an exdate on which it would not fire breaks nothing", "focusflow",
      task(#""repeat":"customDays","weekdays":["sat"],"exdates":["2026-11-29"]"#), lookAhead),
    Row(
      "an exdate more than sixty days on is not looked for", "focusflow",
      task(#""repeat":"daily","exdates":["2027-02-05"]"#), lookAhead),
    Row(
      "a task that ends is made of single requests", "focusflow", task(#""repeat":"daily","until":"2026-12-05""#),
      windowEnd),
    Row(
      "a monthly task beyond the window has no request yet", "focusflow",
      #""timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-11-15","time":"10:00","repeat":"monthly"}]"#,
      windowEnd),
    Row(
      "nor has a task of one date", "focusflow",
      #""timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-12-10","time":"10:00"}]"#, windowEnd),
    Row(
      "a device fires after a gap that the policy skips", "focusflow",
      #""timeZone":"America/New_York","items":[{"kind":"task","id":"t","title":"T","date":"2027-02-20","time":"02:30","repeat":"daily"}]"#,
      "2027-03-14T07:30:00Z exception", now: "2027-02-20T12:00:00Z", policy: [#"gap = "later""#, #"gap = "skip""#]),
    Row(
      "a policy that reads a gap as devices do is never broken by it", "focusflow",
      #""timeZone":"America/New_York","items":[{"kind":"task","id":"t","title":"T","date":"2027-02-20","time":"02:30","repeat":"daily"}]"#,
      "2027-04-25T04:00:00Z lookAhead", now: "2027-02-20T12:00:00Z"),
    Row(
      "tomorrow's recap could have figures", "focusflow",
      items(#"{"kind":"focusDay","id":"d","date":"2026-11-19","sessions":2,"minutes":50}"#),
      "2026-11-21T08:00:00Z figures"),
    Row(
      "where nobody focuses, recaps have no figures to miss", "focusflow",
      items(#"{"kind":"focusDay","id":"d","date":"2026-11-20","sessions":0,"minutes":0}"#), lookAhead),
    Row(
      "tomorrow's reminder could tell the streak", "ritualist", habit(#""reminders":["18:00"],"streak":5"#),
      "2026-11-21T18:00:00Z streak"),
    Row(
      "the first one after today counts, on the habit's days", "ritualist",
      habit(#""reminders":["09:00","18:00"],"streak":5,"days":["fri","sun"]"#), "2026-11-22T09:00:00Z streak"),
    Row("without a streak no text misses it", "ritualist", habit(#""reminders":["18:00"]"#), windowEnd),
    Row(
      "texts are tailored for 30 days", "ritualist", habit(#""reminders":["18:00"]"#, trait),
      "2026-11-22T09:00:00Z tailoring"),
    Row(
      "which ends nothing where no reminder comes after it", "ritualist",
      habit(#""reminders":["18:00"],"endDate":"2026-11-21""#, trait), windowEnd),
    Row(
      "a place trigger goes after the habit's last day", "ritualist", habit(#"\#(place),"endDate":"2026-11-21""#),
      "2026-11-22T00:00:00Z place"),
    Row(
      "one that is done for today comes back tomorrow", "ritualist", habit(#"\#(place),"completions":["2026-11-20"]"#),
      "2026-11-21T00:00:00Z place"),
    Row("one that stays ends with the window", "ritualist", habit(place), windowEnd),
    Row(
      "a bill that is due tomorrow is overdue the day after", "moneymap", bill(#""dueDate":"2026-11-21""#),
      "2026-11-22T09:00:00Z overdue"),
    Row(
      "an overdue bill is planned for three days", "moneymap", bill(#""dueDate":"2026-11-10""#),
      "2026-11-23T09:00:00Z overdue"),
    Row("a bill that is paid is never overdue", "moneymap", bill(#""dueDate":"2026-11-21","paid":true"#), windowEnd),
    Row(
      "nor one whose account wants no such reminder", "moneymap",
      bill(#""dueDate":"2026-11-21""#, kinds: #""bill":true"#), windowEnd),
    Row(
      "an event that goes out at now is told on its day", "steps",
      items(
        #"{"kind":"stepDay","id":"d","date":"2026-11-20","goal":100,"samples":[{"at":"2026-11-20T10:00:00Z","steps":120}]}"#
      ),
      "2026-11-21T00:00:00Z lateEvent"),
    Row(
      "a workout for 48 hours", "steps",
      items(#"{"kind":"workout","id":"w","type":"run","endedAt":"2026-11-20T10:00:00Z"}"#),
      "2026-11-22T10:00:00Z lateEvent"),
    Row(
      "a milestone of a streak while it was yesterday that the habit was done", "ritualist",
      habit(#""streak":7,"completions":["2026-11-20"]"#), "2026-11-22T00:00:00Z lateEvent"),
    Row(
      "the first one without a slot", "ritualist", habit(#""reminders":[\#(crowd)]"#), "2026-11-21T13:34:00Z slotLimit"),
  ]

  @Test("each cause, and what is none", arguments: rows)
  func planAgain(row: Row) async throws {
    let policies =
      row.policy.isEmpty ? [] : [try CrowdingTests.policy(row.app, [(row.policy[0], row.policy[1])])]
    let scenario = try await Scenario.plan(app: row.app, account: row.account, now: row.now, policies: policies)
    let account = try #require(scenario.accounts.first)
    #expect("\(account["planAgainBy"] ?? "-") \(account["planAgainCause"] ?? "-")" == row.gives)
    let summary = try #require(scenario.summary["planAgain"] as? [String: Any])
    let earliest = Scenario.texts(try #require(summary["earliest"] as? [String: Any]))
    #expect(
      earliest == ["account": "a", "app": row.app, "at": account["planAgainBy"], "cause": account["planAgainCause"]])
    #expect(summary["causes"] as? [String: Int] == [account["planAgainCause"]!: 1])
  }

  // MARK: Measures

  /// `kind delivered/completedSameDay streaks/streaksAtRisk` of each kind.
  private func measures(_ app: String, _ account: String) async throws -> [String] {
    let scenario = try await Scenario.plan(
      app: app, account: #""timeZone":"Asia/Tokyo",\#(account)"#, now: "2026-11-20T12:00:00Z")
    let measures = try #require(scenario.summary["measures"] as? [String: Any])
    let kinds = (measures["apps"] as? [String: [String: Any]])?[app]?["kinds"] as? [String: [String: Int]]
    return try #require(kinds).sorted { $0.key < $1.key }.map { kind, counts in
      "\(kind) \(counts["delivered"]!)/\(counts["completedSameDay"]!) \(counts["streaks"]!)/\(counts["streaksAtRisk"]!)"
    }
  }

  @Test(
    "Ritualist: a delivery leads to a completion of its own local day; the last due day without one puts a streak at risk"
  )
  func ritualist() async throws {
    // 16:00 UTC is the next day in Tokyo, where it is 21:00 on the 20th now, a Friday.
    let measures = try await measures(
      "ritualist",
      #""delivered":[{"id":"rich_a-0900@2026-11-19","at":"2026-11-19T00:00:00Z"},{"id":"rich_a-0900","at":"2026-11-18T16:00:00Z"},"#
        + #"{"id":"tailored_a-0900","at":"2026-11-18T00:00:00Z"},{"id":"a-location-entry","at":"2026-11-19T01:00:00Z"},"#
        + #"{"id":"rich_gone-0900","at":"2026-11-19T00:00:00Z"}],"items":["#
        + #"{"kind":"habit","id":"a","name":"A","reminders":["09:00"],"streak":3,"completions":["2026-11-19"],\#(OutlookTests.place)},"#
        + #"{"kind":"habit","id":"b","name":"B","streak":2,"days":["thu"],"completions":["2026-11-19"]},"#
        + #"{"kind":"habit","id":"c","name":"C","streak":2,"days":["thu"],"completions":["2026-11-18"]},"#
        + #"{"kind":"habit","id":"d","name":"D","streak":2,"archived":true},{"kind":"habit","id":"e","name":"E"}]"#)
    #expect(measures == ["habit 3/2 3/2", "location 1/1 0/0"])
  }

  @Test("Diary: an entry of the day; a streak lasts from one of its days to the next")
  func diary() async throws {
    let measures = try await measures(
      "diary",
      #""preferences":{"morning":{"time":"07:00","days":["mon","wed","fri"]},"bedtime":{"time":"21:30","days":["mon","wed","thu"]}},"#
        + #""delivered":[{"id":"diary.morning.1@2026-11-18","at":"2026-11-17T22:00:00Z"},"#
        + #"{"id":"diary.morning.2","at":"2026-11-20T01:00:00Z"},{"id":"diary.bedtime","at":"2026-11-19T12:30:00Z"}],"#
        + #""items":[{"kind":"entry","id":"1","flow":"morning","date":"2026-11-18"},"#
        + #"{"kind":"entry","id":"2","flow":"bedtime","date":"2026-11-19"}]"#)
    #expect(measures == ["bedtime 1/1 1/0", "morning 2/1 1/1"])
  }

  @Test("FocusFlow: tasks by completedOn; reminders by a session that began after them, or figures of the day")
  func focusflow() async throws {
    let measures = try await measures(
      "focusflow",
      #""delivered":[{"id":"focusflow.task.t","at":"2026-11-19T00:00:00Z"},{"id":"focusflow.task.u.w6","at":"2026-11-19T16:00:00Z"},"#
        + #"{"id":"focusflow.nudge.morning","at":"2026-11-19T00:00:00Z"},{"id":"focusflow.nudge.evening","at":"2026-11-19T11:00:00Z"},"#
        + #"{"id":"focusflow.dailyReminder","at":"2026-11-17T00:00:00Z"},{"id":"focusflow.sessionCompletion","at":"2026-11-17T00:00:00Z"}],"#
        + #""items":[{"kind":"task","id":"t","title":"T","date":"2026-11-19","time":"09:00","completed":true},"#
        + #"{"kind":"task","id":"u","title":"U","date":"2026-11-13","time":"01:00","repeat":"customDays","completedOn":["2026-11-20"]},"#
        + #"{"kind":"session","id":"s","startedAt":"2026-11-19T03:00:00Z","duration":60,"state":"completed"},"#
        + #"{"kind":"focusDay","id":"d","date":"2026-11-17","sessions":1,"minutes":25}]"#)
    #expect(measures == ["dailyReminder 1/1 0/0", "nudge 2/1 0/0", "task 2/1 0/0"])
  }

  @Test("Steps: half-way leads to the goal on its day")
  func steps() async throws {
    let day = { (id: String, date: String, hours: [(Int, Int)]) in
      #"{"kind":"stepDay","id":"\#(id)","date":"\#(date)","goal":100,"samples":["#
        + hours.map { #"{"at":"\#(date)T0\#($0.0):00:00Z","steps":\#($0.1)}"# }.joined(separator: ",") + "]}"
    }
    let measures = try await measures(
      "steps",
      #""delivered":[{"id":"milestone-progress-2026-11-18","at":"2026-11-18T02:00:00Z"},"#
        + #"{"id":"milestone-progress-2026-11-19","at":"2026-11-19T02:00:00Z"},{"id":"goal-achievement-2026-11-18","at":"2026-11-18T03:00:00Z"}],"#
        + #""items":[\#(day("1", "2026-11-18", [(2, 60), (3, 120)])),\#(day("2", "2026-11-19", [(2, 60)]))]"#)
    #expect(measures == ["milestone 2/1 0/0"])
  }

  @Test(
    "an account may be notified where the policy accepts its permission and the master switch is on",
    arguments: [
      ("focusflow", "authorized", "", 1), ("focusflow", "provisional", "", 1), ("steps", "provisional", "", 0),
      ("focusflow", "notDetermined", "", 0), ("focusflow", "authorized", #","preferences":{"enabled":false}"#, 0),
    ])
  func reach(app: String, state: String, more: String, count: Int) async throws {
    let scenario = try await Scenario.plan(
      app: app, account: #""timeZone":"UTC","authorization":"\#(state)"\#(more)"#, now: "2026-11-20T12:00:00Z")
    let measures = try #require(scenario.summary["measures"] as? [String: Any])
    #expect(measures["mayBeNotified"] as? Int == count)
    #expect(measures["mayBeNotifiedPercent"] as? Int == 100 * count)
    #expect(measures["authorizations"] as? [String: Int] == [state: 1])
  }

  // MARK: Permission

  @Test(
    "MoneyMap and Diary: an account whose kinds are all off by choice is no problem without permission; one that wants any is",
    arguments: [
      ("moneymap", "{}", 0, true), ("moneymap", #"{"bill":true}"#, 1, false),
      ("moneymap", #"{"bill":true,"overdue":false}"#, 1, false),
      ("diary", #"{"morning":false,"bedtime":false}"#, 0, true), ("diary", #"{"bedtime":false}"#, 1, false),
    ])
  func optedOut(app: String, kinds: String, problems: Int, isOptedOut: Bool) async throws {
    let items = app == "moneymap" ? #"{"kind":"bill","id":"b","name":"B","dueDate":"2026-11-25"}"# : ""
    let scenario = try await Scenario.plan(
      app: app,
      account: #""timeZone":"UTC","authorization":"denied","#
        + #""preferences":{"kinds":\#(kinds),"morning":{"time":"07:00","days":["sat"]}},"items":[\#(items)]"#,
      now: "2026-11-20T12:00:00Z")
    #expect(scenario.decisions.contains { $0["reason"] == "unauthorized" })
    #expect(scenario.summary["accountsWithProblems"] as? Int == problems)
    #expect(scenario.accounts.first?["optedOut"] == (isOptedOut ? "true" : nil))
  }
}
