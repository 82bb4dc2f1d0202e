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

  package let path: String
  private let lock: Int32
  private let madeFolders: [String]
  private var isFinished = false

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
    if let slash = name.lastIndex(of: "/") {
      do {
        _ = try Folder.make("\(stagingPath)/\(name[..<slash])")
      } catch {
        throw FatalInput(.cannotCreate, "cannot create \(path)/\(name): \(error.words)")
      }
    }
    return try OutputFile("\(stagingPath)/\(name)", shownAs: "\(path)/\(name)")
  }

  /// Gives a file that was written and closed another name.
  func renameStaged(_ name: String, to other: String) throws(FatalInput) {
    guard rename("\(stagingPath)/\(name)", "\(stagingPath)/\(other)") == 0 else {
      throw FatalInput(.ioError, "cannot write \(path)/\(other): \(SystemError.last.words)")
    }
  }

  /// Puts everything in place. `names` are what this run writes, whole folders included; those of `owned` that it did
  /// not write this time are removed, so that nothing of an older run is left beside it.
  package func commit(_ names: [String], owned: [String]) throws(FatalInput) {
    for name in owned where !names.contains(name) { Folder.remove("\(path)/\(name)") }
    for name in names {
      let target = "\(path)/\(name)"
      var status = stat()
      if lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { Folder.remove(target) }
      guard rename("\(stagingPath)/\(name)", target) == 0 else {
        throw FatalInput(.cannotCreate, "cannot replace \(target): \(SystemError.last.words)")
      }
    }
    Folder.remove(stagingPath)
    fsync(lock)
    isFinished = true
  }
}

/// A file that is being written, buffered.
package final class OutputFile {
  private static let capacity = 1 << 20

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

  package func write(_ bytes: some Collection<UInt8>) throws(FatalInput) {
    size += bytes.count
    if buffer.count + bytes.count > OutputFile.capacity { try flush() }
    if bytes.count >= OutputFile.capacity / 2 {
      try flush()
      let written = bytes.withContiguousStorageIfAvailable { put(UnsafeRawBufferPointer($0)) }
      if let written {
        if !written { throw failure }
        return
      }
    }
    buffer.append(contentsOf: bytes)
  }

  /// Writes what is buffered, and makes sure that it is on the disk.
  package func close() throws(FatalInput) {
    try flush()
    isOpen = false
    let isSynced = fsync(descriptor) == 0 || errno == EINVAL
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
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
