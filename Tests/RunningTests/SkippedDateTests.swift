import Foundation
import TestSupport
import Testing

/// Tests what `tickler explain` says about dates and requests that a plan does not have, and what `tickler check` and `[tests]`
/// report.
struct SkippedDateTests {
  private static let policy = #"""
    format = "tickler-policy/1"
    app = "own"
    [items.pill.fields]
    name = { type = "text", required = true }
    start = "date"
    [kinds.pill]
    shape = "series"
    item = "pill"
    time = "08:00"
    days = ["mon", "tue", "wed", "thu", "fri", "sat"]
    cycle = { on = "1w", off = 7, from = "{start}" }
    identifier = "pill.{id}"
    title = "{{name}}"
    [kinds.task]
    identifier = { default = "task.{id}", customDays = "task.{id}.w{weekday}" }
    [kinds.habit]
    identifier = "habit.{id}.{time}"
    """#

  private static let items = #"""
    {"kind":"pill","id":"a","name":"A","start":"2026-11-16"},
    {"kind":"pill","id":"b","name":"B","start":"2026-12-07"},
    {"kind":"task","id":"rent","title":"Rent","date":"2027-01-31","time":"09:00","repeat":"monthly"},
    {"kind":"task","id":"less","title":"L","date":"2027-01-29","time":"09:00","repeat":"monthly","exdates":["2027-02-28"]},
    {"kind":"task","id":"leap","title":"Leap","date":"2024-02-29","time":"09:00","repeat":"yearly"},
    {"kind":"task","id":"off","title":"Off","date":"2026-11-20","time":"09:00","repeat":"daily","exdates":["2026-11-22"]},
    {"kind":"task","id":"end","title":"End","date":"2026-11-20","time":"09:00","repeat":"daily","until":"2026-11-24"},
    {"kind":"task","id":"rule","title":"R","date":"2026-11-20","time":"09:00","rrule":"FREQ=DAILY;UNTIL=20261124"},
    {"kind":"task","id":"last","title":"Z","date":"2026-12-31","time":"09:00","rrule":"FREQ=MONTHLY;BYMONTHDAY=31"},
    {"kind":"task","id":"mon","title":"M","date":"2026-11-16","time":"09:00","rrule":"FREQ=WEEKLY;BYDAY=MO"},
    {"kind":"task","id":"third","title":"3","date":"2026-11-20","time":"09:00","rrule":"FREQ=DAILY;INTERVAL=3"},
    {"kind":"task","id":"count","title":"3","date":"2026-11-20","time":"09:00","rrule":"FREQ=DAILY;COUNT=3"},
    {"kind":"task","id":"work","title":"W","date":"2026-11-20","time":"09:00",
     "rrule":"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"},
    {"kind":"task","id":"half","title":"H","date":"2026-11-20","time":"09:00","rrule":"FREQ=MONTHLY;BYMONTHDAY=5,15"},
    {"kind":"task","id":"week","title":"F","date":"2026-11-20","time":"09:00","rrule":"FREQ=WEEKLY;INTERVAL=2"},
    {"kind":"task","id":"year","title":"Y","date":"2026-11-20","time":"09:00","rrule":"FREQ=YEARLY;INTERVAL=2"},
    {"kind":"task","id":"wed","title":"W","date":"2026-11-18","time":"09:00","repeat":"customDays","weekdays":["wed"]},
    {"kind":"task","id":"lead","title":"L","date":"2026-12-01","time":"09:00","repeat":"daily","remind":["-1d"]},
    {"kind":"task","id":"west","title":"W","date":"2026-11-16","time":"17:00","rrule":"FREQ=WEEKLY;BYDAY=FR",
     "timeZone":"America/Los_Angeles"},
    {"kind":"habit","id":"run","name":"Run","reminders":["07:00"],"days":["mon"],"startDate":"2026-11-23","endDate":"2026-12-31"}
    """#

  /// Runs a command in a folder with the policy and an export of one account.
  private static func run(
    _ arguments: [String], policy: String = policy, pending: String = "", account: String = "", more: String = ""
  ) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"own","exportedAt":"2026-11-20T11:00:00Z","accounts":[{"id":"u","timeZone":"Europe/Rome","#
      + "\(account)\"pending\":[\(pending)],\"items\":[\(items)\(more)]}]}"
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    try Data(policy.utf8).write(to: folder.appending(path: "p.toml"))
    return try Program.run(
      arguments + [
        "--policy", "p.toml", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo, "--now",
        "2026-11-20T12:00:00Z", "e.json",
      ], in: folder)
  }

  @Test(
    "explain names the rule that leaves out a date, its key and its value",
    arguments: [
      ("2027-02-28", "task.rent", "monthEnd monthEnd skip"), ("2027-02-28", "task.leap", "monthEnd monthEnd skip"),
      ("2027-02-28", "task.less", "monthEnd monthEnd skip"),
      ("2026-11-22", "task.off", "exdates exdates 2026-11-22"),
      ("2026-11-22", "task.off@2026-11-22", "exdates exdates 2026-11-22"),
      ("2026-11-25", "task.end", "until until 2026-11-24"), ("2026-11-25", "task.rule", "until rrule UNTIL 2026-11-24"),
      ("2026-11-19", "task.off", "startDate date 2026-11-20"), ("2026-11-26", "task.wed.w4", "days weekdays wed"),
      ("2027-02-28", "task.last", "monthEnd rrule day 31"), ("2026-11-24", "task.mon", "days rrule mon"),
      ("2026-11-24", "task.third", "rule rrule 2026-11-23 and 2026-11-26"),
      ("2026-11-23", "task.count", "until rrule 2026-11-22"), ("2029-11-24", "task.count", "until rrule 2026-11-22"),
      ("2026-11-28", "task.work", "rule rrule 2026-11-30"),
      ("2027-11-28", "task.work", "days rrule mon tue wed thu fri"),
      ("2027-11-20", "task.half", "rule rrule 2027-11-15 and 2027-12-05"),
      ("2026-11-27", "task.week", "rule rrule 2026-11-20 and 2026-12-04"),
      ("2026-11-26", "task.week", "days rrule fri"),
      ("2027-11-20", "task.year", "rule rrule 2026-11-20 and 2028-11-20"),
      ("2027-02-27", "task.rent", "rule repeat 2027-01-31 and 2027-03-31"),
      ("2026-11-29", "task.lead.1dBefore", "startDate date 2026-12-01"),
      ("2026-11-24", "habit.run.0700", "days days mon"),
      ("2026-11-16", "habit.run.0700", "startDate startDate 2026-11-23"),
      ("2027-01-04", "habit.run.0700", "until endDate 2026-12-31"),
      ("2026-11-22", "pill.a", "days kinds.pill.days mon tue wed thu fri sat"),
      ("2026-11-23", "pill.a", "cycle kinds.pill.cycle 7 days on, 7 off"),
      ("2026-11-23", "pill.b", "startDate start 2026-12-07"),
    ])
  func rules(_ date: String, _ notification: String, _ expected: String) throws {
    for option in ["--on", "--at"] {
      let result = try Self.run(
        ["explain", "--account", "u", "--notification", notification, option, date, "--format", "json"])
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result.errors)")
      let skips = try #require(json["skipped"] as? [[String: String]], "\(result.output)")
      #expect(skips.count == 1 && skips[0]["date"] == date)
      #expect(["rule", "key", "value"].compactMap { skips[0][$0] }.joined(separator: " ") == expected)
    }
  }

  @Test("of a date that no rule leaves out, or that has a notification, explain names no rule")
  func others() throws {
    let none = try Self.run(["explain", "--account", "u", "--notification", "pill.b", "--on", "2026-12-21"])
    #expect(
      none.status == 66 && none.errors.contains("on 2026-12-21; the plan ends before it, --days 31"), "\(none.errors)")
    // Of the second, the rule's Friday is Saturday here.
    for name in ["task.off", "task.west"] {
      let planned = try Self.run(["explain", "--account", "u", "--on", "2026-11-21", "--notification", name])
      #expect(
        planned.output.contains("scheduled: it goes out") && !planned.output.contains("nothing on"),
        "\(planned.output)\(planned.errors)")
    }
    let words = try Self.run(["explain", "--account", "u", "--notification", "task.rent", "--on", "2027-02-28"])
    #expect(words.output.contains("nothing on 2027-02-28: monthEnd: the month has no such day; monthEnd = \"clamp\""))
  }

  @Test(
    "of a notification that the plan does not have, explain says when the next one is",
    arguments: [
      (["--notification", "task.leap", "--on", "2027-02-27"], 66, "has none by that name in the next 366 days"),
      (["--notification", "task.rent"], 66, "; the next is on 2027-01-31, which --days 72 reaches"),
      (["--notification", "task.rent", "--on", "2027-01-31"], 66, "on 2027-01-31; the plan ends before it, --days 72"),
      (["--notification", "task.end", "--on", "2026-11-26"], 0, "until: the series ended on 2026-11-24"),
      (["--notification", "task.rnt"], 66, "; the nearest is"), (["--notification", "K.OFF"], 0, "\ntask.off: task"),
      (["--at", "sunday 2:30"], 0, "window's end\n\nNothing is planned for Sun 2026-11-22 02:30.\n"),
      (["--at", "saturday 9:00"], 0, "\nasked for Sat 2026-11-21 09:00\n"),
      (["--at", "2026-11-22T02:30"], 0, "\nNothing is planned for Sun 2026-11-22 02:30.\n"),
      (["--on", "2026-12-06"], 0, "The plan ends before 2026-12-06; --days 16 reaches that date."),
      (["--on", "2028-12-06"], 0, "The plan ends before 2028-12-06."),
    ] as [([String], Int32, String)])
  func next(options: [String], status: Int32, words: String) throws {
    let result = try Self.run(["explain", "--account", "u"] + options)
    #expect(result.status == status && (result.output + result.errors).contains(words), "\(result)")
  }

  private static let more =
    policy + #"""

