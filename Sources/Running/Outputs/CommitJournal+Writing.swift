import Diagnostics
import PlanFiles
import System

extension CommitJournal {
  /// The folder of replaced files, in ``staging``, until the run is done.
  private static var replaced: String { "\(staging)/.replaced" }
  /// The journal before the decision and after the last step.
  private static var draft: String { "\(staging)/\(name)" }

  /// Commits the run: carries out every step, or none if one fails.
  ///
  /// - Parameters:
  ///   - path: The output folder, for messages.
  ///   - folder: The folder, open and locked. Its ``staging`` holds every new file, synchronized to disk.
  func commit(in path: String, _ folder: OpenFile) throws(RunFault) {
    var steps = Steps(folder)
    try RunFault.writing("to \(path)") {
      try folder.makeFolder(CommitJournal.replaced)
      for name in put { steps.save(name) }
      let staging = try folder.folder(CommitJournal.staging)
      try Path.write(text, to: CommitJournal.name, in: staging)
      try staging.synchronize()
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
      throw RunFault(
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

  // MARK: Recovery

  /// Finishes what a killed run decided.
  ///
  /// - Parameters:
  ///   - path: The output folder, for messages.
  ///   - folder: The folder, open and locked.
  ///   - isOutput: Returns whether a run can write a file or folder of that name.
  static func finish(
    in path: String, _ folder: OpenFile, isOutput: (String) -> Bool
  ) throws(RunFault) {
    do {
      guard try folder.kind(of: name) != nil else { return }
      let text = String(decoding: try Path.contents(of: name, for: .readingOwn, in: folder), as: UTF8.self)
      guard let journal = CommitJournal(text, isOutput: isOutput) else {
        throw RunFault(
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
}
