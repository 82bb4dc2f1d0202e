import Foundation
import TestRuns
import TestSupport
import Testing

@testable import Running

/// Checks that carrying out actions results in the plan, never exceeds the device's limit, and leaves nothing to do.
struct ApplyTests {
  /// A plan's files, and what devices hold after its actions.
  struct Applied {
    var decisions: [[String: Any]]
    var actions: [[String: Any]]
    var refusals: [String]
    /// The pending requests by app and account.
    var pending: [String: [[String: Any]]] = [:]
  }

  static func owner(_ line: [String: Any]) -> String {
    "\(line["app"]!)/\(line["account"]!)" + (line["device"].map { " \($0)" } ?? "")
  }

  static func apply(_ export: [String: Any], now: String, days: Int?) async throws -> Applied {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = PlanOptions(now: .distantPast)
    _ = try await Scenario.plan([("in.json", try Encodings.json(export))], now: now, days: days) {
      $0.out = folder.path
      settings = $0
    }
    let input = folder.appending(path: "in.json")
    try Data(Encodings.json(export).utf8).write(to: input)
    settings.paths = [input.path]
    let result = try ApplyRun.run(folder.path, settings, limit: nil)
    var applied = Applied(
      decisions: Array(try Scenario.objects(folder.appending(path: "plan.ndjson")).dropFirst()),
      actions: try Scenario.objects(folder.appending(path: "actions.ndjson")), refusals: result.refusals)
    for line in result.output.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      applied.pending[owner(object)] = object["pending"] as? [[String: Any]]
    }
    return applied
  }

  /// Returns what a device should hold: each request of the plan, and entries kept beyond the window or of
  /// rejected records. Each is a notification with its
  /// first instant, since request ids are the device's own.
  static func wanted(_ applied: Applied) -> [String: [String]] {
    var wanted: [String: [String]] = [:]
    var known: Set<String> = []
    for line in applied.decisions {
      guard let request = line["request"] as? String, known.insert("\(owner(line)) \(request)").inserted else {
        continue
      }
      wanted[owner(line), default: []].append("\(line["notification"]!) \(line["at"] ?? "place")")
    }
    for line in applied.actions where line["action"] as? String == "keep" && line["reason"] != nil {
      wanted[owner(line), default: []].append("\(line["notification"]!) \(line["at"] ?? "place")")
    }
    return wanted.mapValues { $0.sorted() }
  }

  static func held(_ applied: Applied) -> [String: [String]] {
    // A repeating entry that is kept has its next instant, the plan the first of its window.
    let first = Dictionary(
      applied.actions.compactMap { line -> (String, String)? in
        guard let at = line["at"] as? String else { return nil }
        return ("\(owner(line)) \(line["request"]!)", at)
      }
    ) { first, _ in first }
    var held: [String: [String]] = [:]
    for (owner, entries) in applied.pending where !entries.isEmpty {
      held[owner] = entries.map { entry in
        let id = entry["id"] as! String
        let notification = entry["notification"] as? String ?? id.replacing(#/@\d{4}-\d\d-\d\d$/#, with: "")
        let at = entry["repeats"] as? Bool == true ? first["\(owner) \(id)"] : entry["at"] as? String
        return "\(notification) \(at ?? "place")"
      }.sorted()
    }
    return held
  }

  @Test("the device holds the cases' plans, and planning again keeps everything", arguments: CaseTests.names)
  func cases(name: String) async throws {
    var (export, now, days, _) = try CaseTests.load(name)
    let applied = try await ApplyTests.apply(export, now: now, days: days)
    #expect(applied.refusals == [])
    #expect(ApplyTests.held(applied) == ApplyTests.wanted(applied))
    var accounts = export["accounts"] as! [[String: Any]]
    for index in accounts.indices {
      let app = accounts[index]["app"] ?? export["app"]!
      accounts[index]["pending"] =
        applied.pending[
          ApplyTests.owner(accounts[index].merging(["account": accounts[index]["id"]!, "app": app]) { $1 })] ?? []
    }
    export["accounts"] = accounts
    let again = try await ApplyTests.apply(export, now: now, days: days)
    #expect(again.actions.filter { !["keep", "withdraw"].contains($0["action"] as! String) }.isEmpty)
  }

  @Test(
    "counts what is shown and counts on the badge, less what the plan withdraws",
    arguments: [
      (#"{"id":"rich_w-0900@2026-10-22","at":"2026-10-22T08:00:00Z","shown":true}"#, 0),
      (#"{"id":"rich_r-0930@2026-10-23","at":"2026-10-23T08:30:00Z","shown":true}"#, 1),
      (#"{"id":"r-location-entry","at":"2026-10-23T08:30:00Z","shown":true}"#, 1),
      (#"{"id":"personality-insight-x","at":"2026-10-23T08:30:00Z","shown":true}"#, 0),
      (#"{"id":"rich_r-0930@2026-10-23","at":"2026-10-23T08:30:00Z"}"#, 0),
    ])
  func shown(delivered: String, count: Int) async throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"ritualist","accounts":[{"id":"f","timeZone":"Europe/Lisbon","items":["#
      + #"{"kind":"habit","id":"w","name":"W","reminders":["09:00"],"completions":["2026-10-22"]},"#
      + #"{"kind":"habit","id":"r","name":"R","reminders":["09:30"]}],"delivered":[\#(delivered)]}]}"#
    var settings = PlanOptions(now: .distantPast)
    _ = try await Scenario.plan([("in.json", export)], now: "2026-10-23T16:00:00Z", days: 1) {
      $0.out = folder.path
      settings = $0
    }
    let input = folder.appending(path: "in.json")
    try Data(export.utf8).write(to: input)
    settings.paths = [input.path]
    #expect(try ApplyRun.run(folder.path, settings, limit: nil).output.hasSuffix(",\"shown\":\(count)}\n"))
  }

  @Test("follows accounts that change from day to day", arguments: seeds(12))
  func days(seed: UInt64) async throws {
    var exports = DailyExports(seed: seed)
    let nows = ["2026-11-20T12:00:00Z", "2026-11-20T21:00:00Z", "2026-11-21T02:15:00Z", "2026-11-23T07:00:00Z"]
    for (round, now) in nows.enumerated() {
      let days = [14, 0, 3, 10][round]
      let applied = try await ApplyTests.apply(exports.document, now: now, days: days)
      #expect(applied.refusals == [], "round \(round)")
      #expect(ApplyTests.held(applied) == ApplyTests.wanted(applied), "round \(round)")
      exports.set(
        pending: Dictionary(
          uniqueKeysWithValues: applied.pending.map { (String($0.prefix { $0 != "/" }), $1) }))
      let again = try await ApplyTests.apply(exports.document, now: now, days: days)
      #expect(again.actions.filter { $0["action"] as? String != "keep" }.isEmpty, "round \(round)")
      exports.changeData()
    }
  }
}
