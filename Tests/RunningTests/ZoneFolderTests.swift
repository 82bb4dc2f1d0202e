import CivilTime
import Foundation
import Running
import TestSupport
import Testing

/// Tests a tree of zone files in which some names are not zones.
@Suite struct ZoneFolderTests {
  @Test("a name without a file is not a zone, and an unreadable file is an error")
  func files() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: URL(filePath: TestFiles.zoneinfo).appending(path: "Etc/UTC"), to: folder.appending(path: "UTC"))
    try FileManager.default.createDirectory(at: folder.appending(path: "Folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "Loop").path, withDestinationPath: "Loop")
    #expect(mkfifo(folder.appending(path: "Pipe").path, 0o600) == 0)
    let zones = try #require(try ZoneDatabase.open(folder.path))
    #expect(zones.version == "unknown")
    #expect(try zones.zone(named: "UTC") != nil)
    for name in ["Nowhere", "Folder", "Pipe", "UTC/Nowhere"] { #expect(try zones.zone(named: name) == nil, "\(name)") }
    #expect(throws: ZoneDatabase.Unreadable(file: "Loop", reason: "Too many levels of symbolic links")) {
      try zones.zone(named: "Loop")
    }
    #expect(try ZoneDatabase.open(folder.appending(path: "Folder").path) == nil)
  }
}
