import Foundation
import TestSupport
import Testing

/// Tests that words name the date and time that a notification is about, as its reader sees them.
struct WordsOfDatesTests {
  struct Row: Sendable {
    var why: String
    var name = "in.json"
    var file: String
    var now: String
    /// A policy file that the run needs.
    var policy: String?
    var days = 9
    /// Of each planned notification: when it goes out on the account's clock, what it is about, and its words.
    var wanted: [String]

    static func items(
      _ why: String, now: String, app: String = "personal", preferences: String = "", policy: String? = nil,
      days: Int = 9, _ items: String, _ wanted: [String]
    ) -> Row {
      let account =
        #""id": "me", "platform": "other", "timeZone": "Europe/Berlin", "preferences": {\#(preferences)}, "items": [\#(items)]"#
      return Row(
        why: why, file: #"{"format": "tickler-export/1", "app": "\#(app)", "accounts": [{\#(account)}]}"#, now: now,
        policy: policy, days: days, wanted: wanted)
    }

    static func event(_ why: String, now: String, _ lines: String, _ wanted: [String]) -> Row {
      let event = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nSUMMARY:S\n\(lines)END:VEVENT\n"
      return Row(
        why: why, name: "in.ics", file: "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)END:VCALENDAR\n", now: now,
        wanted: wanted)
    }
  }

  private static let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nEND:VALARM\n"

