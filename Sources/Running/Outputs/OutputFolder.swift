import Bytes
import Diagnostics
import PlanFiles
import System

/// The output folder of a run. It is locked during the run, and changed only when all files are complete.
///
/// Files are written to a hidden folder inside it, synced, and moved into place at the end, following a
/// ``CommitJournal``. A failed run removes its files. The next run completes or removes what a killed run left.
package final class OutputFolder {
  package let path: String
  /// The folder, locked while it is open.
  private let lock: OpenFile
  private let madeFolders: [String]
  private var isFinished = false
  /// Whether the run writes whole folders.
  private var hasFolders = false
  /// The folder of the last file. Files of one folder are written consecutively.
  private var lastFolder = ""
  private var written = WrittenFiles()
  /// Whether the SHA-256 of each file is listed.
  private let hasChecksums: Bool

  /// Creates the folder if needed, and locks it. Also starts handling the signals that end a run.
  ///
  /// - Parameter checksums: Whether to list the SHA-256 of each file; `nil` to do so if the existing list has any.
  package init(_ path: String, checksums: Bool? = nil) throws(RunFault) {
    self.path = path
    (lock, madeFolders) = try OpenFile.locked(making: path)
    do throws(RunFault) {
      try CommitJournal.finish(in: path, lock, isOutput: Emit.isOutput)
      hasChecksums = if let checksums { checksums } else { try OutputFolder.listsChecksums(path) }
      lock.remove(CommitJournal.staging)
      try RunFault.wording(.cannotCreate, "cannot write to \(path)") {
        try Folder.makeNew("\(path)/\(CommitJournal.staging)")
      }
    } catch {
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
      throw error
    }
  }

  deinit {
    // If the commit could not even be undone, the next command needs the files.
    if !isFinished, (try? CommitJournal.exists(in: path)) == false {
      lock.remove(CommitJournal.staging)
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
    }
  }

  private var stagingPath: String { "\(path)/\(CommitJournal.staging)" }

  /// Creates a file that will be named `name` once the run is done, and the folders in its name.
  ///
  /// - Parameter compression: The compression of the file, which its name has to match.
  package func file(_ name: String, _ compression: Compression? = nil) throws(RunFault) -> OutputFile {
    try makeFolder(of: name)
    let hash: SHA256? = hasChecksums ? try SHA256() : nil
    let file = try OutputFile(
      "\(stagingPath)/\(name)", shownAs: "\(path)/\(name)", compression, hash
    ) { [weak self] (size, sha256) throws(RunFault) in
      try self?.written.add(ListedFile(name: name, size: size, sha256: sha256))
    }
    try keepPermissions(of: name)
    return file
  }

  /// Copies the permissions of the file or folder that is replaced. A new one has those of the umask.
  private func keepPermissions(of name: String) throws(RunFault) {
    try RunFault.wording(.cannotCreate, "cannot create \(path)/\(name)") {
      guard let old = try Path.identity("\(path)/\(name)"), let new = try Path.identity("\(stagingPath)/\(name)"),
        old.kind == new.kind
      else { return }
      // Files are yet to be written into a folder.
      let permissions = old.permissions | (new.kind == .folder ? 0o700 : 0)
      if permissions != new.permissions { try Path.setPermissions(permissions, of: "\(stagingPath)/\(name)") }
    }
  }

  /// Renames a file of this run, and creates the folders in the name.
  package func rename(_ old: String, to name: String) throws(RunFault) {
    try makeFolder(of: name)
    try RunFault.wording(.cannotCreate, "cannot create \(path)/\(name)") {
      try Path.move("\(stagingPath)/\(old)", to: "\(stagingPath)/\(name)")
    }
    try written.rename(old, to: name)
    try keepPermissions(of: name)
  }

  private func makeFolder(of name: String) throws(RunFault) {
    guard let slash = name.lastIndex(of: "/"), name[..<slash] != lastFolder[...] else { return }
    let made = try RunFault.wording(.cannotCreate, "cannot create \(path)/\(name)") {
      try Folder.make("\(stagingPath)/\(name[..<slash])")
    }
    for folder in made { try keepPermissions(of: String(folder.dropFirst(stagingPath.count + 1))) }
    lastFolder = String(name[..<slash])
    hasFolders = true
  }

  /// Puts all files in place, or none if a step fails.
  ///
  /// - Parameters:
  ///   - names: The files and whole folders that this run wrote. Other files of the previous run are removed, so that
  ///     no part of an older plan remains. Anything else in the folder stays.
  ///   - replaced: The outputs of the earlier run that this one replaces. The others stay.
  ///   - inner: Folders inside the written ones that this run did not write and that stay.
  /// - Returns: The names of removed files.
  @discardableResult
  package func commit(
    _ names: [String], replacing replaced: Set<Emit> = Set(Emit.allCases), keeping inner: [String] = []
  ) throws(RunFault) -> [String] {
    let wanted = Set(names)
    var (before, removed): (Set<String>, [String]) = ([], [])
    try ListedFile.forEach(in: path) { (file, _) throws(RunFault) in
      let output = String(file.output)
      // A list that came from elsewhere may name files that no run wrote.
      guard let emit = Emit(output: output) else { return }
      let isKept =
        wanted.contains(output) ? inner.contains { file.name.hasPrefix($0 + "/") } : !replaced.contains(emit)
      if isKept { try written.add(file) }
      if before.insert(output).inserted, !wanted.contains(output), !isKept { removed.append(output) }
    }
    let list = try file(CommitJournal.list)
    try written.write(wanted.union(before).subtracting(removed), to: list)
    try list.close()
    try RunFault.writing("to \(path)") {
      for name in names {
        let kind = try Path.kind("\(path)/\(name)")
        if kind == .pipe || kind == .other || kind == .folder && !before.contains(name) {
          let what = kind == .folder ? "folder" : "pipe, device or socket"
          throw RunFault(.cannotCreate, "\(path)/\(name) is a \(what) that tickler did not write; remove it")
        }
      }
      // Files in folders were closed without syncing.
      if hasFolders { try lock.synchronizeFileSystem() }
    }
    try CommitJournal(put: names + [CommitJournal.list], kept: inner, removed: removed).commit(in: path, lock)
    isFinished = true
    lock.remove(CommitJournal.staging)
    return removed
  }

  private static func listsChecksums(_ path: String) throws(RunFault) -> Bool {
    var hasChecksums = false
    try ListedFile.forEach(in: path) { file, _ in hasChecksums = hasChecksums || file.sha256 != nil }
    return hasChecksums
  }
}

