import Foundation
import TestRuns
import TestSupport
import Testing

/// A requirement of an app in a sentence, and the small export that shows it. docs/apps.md lists them.
struct AppRow: Sendable, CustomTestStringConvertible {
  var label: String
  /// The members of the account's object.
  var account: String
  var now = "2026-11-20T12:00:00Z"
  var days = 1
  /// The kinds whose decisions are compared; empty for all.
  var kinds: [String] = []
  var fields = ["notification", "local", "verdict"]
  /// The decisions, each with its fields separated by spaces; nil if they are not compared.
  var plan: [String]?
  /// The actions, each with verb, request, `at`, `from`, reason and changes; nil if they are not compared.
  var actions: [String]?

  var testDescription: String { label }

  /// Plans the export as JSON and as XML.
  func check(_ app: String) async throws {
    for encoding in ["json", "xml"] {
      let scenario = try await AppRow.plan(app, account, now: now, days: days, encoding: encoding)
      #expect(scenario.status == 0)
      if let plan {
        let lines = scenario.decisions.filter { kinds.isEmpty || kinds.contains($0["kind"]!) }
        #expect(lines.map { text($0) } == plan, "from \(encoding)")
      }
      if let actions { #expect(scenario.actions.map(AppRow.text) == actions, "from \(encoding)") }
    }
  }

  /// Returns the fields of a decision. `verdict` is the reason if it is dropped, otherwise the outcome.
  private func text(_ decision: Scenario.Line) -> String {
    fields.compactMap { $0 == "verdict" ? decision["reason"] ?? decision["outcome"] : decision[$0] }
      .joined(separator: " ")
  }

  static func text(_ action: Scenario.Line) -> String {
    [
      action["action"], action["request"], action["at"].map { "at \($0)" }, action["from"].map { "from \($0)" },
      action["reason"].map { "because \($0)" }, action["changed"].map { "changed \($0)" },
    ].compactMap(\.self).joined(separator: " ")
  }

  /// Plans a single account, `a`.
  static func plan(
    _ app: String, _ account: String, now: String = "2026-11-20T12:00:00Z", days: Int = 1, encoding: String = "json"
  ) async throws -> Scenario {
    let text = #"{"format":"tickler-export/1","app":"\#(app)","accounts":[{"id":"a",\#(account)}]}"#
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let export = encoding == "xml" ? Encodings.xml(document) : try Encodings.json(document)
    return try await Scenario.plan([("export.\(encoding)", export)], now: now, days: days)
  }
}
