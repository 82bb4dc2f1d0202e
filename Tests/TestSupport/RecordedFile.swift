import Foundation

/// A file of the repository that holds what the program made.
///
/// `Tests/record` sets `TICKLER_RECORD`, which makes ``difference(from:)`` write. It reports a difference in either mode, so a test
/// that rewrites its expectation fails.
package struct RecordedFile: Sendable {
  private let file: URL

  /// Creates the file at a path beneath the root of the repository.
  package init(_ path: String) { file = TestFiles.root.appending(path: path) }

  /// Returns the first line that differs from `text`, or nil. While recording, writes `text`.
  package func difference(from text: String) throws -> String? {
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if text == recorded { return nil }
    if TestFiles.isRecording {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let (lines, others) = (text.components(separatedBy: "\n"), recorded.components(separatedBy: "\n"))
    let first = zip(lines, others).prefix { $0 == $1 }.count
    func line(_ all: [String]) -> Substring { first < all.count ? all[first].prefix(300) : "(the file ends)" }
    return """
      \(file.lastPathComponent), line \(first + 1)
      now:      \(line(lines))
      recorded: \(line(others))
      """
  }

  /// Returns the first line that differs from `text` between two lines of the file, or nil. While recording, replaces the lines between.
  package func difference(from text: String, between begin: String, and end: String) throws -> String? {
    let whole = try String(contentsOf: file, encoding: .utf8)
    guard let from = whole.firstRange(of: begin)?.upperBound, let to = whole.firstRange(of: end)?.lowerBound else {
      return "\(file.lastPathComponent) has no \(begin)"
    }
    return try difference(from: whole.replacingCharacters(in: from..<to, with: text))
  }
}
