import Foundation
import TestSupport
import Testing

/// Compares the start of a later run's page, and the losses that a policy accepts, with both plans' files.
struct SinceTests {
  struct Folder {
    let url: URL
    var path: String { url.path }

    func file(_ name: String) throws -> String {
      try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// Returns the number of decisions with each reason.
    func reasons() throws -> [String: Int] {
      try file("plan.ndjson").split(separator: "\n").dropFirst().reduce(into: [:]) { counts, line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        if let reason = object?["reason"] as? String { counts[reason, default: 0] += 1 }
      }
    }

    func summary() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(file("summary.json").utf8)) as? [String: Any])
    }
  }

  /// Runs `body` with a temporary folder.
  static func run(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @discardableResult
  static func plan(
    _ accounts: String, in folder: URL, as name: String, now: String = "2026-11-20T12:00:00Z", _ options: [String] = []
  ) throws -> (Folder, errors: String) {
    let file = folder.appending(path: "in.json")
    try Data(#"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(accounts)]}"#.utf8).write(to: file)
    let out = Folder(url: folder.appending(path: name))
    let result = try Program.run(
      [
        "plan", file.path, "--now", now, "--days", "3", "--zoneinfo", TestFiles.zoneinfo, "--out", out.path,
      ] + options)
    #expect(result.status <= 1, "\(result.errors)")
    return (out, result.errors)
  }

  static func account(_ id: String, _ inner: String) -> String { #"{"id":"\#(id)","timeZone":"UTC",\#(inner)}"# }

  static let denied = #""authorization":"denied""#
  static let allowed = #""authorization":"authorized""#
  /// Tasks and nudges with the same text at the same instant.
  static let doubled = #""preferences":{"nudges":{"morning":"10:00","afternoon":"10:00"}},"items":[\#(twins)]"#
  static let twins = ["a", "b"].map {
    #"{"kind":"task","id":"\#($0)","title":"Tea","date":"2026-11-22","time":"09:00"}"#
  }
  .joined(separator: ",")

  @Test("reports what is new, worse and resolved, with both figures and the cause")
  func news() throws {
    try SinceTests.run { folder in
      let before = try SinceTests.plan(
        SinceTests.account("ana", SinceTests.denied) + "," + SinceTests.account("ben", SinceTests.allowed), in: folder,
        as: "old"
      ).0
      let (after, _) = try SinceTests.plan(
        SinceTests.account("ana", SinceTests.denied) + "," + SinceTests.account("ben", SinceTests.denied) + ","
          + SinceTests.account("cy", #""items":[\#(SinceTests.twins)]"#), in: folder, as: "new",
        now: "2026-11-20T13:00:00Z", ["--previous", before.path])
      let (then, now) = (try before.reasons(), try after.reasons())
      let page = try after.file("index.html")
      #expect(
        page.contains(
          ##"<b>In new accounts:</b> <a href="#reason-duplicate" data-show="reason=duplicate">\##(now["duplicate"]!) duplicate</a>"##
        ))
      #expect(
        page.contains(
          ##"<a href="#reason-unauthorized" data-show="reason=unauthorized">not authorized \##(then["unauthorized"]!) → \##(now["unauthorized"]!)</a>"##
        ))
      #expect(!page.contains("Resolved:"))
      #expect(page.contains(##"<b><a href="#accounts">3</a> <span class="delta">+1</span></b> accounts"##))
      let changes = try #require(try after.summary()["changes"] as? [String: Any])
      let counts = try #require(changes["counts"] as? [String: Int])
      let passing = changes["byTimeAlone"] as? Int ?? 0
      #expect(
        page.contains(##"<a href="#since">\##(counts.values.reduce(0, +) - passing) changes by data and settings</a>"##)
      )

      // And back: the losses are resolved, and the page is recreated from the files.
      let (third, _) = try SinceTests.plan(
        ["ana", "ben", "cy"].map { SinceTests.account($0, SinceTests.allowed) }.joined(separator: ","), in: folder,
        as: "third", now: "2026-11-20T13:00:00Z",
        ["--previous", after.path])
      let back = try third.file("index.html")
      // Three a day of each denied account were over by then.
      let otherwise = 6
      #expect(
        back.contains(
          #"<b class="go">Resolved:</b> \#(now["unauthorized"]! - otherwise) not authorized \#(now["duplicate"]!) duplicate"#
        ))
      #expect(try Program.run(["report", third.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
      #expect(try third.file("index.html") == back)
    }
  }

  @Test("what does not go out for another reason is not resolved")
  func otherwise() throws {
    try SinceTests.run { folder in
      func ana(_ fields: String) -> String { SinceTests.account("ana", fields + #","items":[\#(SinceTests.twins)]"#) }
      let before = try SinceTests.plan(ana(SinceTests.denied), in: folder, as: "old").0
      for (fields, isResolved) in [
        (#""preferences":{"enabled":false},\#(SinceTests.denied)"#, false), (SinceTests.allowed, true),
      ] {
        let (after, _) = try SinceTests.plan(
          ana(fields), in: folder, as: "new", now: "2026-11-20T13:00:00Z", ["--previous", before.path])
        #expect(try after.reasons()["unauthorized"] == nil)
        #expect(try after.file("index.html").contains("Resolved:") == isResolved, "\(fields)")
      }
    }
  }

  @Test("a finding's card draws its counts in up to fourteen runs, and a rebuilt page too")
  func trend() throws {
    try SinceTests.run { folder in
      var options: [String] = []
      for run in 1...16 {
        let accounts = (0..<run).map { SinceTests.account("a\($0)", #""items":[\#(SinceTests.twins)]"#) }
        let out = try SinceTests.plan(accounts.joined(separator: ","), in: folder, as: "run\(run)", options).0
        options = ["--previous", out.path]
        let page = try out.file("index.html")
        let shown = (max(1, run - 13)...run).map { "\($0)" }
        #expect(
          page.contains("<title>The last \(shown.count) runs: \(shown.joined(separator: ", "))</title>") == (run > 2),
          "\(run)")
        #expect(try Program.run(["report", out.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
        #expect(try out.file("index.html") == page)
      }
    }
  }

  @Test("each change links to its decision, or to the account if this plan lacks the decision")
  func links() throws {
    try SinceTests.run { folder in
      let task = { (time: String) in
        SinceTests.account(
          "ana", #""items":[{"kind":"task","id":"t","title":"Tea","date":"2026-11-22","time":"\#(time)"}]"#)
      }
      let before = try SinceTests.plan(task("09:00"), in: folder, as: "old").0
      let moved = try SinceTests.plan(task("10:30"), in: folder, as: "new", ["--previous", before.path]).0.file(
        "index.html")
      let link = try #require(
        moved.firstMatch(
          of:
            /<a href="#(d-[0-9a-f]+)"><span class="time"><del>Sun.22.Nov.09:00<\/del> → <ins>10:30<\/ins><\/span> task<\/a>/
        ))
      #expect(moved.contains("<tr id=\(link.1)>"))
      let gone = try SinceTests.plan(
        SinceTests.account("ana", #""items":[]"#), in: folder, as: "gone", ["--previous", before.path]
      ).0.file("index.html")
      let account = try #require(
        gone.firstMatch(of: /<a href="#(account-[0-9a-f]+)"><span class="time"><del>Sun.22.Nov.09:00<\/del>/))
      #expect(gone.contains("<details open class=account id=\(account.1) "))
    }
  }

  @Test("the problems of a deleted account are neither resolved nor better")
  func left() throws {
    try SinceTests.run { folder in
      func accounts(_ ids: String...) -> String {
        ids.map { SinceTests.account($0, SinceTests.denied) }.joined(separator: ",")
      }
      let before = try SinceTests.plan(accounts("ana", "ben"), in: folder, as: "old").0
      for kept in [accounts("ana"), SinceTests.account("cy", SinceTests.allowed)] {
        let page = try SinceTests.plan(kept, in: folder, as: "new", ["--previous", before.path]).0.file("index.html")
        #expect(page.contains("Since the last run"))
        #expect(!page.contains("Better:") && !page.contains("Resolved:") && !page.contains("Worse:"))
      }
    }
  }

  @Test("counts all changes but lists the first 1,000; the page from `report` agrees")
  func many() throws {
    try SinceTests.run { folder in
      func accounts(_ inner: String) -> String {
        (0..<120).map { SinceTests.account("a\(100 + $0)", inner) }.joined(separator: ",")
      }
      let before = try SinceTests.plan(accounts(SinceTests.allowed), in: folder, as: "old").0
      let after = try SinceTests.plan(accounts(SinceTests.denied), in: folder, as: "new", ["--previous", before.path]).0
      let old = try before.file("plan.ndjson").split(separator: "\n").count { $0.contains(#""outcome":"scheduled""#) }
      let page = try after.file("index.html")
      #expect(old > 1000)
      #expect(page.contains("<h3 id=\"change-1\">By settings</h3>"))
      let removed = try #require(page.firstMatch(of: /<span class="soft">([0-9,]+) removed/)).1.filter { $0 != "," }
      #expect(removed == "\(old)")
      #expect(page.contains(", in 120 accounts, from Fri 20 November 2026</span></summary>"))
      let rows = page.matches(of: /<li class="[a-z ]+" data-change="[a-z]+"><span class="sign">.<\/span><span/).count
      let counts = try #require((after.summary()["changes"] as? [String: Any])?["counts"] as? [String: Int])
      let leftOut = try #require(page.firstMatch(of: /([0-9,]+) of these are left out here/)).1.filter { $0 != "," }
      #expect(rows > 100 && rows + (Int(leftOut) ?? 0) == counts.values.reduce(0, +), "\(rows), \(leftOut)")
      #expect(try Program.run(["report", after.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
      #expect(try after.file("index.html") == page)
      #expect(try Program.run(["verify", after.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
    }
  }

  /// Returns the shipped policy with an accepted loss.
  static func policy(_ accepted: String, in folder: URL) throws -> [String] {
    let file = folder.appending(path: "focusflow.toml")
    let text = try String(contentsOfFile: TestFiles.templates + "/policies/focusflow.toml", encoding: .utf8)
    try Data((text + "\n" + accepted).utf8).write(to: file)
    return ["--policy", file.path]
  }

  static func entry(until: String, _ more: String = "") -> String {
    "[[accepted]]\nreason = \"duplicate\"\nuntil = \"\(until)\"\nwhy = \"a <kiosk>\"\n\(more)\n"
  }

  @Test(
    "an accepted finding is counted and not a problem, but it is past its date, for another account or another kind",
    arguments: [
      ("for everybody", entry(until: "2026-11-20"), 0, ["ana", "ben"]),
      ("of one account", entry(until: "2026-11-20", "account = \"ana\""), 1, ["ana"]),
      ("the day before", entry(until: "2026-11-19"), 2, []),
      ("of another kind", entry(until: "2027-01-01", "kind = \"session\""), 2, []),
      ("of one kind of several", entry(until: "2027-01-01", "kind = \"nudge\""), 2, ["nudge"]),
      (
        "of one kind and another reason",
        entry(until: "2027-01-01").replacing("duplicate", with: "slotLimit"), 2, []
      ),
    ])
  func accepted(label: String, table: String, problems: Int, covers: [String]) throws {
    try SinceTests.run { folder in
      let (out, errors) = try SinceTests.plan(
        ["ana", "ben"].map { SinceTests.account($0, SinceTests.doubled) }.joined(separator: ","), in: folder, as: "out",
        try SinceTests.policy(table, in: folder) + ["--metrics", folder.appending(path: "m.prom").path])
      let summary = try out.summary()
      #expect(summary["accountsWithProblems"] as? Int == problems, "\(label)")
      let lines = try out.file("plan.ndjson").split(separator: "\n").dropFirst()
      let count = lines.count { line in
        line.contains(#""reason":"duplicate""#)
          && covers.contains { line.contains(#""account":"\#($0)""#) || line.contains(#""kind":"\#($0)""#) }
      }
      #expect((summary["accepted"] as? [String: Int])?["duplicate"] ?? 0 == count, "\(label)")
      let metrics = try String(contentsOf: folder.appending(path: "m.prom"), encoding: .utf8)
      #expect(metrics.contains("tickler_plan_accepted{reason=\"duplicate\"} \(count)\n"), "\(label)")
      let page = try out.file("index.html")
      #expect(page.contains("Accepted: ") == (count > 0), "\(label)")
      #expect(page.contains("<bdi>a &lt;kiosk&gt;</bdi>") == (count > 0), "\(label)")
      #expect(
        page.contains("every record was accepted, and every plan fits its device") == (problems == 0), "\(label)")
      #expect(try Program.run(["report", out.path, "--zoneinfo", TestFiles.zoneinfo]).status == 0)
      #expect(try out.file("index.html") == page, "\(label)")
      #expect(try Program.run(["verify", out.path]).status == 0, "\(label)")
      let explained = try Program.run(
        [
          "explain", "--account", "ana", folder.appending(path: "in.json").path, "--now", "2026-11-20T12:00:00Z",
          "--days",
          "3", "--zoneinfo", TestFiles.zoneinfo,
        ] + (try SinceTests.policy(table, in: folder)))
      let mine = lines.count { line in
        line.contains(#""account":"ana""#) && line.contains(#""reason":"duplicate""#)
          && covers.contains { $0 == "ana" || line.contains(#""kind":"\#($0)""#) }
      }
      #expect(explained.output.matches(of: /The policy accepts it until [0-9-]+: a <kiosk>/).count == mine, "\(label)")
      #expect(
        errors.contains("warning: field accepted.until: duplicate was accepted until 2026-11-19")
          == table.contains("2026-11-19"), "\(label): \(errors)")
    }
  }

  @Test("a newly accepted finding is neither resolved nor new, and a redacted plan omits the reason")
  func acceptedLater() throws {
    try SinceTests.run { folder in
      let accounts = SinceTests.account("ana", SinceTests.doubled)
      let before = try SinceTests.plan(accounts, in: folder, as: "old").0
      let policy = try SinceTests.policy(SinceTests.entry(until: "2027-01-01"), in: folder)
      let page = try SinceTests.plan(accounts, in: folder, as: "new", policy + ["--previous", before.path]).0
        .file("index.html")
      #expect(!page.contains("Resolved:"))
      let key = folder.appending(path: "key")
      try Data(String(repeating: "k", count: 64).utf8).write(to: key)
      let redacted = try SinceTests.plan(accounts, in: folder, as: "r", policy + ["--redact", key.path]).0
      #expect(
        try redacted.file("accounts.ndjson").contains(#""accepted":[{"reason":"duplicate","until":"2027-01-01"}]"#))
      #expect(!(try redacted.file("index.html")).contains("kiosk"))
    }
  }
}
