import Foundation
import TestSupport
import Testing

/// The worked scenarios of the contract, decision by decision and action by action.
struct CaseTests {
  static let folder = TestFiles.root.appending(path: "Tests/Cases")
  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") }.sorted()

  /// What a case lists of a decision.
  static let fields = [
    "account", "kind", "item", "notification", "local", "at", "outcome", "reason", "badge", "late", "deferredFrom",
  ]

  @Test("the case comes out as it is written", arguments: names)
  func matches(name: String) async throws {
    let data = try Data(contentsOf: CaseTests.folder.appending(path: name))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let export = try JSONSerialization.data(withJSONObject: object["export"]!)
    let scenario = try await Scenario.plan(
      [("export.json", String(decoding: export, as: UTF8.self))], now: object["now"] as! String,
      days: object["days"] as? Int)

    let wanted = (object["decisions"] as! [[String: Any]]).map(Scenario.texts)
    var found = scenario.decisions.map { line in line.filter { CaseTests.fields.contains($0.key) } }
    // A long case leaves out what a switch holds back.
    let listsDisabled = wanted.contains { $0["reason"] == "kindDisabled" }
    if !listsDisabled { found.removeAll { $0["reason"] == "kindDisabled" } }
    for (index, (a, b)) in zip(found, wanted).enumerated() {
      #expect(a == b, "decision \(index + 1) of \(name)")
    }
    #expect(found.count == wanted.count, "number of decisions of \(name)")

    let wantedActions = (object["actions"] as! [[String: Any]]).map(Scenario.texts)
    let foundActions = scenario.actions.map { line in
      line.filter { ["account", "notification", "action"].contains($0.key) }
    }
    #expect(foundActions == wantedActions, "actions of \(name)")
  }

  @Test("there are cases")
  func areThere() {
    #expect(CaseTests.names.count == 15)
  }
}
