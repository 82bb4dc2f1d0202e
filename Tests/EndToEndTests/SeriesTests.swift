import Foundation
import TestSupport
import Testing

/// Tests commands on an event that is several items: they act on the one that was due last, or is next.
@Suite struct SeriesTests {
  private static let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM\n"
  private static let calendar =
    "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:dent\nSUMMARY:Dentist\nDTSTART;TZID=Europe/London:20261005T093000\n"
    + "RRULE:FREQ=WEEKLY\n\(alarm)END:VEVENT\nBEGIN:VEVENT\nUID:dent\nSUMMARY:Dentist\n"
    + "RECURRENCE-ID;TZID=Europe/London:20261019T093000\nDTSTART;TZID=Europe/London:20261021T140000\n\(alarm)END:VEVENT\n"
    + "BEGIN:VEVENT\nUID:other\nSUMMARY:Drive\nDTSTART:20261027T093000\n\(alarm)END:VEVENT\nEND:VCALENDAR\n"

  private func withFolder(
    _ text: String = calendar, _ body: ((_ arguments: [String]) throws -> Program.Result) throws -> Void
  ) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "items"))
    let common = [
      "items", "--changes", "c.ndjson", "--time-zone", "Europe/London", "--now", "2026-10-24T08:00:00Z", "--templates",
      TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
    ]
    try body { try Program.run($0 + common, in: folder) }
  }

  /// What each command says, one after the other.
  @Test(
    "commands in order",
    arguments: [
      [
        (["done", "Dentist"], "Dentist (task dent/2026-10-19 of me): done on 2026-10-21\n"),
        (["done", "dent"], "Dentist (task dent of me): done on 2026-10-26\n"),
        (["done", "1"], "Dentist (task dent of me): done on 2026-11-02\n"),
        (["undo", "Dentist"], "Dentist (task dent of me): done on 2026-11-02, undone\n"),
      ],
      [
        (["done", "Dentist", "--on", "2026-10-12"], "Dentist (task dent of me): done on 2026-10-12\n"),
        (["done", "Dentist", "--on", "2026-10-21"], "Dentist (task dent/2026-10-19 of me): done on 2026-10-21\n"),
        (["undo", "dent/2026-10-19"], "Dentist (task dent/2026-10-19 of me): done on 2026-10-21, undone\n"),
        (["undo", "Dentist"], "Dentist (task dent of me): done on 2026-10-12, undone\n"),
      ],
      [
        (["snooze", "Dentist", "2h"], "Dentist (task dent/2026-10-19 of me): snoozed until 2026-10-24 11:00\n"),
        (["done", "2"], "Drive (task other of me): done on 2026-10-27\n"),
      ],
    ] as [[([String], String)]])
  func commands(_ steps: [([String], String)]) throws {
    try withFolder { run in
      for (command, words) in steps {
        let result = try run(command)
        #expect(result.output == words, "\(command): \(result.errors)")
      }
    }
  }

  @Test("a snooze of a series holds back an occurrence that was moved to another time; done finds it by any id")
  func movedOccurrence() throws {
    let text = Self.calendar.replacingOccurrences(of: "1019T", with: "1102T").replacingOccurrences(
      of: "1021T", with: "1028T")
    try withFolder(text) { run in
      func rings() throws -> Bool { try run(["list", "--days", "6"]).output.contains("(reminder 13:45)") }
      #expect(try rings())
      let snoozed = try run(["snooze", "dent", "2026-10-31"])
      #expect(snoozed.output == "Dentist (task dent of me): snoozed until 2026-10-31 09:00\n", "\(snoozed.errors)")
      #expect(try !rings())
      _ = try run(["undo", "dent"])
      #expect(try rings())
      let done = try run(["done", "dent", "--on", "2026-10-28"])
      #expect(done.output == "Dentist (task dent/2026-11-02 of me): done on 2026-10-28\n", "\(done.errors)")
    }
  }

  @Test("bills of one event are its dates")
  func bills() throws {
    let bills = ["10-15", "10-30"].map { date in
      #"{"item":{"kind":"bill","account":"me","id":"s1/2026-\#(date)","name":"Semi","dueDate":"2026-\#(date)"}}"#
    }
    let head = #"{"format":"tickler-export/1","app":"personal"}"#
    let me = #"{"account":{"id":"me","app":"personal","timeZone":"Europe/London","platform":"other"}}"#
    try withFolder(([head] + bills + [me, ""]).joined(separator: "\n")) { run in
      let first = try run(["paid", "Semi"])
      #expect(first.output == "Semi (bill s1/2026-10-15 of me): paid through 2026-10-15\n", "\(first.errors)")
    }
  }

  @Test("a text that fits a series and another item is not unique")
  func several() throws {
    try withFolder { run in
      let result = try run(["done", "d"])
      #expect(result.status == 65 && result.errors.contains("3 items fit \"d\""), "\(result.errors)")
    }
  }
}
