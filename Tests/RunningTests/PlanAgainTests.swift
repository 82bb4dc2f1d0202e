import CivilTime
import Foundation
import TestRuns
import TestSupport
import Testing

/// Checks `planAgainBy`: until then, a later plan of the same export gives the same result.
struct PlanAgainTests {
  private static let now = "2026-11-20T12:00:00Z"

  /// Returns what is sent after `start` and before the end of its account's plan, with its texts.
  private static func scheduled(_ scenario: Scenario, from start: Instant, until ends: [String: Instant]) -> Set<String>
  {
    Set(
      scenario.decisions.compactMap { line in
        guard line["outcome"] == "scheduled", let end = ends[line["app"]!], at(line) > start, at(line) < end else {
          return nil
        }
        return ["app", "at", "notification", "title", "body"].map { line[$0]! }.joined(separator: " | ")
      })
  }

  private static func at(_ line: Scenario.Line) -> Instant { Instant(rfc3339: line["at"]!.utf8)! }

  /// Returns the export after the plan's notifications up to an instant were delivered.
  private static func export(_ exports: DailyExports, delivering plan: Scenario, until now: Instant) throws -> String {
    var document = exports.document
    document["accounts"] = exports.accounts.map { account in
      var account = account
      account["delivered"] = plan.decisions.compactMap { line -> [String: String]? in
        guard line["app"] == account["app"] as? String, line["outcome"] == "scheduled", at(line) <= now else {
          return nil
        }
        return ["id": line["request"]!, "at": line["at"]!]
      }
      return account
    }
    return try Encodings.json(document)
  }

  @Test("planning again before the deadline changes nothing", arguments: seeds(16))
  func whole(seed: UInt64) async throws {
    var exports = DailyExports(seed: seed)
    exports.changeData()
    let first = try await Scenario.plan(
      [("export.json", try Encodings.json(exports.document))], now: PlanAgainTests.now, days: 5)
    // Repeating requests continue beyond the window, which the plan does not list.
    let ends = Dictionary(
      uniqueKeysWithValues: first.accounts.map { account in
        let ends = ["planAgainBy", "windowEnd"].map { Instant(rfc3339: account[$0]!.utf8)! }
        return (account["app"]!, ends.min()!)
      })
    for hours in [4, 11, 15, 22, 37, 61, 85, 109] as [Int64] {
      let later = Instant(rfc3339: PlanAgainTests.now.utf8)!.advanced(bySeconds: hours * 3600)
      let open = ends.filter { $0.value > later }
      let export = try PlanAgainTests.export(exports, delivering: first, until: later)
      let again = try await Scenario.plan([("export.json", export)], now: later.description, days: 9)
      let (before, after) = (
        PlanAgainTests.scheduled(first, from: later, until: open),
        PlanAgainTests.scheduled(again, from: later, until: open)
      )
      #expect(after.symmetricDifference(before).sorted() == [], "\(hours) hours later")
    }
  }
}
