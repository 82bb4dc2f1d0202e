import CivilTime
import Diagnostics
import Foundation
import Running
import TestRuns
import TestSupport
import Testing

/// Checks that `tickler explain` reports the plan's decisions, with the values that each check compared.
struct ExplainTests {
  /// Runs `body` with a case's export.
  static func explain(
    _ name: String, _ account: String, _ adjust: (inout ExplainRun.Question) -> Void = { _ in }
  ) throws -> (output: String, status: Int32) {
    let (export, now, days, _) = try CaseTests.load(name)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "export.json")
    try Data(Encodings.json(export).utf8).write(to: file)
    var options = PlanOptions(now: Instant(rfc3339: now.utf8)!)
    options.paths = [file.path]
    options.days = days
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    var question = ExplainRun.Question(account: account)
    adjust(&question)
    let (output, status) = try ExplainRun.run(options, question)
    return (output.replacing(folder.path + "/", with: ""), status)
  }

  @Test(
    "explains every decision of every case with the plan's outcome and the export's values",
    // Devices share values that are in another device's record.
    arguments: CaseTests.names.filter { !$0.hasPrefix("devices-") })
  func agreesWithThePlan(name: String) async throws {
    let (export, now, days, _) = try CaseTests.load(name)
    let plan = try await Scenario.plan([("export.json", Encodings.json(export))], now: now, days: days)
    for (owner, decisions) in Dictionary(grouping: plan.decisions, by: { [$0["account"]!, $0["app"]!] }) {
      let (output, status) = try ExplainTests.explain(name, owner[0]) {
        $0.isJSON = true
        $0.account.app = owner[1]
      }
      #expect(status == 0)
      let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as! [String: Any]
      let candidates = object["candidates"] as! [[String: Any]]
      #expect(candidates.count == decisions.count)
      for (candidate, decision) in zip(candidates, decisions) {
        for field in ["kind", "item", "notification", "local", "at", "outcome", "reason"] {
          #expect(candidate[field] as? String == decision[field])
        }
        let checks = candidate["checks"] as! [[String: Any]]
        let failed = checks.filter { $0["verdict"] as? String == "failed" }
        #expect(failed.map { $0["reason"] as? String } == (decision["reason"].map { [$0] } ?? []))
        let numbers = checks.map { $0["check"] as! Int }
        #expect(numbers == numbers.sorted())
        let account = try ExplainTests.account(owner[0], owner[1], in: export)
        for check in checks where check["verdict"] as? String != "notReached" {
          let facts = check["compared"] as! [[String: Any]]
          #expect(!facts.isEmpty)
          for fact in facts.map(Scenario.texts) {
            let value = ExplainTests.value(fact["name"]!, account, decision) ?? ["now": now][fact["name"]!]
            #expect(value == nil || value == fact["value"], "\(fact["name"]!) of \(decision["notification"]!)")
          }
        }
      }
    }
  }

  private static func account(_ id: String, _ app: String, in export: [String: Any]) throws -> [String: Any] {
    let accounts = export["accounts"] as! [[String: Any]]
    var account = try #require(
      accounts.first { $0["id"] as? String == id && ($0["app"] ?? export["app"]) as? String == app })
    let apart = (export["items"] as? [[String: Any]] ?? []).filter { $0["account"] as? String == id }
    account["items"] = (account["items"] as? [[String: Any]] ?? []) + apart
    return account
  }

  /// Returns the value of a fact in the export or plan; nil if neither has it.
  private static func value(_ name: String, _ account: [String: Any], _ decision: Scenario.Line) -> String? {
    let preferences = account["preferences"] as? [String: Any] ?? [:]
    let items = (account["items"] as! [[String: Any]]).map(Scenario.texts)
    let item = items.first { $0["id"] == decision["item"] } ?? [:]
    return switch name {
    case "authorization": account[name] as? String ?? "authorized"
    case "preferences.enabled": Scenario.texts(preferences)["enabled"] ?? "true"
    case "preferences.kinds.\(decision["kind"]!)":
      Scenario.texts(preferences["kinds"] as? [String: Any] ?? [:])[decision["kind"]!] ?? "not set"
    case "notification", "at": decision[name]
    case "wall time": decision["local"]
    case "archived", "autoPay", "completed", "paid": item[name] ?? "false"
    case "dueDate": item[name] ?? "none"
    case "type": item[name] ?? "expense"
    case "subject": item["title"] ?? item["name"]
    case "state", "startDate", "endDate", "paidThrough": item[name]
    default: nil
    }
  }

  @Test("an id in several apps is explained for each of them, or for the named one")
  func apps() throws {
    func heads(_ app: String?) throws -> [String] {
      let (output, status) = try ExplainTests.explain("two-apps-one-id.json", "guest") { $0.account.app = app }
      #expect(status == 0)
      return output.split(separator: "\n").filter { $0.hasPrefix("account ") }.map { String($0.prefix { $0 != "," }) }
    }
    let all = try heads(nil)
    #expect(all.count == 3 && all[0] == "account guest of FocusFlow (focusflow)", "\(all)")
    #expect(try heads("diary") == ["account guest of Diary (diary)"])
    #expect(throws: RunFault.self) { try heads("steps") }
  }

  @Test(
    "FocusFlow and MoneyMap: explains an insufficient permission in words, with the remedy",
    arguments: [
      (
        "focusflow", "denied",
        "refused (denied): Only the user can change it, in Settings: offer a way there, and do not ask again."
      ),
      (
        "focusflow", "notDetermined",
        "never asked for (notDetermined): Ask at the first trigger, or when the user switches on a feature that needs it."
      ),
      (
        "focusflow", "unknown",
        "not known to the export (unknown): An error in the export: make the app read and export the permission."
      ),
      ("moneymap", "denied", "refused (denied): every kind of notification is off by choice, so nothing is missed."),
      ("focusflow", "authorized", nil),
    ] as [(String, String, String?)])
  func permission(app: String, state: String, words: String?) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "export.json")
    let account = #"{"id":"a","timeZone":"UTC","authorization":"\#(state)"}"#
    try Data(#"{"format":"tickler-export/1","app":"\#(app)","accounts":[\#(account)]}"#.utf8).write(to: file)
    var options = PlanOptions(now: Instant(rfc3339: "2026-11-20T12:00:00Z".utf8)!)
    options.paths = [file.path]
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    let (output, _) = try ExplainRun.run(options, ExplainRun.Question(account: "a"))
    let line = output.split(separator: "\n").first { $0.hasPrefix("permission ") }.map(String.init)
    #expect(line == words.map { "permission \($0)" })
  }

  @Test("the text has the values, their records, and the outcome in words")
  func text() throws {
    let (output, _) = try ExplainTests.explain("moneymap-bills.json", "ana") { question in
      question.notification = "bill.b3.2026-12-10.due"
    }
    #expect(
      output == """
        account ana of MoneyMap (moneymap), Europe/Madrid, export.json:1
        now 2026-11-20T12:00:00Z, 2026-11-20 13:00 on the account's clock; the window ends 2026-12-04T23:00:00Z
        plan again by 2026-11-22T07:59:00Z: late event too old to send

        bill.b3.2026-12-10.due: bill, item b3
          dropped, after the window: Its time is at or after the end of the planned days; a later plan will have it.
          text: Tax: due today: €42.00, due December 10.
          time: 2026-12-10 18:00 Europe/Madrid, goes out 2026-12-10T17:00:00Z
          1  passed  accountDisabled    preferences.enabled: true
          2  passed  unauthorized       authorization: authorized [export.json:1]; the policy accepts: authorized, provisional, ephemeral
          3  passed  kindDisabled       preferences.kinds.bill: true [export.json:1]; the policy's switch: off
          3  passed  optionOff          preferences.bills.onDueDate: true [export.json:1]; in effect: on
          5  passed  notExpense         type: expense [export.json:1]
          6  passed  noDueDate          dueDate: 2026-12-10 [export.json:1]
          7  passed  autoPay            autoPay: false [export.json:1]
          8  passed  paid               paid: false [export.json:1]
          11 passed  dstGap             wall time: 2026-12-10T18:00:00; zone: Europe/Madrid; policy gap: later
          12 passed  past               at: 2026-12-10T17:00:00Z; now: 2026-11-20T12:00:00Z
          13 FAILED  beyondWindow       at: 2026-12-10T17:00:00Z; the window ends: 2026-12-04T23:00:00Z
          14 -       alreadyDelivered
          20 -       duplicate
          22 -       slotLimit

        """)
  }

  @Test("a date is local, whether intended or actual")
  func onDate() throws {
    let (output, _) = try ExplainTests.explain("quiet-night.json", "night") { question in
      question.day = TimeQuery.Day("2026-11-20")
      question.notification = "focusflow.task.t1"
    }
    #expect(output.contains("moved by quiet hours from 2026-11-20T19:30:00Z"))
    #expect(output.split(separator: "\n").filter { $0.hasPrefix("focusflow.task.t1:") }.count == 1)
  }

  @Test("an unknown account is an error")
  func unknownAccount() throws {
    #expect(throws: (any Error).self) { try ExplainTests.explain("months.json", "nobody") }
  }
}
