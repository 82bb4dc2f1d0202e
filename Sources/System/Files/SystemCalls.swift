// Only this folder calls the system. Its interface is safe: paths are texts, memory is arrays and spans, and
// failures are thrown. An interrupted call is repeated unless the signal asks the run to end (`EndRequest`).
internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Renamed, since methods below have the same names.
private let (readBytes, writeBytes, closeFile, endProgram) = (read, write, close, exit)

/// A file or folder that stays open as long as it is referenced.
///
/// Several tasks may read it at once, at any offset. Only one may write to it, and only that one may close it.
public final class OpenFile: @unchecked Sendable {
  public enum Use: Sendable {
    /// For reading, also a pipe or a device.
    case reading
    /// For reading a file or a pipe that the user named. A device, which may never end, is refused.
    case named
    /// For reading a file in a folder that the user named. A pipe is refused without waiting for its writer.
    case listed
    /// For reading a regular file. A pipe is refused without waiting for its writer.
    case inspecting
    /// Like `inspecting`, for a file that tickler wrote, which is never a link.
    case readingOwn
    /// For writing from scratch: an existing file is emptied, a missing one created. A regular file, not a link.
    case writing
    /// For writing at the end; a missing file is created. A regular file, not a link.
    case appending
    case folder
    /// A folder that is not a link, even after a signal to end the run: cleaning up needs it.
    case ownFolder

    fileprivate var flags: Int32 {
      switch self {
      case .reading, .named: O_RDONLY
      case .listed, .inspecting: O_RDONLY | O_NONBLOCK
      case .readingOwn: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      case .writing: O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW
      case .folder: O_RDONLY | O_DIRECTORY
      case .ownFolder: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      }
    }

    fileprivate func accepts(_ kind: FileKind) -> Bool {
      switch self {
      case .reading, .folder, .ownFolder: true
      case .named: kind == .regular || kind == .pipe
      case .listed, .inspecting, .readingOwn, .writing, .appending: kind == .regular
      }
    }

    /// Returns the error, or `noFile` if the system refuses something that is not a regular file.
    fileprivate func fault(_ error: SystemError) -> SystemError {
      if self == .ownFolder { return error.isLoop || error.isNotFolder ? .noFolder : error }
      let isLink = error.isLoop && flags & O_NOFOLLOW != 0
      // A pipe without a reader, or a socket; a device without a driver; a folder opened for writing.
      let isOther = flags & O_NONBLOCK != 0 && [ENXIO, ENODEV, EISDIR].contains(error.code)
      return isLink || isOther ? .noFile : error
    }
  }

  /// −1 after closing.
  private(set) var descriptor: Int32
  private var isLocked = false

  public static let standardInput = OpenFile(STDIN_FILENO)
  public static let standardOutput = OpenFile(STDOUT_FILENO)
  public static let standardError = OpenFile(STDERR_FILENO)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// - Parameter folder: The folder from which a relative path starts; nil for the working folder.
  /// - Throws: ``SystemError/noFile`` if `use` does not allow its kind.
  public init(_ path: String, for use: Use, in folder: OpenFile? = nil) throws(SystemError) {
    let start = folder?.descriptor ?? AT_FDCWD
    var opened: Int32 = -1
    repeat {
      if EndRequest.isReceived, use != .ownFolder { throw SystemError(code: EINTR) }
      opened = FileName.withBytes(of: path) { openat(start, $0, use.flags | O_CLOEXEC, 0o666) }
    } while opened < 0 && errno == EINTR
    descriptor = opened
    if descriptor < 0 { throw use.fault(.last) }
    if use.flags & O_DIRECTORY == 0, try !use.accepts(identity().kind) { throw .noFile }
  }

  deinit {
    if descriptor > STDERR_FILENO {
      unlock()
      _ = closeFile(descriptor)
    }
  }

  /// The folder in which ``temporary()`` creates files: `$TMPDIR`, or `/tmp`.
  public static var temporaryFolder: String { Machine.environment("TMPDIR") ?? "/tmp" }

  /// Creates a file to read and write. It has no name and disappears when it is closed.
  public static func temporary() throws(SystemError) -> OpenFile {
    var template = Array("\(temporaryFolder)/tickler-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw .last }
    unlink(template)
    return OpenFile(descriptor)
  }

  /// Returns its identity, which shows whether it has changed.
  public func identity() throws(SystemError) -> FileIdentity {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw .last }
    return FileIdentity(status)
  }

  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in characters, or nil if it is unknown.
  public var terminalColumns: Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// The most bytes of a file that is read as a whole.
  static let largestContents = 64 << 20

  /// Returns the next bytes of the file, at most `limit`.
  func beginning(_ limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while try appendNext(upTo: min(1 << 16, limit - bytes.count), to: &bytes) > 0 {}
    return bytes
  }

  /// Returns the bytes of the file.
  ///
  /// - Throws: ``SystemError/tooLarge`` past 64 MB, so that no file takes all memory.
  func contents() throws(SystemError) -> [UInt8] {
    let bytes = try beginning(OpenFile.largestContents + 1)
    if bytes.count > OpenFile.largestContents { throw .tooLarge }
    return bytes
  }

