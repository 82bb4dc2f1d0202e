import Foundation
import TestSupport
import Testing

private func health(_ lines: String, doctype: String = "") -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(doctype)<HealthData locale=\"de_DE\">\n\(lines)\n</HealthData>\n"
}

private func steps(_ source: String, _ start: String, _ end: String, _ count: Int) -> String {
  "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(source)\" unit=\"count\" startDate=\"\(start)\" endDate=\"\(end)\" value=\"\(count)\"/>"
}

private func habitica(_ daily: String = "", todo: String = "", preferences: String = #""dayStart":0"#) -> String {
  #"{"auth":{},"flags":{},"stats":{},"preferences":{\#(preferences)},"tasks":{"habits":[],"dailys":[\#(daily)],"todos":[\#(todo)],"rewards":[]}}"#
}

private let goal = "1:1: warning: the file has no step goal: 10000 a day are assumed; --goal names another"

/// Tests steps, workouts, habits and diaries.
@Suite struct DayTests {

  @Test(
    "Apple Health",
    arguments: [
      ImportCase(
        "steps add up, in order of time, on the local date of the instant",
        health(
          steps("Phone", "2026-11-21 22:30:00 +0000", "2026-11-21 22:40:00 +0000", 100) + "\n"
            + steps("Phone", "2026-11-21 09:00:00 +0200", "2026-11-21 09:10:00 +0200", 50)
            + "\n" + steps("Phone", "2026-11-21 23:10:00 +0000", "2026-11-21 23:20:00 +0000", 7)),
        [
          "kind:stepDay,id:2026-11-21,date:2026-11-21,goal:8000,samples:[{at:2026-11-21T07:10:00Z,steps:50},{at:2026-11-21T22:40:00Z,steps:150}]",
          "kind:stepDay,id:2026-11-22,date:2026-11-22,goal:8000,samples:[{at:2026-11-21T23:20:00Z,steps:7}]",
        ], options: ["--goal", "8000"]),
      ImportCase(
        "a zone that did not have the offset of the export",
        health("<ExportDate value=\"2026-11-21 12:00:00 -0500\"/>"), [],
        [
          "3:1: warning: the file's offset of 2026-11-21 is -05:00, which Europe/Berlin did not have: check its local times; --time-zone names the zone, such as America/New_York"
        ]),
      ImportCase(
        "of records that overlap the source with most counts",
        health(
          steps("Phone", "2026-11-21 09:00:00 +0100", "2026-11-21 09:10:00 +0100", 100)
            + steps("Watch", "2026-11-21 09:05:00 +0100", "2026-11-21 09:15:00 +0100", 120)
            + steps("Phone", "2026-11-21 10:00:00 +0100", "2026-11-21 10:10:00 +0100", 10)),
        [
          "kind:stepDay,id:2026-11-21,date:2026-11-21,goal:10000,samples:[{at:2026-11-21T08:15:00Z,steps:120},{at:2026-11-21T09:10:00Z,steps:130}]"
        ], [goal]),
      ImportCase(
        "or the one that is named",
        health(
          steps("Phone", "2026-11-21 09:00:00 +0100", "2026-11-21 09:10:00 +0100", 100)
            + steps("Ana\u{2019}s\u{a0}Watch", "2026-11-21 09:05:00 +0100", "2026-11-21 09:15:00 +0100", 20)),
        ["kind:stepDay,id:2026-11-21,date:2026-11-21,goal:10000,samples:[{at:2026-11-21T08:15:00Z,steps:20}]"], [goal],
        options: ["--step-source", "Ana\u{2019}s Watch"]),
      ImportCase(
        "skips a DOCTYPE of iOS 16, and counts old records",
        health(
          steps("Phone", "2019-11-21 09:00:00 +0100", "2019-11-21 09:10:00 +0100", 1),
          doctype:
            "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record*)>\n<!ATTLIST HealthData\n  locale CDATA #REQUIRED\n]>\n>\n"
        ), [],
        ["9:1: warning: 1 step count is older than 35 days: it is left out"]),
      ImportCase(
        "a workout by its attributes, and one by its statistics",
        health(
          """
          <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" totalDistance="3.1" totalDistanceUnit="mi" startDate="2026-11-21 09:00:00 +0100" endDate="2026-11-21 09:35:00 +0100"/>
          <Workout workoutActivityType="HKWorkoutActivityTypeTraditionalStrengthTraining" duration="0.5" durationUnit="hr" startDate="2026-11-21 10:00:00 +0100" endDate="2026-11-21 10:30:00 +0100">
          <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="1.5" unit="km"/>
          </Workout>
          """),
        [
          "kind:workout,id:running-2026-11-21T08:35:00Z,endedAt:2026-11-21T08:35:00Z,type:running,duration:1830,distance:4989",
          "kind:workout,id:traditional-strength-training-2026-11-21T09:30:00Z,endedAt:2026-11-21T09:30:00Z,type:traditional strength training,duration:1800,distance:1500",
        ]),
      ImportCase(
        "a vertical tab in a name is let through",
        health(steps("Pho\u{b}ne", "2026-11-21 09:00:00 +0100", "2026-11-21 09:10:00 +0100", 1)),
        ["kind:stepDay,id:2026-11-21,date:2026-11-21,goal:10000,samples:[{at:2026-11-21T08:10:00Z,steps:1}]"], [goal]),
      ImportCase(
        "an invalid date", health(steps("Phone", "yesterday", "2026-11-21 09:10:00 +0100", 1)), [],
        [#"3:82: error: field startDate: found "yesterday"; expected a time, such as 2017-01-22 18:57:52 +0200"#],
        status: 1),
      ImportCase(
        "an end before the start", health(steps("P", "2026-11-21 09:10:00 +0100", "2026-11-21 09:00:00 +0100", 1)), [],
        [
          #"3:116: error: field endDate: found "2026-11-21 09:00:00 +0100"; expected a time not before startDate, such as 2017-01-22 18:57:52 +0200"#
        ], status: 1),
      ImportCase(
        "an invalid value",
        health(
          steps("P", "2026-11-21 09:00:00 +0100", "2026-11-21 09:00:00 +0100", 1).replacing(
            "value=\"1\"", with: "value=\"many\"")), [],
        [#"3:152: error: field value: found "many"; expected a number of steps"#], status: 1),
      ImportCase(
        "an end tag that is missing", "<HealthData><Record></HealthData>", [],
        ["1:21: error: found the end tag \"HealthData\"; expected that of \"Record\""], status: 65),
      ImportCase(
        "an attribute twice", health("<Record type=\"a\" type=\"b\"/>"), [],
        ["3:18: error: found the attribute \"type\" twice; expected each name once"], status: 65),
      ImportCase(
        "two roots", "<HealthData/><HealthData/>", [],
        ["1:14: error: found a second root element; expected the end of the document"], status: 65),
      ImportCase(
        "text after the root", "<HealthData/>more", [],
        ["1:14: error: found text outside of all elements; expected none"], status: 65),
      ImportCase(
        "a tag that the file cuts", "<HealthData><Record type=\"HK", [],
        ["1:29: error: found the end of the input; expected > of a tag"], status: 65),
      ImportCase(
        "a workout without an end", health("<Workout workoutActivityType=\"x\"/>"), [],
        ["3:1: error: field endDate: the attribute is missing; expected a time, such as 2017-01-22 18:57:52 +0200"],
        status: 1),
      ImportCase(
        "a sign in a value", "<HealthData a=\"<\"/>", [],
        ["1:16: error: found < in a value; expected the quote that ends it, or &lt;"], status: 65),
    ])
  func readsAppleHealth(_ row: ImportCase) throws { try row.check() }

  @Test(
    "Habitica",
    arguments: [
      ImportCase(
        "a daily by weekdays is a habit; s is Saturday; reminders are local times despite the Z",
        habitica(
          #"{"_id":"d","text":"Read","frequency":"weekly","everyX":1,"repeat":{"m":false,"t":false,"w":false,"th":false,"f":false,"s":true,"su":true},"startDate":"2026-01-05T23:00:00.000Z","streak":3,"reminders":[{"id":"r","time":"2026-01-06T18:30:00.000Z"}],"history":[{"date":1795215600000,"completed":true},{"date":1795302000000,"completed":false}]}"#
        ),
        [
          "kind:habit,id:d,name:Read,reminders:[18:30],days:[sat,sun],startDate:2026-01-06,completions:[2026-11-21],streak:3"
        ]),
      ImportCase(
        "a completion at two belongs to the day before if days begin at four",
        habitica(
          #"{"_id":"d","text":"Read","everyX":1,"frequency":"daily","history":[{"date":1795222800000,"completed":true}]}"#,
          preferences: #""dayStart":4"#),
        ["kind:habit,id:d,name:Read,completions:[2026-11-20]"],
        ["1:94: warning: 1 daily has no reminder: its habit gets none; --all-day-time 18:00 gives it an hour"]),
      ImportCase(
        "a daily without a reminder gets an hour on request",
        habitica(#"{"_id":"d","text":"Read","everyX":1,"frequency":"daily"}"#),
        ["kind:habit,id:d,name:Read,reminders:[18:00]"], options: ["--all-day-time", "18:00"]),
      ImportCase(
        "other rules are tasks; weeks of the month are counted from 0",
        habitica(
          #"{"_id":"d","text":"Read","frequency":"monthly","everyX":2,"weeksOfMonth":[1],"repeat":{"m":true,"t":false,"w":false,"th":false,"f":false,"s":false,"su":false},"startDate":"Mon Sep 23 2024 00:00:00 GMT+0200"}"#
        ),
        ["kind:task,id:d,title:Read,date:2024-09-23,time:09:00,allDay:true,rrule:FREQ=MONTHLY;INTERVAL=2;BYDAY=2MO"]),
      ImportCase(
        "every 0 is never", habitica(#"{"_id":"d","text":"Read","frequency":"daily","everyX":0}"#), [],
        ["1:94: warning: 1 daily is never due: it is not planned"]),
      ImportCase(
        "a to-do by its reminders, or its date",
        habitica(
          todo:
            #"{"_id":"t","text":"A","date":"2026-11-24T23:00:00.000Z","reminders":[{"id":"r","time":"2026-11-24T20:51:49.391Z"}]},{"_id":"u","text":"B","reminders":[{"id":"r","time":"2026-11-24T20:51:49.391Z"}]},{"_id":"v","text":"C"}"#
        ),
        [
          "kind:task,id:t,title:A,date:2026-11-25,time:09:00,allDay:true,remind:[-1d@20:51]",
          "kind:task,id:u,title:B,date:2026-11-24,time:20:51",
        ],
        ["1:303: warning: 1 to-do has no date: it is not planned"]),
      ImportCase(
        "other programs write a to-do's date without a time, none, or any text",
        habitica(
          todo:
            #"{"_id":"t","text":"A","date":"2026-11-24"},{"_id":"u","text":"B","date":""},{"_id":"v","text":"C","date":"3/13","reminders":[{"id":"r","time":"2026-11-24T20:51:49.391Z"}]}"#
        ),
        [
          "kind:task,id:t,title:A,date:2026-11-24,time:09:00,allDay:true",
          "kind:task,id:v,title:C,date:2026-11-24,time:20:51",
        ],
        [
          "1:148: warning: 1 to-do has no date: it is not planned",
          #"1:210: warning: 1 to-do has a text that is no date: only its reminders are planned; the first is "3/13""#,
        ]),
      ImportCase(
        "a history that does not say what was completed leaves today's completion to the daily",
        habitica(
          #"{"_id":"d","text":"Read","everyX":1,"frequency":"daily","completed":true,"history":[{"date":1795215600000,"value":1}]},{"_id":"e","text":"Run","everyX":1,"frequency":"daily","completed":true,"history":[{"date":1795215600000,"completed":true}]}"#
        ),
        ["kind:habit,id:d,name:Read,completions:[2026-11-22]", "kind:habit,id:e,name:Run,completions:[2026-11-21]"],
        [
          "1:94: warning: 2 dailies have no reminder: their habits get none; --all-day-time 18:00 gives them an hour"
        ]),
      ImportCase(
        "no id", habitica(#"{"text":"Read"}"#), [],
        ["1:94: error: field _id: the field is missing; expected the task's id"], status: 1),
      ImportCase(
        "a start that is none", habitica(#"{"_id":"d","startDate":"soon"}"#), [],
        [
          #"1:117: error: item "d", field startDate: found "soon"; expected an instant, such as 2025-01-05T23:00:00.000Z"#
        ], status: 1),
    ])
  func readsHabitica(_ row: ImportCase) throws { try row.check() }

  @Test(
    "weeks are blocks of seven days from the start, and days of the month clamp",
    arguments: [
      // A Friday: the first block has the Tuesday after it.
      (
        #""frequency":"weekly","everyX":2,"repeat":{"m":false,"t":true,"w":false,"th":false,"f":false,"s":false,"su":false},"startDate":"2026-10-23""#,
        ["FREQ=WEEKLY;INTERVAL=2;WKST=FR;BYDAY=TU"]
      ),
      (
        #""frequency":"monthly","everyX":1,"daysOfMonth":[31],"startDate":"2026-08-31""#,
        ["FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"]
      ),
      (
        #""frequency":"monthly","everyX":1,"daysOfMonth":[31,1,30],"startDate":"2026-08-31""#,
        [
          "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1", "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30;BYSETPOS=-1",
          "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=31;BYSETPOS=-1",
        ]
      ),
      (
        #""frequency":"monthly","everyX":2,"daysOfMonth":[28,29],"startDate":"2026-08-31""#,
        ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=29;BYSETPOS=-1"]
      ),
      (
        #""frequency":"yearly","everyX":1,"startDate":"2024-02-29""#,
        ["FREQ=YEARLY;INTERVAL=1;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"]
      ),
    ])
  func rules(_ fields: String, _ expected: [String]) throws {
    let imported = try Imported(
      habitica("{\"_id\":\"d\",\"text\":\"Read\",\(fields)T12:00:00.000Z\"}".replacing("\"T12", with: "T12")))
    #expect(imported.items.map { String($0.split(separator: "rrule:")[1]) } == expected)
  }

  @Test(
    "the file's offset is compared with the zone of the time of the export",
    arguments: [
      ("America/New_York", "2026-02-25", 300, nil), ("America/New_York", "2026-04-25", 240, nil),
      (
        "Europe/Berlin", "2026-02-25", 300,
        "-05:00, which Europe/Berlin did not have: check its local times; --time-zone names the zone, such as America/New_York"
      ),
      (
        "Europe/Berlin", "2026-04-25", -60,
        "+01:00, which Europe/Berlin did not have: check its local times; --time-zone names the zone, such as Europe/London"
      ),
      (
        "Europe/Berlin", "2026-07-25", 210,
        "-03:30, which Europe/Berlin did not have: check its local times; --time-zone names the zone"
      ),
    ] as [(String, String, Int, String?)])
  func exportOffset(_ zone: String, _ date: String, _ offset: Int, _ warning: String?) throws {
    for isFirst in [true, false] {
      let auth = #""auth":{"timestamps":{"updated":"\#(date)T20:00:00.000Z"}}"#
      let rest =
        #""preferences":{"timezoneOffset":\#(offset)},"tasks":{"habits":[],"dailys":[],"todos":[],"rewards":[]}"#
      let text = "{\(isFirst ? auth + "," + rest : rest + "," + auth)}"
      let imported = try Imported(text, zone: zone, now: "2026-03-23T12:00:00Z", ["--from", "habitica"])
      #expect(
        imported.diagnostics.map { String($0.split(separator: ": ", maxSplits: 2)[2]) }
          == (warning.map { ["the file's offset of \(date) is \($0)"] } ?? []))
    }
  }

  @Test("without a zone, inverts the sign of Habitica's offset")
  func offset() throws {
    let imported = try Imported(
      habitica(preferences: #""timezoneOffset":-60"#), zone: nil,
      ["--policy", TestFiles.templates + "/policies/steps.toml"])
    #expect(imported.account.hasPrefix("id:me,app:personal,timeZone:"))
  }

  @Test(
    "Day One",
    arguments: [
      ImportCase(
        "an entry has the date and the hour of its own zone",
        #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A","creationDate":"2026-11-20T23:30:00Z","timeZone":"Asia\/Tokyo","text":"x","richText":"{\"a\":1}"},{"uuid":"B","creationDate":"2026-11-20T20:30:00Z","timeZone":"Europe\/Berlin"},{"uuid":"C","creationDate":"2030-01-01T00:00:00Z"}]}"#,
        ["kind:entry,id:A,flow:morning,date:2026-11-21", "kind:entry,id:B,flow:bedtime,date:2026-11-20"],
        ["1:231: warning: 1 entry is in the future: it is left out"]),
      ImportCase(
        "the border is an option", #"{"metadata":{},"entries":[{"uuid":"B","creationDate":"2026-11-20T20:30:00Z"}]}"#,
        ["kind:entry,id:B,flow:morning,date:2026-11-20"], options: ["--diary-border", "22:00"]),
      ImportCase(
        "no uuid", #"{"metadata":{},"entries":[{"creationDate":"2026-11-20T20:30:00Z"}]}"#, [],
        ["1:27: error: field uuid: the field is missing; expected the entry's uuid"], status: 1),
      ImportCase(
        "no date", #"{"metadata":{},"entries":[{"uuid":"B"}]}"#, [],
        [#"1:27: error: item "B", field creationDate: the field is missing; expected an instant"#], status: 1),
      ImportCase(
        "an invalid date", #"{"metadata":{},"entries":[{"uuid":"B","creationDate":7}]}"#, [],
        [#"1:54: error: item "B", field creationDate: found 7; expected an instant, such as 2019-03-18T13:04:56Z"#],
        status: 1),
    ])
  func readsDayOne(_ row: ImportCase) throws { try row.check() }
}
