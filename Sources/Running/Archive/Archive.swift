import Bytes
import Diagnostics

/// A folder of runs, each in a folder of its own, with a link `latest` to the one that holds.
///
/// A folder is a run where it has ``done``, or where `latest` points to it: the run was killed before it could say so.
package struct Archive: Sendable {
  static let latest = "latest"
  /// The file that a finished run has: what it was made from.
  static let done = ".tickler-run"
  /// The same file before `latest` points to the run.
  static let begun = ".tickler-begun"

  package let path: String
  /// In the order of their names.
  package let runs: [RunName]
  /// The run that holds; nil where there is none.
  package let latest: RunName?

  /// - Throws: where it cannot be read.
  package init(_ path: String) throws(FatalInput) {
    self.path = path
    var runs: [RunName] = []
    let target = Path.target(ofLink: "\(path)/\(Archive.latest)").flatMap { RunName($0) }
    do {
      for entry in try Folder.entries(in: path) where entry.kind ?? .folder == .folder {
        guard let name = RunName(entry.name) else { continue }
        let marks = name == target ? [Archive.done, Archive.begun] : [Archive.done]
        for mark in marks where try Path.kind("\(path)/\(name)/\(mark)") != nil {
          runs.append(name)
          break
        }
      }
    } catch {
      throw FatalInput(reading: path, error)
    }
    self.runs = runs.sorted()
    latest = target.flatMap { runs.contains($0) ? $0 : nil } ?? self.runs.last
  }

  /// Has another run be the latest, which the next one succeeds.
  ///
  /// - Parameter name: That of a run.
  /// - Throws: status 64 if there is no such run, 75 while a run is under way.
  package static func point(_ path: String, to name: String) throws(FatalInput) {
    let archive = try Archive(path)
    guard let run = RunName(name), archive.runs.contains(run) else {
      let near = name.nearest(in: archive.runs.map(\.description)).map { "; the nearest is \($0)" } ?? ""
      throw FatalInput(.usage, "there is no run \(name.quotedForDiagnostic) in \(path)\(near)")
    }
    let lock = try OpenFile.locked(folder: path)
    do {
      try link(path, to: run, lock)
      try lock.synchronize()
    } catch {
      throw FatalInput(.cannotCreate, "cannot make \(run) the latest run of \(path): \(error.words)")
    }
  }

  package func folder(_ run: RunName) -> String { "\(path)/\(run)" }

  /// Has a run be the latest. The link is on disk before it takes the name.
  ///
  /// - Parameter lock: The archive's folder.
  static func link(_ path: String, to run: RunName, _ lock: borrowing OpenFile) throws(SystemError) {
    Folder.remove(draft(path))
    try Path.makeLink(draft(path), to: "\(run)")
    try lock.synchronize()
    try Path.move(draft(path), to: "\(path)/\(latest)")
  }

  /// The link to the latest run before it takes the name.
  static func draft(_ path: String) -> String { "\(path)/.\(latest)" }
}
