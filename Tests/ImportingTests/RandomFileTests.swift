import Foundation
import TestSupport
import Testing

/// Files of the tools that ``ImportedPlanTests/random(_:)`` lacks, each with twenty random items.
private struct RandomFiles {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  private mutating func list(_ separator: String, _ item: (inout SplitMix, Int) -> String) -> String {
    (0..<20).map { item(&random, $0) }.joined(separator: separator)
  }

  mutating func gnuCash() -> String {
    let schedules = list("\n") { random, number in
      func recurrence(_ random: inout SplitMix, _ start: String) -> String {
        "<gnc:recurrence version=\"1.0.0\"><recurrence:mult>\(random.pick("1", "2"))</recurrence:mult><recurrence:period_type>"
          + random.pick("once", "day", "week", "month", "end of month", "nth weekday", "last weekday", "year")
          + "</recurrence:period_type><recurrence:start><gdate>\(start)</gdate></recurrence:start><recurrence:weekend_adj>"
          + random.pick("none", "back", "forward") + "</recurrence:weekend_adj></gnc:recurrence>"
      }
      let start = "2026-\(random.pick("10", "11", "08"))-\(random.pick("01", "14", "29", "31"))".replacing(
        "11-31", with: "11-30")
      let end = random.pick(
        "", "<sx:end><gdate>2026-12-01</gdate></sx:end>", "<sx:num-occur>3</sx:num-occur><sx:rem-occur>2</sx:rem-occur>"
      )
      let rules = recurrence(&random, start) + (number % 5 == 0 ? recurrence(&random, start) : "")
      return
        "<gnc:schedxaction version=\"2.0.0\"><sx:id type=\"guid\">s\(number)</sx:id><sx:name>B\(number)</sx:name><sx:enabled>\(random.pick("y", "y", "n"))</sx:enabled><sx:autoCreate>\(random.pick("y", "n"))</sx:autoCreate><sx:advanceCreateDays>\(random.pick("0", "2"))</sx:advanceCreateDays><sx:advanceRemindDays>\(random.pick("0", "3"))</sx:advanceRemindDays><sx:start><gdate>\(start)</gdate></sx:start>\(random.pick("", "<sx:last><gdate>2026-11-14</gdate></sx:last>"))\(end)<sx:templ-acct type=\"guid\">t</sx:templ-acct><sx:schedule>\(rules)</sx:schedule></gnc:schedxaction>"
    }
    return
      "<?xml version=\"1.0\"?>\n<gnc-v2 xmlns:gnc=\"http://www.gnucash.org/XML/gnc\"><gnc:book version=\"2.0.0\">\n\(schedules)\n</gnc:book></gnc-v2>\n"
  }

  mutating func appleHealth() -> String {
    let records = list("\n") { random, number in
      let (day, hour, minute) = (random.number(18...22), random.number(10...11), random.number(10...40))
      let zone = random.pick("+0000", "+0100", "-0500")
      if number % 7 == 0 {
        return
          "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"\(random.number(5...90))\" durationUnit=\"min\" startDate=\"2026-11-\(day) 0\(number % 9):00:00 \(zone)\" endDate=\"2026-11-\(day) \(hour):\(minute):00 \(zone)\"/>"
      }
      return
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(random.pick("Phone", "Watch"))\" unit=\"count\" startDate=\"2026-11-\(day) \(hour):\(minute):00 \(zone)\" endDate=\"2026-11-\(day) \(hour):\(minute + random.number(1...15)):00 \(zone)\" value=\"\(random.number(1...6000))\"/>"
    }
    return "<?xml version=\"1.0\"?>\n<HealthData locale=\"de_DE\">\n\(records)\n</HealthData>\n"
  }

