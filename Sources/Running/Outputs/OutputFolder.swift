import Bytes
import Diagnostics
import PlanFiles

/// The folder that a run writes to: locked while it does, and changed only when everything is there.
///
/// Files are written to a hidden folder inside it, synced, and put in place at the end, as a ``CommitJournal`` says. A run that fails
/// removes what it began; what a killed one left behind, the next finishes or removes.
package final class OutputFolder {
  package let path: String
  /// Locked as long as it is open.
  private let lock: OpenFile
  private let madeFolders: [String]
  private var isFinished = false
  /// Whether whole folders are written.
  private var hasFolders = false
  /// The last folder that a file was put into: files of a folder come one after the other.
  private var lastFolder = ""
  private var written = WrittenFiles()
  /// Whether the SHA-256 of each file is listed.
  private let hasChecksums: Bool

  /// Makes the folder where there is none, and locks it. Signals that ask the run to end are heeded from here on.
  ///
  /// - Parameter checksums: Whether the SHA-256 of each file is listed; nil: if the list that is there has any.
  package init(_ path: String, checksums: Bool? = nil) throws(FatalInput) {
    self.path = path
    Ending.heed()
    do {
      madeFolders = try Folder.make(path)
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path): \(error.words)")
    }
    do throws(FatalInput) {
      lock = try OpenFile.locked(folder: path)
      try CommitJournal.finish(in: path, lock: lock)
      hasChecksums = if let checksums { checksums } else { try OutputFolder.listsChecksums(path) }
      Folder.remove("\(path)/\(CommitJournal.staging)")
      do {
        try Folder.makeNew("\(path)/\(CommitJournal.staging)")
      } catch {
        throw FatalInput(.cannotCreate, "cannot write to \(path): \(error.words)")
      }
    } catch {
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
      throw error
    }
  }

  deinit {
    // Where even taking back failed, the next command needs what is there.
    if !isFinished, (try? CommitJournal.isThere(in: path)) == false {
      Folder.remove(stagingPath)
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
    }
  }

  private var stagingPath: String { "\(path)/\(CommitJournal.staging)" }

  /// A new file that will be `name` when the run is done; folders in the name are made.
  ///
  /// - Parameter compression: How what is written to it is compressed; the name says so too.
  package func file(_ name: String, _ compression: Compression? = nil) throws(FatalInput) -> OutputFile {
    try makeFolder(of: name)
    let hash: SHA256? = hasChecksums ? try SHA256() : nil
    let file = try OutputFile(
      "\(stagingPath)/\(name)", shownAs: "\(path)/\(name)", compression, hash
    ) { [weak self] (size, sha256) throws(FatalInput) in
      try self?.written.add(ListedFile(name: name, size: size, sha256: sha256))
    }
    try keepPermissions(of: name)
    return file
  }

  /// Whoever may read what is replaced may read what replaces it, and nobody else; what is new is the umask's.
  private func keepPermissions(of name: String) throws(FatalInput) {
    do {
      guard let old = try Path.identity("\(path)/\(name)"), let new = try Path.identity("\(stagingPath)/\(name)"),
        old.kind == new.kind
      else { return }
      // Files are still to be put into a folder.
      let permissions = old.permissions | (new.kind == .folder ? 0o700 : 0)
      if permissions != new.permissions { try Path.setPermissions(permissions, of: "\(stagingPath)/\(name)") }
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
    }
  }

  /// Gives a file that this run has written another name; folders in the name are made.
  package func rename(_ old: String, to name: String) throws(FatalInput) {
    try makeFolder(of: name)
    do {
      try Path.move("\(stagingPath)/\(old)", to: "\(stagingPath)/\(name)")
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
    }
    try written.rename(old, to: name)
    try keepPermissions(of: name)
  }

  private func makeFolder(of name: String) throws(FatalInput) {
    guard let slash = name.lastIndex(of: "/"), name[..<slash] != lastFolder[...] else { return }
    let made: [String]
    do {
      made = try Folder.make("\(stagingPath)/\(name[..<slash])")
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
    }
    for folder in made { try keepPermissions(of: String(folder.dropFirst(stagingPath.count + 1))) }
    lastFolder = String(name[..<slash])
    hasFolders = true
  }

  /// Puts everything in place: all of it, or, where a step fails, nothing.
  ///
  /// - Parameters:
  ///   - names: What this run has written, files and whole folders. What the run before it wrote and this one did not is
  ///     removed, so that nothing of an older plan is left beside a newer one; whatever else is in the folder stays.
  ///   - replaced: Which of the earlier run's outputs this one stands for. The others stay.
  ///   - inner: Folders inside of what was written, which this run did not write and which stay as they are.
  /// - Returns: The names of what was removed.
  @discardableResult
  package func commit(
    _ names: [String], replacing replaced: Set<Emit> = Set(Emit.allCases), keeping inner: [String] = []
  ) throws(FatalInput) -> [String] {
    let wanted = Set(names)
    var (before, removed): (Set<String>, [String]) = ([], [])
    try ListedFile.forEach(in: path) { (file, _) throws(FatalInput) in
      let output = String(file.output)
      let isKept =
        wanted.contains(output)
        ? inner.contains { file.name.hasPrefix($0 + "/") }
        : !(Emit(output: output).map(replaced.contains) ?? true)
      if isKept { try written.add(file) }
      if before.insert(output).inserted, !wanted.contains(output), !isKept { removed.append(output) }
    }
    let list = try file(CommitJournal.list)
    try written.write(wanted.union(before).subtracting(removed), to: list)
    try list.close()
    do {
      for name in names {
        let kind = try Path.kind("\(path)/\(name)")
        if kind == .pipe || kind == .other || kind == .folder && !before.contains(name) {
          let what = kind == .folder ? "folder" : "pipe, device or socket"
          throw FatalInput(.cannotCreate, "\(path)/\(name) is a \(what) that tickler did not write; move it away")
        }
      }
      // The files of a folder were closed without being synced.
      if hasFolders { try lock.synchronizeFileSystem() }
    } catch let error as SystemError {
      throw FatalInput(.ioError, "cannot write to \(path): \(error.words)")
    } catch {
      throw error as! FatalInput
    }
    try CommitJournal(put: names + [CommitJournal.list], kept: inner, removed: removed).commit(in: path, lock: lock)
    isFinished = true
    Folder.remove(stagingPath)
    return removed
  }

  private static func listsChecksums(_ path: String) throws(FatalInput) -> Bool {
    var isThere = false
    try ListedFile.forEach(in: path) { file, _ in isThere = isThere || file.sha256 != nil }
    return isThere
  }
}

