import Bytes
import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder that a run writes to: locked while it does, and changed only when everything is there.
///
/// Files are written to a hidden folder inside it, synced, and renamed at the end. A run that fails removes what it
/// began; what a killed one left behind, the next removes.
package final class OutputFolder {
  private static let stagingName = ".tickler-staging"
  /// The names that the last run wrote, one a line.
  private static let listName = ".tickler-files"

  package let path: String
  private let lock: Int32
  private let madeFolders: [String]
  private var isFinished = false
  /// The last folder that a file was put into: files of a folder come one after the other.
  private var lastFolder = ""

  /// Makes the folder where there is none, and locks it.
  package init(_ path: String) throws(FatalInput) {
    self.path = path
    var made: [String] = []
    do {
      made = try Folder.make(path)
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path): \(error.words)")
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FatalInput(.cannotCreate, "cannot write to \(path): \(SystemError.last.words)")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw FatalInput(.temporaryFailure, "another run is writing to \(path)")
    }
    lock = descriptor
    madeFolders = made
    Folder.remove(stagingPath)
    guard mkdir(stagingPath, 0o777) == 0 else {
      let reason = SystemError.last.words
      close(lock)
      for folder in madeFolders.reversed() { rmdir(folder) }
      throw FatalInput(.cannotCreate, "cannot write to \(path): \(reason)")
    }
  }

  deinit {
    if !isFinished {
      Folder.remove(stagingPath)
      for folder in madeFolders.reversed() { rmdir(folder) }
    }
    close(lock)
  }

  private var stagingPath: String { "\(path)/\(OutputFolder.stagingName)" }

  /// A new file that will be `name` when the run is done; folders in the name are made.
  package func file(_ name: String) throws(FatalInput) -> OutputFile {
    try makeFolder(of: name)
    return try OutputFile("\(stagingPath)/\(name)", shownAs: "\(path)/\(name)")
  }

  /// Gives a file that this run has written another name; folders in the name are made.
  package func rename(_ old: String, to name: String) throws(FatalInput) {
    try makeFolder(of: name)
    guard Glibc.rename("\(stagingPath)/\(old)", "\(stagingPath)/\(name)") == 0 else {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(SystemError.last.words)")
    }
  }

  private func makeFolder(of name: String) throws(FatalInput) {
    guard let slash = name.lastIndex(of: "/"), name[..<slash] != lastFolder[...] else { return }
    do {
      _ = try Folder.make("\(stagingPath)/\(name[..<slash])")
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
    }
    lastFolder = String(name[..<slash])
  }

  /// Makes sure that files that were closed without it are on the disk.
  func sync() {
    Glibc.sync()
  }

  /// Puts everything in place: all of it, or, where a step fails, nothing.
  ///
  /// - Parameters:
  ///   - names: What this run has written, files and whole folders. What the run before it wrote and this one did not is
  ///     removed, so that nothing of an older plan is left beside a newer one; whatever else is in the folder stays.
  ///   - replaced: Which of the earlier run's outputs this one stands for. The others stay.
  ///   - inner: Folders inside of what was written, which this run did not write and which stay as they are.
  package func commit(
    _ names: [String], replacing replaced: Set<Emit> = Set(Emit.allCases), keeping inner: [String] = []
  ) throws(FatalInput) {
    let before = previousNames()
    let kept = before.filter { name in !names.contains(name) && !(Emit(output: name).map(replaced.contains) ?? true) }
    let list = try file(OutputFolder.listName)
    try list.write((names + kept).map { $0 + "\n" }.joined())
    try list.close()
    if let name = names.first(where: { Folder.exists("\(path)/\($0)") && !before.contains($0) }) {
      throw FatalInput(.cannotCreate, "\(path)/\(name) is a folder that tickler did not write; move it away")
    }
    let backup = "\(stagingPath)/.replaced"
    mkdir(backup, 0o777)
    var done: [(from: String, to: String)] = []
    for name in names + [OutputFolder.listName] {
      let (target, saved) = ("\(path)/\(name)", "\(backup)/\(name)")
      if Folder.exists(target) {
        // Only a folder is away for a moment: one cannot be renamed over another.
        try move(target, saved, &done)
      } else if link(target, saved) == 0 {
        done.append((target, saved))
      }
      try move("\(stagingPath)/\(name)", target, &done)
    }
    for name in inner where Folder.exists("\(backup)/\(name)") {
      try move("\(backup)/\(name)", "\(path)/\(name)", &done)
    }
    for name in before where !names.contains(name) && !kept.contains(name) && access("\(path)/\(name)", F_OK) == 0 {
      try move("\(path)/\(name)", "\(backup)/\(name)", &done)
    }
    Folder.remove(stagingPath)
    fsync(lock)
    isFinished = true
  }

  /// Renames, and takes all renames back where this one fails.
  private func move(_ from: String, _ to: String, _ done: inout [(from: String, to: String)]) throws(FatalInput) {
    guard Glibc.rename(from, to) != 0 else {
      done.append((from, to))
      return
    }
    let reason = SystemError.last.words
    for (from, to) in done.reversed() { Glibc.rename(to, from) }
    throw FatalInput(.cannotCreate, "cannot replace \(to): \(reason)")
  }

  /// What the last run wrote, by its own account; names that lead elsewhere are left alone.
  private func previousNames() -> [String] {
    guard let text = try? TextFile.text("\(path)/\(OutputFolder.listName)") else { return [] }
    return text.split(separator: "\n").map(String.init).filter {
      !$0.utf8.contains(UInt8(ascii: "/")) && !$0.hasPrefix(".")
    }
  }
}

/// A file that is being written, buffered.
package final class OutputFile {
  private static let capacity = 1 << 20
  /// What is larger is written as it is, and not copied into the buffer.
  private static let copiedSize = 1 << 16

  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  /// Bytes written so far, the buffered ones included.
  package private(set) var size = 0
  private var isOpen = true

  fileprivate init(_ path: String, shownAs name: String) throws(FatalInput) {
    self.name = name
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw FatalInput(.cannotCreate, "cannot create \(name): \(SystemError.last.words)")
    }
  }

  deinit {
    if isOpen { Glibc.close(descriptor) }
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
      if !bytes.withUnsafeBytes({ put($0) }) { throw failure }
    } else {
      bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    }
  }

  /// Writes what is buffered, and makes sure that it is on the disk.
  ///
  /// - Parameter sync: false where ``OutputFolder/sync()`` is to follow: many small files are synced faster together.
  package func close(sync: Bool = true) throws(FatalInput) {
    try flush()
    isOpen = false
    let isSynced = !sync || fsync(descriptor) == 0 || errno == EINVAL
    guard Glibc.close(descriptor) == 0, isSynced else { throw failure }
  }

  private func flush() throws(FatalInput) {
    guard buffer.withUnsafeBytes({ put($0) }) else { throw failure }
    buffer.removeAll(keepingCapacity: true)
  }

  private var failure: FatalInput {
    FatalInput(.ioError, "cannot write \(name): \(SystemError.last.words)")
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (try? Descriptor.writeAll(bytes, to: descriptor)) != nil
  }
}
