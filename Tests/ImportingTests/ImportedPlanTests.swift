import CivilTime
import Foundation
import TestSupport
import Testing

/// Tests plans of other tools' files.
@Suite struct ImportedPlanTests {
  private static let shared = [
    "--now", "2026-11-22T12:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
    "--time-zone", "Europe/Berlin",
    "--emit", "plan,actions,ics",
  ]

  private static let samples = TestFiles.unpacked("samples")

  /// Plans files and the export made from them, and returns both plans' decisions.
  func plans(of names: [String], in folder: URL) throws -> (own: String, ofExport: String) {
    let plan = try Program.run(["plan"] + names + ["--out", "own"] + ImportedPlanTests.shared, in: folder)
    #expect(plan.status < 2, "\(plan.errors)")
    let export = try Program.run(
      ["import"] + names + ImportedPlanTests.shared.prefix(8) + ["--days", "14"], in: folder)
    #expect(export.status < 2, "\(export.errors)")
    try Data(export.output.utf8).write(to: folder.appending(path: "export.ndjson"))
    let again = try Program.run(
      ["plan", "export.ndjson", "--strict", "--out", "again"] + ImportedPlanTests.shared, in: folder)
    #expect(again.status == 0, "\(again.errors)")
    func decisions(_ name: String) throws -> String {
      try ["plan.ndjson", "actions.ndjson"].map { file in
        try String(contentsOf: folder.appending(path: "\(name)/\(file)"), encoding: .utf8).split(separator: "\n")
          .dropFirst().joined(separator: "\n")
      }.joined(separator: "\n---\n")
    }
    return (try decisions("own"), try decisions("again"))
  }

  @Test(
    "every sample gives the plan of the export made from it",
    arguments: [
      "icalendar", "gnucash", "homebank", "taskwarrior", "tasks-org", "habitica", "dayone", "super-productivity",
      "apple-health",
    ])
  func samples(_ tool: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var names = try FileManager.default.contentsOfDirectory(
      atPath: ImportedPlanTests.samples.appending(path: tool).path
    ).sorted()
    // Files that are not exports (an app's test state, API responses), and calendars that share an event with another.
    names.removeAll {
      $0.hasPrefix("frozen-state") || $0.hasPrefix("habiticalib-") || $0.hasSuffix("_future.ics")
        || $0 == "alarm_thunderbird_closed.ics"
    }
    for name in names {
      try FileManager.default.copyItem(
        at: ImportedPlanTests.samples.appending(path: "\(tool)/\(name)"), to: folder.appending(path: name))
    }
    let (own, ofExport) = try plans(of: names, in: folder)
    #expect(own == ofExport)
  }

