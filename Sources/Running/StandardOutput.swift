import Bytes
import Diagnostics

/// Bytes on standard output.
package enum StandardOutput {
  package static func write(_ bytes: WrittenBytes) throws(FatalInput) {
    do throws(SystemError) {
      try bytes.withSpan { (bytes) throws(SystemError) in try OpenFile.standardOutput.write(bytes) }
    } catch {
      throw FatalInput(.ioError, "cannot write to standard output: \(error.words)")
    }
  }
}
