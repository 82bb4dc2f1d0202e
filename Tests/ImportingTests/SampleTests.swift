import Foundation
import TestSupport
import Testing

/// Tests files that other programs wrote.
@Suite struct SampleTests {
  private static let folder = TestFiles.unpacked("samples")

  private static let samples = FileManager.default.enumerator(atPath: folder.path)!.compactMap { $0 as? String }
    .filter { $0.contains("/") }.sorted()

  /// Files that are not exports or have faults, with the status and the diagnostic.
  private static let refused: [String: (Int32, String)] = [
    "habitica/habiticalib-task.json": (65, "file:1:1: error: field format: the field is missing"),
    "habitica/habiticalib-tasks.json": (65, "file:1:1: error: field format: the field is missing"),
    "habitica/habiticalib-user.json": (65, "file:1:1: error: field format: the field is missing"),
    "habitica/habiticalib-user_anonymized.json": (65, "file:1:1: error: field format: the field is missing"),
    "super-productivity/frozen-state-v18.15.json": (65, "file:1:1: error: field format: the field is missing"),
    "icalendar/issue_722_missing_timezones.ics": (1, ":15:1: error: field DTSTART: the event has no date"),
  ]

  @Test("plans each sample alone, or reports its faults", arguments: samples)
  func plans(_ sample: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: SampleTests.folder.appending(path: sample), to: folder.appending(path: "file"))
    let plan = try Program.run(
      [
        "plan", "file", "--now", "2026-11-22T12:00:00Z", "--templates", TestFiles.templates, "--zoneinfo",
        TestFiles.zoneinfo, "--time-zone", "Europe/Berlin",
      ], in: folder)
    let (status, words) = SampleTests.refused[sample] ?? (0, "")
    #expect(plan.status == status, "\(plan.errors)")
    #expect(words.isEmpty || plan.errors.contains(words), "\(plan.errors)")
    let hasPlan = FileManager.default.fileExists(atPath: folder.appending(path: "reports/plan.ndjson").path)
    #expect(hasPlan == (status < 2))
  }

  struct Counted: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var items: String
    var diagnostics: [String]

    init(_ sample: String, _ items: String, _ diagnostics: [String]) {
      (testDescription, self.items, self.diagnostics) = (sample, items, diagnostics)
    }
  }

  @Test(
    "counts what a sample has and an export lacks",
    arguments: [
      Counted(
        "apple-health/ashtom-hkimport-export.xml.zst", "",
        [
          "81:2: warning: the file's offset of 2017-11-07 is +02:00, which Europe/Berlin did not have: check its local times; --time-zone names the zone, such as Europe/Athens",
          "2486:2: warning: 3980 step counts are older than 35 days: they are left out",
          "13952:2: warning: 61 workouts are older than 35 days: they are left out",
        ]),
      Counted(
        "apple-health/tdda-export6s3sample.xml", "",
        [
          "81:2: warning: the file's offset of 2016-04-15 is +01:00, which Europe/Berlin did not have: check its local times; --time-zone names the zone, such as Europe/London",
          "83:2: warning: 10 step counts are older than 35 days: they are left out",
          "100:3: warning: 1 workout is older than 35 days: it is left out",
        ]),
      Counted(
        "habitica/derived-habitica-user-data.json", "1 task, 5 habit",
        [
          "1:14718: warning: 3 plus and minus habits have no schedule: they are not planned",
          "1:17670: warning: 6 to-dos have no date: they are not planned",
          "1:20958: warning: 1 reward is not planned",
          "1:21462: warning: 5 dailies have no reminder: their habits get none; --all-day-time 18:00 gives them an hour",
          "1:29516: warning: 1 daily is never due: it is not planned",
        ]),
      Counted(
        "tasks-org/vadimbasko-test-backup.json", "",
        ["7:13: warning: 59 tasks have no date: they are not planned"]),
      Counted(
        "super-productivity/legacy-full-migration-backup.json", "2 task, 5 focusDay",
        ["257:22: warning: 4 tasks have no date: they are not planned"]),
      Counted(
        "super-productivity/test-backup-with-archives.json", "3 focusDay",
        ["178:26: warning: 1 task has no date: it is not planned"]),
      Counted("dayone/bsingr-demo.json", "4 entry", []),
      Counted(
        "taskwarrior/export-2.6.2-london.json", "49 task",
        [
          "7:1: warning: 1 task is scheduled for another date than it is due: the due date is planned",
          "7:1: warning: 2 tasks wait until a date: they are planned regardless",
          "9:1: warning: 1 task has no due date: it is not planned",
          "23:1: warning: 29 instances are off their rules, since Taskwarrior counts days of 24 hours; their own times are planned",
          "52:1: warning: 10 tasks were done before today: they are left out",
          "61:1: warning: 1 task is deleted: it is left out",
        ]),
    ])
  func counts(_ row: Counted) throws {
    let imported = try Imported(
      Data(contentsOf: SampleTests.folder.appending(path: row.testDescription)), ["--goal", "8000"])
    let counts = Dictionary(grouping: imported.items) { String($0.dropFirst(5).prefix { $0 != "," }) }
      .map { "\($0.value.count) \($0.key)" }.sorted().joined(separator: ", ")
    #expect(counts == row.items)
    #expect(imported.diagnostics == row.diagnostics)
    #expect(imported.status == 0)
  }

  @Test("the days of a file of four megabytes have the steps of its lines")
  func addsUp() throws {
    let file = SampleTests.folder.appending(path: "apple-health/ashtom-hkimport-export.xml.zst")
    let imported = try Imported(
      Data(contentsOf: file), now: "2017-11-06T20:00:00Z", ["--goal", "8000"])
    let unpacked = Process()
    let pipe = Pipe()
    (unpacked.executableURL, unpacked.arguments) = (URL(filePath: "/usr/bin/env"), ["zstd", "-dcq", file.path])
    unpacked.standardOutput = pipe
    try unpacked.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    let day = DateFormatter()
    day.locale = format.locale
    day.timeZone = TimeZone(identifier: "Europe/Berlin")
    day.dateFormat = "yyyy-MM-dd"
    var bySource: [String: [Substring: Int]] = [:]
    for line in text.split(separator: "\n") {
      let record = #/HKQuantityTypeIdentifierStepCount" sourceName="([^"]*)".* endDate="([^"]*)" value="(\d+)"/#
      guard let match = line.firstMatch(of: record) else { continue }
      let date = day.string(from: try #require(format.date(from: String(match.2))))
      bySource[date, default: [:]][match.1, default: 0] += try #require(Int(match.3))
    }
    var compared = 0
    for item in imported.items {
      guard let match = item.firstMatch(of: #/kind:stepDay,id:([^,]*),.*steps:(\d+)}\]/#) else { continue }
      let sums = try #require(bySource[String(match.1)])
      let steps = try #require(Int(match.2))
      // If sources overlap, the one with the most steps counts: the total is between the best source's and the sum of all.
      #expect(sums.values.max()! <= steps && steps <= sums.values.reduce(0, +), "\(match.1)")
      compared += 1
    }
    #expect(compared == 20)
  }
}
