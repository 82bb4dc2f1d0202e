#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reading files as a whole.
package enum SmallFile {
  private static let blockSize = 65_536

  /// The first `limit` bytes of a file.
  ///
  /// - Parameter mustBeRegular: Anything but a regular file counts as not existing.
  package static func bytes(
    of path: String, limit: Int = .max, mustBeRegular: Bool = false
  ) throws(SystemError) -> [UInt8] {
    // A pipe must not wait for its other end only to be refused.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (mustBeRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    if mustBeRegular, status.st_mode & S_IFMT != S_IFREG { throw SystemError(code: ENOENT) }
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      var error: SystemError?
      bytes += [UInt8](unsafeUninitializedCapacity: min(blockSize, limit - bytes.count)) { block, size in
        repeat { count = read(descriptor, block.baseAddress, block.count) } while count < 0 && errno == EINTR
        if count < 0 { error = .last }
        size = max(0, count)
      }
      if let error { throw error }
    } while count > 0 && bytes.count < limit
    return bytes
  }
}
