// The one file that imports the C library, whichever it is. Its interface is safe: paths are texts, memory is arrays and spans,
// failures are thrown, and a call that a signal interrupts is made again.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Under other names than the methods below have.
private let (readBytes, writeBytes, closeFile, addLink) = (read, write, close, link)

/// What the system says of a call that failed.
public struct SystemError: Error, Sendable {
  public let code: Int32

  /// Of the call that failed just now (`errno`).
  public static var last: SystemError { SystemError(code: errno) }

  /// There is no such file or folder.
  public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// In English: `No such file or directory`.
  public var words: String { String(cString: strerror(code)) }
}

/// A file or folder, open for as long as anybody holds it.
///
/// Several tasks may read it at once, at any offset. Only one may write to it, and only that one may close it.
public final class OpenFile: @unchecked Sendable {
  public enum Use: Sendable {
    case reading
    /// Emptied where it is there, made where it is not.
    case writing
    case folder
    /// For reading; a pipe does not wait for its other end, only to be refused.
    case inspecting
  }

  /// −1: it was closed.
  private var descriptor: Int32

  public static let standardInput = OpenFile(STDIN_FILENO)
  public static let standardOutput = OpenFile(STDOUT_FILENO)
  public static let standardError = OpenFile(STDERR_FILENO)

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  public init(_ path: String, for use: Use) throws(SystemError) {
    let flags =
      switch use {
      case .reading: O_RDONLY
      case .writing: O_WRONLY | O_CREAT | O_TRUNC
      case .folder: O_RDONLY | O_DIRECTORY
      case .inspecting: O_RDONLY | O_NONBLOCK
      }
    descriptor = open(path, flags | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .last }
  }

  deinit {
    if descriptor > STDERR_FILENO { _ = closeFile(descriptor) }
  }

  /// Where ``temporary()`` makes files: `$TMPDIR`, else `/tmp`.
  public static var temporaryFolder: String { Machine.environment("TMPDIR") ?? "/tmp" }

  /// A new file to read and write. It has no name, and is gone when it is closed.
  public static func temporary() throws(SystemError) -> OpenFile {
    var template = Array("\(temporaryFolder)/tickler-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw .last }
    unlink(template)
    return OpenFile(descriptor)
  }

  /// In bytes; nil where it is not a regular file, and perhaps can be read only once.
  public var regularSize: Int64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }

  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Characters in a line of the terminal; nil where it does not say.
  public var terminalColumns: Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Reads up to `count` bytes from where the last read ended, and appends them to `bytes`.
  ///
  /// - Returns: How many bytes were read; 0 at the end.
  public func appendNext(upTo count: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int {
    try extend(&bytes, by: count) { room in
      var count = 0
      repeat { count = readBytes(descriptor, room.baseAddress, room.count) } while count < 0 && errno == EINTR
      return count
    }
  }

  /// Reads up to `count` bytes from `offset` on, and appends them to `bytes`.
  ///
  /// - Returns: How many bytes were read; fewer only at the end of the file.
  public func append(upTo count: Int, from offset: Int64, to bytes: inout [UInt8]) throws(SystemError) -> Int {
    try extend(&bytes, by: count) { readAll($0, offset) }
  }

  /// Reads values that ``write(elements:)`` wrote, and replaces `elements` with them.
  ///
  /// - Parameter first: The number of the first one, from 0.
  /// - Returns: false where the file does not have so many.
  public func read<Element: AnyBits>(
    _ count: Int, from first: Int, into elements: inout [Element]
  ) throws(SystemError) -> Bool {
    let size = count * MemoryLayout<Element>.stride
    var read = 0
    elements = Array(unsafeUninitializedCapacity: count) { room, initialized in
      read = readAll(UnsafeMutableRawBufferPointer(room), Int64(first * MemoryLayout<Element>.stride))
      if read == size { initialized = count }
    }
    if read < 0 { throw .last }
    return read == size
  }

  private func readAll(_ room: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
    var done = 0
    while done < room.count {
      let count = pread(descriptor, room.baseAddress! + done, room.count - done, off_t(offset) + off_t(done))
      if count == 0 { break }
      if count < 0, errno != EINTR { return -1 }
      done += max(0, count)
    }
    return done
  }

  /// Lets `fill` write after `bytes`.
  ///
  /// - Parameter fill: Returns how many bytes it wrote; a negative number where it failed.
  private func extend(
    _ bytes: inout [UInt8], by count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(SystemError) -> Int {
    var read = 0
    bytes.append(addingCapacity: count) { (room: inout OutputSpan<UInt8>) in
      room.withUnsafeMutableBufferPointer { buffer, initialized in
        read = fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
        initialized += max(0, read)
      }
    }
    if read < 0 { throw .last }
    return read
  }

  /// Writes all of `bytes` after what was written before.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes) }
  }

  /// Writes values as they lie in memory: the file leaves neither the machine nor the run.
  public func write<Element: AnyBits>(elements: [Element]) throws(SystemError) {
    try elements.span.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = writeBytes(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count == 0 || count < 0 && errno != EINTR { throw .last }
      done += max(0, count)
    }
  }

  /// Waits until what was written is on the disk; does nothing for a pipe.
  public func synchronize() throws(SystemError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }

  /// Closes it now, to learn whether that fails.
  public func close() throws(SystemError) {
    defer { descriptor = -1 }
    if closeFile(descriptor) != 0 { throw .last }
  }

  /// Holds others off until this is closed.
  ///
  /// - Returns: false where another program holds it.
  public func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}

/// A type for which any bits are a value: an integer, or a structure of nothing but integers. Only such a type may conform.
public protocol AnyBits: BitwiseCopyable, Sendable {}

/// Files and folders by path.
public enum Path {
  private static let blockSize = 65_536

