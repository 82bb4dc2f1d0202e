import Foundation
import TestSupport
import Testing

/// Tests what `done`, `paid`, `snooze` and `undo` say and record, command by command.
@Suite struct ChangeCommandTests {
  private static let items = [
    #""kind":"bill","id":"rent","name":"Rent","dueDate":"2026-01-31","repeat":"monthly","paidThrough":"2026-09-30""#,
    #""kind":"bill","id":"gym","name":"Gym","dueDate":"2026-10-28""#,
    #""kind":"task","id":"plants","title":"Water the plants","date":"2026-10-04","time":"10:00","repeat":"weekly""#,
    #""kind":"task","id":"passport","title":"Collect the passport","date":"2026-10-20""#,
    #""kind":"task","id":"call","title":"Call","date":"2026-10-24","time":"18:00""#,
    #""kind":"task","id":"call2","title":"Call Anna","date":"2026-10-24","time":"19:00""#,
    #""kind":"task","id":"walk","title":"Walk","date":"2026-10-01","time":"19:00","repeat":"daily","series":"dog""#,
    #""kind":"task","id":"walk2","title":"Walk the dog","date":"2026-10-01","time":"21:00","repeat":"daily","series":"dog""#,
    #""kind":"budget","id":"food","name":"Food","spent":2,"limit":1,"currency":"EUR","period":"2026-10","updatedAt":"2026-10-23T10:00:00Z""#,
    #""kind":"habit","id":"stretch","name":"Stretch","reminders":["07:00"]"#,
    #""kind":"bill","id":"salary","name":"Salary","type":"income","amount":"9","currency":"EUR","dueDate":"2026-10-25""#,
    #""kind":"task","id":"su","title":"Stand-up","date":"2026-10-01","time":"09:15","repeat":"daily","series":"su","exdates":["2026-10-23"]"#,
    #""kind":"task","id":"su/2026-10-23","title":"Daily, late","date":"2026-10-23","time":"17:30","series":"su""#,
    #""kind":"task","id":"tokyo","title":"Market","date":"2026-10-01","time":"00:30","repeat":"daily","timeZone":"Asia/Tokyo""#,
    #""kind":"habit","id":"jog","name":"Jog","reminders":["07:00"],"days":["mon","thu"],"completions":["2026-10-22"]"#,
  ]
  private static let personal =
    #"{"format":"tickler-export/1","app":"personal","accounts":[{"id":"rosa","timeZone":"Europe/Vienna","items":["#
    + items.map { "{\($0)}" }.joined(separator: ",") + "]}]}"

  struct Step: Sendable {
    var command: [String]
    /// The start of the output, or a part of the errors.
    var words: String
    var status: Int32
    init(_ command: [String], _ words: String, _ status: Int32 = 0) {
      (self.command, self.words, self.status) = (command, words, status)
    }
  }

