import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests `Examples/pillbox`, an app with its own kinds.
struct PillboxTests {
  private static let options = ["--now", ExampleTests.now, "--zoneinfo", TestFiles.zoneinfo]
  private static let policy = ["--policy", "Examples/pillbox"]

  /// Plans some days in a temporary folder.
  private func planned<Value>(
    _ input: String = "Examples/pillbox/export.json", days: Int = 5, _ body: (URL, Program.Result) throws -> Value
  ) throws -> Value {
    let out = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: out) }
    let command = ["plan", input, "--out", out.path, "--days", "\(days)"] + Self.policy + Self.options
    return try body(out, try Program.run(command))
  }

  @Test("its decisions equal the recorded ones")
  func recorded() throws {
    try planned { out, result in
      #expect(result.status == 0)
      #expect(!result.errors.contains("warning"), "\(result.errors)")
      let text = try String(contentsOf: out.appending(path: "plan.ndjson"), encoding: .utf8)
      let lines = text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
      #expect(try RecordedFile("Tests/Golden/pillbox.ndjson").difference(from: lines) == nil)
    }
  }

  @Test("it has doses by time, follow-ups, snoozing, the refill once, and the evening before")
  func shown() throws {
    try planned { out, _ in
      let lines = try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
      func outcome(_ notification: String, on date: String) -> String? {
        lines.first { $0["notification"] == notification && $0["local"]?.hasPrefix(date) == true }
          .flatMap { $0["reason"] ?? $0["outcome"] }
      }
      for part in ["due", "30mAfter", "2hAfter"] {
        #expect(outcome("pillbox.dose.amlo.0800.\(part)", on: "2026-10-24") == "completed")
        #expect(outcome("pillbox.dose.amlo.2000.\(part)", on: "2026-10-24") == "scheduled")
      }
      #expect(outcome("pillbox.dose.ibu.1300.due", on: "2026-10-23") == "superseded")
      #expect(outcome("pillbox.dose.ibu.0730.2hAfter.snoozed", on: "2026-10-23") == "scheduled")
      #expect(lines.filter { $0["kind"] == "refill" }.count == 2)
      // The evening before, after the clocks go back on Sunday.
      let evening = lines.first { $0["notification"] == "pillbox.appointment.dent.1dBefore1800" }
      #expect(evening?["at"] == "2026-10-27T17:00:00Z")
      #expect(evening?["title"] == "Morgen um 09:30 Uhr: Zahnarzt")
    }
  }

  @Test("a reminder says how far away its appointment is: over a clock change, in another zone, after quiet hours")
  func distances() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "visits.json")
    try Data(
      """
      {"format": "tickler-export/1", "app": "pillbox", "accounts": [{"id": "q", "timeZone": "Europe/Berlin",
        "locale": "de-DE", "preferences": {"kinds": {"appointment": true}, "quietHours": {"start": "22:00", "end": "08:00"}},
        "items": [
          {"kind": "appointment", "id": "dent", "title": "Zahnarzt", "date": "2026-10-28", "time": "09:30"},
          {"kind": "appointment", "id": "night", "title": "Dienst", "date": "2026-10-25", "time": "04:00", "remind": ["-2h"]},
          {"kind": "appointment", "id": "ny", "title": "Call", "date": "2026-10-25", "time": "12:00",
           "timeZone": "America/New_York", "remind": ["-2h"]}]}]}
      """.utf8
    ).write(to: file)
    try planned(file.path) { out, _ in
      let lines = try Scenario.objects(out.appending(path: "plan.ndjson")).dropFirst().map(Scenario.texts)
      let titles = lines.filter { $0["notification"]?.hasSuffix("2hBefore") == true }.map {
        "\($0["at"] ?? "") \($0["title"] ?? "")"
      }
      #expect(
        titles == [
          "2026-10-25T01:00:00Z Dienst in 2 Stunden", "2026-10-25T14:00:00Z Call in 2 Stunden",
          "2026-10-28T07:00:00Z Zahnarzt in 90 Minuten",
        ])
    }
  }

  @Test("the page shows the items' fields and the policy's descriptions of them")
  func items() throws {
    try planned { out, _ in
      let page = try String(contentsOf: out.appending(path: "index.html"), encoding: .utf8)
      #expect(page.contains("<th scope=\"row\">medicine <code><bdi>amlo</bdi></code><br>"))
      #expect(
        page.contains(
          "<li>dosage: <bdi>5 mg</bdi> <span class=\"soft\">How much to take, such as `20 mg`</span></li>"), "\(page)")
      // Fields that the item lacks are not shown.
      #expect(!page.contains("<bdi></bdi> <span class=\"soft\">How much"))
      let accounts = try Scenario.objects(out.appending(path: "accounts.ndjson")).dropFirst()
      let items = accounts.flatMap { $0["items"] as? [[String: Any]] ?? [] }
      let export = try JSONSerialization.jsonObject(
        with: Data(contentsOf: TestFiles.root.appending(path: "Examples/pillbox/export.json")))
      let own = ((export as? [String: Any])?["accounts"] as? [[String: Any]] ?? []).flatMap {
        $0["items"] as? [[String: Any]] ?? []
      }
      #expect(Set(items.map { "\($0["kind"]!) \($0["id"]!)" }) == Set(own.map { "\($0["kind"]!) \($0["id"]!)" }))
    }
  }

  @Test(
    "files list fifty items and the summary twenty, escaped; a redacted run lists none"
  )
  func hostileItems() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = (0..<60).map {
      #"{"kind":"thing","id":"<i>\#($0)","name":"<script>alert(\#($0))</script>","price":"3.50","day":"2026-10-24"}"#
    }
    try Data(
      #"{"format":"tickler-export/1","app":"x","accounts":[{"id":"a","timeZone":"UTC","items":[\#(items.joined(separator: ","))]}]}"#
        .utf8
    ).write(to: folder.appending(path: "a.json"))
    try Data(
      """
      format = "tickler-policy/1"
      app = "x"
      [items.thing.fields]
      name = { type = "text", required = true, meaning = "<b>bold</b>" }
      price = "money"
      day = "date"
      [kinds.week]
      shape = "digest"
      item = "thing"
      identifier = "week"
      title = "{{count}}"
      body = ""
      """.utf8
    ).write(to: folder.appending(path: "x.toml"))
    try Data("0123456789abcdef0123456789abcdef".utf8).write(to: folder.appending(path: "key"))
    let command = ["plan", "a.json", "--policy", "x.toml", "--templates", TestFiles.templates] + Self.options
    #expect(try Program.run(command, in: folder).status == 0)
    var page = try String(contentsOf: folder.appending(path: "reports/index.html"), encoding: .utf8)
    #expect(!page.contains("<script>alert") && !page.contains("<b>bold"))
    #expect(page.contains("&lt;script&gt;alert(19)") && page.contains("&lt;b&gt;bold") && !page.contains("alert(20)"))
    #expect(page.contains("40 more are left out here"))
    // The account's own page shows everything in the plan's files.
    let own = try Program.run(["report", "reports", "--account", "a", "--templates", TestFiles.templates], in: folder)
    let path = own.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let ownPage = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    #expect(ownPage.contains("alert(49)") && !ownPage.contains("alert(50)"))
    #expect(ownPage.contains("10 more are left out here"))
    #expect(try Program.run(["report", "reports", "--templates", TestFiles.templates], in: folder).status == 0)
    #expect(try String(contentsOf: folder.appending(path: "reports/index.html"), encoding: .utf8) == page)
    let redacted = try Program.run(
      command + ["--redact", "key", "--emit", "plan,summary,html,ics", "--out", "hidden"], in: folder)
    #expect(redacted.status == 0, "\(redacted.errors)")
    page = try String(contentsOf: folder.appending(path: "hidden/index.html"), encoding: .utf8)
    let accounts = try String(contentsOf: folder.appending(path: "hidden/accounts.ndjson"), encoding: .utf8)
    for text in [page, accounts] { #expect(!text.contains("alert(") && !text.contains("3.50")) }
  }

  @Test("report, verify, apply and check know its kinds; XML with its own schema gives the same plan")
  func otherCommands() throws {
    try planned { out, _ in
      let page = try Data(contentsOf: out.appending(path: "index.html"))
      #expect(try Program.run(["report", out.path]).status == 0)
      #expect(try Data(contentsOf: out.appending(path: "index.html")) == page)
      let verified = try Program.run(["verify", out.path])
      #expect(verified.status == 0, "\(verified.output)")
      #expect(try Program.run(["diff", out.path, out.path]).status == 0)
    }
    let check = try Program.run(["check", "Examples/pillbox/export.json"] + Self.policy + Self.options)
    #expect(check.errors.contains("0 records rejected, 0 warnings"), "\(check.errors)")
    let explain = try Program.run(
      ["explain", "--account", "ines", "--notification", "pillbox.dose.amlo.0800.due", "--on", "2026-10-24"]
        + ["Examples/pillbox/export.json"] + Self.policy + Self.options)
    #expect(explain.output.contains("completions have 2026-10-24T08:00:00: true"), "\(explain.output)")
    for language in ["json", "xsd"] {
      let schema = try Program.run(["schema", language] + Self.policy)
      #expect(schema.status == 0, "\(schema.errors)")
      #expect(schema.output.contains("pillsLeft") && schema.output.contains("How many are left"))
    }
  }

  @Test("planning again after its own actions keeps everything")
  func applied() throws {
    try planned { out, _ in
      let applied = try Program.run(["apply", out.path])
      #expect(applied.status == 0, "\(applied.errors)")
      #expect(applied.output.contains("pillbox.dose.amlo.2000.due@2026-10-23"), "\(applied.output.prefix(400))")
    }
  }
}
