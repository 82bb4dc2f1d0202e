import Bytes
import CivilTime
import Diagnostics
import Formats
import Foundation
import PlanModel
import Planning
import Resolving
import Pages
import PlanFiles
import TestSupport
import Testing
import Wording

@testable import Running

/// Checks that the page of an account is complete and below 5 MB, for every account.
struct AccountPageTests {
  static func page(_ options: PlanOptions, _ id: String, _ adjust: (inout AccountPlan) -> Void = { _ in }) throws
    -> (html: String, plan: AccountPlan)
  {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, texts: WordingCache())
    var found: AccountPlan?
    for chunk in sources.inputs.flatMap(\.chunks) {
      try reader.forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
        guard account.id == AccountID(id) else { return }
        found = try? planner.plan(account, policy, with: [.facts, .actions, .outlook])
      }
    }
    var plan = try #require(found)
    adjust(&plan)
    return (try sources.templates.report().accountPage(plan, sources.header(options)).text, plan)
  }

  static var examples: PlanOptions {
    var options = PlanOptions(now: Instant(rfc3339: "2026-10-23T16:00:00Z".utf8)!)
    options.paths = [TestFiles.root.appending(path: "inputs/examples").path]
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    return options
  }

  static func options(_ export: String, _ folder: URL) throws -> PlanOptions {
    let file = folder.appending(path: "export.json")
    try Data(export.utf8).write(to: file)
    var options = AccountPageTests.examples
    options.paths = [file.path]
    return options
  }

  static func count(_ text: String, in html: String) -> Int {
    html.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  @Test("counts the device's work, including reworded notifications and those still shown")
  func device() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"ritualist","accounts":[{"id":"a","timeZone":"UTC","items":["#
      + #"{"kind":"habit","id":"h","name":"Run","reminders":["07:00"],"completions":["2026-10-23"],"endDate":"2026-10-24"}],"#
      + #""pending":[{"id":"rich_h-0700@2026-10-24","at":"2026-10-24T07:00:00Z","title":"Walk"}],"#
      + #""delivered":[{"id":"rich_h-0700@2026-10-23","at":"2026-10-23T07:00:00Z","shown":true}]}]}"#
    let (html, _) = try AccountPageTests.page(try AccountPageTests.options(export, folder), "a")
    #expect(html.contains("<p>Add 0, move 0, reword 1, cancel 0, withdraw 1 shown, keep 0.</p>"))
  }

  @Test("every decision has its row, its own anchor and its day", arguments: ["ana", "cleo", "fay", "noa", "kit"])
  func complete(id: String) throws {
    let (html, plan) = try AccountPageTests.page(AccountPageTests.examples, id)
    #expect(AccountPageTests.count("<tr id=d-", in: html) == plan.decisions.count)
    let anchors = html.split(separator: "<tr id=d-").dropFirst().map { $0.prefix { $0 != " " && $0 != ">" } }
    #expect(Set(anchors).count == plan.decisions.count)
    let days = Set(
      plan.decisions.map { $0.at.map { plan.timeline.local(at: $0).date } ?? $0.local?.date })
    // A day is repeated if equal neighbors of it are folded.
    let shown = html.split(separator: "<tbody data-day=").dropFirst().map { String($0.prefix { $0 != ">" }) }
    #expect(Set(shown) == Set(days.map { $0?.description ?? "none" }))
    #expect(AccountPageTests.count(">✕ not sent: ", in: html) == plan.decisions.count { $0.outcome.reason != nil })
    for reason in Set(plan.decisions.compactMap { $0.outcome.reason }) {
      #expect(html.contains("id=\"reason-\(reason.code)\""))
    }
    #expect(!html.contains("left out here"))
  }

  @Test("the anchor of a decision is its uid in the plan file")
  func anchors() throws {
    let (html, plan) = try AccountPageTests.page(AccountPageTests.examples, "ana")
    var bytes = WrittenBytes()
    var writer = PlanWriter()
    writer.append(plan, to: &bytes)
    let uids = bytes.text.split(separator: "\"uid\":\"").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    #expect(uids.count == plan.decisions.count)
    for uid in uids { #expect(html.contains("id=d-\(uid)"), "\(uid)") }
  }

  @Test("facts name their records; the delivered feed names kind and destination")
  func facts() throws {
    let (html, _) = try AccountPageTests.page(AccountPageTests.examples, "noa")
    #expect(html.contains("moneymap.json:"))
    #expect(html.contains("<code><bdi>bill.water.2026-10-20.overdue</bdi></code></td><td>overdue</td><td><bdi>"))
    #expect(html.contains(">cancel</th><td><code><bdi>bill.phone.2026-10-30.due</bdi></code></td>"))
    #expect(html.contains("<a href=\"#reason-paid\">paid</a>"))
  }

  @Test("the feed names what a policy's identifiers tell; a page of bills counts those with a reminder")
  func feed() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func page(_ app: String, _ fields: String) throws -> String {
      let export =
        #"{"format":"tickler-export/1","app":"\#(app)","accounts":[{"id":"a","timeZone":"UTC",\#(fields)}]}"#
      return try AccountPageTests.page(try AccountPageTests.options(export, folder), "a").html
    }
    let delivered = ["focusflow.task.old", "levelUp-7", "focusflow.sessionCompletion"].map {
      #"{"id":"\#($0)","at":"2026-10-20T08:00:00Z"}"#
    }
    let html = try page("focusflow", #""delivered":[\#(delivered.joined(separator: ","))]"#)
    #expect(html.contains("<bdi>focusflow.task.old</bdi></code></td><td>task</td><td><bdi>task/old</bdi></td>"))
    #expect(html.contains("<bdi>levelUp-7</bdi></code></td><td><span class=\"soft\">no kind of the policy</span></td>"))
    #expect(html.contains("<bdi>focusflow.sessionCompletion</bdi></code></td><td>session</td>"))
    let bills = ["", #","autoPay":true"#, #","paid":true"#, #","type":"income""#, ""].enumerated().map {
      #"{"kind":"bill","id":"\#($0)","name":"B","dueDate":"2026-11-0\#($0 + 1)"\#($1)}"#
    }
    let fields = #""preferences":{"kinds":{"bill":true}},"items":[\#(bills.joined(separator: ","))]"#
    #expect(try page("moneymap", fields).contains("<dd>for 2 of 5 bills</dd>"))
  }

  @Test("shows the newest hundred of many delivered notifications", arguments: [100, 101])
  func delivered(count: Int) throws {
    let (html, _) = try AccountPageTests.page(AccountPageTests.examples, "ana") { plan in
      let now = AccountPageTests.examples.now
      var account = plan.account.value
      account.delivered = (0..<count).map {
        Account.Delivered(id: RequestID("n\($0)."), at: now.advanced(bySeconds: -60 * Int64($0)))
      }
      plan.account = Shared(account)
    }
    #expect(AccountPageTests.count("no kind of the policy", in: html) == 100)
    #expect(html.contains("<bdi>n99.</bdi>"))
    #expect(!html.contains("<bdi>n100.</bdi>"))
    #expect(html.contains("The newest 100 of 101; 1 are left out here.") == (count > 100))
  }

  @Test("the same plan gives the same bytes")
  func deterministic() throws {
    let first = try AccountPageTests.page(AccountPageTests.examples, "fay").html
    let second = try AccountPageTests.page(AccountPageTests.examples, "fay").html
    #expect(first == second)
  }

  @Test("a year of daily tasks with long texts stays under 5 MB, reports omissions, and keeps what matters")
  func huge() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let title = String(repeating: "\\\"><script>alert(1)</script>'\\u202e😀 ", count: 90)
    let items = (0..<30).map {
      #"{"kind":"task","id":"t\#($0)","title":"\#($0) \#(title)","date":"2026-10-24","time":"08:00","repeat":"daily"}"#
    }
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"'\"><script>alert(2)</script>","timeZone":"Europe/London","platform":"ios","items":["#
      + items.joined(separator: ",") + "]}]}"
    var options = try AccountPageTests.options(export, folder)
    options.days = 366
    let (html, plan) = try AccountPageTests.page(options, "'\"><script>alert(2)</script>")
    #expect(plan.decisions.count > 10_000)
    #expect(html.utf8.count < 5_000_000)
    #expect(html.utf8.count > 3_000_000)
    let rows = AccountPageTests.count("<tr id=d-", in: html)
    let (left, all) = ((plan.decisions.count - rows).grouped, plan.decisions.count.grouped)
    #expect(html.contains(">\(left) of \(all) decisions are left out here"))
    #expect(rows == AccountPageTests.count("✓ goes out", in: html), "what goes out comes first")
    #expect(!html.contains("<script>alert"))
  }
}

extension Int {
  fileprivate var grouped: String {
    self < 1000 ? "\(self)" : "\(self / 1000),\(String(self % 1000 + 1000).dropFirst())"
  }
}
