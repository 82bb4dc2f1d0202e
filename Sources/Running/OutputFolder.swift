import Bytes
import Diagnostics

/// The folder that a run writes to: locked while it does, and changed only when everything is there.
///
/// Files are written to a hidden folder inside it, synced, and renamed at the end. A run that fails removes what it
/// began; what a killed one left behind, the next removes.
package final class OutputFolder {
  private static let stagingName = ".tickler-staging"
  /// The names that the last run wrote, one a line.
  private static let listName = ".tickler-files"

  package let path: String
  /// Locked as long as it is open.
  private let lock: OpenFile
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
    do {
      lock = try OpenFile(path, for: .folder)
    } catch {
      throw FatalInput(.cannotCreate, "cannot write to \(path): \(error.words)")
    }
    guard lock.lock() else { throw FatalInput(.temporaryFailure, "another run is writing to \(path)") }
    madeFolders = made
    Folder.remove(stagingPath)
    do {
      try Folder.makeNew(stagingPath)
    } catch {
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
      throw FatalInput(.cannotCreate, "cannot write to \(path): \(error.words)")
    }
  }

  deinit {
    if !isFinished {
      Folder.remove(stagingPath)
      for folder in madeFolders.reversed() { Folder.removeEmpty(folder) }
    }
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
    do {
      try Path.move("\(stagingPath)/\(old)", to: "\(stagingPath)/\(name)")
    } catch {
      throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
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
    Machine.synchronize()
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
    try? Folder.makeNew(backup)
    var done: [(from: String, to: String)] = []
    for name in names + [OutputFolder.listName] {
      let (target, saved) = ("\(path)/\(name)", "\(backup)/\(name)")
      if Folder.exists(target) {
        // Only a folder is away for a moment: one cannot be renamed over another.
        try move(target, saved, &done)
      } else if Path.link(target, to: saved) {
        done.append((target, saved))
      }
      try move("\(stagingPath)/\(name)", target, &done)
    }
    for name in inner where Folder.exists("\(backup)/\(name)") {
      try move("\(backup)/\(name)", "\(path)/\(name)", &done)
    }
    for name in before where !names.contains(name) && !kept.contains(name) && Path.exists("\(path)/\(name)") {
      try move("\(path)/\(name)", "\(backup)/\(name)", &done)
    }
    Folder.remove(stagingPath)
    try? lock.synchronize()
    isFinished = true
  }

  /// Renames, and takes all renames back where this one fails.
  private func move(_ from: String, _ to: String, _ done: inout [(from: String, to: String)]) throws(FatalInput) {
    do {
      try Path.move(from, to: to)
      done.append((from, to))
    } catch {
      for (from, to) in done.reversed() { try? Path.move(to, to: from) }
      throw FatalInput(.cannotCreate, "cannot replace \(to): \(error.words)")
    }
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

  private let file: OpenFile
  private let name: String
  private var buffer: [UInt8] = []
  /// Bytes written so far, the buffered ones included.
  package private(set) var size = 0

  fileprivate init(_ path: String, shownAs name: String) throws(FatalInput) {
    self.name = name
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
  /// - Parameter sync: false where ``OutputFolder/sync()`` is to follow: many small files are synced faster together.
  package func close(sync: Bool = true) throws(FatalInput) {
    try flush()
    do {
      if sync { try file.synchronize() }
      try file.close()
    } catch {
      throw fault(error)
    }
  }

  private func flush() throws(FatalInput) {
    var bytes = exchange(&buffer, with: [])
    try put(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    buffer = bytes
  }

  private func put(_ bytes: Span<UInt8>) throws(FatalInput) {
    do {
      try file.write(bytes)
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: SystemError) -> FatalInput {
    FatalInput(.ioError, "cannot write \(name): \(error.words)")
  }
}
