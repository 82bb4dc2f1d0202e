import Foundation
import TestSupport
import Testing

/// Checks 19 to 22 and badges: what candidates do to each other, under policies made for it.
struct CrowdingTests {
  /// The shipped policy of `app` with some lines replaced.
  static func policy(_ app: String, _ changes: [(String, String)]) throws -> String {
    var text = try String(
      contentsOf: TestFiles.root.appending(path: "templates/policies/\(app).toml"), encoding: .utf8)
    for (old, new) in changes {
      #expect(text.contains(old), "the policy of \(app) has no \(old)")
      text = text.replacing(old, with: new)
    }
    return text
  }

  static func tasks(_ times: [(id: String, title: String, time: String)], preferences: String = "") -> String {
    let items = times.map {
      #"{"kind":"task","id":"\#($0.id)","title":"\#($0.title)","date":"2026-11-21","time":"\#($0.time)"}"#
    }
    let kinds = #""kinds":{"dailyReminder":false,"nudge":false,"recap":false}"#
    return #""timeZone":"UTC","preferences":{\#(kinds)\#(preferences)},"items":[\#(items.joined(separator: ","))]"#
  }

  static func plan(_ account: String, policy: [String] = []) async throws -> [String] {
    let scenario = try await Scenario.plan(
      app: "focusflow", account: account, now: "2026-11-20T12:00:00Z", policies: policy)
    return scenario.decisions(["item", "at", "reason", "badge", "deferredFrom"]) { $0["kind"] == "task" }
  }

