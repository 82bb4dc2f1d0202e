import Bytes
import Foundation
import PlanModel
import TestRuns
import TestSupport
import Testing

@testable import PlanFiles

/// An earlier plan whose lines are compared with the next plan's is the one that is parsed.
struct EarlierPlanTests {
  private static let nights = [
    "2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z", "2026-11-22T09:30:00Z", "2026-11-25T12:00:00Z",
  ]

  private static func text(_ plan: AccountPlan) -> String {
    var text = WrittenBytes()
    var writer = PlanWriter(copiesLines: false)
    writer.append(plan, to: &text)
    return text.text
  }

  @Test("for random exports from night to night", arguments: seeds(24))
  func compared(seed: UInt64) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var exports = DailyExports(seed: seed)
    var previous: String?
    var comparable = 0
    for now in EarlierPlanTests.nights {
      let out = folder.appending(path: "\(now.prefix(10))").path
      _ = try await Scenario.plan([("export.json", try Encodings.json(exports.document))], now: now, days: 9) {
        ($0.previous, $0.out) = (previous, out)
      }
      if let previous {
        let index = try AccountIndex(PlanFolder(previous, zones: TestFiles.zones))
        var plans: [AccountPlan] = []
        try PlanFolder(out, zones: TestFiles.zones).forEachAccount { plans.append($0) }
        for var new in plans {
          // As it is before it succeeds the earlier plan.
          for index in new.decisions.indices { (new.decisions[index].sequence, new.decisions[index].stamp) = (0, nil) }
          new.events = [:]
          guard let parsed = try index.plan(of: new.name)?.plan else { continue }
          let compared = try #require(try index.plan(of: new.name, like: new)?.plan)
          #expect(EarlierPlanTests.text(compared) == EarlierPlanTests.text(parsed), "\(new.name) at \(now)")
          #expect(compared.decisions.map(\.slot) == parsed.decisions.map(\.slot))
          #expect(compared.decisions.map(\.sequence) == parsed.decisions.map(\.sequence))
          if new.timeline.stays.count == 1, parsed.timeline.stays.count == 1 { comparable += parsed.decisions.count }
        }
      }
      previous = out
      exports.changeData()
    }
    #expect(comparable > 20, "\(comparable)")
  }
}
