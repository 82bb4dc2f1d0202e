import Foundation
import TestSupport
import Testing

/// Tests `--keep-going`: if an input is unusable, its accounts keep their earlier plan.
@Suite struct KeepGoingTests {
  private static let first = "2026-11-20T00:00:00Z"
  private static let second = "2026-11-21T00:00:00Z"
  private static let head = #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-19T23:00:00Z"}"#

  /// Returns an account with a task that has two notifications a day.
  private static func account(_ id: String, hour: Int) -> String {
    #"{"account":{"id":"\#(id)","timeZone":"Europe/London","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"#
      + #""pending":[{"id":"gone-\#(id)","at":"2026-11-25T10:00:00Z"}],"items":[\#(task(hour))]}}"#
  }

  private static func task(_ hour: Int) -> String {
    #"{"kind":"task","id":"t\#(hour)","title":"Task \#(hour)","date":"2026-11-01","time":"\#(hour):00","repeat":"daily"}"#
  }

  private static let files = [
    "in/good.ndjson": [
      head, account("ana", hour: 10), account("cal", hour: 11), account("dan", hour: 12),
    ],
    "in/bad.ndjson": [head, account("bob", hour: 13), account("eve", hour: 14)],
    "in/items.ndjson": [head, #"{"item":{"account":"cal",\#(task(15).dropFirst())}"#],
  ].mapValues { $0.joined(separator: "\n") + "\n" }

  private func withInputs(_ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "in"), withIntermediateDirectories: true)
    for (name, text) in KeepGoingTests.files { try write(text, name, folder) }
    try body(folder)
  }

  private func write(_ text: String, _ name: String, _ folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  @discardableResult
  private func plan(_ now: String, _ out: String, _ options: [String] = [], in folder: URL) throws -> Program.Result {
    try Program.run(
      ["plan", "in", "--now", now, "--out", out, "--days", "5", "--templates", TestFiles.templates]
        + ["--zoneinfo", TestFiles.zoneinfo] + options, in: folder)
  }

  /// Returns the lines of a plan file after its head, by account.
  private func lines(_ name: String, _ folder: URL) throws -> [String: [NSDictionary]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let lines = try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
    }
    return Dictionary(grouping: lines.filter { $0["format"] == nil }) { $0["account"] as? String ?? "" }
  }

  private func without(_ keys: Set<String>, _ lines: [NSDictionary]?) -> [NSDictionary] {
    (lines ?? []).map { line in
      NSDictionary(dictionary: (line as? [String: Any] ?? [:]).filter { !keys.contains($0.key) })
    }
  }

  @Test("history counts the stale accounts and names the first cause; a gate limits them; the log has a rollback")
  func told() throws {
    try withInputs { folder in
      func run(_ now: String, _ options: [String] = []) throws -> Program.Result {
        try Program.run(
          ["plan", "in", "--now", now, "--archive", "plans", "--templates", TestFiles.templates, "--quiet"]
            + ["--zoneinfo", TestFiles.zoneinfo, "--keep-going"] + options, in: folder)
      }
      #expect(try run(KeepGoingTests.first).status == 0)
      try write("{\"format\":", "in/bad.ndjson", folder)
      let held = try run(KeepGoingTests.second, ["--max-stale", "20%"])
      #expect(
        held.status == 76 && held.errors.contains("2 accounts would keep an earlier plan, of 5"), "\(held.errors)")
      let passed = try run(KeepGoingTests.second, ["--max-stale", "40%"])
      #expect(passed.status == 3, "\(passed.errors)")
      let history = try Program.run(["history", "plans"], in: folder)
      #expect(history.output.contains("look: 1 input broken, 2 accounts stale"), "\(history.output)")
      #expect(
        history.output.contains("2 accounts stale\n  in/bad.ndjson:1:11: error: found the end"), "\(history.output)")
      let back = try Program.run(["history", "plans", "--latest", "2026-11-20T000000Z"], in: folder)
      #expect(back.status == 0, "\(back.errors)")
      let log = try String(contentsOf: folder.appending(path: "plans/runs.log"), encoding: .utf8)
      #expect(log.hasSuffix(" latest 2026-11-20T000000Z: as asked\n"), "\(log)")
    }
  }

  @Test("a quiet run tells that nothing goes out if something did before, and otherwise nothing")
  func silent() throws {
    try withInputs { folder in
      try plan(KeepGoingTests.first, "a", ["--quiet"], in: folder)
      let denied = KeepGoingTests.files.mapValues {
        $0.replacingOccurrences(of: #""timeZone""#, with: #""authorization":"denied","timeZone""#)
      }
      for (name, text) in denied { try write(text, name, folder) }
      let silent = try plan(KeepGoingTests.second, "b", ["--quiet", "--previous", "a"], in: folder)
      #expect(silent.status == 0 && silent.errors.hasPrefix("tickler: nothing goes out:"), "\(silent.errors)")
      let again = try plan(KeepGoingTests.second, "c", ["--quiet", "--previous", "b"], in: folder)
      #expect(again.errors.isEmpty, "\(again.errors)")
    }
  }

  @Test("a run tells why an input is gone, and which accounts it cannot tell from others; one that fails, what stays")
  func reasons() throws {
    try withInputs { folder in
      try plan(KeepGoingTests.first, "a", in: folder)
      try write("{\"error\":\"timeout\"}", "in/bad.ndjson", folder)
      let gone = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going", "--quiet"], in: folder)
      #expect(gone.status == 3)
      let reason = "in/bad.ndjson:1:1: warning: the earlier plan read it, and no reader knows its content any more"
      #expect(gone.errors.contains(reason), "\(gone.errors)")
      let listed = try plan(KeepGoingTests.second, "c", ["--previous", "a", "--keep-going"], in: folder)
      #expect(listed.errors.contains("made without --keep-going and does not list"), "\(listed.errors)")
      let again = try plan(KeepGoingTests.second, "d", ["--previous", "b", "--keep-going"], in: folder)
      #expect(again.status == 3 && !again.errors.contains("made without"), "\(again.errors)")
      func archive(_ now: String) throws -> Program.Result {
        try Program.run(
          ["plan", "in", "--now", now, "--archive", "plans", "--templates", TestFiles.templates, "--quiet"]
            + ["--zoneinfo", TestFiles.zoneinfo], in: folder)
      }
      #expect(try archive(KeepGoingTests.first).status == 0)
      try write("{\"format\":", "in/bad.ndjson", folder)
      let failed = try archive(KeepGoingTests.second)
      #expect(failed.status == 65)
      #expect(
        failed.errors.hasSuffix("tickler: error: nothing is planned; the plan in plans stays\n"), "\(failed.errors)")
    }
  }

  static let faults: [(what: String, commands: String, file: String, stale: Set<String>)] = [
    (
      "lines that end in the middle", "head -c 300 in/bad.ndjson > tmp; mv tmp in/bad.ndjson", "in/bad.ndjson",
      ["bob", "eve"]
    ),
    ("an empty file", ": > in/bad.ndjson", "in/bad.ndjson", ["bob", "eve"]),
    ("a byte that is not UTF-8", "printf '\\377' >> in/bad.ndjson", "in/bad.ndjson", ["bob", "eve"]),
    ("another format", "sed -i 's|export/1|export/9|' in/bad.ndjson", "in/bad.ndjson", ["bob", "eve"]),
    (
      "gzip that is cut short", "gzip -c in/bad.ndjson | head -c 250 > tmp; mv tmp in/bad.ndjson", "in/bad.ndjson",
      ["bob", "eve"]
    ),
    (
      "zstd with another checksum",
      "zstd -qc --check in/bad.ndjson | head -c -2 > tmp; printf ab >> tmp; mv tmp in/bad.ndjson",
      "in/bad.ndjson", ["bob", "eve"]
    ),
    ("items separate from their accounts", "echo '{\"item\"' >> in/items.ndjson", "in/items.ndjson", ["cal"]),
    ("items of which none is readable", "echo no > in/items.ndjson", "in/items.ndjson", ["cal"]),
  ]

  @Test(
    "accounts with records in the broken input keep their plans; all others get those of a complete input",
    arguments: faults)
  func keeps(what: String, commands: String, file: String, stale: Set<String>) throws {
    try withInputs { folder in
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 0)
      #expect(try plan(KeepGoingTests.second, "whole", ["--previous", "a"], in: folder).status == 0)
      try Shell.run(commands, in: folder)
      let refused = try plan(KeepGoingTests.second, "b", ["--previous", "a"], in: folder)
      #expect(refused.status == 65)
      let result = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder)
      #expect(result.status == 3)
      #expect(result.errors.hasPrefix(refused.errors), "\(result.errors)")
      #expect(result.errors.hasPrefix("\(file):"))
      #expect(
        result.errors.contains(", \(stale.count) account\(stale.count == 1 ? "" : "s") stale; "))
      #expect(!result.errors.contains("rejected"))
      let (before, whole, after) = (
        try lines("a/plan.ndjson", folder), try lines("whole/plan.ndjson", folder), try lines("b/plan.ndjson", folder)
      )
      let (actions, wholeActions) = (try lines("b/actions.ndjson", folder), try lines("whole/actions.ndjson", folder))
      #expect(Set(after.keys) == ["ana", "bob", "cal", "dan", "eve"])
      for account in after.keys {
        if stale.contains(account) {
          let ahead = before[account]?.filter { ($0["at"] as? String ?? "") > KeepGoingTests.second } ?? []
          #expect(!ahead.isEmpty && without(["stale"], after[account]) == ahead, "\(account)")
          #expect(after[account]?.allSatisfy { $0["stale"] as? String == KeepGoingTests.first } == true)
          #expect(actions[account] == nil, "nothing is cancelled")
        } else {
          #expect(after[account] == whole[account] && actions[account] == wholeActions[account], "\(account)")
        }
      }
      let details = try lines("b/accounts.ndjson", folder)
      for (account, lines) in details { #expect((lines[0]["stale"] != nil) == stale.contains(account)) }
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b/cancelled.ics").path))
      // Page and calendar show it, and are identical when made again.
      let page = try String(contentsOf: folder.appending(path: "b/index.html"), encoding: .utf8)
      #expect(page.contains("keeps the plan of <time datetime=\"\(KeepGoingTests.first)\""))
      let unfolded = try String(contentsOf: folder.appending(path: "b/calendar.ics"), encoding: .utf8)
        .replacing("\r\n ", with: "")
      #expect(
        unfolded.components(separatedBy: "Kept from the plan of \(KeepGoingTests.first): an input could not be used.")
          .count - 1 == after.values.joined().count { $0["stale"] != nil && $0["outcome"] as? String == "scheduled" })
      try Shell.run("mkdir shown; cp b/index.html b/calendar.ics shown", in: folder)
      #expect(try Program.run(["report", "b", "--templates", TestFiles.templates], in: folder).status == 0)
      try Shell.run("for name in index.html calendar.ics; do cmp shown/$name b/$name; done", in: folder)
      // Broken for another night and then fixed: an ordinary run.
      #expect(
        try plan("2026-11-22T00:00:00Z", "c", ["--previous", "b", "--keep-going"], in: folder).status == 3)
      let later = try lines("c/accounts.ndjson", folder)
      #expect(Set(later.filter { $0.value[0]["stale"] as? String == KeepGoingTests.first }.keys) == stale)
      for (name, text) in KeepGoingTests.files { try write(text, name, folder) }
      for (previous, out) in [("c", "d"), ("a", "e")] {
        #expect(try plan("2026-11-22T00:00:00Z", out, ["--previous", previous], in: folder).status == 0)
      }
      // The night on which an event was new differs.
      let (late, direct) = (try lines("d/plan.ndjson", folder), try lines("e/plan.ndjson", folder))
      #expect(late.mapValues { without(["stamp"], $0) } == direct.mapValues { without(["stamp"], $0) })
      #expect(try lines("d/actions.ndjson", folder) == lines("e/actions.ndjson", folder))
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "d/cancelled.ics").path))
    }
  }

  static let endings: [(why: String, commands: String, status: Int32)] = [
    ("nothing is broken or rejected", ":", 0),
    ("a record is rejected", "echo '{\"account\":{\"id\":\"zoe\"}}' >> in/good.ndjson", 1),
    ("accounts keep their plan", "echo no > in/bad.ndjson", 3),
    (
      "accounts keep their plan, and a record is rejected",
      "echo no > in/bad.ndjson; echo '{\"account\":{\"id\":\"zoe\"}}' >> in/good.ndjson", 3
    ),
    ("a broken input has no account of the earlier plan", "echo no > in/new.ndjson", 3),
  ]

  @Test("ends with 3 if an input is broken, even with rejected records", arguments: endings)
  func ending(why: String, commands: String, status: Int32) throws {
    try withInputs { folder in
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 0)
      try Shell.run(commands, in: folder)
      let result = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder)
      #expect(result.status == status, "\(why): \(result.errors)")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "b/index.html").path))
    }
  }

  @Test("an account without an earlier plan is lost, with a diagnostic at its record")
  func lost() throws {
    try withInputs { folder in
      try Shell.run("echo '{\"item\"' | tee -a in/items.ndjson >> in/bad.ndjson", in: folder)
      let result = try plan(KeepGoingTests.second, "b", ["--keep-going"], in: folder)
      #expect(result.status == 1)
      let why =
        "an input with records of it cannot be used, and no earlier plan has it; expected usable inputs, "
      for (place, account) in [("bad.ndjson:2:12", "bob"), ("bad.ndjson:3:12", "eve"), ("good.ndjson:3:12", "cal")] {
        #expect(result.errors.contains("in/\(place): error: account \"\(account)\": \(why)"), "\(result.errors)")
      }
      #expect(result.errors.contains(" 3 records rejected;"))
      #expect(Set(try lines("b/plan.ndjson", folder).keys) == ["ana", "dan"])
    }
  }

  @Test("keeps all accounts of the input's app if the earlier plan lacks their inputs")
  func unknownOrigin() throws {
    try withInputs { folder in
      try write(KeepGoingTests.head.replacing("focusflow", with: "diary") + "\n", "in/diary.ndjson", folder)
      #expect(try plan(KeepGoingTests.first, "a", in: folder).status == 0)
      try write("no", "in/diary.ndjson", folder)
      let other = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder)
      #expect(other.status == 3 && !other.errors.contains("stale"), "\(other.errors)")
      try write("no", "in/items.ndjson", folder)
      let own = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder)
      #expect(own.status == 3 && own.errors.contains("5 accounts stale"), "\(own.errors)")
    }
  }

  @Test("matches an input that is renamed each night with those missing")
  func dated() throws {
    try withInputs { folder in
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 0)
      try Shell.run("rm in/bad.ndjson; echo no > in/bad-2.ndjson", in: folder)
      let result = try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder)
      #expect(result.status == 3)
      #expect(
        Set(try lines("b/accounts.ndjson", folder).filter { $0.value[0]["stale"] != nil }.keys) == ["bob", "eve"])
    }
  }

  @Test("an input that is no longer there counts as broken until it is back")
  func missing() throws {
    try withInputs { folder in
      try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder)
      let bad = folder.appending(path: "in/bad.ndjson")
      try FileManager.default.removeItem(at: bad)
      for (now, previous, out) in [(KeepGoingTests.second, "a", "b"), ("2026-11-22T00:00:00Z", "b", "c")] {
        let result = try plan(now, out, ["--previous", previous, "--keep-going"], in: folder)
        #expect(result.status == 3, "\(result.errors)")
        #expect(
          result.errors.contains("in/bad.ndjson:1:1: warning: the earlier plan read it, and it is no longer among"),
          "\(result.errors)")
        for id in ["bob", "eve"] {
          #expect(try lines("\(out)/accounts.ndjson", folder)[id]?.first?["stale"] as? String == KeepGoingTests.first)
        }
      }
      try write(KeepGoingTests.files["in/bad.ndjson"]!, "in/bad.ndjson", folder)
      let back = try plan("2026-11-23T00:00:00Z", "d", ["--previous", "c", "--keep-going"], in: folder)
      #expect(back.status == 0, "\(back.errors)")
      #expect(try lines("d/accounts.ndjson", folder)["bob"]?.first?["stale"] == nil)
    }
  }

  @Test("a later night says since when accounts are stale, and how many have nothing left")
  func since() throws {
    try withInputs { folder in
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 0)
      try write("no", "in/bad.ndjson", folder)
      #expect(try plan(KeepGoingTests.second, "b", ["--previous", "a", "--keep-going"], in: folder).status == 3)
      let result = try plan("2027-02-20T00:00:00Z", "c", ["--previous", "b", "--keep-going"], in: folder)
      let since = KeepGoingTests.first.prefix(10)
      #expect(
        result.errors.contains(": 1 input broken, 2 accounts stale since \(since) (2 with nothing left); "),
        "\(result.errors)")
      let found = try Program.run(["verify", "c", "--zoneinfo", TestFiles.zoneinfo], in: folder)
      #expect(found.status == 0, "\(found.output)")
    }
  }

  @Test("gates count stale accounts as rejected, and none of their notifications as removed")
  func gates() throws {
    try withInputs { folder in
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 0)
      try write("no", "in/bad.ndjson", folder)
      let options = ["--previous", "a", "--keep-going", "--max-removed", "0", "--max-age", "2d"]
      let passed = try plan(KeepGoingTests.second, "b", options + ["--max-rejected", "2"], in: folder)
      #expect(passed.status == 76)
      #expect(
        passed.errors.contains(
          "1 input broken and 2 accounts stale, where the inputs have 5 accounts; --max-rejected allows 2\n"),
        "\(passed.errors)")
      #expect(try plan(KeepGoingTests.second, "b", options + ["--max-rejected", "3"], in: folder).status == 3)
    }
  }

  static let cuts = try! FileManager.default.contentsOfDirectory(
    atPath: TestFiles.root.appending(path: "inputs/examples").path
  ).sorted()

  @Test(
    "verify accepts kept plans: free slots, continued badges, accounts before deleted ones",
    arguments: cuts)
  func verified(cut: String) throws {
    try withInputs { folder in
      try Shell.run("cp '\(TestFiles.root.path)'/inputs/examples/* in", in: folder)
      #expect(try plan(KeepGoingTests.first, "a", ["--keep-going"], in: folder).status == 1)
      // Some accounts are in the part that is cut off, and others are gone for good.
      try Shell.run(
        """
        head -c $(($(wc -c < in/\(cut)) / 2)) in/\(cut) > tmp; mv tmp in/\(cut)
        head -c 300 in/bad.ndjson > tmp; mv tmp in/bad.ndjson
        grep -v '"id":"\\(ana\\|dan\\)"' in/good.ndjson > tmp; mv tmp in/good.ndjson
        """, in: folder)
      for (hours, now) in [(6, "2026-11-20T06:00:00Z"), (24, KeepGoingTests.second), (60, "2026-11-22T12:00:00Z")] {
        let result = try plan(now, "b\(hours)", ["--previous", "a", "--keep-going"], in: folder)
        #expect(result.status == 3 && result.errors.contains(" stale"), "\(result.errors)")
        let found = try Program.run(["verify", "b\(hours)", "--zoneinfo", TestFiles.zoneinfo], in: folder)
        #expect(found.status == 0, "\(now): \(found.output)")
      }
    }
  }

  @Test("writes nothing if no input is usable")
  func none() throws {
    try withInputs { folder in
      for name in KeepGoingTests.files.keys { try write("no", name, folder) }
      let result = try plan(KeepGoingTests.second, "b", ["--keep-going"], in: folder)
      #expect(result.status == 65 && result.errors.split(separator: "\n").count == 3, "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b").path))
      #expect(try plan(KeepGoingTests.second, "b", ["--keep-going", "--strict"], in: folder).status == 64)
    }
  }
}
