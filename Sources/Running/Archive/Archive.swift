import Bytes
import Diagnostics

/// A folder of runs, each in its own folder, with a link `latest` to the run in force.
///
/// A folder counts as a run if it contains ``done``, or if `latest` points to it. In the latter case, the run was
/// killed before it could write ``done``.
package struct Archive: Sendable {
  static let latest = "latest"
  /// The file in a finished run that records its sources.
  static let done = ".tickler-run"
  /// The name of that file before `latest` points to the run.
  static let begun = ".tickler-begun"

  package let path: String
  /// The runs in the order of their names.
  package let runs: [RunName]
  /// The run in force; `nil` if there is none.
  package let latest: RunName?

  /// - Throws: If the archive cannot be read.
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

  /// Makes another run the latest one, which the next run succeeds.
  ///
  /// - Parameter name: The name of the run.
  /// - Throws: Status 64 if the run does not exist, 75 while another run is in progress.
  package static func point(_ path: String, to name: String) throws(FatalInput) {
    let archive = try Archive(path)
    guard let run = RunName(name), archive.runs.contains(run) else {
      let near = name.nearest(in: archive.runs.map(\.description)).map { "; the nearest is \($0)" } ?? ""
      throw FatalInput(.usage, "\(path) has no run \(name.quotedForDiagnostic)\(near)")
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

  /// Points `latest` to a run. The link reaches the disk before it gets its name.
  ///
  /// - Parameter lock: The archive's folder.
  static func link(_ path: String, to run: RunName, _ lock: borrowing OpenFile) throws(SystemError) {
    Folder.remove(draft(path))
    try Path.makeLink(draft(path), to: "\(run)")
    try lock.synchronize()
    try Path.move(draft(path), to: "\(path)/\(latest)")
  }

  /// Returns the temporary path of the link to the latest run.
  static func draft(_ path: String) -> String { "\(path)/.\(latest)" }
}