  /// Reads up to `count` bytes from the current position and appends them to `bytes`.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  public func appendNext(upTo count: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int {
    try extend(&bytes, by: count) { room in
      var count = 0
      repeat {
        if EndRequest.isReceived { return OpenFile.interrupted }
        count = readBytes(descriptor, room.baseAddress, room.count)
      } while count < 0 && errno == EINTR
      return count
    }
  }

  /// Reads up to `count` bytes from `offset` on and appends them to `bytes`.
  ///
  /// - Returns: The number of bytes read; fewer only at the end of the file.
  public func append(upTo count: Int, from offset: Int64, to bytes: inout [UInt8]) throws(SystemError) -> Int {
    try extend(&bytes, by: count) { readAll($0, offset) }
  }

  /// Replaces `elements` with values that ``write(elements:)`` wrote.
  ///
  /// - Parameter first: The index of the first value.
  /// - Returns: false if the file has fewer values.
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
      if EndRequest.isReceived { return OpenFile.interrupted }
      let count = pread(descriptor, room.baseAddress! + done, room.count - done, off_t(offset) + off_t(done))
      if count == 0 { break }
      if count < 0, errno != EINTR { return -1 }
      done += max(0, count)
    }
    return done
  }

  /// Sets `errno` to `EINTR` and returns the result of a failed call.
  private static var interrupted: Int {
    errno = EINTR
    return -1
  }

  /// Lets `fill` write after `bytes`.
  ///
  /// - Parameter fill: Returns the number of bytes it wrote, or a negative number on failure.
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

  /// Writes all of `bytes` at the current position.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes) }
  }

  /// Writes a text at the current position.
  public func write(_ text: String) throws(SystemError) { try write(Array(text.utf8).span) }

  /// Writes values in their memory layout: the file leaves neither the machine nor the run.
  public func write<Element: AnyBits>(elements: [Element]) throws(SystemError) {
    try elements.span.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      // Final messages still have to be printed.
      if EndRequest.isReceived, descriptor > STDERR_FILENO { throw SystemError(code: EINTR) }
      let count = writeBytes(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count == 0 { throw SystemError(code: EIO) }
      if count < 0, errno != EINTR { throw .last }
      done += max(0, count)
    }
  }

  /// Waits until everything written is on the disk. Does nothing for a pipe.
  public func synchronize() throws(SystemError) {
    while fsync(descriptor) != 0 {
      if errno == EINVAL { return }
      if errno != EINTR { throw .last }
    }
  }

  /// Waits until everything written to its file system is on the disk, which is faster for many small files.
  public func synchronizeFileSystem() throws(SystemError) {
    // Swift's module of the C library lacks it.
    guard let symbol = dlsym(nil, "syncfs") else { return sync() }
    let syncfs = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    if syncfs(descriptor) != 0 { throw .last }
  }

  /// Closes it now, to report a failure.
  public func close() throws(SystemError) {
    defer { descriptor = -1 }
    unlock()
    // Even an interrupted call closes it.
    if closeFile(descriptor) != 0, errno != EINTR { throw .last }
  }

  /// Locks the file against other programs until it is closed.
  ///
  /// - Parameter isShared: Whether others may lock it in this way, too.
  /// - Returns: false if another program has locked it.
  public func lock(isShared: Bool = false) throws(SystemError) -> Bool {
    while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    isLocked = true
    return true
  }

  /// Ends the lock. Closing does not, while a process that is being started has a copy of the descriptor.
  private func unlock() { if isLocked { _ = flock(descriptor, LOCK_UN) } }
}

/// A type for which every bit pattern is a value: an integer, or a structure of integers only. No other type may
/// conform.
public protocol AnyBits: BitwiseCopyable, Sendable {}

/// Queries to the machine.
public enum Machine {
  /// The arguments of the program, its own name first.
  public static let arguments: [String] = {
    var count: Int32 = 0
    let words = processArguments(&count)
    return (0..<Int(count)).compactMap { number in (words?[number]).map { FileName.text($0) } }
  }()

  /// The program's file with links resolved, or nil if it is unknown.
  public static var program: String? {
    if let path = Path.target(ofLink: "/proc/self/exe") { return path }
    guard let name = processPath(), let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    return FileName.text(path)
  }

  /// The folder that relative paths start from, or nil if it is unknown.
  public static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return FileName.text(path)
  }

  /// Occupies closed standard descriptors, so that no opened file takes their place. Makes a write to a pipe without a
  /// reader, or past the limit of a file's size, fail instead of ending the program.
  public static func guardStandardFiles() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // O_PATH: it can be neither read nor written.
      _ = open("/", 0o10_000_000)
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  public static func exit(_ status: Int32) -> Never { endProgram(status) }

  public static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// Returns the value of an environment variable, or nil if it is not set.
  public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Seconds since 1970-01-01T00:00:00Z.
  public static var epochSeconds: Int64 { Int64(time(nil)) }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public static var epochMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time of a monotonic clock.
  public static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Whether `/proc` shows processes.
  public static var hasProc: Bool { (try? Path.kind("/proc/self/stat")) == .regular }

  /// The number of cores in use, at least 1.
  public static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Returns the number of bytes before the terminating zero.
func length(ofText text: UnsafePointer<UInt8>) -> Int { strlen(text) }
