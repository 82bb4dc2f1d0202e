import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the texts that an account gets, by language, units, hour, and the state at delivery.
@Suite struct TextChoiceTests {
  private typealias Planned = (lines: [[String: String]], summary: [String: Any])

  private func plan(
    _ app: String, _ accounts: [String], now: String = "2026-11-20T06:00:00Z", policy: String? = nil
  ) throws -> Planned {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"\#(app)","exportedAt":"\#(now)","accounts":[\#(accounts.joined(separator: ","))]}"#
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    var options = ["--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates, "--out", "out"]
    if let policy {
      let text = "format = \"tickler-policy/1\"\napp = \"\(app)\"\nextends = \"\(app)\"\n\(policy)\n"
      try Data(text.utf8).write(to: folder.appending(path: "p.toml"))
      options += ["--policy", "p.toml"]
    }
    let result = try Program.run(["plan", "e.json"] + options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let verified = try Program.run(["verify", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let summary = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "out/summary.json")))
    let lines = try Scenario.objects(folder.appending(path: "out/plan.ndjson")).dropFirst().map(Scenario.texts)
    return (lines.filter { $0["outcome"] == "scheduled" }, try #require(summary as? [String: Any]))
  }

  private func account(_ items: [String], _ more: String = "") -> String {
    #"{"id":"ana","timeZone":"UTC"\#(more),"items":[\#(items.joined(separator: ","))]}"#
  }

  @Test(
    "a streak is in today's texts while it lasts",
    arguments: [
      ("done yesterday", #""completions":["2026-11-18","2026-11-19"]"#, true),
      ("done today, with a reminder to come", #""completions":["2026-11-20"]"#, nil),
      ("last done six days ago", #""completions":["2026-11-14"]"#, false),
      ("last done on the last of its days", #""days":["mon","fri"],"completions":["2026-11-16"]"#, true),
      ("missed the last of its days", #""days":["mon","fri"],"completions":["2026-11-13"]"#, false),
      ("done on another day since", #""days":["mon","fri"],"completions":["2026-11-17"]"#, true),
      ("without completions nothing says that it is over", #""days":["fri"]"#, true),
    ] as [(String, String, Bool?)])
  func streak(_ label: String, _ fields: String, _ isShown: Bool?) throws {
    let habit = #"{"kind":"habit","id":"h","name":"Walk","reminders":["09:00"],"streak":9,\#(fields)}"#
    let today = try plan("ritualist", [account([habit])]).lines.filter {
      $0["kind"] == "habit" && $0["at"]! < "2026-11-21"
    }
    #expect(today.map { $0["body"]!.contains("9 days") } == (isShown.map { [$0] } ?? []))
  }

  @Test("the diary says good morning before noon, and good afternoon from then on")
  func greeting() throws {
    for (time, title) in [
      ("04:00", "Good morning!"), ("11:59", "Good morning!"), ("12:00", "Good afternoon!"),
      ("16:00", "Good afternoon!"),
    ] {
      let morning =
        #","preferences":{"morning":{"time":"\#(time)","days":["mon","tue","wed","thu","fri","sat","sun"]}}"#
      let lines = try plan("diary", [account([], morning)]).lines
      let first = lines.filter { $0["notification"] == "diary.morning.1" }
      // Texts take turns by day. One has the greeting in its body.
      let waiting = "Your daily affirmation is waiting!"
      #expect(Set(first.map { $0["title"]! }) == [title, waiting], "\(time)")
      #expect(first.allSatisfy { $0["title"] != waiting || $0["body"]!.hasPrefix(title) }, "\(time)")
      let bodies = first.map { $0["body"]! }
      #expect(Set(bodies).count == 3 && bodies.dropFirst(3).elementsEqual(bodies.dropLast(3)))
      #expect(!lines.contains { $0["title"] != title && $0["title"]!.contains("morning!") })
    }
  }

  @Test(
    "distances use the policy's units, unless the account's locale specifies its own",
    arguments: [
      ("steps", "en-US", nil, "km"), ("steps", "en-US-u-ms-ussystem", nil, "mi"), ("steps", "de-DE", nil, "km"),
      ("steps", "en-US", "locale", "mi"), ("steps", "en", "imperial", "mi"), ("steps", "de-AT", "imperial", "mi"),
      ("steps", "de-AT-u-ms-metric", "imperial", "km"), ("steps", "en-US-u-ca-gregory", "metric", "km"),
    ] as [(String, String, String?, String)])
  func units(_ app: String, _ locale: String, _ units: String?, _ unit: String) throws {
    let run =
      #"{"kind":"workout","id":"w","type":"run","endedAt":"2026-11-20T05:00:00Z","duration":1860,"distance":5240}"#
    let lines = try plan(
      app, [account([run], #","locale":"\#(locale)""#)], policy: units.map { "units = \"\($0)\"" }
    ).lines
    let body = try #require(lines.first?["body"])
    #expect(body.contains("\u{a0}\(unit)") || body.contains(" \(unit)") || body.contains("\u{202f}\(unit)"), "\(body)")
  }

  @Test("overdue reminders on listed days become rarer, and each plan has those of its days")
  func slowing() throws {
    let bill = #"{"kind":"bill","id":"b","name":"Rent","type":"expense","dueDate":"2026-11-20"}"#
    let preferences = #","preferences":{"kinds":{"overdue":true}}"#
    var reported: [String] = []
    for day in 0..<20 {
      let date = Calendar(identifier: .gregorian).date(
        byAdding: .day, value: day, to: try Date("2026-11-20T06:00:00Z", strategy: .iso8601))!
      let lines = try plan(
        "moneymap", [account([bill], preferences)], now: date.formatted(.iso8601),
        policy: "[kinds.overdue]\ndays = [1, 3, 7, 14]"
      ).lines
      reported += lines.filter { $0["kind"] == "overdue" }.map { String($0["at"]!.prefix(10)) }
    }
    #expect(Set(reported).sorted() == ["2026-11-21", "2026-11-23", "2026-11-27", "2026-12-04"])
  }

  @Test("counts accounts whose texts are in another language, by the language that they requested")
  func untranslated() throws {
    let accounts = ["fr-FR", "fr", "ja-JP", "de-CH", "en_GB", "ES", "engadin-x", "not a tag"].enumerated().map {
      number, locale in #"{"id":"u\#(number)","timeZone":"UTC","locale":"\#(locale)"}"#
    }
    let counts = try plan("focusflow", accounts + [#"{"id":"none","timeZone":"UTC"}"#]).summary["untranslated"]
    #expect(counts as? [String: Int] == ["engadin": 1, "fr": 2, "ja": 1])
    #expect(try plan("focusflow", [#"{"id":"a","timeZone":"UTC","locale":"de"}"#]).summary["untranslated"] == nil)
  }
}
