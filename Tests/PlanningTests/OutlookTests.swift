import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests the replan deadline with each cause, and the engagement figures. Now is Friday 2026-11-20, 12:00 UTC, and
/// the window ends on the 24th at 00:00.
struct OutlookTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var account: Account
    var gives: String
    var now: Instant
    var adjust: TestPlan.Adjustment
    var testDescription: String { label }

    init(
      _ label: String, _ account: Account, _ gives: String, now: Instant = "2026-11-20T12:00:00Z",
      _ adjust: @escaping TestPlan.Adjustment = { _ in }
    ) {
      (self.label, self.account, self.gives, self.now, self.adjust) = (label, account, gives, now, adjust)
    }
  }

  private static func task(
    on date: LocalDate = "2026-11-20", at time: LocalTime = "10:00", _ repetition: Repetition, zone: String = "UTC",
    _ set: (inout Item) -> Void = { _ in }
  ) -> Account {
    .test(zone: zone) { $0.items[.task] = [.task("t", on: date, at: time, repetition, set)] }
  }

  private static func snoozed(done: DateSet) -> Account {
    var account = task(.daily) {
      ($0.snoozedUntil, $0.completedOn) = ("2026-11-22T18:00:00Z", done)
    }
    account.items.hasSnoozes = true
    return account
  }

  private static func focusDay(on date: LocalDate, sessions: Int, minutes: Int) -> Account {
    .test { $0.items[.focusDay] = [.focusDay(on: date, sessions: sessions, minutes: minutes)] }
  }

  private static func habit(
    at reminders: [LocalTime] = [], on days: WeekdaySet = .all, place: PlaceTrigger? = nil,
    analyzedAt: Instant? = nil, _ set: (inout Item) -> Void = { _ in }
  ) -> Account {
    .test(app: "ritualist") {
      ($0.personalityTrait, $0.analyzedAt) = (analyzedAt.map { _ in "openness" }, analyzedAt)
      $0.items[.habit] = [.habit("h", at: reminders, on: days, set)]
      $0.items[.habit][0].place = place
    }
  }

  /// Returns an account with a place whose reminder fired at noon.
  private static func fired(on date: String) -> Account {
    var account = habit(place: .test(.entry))
    account.delivered = [.init(id: "h-location-entry", at: Instant(rfc3339: "\(date)T11:00:00Z".utf8)!)]
    return account
  }

  private static func bill(
    due date: LocalDate, kinds: [Kind: Bool] = [.bill: true, .overdue: true],
    _ set: (inout Item) -> Void = { _ in }
  ) -> Account {
    .test(app: "moneymap") {
      $0.preferences.kinds = kinds
      $0.items[.bill] = [.bill("b", due: date, .none, set)]
    }
  }

  /// 30 reminders a day, of which 54 find a slot.
  private static let crowd = (10..<40).map { LocalTime(hour: 13, minute: $0)! }

  private static let windowEnd = "2026-11-23T23:59:00Z windowEnd"
  /// Sixty days later.
  private static let lookAhead = "2027-01-22T23:59:00Z lookAhead"
  private static let gap = task(on: "2027-02-20", at: "02:30", .daily, zone: "America/New_York")
  private static let analysis: Instant = "2026-10-23T09:00:00Z"

  static let rows: [Row] = [
    Row(
      "what is no repeating request ends with the window",
      .test(app: "diary") { $0.preferences.morning = .init(time: "07:00", days: "mon", changedAt: nil) }, windowEnd),
    Row(
      "an account that may not be notified is planned again at the window's end",
      .test { $0.authorization = .denied }, windowEnd),
    Row("a device that repeats every notification needs no plan within the period examined", .test(), lookAhead),
    Row("a task each day is repeated too", task(.daily), lookAhead),
    Row(
      "a repeating request does not know of an exdate",
      task(.daily) { $0.schedule!.exceptions = ["2026-12-24", "2026-12-05"] }, "2026-12-05T09:59:00Z exception"),
    Row(
      "nor of a date that is done already", task(.daily) { $0.completedOn = ["2026-11-27"] },
      "2026-11-27T09:59:00Z exception"),
    Row(
      "an exdate on which it would not fire breaks nothing",
      task(.customDays("sat")) { $0.schedule!.exceptions = ["2026-11-29"] }, lookAhead),
    Row(
      "an exdate more than sixty days on is not looked for", task(.daily) { $0.schedule!.exceptions = ["2027-02-05"] },
      lookAhead),
    Row("a task that ends is made of single requests", task(.daily) { $0.schedule!.until = "2026-12-05" }, windowEnd),
    Row("a monthly task beyond the window has no request yet", task(on: "2026-11-15", .monthly), windowEnd),
    Row("nor has a task of one date", task(on: "2026-12-10", .none), windowEnd),
    Row(
      "some devices fire at the end of a gap that the policy skips", gap, "2027-03-14T06:59:00Z exception",
      now: "2027-02-20T12:00:00Z"
    ) { $0.gap = .skip },
    Row(
      "and of one that the policy reads as others do", gap, "2027-03-14T06:59:00Z exception",
      now: "2027-02-20T12:00:00Z"),
    Row(
      "tomorrow's recap could have figures", focusDay(on: "2026-11-19", sessions: 2, minutes: 50),
      "2026-11-21T07:59:00Z figures"),
    Row(
      "a streak unknown until the day begins",
      .test {
        $0.preferences.recapTime = "00:00"
        $0.items[.focusDay] = [.focusDay(on: "2026-11-19", sessions: 2, minutes: 50)]
      }, "2026-11-21T00:00:00Z figures"),
    Row(
      "without sessions, recaps miss no figures", focusDay(on: "2026-11-20", sessions: 0, minutes: 0),
      lookAhead),
    Row(
      "tomorrow's reminder could show the streak",
      habit(at: ["18:00"]) { $0["streak", of: ShippedItems.habit] = .integer(5) },
      "2026-11-21T17:59:00Z streak"),
    Row(
      "the first one after today counts, on the habit's days",
      habit(at: ["09:00", "18:00"], on: "fri sun") { $0["streak", of: ShippedItems.habit] = .integer(5) },
      "2026-11-22T08:59:00Z streak"),
    Row("without a streak no text misses it", habit(at: ["18:00"]), windowEnd),
    Row(
      "texts are tailored for 30 days", habit(at: ["18:00"], analyzedAt: analysis), "2026-11-22T17:59:00Z tailoring"),
    Row(
      "and until then no plan has others", habit(at: ["09:00:30"], analyzedAt: analysis),
      "2026-11-22T09:00:01Z tailoring"),
    Row(
      "which ends nothing if no reminder follows",
      habit(at: ["18:00"], analyzedAt: analysis) { $0["endDate", of: ShippedItems.habit] = .date("2026-11-21") },
      windowEnd),
    Row(
      "a place trigger is removed after the habit's last day",
      habit(place: .test(.entry)) { $0["endDate", of: ShippedItems.habit] = .date("2026-11-21") },
      "2026-11-22T00:00:00Z place"),
    Row(
      "a habit done for today returns tomorrow",
      habit(place: .test(.entry)) { $0.completedOn = ["2026-11-20"] }, "2026-11-21T00:00:00Z place"),
    Row("so does a place that fired today", fired(on: "2026-11-20"), "2026-11-21T00:00:00Z place"),
    Row("a place that fired yesterday is armed already", fired(on: "2026-11-19"), windowEnd),
    Row(
      "a policy may report each visit", fired(on: "2026-11-20"), windowEnd
    ) { policy in
      var settings = policy[.location]!
      settings[.once] = .word("visit")
      policy.set(settings)
    },
    Row("a permanent one ends with the window", habit(place: .test(.entry)), windowEnd),
    Row(
      "a bill that is due tomorrow is planned for the day after", bill(due: "2026-11-21"),
      "2026-11-23T08:59:00Z overdue"),
    Row("a bill due the day after is not", bill(due: "2026-11-22"), "2026-11-23T08:59:00Z overdue"),
    Row("an overdue bill is planned for three days", bill(due: "2026-11-10"), "2026-11-23T08:59:00Z overdue"),
    Row("a paid bill is never overdue", bill(due: "2026-11-21") { $0.isCompleted = true }, windowEnd),
    Row("nor one whose account disabled such reminders", bill(due: "2026-11-21", kinds: [.bill: true]), windowEnd),
    Row(
      "an event that goes out at now is reported on its day",
      .test(app: "steps") { $0.items[.stepDay] = [.stepDay(["2026-11-20T10:00:00Z": 120])] },
      "2026-11-20T23:59:00Z lateEvent"),
    Row(
      "a workout for 48 hours",
      .test(app: "steps") { $0.items[.workout] = [.workout("w", "run", at: "2026-11-20T10:00:00Z")] },
      "2026-11-22T09:59:00Z lateEvent"),
    Row(
      "a milestone of a streak while it was yesterday that the habit was done",
      habit { ($0["streak", of: ShippedItems.habit], $0.completedOn) = (.integer(7), ["2026-11-20"]) },
      "2026-11-21T23:59:00Z lateEvent"),
    Row("a snooze stands for another one once that is due", snoozed(done: []), "2026-11-21T10:00:00Z snooze"),
    Row("and for none once one is due that is done", snoozed(done: ["2026-11-21"]), "2026-11-21T10:00:00Z snooze"),
    Row("the first one without a slot", habit(at: crowd), "2026-11-21T13:33:00Z slotLimit"),
  ]

  @Test("reports each cause, and no others", arguments: rows)
  func planAgain(row: Row) throws {
    let planAgain = try #require(try TestPlan(row.account, now: row.now, row.adjust).plan.planAgain)
    #expect("\(planAgain.at) \(planAgain.cause)" == row.gives)
  }

  // MARK: Measures

  /// Returns `kind delivered/completedSameDay streaks/streaksAtRisk` of each kind, for an account in Tokyo.
  private func measures(_ app: String, _ set: (inout Account) -> Void) throws -> [String] {
    let measures = try #require(try TestPlan(.test(app: app, zone: "Asia/Tokyo", set)).plan.measures)
    return measures.kinds.sorted { $0.key.name < $1.key.name }.map { kind, counts in
      "\(kind) \(counts.delivered)/\(counts.completed) \(counts.streaks)/\(counts.streaksAtRisk)"
    }
  }

  @Test(
    "Ritualist: a delivery leads to a completion on its own local day; the last due day without one puts a streak at risk"
  )
  func ritualist() throws {
    // 16:00 UTC is the next day in Tokyo, where it is now 21:00 on Friday the 20th.
    let measures = try measures("ritualist") {
      $0.delivered = [
        .init(id: "rich_a-0900@2026-11-19", at: "2026-11-19T00:00:00Z"),
        .init(id: "rich_a-0900", at: "2026-11-18T16:00:00Z"), .init(id: "tailored_a-0900", at: "2026-11-18T00:00:00Z"),
        .init(id: "a-location-entry", at: "2026-11-19T01:00:00Z"),
        .init(id: "rich_gone-0900", at: "2026-11-19T00:00:00Z"),
      ]
      $0.items[.habit] = [
        .habit("a", at: ["09:00"]) {
          ($0["streak", of: ShippedItems.habit], $0.completedOn, $0.place) = (
            .integer(3), ["2026-11-19"], .test(.entry)
          )
        },
        .habit("b", on: "thu") {
          ($0["streak", of: ShippedItems.habit], $0.completedOn) = (.integer(2), ["2026-11-19"])
        },
        .habit("c", on: "thu") {
          ($0["streak", of: ShippedItems.habit], $0.completedOn) = (.integer(2), ["2026-11-18"])
        },
        .habit("d") { ($0["streak", of: ShippedItems.habit], $0.isArchived) = (.integer(2), true) }, .habit("e"),
      ]
    }
    #expect(measures == ["habit 3/2 3/2", "location 1/1 0/0"])
  }

  @Test("Diary: counts an entry of the day; a streak lasts from one of its days to the next")
  func diary() throws {
    let measures = try measures("diary") {
      $0.preferences.morning = .init(time: "07:00", days: "mon wed fri", changedAt: nil)
      $0.preferences.bedtime = .init(time: "21:30", days: "mon wed thu")
      $0.delivered = [
        .init(id: "diary.morning.1@2026-11-18", at: "2026-11-17T22:00:00Z"),
        .init(id: "diary.morning.2", at: "2026-11-20T01:00:00Z"),
        .init(id: "diary.bedtime", at: "2026-11-19T12:30:00Z"),
      ]
      $0.items[.entry] = [.entry(.morning, on: "2026-11-18"), .entry(.bedtime, on: "2026-11-19")]
    }
    #expect(measures == ["bedtime 1/1 1/0", "morning 2/1 1/1"])
  }

  @Test("FocusFlow: counts tasks by completedOn, and reminders by a later session or the day's figures")
  func focusflow() throws {
    let measures = try measures("focusflow") {
      $0.delivered = [
        .init(id: "focusflow.task.t", at: "2026-11-19T00:00:00Z"),
        .init(id: "focusflow.task.u.w6", at: "2026-11-19T16:00:00Z"),
        .init(id: "focusflow.nudge.morning", at: "2026-11-19T00:00:00Z"),
        .init(id: "focusflow.nudge.evening", at: "2026-11-19T11:00:00Z"),
        .init(id: "focusflow.dailyReminder", at: "2026-11-17T00:00:00Z"),
        .init(id: "focusflow.sessionCompletion", at: "2026-11-17T00:00:00Z"),
      ]
      $0.items[.task] = [
        .task("t", on: "2026-11-19", at: "09:00") { $0.isCompleted = true },
        .task("u", "U", on: "2026-11-13", at: "01:00", .customDays("fri")) { $0.completedOn = ["2026-11-20"] },
      ]
      $0.items[.session] = [.session("s", at: "2026-11-19T03:00:00Z", for: 60, "completed")]
      $0.items[.focusDay] = [.focusDay(on: "2026-11-17", sessions: 1, minutes: 25)]
    }
    #expect(measures == ["dailyReminder 1/1 0/0", "nudge 2/1 0/0", "task 2/1 0/0"])
  }

  @Test("Steps: half-way leads to the goal on its day")
  func steps() throws {
    let measures = try measures("steps") {
      $0.delivered = [
        .init(id: "milestone-progress-2026-11-18", at: "2026-11-18T02:00:00Z"),
        .init(id: "milestone-progress-2026-11-19", at: "2026-11-19T02:00:00Z"),
        .init(id: "goal-achievement-2026-11-18", at: "2026-11-18T03:00:00Z"),
      ]
      $0.items[.stepDay] = [
        .stepDay(on: "2026-11-18", ["2026-11-18T02:00:00Z": 60, "2026-11-18T03:00:00Z": 120]),
        .stepDay(on: "2026-11-19", ["2026-11-19T02:00:00Z": 60]),
      ]
    }
    #expect(measures == ["milestone 2/1 0/0"])
  }

  @Test(
    "an account may be notified if the policy accepts its permission and the master switch is on",
    arguments: [
      ("focusflow", .authorized, nil, true), ("focusflow", .provisional, nil, true),
      ("steps", .provisional, nil, false),
      ("focusflow", .notDetermined, nil, false), ("focusflow", .authorized, false, false),
    ] as [(String, Authorization, Bool?, Bool)])
  func reach(app: String, state: Authorization, isEnabled: Bool?, mayBeNotified: Bool) throws {
    let account = Account.test(app: app) { ($0.authorization, $0.preferences.isEnabled) = (state, isEnabled) }
    #expect(try TestPlan(account).plan.measures?.mayBeNotified == mayBeNotified)
  }

  // MARK: Permission

  @Test(
    "MoneyMap and Diary: an account that turned off all kinds is opted out; its permission is never a problem",
    arguments: [
      ("moneymap", [:], true), ("moneymap", [.bill: true], false), ("moneymap", [.bill: true, .overdue: false], false),
      ("diary", [.morning: false, .bedtime: false], true), ("diary", [.bedtime: false], false),
    ] as [(String, [Kind: Bool], Bool)])
  func optedOut(app: String, kinds: [Kind: Bool], isOptedOut: Bool) throws {
    let account = Account.test(app: app) {
      $0.authorization = .denied
      $0.preferences.kinds = kinds
      $0.preferences.morning = .init(time: "07:00", days: "sat", changedAt: nil)
      $0.items[.bill] = [.bill("b", due: "2026-11-25")]
    }
    let plan = try TestPlan(account).plan
    #expect(plan.decisions.contains { $0.outcome.reason == .unauthorized })
    #expect(plan.isOptedOut == isOptedOut)
    #expect(!plan.decisions.contains { $0.outcome.reason == .unauthorized && plan.isProblem($0) })
  }
}
