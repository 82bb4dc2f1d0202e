// What imports the C library, whichever it is, is in this folder. Its interface is safe: paths are texts, memory is arrays and
// spans, failures are thrown, and a call that a signal interrupts is made again, unless the signal asks the run to end (`Ending`).
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Under other names than the methods below have.
private let (readBytes, writeBytes, closeFile, endProgram) = (read, write, close, exit)

/// What the system says of a call that failed.
public struct SystemError: Error, Equatable, Sendable {
  public let code: Int32

  /// Of the call that failed just now (`errno`).
  public static var last: SystemError { SystemError(code: errno) }

  /// There is no such file or folder.
  public static let absence = SystemError(code: ENOENT)

  /// There is no such file or folder.
  public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// What was taken for a folder is something else.
  public var isNoFolder: Bool { code == ENOTDIR }

  /// A chain of symbolic links that does not end.
  public var isLoop: Bool { code == ELOOP }

  /// Something other than a regular file where only one may be. No call of the system fails with this number.
  public static let noFile = SystemError(code: -1)

  /// In English: `No such file or directory`.
  public var words: String {
    self == .noFile
      ? "it is a link, a folder, a pipe, a device or a socket, and no file" : String(cString: strerror(code))
  }
}

/// A file or folder, open for as long as anybody holds it.
///
/// Several tasks may read it at once, at any offset. Only one may write to it, and only that one may close it.
public final class OpenFile: @unchecked Sendable {
  public enum Use: Sendable {
    /// Also of a pipe or a device.
    case reading
    /// For reading a regular file. A pipe is refused without waiting for its other end.
    case inspecting
    /// The same for a file that tickler wrote, which is never a link.
    case readingOwn
    /// Emptied where it is there, made where it is not. A regular file, and no link.
    case writing
    /// Whatever is written goes behind what is there; made where it is not. A regular file, and no link.
    case appending
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .inspecting: O_RDONLY | O_NONBLOCK
      case .readingOwn: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      case .writing: O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW
      case .folder: O_RDONLY | O_DIRECTORY
      }
    }

    /// What the system says of something that is no file and that it does not open.
    fileprivate func fault(_ error: SystemError) -> SystemError {
      let isLink = error.isLoop && flags & O_NOFOLLOW != 0
      // A pipe that nobody reads, or a socket; a device that nothing drives; a folder to be written to.
      let isOther = flags & O_NONBLOCK != 0 && [ENXIO, ENODEV, EISDIR].contains(error.code)
      return isLink || isOther ? .noFile : error
    }
  }

  /// −1: it was closed.
  private var descriptor: Int32

  public static let standardInput = OpenFile(STDIN_FILENO)
  public static let standardOutput = OpenFile(STDOUT_FILENO)
  public static let standardError = OpenFile(STDERR_FILENO)

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// - Throws: ``SystemError/noFile`` for something other than a regular file where `use` wants one.
  public init(_ path: String, for use: Use) throws(SystemError) {
    var opened: Int32 = -1
    repeat {
      if Ending.isAsked { throw SystemError(code: EINTR) }
      opened = FileName.withBytes(of: path) { open($0, use.flags | O_CLOEXEC, 0o666) }
    } while opened < 0 && errno == EINTR
    descriptor = opened
    if descriptor < 0 { throw use.fault(.last) }
    if use.flags & O_NONBLOCK != 0, try identity().kind != .regular { throw .noFile }
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

  /// What tells it from any other file, and from itself once it has changed.
  public func identity() throws(SystemError) -> FileIdentity {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw .last }
    return FileIdentity(status)
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
      repeat {
        if Ending.isAsked { return OpenFile.interrupted }
        count = readBytes(descriptor, room.baseAddress, room.count)
      } while count < 0 && errno == EINTR
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
      if Ending.isAsked { return OpenFile.interrupted }
      let count = pread(descriptor, room.baseAddress! + done, room.count - done, off_t(offset) + off_t(done))
      if count == 0 { break }
      if count < 0, errno != EINTR { return -1 }
      done += max(0, count)
    }
    return done
  }

  /// What a call that fails returns.
  private static var interrupted: Int {
    errno = EINTR
    return -1
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
      // What is said on the way out still has to be.
      if Ending.isAsked, descriptor > STDERR_FILENO { throw SystemError(code: EINTR) }
      let count = writeBytes(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count == 0 { throw SystemError(code: EIO) }
      if count < 0, errno != EINTR { throw .last }
      done += max(0, count)
    }
  }

  /// Waits until what was written is on the disk; does nothing for a pipe.
  public func synchronize() throws(SystemError) {
    while fsync(descriptor) != 0 {
      if errno == EINVAL { return }
      if errno != EINTR { throw .last }
    }
  }

  /// Waits until everything that was written to its file system is on the disk: many small files are synced faster together.
  public func synchronizeFileSystem() throws(SystemError) {
    // Swift's view of the C library lacks it.
    guard let symbol = dlsym(nil, "syncfs") else { return sync() }
    let syncfs = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    if syncfs(descriptor) != 0 { throw .last }
  }

  /// Closes it now, to learn whether that fails.
  public func close() throws(SystemError) {
    defer { descriptor = -1 }
    // It is closed all the same where a signal came.
    if closeFile(descriptor) != 0, errno != EINTR { throw .last }
  }

  /// Holds others off until this is closed.
  ///
  /// - Returns: false where another program holds it.
  public func lock() throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    return true
  }
}

