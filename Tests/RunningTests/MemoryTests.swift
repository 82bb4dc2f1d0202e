import CivilTime
import Diagnostics
import Formats
import Foundation
import PlanModel
import Running
import Spilling
import TestSupport
import Testing

/// Checks that temporary files, the amount of work in a task, and the size of the parts that are passed on make no difference to
/// any output.
struct MemoryTests {
  private static let accounts = (0..<20).map { "account-\($0)" }

  /// Returns accounts, an older export of some of them, and unsorted items of all, some without an owner.
  private static func documents() -> [[String: Any]] {
    func item(_ number: Int, updated: String) -> [String: Any] {
      let owner = number % 97 == 0 ? "nobody" : accounts[number * 31 % accounts.count]
      return [
        "account": owner, "kind": "task", "id": "task-\(number)", "title": "Task \(number)",
        "date": "2026-11-2\(number % 5)", "time": "0\(number % 10):30", "updatedAt": updated,
      ]
    }
    func mixed(_ numbers: Range<Int>) -> [Int] { numbers.sorted { $0 * 7919 % 601 < $1 * 7919 % 601 } }
    func account(_ id: String, updated: String) -> [String: Any] {
      let own: [String: Any] = [
        "kind": "task", "id": "own", "title": "Own", "date": "2026-11-21", "time": "12:00", "updatedAt": updated,
      ]
      return ["id": id, "timeZone": "Europe/Berlin", "updatedAt": updated, "items": [own]]
    }
    let (old, new) = ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z")
    let head: [String: Any] = ["format": "tickler-export/1", "app": "focusflow"]
    return [
      head.merging([
        "exportedAt": old, "accounts": accounts.prefix(10).map { account($0, updated: old) },
        "items": mixed(0..<300).map { item($0, updated: old) },
      ]) { $1 },
      head.merging([
        "exportedAt": new, "accounts": accounts.map { account($0, updated: new) },
        "items": mixed(200..<600).map { item($0, updated: new) },
      ]) { $1 },
    ]
  }

  @Test(
    "gives the same bytes with and without temporary files, for any number of tasks and chunk size",
    arguments: ["json", "ndjson", "xml"])
  func sameBytes(format: String) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (index, document) in MemoryTests.documents().enumerated() {
      let text =
        switch format {
        case "json": try Encodings.json(document)
        case "ndjson": try Encodings.ndjson(document)
        default: Encodings.xml(document)
        }
      let file = folder.appending(path: "\(index).\(format)")
      try Data(text.utf8).write(to: file)
      paths.append(file.path)
    }
    var made: [String: Data]?
    let whole = 1 << 30
    let runs: [(String, Roster.Room?, jobs: Int, chunkSize: Int64, partSize: Int)] = [
      ("roomy", nil, 1, Chunk.targetSize, whole),
      ("small", Roster.Room(minimumHeld: 40, runs: 3), 1, Chunk.targetSize, whole),
      ("tiny", Roster.Room(minimumHeld: 1, runs: 2), 3, Chunk.targetSize, whole),
      ("record by record", nil, 1, 1, whole), ("odd chunks", nil, 2, 777, whole),
      ("large chunks", nil, 4, 1 << 20, whole), ("decision by decision", nil, 1, Chunk.targetSize, 1),
      ("decision by decision in turns", nil, 4, 777, 1), ("parts in turns", nil, 3, 2000, 5000),
    ]
    for (name, room, jobs, chunkSize, partSize) in runs {
      var options = PlanOptions(now: try #require(Instant(rfc3339: "2026-11-20T00:00:00Z".utf8)))
      options.paths = paths
      options.templates = TestFiles.templates
      options.zoneinfo = TestFiles.zoneinfo
      options.days = 5
      // The page takes the longest, and shows what the other outputs contain.
      options.emit.remove(.html)
      options.isQuiet = true
      options.out = folder.appending(path: name).path
      options.jobs = jobs
      options.room = room
      options.chunkSize = chunkSize
      options.partSize = partSize
      #expect(try Sources.read(options).roster.hasSpilled == (room != nil))
      #expect(try await PlanRun.run(options) == 1)
      let found = try MemoryTests.files(options.out)
      #expect(found.keys.sorted() == (made ?? found).keys.sorted())
      for (file, bytes) in found { #expect(bytes == (made ?? found)[file], "\(file), \(name)") }
      made = found
    }
    let plan = String(decoding: try #require(made?["plan.ndjson"]), as: UTF8.self)
    for number in 0..<600 { #expect(plan.contains("Task \(number)\"") == (number % 97 != 0)) }
  }

  /// Returns all files in a folder by path.
  private static func files(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let file = URL(filePath: folder).appending(path: path)
      if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[path] = try Data(contentsOf: file)
      }
    }
    return files
  }
}
