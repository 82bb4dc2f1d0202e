import CivilTime
import Diagnostics
import PlanFiles
import Pages
import RunModel
import System

/// Runs `tickler plan --archive`, which creates a run in its own folder and makes it the archive's latest.
///
/// The files are written to a hidden folder, which gets the run's name once they are complete. Then one rename replaces
/// the link `latest`. This commits the run: until then, the latest run is the old one. A killed run leaves a hidden
/// folder, or one that is still marked ``Archive/begun``. The next run removes both.
package final class ArchiveRun {
  private let path: String
  /// The archive's folder, locked while it is open.
  private let lock: OpenFile
  private let log: OpenFile
  private let madeFolders: [String]
  /// The archive before this run.
  private var archive: Archive
  private let now: Instant
  private let name: RunName
  private var key = ""
  /// Whether a gate refused it, and its page is kept.
  private var isHeld = false
  /// Why the run failed, which it may have reported already.
  var cause: RunFault?

  /// - Returns: The status of the run, or of the equal run that already exists.
  package static func run(_ given: PlanOptions, _ path: String) async throws(RunFault) -> Int32 {
    let run = try ArchiveRun(path, now: given.now)
    var options = given
    options.out = run.hiddenFolder
    options.outName = run.folder
    do throws(RunFault) {
      if let latest = run.archive.latest, latest.now > given.now, !given.isBackdated {
        throw RunFault(
          .usage,
          "the latest run of \(path) is as of \(latest.now), after \(given.now); --backdate plans as of an earlier instant"
        )
      }
      while true {
        if given.previous == nil { options.previous = try run.previousFolder }
        do throws(RunFault) {
          return try await PlanRun.run(options, into: run)
        } catch {
          // Standard input cannot be read again.
          guard error.status == .dataError, given.previous == nil, !given.paths.contains("-"),
            try run.setAsideDamaged(options)
          else { throw error }
        }
      }
    } catch {
      run.fail(options.redacted(run.cause ?? error))
      // A mail ends with these lines.
      guard run.archive.latest != nil, error.words.isEmpty else { throw error }
      var fault = error
      fault.lines.append(.text("nothing is planned; the plan in \(path) stays"))
      throw fault
    }
  }

  private init(_ path: String, now: Instant) throws(RunFault) {
    (self.path, self.now) = (path, now)
    (lock, madeFolders) = try OpenFile.locked(making: path)
    do throws(RunFault) {
      archive = try ArchiveRun.tidied(path, lock)
      log = try RunFault.wording(.cannotCreate, "cannot write \(path)/\(Archive.log)") {
        try OpenFile("\(path)/\(Archive.log)", for: .appending)
      }
    } catch {
      if !madeFolders.isEmpty { Folder.remove("\(path)/\(Archive.log)") }
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
      throw error
    }
    var name = RunName(now)
    while (try? Path.ownKind("\(path)/\(name)")) != .some(nil), name.number < 1_000_000 {
      name = RunName(now, number: name.number + 1)
    }
    self.name = name
  }

  /// Removes leftovers of killed runs, completes a run that lacks only its last step, and finishes what a killed
  /// `tickler report` began in the latest run.
  static func tidied(_ path: String, _ lock: OpenFile) throws(RunFault) -> Archive {
    try RunFault.wording(.ioError, "cannot tidy up \(path)") {
      if try PlanFolder.exists(in: path) {
        throw RunFault(
          .cannotCreate, "\(path) has the files of a plan, but an archive has a folder for each plan; name another one")
      }
      if try Path.ownKind("\(path)/\(Archive.latest)") != nil, Path.target(ofLink: "\(path)/\(Archive.latest)") == nil {
        throw RunFault(.cannotCreate, "\(path)/\(Archive.latest) is not a link that tickler made; move it away")
      }
      Folder.remove(Archive.draft(path))
      for name in try Folder.names(in: path) {
        if name.hasPrefix("."), RunName(String(name.dropFirst())) != nil { Folder.remove("\(path)/\(name)") }
      }
      let archive = try Archive(path)
      for name in try Folder.names(in: path) {
        // A run that is a link is not of this archive.
        guard let run = RunName(name), let folder = try? lock.folder(name), try folder.kind(of: Archive.begun) != nil
        else { continue }
        if archive.runs.contains(run) {
          try folder.move(Archive.begun, to: Archive.done)
        } else {
          try remove(run, in: path)
        }
      }
      if let latest = archive.latest, try CommitJournal.exists(in: archive.folder(latest)),
        let folder = try? lock.folder("\(latest)"), try folder.lock()
      {
        try CommitJournal.finish(in: archive.folder(latest), folder, isOutput: Emit.isOutput)
      }
      return archive
    }
  }

  /// Hides a run before it removes it, so that no reader finds half a run.
  private static func remove(_ run: RunName, in path: String) throws(SystemError) {
    try Path.move("\(path)/\(run)", to: "\(path)/.\(run)")
    Folder.remove("\(path)/.\(run)")
  }

  private var hiddenFolder: String { "\(path)/.\(name)" }
  private var folder: String { "\(path)/\(name)" }

  /// The folder of the plan that this run succeeds; `nil` if there is none.
  private var previousFolder: String? {
    get throws(RunFault) {
      guard let latest = archive.latest, try PlanFolder.exists(in: archive.folder(latest)) else { return nil }
      return archive.folder(latest)
    }
  }

  /// Renames the latest run if its files cannot be read, so that old damage does not fail tonight's run.
  ///
  /// - Returns: Whether the run was damaged.
  private func setAsideDamaged(_ options: PlanOptions) throws(RunFault) -> Bool {
    guard let latest = archive.latest, let folder = try previousFolder else { return false }
    do throws(RunFault) {
      try PlanFolder(folder, zones: try ZoneDatabase.needed(options.zoneinfo)).forEachAccount { _ in }
      return false
    } catch {
      guard error.status == .dataError else { throw error }
      let aside = "\(path)/\(Archive.damaged)\(latest)"
      try RunFault.wording(.cannotCreate, "cannot set \(folder) aside") {
        try Path.move(folder, to: aside)
        try lock.synchronize()
      }
      archive = try Archive(path)
      let words = "\(latest) is damaged and was renamed \(aside): \(error.messages.first ?? "")"
      StandardError.write("tickler: \(words.visible)\n")
      note(words)
      return true
    }
  }

  // MARK: Repeated runs

  /// Compares this run with the latest one: same instant, inputs, policies, texts, templates, tz database and options.
  /// If all are equal, the latest run stays, and only the log mentions this one.
  ///
  /// - Returns: The latest run and its status; `nil` if they differ.
  func repeated(
    _ header: RunHeader, _ options: PlanOptions, _ templates: TemplateFolder
  ) throws(RunFault) -> (folder: String, status: Int32)? {
    key = try RunRecord.key(header, options, templates)
    guard let latest = archive.latest, let record = RunRecord.read(archive.folder(latest)), record.key == key else {
      return nil
    }
    note("same \(latest): the inputs have not changed; nothing written")
    // That run may have been killed before it removed old runs.
    if let keep = options.keep { removeRuns(keep, latest: latest) }
    return (archive.folder(latest), record.status)
  }

  // MARK: The decision

  /// Makes the run, whose files are complete in the hidden folder, the archive's latest. Removes the runs that `keep`
  /// excludes.
  func finish(_ summary: RunSummary, status: Int32, keep: Retention?) throws(RunFault) {
    // In case the run failed to remove it.
    Folder.remove("\(hiddenFolder)/\(CommitJournal.staging)")
    let record = RunRecord(key: key, status: status, previous: archive.latest)
    if let latest = archive.latest { _ = SharedFiles.share(hiddenFolder, with: archive.folder(latest)) }
    do {
      try Path.write(record.text, to: "\(hiddenFolder)/\(Archive.begun)")
      try OpenFile(hiddenFolder, for: .folder).synchronize()
      try Path.move(hiddenFolder, to: folder)
      try Archive.draftLink(path, to: name, lock)
      try Archive.placeLink(path)
    } catch {
      Folder.remove(Archive.draft(path))
      try? ArchiveRun.remove(name, in: path)
      Folder.remove(hiddenFolder)
      throw RunFault(.cannotCreate, "cannot make \(folder) the latest run: \(error.words)")
    }
    // From here on, this run is the latest. If a step fails, the next run makes up for it.
    try? lock.synchronize()
    try? Path.move("\(folder)/\(Archive.begun)", to: "\(folder)/\(Archive.done)")
    note("made \(name)" + (archive.latest.map { " after \($0)" } ?? "") + ": status \(status), \(summary.words)")
    if let keep { removeRuns(keep, latest: name) }
  }

  /// Keeps page and summary of a run that a gate refuses, for the history. The latest run stays.
  ///
  /// The folder gets its name when it has only these, so that it is never taken for a plan.
  ///
  /// - Returns: The fault, with the place of the page.
  func hold(_ fault: RunFault) throws(RunFault) -> RunFault {
    let held = "\(path)/\(Archive.heldName(name))"
    try RunFault.wording(.cannotCreate, "cannot keep the page of the refused run in \(held)") {
      for entry in try Folder.names(in: hiddenFolder)
      where !["index.html", Site.folder, "summary.json"].contains(entry) {
        Folder.remove("\(hiddenFolder)/\(entry)")
      }
      Folder.remove(held)
      try Path.move(hiddenFolder, to: held)
      try lock.synchronize()
    }
    isHeld = true
    note("held \(name): status \(fault.status.rawValue), \(fault.messages.first ?? ""); page and summary in \(held)")
    var fault = fault
    fault.lines.append(.text("\(held) shows the refused run"))
    return fault
  }

  private func removeRuns(_ keep: Retention, latest: RunName) {
    let removed = keep.removed(of: Set(archive.runs + [latest]), latest: latest)
    let oldest = Set(archive.runs).subtracting(removed).min() ?? latest
    for run in archive.heldRuns where run < oldest { Folder.remove("\(path)/\(Archive.heldName(run))") }
    for run in removed {
      // `tickler report` may be writing to it.
      guard let lock = try? OpenFile("\(path)/\(run)", for: .folder), (try? lock.lock()) == true else { continue }
      do {
        try ArchiveRun.remove(run, in: path)
        note("removed \(run): --keep \(keep)")
      } catch {
        note("cannot remove \(run): \(error.words)")
      }
    }
  }

  /// Restores the archive, except for its log.
  private func fail(_ fault: RunFault) {
    Folder.remove(hiddenFolder)
    if isHeld { return }
    guard madeFolders.isEmpty else {
      Folder.remove("\(path)/\(Archive.log)")
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
      return
    }
    note("failed \(name): status \(fault.status.rawValue), \(fault.messages.first ?? "")")
  }

  /// Appends a line to `runs.log`: the time and a text.
  private func note(_ text: String) {
    let line = "\(SystemClock.now) \(text)".visible + "\n"
    // The runs are complete without the log.
    try? log.write(line)
  }
}

