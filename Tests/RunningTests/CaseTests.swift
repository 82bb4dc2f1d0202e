import Foundation
import TestRuns
import TestSupport
import Testing

/// The worked scenarios of `Tests/Cases`, decision by decision and action by action.
struct CaseTests {
  static let folder = TestFiles.root.appending(path: "Tests/Cases")
  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") }.sorted()

  /// What a case lists of a decision.
  static let fields = [
    "account", "app", "kind", "item", "notification", "request", "local", "at", "outcome", "reason", "badge", "late",
    "deferredFrom",
  ]
  /// What it lists of an action.
  static let actionFields = [
    "account", "app", "request", "notification", "action", "at", "from", "reason", "changed", "trigger",
  ]

  static func load(_ name: String) throws -> (export: [String: Any], now: String, days: Int?, case: [String: Any]) {
    let data = try Data(contentsOf: folder.appending(path: name))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let export = try #require(object["export"] as? [String: Any])
    return (export, try #require(object["now"] as? String), object["days"] as? Int, object)
  }

  @Test("the case comes out as it is written, from each encoding", arguments: names, ["json", "ndjson", "xml"])
  func matches(name: String, encoding: String) async throws {
    let (export, now, days, object) = try CaseTests.load(name)
    let text =
      switch encoding {
      case "json": try Encodings.json(export)
      case "ndjson": try Encodings.ndjson(export)
      default: Encodings.xml(export)
      }
    let scenario = try await Scenario.plan([("export.\(encoding)", text)], now: now, days: days)

    // Where a dropped one would have been is no part of a case.
    func listed(_ line: Scenario.Line) -> Scenario.Line {
      line.filter { CaseTests.fields.contains($0.key) && ($0.key != "at" || line["outcome"] != "dropped") }
    }
    let wanted = (object["decisions"] as! [[String: Any]]).map { listed(Scenario.texts($0)) }
    var found = scenario.decisions.map(listed)
    // A long case leaves out what a switch holds back.
    let listsDisabled = wanted.contains { $0["reason"] == "kindDisabled" }
    if !listsDisabled { found.removeAll { $0["reason"] == "kindDisabled" } }
    for (index, (a, b)) in zip(found, wanted).enumerated() {
      #expect(a == b, "decision \(index + 1) of \(name)")
    }
    #expect(found.count == wanted.count, "number of decisions of \(name)")

    let wantedActions = (object["actions"] as! [[String: Any]]).map(Scenario.texts)
    let foundActions = scenario.actions.map { line in
      line.filter { CaseTests.actionFields.contains($0.key) }
    }
    #expect(foundActions == wantedActions, "actions of \(name)")
  }

  @Test("the three encodings give the same bytes, apart from the inputs' own names and hashes", arguments: names)
  func equalBytes(name: String) async throws {
    let (export, now, days, _) = try CaseTests.load(name)
    let texts = [
      ("export.json", try Encodings.json(export)), ("export.ndjson", try Encodings.ndjson(export)),
      ("export.xml", Encodings.xml(export)),
    ]
    var plans: [[Substring]] = []
    for (file, text) in texts {
      let folder = try TestFiles.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      _ = try await Scenario.plan([(file, text)], now: now, days: days) { $0.out = folder.path }
      let plan = try String(contentsOf: folder.appending(path: "plan.ndjson"), encoding: .utf8)
      plans.append(plan.split(separator: "\n"))
    }
    for plan in plans.dropFirst() {
      #expect(plan.dropFirst() == plans[0].dropFirst())
      let heads = [plan[0], plans[0][0]].map { head in head.prefix { $0 != "[" } }
      #expect(heads[0] == heads[1])
    }
  }

  @Test("there are cases")
  func areThere() {
    #expect(CaseTests.names.count == 25)
  }
}
