import Bytes
import Diagnostics
import Formats

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
  static let name = ".tickler-commit"
  /// The folder of replaced files, in ``staging``, until the run is done.
  private static let replaced = "\(staging)/.replaced"
  /// The journal before the decision and after the last step.
  private static let draft = "\(staging)/\(name)"
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
  init?(_ text: String, isOutput: (String) -> Bool) {
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

  var text: String {
    let steps = put.map { "put \($0)" } + kept.map { "keep \($0)" } + removed.map { "remove \($0)" }
    return ([CommitJournal.head] + steps + ["end"]).map { $0 + "\n" }.joined()
  }

  // MARK: Committing

  /// Commits the run: carries out every step, or none if one fails.
  ///
  /// - Parameters:
  ///   - path: The output folder, for messages.
  ///   - folder: The folder, open and locked. Its ``staging`` holds every new file, synchronized to disk.
  package func commit(in path: String, _ folder: OpenFile) throws(FatalInput) {
    var steps = Steps(folder)
    do {
      try folder.makeFolder(CommitJournal.replaced)
      for name in put { steps.save(name) }
      let staging = try folder.folder(CommitJournal.staging)
      try Path.write(text, to: CommitJournal.name, in: staging)
      try staging.synchronize()
    } catch {
      throw FatalInput(writing: "to \(path)", error)
    }
    do {
      try steps.move(CommitJournal.draft, CommitJournal.name)
      try folder.synchronize()
      for name in put { try steps.replace(name) }
      for name in kept { try steps.moveIfThere("\(CommitJournal.replaced)/\(name)", name) }
      for name in removed { try steps.moveIfThere(name, "\(CommitJournal.replaced)/\(name)") }
      try folder.synchronize()
      try steps.move(CommitJournal.name, CommitJournal.draft)
    } catch {
      let isUndone = steps.undo()
      throw FatalInput(
        .cannotCreate,
        "cannot replace the files in \(path): \(error.words)" + (isUndone ? "" : "; \(CommitJournal.remedy(path))"))
    }
    // Otherwise a crash of the machine may bring the journal back after all its steps.
    try? folder.synchronize()
  }

  /// The steps carried out so far, to be undone in reverse.
  private struct Steps {
    let folder: OpenFile
    private var saved: Set<String> = []
    private var done: [(from: String, to: String)] = []

    init(_ folder: OpenFile) { self.folder = folder }

    /// Links an old file to a second name, so that its first name is never missing. Folders and some file systems do
    /// not support this.
    mutating func save(_ name: String) {
      if folder.link(name, to: "\(CommitJournal.replaced)/\(name)") { saved.insert(name) }
    }

    mutating func replace(_ name: String) throws(SystemError) {
      if saved.contains(name) {
        done.append((name, "\(CommitJournal.replaced)/\(name)"))
      } else {
        try moveIfThere(name, "\(CommitJournal.replaced)/\(name)")
      }
      try move("\(CommitJournal.staging)/\(name)", name)
    }

    mutating func move(_ from: String, _ to: String) throws(SystemError) {
      try folder.move(from, to: to)
      done.append((from, to))
    }

    mutating func moveIfThere(_ from: String, _ to: String) throws(SystemError) {
      do {
        try move(from, to)
      } catch {
        if !error.isAbsence { throw error }
      }
    }

    /// - Returns: false if undoing failed too. Then the journal is still in place.
    func undo() -> Bool {
      // The journal was placed first and goes last, so any of these states can be completed later.
      for (from, to) in done.reversed() {
        do { try folder.move(to, to: from) } catch { return false }
      }
      return true
    }
  }

  // MARK: Reading

  /// Whether a run was stopped after its decision.
  package static func exists(in folder: String) throws(FatalInput) -> Bool {
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
  package static func settle(_ folder: String) throws(FatalInput) {
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
        throw FatalInput(
          .temporaryFailure, "a run was killed while it replaced the files in \(folder); \(remedy(folder))")
      }
      attempts += 1
      if attempts == 1000 { throw FatalInput(.temporaryFailure, "another run is writing to \(folder)") }
      if !isFree { Machine.sleep(milliseconds: 10) }
    }
  }

  /// Opens files of a folder so that all are of one run, even if another run commits meanwhile.
  ///
  /// - Parameter open: Opens the files. It is called again after another run's commit.
  package static func openConsistently<Files>(_ folder: String, _ open: () throws(FatalInput) -> Files)
    throws(FatalInput) -> Files
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
  private static func remedy(_ folder: String) -> String {
    "tickler report \(folder), or the next tickler plan that writes there, completes it"
  }

  // MARK: Recovery

  /// Finishes what a killed run decided.
  ///
  /// - Parameters:
  ///   - path: The output folder, for messages.
  ///   - folder: The folder, open and locked.
  ///   - isOutput: Returns whether a run can write a file or folder of that name.
  package static func finish(
    in path: String, _ folder: OpenFile, isOutput: (String) -> Bool
  ) throws(FatalInput) {
    do {
      guard try folder.kind(of: name) != nil else { return }
      let text = String(decoding: try Path.contents(of: name, for: .readingOwn, in: folder), as: UTF8.self)
      guard let journal = CommitJournal(text, isOutput: isOutput) else {
        throw FatalInput(
          .ioError,
          "\(path)/\(name) is not as tickler writes it, and the folder may mix two runs; remove the file and plan again"
        )
      }
      try journal.check(folder)
      for name in [staging, replaced] where try folder.kind(of: name) == nil { try folder.makeFolder(name) }
      try journal.carryOut(in: folder)
      try folder.synchronize()
      try folder.move(name, to: draft)
      try folder.synchronize()
      folder.remove(staging)
    } catch {
      throw fault(path, error)
    }
  }

  /// Refuses links before the first step.
  private func check(_ folder: OpenFile) throws(SystemError) {
    for name in [CommitJournal.staging, CommitJournal.replaced] {
      if let kind = try folder.kind(of: name), kind != .folder { throw .noFolder }
    }
    for name in put {
      let kind = try folder.kind(of: "\(CommitJournal.staging)/\(name)")
      if kind == .pipe || kind == .other { throw .noFile }
    }
    // A folder on the way that is a link is a fault.
    for name in kept { _ = (try folder.kind(of: name), try folder.kind(of: "\(CommitJournal.replaced)/\(name)")) }
  }

  private func carryOut(in folder: OpenFile) throws(SystemError) {
    func setAside(_ name: String) throws(SystemError) {
      let other = "\(CommitJournal.replaced)/\(name)"
      folder.remove(other)
      try folder.move(name, to: other)
    }
    for name in put {
      let source = "\(CommitJournal.staging)/\(name)"
      guard let kind = try folder.kind(of: source) else { continue }
      if let old = try folder.kind(of: name), old == .folder || kind == .folder { try setAside(name) }
      try folder.move(source, to: name)
    }
    for name in kept {
      let source = "\(CommitJournal.replaced)/\(name)"
      if try folder.kind(of: source) != nil, try folder.kind(of: name) == nil { try folder.move(source, to: name) }
    }
    for name in removed where try folder.kind(of: name) != nil { try setAside(name) }
  }

  /// - Parameter error: A system error, or a fault to return unchanged.
  private static func fault(_ folder: String, _ error: any Error) -> FatalInput {
    guard let error = error as? SystemError else { return error as! FatalInput }
    let isStrange = error == .noFile || error == .noFolder
    return FatalInput(
      isStrange ? .noInput : .ioError, "cannot finish what an earlier run began in \(folder): \(error.words)")
  }
}
