import CivilTime
import Foundation
import TestSupport
import Testing
import TicklerExports
import TicklerKit

/// Compares an account in code with the same account in an export: library and program must decide alike.
@Suite struct AgreementTests {
  private static let now = Instant(rfc3339: "2026-10-23T16:00:00Z".utf8)!

  @Test(
    "decides and acts like `tickler plan`, under each shipped policy",
    arguments: ["focusflow", "ritualist", "moneymap", "steps", "diary"])
  func shipped(app: String) throws {
    let policy = try Policy(
      toml: file("policies/\(app)"), messages: file("messages/\(app)"), name: "\(app).toml")
    let plan = try Planner(policy, days: 10).plan(Accounts.inCode(app), at: AgreementTests.now)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Accounts.export(app).utf8).write(to: folder.appending(path: "export.json"))
    let run = try Program.run(
      [
        "plan", folder.appending(path: "export.json").path, "--out", folder.path, "--now", "\(AgreementTests.now)",
        "--days", "10", "--zoneinfo",
        TestFiles.zoneinfo, "--emit", "plan,actions,summary", "--quiet",
      ])
    try #require(run.status == 0, "\(run.errors)")

    let decisions = try lines(folder, "plan.ndjson").dropFirst()
    #expect(plan.decisions.count > 5)
    #expect(
      plan.decisions.map(\.line)
        == decisions.map { line in
          [
            "kind", "item", "notification", "request", "local", "at", "outcome", "reason", "badge", "deferredFrom",
            "late",
          ].compactMap { line[$0].map { "\($0)" } }.joined(separator: " ")
        })
    let actions = try lines(folder, "actions.ndjson")
    #expect(!actions.isEmpty)
    #expect(
      plan.actions.map(\.line)
        == actions.map { line in
          ["action", "request", "item", "at", "from", "reason", "category", "channel", "sound", "interruption"]
            .compactMap { name in
              line[name].map { "\($0)" }
            }.joined(separator: " ")
        })
    // The library reads the lines, for apps whose plans come from a server.
    let text = try String(contentsOf: folder.appending(path: "actions.ndjson"), encoding: .utf8)
    let read = try text.split(separator: "\n").map { line in
      try JSONDecoder().decode(ActionLine.self, from: Data(line.utf8)).action
    }
    #expect(read.map(\.line) == plan.actions.map(\.line))
    for (read, (line, planned)) in zip(read, zip(actions, plan.actions)) where read.verb == .add {
      let (request, other) = (try #require(read.request), try #require(planned.request))
      // The program formats texts with ICU, so they are compared with the line and not with the library's plan.
      #expect(request.title == line["title"] as? String && request.body == line["body"] as? String ?? "")
      #expect(request.data == other.data && request.url == other.url && request.destination == other.destination)
      if case .region(let place)? = request.trigger, case .region(let planned)? = other.trigger {
        #expect((place.latitude, place.radius, place.crossing) == (planned.latitude, planned.radius, planned.crossing))
      } else {
        #expect(request.trigger == other.trigger && request.repeats == other.repeats)
      }
    }
    let account = try #require(try lines(folder, "accounts.ndjson").first { $0["account"] != nil || $0["id"] != nil })
    #expect(account["planAgainBy"] as? String == "\(plan.replanDeadline.at)", "\(account)")
  }

  private static let garden = """
    format = "tickler-policy/1"
    app = "garden"
    [items.plant.fields]
    name = { type = "text", required = true }
    interval = { type = "integer", range = [1, 90] }
    moisture = { type = "number", range = [0, 100] }
    [kinds.water]
    shape = "series"
    item = "plant"
    every = "{interval}"
    from = "completion"
    time = "18:00"
    followUps = ["+1d 09:00"]
    identifier = "garden.water.{id}.{part}"
    title = "Water {{name}}"
    [kinds.dry]
    shape = "threshold"
    item = "plant"
    of = "{moisture}"
    below = 20
    time = "09:00"
    identifier = "garden.dry.{id}"
    title = "{{name}} is dry"
    """

  @Test("plans items of declared kinds like `tickler plan`")
  func declared() throws {
    let export = """
      {"format": "tickler-export/1", "app": "garden", "accounts": [{"id": "ana", "timeZone": "Europe/Lisbon", "items": [
        {"kind": "plant", "id": "fern", "name": "Fern", "interval": 4, "moisture": 35.5, "date": "2026-10-01",
         "completions": ["2026-10-21"]},
        {"kind": "plant", "id": "basil", "name": "Basil", "interval": 2, "moisture": 12, "date": "2026-10-01"}]}]}
      """
    var account = Account(
      id: "ana", zone: try Zone(name: "Europe/Lisbon", tzif: TestFiles.bytes(zone: "Europe/Lisbon")))
    let start = Schedule(from: date("2026-10-01"))
    account.items = [
      Item(
        kind: "plant", id: "fern",
        fields: ["name": .text("Fern"), "interval": .integer(4), "moisture": .decimal(DecimalNumber("35.5")!)],
        on: start),
      Item(
        kind: "plant", id: "basil",
        fields: ["name": .text("Basil"), "interval": .integer(2), "moisture": .integer(12)], on: start),
    ]
    account.items[0].completedOn = [date("2026-10-21")]
    let planner = Planner(try Policy(toml: AgreementTests.garden.utf8), days: 10)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(export.utf8).write(to: folder.appending(path: "export.json"))
    try Data(AgreementTests.garden.utf8).write(to: folder.appending(path: "garden.toml"))
    let run = try Program.run(
      [
        "plan", "export.json", "--policy", "garden.toml", "--out", "out", "--now", "\(AgreementTests.now)", "--days",
        "10",
        "--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates, "--emit", "plan", "--quiet",
      ], in: folder)
    try #require(run.status == 0, "\(run.errors)")
    let planned = try lines(folder.appending(path: "out"), "plan.ndjson").dropFirst().map { line in
      ["notification", "at", "outcome", "reason", "title"].compactMap { line[$0].map { "\($0)" } }
    }
    #expect(planned.count > 3)
    #expect(
      try planner.plan(account, at: AgreementTests.now).decisions.map { decision in
        let outcome = decision.reason.map { ["dropped", $0.code] } ?? ["scheduled"]
        return [decision.notification] + (decision.at.map { ["\($0)"] } ?? []) + outcome + [decision.title]
      } == planned)
  }

  @Test("applies holidays, countries and shifts like `tickler plan`, in an app and to accounts of exports")
  func holidays() throws {
    let toml = """
      format = "tickler-policy/1"
      app = "own"
      [items.rent]
      [items.rent.fields]
      sum = { type = "money" }
      [kinds.task]
      identifier = "t.{id}"
      title = "{{title}}"
      shift = "after"
      [kinds.due]
      shape = "series"
      item = "rent"
      time = "09:00"
      identifier = "due.{id}"
      title = "{{dueDate.raw}} {{shiftedDate.raw}}"
      """
    let items = """
      {"kind": "task", "id": "t", "title": "T", "date": "2026-10-26", "time": "09:00"},
      {"kind": "task", "id": "b", "title": "B", "date": "2026-10-26", "time": "09:00", "shift": "before"},
      {"kind": "rent", "id": "r", "date": "2026-10-26", "shift": "nearest"}
      """
    let countries = [nil, "DE", "DE-BY", "AT"]
    let accounts = countries.enumerated().map { number, country in
      let own = country.map { #""country": "\#($0)","# } ?? ""
      return
        #"{"id": "\#(number)", "timeZone": "UTC", "preferences": {"due": {"time": "10:00"}}, \#(own) "items": [\#(items)]}"#
    }
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = #"{"format": "tickler-export/1", "app": "own", "accounts": [\#(accounts.joined(separator: ","))]}"#
    let days: [(String?, [String])] = [
      (nil, ["2026-10-27"]), ("DE", ["2026-10-26"]), ("AT", ["2026-10-26", "2026-10-23", "2026-10-28"]),
    ]
    var named: [String] = []
    for (country, dates) in days {
      let name = "\(country ?? "all").json"
      let text = "{" + dates.map { "\"\($0)\": \"x\"" }.joined(separator: ",") + "}"
      try Data(text.utf8).write(to: folder.appending(path: name))
      named += ["--holidays", (country.map { "\($0)=" } ?? "") + name]
    }
    try Data(export.utf8).write(to: folder.appending(path: "export.json"))
    try Data(toml.utf8).write(to: folder.appending(path: "own.toml"))
    let run = try Program.run(
      ["plan", "export.json", "--policy", "own.toml", "--out", "out", "--now", "\(AgreementTests.now)", "--days", "10"]
        + ["--zoneinfo", TestFiles.zoneinfo, "--templates", TestFiles.templates, "--emit", "plan", "--quiet"] + named,
      in: folder)
    try #require(run.status == 0, "\(run.errors)")
    let planned = try lines(folder.appending(path: "out"), "plan.ndjson").dropFirst().map { line in
      ["notification", "at", "title"].compactMap { line[$0] as? String }
    }
    #expect(Set(planned.map { $0[1] }).count > 4)

    let policy = try Policy(
      toml: toml.utf8, holidays: days.map { country, dates in Holidays(dates.map { date($0) }, of: country) })
    let planner = Planner(policy, days: 10)
    let exports = try Exports(
      reading: [folder.appending(path: "export.json").path], policies: [policy], zones: TestFiles.zones)
    #expect(exports.diagnostics == [])
    var inCode = Account(id: "", zone: try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC")))
    let (monday, nine) = (Schedule(from: date("2026-10-26")), time("09:00"))
    var rent = Item(kind: "rent", id: "r", on: monday)
    rent.shift = .nearest
    inCode.items = [
      .task(id: "t", title: "T", at: nine, on: monday),
      .task(id: "b", title: "B", at: nine, on: monday, shift: .before),
      rent,
    ]
    inCode.preferences.times["due"] = .init(times: [time("10:00")])
    let inApp = countries.enumerated().map { number, country in
      var account = inCode
      (account.id, account.country) = ("\(number)", country)
      return account
    }
    for accounts in [exports.accounts.map(\.account), inApp] {
      let decisions = try accounts.flatMap { try planner.plan($0, at: AgreementTests.now).decisions }
      #expect(decisions.map { [$0.notification, $0.at.map { "\($0)" } ?? "", $0.title] } == planned)
    }
  }

  static let unfit: [(item: Item, words: String)] = [
    (
      Item(kind: "tree", id: "t"),
      "item tree t: found kind \"tree\"; expected one of plant, task, habit, entry, session, focusDay, stepDay, workout, insight, bill, budget"
    ),
    (Item(kind: "plant", id: "t"), "item plant t: field name: missing; expected a text"),
    (
      Item(kind: "plant", id: "t", fields: ["name": .text(""), "nam": .text("Fig")]),
      "item plant t: field nam: found \"Fig\"; expected one of name, interval, moisture"
    ),
    (
      Item(kind: "plant", id: "t", fields: ["name": .integer(1)]),
      "item plant t: field name: found 1; expected a text"
    ),
    (
      Item(kind: "plant", id: "t", fields: ["name": .text(""), "interval": .integer(91)]),
      "item plant t: field interval: found 91; expected a whole number from 1 to 90"
    ),
    (
      .stepDay(id: "t", on: date("2026-10-23"), goal: 0, samples: []),
      "item stepDay t: field goal: found 0; expected a whole number from 1 to 1000000000"
    ),
    (
      Item(kind: "entry", id: "t", fields: ["flow": .text("noon")], on: Schedule(from: date("2026-10-23"))),
      "item entry t: field flow: found \"noon\"; expected one of morning, bedtime"
    ),
  ]

  @Test("an invalid item costs only itself, and the plan names the wrong field", arguments: unfit)
  func misfits(item: Item, words: String) throws {
    let planner = Planner(try Policy(toml: AgreementTests.garden.utf8))
    let fig = Item(
      kind: "plant", id: "fig", fields: ["name": .text("Fig"), "interval": .integer(4), "moisture": .integer(9)])
    let zone = try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC"))
    let plan = try planner.plan(Account(id: "a", zone: zone, items: [item, fig]), at: AgreementTests.now)
    #expect(plan.unfitItems.map(\.description) == [words])
    #expect(plan.unfitItems.map(\.id) == ["t"])
    var alone = try planner.plan(Account(id: "a", zone: zone, items: [fig]), at: AgreementTests.now)
    #expect(plan.decisions == alone.decisions && plan.actions == alone.actions && !plan.actions.isEmpty)
    alone = try planner.plan(Account(id: "a", zone: zone, items: [item]), at: AgreementTests.now)
    #expect(alone.decisions.isEmpty)
  }

  /// Returns the only account of an export without faults.
  private func exported(_ export: String, _ policy: Policy) throws -> Account {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "export.json").path
    try Data(export.utf8).write(to: URL(filePath: path))
    let exports = try Exports(reading: [path], policies: [policy], zones: TestFiles.zones)
    try #require(exports.diagnostics == [] && exports.accounts.count == 1)
    return exports.accounts[0].account
  }

  @Test("an account's fields and an item's `notBefore` are those of an export; a field that does not fit is left out")
  func fields() throws {
    let declared = """

      [account.fields]
      plan = "text"
      seats = { type = "integer", range = [1, 9] }
      [kinds.trial]
      shape = "series"
      where = ["account.plan = trial", "account.seats >= 2"]
      time = "18:00"
      identifier = "trial"
      title = "Trial"
      """
    let policy = try Policy(toml: (AgreementTests.garden + declared).utf8)
    let export = """
      {"format": "tickler-export/1", "app": "garden", "accounts": [{"id": "ana", "timeZone": "UTC",
       "fields": {"plan": "trial", "seats": 3}, "items": [{"kind": "plant", "id": "fern", "name": "Fern", "interval": 4,
       "date": "2026-10-24", "notBefore": "2026-10-26T20:00:00Z"}]}]}
      """
    let exported = try self.exported(export, policy)

    var fern = Item(
      kind: "plant", id: "fern", fields: ["name": .text("Fern"), "interval": .integer(4)],
      on: Schedule(from: date("2026-10-24")))
    fern.notBefore = Instant(rfc3339: "2026-10-26T20:00:00Z".utf8)!
    let zone = try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC"))
    var account = Account(id: "ana", zone: zone, items: [fern])
    account.fields = ["plan": .text("trial"), "seats": .integer(3)]
    let planner = Planner(policy)
    let plan = try planner.plan(account, at: AgreementTests.now)
    let other = try planner.plan(exported, at: AgreementTests.now)
    #expect(plan.decisions.map(\.line) == other.decisions.map(\.line) && plan.unfitItems.isEmpty)
    #expect(plan.actions == other.actions && plan.actions.contains { $0.id.hasPrefix("trial") })
    fern.notBefore = nil
    account.items = [fern]
    #expect(try planner.plan(account, at: AgreementTests.now).decisions.map(\.line) != plan.decisions.map(\.line))

    account.fields["seats"] = .integer(10)
    let unfit = try planner.plan(account, at: AgreementTests.now)
    #expect(!unfit.actions.contains { $0.id.hasPrefix("trial") })
    let fault = "account ana: field seats: found 10; expected a whole number from 1 to 9"
    #expect(unfit.unfitItems.map(\.description) == [fault])
  }

  @Test("an item's own reminders are those of an export; an offset that is none is reported")
  func reminders() throws {
    let policy = try Policy(
      toml: file("policies/focusflow"), messages: file("messages/focusflow"), name: "focusflow.toml")
    let export = """
      {"format": "tickler-export/1", "app": "focusflow", "accounts": [{"id": "ana", "timeZone": "UTC", "items": [
       {"kind": "task", "id": "d", "title": "Dentist", "date": "2026-10-27", "time": "09:30", "duration": 1800,
        "timeZone": "Asia/Tokyo", "remind": ["-1d@18:00", "-15m"]},
       {"kind": "task", "id": "t", "title": "Trip", "date": "2026-10-28", "time": "08:00", "allDay": true,
        "series": "s", "remind": ["-1d"]}]}]}
      """
    let exported = try self.exported(export, policy)
    var dentist = Item.task(id: "d", title: "Dentist", at: time("09:30"), on: Schedule(from: date("2026-10-27")))
    (dentist.remind, dentist.duration, dentist.timeZone) = (["-1d@18:00", "-15m"], 1800, "Asia/Tokyo")
    var trip = Item.task(id: "t", title: "Trip", at: time("08:00"), on: Schedule(from: date("2026-10-28")))
    (trip.remind, trip.isAllDay, trip.series) = (["-1d"], true, "s")
    let zone = try Zone(name: "UTC", tzif: TestFiles.bytes(zone: "Etc/UTC"))
    let planner = Planner(policy)
    var ana = Account(id: "ana", zone: zone, items: [dentist, trip])
    #expect(try planner.plan(ana, at: AgreementTests.now).unfitItems.map(\.field) == ["timeZone"])
    ana.zones = [.test("Asia/Tokyo")]
    let plan = try planner.plan(ana, at: AgreementTests.now)
    let other = try planner.plan(exported, at: AgreementTests.now)
    #expect(plan.decisions.map(\.line) == other.decisions.map(\.line) && plan.unfitItems.isEmpty)
    #expect(plan.decisions.contains { $0.aboutDate == dentist.schedule?.start })
    trip.remind = ["soon"]
    let unfit = try planner.plan(Account(id: "ana", zone: zone, items: [trip]), at: AgreementTests.now)
    #expect(unfit.unfitItems.map(\.field) == ["remind"])
  }

  @Test(
    "an account read from an export equals the account in code",
    arguments: ["focusflow", "ritualist", "moneymap", "steps", "diary"])
  func reading(app: String) throws {
    let policy = try Policy(toml: file("policies/\(app)"), messages: file("messages/\(app)"), name: "\(app).toml")
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "export.json").path
    try Data(Accounts.export(app).utf8).write(to: URL(filePath: path))
    let (zones, now) = (TestFiles.zones, AgreementTests.now)
    var plans: [Plan] = []

    let exports = try Exports(reading: [path], policies: [policy], zones: zones)
    for entry in exports.accounts { plans.append(try Planner(policy).plan(entry.account, at: now)) }

    #expect(exports.rejected == 0 && exports.diagnostics.isEmpty && exports.accounts.map(\.app) == [app])
    let inCode = try Planner(policy).plan(Accounts.inCode(app), at: now)
    #expect(plans.map { $0.decisions.map(\.line) } == [inCode.decisions.map(\.line)])
    #expect(plans.map(\.actions) == [inCode.actions])
  }

  @Test("reports a wrong record, and rejects a file that is not an export")
  func faults() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.json").path
    let policy = try Policy(["app": "a", "kinds": ["task": ["identifier": "{id}"]]])
    let text = #"{"format": "tickler-export/1", "app": "a", "accounts": [{"id": "x", "timeZone": "UTC"}, {"id": "y"}]}"#
    try Data(text.utf8).write(to: URL(filePath: path))
    let exports = try Exports(reading: [path], policies: [policy], zones: TestFiles.zones)
    #expect(exports.accounts.map(\.account.id.text) == ["x"] && exports.rejected == 1)
    #expect(exports.diagnostics.count == 1 && exports.diagnostics[0].hasPrefix("\(path):1:"), "\(exports.diagnostics)")
    try Data("{".utf8).write(to: URL(filePath: path))
    #expect(throws: UnreadableExport.self) {
      try Exports(reading: [path], policies: [policy], zones: TestFiles.zones)
    }
  }

  @Test("has the example of the doc comment")
  func example() throws {
    #expect(try DocExamples.missing(from: #filePath, in: "Sources/TicklerExports") == [])
    #expect(try DocExamples.files(in: "Sources/TicklerExports") == ["Exports.swift"])
  }

  private func file(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(TestFiles.templates)/\(name).toml")))
  }

  private func lines(_ folder: URL, _ name: String) throws -> [[String: Any]] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }
}

