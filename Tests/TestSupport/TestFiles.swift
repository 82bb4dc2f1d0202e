import CivilTime
import Foundation
import Synchronization

/// The locations of test data, independent of the working folder.
package enum TestFiles {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The pinned tz database, so that tests do not depend on the machine's.
  package static let zoneinfo = root.appending(path: "Tests/Zoneinfo/2026f").path
  package static let zones = try! ZoneDatabase(path: zoneinfo) { file, limit in
    FileManager.default.contents(atPath: "\(zoneinfo)/\(file)").map { Array($0.prefix(limit)) }
  }!
  /// Returns the TZif file of a zone in the pinned tz database.
  package static func bytes(zone: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(zoneinfo)/\(zone)")))
  }

  /// Unpacks `Tests/Corpus/NAME.tar.gz`, once for each process.
  package static func unpacked(_ name: String) -> URL {
    corpora.withLock { known in
      if let folder = known[name] { return folder }
      let folder = try! temporaryFolder()
      try! Shell.run("tar -xzf '\(root.path)/Tests/Corpus/\(name).tar.gz'", in: folder)
      known[name] = folder
      return folder
    }
  }

  private static let corpora = Mutex<[String: URL]>([:])

  package static let templates = root.appending(path: "templates").path

  /// Whether `Tests/record` runs the tests.
  package static let isRecording = ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil

  /// Creates a new temporary folder.
  package static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tickler-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
