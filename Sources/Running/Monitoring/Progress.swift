import Diagnostics

/// The text of the progress line: the current phase, its progress and speed, and the time left.
package struct Progress: Sendable {
  package enum Phase: Sendable {
    /// Surveys the input with this name.
    case reading(String)
    /// Plans this number of accounts.
    case planning(accounts: Int)
  }

  package var phase: Phase
  /// The bytes to be read in this phase, and those already read.
  package var bytes: Int64
  package var bytesDone: Int64 = 0
  package var accountsDone = 0

  package init(_ phase: Phase, bytes: Int64) { (self.phase, self.bytes) = (phase, bytes) }

  /// Returns the line without a line break, the most important part first.
  package func line(after milliseconds: Int64, columns: Int) -> String {
    let speed = milliseconds > 0 ? Double(bytesDone) * 1000 / Double(milliseconds) : 0
    var left = ""
    if speed > 0 { left = ", \(Progress.duration(Double(max(0, bytes - bytesDone)) / speed)) left" }
    let size = "\(Progress.megabytes(bytesDone)) of \(Progress.megabytes(bytes)) MB"
    let rate = speed > 0 ? " (\(Progress.megabytes(Int64(speed)))/s)" : ""
    let text: String
    switch phase {
    case .reading(let name): text = "reading\(left): \(size)\(rate), \(name)"
    case .planning(let accounts):
      let pace = milliseconds > 0 ? " (\(Int64(accountsDone) * 1000 / milliseconds)/s)" : ""
      text = "planning\(left): \(accountsDone) of \(accounts) accounts\(pace), \(size)\(rate)"
    }
    return Progress.cut(text, columns: columns)
  }

  /// Formats megabytes with up to three significant digits, or as an integer: `0.42`, `4.2`, `42`, `4200`.
  private static func megabytes(_ bytes: Int64) -> String {
    let hundredths = bytes / 10_000
    if hundredths >= 1000 { return "\(hundredths / 100)" }
    let digits = hundredths < 100 ? 2 : 1
    let parts = digits == 2 ? hundredths : hundredths / 10
    let unit: Int64 = digits == 2 ? 100 : 10
    let fraction = "\(parts % unit)"
    return "\(parts / unit)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// Formats a duration: `42 s`, `4:02 min`, `1:04 h`.
  private static func duration(_ seconds: Double) -> String {
    let seconds = Int64(min(seconds.rounded(.up), 1e9))
    let (large, small, unit) =
      seconds < 3600 ? (seconds / 60, seconds % 60, "min") : (seconds / 3600, seconds / 60 % 60, "h")
    return seconds < 60 ? "\(seconds) s" : "\(large):\(small < 10 ? "0" : "")\(small) \(unit)"
  }

  /// Returns the beginning of `text` that fits into `columns` on a terminal, assuming two columns for non-ASCII
  /// characters. What others would not see is removed, so that no file name can control the terminal.
  private static func cut(_ text: String, columns: Int) -> String {
    var line = ""
    var width = 0
    for character in text where String(character).visible == String(character) {
      width += character.isASCII ? 1 : 2
      if width > columns { break }
      line.append(character)
    }
    return line
  }
}
