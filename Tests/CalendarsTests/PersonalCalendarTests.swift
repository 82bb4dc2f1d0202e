import Foundation
import Running
import TestRuns
import TestSupport
import Testing

@testable import Calendars

/// Tests a person's calendar: what happens, at its own time, with its reminders as alarms.
struct PersonalCalendarTests {
  private static func export(_ items: [String], zone: String = "Europe/Berlin", more: String = "") -> String {
    #"{"format": "tickler-export/1", "app": "personal", "accounts": [{"id": "me", "platform": "other", "#
      + #""timeZone": "\#(zone)", \#(more)"items": [\#(items.joined(separator: ", "))]}]}"#
  }

  private static func task(_ rest: String) -> String { #"{"kind": "task", "id": "t", "title": "Dentist", \#(rest)}"# }

  private func plan(
    _ items: [String], now: String = "2026-10-20T06:00:00Z", zone: String = "Europe/Berlin", more: String = "",
    in folder: URL, previous: URL? = nil, adjust: @escaping (inout PlanOptions) -> Void = { _ in }
  ) async throws -> PlannedCalendars {
    try await PlannedCalendars.plan(
      PersonalCalendarTests.export(items, zone: zone, more: more), now: now, days: 10, in: folder
    ) {
      $0.calendar.style = .personal
      $0.previous = previous?.path
      adjust(&$0)
    }
  }

  /// Returns the events of a calendar, each as its times, title and triggers.
  private func events(_ plan: PlannedCalendars, _ name: String = "calendar.ics") throws -> [String] {
    try plan.calendar(name).children("VEVENT").map { event in
      let triggers = try event.children("VALARM").map { try $0.value("TRIGGER") }
      return try ([event.value("DTSTART"), event.value("DTEND")] + triggers).joined(separator: " ")
    }
  }

  private func verify(_ folder: URL) throws -> (output: String, status: Int32) {
    let found = try VerifyRun.run(folder.path, zoneinfo: nil, sources: nil, format: .text, redactor: nil)
    return (found.output, found.status)
  }

  /// Writes the calendars of a plan's folder again.
  private func report(_ folder: URL, _ adjust: (inout PlanOptions) -> Void = { _ in }) async throws {
    var options = PlanOptions(now: .distantPast)
    (options.emit, options.templates, options.zoneinfo) = ([.ics], TestFiles.templates, TestFiles.zoneinfo)
    (options.isQuiet, options.calendar.style) = (true, .personal)
    adjust(&options)
    _ = try await ReportRun.run(folder.path, options)
  }

  static let occurrences: [(why: String, item: String, more: String, events: [String])] = [
    (
      "the item's time and length, and an alarm for each reminder",
      #""date": "2026-10-28", "time": "09:30", "remind": ["-1d", "-2h", "0"], "duration": 3600"#, "",
      ["20261028T083000Z 20261028T093000Z -P1D -PT2H PT0S"]
    ),
    (
      "15 minutes if the item says no length", #""date": "2026-10-28", "time": "09:30", "remind": ["-15m"]"#, "",
      ["20261028T083000Z 20261028T084500Z -PT15M"]
    ),
    (
      "a whole day on its day, though it is remembered the day before",
      #""date": "2026-10-28", "allDay": true, "remind": ["-1d"]"#, "", ["20261028 20261029 -PT15H"]
    ),
    (
      "a whole day whose one reminder is hours before the usual time",
      #""date": "2026-10-28", "allDay": true, "remind": ["-2h"]"#, "", ["20261028 20261029 PT7H"]
    ),
    (
      "three whole days", #""date": "2026-10-27", "allDay": true, "duration": 259200"#, "", ["20261027 20261030 PT9H"]
    ),
    (
      "three times 24 hours are days by the clock",
      #""date": "2026-10-24", "time": "10:00", "duration": 259200"#, "", ["20261024T080000Z 20261027T090000Z PT0S"]
    ),
    (
      "a day before on the clock is 25 hours in autumn",
      #""date": "2026-10-25", "time": "09:30", "remind": ["-1d"]"#, "", ["20261025T083000Z 20261025T084500Z -PT25H"]
    ),
    (
      "24 hours are no day in autumn", #""date": "2026-10-25", "time": "09:30", "remind": ["-24h"]"#, "",
      ["20261025T083000Z 20261025T084500Z -PT24H"]
    ),
    (
      "an alarm that quiet hours moved is at its instant, the event at its own time",
      #""date": "2026-10-21", "time": "23:00""#,
      #""preferences": {"quietHours": {"start": "22:00", "end": "07:00"}}, "#,
      ["20261021T210000Z 20261021T211500Z 20261022T050000Z"]
    ),
    (
      "an item of another zone is at its instant",
      #""date": "2026-10-21", "time": "09:30", "#
        + #""timeZone": "America/New_York", "remind": ["-1h"]"#, "", ["20261021T133000Z 20261021T134500Z -PT1H"]
    ),
    (
      "what a snooze holds back has one alarm, at its end, and stays on its day",
      #""date": "2026-10-24", "time": "09:30", "remind": ["-3d"], "snoozedUntil": "2026-10-22T10:00:00Z""#, "",
      ["20261024T073000Z 20261024T074500Z 20261022T100000Z"]
    ),
    (
      "an alarm of a whole day is at its instant if the clock changes between the midnight and the alarm",
      #""date": "2026-10-25", "allDay": true, "remind": ["-1d", "0"]"#, "",
      ["20261025 20261026 -PT15H 20261025T080000Z"]
    ),
    (
      "what a closed day moves is on the open day, by the clock of its zone",
      #""date": "2026-10-24", "time": "08:00", "timeZone": "Asia/Tokyo", "remind": ["-2h"], "shift": "after""#, "",
      ["20261025T230000Z 20261025T231500Z -PT2H"]
    ),
    (
      "dates that are done have no event",
      #""date": "2026-10-20", "time": "20:00", "repeat": "daily", "until": "2026-10-22", "completedOn": ["2026-10-21"]"#,
      "", ["20261020T180000Z 20261020T181500Z PT0S", "20261022T180000Z 20261022T181500Z PT0S"]
    ),
  ]

  @Test("an occurrence is one event at its own time, with the reminders that go out as alarms", arguments: occurrences)
  func occurrence(why: String, item: String, more: String, wanted: [String]) async throws {
    try await withFolder { folder in
      let plan = try await plan([PersonalCalendarTests.task(item)], more: more, in: folder)
      #expect(try events(plan) == wanted, "\(why)")
      let alarms = try plan.calendar().children("VEVENT").reduce(0) { $0 + $1.children("VALARM").count }
      #expect(alarms == plan.scheduled.count)
      let found = try verify(folder)
      #expect(found.status == 0, "\(found.output)")
      let written = try plan.bytes("calendar.ics")
      try await report(folder)
      #expect(try plan.bytes("calendar.ics") == written)
    }
  }

  @Test("the UID of an event is the same whichever reminders go out")
  func uids() async throws {
    var uids: Set<String> = []
    for remind in [#"["0"]"#, #"["-1d"]"#, #"["-2h", "-1w"]"#, #"["-1d@18:00"]"#] {
      let item = PersonalCalendarTests.task(
        #""date": "2026-10-24", "time": "09:30", "repeat": "weekly", "until": "2026-10-24", "remind": \#(remind)"#)
      try await withFolder { folder in
        for event in try await plan([item], in: folder).calendar().children("VEVENT") {
          uids.insert(try event.value("UID"))
        }
      }
    }
    #expect(uids.count == 1 && uids.first!.hasSuffix("-20261024"), "\(uids)")
  }

  @Test("SEQUENCE and DTSTAMP change with the event or its alarms, and with nothing else")
  func succession() async throws {
    func item(_ time: String, _ remind: String, _ title: String = "Dentist", more: String = "") -> String {
      #"{"kind": "task", "id": "t", "title": "\#(title)", "date": "2026-10-28", "time": "\#(time)", "remind": \#(remind)\#(more)}"#
    }
    let (both, one) = (#"["-1d", "-2h"]"#, #"["-2h"]"#)
    let nights: [(why: String, items: [String], number: String)] = [
      ("the first plan", [item("09:30", both)], "0 1"), ("nothing changed", [item("09:30", both)], "0 1"),
      ("another time", [item("10:30", both)], "1 3"), ("nothing changed again", [item("10:30", both)], "1 3"),
      ("a reminder less", [item("10:30", one)], "2 5"), ("another title", [item("10:30", one, "Dr Who")], "3 6"),
      ("done", [item("10:30", one, "Dr Who", more: #", "completed": true"#)], "cancelled 4 7"),
      ("still cancelled", [], "cancelled 4 7"), ("back", [item("10:30", one)], "5 9"),
    ]
    try await withFolder { folder in
      var uids: Set<String> = []
      for (night, step) in nights.enumerated() {
        let out = folder.appending(path: "\(night)")
        let plan = try await plan(
          step.items, now: "2026-10-20T0\(night + 1):00:00Z", in: out,
          previous: night == 0 ? nil : folder.appending(path: "\(night - 1)"))
        let isCancelled = step.number.hasPrefix("cancelled")
        let name = isCancelled ? "cancelled.ics" : "calendar.ics"
        let event = try #require(try plan.calendar(name).children("VEVENT").first, "\(step.why)")
        uids.insert(try event.value("UID"))
        let words = try "\(event.value("SEQUENCE")) \(Int(event.value("DTSTAMP").dropFirst(9).prefix(2))!)"
        #expect((isCancelled ? "cancelled " : "") + words == step.number, "\(step.why)")
        #expect(FileManager.default.fileExists(atPath: out.appending(path: "cancelled.ics").path) == isCancelled)
        let found = try verify(out)
        #expect(found.status == 0, "\(step.why): \(found.output)")
        let written = try plan.bytes(name)
        try await report(out)
        #expect(try plan.bytes(name) == written, "\(step.why)")
      }
      #expect(uids.count == 1)
    }
  }

  @Test("a reminder that has gone out leaves the event's number")
  func passed() async throws {
    try await withFolder { folder in
      let item = PersonalCalendarTests.task(#""date": "2026-10-22", "time": "09:30", "remind": ["-1d", "0"]"#)
      let (first, second) = (folder.appending(path: "1"), folder.appending(path: "2"))
      _ = try await plan([item], in: first)
      let plan = try await plan([item], now: "2026-10-21T20:00:00Z", in: second, previous: first)
      let event = try #require(try plan.calendar().children("VEVENT").first)
      #expect(try event.value("SEQUENCE") == "0" && event.value("DTSTAMP") == "20261020T060000Z")
      #expect(try events(plan) == ["20261022T073000Z 20261022T074500Z PT0S"])
    }
  }

  @Test("an event stays through its day, with its number, though its reminders went out before it")
  func stays() async throws {
    let items = [
      ("u", #""date": "2026-10-22", "time": "09:30", "remind": ["-1d"]"#),
      ("v", #""date": "2026-10-15", "time": "19:00", "repeat": "weekly", "remind": ["-2d"]"#),
      ("w", #""date": "2026-10-22", "allDay": true, "remind": ["-1w"]"#),
      ("x", #""date": "2026-10-22", "time": "08:00""#),
      ("y", #""date": "2026-10-22", "time": "20:00", "remind": ["-1d"], "completed": true"#),
    ].map { #"{"kind": "task", "id": "\#($0)", "title": "\#($0)", \#($1)}"# }
    func dates(_ plan: PlannedCalendars, _ name: String = "calendar.ics") throws -> [String] {
      try plan.calendar(name).children("VEVENT").filter { try $0.value("DTSTART") < "20261028" }
        .map { event in
          let values = try ["SUMMARY", "DTSTART", "SEQUENCE", "DTSTAMP"].map { try event.value($0) }
          return
            "\(values[0]) \(values[1]) \(values[2]) \(values[3].dropFirst(6).prefix(2)) \(event.children("VALARM").count)"
        }
    }
    let all = ["u 20261022T073000Z 0 15", "v 20261022T170000Z 0 15", "w 20261022 0 15", "x 20261022T060000Z 0 15"]
    /// How many alarms the events have left, in order.
    let nights: [(now: String, alarms: [Int], others: [String])] = [
      ("2026-10-15T02:00:00Z", [1, 1, 1, 1], ["v 20261015T170000Z 0 15 0"]),
      ("2026-10-20T02:00:00Z", [1, 1, 0, 1], []),
      ("2026-10-21T20:00:00Z", [0, 0, 0, 1], []), ("2026-10-22T21:00:00Z", [0, 0, 0, 0], []),
      ("2026-10-22T22:00:00Z", [], []),
    ]
    try await withFolder { folder in
      for (night, step) in nights.enumerated() {
        let out = folder.appending(path: "\(night)")
        let plan = try await plan(
          items, now: step.now, in: out, previous: night == 0 ? nil : folder.appending(path: "\(night - 1)"))
        #expect(try dates(plan).sorted() == (zip(all, step.alarms).map { "\($0) \($1)" } + step.others).sorted())
        if night > 0, plan.has("added.ics") { #expect(try dates(plan, "added.ics") == [], "\(step.now)") }
        #expect(!plan.has("cancelled.ics"))
        let found = try verify(out)
        #expect(found.status == 0, "\(found.output)")
      }
    }
  }

  static let lasting: [(why: String, item: String, zone: String, nights: [(now: String, isThere: Bool)])] = [
    (
      "to the last of several days", #""date": "2026-10-20", "allDay": true, "duration": 259200, "remind": ["-1d"]"#,
      "Europe/Berlin", [("2026-10-22T20:00:00Z", true), ("2026-10-22T23:00:00Z", false)]
    ),
    (
      "to the day of its end", #""date": "2026-10-20", "time": "09:00", "duration": 201600"#,
      "Europe/Berlin", [("2026-10-22T20:00:00Z", true), ("2026-10-22T23:00:00Z", false)]
    ),
    (
      "a series too",
      #""date": "2026-10-13", "time": "09:00", "repeat": "weekly", "until": "2026-10-20", "duration": 201600"#,
      "Europe/Berlin", [("2026-10-22T20:00:00Z", true), ("2026-10-22T23:00:00Z", false)]
    ),
    (
      "an evening of New York is the next morning of Tokyo",
      #""date": "2026-10-21", "time": "19:00", "timeZone": "America/New_York", "remind": ["-12h"]"#,
      "Asia/Tokyo", [("2026-10-21T16:00:00Z", true), ("2026-10-22T14:00:00Z", true), ("2026-10-22T15:00:00Z", false)]
    ),
    (
      "a morning of Tokyo is the evening before in Los Angeles",
      #""date": "2026-10-22", "time": "10:00", "timeZone": "Asia/Tokyo", "remind": ["-3h"]"#,
      "America/Los_Angeles", [("2026-10-22T06:00:00Z", true), ("2026-10-22T08:00:00Z", false)]
    ),
    (
      "today's in Los Angeles is yesterday's in Tokyo",
      #""date": "2026-10-19", "time": "17:00", "timeZone": "Asia/Tokyo", "repeat": "daily", "until": "2026-10-21""#,
      "America/Los_Angeles", [("2026-10-22T04:00:00Z", true), ("2026-10-22T08:00:00Z", false)]
    ),
  ]

  @Test("an event stays until the day of its end is over on the account's clock", arguments: lasting)
  func lasts(why: String, item: String, zone: String, nights: [(now: String, isThere: Bool)]) async throws {
    for night in nights {
      try await withFolder { folder in
        let plan = try await plan([PersonalCalendarTests.task(item)], now: night.now, zone: zone, in: folder)
        #expect(try events(plan).isEmpty != night.isThere, "\(why), \(night.now)")
        let found = try verify(folder)
        #expect(found.status == 0, "\(found.output)")
      }
    }
  }

  @Test("of two duplicates, the calendar shows the one that goes out, also when both are over")
  func duplicates() async throws {
    let items = [
      #"{"kind": "task", "id": "t", "title": "T", "date": "2026-10-18", "time": "08:30", "repeat": "daily"}"#,
      #"{"kind": "task", "id": "u", "title": "T", "date": "2026-10-18", "time": "08:30", "repeat": "daily"}"#,
      #"{"kind": "habit", "id": "h", "name": "Run", "reminders": ["08:00"]}"#,
      #"{"kind": "habit", "id": "i", "name": "Run", "reminders": ["08:00"]}"#,
    ]
    try await withFolder { folder in
      var uids: [[String]] = []
      for (night, now) in ["2026-10-20T05:00:00Z", "2026-10-20T09:00:00Z"].enumerated() {
        let out = folder.appending(path: "\(night)")
        let plan = try await plan(
          items, now: now, in: out, previous: night == 0 ? nil : folder.appending(path: "\(night - 1)"))
        let today = try plan.calendar().children("VEVENT").filter { try $0.value("DTSTART") < "20261021" }
        uids.append(try today.map { try $0.value("UID") }.sorted())
        #expect(try verify(out).status == 0)
      }
      #expect(uids[0].count == 2 && uids[1] == uids[0], "\(uids)")
    }
  }

  @Test("an event without a change keeps its DTSTAMP in every style, also when the calendar is written again")
  func stamps() async throws {
    let items = [
      PersonalCalendarTests.task(#""date": "2026-10-24", "time": "09:30", "repeat": "daily""#),
      #"{"kind": "task", "id": "u", "title": "Moves", "date": "2026-10-25", "time": "10:00"}"#,
    ]
    for style in CalendarOptions.Style.allCases {
      try await withFolder { folder in
        var last = ""
        for night in 0..<3 {
          let out = folder.appending(path: "\(night)")
          let moved = night == 2 ? items.map { $0.replacing("10:00", with: "11:00") } : items
          let plan = try await plan(
            moved, now: "2026-10-2\(night)T02:00:00Z", in: out,
            previous: night == 0 ? nil : folder.appending(path: "\(night - 1)")
          ) { $0.calendar.style = style }
          for event in try plan.calendar().children("VEVENT") {
            let day = try event.value("DTSTART").prefix(8)
            // Each night adds a day at the end of the plan, and the third one moves a task.
            let moved = try event.value("SUMMARY") == "Moves" && night == 2
            let seen = ["20261031": "20261021", "20261101": "20261022"][day] ?? "20261020"
            #expect(try event.value("DTSTAMP").prefix(8) == (moved ? "20261022" : seen), "\(style) \(night) \(day)")
          }
          let found = try verify(out)
          #expect(found.status == 0, "\(found.output)")
          last = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
          try await report(out) { $0.calendar.style = style }
          #expect(String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self) == last)
        }
      }
    }
  }

  @Test("verify finds an alarm at another time, and one that is missing", arguments: ["TRIGGER:-PT2H\r\n", "-P1D"])
  func damaged(text: String) async throws {
    try await withFolder { folder in
      let item = PersonalCalendarTests.task(#""date": "2026-10-28", "time": "09:30", "remind": ["-1d", "-2h"]"#)
      let plan = try await plan([item], in: folder)
      let whole = String(decoding: try plan.bytes("calendar.ics"), as: UTF8.self)
      #expect(whole.contains(text))
      let changed = whole.replacing(text, with: text == "-P1D" ? "-P2D" : "")
      try Data(changed.utf8).write(to: folder.appending(path: "calendar.ics"))
      #expect(try verify(folder).status == 65)
    }
  }

  @Test("REFRESH-INTERVAL is the option's", arguments: ["30m": "PT30M", "6h": "PT6H", "1d": "P1D", "90m": "PT1H30M"])
  func refresh(text: String, wanted: String) async throws {
    try await withFolder { folder in
      let plan = try await plan([], in: folder) {
        #expect(RunOption.of(.plan, in: .calendars).first { $0.name == "ics-refresh" }?.set([text], in: &$0) == nil)
      }
      #expect(try plan.calendar().value("REFRESH-INTERVAL") == wanted)
      #expect(try plan.calendar().value("X-PUBLISHED-TTL") == wanted)
    }
  }

  @Test("the audit's description says what a reminder is about")
  func about() async throws {
    try await withFolder { folder in
      let item = PersonalCalendarTests.task(#""date": "2026-10-28", "time": "09:30", "remind": ["-1d", "0"]"#)
      let plan = try await plan([item], in: folder) { $0.calendar.style = .technical }
      let texts = try plan.calendar().children("VEVENT").map { try $0.text("DESCRIPTION") }
      #expect(texts.map { $0.contains("\nAbout 2026-10-28T09:30:00.\n") } == [true, false])
    }
  }
}
