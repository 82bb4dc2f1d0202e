import Foundation
import TestSupport
import Testing

/// Tests the monitoring of `plan`: `--log-format json`, `--heartbeat`, `--metrics`, and its last lines.
struct RunLogTests {
  private static let head = #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-20T00:00:00Z"}"#
  private static let off = #""preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}}"#
  private static let wrong = #"{"account":{"id":"b","timeZone":"Mars/Base"}}"#

  private static func account(_ times: [String]) -> String {
    let tasks = times.enumerated().map { number, time in
      #"{"kind":"task","id":"t\#(number)","title":"T\#(number)","date":"2026-11-21","time":"\#(time)"}"#
    }
    return #"{"account":{"id":"a","timeZone":"UTC",\#(off),"items":[\#(tasks.joined(separator: ","))]}}"#
  }

  /// A folder for plans.
  private final class Place {
    let folder: URL
    init() throws { folder = try TestFiles.temporaryFolder() }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func plan(_ lines: [String], _ options: [String]) throws -> Program.Result {
      defer { withExtendedLifetime(self) {} }
      return try Program.run(
        [
          "plan", "-", "--now", "2026-11-20T00:00:00Z", "--templates", TestFiles.templates, "--zoneinfo",
          TestFiles.zoneinfo, "--out", "out",
        ] + options, input: ([RunLogTests.head] + lines).joined(separator: "\n") + "\n", in: folder)
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }
  }

  private static func events(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  @Test("a run's events have one id, ordered times, and the figures of the summary")
  func events() throws {
    let place = try Place()
    let plain = try place.plan([RunLogTests.account(["09:00"]), RunLogTests.wrong], [])
    let result = try place.plan([RunLogTests.account(["09:00"]), RunLogTests.wrong], ["--log-format", "json"])
    #expect(result.status == 1)
    let events = try RunLogTests.events(result.errors)
    let names = events.map { $0["event"] as! String }
    #expect(names == ["start", "input", "diagnostic", "gates"] + [String](repeating: "output", count: 6) + ["end"])
    #expect(Set(events.map { $0["run"] as! String }).count == 1)
    let times = events.map { $0["time"] as! String }
    #expect(times == times.sorted())
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(abs(try Date(times[0], strategy: style).timeIntervalSinceNow) < 600)
    let reported = events[2]
    let line =
      "\(reported["file"]!):\(reported["line"]!):\(reported["column"]!): \(reported["severity"]!): \(reported["message"]!)"
    #expect(plain.errors.hasPrefix(line + "\n"))
    let written = events.compactMap { $0["event"] as? String == "output" ? $0["file"] as? String : nil }
    for file in written { #expect(FileManager.default.fileExists(atPath: place.folder.appending(path: file).path)) }
    let end = events[events.count - 1]
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(try place.text("out/summary.json").utf8)) as? [String: Any])
    let outcomes = try #require(summary["outcomes"] as? [String: Int])
    for name in ["scheduled", "armed", "dropped"] { #expect(end[name] as? Int == outcomes[name]) }
    #expect(end["accounts"] as? Int == summary["accounts"] as? Int)
    #expect(end["rejectedRecords"] as? Int == 1)
    #expect(end["status"] as? Int == 1)
  }

  @Test(
    "a run that wrote nothing logs the reason and ends with its status",
    arguments: [
      (["{"], [], 65, ["start", "diagnostic", "end"]),
      ([wrong], ["--max-rejected", "0"], 76, ["start", "input", "diagnostic", "gate", "gate", "end"]),
      ([wrong], ["--strict"], 65, ["start", "input", "diagnostic", "error", "end"]),
      ([], ["--policy", "none.toml"], 66, ["start", "error", "end"]),
      ([wrong], ["--quiet", "--max-rejected", "0"], 76, ["diagnostic", "gate", "gate", "end"]),
      ([], ["--quiet"], 0, ["end"]),
    ] as [([String], [String], Int32, [String])])
  func faults(lines: [String], options: [String], status: Int32, names: [String]) throws {
    let place = try Place()
    let result = try place.plan(lines, options + ["--log-format", "json"])
    #expect(result.status == status)
    let events = try RunLogTests.events(result.errors)
    #expect(events.map { $0["event"] as? String } == names)
    #expect(events[events.count - 1]["status"] as? Int32 == status)
    if status > 64 { #expect(events[events.count - 1]["verdict"] as? String == (status == 76 ? "hold" : nil)) }
  }

  @Test("logging changes no output byte")
  func sameBytes() throws {
    let (one, other) = (try Place(), try Place())
    _ = try one.plan([RunLogTests.account(["09:00"])], [])
    _ = try other.plan(
      [RunLogTests.account(["09:00"])], ["--log-format", "json", "--metrics", "t.prom", "--heartbeat"])
    for name in ["plan.ndjson", "summary.json", "index.html"] {
      #expect(try one.text("out/\(name)") == other.text("out/\(name)"))
    }
  }

  @Test("with --quiet, --heartbeat reports that and when the run ended")
  func heartbeat() throws {
    let place = try Place()
    #expect(try place.plan([RunLogTests.account(["09:00"])], ["--quiet"]).errors == "")
    let line = try place.plan([RunLogTests.account(["09:00"])], ["--quiet", "--heartbeat"]).errors
    let expected =
      /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) tickler: fine: 1 account, 1 goes out(, \d+ not sent)?; written to out\n/
    let match = try #require(line.wholeMatch(of: expected), "\(line)")
    #expect(abs(try Date(String(match.1), strategy: .iso8601).timeIntervalSinceNow) < 600)
    let refused = try place.plan([RunLogTests.wrong], ["--quiet", "--heartbeat", "--max-rejected", "0"])
    #expect(!refused.errors.contains("; written to"))
  }

  @Test("the last line counts the changes as diff does")
  func changes() throws {
    let place = try Place()
    _ = try place.plan([RunLogTests.account(["09:00", "10:00"])], ["--out", "old"])
    let result = try place.plan([RunLogTests.account(["09:30"])], ["--previous", "old"])
    let last = result.errors.split(separator: "\n").last
    #expect(last == "tickler: changed since old: 1 removed, 1 moved in 1 account (data 2)")
    let diff = try Program.run(["diff", "old", "out"], in: place.folder)
    #expect(diff.output.contains("1 removed, 1 moved"), "\(diff.output)")
    let same = try place.plan([RunLogTests.account(["09:30"])], ["--previous", "out"])
    #expect(same.errors.split(separator: "\n").last == "tickler: changed since out: nothing")
  }

  @Test("a narrower --emit logs what it removed")
  func removed() throws {
    let place = try Place()
    _ = try place.plan([RunLogTests.account(["09:00"])], [])
    let result = try place.plan([RunLogTests.account(["09:00"])], ["--emit", "plan,actions"])
    let start = "tickler: removed outputs of an earlier run: "
    let line = try #require(result.errors.split(separator: "\n").first { $0.hasPrefix(start) })
    let names = line.dropFirst(start.count).split(separator: ", ").map(String.init).sorted()
    #expect(names == ["accounts.ndjson", "calendar.ics", "index.html", "summary.json"])
    let again = try place.plan([RunLogTests.account(["09:00"])], ["--emit", "plan,actions"])
    #expect(!again.errors.contains("removed"))
  }

  /// Returns metrics as values by name and labels.
  private static func metrics(_ text: String) -> [String: String] {
    let samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: samples.map { (String($0[0]), String($0[1])) })
  }

