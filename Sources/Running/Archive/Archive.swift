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

  package func folder(_ run: RunName) -> String { "\(path)/\(run)" }
}
