import Foundation

/// An archive of runs that the program made, from a test's exports or the examples.
package struct TestArchive {
  package let folder: URL
  package let path: URL

  package init() throws {
    folder = try TestFiles.temporaryFolder()
    path = folder.appending(path: "archive")
  }

  package func remove() { try? FileManager.default.removeItem(at: folder) }

  /// - Parameter export: The text of the export; nil for the examples.
  @discardableResult package func plan(
    _ now: String, _ options: [String] = [], export: String? = nil
  ) throws -> Program.Result {
    var input = "inputs"
    if let export {
      input = folder.appending(path: "export.json").path
      try Data(export.utf8).write(to: URL(filePath: input))
    }
    return try Program.run(
      ["plan", input, "--archive", path.path, "--now", now, "--zoneinfo", TestFiles.zoneinfo, "--quiet"] + options)
  }

  /// All names in the archive, including hidden ones.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path.path).sorted() }
  }

  /// The names of runs.
  package var runs: [String] { get throws { try names.filter { $0.hasPrefix("20") } } }

  /// The target of `latest`.
  package var latest: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path.appending(path: "latest").path)
  }

  /// The lines of `runs.log` without their times.
  package var log: [String] {
    get throws {
      try String(contentsOf: path.appending(path: "runs.log"), encoding: .utf8).split(separator: "\n").map {
        String($0.drop { $0 != " " }.dropFirst())
      }
    }
  }

  package func file(_ name: String) throws -> Data { try Data(contentsOf: path.appending(path: name)) }

  /// The inode of every file by path, to check that a run without changes leaves the files alone.
  package var files: [String: Int] {
    get throws {
      var files: [String: Int] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path.path) {
        files[name] = try inode(name)
      }
      return files
    }
  }

  package func inode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.appending(path: name).path)
    return attributes[.systemFileNumber] as? Int ?? -1
  }
}
