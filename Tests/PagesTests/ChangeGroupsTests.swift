import CivilTime
import Comparing
import Diagnostics
import Foundation
import PlanModel
import RunModel
import TestSupport
import Testing

@testable import Pages

/// Tests the grouping of changes for people: by cause and account, with similar ones in one line.
struct ChangeGroupsTests {
  static func change(
    _ account: String, _ notification: String, _ causes: [ChangeCause], from: String?, to: String?,
    zone: String = "America/Winnipeg"
  ) -> PlanChange {
    let (from, to) = (from.flatMap { Instant(rfc3339: $0.utf8) }, to.flatMap { Instant(rfc3339: $0.utf8) })
    var change = PlanChange(
      verb: from == nil ? .added : to == nil ? .removed : .moved, account: AccountName(account, app: "x"), kind: .task,
      item: nil, notification: NotificationID(notification), local: nil, zone: zone, from: from, to: to, reason: nil)
    (change.fromLocal, change.toLocal) = (from?.utc, to?.utc)
    change.causes = causes
    return change
  }

  static func groups() throws -> ChangeGroups {
    let text: TemplateText = { (name: String) throws(RunFault) in
      guard let text = try? String(contentsOfFile: "\(TestFiles.templates)/\(name)", encoding: .utf8) else {
        throw RunFault(.noInput, name)
      }
      return (text, shownAs: name)
    }
    return ChangeGroups(
      ChangeTemplates(
        change: try ReportTemplates.template("change", text), run: try ReportTemplates.template("run", text)),
      asOf: "2026-10-30T00:00:00Z")
  }

  /// Returns the groups of the changes, of which a log keeps a limited number.
  static func views(_ changes: [PlanChange], kept: Int = 10_000, limit: Int) throws -> ([PageView], leftOut: Int) {
    var log = ChangeLog(limit: kept)
    for own in Dictionary(grouping: changes, by: \.account).sorted(by: { $0.key.text < $1.key.text }) {
      log.add(own.value)
    }
    return try groups().views(log, limit: limit)
  }

  static func text(_ view: PageView, _ name: String) -> String {
    switch view.names.firstIndex(of: name).map({ view.values[$0] }) {
    case .text(let text)?: text
    case .markup(let markup)?: markup.bytes.text
    case .flag(let flag)?: "\(flag)"
    default: ""
    }
  }

