import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests the program with broken, questionable or missing texts.
struct MessagesCommandTests {
  /// Returns a changed copy of the shipped templates.
  private func templates(_ change: (URL) throws -> Void) throws -> URL {
    let folder = try TestFiles.temporaryFolder()
    let copy = folder.appending(path: "templates")
    try FileManager.default.copyItem(at: URL(filePath: TestFiles.templates), to: copy)
    try change(copy.appending(path: "messages"))
    return folder
  }

  private func replace(_ text: String, with other: String, in file: URL) throws {
    let old = try String(contentsOf: file, encoding: .utf8)
    #expect(old.contains(text))
    try Data(old.replacing(text, with: other).utf8).write(to: file)
  }

  private static let export = """
    {"format":"tickler-export/1","app":"diary"}
    {"account":{"id":"a","timeZone":"UTC","preferences":{"bedtime":{"time":"22:00"}}}}

    """

  private func run(_ command: [String], in folder: URL) throws -> Program.Result {
    try Program.run(
      command + ["--zoneinfo", TestFiles.zoneinfo], input: MessagesCommandTests.export, in: folder)
  }

  @Test("texts that are not TOML or not Mustache end plan and check with 65, at their place")
  func malformed() throws {
    let folder = try templates { messages in
      try replace(
        "A few lines before you sleep?", with: "A {{#few}} lines",
        in: messages.appending(path: "diary.toml"))
      try Data("[[en.task]\n".utf8).write(to: messages.appending(path: "focusflow.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try String(contentsOf: folder.appending(path: "templates/messages/diary.toml"), encoding: .utf8)
      .components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0.contains("{{#few}}") }) + 1
    for command in [["plan", "-", "--out", "out"], ["check"], ["check", "-"]] {
      let result = try run(command, in: folder)
      #expect(result.status == 65)
      #expect(
        result.errors == """
          templates/messages/diary.toml:\(line):11: error: field en.bedtime[0].body: {{#few}} is not closed; expected {{/few}} after it
          templates/messages/focusflow.toml:1:11: error: not TOML: found a line break; expected another ]

          """)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
  }

  @Test("plan skips the texts of unused apps, check reads them; one account's own app suffices")
  func unused() throws {
    let folder = try templates { messages in
      try replace("[[en.bill]]", with: "[[en.bill", in: messages.appending(path: "moneymap.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try run(["plan", "-", "--out", "out"], in: folder)
    #expect(plan.status == 0)
    let head = try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8)
    #expect(head.contains(#""messages":{"file":"templates/messages/moneymap.toml","sha256":""#))
    let check = try run(["check", "-"], in: folder)
    #expect(check.status == 65)
    #expect(check.errors.hasPrefix("templates/messages/moneymap.toml:"))
    let other =
      #"{"format":"tickler-export/1","app":"diary","accounts":[{"id":"b","app":"moneymap","timeZone":"UTC"}]}"#
    try Data(other.utf8).write(to: folder.appending(path: "other.json"))
    let used = try run(["plan", "other.json", "--out", "out-2"], in: folder)
    #expect(used.status == 65)
    #expect(used.errors == check.errors)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out-2").path))
  }

  private static let rent =
    #""timeZone":"UTC","preferences":{"kinds":{"bill":true}},"items":[{"kind":"bill","id":"r","name":"Rent","dueDate":"2026-11-22"}]"#
  private static let titles = [
    "Rent: due tomorrow", "Rent: due today", "Bills This Week", "Bills This Week",
  ]
  private static let rentXML =
    #"timeZone="UTC"><preferences><kinds bill="true"/></preferences><item kind="bill" id="r" name="Rent" dueDate="2026-11-22"/></account>"#

  @Test(
    "finds an app's texts wherever its name is in the file",
    arguments: [
      ("e.json", #"{"format":"tickler-export/1","app":"moneymap","accounts":[{"id":"b",\#(rent)}]}"#),
      (
        "e.json", #"{"format":"tickler-export/1","app":"diary","accounts":[{"id":"b","app":"moneym\u0061p",\#(rent)}]}"#
      ),
      ("e.json", #"{"format":"tickler-export/1","accounts":[{\#(rent),"app":"moneymap","id":"b"}]}"#),
      (
        "e.ndjson",
        #"{"format":"tickler-export/1","app":"diary"}"# + "\n" + #"{"account":{"id":"b","app":"moneymap",\#(rent)}}"#
      ),
      (
        "e.xml",
        #"<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="moneymap"><account id="b" \#(rentXML)</export>"#
      ),
      (
        "e.xml",
        #"<export xmlns="urn:tickler:export:1" format="tickler-export/1"><account id="b" app="money&#x6d;ap" \#(rentXML)</export>"#
      ),
    ])
  func words(_ name: String, _ export: String) throws {
    let folder = try templates { _ in }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(export.utf8).write(to: folder.appending(path: name))
    let plan = try run(["plan", name, "--now", "2026-11-20T12:00:00Z", "--out", "out"], in: folder)
    #expect(plan.status == 0, "\(plan.errors)")
    let lines = try Scenario.objects(folder.appending(path: "out/plan.ndjson"))
    #expect(lines.compactMap { $0["title"] as? String } == MessagesCommandTests.titles)
  }

  @Test("a worker has its app's texts")
  func workerWords() throws {
    let folder = try templates { _ in }
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["worker", "--app", "moneymap", "--now", "2026-11-20T12:00:00Z", "--zoneinfo", TestFiles.zoneinfo],
      input: #"{"account":{"id":"b",\#(MessagesCommandTests.rent)}}"#, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    for title in MessagesCommandTests.titles { #expect(result.output.contains(#""title":"\#(title)""#)) }
  }

  @Test("texts of another version are no policy")
  func otherVersion() throws {
    let folder = try templates { _ in }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("format = \"tickler-messages/9\"\napp = \"diary\"\n".utf8).write(to: folder.appending(path: "m.toml"))
    let result = try run(["check", "-", "--policy", "m.toml"], in: folder)
    let words = result.output + result.errors
    #expect(words.contains(#"expected "tickler-messages/1""#) && !words.contains("field kinds"), "\(words)")
  }

  @Test("warns of a field that the kind lacks, and leaves it empty")
  func unknownField() throws {
    let folder = try templates { messages in
      try Data(
        """
        format = "tickler-messages/1"
        app = "diary"
        [[en.bedtime]]
        title = "Night {{tier}}."
        """.utf8
      ).write(to: messages.appending(path: "diary.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let warning =
      "templates/messages/diary.toml:4:16: warning: field en.bedtime[0].title: found {{tier}}, which bedtime does not have; "
      + "expected no fields\n"
    let plan = try run(["plan", "-", "--now", "2026-11-20T12:00:00Z", "--days", "0", "--out", "out"], in: folder)
    #expect(plan.status == 0)
    #expect(plan.errors.hasPrefix(warning))
    let lines = try Scenario.objects(folder.appending(path: "out/plan.ndjson"))
    #expect(lines[1]["title"] as? String == "Night .")
    let check = try run(["check", "-"], in: folder)
    #expect(check.status == 0)
    #expect(check.output.hasPrefix(warning))
  }

  @Test("check warns of tone, length and missing translations; plan does not")
  func tone() throws {
    let folder = try templates { messages in
      try replace(
        "What went well today?", with: "You forgot to write. Hurry up!", in: messages.appending(path: "diary.toml"))
      try replace("app = \"steps\"", with: "app = \"stairs\"", in: messages.appending(path: "steps.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let check = try run(["check", "-"], in: folder)
    #expect(check.status == 0)
    let lines = check.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].contains("policies/steps.toml:1:1: warning: field kinds: no text of goal, milestone"))
    #expect(lines[1].contains("steps.toml:1:1: warning: field app: no policy has the app \"stairs\""))
    #expect(lines[2].hasSuffix("warning: field body: bedtime says \"You forgot\", which the policy forbids"))
    #expect(lines[3].hasSuffix("warning: field body: bedtime says \"Hurry up\", which the policy forbids"))
    #expect(check.errors == "tickler: 1 account, 0 records rejected, 4 warnings\n")
    let plan = try run(["plan", "-", "--out", "out"], in: folder)
    #expect(plan.status == 0)
    #expect(!plan.errors.contains("warning"))
  }

  @Test("check needs no export for policies and texts; a named path must exist")
  func withoutExports() throws {
    let folder = try templates { _ in }
    defer { try? FileManager.default.removeItem(at: folder) }
    let check = try run(["check"], in: folder)
    #expect(check.status == 0)
    #expect(check.output == "")
    #expect(check.errors == "tickler: 0 accounts, 0 records rejected, 0 warnings\n")
    #expect(try run(["check", "inputs"], in: folder).status == 66)
    #expect(try run(["plan", "--out", "out"], in: folder).status == 66)
  }

  @Test("rejects two files of texts for one app, and a folder without texts")
  func files() throws {
    let folder = try templates { messages in
      try FileManager.default.copyItem(
        at: messages.appending(path: "diary.toml"), to: messages.appending(path: "diary-2.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"format":"tickler-export/1","app":"steps","accounts":[]}"#.utf8).write(
      to: folder.appending(path: "e.json"))
    for command in [["check"], ["plan", "e.json", "--out", "out"]] {
      let twice = try run(command, in: folder)
      #expect(twice.status == 65)
      #expect(
        twice.errors.contains(
          "diary.toml:1:1: error: field app: the app \"diary\" has texts in templates/messages/diary-2.toml already; "
            + "expected one file of texts an app"))
    }
    try FileManager.default.removeItem(at: folder.appending(path: "templates/messages"))
    let none = try run(["plan", "-", "--now", "2026-11-20T12:00:00Z", "--days", "0", "--out", "out"], in: folder)
    #expect(none.status == 66)
    #expect(none.errors == "tickler: error: templates/messages has no texts\n")
  }

  @Test("the plan's header has the texts' hash, and the machine's language changes nothing")
  func machine() throws {
    let folder = try templates { messages in
      // A language unknown to ICU, which would otherwise use the machine's.
      try replace("[[de.goal]]", with: "[[zz.goal]]", in: messages.appending(path: "steps.toml"))
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"steps","accounts":[{"id":"a","timeZone":"UTC","locale":"zz","items":["#
      + #"{"kind":"stepDay","id":"d","date":"2026-11-20","goal":8000,"samples":[{"at":"2026-11-20T10:00:00Z","steps":9000}]}]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    var plans: [String] = []
    for language in ["C", "de_DE.UTF-8", "ar_EG.UTF-8"] {
      let result = try Program.run(
        [
          "plan", "e.json", "--now", "2026-11-20T12:00:00Z", "--days", "0", "--out", "out", "--zoneinfo",
          TestFiles.zoneinfo,
        ],
        in: folder, environment: ["LANG": language, "LC_ALL": language, "TZ": "Asia/Tokyo"])
      #expect(result.status == 0)
      plans.append(try String(contentsOf: folder.appending(path: "out/plan.ndjson"), encoding: .utf8))
    }
    #expect(plans[0] == plans[1] && plans[1] == plans[2])
    #expect(plans[0].contains(#""messages":{"file":"templates/messages/diary.toml","sha256":""#))
    #expect(plans[0].contains("9,000") || plans[0].contains("8,000"))
  }
}