/// A buffered file that is being written.
package final class OutputFile {
  private static let capacity = 1 << 20
  /// Larger data is written directly, without copying it to the buffer.
  private static let copiedSize = 1 << 16

  private let file: OpenFile
  private let name: String
  private var buffer: [UInt8] = []
  private let compressor: Compressor?
  /// The last output of the compressor.
  private var compressed: [UInt8] = []
  /// The number of uncompressed bytes written so far, including buffered ones.
  package private(set) var size = 0
  /// The number of bytes in the file.
  private var fileSize: Int64 = 0
  private var hash: SHA256?
  private let note: (_ size: Int64, _ sha256: String?) throws(RunFault) -> Void

  /// - Parameters:
  ///   - hash: The hash of no bytes; `nil` if none is needed.
  ///   - note: Called with the size and hash once the file is closed.
  fileprivate init(
    _ path: String, shownAs name: String, _ compression: Compression?, _ hash: SHA256?,
    note: @escaping (_ size: Int64, _ sha256: String?) throws(RunFault) -> Void
  ) throws(RunFault) {
    (self.name, self.hash, self.note) = (name, hash, note)
    do throws(CompressionFault) {
      compressor = try compression.map { (compression) throws(CompressionFault) in try Compressor(compression) }
    } catch {
      throw OutputFile.fault(name, error)
    }
    file = try RunFault.wording(.cannotCreate, "cannot create \(name)") { try OpenFile(path, for: .writing) }
  }

  package func write(_ text: String) throws(RunFault) { try write(Array(text.utf8).span) }

  package func write(_ bytes: WrittenBytes) throws(RunFault) {
    try bytes.withSpan { (bytes) throws(RunFault) in try write(bytes) }
  }

  package func write(_ bytes: Span<UInt8>) throws(RunFault) {
    size += bytes.count
    if buffer.count + bytes.count > OutputFile.capacity { try flush() }
    if bytes.count >= OutputFile.copiedSize {
      try flush()
      try put(bytes)
    } else {
      buffer.append(copying: bytes)
    }
  }

  /// Writes buffered bytes and syncs the file.
  ///
  /// - Parameter sync: `false` for a file in a folder: ``OutputFolder/commit(_:replacing:keeping:)`` syncs many small
  ///   files faster.
  package func close(sync: Bool = true) throws(RunFault) {
    try flush()
    let nothing: [UInt8] = []
    try put(nothing.span, isLast: true)
    do {
      if sync { try file.synchronize() }
      try file.close()
    } catch {
      throw fault(error)
    }
    try note(fileSize, hash.map { String(hexadecimal: $0.digest) })
  }

  private func flush() throws(RunFault) {
    var bytes = exchange(&buffer, with: [])
    try put(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    buffer = bytes
  }

  private func put(_ bytes: Span<UInt8>, isLast: Bool = false) throws(RunFault) {
    var compressed = exchange(&compressed, with: [])
    defer { self.compressed = compressed }
    compressed.removeAll(keepingCapacity: true)
    do throws(CompressionFault) {
      try compressor?.compress(bytes, into: &compressed)
      if isLast { try compressor?.finish(into: &compressed) }
    } catch {
      throw OutputFile.fault(name, error)
    }
    do {
      if compressor == nil { try append(bytes) } else { try append(compressed.span) }
    } catch {
      throw fault(error)
    }
  }

  private func append(_ bytes: Span<UInt8>) throws(SystemError) {
    try file.write(bytes)
    fileSize += Int64(bytes.count)
    hash?.update(bytes)
  }

  private static func fault(_ name: String, _ fault: CompressionFault) -> RunFault {
    guard case .missing(let library) = fault else { return RunFault(.ioError, "cannot compress \(name)") }
    return RunFault(.ioError, "cannot write \(name): \(library), which compresses it, is missing")
  }

  private func fault(_ error: SystemError) -> RunFault { RunFault(writing: name, error) }
}

extension OpenFile {
  /// Waits until a rename in the folder is on the disk. If that fails, the change is still made, so it is a warning.
  func synchronizeOrWarn(_ path: String) {
    do {
      try synchronize()
    } catch {
      let file = path.visible
      StandardError.write("tickler: warning: \(file) has changed, but may not be on the disk yet: \(error.words)\n")
    }
  }

  /// Creates a folder if needed, and locks it. Also starts handling the signals that end a run.
  ///
  /// - Returns: The lock, and the folders that were created.
  static func locked(making path: String) throws(RunFault) -> (OpenFile, [String]) {
    EndRequest.handleSignals()
    let made = try RunFault.wording(.cannotCreate, "cannot create \(path)") { try Folder.make(path) }
    do throws(RunFault) {
      return (try locked(folder: path), made)
    } catch {
      for folder in made.reversed() { Folder.removeEmpty(folder) }
      throw error
    }
  }

  /// Opens and locks a folder, so that no other run can write to it until it is closed.
  ///
  /// - Throws: Status 75 if another run writes to it, 73 if it is not writable.
  static func locked(folder path: String) throws(RunFault) -> OpenFile {
    try RunFault.wording(.cannotCreate, "cannot write to \(path)") {
      let lock = try OpenFile(path, for: .folder)
      if try lock.lock() { return lock }
      throw RunFault(.temporaryFailure, "another run is writing to \(path)")
    }
  }
}

/// The files of a run for `.tickler-files`, sorted by name. Files of a folder are in the order of the plan, in which
/// they are written. For a folder with a file per account, memory holds a bounded number.
struct WrittenFiles {
  private static let memory = 1 << 20

  private var files: [String: ListedFile] = [:]
  private var folders: [String: SpilledBytes] = [:]

  mutating func add(_ file: ListedFile) throws(RunFault) {
    guard file.isInFolder else {
      files[file.name] = file
      return
    }
    // These can stay in place when the files beside them are replaced.
    let cancelled = CalendarFiles.cancelledAccounts
    let folder = file.name.hasPrefix(cancelled + "/") ? cancelled : String(file.output)
    _ = try folders[folder, default: SpilledBytes(memory: WrittenFiles.memory, of: "the list of files")].append(
      file.line)
  }

  /// Renames a file that is not in a folder.
  mutating func rename(_ old: String, to name: String) throws(RunFault) {
    guard var file = files.removeValue(forKey: old) else { return }
    file.name = name
    try add(file)
  }

  func write(_ names: Set<String>, to list: OutputFile) throws(RunFault) {
    for name in names.sorted(by: { $0.compareBytes($1) < 0 }) {
      try list.write((files[name] ?? ListedFile(name: name)).line)
      for folder in folders.keys.sorted() where folder == name || folder.hasPrefix(name + "/") {
        try folders[folder]?.forEachBlock { (lines) throws(RunFault) in try list.write(lines) }
      }
    }
  }
}