/// A type for which any bits are a value: an integer, or a structure of nothing but integers. Only such a type may conform.
public protocol AnyBits: BitwiseCopyable, Sendable {}

/// What the machine is asked for.
public enum Machine {
  /// What the program was called with, its own name first.
  ///
  /// They stand on the stack in front of the environment, and before them their number. `CommandLine.arguments` looks for that
  /// place in `/proc`, and has none where there is no `/proc`. To be called before the environment is changed, which nothing here does.
  public static let arguments: [String] = {
    let words = stack
    var count = 0
    while words[-2 - count] != UInt(count) { count += 1 }
    return (0..<count).map { number in
      let text = UnsafePointer<UInt8>(bitPattern: words[number - count - 1])!
      return FileName.text(UnsafeBufferPointer(start: text, count: length(ofText: text)))
    }
  }()

  /// The program's file, links resolved; nil where the system does not say.
  public static var program: String? {
    if let path = Path.target(ofLink: "/proc/self/exe") { return path }
    // Behind the environment, and a zero, stand pairs of numbers, the last with type 0; type 31 has the path that was started.
    var place = 0
    while stack[place] != 0 { place += 1 }
    place += 1
    while stack[place] != 0, stack[place] != 31 { place += 2 }
    guard stack[place] == 31, let name = UnsafePointer<CChar>(bitPattern: stack[place + 1]),
      let path = realpath(name, nil)
    else { return nil }
    defer { free(path) }
    return FileName.text(path)
  }

  /// The folder that relative paths begin in; nil where the system does not say.
  public static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return FileName.text(path)
  }

  /// Where the environment stands.
  private static var stack: UnsafePointer<UInt> { UnsafeRawPointer(environ).assumingMemoryBound(to: UInt.self) }

  /// Holds the place of standard files that are closed, so that no file that is opened becomes one of them, and has a write to a
  /// pipe that nobody reads fail, and not end the program.
  public static func guardStandardFiles() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // O_PATH: it can be neither read nor written.
      _ = open("/", 0o10_000_000)
    }
    signal(SIGPIPE, SIG_IGN)
  }

  public static func exit(_ status: Int32) -> Never { endProgram(status) }

  /// Does nothing for so long.
  public static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// The value of an environment variable; nil where it is not set.
  public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Seconds since 1970-01-01T00:00:00Z.
  public static var epochSeconds: Int64 { Int64(time(nil)) }

  /// The same to the millisecond.
  public static var epochMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Of a clock that never goes back.
  public static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Whether the system tells of its processes in `/proc`.
  public static var hasProc: Bool { (try? Path.kind("/proc/self/stat")) == .regular }

  /// Cores in use, at least 1.
  public static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Bytes before the terminating zero.
func length(ofText text: UnsafePointer<UInt8>) -> Int { strlen(text) }

/// The first byte of that value; nil where there is none.
func find(_ byte: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
  memchr(start, Int32(byte), end - start).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
}
