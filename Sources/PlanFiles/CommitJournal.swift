import Diagnostics
import Formats
import System

/// The steps by which a run replaces the files in its output folder.
///
/// New files wait in ``staging``. One rename decides: it puts the journal beside the old files. Before it, nothing
/// has changed. After it, the run carries out the steps, or the next run that writes to the folder does if the run was
/// killed. Steps already carried out are skipped. The journal is removed last.
///
/// A folder may come from elsewhere, with a journal in it. So only commands that write to a folder carry one out, only
/// with names of outputs, and only below the open folder, without following links.
package struct CommitJournal: Equatable, Sendable {
  /// The folder of new files, in the output folder.
  package static let staging = ".tickler-staging"
  /// The list of files that the last run wrote, one per line. It is always replaced last.
  package static let list = InputDiscovery.outputList
  package static let name = ".tickler-commit"
  private static let head = "tickler-commit/1"

  /// Files and whole folders to put in place.
  package var put: [String]
  /// Folders inside them that are kept from the replaced ones.
  package var kept: [String]
  /// Files of the previous run that this run did not write.
  package var removed: [String]

  package init(put: [String], kept: [String], removed: [String]) {
    (self.put, self.kept, self.removed) = (put, kept, removed)
  }

  /// - Parameters:
  ///   - text: A journal in the format of ``text``.
  ///   - isOutput: Returns whether a run can write a file or folder of that name.
  package init?(_ text: String, isOutput: (String) -> Bool) {
    self.init(put: [], kept: [], removed: [])
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == CommitJournal.head[...], lines.popLast() == "", lines.popLast() == "end" else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, isOutput(words[1]) else { return nil }
      switch words[0] {
      case "put": put.append(words[1])
      case "keep": kept.append(words[1])
      case "remove": removed.append(words[1])
      default: return nil
      }
    }
  }

  package var text: String {
    let steps = put.map { "put \($0)" } + kept.map { "keep \($0)" } + removed.map { "remove \($0)" }
    return ([CommitJournal.head] + steps + ["end"]).map { $0 + "\n" }.joined()
  }

  /// Whether a run was stopped after its decision.
  package static func exists(in folder: String) throws(RunFault) -> Bool {
    do {
      guard let kind = try Path.ownKind("\(folder)/\(name)") else { return false }
      if kind != .regular { throw SystemError.noFile }
      return true
    } catch {
      throw fault(folder, error)
    }
  }

  /// Waits for a run that is committing.
  ///
  /// - Throws: Status 75 if the run was killed: its folder has files of two runs, and only a command that writes to it
  ///   may complete them.
  package static func settle(_ folder: String) throws(RunFault) {
    var attempts = 0
    while try exists(in: folder) {
      let isFree: Bool
      do {
        isFree = try OpenFile(folder, for: .folder).lock(isShared: true)
      } catch {
        throw fault(folder, error)
      }
      // The run may have ended in the meantime.
      if isFree, try exists(in: folder) {
        throw RunFault(
          .temporaryFailure, "a run was killed while it replaced the files in \(folder); \(remedy(folder))")
      }
      attempts += 1
      if attempts == 1000 { throw RunFault(.temporaryFailure, "another run is writing to \(folder)") }
      if !isFree { Machine.sleep(milliseconds: 10) }
    }
  }

  /// Opens files of a folder so that all are of one run, even if another run commits meanwhile.
  ///
  /// - Parameter open: Opens the files. It is called again after another run's commit.
  package static func openConsistently<Files>(_ folder: String, _ open: () throws(RunFault) -> Files)
    throws(RunFault) -> Files
  {
    while true {
      try settle(folder)
      do {
        // The list is replaced last, while the journal is in place.
        let before = try Path.identity("\(folder)/\(list)", followsLinks: false)
        let files = try open()
        if try !exists(in: folder), try Path.identity("\(folder)/\(list)", followsLinks: false) == before {
          return files
        }
      } catch {
        throw fault(folder, error)
      }
    }
  }

  /// Returns which commands complete a killed run.
  package static func remedy(_ folder: String) -> String {
    "tickler report \(folder), or the next tickler plan that writes there, completes it"
  }

  /// - Parameter error: A system error, or a fault to return unchanged.
  package static func fault(_ folder: String, _ error: any Error) -> RunFault {
    guard let error = error as? SystemError else { return error as! RunFault }
    let isStrange = error == .noFile || error == .noFolder
    return RunFault(
      isStrange ? .noInput : .ioError, "cannot finish what an earlier run began in \(folder): \(error.words)")
  }
}
