import Foundation
import Running
import TestRuns
import TestSupport
import Testing

@testable import Calendars

/// Tests calendars for a person, and to-dos, with an independent parser.
struct ICSStyleTests {
  private static let export = """
    {"format": "tickler-export/1", "app": "moneymap", "accounts": [{"id": "secret-id", "timeZone": "Europe/Berlin",
     "preferences": {"kinds": {"bill": true, "digest": true}},
     "items": [{"kind": "bill", "id": "rent", "name": "Rent", "amount": "850", "currency": "EUR", "dueDate": "2026-10-26"}]}]}
    """

  private func plan(_ folder: URL, _ adjust: @escaping (inout CalendarOptions) -> Void) async throws -> PlannedCalendars
  {
    try await PlannedCalendars.plan(ICSStyleTests.export, now: "2026-10-23T16:00:00Z", days: 5, in: folder) {
      adjust(&$0.calendar)
    }
  }

  @Test("a personal calendar has the notifications' texts, bills as all-day events, and no internal term")
  func personal() async throws {
    try await withFolder { folder in
      let plan = try await plan(folder) { ($0.style, $0.hasAccountFiles, $0.alarmMinutes) = (.personal, true, 10) }
      let text = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self).replacingOccurrences(
        of: "\r\n ", with: "")
      for word in ["secret-id", "bill.rent", "CATEGORIES:bill", "Here because"] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(text.contains("NAME:Reminders\r\n") && text.contains("CATEGORIES:MoneyMap\r\n"))
      let days = text.components(separatedBy: "BEGIN:VEVENT").dropFirst().filter { $0.contains("VALUE=DATE:") }
      #expect(days.count == 1)
      #expect(days.last?.contains("DTSTART;VALUE=DATE:20261026\r\nDTEND;VALUE=DATE:20261027\r\n") == true)
      // At 09:00 on the day before, when summer time ends, and on the day.
      #expect(days.last?.contains("TRIGGER:-PT15H\r\n") == true && days.last?.contains("TRIGGER:PT9H\r\n") == true)
      #expect(text.contains("DTSTART:20261025T170000Z\r\nDTEND:20261025T171500Z\r\n"))
      #expect(plan.scheduled.count == 3)
      let account = String(decoding: try plan.bytes("accounts/moneymap.secret-id.ics"), as: UTF8.self)
      #expect(account.contains("\r\nNAME:MoneyMap\r\n"))
    }
  }

  @Test("a personal calendar shows a shifted bill on its payment day, with and without quiet hours")
  func shifted() async throws {
    for quiet in ["", #""quietHours": {"start": "08:00", "end": "10:00"},"#] {
      try await withFolder { folder in
        // A Saturday, paid on Monday.
        let export = ICSStyleTests.export.replacing("2026-10-26\"", with: "2026-10-24\", \"shift\": \"after\"")
          .replacing(#""preferences": {"#, with: #""preferences": {\#(quiet)"#)
        let plan = try await PlannedCalendars.plan(export, now: "2026-10-23T16:00:00Z", days: 5, in: folder) {
          $0.calendar.style = .personal
        }
        let text = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
        let days = text.components(separatedBy: "DTSTART;VALUE=DATE:").dropFirst().map { String($0.prefix(8)) }
        #expect(plan.scheduled.filter { $0["kind"] == "bill" }.count == 2)
        #expect(days == ["20261026"])
        let found = try VerifyRun.run(folder.path, zoneinfo: nil, sources: nil, format: .text, redactor: nil)
        #expect(found.status == 0, "\(found.output)")
      }
    }
  }

  private static let policy = """
    format = "tickler-policy/1"
    app = "home"
    [kinds.task]
    identifier = "task.{id}"
    time = "08:00"
    [items.plant.fields]
    name = { type = "text", required = true }
    day = "date"
    [kinds.water]
    shape = "series"
    item = "plant"
    every = "2d"
    time = "18:00"
    remind = ["0", "-1d 20:00", "-2h"]
    identifier = "water.{id}.{part}"
    [kinds.repot]
    shape = "series"
    item = "plant"
    at = "{day}"
    time = "10:00"
    identifier = "repot.{id}"
    [kinds.dry]
    shape = "untilDone"
    item = "plant"
    time = "19:00"
    identifier = "dry.{id}"
    [kinds.look]
    shape = "series"
    time = "07:00"
    identifier = "look"
    """

  private static let home = """
    {"format": "tickler-export/1", "app": "home", "accounts": [{"id": "ana", "timeZone": "Europe/Berlin", "items": [
     {"kind": "task", "id": "bins", "title": "Bins", "date": "2026-10-24"},
     {"kind": "task", "id": "call", "title": "Call", "date": "2026-10-24", "time": "08:00"},
     {"kind": "plant", "id": "fern", "name": "Fern", "date": "2026-10-22", "day": "2026-10-24"},
     {"kind": "plant", "id": "moss", "name": "Moss", "date": "2026-10-22", "time": "17:00"}]}]}
    """

  @Test(
    "an item due on a date without an hour is an all-day event, also from plan files, with alarms at the policy's hours"
  )
  func untimed() async throws {
    try await withFolder { folder in
      let policy = folder.appending(path: "home.toml")
      try Data(ICSStyleTests.policy.utf8).write(to: policy)
      let out = folder.appending(path: "out")
      let plan = try await PlannedCalendars.plan(
        ICSStyleTests.home, now: "2026-10-23T04:00:00Z", days: 1, in: out
      ) {
        $0.policies = [policy.path]
        $0.calendar.style = .personal
      }
      let text = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
      let days = text.components(separatedBy: "BEGIN:VEVENT").dropFirst().filter { $0.contains("DTSTART;VALUE=DATE:") }
      let found = days.map { day in
        ["DTSTART;VALUE=DATE:", "TRIGGER:"].map { name in
          day.components(separatedBy: name).dropFirst().map { $0.prefix { !$0.isNewline } }.joined(separator: " ")
        }
      }
      // What the fern needs every other day, until it is done, and on its other date; the task.
      #expect(
        found == [
          ["20261023", "PT19H"], ["20261024", "-PT4H PT16H PT18H"], ["20261024", "PT8H"], ["20261024", "PT10H"],
          ["20261024", "PT19H"],
        ])
      #expect(plan.scheduled.count == 15)
      // Recreated from the plan's files, byte for byte.
      try FileManager.default.removeItem(at: out.appending(path: "calendar.ics"))
      var options = PlanOptions(now: .distantPast)
      (options.emit, options.templates, options.zoneinfo) = ([.ics], TestFiles.templates, TestFiles.zoneinfo)
      options.isQuiet = true
      options.calendar.style = .personal
      _ = try await ReportRun.run(out.path, options)
      #expect(try Data(contentsOf: out.appending(path: "calendar.ics")) == Data(text.utf8))
    }
  }

  @Test("a to-do is due when its notification goes out")
  func todos() async throws {
    try await withFolder { folder in
      let plan = try await plan(folder) { ($0.component, $0.times, $0.alarmMinutes) = (.todo, .zoned, 5) }
      let text = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
      #expect(
        text.components(separatedBy: "BEGIN:VTODO").count == 4 && !text.contains("VEVENT") && !text.contains("TRANSP"))
      #expect(text.contains("DUE;TZID=Europe/Berlin:20261026T090000\r\n") && text.contains("STATUS:NEEDS-ACTION\r\n"))
      #expect(text.contains("TRIGGER;RELATED=END:-PT5M\r\n") && !text.contains("DTSTART:2026"))
    }
  }

  @Test("an event has the requested duration", arguments: [1, 5, 60, 1440])
  func lengths(minutes: Int) async throws {
    try await withFolder { folder in
      let plan = try await plan(folder) { $0.minutes = minutes }
      let text = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
      let ends = [
        "1": "20261025T170100Z", "5": "20261025T170500Z", "60": "20261025T180000Z", "1440": "20261026T170000Z",
      ]
      #expect(text.contains("DTSTART:20261025T170000Z\r\nDTEND:\(ends["\(minutes)"]!)\r\n"))
    }
  }

  @Test("`tickler verify` compares each form with the plan and finds a changed entry")
  func verified() async throws {
    for (style, component) in [("personal", "event"), ("personal", "todo"), ("technical", "todo")] {
      try await withFolder { folder in
        _ = try await plan(folder) {
          $0.style = CalendarOptions.Style(rawValue: style)!
          $0.component = CalendarOptions.Component(rawValue: component)!
          ($0.hasAccountFiles, $0.grouping) = (true, .kind)
        }
        let verify = { try VerifyRun.run(folder.path, zoneinfo: nil, sources: nil, format: .text, redactor: nil) }
        let sound = try verify()
        #expect(sound.status == 0, "\(sound.output)")
        let file = folder.appending(path: "calendar.ics")
        let text = try String(contentsOf: file, encoding: .utf8)
        let changed = text.replacingOccurrences(of: "20261026", with: "20261027")
        #expect(changed != text)
        try Data(changed.utf8).write(to: file)
        #expect(try verify().status == 65)
      }
    }
  }
}
