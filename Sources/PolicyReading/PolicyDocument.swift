import Diagnostics
import TOMLKit

/// A TOML text with the places of its keys, which the TOML library does not keep.
///
/// Places are found again by reading the text's headers and keys line by line: enough for the plain style in which
/// policies are written, never used for values, and done only where a fault has to be placed.
struct PolicyDocument {
  let file: String
  let table: TOMLTable
  private let text: String

  private struct Line {
    /// Dotted, from the document down.
    var path: String
    var number: Int
    var column: Int
  }

  init(_ text: String, file: String) throws(FatalInput) {
    self.file = file
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw FatalInput(
        Diagnostic(
          .error, .policy,
          at: SourceLocation(
            file: file, line: max(1, error.source.begin.line), column: max(1, error.source.begin.column)),
          found: "not TOML: \(PolicyDocument.words(error.description))"))
    } catch {
      throw FatalInput(
        Diagnostic(.error, .policy, at: SourceLocation(file: file, line: 1, column: 1), found: "not TOML: \(error)"))
    }
    self.text = text
  }

  /// Where the key with this dotted path is; the place of its table where it is not found, else the first line.
  func place(of path: String) -> SourceLocation {
    var path = path
    let lines = PolicyDocument.keyLines(of: text)
    while true {
      if let line = lines.first(where: { $0.path == path }) {
        return SourceLocation(file: file, line: line.number, column: line.column)
      }
      guard let dot = path.lastIndex(of: ".") else { return SourceLocation(file: file, line: 1, column: 1) }
      path = String(path[..<dot])
    }
  }

  /// The TOML library's words without the capital that opens them.
  private static func words(_ description: String) -> String {
    let start = "Error while"
    return description.hasPrefix(start) ? "while" + description.dropFirst(start.count) : description
  }

  private static func keyLines(of text: String) -> [Line] {
    var lines: [Line] = []
    var table = ""
    // What ends the text of several lines that a line stands in.
    var ending: String?
    // By bytes: in Swift a carriage return and a line feed are one character.
    for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      let line = Substring(bytes)
      if let end = ending {
        if line.contains(end) { ending = nil }
        continue
      }
      ending = ["\"\"\"", "'''"].first { line.components(around: $0) == 2 }
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      let column = line.utf8.count - trimmed.utf8.count + 1
      if trimmed.hasPrefix("["), let end = trimmed.firstIndex(of: "]") {
        table = trimmed[trimmed.index(after: trimmed.startIndex)..<end].filter { $0 != " " && $0 != "[" && $0 != "\"" }
        lines.append(Line(path: table, number: index + 1, column: column))
      } else if !trimmed.hasPrefix("#"), let equals = trimmed.firstIndex(of: "=") {
        let key = trimmed[..<equals].filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        lines.append(Line(path: table.isEmpty ? key : "\(table).\(key)", number: index + 1, column: column))
      }
    }
    return lines
  }
}

extension Substring {
  /// How many parts this text has with `separator` between them.
  fileprivate func components(around separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
