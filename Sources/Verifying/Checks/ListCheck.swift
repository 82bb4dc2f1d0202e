import Diagnostics
import PlanFiles
import System

/// Every listed file exists with its size, and its SHA-256 if the run noted it. This finds damage but not forgery,
/// because an editor of a file can also edit the list.
package enum ListCheck {
  /// Checks the files of a folder, whose copy may have been interrupted.
  package static func refuseDamage(in folder: String) throws(RunFault) {
    let log = FindingLog()
    try ListedFile.forEach(in: folder) { (file, line) throws(RunFault) in try run(file, line, in: folder, log) }
    guard let finding = log.first.first else { return }
    throw RunFault(.dataError, "\(finding.file): found \(finding.found); expected \(finding.expected)")
  }

  static func run(_ file: ListedFile, _ line: Int, in folder: String, _ log: FindingLog) throws(RunFault) {
    let path = "\(folder)/\(file.name)"
    let found = try RunFault.wording(.ioError, "cannot read \(path)") { try Path.identity(path) }
    guard let found else {
      log.add(
        .files, "\(folder)/\(CommitJournal.list)", line, "\(file.name) is not there",
        expected: "what the run wrote; plan again")
      return
    }
    guard let size = file.size else { return }
    if found.size != size {
      log.add(.files, path, 1, "\(found.size) bytes", expected: "\(size), as the run wrote it; plan again")
      return
    }
    guard let wanted = file.sha256 else { return }
    var hash = try SHA256()
    _ = try SourceCheck.add(path, to: &hash)
    let sha256 = String(hexadecimal: hash.digest)
    if sha256 != wanted {
      log.add(
        .files, path, 1, "other bytes, with SHA-256 \(sha256)", expected: "\(wanted), as the run wrote it; plan again")
    }
  }
}
