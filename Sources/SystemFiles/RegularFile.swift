#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reading small files as a whole.
package enum RegularFile {
  /// The first `limit` bytes of the file at `path`; nil where there is none, or something that is no regular file.
  package static func prefix(of path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    // Without waiting for the other end of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      let error = SystemError.last
      if [ENOENT, ENOTDIR].contains(error.code) { return nil }
      throw error
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(limit, Int(status.st_size)))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }
}
