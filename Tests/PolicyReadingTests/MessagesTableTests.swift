import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import Testing

/// Files of texts that are broken, or look so, with the exact words that a user reads.
///
/// The table is Tests/Corpus/reading/messages.txt: for each case `== sentence`, the file, `--`, and what is told. A file
/// that begins with `@` is whole; to the others the first two lines are added. `‹0D›` stands for that byte. With
/// `TICKLER_RECORD` set in the environment the table is written anew.
@Suite struct MessagesTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var sentence: String
    var input: String
    var expected: [String]

    var testDescription: String { sentence }

    var text: String {
      let text = input.replacingOccurrences(of: "‹0D›", with: "\r")
      return text.hasPrefix("@\n")
        ? String(text.dropFirst(2)) : "format = \"tickler-messages/1\"\napp = \"x\"\n\(text)"
    }

    /// `accepted` and every warning, or every error.
    var report: [String] {
      do {
        return ["accepted"] + (try MessagesReader.read(text, file: "x.toml", sha256: "").warnings.map(\.description))
      } catch {
        return error.messages
      }
    }
  }

  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus/reading/messages.txt").path

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
  func messages(_ row: Row) {
    #expect(row.report == row.expected)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil))
  func record() throws {
    let text = MessagesTableTests.rows.map { row in
      "== \(row.sentence)\n\(row.input)\n--\n\(row.report.joined(separator: "\n"))\n"
    }
    try text.joined(separator: "\n").write(toFile: MessagesTableTests.path, atomically: true, encoding: .utf8)
  }

  @Test("what a sound file says")
  func values() throws {
    let text = """
      format = "tickler-messages/1"
      app = "x"
      [[pt-BR.bill]]
      title = "{{name}}"
      [[en.bill]]
      form = "due"
      title = "{{name}} is due"
      body = "{{amount}}"
      name = "calm"
      [[en.bill]]
      form = "plain"
      title = "b"
      """
    let messages = try MessagesReader.read(text, file: "x.toml", sha256: "00").messages
    #expect([messages.app, messages.file, messages.sha256] == ["x", "x.toml", "00"])
    #expect(messages.languages.map(\.tag.text) == ["en", "pt-BR"])
    let due = try #require(messages.languages[0][.bill, .due].first)
    #expect(due.name == "calm")
    #expect(due.title.references.map(\.field) == ["name"])
    #expect(due.titlePlace == SourceLocation(file: "x.toml", line: 7, column: 1))
    #expect(due.bodyPlace == SourceLocation(file: "x.toml", line: 8, column: 1))
    #expect(messages.languages[0][.bill, .plain].map(\.title.words) == ["b"])
    #expect(messages.has(.bill) && !messages.has(.task))
  }
}
