import Bytes
import Diagnostics
import Formats

/// The steps by which a run replaces the files in its output folder.
///
/// New files wait in ``staging``. One rename decides: it puts the journal beside the old files. Before it, nothing
/// has changed. After it, the run carries out the steps, or the next command that opens the folder does if the run
/// was killed. Steps already carried out are skipped. The journal is removed last.
package struct CommitJournal: Equatable, Sendable {
  /// The folder of new files, in the output folder.
  package static let staging = ".tickler-staging"
  /// The list of files that the last run wrote, one per line. It is always replaced last.
  package static let list = InputDiscovery.outputList
  static let name = ".tickler-commit"
  /// The folder of replaced files, in ``staging``, until the run is done.
  private static let replaced = ".replaced"
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

  /// - Parameter text: A journal in the format of ``text``.
  init?(_ text: String) {
    self.init(put: [], kept: [], removed: [])
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == CommitJournal.head[...], lines.popLast() == "", lines.popLast() == "end" else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      // A path must not lead out of the folder.
      guard words.count == 2, words[1].split(separator: "/").allSatisfy({ $0 != ".." }), !words[1].hasPrefix("/") else {
        return nil
      }
      switch words[0] {
      case "put": put.append(String(words[1]))
      case "keep": kept.append(String(words[1]))
      case "remove": removed.append(String(words[1]))
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
  ///   - folder: The output folder. Its ``staging`` holds every new file, synchronized to disk.
  ///   - lock: The folder, open and locked.
  package func commit(in folder: String, lock: OpenFile) throws(FatalInput) {
    var steps = Steps(folder)
    let draft = "\(steps.staging)/\(CommitJournal.name)"
    do {
      try Folder.makeNew(steps.replaced)
      for name in put { steps.save(name) }
      try Path.write(text, to: draft)
      try OpenFile(steps.staging, for: .folder).synchronize()
    } catch {
      throw FatalInput(.ioError, "cannot write to \(folder): \(error.words)")
    }
    do {
      try steps.move(draft, "\(folder)/\(CommitJournal.name)")
      try lock.synchronize()
      for name in put { try steps.replace(name) }
      for name in kept { try steps.moveIfThere("\(steps.replaced)/\(name)", "\(folder)/\(name)") }
      for name in removed { try steps.moveIfThere("\(folder)/\(name)", "\(steps.replaced)/\(name)") }
      try lock.synchronize()
      try steps.move("\(folder)/\(CommitJournal.name)", draft)
    } catch {
      let isUndone = steps.undo()
      throw FatalInput(
        .cannotCreate,
        "cannot replace the files in \(folder): \(error.words)"
          + (isUndone ? "" : "; the next command that opens it finishes what was begun"))
    }
    // Otherwise a crash of the machine may bring the journal back after all its steps.
    try? lock.synchronize()
  }

  /// The steps carried out so far, to be undone in reverse.
  private struct Steps {
    let folder: String
    let staging: String
    let replaced: String
    private var saved: Set<String> = []
    private var done: [(from: String, to: String)] = []

    init(_ folder: String) {
      self.folder = folder
      staging = "\(folder)/\(CommitJournal.staging)"
      replaced = "\(staging)/\(CommitJournal.replaced)"
    }

    /// Links an old file to a second name, so that its first name is never missing. Folders and some file systems do
    /// not support this.
    mutating func save(_ name: String) {
      if Path.link("\(folder)/\(name)", to: "\(replaced)/\(name)") { saved.insert(name) }
    }

    mutating func replace(_ name: String) throws(SystemError) {
      let target = "\(folder)/\(name)"
      if saved.contains(name) {
        done.append((target, "\(replaced)/\(name)"))
      } else {
        try moveIfThere(target, "\(replaced)/\(name)")
      }
      try move("\(staging)/\(name)", target)
    }

    mutating func move(_ from: String, _ to: String) throws(SystemError) {
      try Path.move(from, to: to)
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
        do { try Path.move(to, to: from) } catch { return false }
      }
      return true
    }
  }

  // MARK: Recovery

  /// Whether a run was stopped after its decision.
  package static func exists(in folder: String) throws(FatalInput) -> Bool {
    do {
      return try Path.ownKind("\(folder)/\(name)") != nil
    } catch {
      throw fault(folder, error)
    }
  }

  /// Finishes what a killed run decided, and waits for a run that is committing.
  package static func settle(_ folder: String) throws(FatalInput) {
    var attempts = 0
    while try exists(in: folder) {
      do {
        let lock = try OpenFile(folder, for: .folder)
        if try lock.lock() { return try finish(in: folder, lock: lock) }
      } catch {
        throw fault(folder, error)
      }
      attempts += 1
      if attempts == 1000 { throw FatalInput(.temporaryFailure, "another run is writing to \(folder)") }
      Machine.sleep(milliseconds: 10)
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

  /// Finishes what a killed run decided.
  ///
  /// - Parameter lock: The folder, open and locked.
  package static func finish(in folder: String, lock: OpenFile) throws(FatalInput) {
    guard try exists(in: folder) else { return }
    do {
      let text = String(decoding: try Path.contents(of: "\(folder)/\(name)", for: .readingOwn), as: UTF8.self)
      guard let journal = CommitJournal(text) else {
        throw FatalInput(.ioError, "\(folder)/\(name) was changed since tickler wrote it; the folder may mix two runs")
      }
      try journal.carryOut(in: folder)
      try lock.synchronize()
      let staging = "\(folder)/\(CommitJournal.staging)"
      _ = try Folder.make(staging)
      try Path.move("\(folder)/\(name)", to: "\(staging)/\(name)")
      try lock.synchronize()
      Folder.remove(staging)
    } catch {
      throw fault(folder, error)
    }
  }

  private func carryOut(in folder: String) throws(SystemError) {
    let staging = "\(folder)/\(CommitJournal.staging)"
    let replaced = "\(staging)/\(CommitJournal.replaced)"
    for name in put {
      let (source, target) = ("\(staging)/\(name)", "\(folder)/\(name)")
      guard let kind = try Path.ownKind(source) else { continue }
      if let old = try Path.ownKind(target), old == .folder || kind == .folder {
        try CommitJournal.setAside(target, "\(replaced)/\(name)")
      }
      try Path.move(source, to: target)
    }
    for name in kept {
      guard try Path.ownKind("\(replaced)/\(name)") != nil, try Path.ownKind("\(folder)/\(name)") == nil else {
        continue
      }
      try Path.move("\(replaced)/\(name)", to: "\(folder)/\(name)")
    }
    for name in removed where try Path.ownKind("\(folder)/\(name)") != nil {
      try CommitJournal.setAside("\(folder)/\(name)", "\(replaced)/\(name)")
    }
  }

  private static func setAside(_ path: String, _ other: String) throws(SystemError) {
    Folder.remove(other)
    try Path.move(path, to: other)
  }

  /// - Parameter error: A system error, or a fault to return unchanged.
  private static func fault(_ folder: String, _ error: any Error) -> FatalInput {
    guard let error = error as? SystemError else { return error as! FatalInput }
    return FatalInput(
      error == .noFile ? .noInput : .ioError, "cannot finish what an earlier run began in \(folder): \(error.words)")
  }
}
