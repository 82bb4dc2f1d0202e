import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Policies that are broken, or look so, with the exact words that a user reads: Tests/Corpus/reading/policies.txt.
@Suite struct PolicyTableTests {
  private static let table = CaseTable("policies")

  /// `accepted`, or every line that a user reads.
  private static func report(_ row: TableCase) -> [String] {
    let text = row.text(head: "format = \"tickler-policy/1\"\napp = \"x\"\n")
    do {
      _ = try PolicyReader.read(text, file: "x.toml", sha256: "", .shipped)
      return ["accepted"]
    } catch {
      return error.messages
    }
  }

  @Test(arguments: table.cases)
  func policy(_ row: TableCase) {
    #expect(PolicyTableTests.report(row) == row.expected)
  }

  @Test(.enabled(if: TestFiles.isRecording))
  func record() throws {
    try PolicyTableTests.table.record(PolicyTableTests.report)
  }
}
