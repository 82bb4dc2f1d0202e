import Bytes
import Diagnostics
import Formats
import Foundation
import PlanModel
import Resolving
import Spilling
import TestSupport
import Testing

/// A front end that finds the records of another format; a format needs nothing else. This one reads lines of values between
/// commas, named by the first line, with an item on each.
private struct CSVFrontEnd: FrontEnd {
  private var names: [String] = []
  private var line = 1
  private var builder = RecordBuilder(names: Schema.shipped.names)

  mutating func read(
    _ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink
  ) throws(RunFault) -> Int {
    var start = 0
    for end in 0...window.count where end == window.count ? isLast && start < end : window[end] == 0x0a {
      try read(line: window.extracting(start..<end), into: &sink)
      start = min(end + 1, window.count)
      line += 1
    }
    return start
  }

  private mutating func read(line bytes: Span<UInt8>, into sink: inout some RecordSink) throws(RunFault) {
    let place = Place(line: line, column: 1)
    builder.restart()
    builder.begin(.object, at: place)
    var (start, column) = (0, 0)
    for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: ",") {
      let value = bytes.extracting(start..<end)
      if line == 1 {
        if names.contains(String(value)) {
          let location = SourceLocation(file: sink.input.file.name, line: 1, column: start + 1)
          throw RunFault(Diagnostic(.error, .duplicate, at: location, found: "found \(String(value)) twice"))
        }
        names.append(String(value))
      } else if !value.isEmpty {
        builder.add(new: names[column], String(value), as: .untyped, at: Place(line: line, column: start + 1))
      }
      start = end + 1
      column += 1
    }
    builder.end()
    if line > 1 { try sink.take(builder.record, isAccount: false) }
  }
}

/// Tests what a front end of a few lines gets from the rest of the program.
@Suite struct FrontEndTests {
  private static let accounts =
    #"{"format": "tickler-export/1", "app": "all", "accounts": [{"id": "a", "timeZone": "UTC"}]}"#

  /// Reads the accounts of a JSON export, with items of a CSV file.
  private func reading(_ csv: String, _ folder: URL) throws -> Reading {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(FrontEndTests.accounts.utf8).write(to: folder.appendingPathComponent("a.json"))
    try Data(csv.utf8).write(to: folder.appendingPathComponent("b.csv"))
    let files = try ["a.json", "b.csv"].map {
      try InputFile.open(folder.appendingPathComponent($0).path, format: .json)
    }
    var reading = Reading([])
    try reading.read(files, Roster.Room(bytes: 1 << 30)) { (file, index, record) throws(RunFault) in
      if index == 0 { return try Survey.survey(file, index: index, names: Schema.shipped.names, record: record) }
      return try Survey.survey(SurveyedInput(file: file, index: index), with: CSVFrontEnd(), record: record)
    }
    return reading
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("csv-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("joins items to their accounts, and reports their faults with places")
  func items() throws {
    let csv = """
      kind,id,account,title,date,time,mood
      task,t1,a,Run,2026-11-20,09:00,
      task,t2,a,Té,2026-11-21,25:00,
      task,t3,a,Swim,2026-11-22,07:30,good
      task,t4,nobody,Rest,2026-11-23,07:30,
      """
    try withFolder { folder in
      let reading = try reading(csv, folder)
      #expect(reading.outcome == #"accepts a (task t1 "Run", task t3 "Swim"); rejects 2"#)
      let file = folder.appendingPathComponent("b.csv").path
      #expect(
        reading.messages.sorted()
          == [
            #"\#(file):3:26: error: account "a", item task "t2", field time: found "25:00"; expected a time of day, HH:MM or HH:MM:SS"#,
            #"\#(file):4:33: warning: account "a", item task "t3", field mood: the format has no such field here"#,
            #"\#(file):5:9: error: item "t4", field account: found "nobody"; expected the id of an account that one of the inputs has"#,
          ].sorted())
    }
  }

  @Test("an input of many windows, with lines across their ends, has as many records as lines")
  func windows() throws {
    let lines = (0..<20_000).map { "task,t\($0),a,\(String(repeating: "x", count: 1 + $0 % 60)),2026-11-20,09:00" }
    try withFolder { folder in
      let reading = try reading("kind,id,account,title,date,time\n" + lines.joined(separator: "\n"), folder)
      #expect(reading.messages == [])
      #expect(
        reading.accounts.map { $0.items[.task].compactMap { $0.title?.count } } == [(0..<20_000).map { 1 + $0 % 60 }])
    }
  }

  @Test("a fault of the format ends the reading")
  func fault() throws {
    try withFolder { folder in
      #expect(throws: RunFault.self) { try reading("id,id\n1,2", folder) }
    }
  }
}
