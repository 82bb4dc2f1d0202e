import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import Testing

/// Policies that are broken, or look so, with the exact words that a user reads.
///
/// The table is Tests/Corpus/reading/policies.txt: for each case `== sentence`, the policy, `--`, and what is told.
/// A policy that begins with `@` is whole; to the others the first two lines are added. `‹0D›` stands for that byte.
/// With `TICKLER_RECORD` set in the environment the table is written anew.
@Suite struct PolicyTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var sentence: String
    var input: String
    var expected: [String]

    var testDescription: String { sentence }

    var text: String {
      let text = input.replacingOccurrences(of: "‹0D›", with: "\r")
      return text.hasPrefix("@\n")
        ? String(text.dropFirst(2)) : "format = \"tickler-policy/1\"\napp = \"x\"\n\(text)"
    }

    /// `accepted`, or every line that a user reads.
    var report: [String] {
      do {
        _ = try PolicyReader.read(text, file: "x.toml", sha256: "")
        return ["accepted"]
      } catch {
        return error.messages
      }
    }
  }

  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus/reading/policies.txt").path

  private static let rows: [Row] = {
    let text = String(decoding: FileManager.default.contents(atPath: path)!, as: UTF8.self)
    return "\n\(text)".components(separatedBy: "\n== ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let bar = lines.firstIndex(of: "--") ?? lines.count
      return Row(
        sentence: lines[0], input: lines[1..<bar].joined(separator: "\n"),
        expected: lines[min(bar + 1, lines.count)...].filter { !$0.isEmpty })
    }
  }()

  @Test(arguments: rows)
  func policy(_ row: Row) {
    #expect(row.report == row.expected)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil))
  func record() throws {
    let text = PolicyTableTests.rows.map { row in
      "== \(row.sentence)\n\(row.input)\n--\n\(row.report.joined(separator: "\n"))\n"
    }
    try text.joined(separator: "\n").write(toFile: PolicyTableTests.path, atomically: true, encoding: .utf8)
  }
}
