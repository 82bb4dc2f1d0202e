import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import Testing

/// Policies that are broken, or look so, with the exact words that a user reads: Tests/Corpus/reading/policies.txt.
@Suite struct PolicyTableTests {
  private static let table = RecordedTable("policies")

  /// `accepted`, or every line that a user reads.
  private static func report(_ row: RecordedTable.Row) -> [String] {
    let text = row.text(head: "format = \"tickler-policy/1\"\napp = \"x\"\n")
    do {
      _ = try PolicyReader.read(text, file: "x.toml", sha256: "")
      return ["accepted"]
    } catch {
      return error.messages
    }
  }

  @Test(arguments: table.rows)
  func policy(_ row: RecordedTable.Row) {
    #expect(PolicyTableTests.report(row) == row.expected)
  }

  @Test(.enabled(if: RecordedTable.isRecording))
  func record() throws {
    try PolicyTableTests.table.record(PolicyTableTests.report)
  }
}
