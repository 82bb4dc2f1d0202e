import Foundation
import TestSupport
import Testing

/// Follows a page as a reader would: writes its files, runs its commands, and compares what they print with the page.
@Suite struct TranscriptTests {
  private struct Block {
    /// The file's name; nil if the block is not a file.
    var file: String?
    var isCommands: Bool
    var lines: [Substring] = []
  }

  private func blocks(_ page: String) throws -> [Block] {
    let text = try String(contentsOf: TestFiles.root.appending(path: page), encoding: .utf8)
    var (blocks, before, isOpen): ([Block], Substring, Bool) = ([], "", false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        let file = before.firstMatch(of: /^`([^`]+)`:$/).map { String($0.output.1) }
        if isOpen { blocks.append(Block(file: file, isCommands: file == nil && line == "```")) }
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
      if !line.isEmpty { before = line }
    }
    return blocks
  }

  @Test(
    "its commands print what it shows",
    arguments: [
      ("README.md", 2), ("docs/exports.md", 1), ("docs/own-app.md", 10), ("docs/personal.md", 5),
      ("docs/your-calendar.md", 4),
    ])
  func transcript(page: String, atLeast: Int) throws {
    let folder = try TestFiles.temporaryFolder().resolvingSymlinksInPath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bin = folder.appending(path: ".bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bin.appending(path: "tickler").path, withDestinationPath: Program.path)
    let setup = "export PATH='\(bin.path)':\"$PATH\" TZDIR='\(TestFiles.zoneinfo)' HOME='\(folder.path)'; exec 2>&1"
    // A book of GnuCash is too long for the page.
    try FileManager.default.copyItem(
      at: TestFiles.unpacked("samples").appending(
        path: "gnucash/piecash-book_schtx.saved-by-gnucash-4.13.gnucash"),
      to: folder.appending(path: "book.gnucash"))
    // Readers of these pages have the repository.
    for name in ["README.md", "docs/personal.md"].contains(page) ? ["inputs", "templates"] : [] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: TestFiles.root.appending(path: name))
    }
    var here = folder
    var count = 0
    for block in try blocks(page) {
      if let file = block.file {
        try Data((block.lines.joined(separator: "\n") + "\n").utf8).write(to: here.appending(path: file))
        continue
      }
      if !block.isCommands || block.lines.first?.hasPrefix("$ ") != true { continue }
      var rest = block.lines[...]
      while let line = rest.popFirst() {
        let command = String(line.dropFirst(2))
        #expect(line.hasPrefix("$ "))
        let expected = rest.prefix { !$0.hasPrefix("$ ") }
        rest = rest.dropFirst(expected.count)
        count += 1
        if command.hasPrefix("cd ") {
          here = here.appending(path: command.dropFirst(3))
          continue
        }
        // Rejected records make a plan end with status 1.
        let accepting = "\(setup)\n\(command) || test $? -eq 1"
        let printed = String(decoding: try Shell.run(accepting, in: here), as: UTF8.self)
          .replacing(folder.path, with: "/home/you")
        #expect(printed == expected.map { $0 + "\n" }.joined(), "\(command)")
      }
    }
    #expect(count >= atLeast)
  }

  @Test("the tour ends with a line of the examples' actions")
  func tour() throws {
    let shown = try blocks("docs/tour.md").flatMap(\.lines).filter { $0.hasPrefix("{\"account\"") }
    let actions = try String(
      contentsOf: TestFiles.root.appending(path: "Tests/Golden/examples/actions.ndjson"), encoding: .utf8)
    #expect(shown.count == 1)
    for line in shown { #expect(actions.contains("\n\(line)\n")) }
  }
}
