import CivilTime
import Foundation

/// Where the test data is, whatever folder the tests run in.
package enum TestFiles {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The pinned tz database: nothing in the tests depends on the machine's.
  package static let zoneinfo = root.appending(path: "Tests/Zoneinfo/2026f").path
  package static let zones = try! ZoneDatabase(path: zoneinfo) { file, limit in
    FileManager.default.contents(atPath: "\(zoneinfo)/\(file)").map { Array($0.prefix(limit)) }
  }!
  /// The TZif file of a zone of it.
  package static func bytes(zone: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(zoneinfo)/\(zone)")))
  }

  package static let templates = root.appending(path: "templates").path

  /// With `TICKLER_RECORD=1` in the environment, tests rewrite their goldens, tables and generated docs instead of comparing them.
  package static let isRecording = ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil

  /// A new folder of its own.
  package static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tickler-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
