import CivilTime
import PlanModel
import TestSupport
import Testing

/// Tests actions for what the device holds.
struct ReconcileTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var account: Account
    var actions: [String]
    var testDescription: String { label }
  }

  /// Returns an account with one task and no other kind, on a device that holds `pending`.
  static func task(
    _ pending: Account.Pending..., on date: LocalDate = "2026-11-21", _ repetition: Repetition = .none,
    _ set: (inout Account) -> Void = { _ in }
  ) -> Account {
    .test {
      $0.preferences.kinds = [.dailyReminder: false, .nudge: false, .recap: false]
      $0.pending = pending
      $0.items[.task] = [.task("t", on: date, at: "10:00", repetition)]
      set(&$0)
    }
  }

  static func habit(_ pending: Account.Pending..., set: (inout Account) -> Void = { _ in }) -> Account {
    .test(app: "ritualist") {
      $0.pending = pending
      $0.items[.habit] = [.habit("h", at: ["10:00"]) { $0.place = .test(.exit) }]
      set(&$0)
    }
  }

  static let rows: [Row] = [
    Row(label: "nothing pending", account: task(), actions: ["add focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      label: "pending without an instant: a place cannot fire it in time", account: task(.test("focusflow.task.t")),
      actions: ["move focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      label: "pending for another time", account: task(.test("focusflow.task.t", at: "2026-11-21T09:00:00Z")),
      actions: ["move focusflow.task.t at 2026-11-21T10:00:00Z from 2026-11-21T09:00:00Z"]),
    Row(
      label: "a repeating trigger pending for any of its instants",
      account: task(
        .test("focusflow.task.t", at: "2026-11-20T10:00:00Z", repeats: true), on: "2026-11-01", .daily),
      actions: ["keep focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      label: "a repeating trigger that begins later would fire too early",
      account: task(on: "2026-11-22", .daily),
      actions: [
        "add focusflow.task.t@2026-11-22 at 2026-11-22T10:00:00Z",
        "add focusflow.task.t@2026-11-23 at 2026-11-23T10:00:00Z",
      ]),
    Row(
      label: "orders actions by instant, then requests by bytes",
      account: task(.test("focusflow.task.ab", at: "2026-11-21T09:00:00Z")) {
        $0.items[.task] = [
          .task("b", "B", on: "2026-11-21", at: "10:00"), .task("a", "A", on: "2026-11-21", at: "11:00"),
          .task("B", "C", on: "2026-11-21", at: "10:00"),
        ]
      },
      actions: [
        "cancel focusflow.task.ab from 2026-11-21T09:00:00Z because removed",
        "add focusflow.task.B at 2026-11-21T10:00:00Z", "add focusflow.task.b at 2026-11-21T10:00:00Z",
        "add focusflow.task.a at 2026-11-21T11:00:00Z",
      ]),
    Row(
      label: "pending and not planned", account: task(.test("gone", at: "2026-11-21T09:00:00Z")),
      actions: [
        "cancel gone from 2026-11-21T09:00:00Z because notPlanned", "add focusflow.task.t at 2026-11-21T10:00:00Z",
      ]),
    Row(
      label: "pending and dropped: the decision's reason",
      account: task(.test("focusflow.task.t", at: "2026-11-21T10:00:00Z")) { $0.items[.task][0].isCompleted = true },
      actions: ["cancel focusflow.task.t from 2026-11-21T10:00:00Z because completed"]),
    Row(
      label: "pending and dropped at another instant of the same notification",
      account: task(.test("focusflow.task.t", at: "2026-11-25T09:00:00Z")) { $0.items[.task][0].isCompleted = true },
      actions: ["cancel focusflow.task.t from 2026-11-25T09:00:00Z because completed"]),
    Row(
      label: "pending for a completed date, of a removed reminder",
      account: habit(
        .test("h-location-exit"), .test("rich_h-0700@2026-11-20", at: "2026-11-20T14:00:00Z"),
        .test("rich_h-0700@2026-11-21", at: "2026-11-21T07:00:00Z")
      ) {
        ($0.preferences.kinds, $0.items[.habit][0].completedOn) = ([.habit: false], ["2026-11-20"])
      },
      actions: [
        "cancel h-location-exit because completed",
        "cancel rich_h-0700@2026-11-20 from 2026-11-20T14:00:00Z because completed",
        "cancel rich_h-0700@2026-11-21 from 2026-11-21T07:00:00Z because notPlanned",
      ]),
    Row(
      label: "pending without an instant or date",
      account: habit(.test("h-location-exit"), .test("rich_h-0700")) {
        ($0.preferences.kinds, $0.items[.habit][0].completedOn) = ([.habit: false], ["2026-11-20"])
      },
      actions: ["cancel h-location-exit because completed", "cancel rich_h-0700 because notPlanned"]),
    Row(
      label: "a place that fired today is silent until tomorrow",
      account: habit(.test("h-location-exit")) {
        $0.preferences.kinds = [.habit: false]
        $0.delivered = [.init(id: "h-location-exit", at: "2026-11-20T06:00:00Z")]
      },
      actions: ["cancel h-location-exit because alreadyDelivered"]),
    Row(
      label: "a place that fired yesterday is armed",
      account: habit(.test("h-location-exit")) {
        $0.preferences.kinds = [.habit: false]
        $0.delivered = [.init(id: "h-location-exit", at: "2026-11-19T23:59:59Z")]
      },
      actions: ["keep h-location-exit"]),
    Row(
      label: "an id with a date is the plan's own, regardless of the reported notification",
      account: task(.test("x@2026-11-21", at: "2026-11-21T10:00:00Z", of: "focusflow.task.t")),
      actions: [
        "cancel x@2026-11-21 from 2026-11-21T10:00:00Z because replaced",
        "add focusflow.task.t at 2026-11-21T10:00:00Z",
      ]),
    Row(
      label: "pending in a zone that the user may leave",
      account: task(.test("focusflow.task.t", at: "2026-11-21T10:00:00Z", floats: false)),
      actions: ["move focusflow.task.t at 2026-11-21T10:00:00Z from 2026-11-21T10:00:00Z"]),
    Row(
      label: "pending by its wall time",
      account: task(.test("focusflow.task.t", at: "2026-11-21T10:00:00Z", floats: true)),
      actions: ["keep focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      label: "an event is an instant in any zone",
      account: task(.test("focusflow.sessionCompletion", at: "2026-11-20T12:30:00Z", floats: true)) {
        ($0.items[.task], $0.items[.session]) = ([], [.session("s", at: "2026-11-20T12:00:00Z", for: 1800)])
      },
      actions: [
        "move focusflow.sessionCompletion at 2026-11-20T12:30:00Z from 2026-11-20T12:30:00Z"
      ]),
    Row(
      label: "a repeating request follows the clock anyway",
      account: task(
        .test("focusflow.task.t", at: "2026-11-21T10:00:00Z", repeats: true, floats: false), on: "2026-11-01", .daily),
      actions: ["keep focusflow.task.t at 2026-11-21T10:00:00Z"]),
    Row(
      label: "the device's own names: equal instants are kept, the rest is paired in time order",
      account: habit(
        .test("p", of: "h-location-exit"), .test("u1", at: "2026-11-20T09:00:00Z", of: "rich_h-1000"),
        .test("u2", at: "2026-11-22T10:00:00Z", of: "rich_h-1000"),
        .test("u3", at: "2026-11-30T09:00:00Z", of: "rich_h-1000"),
        .test("u4", at: "2026-12-01T09:00:00Z", of: "rich_h-1000")),
      actions: [
        "cancel u4 from 2026-12-01T09:00:00Z because replaced",
        "move u1 at 2026-11-21T10:00:00Z from 2026-11-20T09:00:00Z",
        "move u3 at 2026-11-23T10:00:00Z from 2026-11-30T09:00:00Z", "keep p", "keep u2 at 2026-11-22T10:00:00Z",
      ]),
    Row(
      label: "a request that a longer plan would schedule is kept, and not paired",
      account: habit(.test("rich_h-1000@2026-11-30", at: "2026-11-30T10:00:00Z"), .test("h-location-exit")),
      actions: [
        "add rich_h-1000@2026-11-21 at 2026-11-21T10:00:00Z", "add rich_h-1000@2026-11-22 at 2026-11-22T10:00:00Z",
        "add rich_h-1000@2026-11-23 at 2026-11-23T10:00:00Z", "keep h-location-exit",
        "keep rich_h-1000@2026-11-30 at 2026-11-30T10:00:00Z because beyondWindow",
      ]),
    Row(
      label: "pending at the end of quiet hours, and done since: that day's reason, not another's",
      account: .test(app: "diary") {
        $0.preferences.kinds = [.morning: false]
        $0.preferences.quietHours = QuietHours(start: "06:00", end: "07:00")
        $0.preferences.bedtime = .init(time: "06:30", days: "fri sat")
        $0.pending = [.test("diary.bedtime", at: "2026-11-21T07:00:00Z")]
        $0.items[.entry] = [.entry(.bedtime, on: "2026-11-21")]
      },
      actions: ["cancel diary.bedtime from 2026-11-21T07:00:00Z because completed"]),
    Row(
      label: "a place trigger missing from the device", account: habit { $0.preferences.kinds = [.habit: false] },
      actions: ["add h-location-exit"]),
    Row(
      label: "shown and done since: it leaves the notification center, regardless of its current reminder time",
      account: .test(app: "ritualist") {
        $0.preferences.kinds = [.habit: false]
        $0.delivered = [
          .init(id: "tailored_h-0730@2026-11-20", at: "2026-11-20T07:30:00Z", isShown: true),
          .init(id: "rich_h-0730", at: "2026-11-19T07:30:00Z", isShown: true),
        ]
        $0.items[.habit] = [.habit("h", at: ["10:00"]) { $0.completedOn = ["2026-11-20"] }]
      },
      actions: ["withdraw tailored_h-0730@2026-11-20 from 2026-11-20T07:30:00Z because completed"]),
    Row(
      label: "shown after a snooze: it is of the occurrence before it", account: snoozed(done: "2026-11-19"),
      actions: ["withdraw focusflow.task.t.snoozed@2026-11-20 from 2026-11-20T06:30:00Z because completed"]),
    Row(
      label: "shown without a date in its id: it is of the date in the item's zone",
      account: task(on: "2026-11-01", .daily) {
        $0.preferences.kinds = [.dailyReminder: false, .nudge: false, .recap: false, .task: false]
        ($0.items[.task][0].zone, $0.items[.task][0].completedOn) = (.test("Asia/Tokyo"), ["2026-11-20"])
        $0.delivered = [.init(id: "focusflow.task.t", at: "2026-11-19T23:00:00Z", isShown: true)]
      },
      actions: ["withdraw focusflow.task.t from 2026-11-19T23:00:00Z because completed"]),
    Row(label: "shown after a snooze: tonight's is done", account: snoozed(done: "2026-11-20"), actions: []),
    Row(
      label: "ids of version 0.2.0 name the item of today",
      account: task(.test("focusflow.task.t/-600s/2026-11-26", at: "2026-11-26T09:50:00Z"), on: "2026-11-19", .weekly) {
        $0.items[.task][0].remind = [ReminderOffset("-10m")!]
        $0.items[.task][0].completedOn = ["2026-11-19"]
        $0.delivered = [
          .init(id: "focusflow.task.t/-600s/2026-11-19", at: "2026-11-19T09:50:00Z", isShown: true),
          .init(id: "focusflow.task.t/-600s/2026-11-12", at: "2026-11-12T09:50:00Z", isShown: true),
        ]
      },
      actions: [
        "withdraw focusflow.task.t/-600s/2026-11-19 from 2026-11-19T09:50:00Z because completed",
        "keep focusflow.task.t/-600s/2026-11-26 at 2026-11-26T09:50:00Z because beyondWindow",
      ]),
    Row(
      label: "ids of version 0.2.0 of a record that cannot be read",
      account: task(.test("focusflow.task.r/-600s", at: "2026-11-21T09:50:00Z"), on: "2026-11-30") {
        $0.items.reject("r", from: .task)
      },
      actions: ["keep focusflow.task.r/-600s at 2026-11-21T09:50:00Z because rejected"]),
  ]

  /// Returns an account whose task of every evening was snoozed to this morning and shown.
  private static func snoozed(done: LocalDate) -> Account {
    task(on: "2026-11-01", .daily) {
      $0.preferences.kinds = [.dailyReminder: false, .nudge: false, .recap: false, .task: false]
      $0.items[.task][0].times = .at("22:00")
      $0.items[.task][0].completedOn = [done]
      $0.delivered = [
        .init(id: "focusflow.task.t.snoozed@2026-11-20", at: "2026-11-20T06:30:00Z", isShown: true)
      ]
    }
  }

  @Test("an action names the item that makes its notification, if the account has it; a session's cancel names none")
  func items() throws {
    let plan = try TestPlan(
      .test(app: "steps") {
        $0.pending = [
          .test("goal-achievement-2026-11-20", at: "2026-11-21T10:00:00Z"),
          .test("workout-completion-gone", at: "2026-11-21T10:00:00Z"),
        ]
        $0.delivered = [.init(id: "workout-completion-w", at: "2026-11-20T07:30:00Z", isShown: true)]
        $0.items[.stepDay] = [.stepDay(["2026-11-20T10:00:00Z": 20])]
        $0.items[.workout] = [.workout("v", "run", at: "2026-11-20T13:00:00Z")]
      }
    ).plan
    let named = plan.actions.map { "\($0.verb) \($0.request) \(plan.item(of: $0)?.text ?? "-")" }
    let day = try #require(plan.account.items[.stepDay].first).id
    #expect(
      named == [
        "cancel goal-achievement-2026-11-20 \(day)", "cancel workout-completion-gone -", "add workout-completion-v v",
      ])
    let focus = try TestPlan(
      Self.task(.test("focusflow.sessionCompletion", at: "2026-11-20T13:00:00Z")) {
        $0.pending.append(.test("focusflow.task.t", at: "2026-11-21T10:00:00Z"))
        $0.items[.task][0].isCompleted = true
        $0.items[.session] = [.session("s", at: "2026-11-20T11:55:00Z", for: 1500, "paused")]
      }
    ).plan
    #expect(
      focus.actions.map { "\($0.verb) \($0.request) \(focus.item(of: $0)?.text ?? "-")" } == [
        "cancel focusflow.sessionCompletion -", "cancel focusflow.task.t t",
      ])
  }

  @Test(
    "a device repeats only words that are true each time",
    arguments: [
      (.monthly, "-1w", false), (.monthly, "-3d", false), (.monthly, "-1d", true), (.weekly, "-3d", true),
      (.weekly, "-1w", false), (.yearly, "-3d", false), (.yearly, "0", true),
    ] as [(Repetition, String, Bool)])
  func repeatingWords(repetition: Repetition, remind: String, repeats: Bool) throws {
    // A weekly trigger would fire before the first date.
    let first: LocalDate = if case .weekly = repetition { "2026-11-08" } else { "2026-11-15" }
    let account = Self.task(on: first, repetition) { $0.items[.task][0].remind = [ReminderOffset(remind)!] }
    let plan = try TestPlan(account, now: "2026-11-01T06:00:00Z", days: 14).plan
    #expect(plan.decisions.map(\.repeats).contains(true) == repeats, "\(repetition) \(remind)")
  }

  @Test(
    "a lead floats as what it is about does",
    arguments: [
      ("a time that is skipped", "2027-03-28", "02:30", "26T02:30 27T02:30 28T01:00 28T03:30"),
      ("the second of a repeated time", "2026-10-25", "02:30", "23T02:30 24T02:30 25T02:00 25T02:30"),
      ("a time like any", "2027-03-28", "04:30", "26T04:30+ 27T04:30+ 28T03:00+ 28T04:30+"),
    ] as [(String, LocalDate, LocalTime, String)])
  func leads(why: String, date: LocalDate, time: LocalTime, expected: String) throws {
    var policy = try TestPlan.policy("focusflow")
    policy.overlap = .last
    let account = Self.task(on: date) {
      $0.zone = .test("Europe/Berlin")
      $0.items[.task][0].times = .at(time)
      $0.items[.task][0].remind = ["-2d", "-1d", "-90m", "0"].map { ReminderOffset($0)! }
    }
    let now = date.adding(days: -4).at(.midnight).instant(at: .utc)
    let plan = try TestPlan(account, now: now, days: 7, policy: policy).plan
    let found = plan.actions.compactMap { action -> String? in
      guard case .once(let local, _, let floats)? = action.trigger else { return nil }
      return "\(local)".dropFirst(8).prefix(8) + (floats ? "+" : "")
    }
    #expect(found.joined(separator: " ") == expected, "\(why)")
  }

  @Test("the actions bring the device to the plan", arguments: rows)
  func actions(row: Row) throws {
    #expect(try TestPlan(row.account).actions == row.actions)
  }
}
