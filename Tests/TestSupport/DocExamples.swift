import Foundation

/// The examples in a module's doc comments and articles: the text between ``` lines, in articles only after ```swift.
package enum DocExamples {
  /// Returns the examples that a test's file lacks, each with its file. Lines are compared without their indentation.
  package static func missing(from test: String, in folder: String) throws -> [String] {
    let text = "\n" + lines(of: try String(contentsOfFile: test, encoding: .utf8)).joined(separator: "\n") + "\n"
    return try examples(in: folder).filter { !text.contains("\n" + $0.text + "\n") }.map { "\($0.file): \($0.text)" }
  }

  /// Returns the files with examples.
  package static func files(in folder: String) throws -> Set<String> { Set(try examples(in: folder).map(\.file)) }

  private static func examples(in folder: String) throws -> [(file: String, text: String)] {
    let folder = TestFiles.root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().flatMap { path in
      let isArticle = path.hasSuffix(".md")
      guard isArticle || path.hasSuffix(".swift") else { return [(file: String, text: String)]() }
      var lines = lines(of: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
      if !isArticle { lines = lines.map { $0.hasPrefix("///") ? String($0.dropFirst(3).trimmingPrefix(" ")) : "" } }
      let file = String(path.split(separator: "/").last!)
      var found: [(file: String, text: String)] = []
      var open: (isSwift: Bool, lines: [String])?
      for line in lines {
        if let example = open, line == "```" {
          if example.isSwift { found.append((file, example.lines.joined(separator: "\n"))) }
          open = nil
        } else if open != nil {
          open?.lines.append(line.trimmingCharacters(in: .whitespaces))
        } else if line.hasPrefix("```") {
          open = (line == "```swift" || !isArticle, [])
        }
      }
      return found
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
