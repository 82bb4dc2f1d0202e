import CivilTime
import Diagnostics
import Foundation
import PlanFiles
import Running
import TestRuns
import TestSupport
import Testing
import Verifying

/// Tests `tickler verify`: it finds nothing in a folder that a run wrote, and the damage in a damaged one.
struct VerifyTests {
  /// Returns the findings, with names relative to the folder.
  private static func verify(_ folder: URL, sources: Bool = false) throws -> (output: String, status: Int32) {
    let (output, _, status) = try VerifyRun.run(
      folder.path, zoneinfo: TestFiles.zoneinfo,
      sources: sources ? [folder.deletingLastPathComponent().path, TestFiles.root.path] : nil, format: .text)
    return (output.replacing("\(folder.path)/", with: ""), status)
  }

  private static func kinds(_ folder: URL) throws -> [String] {
    let output = try VerifyRun.run(folder.path, zoneinfo: TestFiles.zoneinfo, format: .json).output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    return try #require(object["kinds"] as? [String: Int]).keys.sorted()
  }

  static let subsets: [Set<Emit>] = [
    Emit.standard, Set(Emit.allCases), [.plan], [.summary], [.plan, .actions], [.plan, .summary], [.summary, .html],
    [.plan, .ics], [.actions, .ics, .html], [.site],
  ]

  @Test("finds nothing in the files of a run, for any outputs", arguments: CaseTests.names)
  func clean(name: String) async throws {
    for emit in VerifyTests.subsets {
      let out = try await PlanFolderTests.plan(name, emit: emit)
      defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
      #expect(try VerifyTests.verify(out, sources: true) == ("", 0), "\(emit.map(\.rawValue))")
    }
  }

