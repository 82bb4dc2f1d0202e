import CivilTime
import Foundation
import PlanModel
import Calendars
import Running
import TestSupport
import Testing

/// Tests which calendars a run writes, how they are split, and their properties.
struct ICSFileTests {
  /// Returns accounts with daily tasks, each in its own zone.
  ///
  /// - Parameter padding: The number of bytes added to each title.
  static func export(accounts: Int, tasks: Int, app: String = "focusflow", padding: Int = 0) -> String {
    let more = String(repeating: "x", count: padding)
    let zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Etc/UTC"]
    let list = (0..<accounts).map { number in
      let items = (0..<tasks).map { index in
        #"{"kind":"task","id":"t\#(index)","title":"Task \#(index), of a title; long enough\#(more)","date":"2026-10-01","#
          + #""time":"\#(10 + index % 10):\#(10 + index / 10)","repeat":"daily"}"#
      }
      return #"{"id":"u\#(number)","platform":"other","timeZone":"\#(zones[number % zones.count])","#
        + #""items":[\#(items.joined(separator: ","))]}"#
    }
    return #"{"format":"tickler-export/1","app":"\#(app)","accounts":[\#(list.joined(separator: ","))]}"#
  }

  static let empty = #"{"format":"tickler-export/1","app":"focusflow","accounts":[]}"#

