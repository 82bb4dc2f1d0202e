import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests layered policies and texts: `extends`, several `--policy` and `--templates`, and separate policies.
@Suite struct LayerTests {
  private static let options = [
    "--now", "2026-11-20T00:00:00Z", "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates,
  ]
  private static let head = "format = \"tickler-policy/1\"\n"
  private static let export = #"""
    {"format":"tickler-export/1","app":"tidy","accounts":[{"id":"rosa","timeZone":"UTC","locale":"de","items":[
    {"kind":"task","id":"bins","title":"Bins","date":"2026-11-20","time":"19:00"}]}]}
    """#

  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try TestFiles.temporaryFolder()
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  private func plan(
    _ files: [String: String], _ policies: [String]
  ) throws -> (result: Program.Result, head: [String: Any], lines: [[String: String]]) {
    let folder = try folder(files.merging(["a.json": LayerTests.export]) { first, _ in first })
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["plan", "a.json", "--out", "out"] + policies.flatMap { ["--policy", $0] } + LayerTests.options, in: folder)
    guard result.status == 0 else { return (result, [:], []) }
    let objects = try Scenario.objects(folder.appending(path: "out/plan.ndjson"))
    let verified = try Program.run(
      ["verify", "out", "--sources", "--from", ".", "--from", TestFiles.root.path, "--zoneinfo", TestFiles.zoneinfo],
      in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    return (result, objects[0], objects.dropFirst().map(Scenario.texts))
  }

  private func source(_ head: [String: Any], _ app: String) throws -> [String: Any] {
    let policies = try #require(head["policies"] as? [[String: Any]])
    return try #require(policies.first { $0["app"] as? String == app })
  }

  @Test("a policy inherits keys and texts that it lacks from the one that it extends")
  func extends() throws {
    let own =
      LayerTests.head + """
        app = "tidy"
        extends = "focusflow"
        days = 1
        [kinds]
        nudge = false
        [kinds.task]
        identifier = "tidy.{id}"
        [kinds.recap]
        enabled = false
        """
    let (_, head, lines) = try plan(["tidy.toml": own], ["tidy.toml"])
    // The identifier is its own. Category, destination and text come from the other policy.
    let task = try #require(lines.first { $0["kind"] == "task" })
    #expect(task["notification"] == "tidy.bins")
    #expect(task["category"] == "FOCUS_REMINDER")
    #expect(task["destination"] == "task/bins")
    #expect(task["title"] == "Bins")
    #expect(["Es ist so weit.", "Geplant für 19:00 Uhr."].contains(task["body"]))
    #expect(Set(lines.map { $0["kind"] }) == ["task", "dailyReminder", "recap"])
    #expect(lines.filter { $0["kind"] == "recap" }.allSatisfy { $0["reason"] == "kindDisabled" })
    let source = try source(head, "tidy")
    #expect(source["name"] as? String == "tidy")
    #expect(source["days"] as? Int == 1)
    #expect((source["extends"] as? [String])?.map { $0.hasSuffix("policies/focusflow.toml") } == [true])
    let texts = try #require((source["messages"] as? [String: Any])?["file"] as? String)
    #expect(texts.hasSuffix("messages/focusflow.toml"))
  }

  @Test("the hash covers every layer: that of the files, in order")
  func hash() throws {
    let own = LayerTests.head + "app = \"tidy\"\nextends = \"base\"\n"
    let base = LayerTests.head + "app = \"base\"\n[kinds.task]\nidentifier = \"a.{id}\"\ntitle = \"{{title}}\"\n"
    let files = ["own/tidy.toml": own, "own/base.toml": base]
    let first = try source(plan(files, ["own"]).head, "tidy")["sha256"] as? String
    let folder = try folder(["all": own + base])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(first == String(decoding: try Shell.run("sha256sum all", in: folder).prefix(64), as: UTF8.self))
    let changed = ["own/tidy.toml": own, "own/base.toml": base + "body = \"x\"\n"]
    #expect(try source(plan(changed, ["own"]).head, "tidy")["sha256"] as? String != first)
  }

  @Test("a later layer of the same app replaces keys of the earlier one, including texts")
  func sameApp() throws {
    let own = LayerTests.head + "app = \"tidy\"\nname = \"Tidy\"\n[kinds.task]\nidentifier = \"a.{id}\"\npriority = 3\n"
    let more = LayerTests.head + "app = \"tidy\"\nextends = \"tidy\"\n[kinds.task]\nidentifier = \"b.{id}\"\n"
    let texts =
      "format = \"tickler-messages/1\"\napp = \"tidy\"\n[[en.task]]\ntitle = \"{{title}} now\"\n[[de.task]]\ntitle = \"{{title}} jetzt\"\n"
    let others =
      "format = \"tickler-messages/1\"\napp = \"tidy\"\nextends = \"tidy\"\n[[en.task]]\ntitle = \"{{title}} soon\"\n"
    let files = [
      "1.toml": own, "2/p.toml": more, "1m.toml": texts, "2/m.toml": others,
      "2/run.toml": "format = \"tickler-run/1\"\n",
    ]
    let (_, head, lines) = try plan(files, ["1.toml", "1m.toml", "2"])
    #expect(lines.map { $0["notification"] } == ["b.bins"])
    #expect(lines.map { $0["title"] } == ["Bins jetzt"])
    let source = try source(head, "tidy")
    #expect(source["name"] as? String == "Tidy")
    #expect(source["extends"] as? [String] == ["1.toml"])
    #expect((source["messages"] as? [String: Any])?["extends"] as? [String] == ["1m.toml"])
  }

  @Test(
    "reports a layer that cannot be extended with its place",
    arguments: [
      (
        ["x.toml": "extends = \"focusflow\"\n"],
        "x.toml:1:1: error: field app: the key is missing; expected the app's name, such as app = \"focusflow\" to change that app's own policy\n"
      ),
      (
        ["x.toml": "app = \"x\"\nextends = \"focusflo\"\n"],
        "x.toml:3:11: error: field extends: found \"focusflo\", which has no a policy; expected one of diary focusflow moneymap personal ritualist steps; the nearest is focusflow\n"
      ),
      (
        ["x.toml": "app = \"x\"\nextends = \"x\"\n"],
        "x.toml:3:11: error: field extends: found \"x\", which has no a policy; expected one of diary"
      ),
      (
        ["x.toml": "app = \"x\"\nextends = \"y\"\n", "y.toml": "app = \"y\"\nextends = \"x\"\n"],
        "x.toml:3:11: error: field extends: y extends x extends y, in a circle; expected a last file that extends none\n"
      ),
      (
        [
          "x.toml": "app = \"x\"\nextends = \"y\"\n",
          "y.toml": "app = \"y\"\ndays = 400\n[kinds.task]\nidentifier = \"{id}\"\n",
        ], "y.toml:3:8: error: field days: found 400; expected a whole number from 0 to 366\n"
      ),
      (
        ["x.toml": "app = \"x\"\nextends = \"focusflow\"\n[kinds.task]\nidentifier = \"a\"\n"],
        "x.toml:5:14: error: field kinds.task.identifier: found \"a\"; expected {id} in it"
      ),
      (
        ["x.toml": "app = \"x\"\nextends = \"focusflow\"\n[kinds.task]\nidentifer = \"{id}\"\n"],
        "x.toml:5:1: error: field kinds.task.identifer: the key is unknown; expected identifier, the nearest that is known\n"
      ),
    ])
  func faults(files: [String: String], message: String) throws {
    let folder = try folder(Dictionary(uniqueKeysWithValues: files.map { ("own/\($0)", LayerTests.head + $1) }))
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(["check", "--policy", "own"] + LayerTests.options, in: folder)
    #expect(result.status == 65)
    let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("own/") }
    #expect(lines.contains { "own/\(message)".hasPrefix($0) || $0.hasPrefix("own/\(message)") }, "\(result.errors)")
    #expect(Set(lines).count == lines.count, "nothing is told twice: \(result.errors)")
  }

  @Test("each layer of a long chain inherits from the next")
  func chain() throws {
    func kind(_ number: Int) -> String {
      "[kinds.k\(number)]\nshape = \"series\"\ntime = \"09:00\"\nidentifier = \"k\(number)\"\ntitle = \"K\"\n"
    }
    let files = (0..<300).map { number in
      let own =
        switch number {
        case 0, 100: kind(number)
        case 200: "[kinds]\nk100 = false\n" + kind(number)
        default: "[kinds.k0]\nenabled = \(number % 2 == 0)\n"
        }
      let base = number == 0 ? "" : "extends = \"a\(number - 1)\"\n"
      return ("own/a\(number).toml", LayerTests.head + "app = \"a\(number)\"\n\(base)\(own)")
    }
    let export = LayerTests.export.replacing("tidy", with: "a299")
    let (result, head, lines) = try plan(Dictionary(uniqueKeysWithValues: files + [("a.json", export)]), ["own"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      Set(lines.map { "\($0["kind"]!) \($0["reason"] ?? "")" }) == ["k0 kindDisabled", "k200 "])
    let extended = try #require(try source(head, "a299")["extends"] as? [String])
    #expect(extended == (0..<299).reversed().map { "own/a\($0).toml" })
  }

  @Test("many apps' own names coexist, and each may occur once in an item")
  func names() throws {
    let apps = (0..<20).map { app in
      let fields = (0..<20).map { "f\(app)x\($0) = \"text\"\n" }.joined()
      let kinds = (0..<6).map {
        "[kinds.k\(app)x\($0)]\nshape = \"series\"\nitem = \"thing\"\nidentifier = \"k\($0).{id}\"\ntitle = \"{{f\(app)x19}}\"\n"
      }
      return (
        "own/a\(app).toml",
        LayerTests.head + "app = \"a\(app)\"\n[items.thing.fields]\n\(fields)\(kinds.joined())"
      )
    }
    func export(_ fields: String) -> String {
      #"{"format":"tickler-export/1","app":"a19","accounts":[{"id":"a","timeZone":"UTC","items":[{"kind":"thing","id":"i",\#(fields)}]}]}"#
    }
    let files = Dictionary(uniqueKeysWithValues: apps + [("a.json", export(#""f19x19":"Late""#))])
    let (result, _, lines) = try plan(files, ["own"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(lines.map { $0["kind"] }).count == 6)
    #expect(Set(lines.map { $0["title"] }) == ["Late"])
    let twice = files.merging(["a.json": export(#""f19x19":"Late","f19x18":"x","f19x19":"Later""#)]) { $1 }
    #expect(try plan(twice, ["own"]).result.errors.contains("f19x19"))
  }

  @Test("later templates extend earlier ones and replace single files")
  func templates() throws {
    let texts =
      "format = \"tickler-messages/1\"\napp = \"focusflow\"\nextends = \"focusflow\"\n[[en.task]]\ntitle = \"Now: {{title}}\"\n"
    let export = LayerTests.export.replacing("tidy", with: "focusflow").replacing("\"de\"", with: "\"en\"")
    let folder = try folder([
      "mine/messages/own.toml": texts, "mine/report/head.mustache": "<h1>Mine</h1>", "a.json": export,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["plan", "a.json", "--out", "out"] + LayerTests.options + ["--templates", "mine"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = try Scenario.objects(folder.appending(path: "out/plan.ndjson")).dropFirst().map(Scenario.texts)
    #expect(lines.first { $0["kind"] == "task" }?["title"] == "Now: Bins")
    // A kind that the later file does not mention.
    #expect(lines.first { $0["kind"] == "dailyReminder" }?["title"]?.isEmpty == false)
    #expect(try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8).contains("<h1>Mine</h1>"))
  }

  @Test("check --policy without an export checks only policies and texts, regardless of inputs")
  func alone() throws {
    let own = LayerTests.head + "app = \"tidy\"\n[kinds.task]\nidentifier = \"a.{id}\"\ntitle = \"{{title}}\"\n"
    let folder = try folder(["tidy.toml": own, "inputs/a.json": "nonsense"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let alone = try Program.run(["check", "--policy", "tidy.toml"] + LayerTests.options, in: folder)
    #expect((alone.status, alone.output) == (0, ""), "\(alone.errors)")
    #expect(alone.errors == "tickler: 0 accounts, 0 records rejected, 0 warnings\n")
    #expect(
      try Program.run(["check", "inputs", "--policy", "tidy.toml"] + LayerTests.options, in: folder).status == 65)
  }
}
