import Foundation
import TestSupport
import Testing

/// The verdict in `summary.json`, in the last line and in `history`, over two nights.
struct VerdictTests {
  private struct Night {
    var accounts: [String]
    var more: [String] = []
    var app = "focusflow"

    /// An export of three daily tasks for each account.
    func export(_ exportedAt: String) -> String {
      #"{"format":"tickler-export/1","app":"\#(app)","exportedAt":"\#(exportedAt)","accounts":["#
        + (accounts + more).joined(separator: ",") + "]}"
    }
  }

  private static let (first, second) = ("2026-10-20T16:00:00Z", "2026-10-21T16:00:00Z")

  private static func account(_ number: Int, _ members: String = "", tasks: Int = 3, time: Int = 9) -> String {
    let items = (0..<tasks).map { task in
      #"{"kind":"task","id":"t\#(task)","title":"Task \#(number).\#(task)","date":"2026-10-01","#
        + #""time":"\#(String(format: "%02d", time + task)):00","repeat":"daily"}"#
    }
    return #"{"id":"u\#(number)","timeZone":"Europe/Berlin"\#(members),"items":[\#(items.joined(separator: ","))]}"#
  }

  private static func accounts(_ count: Int, but change: (Int) -> String? = { account($0) }) -> [String] {
    (0..<count).compactMap { $0 == 0 ? account(0) : change($0) }
  }

  private static func single(_ app: String, _ item: String) -> Night {
    let accounts = (0..<20).map {
      #"{"id":"u\#($0)","timeZone":"Europe/Berlin","preferences":{"kinds":{"bill":true}},"items":[{"id":"x",\#(item)}]}"#
    }
    return Night(accounts: accounts, app: app)
  }

