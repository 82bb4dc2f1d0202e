import CivilTime
import PlanModel
import TestSupport

// The checks that only some kinds have.
extension ReasonTests {
  /// Reasons in the item itself, or in the diary.
  static let items: [Row] = [
    Row(
      "an archived habit", .inactive, .habit, habit(at: ["20:00"]) { $0.isArchived = true }, ["rich_h-2000 inactive"],
      ["archived: true [2]"]),
    Row(
      "a habit that is not archived", .inactive, .habit, habit(at: ["20:00"]) { _ in }, ["rich_h-2000 scheduled"],
      ["archived: false [2]"]),
    Row(
      "the streak of an archived habit", .inactive, .streakMilestone,
      habit {
        ($0["streak", of: ShippedItems.habit], $0.completedOn, $0.isArchived) = (.integer(7), ["2026-11-20"], true)
      },
      ["streak_milestone_h-7 inactive"], ["archived: true [2]"]),
    Row(
      "a place before its habit's first day", .inactive, .location,
      habit(place: .exit) { $0["startDate", of: ShippedItems.habit] = .date("2026-11-21") },
      ["h-location-exit inactive"],
      ["archived: false [2]", "today: 2026-11-20", "startDate: 2026-11-21 [2]"]),
    Row(
      "a place on its habit's last day", .inactive, .location,
      habit(place: .exit) { $0["endDate", of: ShippedItems.habit] = .date("2026-11-20") },
      ["h-location-exit armed"], ["archived: false [2]", "today: 2026-11-20", "endDate: 2026-11-20 [2]"]),
    Row(
      "income", .notExpense, .bill,
      bill(due: nil) { $0.items[.bill][0]["type", of: ShippedItems.bill] = .text("income") }, ["bill.b notExpense"],
      ["type: income [2]"]),
    Row(
      "no due date", .noDueDate, .bill,
      bill(due: nil) { $0.items[.bill][0]["autoPay", of: ShippedItems.bill] = .flag(true) }, ["bill.b noDueDate"],
      ["dueDate: none [2]"]),
    Row(
      "reminders of the day before are switched off", .optionOff, .bill,
      bill(due: "2026-11-22") { $0.preferences.bills.dayBefore = false },
      ["bill.b.2026-11-22.dayBefore optionOff", "bill.b.2026-11-22.due scheduled"],
      ["preferences.bills.dayBefore: false [1]", "in effect: off"]),
    Row(
      "pays itself", .autoPay, .bill,
      bill(due: "2026-11-21") {
        $0.preferences.bills.dayBefore = false
        ($0.items[.bill][0]["autoPay", of: ShippedItems.bill], $0.items[.bill][0].isCompleted) = (.flag(true), true)
      },
      ["bill.b.2026-11-21.dayBefore optionOff", "bill.b.2026-11-21.due autoPay"], ["autoPay: true [2]"]),
    Row(
      "paid", .paid, .bill,
      bill(due: "2026-11-21") {
        $0.preferences.bills.dayBefore = false
        $0.items[.bill][0].isCompleted = true
      },
      ["bill.b.2026-11-21.dayBefore optionOff", "bill.b.2026-11-21.due paid"], ["paid: true [2]"]),
    Row(
      "paid through the due date before", .paid, .bill,
      bill(due: "2026-11-20", .daily) {
        ($0.preferences.bills.dayBefore, $0.preferences.bills.time) = (false, "13:00")
        $0.items[.bill][0].doneThrough = "2026-11-21"
      },
      [
        "bill.b.2026-11-20.dayBefore optionOff", "bill.b.2026-11-20.due paid", "bill.b.2026-11-21.dayBefore optionOff",
        "bill.b.2026-11-21.due paid", "bill.b.2026-11-22.dayBefore optionOff", "bill.b.2026-11-22.due scheduled",
        "bill.b.2026-11-23.dayBefore optionOff", "bill.b.2026-11-23.due scheduled",
        "bill.b.2026-11-24.dayBefore optionOff", "bill.b.2026-11-24.due beyondWindow",
      ], ["paid: false [2]", "paidThrough: 2026-11-21 [2]"]),
    Row(
      "a paused session", .sessionNotRunning, .session, session("paused"),
      ["focusflow.sessionCompletion sessionNotRunning"], ["state: paused [2]"]),
    Row(
      "a running session", .sessionNotRunning, .session, session(), ["focusflow.sessionCompletion scheduled"],
      ["state: running [2]"]),
    Row(
      "a task done on one date", .completed, .task,
      task(on: "2026-11-20", at: "13:00", .daily) {
        $0.items[.task][0].schedule!.until = "2026-11-21"
        $0.items[.task][0].completedOn = ["2026-11-20"]
      },
      ["focusflow.task.t completed", "focusflow.task.t scheduled"],
      ["completed: false [2]", "completedOn has 2026-11-20: true [2]"]),
    Row(
      "a habit done today", .completed, .habit, habit(at: ["20:00"]) { $0.completedOn = ["2026-11-20"] },
      ["rich_h-2000 completed"], ["completions have 2026-11-20: true [2]"]),
    Row(
      "a place of a habit done today", .completed, .location,
      habit(place: .exit) { $0.completedOn = ["2026-11-20"] }, ["h-location-exit completed"],
      ["completions have 2026-11-20: true [2]"]),
    Row(
      "an entry silences all tiers of its morning", .completed, .morning,
      morning(at: "13:00") { $0.items[.entry] = [.entry(.morning, on: "2026-11-20")] },
      ["diary.morning.1 completed", "diary.morning.2 completed", "diary.morning.3 completed"],
      ["an entry of morning on 2026-11-20: true [2]"]),
    Row(
      "an entry silences its own flow alone", .completed, .bedtime,
      .test(app: "diary") {
        $0.preferences.bedtime = .init(time: "21:00", days: "fri")
        $0.items[.entry] = [.entry(.morning, on: "2026-11-20")]
      },
      ["diary.bedtime scheduled"], ["an entry of bedtime on 2026-11-20: false [1]"]),
    Row(
      "the morning time changed after a tier went out", .appliesTomorrow, .morning,
      morning(at: "10:00") {
        $0.preferences.morning?.changedAt = "2026-11-20T11:00:00Z"
        $0.delivered = [.init(id: "diary.morning.1", at: "2026-11-20T10:59:59Z")]
      },
      ["diary.morning.1 past", "diary.morning.2 appliesTomorrow", "diary.morning.3 appliesTomorrow"],
      [
        "changedAt: 2026-11-20T11:00:00Z [1]",
        "delivered before it today: diary.morning.1 at 2026-11-20T10:59:59Z [1]",
      ]),
    Row(
      "the morning time changed between two deliveries of a tier", .appliesTomorrow, .morning,
      morning(at: "10:00") {
        $0.preferences.morning?.changedAt = "2026-11-20T11:00:00Z"
        $0.delivered = [
          .init(id: "diary.morning.1", at: "2026-11-20T11:30:00Z"),
          .init(id: "diary.morning.1", at: "2026-11-20T10:30:00Z"),
        ]
      },
      ["diary.morning.1 past", "diary.morning.2 appliesTomorrow", "diary.morning.3 appliesTomorrow"],
      [
        "changedAt: 2026-11-20T11:00:00Z [1]",
        "delivered before it today: diary.morning.1 at 2026-11-20T10:30:00Z [1]",
      ]),
    Row(
      "the morning time changed between the deliveries of two devices", .appliesTomorrow, .morning,
      morning(at: "10:00") {
        $0.preferences.morning?.changedAt = "2026-11-20T11:00:00Z"
        ($0.device, $0.devices) = (DeviceID("phone"), [DeviceID("phone"), DeviceID("tablet")])
        $0.delivered = [.init(id: "diary.morning.1", at: "2026-11-20T11:30:00Z")]
        $0.deliveredElsewhere = [.init(id: "diary.morning.1", at: "2026-11-20T10:30:00Z")]
      },
      ["diary.morning.1 past", "diary.morning.2 appliesTomorrow", "diary.morning.3 appliesTomorrow"],
      [
        "changedAt: 2026-11-20T11:00:00Z [1]",
        "delivered before it today: diary.morning.1 at 2026-11-20T10:30:00Z [1]",
      ]),
    Row(
      "the morning time changed before a tier went out", .appliesTomorrow, .morning,
      morning(at: "10:00") {
        $0.preferences.morning?.changedAt = "2026-11-20T11:00:00Z"
        $0.delivered = [.init(id: "diary.morning.1", at: "2026-11-20T11:00:00Z")]
      },
      ["diary.morning.1 past", "diary.morning.2 scheduled", "diary.morning.3 scheduled"], []),
  ]