      [items.stock.fields]
      name = "text"
      left = "integer"
      [kinds.refill]
      shape = "series"
      item = "stock"
      time = "09:00"
      where = ["left < 5"]
      identifier = "refill.{id}"
      [kinds.inspect]
      shape = "series"
      item = "stock"
      time = "10:00"
      every = "1m"
      identifier = "inspect.{id}"
      [kinds.nag]
      shape = "untilDone"
      item = "stock"
      identifier = "nag.{id}.{date}"
      [kinds.round]
      shape = "series"
      time = "11:00"
      identifier = "round"
      [kinds.morning]
      identifier = "m.{tier}"
      [kinds.bedtime]
      identifier = "bed"
      [kinds.bill]
      identifier = { default = "bill.{id}.{date}.{part}", undated = "bill.{id}" }
      [kinds.digest]
      identifier = "digest"
      """#

  @Test(
    "explain names the account's own days, the digest's, the interval, a condition on any date, and what a later plan tells of",
    arguments: [
      (["m.2", "--on", "2026-11-24"], "days: tue is not among preferences.morning.days, mon."),
      (["bed", "--on", "2026-11-24"], "days: tue is not among preferences.bedtime.days, wed."),
      (["round", "--on", "2026-11-24"], "days: tue is not among preferences.round.days, fri."),
      (["digest", "--on", "2026-11-24"], "days: tue is not among kinds.digest.day, sun."),
      (
        ["inspect.s", "--on", "2026-12-15"],
        "rule: the dates of kinds.inspect.every around it are 2026-11-18 and 2026-12-18."
      ),
      (["refill.r", "--on", "2026-11-30"], "FAILED  condition          left: 9 [e.json:22]; where: left < 5"),
      (["nag.s.2026-11-18", "--on", "2026-11-25"], "As the export is now, it goes out on 2026-11-25 09:00"),
    ])
  func more(question: [String], words: String) throws {
    let result = try Self.run(
      ["explain", "--account", "u", "--days", "30", "--notification"] + question, policy: Self.more,
      account: #""preferences":{"kinds":{"digest":true},"morning":{"time":"08:00","days":["mon"]},"#
        + #""bedtime":{"days":["wed"]},"round":{"days":["fri"]}},"#,
      more: #",{"kind":"stock","id":"s","name":"S","left":9,"date":"2026-11-18"},"#
        + #"{"kind":"stock","id":"r","name":"R","left":9,"date":"2026-11-18","repeat":"daily"}"#)
    #expect(result.status == 0 && result.output.contains(words), "\(result)")
  }

  @Test("check names items on a day that some months lack, unless the policy moves it")
  func check() throws {
    let found = try Self.run(["check"]).output
    #expect(found.contains("task \"rent\"") && found.contains("a shorter month has no such day"))
    #expect(found.contains("task \"leap\"") && !found.contains("task \"off\""))
    #expect(found.contains("task \"last\", field rrule") && !found.contains("task \"mon\""))
    let clamped = try Self.run(["check"], policy: "monthEnd = \"clamp\"\n" + Self.policy).output
    let months = try Self.run(["check"], policy: Self.policy.replacing("cycle = {", with: "every = \"90m\"\n#")).output
    #expect(months.contains("warning: field kinds.pill.every: \"90m\" is 90 months; expected \"90min\""), "\(months)")
    #expect(clamped.components(separatedBy: "no such day").count == 2 && clamped.contains("BYMONTHDAY=-1"))
  }

  @Test("explain says what this run does to a request that is not in the plan")
  func requests() throws {
    let pending = #"{"id":"task.gone","at":"2026-11-22T08:00:00Z"}"#
    let result = try Self.run(["explain", "--account", "u", "--notification", "task.gone"], pending: pending)
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        "cancelled by this run, set for 2026-11-22 09:00, removed: the account no longer has the item."))
    #expect(try Self.run(["explain", "--account", "u", "--notification", "task.none"], pending: pending).status == 66)
    // By the device's own ids.
    let own = [
      ("A1", 8, "kept by this run, set for 2026-11-21 09:00"), ("A2", 9, "moved by this run from 2026-11-21 10:00 to"),
    ]
    for (id, hour, words) in own {
      let pending = #"{"id":"\#(id)","at":"2026-11-21T0\#(hour):00:00Z","notification":"task.off"}"#
      let held = try Self.run(["explain", "--account", "u", "--notification", id], pending: pending).output
      #expect(held.contains("\ntask.off: task, item off\n") && held.contains("\n\(id): a request of the device"))
      #expect(held.contains("  \(words)") && held.contains(", of task.off."), "\(held)")
    }
  }

  @Test("a policy's test compares actions, and explain prints them for an account with requests")
  func actions() throws {
    let test = #"""

      [tests.device]
      now = "2026-11-20T12:00:00Z"
      days = 0
      account = { timeZone = "Europe/Rome", pending = [{ id = "task.old", at = "2026-11-21T08:00:00Z" }] }
      items = [{ kind = "task", id = "tea", title = "Tea", date = "2026-11-20", time = "16:00" }]
      expected = ["2026-11-20T16:00 task.tea scheduled"]
      actions = ["cancel task.old removed", "add task.tea 2026-11-20T16:00"]
      """#
    #expect(try Self.run(["check"], policy: Self.policy + test).errors.contains("1 test passed"))
    let wrong = try Self.run(["check"], policy: Self.policy + test.replacing("old removed", with: "old notPlanned"))
    #expect(wrong.status == 65 && wrong.output.contains("found cancel task.old removed"), "\(wrong.output)")
    let printed = try Self.run(
      ["explain", "--account", "u", "--as-test"], pending: #"{"id":"task.gone","at":"2026-11-22T08:00:00Z"}"#)
    #expect(printed.output.contains("\"cancel task.gone removed\"") && printed.output.contains("pending = "))
  }
}
