import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that stays open as long as anybody holds it.
///
/// Several tasks may read it at once, at any place; only one may append to it.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// - Parameter descriptor: Is closed when nobody holds the file any more.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// A new file under `$TMPDIR`, else `/tmp`. It has no name, and is gone when it is closed.
  static func temporary() throws(FatalInput) -> OpenFile {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/tickler-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw FatalInput(
        .ioError,
        "cannot make a temporary file in \(folder): \(SystemError.last.words); TMPDIR can name another folder")
    }
    unlink(template)
    return OpenFile(descriptor)
  }

  /// Writes `bytes` behind what was written before.
  ///
  /// - Parameter what: What the file holds, for the message where it cannot be written.
  func append(_ bytes: UnsafeRawBufferPointer, of what: String) throws(FatalInput) {
    do {
      try Descriptor.writeAll(bytes, to: descriptor)
    } catch {
      throw FatalInput(
        .ioError, "cannot keep \(what) in a temporary file: \(error.words); TMPDIR can name a folder with more room")
    }
  }

  /// Writes `elements` as they lie in memory: the file leaves neither the machine nor the run.
  func append<Element: BitwiseCopyable>(_ elements: [Element], of what: String) throws(FatalInput) {
    try elements.withUnsafeBufferPointer { (elements) throws(FatalInput) in
      try append(UnsafeRawBufferPointer(elements), of: what)
    }
  }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
  ///
  /// - Parameter name: The file's, for the message where it cannot be read.
  func read(
    at offset: Int64, count: Int, into buffer: UnsafeMutableRawPointer, name: String
  ) throws(FatalInput) -> Int {
    var done = 0
    while done < count {
      let result = pread(descriptor, buffer + done, count - done, off_t(offset) + off_t(done))
      if result == 0 { break }
      if result < 0 {
        if errno == EINTR { continue }
        throw FatalInput(.ioError, "cannot read \(name): \(SystemError.last.words)")
      }
      done += result
    }
    return done
  }
}
