import Foundation
import Testing

/// A table of files and what is told of them, under Tests/Corpus/reading: for each case `== sentence`, the file, `--`, and
/// the words. A file that begins with `@` is whole; to the others a head is added. `‹0D›` stands for that byte.
struct RecordedTable {
  struct Row: Sendable, CustomTestStringConvertible {
    var sentence: String
    var input: String
    var expected: [String]

    var testDescription: String { sentence }

    func text(head: String) -> String {
      let text = input.replacingOccurrences(of: "‹0D›", with: "\r")
      return text.hasPrefix("@\n") ? String(text.dropFirst(2)) : head + text
    }
  }

  /// With `TICKLER_RECORD` set in the environment the tables are written anew.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil }

  let rows: [Row]
  private let path: String

  init(_ name: String) {
    path =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus/reading/\(name).txt").path
    let text = String(decoding: FileManager.default.contents(atPath: path)!, as: UTF8.self)
    rows = "\n\(text)".components(separatedBy: "\n== ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let bar = lines.firstIndex(of: "--") ?? lines.count
      return Row(
        sentence: lines[0], input: lines[1..<bar].joined(separator: "\n"),
        expected: lines[min(bar + 1, lines.count)...].filter { !$0.isEmpty })
    }
  }

  func record(_ report: (Row) -> [String]) throws {
    let text = rows.map { "== \($0.sentence)\n\($0.input)\n--\n\(report($0).joined(separator: "\n"))\n" }
    try text.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }
}
