import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the worked scenarios of `Tests/Cases`, decision by decision and action by action.
struct CaseTests {
  static let folder = TestFiles.root.appending(path: "Tests/Cases")
  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") }.sorted()

  /// The fields of a decision in a case.
  static let fields = [
    "account", "app", "device", "kind", "item", "notification", "request", "local", "at", "outcome", "reason", "badge",
    "late",
    "deferredFrom",
  ]
  /// The fields of an action in a case.
  static let actionFields = [
    "account", "app", "device", "request", "notification", "action", "at", "from", "reason", "changed", "trigger",
  ]

  static func load(_ name: String) throws -> (export: [String: Any], now: String, days: Int?, case: [String: Any]) {
    let data = try Data(contentsOf: folder.appending(path: name))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let export = try #require(object["export"] as? [String: Any])
    return (export, try #require(object["now"] as? String), object["days"] as? Int, object)
  }

  private static func text(_ export: [String: Any], _ encoding: String) throws -> String {
    switch encoding {
    case "json": try Encodings.json(export)
    case "ndjson": try Encodings.ndjson(export)
    default: Encodings.xml(export)
    }
  }

  /// Returns the case's exports in order, and its policies: the shipped ones with the case's settings.
  static func files(_ object: [String: Any], _ encoding: String) throws -> [(name: String, text: String)] {
    let exports = [object["export"] as! [String: Any]] + (object["further"] as? [[String: Any]] ?? [])
    return try exports.enumerated().map { number, export in
      ("\(number == 0 ? "export" : "further\(number)").\(encoding)", try text(export, encoding))
    }
  }

  static func policies(_ object: [String: Any], in folder: URL) throws -> [String] {
    guard let policy = object["policy"] as? [String: Any] else { return [] }
    let keys = policy.map { key, value in
      let table = (value as? [String: Int])?.map { "\($0) = \($1)" }.joined(separator: ", ")
      return "\(key) = \(table.map { "{ \($0) }" } ?? (value as? Int).map(String.init) ?? "\"\(value)\"")\n"
    }
    return try ["focusflow", "ritualist", "diary", "steps", "moneymap"].map { app in
      let file = folder.appending(path: "\(app).toml")
      let text = "format = \"tickler-policy/1\"\napp = \"\(app)\"\nextends = \"\(app)\"\n" + keys.joined()
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
  }

  @Test("the case gives the written result in each encoding", arguments: names, ["json", "ndjson", "xml"])
  func matches(name: String, encoding: String) async throws { try await compare(name, encoding) }

  private func compare(_ name: String, _ encoding: String) async throws {
    let (_, now, days, object) = try CaseTests.load(name)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policies = try CaseTests.policies(object, in: folder)
    let scenario = try await Scenario.plan(try CaseTests.files(object, encoding), now: now, days: days) {
      $0.policies = policies
    }

    // Cases omit the instant of dropped candidates.
    func listed(_ line: Scenario.Line) -> Scenario.Line {
      line.filter { CaseTests.fields.contains($0.key) && ($0.key != "at" || line["outcome"] != "dropped") }
    }
    let wanted = (object["decisions"] as! [[String: Any]]).map { listed(Scenario.texts($0)) }
    var found = scenario.decisions.map(listed)
    // A long case omits candidates of disabled kinds.
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

  @Test("the three encodings give the same bytes, except the inputs' names and hashes", arguments: names)
  func equalBytes(name: String) async throws {
    let (_, now, days, object) = try CaseTests.load(name)
    var plans: [[Substring]] = []
    for encoding in ["json", "ndjson", "xml"] {
      let folder = try TestFiles.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let policies = try CaseTests.policies(object, in: folder)
      _ = try await Scenario.plan(try CaseTests.files(object, encoding), now: now, days: days) {
        ($0.out, $0.policies) = (folder.appending(path: "out").path, policies)
      }
      let plan = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
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
    #expect(CaseTests.names.count == 38)
  }
}