extension Decision {
  fileprivate var line: String {
    let outcome =
      switch outcome {
      case .scheduled: "scheduled"
      case .armed: "armed"
      case .ahead: "ahead"
      case .dropped(let reason): "dropped \(reason.code)"
      }
    return [
      kind, item, notification, request, local?.description, at?.description, outcome, badge > 0 ? "\(badge)" : nil,
      deferredFrom?.description, isLate ? "1" : nil,
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension Action {
  fileprivate var line: String {
    let isNew = [.add, .move, .update].contains(verb)
    let fields: [String?] = [
      verb.rawValue, id, item, request?.at?.description, from?.description, reason, isNew ? request?.category : nil,
      isNew ? request?.channel : nil, isNew ? request?.sound : nil, isNew ? request?.interruption.rawValue : nil,
    ]
    return fields.compactMap(\.self).joined(separator: " ")
  }
}

/// One account of each shipped app.
private enum Accounts {
  static func inCode(_ app: String) throws -> Account {
    let account = Account(id: "ana", zone: try zone("Europe/Lisbon"))
    return try add(app, to: account)
  }

  private static func zone(_ name: String) throws -> Zone { try Zone(name: name, tzif: TestFiles.bytes(zone: name)) }

  private static func add(_ app: String, to base: Account) throws -> Account {
    var account = base
    switch app {
    case "focusflow":
      account.zoneChanges = [.init(at: instant("2026-10-28T12:00:00Z"), zone: try zone("America/New_York"))]
      account.preferences.quietHours = QuietHours(start: time("22:00"), end: time("07:00"))
      account.preferences.nudges.evening = time("22:30")
      account.preferences.recapTime = time("06:30")
      account.preferences.dailyReminderTime = time("10:15")
      account.items = [
        .task(
          id: "water", title: "Water", at: time("09:00"), on: Schedule(from: date("2026-10-20"), .daily),
          completedOn: [date("2026-10-24")]),
        .task(
          id: "gym", title: "Gym", at: time("23:30"),
          on: Schedule(from: date("2026-10-20"), .on([.init(.monday), .init(.friday)]))),
        .task(
          id: "pay", title: "Pay", at: time("08:00"),
          on: try Schedule(from: date("2026-10-20"), rule: "FREQ=MONTHLY;BYDAY=-1FR")),
        .task(id: "off", title: "Off", at: time("08:00"), on: Schedule(from: date("2026-10-26")), isCompleted: true),
        .task(
          id: "odd", title: "Odd", at: time("12:00"),
          on: Schedule(from: date("2026-10-21"), .weekly, until: date("2026-11-10"), except: [date("2026-10-28")])),
        .session(id: "s", from: instant("2026-10-23T15:50:00Z"), to: instant("2026-10-23T16:15:00Z")),
        .focusDay(id: "d", on: date("2026-10-22"), sessions: 3, minutes: 75),
      ]
      account.pending = [
        Pending(id: "focusflow.task.pay@2026-10-30", at: instant("2026-10-30T08:00:00Z")),
        Pending(id: "gone", at: instant("2026-10-30T08:00:00Z")),
      ]
    case "ritualist":
      account.platform = .android
      (account.personalityTrait, account.analyzedAt) = ("openness", instant("2026-10-20T00:00:00Z"))
      account.items = [
        .habit(
          id: "run", name: "Run", category: "sport", at: [time("07:00"), time("19:30")],
          on: [.init(.tuesday), .init(.saturday)],
          from: date("2026-10-01"), through: date("2026-10-31"), completedOn: [date("2026-10-24")], streak: 20),
        .habit(
          id: "read", name: "Read",
          place: Place(name: "Library", latitude: 38.7071, longitude: -9.1355, radius: 150, on: .entry)),
        .habit(id: "old", name: "Old", at: [time("08:00")], isArchived: true),
        .insight(id: "i", at: instant("2026-10-24T09:00:00Z")),
      ]
      account.active = [instant("2026-10-24T08:00:00Z")..<instant("2026-10-24T10:00:00Z")]
    case "moneymap":
      account.locale = "pt-PT"
      for kind in ["bill", "overdue", "overspend", "digest"] as [Kind] { account.preferences.kinds[kind] = true }
      account.preferences.bills = .init(time: time("08:30"), dayBefore: true)
      account.preferences.digest = .init(day: .saturday, time: time("17:00"))
      account.items = [
        .bill(
          id: "rent", name: "Rent", amount: Amount("850.00", currency: "EUR"),
          due: Schedule(from: date("2026-10-01"), .monthly),
          paidThrough: date("2026-10-01")),
        .bill(
          id: "phone", name: "Phone", amount: Amount("20", currency: "EUR"), due: Schedule(from: date("2026-10-20"))),
        .bill(id: "auto", name: "Auto", due: Schedule(from: date("2026-10-26")), isAutoPaid: true),
        .bill(id: "pay", name: "Pay", due: Schedule(from: date("2026-10-26")), isIncome: true),
        .bill(id: "done", name: "Done", due: Schedule(from: date("2026-10-26")), isPaid: true),
        .bill(id: "none", name: "None", due: nil),
        .budget(
          id: "food", name: "Food", spent: Amount("310.5", currency: "EUR")!, limit: Amount("300", currency: "EUR")!,
          period: "2026-10",
          updatedAt: instant("2026-10-23T15:00:00Z")),
      ]
      account.delivered = [.init(id: "bill.phone.2026-10-20.due", at: instant("2026-10-20T07:30:00Z"), isShown: true)]
    case "steps":
      account.preferences.appBlocking = true
      account.items = [
        .stepDay(
          id: "d", on: date("2026-10-23"), goal: 10_000,
          samples: [
            .init(at: instant("2026-10-23T15:30:00Z"), steps: 10_100),
            .init(at: instant("2026-10-23T12:00:00Z"), steps: 5_200),
          ]),
        .stepDay(
          id: "e", on: date("2026-10-22"), goal: 8_000,
          samples: [.init(at: instant("2026-10-22T12:00:00Z"), steps: 9_000)]),
        .workout(id: "w", endedAt: instant("2026-10-23T15:55:00Z"), type: "run", seconds: 1800, meters: 5000),
        .workout(id: "v", endedAt: instant("2026-10-20T15:55:00Z")),
      ]
    default:
      account.authorization = .provisional
      account.preferences.morning = .init(
        time: time("07:15"), days: [.init(.monday), .init(.saturday)], changedAt: instant("2026-10-22T08:00:00Z"))
      account.preferences.bedtime = .init(time: time("22:45"))
      account.preferences.isEnabled = true
      account.items = [
        .entry(id: "m", flow: .morning, on: date("2026-10-24")),
        .entry(id: "b", flow: .bedtime, on: date("2026-10-26")),
      ]
    }
    return account
  }

  static func export(_ app: String) -> String {
    let rest =
      switch app {
      case "focusflow":
        """
        "zoneChanges": [{"at": "2026-10-28T12:00:00Z", "timeZone": "America/New_York"}],
        "preferences": {"quietHours": {"start": "22:00", "end": "07:00"}, "nudges": {"evening": "22:30"},
          "recap": {"time": "06:30"}, "dailyReminder": {"time": "10:15"}},
        "items": [
          {"kind": "task", "id": "water", "title": "Water", "date": "2026-10-20", "time": "09:00", "repeat": "daily",
           "completedOn": ["2026-10-24"]},
          {"kind": "task", "id": "gym", "title": "Gym", "date": "2026-10-20", "time": "23:30", "repeat": "customDays",
           "weekdays": ["mon", "fri"]},
          {"kind": "task", "id": "pay", "title": "Pay", "date": "2026-10-20", "time": "08:00",
           "rrule": "FREQ=MONTHLY;BYDAY=-1FR"},
          {"kind": "task", "id": "off", "title": "Off", "date": "2026-10-26", "time": "08:00", "completed": true},
          {"kind": "task", "id": "odd", "title": "Odd", "date": "2026-10-21", "time": "12:00", "repeat": "weekly",
           "until": "2026-11-10", "exdates": ["2026-10-28"]},
          {"kind": "session", "id": "s", "startedAt": "2026-10-23T15:50:00Z", "duration": 1500, "state": "running"},
          {"kind": "focusDay", "id": "d", "date": "2026-10-22", "sessions": 3, "minutes": 75}],
        "pending": [{"id": "focusflow.task.pay@2026-10-30", "at": "2026-10-30T08:00:00Z"},
          {"id": "gone", "at": "2026-10-30T08:00:00Z"}]
        """
      case "ritualist":
        """
        "platform": "android", "personality": {"trait": "openness", "analyzedAt": "2026-10-20T00:00:00Z"},
        "items": [
          {"kind": "habit", "id": "run", "name": "Run", "category": "sport", "reminders": ["07:00", "19:30"],
           "days": ["tue", "sat"], "startDate": "2026-10-01", "endDate": "2026-10-31", "completions": ["2026-10-24"],
           "streak": 20},
          {"kind": "habit", "id": "read", "name": "Read", "location": {"place": "Library", "latitude": 38.7071,
           "longitude": -9.1355, "radius": 150, "on": "entry"}},
          {"kind": "habit", "id": "old", "name": "Old", "reminders": ["08:00"], "archived": true},
          {"kind": "insight", "id": "i", "at": "2026-10-24T09:00:00Z"}],
        "active": [{"from": "2026-10-24T08:00:00Z", "to": "2026-10-24T10:00:00Z"}]
        """
      case "moneymap":
        """
        "locale": "pt-PT",
        "preferences": {"kinds": {"bill": true, "overdue": true, "overspend": true, "digest": true},
          "bills": {"time": "08:30", "dayBefore": true}, "digest": {"day": "sat", "time": "17:00"}},
        "items": [
          {"kind": "bill", "id": "rent", "name": "Rent", "amount": "850.00", "currency": "EUR", "dueDate": "2026-10-01",
           "repeat": "monthly", "paidThrough": "2026-10-01"},
          {"kind": "bill", "id": "phone", "name": "Phone", "amount": 20, "currency": "EUR", "dueDate": "2026-10-20"},
          {"kind": "bill", "id": "auto", "name": "Auto", "dueDate": "2026-10-26", "autoPay": true},
          {"kind": "bill", "id": "pay", "name": "Pay", "dueDate": "2026-10-26", "type": "income"},
          {"kind": "bill", "id": "done", "name": "Done", "dueDate": "2026-10-26", "paid": true},
          {"kind": "bill", "id": "none", "name": "None"},
          {"kind": "budget", "id": "food", "name": "Food", "spent": "310.5", "limit": "300", "currency": "EUR",
           "period": "2026-10", "updatedAt": "2026-10-23T15:00:00Z"}],
        "delivered": [{"id": "bill.phone.2026-10-20.due", "at": "2026-10-20T07:30:00Z", "shown": true}]
        """
      case "steps":
        """
        "preferences": {"appBlocking": true},
        "items": [
          {"kind": "stepDay", "id": "d", "date": "2026-10-23", "goal": 10000, "samples": [
            {"at": "2026-10-23T15:30:00Z", "steps": 10100}, {"at": "2026-10-23T12:00:00Z", "steps": 5200}]},
          {"kind": "stepDay", "id": "e", "date": "2026-10-22", "goal": 8000, "samples": [
            {"at": "2026-10-22T12:00:00Z", "steps": 9000}]},
          {"kind": "workout", "id": "w", "endedAt": "2026-10-23T15:55:00Z", "type": "run", "duration": 1800,
           "distance": 5000},
          {"kind": "workout", "id": "v", "endedAt": "2026-10-20T15:55:00Z"}]
        """
      default:
        """
        "authorization": "provisional",
        "preferences": {"morning": {"time": "07:15", "days": ["mon", "sat"], "changedAt": "2026-10-22T08:00:00Z"},
          "bedtime": {"time": "22:45"}, "enabled": true},
        "items": [{"kind": "entry", "id": "m", "flow": "morning", "date": "2026-10-24"},
          {"kind": "entry", "id": "b", "flow": "bedtime", "date": "2026-10-26"}]
        """
      }
    return """
      {"format": "tickler-export/1", "app": "\(app)",
       "accounts": [{"id": "ana", "timeZone": "Europe/Lisbon", \(rest)}]}
      """
  }
}
