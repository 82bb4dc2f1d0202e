import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the first night after version 0.2.0, whose imports made one item per alarm and numbered HomeBank's templates. The
/// files are as it wrote them.
@Suite struct UpgradeTests {
  private static let files = TestFiles.root.appending(path: "Tests/Golden/upgrade")
  private static let shared = [
    "--now", "2026-10-24T08:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
    "--emit", "plan,actions,ics,summary",
  ]

  private func plan(_ inputs: [String], _ options: [String], in folder: URL) throws -> Program.Result {
    let paths = inputs.map { UpgradeTests.files.appending(path: $0).path }
    return try Program.run(["plan"] + paths + options + UpgradeTests.shared, in: folder)
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("nothing of the earlier plan is removed, no gate refuses, and every change has the cause upgrade")
  func keepsPlan() throws {
    try withFolder { folder in
      let old = UpgradeTests.files.appending(path: "plan").path
      let options = ["--previous", old, "--max-removed", "0", "--time-zone", "Europe/London"]
      let result = try plan(["calendar.ics", "book.xhb"], options, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: folder.appending(path: "reports/summary.json"))
      let summary = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      let changes = try #require(summary["changes"] as? [String: Any])
      let counts = try #require(changes["counts"] as? [String: Int])
      #expect(counts["removed"] == 0 && counts["added"] == 0 && counts["changed"] == 5, "\(counts)")
      #expect((changes["causes"] as? [String: Any])?.keys.sorted() == ["upgrade"])
      // Calendars that took the old events from added.ics lose them, and get the new ones.
      let calendar = try String(contentsOf: folder.appending(path: "reports/calendar.ics"), encoding: .utf8)
      let gone = try String(contentsOf: folder.appending(path: "reports/cancelled.ics"), encoding: .utf8)
      let uids = { (text: String) in Set(text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }) }
      #expect(uids(calendar).isDisjoint(with: uids(gone)) && uids(gone).count >= 5)
    }
  }

  @Test("requests of a device stay with their notifications: none is added or cancelled")
  func keepsRequests() throws {
    try withFolder { folder in
      #expect(try plan(["export.ndjson"], [], in: folder).status == 0)
      let actions = try Scenario.objects(folder.appending(path: "reports/actions.ndjson"))
      let verbs = Dictionary(grouping: actions) { $0["action"] as? String ?? "" }.mapValues(\.count)
      #expect(verbs == ["keep": 8], "\(verbs)")
      #expect(actions.contains { $0["request"] as? String == "task.dent/-900s@2026-10-26" })
      #expect(actions.contains { $0["notification"] as? String == "task.dent.15mBefore" })
    }
  }

  @Test("dates counted from completion, which had no ids of their own, stay with the phone and the plan")
  func keepsDatesFromCompletion() throws {
    try withFolder { folder in
      let policy = folder.appending(path: "garden.toml")
      try """
      format = "tickler-policy/1"
      app = "garden"
      [items.plant.fields]
      name = "text"
      [kinds.water]
      shape = "series"
      item = "plant"
      every = "1d"
      from = "completion"
      identifier = "garden.{id}"
      title = "Water"
      """.write(to: policy, atomically: true, encoding: .utf8)
      let export = """
        {"format": "tickler-export/1", "app": "garden", "exportedAt": "2026-10-24T07:00:00Z", "accounts": [{"id": "ada",
        "timeZone": "Europe/Rome", "items": [{"kind": "plant", "id": "fern", "completions": ["2026-10-24"]}], "pending": []}]}
        """
      let options = ["--policy", policy.path, "garden.json"]
      let file = folder.appending(path: "garden.json")
      try export.write(to: file, atomically: true, encoding: .utf8)
      #expect(try plan([], options + ["--out", "old"], in: folder).status == 0)
      // The night before: one request, without a date in its ids.
      let old = folder.appending(path: "old/plan.ndjson")
      let lines = try String(contentsOf: old, encoding: .utf8)
      let undated = lines.replacing("-20261025\"", with: "\"").replacing("@2026-10-25", with: "")
      #expect(undated != lines)
      try undated.write(to: old, atomically: true, encoding: .utf8)
      let held = export.replacing(
        #""pending": []"#, with: #""pending": [{"id": "garden.fern", "at": "2026-10-25T08:00:00Z"}]"#)
      try held.write(to: file, atomically: true, encoding: .utf8)
      let result = try plan([], options + ["--previous", old.path], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let actions = try Scenario.objects(folder.appending(path: "reports/actions.ndjson"))
      #expect(actions.map { "\($0["action"] ?? "") \($0["request"] ?? "")" } == ["keep garden.fern"])
      let bytes = try Data(contentsOf: folder.appending(path: "reports/summary.json"))
      let summary = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      let counts = try #require((summary["changes"] as? [String: Any])?["counts"] as? [String: Int])
      #expect(counts.values.allSatisfy { $0 == 0 }, "\(counts)")
    }
  }

  @Test("a change to an alarm of 0.2.0 applies to the event, on its own date")
  func keepsChanges() throws {
    try withFolder { folder in
      let changes = UpgradeTests.files.appending(path: "changes.ndjson").path
      let options = ["--changes", changes, "--time-zone", "Europe/London"]
      let result = try plan(["calendar.ics"], options, in: folder)
      #expect(result.status == 0 && !result.errors.contains("the change has no item"), "\(result.errors)")
      let done = try Scenario.objects(folder.appending(path: "reports/plan.ndjson")).filter {
        $0["reason"] as? String == "completed"
      }
      // The alarm of the day before was done on 25 October, so the event of 26 October is.
      #expect(
        done.compactMap { $0["about"] as? String } == ["2026-10-26T09:30:00", "2026-10-26T09:30:00"], "\(done)")
    }
  }

  @Test("a change to an alarm of 0.2.0 counts on the account's date, though the event is in another zone")
  func keepsChangesOfZones() throws {
    try withFolder { folder in
      let event = """
        BEGIN:VEVENT
        UID:call
        DTSTAMP:20261001T000000Z
        SUMMARY:Call
        DTSTART;TZID=Asia/Tokyo:20261021T020000
        RRULE:FREQ=DAILY
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT10M
        END:VALARM
        END:VEVENT
        """
      let calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", event, "END:VCALENDAR", ""].joined(separator: "\n")
      try Data(calendar.utf8).write(to: folder.appending(path: "call.ics"))
      // Done is the alarm at 22:20 in Kolkata, of the event that is on the next day in Tokyo.
      let change = """
        {"change":{"app":"personal","account":"me","kind":"task","id":"call/-600s","at":"2026-10-23T09:00:00Z",\
        "completedOn":"2026-10-24"}}

        """
      try Data(change.utf8).write(to: folder.appending(path: "changes.ndjson"))
      let options = ["call.ics", "--changes", "changes.ndjson", "--time-zone", "Asia/Kolkata"]
      let result = try plan([], options, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let done = try Scenario.objects(folder.appending(path: "reports/plan.ndjson")).filter {
        $0["reason"] as? String == "completed"
      }
      #expect(done.compactMap { $0["about"] as? String } == ["2026-10-25T02:00:00"], "\(done)")
    }
  }
}
