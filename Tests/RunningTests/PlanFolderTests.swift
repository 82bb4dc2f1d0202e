import Bytes
import CivilTime
import Diagnostics
import Foundation
import PlanFiles
import PlanModel
import Running
import TestRuns
import TestSupport
import Testing

/// Checks that a plan read back from its files equals the original plan.
struct PlanFolderTests {
  static let outputs = ["index.html", "calendar.ics"]

  /// Plans a case of `Tests/Cases` into a folder.
  static func plan(
    _ name: String, emit: Set<Emit> = Emit.standard, _ change: (inout PlanOptions) -> Void = { _ in }
  ) async throws -> URL {
    let (export, now, days, _) = try CaseTests.load(name)
    let folder = try TestFiles.temporaryFolder()
    let input = folder.appending(path: "export.json")
    try Data(try Encodings.json(export).utf8).write(to: input)
    var options = PlanOptions(now: try #require(Instant(rfc3339: now.utf8)))
    options.paths = [input.path]
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    options.days = days
    options.emit = emit
    options.isQuiet = true
    options.out = folder.appending(path: "out").path
    change(&options)
    _ = try await PlanRun.run(options)
    return folder.appending(path: "out")
  }

  static func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  static var zones: ZoneDatabase? { TestFiles.zones }

  @Test("plan, actions and accounts have the same bytes when written again", arguments: CaseTests.names)
  func roundTrip(name: String) async throws {
    let out = try await PlanFolderTests.plan(name, emit: [.plan, .actions, .summary])
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    let folder = try PlanFolder(out.path, zones: PlanFolderTests.zones)
    var writer = PlanWriter()
    var actionWriter = ActionWriter()
    var plan = PlanWriter.header(folder.header)
    var accounts = AccountWriter.header(folder.header)
    var accountWriter = AccountWriter()
    var actions = WrittenBytes()
    try folder.forEachAccount { account in
      writer.append(account, to: &plan)
      actionWriter.append(account, to: &actions)
      accountWriter.append(account, to: &accounts)
    }
    #expect(plan.text == (try PlanFolderTests.text(out, "plan.ndjson")))
    #expect(actions.text == (try PlanFolderTests.text(out, "actions.ndjson")))
    #expect(accounts.text == (try PlanFolderTests.text(out, "accounts.ndjson")))
  }

  @Test(
    "page and calendar are reproduced, and the calendar from the plan alone", arguments: CaseTests.names)
  func report(name: String) async throws {
    let out = try await PlanFolderTests.plan(name)
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    let first = try PlanFolderTests.outputs.map { try PlanFolderTests.text(out, $0) }
    var options = PlanOptions(now: .distantPast)
    options.emit = [.html, .ics]
    options.templates = TestFiles.templates
    options.zoneinfo = "/nowhere"
    options.isQuiet = true
    for name in PlanFolderTests.outputs { try FileManager.default.removeItem(at: out.appending(path: name)) }
    #expect(try await ReportRun.run(out.path, options) == 0)
    #expect(try PlanFolderTests.outputs.map { try PlanFolderTests.text(out, $0) } == first)

    for name in ["accounts.ndjson", "summary.json", "actions.ndjson"] {
      try FileManager.default.removeItem(at: out.appending(path: name))
    }
    options.zoneinfo = TestFiles.zoneinfo
    #expect(try await ReportRun.run(out.path, options) == 0)
    #expect(try PlanFolderTests.text(out, "calendar.ics") == first[1])
  }

  @Test("finds an account anywhere, with and without accounts.ndjson", arguments: [true, false])
  func lookup(hasDetails: Bool) async throws {
    let out = try await PlanFolderTests.plan("focusflow-tasks.json", emit: [.plan, .summary])
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    if !hasDetails { try FileManager.default.removeItem(at: out.appending(path: "accounts.ndjson")) }
    let folder = try PlanFolder(out.path, zones: PlanFolderTests.zones)
    let index = try AccountIndex(folder)
    var plans: [AccountPlan] = []
    try folder.forEachAccount { plans.append($0) }
    for plan in plans {
      let found = try index.plan(of: plan.name)
      #expect(found?.plan.decisions.count == plan.decisions.count)
      let name = AccountName(plan.account.id.text, app: plan.account.app)
      #expect(try folder.accounts { name.matches($0, app: $1) }.map(\.decisions.count) == [plan.decisions.count])
    }
    #expect(plans.count == index.count)
    #expect(try index.plan(of: AccountName("nobody", app: "focusflow")) == nil)
    #expect(try folder.accounts { id, _ in id == AccountID("nobody") }.isEmpty)
  }

  @Test("a report keeps the accounts' calendars and pages if not requested; a plan removes them")
  func keeps() async throws {
    let out = try await PlanFolderTests.plan("focusflow-tasks.json")
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    var options = PlanOptions(now: .distantPast)
    options.emit = [.html, .ics]
    options.templates = TestFiles.templates
    options.isQuiet = true
    options.calendar.hasAccountFiles = true
    _ = try await ReportRun.run(out.path, options)
    let account = try #require(try Scenario.objects(out.appending(path: "accounts.ndjson"))[1]["account"] as? String)
    let page = try await ReportRun.run(out.path, account: AccountName(account), options).output.dropLast()
    options.calendar.hasAccountFiles = false
    _ = try await ReportRun.run(out.path, options)
    #expect(FileManager.default.fileExists(atPath: String(page)))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: out.path + "/accounts").isEmpty)

    let (_, now, _, _) = try CaseTests.load("focusflow-tasks.json")
    var again = PlanOptions(now: try #require(Instant(rfc3339: now.utf8)))
    again.paths = [out.deletingLastPathComponent().appending(path: "export.json").path]
    again.templates = TestFiles.templates
    again.zoneinfo = TestFiles.zoneinfo
    again.isQuiet = true
    again.out = out.path
    _ = try await PlanRun.run(again)
    #expect(!FileManager.default.fileExists(atPath: String(page)))
    #expect(!FileManager.default.fileExists(atPath: out.path + "/accounts"))
  }

  static let head =
    #"{"format":"tickler-plan/1","version":"0.1.0","now":"2026-10-23T16:00:00Z","days":3,"tzdata":"2026f","#
    + #""policies":[],"inputs":[]}"# + "\n"

  static let broken: [(name: String, text: String, message: String)] = [
    ("no plan at all", "", "expected a tickler plan"),
    ("another format", #"{"format":"tickler-export/1"}"#, "plan.ndjson:1:11: error: field format"),
    ("a head that lacks something", #"{"format":"tickler-plan/1"}"#, "plan.ndjson:1:1: error: field version"),
    ("no JSON", "plan", "plan.ndjson:1:1: error: found 'p'"),
    ("no object", "[1]", "plan.ndjson:1:1: error: found a list; expected an object"),
    (
      "a line cut short", head + #"{"account":"a","app":"#,
      "plan.ndjson:2:22: error: found the end of the input"
    ),
    (
      "an unknown kind", head + #"{"account":"a","app":"x","kind":"a dance","notification":"n","outcome":"scheduled"}"#,
      "plan.ndjson:2:33: error: field kind"
    ),
    (
      "no reason",
      head + #"{"account":"a","app":"x","kind":"task","notification":"n","uid":"\#(uid)","outcome":"dropped"}"#,
      "plan.ndjson:2:1: error: field reason"
    ),
    (
      "an address that would end its line in a calendar",
      head + #"{"account":"a","app":"x","kind":"task","notification":"n","uid":"\#(uid)","outcome":"scheduled","#
        + #""url":"x://a\r\nATTACH:http://evil"}"#,
      "plan.ndjson:2:128: error: field url"
    ),
    (
      "an escape in a name is as good", head + #"{"\u0061ccount":1}"#, "plan.ndjson:2:17: error: field account"
    ),
  ]

  static let uid = String(repeating: "0", count: 32)

  @Test("rejects an invalid plan, with its place", arguments: broken)
  func refused(name: String, text: String, message: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "plan.ndjson"))
    let fault = #expect(throws: RunFault.self, "\(name)") {
      try PlanFolder(folder.path, zones: PlanFolderTests.zones).forEachAccount { _ in }
    }
    #expect(fault?.status == .dataError)
    #expect(fault?.messages.joined().contains(message) == true, "\(fault?.messages ?? [])")
  }
}