/// A file that is being written, buffered.
package final class OutputFile {
  private static let capacity = 1 << 20
  /// What is larger is written as it is, and not copied into the buffer.
  private static let copiedSize = 1 << 16

  private let file: OpenFile
  private let name: String
  private var buffer: [UInt8] = []
  private let compressor: Compressor?
  /// What came out of the compressor last.
  private var compressed: [UInt8] = []
  /// Bytes written so far, the buffered ones included, before they are compressed.
  package private(set) var size = 0
  /// Bytes on the disk.
  private var fileSize: Int64 = 0
  private var hash: SHA256?
  private let note: (_ size: Int64, _ sha256: String?) throws(FatalInput) -> Void

  /// - Parameters:
  ///   - hash: That of no bytes; nil: it is not asked for.
  ///   - note: Told what was written once the file is closed.
  fileprivate init(
    _ path: String, shownAs name: String, _ compression: Compression?, _ hash: SHA256?,
    note: @escaping (_ size: Int64, _ sha256: String?) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    (self.name, self.hash, self.note) = (name, hash, note)
    do throws(CompressionFault) {
      compressor = try compression.map { (compression) throws(CompressionFault) in try Compressor(compression) }
    } catch {
      throw OutputFile.fault(name, error)
    }
    do {
      file = try OpenFile(path, for: .writing)
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(name): \(error.words)")
    }
  }

  package func write(_ text: String) throws(FatalInput) {
    try write(text.utf8Span.span)
  }

  package func write(_ bytes: WrittenBytes) throws(FatalInput) {
    try bytes.withSpan { (bytes) throws(FatalInput) in try write(bytes) }
  }

  package func write(_ bytes: Span<UInt8>) throws(FatalInput) {
    size += bytes.count
    if buffer.count + bytes.count > OutputFile.capacity { try flush() }
    if bytes.count >= OutputFile.copiedSize {
      try flush()
      try put(bytes)
    } else {
      buffer.append(copying: bytes)
    }
  }

  /// Writes what is buffered, and makes sure that it is on the disk.
  ///
  /// - Parameter sync: false for a file of a folder, since many small files are synced faster together, by ``OutputFolder/commit(_:replacing:keeping:)``.
  package func close(sync: Bool = true) throws(FatalInput) {
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

  private func flush() throws(FatalInput) {
    var bytes = exchange(&buffer, with: [])
    try put(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    buffer = bytes
  }

  private func put(_ bytes: Span<UInt8>, isLast: Bool = false) throws(FatalInput) {
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

  private static func fault(_ name: String, _ fault: CompressionFault) -> FatalInput {
    guard case .missing(let library) = fault else { return FatalInput(.ioError, "cannot compress \(name)") }
    return FatalInput(.ioError, "cannot write \(name): \(library) is missing, which compresses it")
  }

  private func fault(_ error: SystemError) -> FatalInput {
    FatalInput(.ioError, "cannot write \(name): \(error.words)")
  }
}
