#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Renamed, since methods below have the same names.
private let (addLink, addSymbolicLink) = (link, symlink)

/// Identifies a file, and shows whether it has changed.
public struct FileIdentity: Equatable, Sendable {
  public let kind: FileKind
  /// In bytes; 0 unless it is a regular file.
  public let size: Int64
  /// The permissions: the lowest nine bits of the mode.
  public let permissions: UInt16
  private let device: UInt64
  private let number: UInt64
  /// The last changes of content and of metadata, in nanoseconds since 1970. The latter cannot be set back.
  private let changes: [2 of Int64]

  init(_ status: stat) {
    kind = FileKind(status.st_mode)
    size = kind == .regular ? Int64(status.st_size) : 0
    permissions = UInt16(status.st_mode & 0o777)
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    let nanoseconds = { (time: timespec) in Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
    changes = [nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)]
  }

  /// Returns whether it is the same file, changed or not.
  public func isSame(as other: FileIdentity) -> Bool { number == other.number && device == other.device }

  public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    one.number == other.number && one.size == other.size && one.changes[0] == other.changes[0]
      && one.changes[1] == other.changes[1] && one.device == other.device && one.kind == other.kind
  }
}

public enum FileKind: Sendable {
  case regular, folder, pipe
  /// A device or a socket.
  case other

  init(_ mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      default: .other
      }
  }
}

/// Files and folders by path.
public enum Path {
  /// Writes a file that reaches the disk.
  ///
  /// - Parameter folder: The folder from which a relative path starts; nil for the working folder.
  public static func write(_ text: String, to path: String, in folder: OpenFile? = nil) throws(SystemError) {
    let file = try OpenFile(path, for: .writing, in: folder)
    try file.write(text)
    try file.synchronize()
    try file.close()
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter folder: The folder from which a relative path starts; nil for the working folder.
  /// - Throws: ``SystemError/tooLarge`` past 64 MB.
  public static func contents(
    of path: String, for use: OpenFile.Use, in folder: OpenFile? = nil
  ) throws(SystemError) -> [UInt8] {
    try OpenFile(path, for: use, in: folder).contents()
  }

  /// Returns the first `limit` bytes of a file.
  public static func beginning(of path: String, _ limit: Int, for use: OpenFile.Use) throws(SystemError) -> [UInt8] {
    try OpenFile(path, for: use).beginning(limit)
  }

  /// Returns the identity of a file, with size, times and kind, or nil if it does not exist.
  ///
  /// - Parameter followsLinks: Whether a link stands for its target. Otherwise it stands for itself, with the kind
  ///   `other`.
  public static func identity(_ path: String, followsLinks: Bool = true) throws(SystemError) -> FileIdentity? {
    var status = stat()
    if FileName.withBytes(of: path, { followsLinks ? stat($0, &status) : lstat($0, &status) }) == 0 {
      return FileIdentity(status)
    }
    if SystemError.last.isAbsence { return nil }
    throw .last
  }

  /// Returns the kind of the file at `path`, following links, or nil if it does not exist.
  public static func kind(_ path: String) throws(SystemError) -> FileKind? { try identity(path)?.kind }

  /// Returns the kind of the file at `path`, with a link counting as `other`, or nil if it does not exist.
  public static func ownKind(_ path: String) throws(SystemError) -> FileKind? {
    try identity(path, followsLinks: false)?.kind
  }

  /// Sets the permissions of a file or folder: the lowest nine bits of its mode.
  public static func setPermissions(_ permissions: UInt16, of path: String) throws(SystemError) {
    if FileName.withBytes(of: path, { chmod($0, mode_t(permissions)) }) != 0 { throw .last }
  }

  /// Returns the path of a hidden draft beside a file or folder.
  public static func draft(of path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return "\(path[..<slash]).\(path[slash...]).tickler"
  }

  /// Renames a file or folder. A file of the new name is replaced.
  public static func move(_ path: String, to other: String) throws(SystemError) {
    let result = FileName.withBytes(of: path) { old in FileName.withBytes(of: other) { rename(old, $0) } }
    if result != 0 { throw .last }
  }

  /// Creates a hard link.
  ///
  /// - Returns: false on failure.
  public static func link(_ path: String, to other: String) -> Bool {
    FileName.withBytes(of: path) { old in FileName.withBytes(of: other) { addLink(old, $0) } } == 0
  }

  /// Creates a symbolic link.
  ///
  /// - Parameter target: The target, relative to the folder of the link.
  public static func makeLink(_ path: String, to target: String) throws(SystemError) {
    let result = FileName.withBytes(of: target) { target in FileName.withBytes(of: path) { addSymbolicLink(target, $0) }
    }
    if result != 0 { throw .last }
  }

  /// Returns the target of the link `path`, or nil if it is not a link.
  public static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { room in
      FileName.withBytes(of: path) {
        readlink($0, room.baseAddress!.assumingMemoryBound(to: CChar.self), room.count)
      }
    }
    return count > 0 ? bytes[..<count].withUnsafeBufferPointer { FileName.text($0) } : nil
  }
}

public enum Folder {
  public struct Entry: Sendable {
    public var name: String
    /// nil for a link, or if the folder does not record it: use ``Path/kind(_:)``.
    public var kind: FileKind?
  }

  /// Returns the entries of a folder without `.` and `..`, in byte order.
  ///
  /// - Throws: If `path` is not a folder, or cannot be read to its end.
  public static func entries(in path: String) throws(SystemError) -> [Entry] {
    guard let directory = FileName.withBytes(of: path, { opendir($0) }) else { throw .last }
    return try entries(of: directory)
  }

  /// - Parameter directory: Is closed.
  static func entries(of directory: OpaquePointer) throws(SystemError) -> [Entry] {
    defer { closedir(directory) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(directory) {
      let kind: FileKind? =
        switch Int(entry.pointee.d_type) {
        case 8: .regular
        case 4: .folder
        case 1: .pipe
        case 0, 10: nil
        default: .other
        }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        FileName.text($0.baseAddress!.assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { entries.append(Entry(name: name, kind: kind)) }
      errno = 0
    }
    if errno != 0 { throw .last }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Like ``entries(in:)``, but only the names.
  public static func names(in path: String) throws(SystemError) -> [String] { try entries(in: path).map(\.name) }

  /// Creates a folder and its parents.
  ///
  /// - Returns: The folders created, outermost first.
  public static func make(_ path: String) throws(SystemError) -> [String] {
    var made: [String] = []
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if FileName.withBytes(of: folder, { mkdir($0, 0o777) }) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        let fault = SystemError.last
        for folder in made.reversed() { removeEmpty(folder) }
        throw fault
      }
    }
    return made
  }

  /// Creates a folder. Fails if the name is taken.
  public static func makeNew(_ path: String) throws(SystemError) {
    if FileName.withBytes(of: path, { mkdir($0, 0o777) }) != 0 { throw .last }
  }

  public static func removeEmpty(_ path: String) { _ = FileName.withBytes(of: path) { rmdir($0) } }
}
