import Foundation
import TestSupport
import Testing

/// Tests files of holidays and their faults. 2026-12-25 and 2026-05-01 are Fridays.
struct HolidayTests {
  private static let policy = """
    format = "tickler-policy/1"
    app = "own"
    [kinds.task]
    identifier = "t.{id}"
    shift = "SHIFT"
    """
  private static let export = #"""
    {"format":"tickler-export/1","app":"own"}
    {"account":{"id":"a","timeZone":"UTC","items":[{"kind":"task","id":"t","title":"T","date":"2026-12-25","time":"09:00"}]}}

    """#
  private static let calendar = """
    BEGIN:VCALENDAR\r
    BEGIN:VEVENT\r
    SUMMARY:Christmas\r
    DTSTART;VALUE=DATE:20261225\r
    DTEND;VALUE=DATE:20261229\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  private static func run(_ command: [String], _ holidays: String, shift: String = "after", more: String = "") throws
    -> (result: Program.Result, folder: URL)
  {
    let folder = try TestFiles.temporaryFolder()
    for (name, text) in [
      ("in.ndjson", export), ("own.toml", policy.replacing("SHIFT", with: shift) + "\n" + more), ("days", holidays),
    ] { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let shared = ["--policy", "own.toml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
    return (
      try Program.run(
        command + ["in.ndjson", "--now", "2026-12-20T00:00:00Z", "--holidays", "days"] + shared, in: folder),
      folder
    )
  }

  private static func plan(_ holidays: String, shift: String = "after", more: String = "") throws -> String {
    let (result, folder) = try run(["plan", "--out", "out"], holidays, shift: shift, more: more)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.status == 0, "\(result.errors)")
    let lines = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8).split(
      separator: "\n")
    let head = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    let policies = try #require(head["policies"] as? [[String: Any]])
    let files = Dictionary(
      uniqueKeysWithValues: policies.map { policy in
        (policy["app"] as! String, (policy["holidays"] as? [[String: Any]] ?? []).map { $0["file"] as? String })
      })
    // This policy lists its file if it uses holidays. Policies without due dates list none.
    #expect(files["own"] == (more.isEmpty ? ["days"] : []))
    #expect(files["moneymap"] == ["days"] && files["ritualist"] == [])
    let sources = ["--sources", "--from", ".", "--from", TestFiles.root.path]
    let verified = try Program.run(["verify", "out", "--zoneinfo", TestFiles.zoneinfo] + sources, in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let line = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    return ["at", "shifted", "reason"].compactMap { line[$0] as? String }.joined(separator: " ")
  }

  @Test("reads JSON of dates and names, and a calendar of all-day events, which may last several days")
  func readings() throws {
    let json = #"{"2026-12-25": "Christmas \"Day\"", "2026-12-24": "x"}"#
    #expect(try HolidayTests.plan(json) == "2026-12-28T09:00:00Z holiday")
    #expect(try HolidayTests.plan(json, shift: "before") == "2026-12-23T09:00:00Z holiday")
    #expect(try HolidayTests.plan(json, shift: "nearest") == "2026-12-23T09:00:00Z holiday")
    #expect(try HolidayTests.plan(json, shift: "skip") == "2026-12-25T09:00:00Z holiday")
    #expect(try HolidayTests.plan(HolidayTests.calendar) == "2026-12-29T09:00:00Z holiday")
    // Zones and alarms have starts and durations of their own; lines may be folded.
    let other = "BEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    let alarm = "BEGIN:VALARM\r\nDURATION:PT5M\r\nEND:VALARM\r\n"
    let calendar =
      "\u{feff}"
      + HolidayTests.calendar.replacing("BEGIN:VEVENT", with: other + "BEGIN:VEVENT")
      .replacing("END:VEVENT", with: alarm + "END:VEVENT").replacing("20261225", with: "2026\r\n 1225")
    #expect(try HolidayTests.plan(calendar) == "2026-12-29T09:00:00Z holiday")
    let cancelled = calendar.replacing("END:VEVENT", with: "STATUS:CANCELLED\r\nEND:VEVENT")
    #expect(try HolidayTests.plan(cancelled) == "2026-12-25T09:00:00Z")
    // Days as Google, Outlook and others write them, also outside of a calendar.
    for lines in [
      "DTSTART;VALUE=DATE:20261225\nDURATION:PT86400S",
      "DTSTART;TZID=W:20261225T000000\nDTEND;TZID=W:20261226T000000", "DTSTART:20261224\nRDATE;VALUE=DATE:20261225",
      "DTSTART:20261225\nDTEND:20261225",
    ] {
      #expect(
        try HolidayTests.plan("BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n") == "2026-12-28T09:00:00Z holiday", "\(lines)")
    }
    #expect(try HolidayTests.plan("\u{feff}{}") == "2026-12-25T09:00:00Z")
    #expect(try HolidayTests.plan(json, more: "days = \"weekends\"") == "2026-12-25T09:00:00Z")
  }

