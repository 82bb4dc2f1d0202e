import Foundation
import Testing

/// A case of a recorded table: a sentence, what is read, and what is told of it.
struct TableCase: Sendable, CustomTestStringConvertible {
  var sentence: String
  var input: String
  /// The outcome, then the diagnostics, a line each.
  var expected: [String]

  var testDescription: String { sentence }

  /// The input's bytes; `‹C0 80›` in it stands for these bytes.
  var bytes: [UInt8] { rawBytes(input) }

  /// The exports of a case that names them, each after a line `@ name`; else the whole input under `name`.
  func exports(_ name: String) -> [Export] {
    guard input.hasPrefix("@ ") else { return [Export(name, bytes)] }
    return input.dropFirst(2).split(separator: "\n@ ").map { part in
      let parts = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Export(String(parts[0]), rawBytes(parts.count > 1 ? String(parts[1]) : ""))
    }
  }
}

private func rawBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = text[...]
  while let open = rest.firstIndex(of: "‹"), let close = rest.firstIndex(of: "›") {
    bytes += Array(rest[..<open].utf8)
    bytes += rest[rest.index(after: open)..<close].split(separator: " ").map { UInt8($0, radix: 16)! }
    rest = rest[rest.index(after: close)...]
  }
  return bytes + Array(rest.utf8)
}

/// A table under `Tests/Corpus/reading`: for each case `== sentence`, the input, `--`, and what is told.
///
/// With `TICKLER_RECORD` set in the environment, tests write what is told now instead of comparing it.
struct CaseTable: Sendable {
  let path: String
  let cases: [TableCase]

  init(_ name: String) {
    path = tests.appendingPathComponent("Corpus/reading/\(name).txt").path
    let text = String(decoding: FileManager.default.contents(atPath: path)!, as: UTF8.self)
    cases = "\n\(text)".components(separatedBy: "\n== ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let bar = lines.firstIndex(of: "--") ?? lines.count
      return TableCase(
        sentence: lines[0], input: lines[1..<bar].joined(separator: "\n"),
        expected: lines[min(bar + 1, lines.count)...].filter { !$0.isEmpty })
    }
  }

  static var isRecording: Bool { ProcessInfo.processInfo.environment["TICKLER_RECORD"] != nil }

  /// Writes the table anew with what `report` tells of each case.
  func record(_ report: (TableCase) -> [String]) throws {
    let text = cases.map { "== \($0.sentence)\n\($0.input)\n--\n" + report($0).joined(separator: "\n") + "\n" }
    try text.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }
}

extension Reading {
  var report: [String] { [outcome] + messages }
}

/// Compares line by line, so that a failure names the line.
func expect(_ report: [String], equals expected: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
  for (index, line) in expected.enumerated() {
    #expect(index < report.count && report[index] == line, sourceLocation: sourceLocation)
  }
  #expect(Array(report.dropFirst(expected.count)) == [], sourceLocation: sourceLocation)
}
