import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests policies that are or look broken, with the exact messages: Tests/Corpus/reading/policies.txt.
@Suite struct PolicyTableTests {
  private static let table = CaseTable("policies")

  /// Returns `accepted`, or every message.
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
    #expect(try PolicyTableTests.table.difference(from: PolicyTableTests.report) == nil)
  }
}
