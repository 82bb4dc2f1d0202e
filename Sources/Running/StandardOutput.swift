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
    do throws(SystemError) {
      try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
        try Descriptor.writeAll(UnsafeRawBufferPointer(bytes), to: STDOUT_FILENO)
      }
    } catch {
      throw FatalInput(.ioError, "cannot write to standard output: \(error.words)")
    }
  }
}
