import TestSupport
import Testing

extension TableCase {
  /// Returns the case's exports, each after a line `@ name`; without such a line, the whole input under `name`.
  func exports(_ name: String) -> [Export] {
    guard input.hasPrefix("@ ") else { return [Export(name, bytes)] }
    return input.dropFirst(2).split(separator: "\n@ ").map { part in
      let parts = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Export(String(parts[0]), parts.count > 1 ? TableCase.bytes(String(parts[1])) : [])
    }
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
