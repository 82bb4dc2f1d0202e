#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lines on standard error: diagnostics, and a progress line that comes and goes on a terminal.
package struct StandardError {
  private let showsProgress: Bool
  private var hasProgressLine = false
  private var lastProgress: Int64 = 0
  private let start = StandardError.milliseconds

  /// - Parameter progress: Whether a progress line is wanted; it is shown on a terminal only.
  package init(progress: Bool) {
    showsProgress = progress && isatty(STDERR_FILENO) == 1
  }

  package mutating func line(_ text: String) {
    clearProgress()
    StandardError.write(text + "\n")
  }

  /// Shows how far the run is, at most ten times a second.
  package mutating func progress(_ text: @autoclosure () -> String) {
    guard showsProgress else { return }
    let now = StandardError.milliseconds
    guard now - lastProgress >= 100 else { return }
    lastProgress = now
    StandardError.write("\r\u{1B}[K" + text())
    hasProgressLine = true
  }

  package mutating func clearProgress() {
    guard hasProgressLine else { return }
    StandardError.write("\r\u{1B}[K")
    hasProgressLine = false
  }

  /// Since this value was made.
  package var elapsedMilliseconds: Int64 { StandardError.milliseconds - start }

  private static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(STDERR_FILENO, bytes.baseAddress! + done, bytes.count - done)
        if count <= 0 { break }
        done += count
      }
    }
  }
}