  private func run(_ steps: [Step], _ files: [String: String], _ arguments: [String], now: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let changes = folder.appending(path: "c.ndjson")
    for step in steps {
      let before = try? Data(contentsOf: changes)
      let result = try Program.run(
        step.command + arguments + [
          "--no-config", "--changes", "c.ndjson", "--now", now, "--templates", TestFiles.templates, "--zoneinfo",
          TestFiles.zoneinfo,
        ], in: folder)
      #expect(result.status == step.status, "\(step.command): \(result.output)\(result.errors)")
      #expect(
        step.status == 0 ? result.output == "\(step.words)\n" : result.errors.contains(step.words),
        "\(step.command): \(result.output)\(result.errors)")
      if step.status != 0 || step.words.contains(": already ") || step.words.contains("so nothing is snoozed") {
        #expect((try? Data(contentsOf: changes)) == before, "\(step.command)")
      }
    }
  }

  @Test(
    "of a day with several, the one that was due last is done first, then the others, never tomorrow's",
    arguments: [
      ("2026-10-23T06:05:00Z", ["08", "14", "20"]), ("2026-10-23T12:05:00Z", ["14", "08", "20"]),
      ("2026-10-23T18:05:00Z", ["20", "14", "08"]),
    ])
  func severalADay(now: String, order: [String]) throws {
    let pills = ["20", "08", "14"].map {
      #"{"kind":"task","id":"\#($0)","title":"Pills","date":"2026-10-01","time":"\#($0):00","repeat":"daily","series":"p"}"#
    }
    let export =
      #"{"format":"tickler-export/1","app":"personal","accounts":[{"id":"rosa","timeZone":"Europe/Vienna","items":["#
      + pills.joined(separator: ",") + "]}]}"
    let steps = order.map { Step(["done", "Pills"], "Pills (task \($0) of rosa): done on 2026-10-23") }
    let last = Step(["done", "Pills"], "Pills (task \(order.first!) of rosa): already done on 2026-10-23")
    try run(steps + [last], ["in.json": export], ["in.json"], now: now)
  }

  @Test("says how to write a title of several words")
  func unquoted() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for words in [["done", "repot", "the", "basil"], ["snooze", "dentist", "friday", "9:00"]] {
      let result = try Program.run(words, in: folder)
      #expect(result.status == 64 && result.errors.contains("takes quotes: tickler \(words[0]) "), "\(result.errors)")
    }
  }

  @Test(
    "one after the other, on Friday, 23 October, at six",
    arguments: [
      [
        Step(["done", "passport"], "Collect the passport (task passport of rosa): done on 2026-10-20"),
        Step(["done", "passport"], "Collect the passport (task passport of rosa): already done on 2026-10-20"),
        Step(
          ["snooze", "passport", "tomorrow"],
          "Collect the passport (task passport of rosa): already done on 2026-10-20, so nothing is snoozed"),
        Step(["undo", "passport"], "Collect the passport (task passport of rosa): done on 2026-10-20, undone"),
      ],
      [
        Step(["paid", "gym"], "Gym (bill gym of rosa): paid through 2026-10-28"),
        Step(["paid", "gym"], "Gym (bill gym of rosa): already paid through 2026-10-28"),
      ],
      [
        Step(["done", "stretch"], "Stretch (habit stretch of rosa): done on 2026-10-23"),
        Step(["done", "stretch"], "Stretch (habit stretch of rosa): already done on 2026-10-23"),
        Step(["done", "stretch", "--on", "yesterday"], "Stretch (habit stretch of rosa): done on 2026-10-22"),
      ],
      // A habit is due on its own days.
      [
        Step(["done", "jog", "--on", "yesterday"], "Jog (habit jog of rosa): already done on 2026-10-22"),
        Step(["done", "jog", "--on", "2026-10-23"], "--on takes its due date: 2026-10-19 or 2026-10-26", 64),
        Step(["done", "jog"], "Jog (habit jog of rosa): done on 2026-10-26"),
      ],
      [
        Step(
          ["done", "passport", "--on", "2026-10-19"],
          "is not due on 2026-10-19; --on takes its due date: 2026-10-20", 64),
        Step(
          ["done", "plants", "--on", "yesterday"],
          "is not due on 2026-10-22; --on takes its due date: 2026-10-18 or 2026-10-25", 64),
        Step(["done", "plants", "--on", "sunday"], "Water the plants (task plants of rosa): done on 2026-10-18"),
        Step(
          ["snooze", "plants", "2h"],
          "Water the plants (task plants of rosa): already done on 2026-10-18, and no reminder of 2026-10-25 would go out before then, so nothing is snoozed"
        ),
        // Sunday's is held back until then.
        Step(["snooze", "plants", "3d"], "Water the plants (task plants of rosa): snoozed until 2026-10-26 18:00"),
      ],
      [
        Step(["paid", "rent", "--through", "2026-10-30"], "--through takes its due date: 2026-10-31", 64),
        Step(["paid", "rent", "--through", "2 Nov"], "Rent (bill rent of rosa): paid through 2026-11-02"),
        Step(["paid", "rent", "--through", "31 Oct"], "Rent (bill rent of rosa): already paid through 2026-10-31"),
      ],
      [
        Step(["done", "rent"], "Rent (bill rent of rosa) takes tickler paid, not tickler done", 66),
        Step(["paid", "plants"], "Water the plants (task plants of rosa) takes tickler done, not tickler paid", 66),
        Step(
          ["snooze", "stretch", "tomorrow"], "Stretch (habit stretch of rosa) cannot be changed by tickler snooze", 66),
      ],
      [
        Step(["done", "walk"], "Walk (task walk of rosa): done on 2026-10-23"),
        Step(["done", "walk"], "Walk (task walk of rosa): already done on 2026-10-23"),
        Step(["done", "dog"], "Walk the dog (task walk2 of rosa): done on 2026-10-23"),
        Step(["done", "dog"], "Walk (task walk of rosa): already done on 2026-10-23"),
        Step(["snooze", "food", "tomorrow"], "Food (budget food of rosa) cannot be changed by tickler snooze", 66),
      ],
      [
        Step(["done", "walk"], "Walk (task walk of rosa): done on 2026-10-23"),
        Step(["snooze", "walk", "1h"], "Walk (task walk of rosa): already done on 2026-10-23, so nothing is snoozed"),
        Step(["done", "pasport"], "or this number; the nearest is \"passport\"", 66),
        // The list's Saturday.
        Step(["done", "call", "--on", "saturday"], "Call (task call of rosa): done on 2026-10-24"),
      ],
      // A changed occurrence has a title of its own.
      [
        Step(["done", "Stand-up"], "Daily, late (task su/2026-10-23 of rosa): done on 2026-10-23"),
        Step(["done", "market"], "Market (task tokyo of rosa): done on 2026-10-24"),
        Step(["done", "call"], "Call (task call of rosa): done on 2026-10-24"),
        Step(["snooze", "call", "1h"], "Call (task call of rosa): already done on 2026-10-24, so nothing is snoozed"),
        Step(
          ["snooze", "salary", "monday"],
          "Salary (bill salary of rosa): no reminder of 2026-10-25 would go out before then, so nothing is snoozed"),
      ],
      [
        Step(["snooze", "Stand-up", "20m"], "Daily, late (task su/2026-10-23 of rosa): snoozed until 2026-10-23 18:20")
      ],
      // A whole title counts more than the beginning of another one.
      [Step(["done", "call"], "Call (task call of rosa): done on 2026-10-24")],
      [Step(["done", "coll"], "Collect the passport (task passport of rosa): done on 2026-10-20")],
      [
        Step(["snooze", "passport", "yesterday"], "2026-10-22 09:00 is not after now, 2026-10-23 18:00", 64),
        Step(["snooze", "passport", "last friday"], "2026-10-16 09:00 is not after now", 64),
        Step(["snooze", "passport", "22 Oct"], "the next such time is 2027-10-22 09:00; name the year", 64),
        // The clocks go back in between.
        Step(
          ["snooze", "passport", "2d"], "Collect the passport (task passport of rosa): snoozed until 2026-10-25 18:00"),
      ],
    ])
  func personal(steps: [Step]) throws {
    try run(steps, ["in.json": Self.personal], ["in.json"], now: "2026-10-23T16:00:00Z")
  }

  @Test("done after a snooze ends the snooze; done for an earlier date does not", arguments: [nil, "2026-10-21"])
  func doneAfterSnooze(date: String?) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.personal.utf8).write(to: folder.appending(path: "in.json"))
    func run(_ command: [String]) throws -> String {
      try Program.run(
        command + [
          "in.json", "--no-config", "--changes", "c.ndjson", "--now", "2026-10-23T16:00:00Z", "--templates",
          TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
        ], in: folder
      ).output
    }
    _ = try run(["snooze", "walk", "22:15"])
    #expect(try run(["list", "--days", "0"]).contains("22:15"))
    _ = try run(["done", "walk"] + (date.map { ["--on", $0] } ?? []))
    #expect(try run(["list", "--days", "0"]).contains("22:15") == (date != nil))
  }

  private static let policy = """
    format = "tickler-policy/1"
    app = "own"
    [items.plant.fields]
    name = { type = "text", required = true }
    [items.chore.fields]
    name = { type = "text", required = true }
    [items.exam.fields]
    name = { type = "text", required = true }
    day = "date"
    [items.dose.fields]
    name = { type = "text", required = true }
    [kinds.water]
    shape = "series"
    item = "plant"
    every = "4d"
    from = "completion"
    identifier = "o.w.{id}"
    title = "{{name}}"
    [kinds.clean]
    shape = "series"
    item = "chore"
    every = "3d"
    identifier = "o.c.{id}"
    title = "{{name}}"
    [kinds.learn]
    shape = "series"
    item = "exam"
    at = "{day}"
    remind = ["-1d", "0"]
    identifier = "o.e.{id}.{part}"
    title = "{{name}}"
    [kinds.meal]
    shape = "series"
    item = "task"
    every = "8h"
    from = "completion"
    identifier = "o.t.{id}.{time}"
    title = "{{title}}"
    [kinds.take]
    shape = "series"
    item = "dose"
    every = "8h"
    from = "completion"
    identifier = "o.d.{id}.{time}"
    title = "{{name}}"
    """
  private static let own =
    #"{"format":"tickler-export/1","app":"own","accounts":[{"id":"a","timeZone":"Europe/Berlin","items":["#
    + #"{"kind":"plant","id":"fern","name":"Fern","date":"2026-11-01","completions":["2026-11-15"]},"#
    + #"{"kind":"chore","id":"bins","name":"Bins","date":"2026-11-01"},"#
    + #"{"kind":"exam","id":"x","name":"Exam","day":"2026-11-18"},{"kind":"exam","id":"y","name":"Yoga","day":"2026-11-22"},"#
    + #"{"kind":"task","id":"meal","title":"Meal","date":"2026-11-20"},"#
    + #"{"kind":"dose","id":"d","name":"Dose","date":"2026-11-01","completions":["2026-11-20T01:00"]}]}]}"#

  @Test("an item of one's own kind is done for what its kinds make due, or when it is done if they count from then")
  func ownKinds() throws {
    let steps = [
      Step(["done", "fern"], "Fern (plant fern of a): done on 2026-11-20"),
      Step(["done", "fern"], "Fern (plant fern of a): already done on 2026-11-20"),
      Step(["done", "bins"], "Bins (chore bins of a): done on 2026-11-19"),
      Step(["done", "bins", "--on", "2026-11-18"], "--on takes its due date: 2026-11-16 or 2026-11-22", 64),
      Step(["done", "exam"], "Exam (exam x of a): done on 2026-11-18"),
      Step(["done", "yoga"], "Yoga (exam y of a): done on 2026-11-22"),
      Step(["done", "yoga"], "Yoga (exam y of a): already done on 2026-11-22"),
      // A task has no times of completions.
      Step(["done", "meal"], "Meal (task meal of a): done on 2026-11-20"),
      Step(["snooze", "dose", "2h"], "Dose (dose d of a): snoozed until 2026-11-20 12:20"),
      Step(["done", "dose"], "Dose (dose d of a): done on 2026-11-20 10:20"),
      Step(["snooze", "dose", "2h"], "Dose (dose d of a): already done on 2026-11-20, so nothing is snoozed"),
    ]
    try run(
      steps, ["in.json": Self.own, "own.toml": Self.policy], ["in.json", "--policy", "own.toml"],
      now: "2026-11-20T09:20:00Z")
  }
}
