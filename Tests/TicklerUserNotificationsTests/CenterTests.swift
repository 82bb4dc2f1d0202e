import CivilTime
import CoreLocation
import Foundation
import PlanModel
import Rehearsing
import TestSupport
import Testing
import TicklerFoundation
import TicklerKit
import UserNotifications

@testable import TicklerUserNotifications

/// Compares plans on a stub of Apple's center with the device of `tickler rehearse`. The two share no code.
@Suite struct CenterTests {
  private let lisbon = try! Zone(name: "Europe/Lisbon", tzif: TestFiles.bytes(zone: "Europe/Lisbon"))
  private let newYork = try! Zone(name: "America/New_York", tzif: TestFiles.bytes(zone: "America/New_York"))
  private let start = Instant(rfc3339: "2026-10-20T05:00:00Z".utf8)!

  private func policy(_ app: String) throws -> TicklerKit.Policy {
    func file(_ name: String) throws -> [UInt8] {
      try Array(Data(contentsOf: URL(filePath: "\(TestFiles.templates)/\(name)/\(app).toml")))
    }
    return try TicklerKit.Policy(toml: file("policies"), messages: file("messages"), name: "\(app).toml")
  }

  private func time(_ hour: Int, _ minute: Int = 0) -> LocalTime { LocalTime(hour: hour, minute: minute)! }

  /// Returns the app's items on a day. Almost every day, some are completed, snoozed, renamed or added.
  private func items(_ app: String, day: Int, now: Instant) -> [TicklerKit.Item] {
    let first = start.utc.date
    let done = (0..<day).filter { $0 % 3 == 0 }.map { first.adding(days: $0) }
    if app == "ritualist" {
      return [
        .habit(id: "run", name: day < 5 ? "Run" : "Run far", at: [time(7), time(19, 30)], completedOn: done),
        .habit(
          id: "read", name: "Read",
          place: TicklerKit.Place(name: "Library", latitude: 38.7071, longitude: -9.1355, radius: 150, on: .entry)),
      ]
    }
    return [
      .task(id: "water", title: "Water", at: time(9), on: .init(from: first, .daily)),
      .task(id: "gym", title: "Gym", at: time(18, 30), on: .init(from: first, .on([.init(.monday), .init(.friday)]))),
      .task(
        id: "plants", title: day < 7 ? "Plants" : "All plants", at: time(17), on: .init(from: first, .daily),
        completedOn: done),
      .task(id: "call", title: "Call", at: time(10 + day % 3), on: .init(from: first.adding(days: 6))),
      .session(id: "s\(day)", from: now, to: now.advanced(bySeconds: 1500)),
    ]
  }

  @Test(
    "over three weeks with a trip, the center holds, shows and receives what the rehearsed device does",
    arguments: ["focusflow", "ritualist"])
  func rehearsal(app: String) async throws {
    let policy = try policy(app)
    let planner = Planner(policy, days: 10)
    let center = UNUserNotificationCenter()
    var device = RehearsedDevice(limit: 64, delivered: [])
    var account = TicklerKit.Account(id: "ana", zone: lisbon)
    var shown = 0
    for day in 0..<21 {
      let now = start.advanced(bySeconds: Int64(day) * 86_400)
      if day == 12 { account.zone = newYork }
      center.now = Date(now)
      center.zone = TimeZone(identifier: account.zone.name)!
      account.items = items(app, day: day, now: now)

      await center.read(into: &account)
      var rehearsed = account
      rehearsed.pending = device.pending
      #expect(account.pending.sorted { $0.id < $1.id } == rehearsed.pending.sorted { $0.id < $1.id }, "day \(day)")
      let plan = try planner.plan(account, at: now)
      #expect(plan.actions == (try planner.plan(rehearsed, at: now).actions), "day \(day)")

      try await center.carryOut(plan.actions, now: { Date(now) })
      for action in plan.actions {
        device.carryOut(action.model, action.request?.words, badge: action.request?.badge ?? 0)
      }
      await center.read(into: &account)
      #expect(try planner.plan(account, at: now).actions.allSatisfy { $0.verb == .keep }, "day \(day)")

      let end = now.advanced(bySeconds: 86_400)
      let timeline = ZoneTimeline(zone: account.zone, range: start..<end.advanced(bySeconds: 86_400 * 40))
      let zones = [lisbon.name: lisbon, newYork.name: newYork]
      let clock = DeviceClock(timeline, gap: .later) { zones[$0] }
      let expected = device.run(after: now, to: end, clock).map { "\($0.notification.text) \($0.at) \($0.title)" }
      let found = center.run(to: Date(end)).map { notification in
        let content = notification.request.content
        return "\(content.userInfo["notification"]!) \(Instant(notification.date)) \(content.title)"
      }
      #expect(found == expected, "day \(day)")
      shown += found.count
    }
    #expect(shown > 15 && center.refused == [] && device.refused == 0)
  }