  /// A zone of an item that the account leaves, and a whole day that is reminded of by hours in quiet hours.
  private static let ownTimes: [(app: String, account: String, items: [String])] = [
    (
      "focusflow",
      #""timeZone":"America/Los_Angeles","zoneChanges":[{"at":"2026-10-25T17:07:00Z","timeZone":"Asia/Tokyo"}]"#,
      [#""id":"t","date":"2026-10-26","time":"09:00","timeZone":"America/Los_Angeles""#]
    ),
    (
      "personal", #""timeZone":"Europe/Berlin","preferences":{"quietHours":{"start":"22:00","end":"08:30"}}"#,
      [
        #""id":"a","date":"2026-10-25","remind":["-2h"]"#,
        #""id":"h","date":"2026-10-24","time":"06:30","repeat":"daily""#,
      ]
    ),
    (
      "personal",
      #""timeZone":"Europe/Vienna","zoneChanges":[{"at":"2026-10-26T12:15:00Z","timeZone":"America/New_York"}],"preferences":{"quietHours":{"start":"23:30","end":"08:30"}}"#,
      [
        #""id":"n","date":"2026-10-24","time":"18:30","duration":900,"remind":["+30m"],"timeZone":"America/New_York""#
      ]
    ),
  ]

  @Test("finds nothing wrong with items' own zones, and with reminders that quiet hours leave", arguments: 0..<3)
  func ownTimes(index: Int) async throws {
    let (app, account, items) = VerifyTests.ownTimes[index]
    let list = items.map { #"{"kind":"task","title":"T",\#($0)}"# }.joined(separator: ",")
    let export =
      #"{"format":"tickler-export/1","app":"\#(app)","accounts":[{"id":"a",\#(account),"items":[\#(list)]}]}"#
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await Scenario.plan([("in.json", export)], now: "2026-10-24T05:00:00Z", days: 5) {
      $0.out = folder.path
      $0.calendar.style = .personal
    }
    #expect(try VerifyTests.verify(folder) == ("", 0))
  }

  @Test("each damage is one finding", arguments: DamagedFolder.plans + DamagedFolder.outputs)
  func finds(damaged: DamagedFolder) async throws {
    let out = try await PlanFolderTests.plan("\(damaged.name).json", emit: damaged.emit)
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    for damage in damaged.damages { try damage.make(in: out) }
    try Damage.forgetBytes(in: out)
    let (output, status) = try VerifyTests.verify(out)
    #expect(output == (try damaged.expected(in: out)) + "\n")
    #expect(status == 65)
    #expect(try VerifyTests.kinds(out) == [damaged.kind.rawValue])
  }

  @Test("each type of finding has a damage")
  func areAllThere() {
    let tested = Set((DamagedFolder.plans + DamagedFolder.outputs).map(\.kind)).union([.cancelled, .sources])
    #expect(tested == Set(Finding.Kind.allCases))
  }

  /// Plans two tasks with calendars for their account and kind, and a day later one of them with a new one.
  private static func planTwice() async throws -> URL {
    let out = try TestFiles.temporaryFolder()
    let items = ["t", "u", "v"].map {
      #"{"kind":"task","id":"\#($0)","title":"\#($0)","date":"2026-10-22","time":"09:00"}"#
    }
    for (now, items) in [("2026-10-20T06:00:00Z", items[0...1]), ("2026-10-21T06:00:00Z", [items[0], items[2]])] {
      let account = DiffTests.account(#""items":[\#(items.joined(separator: ","))]"#)
      let input = out.appending(path: "export.json")
      try Data(#"{"format":"tickler-export/1","app":"focusflow","accounts":[\#(account)]}"#.utf8).write(to: input)
      var options = PlanOptions(now: try #require(Instant(rfc3339: now.utf8)))
      options.paths = [input.path]
      options.templates = TestFiles.templates
      options.zoneinfo = TestFiles.zoneinfo
      options.days = 3
      options.isQuiet = true
      options.out = out.path
      options.calendar.hasAccountFiles = true
      options.calendar.times = .zoned
      options.calendar.grouping = .kind
      if now.contains("-21T") { options.previous = out.path }
      _ = try await PlanRun.run(options)
    }
    return out
  }

  static let calendars: [(label: String, damage: Damage, finds: String)] = [
    (
      "a cancellation has no status", .replace("cancelled.ics", "STATUS:CANCELLED", "STATUS:CONFIRMED"),
      "cancelled.ics:%: error: no STATUS; expected CANCELLED, as in line 2 of accounts.ndjson"
    ),
    (
      "a cancellation has the number of the event", .replace("cancelled.ics", "SEQUENCE:1", "SEQUENCE:0"),
      "cancelled.ics:%: error: SEQUENCE 0; expected 1, as in line 2 of accounts.ndjson"
    ),
    (
      "an account's cancellation is missing", .remove("accounts/cancelled/focusflow.a.ics"),
      "accounts/cancelled/focusflow.a.ics:1: error: there is no such file; expected the calendar of account \"a\" of \"focusflow\""
    ),
    (
      "an account's calendar is missing", .remove("accounts/focusflow.a.ics"),
      "accounts/focusflow.a.ics:1: error: there is no such file; expected the calendar of account \"a\" of \"focusflow\""
    ),
    (
      "a calendar is there of an account that is not", .file("accounts/focusflow.b.ics"),
      "accounts/focusflow.b.ics:1: error: the plan has no account of that name; expected a calendar for each account of the plan, and no other"
    ),
    (
      "an account's event is at another wall time",
      .replace("accounts/focusflow.a.ics", "20261022T090000", "20261022T091500"),
      "accounts/focusflow.a.ics:%: error: DTSTART 2026-10-22T09:15:00 in Europe/London; expected 2026-10-22T09:00:00, as in line % of plan.ndjson"
    ),
    (
      "an added event is at another wall time", .replace("added.ics", "20261022T090000", "20261022T091500"),
      "added.ics:%: error: DTSTART 2026-10-22T09:15:00 in Europe/London; expected 2026-10-22T09:00:00, as in line % of plan.ndjson"
    ),
    (
      "an added event is not the plan's", .replace("added.ics", "UID:", "UID:00000000000000000000000000000000\r\nX-"),
      "added.ics:%: error: an event with UID 00000000000000000000000000000000; expected what the plan schedules, once"
    ),
    (
      "a kind's event is at another wall time", .replace("kinds/task.ics", "20261022T090000", "20261022T091500"),
      "kinds/task.ics:%: error: DTSTART 2026-10-22T09:15:00 in Europe/London; expected 2026-10-22T09:00:00, as in line % of plan.ndjson"
    ),
    (
      "a kind's calendar is away", .remove("kinds/task.ics"),
      "kinds/task.ics:1: error: there is no such file; expected the calendar of the kind \"task\""
    ),
    (
      "a calendar is there of a kind that is not planned", .file("kinds/habit.ics"),
      "kinds/habit.ics:1: error: the plan schedules nothing under that name; expected a calendar for each kind that goes out, and no other"
    ),
    (
      "an event is in the wall time of another zone",
      .replace("calendar.ics", "DTSTART;TZID=Europe/London", "DTSTART;TZID=Europe/Lisbon"),
      "calendar.ics:%: error: DTSTART in Europe/Lisbon; expected Europe/London, as in line % of plan.ndjson"
    ),
  ]

  @Test("compares calendars of accounts and of cancellations with the plan", arguments: calendars)
  func calendarFiles(label: String, damage: Damage, finds: String) async throws {
    let out = try await VerifyTests.planTwice()
    defer { try? FileManager.default.removeItem(at: out) }
    #expect(try VerifyTests.verify(out) == ("", 0))
    try damage.make(in: out)
    try Damage.forgetBytes(in: out)
    let (output, status) = try VerifyTests.verify(out)
    let parts = finds.split(separator: "%").map(String.init)
    #expect(output.split(separator: "\n").count == 1, "\(output)")
    #expect(parts.allSatisfy { output.contains($0) }, "\(output)")
    #expect(status == 65)
  }

  /// Changes that keep the files consistent with each other.
  static let unseen: [(file: String, label: String, damage: Damage, keepsSize: Bool)] = [
    ("calendar.ics", "a line of an event stands twice", .repeated("calendar.ics", line: 30, count: 1), false),
    ("calendar.ics", "a line of an event is away", .delete("calendar.ics", line: 30, count: 1), false),
    (
      "accounts.ndjson", "a fact is another",
      .replace("accounts.ndjson", #"{"plain":"2026-11-20"}"#, #"{"plain":"2026-11-21"}"#), true
    ),
    ("accounts.ndjson", "a key has another name", .replace("accounts.ndjson", #""facts":"#, #""fakts":"#), true),
    (
      "accounts/ritualist.rob.ics", "an account's calendar has another color",
      .replace("accounts/ritualist.rob.ics", "COLOR", "KOLOR"), true
    ),
    (
      "pages/accounts-000001.html", "a page of the site has another word",
      .replace("pages/accounts-000001.html", "</main>", "</mein>"), true
    ),
  ]

  @Test("finds consistent damage by size, or by SHA-256 if the run recorded it", arguments: unseen)
  func bytes(file: String, label: String, damage: Damage, keepsSize: Bool) async throws {
    for hasChecksums in [false, true] {
      let out = try await PlanFolderTests.plan("ritualist-badges.json", emit: Set(Emit.allCases)) {
        ($0.calendar.hasAccountFiles, $0.hasChecksums) = (true, hasChecksums)
      }
      defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
      #expect(try VerifyTests.verify(out) == ("", 0))
      try damage.make(in: out)
      let (output, status) = try VerifyTests.verify(out)
      let isFound = hasChecksums || !keepsSize
      #expect(status == (isFound ? 65 : 0), "\(output)")
      guard isFound else { continue }
      let what = keepsSize ? "other bytes, with SHA-256 " : " bytes; expected "
      #expect(output.hasPrefix("\(file):1: error: ") && output.contains(what), "\(output)")
      #expect(try VerifyTests.kinds(out).contains("files"))
    }
  }

  @Test("finds an event in cancelled.ics that the plan did not cancel, and a missing one")
  func cancelledEvents() async throws {
    let out = try await VerifyTests.planTwice()
    defer { try? FileManager.default.removeItem(at: out) }
    try Damage.replace("cancelled.ics", "UID:", "UID:00000000000000000000000000000000\r\nX-").make(in: out)
    try Damage.forgetBytes(in: out)
    let output = try VerifyTests.verify(out).output
    #expect(
      output.contains("an event with UID 00000000000000000000000000000000; expected what the plan cancels, once"))
    #expect(output.contains("no event with UID "))
    #expect(try VerifyTests.kinds(out) == ["cancelled"])
  }

  @Test("compares the files named by the head with their hashes on request")
  func sources() async throws {
    let out = try await PlanFolderTests.plan("months.json")
    let folder = out.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "export.json")
    try Data("{}".utf8).write(to: input)
    #expect(try VerifyTests.verify(out).status == 0)
    let changed = try VerifyTests.verify(out, sources: true)
    // printf '{}' | sha256sum
    #expect(
      changed.output.contains(
        "export.json has changed since: its SHA-256 is 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a;"
      ))
    #expect(changed.status == 65)
    try FileManager.default.removeItem(at: input)
    #expect(try VerifyTests.verify(out, sources: true).output.contains("export.json is missing or not a file;"))
  }

  @Test("an unreadable line ends it, with its place, after earlier findings")
  func unreadable() async throws {
    let out = try await PlanFolderTests.plan("ritualist-badges.json", emit: [.plan])
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    try Damage.replace("plan.ndjson", line: 18, #""outcome""#, #""income""#).make(in: out)
    try Damage.forgetBytes(in: out)
    let fault = #expect(throws: RunFault.self) { try VerifyTests.verify(out) }
    #expect(fault?.status == .dataError)
    #expect(fault?.messages.first?.contains("plan.ndjson:18:1: error: field outcome: the field is missing") == true)

    try FileManager.default.createDirectory(at: out.appending(path: "calendar"), withIntermediateDirectories: true)
    let (output, status) = try VerifyTests.verify(out)
    #expect(output.hasPrefix("calendar:1: error: a file of no run"))
    #expect(output.contains("plan.ndjson:18:1: error: field outcome"))
    #expect(status == 65)
  }

  @Test("reports a hundred findings of a type, and counts the rest")
  func many() async throws {
    let out = try await PlanFolderTests.plan("ritualist-slots.json", emit: [.plan])
    defer { try? FileManager.default.removeItem(at: out.deletingLastPathComponent()) }
    for line in 2...121 {
      try Damage.replace("plan.ndjson", line: line, #":00","zone""#, #":01","zone""#).make(in: out)
    }
    let lines = try VerifyTests.verify(out).output.split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines.last == "plan.ndjson:102: error: … and 20 more errors like this (clock)")
  }

  @Test("refuses a folder whose run was killed during its commit, until a command that writes finishes it")
  func settles() async throws {
    let (old, new) = (
      try await PlanFolderTests.plan("months.json", emit: [.plan, .summary]),
      try await PlanFolderTests.plan("rrules.json", emit: [.plan, .summary])
    )
    defer { for folder in [old, new] { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) } }
    let names = ["plan.ndjson", "accounts.ndjson", "summary.json"]
    let staging = old.appending(path: CommitJournal.staging)
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
    // The first file is in place, and the others wait.
    for (index, name) in names.enumerated() {
      let target = (index == 0 ? old : staging).appending(path: name)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: new.appending(path: name), to: target)
    }
    #expect(try VerifyTests.verify(old).status == 65)
    try Damage.forgetBytes(in: old)
    try Data((["tickler-commit/1"] + names.map { "put \($0)" } + ["end", ""]).joined(separator: "\n").utf8)
      .write(to: old.appending(path: ".tickler-commit"))
    let fault = #expect(throws: RunFault.self) { try VerifyTests.verify(old) }
    #expect(fault?.status == .temporaryFailure)
    #expect(try PlanFolderTests.text(old, names[1]) != PlanFolderTests.text(new, names[1]))
    _ = try OutputFolder(old.path)
    #expect(try VerifyTests.verify(old) == ("", 0))
    for name in names { #expect(try PlanFolderTests.text(old, name) == PlanFolderTests.text(new, name)) }
  }

  @Test("a folder that does not exist, or has no plan, is missing", arguments: [true, false])
  func missing(isThere: Bool) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let fault = #expect(throws: RunFault.self) {
      try VerifyTests.verify(isThere ? folder : folder.appending(path: "none"))
    }
    #expect(fault?.status == .noInput)
  }
}
