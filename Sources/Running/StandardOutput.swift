import Bytes
import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes on standard output.
package enum StandardOutput {
  package static func write(_ bytes: WrittenBytes) throws(FatalInput) {
    do throws(SystemError) {
      try bytes.withSpan { (bytes) throws(SystemError) in
        try bytes.withUnsafeBytes { (bytes) throws(SystemError) in try Descriptor.writeAll(bytes, to: STDOUT_FILENO) }
      }
    } catch {
      throw FatalInput(.ioError, "cannot write to standard output: \(error.words)")
    }
  }
}
