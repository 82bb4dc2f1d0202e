import Foundation

/// A case of a recorded table: a sentence, an input, and its diagnostics.
package struct TableCase: Sendable, CustomStringConvertible {
  package var sentence: String
  package var input: String
  /// The expected diagnostics, one a line.
  package var expected: [String]

  package var description: String { sentence }

  /// The input's bytes. `‹C0 80›` in the input stands for these bytes.
  package var bytes: [UInt8] { TableCase.bytes(input) }

  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "‹"), let close = rest.firstIndex(of: "›") {
      bytes += Array(rest[..<open].utf8)
      bytes += rest[rest.index(after: open)..<close].split(separator: " ").map { UInt8($0, radix: 16)! }
      rest = rest[rest.index(after: close)...]
    }
    return bytes + Array(rest.utf8)
  }
}

/// A table under `Tests/Corpus/reading`. Each case has `== sentence`, the input, `--`, and the diagnostics.
package struct CaseTable: Sendable {
  private let file: RecordedFile
  package let cases: [TableCase]

  package init(_ name: String) {
    let path = "Tests/Corpus/reading/\(name).txt"
    file = RecordedFile(path)
    let text = String(
      decoding: FileManager.default.contents(atPath: TestFiles.root.appending(path: path).path)!, as: UTF8.self)
    cases = "\n\(text)".components(separatedBy: "\n== ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let bar = lines.firstIndex(of: "--") ?? lines.count
      return TableCase(
        sentence: lines[0], input: lines[1..<bar].joined(separator: "\n"),
        expected: lines[min(bar + 1, lines.count)...].filter { !$0.isEmpty })
    }
  }

  /// Returns the first line that differs from the table with the diagnostics that `report` returns, or nil. While recording, writes it.
  package func difference(from report: (TableCase) -> [String]) throws -> String? {
    let text = cases.map { "== \($0.sentence)\n\($0.input)\n--\n" + report($0).joined(separator: "\n") + "\n" }
    return try file.difference(from: text.joined(separator: "\n"))
  }
}