  @Test("lists data first, then settings, policy and tz database, and time last; of several causes, the first of these")
  func order() throws {
    let causes: [[ChangeCause]] = [[.time], [.tzdata], [.policy], [.time, .settings], [.data], [.time, .data]]
    let changes = causes.map { ChangeGroupsTests.change("a", "n", $0, from: nil, to: "2026-11-01T12:00:00Z") }
    let (views, leftOut) = try ChangeGroupsTests.views(changes, limit: 100_000)
    #expect(
      views.map { ChangeGroupsTests.text($0, "words") } == [
        "By data", "By settings", "By policy", "By tz database", "By time passing",
      ])
    #expect(ChangeGroupsTests.text(views[0], "tally") == "2 added, in 1 account")
    #expect(leftOut == 0)
  }

  @Test("groups drift by zone and shift, with the first date and up to three examples")
  func drift() throws {
    let moved = (0..<210).map { number in
      ChangeGroupsTests.change(
        "a\(number % 30)", "n", [], from: "2026-11-0\(1 + number % 7)T15:00:00Z",
        to: "2026-11-0\(1 + number % 7)T14:00:00Z")
    }
    let other = ChangeGroupsTests.change(
      "b", "n", [], from: "2026-11-05T09:00:00Z", to: "2026-11-05T09:30:00Z", zone: "Asia/Tokyo")
    let (views, _) = try ChangeGroupsTests.views([other] + moved, limit: 1_000_000)
    #expect(
      views.map { ChangeGroupsTests.text($0, "words") } == ["America/Winnipeg, by −1:00", "Asia/Tokyo, by +0:30"])
    #expect(ChangeGroupsTests.text(views[0], "tally") == "210 moved, in 30 accounts")
    #expect(ChangeGroupsTests.text(views[0], "from") == "Sun 1 November 2026")
    let examples = ChangeGroupsTests.text(views[0], "examples")
    #expect(examples.split(separator: "<li ").count == 3)
    #expect(examples.contains("<del>Sun\u{a0}1\u{a0}Nov\u{a0}15:00</del> → <ins>14:00</ins>"))
    #expect(ChangeGroupsTests.text(views[1], "examples").isEmpty)
  }

  @Test("the cause with most losses comes first, and in it the account that loses")
  func lossesFirst() throws {
    var lost = ChangeGroupsTests.change("z", "n", [.policy], from: "2026-11-01T12:00:00Z", to: nil)
    lost.reason = .slotLimit
    let kept = ChangeGroupsTests.change("a", "n", [.policy], from: nil, to: "2026-11-01T12:00:00Z")
    let other = ChangeGroupsTests.change("b", "n", [.data], from: nil, to: "2026-11-01T12:00:00Z")
    let views = try ChangeGroupsTests.views([lost, kept, other], limit: 100_000).0
    #expect(views.map { ChangeGroupsTests.text($0, "hasLosses") } == ["true", "false"])
    let accounts = PictureTests.entries(views[0], "changedAccounts")
    #expect(accounts.map { ChangeGroupsTests.text($0, "account") } == ["z", "a"])
  }

  @Test("folds three equal neighbors into one line, but not two; counts what does not fit")
  func runs() throws {
    func rows(_ count: Int) throws -> String {
      let changes = (1...count).map {
        ChangeGroupsTests.change(
          "a", "n", [.settings], from: "2026-11-0\($0)T09:00:00Z", to: "2026-11-0\($0)T09:15:00Z")
      }
      let group = try ChangeGroupsTests.views(changes, limit: 100_000).0[0]
      return ChangeGroupsTests.text(PictureTests.entries(group, "changedAccounts")[0], "rows")
    }
    #expect(
      try rows(3).contains("<summary>3 × task <code><bdi>n</bdi></code> <span class=\"chip\">+0:15</span>, 1 Nov–3 Nov")
    )
    #expect(!(try rows(2)).contains("<summary>"))
    let many = ["a", "b", "c"].map { ChangeGroupsTests.change($0, "n", [.data], from: nil, to: "2026-11-01T12:00:00Z") }
    let (views, leftOut) = try ChangeGroupsTests.views(many, limit: 1)
    #expect(views.count == 1)
    #expect(leftOut == 2)
  }

  @Test("a heading counts changes and accounts, including those that do not fit, and gives their first instant")
  func headings() throws {
    let changes = (0..<300).map { number in
      ChangeGroupsTests.change(
        "a\(100 + number / 3)", "n\(number)", number % 3 == 0 ? [.data] : [.settings], from: nil,
        to: "2026-11-\(29 - number / 15)T12:00:00Z")
    }
    for (kept, limit) in [(10_000, 10_000_000), (10_000, 20_000), (7, 10_000_000), (7, 1)] {
      let (views, leftOut) = try ChangeGroupsTests.views(changes, kept: kept, limit: limit)
      #expect(ChangeGroupsTests.text(views[0], "tally") == "100 added, in 100 accounts")
      #expect(ChangeGroupsTests.text(views[0], "from") == "Tue 10 November 2026")
      if views.count > 1 { #expect(ChangeGroupsTests.text(views[1], "tally") == "200 added, in 100 accounts") }
      let rows = views.reduce(0) { sum, view in
        guard case .list(let accounts)? = view.names.firstIndex(of: "changedAccounts").map({ view.values[$0] }) else {
          return sum
        }
        return accounts.reduce(sum) { $0 + ChangeGroupsTests.text($1, "rows").matches(of: /<code>/).count }
      }
      #expect(rows + leftOut == 300, "\(kept), \(limit)")
    }
  }

  @Test("a notification due before the second plan's now is not lost")
  func losses() {
    var change = ChangeGroupsTests.change("a", "n", [.settings], from: "2026-11-01T12:00:00Z", to: nil)
    change.reason = .unauthorized
    for (now, count) in [("2026-11-01T11:59:59Z", 1), ("2026-11-01T12:00:00Z", 0)] {
      var log = ChangeLog(asOf: Instant(rfc3339: now.utf8)!)
      log.add([change])
      #expect(log.lost == count)
    }
  }
}
