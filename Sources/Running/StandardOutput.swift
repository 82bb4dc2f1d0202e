import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes on standard output.
package enum StandardOutput {
  package static func write(_ bytes: [UInt8]) throws(FatalInput) {
    let isWritten = bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    if !isWritten { throw FatalInput(.ioError, "cannot write to standard output: \(SystemError.last.words)") }
  }
}