  @Test("metrics have the summary's figures; a failed run keeps those and reports its status")
  func metrics() throws {
    let place = try Place()
    let result = try place.plan([RunLogTests.account(["09:00"]), RunLogTests.wrong], ["--metrics", "t.prom"])
    #expect(result.status == 1)
    let good = RunLogTests.metrics(try place.text("t.prom"))
    #expect(good["tickler_run_status"] == "1")
    #expect(good[#"tickler_plan_decisions{outcome="scheduled"}"#] == "1")
    #expect(good["tickler_input_rejected_records"] == "1")
    #expect(good[#"tickler_input_diagnostics{severity="error"}"#] == "1")
    #expect(good["tickler_plan_now_timestamp_seconds"] == "1795132800")
    #expect(place.names == ["out", "t.prom"])
    let failed = try place.plan([RunLogTests.wrong], ["--metrics", "t.prom", "--max-rejected", "0"])
    #expect(failed.status == 76)
    var bad = RunLogTests.metrics(try place.text("t.prom"))
    #expect(bad["tickler_run_status"] == "76")
    #expect(bad[#"tickler_plan_verdict{verdict="hold"}"#] == "1")
    for word in ["nothing", "hold", "look", "fine"] {
      let name = #"tickler_plan_verdict{verdict="\#(word)"}"#
      bad[name] = good[name]
    }
    for name in ["status", "timestamp_seconds", "duration_seconds"] {
      bad["tickler_run_\(name)"] = good["tickler_run_\(name)"]
    }
    #expect(bad == good)
    #expect(place.names == ["out", "t.prom"])
  }

  @Test(
    "a repeated run reports its time and keeps the figures; tickler run takes the options too")
  func repetition() throws {
    let place = try Place()
    try Data((RunLogTests.head + "\n" + RunLogTests.account(["09:00"]) + "\n").utf8)
      .write(to: place.folder.appending(path: "in.ndjson"))
    let config = """
      format = "tickler-run/1"
      inputs = ["in.ndjson"]
      archive = "runs"
      templates = "\(TestFiles.templates)"
      zoneinfo = "\(TestFiles.zoneinfo)"
      """
    try Data(config.utf8).write(to: place.folder.appending(path: "run.toml"))
    func run() throws -> Program.Result {
      try Program.run(
        ["run", "run.toml", "--now", "2026-11-20T00:00:00Z", "--quiet", "--heartbeat", "--metrics", "t.prom"],
        in: place.folder)
    }
    #expect(try run().errors.contains("tickler: fine: 1 account, 1 goes out"))
    var first = RunLogTests.metrics(try place.text("t.prom"))
    #expect(first[#"tickler_plan_decisions{outcome="scheduled"}"#] == "1")
    let again = try run()
    #expect(again.status == 0)
    #expect(again.errors.contains("nothing written"))
    let second = RunLogTests.metrics(try place.text("t.prom"))
    for name in ["timestamp_seconds", "duration_seconds", "success_timestamp_seconds"] {
      first["tickler_run_\(name)"] = second["tickler_run_\(name)"]
    }
    #expect(second == first)
    #expect(place.names == ["in.ndjson", "run.toml", "runs", "t.prom"])
  }

  @Test("metrics that cannot be written cause a warning, and the plan is still written")
  func unwritable() throws {
    let place = try Place()
    let result = try place.plan([RunLogTests.account(["09:00"])], ["--metrics", "nowhere/t.prom"])
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("tickler: warning: cannot write nowhere/t.prom: No such file or directory\n"))
    #expect(place.names.contains("out"), "\(place.names)")
  }
}
