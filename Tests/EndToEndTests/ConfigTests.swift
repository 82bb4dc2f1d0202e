import Foundation
import TestSupport
import Testing

/// Tests a user's own `tickler.toml`, which `tickler plan` follows if there is neither a PATH nor a folder `inputs`.
@Suite struct ConfigTests {
  /// Runs `body` with a home that has the file and an export, and with an empty working folder.
  private func withHome(_ body: (URL, [String: String]) throws -> Void) throws {
    let home = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: home) }
    for name in [".config", "exports", "work"] {
      try FileManager.default.createDirectory(at: home.appending(path: name), withIntermediateDirectories: true)
    }
    let config = """
      format = "tickler-run/1"
      inputs = ["~/exports"]
      out = "../plans"
      templates = "\(TestFiles.templates)"
      zoneinfo = "\(TestFiles.zoneinfo)"
      timeZone = "Asia/Tokyo"
      days = 1
      emit = ["plan", "ics"]
      [calendar]
      style = "personal"
      """
    try Data(config.utf8).write(to: home.appending(path: ".config/tickler.toml"))
    try Data(ConfigTests.export.utf8).write(to: home.appending(path: "exports/a.json"))
    try body(home, ["HOME": home.path, "XDG_CONFIG_HOME": home.appending(path: ".config").path])
  }

  private static let export = """
    {"format": "tickler-export/1", "app": "focusflow", "accounts": [{"id": "ana", "timeZone": "UTC",
     "preferences": {"kinds": {"dailyReminder": false, "nudge": false, "recap": false}},
     "items": [{"kind": "task", "id": "tea", "title": "Tea", "date": "2026-10-20", "time": "16:00", "repeat": "daily"}]}]}
    """

  private static let now = ["--now", "2026-10-23T09:00:00Z"]

  @Test("`tickler plan` alone follows the file, with and without XDG_CONFIG_HOME")
  func alone() throws {
    try withHome { home, environment in
      for environment in [environment, ["HOME": home.path, "XDG_CONFIG_HOME": ""]] {
        let result = try Program.run(
          ["plan", "--verbose"] + ConfigTests.now, in: home.appending(path: "work"), environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
          result.errors.hasPrefix("tickler: \(home.path)/.config/tickler.toml sets what the command line does not\n"))
        let names = try FileManager.default.contentsOfDirectory(atPath: home.appending(path: "plans").path).sorted()
        #expect(names.filter { !$0.hasPrefix(".") } == ["calendar.ics", "plan.ndjson"])
        let calendar = try String(contentsOf: home.appending(path: "plans/calendar.ics"), encoding: .utf8)
        #expect(calendar.contains("NAME:Reminders\r\n") && calendar.components(separatedBy: "BEGIN:VEVENT").count == 3)
        try FileManager.default.removeItem(at: home.appending(path: "plans"))
      }
    }
  }

  @Test("the command line wins; --no-config, a PATH or a folder `inputs` disable the file")
  func commandLine() throws {
    try withHome { home, environment in
      let work = home.appending(path: "work")
      let own = try Program.run(
        ["plan", "--days", "3", "--out", "mine", "--emit", "plan"] + ConfigTests.now, in: work, environment: environment
      )
      #expect(own.status == 0 && own.errors.hasSuffix("written to mine\n"), "\(own.errors)")
      let plan = try String(contentsOf: work.appending(path: "mine/plan.ndjson"), encoding: .utf8)
      #expect(plan.split(separator: "\n").count { $0.contains(#""outcome":"scheduled""#) } == 4)
      #expect(!FileManager.default.fileExists(atPath: work.appending(path: "mine/calendar.ics").path))

      let without = try Program.run(["plan", "--no-config"], in: work, environment: environment)
      #expect(without.status == 66 && without.errors.contains("inputs"), "\(without.errors)")
      let paths = try Program.run(["list", "nowhere"], in: work, environment: environment)
      #expect(paths.status == 66 && paths.errors.contains("nowhere"), "\(paths.errors)")
      try FileManager.default.createDirectory(at: work.appending(path: "inputs"), withIntermediateDirectories: true)
      let project = try Program.run(["list"] + ConfigTests.now, in: work, environment: environment)
      #expect(project.status == 66 && !project.errors.contains(home.path), "\(project.errors)")
    }
  }

  @Test("list and next show times in the file's zone")
  func zone() throws {
    try withHome { home, environment in
      let work = home.appending(path: "work")
      let next = try Program.run(["next"] + ConfigTests.now, in: work, environment: environment)
      #expect(
        next.output.hasPrefix("Tomorrow, Saturday, 24 October 2026\n  01:00  Tea"), "\(next.output)\(next.errors)")
      let own = try Program.run(["next", "--time-zone", "UTC"] + ConfigTests.now, in: work, environment: environment)
      #expect(own.output.hasPrefix("Today, Friday, 23 October 2026\n  16:00  Tea"), "\(own.output)")
    }
  }

  @Test("other tools' times use the file's zone and account, whichever zone displays them")
  func imports() throws {
    try withHome { home, environment in
      let work = home.appending(path: "work")
      let file = home.appending(path: ".config/tickler.toml")
      var text = try String(contentsOf: file, encoding: .utf8)
      try FileManager.default.removeItem(at: home.appending(path: "exports/a.json"))
      let tasks = home.appending(path: "exports/tasks.ics")
      try Data("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nSUMMARY:Tea\nDUE:20261023T200000\nEND:VTODO\nEND:VCALENDAR\n".utf8)
        .write(to: tasks)
      text = text.replacing("~/exports", with: tasks.path) + "\n[import]\naccount = \"ana\"\n"
      try Data(text.utf8).write(to: file)
      func next(_ options: String...) throws -> Program.Result {
        try Program.run(["next"] + options + ConfigTests.now, in: work, environment: environment)
      }
      #expect(try next("--account", "ana").output.hasPrefix("Today, Friday, 23 October 2026\n  20:00  Tea"))
      #expect(try next("--time-zone", "UTC").output.hasPrefix("Today, Friday, 23 October 2026\n  11:00  Tea"))
      #expect(try next("--account", "me").status == 66)
      #expect(try next("--account", "me").errors.contains("no input has the account \"me\""))
    }
  }

  @Test("a fault of the file has its place")
  func fault() throws {
    try withHome { home, environment in
      let file = home.appending(path: ".config/tickler.toml")
      try Data("format = \"tickler-run/1\"\ninput = []\n".utf8).write(to: file)
      let result = try Program.run(["plan"], in: home.appending(path: "work"), environment: environment)
      #expect(result.status == 65)
      #expect(result.errors.contains("\(file.path):2:1: error: field input: the key is unknown"), "\(result.errors)")
    }
  }
}
