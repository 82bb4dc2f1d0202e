import Foundation
import TestSupport
import Testing

/// Tests `tickler rehearse` with accounts that can be counted by hand. `make commands-fuzz` compares random ones with the oracle's devices.
struct RehearseTests {
  private static let head = #"{"format":"tickler-export/1","app":"focusflow"}"#

  private static func task(_ zone: String, _ fields: String) -> String {
    head + "\n"
      + #"{"account":{"id":"ana","timeZone":"\#(zone)","preferences":{"kinds":{"dailyReminder":false,"nudge":false,"recap":false}},"items":[{"kind":"task","id":"t","title":"T",\#(fields)}]}}"#
  }

  private static let daily = task("UTC", #""date":"2026-11-01","time":"18:00","repeat":"daily""#)

  private func run(
    _ export: String, now: String, _ options: String..., later: String? = nil
  ) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    if let later { try Data(later.utf8).write(to: folder.appending(path: "later.ndjson")) }
    return try Program.run(
      [
        "rehearse", "-", "--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
      ] + options, input: export, in: folder)
  }

  private func figures(_ result: Program.Result) throws -> [String: Int] {
    #expect(result.status == 0, "\(result.errors)")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let all = try #require(document["all"] as? [String: Any])
    return all.compactMapValues { $0 as? Int }.filter { $0.value != 0 }
  }

