import CivilTime
import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Tests every reason of the checks in docs/reasons.md on both sides of its boundary, with the values compared. Now is Friday
/// 2026-11-20, 12:00 UTC, and the window ends on the 24th at 00:00.
struct ReasonTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var reason: Reason
    var kind: Kind
    var account: Account
    /// `notification outcome-or-reason` of the decisions of `kind`, in the plan's order.
    var gives: [String]
    /// The values compared for the first decision with the reason, otherwise for the first decision. Values from an export have the line
    /// of the account, 1, or of the item, 2. nil if nothing was compared.
    var compared: [String]?
    var now: Instant
    var adjust: TestPlan.Adjustment
    var testDescription: String { label }

    init(
      _ label: String, _ reason: Reason, _ kind: Kind, _ account: Account, _ gives: [String], _ compared: [String]?,
      now: Instant = "2026-11-20T12:00:00Z", _ adjust: @escaping TestPlan.Adjustment = { _ in }
    ) {
      (self.label, self.reason, self.kind, self.account) = (label, reason, kind, account)
      (self.gives, self.compared, self.now, self.adjust) = (gives, compared, now, adjust)
    }
  }

  // MARK: Common checks

  static let accepted = "the policy accepts: authorized, provisional, ephemeral"

  static let switches: [Row] = [
    Row(
      "the master switch off drops all", .accountDisabled, .task, task { $0.preferences.isEnabled = false },
      ["focusflow.task.t accountDisabled"], ["preferences.enabled: false [1]"]),
    Row(
      "the master switch on drops nothing", .accountDisabled, .task, task { $0.preferences.isEnabled = true },
      ["focusflow.task.t scheduled"], ["preferences.enabled: true [1]"]),
    Row(
      "nor does one that is not set", .accountDisabled, .task, task(), ["focusflow.task.t scheduled"],
      ["preferences.enabled: true"]),
    Row(
      "denied is not authorized", .unauthorized, .task, task { $0.authorization = .denied },
      ["focusflow.task.t unauthorized"], ["authorization: denied [1]", accepted]),
    Row(
      "provisional is authorized", .unauthorized, .task, task { $0.authorization = .provisional },
      ["focusflow.task.t scheduled"], ["authorization: provisional [1]", accepted]),
    Row(
      "provisional is not enough for the step counter", .unauthorized, .workout,
      workout { $0.authorization = .provisional }, ["workout-completion-w unauthorized"],
      ["authorization: provisional [1]", "the policy accepts: authorized"]),
    Row(
      "another device has the newest record", .elsewhere, .task,
      task {
        ($0.device, $0.devices, $0.isElsewhere) = (DeviceID("phone"), [DeviceID("phone"), DeviceID("tablet")], true)
      },
      ["focusflow.task.t elsewhere"], ["devices: latest", "newest record: another device's [1]"]
    ) { $0.devices = .latest },
    Row(
      "a policy that notifies all devices", .elsewhere, .task,
      task { ($0.device, $0.devices, $0.isElsewhere) = (DeviceID("phone"), [DeviceID("phone")], true) },
      ["focusflow.task.t scheduled"], ["devices: all", "newest record: another device's [1]"]),
    Row(
      "a kind that the account switches off", .kindDisabled, .task, task { $0.preferences.kinds = [.task: false] },
      ["focusflow.task.t kindDisabled"], ["preferences.kinds.task: false [1]", "the policy's switch: on"]),
    Row(
      "a kind that is off in the policy and not on in the account", .kindDisabled, .bill,
      bill(due: "2026-11-22") { $0.preferences.kinds = [:] },
      ["bill.b.2026-11-22.dayBefore kindDisabled", "bill.b.2026-11-22.due kindDisabled"],
      ["preferences.kinds.bill: not set", "the policy's switch: off"]),
    Row(
      "the master switch precedes the permission, which is then not checked", .unauthorized, .task,
      task { ($0.authorization, $0.preferences.isEnabled) = (.denied, false) }, ["focusflow.task.t accountDisabled"],
      []),
  ]

  static let window: [Row] = [
    Row(
      "one second before now is past", .past, .task, task(on: "2026-11-20", at: "11:59:59"), ["focusflow.task.t past"],
      ["at: 2026-11-20T11:59:59Z", "now: 2026-11-20T12:00:00Z"]),
    Row(
      "what is due now is past: a device cannot be given it", .past, .task, task(on: "2026-11-20", at: "12:00"),
      ["focusflow.task.t past"], ["at: 2026-11-20T12:00:00Z", "now: 2026-11-20T12:00:00Z"]),
    Row(
      "one second after now is not past", .past, .task, task(on: "2026-11-20", at: "12:00:01"),
      ["focusflow.task.t scheduled"], ["at: 2026-11-20T12:00:01Z", "now: 2026-11-20T12:00:00Z"]),
    Row(
      "the window's last second", .beyondWindow, .task, task(on: "2026-11-23", at: "23:59:59"),
      ["focusflow.task.t scheduled"], ["at: 2026-11-23T23:59:59Z", "the window ends: 2026-11-24T00:00:00Z"]),
    Row(
      "the window's end", .beyondWindow, .task, task(on: "2026-11-24", at: "00:00"), ["focusflow.task.t beyondWindow"],
      ["at: 2026-11-24T00:00:00Z", "the window ends: 2026-11-24T00:00:00Z"]),
    Row(
      "an event of this morning goes out late", .expired, .insight, insight("2026-11-20T00:00:00Z"),
      ["personality-insight-i scheduled late"],
      [
        "at: 2026-11-20T12:00:00Z", "now: 2026-11-20T12:00:00Z", "happened at: 2026-11-20T00:00:00Z [2]",
        "today: 2026-11-20",
      ]),
    Row(
      "reports an analysis of last night for 48 hours", .expired, .insight, insight("2026-11-18T12:00:00Z"),
      ["personality-insight-i scheduled late"],
      [
        "at: 2026-11-20T12:00:00Z", "now: 2026-11-20T12:00:00Z", "happened at: 2026-11-18T12:00:00Z [2]",
        "today: 2026-11-20",
      ]),
    Row(
      "then it is over", .expired, .insight, insight("2026-11-18T11:59:59Z"), ["personality-insight-i expired"],
      [
        "at: 2026-11-18T11:59:59Z", "now: 2026-11-20T12:00:00Z", "happened at: 2026-11-18T11:59:59Z [2]",
        "today: 2026-11-20",
      ]),
    Row(
      "an event beyond the window", .beyondWindow, .insight, insight("2026-11-24T00:00:00Z"),
      ["personality-insight-i beyondWindow"],
      ["at: 2026-11-24T00:00:00Z", "the window ends: 2026-11-24T00:00:00Z"]),
    Row(
      "the clock skips it", .dstGap, .task, londonGap, ["focusflow.task.t dstGap"],
      ["wall time: 2027-03-28T01:30:00", "zone: Europe/London", "policy gap: skip"], now: "2027-03-27T12:00:00Z"
    ) { $0.gap = .skip },
    Row(
      "the clock is that of the item's zone", .dstGap, .task,
      task(on: "2026-11-21", at: "09:00") { $0.items[.task][0].zone = .test("Asia/Tokyo") },
      ["focusflow.task.t scheduled"], ["wall time: 2026-11-21T09:00:00", "zone: Asia/Tokyo", "policy gap: later"]),
    Row(
      "the clock skips it, and the policy does not", .dstGap, .task, londonGap, ["focusflow.task.t scheduled"],
      [
        "wall time: 2027-03-28T01:30:00", "zone: Europe/London", "policy gap: later",
        "the clock skips it, so it is: 2027-03-28T01:30:00Z",
      ], now: "2027-03-27T12:00:00Z"),
    Row(
      "a move passes over it", .zoneChange, .task, travel, ["focusflow.task.t zoneChange"],
      ["wall time: 2026-11-22T09:00:00", "moves: Europe/Paris from 2026-11-22T10:00:00Z [1]"]),
    Row(
      "a move passes over it, and the policy does not", .zoneChange, .task, travel, ["focusflow.task.t scheduled"],
      [
        "wall time: 2026-11-22T09:00:00", "moves: Europe/Paris from 2026-11-22T10:00:00Z [1]",
        "a move skips it, so it is: 2026-11-22T10:00:00Z",
      ]
    ) { $0.zoneChange = .atChange },
  ]

  private static let londonGap = task(on: "2027-03-28", at: "01:30") { $0.zone = .test("Europe/London") }
  private static let travel = task(on: "2026-11-22", at: "09:00") {
    $0.zone = .test("America/New_York")
    $0.zoneChanges = [.test("2026-11-22T10:00:00Z", "Europe/Paris")]
  }

  static let deliveries: [Row] = [
    Row(
      "delivered before the intended hour: it was moved to a later one", .alreadyDelivered, .task,
      task(on: "2026-11-20", at: "13:00") {
        $0.delivered = [.init(id: "focusflow.task.t", at: "2026-11-20T10:00:00Z")]
      },
      ["focusflow.task.t scheduled"], ["delivered: 2026-11-20T10:00:00Z [1]", "counts from: 2026-11-20T12:59:00Z"]),
    Row(
      "delivered a minute before it: devices are not exact", .alreadyDelivered, .task,
      task(on: "2026-11-20", at: "13:00") {
        $0.delivered = [.init(id: "focusflow.task.t", at: "2026-11-20T12:59:00Z")]
      },
      ["focusflow.task.t alreadyDelivered"],
      ["delivered: 2026-11-20T12:59:00Z [1]", "counts from: 2026-11-20T12:59:00Z"]),
    Row(
      "delivered as the occurrence of that date, whenever", .alreadyDelivered, .task,
      task(on: "2026-11-20", at: "13:00") {
        $0.delivered = [.init(id: "focusflow.task.t@2026-11-20", at: "2026-11-20T07:00:00Z")]
      },
      ["focusflow.task.t alreadyDelivered"],
      ["delivered: 2026-11-20T07:00:00Z [1]", "counts from: 2026-11-20T12:59:00Z"]),
    Row(
      "delivered on the day before", .alreadyDelivered, .task,
      task(on: "2026-11-20", at: "13:00") {
        $0.delivered = [.init(id: "focusflow.task.t", at: "2026-11-19T23:59:59Z")]
      },
      ["focusflow.task.t scheduled"], ["delivered: 2026-11-19T23:59:59Z [1]", "counts from: 2026-11-20T12:59:00Z"]),
    Row(
      "an event is reported once, regardless of the date", .alreadyDelivered, .workout,
      workout { $0.delivered = [.init(id: "workout-completion-w", at: "2026-10-01T00:00:00Z")] },
      ["workout-completion-w alreadyDelivered"], ["delivered: 2026-10-01T00:00:00Z [1]", "counts: on any date"]),
    Row(
      "a session's end delivered before it began was another's", .alreadyDelivered, .session,
      session { $0.delivered = [.init(id: "focusflow.sessionCompletion", at: "2026-11-20T11:49:59Z")] },
      ["focusflow.sessionCompletion scheduled"],
      ["delivered: 2026-11-20T11:49:59Z [1]", "counts from: 2026-11-20T11:50:00Z [2]"]),
    Row(
      "a session's end delivered as it began", .alreadyDelivered, .session,
      session { $0.delivered = [.init(id: "focusflow.sessionCompletion", at: "2026-11-20T11:50:00Z")] },
      ["focusflow.sessionCompletion alreadyDelivered"],
      ["delivered: 2026-11-20T11:50:00Z [1]", "counts from: 2026-11-20T11:50:00Z [2]"]),
    Row(
      "a place that fired today", .alreadyDelivered, .location, place(firedAt: "2026-11-20T00:00:00Z"),
      ["h-location-entry alreadyDelivered"], ["delivered: 2026-11-20T00:00:00Z [1]", "counts on: 2026-11-20"]),
    Row(
      "a place that fired yesterday", .alreadyDelivered, .location, place(firedAt: "2026-11-19T23:59:59Z"),
      ["h-location-entry armed"], ["delivered: 2026-11-19T23:59:59Z [1]", "counts on: 2026-11-20"]),
  ]

  private static func place(firedAt at: Instant) -> Account {
    .test(app: "ritualist") {
      $0.items[.habit] = [.habit("h") { $0.place = .test(.entry) }]
      $0.delivered = [.init(id: "h-location-entry", at: at)]
    }
  }

  static let crowds: [Row] = [
    Row(
      "quiet hours drop", .quietHours, .task, quiet(at: "22:00"), ["focusflow.task.t quietHours"],
      ["quiet hours: 22:00:00–07:00:00 [1]", "the policy's action: drop", "local time: 22:00:00"]
    ) { $0.quietHoursAction = .drop },
    Row(
      "quiet hours defer", .quietHours, .task, quiet(at: "22:00"), ["focusflow.task.t scheduled"],
      [
        "quiet hours: 22:00:00–07:00:00 [1]", "the policy's action: defer", "local time: 22:00:00",
        "moved to: 2026-11-22T07:00:00Z",
      ]),
    Row(
      "quiet hours are over", .quietHours, .task, quiet(at: "07:00"), ["focusflow.task.t scheduled"],
      ["quiet hours: 22:00:00–07:00:00 [1]", "the policy's action: drop", "local time: 07:00:00"]
    ) { $0.quietHoursAction = .drop },
    Row(
      "quiet hours with a digest at their end", .inDigest, .task, quiet(at: "22:00"), ["focusflow.task.t inDigest"],
      [
        "quiet hours: 22:00:00–07:00:00 [1]", "the policy's action: digest", "local time: 22:00:00",
        "moved to: 2026-11-22T07:00:00Z", "named by: night-0700",
      ], digest),
    Row(
      "where the account has the digest off, they defer", .quietHours, .task,
      task(at: "22:00") {
        $0.preferences.quietHours = QuietHours(start: "22:00", end: "07:00")
        $0.preferences.kinds = [.quietDigest: false]
      },
      ["focusflow.task.t scheduled"],
      [
        "quiet hours: 22:00:00–07:00:00 [1]", "the policy's action: digest", "local time: 22:00:00",
        "moved to: 2026-11-22T07:00:00Z",
      ], digest),
    Row(
      "a due date on a weekend, where such are skipped", .holiday, .task, task(on: "2026-11-21"),
      ["focusflow.task.t holiday"], ["due date: 2026-11-21, sat [2]", "closed: true", "policy shift: skip"]
    ) { $0.shift(.task, "skip") },
    Row(
      "one that moves to the next open day", .holiday, .task, task(on: "2026-11-22"), ["focusflow.task.t scheduled"],
      ["due date: 2026-11-22, sun [2]", "closed: true", "policy shift: after", "moved to: 2026-11-23"]
    ) { $0.shift(.task, "after") },
    Row(
      "the same title at the same time", .duplicate, .task, two(at: "10:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u duplicate"],
      [
        "notification: focusflow.task.u [2]", "subject: T",
        "same kind, subject and instant as: focusflow.task.t (item t) [2]",
      ]),
    Row(
      "the same title a second later", .duplicate, .task, two(at: "10:00:01"),
      ["focusflow.task.t scheduled", "focusflow.task.u scheduled"],
      ["notification: focusflow.task.t [2]", "subject: T"]),
    Row(
      "one more than the cap", .dailyCap, .task, two(at: "11:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u dailyCap"],
      ["caps.perDay: 1", "kept on 2026-11-21: 1"]
    ) { $0.caps.perDay = 1 },
    Row(
      "what was delivered today counts for the cap", .dailyCap, .task,
      task(on: "2026-11-20", at: "13:00") { $0.delivered = [.init(id: "x", at: "2026-11-20T10:00:00Z")] },
      ["focusflow.task.t dailyCap"],
      ["caps.perDay: 1", "kept on 2026-11-20: 0", "delivered today: 1 [1]"]
    ) { $0.caps.perDay = 1 },
    Row(
      "one more than the cap of an hour", .hourlyCap, .task, two(at: "10:59"),
      ["focusflow.task.t scheduled", "focusflow.task.u hourlyCap"],
      ["caps.perHour: 1", "kept on 2026-11-21 from 10:00:00: 1"]
    ) { $0.caps.perHour = 1 },
    Row(
      "the next hour has its own", .hourlyCap, .task, two(at: "11:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u scheduled"],
      ["caps.perHour: 1", "kept on 2026-11-21 from 10:00:00: 1"]
    ) { $0.caps.perHour = 1 },
    Row(
      "one more than the cap of the kind", .kindCap, .task, two(at: "20:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u kindCap"],
      ["kinds.task.caps.perDay: 1", "kept on 2026-11-21: 1"]
    ) { $0.cap(.task, perDay: 1) },
    Row(
      "what was delivered today of the kind counts for it, and of others not", .kindCap, .task,
      task(on: "2026-11-20", at: "13:00") {
        $0.delivered = [
          .init(id: "focusflow.nudge.morning@2026-11-20", at: "2026-11-20T09:00:00Z"),
          .init(id: "focusflow.task.gone", at: "2026-11-20T10:00:00Z"),
        ]
      },
      ["focusflow.task.t kindCap"],
      ["kinds.task.caps.perDay: 1", "kept on 2026-11-20: 0", "delivered today: 1 [1]"]
    ) { $0.cap(.task, perDay: 1) },
    Row(
      "a second too soon after another, where that drops", .minimumGap, .task, two(at: "10:14:59"),
      ["focusflow.task.t scheduled", "focusflow.task.u minimumGap"],
      ["caps.minimumGap: 15m", "caps.tooSoon: drop", "the one before: focusflow.task.t at 2026-11-21T10:00:00Z [2]"]
    ) { $0.minimumGap = Policy.MinimumGap(seconds: 900, action: .drop, text: "15m") },
    Row(
      "as long after another as it has to be", .minimumGap, .task, two(at: "10:15"),
      ["focusflow.task.t scheduled", "focusflow.task.u scheduled"], ["caps.minimumGap: 15m", "caps.tooSoon: drop"]
    ) { $0.minimumGap = Policy.MinimumGap(seconds: 900, action: .drop, text: "15m") },
    Row(
      "a reminder before something would be moved past it", .minimumGap, .task,
      two(at: "10:20") { $0.items[.task][1].remind = [ReminderOffset("-18m")!] },
      ["focusflow.task.t scheduled", "focusflow.task.u.18mBefore minimumGap"],
      ["caps.minimumGap: 30m", "caps.tooSoon: move", "the one before: focusflow.task.t at 2026-11-21T10:00:00Z [2]"]
    ) { $0.minimumGap = Policy.MinimumGap(seconds: 1800, action: .move, text: "30m") },
    Row(
      "one more than the slots", .slotLimit, .task, two(at: "11:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u slotLimit"],
      ["slots: 6 on ios [1]", "reserved: 5", "taken: 1", "coverage horizon: 2026-11-21T11:00:00Z"]
    ) { ($0.slots.ios, $0.slots.reserved) = (6, 5) },
    Row(
      "as many as the slots", .slotLimit, .task, two(at: "11:00"),
      ["focusflow.task.t scheduled", "focusflow.task.u scheduled"],
      ["slots: 2 on ios [1]", "reserved: 0", "taken: 2", "its slot: 1"]
    ) { $0.slots.ios = 2 },
  ]

  private static let digest: TestPlan.Adjustment = { policy in
    policy.quietHoursAction = .digest
    let pattern = try! IdentifierPattern("night-{time}")
    policy.set(Policy.KindSettings(Kind.quietDigest.shipped, identifiers: ["default": pattern]))
  }

  private static func quiet(at time: LocalTime) -> Account {
    task(at: time) { $0.preferences.quietHours = QuietHours(start: "22:00", end: "07:00") }
  }

  /// Returns an account with two tasks of the same title, and no other kind.
  private static func two(at time: LocalTime, _ set: (inout Account) -> Void = { _ in }) -> Account {
    task {
      $0.preferences.kinds = [.dailyReminder: false, .nudge: false, .recap: false]
      $0.items[.task].append(.task("u", on: "2026-11-21", at: time))
      set(&$0)
    }
  }

  static let rows = switches + items + window + deliveries + circumstances + crowds

  // MARK: Tests

  @Test("the first failing check gives the reason and the compared values", arguments: rows)
  func reason(row: Row) throws {
    let plan = try TestPlan(row.account, now: row.now, row.adjust)
    let found = plan.plan.decisions.filter { plan.request(of: $0).kind == row.kind }.map { decision in
      "\(plan.request(of: decision).identifier) \(decision.outcome.reason?.code ?? decision.outcome.name)"
        + (decision.isLate ? " late" : "")
    }
    #expect(found == row.gives)
    let dropped = plan.facts(row.reason) { $0.outcome.reason == row.reason && $1.kind == row.kind }
    #expect(dropped ?? plan.facts(row.reason) { $1.kind == row.kind } == row.compared)
    for (index, decision) in plan.plan.decisions.enumerated() {
      let failed = plan.explanations[index].steps.first { $0.reason == decision.outcome.reason }
      #expect(plan.plan.facts[index] == failed?.compared ?? [], "pages and explain tell the same")
    }
  }

  @Test("the rows cover every check, common and of each kind")
  func whole() {
    // Only policies have conditions: OwnRuleTests.
    #expect(Set(ReasonTests.rows.map(\.reason)) == Set(Reason.allCases).subtracting([.condition]))
    for kind in Kinds.definitions {
      let own = Set(ReasonTests.rows.filter { $0.kind == kind.description.kind }.map(\.reason))
      #expect(own.isSuperset(of: kind.checks.map(\.reason)), "\(kind.description.kind)")
    }
  }
}

extension Policy {
  fileprivate mutating func shift(_ kind: Kind, _ word: String) {
    var settings = self[kind]!
    settings[.shift] = .word(word)
    set(settings)
  }

  /// Limits a kind's notifications.
  fileprivate mutating func cap(_ kind: Kind, perDay: Int) {
    var settings = self[kind]!
    settings.caps.perDay = perDay
    set(settings)
  }
}