  @Test(
    "splits calendars beyond 900 KB or 1,000 events into numbered files, each complete",
    arguments: [false, true], [0, 600])
  func split(isZoned: Bool, padding: Int) async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 8, tasks: 20, padding: padding), now: "2026-10-20T00:00:00Z", days: 14, in: folder
      ) { options in
        options.jobs = 2
        if isZoned { options.calendar.times = .zoned }
      }
      // The address of subscribers has the soonest that fit into one file.
      let bytes = try plan.bytes("calendar.ics")
      let soonest = try ICSComponent(parsing: bytes).children("VEVENT").map { try $0.value("UID") }
      #expect(bytes.count <= 900_000 && (padding > 0 ? bytes.count > 880_000 : soonest.count == 1_000))
      let order = plan.scheduled.enumerated().sorted { ($0.element["at"]!, $0.offset) < ($1.element["at"]!, $1.offset) }
      let wanted = order.prefix(soonest.count).sorted { $0.offset < $1.offset }.map { $0.element["uid"]! }
      #expect(soonest == wanted)
      let found = try VerifyRun.run(folder.path, zoneinfo: nil, sources: nil, format: .text, redactor: nil)
      #expect(found.status == 0, "\(found.output)")
      let names = try plan.names(in: "calendar")
      #expect(names.count >= 3 && names == (1...names.count).map { "00\($0).ics" })
      var uids: [String] = []
      for (index, name) in names.enumerated() {
        let bytes = try plan.bytes("calendar/\(name)")
        #expect(bytes.count <= 900_000)
        let calendar = try ICSComponent(parsing: bytes)
        let count = calendar.children("VEVENT").count
        #expect(count <= 1_000)
        if index < names.count - 1 { #expect(padding > 0 ? bytes.count > 890_000 : count == 1_000) }
        var used: Set<String> = []
        for event in calendar.children("VEVENT") {
          uids.append(try event.value("UID"))
          used.formUnion(event.properties.compactMap { $0.parameters["TZID"] })
          _ = try event.instant("DTSTART", in: calendar)
        }
        #expect(Set(try calendar.children("VTIMEZONE").map { try $0.value("TZID") }) == used)
        #expect(used.isEmpty != isZoned)
        #expect(try calendar.value("NAME") == "Notifications")
      }
      #expect(uids == plan.scheduled.map { $0["uid"]! })
    }
  }

  @Test("the header has the calendar's name and refresh interval")
  func head() async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 1, tasks: 1), now: "2026-10-20T00:00:00Z", days: 1, in: folder)
      let properties = try plan.calendar().properties.map { property in
        ([property.name] + property.parameters.map { "\($0.key)=\($0.value)" }).joined(separator: ";") + ":"
          + property.value
      }
      #expect(
        properties == [
          "VERSION:2.0", "PRODID:-//tickler//tickler//EN", "CALSCALE:GREGORIAN", "NAME:Notifications",
          "X-WR-CALNAME:Notifications", "COLOR:steelblue", "X-APPLE-CALENDAR-COLOR:#4682B4",
          "REFRESH-INTERVAL;VALUE=DURATION:P1D",
          "X-PUBLISHED-TTL:P1D",
        ])
    }
  }

  @Test("an event has each property that readers need exactly once")
  func event() async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 1, tasks: 1), now: "2026-10-20T00:00:00Z", days: 1, in: folder)
      let events = try plan.calendar().children("VEVENT")
      #expect(!events.isEmpty)
      for event in events {
        #expect(
          event.properties.map(\.name) == [
            "UID", "DTSTAMP", "DTSTART", "DTEND", "DESCRIPTION", "SUMMARY", "CATEGORIES", "COLOR", "TRANSP",
            "SEQUENCE",
          ])
        #expect(try event.value("DTSTAMP") == "20261020T000000Z")
        #expect(try event.value("TRANSP") == "TRANSPARENT")
        #expect(try event.value("SEQUENCE") == "0")
        #expect(event.children.isEmpty)
      }
      let task = try #require(try plan.calendar().children("VEVENT").first { try $0.value("CATEGORIES") == "task" })
      #expect(try task.text("SUMMARY") == "Task 0, of a title; long enough")
      #expect(
        try task.text("DESCRIPTION").hasSuffix(
          """
          2026-10-20T10:10:00 Europe/Berlin (UTC+02:00)
          Here because FocusFlow notifies account u0: task, focusflow.task.t0
          """))
    }
  }

  @Test("apps have different colors, equal in every run")
  func colors() async throws {
    var colors: [String: String] = [:]
    for app in ["focusflow", "ritualist", "diary", "steps", "moneymap"] {
      try await withFolder { folder in
        let export =
          #"{"format":"tickler-export/1","app":"\#(app)","accounts":[{"id":"a","timeZone":"UTC"}]}"#
        let plan = try await PlannedCalendars.plan(export, now: "2026-10-20T00:00:00Z", days: 1, in: folder) {
          $0.calendar.hasAccountFiles = true
        }
        colors[app] = try plan.calendar("accounts/\(app).a.ics").value("COLOR")
      }
    }
    #expect(
      colors == [
        "focusflow": "firebrick", "ritualist": "indigo", "diary": "midnightblue", "steps": "mediumvioletred",
        "moneymap": "teal",
      ])
  }

  @Test("an empty calendar is valid for readers, in both forms", arguments: [false, true])
  func nothing(isZoned: Bool) async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.empty, now: "2026-10-20T00:00:00Z", days: 1, in: folder
      ) { if isZoned { $0.calendar.times = .zoned } }
      let calendar = try plan.calendar()
      #expect(calendar.children.map(\.name) == ["VTIMEZONE"])
      #expect(try plan.names(in: ".").contains("cancelled.ics") == false)
    }
  }

  @Test("each account's calendar has only its own events; an account without events has a calendar too")
  func accounts() async throws {
    try await withFolder { folder in
      var export = ICSFileTests.export(accounts: 3, tasks: 2)
      export = export.replacing(
        #"{"id":"u0""#,
        with: #"{"id":"../Ana","timeZone":"Asia/Tokyo","preferences":{"enabled":false}},{"id":"u0""#)
      let plan = try await PlannedCalendars.plan(export, now: "2026-10-20T00:00:00Z", days: 2, in: folder) {
        $0.calendar.hasAccountFiles = true
      }
      #expect(
        try plan.names(in: "accounts") == [
          "focusflow.u0.ics", "focusflow.u1.ics", "focusflow.u2.ics", "focusflow.~2e.~2f=ana.ics",
        ])
      for number in 0..<3 {
        let calendar = try plan.calendar("accounts/focusflow.u\(number).ics")
        #expect(try calendar.text("NAME") == "FocusFlow: u\(number)")
        let uids = try calendar.children("VEVENT").map { try $0.value("UID") }
        #expect(uids == plan.scheduled.filter { $0["account"] == "u\(number)" }.map { $0["uid"]! })
      }
      let none = try plan.calendar("accounts/focusflow.~2e.~2f=ana.ics")
      #expect(none.children.map(\.name) == ["VTIMEZONE"])
      #expect(try none.children[0].value("TZID") == "Asia/Tokyo")
      #expect(try none.text("X-WR-CALNAME") == "FocusFlow: ../Ana")
      #expect(try plan.calendar().children("VEVENT").count == plan.scheduled.count)
    }
  }

  @Test("an account's calendar keeps its name for the nearest events, with the others in numbered parts")
  func longAccount() async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 1, tasks: 20), now: "2026-10-20T00:00:00Z", days: 110, in: folder
      ) { options in
        options.calendar.hasAccountFiles = true
        options.calendar.times = .zoned
      }
      #expect(try plan.names(in: "accounts") == ["focusflow.u0.ics", "parts"])
      let names = try plan.names(in: "accounts/parts/focusflow.u0")
      #expect(names == ["002.ics", "003.ics"])
      let paths = ["accounts/focusflow.u0.ics"] + names.map { "accounts/parts/focusflow.u0/\($0)" }
      let events = try paths.flatMap { try plan.calendar($0).children("VEVENT") }
      #expect(try events.map { try $0.value("UID") } == plan.scheduled.map { $0["uid"]! })
    }
  }

  @Test("writes a calendar per kind or app, a name and METHOD if requested", arguments: ["kind", "app"])
  func grouped(by grouping: String) async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 3, tasks: 2), now: "2026-10-20T00:00:00Z", days: 3, in: folder
      ) { options in
        options.calendar.grouping = .init(rawValue: grouping)
        options.calendar.name = "Family; all"
        options.calendar.hasMethod = true
        options.jobs = 2
        options.chunkSize = 1
      }
      let groups = Dictionary(grouping: plan.scheduled) { $0[grouping]! }
      let names = try groups.keys.map { "\($0.lowercased() == $0 ? $0 : try AccountFileName.escaped($0)).ics" }
      #expect(try plan.names(in: "\(grouping)s") == names.sorted())
      for (group, lines) in groups {
        let calendar = try plan.calendar("\(grouping)s/\(AccountFileName.escaped(group)).ics")
        #expect(try calendar.text("NAME") == "Family; all: \(group)")
        #expect(try calendar.value("METHOD") == "PUBLISH")
        #expect(try calendar.children("VEVENT").map { try $0.value("UID") } == lines.map { $0["uid"]! })
      }
      #expect(groups.count > (grouping == "kind" ? 1 : 0))
      #expect(try plan.calendar().text("NAME") == "Family; all")
    }
  }

  @Test(
    "adds an alarm to each event if requested",
    arguments: [(0, "PT0M"), (1, "-PT1M"), (10, "-PT10M"), (40_320, "-PT40320M")])
  func alarms(minutes: Int, trigger: String) async throws {
    try await withFolder { folder in
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 1, tasks: 2), now: "2026-10-20T00:00:00Z", days: 2, in: folder
      ) { $0.calendar.alarmMinutes = minutes }
      let events = try plan.calendar().children("VEVENT")
      #expect(events.count == plan.scheduled.count && !events.isEmpty)
      for event in events {
        #expect(event.children.map(\.name) == ["VALARM"])
        let alarm = event.children[0]
        #expect(alarm.properties.map(\.name) == ["ACTION", "DESCRIPTION", "TRIGGER"])
        #expect(try alarm.value("ACTION") == "DISPLAY")
        #expect(try alarm.value("TRIGGER") == trigger)
        #expect(try alarm.value("DESCRIPTION") == event.value("SUMMARY"))
      }
    }
  }

  @Test("`report` writes the same calendars from plan files, byte for byte", arguments: [false, true])
  func anew(isZoned: Bool) async throws {
    try await withFolder { folder in
      let adjust = { (options: inout PlanOptions) in
        options.calendar.hasAccountFiles = true
        options.calendar.alarmMinutes = 3
        if isZoned { options.calendar.times = .zoned }
      }
      let plan = try await PlannedCalendars.plan(
        ICSFileTests.export(accounts: 5, tasks: 4), now: "2026-10-20T00:00:00Z", days: 14, in: folder, adjust: adjust)
      let names = ["calendar.ics"] + (try plan.names(in: "accounts").map { "accounts/\($0)" })
      #expect(names.count == 6)
      let before = try names.map { try plan.bytes($0) }
      for name in names { try Data().write(to: folder.appending(path: name)) }
      var options = PlanOptions(now: Instant(epochSeconds: 0)!)
      options.emit = [.ics]
      options.templates = TestFiles.templates
      options.zoneinfo = "/nowhere"
      options.isQuiet = true
      adjust(&options)
      _ = try await ReportRun.run(folder.path, options)
      for (name, bytes) in zip(names, before) { #expect(try plan.bytes(name) == bytes, "\(name)") }
    }
  }
}
