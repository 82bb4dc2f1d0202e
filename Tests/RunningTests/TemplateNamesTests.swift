import Bytes
import CivilTime
import Comparing
import Diagnostics
import Foundation
import PlanModel
import Rehearsing
import RunModel
import TestSupport
import Testing

@testable import Pages
@testable import Running

/// Checks that the shipped templates, the views that fill them and docs/templates.md have the same names.
struct TemplateNamesTests {
  static let templates = [
    "index", "accounts", "account", "list", "action", "delivered", "change", "run", "changes", "history", "rehearsal",
  ]

  static func source(_ name: String) throws -> String {
    try String(contentsOfFile: "\(TestFiles.templates)/report/\(name).mustache", encoding: .utf8)
  }

  /// Returns the names in a template's tags and in its includes.
  static func tags(_ name: String) throws -> Set<String> {
    var names: Set<String> = []
    for match in try source(name).matches(of: /\{\{\{?\s*([#^\/>&]?)\s*([A-Za-z0-9_.]+)\s*\}/) {
      if match.1 == ">" { names.formUnion(try tags(String(match.2))) } else { names.insert(String(match.2)) }
    }
    return names
  }

  static func names(_ view: PageView) -> Set<String> {
    zip(view.names, view.values).reduce(into: []) { names, entry in
      names.insert(entry.0)
      if case .list(let views) = entry.1 { for view in views { names.formUnion(TemplateNamesTests.names(view)) } }
    }
  }

  /// Returns the names that fill the templates, from examples with values for everything.
  static func offered() throws -> [String: Set<String>] {
    let options = AccountPageTests.examples
    let sources = try Sources.read(options)
    var header = sources.header(options)
    header.policies[0].holidays = [.init(file: "holidays.json", sha256: "0", calendar: "DE")]
    let files = try ReportTemplates(sources.templates.reader)
    let renderer = try sources.templates.report()
    var summary = RunSummary(now: options.now)
    var accounts = ReportAccounts()
    var offered: [String: Set<String>] = [:]
    for id in ["fay", "noa", "cleo", "ana"] {
      let plan = try AccountPageTests.page(options, id) { plan in
        var account = plan.account.value
        account.diagnostics = [
          Diagnostic(.error, .badValue, at: SourceLocation(file: "f", line: 1, column: 1), found: "x")
        ]
        (account.device, account.devices) = (DeviceID("phone"), [DeviceID("phone"), DeviceID("tablet")])
        account.itemRecords = [
          ItemRecord(
            kind: "plant", id: ItemID("fern"), fields: [.init("name", "Fern")],
            location: RecordLocation(input: 0, line: 1, column: 1))
        ]
        plan.account = Shared(account)
        plan.accepted = [
          AcceptedFinding(reason: .slotLimit, kind: nil, until: plan.today, why: "a device that is replaced soon")
        ]
        if var kept = plan.actions.first(where: { $0.verb == .keep }) ?? plan.actions.first {
          (kept.verb, kept.reason, kept.at, kept.decision) = (.keep, "beyondWindow", plan.windowEnd, nil)
          plan.actions.append(kept)
        }
        plan.cancelled = [CancelledOccurrence(request: plan.requests[0], decision: plan.decisions[0])]
      }.plan
      summary.count(plan)
      accounts.worst.count(ListedAccount(plan, isComplete: true), page: 1)
      var timeline = Timeline(header, .section)
      let device = DeviceView(plan: plan, templates: files, limits: .section)
      let view = AccountView(plan, header, files, .section).view(timeline.render(plan))
      offered["account", default: []].formUnion(names(view).union(["pictures"]))
      for action in plan.actions { offered["action", default: []].formUnion(names(device.view(action))) }
      for entry in plan.account.delivered {
        offered["delivered", default: []].formUnion(names(device.view(entry, nil)))
      }
    }
    summary.superseded = [
      SupersededRecord(
        account: AccountID("a"), item: nil, location: .init(input: 0, line: 1, column: 1),
        by: .init(input: 0, line: 1, column: 1))
    ]
    summary.supersededCount = 1
    summary.gates = [GateResult("maxGone", app: "focusflow", 1, of: 2, .count(3))]
    summary.advice = [
      Advice(
        reason: .slotLimit, app: "focusflow", change: "slots.holds = \"trigger\"", accounts: 1, of: 2,
        before: 2, after: 0)
    ]
    var changes = ChangeLog()
    var change = PlanChange(
      verb: .moved, account: AccountName("a", app: "focusflow"), kind: .task, item: nil,
      notification: NotificationID("n"),
      local: nil, zone: nil, from: nil, to: nil, reason: nil)
    change.causes = [.data, .settings]
    changes.add([change])
    let shown = try AccountPageTests.page(options, "ana") { plan in
      var account = plan.account.value
      account.delivered = [.init(id: RequestID("n"), at: header.now)]
      plan.shown = plan.shown(since: .distantPast, by: account, header.now)
    }.plan
    changes.add(try #require(shown.shown), of: shown.account.value)
    var before = EarlierCounts()
    before.rejected = 3
    (before.zoneChanges, before.accounts) = (5, 5)
    changes.before = before
    summary.changes = changes
    var log = DiagnosticLog()
    log.append(Diagnostic(.error, .badValue, at: SourceLocation(file: "f", line: 1, column: 1), found: "x"))
    accounts.lists = [(.lost, 1000, WrittenBytes())]
    accounts.ranges = [("a", "b")]
    offered["index"] = names(renderer.indexView(summary, header, log, accounts))
    offered["accounts"] = names(renderer.pageView(AccountsPage(number: 2, before: 1), isLast: false, header))
    offered["list"] = names(renderer.listView(.lost, number: 2, rows: WrittenBytes(), 2...2, of: 3, header))
    let groups = ChangeGroups(files.changes)
    offered["change"] = names(groups.view(change)).union(["words"])
    offered["run"] = names(groups.view([change, change, change], Markup()))
    var changesView = PageView()
    changes.fill(&changesView, groups, limit: 1000)
    offered["changes"] = names(changesView).union([
      "style", "styleHash", "script", "scriptHash", "title", "old", "new", "now", "hasNotes", "notes", "words",
      "isSite",
    ])
    var counts = RunCounts()
    counts.reasons = [.slotLimit: 1]
    let history = RunHistory(path: "a", runs: [("r", options.now, counts)], latest: "r")
    offered["history"] = names(HistoryPage.view(history)).union(["style", "styleHash"])
    var rehearsal = Rehearsal(now: options.now, nights: 30, regime: .once)
    let missing: Showing.Judged = (.missing, .task, options.now)
    for number in 0...200 { rehearsal.add([missing], of: AccountName("\(number)", app: "focusflow")) }
    offered["rehearsal"] = names(RehearsalPage.view(rehearsal)).union(["style", "styleHash"])
    return offered
  }

  @Test("no template uses an unknown name")
  func tags() throws {
    let offered = try TemplateNamesTests.offered()
    for template in TemplateNamesTests.templates {
      let unknown = try TemplateNamesTests.tags(template).subtracting(try #require(offered[template]))
      #expect(unknown.isEmpty, "\(template): \(unknown.sorted())")
    }
  }

  @Test("docs/templates.md lists exactly the names that a template may use")
  func documented() throws {
    let docs = try String(contentsOf: TestFiles.root.appending(path: "docs/templates.md"), encoding: .utf8)
    let part = docs[try #require(docs.range(of: "## Names of every page")).lowerBound...]
    let known = Set(
      part.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| name") && !$0.hasPrefix("| ---") }
        .flatMap { $0.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) } })
    let offered = try TemplateNamesTests.offered().values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(offered.subtracting(known).isEmpty, "not documented: \(offered.subtracting(known).sorted())")
    // Values rather than names.
    let spoken: Set<String> = ["none"]
    #expect(known.subtracting(offered).subtracting(spoken).isEmpty, "gone: \(known.subtracting(offered).sorted())")
  }
}
