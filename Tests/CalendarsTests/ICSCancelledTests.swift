import CivilTime
import Foundation
import PlanModel
import Calendars
import Running
import TestSupport
import Testing

/// Tests the cancellation of events that the previous plan had and the new one has not.
struct ICSCancelledTests {
  private static let now = Instant(rfc3339: "2026-10-20T00:00:00Z".utf8)!

  private static func request(_ id: String, title: String = "Water the plants") -> NotificationRequest {
    let identifier = NotificationID("garden.\(id)")
    let stem = UIDStem(app: "garden", account: AccountID("ana")).of(.task, item: ItemID(id), identifier)
    return NotificationRequest(
      kind: .task, identifier: identifier, item: ItemID(id), uidStem: stem,
      delivery: DeliverySettings(), title: title, body: "Now.", variant: nil, subject: title, isOneOff: false,
      location: nil)
  }

  private static func decision(
    _ request: Int32, _ outcome: Outcome, day: Int, sequence: Int32 = 0
  ) -> Decision {
    let local = LocalDate(year: 2026, month: 10, day: day)!.at(LocalTime(hour: 9, minute: 0)!)
    var decision = Decision(
      request: request, outcome: outcome, local: local, stay: 0, at: local.instant(at: UTCOffset(seconds: 32_400)!),
      deferredFrom: nil, isLate: false, shift: nil, badge: 0, slot: 0)
    decision.sequence = sequence
    return decision
  }

  /// Returns a plan of one account in Tokyo.
  private static func plan(
    account: String = "ana", requests: [NotificationRequest], decisions: [Decision],
    cancelled: [CancelledOccurrence] = []
  ) throws -> AccountPlan {
    let zone = try #require(try TestFiles.zones.zone(named: "Asia/Tokyo"))
    let end = now.advanced(bySeconds: 14 * 86_400)
    return AccountPlan(
      account: Shared(
        Account(
          id: AccountID(account), app: "garden", zone: zone, location: RecordLocation(input: 0, line: 1, column: 1))),
      policy: Shared(Policy(app: "garden", name: "Garden", file: "garden.toml", sha256: "")),
      timeline: ZoneTimeline(zone: zone, range: now..<end), today: now.utc.date, windowEnd: end,
      requests: requests, decisions: decisions, slots: .init(limit: nil, reserved: 0, used: 0), coverageHorizon: nil,
      language: "", cancelled: cancelled)
  }

  private static func write(
    _ plans: [AccountPlan], to folder: URL, adjust: (inout CalendarOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = CalendarOptions()
    adjust(&options)
    var writer = ICSWriter(now: now, options: options)
    let output = try OutputFolder(folder.path)
    var files = CalendarFiles(output, now: now, options)
    for plan in plans {
      var events = CalendarEvents()
      var added = CalendarEvents()
      var cancelled = CalendarEvents()
      try writer.append(plan, to: &events, added: &added)
      try writer.appendCancelled(plan, to: &cancelled)
      try files.write(events, added: added, cancelled: cancelled)
    }
    let names = try files.finish()
    try output.commit(names)
    return names
  }

  private static func calendar(_ folder: URL, _ name: String) throws -> ICSComponent {
    try ICSComponent(parsing: Array(Data(contentsOf: folder.appending(path: name))))
  }

  @Test("an event's SEQUENCE equals its decision's, for each event of a repeated notification")
  func sequence() async throws {
    try await withFolder { folder in
      let decisions = [(21, 0), (22, 3), (23, 3), (24, 0), (25, 120)].map {
        ICSCancelledTests.decision(0, .scheduled, day: $0.0, sequence: Int32($0.1))
      }
      let plan = try ICSCancelledTests.plan(requests: [ICSCancelledTests.request("a")], decisions: decisions)
      #expect(try ICSCancelledTests.write([plan], to: folder) == ["calendar.ics"])
      let events = try ICSCancelledTests.calendar(folder, "calendar.ics").children("VEVENT")
      #expect(try events.map { try $0.value("SEQUENCE") } == ["0", "3", "3", "0", "120"])
      #expect(
        try events.map { try $0.value("DTSTART") } == [21, 22, 23, 24, 25].map { "202610\($0)T000000Z" })
    }
  }

