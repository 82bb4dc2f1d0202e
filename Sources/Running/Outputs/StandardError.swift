import Answers
import Bytes
import PlanModel

/// Lines on standard error: diagnostics, and a progress line that comes and goes on a terminal.
package struct StandardError {
  /// The least time between two progress lines, in milliseconds.
  private static let interval: Int64 = 100

  private let showsProgress: Bool
  private var hasProgressLine = false
  private let start = Machine.milliseconds
  /// When the present phase of the run began, and when the line was last shown.
  private var phaseStart: Int64
  private var lastProgress: Int64

  /// - Parameter progress: Whether a progress line is wanted; it is shown on a terminal only.
  package init(progress: Bool) {
    showsProgress = progress && OpenFile.standardError.isTerminal
    phaseStart = start
    lastProgress = start - StandardError.interval
  }

  package mutating func line(_ text: String) {
    clearProgress()
    StandardError.write(StandardError.terminal(text.visible) + "\n")
  }

  /// Rates and the time left are counted from here on.
  package mutating func beginPhase() {
    if showsProgress { phaseStart = Machine.milliseconds }
  }

  /// Shows how far the run is, at most ten times a second. Where nothing is to be shown, not even the clock is read.
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

  /// Since this value was made.
  package var elapsedMilliseconds: Int64 { Machine.milliseconds - start }

  private static let terminal = TerminalText(
    columns: OpenFile.standardError.terminalColumns, hasColors: StandardOutput.hasColors(.standardError))

  /// One less than the window has, since a line of its whole width would begin the next one; 79 where it does not say.
  private static var columns: Int {
    OpenFile.standardError.terminalColumns.map { $0 - 1 } ?? 79
  }

  /// Writes a line as a terminal shows it.
  package static func tell(_ line: String) { write(terminal(line) + "\n") }

  package static func write(_ text: String) {
    // Where even this cannot be written, there is nobody to tell.
    try? OpenFile.standardError.write(text.utf8Span.span)
  }
}
