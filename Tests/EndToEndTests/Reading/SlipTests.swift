import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests mistakes of a first day with tickler. Each gets one diagnostic that says what to write.
@Suite struct SlipTests {
  struct Slip: CustomTestStringConvertible, Sendable {
    var label: String
    var file = "policy.toml"
    /// The text in the file that the mistake replaces, and the mistake.
    var old = ""
    var new = ""
    var command = ["check", "exports", "--policy", "policy.toml", "--policy", "messages.toml"]
    var status: Int32 = 65
    var reports: String
    var testDescription: String { label }
  }

  private static let files = [
    "policy.toml": """
    format = "tickler-policy/1"
    app = "aquarium"
    days = 7
    [slots]
    ios = 64
    [[quietHours]]
    days = ["sat"]
    start = "22:00"
    end = "08:00"
    [items.tank.fields]
    name = "text"
    good = "bool"
    [kinds.feeding]
    shape = "series"
    item = "tank"
    identifier = "aquarium.feeding.{id}.{time}"
    days = ["sun"]
    remind = ["-3d"]
    [kinds.water]
    shape = "series"
    item = "tank"
    every = "14d"
    identifier = "aquarium.water.{id}"
    where = ["good = false"]
    """,
    "messages.toml": """
    format = "tickler-messages/1"
    app = "aquarium"
    [[en.feeding]]
    title = "Feed {{name}}"
    [[en.water]]
    title = "Change the water"
    [[de.feeding]]
    title = "{{name}} füttern"
    [[de.water]]
    title = "Wasser wechseln"
    """,
    "exports/tanks.json": """
    {"format": "tickler-export/1", "app": "aquarium", "exportedAt": "2026-11-20T08:00:00Z", "accounts": [
    {"id": "ada", "timeZone": "UTC", "platform": "ios", "items": [
    {"kind": "tank", "id": "reef", "name": "Reef", "good": true, "times": ["08:00", "18:00"], "days": ["sun"]}]},
    {"id": "bo", "timeZone": "UTC", "zoneChanges": [{"at": "2026-11-21T08:00:00Z", "timeZone": "Europe/Rome"}]},
    {"id": "cy", "timeZone": "UTC"}]}
    """,
  ]

  static let slips: [Slip] = [
    Slip(
      label: "single braces in a text are literal", file: "messages.toml", old: "Feed {{name}}", new: "Feed {name}",
      status: 0,
      reports:
        "messages.toml:4:9: warning: field en.feeding[0].title: found {name}, which is shown literally; expected {{name}}"
    ),
    Slip(
      label: "single braces in a text of the policy", old: "remind", new: "title = \"Feed {name}\"\nremind", status: 0,
      reports:
        "policy.toml:18:9: warning: field kinds.feeding.title: found {name}, which is shown literally; expected {{name}}"
    ),
    Slip(
      label: "an app with another spelling in the export is reported once, at the head", file: "exports/tanks.json",
      old: "\"aquarium\"", new: "\"Aquarium\"", status: 1,
      reports:
        "exports/tanks.json:1:39: error: field app: found \"Aquarium\", which has no policy; expected one of aquarium diary "
        + "focusflow moneymap personal ritualist steps; the nearest is aquarium, or its own policy, passed with --policy"
    ),
    Slip(
      label: "an identifier without the time loses all times of a day but the first", old: ".{time}", new: "",
      status: 0,
      reports:
        "exports/tanks.json:3:1: warning: account \"ada\", item tank \"reef\", field times: found 2 times of day with one "
        + "identifier, so only the first goes out; expected {time} in identifier of [kinds.feeding]"),
    Slip(
      label: "a misspelled kind of texts is not also a missing translation", file: "messages.toml", old: "de.feeding",
      new: "de.feding", status: 0,
      reports:
        "messages.toml:7:6: warning: field de.feding: the kind is unknown; expected feeding, the nearest that is known"),
    Slip(
      label: "two equals signs in a condition", old: "good = false", new: "good == false",
      reports:
        "policy.toml:24:10: error: field kinds.water.where: found \"good == false\"; expected one equals sign: \"good = false\""
    ),
    Slip(
      label: "a condition that is not a list", old: "[\"good = false\"]", new: "\"good == false\"",
      reports:
        "policy.toml:24:9: error: field kinds.water.where: found \"good == false\"; expected a list: [\"good = false\"]"
    ),
    Slip(
      label: "a kind with an underscore", old: "identifier = \"aquarium.water.{id}\"",
      new:
        "identifier = \"aquarium.water.{id}\"\n[kinds.tank_item]\nshape = \"series\"\nitem = \"tank\"\nidentifier = \"x.{id}\"",
      reports:
        "policy.toml:25:9: error: field kinds.tank_item.shape: found \"tank_item\"; expected letters and digits, a letter first, "
        + "such as tankItem"),
    Slip(
      label: "an interval without a unit", old: "\"14d\"", new: "14",
      reports:
        "policy.toml:22:9: error: field kinds.water.every: found 14; expected a unit in quotes: \"14d\", \"14w\" or \"14m\" (months)"
    ),
    Slip(
      label: "an interval with its unit in words", old: "\"14d\"", new: "\"14 days\"",
      reports: "policy.toml:22:9: error: field kinds.water.every: found \"14 days\"; expected \"14d\""),
    Slip(
      label: "a reminder in words", old: "\"-3d\"", new: "\"3 days\"",
      reports:
        "policy.toml:18:11: error: field kinds.feeding.remind: found \"3 days\"; expected \"-3d\", or \"+3d\" after it"),
    Slip(
      label: "a reminder without a sign", old: "\"-3d\"", new: "\"3d\"",
      reports:
        "policy.toml:18:11: error: field kinds.feeding.remind: found \"3d\"; expected \"-3d\", or \"+3d\" after it"
    ),
    Slip(
      label: "a number in quotes in the policy", old: "days = 7", new: "days = \"14\"",
      reports: "policy.toml:3:8: error: field days: found \"14\"; expected 14, without quotes"),
    Slip(
      label: "true or false in quotes in the export", file: "exports/tanks.json", old: "true", new: "\"true\"",
      status: 1,
      reports:
        "exports/tanks.json:3:56: error: account \"ada\", item tank \"reef\", field good: found \"true\"; expected true or false, without quotes"
    ),
    Slip(
      label: "a platform in its maker's spelling", file: "exports/tanks.json", old: "\"ios\"", new: "\"iOS\"",
      status: 1,
      reports:
        "exports/tanks.json:2:46: error: account \"ada\", field platform: found \"iOS\"; expected one of ios android other; the "
        + "nearest is ios"),
    Slip(
      label: "a platform in its maker's spelling in the policy", old: "ios = 64", new: "iOS = 64",
      reports: "policy.toml:5:1: error: field slots.iOS: the key is unknown; expected ios, the nearest that is known"),
    Slip(
      label: "a full weekday name in the policy", old: "[\"sun\"]", new: "[\"Sunday\"]",
      reports: "policy.toml:17:9: error: field kinds.feeding.days: found \"Sunday\"; expected \"sun\""),
    Slip(
      label: "a full weekday name in quiet hours", old: "[\"sat\"]", new: "[\"Saturday\"]",
      reports: "policy.toml:7:9: error: field quietHours[0].days: found \"Saturday\"; expected \"sat\""),
    Slip(
      label: "a full weekday name in the export", file: "exports/tanks.json", old: "[\"sun\"]", new: "[\"Sunday\"]",
      status: 1,
      reports:
        "exports/tanks.json:3:100: error: account \"ada\", item tank \"reef\", field days[0]: found \"Sunday\"; expected \"sun\""
    ),
    Slip(
      label: "accepts instants with fractions of seconds, and reports them once a file", file: "exports/tanks.json",
      old: ":00Z",
      new: ":00.123Z", status: 0,
      reports:
        "exports/tanks.json:1:65: warning: field exportedAt: found \"2026-11-20T08:00:00.123Z\", an instant with a fraction of a "
        + "second; expected instants to the second; fractions are dropped in this file"),
    Slip(
      label: "a date instead of an instant", command: ["plan", "exports", "--now", "2026-11-21"], status: 64,
      reports: "Error: --now takes an instant (RFC 3339) such as 2026-11-21T09:00:00Z, not 2026-11-21"),
    Slip(
      label: "a folder's name without its last letter", command: ["plan", "export"], status: 66,
      reports: "tickler: error: cannot read export: No such file or directory; the nearest is exports"),
  ]