  /// Returns when the task of each account is sent, and the diagnostics.
  private static func plan(_ accounts: [String], _ policy: String = "") throws -> (at: [String], reported: String) {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = #""items":[{"kind":"task","id":"t","title":"T","date":"2026-12-25","time":"09:00"}]"#
    let records = accounts.enumerated().map { #"{"account":{"id":"\#($0)",\#($1),\#(task)}}"# }
    let days = ["2026-12-25", "2026-12-28", "2026-12-29", "2026-12-30"]
    func file(_ count: Int) -> String {
      "{" + days.prefix(count).map { "\"\($0)\": \"x\"" }.joined(separator: ", ") + "}"
    }
    for (name, text) in [
      ("in.ndjson", "{\"format\":\"tickler-export/1\",\"app\":\"own\"}\n" + records.joined(separator: "\n") + "\n"),
      ("own.toml", Self.policy.replacing("SHIFT", with: "after") + "\n" + policy),
      ("all=", file(1)), ("de.json", file(2)), ("by.json", file(3)), ("vienna.json", file(4)),
    ] { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let holidays = ["=all=", "DE=de.json", "DE-BY=by.json", "at=vienna.json", "Europe/Vienna=vienna.json"]
    let result = try Program.run(
      ["plan", "in.ndjson", "--now", "2026-12-20T00:00:00Z", "--policy", "own.toml", "--out", "out", "--templates"]
        + [TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo] + holidays.flatMap { ["--holidays", $0] }, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("<bdi>all=</bdi></code></th><td>holidays</td>"))
    #expect(page.contains("<bdi>by.json</bdi></code></th><td>holidays of <bdi>DE-BY</bdi></td>"))
    #expect(page.contains("holiday Europe/Vienna, at</span>"))
    let verified = try Program.run(
      ["verify", "out", "--zoneinfo", TestFiles.zoneinfo, "--sources", "--from", ".", "--from", TestFiles.root.path],
      in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let lines = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8).split(
      separator: "\n")
    let at = try lines.dropFirst().map { line in
      let line = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return String((line?["at"] as? String ?? "").prefix(10))
    }
    return (at, result.errors)
  }

  @Test("applies holidays by country, and warns of a country without a file")
  func calendars() throws {
    let zone = #""timeZone":"UTC""#
    let byCountry = try Self.plan([
      zone, #"\#(zone),"country":"DE""#, #"\#(zone),"country":"de-by""#, #"\#(zone),"country":"DE-HH""#,
      #"\#(zone),"country":"AT""#, #"\#(zone),"country":"DEE""#,
    ])
    #expect(byCountry.at == ["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-29", "2026-12-31", "2026-12-28"])
    #expect(
      byCountry.reported.contains(
        "in.ndjson:7:49: warning: account \"5\", field country: found \"DEE\", which no file of --holidays covers; expected one of DE "
          + "DE-BY Europe/Vienna at; the nearest is DE"), "\(byCountry.reported)")
    #expect(byCountry.reported.split(separator: "field country").count == 2)
    let locale = #"\#(zone),"locale":"#
    #expect(
      try Self.plan(
        [#"\#(locale)"de-AT""#, #"\#(locale)"de""#, #"\#(locale)"en-Latn-DE-u-ca-gregory""#],
        "[holidays]\nby = \"locale\""
      ).at
        == ["2026-12-31", "2026-12-29", "2026-12-29"])
    #expect(
      try Self.plan([zone, #""timeZone":"Europe/Vienna","country":"DE""#], "[holidays]\nby = \"timeZone\"").at
        == ["2026-12-28", "2026-12-31"])
  }

  @Test("ships the TARGET days: New Year, Good Friday, Easter Monday, Labour Day, Christmas")
  func target() throws {
    let file = URL(filePath: TestFiles.templates).appending(path: "holidays/target.json")
    let days = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: String])
    let of2026 = days.keys.filter { $0.hasPrefix("2026") }.sorted()
    #expect(of2026 == ["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2026-12-26"])
  }

  @Test(
    "reports the faults of a file with their places",
    arguments: [
      ("[]", "days:1:1: error: found '['; expected an object of holidays"),
      ("{\"2026-02-30\": \"x\"}", "days:1:2: error: found the key \"2026-02-30\"; expected a date, YYYY-MM-DD"),
      ("{\"2026-02-20\": 1}", "days:1:16: error: found '1'; expected the holiday's name in quotes"),
      ("{\"2026-02-20\": \"x\"", "days:1:19: error: found the end of the input; expected"),
      ("", "days:1:1: error: found the end of the input; expected"),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T000000Z\n",
        "days:3:1: error: found \"DTSTART:20260101T000000Z\"; expected a whole day"
      ),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\n",
        "days:3:1: error: found \"END:VEVENT\"; expected DTSTART in each event"
      ),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nRRULE:FREQ=YEARLY\n",
        "days:3:1: error: found \"RRULE:FREQ=YEARLY\"; expected each holiday as a separate event"
      ),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260101\nDURATION:PT1H\n",
        "days:4:1: error: found \"DURATION:PT1H\"; expected a number of days"
      ),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260102\nDTEND;VALUE=DATE:20260101\nEND:VEVENT\n",
        "days:5:1: error: found \"END:VEVENT\"; expected an event of at least a day"
      ),
    ])
  func faults(text: String, reports: String) throws {
    for command in [["plan", "--out", "out"], ["check"]] {
      let (result, folder) = try HolidayTests.run(command, text)
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(result.status == 65)
      #expect((result.errors + result.output).contains(reports), "\(result.errors)")
    }
  }
}
