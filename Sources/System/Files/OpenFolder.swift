#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Files and folders below an open folder, by relative path. No path leads out of it: each folder on the way is opened
// itself, so links are not followed. This holds even for a folder that came from elsewhere.
extension OpenFile {
  /// Opens a folder below this one.
  ///
  /// - Throws: ``SystemError/noFolder`` if it or a folder on the way is a link or a file.
  public func folder(_ path: String) throws(SystemError) -> OpenFile {
    let (folder, name) = try parent(of: path)
    return try OpenFile(name, for: .ownFolder, in: folder)
  }

  /// Returns the folder and the name of the last step of a path.
  private func parent(of path: String) throws(SystemError) -> (OpenFile, String) {
    var steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let name = steps.popLast(), (steps + [name]).allSatisfy({ !["", ".", ".."].contains($0) }) else {
      throw SystemError(code: EINVAL)
    }
    var folder = self
    for step in steps { folder = try OpenFile(step, for: .ownFolder, in: folder) }
    return (folder, name)
  }

  /// Returns the kind of a file, with a link counting as `other`, or nil if it does not exist.
  public func kind(of path: String) throws(SystemError) -> FileKind? {
    var status = stat()
    do throws(SystemError) {
      try call(path) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      if error == .absence { return nil }
      throw error
    }
    return FileKind(status.st_mode)
  }

  /// Renames a file or folder. A file of the new name is replaced.
  public func move(_ path: String, to other: String) throws(SystemError) {
    try pair(path, other) { renameat($0, $1, $2, $3) }
  }

  /// Creates a hard link.
  ///
  /// - Returns: false on failure.
  public func link(_ path: String, to other: String) -> Bool {
    (try? pair(path, other) { linkat($0, $1, $2, $3, 0) }) != nil
  }

  private func pair(
    _ path: String, _ other: String,
    _ call: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(SystemError) {
    let (folder, name) = try parent(of: other)
    try self.call(path) { first, old in
      withExtendedLifetime(folder) { FileName.withBytes(of: name) { call(first, old, folder.descriptor, $0) } }
    }
  }

  /// Makes a system call with the folder and the name of the last step of a path.
  private func call(_ path: String, _ call: (Int32, UnsafePointer<CChar>) -> Int32) throws(SystemError) {
    let (folder, name) = try parent(of: path)
    let result = withExtendedLifetime(folder) { FileName.withBytes(of: name) { call(folder.descriptor, $0) } }
    if result != 0 { throw .last }
  }

  /// Creates a folder. Fails if the name is taken.
  public func makeFolder(_ path: String) throws(SystemError) { try call(path) { mkdirat($0, $1, 0o777) } }

  /// Removes a file, or a folder with all its content, as far as possible.
  public func remove(_ path: String) {
    guard let (folder, name) = try? parent(of: path) else { return }
    Folder.remove(name, in: folder)
  }
}

extension Folder {
  /// Removes a file, or a folder with all its content, as far as possible. Links are not followed, even if they cannot
  /// be removed.
  ///
  /// - Parameter folder: The folder from which a relative path starts; nil for the working folder.
  public static func remove(_ path: String, in folder: OpenFile? = nil) {
    let start = folder?.descriptor ?? AT_FDCWD
    if FileName.withBytes(of: path, { unlinkat(start, $0, 0) }) == 0 || errno == ENOENT { return }
    guard let inner = try? OpenFile(path, for: .ownFolder, in: folder) else { return }
    // The directory's stream closes its descriptor.
    let copy = dup(inner.descriptor)
    if let directory = fdopendir(copy) {
      for entry in (try? entries(of: directory)) ?? [] { remove(entry.name, in: inner) }
    } else if copy >= 0 {
      _ = close(copy)
    }
    _ = FileName.withBytes(of: path) { unlinkat(start, $0, AT_REMOVEDIR) }
  }
}
