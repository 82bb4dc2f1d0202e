import Foundation
import TestSupport
import Testing

private let taskwarrior =
  #"[{"uuid":"u","status":"pending","entry":"20261101T000000Z","description":"Rent","due":"20261124T160000Z"}]"#
private let taskwarriorRent = "kind:task,id:u,title:Rent,date:2026-11-24,time:17:00"
private let tasksOrg =
  #"{"version":140432,"timestamp":1,"data":{"tasks":[{"task":{"remoteId":"7","title":"Rent","dueDate":1795532401000},"alarms":[{"time":-3600000,"type":2}]}],"intPrefs":{"reminder_time_new":72000000}}}"#
private let tasksOrgReminder = "kind:task,id:7,title:Rent,date:2026-11-24,time:16:00,remind:[-1h]"
private let superProductivity =
  #"{"timestamp":1,"lastUpdate":1,"crossModelVersion":4.5,"data":{"project":{},"task":{"ids":["a"],"entities":{"a":{"id":"a","title":"Rent","dueWithTime":1795532400000,"timeSpentOnDay":{"2026-11-20":3600000}}}},"taskRepeatCfg":{"entities":{"r":{"id":"r","title":"Run","repeatCycle":"DAILY","startDate":"2026-01-31"}}},"simpleCounter":{"entities":{"c":{"id":"c","title":"Water","countOnDay":{"2026-11-20":2}}}}}}"#
private let superProductivityTask = "kind:task,id:a,title:Rent,date:2026-11-24,time:16:00"
private let superProductivityRule = "kind:task,id:r,title:Run,date:2026-01-31,time:09:00,allDay:true,rrule:FREQ=DAILY"
private let superProductivityCounter = "kind:habit,id:c,name:Water,completions:[2026-11-20]"
private let superProductivityFocus = "kind:focusDay,id:2026-11-20,date:2026-11-20,sessions:1,minutes:60"

/// Tests tasks damaged by full disks, gateways, editors and other versions: faults have places, and the rest is read.
@Suite struct BrokenTaskTests {