  /// New York's clocks skip 02:30 on 14 March 2027, after the window. The policy moves it to 03:30.
  @Test(
    "a repeating trigger in a gap fires at its end, or later by the gap",
    arguments: [
      ("next", ["devices": 1, "planned": 30, "right": 29, "otherTime": 1, "medianFirstDay": 22]),
      ("later", ["devices": 1, "planned": 30, "right": 30]),
    ])
  func gap(word: String, figures expected: [String: Int]) throws {
    let export = RehearseTests.task("America/New_York", #""date":"2027-02-01","time":"02:30","repeat":"daily""#)
    let result = try run(
      export, now: "2027-02-20T12:00:00Z", "--plan", "once", "--nights", "30", "--gap", word, "--format", "json")
    #expect(try figures(result) == expected)
  }

  @Test("devices with older rules are an hour off where rules changed")
  func olderRules() throws {
    let result = try run(
      ZoneCommandTests.export, now: "2026-10-30T00:00:00Z", "--nights", "10", "--device-zoneinfo", ZoneCommandTests.old,
      "--format", "json")
    #expect(try figures(result) == ["devices": 4, "planned": 4, "right": 1, "otherTime": 3, "medianFirstDay": 7])
  }

  @Test("a floating wall time is right after a flight unknown to the plan")
  func flight() throws {
    let export = RehearseTests.task("Europe/London", #""date":"2026-11-25","time":"09:00""#)
    let result = try run(
      export, now: "2026-11-20T12:00:00Z", "--plan", "once", "--nights", "7", "--travel",
      "Asia/Tokyo@2026-11-23T12:00:00Z", "--format", "json")
    #expect(try figures(result) == ["devices": 1, "planned": 1, "right": 1])
  }

  @Test("elapsed time goes on after a flight, with identifiers of another time of day")
  func elapsedFlight() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = """
      format = "tickler-policy/1"
      app = "meds"
      [items.med.fields]
      name = "text"
      [kinds.dose]
      shape = "series"
      item = "med"
      every = "8h"
      identifier = "meds.{id}.{time}"
      title = "Take {{name}}"
      """
    try Data(policy.utf8).write(to: folder.appending(path: "meds.toml"))
    let export = """
      {"format":"tickler-export/1","app":"meds"}
      {"account":{"id":"ana","timeZone":"Europe/Berlin","items":[{"kind":"med","id":"c","name":"A","date":"2026-10-18","time":"07:00"}]}}
      """
    let result = try Program.run(
      [
        "rehearse", "-", "--now", "2026-10-23T09:00:00Z", "--nights", "4", "--travel",
        "America/New_York@2026-10-24T12:00:00Z", "--format", "json", "--policy", "meds.toml", "--zoneinfo",
        TestFiles.zoneinfo, "--templates", TestFiles.templates,
      ], input: export, in: folder)
    #expect(try figures(result) == ["devices": 1, "planned": 12, "right": 12])
  }

  @Test("a device continues without its account, and everything it shows is unplanned")
  func gone() throws {
    let result = try run(
      RehearseTests.daily, now: "2026-11-20T12:00:00Z", "--nights", "5", "--next", "later.ndjson@2026-11-23T00:00:00Z",
      "--format", "json", later: RehearseTests.head + "\n")
    #expect(try figures(result) == ["devices": 1, "planned": 3, "right": 3, "unplanned": 2, "medianFirstDay": 4])
  }

  @Test("what a device keeps of a record that can no longer be read counts as planned, repeating or not")
  func keptRejected() throws {
    for (repeating, figures) in [
      (true, ["devices": 1, "planned": 5, "right": 5]), (false, ["devices": 1, "planned": 1, "right": 1]),
    ] {
      let fields =
        repeating ? #""date":"2026-11-01","time":"18:00","repeat":"daily""# : #""date":"2026-11-24","time":"18:00""#
      let later = RehearseTests.task("UTC", #""date":"2026-11-31","time":"18:00""#)
      let result = try run(
        RehearseTests.task("UTC", fields), now: "2026-11-20T12:00:00Z", "--nights", "5", "--next",
        "later.ndjson@2026-11-23T00:00:00Z", "--format", "json", later: later)
      #expect(result.status == 1, "\(result.errors)")
      let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let all = try #require(document["all"] as? [String: Any]).compactMapValues { $0 as? Int }.filter { $0.value != 0 }
      #expect(all == figures)
    }
  }

  @Test("missing all nights equals planning once")
  func missed() throws {
    let diary = """
      {"format":"tickler-export/1","app":"diary"}
      {"account":{"id":"d","timeZone":"UTC","preferences":{"morning":{"time":"07:00","days":["mon","fri"]}}}}
      """
    let (all, once) = (
      try run(diary, now: "2026-11-20T12:00:00Z", "--nights", "40", "--miss", "1", "--format", "json"),
      try run(diary, now: "2026-11-20T12:00:00Z", "--nights", "40", "--plan", "once", "--format", "json")
    )
    let figures = try figures(all)
    #expect(try self.figures(once) == figures)
    #expect(figures["missing", default: 0] > 0)
  }

  @Test("results do not depend on the number of tasks, as text and as a page")
  func jobs() throws {
    for format in ["text", "html"] {
      let outputs = try ["1", "3"].map { jobs in
        try Program.run(
          [
            "rehearse", "inputs", "--now", "2026-10-23T16:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--nights", "10",
            "--plan", "once", "--jobs", jobs, "--format", format,
          ]
        ).output
      }
      #expect(outputs[0] == outputs[1] && outputs[0].contains("planned once"))
    }
  }

  @Test(
    "reports what it cannot rehearse",
    arguments: [
      (["--nights", "0"], 64, "--nights takes a whole number from 1 to 366, not 0"),
      (["--miss", "1.5"], 64, "--miss takes a share from 0 to 1, not 1.5"),
      (["--miss", "0.5", "--plan", "once"], 64, "--miss goes with --plan nightly"),
      (["--travel", "Asia/Tokio@2026-12-01T00:00:00Z"], 64, "the nearest is Asia/Tokyo"),
      (["--next", "later.ndjson@2026-11-20T12:00:00Z"], 64, "--next takes an instant after --now"),
      (["--next", "none@2026-11-21T12:00:00Z"], 66, "none"),
      (["--device-zoneinfo", "none"], 66, "none has no tz database (--device-zoneinfo)"),
      (["--account", "anna"], 66, #"the nearest is "ana""#),
    ])
  func refused(options: [String], status: Int32, message: String) throws {
    let result = try Program.run(
      ["rehearse", "-", "--now", "2026-11-20T12:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates"]
        + [TestFiles.templates] + options, input: RehearseTests.daily)
    #expect(result.status == status && result.errors.contains(message), "\(result.status): \(result.errors)")
  }
}
