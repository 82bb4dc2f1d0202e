#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system says of a failed call.
package struct SystemError: Error, Sendable {
  package var code: Int32

  /// Of the call that failed just now (`errno`).
  package static var last: SystemError { SystemError(code: errno) }

  /// There is no such file or folder.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  package var words: String { String(cString: strerror(code)) }
}