  private func folder() throws -> URL {
    let folder = try TestFiles.temporaryFolder()
    try FileManager.default.createDirectory(at: folder.appending(path: "exports"), withIntermediateDirectories: true)
    for (name, text) in SlipTests.files { try Data((text + "\n").utf8).write(to: folder.appending(path: name)) }
    return folder
  }

  private func run(_ command: [String], in folder: URL) throws -> (status: Int32, reports: [String]) {
    let result = try Program.run(
      command + ["--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates], in: folder)
    let lines = (result.output + result.errors).split(separator: "\n").map(String.init)
    return (
      result.status, lines.filter { $0.contains("error: ") || $0.contains("warning: ") || $0.hasPrefix("Error: ") }
    )
  }

  @Test("each slip gets one diagnostic with the correction", arguments: slips)
  func slip(_ slip: Slip) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: slip.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(slip.old.isEmpty || text.contains(slip.old))
    if !slip.old.isEmpty {
      try Data(text.replacing(slip.old, with: slip.new).utf8).write(to: file)
    }
    let result = try run(slip.command, in: folder)
    #expect(result.status == slip.status)
    #expect(result.reports == [slip.reports])
  }

  @Test("without a slip, prints nothing, with the policy named or found in the folder")
  func sound() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in [Slip(label: "", reports: "").command, ["check", "exports"], ["check"]] {
      let result = try run(command, in: folder)
      #expect(result.status == 0)
      #expect(result.reports == [])
    }
  }

  @Test("a truncated instant plans like the same instant to the second")
  func fraction() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = folder.appending(path: "exports/tanks.json")
    func plan(_ out: String) throws -> [String] {
      let result = try Program.run(
        [
          "plan", "exports", "--policy", "policy.toml", "--policy", "messages.toml", "--out", out, "--now",
          "2026-11-20T08:00:00Z",
          "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
        ], in: folder)
      #expect(result.status == 0)
      let lines = try String(contentsOf: folder.appending(path: "\(out)/plan.ndjson"), encoding: .utf8)
      return lines.split(separator: "\n").dropFirst().map(String.init)
    }
    let whole = try plan("whole")
    let text = try String(contentsOf: export, encoding: .utf8)
    try Data(text.replacing(":00Z", with: ":00.999Z").utf8).write(to: export)
    #expect(try plan("cut") == whole)
  }
}
