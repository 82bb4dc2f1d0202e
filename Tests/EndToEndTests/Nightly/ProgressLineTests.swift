import Foundation
import TestSupport
import Testing

/// Checks that the progress line fits the terminal and leaves nothing behind.
struct ProgressLineTests {
  private static func run(_ options: [String], columns: Int) throws -> (status: Int32, lines: [String]) {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines =
      [#"{"format":"tickler-export/1","app":"focusflow"}"#]
      + (0..<50).map { #"{"account":{"id":"a\#($0)","timeZone":"UTC"}}"# }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "a rather long name.ndjson"))
    let terminal = try Terminal(columns: columns)
    let status = try Program.run(
      [
        "plan", "a rather long name.ndjson", "--templates", TestFiles.templates, "--zoneinfo",
        TestFiles.zoneinfo,
        "--now", "2026-11-20T00:00:00Z", "--emit", "plan",
      ] + options, in: folder, errors: terminal.handle)
    let text = try terminal.finish()
    return (status, text.split(separator: "\r").map(String.init))
  }

  @Test("a terminal shows it, truncated to the window, and clears it", arguments: [40, 80])
  func terminal(columns: Int) throws {
    let (status, lines) = try ProgressLineTests.run([], columns: columns)
    #expect(status == 0)
    let progress = lines.filter { $0.hasPrefix("reading") || $0.hasPrefix("planning") }
    #expect(progress.count >= 1)
    for line in progress {
      #expect(line.hasSuffix("\u{1B}[K"))
      #expect(line.count - 3 <= columns - 1)
    }
    #expect(progress.first?.contains("name.ndjson") == (columns == 80))
    // An empty line then erases it, before the final output.
    #expect(lines.last?.hasPrefix("\u{1B}[Ktickler: 50 accounts, ") == true)
  }

  @Test(
    "is omitted if unwanted",
    arguments: [["--no-progress"], ["--progress", "--no-progress"], ["--quiet"]])
  func none(options: [String]) throws {
    let (status, lines) = try ProgressLineTests.run(options, columns: 80)
    #expect(status == 0)
    #expect(lines.filter { $0.contains("reading") || $0.contains("\u{1B}") } == [])
  }
}
