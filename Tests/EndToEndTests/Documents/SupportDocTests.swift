import Foundation
import TestSupport
import Testing

/// Asks every question of docs/support.md and docs/monitoring.md again, and compares the answers with the pages.
@Suite struct SupportDocTests {
  /// Returns the words of a command line. Quotation marks keep words together.
  private func words(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test("the answers equal those in the document")
  func answers() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for name in ["inputs", "templates"] {
      try FileManager.default.createSymbolicLink(
        at: archive.folder.appending(path: name), withDestinationURL: TestFiles.root.appending(path: name))
    }
    let text = try ["support", "monitoring"].map {
      try String(contentsOf: TestFiles.root.appending(path: "docs/\($0).md"), encoding: .utf8)
    }.joined()
    let zones = ["--zoneinfo", TestFiles.zoneinfo]
    var asked = 0
    for block in text.components(separatedBy: "```\n") {
      for line in block.split(separator: "\n") where line.hasPrefix("tickler plan inputs --archive ") {
        #expect(try Program.run(words(line).dropFirst() + zones, in: archive.folder).status == 1)
      }
      guard block.hasPrefix("$ tickler "), let end = block.firstIndex(of: "\n") else { continue }
      var command = Array(words(block[..<end]).dropFirst(2))
      guard ["explain", "history"].contains(command[0]) else { continue }
      if command[0] == "explain" { command += ["--now", "2026-10-25T18:00:00Z"] + zones }
      let result = try Program.run(command, in: archive.folder)
      // A list may be cut.
      let shown = block[block.index(after: end)...]
      let isCut = shown.hasSuffix("\n  …\n")
      let answer = result.output + result.errors
      #expect(isCut ? answer.hasPrefix(shown.dropLast(4)) : answer == shown, "\(block[..<end])")
      asked += 1
    }
    #expect(asked == 8)
  }
}
