import Foundation
import TestRuns
import TestSupport
import Testing

/// Tests that `tickler init` creates a complete folder that plans without a warning, for every app that it can copy.
@Suite struct InitTests {
  private static let now = "2026-11-20T12:00:00Z"
  private static let apps = [
    "diary", "focusflow", "moneymap", "personal", "ritualist", "steps",
    TestFiles.root.appending(path: "Examples/pillbox").path,
  ]
  private static let options = ["--now", now, "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates]

  private func make(_ like: String, in folder: URL, _ app: String = "tidy") throws {
    let result = try Program.run(
      ["init", app, "--like", like, "--now", InitTests.now, "--templates", TestFiles.templates], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("next: cd \(app) && make check && make\n"))
  }

  @Test("the result checks and plans without a warning, and reaches each kind", arguments: apps)
  func plans(like: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make(like, in: folder)
    let tidy = folder.appending(path: "tidy")
    let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
    let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: tidy)
    #expect((check.status, check.output) == (0, ""), "\(check.errors)")
    let plan = try Program.run(
      ["plan", "exports", "--strict", "--out", "plan"] + policies + InitTests.options, in: tidy)
    #expect(plan.status == 0)
    #expect(!plan.errors.contains("warning"), "\(plan.errors)")
    let lines = try Scenario.objects(tidy.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    let text = try String(contentsOf: tidy.appending(path: "policy.toml"), encoding: .utf8)
    let kinds = Set(text.matches(of: /(?m)^\[kinds\.(\w+)\]$/).map { String($0.output.1) })
    #expect(Set(lines.filter { $0["outcome"] != "dropped" }.compactMap { $0["kind"] }) == kinds)
    #expect(Set(lines.compactMap { $0["app"] }) == ["tidy"])
    // Nothing remains of the copied app except the note on its origin.
    for name in ["policy.toml", "messages.toml"] {
      let text = try String(contentsOf: tidy.appending(path: name), encoding: .utf8)
      let rest = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      #expect(!rest.contains("\"\(like.split(separator: "/").last!)"), "\(name)")
    }
  }

  @Test("quotes names of an export in what is printed and written; the folder has a plain name or the one of --out")
  func names() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for app in ["x y;id", "../up", "-o", ".h", "a\"b\\", "a\nb", "'\u{301};id"] {
      let export: [String: Any] = [
        "format": "tickler-export/1", "app": app,
        "accounts": [
          [
            "id": "it's `id` {{app}}", "timeZone": "UTC",
            "items": [["kind": "plant", "id": "p", "date": "2026-11-21"]],
          ]
        ],
      ]
      try JSONSerialization.data(withJSONObject: export).write(to: folder.appending(path: "in.json"))
      func start(_ arguments: [String]) throws -> Program.Result {
        try Program.run(
          ["init", "--from", "in.json"] + arguments + ["--now", InitTests.now, "--templates", TestFiles.templates],
          in: folder)
      }
      let refused = try start([])
      #expect(
        refused.status == 64 && refused.errors.hasSuffix("cannot name a folder; name one with --out\n"), "\(refused)")
      let other = try start(["other"]).errors
      #expect(other.split(separator: "\n").count == 1 && other.hasSuffix(" --from …\n"), "\(other)")
      let result = try start(["--out", "it's; new"])
      #expect(result.status == 0, "\(app): \(result.errors)")
      #expect(result.output.hasSuffix("\nnext: cd 'it'\\''s; new' && make check && make\n"), "\(result.output)")
      let made = folder.appending(path: "it's; new")
      let readme = try String(contentsOf: made.appending(path: "README.md"), encoding: .utf8)
      #expect(readme.contains(#"--account $'it\'s \140id\140 {{app}}' --policy"#), "\(readme)")
      try FileManager.default.removeItem(at: made)
    }
  }

  @Test("if the result cannot be printed, removes everything created", arguments: ["x", "below/deeper/x"])
  func full(out: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["init", "x", "--out", out, "--templates", TestFiles.templates], in: folder, shell: "exec >/dev/full")
    #expect(result.status == 74)
    #expect(result.errors == "tickler: error: cannot write to standard output: No space left on device\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("every text has a comment above it", arguments: apps)
  func comments(like: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make(like, in: folder)
    let text = try String(contentsOf: folder.appending(path: "tidy/messages.toml"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.hasPrefix("[[") {
      #expect(lines[index - 1].hasPrefix("# "), "line \(index + 1): \(line)")
    }
  }

  @Test("make check, make and make diff do what the README describes")
  func make() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try make("moneymap", in: folder)
    let tidy = folder.appending(path: "tidy")
    let tool = "make -s TICKLER='\(Program.path)' ARGS='--now \(InitTests.now) --zoneinfo \(TestFiles.zoneinfo)'"
    _ = try Shell.run("\(tool) check", in: tidy)
    _ = try Shell.run("\(tool)", in: tidy)
    #expect(FileManager.default.fileExists(atPath: tidy.appending(path: "plan/index.html").path))
    _ = try Shell.run("sed -i 's/890.00/910.00/' exports/sample.json", in: tidy)
    _ = try Shell.run("\(tool) plan", in: tidy)
    let diff = String(decoding: try Shell.run("make -s TICKLER='\(Program.path)' diff", in: tidy), as: UTF8.self)
    #expect(diff.contains("€910.00") || diff.contains("body"), "\(diff)")
    #expect(FileManager.default.fileExists(atPath: tidy.appending(path: "previous/plan.ndjson").path))
  }

  @Test("reports what cannot be created, and leaves nothing behind")
  func refused() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "tidy"), withIntermediateDirectories: true)
    let rows: [([String], Int32, String)] = [
      (["init", "tidy"], 73, "tickler: error: tidy already exists; name another folder with --out\n"),
      (
        ["init", "app", "--like", "moneymp"], 64,
        "tickler: error: no app \"moneymp\" ships; one of diary focusflow moneymap personal ritualist steps; the nearest is moneymap\n"
      ),
      (["init", "a/b"], 64, "Error: an app's name has letters, digits, -, _ and full stops, not a/b\n"),
    ]
    for (command, status, message) in rows {
      let result = try Program.run(command + ["--templates", TestFiles.templates], in: folder)
      #expect(result.status == status)
      #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tidy"])
  }

  // MARK: Exports

  private static let plants = #"""
    {"format":"tickler-export/1","app":"plants","exportedAt":"2026-11-20T11:00:00Z","accounts":[{"id":"ada","timeZone":"Europe/Rome","items":[
    {"kind":"plant","id":"fern","name":"Fern","room":"bath","moisture":35.5,"interval":4,"date":"2026-11-22","completions":["2026-11-18"]},
    {"kind":"plant","id":"basil","name":"Basil","moisture":12,"interval":2,"date":"2026-11-21","bought":"2026-10-01","poisonous":false},
    {"kind":"sowing","id":"peas","title":"Peas","at":"2026-12-01T08:00:00Z","beds":["north","west"],"price":"3.50"}]}]}
    """#

  @Test("declares the items of an export, which then plans without a warning", arguments: ["json", "ndjson"])
  func fromExport(ending: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var export = InitTests.plants
    if ending == "ndjson" {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any])
      let account = try #require((object["accounts"] as? [Any])?.first)
      let line = String(decoding: try JSONSerialization.data(withJSONObject: ["account": account]), as: UTF8.self)
      export = #"{"format":"tickler-export/1","app":"plants"}"# + "\n" + line + "\n"
    }
    try Data(export.utf8).write(to: folder.appending(path: "e.\(ending)"))
    let made = try Program.run(["init", "--from", "e.\(ending)", "--templates", TestFiles.templates], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let plants = folder.appending(path: "plants")
    let policy = try String(contentsOf: plants.appending(path: "policy.toml"), encoding: .utf8)
    let declared = [
      "[items.plant.fields]", "name = { type = \"text\", required = true", "room = { type = \"text\", meaning",
      "moisture = { type = \"number\", required = true", "interval = { type = \"integer\", required = true",
      "bought = { type = \"date\", meaning", "poisonous = { type = \"bool\", meaning", "[items.sowing.fields]",
      "at = { type = \"instant\", required = true", "beds = { type = \"list-of-text\", required = true",
      "price = { type = \"text\", required = true", "[kinds.plant]", "[kinds.sowing]",
    ]
    for words in declared { #expect(policy.contains(words), "\(words)") }
    for name in ["date", "completions", "kind", "id"] { #expect(!policy.contains("\n\(name) = {"), "\(name)") }
    let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
    let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: plants)
    #expect((check.status, check.output) == (0, ""), "\(check.errors)")
    let plan = try Program.run(
      ["plan", "exports", "--strict", "--out", "plan"] + policies + InitTests.options, in: plants)
    #expect(plan.status == 0 && !plan.errors.contains("warning"), "\(plan.errors)")
    let lines = try Scenario.objects(plants.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    #expect(Set(lines.filter { $0["outcome"] == "scheduled" }.compactMap { $0["title"] }) == ["Fern", "Basil", "Peas"])
  }

  static let shapes: [(items: String, keys: [String], message: String, scheduled: [String])] = [
    (
      #"{"kind":"loan","id":"l","name":"Dune","dueDate":"2026-11-19","completed":false},{"kind":"loan","id":"m","name":"Emma","dueDate":"2026-11-18","completed":true}"#,
      ["shape = \"untilDone\"", "at = \"{dueDate}\""],
      "untilDone, since items have a date `dueDate`", ["loan Dune 2026-11-21T09:00", "loan Dune 2026-11-22T09:00"]
    ),
    (
      #"{"kind":"form","id":"f","title":"Tax","date":"2026-11-19","completed":false}"#, ["shape = \"untilDone\""],
      "untilDone, since items have `date` and `completed`", ["form Tax 2026-11-21T09:00", "form Tax 2026-11-22T09:00"]
    ),
    (
      #"{"kind":"match","id":"m","title":"Final","createdAt":"2026-11-01T08:00:00Z","endsAt":"2026-11-22T21:00:00Z","startsAt":"2026-11-22T19:00:00Z"}"#,
      ["shape = \"event\"", "at = \"{startsAt}\""],
      "event, since items have an instant `startsAt`: once, at that instant. `endsAt` would also work.",
      ["match Final 2026-11-22T20:00"]
    ),
    (
      #"{"kind":"dose","id":"d","name":"Iron","times":["08:00","20:00"],"date":"2026-11-22","lastSeen":"2026-11-01T08:00:00Z"}"#,
      ["shape = \"series\""], "series, since items have `times`",
      ["dose Iron 2026-11-22T08:00", "dose Iron 2026-11-22T20:00"]
    ),
    (
      #"{"kind":"walk","id":"w","name":"Walk","rrule":"FREQ=WEEKLY;BYDAY=SU","date":"2026-11-22","time":"10:00"}"#,
      ["shape = \"series\""], "series, since items have `time`, `rrule`",
      ["walk Walk 2026-11-22T10:00", "walk Walk 2026-11-29T10:00"]
    ),
    (
      #"{"kind":"shop","id":"s","location":{"place":"Market","latitude":41.9,"longitude":12.5,"on":"entry"},"open":true}"#,
      ["shape = \"place\""], "place, since items have a `location`", ["shop shop at a place"]
    ),
    (
      #"{"kind":"trip","id":"t","name":"Rome","date":"2026-11-22"}"#, ["shape = \"series\""],
      "series, since items have a `date`", ["trip Rome 2026-11-22T09:00"]
    ),
    (
      #"{"kind":"talk","id":"t","slots":["2026-11-22T19:00:00Z"],"speaker":"Ada"},{"kind":"talk","id":"u","slots":[]}"#,
      ["shape = \"series\""], "No shape takes a list of instants such as `slots`", []
    ),
  ]

  @Test("proposes a shape from the fields, explains it, and plans without a warning", arguments: shapes)
  func proposed(items: String, keys: [String], message: String, scheduled: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export =
      #"{"format":"tickler-export/1","app":"mine","exportedAt":"2026-11-20T11:00:00Z","accounts":[{"id":"ada","timeZone":"Europe/Rome","items":[\#(items)]}]}"#
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    let made = try Program.run(["init", "--from", "e.json", "--templates", TestFiles.templates], in: folder)
    try #require(made.status == 0, "\(made.errors)")
    let mine = folder.appending(path: "mine")
    for name in ["policy.toml", "messages.toml"] {
      let text = try String(contentsOf: mine.appending(path: name), encoding: .utf8)
      #expect(text.contains("# ") && text.contains(message), "\(text)")
      if name == "policy.toml" { for key in keys { #expect(text.contains("\n\(key)\n"), "\(text)") } }
    }
    let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
    let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: mine)
    #expect((check.status, check.output) == (0, ""), "\(check.errors)")
    let plan = try Program.run(
      ["plan", "exports", "--strict", "--out", "plan"] + policies + InitTests.options, in: mine)
    #expect(plan.status == 0 && !plan.errors.contains("warning"), "\(plan.errors)")
    let lines = try Scenario.objects(mine.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    let planned = lines.filter { ["scheduled", "armed"].contains($0["outcome"]) }.map { line in
      "\(line["kind"]!) \(line["title"]!) \(line["local"].map { String($0.prefix(16)) } ?? "at a place")"
    }
    #expect(scheduled.isEmpty ? planned.count > 5 : planned == scheduled, "\(planned)")
  }

  static let left: [(items: String, reports: [String], sample: [String])] = [
    (
      #"{"kind":"dose_taken","id":"a","name":"Iron"},{"kind":"dose","id":"b","name":"Zinc","date":"2026-11-22"}"#,
      [#"item doseTaken: found the name "dose_taken"; expected doseTaken, as in the sample"#],
      [#""kind": "doseTaken""#, #""id": "b""#]
    ),
    (
      #"{"kind":"dose","id":"a","name":"Iron","dates":{"color":"red"},"raw":1,"dose_mg":2,"date":"2026-11-22"}"#,
      [
        #"item dose: found the name "dates.color"; expected datesColor, as in the sample"#,
        #"item dose: found the field "raw"; expected another name: texts have raw of other fields; it is left out"#,
        #"item dose: found the name "dose_mg"; expected doseMg, as in the sample"#,
      ], [#""name": "Iron""#, #""date": "2026-11-22""#, #""doseMg": 2"#, #""datesColor": "red""#]
    ),
    (
      #"{"kind":"dose","id":"a","v":1,"w":[1,"a"],"x":null,"y":1,"z":"2026-11-22"},{"kind":"dose","id":"b","v":"x","w":[],"x":[],"y":2.5,"z":"soon"}"#,
      [
        "item dose, field v: found integer and text; expected",
        "item dose, field w: found an object, a list in a list, or a number of too many digits; expected",
        "item dose, field x: no value shows its type; expected",
      ], [#""y": 2.5"#, #""z": "soon""#]
    ),
    (#"{"kind":"dose","id":"a","big":123456789012345678901234567890,"shift":"after","date":"2026-11-22"}"#, [], []),
  ]

  @Test("names and omits what a policy cannot declare; the rest passes check", arguments: left)
  func leaves(items: String, reports: [String], sample: [String]) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let frame = #""format":"tickler-export/1","app":"mine","exportedAt":"2026-11-20T11:00:00Z""#
    let objects = try #require(try JSONSerialization.jsonObject(with: Data("[\(items)]".utf8)) as? [Any])
    let lines = try objects.map { item in
      let text = String(decoding: try JSONSerialization.data(withJSONObject: item), as: UTF8.self)
      return #"{"item":{"account":"ada",\#(text.dropFirst())}"#
    }
    let account = #"{"id":"ada","timeZone":"Europe/Rome""#
    let exports = [
      "json": "{\(frame),\"accounts\":[\(account),\"items\":[\(items)]}]}",
      "ndjson": ["{\(frame)}", "{\"account\":\(account)}}"].joined(separator: "\n") + "\n"
        + lines.joined(separator: "\n") + "\n",
    ]
    for (ending, export) in exports {
      try Data(export.utf8).write(to: folder.appending(path: "e.\(ending)"))
      let made = try Program.run(
        ["init", "--from", "e.\(ending)", "--out", ending, "--templates", TestFiles.templates], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let warnings = made.errors.split(separator: "\n").filter { $0.hasPrefix("e.\(ending):1:1: warning: ") }
      #expect(warnings.count == reports.count, "\(made.errors)")
      for words in reports { #expect(warnings.contains { $0.contains(words) }, "\(made.errors)") }
      let mine = folder.appending(path: ending)
      let text = try String(contentsOf: mine.appending(path: "exports/sample.\(ending)"), encoding: .utf8)
      if reports.isEmpty { #expect(text == export) }
      for words in sample {
        #expect(text.contains(ending == "json" ? words : words.replacing(": ", with: ":")), "\(text)")
      }
      let policies = ["--policy", "policy.toml", "--policy", "messages.toml"]
      let check = try Program.run(["check", "exports", "--strict"] + policies + InitTests.options, in: mine)
      #expect((check.status, check.output) == (0, ""), "\(check.errors)\(check.output)")
    }
  }

  @Test("converts an export with snake_case names, nested objects and milliseconds to one that plans")
  func rawExport() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"""
      {"format":"tickler-export/1","app":"mine","exported_at":1795168800000,"accounts":[{"id":"ada","time_zone":"Europe/Rome","items":[
      {"kind":"tank_visit","id":"a","display_name":"Reef","starts_at":1795348800123,"care":{"food":{"brand":"Flakes"},"grams":3}}]}]}
      """#
    try Data(export.utf8).write(to: folder.appending(path: "e.json"))
    let made = try Program.run(["init", "--from", "e.json", "--templates", TestFiles.templates], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let reported = made.errors.split(separator: "\n").filter { $0.hasPrefix("e.json:1:1: warning: ") }.map {
      String($0.dropFirst("e.json:1:1: warning: ".count))
    }
    #expect(
      reported == [
        #"found the name "exported_at"; expected exportedAt, as in the sample"#,
        #"field exportedAt: found milliseconds since 1970; expected an instant such as "2026-11-20T10:00:00Z", as in the sample"#,
        #"found the name "time_zone"; expected timeZone, as in the sample"#,
        #"item tankVisit: found the name "tank_visit"; expected tankVisit, as in the sample"#,
        #"item tankVisit: found the name "care.food.brand"; expected careFoodBrand, as in the sample"#,
        #"item tankVisit: found the name "care.grams"; expected careGrams, as in the sample"#,
        #"item tankVisit: found the name "display_name"; expected displayName, as in the sample"#,
        #"item tankVisit: found the name "starts_at"; expected startsAt, as in the sample"#,
        #"item tankVisit, field startsAt: found milliseconds since 1970; expected an instant such as "2026-11-22T12:00:00Z", as in the sample"#,
      ])
    // It ends with the output of `tickler check`.
    #expect(made.errors.contains("tickler: 1 account, 0 records rejected, "))
    let mine = folder.appending(path: "mine")
    let sample = try JSONSerialization.jsonObject(
      with: try Data(contentsOf: mine.appending(path: "exports/sample.json")))
    let account = try #require(((sample as? [String: Any])?["accounts"] as? [[String: Any]])?.first)
    let item = try #require((account["items"] as? [[String: Any]])?.first)
    #expect(item["careFoodBrand"] as? String == "Flakes" && item["careGrams"] as? Int == 3)
    let readme = try String(contentsOf: mine.appending(path: "README.md"), encoding: .utf8)
    #expect(
      readme.contains("`exports/sample.json` | the export that this folder was made from")
        && readme.contains("--account ada "))
    let plan = try Program.run(
      ["plan", "exports", "--out", "plan", "--policy", "policy.toml", "--policy", "messages.toml"] + InitTests.options,
      in: mine)
    #expect(plan.status == 0, "\(plan.errors)")
    let lines = try Scenario.objects(mine.appending(path: "plan/plan.ndjson")).dropFirst().map(Scenario.texts)
    #expect(lines.compactMap { $0["at"] } == ["2026-11-22T12:00:00Z"])
  }

  @Test("its Makefile works from any folder, finds the templates, and checks the policy without a sample")
  func makefile() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: TestFiles.root.appending(path: "templates"), to: folder.appending(path: "words"))
    // Only the copy's policies have this app's name.
    _ = try Shell.run(#"sed -i 's/^name = .*/name = "Copied"/' words/policies/diary.toml"#, in: folder)
    let made = try Program.run(
      ["init", "tidy", "--like", "diary", "--out", "apps/tidy", "--now", InitTests.now, "--templates", "words"],
      in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let tidy = folder.appending(path: "apps/tidy")
    _ = try Shell.run(
      #"sed -i '/^\[kinds/,$d; /^name = /d; s/^app = .*/app = "tidy"\nextends = "diary"/' policy.toml"#, in: tidy)
    let arguments = "ARGS='--now \(InitTests.now) --zoneinfo \(TestFiles.zoneinfo)'"
    _ = try Shell.run("make -s \(arguments)", in: tidy)
    let head = try Scenario.objects(tidy.appending(path: "plan/plan.ndjson"))[0]
    #expect("\(head)".contains("words/policies/diary.toml"))
    _ = try Shell.run("rm -r exports/* && make -s check \(arguments)", in: tidy)
    _ = try Shell.run("rmdir exports && make -s check \(arguments)", in: tidy)
    _ = try Shell.run("echo 'days = 400' > more && cat more policy.toml > all && mv all policy.toml", in: tidy)
    #expect(throws: (any Error).self) { try Shell.run("make -s check \(arguments)", in: tidy) }
  }

  @Test("wrong records end it with 1 and are named; an export without usable items ends it with 65")
  func wrongRecords() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (item, status, reports, exists) in [
      (#"{"kind":"dose","id":"a","date":"soon"}"#, 1, #"field date: found "soon"; expected a date"#, true),
      (#"{"kind":"2dose","id":"a"}"#, 65, "e.json:1:1: error: found no item that a policy can declare", false),
    ] {
      let export =
        #"{"format":"tickler-export/1","app":"mine","accounts":[{"id":"ada","timeZone":"UTC","items":[\#(item)]}]}"#
      try Data(export.utf8).write(to: folder.appending(path: "e.json"))
      let made = try Program.run(
        ["init", "--from", "e.json", "--out", "\(status)", "--templates", TestFiles.templates], in: folder)
      let reported = made.output + made.errors
      #expect(made.status == Int32(status) && reported.contains(reports), "\(reported)")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "\(status)").path) == exists)
    }
  }

  @Test(
    "reports a file that is not an export, or is another app's",
    arguments: [
      ("a,b\n1,2\n", "plants", 65, "e.json:1:1: error: found CSV; expected a tickler-export/1 document: JSON\n"),
      (
        "{}", "plants", 65,
        "e.json:1:1: error: field format: the field is missing; expected \"tickler-export/1\"\n"
      ),
      (
        #"{"format":"tickler-export/1","app":"plants"}"#, "tidy", 64,
        "tickler: error: the export is of the app \"plants\": tickler init plants --from …\n"
      ),
    ])
  func wrongExport(text: String, app: String, status: Int32, message: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "e.json"))
    let result = try Program.run(["init", app, "--from", "e.json", "--templates", TestFiles.templates], in: folder)
    #expect((result.status, result.errors) == (status, message))
  }
}
