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

  package var words: String { String(cString: strerror(code)) }
}