  /// The first `limit` bytes of a file.
  ///
  /// - Parameter mustBeRegular: Anything but a regular file counts as absent.
  public static func contents(
    of path: String, limit: Int = .max, mustBeRegular: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let file = try OpenFile(path, for: mustBeRegular ? .inspecting : .reading)
    if mustBeRegular, file.regularSize == nil { throw SystemError(code: ENOENT) }
    var bytes: [UInt8] = []
    while try file.appendNext(upTo: min(blockSize, limit - bytes.count), to: &bytes) > 0 {}
    return bytes
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Renames a file or folder, and replaces a file of the new name.
  public static func move(_ path: String, to other: String) throws(SystemError) {
    if rename(path, other) != 0 { throw .last }
  }

  /// Gives a file a second name.
  ///
  /// - Returns: false where that fails.
  public static func link(_ path: String, to other: String) -> Bool { addLink(path, other) == 0 }

  /// Where the link `path` points; nil where it is not a link.
  public static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes {
      readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

public enum Folder {
  /// The names in a folder without `.` and `..`, in byte order; nil where `path` is not a folder that can be read.
  public static func names(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder and its parents.
  ///
  /// - Returns: The folders that were not there before, outermost first.
  public static func make(_ path: String) throws(SystemError) -> [String] {
    var made: [String] = []
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        throw .last
      }
    }
    return made
  }

  /// Makes a folder, and fails where there is something of that name.
  public static func makeNew(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) != 0 { throw .last }
  }

  /// Removes a file, or a folder with everything in it. Links are not followed.
  public static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) ?? [] { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// Removes a folder that is empty.
  public static func removeEmpty(_ path: String) { rmdir(path) }
}

/// What the machine is asked for.
public enum Machine {
  /// The value of an environment variable; nil where it is not set.
  public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Seconds since 1970-01-01T00:00:00Z.
  public static var epochSeconds: Int64 { Int64(time(nil)) }

  /// Of a clock that never goes back.
  public static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Cores in use, at least 1.
  public static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Waits until everything written to files is on the disk.
  public static func synchronize() { sync() }
}

/// Bytes before the terminating zero.
func length(ofText text: UnsafePointer<UInt8>) -> Int { strlen(text) }

/// The first byte of that value; nil where there is none.
func find(_ byte: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
  memchr(start, Int32(byte), end - start).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
}
