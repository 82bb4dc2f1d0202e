import Foundation
import TestSupport
import Testing

/// Tests `tickler explain --at`: the questions that support staff are asked.
@Suite struct ExplainAtTests {
  /// Returns an account in London with a daily reminder at nine, and what its device and user did since.
  static func export(_ inside: String = "", zone: String = "Europe/London") -> String {
    """
    {"format":"tickler-export/1","app":"focusflow","accounts":[{"id":"ana","timeZone":"\(zone)",
    "preferences":{"dailyReminder":{"time":"09:00"},"kinds":{"nudge":false,"recap":false}}\(inside.isEmpty ? "" : ",\(inside)"),
    "items":[{"kind":"task","id":"rent","title":"Pay the rent","date":"2026-10-23","time":"18:30"}]}]}
    """
  }

  /// Returns three nights of that account. The notification was delivered on the first morning, not on the second.
  static func nights(_ zone: String = "Europe/London") throws -> TestArchive {
    let archive = try TestArchive()
    try archive.plan("2026-10-21T02:00:00Z", export: export(zone: zone))
    try archive.plan(
      "2026-10-22T02:00:00Z",
      export: export(
        #""delivered":[{"id":"focusflow.dailyReminder","at":"2026-10-21T08:00:04Z"}],"pending":[{"id":"focusflow.dailyReminder","at":"2026-10-22T08:00:00Z","repeats":true}]"#,
        zone: zone))
    try archive.plan(
      "2026-10-23T02:00:00Z",
      export: export(
        #""delivered":[{"id":"focusflow.dailyReminder","at":"2026-10-21T08:00:04Z"}]"#, zone: zone))
    return archive
  }

  static func ask(
    _ archive: TestArchive, _ at: String, _ options: [String] = [], account: String = "ana",
    now: String = "2026-10-23T12:00:00Z", path: String? = nil
  ) throws -> Program.Result {
    try Program.run(
      [
        "explain", "--account", account, "--at", at, "--archive", path ?? archive.path.path, "--now", now,
        "--zoneinfo", TestFiles.zoneinfo,
      ] + options)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var at: String
    var options: [String] = []
    /// The start of the first line.
    var answer: String
    /// Texts in other lines.
    var reports: [String] = []
    var testDescription: String { label }
  }

  @Test(
    "says since when and why an item is left out, however one asks",
    arguments: [
      (["--notification", "focusflow.task.rent"], 0), (["--about", "rent"], 0), (["--about", "the rent"], 0),
      (["--about", "rent", "--at", "2026-10-23"], 0), (["--at", "2026-10-22 13:00"], 0),
      (["--about", "pay the rent", "--at", "2026-10-22"], 0), (["--at", "2026-10-23 18:30"], 0),
    ] as [([String], Int32)])
  func leftOut(options: [String], status: Int32) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan("2026-10-20T02:00:00Z", export: ExplainAtTests.export())
    let wrong = ExplainAtTests.export().replacing("2026-10-23", with: "2026-10-32")
    for day in [21, 22] { try archive.plan("2026-10-\(day)T02:00:00Z", export: wrong) }
    let result = try Program.run(
      [
        "explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-22T12:00:00Z", "--zoneinfo",
        TestFiles.zoneinfo,
      ] + options)
    #expect(result.status == status, "\(result.errors)")
    let why = #"task "rent" is left out since run 2026-10-21T020000Z, as of 2026-10-21T02:00:00Z: date is "2026-10-32""#
    #expect((result.output + result.errors).contains(why), "\(result.output)\(result.errors)")
    let present = try Program.run(
      [
        "explain", "--account", "ana", "--notification", "focusflow.task.rent", "--now", "2026-10-22T12:00:00Z",
        "--zoneinfo", TestFiles.zoneinfo, archive.folder.appending(path: "export.json").path,
      ])
    #expect(
      present.status == 66 && present.errors.contains(#"; task "rent" is left out: date is"#), "\(present.errors)")
  }

  @Test("says what took the place of a notification")
  func superseded() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let snoozed = ExplainAtTests.export().replacing(
      "18:30\"", with: "18:30\",\"snoozedUntil\":\"2026-10-24T09:00:00Z\"")
    try archive.plan("2026-10-23T02:00:00Z", export: snoozed)
    let result = try ExplainAtTests.ask(archive, "2026-10-23 18:30", now: "2026-10-24T12:00:00Z")
    #expect(
      result.output.hasPrefix(
        "\"Pay the rent\" (Fri 23 Oct 18:30) was not sent: it was snoozed to Sat 24 Oct 10:00.\n"),
      "\(result.output)")
  }