  @Test("quiet hours drop where the policy says so: the start is inside, the end is not")
  func quietHoursDrop() async throws {
    let policy = try CrowdingTests.policy("focusflow", [(#"action = "defer""#, #"action = "drop""#)])
    let account = CrowdingTests.tasks(
      [("a", "A", "21:59:59"), ("b", "B", "22:00"), ("c", "C", "06:59:59"), ("d", "D", "07:00")],
      preferences: #","quietHours":{"start":"22:00","end":"07:00"}"#)
    #expect(
      try await CrowdingTests.plan(account, policy: [policy]) == [
        "item=c at=2026-11-21T06:59:59Z reason=quietHours", "item=d at=2026-11-21T07:00:00Z",
        "item=a at=2026-11-21T21:59:59Z", "item=b at=2026-11-21T22:00:00Z reason=quietHours",
      ])
  }

  @Test("quiet hours that start when they end are none")
  func emptyQuietHours() async throws {
    let account = CrowdingTests.tasks(
      [("a", "A", "22:00")], preferences: #","quietHours":{"start":"22:00","end":"22:00"}"#)
    #expect(try await CrowdingTests.plan(account) == ["item=a at=2026-11-21T22:00:00Z"])
  }

  @Test("the same title at the same instant is a duplicate, whatever its case and margins; of three, one goes out")
  func duplicateSubjects() async throws {
    let account = CrowdingTests.tasks([
      ("a", "Straße", "10:00"), ("b", " STRASSE ", "10:00"), ("c", "straße\\u00a0", "10:00"), ("d", "Straße", "10:01"),
    ])
    #expect(
      try await CrowdingTests.plan(account) == [
        "item=a at=2026-11-21T10:00:00Z", "item=b at=2026-11-21T10:00:00Z reason=duplicate",
        "item=c at=2026-11-21T10:00:00Z reason=duplicate", "item=d at=2026-11-21T10:01:00Z",
      ])
  }

  @Test("two nudges at one time are one")
  func duplicateNudges() async throws {
    let scenario = try await Scenario.plan(
      app: "focusflow",
      account: #""timeZone":"UTC","preferences":{"nudges":{"morning":"20:00"},"kinds":{"task":true}}"#,
      now: "2026-11-20T18:00:00Z", days: 0)
    #expect(
      scenario.decisions(["notification", "reason"]) { $0["kind"] == "nudge" } == [
        "notification=focusflow.nudge.afternoon reason=past", "notification=focusflow.nudge.evening",
        "notification=focusflow.nudge.morning reason=duplicate",
      ])
  }

  @Test("the daily cap keeps the more important, then the earlier; a critical kind passes it by")
  func dailyCap() async throws {
    let policy = try CrowdingTests.policy("focusflow", [("[badges]", "[caps]\nperDay = 2\n\n[badges]")])
    let scenario = try await Scenario.plan(
      app: "focusflow",
      account: #""timeZone":"UTC","items":["#
        + #"{"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"20:00"},"#
        + #"{"kind":"session","id":"s","startedAt":"2026-11-20T12:00:00Z","duration":60,"state":"running"}]"#,
      now: "2026-11-20T12:00:00Z", days: 0, policies: [policy])
    #expect(
      scenario.decisions(["notification", "reason"]) { $0["reason"] != "past" } == [
        "notification=focusflow.sessionCompletion", "notification=focusflow.nudge.afternoon reason=dailyCap",
        "notification=focusflow.nudge.evening reason=dailyCap", "notification=focusflow.task.t",
      ])
  }

  @Test("slots that hold occurrences go to the soonest, then the more important, then by identifier")
  func occurrenceSlots() async throws {
    let policy = try CrowdingTests.policy(
      "focusflow", [("ios = 64", "ios = 3"), (#"holds = "trigger""#, #"holds = "occurrence""#)])
    let account = CrowdingTests.tasks([
      ("b", "B", "10:00"), ("a", "A", "10:00"), ("c", "C", "10:00"), ("d", "D", "11:00"), ("e", "E", "09:00"),
    ])
    #expect(
      try await CrowdingTests.plan(account, policy: [policy]) == [
        "item=e at=2026-11-21T09:00:00Z", "item=a at=2026-11-21T10:00:00Z", "item=b at=2026-11-21T10:00:00Z",
        "item=c at=2026-11-21T10:00:00Z reason=slotLimit", "item=d at=2026-11-21T11:00:00Z reason=slotLimit",
      ])
  }

  @Test("where a slot holds a trigger, all occurrences of one notification share one")
  func triggerSlots() async throws {
    let policy = try CrowdingTests.policy("focusflow", [("ios = 64", "ios = 1")])
    let account =
      #""timeZone":"UTC","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":["#
      + #"{"kind":"task","id":"a","title":"A","date":"2026-11-20","time":"13:00","repeat":"daily"},"#
      + #"{"kind":"task","id":"b","title":"B","date":"2026-11-20","time":"14:00"}]"#
    let scenario = try await Scenario.plan(
      app: "focusflow", account: account, now: "2026-11-20T12:00:00Z", days: 2, policies: [policy])
    #expect(
      scenario.decisions(["item", "at", "reason"]) { $0["kind"] == "task" } == [
        "item=a at=2026-11-20T13:00:00Z", "item=b at=2026-11-20T14:00:00Z reason=slotLimit",
        "item=a at=2026-11-21T13:00:00Z", "item=a at=2026-11-22T13:00:00Z",
      ])
    let horizons = try #require(scenario.summary["coverageHorizons"] as? [String: Any])
    #expect(horizons["soonest"] as? String == "2026-11-20T14:00:00Z")
  }

  @Test("android holds 500, and a platform without a limit holds all")
  func platforms() async throws {
    for (platform, dropped) in [("ios", 6), ("android", 0), ("other", 0)] {
      let items = (0..<60).map {
        #"{"kind":"habit","id":"h\#($0)","name":"H\#($0)","reminders":["10:00"],"days":["sat"]}"#
      }
      let scenario = try await Scenario.plan(
        app: "ritualist",
        account: #""timeZone":"UTC","platform":"\#(platform)","items":[\#(items.joined(separator: ","))]"#,
        now: "2026-11-20T12:00:00Z", days: 1)
      #expect(scenario.decisions.filter { $0["reason"] == "slotLimit" }.count == dropped, "\(platform)")
    }
  }

  @Test("badges begin anew on each local date, not on each UTC date")
  func badges() async throws {
    let scenario = try await Scenario.plan(
      app: "ritualist",
      account:
        #""timeZone":"America/New_York","items":[{"kind":"habit","id":"h","name":"H","reminders":["20:00","23:00","00:30"]}]"#,
      now: "2026-11-20T12:00:00Z", days: 1)
    #expect(
      scenario.decisions(["at", "badge"]) { $0["outcome"] == "scheduled" } == [
        "at=2026-11-21T01:00:00Z badge=1", "at=2026-11-21T04:00:00Z badge=2", "at=2026-11-21T05:30:00Z badge=1",
        "at=2026-11-22T01:00:00Z badge=2", "at=2026-11-22T04:00:00Z badge=3",
      ])
  }
}