  /// Reasons in the circumstances.
  static let circumstances: [Row] = [
    Row(
      "the app was open when the goal was reached", .appActive, .goal,
      steps(["2026-11-20T11:00:00Z": 100], open: "2026-11-20T11:00:00Z"..<"2026-11-20T11:00:01Z"),
      ["goal-achievement-2026-11-20 appActive"],
      [
        "happened at: 2026-11-20T11:00:00Z [2]", "would go out at: 2026-11-20T12:00:00Z",
        "the app was open: 2026-11-20T11:00:00Z to 2026-11-20T11:00:01Z [1]",
      ]),
    Row(
      "the app was closed just then", .appActive, .goal,
      steps(["2026-11-20T11:00:00Z": 100], open: "2026-11-20T10:00:00Z"..<"2026-11-20T11:00:00Z"),
      ["goal-achievement-2026-11-20 scheduled late"],
      [
        "happened at: 2026-11-20T11:00:00Z [2]", "would go out at: 2026-11-20T12:00:00Z",
        "the app was open: not then [1]",
      ]),
    Row(
      "the app was open half-way", .appActive, .milestone,
      steps(["2026-11-20T11:00:00Z": 50], open: "2026-11-20T10:00:00Z"..<"2026-11-20T11:30:00Z"),
      ["milestone-progress-2026-11-20 appActive"],
      [
        "happened at: 2026-11-20T11:00:00Z [2]", "would go out at: 2026-11-20T12:00:00Z",
        "the app was open: 2026-11-20T10:00:00Z to 2026-11-20T11:30:00Z [1]",
      ]),
    Row(
      "the app is open when it would unlock others", .appActive, .unlock,
      steps(["2026-11-20T11:00:00Z": 100], open: "2026-11-20T12:00:00Z"..<"2026-11-20T12:00:01Z"),
      ["app-unlock-2026-11-20 appActive"],
      [
        "happened at: 2026-11-20T11:00:00Z [2]", "would go out at: 2026-11-20T12:00:00Z",
        "the app was open: 2026-11-20T12:00:00Z to 2026-11-20T12:00:01Z [1]",
      ]),
    Row(
      "the app is still open", .appActive, .unlock,
      steps(["2026-11-20T11:00:00Z": 100], open: "2026-11-20T10:00:00Z"..<(.distantFuture)),
      ["app-unlock-2026-11-20 appActive"],
      [
        "happened at: 2026-11-20T11:00:00Z [2]", "would go out at: 2026-11-20T12:00:00Z",
        "the app was open: since 2026-11-20T10:00:00Z [1]",
      ]),
    Row(
      "half-way, and the goal by now", .superseded, .milestone,
      steps(["2026-11-20T10:00:00Z": 50, "2026-11-20T12:00:00Z": 100]), ["milestone-progress-2026-11-20 superseded"],
      ["late: true", "goal reached at: 2026-11-20T12:00:00Z [2]", "now: 2026-11-20T12:00:00Z"]),
    Row(
      "half-way, and the goal a second from now", .superseded, .milestone,
      steps(["2026-11-20T10:00:00Z": 50, "2026-11-20T12:00:01Z": 100]),
      ["milestone-progress-2026-11-20 scheduled late"],
      ["late: true", "goal reached at: 2026-11-20T12:00:01Z [2]", "now: 2026-11-20T12:00:00Z"]),
    Row(
      "half-way and the goal in one sample is no half-way", .superseded, .milestone,
      steps(["2026-11-20T10:00:00Z": 49, "2026-11-20T11:00:00Z": 100]), [], nil),
    Row(
      "a session after which another was started", .superseded, .session,
      session {
        $0.items[.session].append(.session("t", at: "2026-11-20T11:55:00Z", for: 1500))
        $0.items[.session][1].location.line = 3
      },
      ["focusflow.sessionCompletion superseded", "focusflow.sessionCompletion scheduled"],
      [
        "started at: 2026-11-20T11:50:00Z [2]",
        "the last session that runs: t, started at 2026-11-20T11:55:00Z [3]",
      ]),
    Row(
      "the tiers of a morning end where the evening begins", .superseded, .morning,
      morning(at: "13:00") { $0.preferences.bedtime = .init(time: "19:00") },
      ["diary.morning.1 scheduled", "diary.morning.2 scheduled", "diary.morning.3 superseded"],
      ["wall time: 2026-11-20T19:00:00", "bedtime: 2026-11-20T19:00:00 [1]"]),
    Row(
      "the day before, which Saturday's quiet hours have made the due date", .superseded, .bill,
      bill(due: "2026-11-22") { $0.preferences.bills.time = "23:00" },
      ["bill.b.2026-11-22.dayBefore superseded", "bill.b.2026-11-22.due scheduled"],
      ["goes out on: 2026-11-22", "due date: 2026-11-22 [2]"]
    ) { policy in
      var rule = QuietRule()
      (rule.days, rule.hours) = ("sat", QuietHours(start: "22:00", end: "07:00"))
      policy.quietRules = [rule]
    },
    Row(
      "the day before, if quiet hours move the due date's own past it", .superseded, .bill,
      bill(due: "2026-11-22") {
        $0.preferences.bills.time = "23:00"
        $0.preferences.quietHours = QuietHours(start: "22:00", end: "07:00")
      },
      ["bill.b.2026-11-22.dayBefore scheduled", "bill.b.2026-11-22.due scheduled"],
      ["goes out on: 2026-11-22", "due date: 2026-11-22 [2]"]),
    Row(
      "a task that the user snoozed", .superseded, .task,
      task(at: "11:00") { snooze(&$0, .task, until: "2026-11-21T18:00:00Z") },
      ["focusflow.task.t superseded", "focusflow.task.t.snoozed scheduled"], ["snoozedUntil: 2026-11-21T18:00:00Z [2]"]),
    Row(
      "a task that is due when its snooze ends", .superseded, .task,
      task(at: "11:00") { snooze(&$0, .task, until: "2026-11-21T11:00:00Z") }, ["focusflow.task.t scheduled"],
      ["snoozedUntil: 2026-11-21T11:00:00Z [2]"]),
    Row(
      "a snooze that is over", .superseded, .task,
      task(at: "11:00") { snooze(&$0, .task, until: "2026-11-20T12:00:00Z") }, ["focusflow.task.t scheduled"],
      ["snoozedUntil: 2026-11-20T12:00:00Z [2]"]),
    Row(
      "a bill that the user snoozed until later on its due date", .superseded, .bill,
      bill(due: "2026-11-22") { snooze(&$0, .bill, until: "2026-11-22T18:00:00Z") },
      [
        "bill.b.2026-11-22.dayBefore superseded", "bill.b.2026-11-22.due superseded",
        "bill.b.2026-11-22.dayBefore.snoozed scheduled",
      ], ["snoozedUntil: 2026-11-22T18:00:00Z [2]"]),
    Row(
      "a snoozed bill without a reminder on its due date", .superseded, .bill,
      bill(due: "2026-11-20") {
        $0.preferences.bills.onDueDate = false
        snooze(&$0, .bill, until: "2026-11-20T18:00:00Z")
      },
      [
        "bill.b.2026-11-20.dayBefore superseded", "bill.b.2026-11-20.due optionOff",
        "bill.b.2026-11-20.dayBefore.snoozed scheduled",
      ], ["snoozedUntil: 2026-11-20T18:00:00Z [2]"]),
    Row(
      "a snoozed bill whose overdue reminders are off", .superseded, .bill,
      bill(due: "2026-11-19") {
        $0.preferences.kinds[.overdue] = false
        snooze(&$0, .bill, until: "2026-11-20T18:00:00Z")
      },
      [
        "bill.b.2026-11-19.dayBefore superseded", "bill.b.2026-11-19.due superseded",
        "bill.b.2026-11-19.due.snoozed scheduled",
      ], ["snoozedUntil: 2026-11-20T18:00:00Z [2]"]),
    Row(
      "an overdue bill that the user snoozed", .superseded, .overdue,
      bill(due: "2026-11-18") { snooze(&$0, .bill, until: "2026-11-21T18:00:00Z") },
      [
        "bill.b.2026-11-18.overdue superseded", "bill.b.2026-11-18.overdue superseded",
        "bill.b.2026-11-18.overdue.snoozed scheduled", "bill.b.2026-11-18.overdue scheduled",
      ], ["snoozedUntil: 2026-11-21T18:00:00Z [2]"]),
    Row(
      "a digest that names a bill of the seventh day", .nothingDue, .digest, bill(due: "2026-11-28"),
      ["moneymap.digest scheduled"],
      ["bills due in the seven days: 1 [1]", "bill b due 2026-11-28: counted [2]"]),
    Row(
      "a digest without a bill", .nothingDue, .digest, bill(due: "2026-11-29"), ["moneymap.digest nothingDue"],
      ["bills due in the seven days: 0 [1]"]),
    Row(
      "a digest whose one bill is paid", .nothingDue, .digest,
      bill(due: "2026-11-28") { $0.items[.bill][0].isCompleted = true }, ["moneymap.digest nothingDue"],
      ["bills due in the seven days: 0 [1]", "bill b due 2026-11-28: not counted: it is paid [2]"]),
  ]

