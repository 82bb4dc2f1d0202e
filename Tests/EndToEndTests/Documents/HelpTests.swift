import Foundation
import TestSupport
import Testing

/// Tests the help for wrong names, files and settings.
@Suite struct HelpTests {
  private static let head =
    #"{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-11-20T00:00:00Z","accounts":["#
  private static let now = [
    "--now", "2026-11-20T00:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
  ]

  private func run(
    _ command: [String], files: [String: Data], _ options: [String] = HelpTests.now
  ) throws -> Program.Result {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    return try Program.run(command + options, in: folder)
  }

  private func account(_ fields: String, items: String = "") -> Data {
    Data("\(HelpTests.head){\"id\":\"ana\",\(fields),\"items\":[\(items)]}]}".utf8)
  }

  // MARK: Names

  @Test(
    "suggests the nearest name for a misspelled one",
    arguments: [
      (
        #""timeZone":"Europe/Londn""#, "",
        #"found "Europe/Londn"; expected the name of a zone or link of tz database 2026f; the nearest is Europe/London"#
      ),
      (#""timeZone":"Berlin""#, "", "; the nearest is Europe/Berlin"),
      (#""timeZone":"new york""#, "", "; the nearest is America/New_York"),
      (#""timeZone":"Mars/Olympus""#, "", "the name of a zone or link of tz database 2026f\n"),
      (
        #""timeZone":"UTC","platform":"iOS""#, "",
        #"found "iOS"; expected one of ios android other; the nearest is ios"#
      ),
      (#""timeZone":"UTC","authorization":"authorised""#, "", "; the nearest is authorized"),
      (
        #""timeZone":"UTC","app":"focusflo""#, "",
        #"found "focusflo", which has no policy; expected one of diary focusflow moneymap personal ritualist steps; the nearest is focusflow, or its own policy, passed with --policy"#
      ),
      (#""timeZone":"UTC","app":"pillbox""#, "", "ritualist steps, or its own policy, passed with --policy"),
      (#""timeZone":"UTC""#, #"{"kind":"tsak","id":"t"}"#, #"found "tsak"; expected one of"#),
      (#""timeZone":"UTC""#, #"{"kind":"tsak","id":"t"}"#, "; the nearest is task\n"),
      (
        #""timeZone":"UTC""#,
        #"{"kind":"task","id":"t","title":"T","date":"2026-11-20","time":"09:00","repeat":"dayly"}"#,
        "; the nearest is daily\n"
      ),
      (
        #""timeZone":"UTC","preferences":{"digest":{"day":"sunday"}}"#, "",
        "expected \"sun\"\n"
      ),
    ])
  func names(fields: String, item: String, message: String) throws {
    let result = try run(["check", "a.json"], files: ["a.json": account(fields, items: item)])
    #expect(result.status == 1)
    #expect(result.output.contains(message), "\(result.output)")
  }

  @Test(
    "suggests the nearest account or zone on the command line",
    arguments: [
      (
        ["simulate", "a.json", "--account", "anna", "--reserved", "1"], 66,
        #"no input has the account "anna"; the nearest is "ana""#
      ),
      (["explain", "a.json", "--account", "anna"], 66, #"no input has the account "anna"; the nearest is "ana""#),
      (
        ["simulate", "a.json", "--time-zone", "Europe/Brelin"], 64,
        #""Europe/Brelin" is no zone of tz database 2026f; the nearest is Europe/Berlin"#
      ),
    ])
  func asked(command: [String], status: Int, message: String) throws {
    let result = try run(command, files: ["a.json": account(#""timeZone":"UTC""#)])
    #expect(result.status == status)
    #expect(result.errors == "tickler: error: \(message)\n")
  }

  @Test("suggests the nearest account for a page that the plan lacks")
  func page() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try account(#""timeZone":"UTC""#).write(to: folder.appending(path: "a.json"))
    #expect(try Program.run(["plan", "a.json", "--out", "out"] + HelpTests.now, in: folder).status == 0)
    let result = try Program.run(
      ["report", "out", "--account", "anna", "--templates", TestFiles.templates], in: folder)
    #expect(result.errors == "tickler: error: the plan in out has no account \"anna\"; the nearest is \"ana\"\n")
  }

  @Test(
    "suggests the nearest name in a policy and its texts",
    arguments: [
      ("gap = \"latter\"", "found \"latter\"; expected one of later next skip; the nearest is later"),
      ("authorization = [\"authorised\"]", "; the nearest is authorized"),
      ("[kinds.task]\nidentifier = \"{id}\"\nquiet = \"passs\"", "; the nearest is pass"),
      (
        "[kinds.task]\nidentifier = \"{id}\"\ntitle = \"{{titel}}\"",
        "found {{titel}}; expected one of {{title}} {{time}} {{date}} {{when}}; the nearest is title"
      ),
      (
        "[kinds.digest]\nidentifier = \"d\"\nday = \"sunn\"",
        "expected one of mon tue wed thu fri sat sun; the nearest is sun"
      ),
    ])
  func policy(text: String, message: String) throws {
    let file = Data("format = \"tickler-policy/1\"\napp = \"x\"\n\(text)\n".utf8)
    let result = try run(["check", "--policy", "x.toml"], files: ["x.toml": file])
    #expect(result.status == 65)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  // MARK: Commands

  @Test(
    "rejects an unknown command",
    arguments: [
      (["plna"], #"no command is called "plna"; the nearest is plan"#),
      (["help", "expain"], #"no command is called "expain"; the nearest is explain"#),
      (["exports/a.json"], #"no command is called "exports/a.json"; to plan exports, tickler plan exports/a.json"#),
      (["bake"], #"no command is called "bake"; one of plan list next done paid snooze undo run"#),
    ])
  func command(words: [String], message: String) throws {
    let result = try Program.run(words)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: \(message)"), "\(result.errors)")
  }

  @Test("every command's help has an example that starts with its name")
  func examples() throws {
    let help = try Program.run(["--help"]).output
    let names = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last).split(separator: "\n")
      .compactMap { $0.hasPrefix("  ") && !$0.hasPrefix("   ") ? $0.split(separator: " ").first.map(String.init) : nil }
      .filter { $0 != "See" }
    #expect(names.count >= 15)
    for name in names {
      let text = try Program.run([name, "--help"]).output
      let overview = text.components(separatedBy: "\nUSAGE:")[0]
      let examples = overview.components(separatedBy: "xamples:")
      #expect(examples.count == 2 && examples[1].contains("tickler \(name) "), "\(name)")
    }
  }

  // MARK: Files

  static let foreign: [(name: String, text: String, message: String)] = [
    ("a.json", "id,title,due\n1,Rent,2026-11-01\n", "CSV"),
    ("a.ndjson", "id;title;due\n1;Rent;2026-11-01\n", "CSV"),
    ("a.json", "format = \"tickler-policy/1\"\napp = \"x\"\n", "TOML"),
    ("a.json", "# tasks\n[[items]]\nkind = \"task\"\n", "TOML"),
    ("a.json", "---\naccounts:\n- id: ana\n", "YAML"),
    ("a.json", "format: tickler-export/1\napp: focusflow\n", "YAML"),
    ("a.json", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "an HTML page"),
    ("a.xml", "\u{feff}<!doctype HTML><html></html>", "an HTML page"),
    ("a.xml", #"{"format":"tickler-export/1"}"#, "JSON"),
    ("a.json", #"<export xmlns="urn:tickler:export:1"/>"#, "XML"),
    ("a.json.gz", "<html>404</html>", "an HTML page"),
    (
      "a.json", "SQLite format 3\0\u{10}\0",
      "an SQLite database; expected what its tool exports: of GnuCash a book as XML"
    ),
    ("a.xml", "<KMYMONEY-FILE/>", "a KMyMoney file; expected its schedules as iCalendar: File, Export"),
    ("a.json", "%PDF-1.7\n", "a PDF document"),
  ]

  @Test("names the type of a foreign file", arguments: foreign)
  func file(name: String, text: String, message: String) throws {
    let result = try run(["check", name], files: [name: Data(text.utf8)])
    #expect(result.status == 65)
    let expected = message.contains("expected") ? "" : "; expected a tickler-export/1 document"
    #expect(result.errors.contains("\(name):1:1: error: found \(message)\(expected)"), "\(result.errors)")
  }

  @Test("reports a fault's place if the file starts like an export")
  func broken() throws {
    let result = try run(["check", "a.json"], files: ["a.json": Data("{\"format\":\n  x}".utf8)])
    #expect(result.errors.hasPrefix("a.json:2:3: error: found 'x'"), "\(result.errors)")
  }

  @Test(
    "names the type of a foreign policy",
    arguments: [
      ("{\"format\":\"tickler-policy/1\"}", "JSON"), ("format: tickler-policy/1\napp: x\n", "YAML"),
      ("a,b\n1,2\n", "CSV"),
    ])
  func policyFile(text: String, message: String) throws {
    let result = try run(["check", "--policy", "x.toml"], files: ["x.toml": Data(text.utf8)])
    #expect(result.status == 65)
    #expect(result.errors.contains("x.toml:1:1: error: found \(message); expected TOML"), "\(result.errors)")
  }

  // MARK: Silence

  private let rent = #"{"kind":"bill","id":"rent","name":"Rent","dueDate":"2026-11-23"}"#

  @Test("if nothing goes out, the last line gives the reason and the remedy", arguments: ["plan,summary", "plan"])
  func silence(emit: String) throws {
    let export = account(#""timeZone":"UTC","app":"moneymap""#, items: rent)
    let result = try run(["plan", "a.json", "--emit", emit], files: ["a.json": export])
    #expect(result.status == 0)
    let kinds = "preferences.kinds.bill, preferences.kinds.digest"
    #expect(
      result.errors.hasSuffix("tickler: nothing goes out: 4 kindDisabled: set \(kinds) to true\n"), "\(result.errors)")
  }

  @Test("reports that there is nothing to plan, and nothing if a notification goes out")
  func nothing() throws {
    let none = account(#""timeZone":"UTC","app":"diary""#)
    let empty = try run(["plan", "a.json"], files: ["a.json": none])
    #expect(empty.errors.hasSuffix("no account has an item or a preference that a kind of its policy uses\n"))
    let some = account(#""timeZone":"UTC","app":"diary","preferences":{"bedtime":{"time":"22:00"}}"#)
    let result = try run(["plan", "a.json"], files: ["a.json": some])
    #expect(!result.errors.contains("nothing goes out"))
  }

  @Test("warns once of a policy without texts, in plan and in check")
  func withoutTexts() throws {
    let policy = Data(
      "format = \"tickler-policy/1\"\napp = \"x\"\n[kinds.bill]\nidentifier = \"{id}{date}{part}\"\n".utf8)
    let export = account(#""timeZone":"UTC","app":"x""#, items: rent)
    let message =
      "x.toml:1:1: warning: field kinds: no text of bill, so a notification says only \"bill\"; "
      + "expected title and body in [kinds.bill], or a file of messages for the app \"x\"\n"
    for command in ["plan", "check"] {
      let result = try run([command, "a.json", "--policy", "x.toml"], files: ["a.json": export, "x.toml": policy])
      #expect(result.status == 0)
      #expect(
        (result.output + result.errors).components(separatedBy: message).count == 2, "\(result.output)\(result.errors)")
    }
    // Texts of another kind do not make up for it.
    let others = Data("format = \"tickler-messages/1\"\napp = \"x\"\n[[en.overdue]]\ntitle = \"Late\"\n".utf8)
    let two = policy + Data("[kinds.overdue]\nidentifier = \"o{id}{date}\"\n".utf8)
    for (options, status) in [([], 0), (["--strict"], 65)] as [([String], Int32)] {
      let result = try run(
        ["check", "--policy", "x.toml", "--policy", "m.toml"] + options, files: ["x.toml": two, "m.toml": others])
      #expect(result.status == status, "\(result.output)\(result.errors)")
      #expect((result.output + result.errors).contains("no text of bill, so"))
    }
    let worded = policy + Data("title = \"{{name}}\"\n".utf8)
    let quiet = try run(["plan", "a.json", "--policy", "x.toml"], files: ["a.json": export, "x.toml": worded])
    #expect(!quiet.errors.contains("warning"))
  }
}