  @Test(
    "Taskwarrior",
    arguments: [
      ImportCase("the file as it should be", taskwarrior, [taskwarriorRent]),
      ImportCase(
        "the file is cut in a text", taskwarrior.cut(behind: #""Re"#), [],
        ["1:77: error: found the end of the input; expected a closing quote"], status: 65),
      ImportCase(
        "an error page was saved under its name", Imported.errorPage, [],
        ["1:1: error: found '<'; expected a value"], status: 65, options: ["--from", "taskwarrior"]),
      ImportCase(
        "a warning was written before the list", taskwarrior.replacing("[", with: "Using alternate .taskrc file\n["),
        [],
        ["1:1: error: found 'U'; expected a value"], status: 65, options: ["--from", "taskwarrior"]),
      ImportCase(
        "a comma after the last task", taskwarrior.replacing("}]", with: "},]"), [],
        ["1:107: error: found ']'; expected a value"], status: 65),
      ImportCase(
        "a list in the list", taskwarrior.replacing("[", with: "[[").replacing("]", with: "]]"), [],
        ["1:2: error: found a list; expected an object"], status: 1, options: ["--from", "taskwarrior"]),
      ImportCase(
        "a task that is a number", taskwarrior.replacing("[", with: "[7,"), [taskwarriorRent],
        ["1:2: error: found 7; expected an object"], status: 1, options: ["--from", "taskwarrior"]),
      ImportCase(
        "an invalid number", taskwarrior.replacing("}]", with: #","urgency":NaN}]"#), [],
        ["1:116: error: found 'N'; expected a value"], status: 65),
      ImportCase(
        "a duplicate name", taskwarrior.replacing("}]", with: #","due":"20261125T160000Z"}]"#), [],
        [#"1:106: error: found the key "due" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "a line that is broken in a text", taskwarrior.replacing("Rent", with: "Re\nnt"), [],
        [#"1:77: error: found a line break inside a string; expected an escape such as \n or \u0000"#], status: 65),
      ImportCase(
        "a due date with an invalid month", taskwarrior.replacing("20261124", with: "20261324"), [],
        [#"1:87: error: item "u", field due: found "20261324T160000Z"; expected an instant, such as 20261124T160000Z"#],
        status: 1),
      ImportCase(
        "a due date by the local clock", taskwarrior.replacing("160000Z", with: "160000"), [],
        [#"1:87: error: item "u", field due: found "20261124T160000"; expected an instant, such as 20261124T160000Z"#],
        status: 1),
      ImportCase(
        "a due date in seconds since 1970", taskwarrior.replacing(#""20261124T160000Z""#, with: "1795532400"), [],
        [#"1:87: error: item "u", field due: found 1795532400; expected an instant, such as 20261124T160000Z"#],
        status: 1),
      ImportCase(
        "a description that is a list", taskwarrior.replacing(#""Rent""#, with: #"["Rent"]"#), [],
        [#"1:74: error: item "u", field description: found a list; expected a text"#], status: 1),
      ImportCase(
        "a status that is none", taskwarrior.replacing(#""pending""#, with: #""open""#), [],
        [
          #"1:23: error: item "u", field status: found "open"; expected one of pending, waiting, recurring, completed, deleted"#
        ], status: 1),
      ImportCase(
        "a uuid that is empty", taskwarrior.replacing(#""uuid":"u""#, with: #""uuid":"""#), [],
        [#"1:10: error: field uuid: found ""; expected the task's uuid"#], status: 1),
      ImportCase(
        "an invalid end of a rule",
        taskwarrior.replacing("pending", with: "recurring").replacing(
          "}]", with: #","recur":"daily","until":"someday"}]"#), [],
        [#"1:132: error: item "u", field until: found "someday"; expected an instant, such as 20261124T160000Z"#],
        status: 1),
    ])
  func readsTaskwarrior(_ row: ImportCase) throws { try row.check() }

  @Test(
    "Tasks.org",
    arguments: [
      ImportCase("the file as it should be", tasksOrg, [tasksOrgReminder]),
      ImportCase(
        "the file is cut in a number", tasksOrg.cut(behind: "17955324"), [],
        ["1:107: error: found the end of the input; expected a comma or }"], status: 65),
      ImportCase(
        "an error page was saved under its name", Imported.errorPage, [],
        ["1:1: error: found '<'; expected a value"], status: 65, options: ["--from", "tasks-org"]),
      ImportCase(
        "the list of tasks alone",
        #"[{"task":{"remoteId":"7","title":"Rent","dueDate":1795532401000},"alarms":[{"time":-3600000,"type":2}]}]"#,
        [],
        ["1:1: error: found no data.tasks; expected a file of the format tasks-org"], status: 65,
        options: ["--from", "tasks-org"]),
      ImportCase(
        "tasks that are a text",
        tasksOrg.replacing(
          #"[{"task":{"remoteId":"7","title":"Rent","dueDate":1795532401000},"alarms":[{"time":-3600000,"type":2}]}]"#,
          with: #""none""#), [],
        [#"1:49: error: found "none"; expected a list or an object"#], status: 1),
      ImportCase(
        "a task that is null", tasksOrg.replacing(#"{"task":{"remoteId""#, with: #"{"task":null},{"task":{"remoteId""#),
        [tasksOrgReminder],
        ["1:50: error: field task: the field is missing; expected an object with the task"], status: 1),
      ImportCase(
        "a task that is a list", tasksOrg.replacing(#"{"task":{"remoteId""#, with: #"{"task":[]},{"task":{"remoteId""#),
        [tasksOrgReminder],
        ["1:58: error: field task: found a list; expected an object with the task"], status: 1),
      ImportCase(
        "an id that is an object", tasksOrg.replacing(#""remoteId":"7""#, with: #""remoteId":{}"#), [],
        ["1:70: error: field remoteId: found an object; expected the task's id"], status: 1),
      ImportCase(
        "a due date that is infinite", tasksOrg.replacing("1795532401000", with: "Infinity"), [],
        ["1:99: error: found 'I'; expected a value"], status: 65),
      ImportCase(
        "a due date beyond all calendars", tasksOrg.replacing("1795532401000", with: "-9223372036854775808"), [],
        [#"1:99: error: item "7", field dueDate: found -9223372036854775808; expected milliseconds since 1970"#],
        status: 1),
      ImportCase(
        "a title twice", tasksOrg.replacing(#""title":"Rent""#, with: #""title":"Rent","title":"Rent""#), [],
        [#"1:89: error: found the key "title" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "reminders that are a number", tasksOrg.replacing(#"[{"time":-3600000,"type":2}]"#, with: "2"), [],
        [#"1:123: error: item "7", field alarms: found 2; expected a list or an object"#], status: 1),
      ImportCase(
        "a reminder that is a number", tasksOrg.replacing(#"{"time":-3600000,"type":2}"#, with: "-3600000"), [],
        [#"1:124: error: item "7", field alarms: found -3600000; expected an object"#], status: 1),
      ImportCase(
        "a reminder by words", tasksOrg.replacing(#""time":-3600000"#, with: #""time":"1 hour before""#), [],
        [#"1:132: error: item "7", field time: found "1 hour before"; expected milliseconds"#], status: 1),
      ImportCase(
        "a kind of reminder that is a word", tasksOrg.replacing(#""type":2"#, with: #""type":"due""#), [],
        [#"1:148: error: item "7", field type: found "due"; expected a whole number"#], status: 1),
      ImportCase(
        "half of a character", tasksOrg.replacing("Rent", with: #"Rent \ud83d"#), [],
        ["1:88: error: found half of a surrogate pair; expected a pair of surrogates"], status: 65),
      ImportCase(
        "a reminder beyond all numbers", tasksOrg.replacing(#""time":-3600000"#, with: #""time":-9223372036854775808"#),
        [],
        [#"1:132: error: item "7", field time: found -9223372036854775808; expected milliseconds"#], status: 1),
      ImportCase(
        "a setting that is a clock's time", tasksOrg.replacing("72000000", with: #""20:00""#), [tasksOrgReminder],
        [#"1:186: error: field reminder_time_new: found "20:00"; expected milliseconds since midnight"#], status: 1),
    ])
  func readsTasksOrg(_ row: ImportCase) throws { try row.check() }

  @Test(
    "Super Productivity",
    arguments: [
      ImportCase(
        "the file as it should be", superProductivity,
        [superProductivityTask, superProductivityRule, superProductivityCounter, superProductivityFocus]),
      ImportCase(
        "a rule in the words of iCalendar, and the day on which it ends",
        superProductivity.replacing(
          #""repeatCycle":"DAILY""#,
          with:
            #""repeatCycle":"DAILY","rrule":"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=12","repeatUntilDay":"2026-12-31""#
        ),
        [
          superProductivityTask,
          "kind:task,id:r,title:Run,date:2026-02-23,time:09:00,allDay:true,rrule:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;UNTIL=20261231",
          superProductivityCounter, superProductivityFocus,
        ]),
      ImportCase(
        "a rule in words that exports lack",
        superProductivity.replacing(
          #""repeatCycle":"DAILY""#, with: #""repeatCycle":"DAILY","rrule":"FREQ=HOURLY;INTERVAL=5""#),
        [superProductivityTask, superProductivityCounter, superProductivityFocus],
        ["1:241: warning: 1 rule cannot be expressed: it is not planned"]),
      ImportCase(
        "the file is cut behind a name", superProductivity.cut(behind: #""dueWithTime""#), [],
        ["1:150: error: found the end of the input; expected a colon"], status: 65),
      ImportCase(
        "an error page was saved under its name", Imported.errorPage, [],
        ["1:1: error: found '<'; expected a value"], status: 65, options: ["--from", "super-productivity"]),
      ImportCase(
        "a compressed copy of the sync folder", "pf_C2.2__H4sIAAAAAAAAA6tWSlSyUlBKUqoFAAAA", [],
        ["1:1: error: found 'p'; expected a value"], status: 65, options: ["--from", "super-productivity"]),
      ImportCase(
        "another tool's file, though somebody said so", tasksOrg, [],
        ["1:1: error: found no task.entities; expected a file of the format super-productivity"], status: 65,
        options: ["--from", "super-productivity"]),
      ImportCase(
        "tasks that are a number",
        superProductivity.replacing(
          #"{"a":{"id":"a","title":"Rent","dueWithTime":1795532400000,"timeSpentOnDay":{"2026-11-20":3600000}}}"#,
          with: "5"), [superProductivityRule, superProductivityCounter],
        ["1:107: error: found 5; expected a list or an object"], status: 1),
      ImportCase(
        "a task that is a text", superProductivity.replacing(#""a":{"id""#, with: #""b":"later","a":{"id""#),
        [superProductivityTask, superProductivityRule, superProductivityCounter, superProductivityFocus],
        [#"1:112: error: found "later"; expected an object"#], status: 1),
      ImportCase(
        "an invalid number", superProductivity.replacing("1795532400000", with: "NaN"), [],
        ["1:151: error: found 'N'; expected a value"], status: 65),
      ImportCase(
        "a duplicate name", superProductivity.replacing(#""title":"Rent""#, with: #""id":"b","title":"Rent""#), [],
        [#"1:122: error: found the key "id" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "no id", superProductivity.replacing(#""id":"a","#, with: ""),
        [superProductivityRule, superProductivityCounter, superProductivityFocus],
        ["1:112: error: field id: the field is missing; expected an id"], status: 1),
      ImportCase(
        "a title that is an object", superProductivity.replacing(#""title":"Rent""#, with: #""title":{}"#),
        [superProductivityRule, superProductivityCounter, superProductivityFocus],
        [#"1:130: error: item "a", field title: found an object; expected a text"#], status: 1),
      ImportCase(
        "a time in words", superProductivity.replacing("1795532400000", with: #""2026-11-24 16:00""#),
        [superProductivityRule, superProductivityCounter, superProductivityFocus],
        [#"1:151: error: item "a", field dueWithTime: found "2026-11-24 16:00"; expected milliseconds since 1970"#],
        status: 1),
      ImportCase(
        "an invalid day of February",
        superProductivity.replacing(#""dueWithTime":1795532400000"#, with: #""dueDay":"2026-02-30""#),
        [superProductivityRule, superProductivityCounter, superProductivityFocus],
        [#"1:146: error: item "a", field dueDay: found "2026-02-30"; expected a date, YYYY-MM-DD"#], status: 1),
      ImportCase(
        "time on an invalid day",
        superProductivity.replacing(#"{"2026-11-20":3600000}"#, with: #"{"yesterday":3600000}"#),
        [superProductivityTask, superProductivityRule, superProductivityCounter],
        [#"1:195: error: item "a", field timeSpentOnDay: found the name "yesterday"; expected a date, YYYY-MM-DD"#],
        status: 1),
      ImportCase(
        "time that is below nothing", superProductivity.replacing(":3600000", with: ":-3600000"),
        [superProductivityTask, superProductivityRule, superProductivityCounter],
        [#"1:196: error: item "a", field timeSpentOnDay: found -3600000; expected milliseconds"#], status: 1),
      ImportCase(
        "a rule by the hour", superProductivity.replacing("DAILY", with: "HOURLY"),
        [superProductivityTask, superProductivityCounter, superProductivityFocus],
        [#"1:279: error: item "r", field repeatCycle: found "HOURLY"; expected one of DAILY, WEEKLY, MONTHLY, YEARLY"#],
        status: 1),
      ImportCase(
        "a start at 25 o'clock",
        superProductivity.replacing(
          #""startDate":"2026-01-31""#, with: #""startDate":"2026-01-31","startTime":"25:00""#),
        [superProductivityTask, superProductivityCounter, superProductivityFocus],
        [#"1:324: error: item "r", field startTime: found "25:00"; expected a time of day, HH:MM"#], status: 1),
      ImportCase(
        "a deleted instance that is no date",
        superProductivity.replacing(
          #""startDate":"2026-01-31""#, with: #""startDate":"2026-01-31","deletedInstanceDates":["never"]"#),
        [superProductivityTask, superProductivityRule, superProductivityCounter, superProductivityFocus],
        [#"1:336: error: item "r", field deletedInstanceDates: found "never"; expected a date, YYYY-MM-DD"#], status: 1),
      ImportCase(
        "a count that is none", superProductivity.replacing(#"{"2026-11-20":2}"#, with: #"{"2026-11-20":"many"}"#),
        [superProductivityTask, superProductivityRule, "kind:habit,id:c,name:Water", superProductivityFocus],
        [#"1:401: error: item "c", field countOnDay: found "many"; expected a whole number"#], status: 1),
    ])
  func readsSuperProductivity(_ row: ImportCase) throws { try row.check() }

  @Test(
    "rejects files of other encodings",
    arguments: [
      (
        "taskwarrior", taskwarrior.replacing("Rent", with: "Rént"),
        "1:76: error: found byte 0xE9, which is not UTF-8 here; expected UTF-8"
      ),
      (
        "tasks-org", tasksOrg.replacing("Rent", with: "Rént"),
        "1:84: error: found byte 0xE9, which is not UTF-8 here; expected UTF-8"
      ),
      (
        "super-productivity", superProductivity.replacing("Rent", with: "Rént"),
        "1:132: error: found byte 0xE9, which is not UTF-8 here; expected UTF-8"
      ),
    ])
  func encodings(_ format: String, _ text: String, _ latin1: String) throws {
    try Imported.checkEncodings(of: text, format, latin1)
  }
}