/// Replaces files of a new run with hard links to equal files of the previous run, to save space.
enum SharedFiles {
  private static let blockSize = 1 << 18
  /// The temporary name of an old file's link until it replaces the new file.
  private static let draft = ".tickler-shared"

  /// - Returns: The number of shared files. If the file system has no hard links, the new files stay.
  static func share(_ folder: String, with old: String) -> Int {
    var count = 0
    for entry in (try? Folder.entries(in: folder)) ?? [] {
      let (new, other) = ("\(folder)/\(entry.name)", "\(old)/\(entry.name)")
      switch entry.kind {
      case .folder: count += share(new, with: other)
      case .regular where isSame(new, other) && Path.link(other, to: "\(folder)/\(draft)"):
        if (try? Path.move("\(folder)/\(draft)", to: new)) != nil { count += 1 }
      default: break
      }
    }
    return count
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    guard let a = try? OpenFile(one, for: .readingOwn), let b = try? OpenFile(other, for: .readingOwn),
      let first = try? a.identity(), let second = try? b.identity(),
      // A shared file has one set of permissions.
      first.permissions == second.permissions, first.size == second.size, !first.isSame(as: second)
    else { return false }
    var (left, right): ([UInt8], [UInt8]) = ([], [])
    repeat {
      left.removeAll(keepingCapacity: true)
      right.removeAll(keepingCapacity: true)
      guard (try? a.appendNext(upTo: blockSize, to: &left)) != nil,
        (try? b.appendNext(upTo: blockSize, to: &right)) != nil, left == right
      else { return false }
    } while !left.isEmpty
    return true
  }
}
