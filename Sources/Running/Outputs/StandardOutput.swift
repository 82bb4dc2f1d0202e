import Bytes
import Diagnostics

/// Writes bytes to standard output.
package enum StandardOutput {
  package static func write(_ bytes: WrittenBytes) throws(FatalInput) {
    try bytes.withSpan { (bytes) throws(FatalInput) in try write(bytes) }
  }

  package static func write(_ text: String) throws(FatalInput) { try write(text.utf8Span.span) }

  private static func write(_ bytes: Span<UInt8>) throws(FatalInput) {
    do {
      try OpenFile.standardOutput.write(bytes)
    } catch {
      throw FatalInput(.ioError, "cannot write to standard output: \(error.words)")
    }
  }
}