  @Test("of an item in several tables, the last one is planned and written")
  func severalTables() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mapping =
      "format = \"tickler-mapping/1\"\ninput = \"csv\"\nkind = \"task\"\n[fields]\nid = \"id\"\ntitle = \"t\"\n"
      + "date = \"date\"\nduration = \"s\"\n"
    let tables = [
      "m.toml": mapping, "1.csv": "id,t,date,s\na,Call,2026-11-24,\nb,Mail,2026-11-25,\nc,Old,2026-11-25,\n",
      // A rejected row replaces nothing.
      "2.csv": "id,t,date,s\nb,Mail,2026-11-26,\na,Call,2026-11-25,\nc,New,2026-11-26,-1\n",
      "3.csv": "id,t,date,s\na,Call,2026-11-26,60\n",
    ]
    for (name, text) in tables { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let names = ["1.csv", "2.csv", "3.csv", "--mapping", "m.toml"]
    let (own, ofExport) = try plans(of: names, in: folder)
    #expect(own == ofExport)
    let export = try Program.run(["import"] + names + ImportedPlanTests.shared.prefix(8), in: folder)
    let sources = export.output.split(separator: "\n").compactMap {
      $0.split(separator: "\"source\":").dropFirst().first
    }
    #expect(sources == ["\"1.csv:4:1\"}}", "\"2.csv:2:1\"}}", "\"3.csv:2:1\"}}"], "\(export.output)")
    #expect(
      export.errors.hasSuffix(
        "1.csv:3:1: warning: 2 items are left out: those of other files with their ids count, the first in 2.csv\n"
          + "2.csv:3:1: warning: 1 item is left out: the one of 3.csv with its id counts\n"), "\(export.errors)")
  }

  @Test("a calendar with too many items costs itself, not the account")
  func tooManyItems() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let todos = (0...100_000).map { "BEGIN:VTODO\nUID:\($0)\nDUE:20261124T160000\nEND:VTODO\n" }.joined()
    try Data("BEGIN:VCALENDAR\n\(todos)END:VCALENDAR\n".utf8).write(to: folder.appending(path: "big.ics"))
    let card = "BEGIN:VCARD\nVERSION:4.0\nUID:u\nFN:Ada\nBDAY:19901129\nEND:VCARD\n"
    try Data(card.utf8).write(to: folder.appending(path: "contacts.vcf"))
    let result = try Program.run(
      ["plan", "big.ics", "contacts.vcf", "--out", "out"] + ImportedPlanTests.shared, in: folder)
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        #"big.ics:2:1: error: account "me", field items: the file has 100001 items, and is left out; expected at most 100000"#
      ),
      "\(result.errors)")
    let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    #expect(plan.contains("Ada turns 36") && !plan.contains("Reminder"))
  }

  @Test(
    "an entry that makes too many items costs itself, and no other entry",
    arguments: [
      ("alarms on the dates of another clock's rule", "RRULE:FREQ=DAILY", 30, 0),
      ("more of them", "RRULE:FREQ=DAILY", 4000, 1),
      ("alarms that each except dates", "DTSTART:20261123T090000\nRRULE:FREQ=DAILY\nEXDATE:", 1000, 1),
    ])
  func tooManyItemsOfAnEntry(label: String, rule: String, alarms: Int, status: Int32) throws {
    let start = rule.hasPrefix("DTSTART") ? "" : "DTSTART;TZID=America/New_York:20261123T090000\n"
    let dates = (0..<300).map { "\(LocalDate(year: 2026, month: 11, day: 24)!.adding(days: $0))".filter { $0 != "-" } }
    let exceptions = rule.hasSuffix(":") ? dates.map { $0 + "T090000" }.joined(separator: ",") : ""
    let text = (0..<alarms).map { number in
      "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\(number + 1)M\nEND:VALARM\n"
    }
    let calendar =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:big\n\(start)\(rule)\(exceptions)\n\(text.joined())END:VEVENT\n"
      + "BEGIN:VTODO\nUID:other\nDUE:20261124T160000\nEND:VTODO\nEND:VCALENDAR\n"
    let imported = try Imported(calendar, ["--days", "300"])
    #expect(imported.status == status, "\(label)")
    #expect(imported.items.contains { $0.contains("id:other") }, "\(label)")
    #expect(imported.items.contains { $0.contains("id:big") } == (status == 0), "\(label)")
    let words =
      #"2:1: error: item "big": the event makes too many items; expected at most 10000 from its alarms and dates, with 100000 excepted dates"#
    #expect(imported.diagnostics.contains(words) == (status == 1), "\(label): \(imported.diagnostics.prefix(3))")
  }

  @Test("random files give the plan of the export made from them", arguments: 0..<12)
  func random(_ seed: UInt64) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SplitMix(state: seed)
    var ics = "BEGIN:VCALENDAR\n"
    var tasks: [String] = []
    var bills = ""
    for number in 0..<20 {
      let day = 20_261_101 + Int(random.next() % 28)
      let time = random.pick("T090000", "T233000Z", "T000000", "")
      let zone =
        time.hasSuffix("Z")
        ? "" : time.isEmpty ? ";VALUE=DATE" : random.pick("", ";TZID=Europe/Berlin", ";TZID=America/New_York")
      let rule = random.pick(
        "", "\nRRULE:FREQ=DAILY", "\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR", "\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=5",
        "\nRRULE:FREQ=YEARLY", "\nRRULE:FREQ=MONTHLY")
      let alarm = random.pick("-PT15M", "-P1D", "PT2H", "-P2DT3H")
      let type = random.pick("VEVENT", "VTODO")
      ics += "BEGIN:\(type)\nUID:u\(number)\nSUMMARY:S\(number)\nDTSTART\(zone):\(day)\(time)\(rule)\n"
      ics += "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(alarm)\nEND:VALARM\nEND:\(type)\n"
      tasks.append(
        #"{"uuid":"w\#(number)","status":"\#(random.pick("pending", "recurring"))","entry":"x","description":"W\#(number)","due":"\#(day)T\#(random.pick("230000", "160000"))Z","recur":"\#(random.pick("daily", "monthly", "weekdays", "P3D", "3h"))"}"#
      )
      bills +=
        "<fav key=\"\(number)\" amount=\"\(random.pick("-5", "12.345"))\" account=\"1\" flags=\"4\" wording=\"B\(number)\" nextdate=\"\(739_920 + Int(random.next() % 40))\" every=\"\(random.pick("1", "2"))\" unit=\"\(random.pick("0", "1", "2", "3"))\" weekend=\"\(random.pick("0", "1", "2"))\"/>\n"
    }
    try Data((ics + "END:VCALENDAR\n").utf8).write(to: folder.appending(path: "a"))
    try Data("[\(tasks.joined(separator: ",\n"))]".utf8).write(to: folder.appending(path: "b"))
    try Data("<homebank>\n\(bills)</homebank>".utf8).write(to: folder.appending(path: "c"))
    let (own, ofExport) = try plans(of: ["a", "b", "c"], in: folder)
    #expect(own == ofExport)
    #expect(own.contains("\"outcome\":\"scheduled\""))
  }

  @Test("a book and a calendar form one person's plan, and its calendar has both")
  func together() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      "<homebank><fav key=\"1\" amount=\"-5\" account=\"1\" flags=\"4\" wording=\"Rent\" nextdate=\"739946\" every=\"1\" unit=\"2\"/></homebank>"
        .utf8
    )
    .write(to: folder.appending(path: "book"))
    try Data(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nSUMMARY:Passport\nDUE:20261124T090000\nEND:VTODO\nEND:VCALENDAR\n".utf8
    ).write(to: folder.appending(path: "tasks"))
    let plan = try Program.run(["plan", "book", "tasks", "--out", "out"] + ImportedPlanTests.shared, in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let calendar = try String(contentsOf: folder.appending(path: "out/calendar.ics"), encoding: .utf8)
    #expect(calendar.contains("Passport") && calendar.contains("Rent"))
  }

  /// The lines of a personal calendar's events.
  private func events(_ file: String, of text: String, _ now: String, _ options: [String], in folder: URL) throws
    -> [String]
  {
    try Data(text.utf8).write(to: folder.appending(path: "a.ics"))
    let plan = try Program.run(
      [
        "plan", "a.ics", "--out", "out", "--ics-style", "personal", "--event-alarm", "0", "--now", now, "--days", "3",
        "--changes", "changes.ndjson",
      ] + options + ImportedPlanTests.shared.suffix(8), in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let calendar = try? String(contentsOf: folder.appending(path: "out/\(file).ics"), encoding: .utf8)
    return (calendar ?? "").split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test("an event of two days over a clock change ends when the file says")
  func days() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try events(
      "calendar",
      of:
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:d\nDTSTART;TZID=Europe/Berlin:20270327T100000\nDTEND;TZID=Europe/Berlin:20270329T100000\nEND:VEVENT\nEND:VCALENDAR\n",
      "2027-03-26T06:00:00Z", [], in: folder)
    #expect(lines.filter { $0.hasPrefix("DTEND:") } == ["DTEND:20270329T080000Z"])
  }

  @Test("occurrences before a change of all later ones stay done, and keep their UIDs")
  func laterChange() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let series =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:y\nSUMMARY:Yoga\nDTSTART:20261120T100000\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
    let change =
      "BEGIN:VEVENT\nUID:y\nSUMMARY:Yoga\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261127T100000\nDTSTART:20261127T110000\nEND:VEVENT\n"
    _ = try events("calendar", of: series + "END:VCALENDAR\n", "2026-11-23T05:00:00Z", [], in: folder)
    try Data(
      "{\"change\":{\"app\":\"personal\",\"account\":\"me\",\"kind\":\"task\",\"id\":\"y\",\"at\":\"2026-11-23T06:00:00Z\",\"completedOn\":\"2026-11-24\"}}\n"
        .utf8
    ).write(to: folder.appending(path: "changes.ndjson"))
    let lines = try events(
      "cancelled", of: series + change + "END:VCALENDAR\n", "2026-11-23T06:00:00Z", ["--previous", "out"], in: folder)
    #expect(lines.filter { $0.hasPrefix("DTSTART:") } == ["DTSTART:20261124T090000Z"])
  }

  @Test(
    "what was done on a date of a rule stays done when its dates are planned one by one, and the other way round",
    arguments: [("t/2026-11-24", "t", true), ("t", "t/2026-11-24", false)])
  func otherForm(recorded: String, id: String, isRule: Bool) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let rule = isRule ? "\"rrule\":\"FREQ=DAILY\"" : "\"until\":\"2026-11-24\""
    try Data(
      """
      {"format":"tickler-export/1","app":"personal"}
      {"account":{"id":"me","timeZone":"Europe/Berlin"}}
      {"item":{"kind":"task","id":"\(id)","account":"me","title":"Tea","date":"2026-11-24","time":"10:00",\(rule)}}

      """.utf8
    ).write(to: folder.appending(path: "a.ndjson"))
    try Data(
      "{\"change\":{\"app\":\"personal\",\"account\":\"me\",\"kind\":\"task\",\"id\":\"\(recorded)\",\"at\":\"2026-11-22T06:00:00Z\",\"completedOn\":\"2026-11-24\"}}\n"
        .utf8
    ).write(to: folder.appending(path: "changes.ndjson"))
    let plan = try Program.run(
      ["plan", "a.ndjson", "--out", "out", "--changes", "changes.ndjson"] + ImportedPlanTests.shared, in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let lines = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8).split(
      separator: "\n")
    #expect(lines.filter { $0.contains("2026-11-24T") && $0.contains("\"completed\"") }.count == 1)
  }

  @Test("an item that its file numbers is another one in another file, unless it has the same title")
  func numbered() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, title) in [("ana", "Rent"), ("ben", "Car"), ("copy", "Rent")] {
      let bill =
        "<homebank><fav key=\"1\" amount=\"-5\" account=\"1\" flags=\"4\" wording=\"\(title)\" nextdate=\"739946\" unit=\"2\"/></homebank>"
      try Data(bill.utf8).write(to: folder.appending(path: name))
      let table = "id,title,due\n1,\(title),2026-11-27\nb8fd2a,\(title),2026-11-27\n"
      try Data(table.utf8).write(to: folder.appending(path: "\(name).csv"))
    }
    let mapping =
      "format = \"tickler-mapping/1\"\nkind = \"task\"\n[fields]\nid = \"id\"\ntitle = \"title\"\ndate = \"due\"\n"
    try Data(mapping.utf8).write(to: folder.appending(path: "own.toml"))
    let names = ["ana", "ben", "copy", "ana.csv", "ben.csv", "copy.csv"]
    let plan = try Program.run(
      ["list"] + names + ["--mapping", "own.toml"] + ImportedPlanTests.shared.dropLast(2), in: folder)
    #expect(plan.status == 0)
    for words in ["Rent: due today", "Car: due today", "Rent  (", "Car  ("] {
      #expect(plan.output.contains(words), "\(words): \(plan.output)")
    }
    #expect(
      plan.errors.split(separator: "\n") == [
        "ben:1:11: warning: 1 item has the number of another one in an earlier file: both are planned",
        "copy:1:11: warning: 1 item has the number and title of one in an earlier file: it is planned once",
        "ben.csv:2:1: warning: 1 item has the number of another one in an earlier file: both are planned",
        "copy.csv:2:1: warning: 1 item has the number and title of one in an earlier file: it is planned once",
      ])
  }

  @Test("of a contact in two address books, the one that was changed last counts, in any order")
  func contacts() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, year, day) in [("new", 2026, 24), ("old", 2020, 25)] {
      try Data(
        "BEGIN:VCARD\nVERSION:3.0\nUID:u\nFN:Cy\nREV:\(year)-10-01T00:00:00Z\nBDAY:1992-11-\(day)\nEND:VCARD\n".utf8
      )
      .write(to: folder.appending(path: name))
    }
    for names in [["new", "old"], ["old", "new"]] {
      let list = try Program.run(["list"] + names + ImportedPlanTests.shared.dropLast(2), in: folder)
      #expect(list.output.contains("24 November 2026") && !list.output.contains("25 November"), "\(list.output)")
      #expect(
        list.errors == "\(names[1]):1:1: warning: 1 contact is in an earlier file too: it is planned once\n")
    }
  }

  @Test(
    "the household of docs/personal.md: bills move to open days, done items are dropped, and the calendar has no identifiers"
  )
  func household() throws {
    let page = try String(contentsOf: TestFiles.root.appending(path: "docs/personal.md"), encoding: .utf8)
    let command = try #require(
      page.split(separator: "```").first { $0.contains("Examples/household/book.gnucash") })
    let words = command.replacing("\\\n", with: " ").split { $0.isWhitespace }.map(String.init)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = words.dropFirst().map { word in
      if word == "reports/household" { return "out" }
      return word.hasPrefix("Examples/") ? TestFiles.root.appending(path: word).path : word
    }
    let plan = try Program.run(arguments + ["--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let file = folder.appending(path: "out/plan.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // 7 November is a Saturday: GnuCash's `forward` pays on Monday.
    #expect(lines.contains { $0.contains("2026-11-07.due\"") && $0.contains("\"at\":\"2026-11-09T08:00:00Z\"") })
    #expect(lines.contains { $0.contains("bicycle") && $0.contains("\"reason\":\"completed\"") })
    let calendar = try String(contentsOf: folder.appending(path: "out/calendar.ics"), encoding: .utf8)
    #expect(calendar.contains("SUMMARY:Dentist") && calendar.contains("SUMMARY:Liability insurance"))
    #expect(!calendar.contains("task.dentist"))
  }

  static let commands: [(command: [String], asks: [String])] = [
    (["list"], ["--account", "ana", "--time-zone", "Asia/Tokyo"]),
    (["next"], ["--account", "ana", "--time-zone", "Asia/Tokyo"]),
    (["explain"], ["--account", "ana"]), (["simulate", "--for-days", "1"], ["--account", "ana"]),
    (["check"], []), (["zones"], []), (["drift", "--against", TestFiles.zoneinfo], []),
  ]

  @Test(
    "every planning command reads other tools' files with plan's options, and answers as for the export made from them",
    arguments: commands)
  func answers(command: [String], asks: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["own", "export"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: false)
    }
    let (own, export) = (folder.appending(path: "own"), folder.appending(path: "export"))
    try Data(
      (["BEGIN:VCALENDAR"]
        + ["UID:t\nSUMMARY:Passport\nDUE:20261124T090000", "UID:d\nSUMMARY:Post\nDUE;VALUE=DATE:20261125"]
        .map { "BEGIN:VTODO\n\($0)\nEND:VTODO" } + ["END:VCALENDAR\n"]).joined(separator: "\n").utf8
    ).write(to: own.appending(path: "tasks"))
    let shared = Array(ImportedPlanTests.shared.prefix(6))
    let settings = ["--all-day-time", "08:00", "--from", "icalendar"]
    let whose = ["--account", "ana", "--time-zone", "Asia/Tokyo"]
    let imported = try Program.run(["import", "tasks"] + shared + settings + whose, in: own)
    try #require(imported.status == 0, "\(imported.errors)")
    try Data(imported.output.utf8).write(to: export.appending(path: "tasks"))
    // Simulate takes another zone with --time-zone, and explain names the places of items.
    let isSimulated = command[0] == "simulate"
    let mine = try Program.run(
      command + ["tasks"] + shared + settings + (isSimulated ? asks : whose), in: own,
      environment: isSimulated ? ["TZ": "Asia/Tokyo"] : [:])
    let its = try Program.run(command + ["tasks"] + shared + asks, in: export)
    #expect(mine.status == its.status && mine.status == (isSimulated ? 2 : 0), "\(mine.errors)\(its.errors)")
    #expect(mine.output.replacing(/tasks:[0-9]+/, with: "tasks") == its.output.replacing(/tasks:[0-9]+/, with: "tasks"))
    #expect(command[0] == "check" || !mine.output.isEmpty)
    if ["list", "next"].contains(command[0]) {
      #expect(
        mine.output.contains("09:00  Passport") && mine.output.contains("  Post  (in 3 days)  (reminder 08:00)"),
        "\(mine.output)")
    }
  }

  static let faults: [(name: String, text: String, reports: String)] = [
    (
      "broken.ics", "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:X\r\n", count: 20),
      "broken.ics:17:1: error: nesting is too deep; expected at most 16 levels"
    ),
    (
      "broken.xhb", "<homebank>\n<fav key=\"1\"\n</homebank>\n",
      "broken.xhb:3:1: error: found '<' in a tag; expected an attribute, / or >"
    ),
    (
      "broken.xml", "<gnc-v2>\n<a></b>\n</gnc-v2>\n",
      "broken.xml:2:4: error: found the end tag \"b\"; expected that of \"a\""
    ),
  ]

  @Test("every command reports the line and cause of a broken file", arguments: faults)
  func fault(name: String, text: String, reports: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: name))
    for command in [["import"], ["plan", "--out", "out"], ["list"], ["check"]] {
      let result = try Program.run(command + [name] + ImportedPlanTests.shared.prefix(8), in: folder)
      #expect(result.status == 65 && result.errors == reports + "\n", "\(command): \(result.errors)")
    }
  }

  @Test("an account of other tools' files has no slot limit: calendar and agenda have everything due")
  func slots() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tasks = (0..<100).map {
      "BEGIN:VTODO\nUID:t\($0)\nSUMMARY:T\($0)\nDUE:202611\(23 + $0 % 5)T\(10 + $0 / 10)0000\nEND:VTODO\n"
    }
    try Data(("BEGIN:VCALENDAR\n" + tasks.joined() + "END:VCALENDAR\n").utf8).write(to: folder.appending(path: "tasks"))
    let plan = try Program.run(["plan", "tasks", "--out", "out"] + ImportedPlanTests.shared, in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let calendar = try String(contentsOf: folder.appending(path: "out/calendar.ics"), encoding: .utf8)
    #expect(calendar.components(separatedBy: "BEGIN:VEVENT").count == 101)
    let list = try Program.run(["list", "tasks"] + ImportedPlanTests.shared.prefix(8), in: folder)
    #expect(list.output.split(separator: "\n").count { $0.hasPrefix("  ") && $0 != "  Nothing left." } == 100)
  }

  @Test("the newest unpaid date of a union of rules is overdue, however old, and no older one")
  func union() throws {
    func book(_ more: String) -> String {
      let rules = ["2026-08-10", "2026-09-15"].map {
        "<gnc:recurrence><recurrence:mult>12</recurrence:mult><recurrence:period_type>month</recurrence:period_type><recurrence:start><gdate>\($0)</gdate></recurrence:start></gnc:recurrence>"
      }
      return
        "<gnc-v2><gnc:book><gnc:schedxaction><sx:id>s</sx:id><sx:name>Rent</sx:name><sx:start><gdate>2026-08-10</gdate></sx:start>\(more)<sx:schedule>\(rules.joined())</sx:schedule></gnc:schedxaction></gnc:book></gnc-v2>"
    }
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (paid, overdue) in [
      ("", true), ("<sx:last><gdate>2026-08-10</gdate></sx:last>", true),
      ("<sx:last><gdate>2026-09-15</gdate></sx:last>", false),
    ] {
      try Data(book(paid).utf8).write(to: folder.appending(path: "book"))
      let plan = try Program.run(["plan", "book", "--out", "out"] + ImportedPlanTests.shared, in: folder)
      #expect(plan.status == 0, "\(plan.errors)")
      let lines = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8).split(
        separator: "\n")
      let reported = lines.filter { $0.contains("\"kind\":\"overdue\"") && $0.contains("\"outcome\":\"scheduled\"") }
      #expect(reported.count == (overdue ? 2 : 0), "\(paid): \(reported)")
      #expect(reported.allSatisfy { $0.contains("bill.s/2026-09-15.2026-09-15.overdue") }, "\(reported)")
    }
  }

  @Test("omits a file with more items than an account may have")
  func tooMany() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tasks = (0...100_000).map {
      #"{"uuid":"\#($0)","status":"pending","entry":"x","description":"A","due":"20261124T160000Z"}"#
    }
    try Data("[\(tasks.joined(separator: ",\n"))]".utf8).write(to: folder.appending(path: "a"))
    let check = try Program.run(["check", "a"] + ImportedPlanTests.shared.prefix(8), in: folder)
    #expect(check.status == 1)
    #expect(
      check.output.contains(
        "the file has 100001 items, and is left out; expected at most 100000 items of an account from all inputs"))
  }

  @Test("reports an unrecognized file with its known properties")
  func unknown() throws {
    let imported = try Imported("{\"a\": 1}")
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.first?.hasPrefix("1:1: error: found no file of another tool; expected one of apple-health, ")
        == true)
  }
}

/// The generator of Steele, Lea and Flood, with which a seed gives the same files everywhere.
struct SplitMix {
  var state: UInt64

  mutating func pick(_ values: String...) -> String { values[Int(next() % UInt64(values.count))] }

  mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
