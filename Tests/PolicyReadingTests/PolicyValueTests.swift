import CivilTime
import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests the values of valid policies, and the defaults.
@Suite struct PolicyValueTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("templates/policies").path

  private func shipped(_ app: String) throws -> Policy {
    let text = try String(contentsOfFile: "\(PolicyValueTests.folder)/\(app).toml", encoding: .utf8)
    return try PolicyReader.read(Array(text.utf8), file: "\(app).toml", sha256: "00", .shipped)
  }

  private func policy(_ lines: String) throws -> Policy {
    let text = "format = \"tickler-policy/1\"\napp = \"x\"\n\(lines)"
    return try PolicyReader.read(Array(text.utf8), file: "x.toml", sha256: "00", .shipped)
  }

  /// The shipped policies.
  @Test(arguments: [
    ("focusflow", "dailyReminder nudge recap task session", 3, 0, Policy.SlotHolds.trigger, false),
    ("ritualist", "habit location streakMilestone insight", 3, 10, .occurrence, true),
    ("diary", "morning bedtime", 3, 0, .occurrence, false),
    ("steps", "goal milestone workout unlock", 1, 0, .occurrence, false),
    ("moneymap", "bill overdue overspend digest", 3, 0, .occurrence, false),
  ])
  func shippedFacts(
    _ app: String, _ kinds: String, _ states: Int, _ reserved: Int, _ holds: Policy.SlotHolds, _ badges: Bool
  ) throws {
    let policy = try shipped(app)
    #expect(policy.app == app)
    #expect(policy.kinds.map(\.kind.name).joined(separator: " ") == kinds)
    #expect(policy.authorization.count == states)
    #expect(policy.authorization.contains(.authorized))
    #expect(policy.slots.reserved == reserved)
    #expect(policy.slots.holds == holds)
    #expect(policy.slots.limit(.ios) == 64)
    #expect(policy.slots.limit(.android) == 500)
    #expect(policy.slots.limit(.other) == nil)
    #expect(policy.hasBadges == badges)
    #expect(policy.badgeReset == .daily)
    #expect(policy.caps.perDay == nil)
    #expect(policy.quietHours == nil)
    #expect(policy.quietHoursAction == .defer)
    #expect(policy.gap == .later)
    #expect(policy.overlap == .first)
    #expect(policy.monthEnd == .skip)
    for settings in policy.kinds {
      #expect(settings.isEnabled == (app != "moneymap"))
      #expect(settings.delivery.isCritical == (settings.kind == .session))
      let priority =
        switch settings.kind {
        case .session: 9
        case .overdue: 7
        case .task, .bill: 6
        case .nudge, .insight: 3
        default: 5
        }
      #expect(settings.delivery.priority == priority)
    }
  }

  /// docs/policies.md, Identifiers.
  @Test(arguments: [
    ("focusflow", Kind.dailyReminder, "default", "focusflow.dailyReminder"),
    ("focusflow", .nudge, "default", "focusflow.nudge.<slot>"),
    ("focusflow", .recap, "default", "focusflow.dailyRecap"),
    ("focusflow", .task, "default", "focusflow.task.<id>"),
    ("focusflow", .task, "customDays", "focusflow.task.<id>.w<weekday>"),
    ("focusflow", .session, "default", "focusflow.sessionCompletion"),
    ("ritualist", .habit, "default", "rich_<id>-<time>"), ("ritualist", .habit, "tailored", "tailored_<id>-<time>"),
    ("ritualist", .location, "default", "<id>-location-<trigger>"),
    ("ritualist", .streakMilestone, "default", "streak_milestone_<id>-<count>"),
    ("ritualist", .insight, "default", "personality-insight-<id>"),
    ("diary", .morning, "default", "diary.morning.<tier>"),
    ("diary", .bedtime, "default", "diary.bedtime"), ("steps", .goal, "default", "goal-achievement-<date>"),
    ("steps", .milestone, "default", "milestone-progress-<date>"),
    ("steps", .workout, "default", "workout-completion-<id>"), ("steps", .unlock, "default", "app-unlock-<date>"),
    ("moneymap", .bill, "default", "bill.<id>.<date>.<part>"), ("moneymap", .bill, "undated", "bill.<id>"),
    ("moneymap", .overdue, "default", "bill.<id>.<date>.<part>"),
    ("moneymap", .overspend, "default", "budget.<id>.<period>"), ("moneymap", .digest, "default", "moneymap.digest"),
  ])
  func shippedIdentifiers(_ app: String, _ kind: Kind, _ variant: String, _ identifier: String) throws {
    let settings = try #require(try shipped(app)[kind])
    #expect(settings.identifier(variant).filled { "<\($0)>" } == identifier)
  }

  /// docs/policies.md, Keys of a kind: the times of day.
  @Test(arguments: [
    ("focusflow", Kind.dailyReminder, "09:00:00"), ("focusflow", .recap, "08:00:00"), ("moneymap", .bill, "09:00:00"),
    ("moneymap", .digest, "18:00:00"),
  ])
  func shippedTimes(_ app: String, _ kind: Kind, _ time: String) throws {
    #expect(try shipped(app)[kind]?.time(KindSetting("time", standard: .time(nil)))?.description == time)
  }

  @Test func nudgesHaveThreeTimes() throws {
    let settings = try #require(try shipped("focusflow")[.nudge])
    #expect(
      settings.description.settings.map { settings.time($0)?.description } == ["09:00:00", "14:00:00", "20:00:00"])
    #expect(try shipped("moneymap")[.digest]?.weekday(KindSetting("day", standard: .weekday(.monday))) == .sunday)
  }

  @Test func whatIsNotSaid() throws {
    let policy = try policy("[kinds.bill]\nidentifier = \"{id}{date}{part}\"")
    #expect(policy.name == "x")
    #expect(policy.locale.text == "en")
    #expect(policy.days == nil)
    #expect(policy.authorization == [.authorized, .provisional, .ephemeral])
    #expect(policy.slots.holds == .occurrence)
    #expect(policy.slots.limit(.ios) == 64)
    #expect(policy.slots.limit(.android) == 500)
    #expect(policy.slots.limit(.other) == nil)
    let bill = try #require(policy[.bill])
    #expect(bill.isEnabled)
    #expect(!bill.delivery.isCritical)
    #expect(bill.delivery.priority == 6)
    #expect(["onDueDate", "dayBefore"].allSatisfy { bill.flag(KindSetting($0, standard: .flag(false))) })
    #expect(bill.texts.isEmpty)
    #expect(policy.tone == Policy.Tone())
    #expect(policy.uses(.bill))
    #expect(!policy.uses(.task))
  }

  @Test(
    "an address is the kind's own, else the policy's with its destination",
    arguments: [
      ("url = \"a://{destination}\"", "destination = \"t/{id}\"", "a://t/<id>"),
      ("url = \"a://{destination}\"", "", nil),
      ("url = \"a://{destination}\"", "destination = \"my täsk?id={id}&x\"", "a://my%20t%C3%A4sk?id=<id>&x"),
      ("url = \"a://{destination}\"", "destination = \"t\"\nurl = \"b:{id}\"", "b:<id>"),
      ("", "destination = \"t/{id}\"", nil),
      ("", "url = \"https://x.example/{id}\"", "https://x.example/<id>"),
      ("", "destination = \"t/{id}\"\nurl = \"a://{destination}/{weekday}\"", "a://t/<id>/<weekday>"),
    ] as [(String, String, String?)])
  func addresses(_ own: String, _ kind: String, _ expected: String?) throws {
    let policy = try policy("\(own)\n[kinds.task]\nidentifier = \"{id}\"\n\(kind)")
    #expect(policy[.task]?.delivery.url?.filled { "<\($0)>" } == expected)
  }

  @Test(
    "a kind's `follow` precedes the policy's; a critical kind is time-sensitive unless it specifies otherwise",
    arguments: [
      ("", "", "clock active default"), ("follow = \"instant\"", "", "instant active default"),
      ("follow = \"instant\"", "follow = \"clock\"", "clock active default"),
      ("", "critical = true", "clock timeSensitive default"),
      ("", "critical = true\ninterruption = \"critical\"\nsound = \"none\"", "clock critical none"),
    ])
  func deliveries(_ own: String, _ kind: String, _ expected: String) throws {
    let delivery = try #require(try policy("\(own)\n[kinds.task]\nidentifier = \"{id}\"\n\(kind)")[.task]?.delivery)
    #expect("\(delivery.follow) \(delivery.interruption) \(delivery.sound)" == expected)
    #expect(delivery.data.isEmpty)
  }

  @Test func everyKeyIsRead() throws {
    let policy = try policy(
      """
      name = "X"
      days = 0
      locale = "de"
      authorization = ["denied", "unknown"]
      gap = "next"
      overlap = "last"
      monthEnd = "clamp"
      slots = { holds = "trigger", reserved = 2, ios = 10, android = 20, other = 30 }
      badges = { enabled = true, reset = "never" }
      quietHours = { action = "drop", start = "22:00", end = "07:00:30" }
      caps = { perDay = 0 }
      tone = { forbidden = ["You forgot"], titleLength = 20, bodyLength = 60 }
      [kinds.bill]
      identifier = { default = "b.{id}.{date}.{part}", undated = "b.{id}" }
      enabled = false
      priority = 0
      critical = true
      channel = "money"
      category = "cat"
      destination = "bill/{id}"
      url = "money://{destination}?on={date}"
      sound = "coin.caf"
      interruption = "passive"
      follow = "instant"
      data = { on = "{date}", billId = "b/{id}" }
      title = "{{name}}"
      body = "{{amount}} {{currency}}"
      bodyDayBefore = "tomorrow: {{name}}"
      time = "08:30"
      onDueDate = false
      dayBefore = false
      [channels.money]
      name = "Money"
      importance = "high"
      vibration = [0, 250, 250, 250]
      sound = "coin"
      [channels."e mpty"]
      name = "Nothing said"
      [categories.cat]
      actions = [{ id = "PAY", title = "Pay", opensApp = true }, { id = "LATER", title = "Later" }]
      [categories.bare]
      """)
    #expect(policy.name == "X")
    #expect(policy.days == 0)
    #expect(policy.locale.text == "de")
    #expect(policy.authorization == [.denied, .unknown])
    #expect(policy.gap == .next)
    #expect(policy.overlap == .last)
    #expect(policy.monthEnd == .clamp)
    #expect([policy.slots.limit(.ios), policy.slots.limit(.android), policy.slots.limit(.other)] == [10, 20, 30])
    #expect(policy.slots.reserved == 2)
    #expect(policy.slots.holds == .trigger)
    #expect(policy.hasBadges)
    #expect(policy.badgeReset == .never)
    #expect(policy.quietHoursAction == .drop)
    #expect(policy.quietHours?.start.description == "22:00:00")
    #expect(policy.quietHours?.end.description == "07:00:30")
    #expect(policy.caps.perDay == 0)
    let bill = try #require(policy[.bill])
    #expect(!bill.isEnabled && bill.delivery.isCritical && bill.delivery.priority == 0)
    #expect([bill.delivery.channel, bill.delivery.category] == ["money", "cat"])
    #expect(bill.delivery.destination?.filled { "<\($0)>" } == "bill/<id>")
    #expect(bill.delivery.url?.filled { "<\($0)>" } == "money://bill/<id>?on=<date>")
    #expect(bill.delivery.sound == "coin.caf" && bill.delivery.interruption == .passive)
    #expect(bill.delivery.follow == .instant)
    #expect(bill.delivery.data.map { "\($0.name) \($0.value.filled { "<\($0)>" })" } == ["billId b/<id>", "on <date>"])
    var money = NotificationChannel(id: "money", name: "Money")
    (money.importance, money.vibration, money.sound) = (.high, [0, 250, 250, 250], "coin")
    #expect(policy.channels == [NotificationChannel(id: "e mpty", name: "Nothing said"), money])
    #expect(
      policy.categories == [
        NotificationCategory(id: "bare", actions: []),
        NotificationCategory(
          id: "cat",
          actions: [
            .init(id: "PAY", title: "Pay", opensApp: true), .init(id: "LATER", title: "Later", opensApp: false),
          ]),
      ])
    #expect(bill.identifier("undated").filled { "<\($0)>" } == "b.<id>")
    #expect(bill.texts.keys.map(\.name).sorted() == ["dayBefore", "plain"])
    let dayBefore = Kind.bill.shipped.form("dayBefore")
    #expect(bill.texts[.plain]?.body.references.map(\.field) == ["amount", "currency"])
    #expect(bill.texts[dayBefore]?.title.references.map(\.field) == ["name"])
    #expect(bill.texts[dayBefore]?.body.words == "tomorrow:  ")
    #expect(bill.texts[dayBefore]?.bodyPlace == SourceLocation(file: "x.toml", line: 30, column: 17))
    #expect(policy.tone.forbidden == ["You forgot"])
    #expect(policy.tone.titleLength == 20)
    #expect(policy.tone.bodyLength == 60)
    #expect(bill.time(KindSetting("time", standard: .time(nil)))?.description == "08:30:00")
    #expect(!["onDueDate", "dayBefore"].contains { bill.flag(KindSetting($0, standard: .flag(true))) })
  }
}