  @Test("cancelled events have their own file, with uid, time and reason")
  func cancelled() async throws {
    try await withFolder { folder in
      let requests = [ICSCancelledTests.request("a"), ICSCancelledTests.request("b")]
      let kept = ICSCancelledTests.decision(0, .scheduled, day: 21)
      let gone = ICSCancelledTests.decision(0, .scheduled, day: 22, sequence: 2)
      let before = try ICSCancelledTests.plan(requests: requests, decisions: [kept, gone])
      _ = try ICSCancelledTests.write([before], to: folder)
      let uid = try ICSCancelledTests.calendar(folder, "calendar.ics").children("VEVENT")[1].value("UID")

      let after = try ICSCancelledTests.plan(
        requests: requests,
        decisions: [
          kept, ICSCancelledTests.decision(0, .dropped(.completed), day: 22),
          ICSCancelledTests.decision(0, .dropped(.paid), day: 23),
          ICSCancelledTests.decision(1, .dropped(.slotLimit), day: 24),
        ],
        cancelled: [
          CancelledOccurrence(
            request: requests[0], decision: ICSCancelledTests.decision(0, .scheduled, day: 22, sequence: 3)),
          CancelledOccurrence(
            request: ICSCancelledTests.request("c", title: "Gone; \r\nquite"),
            decision: ICSCancelledTests.decision(5, .scheduled, day: 24, sequence: 1)),
        ])
      let names = try ICSCancelledTests.write([after], to: folder) { $0.alarmMinutes = 5 }
      #expect(names == ["calendar.ics", "cancelled.ics"])
      #expect(try ICSCancelledTests.calendar(folder, "calendar.ics").children("VEVENT").count == 1)
      let calendar = try ICSCancelledTests.calendar(folder, "cancelled.ics")
      #expect(try calendar.value("NAME") == "Cancelled notifications")
      let events = calendar.children("VEVENT")
      #expect(events.count == 2)
      #expect(events.allSatisfy { $0.children.isEmpty }, "nothing alarms any more")
      #expect(try events.map { try $0.value("STATUS") } == ["CANCELLED", "CANCELLED"])
      #expect(try events.map { try $0.value("SEQUENCE") } == ["3", "1"])
      #expect(try events[0].value("UID") == uid)
      #expect(try events[0].value("DTSTART") == "20261022T000000Z")
      #expect(try events[0].value("DTEND") == "20261022T000500Z")
      #expect(
        try events[0].text("DESCRIPTION") == """
          Cancelled. The task, habit or diary entry of this date is done.
          Now.
          2026-10-22T09:00:00 Asia/Tokyo (UTC+09:00)
          Here because Garden notifies account ana: task, garden.a
          """)
      #expect(try events[1].text("SUMMARY") == "Cancelled: Gone; \nquite")
      #expect(try events[1].text("DESCRIPTION").hasPrefix("Cancelled: the plan no longer has it.\nNow.\n"))
    }
  }

  @Test("what its item no longer has says why; a run without cancelled events removes an older run's file")
  func nothingCancelled() async throws {
    try await withFolder { folder in
      let requests = [ICSCancelledTests.request("a")]
      var occurrence = CancelledOccurrence(
        request: requests[0], decision: ICSCancelledTests.decision(0, .scheduled, day: 22, sequence: 1))
      occurrence.reason = .paid
      let first = try ICSCancelledTests.plan(requests: requests, decisions: [], cancelled: [occurrence])
      _ = try ICSCancelledTests.write([first], to: folder)
      let event = try #require(ICSCancelledTests.calendar(folder, "cancelled.ics").children("VEVENT").first)
      #expect(
        try event.text("DESCRIPTION").hasPrefix("Cancelled. The bill, or this due date of it, is paid already.\n"))
      let second = try ICSCancelledTests.plan(requests: requests, decisions: [])
      _ = try ICSCancelledTests.write([second], to: folder)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "cancelled.ics").path))
    }
  }

  @Test("each account's cancelled events have their own file, in wall times if requested")
  func accounts() async throws {
    try await withFolder { folder in
      let requests = [ICSCancelledTests.request("a")]
      let occurrence = CancelledOccurrence(
        request: requests[0], decision: ICSCancelledTests.decision(0, .scheduled, day: 22, sequence: 1))
      let plans = [
        try ICSCancelledTests.plan(account: "ana", requests: requests, decisions: [], cancelled: [occurrence]),
        try ICSCancelledTests.plan(account: "ben", requests: requests, decisions: []),
      ]
      let names = try ICSCancelledTests.write(plans, to: folder) { options in
        options.hasAccountFiles = true
        options.times = .zoned
      }
      #expect(names == ["calendar.ics", "cancelled.ics", "accounts"])
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: "accounts").path)
      #expect(files.sorted() == ["cancelled", "cancelled/garden.ana.ics", "garden.ana.ics", "garden.ben.ics"])
      let calendar = try ICSCancelledTests.calendar(folder, "accounts/cancelled/garden.ana.ics")
      #expect(try calendar.value("NAME") == "Garden: ana (cancelled)")
      let event = try #require(calendar.children("VEVENT").first)
      #expect(try event.value("DTSTART") == "20261022T090000")
      #expect(try event.instant("DTSTART", in: calendar).description == "2026-10-22T00:00:00Z")
    }
  }

  @Test(
    "a cancelled bill keeps its own due date, although weekends move both, however many plans follow",
    arguments: [
      [], ["{\"kind\":\"bill\",\"id\":\"b\",\"name\":\"Gym\",\"dueDate\":\"2026-11-07\",\"shift\":\"after\"}"],
    ])
  func dueDates(left: [String]) async throws {
    let bill = #"{"kind":"bill","id":"a","name":"Rent","dueDate":"2026-10-31","shift":"after"}"#
    try await withFolder { folder in
      for (now, items) in [
        ("2026-10-22T16:00:00Z", [bill] + left), ("2026-10-23T16:00:00Z", left), ("2026-10-24T16:00:00Z", left),
      ] {
        let export =
          #"{"format":"tickler-export/1","app":"personal","accounts":[{"id":"ana","timeZone":"UTC","items":[\#(items.joined(separator: ","))]}]}"#
        let plan = try await PlannedCalendars.plan(export, now: now, days: 14, in: folder) { options in
          options.previous = items.contains(bill) ? nil : folder.path
          options.calendar.style = .personal
        }
        if items.contains(bill) { continue }
        let cancelled = try plan.calendar("cancelled.ics").children("VEVENT").map {
          try $0.text("SUMMARY") + ": " + $0.text("DESCRIPTION").split(separator: "\n").last!
        }
        #expect(
          cancelled.filter { $0.contains("Rent") } == [
            "Cancelled: Rent: due today: Due Sat 31 Oct, payable Mon 2 Nov."
          ])
      }
    }
  }

  /// Three nights: both tasks, then one task deleted, then an account without tasks.
  private static let nights = [
    ("2026-10-20T02:00:00Z", #"[\#(task("a")),\#(task("b"))]"#), ("2026-10-21T02:00:00Z", "[\(task("a"))]"),
    ("2026-10-22T02:00:00Z", "[\(task("a"))]"), ("2026-10-23T02:00:00Z", "[\(task("a")),\(task("c"))]"),
    ("2026-10-24T02:00:00Z", "[]"), ("2026-10-28T02:00:00Z", "[]"),
  ]

  private static func task(_ id: String) -> String {
    #"{"kind":"task","id":"\#(id)","title":"Gießen \#(id)","date":"2026-10-27","time":"10:00"}"#
  }

  @Test(
    "an event stays cancelled until its instant, a new one is in a calendar, and an empty account has its cancellations"
  )
  func nights() async throws {
    try await withFolder { folder in
      var seen: [String] = []
      for (now, items) in ICSCancelledTests.nights {
        let export =
          #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"a","timeZone":"UTC","locale":"de-AT","#
          + #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":\#(items)}]}"#
        let first = now == ICSCancelledTests.nights[0].0
        let plan = try await PlannedCalendars.plan(export, now: now, days: 14, in: folder) { options in
          options.previous = first ? nil : folder.path
          options.calendar.hasAccountFiles = true
        }
        func titles(_ name: String) throws -> String {
          guard FileManager.default.fileExists(atPath: folder.appending(path: name).path) else { return "none" }
          return try plan.calendar(name).children("VEVENT").map { try $0.text("SUMMARY") + "/" + $0.value("SEQUENCE") }
            .joined(separator: ", ")
        }
        seen.append(
          try ["calendar.ics", "added.ics", "cancelled.ics", "accounts/focusflow.a.ics"].map(titles)
            .joined(separator: " | "))
      }
      #expect(
        seen == [
          "Gießen a/0, Gießen b/0 | none | none | Gießen a/0, Gießen b/0",
          "Gießen a/0 | none | Abgesagt: Gießen b/1 | Gießen a/0",
          "Gießen a/0 | none | Abgesagt: Gießen b/1 | Gießen a/0",
          "Gießen a/0, Gießen c/0 | Gießen c/0 | Abgesagt: Gießen b/1 | Gießen a/0, Gießen c/0",
          " | none | Abgesagt: Gießen a/1, Abgesagt: Gießen b/1, Abgesagt: Gießen c/1 | "
            + "Abgesagt: Gießen a/1, Abgesagt: Gießen b/1, Abgesagt: Gießen c/1",
          " | none | none | ",
        ])
    }
  }
}