  mutating func tasksOrg() -> String {
    let tasks = list(",") { random, number in
      // Around 2026-11-24 in Berlin; a second marks a time.
      let due = 1_795_474_800_000 + random.number(-3...10) * 86_400_000 + random.number(0...1439) * 60_000
      let alarm = random.pick(
        "", #"{"type":2,"time":-3600000}"#, #"{"type":1,"time":0}"#, #"{"time":1795532400000}"#,
        #"{"type":2,"time":-172800000}"#,
        #"{"type":2,"time":86400000,"repeat":6,"interval":86400000}"#, #"{"type":3,"time":1}"#, #"{"type":5}"#)
      let rule = random.pick(
        "", "", #","recurrence":"RRULE:FREQ=WEEKLY;COUNT=3""#, #","recurrence":"FREQ=MONTHLY;BYDAY=-1FR""#)
      return
        #"{"task":{"remoteId":"\#(number)","title":"T\#(number)","dueDate":\#(random.pick("0", "\(due)", "\(due + 1000)")),"hideUntil":\#(random.pick("0", "\(due - 7_199_000)")),"repeatFrom":\#(random.pick("0", "1"))\#(rule)},"alarms":[\#(alarm)]}"#
    }
    return
      #"{"version":140432,"timestamp":1,"data":{"tasks":[\#(tasks)],"intPrefs":{"reminder_time_new":\#(random.pick("72000000", "0", "30600000"))},"boolPrefs":{"enable_qhours":\#(random.pick("true", "false"))}}}"#
  }

  mutating func habitica() -> String {
    let dailies = list(",") { random, number in
      let days = ["m", "t", "w", "th", "f", "s", "su"].map { "\"\($0)\":\(random.pick("true", "false"))" }.joined(
        separator: ",")
      let rule = random.pick("", #","daysOfMonth":[3,24]"#, #","weeksOfMonth":[0,3]"#)
      let reminder = random.pick("", #"{"id":"r","time":"2026-01-06T18:30:00.000Z"}"#)
      return
        #"{"_id":"d\#(number)","text":"D\#(number)","frequency":"\#(random.pick("daily", "weekly", "monthly", "yearly"))","everyX":\#(random.pick("0", "1", "2")),"repeat":{\#(days)},"startDate":"2026-\#(random.pick("02", "11"))-\#(random.pick("05", "28"))T23:00:00.000Z"\#(rule),"reminders":[\#(reminder)],"history":[{"date":\#(1_795_302_000_000 + random.number(0...86_400_000)),"completed":\#(random.pick("true", "false"))}]}"#
    }
    let todos = list(",") { random, number in
      let reminder = random.pick("", #"{"id":"r","time":"2026-11-2\#(number % 9)T20:51:49.391Z"}"#)
      return
        #"{"_id":"t\#(number)","text":"E\#(number)"\#(random.pick("", #","date":"2026-11-24T23:00:00.000Z""#)),"completed":\#(random.pick("true", "false")),"reminders":[\#(reminder)]}"#
    }
    return
      #"{"auth":{},"flags":{},"preferences":{"dayStart":\#(random.pick("0", "4"))},"tasks":{"habits":[],"dailys":[\#(dailies)],"todos":[\#(todos)],"rewards":[]}}"#
  }

  mutating func dayOne() -> String {
    let entries = list(",") { random, number in
      #"{"uuid":"U\#(number)","creationDate":"2026-11-\#(random.number(10...24))T\#(random.number(10...23)):30:00Z"\#(random.pick("", #","timeZone":"Asia\/Tokyo""#, #","timeZone":"Mars\/Olympus""#)),"text":"\u00e4"}"#
    }
    return #"{"metadata":{"version":"1.0"},"entries":[\#(entries)]}"#
  }

  mutating func superProductivity() -> String {
    let tasks = list(",") { random, number in
      let due = random.pick(
        "", #","dueDay":"2026-11-\#(random.number(20...30))""#,
        #","dueWithTime":\#(1_795_474_800_000 + random.number(0...864_000) * 1000)"#)
      let more = random.pick("", #","deadlineDay":"2026-11-28""#, #","remindAt":1795531500000"#)
      return
        #""a\#(number)":{"id":"a\#(number)","title":"A\#(number)","isDone":\#(random.pick("false", "true"))\#(due)\#(more),"timeSpentOnDay":{"2026-11-\#(random.number(10...22))":\#(random.number(0...9_999_999))}}"#
    }
    let rules = list(",") { random, number in
      let last = random.pick("", #","lastTaskCreationDay":"2026-11-22""#)
      return
        #""r\#(number)":{"id":"r\#(number)","title":"R\#(number)","repeatCycle":"\#(random.pick("DAILY", "WEEKLY", "MONTHLY", "YEARLY"))","repeatEvery":\#(random.number(1...3)),"monday":\#(random.pick("true", "false")),"friday":true,"startDate":"2026-\#(random.pick("01", "11"))-\#(random.pick("24", "29"))"\#(last),"startTime":"\#(random.pick("", "0:10", "8:10"))","remindAt":"\#(random.pick("AtStart", "m15", "h1"))","deletedInstanceDates":["2026-11-27"]}"#
    }
    return
      #"{"timestamp":1,"lastUpdate":1,"crossModelVersion":4,"data":{"project":{},"task":{"ids":[],"entities":{\#(tasks)}},"taskRepeatCfg":{"entities":{\#(rules)}},"simpleCounter":{"entities":{"c":{"id":"c","title":"C","isEnabled":true,"countOnDay":{"2026-11-20":2}}}}}}"#
  }
}

extension ImportedPlanTests {
  @Test("handles random files of the other tools too", arguments: 0..<12)
  func randomOthers(_ seed: UInt64) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var files = RandomFiles(seed: seed)
    let texts = [
      files.gnuCash(), files.appleHealth(), files.tasksOrg(), files.habitica(), files.dayOne(),
      files.superProductivity(),
    ]
    for (number, text) in texts.enumerated() {
      try Data(text.utf8).write(to: folder.appending(path: "f\(number)"))
      // Each separately, so that no fault hides another.
      let (own, ofExport) = try plans(of: ["f\(number)"], in: folder)
      #expect(own == ofExport, "file \(number)")
      #expect(own.contains("\"outcome\":\""), "file \(number)")
    }
  }
}
