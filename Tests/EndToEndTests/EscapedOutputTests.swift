import Foundation
import TestSupport
import Testing

/// Tests that texts from outside stay texts in each kind of output. `hostile_texts.py` puts them into every field.
@Suite struct EscapedOutputTests {
  /// Texts that end a line, a quotation or an escape of some format, or that a terminal interprets.
  static let texts = [
    "\u{1b}[31mred", "a\nforged", "a\r\nforged", "a\r\n\u{301}forged", "\u{9b}31m", "\u{202e}a", "a\u{2028}forged",
    "\"\u{301}} 1", "\\\u{301}", "https://x.y", "www.x.y", "a|b`c<d>",
  ]
  private static let shared = [
    "--now", "2026-11-20T12:00:00Z", "--days", "3", "--zoneinfo", TestFiles.zoneinfo, "--templates",
    TestFiles.templates,
  ]

  private func inFolder(_ app: String, _ accounts: [[String: Any]], _ body: (URL) throws -> Void) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export: [String: Any] = [
      "format": "tickler-export/1", "app": app, "exportedAt": "2026-11-20T11:00:00Z", "accounts": accounts,
    ]
    try JSONSerialization.data(withJSONObject: export).write(to: folder.appending(path: "in.json"))
    try body(folder)
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  /// Whether a terminal interprets or hides a scalar. A line feed ends a line.
  private func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n"
      && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }

  @Test("metrics have one line for each app, from which its name can be read", arguments: texts)
  func metrics(text: String) throws {
    try inFolder(text, []) { folder in
      let result = try Program.run(
        ["plan", "in.json", "--metrics", "m.prom", "--out", "out"] + EscapedOutputTests.shared, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: folder.appending(path: "m.prom"))
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      let prefix = #"tickler_input_accounts{app=""#
      let line = try #require(lines.first { $0.unicodeScalars.starts(with: prefix.unicodeScalars) })
      var (name, rest) = ("", line.unicodeScalars.dropFirst(prefix.unicodeScalars.count))
      while let scalar = rest.popFirst(), scalar != "\"" {
        if scalar == "\\", let next = rest.popFirst() {
          name.unicodeScalars.append(next == "n" ? "\n" : next)
        } else {
          name.unicodeScalars.append(scalar)
        }
      }
      #expect(scalars(name) == scalars(text) && String(rest) == "} 0", "\(line)")
      #expect(lines.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("tickler_") })
    }
  }

  @Test("events of a JSON log are printable, and keep each name", arguments: texts)
  func log(text: String) throws {
    try inFolder(text, []) { folder in
      let result = try Program.run(
        ["plan", "in.json", "--log-format", "json", "--out", "out"] + EscapedOutputTests.shared, in: folder)
      #expect(result.status == 0)
      #expect(!result.errors.unicodeScalars.contains(where: isRaw))
      let events = try result.errors.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      let app = try #require(events.first { $0["event"] as? String == "input" }?["app"] as? String)
      #expect(scalars(app) == scalars(text))
    }
  }

  @Test("no currency writes to the terminal or forges a line of list", arguments: texts)
  func sums(text: String) throws {
    let bill: [String: Any] = [
      "kind": "bill", "id": "b", "name": "Rent", "amount": "1.50", "currency": text, "dueDate": "2026-11-21",
    ]
    let account: [String: Any] = [
      "id": "a", "timeZone": "UTC", "preferences": ["kinds": ["bill": true]], "items": [bill],
    ]
    try inFolder("moneymap", [account]) { folder in
      let result = try Program.run(["list", "in.json"] + EscapedOutputTests.shared, in: folder)
      #expect(result.status == 0 && result.output.contains("To pay: 1.5"), "\(result)")
      #expect(!result.output.unicodeScalars.contains(where: isRaw))
      #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("forged") })
    }
  }

  @Test("no id or title reaches the terminal raw, in JSON or in what undo says", arguments: texts)
  func commands(text: String) throws {
    let item: [String: Any] = ["kind": "task", "id": text, "title": text, "date": "2026-11-21", "time": "09:00"]
    try inFolder("focusflow", [["id": text, "timeZone": "UTC", "items": [item]]]) { folder in
      let plan = try Program.run(["plan", "in.json", "--out", "out"] + EscapedOutputTests.shared, in: folder)
      #expect(plan.status == 0, "\(plan.errors)")
      let mapping =
        "format = \"tickler-mapping/1\"\ninput = \"csv\"\nkind = \"task\"\n[fields]\ntitle = \"t\"\ndate = \"d\"\n"
      try Data(mapping.utf8).write(to: folder.appending(path: "m.toml"))
      let quoted = String(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }.map(Character.init))
      try Data("t,d\n\"\(quoted)\",2026-11-21\n".utf8).write(to: folder.appending(path: "t.csv"))
      for command in [
        ["done", text, "in.json", "--changes", "c.nd"], ["undo", "--changes", "c.nd"],
        ["list", "in.json", "--format", "json"], ["check", "in.json", "--format", "json"], ["apply", "out", "in.json"],
        ["worker", "--input", "in.json"], ["import", "t.csv", "--mapping", "m.toml", "--time-zone", "UTC"],
      ] {
        let result = try Program.run(command + EscapedOutputTests.shared, in: folder)
        #expect(result.status == 0, "\(command): \(result.errors)")
        #expect(!(result.output + result.errors).unicodeScalars.contains(where: isRaw), "\(command): \(result.output)")
      }
    }
  }

  @Test(
    "ids in Markdown are neither links nor markup", arguments: texts + ["a@b.cd", "HTTPS://x.y", "https://\u{301}x"])
  func markdown(text: String) throws {
    func account(_ time: String) -> [[String: Any]] {
      [
        [
          "id": text, "timeZone": "UTC",
          "items": [["kind": "task", "id": text, "title": "T", "date": "2026-11-21", "time": time]],
        ]
      ]
    }
    func plan(_ out: String, _ time: String, _ folder: URL?) throws -> URL {
      var made: URL?
      try inFolder("focusflow", account(time)) { source in
        let target = (folder ?? source).appending(path: out)
        let result = try Program.run(["plan", "in.json", "--out", target.path] + EscapedOutputTests.shared, in: source)
        #expect(result.status == 0, "\(result.errors)")
        made = target
      }
      return made!
    }
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try plan("one", "09:00", folder)
    _ = try plan("two", "10:00", folder)
    let result = try Program.run(
      [
        "diff", "one", "two", "--format", "markdown", "--zoneinfo", TestFiles.zoneinfo, "--templates",
        TestFiles.templates,
      ], in: folder)
    #expect(result.status == 2 && !result.output.unicodeScalars.contains(where: isRaw), "\(result)")
    let output = result.output.replacing("<!-- -->", with: "").replacing(/<\/?(details|summary)>/, with: "")
    #expect(!output.contains(/(?i):\/\/|www\.|@|<|>/), "\(output)")
    let scalars = Array(output.unicodeScalars)
    #expect(!zip(scalars, scalars.dropFirst()).contains { $0 == (":", "/") })
    for line in output.split(separator: "\n") {
      #expect(!line.hasPrefix("forged"))
      if line.hasPrefix("|") { #expect(line.unicodeScalars.count { $0 == "|" } == 7, "\(line)") }
    }
  }

  @Test("annotations for GitHub are one printable line each, also with such a file name", arguments: texts)
  func annotations(text: String) throws {
    try inFolder("focusflow", [["id": text, "timeZone": text]]) { folder in
      let name = text.replacing("/", with: "_") + ".json"
      try FileManager.default.moveItem(at: folder.appending(path: "in.json"), to: folder.appending(path: name))
      let result = try Program.run(["check", name, "--format", "github"] + EscapedOutputTests.shared, in: folder)
      #expect(result.status == 1 && !result.output.unicodeScalars.contains(where: isRaw), "\(result)")
      #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::") }, "\(result.output)")
    }
  }

  @Test(
    "verify accepts calendars of a policy with any name", arguments: texts + [String(repeating: "long; ", count: 40)])
  func policyName(text: String) throws {
    let task: [String: Any] = ["kind": "task", "id": "t", "title": text, "date": "2026-11-21", "time": "09:00"]
    try inFolder("focusflow", [["id": "a", "timeZone": "UTC", "items": [task]]]) { folder in
      let policy = try String(contentsOfFile: TestFiles.templates + "/policies/focusflow.toml", encoding: .utf8)
      let name = text.unicodeScalars.map { String(format: "\\U%08x", $0.value) }.joined()
      try Data(policy.replacing(/(?m)^name = .*$/, with: "name = \"\(name)\"").utf8).write(
        to: folder.appending(path: "own.toml"))
      for options in [
        [], ["--ics-as", "todo"], ["--ics-style", "personal"], ["--ics-style", "personal", "--ics-as", "todo"],
      ] {
        let plan = try Program.run(
          ["plan", "in.json", "--policy", "own.toml", "--out", "out", "--ics-accounts"] + options
            + EscapedOutputTests.shared, in: folder)
        #expect(plan.status == 0, "\(plan.errors)")
        let verified = try Program.run(["verify", "out", "--zoneinfo", TestFiles.zoneinfo], in: folder)
        #expect(verified.status == 0, "\(options): \(verified.output)")
      }
    }
  }

  @Test("a list of expected apps may end its lines with CR LF")
  func expected() throws {
    try inFolder("focusflow", [["id": "a", "timeZone": "UTC"]]) { folder in
      for (list, status) in [("# ours\r\napp focusflow\r\ninput in.json\r\n\r\n", 0), ("app focusflow\u{301}\r\n", 76)]
        as [(String, Int32)]
      {
        try Data(list.utf8).write(to: folder.appending(path: "expected"))
        let result = try Program.run(
          ["plan", "in.json", "--expect", "expected", "--out", "out"] + EscapedOutputTests.shared, in: folder)
        #expect(result.status == status, "\(result.errors)")
      }
    }
  }
}
