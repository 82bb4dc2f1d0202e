import Foundation
import Running
import TestRuns
import TestSupport

/// The files of a run, for tests of calendars.
struct PlannedCalendars {
  let folder: URL
  /// The scheduled lines of `plan.ndjson`.
  let scheduled: [Scenario.Line]

  /// - Parameter export: A JSON document.
  static func plan(
    _ export: String, now: String, days: Int, in folder: URL, adjust: (inout PlanOptions) -> Void = { _ in }
  ) async throws -> PlannedCalendars {
    _ = try await Scenario.plan([("in.json", export)], now: now, days: days) { options in
      options.emit = [.plan, .actions, .summary, .ics]
      options.out = folder.path
      adjust(&options)
    }
    let lines = try String(contentsOf: folder.appending(path: "plan.ndjson"), encoding: .utf8).split(separator: "\n")
    let decisions = try lines.dropFirst().map { try JSONDecoder().decode(Decision.self, from: Data($0.utf8)).texts }
    return PlannedCalendars(folder: folder, scheduled: decisions.filter { $0["outcome"] == "scheduled" })
  }

  /// The texts of a line. JSONSerialization cannot be used, because it drops byte order marks inside texts.
  private struct Decision: Decodable {
    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var texts: Scenario.Line = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys { texts[key.stringValue] = try? container.decode(String.self, forKey: key) }
    }
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }

  func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

  func calendar(_ name: String = "calendar.ics") throws -> ICSComponent { try ICSComponent(parsing: bytes(name)) }

  /// Returns the names in a folder, in byte order.
  func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }
}

/// Runs `body` with a temporary folder.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = try TestFiles.temporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
