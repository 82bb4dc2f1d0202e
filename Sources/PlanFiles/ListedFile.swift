import Bytes
import Diagnostics
import Formats

/// A line of `.tickler-files`: a file or folder that a run wrote.
package struct ListedFile: Equatable, Sendable {
  /// The path from the plan's folder: `calendar.ics`, `accounts/focusflow.ana.ics`.
  package var name: String
  /// The size in bytes; nil for a folder, and in lists of versions without sizes.
  package var size: Int64?
  /// The SHA-256 of the bytes on disk, in hexadecimal; nil without `--checksums`.
  package var sha256: String?

  package init(name: String, size: Int64? = nil, sha256: String? = nil) {
    (self.name, self.size, self.sha256) = (name, size, sha256)
  }

  /// Reads ``line``.
  init(_ line: Substring) {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false)
    name = String(words[0])
    size = words.count > 1 ? Int64(words[1]) : nil
    sha256 = words.count > 2 ? String(words[2]) : nil
  }

  package var line: String {
    name + (size.map { "\t\($0)" } ?? "") + (sha256.map { "\t\($0)" } ?? "") + "\n"
  }

  /// The output it belongs to: a file beside the plan, or a folder with its content.
  package var output: Substring { name.prefix { $0 != "/" } }
  package var isInFolder: Bool { name.utf8.contains(UInt8(ascii: "/")) }

  /// Calls `body` with each line of a folder's list and its number, from 1. Names that lead out of the folder are
  /// skipped.
  package static func forEach(
    in folder: String, _ body: (ListedFile, Int) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    let path = "\(folder)/\(CommitJournal.list)"
    guard try Path.isTaken(path) else { return }
    var lines = LineReader(try InputFile.plain(path, isOwn: true))
    while let text = try lines.nextLine({ String($0) }) {
      let file = ListedFile(text[...])
      let steps = file.name.split(separator: "/", omittingEmptySubsequences: false)
      if steps.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) { continue }
      try body(file, lines.line)
    }
  }
}
