import Bytes
import Diagnostics
import Formats

/// What a run has decided to do to its output folder.
///
/// New files wait in ``staging``. The decision is one rename, which puts the journal beside the old files: before it nothing has
/// changed, and after it the steps are carried out, by the run itself or, where that was killed, by whoever opens the folder next. A
/// step that was made already finds nothing to do. The journal goes last.
package struct CommitJournal: Equatable, Sendable {
  /// Where new files wait, in the output folder.
  package static let staging = ".tickler-staging"
  /// The names that the last run wrote, one a line; always replaced last.
  package static let list = InputDiscovery.outputList
  static let name = ".tickler-commit"
  /// Where replaced files wait until the run is done, in ``staging``.
  private static let replaced = ".replaced"
  private static let head = "tickler-commit/1"

  /// Files and whole folders that the run wrote.
  package var put: [String]
  /// Folders inside of them that are taken over from the replaced ones.
  package var kept: [String]
  /// What the run before wrote and this one did not.
  package var removed: [String]

  package init(put: [String], kept: [String], removed: [String]) {
    self.put = put
    self.kept = kept
    self.removed = removed
  }

  /// - Parameter text: As ``text`` is.
  init?(_ text: String) {
    self.init(put: [], kept: [], removed: [])
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == CommitJournal.head[...], lines.popLast() == "", lines.popLast() == "end" else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      // It leads nowhere but into the folder.
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

  // MARK: The run itself

  /// Decides, and carries it out: all of it, or, where a step fails, nothing.
  ///
  /// - Parameters:
  ///   - folder: The output folder, whose ``staging`` has everything that is to be put in place, and on the disk.
  ///   - lock: The folder, open and locked.
  package func commit(in folder: String, lock: OpenFile) throws(FatalInput) {
    var steps = Steps(folder)
    let draft = "\(steps.staging)/\(CommitJournal.name)"
    do {
      try Folder.makeNew(steps.replaced)
      for name in put { steps.save(name) }
      let file = try OpenFile(draft, for: .writing)
      try file.write(text.utf8Span.span)
      try file.synchronize()
      try file.close()
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
    // Without this a crash of the machine may bring the journal back, whose steps are all made.
    try? lock.synchronize()
  }

  /// What was done so far, to be taken back in reverse.
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

    /// Gives an old file a second name, so that it need not be away for a moment. Not every file system can, and none for a folder.
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

    /// - Returns: false where that fails too. The journal is still there then.
    func undo() -> Bool {
      // The journal came first and goes last: until then whoever finds it can go forward from any of these states.
      for (from, to) in done.reversed() {
        do { try Path.move(to, to: from) } catch { return false }
      }
      return true
    }
  }

  // MARK: Whoever comes next

  /// Whether a run was stopped after its decision.
  package static func isThere(in folder: String) throws(FatalInput) -> Bool {
    do {
      return try Path.ownKind("\(folder)/\(name)") != nil
    } catch {
      throw fault(folder, error)
    }
  }

  /// Finishes what a killed run decided, and waits for one that is at it.
  package static func settle(_ folder: String) throws(FatalInput) {
    var attempts = 0
    while try isThere(in: folder) {
      do {
        let lock = try OpenFile(folder, for: .folder)
        if try lock.lock() { return try finish(in: folder, lock: lock) }
      } catch let error as SystemError {
        throw fault(folder, error)
      } catch {
        throw error as! FatalInput
      }
      attempts += 1
      if attempts == 1000 { throw FatalInput(.temporaryFailure, "another run is writing to \(folder)") }
      Machine.sleep(milliseconds: 10)
    }
  }

  /// Opens files of a folder: all of one run, also where another run puts its own in place meanwhile.
  ///
  /// - Parameter open: Called again where one did.
  package static func whole<Files>(_ folder: String, _ open: () throws(FatalInput) -> Files) throws(FatalInput) -> Files
  {
    while true {
      try settle(folder)
      do {
        // The list is replaced last, and while the journal is there.
        let before = try Path.identity("\(folder)/\(list)", followsLinks: false)
        let files = try open()
        if try !isThere(in: folder), try Path.identity("\(folder)/\(list)", followsLinks: false) == before {
          return files
        }
      } catch let error as SystemError {
        throw fault(folder, error)
      } catch {
        throw error as! FatalInput
      }
    }
  }

  /// Finishes what a killed run decided.
  ///
  /// - Parameter lock: The folder, open and locked.
  package static func finish(in folder: String, lock: OpenFile) throws(FatalInput) {
    guard try isThere(in: folder) else { return }
    do {
      let text = String(decoding: try Path.contents(of: "\(folder)/\(name)", for: .readingOwn), as: UTF8.self)
      guard let journal = CommitJournal(text) else {
        throw FatalInput(
          .ioError, "\(folder)/\(name) is not what tickler wrote; the files beside it may be of two runs")
      }
      try journal.carryOut(in: folder)
      try lock.synchronize()
      let staging = "\(folder)/\(CommitJournal.staging)"
      _ = try Folder.make(staging)
      try Path.move("\(folder)/\(name)", to: "\(staging)/\(name)")
      try lock.synchronize()
      Folder.remove(staging)
    } catch let error as SystemError {
      throw fault(folder, error)
    } catch {
      throw error as! FatalInput
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

  private static func fault(_ folder: String, _ error: SystemError) -> FatalInput {
    FatalInput(
      error == .noFile ? .noInput : .ioError, "cannot finish what an earlier run began in \(folder): \(error.words)")
  }
}
