import Foundation
import TestSupport
import Testing

/// Tests `--advice`: each figure equals what runs with the old and the new setting print.
@Suite struct AdviceTests {
  struct Planted: CustomTestStringConvertible, Sendable {
    var reason: String
    var change: String
    /// The account, and the policy of FocusFlow, without the change and with it.
    var account: String
    var changedAccount: String?
    var edit: (old: String, planted: String)
    var lost: Int

    var testDescription: String { change }
  }

  private static func task(_ index: Int) -> String {
    #"{"kind":"task","id":"t\#(index)","title":"Task \#(index)","date":"2026-11-01","time":"1\#(index):00","repeat":"daily"}"#
  }

  private static func account(_ fields: String, _ items: String, kinds: String = "") -> String {
    #"{"id":"ana","timeZone":"Europe/London",\#(fields)"preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}\#(kinds)},"#
      + #""items":[\#(items)]}"#
  }

  private static let tasks = (0..<8).map(task).joined(separator: ",")
  private static let late =
    #"{"kind":"task","id":"late","title":"Late","date":"2026-11-01","time":"22:20","repeat":"daily"}"#

  static let cases = [
    Planted(
      reason: "slotLimit", change: #"slots.holds = "trigger""#, account: account("", tasks),
      edit: (#"holds = "trigger""#, #"holds = "occurrence""#), lost: 56),
    Planted(
      reason: "quietHours", change: "quiet hours from 22:30 to 07:00",
      account: account("", late, kinds: #","quietHours":{"start":"22:00","end":"07:00"}"#),
      changedAccount: account("", late, kinds: #","quietHours":{"start":"22:30","end":"07:00"}"#),
      edit: (#"action = "defer""#, #"action = "drop""#), lost: 15),
    Planted(
      reason: "unauthorized", change: #""provisional" in authorization"#,
      account: account(#""authorization":"provisional","#, task(1)),
      edit: (
        #"authorization = ["authorized", "provisional", "ephemeral"]"#, #"authorization = ["authorized", "ephemeral"]"#
      ),
      lost: 15),
  ]

  @Test("each planted case has its number, which runs with and without the change have too", arguments: cases)
  func planted(_ planted: Planted) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let shipped = try String(
      contentsOf: URL(filePath: "\(TestFiles.templates)/policies/focusflow.toml"), encoding: .utf8)
    try #require(shipped.contains(planted.edit.old))
    let policy = shipped.replacingOccurrences(of: planted.edit.old, with: planted.edit.planted)
    let summary = try run(planted.account, policy, ["--advice"], in: folder)
    let advice = try #require(summary["advice"] as? [[String: Any]])
    let first = try #require(advice.first)
    #expect(advice.count == 1)
    #expect(first["reason"] as? String == planted.reason)
    #expect(first["change"] as? String == planted.change)
    #expect(first["accounts"] as? Int == 1)
    #expect(first["before"] as? Int == planted.lost)
    #expect(first["after"] as? Int == 0)
    // A switched-off kind is unauthorized too, and stays dropped.
    let found = try reasons(run(planted.account, policy, [], in: folder))
    #expect(found[planted.reason] == planted.lost + (planted.reason == "unauthorized" ? 75 : 0))
    let changed = planted.changedAccount == nil ? shipped : policy
    let other = try run(planted.changedAccount ?? planted.account, changed, [], in: folder)
    #expect(try reasons(other)[planted.reason] ?? 0 == 0)
    #expect((other["outcomes"] as? [String: Int])?["scheduled"] ?? 0 >= planted.lost)
  }

  @Test("the last line, the page and a rebuilt page have it; without the option or a gain, none does")
  func shown() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let planted = AdviceTests.cases[0]
    let shipped = try String(
      contentsOf: URL(filePath: "\(TestFiles.templates)/policies/focusflow.toml"), encoding: .utf8)
    let policy = shipped.replacingOccurrences(of: planted.edit.old, with: planted.edit.planted)
    for (options, isShown) in [(["--advice"], true), ([], false), (["--advice", "--no-advice"], false)] {
      let summary = try run(planted.account, policy, options, in: folder)
      #expect((summary["advice"] != nil) == isShown)
      let page = try Data(contentsOf: folder.appending(path: "out/index.html"))
      #expect(String(decoding: page, as: UTF8.self).contains("56 not sent → 0") == isShown)
      let again = try Program.run(
        [
          "report", "out", "--emit", "html", "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
          "--quiet",
        ],
        in: folder)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try Data(contentsOf: folder.appending(path: "out/index.html")) == page)
    }
    let none = try run(AdviceTests.account("", AdviceTests.task(1)), shipped, ["--advice"], in: folder)
    #expect(none["advice"] == nil)
  }

  @Test("is the same for any number of tasks, and for items in another file")
  func deterministic() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let planted = AdviceTests.cases[0]
    let policy = try String(
      contentsOf: URL(filePath: "\(TestFiles.templates)/policies/focusflow.toml"), encoding: .utf8
    ).replacingOccurrences(of: planted.edit.old, with: planted.edit.planted)
    let accounts = (0..<400).map { planted.account.replacingOccurrences(of: #""ana""#, with: "\"a\($0)\"") }
    let one = try run(accounts.joined(separator: ","), policy, ["--advice", "--jobs", "1"], in: folder)
    let two = try run(accounts.joined(separator: ","), policy, ["--advice", "--jobs", "2"], in: folder)
    let advice = try #require((one["advice"] as? [[String: Any]])?.first)
    #expect(advice["accounts"] as? Int == 200)
    #expect(advice["affected"] as? Int == 400)
    #expect(advice["before"] as? Int == 200 * 56)
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("in 200 of 400 accounts of <bdi>focusflow</bdi>"))
    #expect(one["advice"] as? NSArray == two["advice"] as? NSArray)
  }

  private func reasons(_ summary: [String: Any]) throws -> [String: Int] {
    try #require(summary["reasons"] as? [String: Int])
  }

  private func run(
    _ account: String, _ policy: String, _ options: [String], in folder: URL
  ) throws -> [String: Any] {
    let export =
      #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-20T07:00:00Z","accounts":[\#(account)]}"#
    try Data(export.utf8).write(to: folder.appending(path: "in.json"))
    try Data(policy.utf8).write(to: folder.appending(path: "policy.toml"))
    let result = try Program.run(
      ["plan", "in.json", "--out", "out", "--policy", "policy.toml", "--now", "2026-11-20T08:00:00Z", "--zoneinfo"]
        + [TestFiles.zoneinfo, "--templates", TestFiles.templates] + options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let data = try Data(contentsOf: folder.appending(path: "out/summary.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