  static let rows: [Row] = [
    .items(
      "New York's clock changes a week after Berlin's", now: "2026-10-24T05:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-10-20", "time": "09:00", "repeat": "daily", "until": "2026-10-25", "timeZone": "America/New_York"}"#,
      ["2026-10-24T15:00  At 3:00 PM.", "2026-10-25T14:00  At 2:00 PM."]),
    .items(
      "what is snoozed is about its own date", now: "2026-11-22T06:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-11-20", "time": "09:30", "repeat": "daily", "until": "2026-11-22", "remind": ["0", "-15m"], "snoozedUntil": "2026-11-22T08:00:00Z"}"#,
      [
        "2026-11-22T09:00 2026-11-21T09:30 Yesterday at 9:30 AM.", "2026-11-22T09:15 2026-11-22T09:30 At 9:30 AM.",
        "2026-11-22T09:30  At 9:30 AM.",
      ]),
    .items(
      "a snooze stands for what was due last, however long ago", now: "2026-11-20T07:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-10-01", "time": "09:00", "repeat": "monthly", "until": "2026-12-01", "snoozedUntil": "2026-11-22T10:00:00Z"}"#,
      ["2026-11-22T11:00 2026-11-01T09:00 On Sunday, November 1, at 9:00 AM."]),
    .items(
      "snoozed leads of equal names precede different times", now: "2026-11-20T07:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-11-21", "time": "09:00", "remind": ["-1d"], "snoozedUntil": "2026-11-20T18:00:00Z"}, {"kind": "task", "id": "b", "title": "S", "date": "2026-11-21", "time": "12:00", "remind": ["-1d"], "snoozedUntil": "2026-11-20T18:00:00Z"}"#,
      [
        "2026-11-20T19:00 2026-11-21T09:00 Tomorrow at 9:00 AM.",
        "2026-11-20T19:00 2026-11-21T12:00 Tomorrow at 12:00 PM.",
      ]),
    .items(
      "a whole day has no time, snoozed or not", now: "2026-11-20T06:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-11-21", "allDay": true, "snoozedUntil": "2026-11-22T08:00:00Z"}"#,
      ["2026-11-22T09:00 2026-11-21 Yesterday."]),
    .items(
      "quiet hours before a snooze ends say nothing of what goes out then", now: "2026-11-20T06:00:00Z",
      preferences: #""quietHours": {"start": "22:00", "end": "07:00"}"#,
      #"{"kind": "task", "id": "a", "title": "S", "date": "2026-11-21", "time": "23:30", "remind": ["-1d"], "snoozedUntil": "2026-11-22T11:00:00Z"}"#,
      ["2026-11-22T12:00 2026-11-21T23:30 Yesterday at 11:30 PM."]),
    .items(
      "what comes in a year has its year", now: "2026-11-20T12:00:00Z",
      #"{"kind": "task", "id": "a", "title": "S", "date": "2027-11-21", "time": "10:00", "remind": ["-52w"]}"#,
      ["2026-11-22T10:00 2027-11-21T10:00 On Sunday, November 21, 2027, at 10:00 AM."]),
    .items(
      "at the end of quiet hours, a task's time is over; a whole day has none", now: "2026-11-20T06:00:00Z",
      app: "focusflow",
      preferences: """
        "quietHours": {"start": "08:00", "end": "10:00"},
        "kinds": {"dailyReminder": false, "nudge": false, "recap": false}
        """,
      (0..<4).map {
        #"{"kind": "task", "id": "t\#($0)", "title": "T\#($0)", "date": "2026-11-20", "time": "08:1\#($0)"}"#
      }.joined(separator: ",")
        + #", {"kind": "task", "id": "d", "title": "D", "date": "2026-11-21", "allDay": true}"#
        + #", {"kind": "task", "id": "e", "title": "E", "date": "2026-11-21", "allDay": true}"#,
      (0..<4).map { "2026-11-20T10:00  At 8:1\($0) AM." } + ["2026-11-21T10:00  Today.", "2026-11-21T10:00  Today."]),
    .items(
      "whole days of FocusFlow", now: "2026-11-20T06:00:00Z", app: "focusflow",
      preferences: #""kinds": {"dailyReminder": false, "nudge": false, "recap": false}"#,
      (0..<4).map { #"{"kind": "task", "id": "t\#($0)", "title": "T\#($0)", "date": "2026-11-20", "allDay": true}"# }
        .joined(separator: ","), Array(repeating: "2026-11-20T09:00  Today.", count: 4)),
    .items(
      "a morning's tiers greet by the hour at which they go out", now: "2026-11-19T21:00:00Z",
      preferences: """
        "quietHours": {"start": "00:00", "end": "13:00"}, "morning": {"time": "06:30", "days": ["fri"]},
        "bedtime": {"days": ["mon"]}
        """, days: 2, "", ["2026-11-20T13:00  How is the day? Write a line in your diary."]),
    .items(
      "news of a day does not wait for the next", now: "2026-11-20T20:00:00Z",
      #"{"kind": "stepDay", "id": "d", "date": "2026-11-20", "goal": 10000, "samples": [{"at": "2026-11-20T21:45:00Z", "steps": 10350}]}"#,
      []),
    .items(
      "nudges at times of one's own", now: "2026-11-20T06:00:00Z", app: "focusflow",
      preferences: """
        "nudges": {"morning": "13:30", "afternoon": "20:30", "evening": "11:00"},
        "kinds": {"dailyReminder": false, "recap": false}
        """, days: 0, "",
      [
        "2026-11-20T11:00  A focus session now gets your day off to a good start.",
        "2026-11-20T13:30  A short focus session beats the afternoon slump.",
        "2026-11-20T20:30  A little focus now makes tomorrow easier.",
      ]),
    .items(
      "a workout without anything", now: "2026-11-20T12:00:00Z",
      #"""
      {"kind": "workout", "id": "w", "endedAt": "2026-11-20T11:00:00Z"},
      {"kind": "workout", "id": "x", "endedAt": "2026-11-20T11:00:00Z", "type": " ", "distance": 5000}
      """#, ["2026-11-20T13:00  Well done.", "2026-11-20T13:00  5 km."]),
    .items(
      "a blank text is no value", now: "2026-11-20T06:00:00Z", app: "ritualist", days: 0,
      (0..<3).map {
        #"{"kind": "habit", "id": "\#($0)", "name": "H\#($0)", "category": "", "reminders": ["1\#($0):00"]}"#
      }
      .joined(separator: ","), (0..<3).map { "2026-11-20T1\($0):00  A few minutes are enough." }),
    .items(
      "the days since a due date are counted when they are read", now: "2026-11-20T12:00:00Z", app: "own",
      policy: """
        format = "tickler-policy/1"
        app = "own"
        quietHours = { start = "22:00", end = "07:00" }
        [items.thing.fields]
        name = "text"
        [kinds.late]
        shape = "untilDone"
        item = "thing"
        time = "23:00"
        identifier = "late.{id}.{date}"
        title = "L"
        body = "{{overdueDays}}"
        """, days: 1, #"{"kind": "thing", "id": "a", "date": "2026-11-18"}"#, ["2026-11-21T07:00 2026-11-18 3"]),
    .items(
      "a bundle quotes what quiet hours moved", now: "2026-10-23T12:00:00Z", app: "own",
      policy: """
        format = "tickler-policy/1"
        app = "own"
        days = 2
        quietHours = { start = "22:00", end = "09:00" }
        [items.thing.fields]
        name = "text"
        [kinds.dose]
        shape = "series"
        item = "thing"
        bundle = "1h"
        identifier = "dose.{id}.{time}"
        title = "{{name}} {{when}}"
        titleBundled = "{{count}}"
        bodyBundled = "{{titles}}"
        """,
      #"{"kind": "thing", "id": "a", "name": "A", "date": "2026-10-23", "time": "23:10", "repeat": "yearly"}, {"kind": "thing", "id": "b", "name": "B", "date": "2026-10-24", "time": "09:20", "repeat": "yearly"}"#,
      ["2026-10-24T09:20  A yesterday at 11:10 PM and B at 9:20 AM"]),
    .items(
      "a digest of quiet hours quotes it as seen then", now: "2026-10-23T12:00:00Z",
      preferences: #""bills": {"time": "21:30", "onDueDate": false}, "kinds": {"overdue": false}"#,
      policy: """
        format = "tickler-policy/1"
        app = "personal"
        extends = "personal"
        [quietHours]
        action = "digest"
        start = "21:00"
        end = "07:00"
        [kinds.quietDigest]
        identifier = "night-{time}"
        title = "{{count}}"
        body = "{{titles}}"
        """, days: 2,
      #"{"kind": "bill", "id": "a", "name": "Gas", "type": "expense", "dueDate": "2026-10-25"}"#,
      ["2026-10-25T07:00  Gas: due today", "2026-10-25T18:00  One bill is due in the next seven days."]),
    .event(
      "an instant in UTC is an hour earlier on the clock after the change", now: "2026-10-24T05:00:00Z",
      "DTSTART:20261023T083000Z\nDTEND:20261023T090000Z\nRRULE:FREQ=DAILY;COUNT=3\n\(alarm)",
      ["2026-10-24T09:30 2026-10-24T08:30 At 10:30 AM.", "2026-10-25T08:30 2026-10-25T08:30 At 9:30 AM."]),
    .event(
      "the end of a snooze is not the time of the meeting", now: "2027-01-20T12:00:00Z",
      "DTSTART;TZID=Europe/Berlin:20270122T150000\nX-MOZ-SNOOZE-TIME:20270122T133000Z\n\(alarm)",
      ["2027-01-22T14:30 2027-01-22T15:00 At 3:00 PM."]),
    .event(
      "a snooze of one occurrence", now: "2027-01-22T12:00:00Z",
      "DTSTART;TZID=Europe/Berlin:20270115T100000\nRRULE:FREQ=WEEKLY;COUNT=3\nX-MOZ-SNOOZE-TIME-1800608400000000:20270123T080000Z\n\(alarm)",
      ["2027-01-23T09:00 2027-01-22T10:00 Yesterday at 10:00 AM.", "2027-01-29T09:00 2027-01-29T10:00 At 10:00 AM."]),
    .event(
      "an absolute alarm is about the next occurrence", now: "2027-01-20T12:00:00Z",
      "DTSTART;TZID=Europe/Berlin:20270115T100000\nRRULE:FREQ=WEEKLY;COUNT=2\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20270121T170000Z\nEND:VALARM\n",
      ["2027-01-21T18:00 2027-01-22T10:00 Tomorrow at 10:00 AM."]),
    .event(
      "a duty that is under way is named by its end", now: "2027-01-15T12:00:00Z",
      "DTSTART;TZID=Europe/Berlin:20270118T090000\nDTEND;TZID=Europe/Berlin:20270122T090000\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:P2D\nEND:VALARM\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=END:-PT1H\nEND:VALARM\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=END:PT1H\nEND:VALARM\n",
      [
        "2027-01-20T09:00 2027-01-18T09:00 Until Friday at 9:00 AM.",
        "2027-01-22T08:00 2027-01-18T09:00 Until 9:00 AM.",
        "2027-01-22T10:00 2027-01-18T09:00 On Monday, January 18, at 9:00 AM.",
      ]),
    .event(
      "a fair of whole days, each week", now: "2027-01-15T12:00:00Z",
      "DTSTART;VALUE=DATE:20270115\nDTEND;VALUE=DATE:20270118\nRRULE:FREQ=WEEKLY;COUNT=2\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:P1DT9H\nEND:VALARM\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:P2DT9H\nEND:VALARM\n",
      [
        "2027-01-16T09:00 2027-01-15 Until tomorrow.", "2027-01-17T09:00 2027-01-15 Until today.",
        "2027-01-23T09:00 2027-01-22 Until tomorrow.", "2027-01-24T09:00 2027-01-22 Until today.",
      ]),
    .event(
      "a snooze of a whole day", now: "2027-01-20T12:00:00Z",
      "DTSTART;VALUE=DATE:20270122\nX-MOZ-SNOOZE-TIME:20270121T183000Z\n\(alarm)",
      ["2027-01-21T19:30 2027-01-22 Tomorrow.", "2027-01-21T23:00 2027-01-22 Tomorrow."]),
    Row(
      why: "a snoozed task of Tasks.org is about its due date", name: "in.json",
      file:
        #"{"version": 1, "data": {"tasks": [{"task": {"title": "S", "remoteId": "a", "dueDate": 1800365401000}, "alarms": [{"type": 2, "time": 0}, {"type": 2, "time": 604800000}, {"type": 4, "time": 1800608401000}]}]}}"#,
      now: "2027-01-20T12:00:00Z",
      wanted: [
        "2027-01-22T10:00 2027-01-19T14:30 On Tuesday, January 19, at 2:30 PM.",
        "2027-01-26T14:30 2027-01-19T14:30 On Tuesday, January 19, at 2:30 PM.",
      ]),
  ]

  @Test("words name what a notification is about, when it goes out", arguments: rows)
  func words(row: Row) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(row.file.utf8).write(to: folder.appending(path: row.name))
    var options =
      row.name == "in.ics" || row.file.contains("tasks\": [{\"task") ? ["--time-zone", "Europe/Berlin"] : []
    if let policy = row.policy {
      try Data(policy.utf8).write(to: folder.appending(path: "policy.toml"))
      options += ["--policy", "policy.toml"]
    }
    let result = try Program.run(
      [
        "plan", row.name, "--now", row.now, "--days", "\(row.days)", "--out", "out", "--emit", "plan", "--templates",
        TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
      ] + options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let found = try lines.split(separator: "\n").dropFirst().compactMap { text -> String? in
      let line = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      guard line["outcome"] as? String == "scheduled" else { return nil }
      let at = try Date(#require(line["at"] as? String), strategy: .iso8601)
      let clock = Date.ISO8601FormatStyle(timeZone: berlin).year().month().day().time(includingFractionalSeconds: false)
      let about = (line["about"] as? String ?? "").prefix(16)
      return "\(at.formatted(clock).prefix(16)) \(about) \(try #require(line["body"] as? String))"
        .replacingOccurrences(of: "\u{202f}", with: " ")
    }
    #expect(found == row.wanted, "\(row.why)")
  }
}