  private static func bill(_ fields: String, _ kind: String = "digest") -> Night {
    let later = #"{"kind":"bill","id":"y","name":"Gas","amount":9,"currency":"EUR","dueDate":"2026-10-29"}"#
    var night = single(
      "moneymap", #""kind":"bill","name":"Rent","amount":9,"currency":"EUR",\#(fields)},\#(later.dropLast())"#)
    night.accounts = night.accounts.map { $0.replacing(#""bill":true"#, with: #""bill":true,"\#(kind)":true"#) }
    return night
  }

  private static func weekly(from date: String) -> Night {
    single("focusflow", #""kind":"task","title":"Call","date":"\#(date)","time":"09:00","repeat":"weekly""#)
  }

  private static func money(items: Int) -> String {
    let bill = #"{"kind":"bill","id":"b","name":"Rent","amount":9,"currency":"EUR","dueDate":"2026-10-26"}"#
    return #"{"id":"m","app":"moneymap","timeZone":"Europe/Berlin","preferences":{"kinds":{"bill":true},"#
      + #""bills":{"dayBefore":false}},"items":[\#(items > 0 ? bill : "")]}"#
  }

  /// An account of tasks on one day, a minute apart, or at the same minute with the same title.
  private static func crowded(_ tasks: Int = 0, twice: Int = 0) -> String {
    let items = (0..<tasks + twice).map { task in
      let minute = task < tasks ? task : tasks
      return #"{"kind":"task","id":"c\#(task)","title":"Task \#(minute)","date":"2026-10-23","#
        + #""time":"\#(String(format: "%02d:%02d", 10 + minute / 60, minute % 60))"}"#
    }
    return #"{"id":"crowded","timeZone":"Europe/Berlin","items":[\#(items.joined(separator: ","))]}"#
  }

  /// The account's three tasks, and three more before them.
  private static func earlier(_ number: Int) -> String {
    (0..<3).reduce(account(number, tasks: 6, time: 6)) {
      $0.replacing("\"t\($1)\"", with: "\"n\($1)\"").replacing("\"t\($1 + 3)\"", with: "\"t\($1)\"")
    }
  }

  /// Single tasks of a day, and of an earlier one.
  private static func oneOffs(_ tasks: Int, sooner: Int = 0) -> String {
    let items = (0..<tasks + sooner).map { task in
      let (day, time) = task < tasks ? (27, "10:\(10 + task)") : (24, "09:\(10 + task - tasks)")
      return #"{"kind":"task","id":"t\#(task)","title":"T\#(task)","date":"2026-10-\#(day)","time":"\#(time)"}"#
    }
    return #"{"id":"u0","timeZone":"Europe/Berlin","items":[\#(items.joined(separator: ","))]}"#
  }

  private static let rejected = #"{"id":"broken","timeZone":"Nowhere/Land","items":[]}"#
  private static let quiet =
    #","preferences":{"quietHours":{"start":"21:00","end":"07:00"},"bedtime":{"time":"22:00"}}"#

  /// What a night has, what the night before had, and the verdict: the word, and a part of the reason.
  private static let rows: [(what: String, before: Night?, now: Night, word: String, reason: String)] = [
    ("everything is fine", nil, Night(accounts: accounts(3)), "fine", ""),
    ("nothing at all", nil, Night(accounts: []), "nothing", "no account"),
    ("a record is rejected", nil, Night(accounts: accounts(2), more: [rejected]), "look", "1 record rejected"),
    (
      "it was rejected yesterday too", Night(accounts: accounts(2), more: [rejected]),
      Night(accounts: accounts(2), more: [rejected]), "fine", "1 record rejected, as in the run before"
    ),
    (
      "sooner tasks take the slots of later ones", Night(accounts: [oneOffs(49)]),
      Night(accounts: [oneOffs(49, sooner: 40)]), "look", "lost since the last run: no slot left in 1 account"
    ),
    ("the same night again", Night(accounts: accounts(100)), Night(accounts: accounts(100)), "fine", ""),
    (
      "one of two is denied", Night(accounts: accounts(2)),
      Night(accounts: accounts(2) { account($0, #","authorization":"denied""#) }), "look",
      "lost since the last run: authorization authorized → denied in 1 account"
    ),
    (
      "99 of 100 are denied", Night(accounts: accounts(100)),
      Night(accounts: accounts(100) { account($0, #","authorization":"denied""#) }), "look",
      "10,395 notifications lost since the last run: authorization authorized → denied in 99 accounts"
    ),
    (
      "99 of 100 switch them off", Night(accounts: accounts(100)),
      Night(accounts: accounts(100) { account($0, #","preferences":{"enabled":false}"#) }), "look",
      "lost since the last run: notifications are off in 99 accounts"
    ),
    (
      "99 of 100 have no items", Night(accounts: accounts(100)),
      Night(accounts: accounts(100) { account($0, tasks: 0) }), "look",
      "lost since the last run: items are gone in 99 accounts"
    ),
    (
      "99 of 100 are gone", Night(accounts: accounts(100)), Night(accounts: accounts(1)), "look",
      "lost since the last run: 99 accounts gone"
    ),
    (
      "two are gone, of which one had tasks alone and the other none",
      Night(
        accounts: accounts(3) {
          account(
            $0, $0 == 1 ? #","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}}"# : "",
            tasks: $0 == 1 ? 3 : 0)
        }), Night(accounts: accounts(1)), "look", "lost since the last run: 2 accounts gone"
    ),
    (
      "all tasks are an hour later", Night(accounts: accounts(20)),
      Night(accounts: accounts(20) { account($0, time: 10) }), "fine", ""
    ),
    (
      "all bills are paid", bill(#""dueDate":"2026-01-20","repeat":"monthly","paidThrough":"2026-09-20""#),
      bill(#""dueDate":"2026-01-20","repeat":"monthly","paidThrough":"2026-10-20""#), "fine", ""
    ),
    (
      "all bills that were overdue are paid",
      bill(#""dueDate":"2026-01-20","repeat":"monthly","paidThrough":"2026-09-20""#, "overdue"),
      bill(#""dueDate":"2026-01-20","repeat":"monthly","paidThrough":"2026-11-20""#, "overdue"), "fine", ""
    ),
    (
      "all tasks are weekly now", Night(accounts: accounts(20)),
      Night(accounts: accounts(20).map { $0.replacing("daily", with: "weekly") }), "look",
      "lost since the last run: fewer dates in 20 accounts"
    ),
    (
      "the app begins to name devices", Night(accounts: accounts(20)),
      Night(accounts: accounts(20).map { $0.replacing("\"timeZone\"", with: "\"device\":\"phone\",\"timeZone\"") }),
      "fine", ""
    ),
    (
      "one of two is rejected", Night(accounts: accounts(2)),
      Night(accounts: accounts(2) { account($0).replacing("Europe/Berlin", with: "Europe/Berln") }), "look",
      "lost since the last run: 1 account rejected"
    ),
    (
      "99 of 100 are in UTC", Night(accounts: accounts(100)),
      Night(accounts: accounts(100) { account($0).replacing("Europe/Berlin", with: "UTC") }), "look",
      "99 accounts in another time zone"
    ),
    (
      "ten of 101 travel", Night(accounts: accounts(101)),
      Night(
        accounts: accounts(101) { account($0).replacing("Europe/Berlin", with: $0 <= 10 ? "UTC" : "Europe/Berlin") }),
      "fine", ""
    ),
    (
      "the records of 19 tasks of 20 accounts are rejected", Night(accounts: accounts(20)),
      Night(accounts: accounts(20) { account($0).replacing("\"09:00\"", with: "\"25:00\"") }), "look",
      "lost since the last run: records are rejected in 19 accounts"
    ),
    (
      "an app of few notifications has none left", Night(accounts: accounts(20), more: [money(items: 1)]),
      Night(accounts: accounts(20), more: [money(items: 0)]), "look",
      "nothing of moneymap goes out, 1 in the run before"
    ),
    (
      "an account has a finding of another kind", Night(accounts: accounts(20), more: [crowded(twice: 2)]),
      Night(accounts: accounts(20), more: [crowded(80)]), "look", "no slot left, none before"
    ),
    (
      "an account has the same finding for many more notifications",
      Night(accounts: accounts(20), more: [crowded(80)]), Night(accounts: accounts(20), more: [crowded(120)]), "look",
      "1 account with findings: "
    ),
    ("all bills are due later", bill(#""dueDate":"2026-10-24""#), bill(#""dueDate":"2026-10-27""#), "fine", ""),
    ("all calls are on another weekday", weekly(from: "2026-10-02"), weekly(from: "2026-10-05"), "fine", ""),
    (
      "permission that was never given", nil,
      Night(accounts: accounts(2) { account($0, #","authorization":"denied""#) }), "fine", ""
    ),
  ]

  @Test("agrees with what happened", arguments: rows.indices)
  func verdict(row: Int) throws {
    let (what, before, now, word, reason) = Self.rows[row]
    try inFolder { folder in
      var previous: [String] = []
      if let before {
        try Data(before.export(Self.first).utf8).write(to: folder.appending(path: "a.json"))
        _ = try plan(folder, "a.json", "old", Self.first)
        previous = ["--previous", "old"]
      }
      try Data(now.export(Self.second).utf8).write(to: folder.appending(path: "b.json"))
      let result = try plan(folder, "b.json", "new", Self.second, previous)
      let verdict = try #require(try summary(folder, "new")["verdict"] as? [String: Any])
      #expect(verdict["word"] as? String == word, "\(what): \(verdict)")
      let words = verdict["reason"] as? String ?? ""
      #expect(reason.isEmpty ? words.isEmpty : words.contains(reason), "\(what): \(words)")
      #expect(result.errors.contains("tickler: \(word == "nothing" ? "nothing goes out" : word): "), "\(result.errors)")
    }
  }

  /// A line of the policy of both nights, one of the second, the accounts then, and the verdict.
  private static let policies: [(both: String, second: String, now: [String], word: String, reason: String)] = [
    (
      "", "[kinds.task.caps]\nperDay = 1", accounts(20), "look",
      "lost since the last run: cap of its kind in 20 accounts"
    ),
    (
      "[kinds.task.caps]\nperDay = 3", "", accounts(20, but: earlier), "look",
      "lost since the last run: cap of its kind in 19 accounts"
    ),
    (
      "[[accepted]]\nreason = \"unauthorized\"\nuntil = \"2027-01-31\"\nwhy = \"x\"", "",
      accounts(20, but: { account($0, #","authorization":"denied""#) }), "fine", ""
    ),
  ]

  @Test("policies keep back what the last run had", arguments: policies.indices)
  func policy(row: Int) throws {
    let (both, second, now, word, reason) = Self.policies[row]
    try inFolder { folder in
      let head = "format = \"tickler-policy/1\"\napp = \"focusflow\"\nextends = \"focusflow\"\n"
      for (name, text) in [("a.toml", both), ("b.toml", both + second)] {
        try Data((head + text + "\n").utf8).write(to: folder.appending(path: name))
      }
      try Data(Night(accounts: Self.accounts(20)).export(Self.first).utf8).write(to: folder.appending(path: "a.json"))
      try Data(Night(accounts: now).export(Self.second).utf8).write(to: folder.appending(path: "b.json"))
      _ = try plan(folder, "a.json", "old", Self.first, ["--policy", "a.toml"])
      _ = try plan(folder, "b.json", "new", Self.second, ["--policy", "b.toml", "--previous", "old"])
      let words = try self.reason(folder, "new")
      #expect(words.hasPrefix("\(word): ") && (reason.isEmpty ? words == "fine: " : words.contains(reason)), "\(words)")
    }
  }

  @Test("a reach that is new counts as little as one that stays")
  func reach() throws {
    try inFolder { folder in
      let export = Night(accounts: Self.accounts(3)).export(Self.first)
      try Data(export.utf8).write(to: folder.appending(path: "a.json"))
      for (day, more) in [(20, []), (21, ["--reach", "30"]), (22, ["--reach", "30"])] {
        let result = try plan(
          folder, "a.json", nil, "2026-10-\(day)T16:00:00Z", ["--max-removed", "90%"] + more)
        #expect(result.status == 0)
      }
      let runs = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "runs").path)
      #expect(runs.count { $0.hasPrefix("2026") } == 3 && !runs.contains { $0.hasPrefix("damaged") }, "\(runs)")
      #expect(try reason(folder, "runs/latest").hasPrefix("fine"))
    }
  }

  @Test("a kind that is on and never goes out is a finding, once")
  func silentKind() throws {
    try inFolder { folder in
      let export =
        #"{"format":"tickler-export/1","app":"diary","exportedAt":"2026-10-20T15:00:00Z","accounts":["#
        + #"{"id":"b","timeZone":"UTC"\#(Self.quiet),"items":[]},{"id":"m","timeZone":"UTC","preferences":"#
        + #"{"morning":{"time":"08:00","days":["mon"]}},"items":[]}]}"#
      try Data(export.utf8).write(to: folder.appending(path: "a.json"))
      _ = try plan(folder, "a.json", "old", Self.first)
      #expect(try reason(folder, "old") == "look: bedtime: none of 15, quiet hours")
      _ = try plan(folder, "a.json", "new", Self.second, ["--previous", "old"])
      #expect(try reason(folder, "new") == "fine: bedtime: none of 15, quiet hours, as in the run before")
    }
  }

  @Test("a calendar that ends in the middle is named with what is lost by it, also quietly, and by day")
  func cutShort() throws {
    try inFolder { folder in
      let events = (24...27).map {
        "BEGIN:VEVENT\nUID:\($0)\nDTSTART:202610\($0)T090000\nSUMMARY:Day \($0)\nBEGIN:VALARM\nACTION:DISPLAY\n"
          + "TRIGGER:-PT15M\nEND:VALARM\nEND:VEVENT\n"
      }
      func write(_ events: [String], _ end: String) throws {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n" + events.joined() + end
        try Data(text.utf8).write(to: folder.appending(path: "a.ics"))
      }
      let more = ["--time-zone", "Europe/Berlin"]
      try write(events, "END:VCALENDAR\n")
      _ = try plan(folder, "a.ics", "old", Self.first, more)
      try write(Array(events.prefix(2)), "")
      let cut = try plan(folder, "a.ics", "new", Self.second, more + ["--previous", "old", "--quiet"])
      #expect(cut.status == 0)
      #expect(
        cut.errors.hasPrefix("tickler: look: ") && cut.errors.contains(", calendar cut short: 2 notifications lost, "),
        "\(cut.errors)")
      let changes = try #require(try summary(folder, "new")["changes"] as? [String: Any])
      #expect(changes["lostByDay"] as? [String: Int] == ["2026-10-26": 1, "2026-10-27": 1])
      let page = try String(contentsOf: folder.appending(path: "new/index.html"), encoding: .utf8)
      #expect(page.split(separator: "<span class=\"stop\">1 lost</span>").count == 3)
      try write(events, "END:VCALENDAR\n")
      #expect(try plan(folder, "a.ics", "new", Self.second, more + ["--previous", "old", "--quiet"]).errors == "")
    }
  }

  @Test("new and gone accounts stand apart on the page, and the other figures compare the rest")
  func fleet() throws {
    try inFolder { folder in
      let nights = [("a", "old", Self.first, [0, 1, 2]), ("b", "new", Self.first, [0, 3, 4, 5])]
      for (file, out, now, numbers) in nights {
        let export = Night(accounts: numbers.map { Self.account($0) }).export(Self.first)
        try Data(export.utf8).write(to: folder.appending(path: "\(file).json"))
        _ = try plan(folder, "\(file).json", out, now, out == "new" ? ["--previous", "old"] : [])
      }
      let page = try String(contentsOf: folder.appending(path: "new/index.html"), encoding: .utf8)
      #expect(page.contains("<span class=\"delta\">+3 −2</span></b> accounts"))
      #expect(page.contains("</b> go out") && !page.contains("</span></b> go out"))
    }
  }

  @Test("a run that a gate refuses keeps its page, and the next one succeeds the run before it")
  func held() throws {
    try inFolder { folder in
      for (name, count) in [("a", 10), ("b", 1)] {
        let export = Night(accounts: Self.accounts(count)).export(Self.first)
        try Data(export.utf8).write(to: folder.appending(path: "\(name).json"))
      }
      #expect(try plan(folder, "a.json", nil, Self.first).status == 0)
      let gate = ["--max-gone", "20%"]
      let refused = try plan(folder, "b.json", nil, Self.second, gate)
      #expect(refused.status == 76 && refused.errors.contains("9 of 10 accounts of the earlier plan gone"))
      let held = "held-2026-10-21T160000Z"
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "runs/\(held)").path).sorted()
          == ["index.html", "summary.json"])
      let words = try reason(folder, "runs/\(held)")
      #expect(words.hasPrefix("hold: ") && words.hasSuffix(": 9 accounts gone; maxGone: 9 of 10, allowed 20%"))
      let page = try String(contentsOf: folder.appending(path: "runs/\(held)/index.html"), encoding: .utf8)
      #expect(page.contains("Hold"))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.appending(path: "runs/latest").path)
          == "2026-10-20T160000Z")
      let history = try Program.run(["history", "runs", "--templates", TestFiles.templates], in: folder).output
      #expect(history.contains("\n  maxGone: 9 of 10, allowed 20%; ") && history.contains(held))
      #expect(history.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(try plan(folder, "a.json", nil, Self.second, gate).status == 0)
      #expect(try reason(folder, "runs/latest") == "fine: ")
    }
  }

  private func plan(
    _ folder: URL, _ input: String, _ out: String?, _ now: String, _ more: [String] = []
  ) throws -> Program.Result {
    try Program.run(
      ["plan", input, "--now", now, "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo]
        + (out.map { ["--out", $0] } ?? ["--archive", "runs"]) + more, in: folder)
  }

  private func summary(_ folder: URL, _ out: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: "\(out)/summary.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func reason(_ folder: URL, _ out: String) throws -> String {
    let verdict = try #require(try summary(folder, out)["verdict"] as? [String: Any])
    return "\(verdict["word"] ?? ""): \(verdict["reason"] ?? "")"
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
