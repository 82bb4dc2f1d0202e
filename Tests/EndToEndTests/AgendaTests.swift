import Foundation
import TestSupport
import Testing

/// Tests `tickler list` and `tickler next`: upcoming notifications, in a form for people.
@Suite struct AgendaTests {
  private static let export = """
    {"format": "tickler-export/1", "app": "focusflow", "accounts": [
      {"id": "ana", "timeZone": "Europe/London",
       "preferences": {"kinds": {"dailyReminder": false, "nudge": false, "recap": false}}, "items": [
        {"kind": "task", "id": "tea", "title": "Tea\\u001b[31m", "date": "2026-10-24", "time": "16:00", "repeat": "daily"},
        {"kind": "task", "id": "far", "title": "Far", "date": "2026-11-20", "time": "09:00"}]},
      {"id": "ben", "timeZone": "America/New_York",
       "preferences": {"kinds": {"dailyReminder": false, "nudge": false, "recap": false}}, "items": [
        {"kind": "task", "id": "run", "title": "Run", "date": "2026-10-24", "time": "07:00", "repeat": "daily"}]}]}
    """

  private func run(_ arguments: [String]) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(AgendaTests.export.utf8).write(to: folder.appending(path: "in.json"))
    var result = try Program.run(
      arguments + ["in.json"] + AgendaTests.ends, in: folder)
    // The space before AM and PM.
    result.output = result.output.replacingOccurrences(of: "\u{202f}", with: " ")
    return result
  }

  @Test("list has a heading per day, and one line for what all entries share")
  func oneAccount() throws {
    let result = try run(["list", "--account", "ana", "--days", "2"])
    #expect(result.status == 0 && result.errors == "")
    #expect(
      result.output == """
        Today, Friday, 23 October 2026
          Nothing left.

        Tomorrow, Saturday, 24 October 2026
          16:00  Tea\\u{1b}[31m  – At 4:00 PM.

        Sunday, 25 October 2026
          16:00  Tea\\u{1b}[31m  – At 4:00 PM.

        Times in Europe/London.

        """)
  }

  @Test("list totals the bills of its days by currency, each due date once, and automatic payments on request")
  func sums() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bills = [
      // Two of its weekly dates are in the six days, and so is the reminder of a third.
      #""id": "lesson", "amount": "30.10", "dueDate": "2026-10-24", "repeat": "customDays", "weekdays": ["sat", "wed", "fri"]"#,
      #""id": "late", "amount": "5", "dueDate": "2026-10-20""#,
      #""id": "far", "amount": "7", "dueDate": "2026-11-20""#,
      #""id": "rent", "amount": "1.005", "currency": "EUR", "dueDate": "2026-10-26", "snoozedUntil": "2026-10-27T08:00:00Z""#,
      // A snooze holds back the overdue reminder of September too.
      #""id": "home", "amount": "3", "dueDate": "2026-09-30", "repeat": "monthly", "snoozedUntil": "2026-10-27T08:00:00Z""#,
      #""id": "pay", "amount": "100", "type": "income", "dueDate": "2026-10-27""#,
      #""id": "phone", "amount": "9", "autoPay": true, "dueDate": "2026-10-28""#,
    ].map {
      #"{"kind": "bill", "name": "B", "currency": "USD", \#($0)}"#.replacing(
        #""currency": "USD", "id": "rent""#, with: #""id": "rent""#)
    }
    let account = #""id": "eva", "timeZone": "Europe/Vienna", "platform": "other""#
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [\#(bills.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    func sums(_ options: [String]) throws -> [String] {
      let result = try Program.run(["list", "in.json", "--format", "json"] + options + AgendaTests.ends, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      return (document?["sums"] as? [[String: Any]] ?? []).map { "\($0["share"]!) \($0["amount"]!) \($0["currency"]!)" }
    }
    #expect(try sums(["--days", "6"]) == ["toPay 1.005 EUR", "toPay 68.20 USD"])
    #expect(
      try sums(["--days", "6", "--all-bills"])
        == ["toPay 1.005 EUR", "toPay 68.20 USD", "paysItself 9 USD", "income 100 USD"])
    #expect(try sums(["--days", "0"]) == ["toPay 8 USD"])
    #expect(try sums(["--on", "2026-10-24"]) == ["toPay 30.10 USD"])
    let device = export.replacing(account, with: account + #", "device": "a""#)
    let devices = device.replacing("}]}]}", with: #"}]}, {\#(account), "device": "b"}]}"#)
    try Data(devices.utf8).write(to: folder.appending(path: "in.json"))
    #expect(try sums(["--days", "6"]) == ["toPay 1.005 EUR", "toPay 68.20 USD"])
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let text = try Program.run(["list", "in.json", "--all-bills"] + AgendaTests.ends, in: folder).output
    #expect(text.contains("\nTo pay: €1.005 and $68.20.\nPays itself: $9.00.\nIncome: $100.00.\n"), "\(text)")
    #expect(text.contains("\n         B  – $100.00  income\n"))
  }

  @Test("if all listed accounts have German texts, the agenda's own words are German too")
  func german() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bill = #""kind": "bill", "id": "rent", "name": "Miete", "dueDate": "2026-10-24", "shift": "after""#
    let task = #""kind": "task", "id": "books", "title": "Bücher", "date": "2026-10-20", "time": "09:00""#
    let account = #""id": "eva", "timeZone": "Europe/Vienna", "locale": "de-AT", "platform": "other""#
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [{\#(bill)}, {\#(task)}]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    #expect(
      try Program.run(["list", "in.json", "--days", "3"] + AgendaTests.ends, in: folder).output == """
        Überfällig
          2026-10-20 09:00  Bücher

        Heute, Freitag, 23. Oktober 2026
          Nichts mehr.

        Sonntag, 25. Oktober 2026
          18:00  Die Rechnungen der Woche  – In den nächsten sieben Tagen ist eine
                 Rechnung fällig.

        Montag, 26. Oktober 2026
                 Miete: heute fällig  – Fällig am 26. Oktober statt am 24. Oktober.
                 fällig Sa 24. Okt., zahlbar Mo 26. Okt.  (Erinnerungen So 25. Okt.
                 09:00, Mo 26. Okt. 09:00)

        Zeiten in Europe/Vienna.

        """)
    let explained = try Program.run(
      ["explain", "in.json", "--account", "eva"] + AgendaTests.ends, in: folder)
    #expect(explained.output.contains(", due Sat 24 Oct, payable Mon 26 Oct"))
    let planned = try Program.run(
      ["plan", "in.json", "--ics-style", "personal", "--out", "out"] + AgendaTests.ends, in: folder)
    #expect(planned.status == 0, "\(planned.errors)")
    let read = { (name: String) throws in try String(contentsOf: folder.appending(path: "out/\(name)"), encoding: .utf8)
    }
    let calendar = try read("calendar.ics").replacingOccurrences(of: "\r\n ", with: "")
    #expect(calendar.contains("Fällig Sa 24. Okt.\\, zahlbar Mo 26. Okt."))
    let page = try read("index.html")
    #expect(page.contains("due Sat 24 Oct, payable Mon 26 Oct"))
    // A plan that is read back has both dates too.
    let remade = try Program.run(
      [
        "report", "out", "--emit", "html,ics", "--ics-style", "personal", "--zoneinfo", TestFiles.zoneinfo,
        "--templates",
        TestFiles.templates,
      ], in: folder)
    #expect(remade.status == 0, "\(remade.errors)")
    #expect(try read("index.html") == page)
    #expect(try read("calendar.ics").replacingOccurrences(of: "\r\n ", with: "") == calendar)
  }

  @Test("with Spanish texts, the agenda's own words are Spanish, and a line begins with a capital")
  func spanish() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = ["24", "26"].map {
      #"{"kind": "task", "id": "\#($0)", "title": "Cita", "date": "2026-10-\#($0)", "time": "09:30", "remind": ["-1h"]}"#
    }
    let account =
      #""id": "eva", "timeZone": "Europe/Madrid", "locale": "es-ES", "preferences": {"kinds": {"dailyReminder": false, "nudge": false, "recap": false}}"#
    let export =
      #"{"format": "tickler-export/1", "app": "focusflow", "accounts": [{\#(account), "items": [\#(items.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    #expect(
      try Program.run(["list", "in.json"] + AgendaTests.ends, in: folder).output == """
        Hoy, viernes, 23 de octubre de 2026
          Nada más.

        Mañana, sábado, 24 de octubre de 2026
          09:30  Cita  (recordatorio: 08:30)

        Lunes, 26 de octubre de 2026
          09:30  Cita  (recordatorio: 08:30)

        Horas de Europe/Madrid.

        """)
  }

  @Test("tells accounts apart, each by its own clock, or all by one")
  func zones() throws {
    #expect(
      try run(["list", "--on", "2026-10-24"]).output == """
        Tomorrow, Saturday, 24 October 2026
          07:00  Run  – It's time.  (ben of focusflow)  America/New_York
          16:00  Tea\\u{1b}[31m  – At 4:00 PM.  (ana of focusflow)  Europe/London

        """)
    #expect(
      try run(["list", "--on", "2026-10-24", "--time-zone", "Asia/Tokyo"]).output == """
        Today, Saturday, 24 October 2026
          20:00  Run  – It's time.

        Times in Asia/Tokyo.

        """)
  }

  @Test("next prints the five soonest by instant")
  func next() throws {
    let result = try run(["next"])
    #expect(!result.output.contains("more"))
    let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    #expect(lines.map { $0.dropFirst(9).prefix(3) } == ["Run", "Tea", "Run", "Tea", "Run"])
  }

  @Test("next prints what goes out soonest, each at its own time")
  func nextReminders() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var times = (1...5).map { #""date": "2026-10-26", "time": "0\#($0):00", "remind": ["-1h"]"# }
    times.append(#""date": "2026-10-27", "time": "09:00", "remind": ["-2d"]"#)
    let tasks = times.enumerated().map { #"{"kind": "task", "id": "\#($0)", "title": "T\#($0 + 1)", \#($1)}"# }
    let account = #""id": "eva", "timeZone": "Europe/Vienna", "platform": "other""#
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [\#(tasks.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let output = try Program.run(
      ["next", "in.json", "--now", "2026-10-24T06:00:00Z"] + AgendaTests.ends.dropFirst(2), in: folder
    ).output
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    #expect(lines.map { $0.dropFirst(9).prefix(2) } == ["T1", "T2", "T3", "T4", "T6"], "\(output)")
  }

  @Test("the JSON has the plan's scheduled notifications at the same instants")
  func json() throws {
    let result = try run(["list", "--format", "json", "--days", "5"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let entries = try #require(document["entries"] as? [[String: Any]])
    let worker = try Program.run(
      [
        "worker", "--now", "2026-10-23T16:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
        "--days", "5",
      ], input: AgendaTests.lines)
    try #require(worker.status == 0, "\(worker.errors)")
    let scheduled = try worker.output.split(separator: "\n").compactMap { line in
      let decision = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return decision?["outcome"] as? String == "scheduled" ? "\(decision!["at"]!) \(decision!["notification"]!)" : nil
    }
    #expect(scheduled.count == 10)
    #expect(entries.map { "\($0["at"]!) \($0["notification"]!)" }.sorted() == scheduled.sorted())
    #expect(document["left"] as? Int == 0 && document["format"] as? String == "tickler-list/1")
  }

  private static let ends = [
    "--now", "2026-10-23T16:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
  ]

  /// Returns what `list` shows of a day on a terminal.
  private func shown(_ options: [String], columns: Int = 80, environment: [String: String] = [:]) throws -> String {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(AgendaTests.export.utf8).write(to: folder.appending(path: "in.json"))
    let terminal = try Terminal(columns: columns)
    let status = try Program.run(
      ["list", "in.json", "--on", "2026-10-24"] + options + AgendaTests.ends, in: folder, output: terminal.handle,
      errors: .nullDevice,
      environment: ["TERM": "xterm-256color", "NO_COLOR": ""].merging(environment) { _, new in new })
    #expect(status == 0)
    return try terminal.finish().replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\u{202f}", with: " ")
  }

  @Test("a terminal gets colors for days, times and notes, and no control characters of titles")
  func colors() throws {
    #expect(
      try shown([]) == """
        \u{1b}[1mTomorrow, Saturday, 24 October 2026\u{1b}[0m
          \u{1b}[36m07:00\u{1b}[0m  Run\u{1b}[2m  – It's time.\u{1b}[0m\u{1b}[2m  (ben of focusflow)\u{1b}[0m\u{1b}[2m  America/New_York\u{1b}[0m
          \u{1b}[36m16:00\u{1b}[0m  Tea\\u{1b}[31m\u{1b}[2m  – At 4:00 PM.\u{1b}[0m\u{1b}[2m  (ana of focusflow)\u{1b}[0m\u{1b}[2m  Europe/London\u{1b}[0m

        """)
  }

  @Test(
    "without colors, a terminal gets the same text as a pipe",
    arguments: [
      (options: ["--no-color"], environment: [:]), ([], ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]),
      (["--format", "json"], [:]),
    ])
  func plain(options: [String], environment: [String: String]) throws {
    let format = options.filter { $0 != "--no-color" }
    #expect(
      try shown(options, environment: environment) == run(["list", "--on", "2026-10-24"] + format).output)
  }

  @Test("does not wrap lines if the window has fewer than 40 columns or more than a line", arguments: [1, 20, 500])
  func width(columns: Int) throws {
    let whole = try shown(["--no-color"], columns: columns)
    #expect(whole.split(separator: "\n").count == 3)
    // A pipe has 80 columns.
    #expect(try words(whole) == words(run(["list", "--on", "2026-10-24"]).output))
  }

  @Test("an occurrence is one line at its own day and time, with when its reminders go out")
  func reminders() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = [
      #""id": "a", "title": "Dentist", "date": "2026-12-01", "time": "09:30", "remind": ["-1d"]"#,
      #""id": "b", "title": "Train \"5\\A\"", "date": "2026-11-28", "time": "12:00", "remind": ["-2h", "-1h", "0"]"#,
      #""id": "c", "title": "Ada turns 36", "date": "2026-11-30", "allDay": true, "remind": ["-2d"]"#,
      #""id": "d", "title": "Bins", "date": "2026-11-29", "allDay": true"#,
    ].map { #"{"kind": "task", \#($0)}"# }
    let account = #""id": "eva", "timeZone": "Europe/Berlin", "platform": "other""#
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [\#(items.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let ends = ["--now", "2026-11-27T07:00:00Z"] + AgendaTests.ends.dropFirst(2)
    let list = try Program.run(["list", "in.json"] + ends, in: folder).output
    #expect(
      list.replacingOccurrences(of: "\u{202f}", with: " ") == """
        Today, Friday, 27 November 2026
          Nothing left.

        Tomorrow, Saturday, 28 November 2026
          12:00  Train "5\\A"  – At 12:00 PM.  (reminders 10:00, 11:00, 12:00)

        Sunday, 29 November 2026
                 Bins  (in 2 days)  (reminder 09:00)

        Monday, 30 November 2026
                 Ada turns 36  (in 3 days)  (reminder Sat 28 Nov 09:00)

        Tuesday, 1 December 2026
          09:30  Dentist  (reminder Mon 30 Nov 09:30)

        Times in Europe/Berlin.

        """)
    // A day has what happens on it and what is reminded of on it.
    let day = try Program.run(["list", "in.json", "--on", "2026-11-30"] + ends, in: folder).output
    #expect(day.contains("Ada turns 36") && day.contains("Dentist") && !day.contains("Bins"))
    #expect(list.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let next = try Program.run(["next", "in.json"] + ends, in: folder).output
    #expect(
      next.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(9).prefix(3) } == [
        "Tra", "Bin", "Ada", "Den",
      ])
  }

  @Test("what is still to come is on its day though its reminder went out; what is over was then, not at its reminder")
  func remindedBefore() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = [
      #""id": "a", "title": "Dentist", "date": "2026-11-24", "time": "09:30", "remind": ["-1d", "-2h"]"#,
      #""id": "b", "title": "Yoga", "date": "2026-11-03", "time": "19:00", "repeat": "weekly", "remind": ["-1d"]"#,
      #""id": "c", "title": "Taxes", "date": "2026-11-24", "allDay": true, "remind": ["-1d", "0"]"#,
      #""id": "d", "title": "Passport", "date": "2026-11-23", "allDay": true, "remind": ["-1d"]"#,
    ].map { #"{"kind": "task", \#($0)}"# }
    let account = #""id": "eva", "timeZone": "Europe/Berlin", "platform": "other""#
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [\#(items.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    func list(_ now: String) throws -> [String] {
      let ends = ["--now", now, "--days", "1"] + AgendaTests.ends.dropFirst(2)
      let output = try Program.run(["list", "in.json"] + ends, in: folder).output
      return output.split(separator: "\n").dropLast().map(String.init)
    }
    let passport = "  2026-11-23        Passport"
    let today = "Today, Tuesday, 24 November 2026"
    #expect(
      try list("2026-11-24T07:00:00Z") == [
        "Overdue", passport, today, "         Taxes  (reminder 09:00)", "  09:30  Dentist", "  19:00  Yoga",
      ])
    #expect(
      try list("2026-11-24T10:00:00Z") == [
        "Overdue", passport, "  2026-11-24 09:30  Dentist", today, "         Taxes",
        "  19:00  Yoga",
      ])
  }

  static let listed: [(why: String, account: String, items: [String], now: String, lines: [String])] = [
    (
      "a traveler's line has one clock",
      #""timeZone": "Europe/Vienna", "zoneChanges": [{"at": "2026-11-21T10:00:00Z", "timeZone": "America/New_York"}]"#,
      [#""date": "2026-11-21", "time": "15:00", "remind": ["-1d", "-6h"]"#], "2026-11-20T06:00:00Z",
      [
        "Today, Friday, 20 November 2026", "  Nothing left.", "Tomorrow, Saturday, 21 November 2026",
        "  15:00  T  (reminders Fri 20 Nov 09:00, Sat 21 Nov 09:00)", "Times in America/New_York.",
      ]
    ),
    (
      "a moved task has its own dates and those of no reminder", #""timeZone": "Europe/Berlin""#,
      [
        #""date": "2026-11-22", "time": "08:00", "remind": ["-1d"], "shift": "after""#,
        #""date": "2026-11-22", "allDay": true, "remind": ["-2d@18:00"], "shift": "after""#,
        #""date": "2026-11-22", "time": "18:00", "remind": ["-2h"], "shift": "after", "timeZone": "Asia/Tokyo""#,
      ], "2026-11-19T07:00:00Z",
      [
        "Today, Thursday, 19 November 2026", "  Nothing left.", "Monday, 23 November 2026",
        "         T  due Sun 22 Nov, moved to Mon 23 Nov  (in 4 days)  (reminder Sat 21",
        "         Nov 18:00)",
        "  08:00  T  due Sun 22 Nov, moved to Mon 23 Nov  (reminder Sun 22 Nov 08:00)",
        "  10:00  T  due Sun 22 Nov, moved to Mon 23 Nov  (reminder 08:00)", "Times in Europe/Berlin.",
      ]
    ),
    (
      "a bill that quiet hours remind of on its day counts once",
      #""timeZone": "Europe/Vienna", "locale": "en-IE", "preferences": {"bills": {"time": "23:00"}}"#,
      [
        #"{"kind": "bill", "id": "w", "name": "W", "amount": "10", "currency": "EUR", "dueDate": "2026-11-21"}"#,
        #""date": "2026-11-21", "time": "00:00""#,
      ], "2026-11-20T06:00:00Z",
      [
        "Today, Friday, 20 November 2026", "  Nothing left.", "Tomorrow, Saturday, 21 November 2026",
        "         W  – €10.00  (reminders 07:00, Sun 22 Nov 07:00)", "  00:00  T  (reminder 07:00)",
        "Sunday, 22 November 2026", "         W: still to pay  (reminder Mon 23 Nov 07:00)", "To pay: €10.00.",
        "Times in Europe/Vienna.",
      ]
    ),
    (
      "what nobody will be told has no words",
      #""timeZone": "Europe/Vienna", "locale": "en-IE", "preferences": {"bills": {"onDueDate": false}}"#,
      [#"{"kind": "bill", "id": "w", "name": "W", "amount": "10", "currency": "EUR", "dueDate": "2026-11-21"}"#],
      "2026-11-20T12:00:00Z",
      [
        "Today, Friday, 20 November 2026", "  Nothing left.", "Tomorrow, Saturday, 21 November 2026",
        "         W  – €10.00", "Sunday, 22 November 2026",
        "         W: still to pay  – €10.00, due 21 November, a day ago.  (reminder", "         09:00)",
        "To pay: €10.00.",
        "Times in Europe/Vienna.",
      ]
    ),
    (
      "what was due before comes before today", #""timeZone": "Europe/Berlin""#,
      [#""date": "2026-11-18", "allDay": true, "remind": ["+4d"]"#], "2026-11-20T08:30:00Z",
      [
        "Wednesday, 18 November 2026", "         T  (reminder Sun 22 Nov 09:00)", "Today, Friday, 20 November 2026",
        "  Nothing left.", "Times in Europe/Berlin.",
      ]
    ),
    (
      "what is under way is today's, and says when it ends", #""timeZone": "Europe/Berlin""#,
      [
        #""date": "2026-11-18", "allDay": true, "duration": 432000"#,
        #""date": "2026-11-18", "time": "09:00", "duration": 259200, "remind": ["0", "+71h"]"#,
        #""date": "2026-11-20", "time": "09:10", "duration": 7200"#,
        #""date": "2026-11-20", "time": "08:00", "duration": 3600, "until": "2026-11-20", "repeat": "daily""#,
        #""date": "2026-11-20", "allDay": true, "duration": 86400"#,
        #""date": "2026-11-21", "allDay": true, "duration": 172800"#,
      ], "2026-11-20T08:30:00Z",
      [
        "Today, Friday, 20 November 2026", "         T  (until Sun 22 Nov)",
        "         T", "         T  (until Sat 21 Nov 09:00)  (reminder Sat 21 Nov 08:00)", "  09:10  T  (until 11:10)",
        "Tomorrow, Saturday, 21 November 2026", "         T  (tomorrow)  (reminder 09:00)", "Times in Europe/Berlin.",
      ]
    ),
  ]

  @Test("what `list` prints of an account's tasks", arguments: listed)
  func lists(why: String, account: String, items: [String], now: String, lines: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tasks = items.enumerated().map { id, item in
      item.hasPrefix("{") ? item : #"{"kind": "task", "id": "\#(id)", "title": "T", \#(item)}"#
    }
    let export =
      #"{"format": "tickler-export/1", "app": "personal", "accounts": [{"id": "eva", "platform": "other", \#(account), "items": [\#(tasks.joined(separator: ","))]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    let ends = ["--now", now] + AgendaTests.ends.dropFirst(2)
    let output = try Program.run(["list", "in.json"] + ends, in: folder).output
    #expect(output.split(separator: "\n").map(String.init) == lines, "\(why)")
  }

  @Test("--on finds what is due that day and reminded of after it, and takes a day in words")
  func ofDay() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bill =
      #"{"kind": "bill", "id": "rent", "name": "Rent", "dueDate": "2026-10-31", "snoozedUntil": "2026-11-03T08:00:00Z"}"#
    let account = #""id": "eva", "timeZone": "Europe/Vienna", "platform": "other""#
    let export = #"{"format": "tickler-export/1", "app": "personal", "accounts": [{\#(account), "items": [\#(bill)]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    for day in ["2026-10-31", "next saturday"] {
      let result = try Program.run(
        ["list", "in.json", "--on", day, "--now", "2026-10-25T16:00:00Z"] + AgendaTests.ends.dropFirst(2), in: folder)
      #expect(
        result.output.contains("Rent: was due on Saturday") && result.output.contains("(reminder Tue 3 Nov 09:00)"),
        "\(result)")
    }
    #expect(try run(["list", "--on", "tomorrow"]).output == run(["list", "--on", "2026-10-24"]).output)
  }

  @Test("a reminder of what was due before is not ahead")
  func overdue() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = """
      format = "tickler-policy/1"
      app = "own"
      [items.exam.fields]
      name = { type = "text", required = true }
      day = "date"
      [kinds.late]
      shape = "untilDone"
      item = "exam"
      at = "{day}"
      time = "09:00"
      for = "any"
      identifier = "o.l.{id}"
      title = "Late {{name}}"
      """
    let export =
      #"{"format": "tickler-export/1", "app": "own", "accounts": [{"id": "a", "timeZone": "UTC", "items": ["#
      + #"{"kind": "exam", "id": "x", "name": "Exam", "day": "2026-10-21"}]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    try Data(policy.utf8).write(to: folder.appending(path: "own.toml"))
    let result = try Program.run(["list", "in.json", "--policy", "own.toml"] + AgendaTests.ends, in: folder)
    #expect(result.output.contains("Late Exam  (reminder 09:00)"), "\(result.output)\(result.errors)")
    #expect(result.output.contains("Today, Friday, 23 October 2026\n  Nothing left."), "\(result.output)")
  }

  @Test("wraps lines between words in a narrow window, below the title", arguments: [40, 50, 60])
  func breaks(columns: Int) throws {
    let broken = try shown(["--no-color"], columns: columns)
    let lines = broken.split(separator: "\n")
    #expect(lines.count > 3 && lines.allSatisfy { $0.count <= columns }, "\(broken)")
    let later = lines.dropFirst().filter { !$0.hasPrefix("  0") && !$0.hasPrefix("  1") }
    #expect(later.allSatisfy { $0.hasPrefix("         ") && !$0.hasPrefix("          ") }, "\(broken)")
    #expect(try words(broken) == words(run(["list", "--on", "2026-10-24"]).output))
    // Colors take no columns.
    let codes = #/\u{1b}\[\d*m/#
    #expect(try shown([], columns: columns).replacing(codes, with: "") == broken)
  }

  private func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }

  /// The same export with a line for each account.
  private static var lines: String {
    let document = try! JSONSerialization.jsonObject(with: Data(export.utf8)) as! [String: Any]
    let accounts = (document["accounts"] as! [[String: Any]]).map { account -> String in
      String(decoding: try! JSONSerialization.data(withJSONObject: ["account": account]), as: UTF8.self)
    }
    return #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n" + accounts.joined(separator: "\n") + "\n"
  }

  static let refused: [(arguments: [String], status: Int32, words: String)] = [
    (["list", "--account", "anna"], 66, "no input has the account \"anna\"; the nearest is \"ana\""),
    (["next", "--time-zone", "Europe/Londn"], 64, "has no time zone \"Europe/Londn\""),
    (["list", "--on", "2026-10-24", "--days", "3"], 64, "--on and --days exclude each other"),
    (["list", "--on", "2027-12-01"], 64, "2027-12-01 is 404 days ahead; a plan reaches at most 366"),
    (["list", "--account", "ana", "--app", "nope"], 66, "it is an account of another app"),
    (["next", "--app", "focusflow"], 64, "--app goes with --account"),
    (["list", "--on", "2027-10-25"], 64, "2027-10-25 is 367 days ahead; a plan reaches at most 366 (--on)"),
  ]

  @Test("rejects a question that it cannot answer", arguments: refused)
  func refuses(arguments: [String], status: Int32, words: String) throws {
    let result = try run(arguments)
    #expect(result.status == status && result.output == "" && result.errors.contains(words), "\(result.errors)")
  }

  @Test(
    "an unknown account ends with 66 even if another record is rejected; a rejected account ends with 1",
    arguments: ["list", "next"])
  func rejected(command: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = """
      {"format":"tickler-export/1","app":"diary"}
      {"account":{"id":"ana","timeZone":"UTC","preferences":{"bedtime":{}}}}
      {"account":{"id":"bo","timeZone":"Mars/Base"}}

      """
    try Data(export.utf8).write(to: folder.appending(path: "in.ndjson"))
    for (account, status, words) in [
      ("nobody", 66, "tickler: error: no input has the account \"nobody\""), ("bo", 1, "found \"Mars/Base\""),
      ("ana", 1, ""),
    ] {
      let result = try Program.run([command, "in.ndjson", "--account", account] + AgendaTests.ends, in: folder)
      #expect(result.status == Int32(status) && result.output.isEmpty == (status == 66), "\(account): \(result.output)")
      #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test("prints a day without notifications", arguments: ["2026-10-22", "2026-10-23"])
  func nothing(date: String) throws {
    #expect(try run(["list", "--account", "ana", "--on", date]).output == "Nothing goes out.\n")
  }

  @Test("list says that today has nothing; next does not")
  func nothingToday() throws {
    #expect(try run(["list", "--account", "ana", "--days", "0"]).output == "Nothing goes out today.\n")
    #expect(
      try run(["next", "--account", "ana"]).output.hasPrefix("Tomorrow, Saturday, 24 October 2026\n  16:00  Tea"))
  }
}
