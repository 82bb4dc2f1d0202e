import CivilTime
import Foundation
import TestSupport
import Testing

/// A file that other programs write and that was read wrongly, with what it plans.
struct FaultCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var files: [String]
  /// The wall time and title of each notification in the window.
  var planned: [String]
  var diagnostics: [String]
  var status: Int32
  var now: String
  var days: String
  var zone: String

  init(
    _ sentence: String, _ files: [String], _ planned: [String], _ diagnostics: [String] = [], status: Int32 = 0,
    now: String = "2026-11-20T06:00:00Z", days: String = "14", zone: String = "Europe/Berlin"
  ) {
    (testDescription, self.files, self.planned, self.diagnostics) = (sentence, files, planned, diagnostics)
    (self.status, self.now, self.days, self.zone) = (status, now, days, zone)
  }

  private struct Decision: Decodable {
    var kind: String?
    var at: String?
    var deferredFrom: String?
    var title: String?
    var reason: String?

    /// The account's clock at its instant, before quiet hours moved it.
    func local(in zone: Zone) -> String {
      guard let at = (deferredFrom ?? at).flatMap({ Instant(rfc3339: $0.utf8) }) else { return "" }
      return String("\(at.local(at: zone.offset(at: at)))".prefix(16))
    }
  }

  func check() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      try FileManager.default.copyItem(
        at: TestFiles.unpacked("faults").appending(path: file), to: folder.appending(path: file))
    }
    let result = try Program.run(
      ["plan"] + files + [
        "--time-zone", zone, "--no-config", "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
        "--event-alarm", "0", "--now", now, "--days", days, "--emit", "plan", "--out", "out",
      ], in: folder)
    #expect(result.status == status)
    #expect(result.errors.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("tickler:") } == diagnostics)
    let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    let decisions = try plan.split(separator: "\n").map { try JSONDecoder().decode(Decision.self, from: Data($0.utf8)) }
    let tasks = decisions.filter { $0.kind == "task" && $0.reason != "past" && $0.reason != "beyondWindow" }
    #expect(tasks.map { "\($0.local(in: .test(zone))) \($0.title ?? "")" }.sorted() == planned)
  }
}

@Suite struct OccurrenceFaultTests {
  @Test(
    "occurrences are dates and times in their zones",
    arguments: [
      FaultCase(
        "each changed occurrence of a series that no file has", ["orphan-overrides.ics"],
        [
          "2026-11-23T10:00 Busy one",
          "2026-11-24T11:00 Busy two",
        ]),
      FaultCase(
        "EXDATE excludes 08:00 of a day, and RDATE adds 10:00", ["exdate-rdate-same-day.ics"],
        [
          "2026-11-23T09:00 Cardio",
          "2026-11-24T11:00 Cardio",
          "2026-11-25T09:00 Cardio",
        ]),
      FaultCase(
        "EXDATE and RECURRENCE-ID count without a rule", ["rdate-only-override.ics"],
        [
          "2026-11-23T10:00 Meet",
          "2026-11-25T16:00 Meet moved",
        ]),
      FaultCase(
        "an RDATE that the rule makes too is no other occurrence", ["rdate-of-rule.ics"],
        [
          "2026-11-23T09:00 r",
          "2026-11-24T09:00 r",
          "2026-11-24T10:00 r",
          "2026-11-25T09:00 r",
        ]),
      FaultCase(
        "METHOD adds an occurrence, proposes one, or cancels a series with its changed occurrence",
        ["method-cancel-series.ics", "method-change.ics", "methods.ics", "method-add.ics", "method-counter.ics"],
        [
          "2026-11-23T10:00 m",
          "2026-11-24T10:00 m",
          "2026-12-01T10:00 added",
        ],
        [
          "method-cancel-series.ics:4:1: warning: 1 event is cancelled: it is not planned",
          "method-change.ics:3:1: warning: 1 component has a newer version: it is left out",
          "methods.ics:10:1: warning: 1 component has a newer version: it is left out",
          "method-counter.ics:4:1: warning: 1 component is an answer or a proposal: it is not planned",
        ]),
      FaultCase(
        "an RDATE has a zone of its own", ["rdate-other-zone.ics"],
        [
          "2026-11-23T09:00 Call",
          "2026-11-24T15:00 Call",
        ]),
      FaultCase(
        "an EXDATE has a zone of its own", ["exdate-other-zone.ics"],
        [
          "2026-11-22T23:00 Call Auckland",
          "2026-11-24T23:00 Call Auckland",
          "2026-11-25T23:00 Call Auckland",
        ]),
      FaultCase(
        "several occurrences a day, periods, stale exceptions, and a faulty RDATE that costs itself",
        ["several-a-day.ics"],
        [
          "2026-11-23T09:00 badr",
          "2026-11-23T09:00 mid",
          "2026-11-23T09:00 per",
          "2026-11-23T09:00 two",
          "2026-11-23T09:00 wd",
          "2026-11-23T13:00 two",
          "2026-11-24T09:00 badr",
          "2026-11-24T09:00 two",
          "2026-11-24T11:00 per",
          "2026-11-25T13:00 per",
          "2026-11-26T09:00 mid",
          "2026-11-27T09:00 wd",
        ],
        [
          #"several-a-day.ics:25:7: error: item "badr", field RDATE: found "soon"; expected dates or times, such as 20261120T090000"#,
          #"several-a-day.ics:26:19: error: item "badr", field RDATE: found the TZID "Mars/X"; expected a zone of the tz database, or a VTIMEZONE of that name"#,
        ], status: 1),
      FaultCase(
        "a change of one occurrence and all later ones", ["this-and-future.ics"],
        [
          "2026-11-23T10:00 tf",
          "2026-11-24T10:00 tf",
          "2026-11-25T12:00 later",
          "2026-11-26T12:00 later",
          "2026-11-27T15:00 single",
          "2026-11-28T12:00 later",
        ],
        [
          "this-and-future.ics:8:7: warning: 1 series changes from one occurrence on: its dates are planned one by one"
        ]),
      FaultCase(
        "a due time has its own clock", ["todo-start-other-kind.ics"],
        [
          "2026-11-24T00:00 due New York 18:00",
          "2026-11-24T00:00 due New York 18:00 start UTC",
        ]),
      FaultCase(
        "an end has its own clock, and a whole day ends at midnight", ["related-end.ics"],
        [
          "2026-11-23T17:30 Flight",
          "2026-11-23T18:00 All day without end",
        ]),
      FaultCase(
        "hours are exact when the clocks change", ["duration-dst.ics"],
        [
          "2026-10-25T09:00 Night shift ends",
          "2026-10-25T09:00 To-do due after 12 hours",
        ], now: "2026-10-20T06:00:00Z"),
    ])
  func plans(_ row: FaultCase) throws { try row.check() }
}
