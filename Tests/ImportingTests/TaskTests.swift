import Foundation
import TestSupport
import Testing

private func taskwarrior(_ tasks: String...) -> String { taskwarrior(tasks) }

private func taskwarrior(_ tasks: [String]) -> String {
  let lines = tasks.map { task in
    let uuid = task.contains("uuid") ? "" : #""uuid":"u","status":"pending","#
    return #"{\#(uuid)"entry":"20261101T000000Z","description":"Rent",\#(task)}"#
  }
  return "[\n\(lines.joined(separator: ",\n"))\n]\n"
}

private func task(_ fields: String, alarms: String = "", prefs: String = "") -> String {
  #"{"version":140432,"timestamp":1,"data":{"tasks":[{"task":{"title":"Rent","remoteId":"7",\#(fields)},"alarms":[\#(alarms)]}]\#(prefs)}}"#
}

private func superProductivity(_ tasks: String, rules: String = "", counters: String = "") -> String {
  #"{"timestamp":1,"lastUpdate":1,"crossModelVersion":4,"data":{"project":{},"task":{"ids":[],"entities":{\#(tasks)}},"taskRepeatCfg":{"entities":{\#(rules)}},"simpleCounter":{"entities":{\#(counters)}}}}"#
}

/// Tests tools that store tasks as JSON.
@Suite struct TaskTests {

