import Foundation
import TestSupport
import Testing

/// docs/own-app.md, done as a reader would: its files are written, its commands run, and they print what stands there.
@Suite struct OwnAppDocTests {
  private struct Block {
    /// The file that it is; nil: it is of commands.
    var file: String?
    var lines: [Substring] = []
  }

  private func blocks() throws -> [Block] {
    let text = try String(contentsOf: TestFiles.root.appending(path: "docs/own-app.md"), encoding: .utf8)
    var (blocks, before, isOpen): ([Block], Substring, Bool) = ([], "", false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append(Block(file: before.firstMatch(of: /^`([^`]+)`:$/).map { String($0.output.1) })) }
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
      if !line.isEmpty { before = line }
    }
    return blocks
  }

  @Test("its commands print what stands there")
  func transcript() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bin = folder.appending(path: ".bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bin.appending(path: "tickler").path, withDestinationPath: Program.path)
    let setup = "export PATH='\(bin.path)':\"$PATH\" TZDIR='\(TestFiles.zoneinfo)'; exec 2>&1"
    var here = folder
    var count = 0
    for block in try blocks() {
      if let file = block.file {
        try Data((block.lines.joined(separator: "\n") + "\n").utf8).write(to: here.appending(path: file))
        continue
      }
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
        let printed = String(decoding: try Shell.run("\(setup)\n\(command)", in: here), as: UTF8.self)
        #expect(printed == expected.map { $0 + "\n" }.joined(), "\(command)")
      }
    }
    #expect(count >= 10)
  }
}