  @Test("names the last run that had a deleted account")
  func deleted() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for (day, export) in [(20, ExplainAtTests.export()), (21, ExplainAtTests.export())] {
      try archive.plan("2026-10-\(day)T02:00:00Z", export: export)
    }
    let others = ExplainAtTests.export().replacing("\"id\":\"ana\"", with: "\"id\":\"ben\"")
    for day in 22...23 { try archive.plan("2026-10-\(day)T02:00:00Z", export: others) }
    let result = try ExplainAtTests.ask(archive, "2026-10-23 09:00")
    #expect(result.status == 0, "\(result.errors)")
    let reported =
      "The run in force, 2026-10-23T020000Z, has no account \"ana\" of focusflow: it was not in the exports. "
      + "It was last seen in run 2026-10-21T020000Z, as of 2026-10-21T02:00:00Z.\n"
    #expect(result.output.hasPrefix(reported), "\(result.output)")
  }

  @Test("of an id in two apps, answers for the one with the requested notification")
  func twoApps() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let input = archive.folder.appending(path: "in")
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    try Data(ExplainAtTests.export().utf8).write(to: input.appending(path: "a.json"))
    let bills =
      #"{"format":"tickler-export/1","app":"moneymap","accounts":[{"id":"ana","timeZone":"Europe/London","items":"#
      + #"[{"kind":"bill","id":"power","name":"Power","dueDate":"2026-10-23","type":"expense"}]}]}"#
    try Data(bills.utf8).write(to: input.appending(path: "b.json"))
    let made = try Program.run([
      "plan", input.path, "--archive", archive.path.path, "--now", "2026-10-21T02:00:00Z", "--zoneinfo",
      TestFiles.zoneinfo,
      "--quiet",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let power = try ExplainAtTests.ask(archive, "2026-10-23", ["--about", "power"])
    #expect(power.status == 0 && power.output.contains("bill.power.2026-10-23.due"), "\(power.errors)\(power.output)")
    #expect(!power.output.contains("focusflow"))
    let rent = try ExplainAtTests.ask(archive, "2026-10-23", ["--about", "rent"])
    #expect(rent.status == 0 && rent.output.contains("focusflow.task.rent") && !rent.output.contains("bill."))
    let nothing = try ExplainAtTests.ask(archive, "2026-10-23", ["--about", "gas"])
    #expect(nothing.status == 66 && nothing.errors.contains("has no notification"), "\(nothing.errors)")
  }

  @Test("the table of an account's nights lists what was shown, what was not, and when the account was last seen")
  func table() throws {
    let archive = try ExplainAtTests.nights()
    defer { archive.remove() }
    try archive.plan(
      "2026-10-24T02:00:00Z", export: ExplainAtTests.export().replacing("\"id\":\"ana\"", with: "\"id\":\"ben\""))
    func ask(_ more: [String]) throws -> Program.Result {
      try Program.run(
        [
          "explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-24T12:00:00Z", "--zoneinfo",
          TestFiles.zoneinfo,
        ] + more)
    }
    let all = try ask([])
    #expect(all.status == 0, "\(all.errors)")
    let rows = all.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      rows == [
        "account \"ana\" of focusflow: 4 notifications in 3 runs, 2026-10-21T020000Z to 2026-10-23T020000Z",
        "time notification outcome shown run",
        "2026-10-21 09:00 Europe/London focusflow.dailyReminder scheduled as planned 2026-10-21T020000Z",
        "2026-10-22 09:00 Europe/London focusflow.dailyReminder scheduled no, device not seen since 2026-10-21T08:00:04Z 2026-10-22T020000Z",
        "2026-10-23 09:00 Europe/London focusflow.dailyReminder scheduled no later run shows it 2026-10-23T020000Z",
        "2026-10-23 18:30 Europe/London focusflow.task.rent scheduled no later run shows it 2026-10-23T020000Z",
        "The account was last seen in run 2026-10-23T020000Z.",
      ])
    let terminal = try Terminal(columns: 80)
    let status = try Program.run(
      [
        "explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-24T12:00:00Z", "--zoneinfo",
        TestFiles.zoneinfo, "--no-color",
      ], in: archive.folder, output: terminal.handle, errors: .nullDevice)
    let narrow = try terminal.finish().replacing("\r\n", with: "\n").split(separator: "\n").suffix(3)
    #expect(status == 0 && narrow.allSatisfy { $0.count <= 80 }, "\(narrow)")
    #expect(narrow.dropLast().last == "  no later run shows it, 2026-10-23T020000Z", "\(narrow)")
    let rent = try ask(["--about", "the RENT"])
    #expect(rent.output.contains("1 notification in 3 runs") && rent.output.contains("task.rent"), "\(rent.output)")
    let nothing = try ask(["--about", "gas"])
    #expect(nothing.status == 66 && nothing.errors.contains("has a notification \"gas\""), "\(nothing.errors)")
  }

  static let rows: [Row] = [
    Row(
      label: "delivered, according to the next night's export", at: "2026-10-21 09:00",
      answer:
        "\"Start with a clear plan\" (Wed 21 Oct 09:00) was shown Wed 21 Oct 09:00:04, according to the export of "
        + "run 2026-10-22T020000Z. Switched off: 1 more.",
      reports: [
        "the run in force was 2026-10-21T020000Z, as of 2026-10-21T02:00:00Z",
        "2026-10-21T020000Z  device   told to add the request focusflow.dailyReminder",
        "2026-10-22T020000Z  export   delivered at 2026-10-21T08:00:04Z",
      ]),
    Row(
      label: "sent to the device and not delivered; the device held it, and no longer does", at: "yesterday 09:00",
      answer:
        "\"Start with a clear plan\" (Thu 22 Oct 09:00) was planned, but not shown: the device had not been seen since "
        + "Wed 21 Oct 09:00:04.",
      reports: [
        "2026-10-23T020000Z  export   not shown; last sign of the device at 2026-10-21T08:00:04Z",
        "held the request focusflow.dailyReminder already (keep)",
        "2026-10-23T020000Z  since    device told to add the request focusflow.dailyReminder",
      ]),
    Row(
      label: "an instant is independent of clocks", at: "2026-10-22T10:00:00+02:00",
      answer: "\"Start with a clear plan\" (Thu 22 Oct 09:00) was planned"),
    Row(
      label: "a weekday is the most recent one", at: "thursday 09:00",
      answer: "\"Start with a clear plan\" (Thu 22 Oct 09:00) was planned"),
    Row(
      label: "a time is today's; no later run knows about this morning", at: "09:00",
      answer:
        "\"Start with a clear plan\" (Fri 23 Oct 09:00) was planned, and the device was told; no later run shows "
        + "whether it was shown."),
    Row(
      label: "an upcoming notification", at: "today 18:30",
      answer: "\"Pay the rent\" (Fri 23 Oct 18:30) is still to come."),
    Row(
      label: "a day has all its notifications", at: "today",
      answer: "6 notifications for 2026-10-23 Europe/London: 2 planned to go out; not sent: 4 kind is off.",
      reports: ["focusflow.dailyReminder: dailyReminder", "focusflow.task.rent: task, item rent"]),
    Row(
      label: "a part of a title is enough, and the hour may be wrong", at: "today 18:00",
      options: ["--about", "the RENT"],
      answer: "\"Pay the rent\" (Fri 23 Oct 18:30) is"),
    Row(
      label: "a part of an identifier is enough", at: "today", options: ["--notification", "task.re"],
      answer: "\"Pay the rent\" (Fri 23 Oct 18:30) is"),
    Row(
      label: "a request names its notification", at: "2026-10-21",
      options: ["--notification", "focusflow.dailyReminder"],
      answer: "\"Start with a clear plan\" (Wed 21 Oct 09:00) was shown"),
    Row(
      label: "none at that minute, and those of the day", at: "today 11:00",
      answer: "Nothing was planned for 2026-10-23 11:00 Europe/London.",
      reports: ["on that day 2026-10-23 09:00: focusflow.dailyReminder, scheduled"]),
    Row(
      label: "before the archive", at: "2026-10-20 09:00",
      answer: "Nothing is known about 2026-10-20 09:00 Europe/London: the first run, 2026-10-21T020000Z, is later.",
      reports: ["tickler explain --account ana --on 2026-10-20 --now 2026-10-19T23:00:00Z"]),
    Row(
      label: "after every window: the first day whose plan reaches it", at: "2026-12-24 09:00",
      answer:
        "No run reaches 2026-12-24 09:00 Europe/London: the plan of 2026-10-23T020000Z, the last before it, ends at "
        + "2026-11-07T00:00:00Z.",
      reports: [
        "A plan as of 2026-12-10T00:00:00Z or later has it: tickler explain --account ana --on 2026-12-24 --now"
      ]),
  ]

  @Test("prints the answer first, then the chain", arguments: rows)
  func answers(row: Row) throws {
    let archive = try ExplainAtTests.nights()
    defer { archive.remove() }
    let result = try ExplainAtTests.ask(archive, row.at, row.options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix(row.answer), "\(result.output)")
    for words in row.reports { #expect(result.output.contains(words), "\(result.output)") }
    // The JSON has the same answer.
    let json = try ExplainAtTests.ask(archive, row.at, row.options + ["--format", "json"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(result.output.hasPrefix("\(try #require(document["answer"] as? String))\n"))
  }

  @Test("the suggested --now has the notification, computed from the exports")
  func namedNow() throws {
    let archive = try ExplainAtTests.nights()
    defer { archive.remove() }
    let result = try ExplainAtTests.ask(archive, "2026-12-24 09:00")
    let command = try #require(result.output.split(separator: "\n").last?.split(separator: ": tickler ").last)
    var words = command.split(separator: " ").map(String.init)
    #expect(words.removeLast() == "EXPORTS")
    let live = try Program.run(
      words + [archive.folder.appending(path: "export.json").path, "--zoneinfo", TestFiles.zoneinfo])
    #expect(live.status == 0, "\(live.errors)")
    #expect(live.output.contains("scheduled: it goes out on 2026-12-24 09:00 local time."), "\(live.output)")
  }

  @Test("nine o'clock is the account's: in Tokyo, another run answers")
  func zone() throws {
    let archive = try ExplainAtTests.nights("Asia/Tokyo")
    defer { archive.remove() }
    // 09:00 in Tokyo is midnight in UTC, before that night's run.
    let result = try ExplainAtTests.ask(archive, "2026-10-22 09:00")
    #expect(result.output.contains("2026-10-22T00:00:00Z; the run in force was 2026-10-21T020000Z"), "\(result.output)")
  }

  @Test(
    "before the first run, only a delivery that an export lists is known",
    arguments: [
      (
        #""delivered":[{"id":"focusflow.dailyReminder","at":"2026-10-21T08:00:04Z"}]"#, "was shown Wed 21 Oct 09:00:04,"
      ),
      ("", "Nothing is known about \"Start with a clear plan\" (Wed 21 Oct 09:00): the first run, 2026-10-21T160000Z,"),
    ])
  func beforeFirst(inside: String, words: String) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for day in 21...22 { try archive.plan("2026-10-\(day)T16:00:00Z", export: ExplainAtTests.export(inside)) }
    for at in ["2026-10-21", "2026-10-21 09:00"] {
      let result = try ExplainAtTests.ask(archive, at, ["--notification", "dailyReminder"])
      #expect(result.status == 0 && result.output.prefix { $0 != "\n" }.contains(words), "\(result.output)")
      #expect(!result.output.contains("plan more often"))
    }
  }

  @Test("each line of a day comes from the run that was in force at its time")
  func day() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan("2026-10-22T02:00:00Z", export: ExplainAtTests.export())
    let denied = ExplainAtTests.export(#""authorization":"denied""#)
      .replacing("\"Pay the rent\"", with: "\"Pay it\"")
    try archive.plan("2026-10-23T12:00:00Z", export: denied)
    for (options, start) in [
      ([], "6 notifications for 2026-10-23 Europe/London: 1 planned to go out; not sent: "),
      (["--about", "pay it"], "\"Pay it\" (Fri 23 Oct 18:30) will not be sent: notifications are off"),
      (["--about", "dailyReminder"], "\"Start with a clear plan\" (Fri 23 Oct 09:00) was planned"),
    ] {
      for at in options.isEmpty ? ["today"] : ["today", "today 01:00"] {
        let result = try ExplainAtTests.ask(archive, at, options, now: "2026-10-23T14:00:00Z")
        #expect(result.status == 0 && result.output.hasPrefix(start), "\(at): \(result.output)\(result.errors)")
      }
    }
  }

  @Test("a run that kept the plan of a broken input answers with the run that made it")
  func stale() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let other = archive.folder.appending(path: "other.json")
    try Data(ExplainAtTests.export().replacing("\"id\":\"ana\"", with: "\"id\":\"ben\"").utf8).write(to: other)
    try archive.plan("2026-10-22T02:00:00Z", [other.path], export: ExplainAtTests.export())
    let kept = try archive.plan(
      "2026-10-23T02:00:00Z", [other.path, "--keep-going"], export: String(ExplainAtTests.export().prefix(240)))
    #expect(kept.status == 3, "\(kept.errors)")
    for at in ["today", "today 09:00"] {
      let result = try ExplainAtTests.ask(archive, at, ["--notification", "dailyReminder"])
      #expect(result.output.contains("was planned, and the device was told"), "\(result.output)")
      #expect(
        result.output.hasSuffix(
          "\nRun 2026-10-23T020000Z could not read the account's input (export.json:3:54: found the end of the input; "
            + "expected a closing quote), and kept the plan as of 2026-10-22T02:00:00Z: what the user did since is not "
            + "in it.\n"), "\(result.output)")
    }
    for hour in [3, 4] {
      let due = "2026-10-23T0\(hour + 1):00:00Z"
      let result = try archive.plan(
        "2026-10-23T0\(hour):00:00Z", [other.path, "--due-before", due], export: ExplainAtTests.export())
      #expect(result.status == 0, "\(result.errors)")
    }
    let notDue = try ExplainAtTests.ask(archive, "today 09:00", ["--notification", "dailyReminder"])
    #expect(notDue.output.contains("no later run shows whether it was shown"), "\(notDue.output)")
    #expect(notDue.output.components(separatedBy: "the account was not due").count == 2, "\(notDue.output)")
  }

  /// A night of a table: its `now`, the account's items, and its other members.
  typealias Night = (now: String, items: String, more: String)

  private static func pill(_ time: String = "09:00", _ id: String = "pill", _ title: String = "Pill") -> String {
    #"{"kind":"task","id":"\#(id)","title":"\#(title)","date":"2026-10-20","time":"\#(time)","repeat":"daily"}"#
  }
  private static func shown(_ deliveries: [(id: String, at: String)]) -> String {
    #""delivered":["#
      + deliveries.map { #"{"id":"focusflow.task.\#($0.id)","at":"2026-10-\#($0.at)Z"}"# }.joined(separator: ",") + "]"
  }

  private static let once = pill().replacing(#","repeat":"daily""#, with: "")
  static let later: [(label: String, nights: [Night], options: [String], answer: String)] = [
    (
      "an export after several runs lists it",
      [("20T02:15", pill(), ""), ("20T14:15", pill(), ""), ("21T02:15", pill(), shown([("pill", "20T08:00:05")]))],
      ["--at", "20 Oct 9:00"], "was shown Tue 20 Oct 09:00:05, according to the export of run 2026-10-21T021500Z."
    ),
    (
      "in the table, too",
      [("20T02:15", pill(), ""), ("20T14:15", pill(), ""), ("21T02:15", pill(), shown([("pill", "20T08:00:05")]))],
      [], "as planned"
    ),
    (
      "the nearest delivery is its own",
      [("20T02:15", pill(), ""), ("21T02:15", pill(), shown([("pill", "20T16:00:03"), ("pill", "20T08:00:03")]))],
      ["--at", "20 Oct 9:00"], "was shown Tue 20 Oct 09:00:03"
    ),
    (
      "a one-off is not shown by what came before its time",
      [
        ("20T02:15", once, ""),
        (
          "21T02:15", once.replacing("10-20", with: "10-21"),
          shown([("pill", "20T08:00:05")])
        ),
      ], ["--at", "21 Oct 9:00"], "was planned, and the device was told"
    ),
    (
      "it came at another time, which is all that the user knows",
      [("20T02:15", pill(), ""), ("21T02:15", pill(), shown([("pill", "20T06:00:03")]))], ["--at", "20 Oct 7:00"],
      "\"Pill\" (Tue 20 Oct 09:00) was"
    ),
    (
      "what no run planned",
      [("20T02:15", pill(), ""), ("21T02:15", pill(), shown([("old", "20T10:00:03")]))], ["--at", "20 Oct 11:00"],
      "focusflow.task.old was shown"
    ),
    (
      "the time was changed", [("20T02:15", pill(), ""), ("21T02:15", pill("10:00"), "")], ["--at", "21 Oct 9:00"],
      "was planned, and run 2026-10-21T021500Z moved it to Wed 21 Oct 10:00 before its time."
    ),
    (
      "several for one reason",
      [("20T02:15", "\(pill()),\(pill("09:00", "tea", "Tea"))", #""authorization":"denied""#)],
      ["--at", "20 Oct 9:00"],
      "None of the 4 notifications for 2026-10-20 09:00 Europe/London was sent: notifications are off in the phone's"
    ),
    (
      "the second of two runs of one instant removed it", [("20T02:15", pill(), ""), ("20T02:15", "", "")],
      ["--at", "20 Oct 9:00"], "was planned, but run 2026-10-20T021500Z-2 removed it before its time: "
    ),
    (
      "another phone than today's",
      [("20T02:15", pill(), #""device":"old""#), ("21T02:15", pill(), #""device":"new""#)], ["--at", "20 Oct 9:00"],
      "was planned, and the device was told"
    ),
    (
      "removed on the day itself", [("20T02:15", pill(), ""), ("21T02:15", "", "")], ["--at", "21 Oct"],
      "removed it before its time: the export or the policy no longer has it."
    ),
    (
      "after a flight", [("20T02:15", pill(), ""), ("21T02:15", pill(), #""timeZone":"Asia/Tokyo""#)],
      ["--at", "21 Oct 9:00"],
      "cancelled it before its time: the account is in Asia/Tokyo since then, where that time was over."
    ),
    (
      "the other one that says the same",
      [("20T02:15", "\(pill()),\(pill("09:00", "two"))", "")], ["--at", "20 Oct 9:00", "--notification", "two"],
      "was not sent: \"Pill\" (Tue 20 Oct 09:00) says the same."
    ),
  ]

  @Test("answers what support is told days later", arguments: later)
  func laterExports(label: String, nights: [Night], options: [String], answer: String) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    for (now, items, more) in nights {
      let zone = more.contains("timeZone") ? "" : #""timeZone":"Europe/London","#
      let export =
        #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-10-\#(now):00Z","accounts":[{"id":"ana",\#(zone)"#
        + #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":[\#(items)]"#
        + (more.isEmpty ? "" : ",\(more)") + "}]}"
      try archive.plan("2026-10-\(now):00Z", export: export)
    }
    let result = try Program.run(
      ["explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-22T12:00:00Z"] + options
        + ["--zoneinfo", TestFiles.zoneinfo])
    #expect(result.status == 0 && result.output.contains(answer), "\(result.output)\(result.errors)")
  }

  @Test("says since when and why an account is left out, and knows what has no date or is switched off")
  func accountsAndDates() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let bills =
      #"{"format":"tickler-export/1","app":"moneymap","accounts":[{"id":"ana","timeZone":"Europe/London","items":["#
      + #"{"kind":"bill","id":"dentist","name":"Dentist","type":"expense"},"#
      + #"{"kind":"bill","id":"loan","name":"Loan","type":"expense","dueDate":"2026-10-30"}],"#
      + #""preferences":{"kinds":{"bill":false,"overdue":false}}}]}"#
    try archive.plan("2026-10-21T02:00:00Z", export: bills.replacing("false", with: "true"))
    try archive.plan("2026-10-22T02:00:00Z", export: bills)
    func ask(_ options: [String]) throws -> String {
      let result = try Program.run(
        [
          "explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-23T12:00:00Z", "--zoneinfo",
          TestFiles.zoneinfo,
        ] + options)
      #expect(result.status == 0, "\(result.errors)")
      return result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        .joined(separator: "\n")
    }
    #expect(try ask([]).contains("not to come: "))
    #expect(try ask(["--about", "loan"]).contains("bill.loan.2026-10-30.due kindDisabled 2026-10-22T020000Z"))
    #expect(try ask(["--about", "dentist"]).contains("no date bill.dentist kindDisabled 2026-10-22T020000Z"))
    #expect(try ask(["--about", "dentist", "--at", "2026-10-21"]).hasPrefix("\"Dentist\" is not sent: "))
    try archive.plan("2026-10-23T02:00:00Z", export: bills.replacing("Europe/London", with: "Europe/Lond"))
    let why =
      #"account "ana" is left out since run 2026-10-23T020000Z, as of 2026-10-23T02:00:00Z: timeZone is "Europe/Lond""#
    for options in [["--at", "today 12:00"], ["--at", "tomorrow"], []] {
      let answer = try ask(options)
      #expect(answer.contains(why) && answer.contains("was last seen in run 2026-10-22T020000Z"), "\(answer)")
    }
    try archive.plan("2026-10-24T02:00:00Z", export: bills)
    #expect(try ask([]).contains("No plan in run 2026-10-23T020000Z: timeZone is \"Europe/Lond\", not the name"))
  }

  @Test(
    "knows what earlier runs had and what later ones found too late, and says why the last one has it no longer",
    arguments: [
      // What is to be in the first run, and in the second; the question; the first line, or a line.
      (
        "", "task gone", ["--at", "2026-10-23 18:30"],
        "\"Pay the rent\" (Fri 23 Oct 18:30) was planned, but run 2026-10-22T020000Z removed it before its time: "
      ),
      ("", "task gone", ["--about", "the rent"], "focusflow.task.rent scheduled removed by run 2026-10-22T020000Z"),
      (
        "", "task gone", ["--about", "the rent", "--at", "2026-10-23"],
        "\"Pay the rent\" (Fri 23 Oct 18:30) was planned, but"
      ),
      (
        "", "task gone", ["--about", "the rent", "--at", "2026-10-24"],
        "No run in force has it: the last one that planned"
      ),
      ("", "task gone", [], "focusflow.task.rent scheduled removed by run 2026-10-22T020000Z"),
      (
        "", "2026-10-21 20:00", ["--at", "2026-10-21 20:00"],
        "\"Pay the rent\" (Wed 21 Oct 20:00) was not sent: run 2026-10-22T020000Z was the first whose exports have it,"
      ),
      ("", "2026-10-21 20:00", ["--about", "the rent"], "focusflow.task.rent past 2026-10-22T020000Z"),
      ("", "2026-10-21 20:00", [], "focusflow.task.rent past 2026-10-22T020000Z"),
      (
        "2026-10-22 03:00", "2026-10-22 03:00", ["--at", "2026-10-22 03:00"],
        "\"Pay the rent\" (Thu 22 Oct 03:00) was planned, and the device was told"
      ),
      ("2026-10-20 20:00", "2026-10-20 20:00", ["--about", "the rent"], "focusflow.task.rent past 2026-10-21T020000Z"),
      (
        "2027-03-01 09:00", "2027-03-01 09:00", ["--at", "2027-03-01 09:00"],
        "\"Pay the rent\" (Mon 1 Mar 2027 09:00) is still to come: the plan ends Fri 6 Nov 00:00,"
      ),
      (
        "", #""preferences":{"quietHours":{"start":"24:30","end":"07:00"}}"#, ["--at", "2026-10-22 09:00"],
        "No notification that needs preferences.quietHours.start is planned since run 2026-10-22T020000Z"
      ),
      (
        "", #""preferences":{"quietHours":{"start":"24:30","end":"07:00"}}"#, [],
        "No notification that needs preferences.quietHours.start is planned since run 2026-10-22T020000Z"
      ),
      (
        "", #""items":"twice""#, ["--at", "2026-10-22 11:00"],
        "a second task \"rent\" is left out since run 2026-10-22T"
      ),
      (
        "", #""authorization":"notDetermined""#, ["--at", "2026-10-22 09:00", "--notification", "dailyReminder"],
        "was not sent: the app has not asked for permission yet. It asks when the user"
      ),
    ] as [(String, String, [String], String)])
  func otherRuns(first: String, second: String, options: [String], words: String) throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let item = #"{"kind":"task","id":"rent","title":"Pay the rent","date":"2026-10-23","time":"18:30"}"#
    for (day, state) in [(21, first), (22, second)] {
      var export = ExplainAtTests.export(state.hasPrefix("\"authorization") ? state : "")
      let time = state.split(separator: " ")
      switch state {
      case "task gone": export = export.replacing(item, with: "")
      case #""items":"twice""#: export = export.replacing(item, with: "\(item),\(item)")
      case let state where state.hasPrefix("\"preferences"):
        export = export.replacing(
          #""preferences":{"#, with: #""preferences":{"quietHours":{"start":"24:30","end":"07:00"},"#)
      case let state where state.hasPrefix("20"):
        export = export.replacing("2026-10-23", with: time[0]).replacing("18:30", with: time[1])
      default: break
      }
      if day == 21, second == "2026-10-21 20:00" { export = ExplainAtTests.export().replacing(item, with: "") }
      try archive.plan("2026-10-\(day)T02:00:00Z", export: export)
    }
    let result = try Program.run(
      [
        "explain", "--account", "ana", "--archive", archive.path.path, "--now", "2026-10-23T20:00:00Z", "--zoneinfo",
        TestFiles.zoneinfo,
      ] + options)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains { $0.contains(words) }, "\(result.output)")
  }

  @Test("a redacted archive that is asked with an id names --redact")
  func redacted() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    let key = archive.folder.appending(path: "key")
    try Data(String(repeating: "k", count: 40).utf8).write(to: key)
    try archive.plan("2026-10-22T02:00:00Z", ["--redact", key.path], export: ExplainAtTests.export())
    let result = try ExplainAtTests.ask(archive, "today")
    #expect(result.status == 66 && result.errors.contains("pass --redact FILE"), "\(result.errors)")
    let named = try ExplainAtTests.ask(archive, "2026-10-22 09:00", ["--redact", key.path])
    #expect(named.status == 0 && !named.output.contains("device"), "\(named.output)")
  }

  @Test("uses the clock of the run in force: after a move, an instant is searched in the old zone")
  func moved() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan("2026-10-21T02:00:00Z", export: ExplainAtTests.export())
    try archive.plan("2026-10-22T02:00:00Z", export: ExplainAtTests.export(zone: "Asia/Tokyo"))
    for at in ["2026-10-21T08:00:00Z", "2026-10-21 09:00"] {
      let result = try ExplainAtTests.ask(archive, at)
      #expect(result.output.hasPrefix("\"Start with a clear plan\" (Wed 21 Oct 09:00) was planned"), "\(result.output)")
      #expect(result.output.contains("2026-10-21 09:00 Europe/London"))
    }
  }

  @Test("names the holders of the slots if a notification found none")
  func slots() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan(ArchiveTests.nights[2])
    let lines = try String(decoding: archive.file("latest/plan.ndjson"), as: UTF8.self).split(separator: "\n")
      .dropFirst()
    let fay = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
      .filter { $0["account"] as? String == "fay" }
    let lost = try #require(fay.first { $0["reason"] as? String == "slotLimit" })
    let result = try ExplainAtTests.ask(
      archive, try #require(lost["at"] as? String), ["--format", "json"], account: "fay", now: "2026-10-23T17:00:00Z")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let candidates = try #require(document["candidates"] as? [[String: Any]])
    let candidate = try #require(candidates.first { $0["notification"] as? String == lost["notification"] as? String })
    let holders = try #require(candidate["slots"] as? [[String: Any]]).compactMap { $0["notification"] as? String }
    let kept = fay.filter { $0["outcome"] as? String != "dropped" }.compactMap { $0["notification"] as? String }
    #expect(holders.count == 54, "64, less 10 that the app keeps for itself")
    #expect(holders.sorted() == kept.sorted())
    let text = try ExplainAtTests.ask(
      archive, try #require(lost["at"] as? String), account: "fay", now: "2026-10-23T17:00:00Z")
    #expect(text.output.contains("the 54 slots went to habit"))
    #expect(text.output.contains("will not be sent: the phone could not hold more notifications"))
  }

  @Test("answers from the folder of a single plan as far as possible")
  func onePlan() throws {
    let archive = try ExplainAtTests.nights()
    defer { archive.remove() }
    for path in ["2026-10-21T020000Z", "latest", "2026-10-21T020000Z/plan.ndjson"] {
      let folder = archive.path.appending(path: path).path
      let result = try ExplainAtTests.ask(archive, "2026-10-23 09:00", path: folder)
      #expect(result.status == 0)
      #expect(
        result.output.hasPrefix(
          "\"Start with a clear plan\" (Fri 23 Oct 09:00) was planned"), "\(result.output)")
    }
  }

  @Test("reports later changes: other settings, another time")
  func since() throws {
    let archive = try TestArchive()
    defer { archive.remove() }
    try archive.plan("2026-10-21T02:00:00Z", export: ExplainAtTests.export())
    try archive.plan(
      "2026-10-22T02:00:00Z", export: ExplainAtTests.export().replacingOccurrences(of: "09:00", with: "10:15"))
    let result = try ExplainAtTests.ask(archive, "2026-10-23 10:15")
    #expect(result.output.contains("\"Start with a clear plan\" (Fri 23 Oct 10:15) was planned"))
    let before = try ExplainAtTests.ask(archive, "2026-10-21 09:00")
    #expect(before.output.contains("2026-10-22T020000Z  since    the account has other settings"), "\(before.output)")
  }

  @Test(
    "suggests the nearest name for a typo, and gives an unanswerable question its status",
    arguments: [
      (["--account", "anna"], 66, "; the nearest is \"ana\""),
      (
        ["--account", "ana", "--notification", "focusflow.dailyRemindr"], 66,
        "; the nearest is \"focusflow.dailyReminder\""
      ),
      (["--account", "ana", "--about", "Pay the rant"], 66, "; the nearest is \"Pay the rent\""),
      (["--account", "ana", "--about", "zzzzzzzz"], 66, "has no notification \"zzzzzzzz\""),
      (["--account", "ana", "--app", "focus"], 66, "\"ana\" is in focusflow"),
      (["--account", "ana", "inputs"], 64, "takes no exports"),
      (["--account", "ana", "--on", "2026-10-22"], 64, "with --archive, --at takes the date instead of --on"),
    ] as [([String], Int32, String)])
  func refusals(options: [String], status: Int32, reports: String) throws {
    let archive = try ExplainAtTests.nights()
    defer { archive.remove() }
    let result = try Program.run(
      ["explain", "--at", "2026-10-22 09:00", "--archive", archive.path.path, "--zoneinfo", TestFiles.zoneinfo]
        + options)
    #expect(result.status == status)
    #expect(result.errors.contains(reports), "\(result.errors)")
  }

  @Test("suggests the nearest name for a typo without an archive too")
  func live() throws {
    func explain(_ options: [String]) throws -> Program.Result {
      try Program.run(
        ["explain", "inputs", "--now", "2026-10-23T16:00:00Z", "--zoneinfo", TestFiles.zoneinfo] + options)
    }
    let account = try explain(["--account", "cleoo"])
    #expect(account.status == 66)
    #expect(account.errors.contains("no input has the account \"cleoo\"; the nearest is \"cleo\""))
    let notification = try explain(["--account", "ana", "--notification", "focusflow.task.cal-2"])
    #expect(notification.status == 66)
    #expect(notification.errors.contains("the nearest is \"focusflow.task.call-2\""))
  }

  @Test(
    "rejects an invalid time and lists the valid forms",
    arguments: ["soon", "25:00", "yesterday 9", "09:00 10:00", ""])
  func badTimes(text: String) throws {
    let result = try Program.run(["explain", "--account", "a", "--at", text, "--archive", "x"])
    #expect(result.status == 64)
    #expect(result.errors.contains("--at"))
  }
}
