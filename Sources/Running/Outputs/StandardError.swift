import Answers
import Bytes
import Diagnostics
import System

/// Writes lines to standard error: diagnostics, and a progress line on a terminal.
package struct StandardError {
  /// The minimum interval between progress lines, in milliseconds.
  private static let interval: Int64 = 100

  private let showsProgress: Bool
  private var hasProgressLine = false
  private let start = Machine.milliseconds
  /// The times at which the current phase started and the line was last shown.
  private var phaseStart: Int64
  private var lastProgress: Int64

  /// - Parameter progress: Whether to show a progress line. Requires a terminal.
  package init(progress: Bool) {
    showsProgress = progress && OpenFile.standardError.isTerminal
    phaseStart = start
    lastProgress = start - StandardError.interval
  }

  package mutating func line(_ text: String) {
    clearProgress()
    StandardError.write(StandardError.terminal(text.visible) + "\n")
  }

  /// Starts measuring speed and time left.
  package mutating func beginPhase() {
    if showsProgress { phaseStart = Machine.milliseconds }
  }

  /// Shows the progress, at most ten times a second. If no progress is shown, it does not even read the clock.
  package mutating func progress(_ progress: @autoclosure () -> Progress) {
    guard showsProgress else { return }
    let now = Machine.milliseconds
    guard now - lastProgress >= StandardError.interval else { return }
    lastProgress = now
    let line = progress().line(after: now - phaseStart, columns: StandardError.columns)
    StandardError.write("\r\(line)\u{1B}[K")
    hasProgressLine = true
  }

  package mutating func clearProgress() {
    guard hasProgressLine else { return }
    StandardError.write("\r\u{1B}[K")
    hasProgressLine = false
  }

  /// The time since this value was created.
  package var elapsedMilliseconds: Int64 { Machine.milliseconds - start }

  private static let terminal = TerminalText(
    columns: OpenFile.standardError.terminalColumns, hasColors: StandardOutput.hasColors(.standardError))

  /// The usable width of the terminal, one less than its columns because a full line would wrap; 79 if unknown.
  private static var columns: Int { OpenFile.standardError.terminalColumns.map { $0 - 1 } ?? 79 }

  /// Writes a line, formatted for a terminal.
  package static func writeLine(_ line: String) { write(terminal(line) + "\n") }

  package static func write(_ text: String) {
    // If this fails, there is no place left to report it.
    try? OpenFile.standardError.write(text)
  }
}

package enum StandardOutput {
  /// Writes JSON, with escapes for what a terminal interprets or hides.
  package static func write(json bytes: WrittenBytes) throws(RunFault) {
    // A worker writes gigabytes. Other texts take four times as long.
    if bytes.withSpan({ $0.isHarmless }) {
      try bytes.withSpan { (bytes) throws(RunFault) in try write(bytes) }
    } else {
      try write(bytes.text.visibleJSON)
    }
  }

  /// - Parameter mayBeCut: Whether the reader may close the pipe before the end, as `head` does.
  package static func write(_ text: String, mayBeCut: Bool = false) throws(RunFault) {
    try write(Array(text.utf8).span, mayBeCut: mayBeCut)
  }

  static func write(_ bytes: Span<UInt8>, mayBeCut: Bool = false) throws(RunFault) {
    do {
      try OpenFile.standardOutput.write(bytes)
    } catch {
      if mayBeCut, error.isClosedPipe { return }
      throw RunFault(.ioError, "cannot write to standard output: \(error.words)")
    }
  }
}

extension Span<UInt8> {
  /// Whether JSON has only printable ASCII, Latin letters, and the marks, dashes, currency signs and emoji of texts.
  fileprivate var isHarmless: Bool {
    var index = 0
    while index < count {
      if index &+ 8 <= count, word(at: index) & 0x8080_8080_8080_8080 == 0 {
        index &+= 8
      } else if self[index] < 0x7f {
        index &+= 1
      } else if 0xc3...0xcb ~= self[index] {
        index &+= 2
      } else if self[index] == 0xe2, index &+ 2 < count,
        self[index &+ 1] == 0x82
          || self[index &+ 1] == 0x80 && (0x90...0xa7 ~= self[index &+ 2] || self[index &+ 2] == 0xaf)
      {
        index &+= 3
      } else if self[index] == 0xf0, index &+ 1 < count, self[index &+ 1] == 0x9f {
        index &+= 4
      } else {
        return false
      }
    }
    return firstIndex(of: 0x7f, from: 0) == count
  }
}