  @Test(
    "Taskwarrior",
    arguments: [
      ImportCase(
        "an instant in UTC is shown by the account's clock", taskwarrior(#""due":"20261124T160000Z""#),
        ["kind:task,id:u,title:Rent,date:2026-11-24,time:17:00"]),
      ImportCase(
        "an instant in the second hour of an overlap is in UTC", taskwarrior(#""due":"20271031T013000Z""#),
        ["kind:task,id:u,title:Rent,date:2027-10-31,time:01:30,timeZone:UTC"]),
      ImportCase(
        "midnight is a date alone", taskwarrior(#""due":"20261123T230000Z""#),
        ["kind:task,id:u,title:Rent,date:2026-11-24,time:09:00,allDay:true"]),
      ImportCase(
        "and so is the last second of a day; an id that is there already is refused",
        taskwarrior(#""due":"20261124T225959Z""#, #""due":"20261125T225959Z""#),
        ["kind:task,id:u,title:Rent,date:2026-11-24,time:09:00,allDay:true"],
        [
          #"3:1: error: account "me", item task "u", field id: the account has this item already, in line 2; expected each kind and id once in an account"#
        ], status: 1),
      ImportCase(
        "of a template and its instances each date is there once, and drift is named",
        """
        [{"uuid":"p","status":"recurring","entry":"x","description":"Rent","due":"20260131T000000Z","recur":"monthly","mask":"+-","until":"20270228T000000Z"},
        {"uuid":"i","status":"pending","entry":"x","description":"Rent","due":"20261128T000000Z","parent":"p","imask":1,"recur":"monthly"}]
        """,
        [
          "kind:task,id:i,series:p,title:Rent,date:2026-11-28,time:09:00,allDay:true",
          "kind:task,id:p,series:p,title:Rent,date:2026-12-28,time:09:00,allDay:true,rrule:FREQ=MONTHLY;UNTIL=20270227",
        ],
        [
          "2:1: warning: 1 instance is off its rule, since Taskwarrior counts days of 24 hours; its own time is planned"
        ],
        zone: "UTC"),
      ImportCase(
        "an object a line, as json.array=0 writes it",
        #"{"uuid":"a","status":"pending","entry":"x","description":"A","due":"20261124T160000Z"}"# + "\n"
          + #"{"uuid":"b","status":"deleted","entry":"x","description":"B","due":"20261124T160000Z"}"# + "\n",
        ["kind:task,id:a,title:A,date:2026-11-24,time:17:00"], ["2:1: warning: 1 task is deleted: it is left out"]),
      ImportCase(
        "a task that expires before it is due is left out",
        taskwarrior(#""due":"20261127T090000Z","until":"20261126T090000Z""#), [],
        ["2:1: warning: 1 task expired, or expires before it is due: it is left out"]),
      ImportCase(
        "words and durations of rules",
        """
        [{"uuid":"a","status":"recurring","entry":"x","description":"A","due":"20261124T160000Z","recur":"weekdays"},
        {"uuid":"b","status":"recurring","entry":"x","description":"B","due":"20261124T160000Z","recur":"2wks"},
        {"uuid":"c","status":"recurring","entry":"x","description":"C","due":"20261124T160000Z","recur":"P3D"},
        {"uuid":"d","status":"recurring","entry":"x","description":"D","due":"20261124T160000Z","recur":"quarterly"},
        {"uuid":"e","status":"recurring","entry":"x","description":"E","due":"20261124T160000Z","recur":"4h"}]
        """,
        [
          "kind:task,id:a,title:A,date:2026-11-24,time:17:00,rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
          "kind:task,id:b,title:B,date:2026-11-24,time:17:00,rrule:FREQ=WEEKLY;INTERVAL=2",
          "kind:task,id:c,title:C,date:2026-11-24,time:17:00,rrule:FREQ=DAILY;INTERVAL=3",
          "kind:task,id:d,title:D,date:2026-11-24,time:17:00,rrule:FREQ=MONTHLY;INTERVAL=3",
        ], ["5:1: warning: 1 task repeats as no rule can express: only its instances are planned"]),
      ImportCase(
        "hours that are whole days, and durations of several units",
        taskwarrior(
          [
            "24h", "PT24H", "1440min", "86400s", "168hours", "P1M15D", "P1Y2M", "P0Y0M7D", "P1DT24H", "36h", "P1DT12H",
            "PT",
            "P", "99999999999999999999h", "P1H", "0d",
          ].enumerated().map { #""due":"20261124T160000Z","status":"recurring","recur":"\#($1)","uuid":"\#($0)""# }),
        [
          "DAILY", "DAILY", "DAILY", "DAILY", "WEEKLY", "DAILY;INTERVAL=45", "DAILY;INTERVAL=425", "WEEKLY",
          "DAILY;INTERVAL=2",
        ].enumerated().map { "kind:task,id:\($0),title:Rent,date:2026-11-24,time:17:00,rrule:FREQ=\($1)" },
        [
          "7:1: warning: 2 tasks repeat by months, quarters or years that Taskwarrior counts as days: so does tickler",
          "11:1: warning: 7 tasks repeat as no rule can express: only their instances are planned",
        ]),
      ImportCase(
        "the due date is the first date of weekdays, even on a Sunday",
        """
        [{"uuid":"p","status":"recurring","entry":"x","description":"T","due":"20270228T000000Z","recur":"weekdays","mask":"-"},
        {"uuid":"i","status":"pending","entry":"x","description":"T","due":"20270228T000000Z","parent":"p","imask":0},
        {"uuid":"q","status":"recurring","entry":"x","description":"Q","due":"20270228T000000Z","recur":"weekdays","mask":""}]
        """,
        [
          "kind:task,id:i,series:p,title:T,date:2027-02-28,time:01:00",
          "kind:task,id:p,series:p,title:T,date:2027-03-01,time:01:00,rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
          "kind:task,id:q/2027-02-28,series:q,title:Q,date:2027-02-28,time:01:00",
          "kind:task,id:q,series:q,title:Q,date:2027-03-01,time:01:00,rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        ]),
      ImportCase(
        "1m is a month, month is 30 days, and from the 31st months drift",
        """
        [{"uuid":"a","status":"recurring","entry":"x","description":"A","due":"20270131T120000Z","recur":"1m","mask":"-"},
        {"uuid":"b","status":"recurring","entry":"x","description":"B","due":"20270131T120000Z","recur":"month","mask":"-"},
        {"uuid":"c","status":"recurring","entry":"x","description":"C","due":"20270831T120000Z","recur":"2q"},
        {"uuid":"d","status":"recurring","entry":"x","description":"D","due":"20270131T120000Z","recur":"P1Y"},
        {"uuid":"e","status":"recurring","entry":"x","description":"E","due":"20270131T120000Z","recur":"\\u0661m"}]
        """,
        [
          "kind:task,id:a,series:a,title:A,date:2027-02-28,time:13:00,rrule:FREQ=MONTHLY",
          "kind:task,id:b,series:b,title:B,date:2027-03-02,time:13:00,rrule:FREQ=DAILY;INTERVAL=30",
          "kind:task,id:c,title:C,date:2027-08-31,time:14:00,rrule:FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
          "kind:task,id:d,title:D,date:2027-01-31,time:13:00,rrule:FREQ=YEARLY",
        ],
        [
          "2:1: warning: 1 task repeats by months, quarters or years that Taskwarrior counts as days: so does tickler",
          "3:1: warning: 1 schedule has a day that not every month has: Taskwarrior moves on from where it clamped, tickler keeps the day; first on 2028-08-29",
          "5:1: warning: 1 task repeats as no rule can express: only its instances are planned",
        ]),
    ])
  func readsTaskwarrior(_ row: ImportCase) throws { try row.check() }

  @Test(
    "Tasks.org",
    arguments: [
      // 2026-11-24 12:00:00 and 16:00:01 in Berlin.
      ImportCase(
        "a date alone is noon, and reminds when the settings say",
        task(#""dueDate":1795518000000"#, prefs: #","intPrefs":{"reminder_time_new":72000000}"#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:20:00,allDay:true"]),
      ImportCase(
        "a second behind the minute marks a time", task(#""dueDate":1795532401000"#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "a task has all its reminders, the overdue one on each day",
        task(
          #""dueDate":1795532401000"#,
          alarms:
            #"{"type":2,"time":-3600000},{"type":2,"time":86400000,"repeat":6,"interval":86400000},{"time":1795518000000},{"type":3,"time":1},{"type":5}"#
        ),
        [
          "kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,remind:[-1h,+1d,+2d,+3d,+4d,+5d,+6d,+7d,-4h]"
        ],
        [
          "1:232: warning: 1 reminder is at random times: it is left out",
          "1:252: warning: 1 reminder is for a place: it is left out",
        ]),
      // 2027-01-31 and 2027-03-30, 12:00:01 in Berlin.
      ImportCase(
        "from the last day of a month, a rule goes on to the last day",
        task(#""dueDate":1801393201000,"recurrence":"RRULE:FREQ=MONTHLY;INTERVAL=1""#),
        ["kind:task,id:7,title:Rent,date:2027-01-31,time:12:00,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1"]),
      ImportCase(
        "whatever else the rule says",
        task(#""dueDate":1801393201000,"recurrence":"RRULE:FREQ=MONTHLY;BYMONTHDAY=31""#),
        ["kind:task,id:7,title:Rent,date:2027-01-31,time:12:00,rrule:FREQ=MONTHLY;BYMONTHDAY=-1"]),
      ImportCase(
        "a day of the month that is the last one of a shorter month, too",
        task(#""dueDate":1806400801000,"recurrence":"FREQ=MONTHLY;BYMONTHDAY=30""#),
        ["kind:task,id:7,title:Rent,date:2027-03-30,time:12:00,rrule:FREQ=MONTHLY;BYMONTHDAY=30"],
        [
          "1:58: warning: 1 schedule has a day that not every month has: Tasks.org moves on from where it clamped, tickler keeps the day; first on 2027-05-30"
        ]),
      ImportCase(
        "a day that becomes the last one stays it in Tasks.org",
        task(#""dueDate":1806400801000,"recurrence":"FREQ=MONTHLY""#),
        ["kind:task,id:7,title:Rent,date:2027-03-30,time:12:00,rrule:FREQ=MONTHLY"],
        [
          "1:58: warning: 1 schedule has a day that not every month has: Tasks.org moves on from where it clamped, tickler keeps the day; first on 2027-05-30"
        ]),
      ImportCase(
        "a snooze holds back all reminders before it",
        task(
          #""dueDate":1795532401000"#,
          alarms:
            #"{"type":2,"time":0},{"type":2,"time":86400000,"repeat":6,"interval":86400000},{"type":4,"time":1795676401000}"#
        ),
        [
          "kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,remind:[0,+1d,+2d,+3d,+4d,+5d,+6d,+7d],snoozedUntil:2026-11-26T07:00:01Z"
        ]),
      ImportCase(
        "a task without a date is due when its snooze ends",
        task("", alarms: #"{"type":4,"time":1795676401000}"#)
          .replacing(#""remoteId":"7","#, with: #""remoteId":"7""#),
        ["kind:task,id:7,title:Rent,date:2026-11-26,time:08:00:01"]),
      ImportCase(
        "a snooze that is over holds nothing back",
        task(#""dueDate":1795532401000"#, alarms: #"{"type":2,"time":0},{"type":4,"time":1795100000000}"#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "a rule steps from the present due date",
        task(
          #""dueDate":1795532401000,"recurrence":"RRULE:FREQ=WEEKLY;COUNT=3""#, alarms: #"{"type":2,"time":-86400000}"#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,rrule:FREQ=WEEKLY;COUNT=3,remind:[-1d]"]),
      ImportCase(
        "after completion the next one alone is planned",
        task(#""dueDate":1795532401000,"recurrence":"FREQ=WEEKLY","repeatFrom":1"#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00"],
        ["1:58: warning: 1 task repeats after completion: only the next one is planned"]),
      // A Tuesday.
      ImportCase(
        "a due date that its rule lacks was moved: it is due, and the rule makes the next one",
        task(
          #""dueDate":1795532401000,"recurrence":"RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3""#,
          alarms: #"{"type":2,"time":-3600000}"#),
        [
          "kind:task,id:7/2026-11-24,series:7,title:Rent,date:2026-11-24,time:16:00,remind:[-1h]",
          "kind:task,id:7,series:7,title:Rent,date:2026-11-30,time:16:00,rrule:FREQ=WEEKLY;BYDAY=MO;COUNT=2,remind:[-1h]",
        ]),
      ImportCase(
        "weekdays count in weeks and months alone",
        task(#""dueDate":1795532401000,"recurrence":"RRULE:FREQ=DAILY;BYDAY=MO""#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,rrule:FREQ=DAILY"]),
      ImportCase(
        "a rule of hours leaves the due date",
        task(#""dueDate":1795532401000,"recurrence":"RRULE:FREQ=HOURLY;INTERVAL=8""#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00"],
        ["1:126: warning: 1 task has a rule that is not read: its date alone is planned"]),
      ImportCase(
        "an end in UTC is exact, and of days the account's date",
        task(#""dueDate":1795532401000,"recurrence":"FREQ=DAILY;UNTIL=20261129T233000Z""#).replacing(
          "]}}",
          with:
            #",{"task":{"title":"B","remoteId":"8","dueDate":1795518000000,"recurrence":"FREQ=DAILY;UNTIL=20261129T233000Z"},"alarms":[]}]}}"#
        ),
        [
          "kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,rrule:FREQ=DAILY;UNTIL=20261129T233000Z",
          "kind:task,id:8,title:B,date:2026-11-24,time:18:00,allDay:true,rrule:FREQ=DAILY;UNTIL=20261130",
        ]),
      ImportCase(
        "backups before 12.8 say it in the rule",
        task(#""dueDate":1795532401000,"recurrence":"RRULE:FREQ=DAILY;FROM=COMPLETION""#),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00"],
        ["1:58: warning: 1 task repeats after completion: only the next one is planned"]),
      ImportCase(
        "backups before 12.4 have flags of the usual reminders",
        task(#""dueDate":1795532401000,"hideUntil":1795446001000,"reminderFlags":38"#, alarms: ""),
        ["kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,remind:[-1d,0,+1d,+2d,+3d,+4d,+5d,+6d,+7d]"]),
      // 2027-10-31 01:30:01 and 09:00:01 in UTC.
      ImportCase(
        "the second hour of an overlap is in UTC, and an alarm then is exact",
        task(#""dueDate":1824946201000"#, alarms: #"{"type":2,"time":-900000},{"time":1824942600000}"#),
        ["kind:task,id:7,title:Rent,date:2027-10-31,time:01:30,timeZone:UTC,remind:[-15m,-1h]"]),
      ImportCase(
        "an alarm before the clocks change is exact",
        task(#""dueDate":1824973201000"#, alarms: #"{"time":1824939000000}"#),
        ["kind:task,id:7,title:Rent,date:2027-10-31,time:10:00,remind:[-570m]"]),
      ImportCase(
        "what is in the bin or has no date is counted", task(#""deletionDate":5"#), [],
        ["1:58: warning: 1 task is in the bin: it is left out"]),
    ])
  func readsTasksOrg(_ row: ImportCase) throws { try row.check() }

  @Test("quiet hours of Tasks.org apply to the account")
  func quietHours() throws {
    let imported = try Imported(
      task(
        #""dueDate":5"#,
        prefs:
          #","intPrefs":{"notif_qstart_new":79200000,"notif_qend_new":25200000},"boolPrefs":{"enable_qhours":true}"#))
    #expect(
      imported.account
        == "id:me,app:personal,timeZone:Europe/Berlin,platform:other,preferences:{quietHours:{start:22:00:00,end:07:00:00}}"
    )
  }

  @Test(
    "Super Productivity",
    arguments: [
      ImportCase(
        "weeks are blocks of seven days from the start, and what is not to remind is left out",
        superProductivity(
          "",
          rules:
            #""r":{"id":"r","title":"R","repeatCycle":"WEEKLY","repeatEvery":2,"tuesday":true,"startDate":"2026-11-20","startTime":"9:30"},"#
            + #""s":{"id":"s","title":"S","repeatCycle":"DAILY","repeatEvery":1,"startDate":"2026-11-20","startTime":"9:30","remindAt":"DoNotRemind"}"#
        ),
        ["kind:task,id:r,title:R,date:2026-11-24,time:09:30,rrule:FREQ=WEEKLY;INTERVAL=2;WKST=FR;BYDAY=TU"],
        ["1:264: warning: 1 rule says not to remind: it is not planned"]),
      ImportCase(
        "a time precedes a day, a reminder both, and a deadline is separate",
        superProductivity(
          #""a":{"id":"a","title":"A","dueWithTime":1795532400000,"dueDay":"2026-11-23"},"b":{"id":"b","title":"B","dueDay":"2026-11-23","deadlineDay":"2026-12-01"},"c":{"id":"c","title":"C","dueWithTime":1795532400000,"remindAt":1795531500000}"#
        ),
        [
          "kind:task,id:a,title:A,date:2026-11-24,time:16:00",
          "kind:task,id:b,title:B,date:2026-11-23,time:09:00,allDay:true",
          "kind:task,id:b/deadline,title:B,date:2026-12-01,time:09:00,allDay:true",
          "kind:task,id:c,title:C,date:2026-11-24,time:16:00,remind:[-15m]",
        ]),
      ImportCase(
        "the second hour of an overlap is in UTC",
        superProductivity(
          #""a":{"id":"a","title":"A","dueWithTime":1824946200000,"remindAt":1824942600000},"b":{"id":"b","title":"B","dueDay":"2027-10-31","remindAt":1824946200000}"#
        ),
        [
          "kind:task,id:a,title:A,date:2027-10-31,time:01:30,timeZone:UTC,remind:[-1h]",
          "kind:task,id:b,title:B,date:2027-10-31,time:09:00,allDay:true,remind:[-390m]",
        ]),
      ImportCase(
        "time spent adds up to days of focus, without a parent's own sum",
        superProductivity(
          #""a":{"id":"a","title":"A","subTaskIds":["b"],"timeSpentOnDay":{"2026-11-20":3600000}},"b":{"id":"b","title":"B","timeSpentOnDay":{"2026-11-20":3600000}}"#
        ),
        ["kind:focusDay,id:2026-11-20,date:2026-11-20,sessions:1,minutes:60"],
        ["1:107: warning: 2 tasks have no date: they are not planned"]),
      ImportCase(
        "a rule begins after the last task that was made of it, and rings before its start",
        superProductivity(
          "",
          rules:
            #""r":{"id":"r","title":"R","repeatCycle":"MONTHLY","repeatEvery":1,"startDate":"2026-01-31","lastTaskCreationDay":"2026-11-30","startTime":"8:10","remindAt":"m15","deletedInstanceDates":["2027-01-31"]}"#
        ),
        [
          "kind:task,id:r,title:R,date:2026-12-31,time:08:10,rrule:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1,exdates:[2027-01-31],remind:[-15m]"
        ]),
      ImportCase(
        "in older versions, tasks are on a day of the planner, or in today's list",
        superProductivity(
          #""a":{"id":"a","title":"A"},"b":{"id":"b","title":"B"},"c":{"id":"c","title":"C","dueWithTime":1795532400000}"#
        ).replacing(
          #""project""#,
          with:
            #""planner":{"days":{"2026-11-26":["a","c"]}},"tag":{"entities":{"TODAY":{"id":"TODAY","taskIds":["a","b"]}}},"project""#
        ),
        [
          "kind:task,id:c,title:C,date:2026-11-24,time:16:00",
          "kind:task,id:a,title:A,date:2026-11-26,time:09:00,allDay:true",
          "kind:task,id:b,title:B,date:2026-11-22,time:09:00,allDay:true",
        ]),
      ImportCase(
        "newer versions repeat there what tasks have",
        superProductivity(#""a":{"id":"a","title":"A"},"b":{"id":"b","title":"B","dueDay":"2026-11-27"}"#).replacing(
          #""project""#, with: #""planner":{"days":{"2026-11-26":["a"]}},"project""#),
        ["kind:task,id:b,title:B,date:2026-11-27,time:09:00,allDay:true"],
        ["1:147: warning: 1 task has no date: it is not planned"]),
      ImportCase(
        "rules without a start count from 1970, weeks without days are never due, and a month has four weeks",
        superProductivity(
          "",
          rules:
            #""r":{"id":"r","title":"R","repeatCycle":"DAILY","repeatEvery":3,"lastTaskCreationDay":"2026-11-20"},"#
            + #""s":{"id":"s","title":"S","repeatCycle":"WEEKLY","repeatEvery":2,"tuesday":true,"lastTaskCreationDay":"2026-11-20"},"#
            + #""t":{"id":"t","title":"T","repeatCycle":"MONTHLY","lastTaskCreationDay":"2026-11-20"},"#
            + #""u":{"id":"u","title":"U","repeatCycle":"WEEKLY","startDate":"2026-11-20"},"#
            + #""v":{"id":"v","title":"V","repeatCycle":"MONTHLY","startDate":"2026-11-07","monthlyWeekOfMonth":5,"monthlyWeekday":1}"#
        ),
        [
          "kind:task,id:r,title:R,date:2026-11-21,time:09:00,allDay:true,rrule:FREQ=DAILY;INTERVAL=3",
          "kind:task,id:s,title:S,date:2026-11-24,time:09:00,allDay:true,rrule:FREQ=WEEKLY;INTERVAL=2;WKST=TH;BYDAY=TU",
          "kind:task,id:t,title:T,date:2026-12-01,time:09:00,allDay:true,rrule:FREQ=MONTHLY;BYMONTHDAY=1",
          "kind:task,id:v,title:V,date:2026-11-07,time:09:00,allDay:true,rrule:FREQ=MONTHLY;BYMONTHDAY=7",
        ], ["1:441: warning: 1 rule is never due: it is not planned"]),
      ImportCase(
        "after completion, an open task is the next one, else a date counts from the last task or the start",
        superProductivity(
          #""a":{"id":"a","title":"A","dueDay":"2026-11-25","repeatCfgId":"r"}"#,
          rules:
            #""r":{"id":"r","title":"R","repeatCycle":"DAILY","repeatEvery":3,"startDate":"2026-11-01","lastTaskCreationDay":"2026-11-20","repeatFromCompletionDate":true},"#
            + #""s":{"id":"s","title":"S","repeatCycle":"DAILY","repeatEvery":3,"startDate":"2026-11-01","lastTaskCreationDay":"2026-11-20","repeatFromCompletionDate":true},"#
            + #""t":{"id":"t","title":"T","repeatCycle":"DAILY","repeatEvery":3,"startDate":"2026-11-01","lastTaskCreationDay":"2026-11-20","waitForCompletion":true}"#
        ),
        [
          "kind:task,id:a,title:A,date:2026-11-25,time:09:00,allDay:true",
          "kind:task,id:s,title:S,date:2026-11-23,time:09:00,allDay:true",
          "kind:task,id:t,title:T,date:2026-11-22,time:09:00,allDay:true",
        ], ["1:205: warning: 3 tasks repeat after completion: only the next one is planned"]),
      ImportCase(
        "counters are habits, whose week begins on Sunday",
        superProductivity(
          "",
          counters:
            #""c":{"id":"c","title":"C","isEnabled":true,"streakMinValue":2,"streakWeekDays":{"0":true,"1":false,"2":false,"3":false,"4":false,"5":false,"6":true},"countOnDay":{"2026-11-20":2,"2026-11-21":1}}"#
        ),
        ["kind:habit,id:c,name:C,days:[sat,sun],completions:[2026-11-20]"]),
    ])
  func readsSuperProductivity(_ row: ImportCase) throws { try row.check() }

  @Test(
    "rejects broken files, or their broken parts",
    arguments: [
      ImportCase(
        "Taskwarrior: a cut list", #"[{"uuid":"u","status":"pending","entry":"x","description":"R""#, [],
        ["1:62: error: found the end of the input; expected a comma or }"], status: 65),
      ImportCase(
        "Taskwarrior: no uuid", "[{\"status\":\"pending\",\"entry\":\"x\",\"description\":\"R\"}]", [],
        ["1:2: error: field uuid: the field is missing; expected the task's uuid"], status: 1,
        options: ["--from", "taskwarrior"]),
      ImportCase(
        "Taskwarrior: a due date that is none", taskwarrior(#""due":"tomorrow""#), [],
        [#"2:86: error: item "u", field due: found "tomorrow"; expected an instant, such as 20261124T160000Z"#],
        status: 1),
      ImportCase(
        "Taskwarrior: a name twice", taskwarrior(#""due":"20261124T160000Z","due":1"#), [],
        [#"2:105: error: found the key "due" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "Taskwarrior: text that is no task", taskwarrior(#""due":"20261124T160000Z""#).replacing("[\n", with: "[7,"),
        ["kind:task,id:u,title:Rent,date:2026-11-24,time:17:00"], ["1:2: error: found 7; expected an object"],
        status: 1,
        options: ["--from", "taskwarrior"]),
      ImportCase(
        "Tasks.org: a date that is none", task(#""dueDate":"soon""#), [],
        [#"1:99: error: item "7", field dueDate: found "soon"; expected milliseconds since 1970"#], status: 1),
      ImportCase(
        "Tasks.org: no id", task(#""dueDate":1795532401000"#).replacing(#""remoteId":"7","#, with: ""), [],
        ["1:58: error: field remoteId: the field is missing; expected the task's id"], status: 1),
      ImportCase(
        "Tasks.org: nothing in it", #"{"version":1,"data":{"tasks":[{}]}}"#, [],
        ["1:31: error: field task: the field is missing; expected an object with the task"], status: 1),
      ImportCase(
        "Tasks.org: an escape that is none", #"{"version":1,"data":{"tasks":[{"task":{"title":"\x"}}]}}"#, [],
        [#"1:49: error: found an invalid escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#], status: 65),
      ImportCase(
        "Super Productivity: a day that is none", superProductivity(#""a":{"id":"a","dueDay":"Monday"}"#), [],
        [#"1:126: error: item "a", field dueDay: found "Monday"; expected a date, YYYY-MM-DD"#], status: 1),
      ImportCase(
        "Super Productivity: a rule of no cycle",
        superProductivity("", rules: #""r":{"id":"r","startDate":"2026-01-31"}"#), [],
        [
          #"1:139: error: item "r", field repeatCycle: the field is missing; expected one of DAILY, WEEKLY, MONTHLY, YEARLY"#
        ], status: 1),
      ImportCase(
        "Super Productivity: a step of nothing",
        superProductivity("", rules: #""r":{"id":"r","startDate":"2026-01-31","repeatCycle":"DAILY","repeatEvery":0}"#),
        [], [#"1:210: error: item "r", field repeatEvery: found 0; expected a whole number from 1 to 10000"#], status: 1
      ),
    ])
  func refuses(_ row: ImportCase) throws { try row.check() }
}
