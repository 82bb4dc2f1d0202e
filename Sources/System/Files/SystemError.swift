#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The error of a failed system call.
public struct SystemError: Error, Equatable, Sendable {
  public let code: Int32

  /// The error of the call that just failed (`errno`).
  public static var last: SystemError { SystemError(code: errno) }

  /// The error of a missing file or folder.
  public static let absence = SystemError(code: ENOENT)

  /// Whether the file or folder does not exist.
  public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether nobody reads the pipe any more.
  public var isClosedPipe: Bool { code == EPIPE }

  /// Whether something that is not a folder was used as one.
  public var isNotFolder: Bool { code == ENOTDIR }

  /// Whether symbolic links form a loop.
  public var isLoop: Bool { code == ELOOP }

  /// The error for anything but a regular file if only that is allowed. No system call has this number.
  public static let noFile = SystemError(code: -1)

  /// The error for a link or a file if only a folder is allowed.
  public static let noFolder = SystemError(code: -2)

  /// The error for a file that is too large to be read as a whole.
  public static let tooLarge = SystemError(code: -3)

  /// Whether a file grew past the limit of the process (`ulimit -f`) or of the file system.
  public var isPastLimit: Bool { code == EFBIG }

  /// In English: `No such file or directory`.
  public var words: String {
    switch self {
    case .noFile: "it is a link, a folder, a pipe, a device or a socket, not a file"
    case .noFolder: "a link or a file has the place of a folder"
    case .tooLarge: "it is larger than \(OpenFile.largestContents >> 20) MB"
    default: String(cString: strerror(code))
    }
  }
}