  /// The examples of the doc comments and of docs/actions.md.
  @Test func examples() async throws {
    let (policy, now) = (try policy("focusflow"), start)
    let planner = Planner(policy)
    var account = TicklerKit.Account(id: "ana", zone: lisbon)
    account.items = items("focusflow", day: 0, now: now)
    let text = ""
    let center = UNUserNotificationCenter.current()
    center.register(policy.categories)
    await center.read(into: &account)
    let plan = try planner.plan(account, at: Instant(Date()))
    try await center.carryOut(plan.actions)
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(ActionLine.self, from: Data($0.utf8)) }
    try await center.carryOut(lines.map(\.action))
    #expect(await center.pendingNotificationRequests().count == plan.requests.count)
    #expect(try DocExamples.missing(from: #filePath, in: "Sources/TicklerUserNotifications") == [])
    #expect(try DocExamples.files(in: "Sources/TicklerUserNotifications") == ["Reading.swift"])
  }

  @Test("a full device has room for replacements, since removals are awaited")
  func full() async throws {
    let planner = Planner(
      try TicklerKit.Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}", "title": "{{title}}"]]]), days: 2)
    let center = UNUserNotificationCenter()
    center.now = Date(start)
    var account = TicklerKit.Account(id: "a", zone: lisbon)
    for name in ["x", "y"] {
      account.items = (0..<90).map { number in
        .task(id: "\(name)\(number)", title: "T \(number)", at: time(20), on: .init(from: start.utc.date))
      }
      await center.read(into: &account)
      try await center.carryOut(try planner.plan(account, at: start).actions, now: { Date(start) })
      let ids = await center.pendingNotificationRequests().map(\.identifier)
      #expect(ids.count == 64 && ids.allSatisfy { $0.hasPrefix("a.\(name)") } && center.refused == [])
    }
  }

  @Test("a request whose time has passed since planning is not added, and its old trigger is removed")
  func late() async throws {
    let planner = Planner(try TicklerKit.Policy(["app": "a", "kinds": ["task": ["identifier": "a.{id}"]]]), days: 2)
    let center = UNUserNotificationCenter()
    center.now = Date(start)
    var account = TicklerKit.Account(id: "a", zone: lisbon)
    for hour in [20, 8] {
      account.items = [.task(id: "t", title: "T", at: time(hour), on: .init(from: start.utc.date))]
      await center.read(into: &account)
      let actions = try planner.plan(account, at: start).actions
      #expect(actions.map(\.verb) == [hour == 20 ? .add : .move])
      let now = start.advanced(bySeconds: hour == 20 ? 0 : 86_400 / 2)
      try await center.carryOut(actions, now: { Date(now) })
    }
    let left = await center.pendingNotificationRequests()
    #expect(left.isEmpty)
  }

  @Test("words, sound, level, group, data and the tap's destination reach the center")
  func content() async throws {
    let policy = try TicklerKit.Policy(
      toml: """
        format = "tickler-policy/1"
        app = "a"
        [categories.chore]
        actions = [{ id = "done", title = "Done" }, { id = "open", title = "Open", opensApp = true }]
        [kinds.task]
        identifier = "a.{id}"
        title = "{{title}}"
        body = "Today"
        sound = "bell.caf"
        interruption = "timeSensitive"
        category = "chore"
        destination = "task"
        data = { taskId = "{id}" }
        """.utf8)
    let center = UNUserNotificationCenter()
    center.now = Date(start)
    center.register(policy.categories)
    let actions = center.categories.first?.actions.map { "\($0.identifier) \($0.title) \($0.options.rawValue)" }
    #expect(actions == ["done Done 0", "open Open 4"] && center.categories.first?.identifier == "chore")

    var account = TicklerKit.Account(id: "a", zone: lisbon)
    account.items = [.task(id: "t", title: "Tea", at: time(20), on: .init(from: start.utc.date))]
    try await center.carryOut(try Planner(policy).plan(account, at: start).actions, now: { Date(start) })
    let request = try #require(await center.pendingNotificationRequests().first)
    let content = request.content
    #expect((content.title, content.body, content.sound?.name) == ("Tea", "Today", "bell.caf"))
    #expect((content.categoryIdentifier, content.threadIdentifier, content.badge) == ("chore", "t", nil))
    #expect(content.interruptionLevel == .timeSensitive)
    #expect(content.userInfo["taskId"] as? String == "t" && content.userInfo["destination"] as? String == "task")
    let trigger = try #require(request.trigger as? UNCalendarNotificationTrigger)
    #expect(trigger.dateComponents.hour == 20 && trigger.dateComponents.day == 20 && !trigger.repeats)
  }

  @Test("arms a region again after it fired, and keeps the app's own requests")
  func place() async throws {
    let policy = try policy("ritualist")
    let planner = Planner(policy, days: 2)
    let center = UNUserNotificationCenter()
    center.now = Date(start)
    var account = TicklerKit.Account(id: "a", zone: lisbon)
    account.items = items("ritualist", day: 1, now: start)
    try await center.add(
      UNNotificationRequest(identifier: "own", content: UNMutableNotificationContent(), trigger: nil))
    func carryOut(_ at: Instant) async throws -> [UNLocationNotificationTrigger] {
      await center.read(into: &account)
      try await center.carryOut(try planner.plan(account, at: at).actions, now: { Date(at) })
      return await center.pendingNotificationRequests().compactMap { $0.trigger as? UNLocationNotificationTrigger }
    }
    let armed = try await carryOut(start)
    let region = try #require(armed.first?.region as? CLCircularRegion)
    #expect(armed.count == 1 && region.radius == 150 && region.notifyOnEntry && !region.notifyOnExit)
    center.crossBorder(of: region.identifier, at: Date(start.advanced(bySeconds: 3600)))
    let left = await center.pendingNotificationRequests().filter { $0.trigger is UNLocationNotificationTrigger }
    #expect(left.isEmpty)
    let nextDay = start.advanced(bySeconds: 86_400)
    center.now = Date(nextDay)
    #expect(try await carryOut(nextDay).count == 1)
    #expect(account.delivered.map(\.id.text) == [region.identifier])
    // No plan knows the number of a place. The badge counts it.
    try await center.setBadgeToShown()
    #expect(center.badge == 1)
    let ids = await center.pendingNotificationRequests().map(\.identifier)
    #expect(ids.contains("own"))
  }
}

extension TicklerKit.Action {
  fileprivate var model: PlanModel.Action {
    var action = PlanModel.Action(
      verb: verb, request: RequestID(id), notification: NotificationID(request?.notification ?? id), at: request?.at,
      trigger: request?.trigger)
    action.from = from
    return action
  }
}

extension Request {
  fileprivate var words: NotificationRequest {
    NotificationRequest(
      kind: Kind(kind), identifier: NotificationID(notification), item: nil, uidStem: StableHash(id),
      delivery: DeliverySettings(), title: title, body: body, variant: nil, subject: "", isOneOff: false, location: nil)
  }
}