  // MARK: Accounts

  static func task(
    on date: LocalDate = "2026-11-21", at time: LocalTime = "10:00", _ repetition: Repetition = .none,
    _ set: (inout Account) -> Void = { _ in }
  ) -> Account {
    .test {
      $0.items[.task] = [.task("t", on: date, at: time, repetition)]
      set(&$0)
    }
  }

  /// Snoozes an item, as a user's change does.
  private static func snooze(_ account: inout Account, _ list: ItemList, until: Instant) {
    account.items[list][0].snoozedUntil = until
    account.items.hasSnoozes = true
  }

  static func session(_ state: String = "running", _ set: (inout Account) -> Void = { _ in }) -> Account {
    .test {
      $0.items[.session] = [.session("s", at: "2026-11-20T11:50:00Z", for: 1500, state)]
      set(&$0)
    }
  }

  static func habit(
    at reminders: [LocalTime] = [], place: PlaceTrigger.Crossing? = nil, _ set: (inout Item) -> Void
  ) -> Account {
    .test(app: "ritualist") {
      $0.items[.habit] = [.habit("h", at: reminders, on: "fri", set)]
      $0.items[.habit][0].place = place.map { .test($0) }
    }
  }

  static func insight(_ instant: Instant) -> Account {
    .test(app: "ritualist") { $0.items[.insight] = [.insight("i", at: instant)] }
  }

  static func morning(at time: LocalTime, _ set: (inout Account) -> Void) -> Account {
    .test(app: "diary") {
      $0.preferences.morning = .init(time: time, days: "fri", changedAt: nil)
      set(&$0)
    }
  }

  static func steps(_ samples: KeyValuePairs<Instant, Int>, open: Range<Instant>? = nil) -> Account {
    .test(app: "steps") {
      $0.preferences.appBlocking = true
      $0.items[.stepDay] = [.stepDay(samples)]
      $0.active = open.map { [$0] } ?? []
    }
  }

  static func workout(_ set: (inout Account) -> Void) -> Account {
    .test(app: "steps") {
      $0.items[.workout] = [.workout("w", at: "2026-11-20T11:00:00Z")]
      set(&$0)
    }
  }

  static func bill(
    due date: LocalDate?, _ repetition: Repetition = .none, _ set: (inout Account) -> Void = { _ in }
  ) -> Account {
    .test(app: "moneymap") {
      $0.preferences.kinds = [.bill: true, .overdue: true, .overspend: true, .digest: true]
      $0.items[.bill] = [.bill("b", due: date, repetition)]
      set(&$0)
    }
  }
}
