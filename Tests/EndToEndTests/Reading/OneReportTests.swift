import Foundation
import TestSupport
import Testing

/// Checks that every command reports a broken file in the same words.
struct OneReportTests {
  static let exports: [(label: String, text: String)] = [
    ("no JSON", "not json at all"), ("cut off", #"{"format":"tickler-export/1","app":"focusflow","acc"#), ("empty", ""),
    ("a list", "[]"), ("no format", "{}"),
    ("a later format", #"{"format":"tickler-export/2","app":"x","accounts":[]}"#),
    ("CSV", "a,b\n1,2\n"), ("another encoding", "\u{feff}{"),
  ]

  static let calendars: [(label: String, text: String)] = [
    ("cut off", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\n"),
    ("an invalid date", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nDUE:2026102\nEND:VTODO\nEND:VCALENDAR\n"),
  ]

  private func diagnostics(_ file: String, _ text: String, _ commands: [[String]]) throws -> [[String]] {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: file))
    return try commands.map { words in
      let reads = words[0] != "init"
      let shared =
        ["--templates", TestFiles.templates]
        + (reads ? ["--zoneinfo", TestFiles.zoneinfo, "--now", "2026-10-23T16:00:00Z"] : [])
      let result = try Program.run(words + [file] + shared, in: folder)
      let reported = result.errors + (words[0] == "check" ? result.output : "")
      return reported.split(separator: "\n").map(String.init).filter { $0.hasPrefix("\(file):") }
    }
  }

  private static let readers = [["plan", "--out", "out"], ["list"], ["check"], ["zones"], ["worker", "--input"]]

  @Test("plan, list, check, zones, worker and init report an export alike", arguments: exports)
  func export(label: String, text: String) throws {
    let reported = try diagnostics("e.json", text, OneReportTests.readers + [["init", "x", "--from"]])
    #expect(!reported[0].isEmpty)
    for other in reported.dropFirst() { #expect(other == reported[0]) }
  }

  @Test("plan, list, check, zones, worker and import report another tool's file alike", arguments: calendars)
  func foreign(label: String, text: String) throws {
    let reported = try diagnostics("t.ics", text, OneReportTests.readers + [["import"]])
    #expect(!reported[0].isEmpty)
    for other in reported.dropFirst() { #expect(other == reported[0]) }
  }
}
