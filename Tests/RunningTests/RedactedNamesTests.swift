import Diagnostics
import Foundation
import PlanModel
import TestSupport
import Testing

/// Checks that Tests/Tools/redacted_names.json lists every fact, reason and diagnostic. Tests/Tools/redaction.py fails
/// if its exports do not reach one of them, unless the list says why they cannot.
struct RedactedNamesTests {
  private struct Names: Decodable {
    var facts: [String: String]
    var reasons: [String: String]
    var diagnostics: [String: String]
  }

  @Test("redaction.py looks for every fact, reason and diagnostic")
  func complete() throws {
    let file = TestFiles.root.appending(path: "Tests/Tools/redacted_names.json")
    let names = try JSONDecoder().decode(Names.self, from: Data(contentsOf: file))
    #expect(names.facts.keys.sorted() == Explanation.Fact.Label.allCases.map(\.rawValue).sorted())
    #expect(names.reasons.keys.sorted() == Reason.allCases.map(\.code).sorted())
    #expect(names.diagnostics.keys.sorted() == Diagnostic.Code.allCases.map(\.rawValue).sorted())
  }
}
