import Foundation
import TestSupport
import Testing

private let habitica =
  #"{"auth":{},"flags":{},"preferences":{"dayStart":0},"tasks":{"habits":[],"dailys":[{"_id":"d","text":"Read","frequency":"daily","everyX":1,"repeat":{"m":true},"startDate":"2026-01-05T23:00:00.000Z","reminders":[{"id":"r","time":"2026-01-06T18:30:00.000Z"}],"history":[{"date":1795215600000,"completed":true}]}],"todos":[{"_id":"t","text":"Passport","date":"2026-11-24T23:00:00.000Z"}],"rewards":[]}}"#
private let habiticaDaily = "kind:habit,id:d,name:Read,reminders:[18:30],startDate:2026-01-06,completions:[2026-11-21]"
private let habiticaTodo = "kind:task,id:t,title:Passport,date:2026-11-25,time:09:00,allDay:true"
private let dayOne =
  #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A","creationDate":"2026-11-20T20:30:00Z","timeZone":"Europe\/Berlin","text":"A day."}]}"#
private let dayOneEntry = "kind:entry,id:A,flow:bedtime,date:2026-11-20"

/// Tests broken files of habits and journals.
@Suite struct BrokenDayTests {

  @Test(
    "Habitica",
    arguments: [
      ImportCase("the file as it should be", habitica, [habiticaDaily, habiticaTodo]),
      ImportCase(
        "the file is cut between two tasks", habitica.cut(behind: #""todos":["#), [],
        ["1:320: error: found the end of the input; expected a value or ]"], status: 65),
      ImportCase(
        "an error page was saved under its name", Imported.errorPage, [],
        ["1:1: error: found '<'; expected a value"], status: 65, options: ["--from", "habitica"]),
      ImportCase(
        "an answer of the API", #"{"success":true,"data":[{"_id":"d","text":"Read"}]}"#, [],
        ["1:1: error: found no tasks.dailys; expected a file of the format habitica"], status: 65,
        options: ["--from", "habitica"]),
      ImportCase(
        "tasks in one list", #"{"auth":{},"flags":{},"preferences":{},"tasks":[{"_id":"d","text":"Read"}]}"#, [],
        ["1:1: error: found no tasks.dailys; expected a file of the format habitica"], status: 65,
        options: ["--from", "habitica"]),
      ImportCase(
        "dailies that are a number",
        habitica.replacing(
          #"[{"_id":"d","text":"Read","frequency":"daily","everyX":1,"repeat":{"m":true},"startDate":"2026-01-05T23:00:00.000Z","reminders":[{"id":"r","time":"2026-01-06T18:30:00.000Z"}],"history":[{"date":1795215600000,"completed":true}]}]"#,
          with: "1"), [habiticaTodo],
        ["1:82: error: found 1; expected a list or an object"], status: 1),
      ImportCase(
        "a daily that is a list", habitica.replacing(#""dailys":["#, with: #""dailys":[[],"#),
        [habiticaDaily, habiticaTodo],
        ["1:83: error: found a list; expected an object"], status: 1),
      ImportCase(
        "a duplicate name", habitica.replacing(#""everyX":1"#, with: #""everyX":1,"everyX":2"#), [],
        [#"1:139: error: found the key "everyX" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "an invalid number", habitica.replacing(#""everyX":1"#, with: #""everyX":NaN"#), [],
        ["1:137: error: found 'N'; expected a value"], status: 65),
      ImportCase(
        "a step below nothing", habitica.replacing(#""everyX":1"#, with: #""everyX":-1"#), [habiticaTodo],
        [#"1:137: error: item "d", field everyX: found -1; expected a whole number from 0 to 9999"#], status: 1),
      ImportCase(
        "weekdays that are a word", habitica.replacing(#"{"m":true}"#, with: #""daily""#), [habiticaTodo],
        [#"1:148: error: item "d", field repeat: found "daily"; expected an object with the weekdays"#], status: 1),
      ImportCase(
        "a start that is no date", habitica.replacing("2026-01-05T23:00:00.000Z", with: "2026-13-05T23:00:00.000Z"),
        [habiticaTodo],
        [
          #"1:171: error: item "d", field startDate: found "2026-13-05T23:00:00.000Z"; expected an instant, such as 2025-01-05T23:00:00.000Z"#
        ], status: 1),
      ImportCase(
        "a reminder without a date", habitica.replacing("2026-01-06T18:30:00.000Z", with: "18:30"),
        ["kind:habit,id:d,name:Read,startDate:2026-01-06,completions:[2026-11-21]", habiticaTodo],
        [
          "1:83: warning: 1 daily has no reminder: its habit gets none; --all-day-time 18:00 gives it an hour",
          #"1:228: error: item "d", field reminders.time: found "18:30"; expected a time, such as 2025-01-05T18:30:00.000Z"#,
        ], status: 1),
      ImportCase(
        "a day done that is no date", habitica.replacing("1795215600000", with: #""yesterday""#),
        ["kind:habit,id:d,name:Read,reminders:[18:30],startDate:2026-01-06", habiticaTodo],
        [#"1:276: error: item "d", field history.date: found "yesterday"; expected milliseconds since 1970"#], status: 1
      ),
      ImportCase(
        "any text may be the date of a to-do", habitica.replacing("2026-11-24T23:00:00.000Z", with: "Tuesday"),
        [habiticaDaily],
        [
          #"1:356: warning: 1 to-do has a text that is no date: only its reminders are planned; the first is "Tuesday""#
        ]),
      ImportCase(
        "a day that begins at 30 o'clock", habitica.replacing(#""dayStart":0"#, with: #""dayStart":30"#),
        [habiticaDaily, habiticaTodo],
        ["1:49: error: field dayStart: found 30; expected an hour from 0 to 23"], status: 1),
      ImportCase(
        "an offset beyond all zones",
        habitica.replacing(#""dayStart":0"#, with: #""timezoneOffset":-9223372036854775808"#),
        [habiticaDaily, habiticaTodo],
        []),
      ImportCase(
        "a text that is a number of lists", habitica.replacing(#""text":"Read""#, with: #""text":[[]]"#),
        [habiticaTodo],
        [#"1:101: error: item "d", field text: found a list; expected a text"#], status: 1),
    ])
  func readsHabitica(_ row: ImportCase) throws { try row.check() }

  @Test(
    "Day One",
    arguments: [
      ImportCase("the file as it should be", dayOne, [dayOneEntry]),
      ImportCase(
        "the file is cut in an escape", dayOne.cut(behind: #"Europe\"#), [],
        ["1:111: error: found the end of the input; expected an escape"], status: 65),
      ImportCase(
        "an error page was saved under its name", Imported.errorPage, [],
        ["1:1: error: found '<'; expected a value"], status: 65, options: ["--from", "day-one"]),
      ImportCase(
        "the entries alone",
        #"[{"uuid":"A","creationDate":"2026-11-20T20:30:00Z","timeZone":"Europe\/Berlin","text":"A day."}]"#, [],
        ["1:1: error: found no entries; expected a file of the format day-one"], status: 65,
        options: ["--from", "day-one"]),
      ImportCase(
        "entries that are a text", #"{"metadata":{"version":"1.0"},"entries":"none"}"#, [],
        [#"1:41: error: found "none"; expected a list or an object"#], status: 1),
      ImportCase(
        "an entry that is a number", dayOne.replacing("[{", with: "[1,{"), [dayOneEntry],
        ["1:42: error: found 1; expected an object"], status: 1),
      ImportCase(
        "an entry in a list", dayOne.replacing("[{", with: "[[{").replacing("}]", with: "}]]"), [],
        ["1:42: error: found a list; expected an object"], status: 1),
      ImportCase(
        "a duplicate name", dayOne.replacing(#""text""#, with: #""uuid":"B","text""#), [],
        [#"1:120: error: found the key "uuid" twice in one object; expected each key once"#], status: 65),
      ImportCase(
        "an invalid number", dayOne.replacing(#""text""#, with: #""duration":NaN,"text""#), [],
        ["1:131: error: found 'N'; expected a value"], status: 65),
      ImportCase(
        "an uuid that is true", dayOne.replacing(#""A""#, with: "true"), [],
        ["1:50: error: field uuid: found true; expected the entry's uuid"], status: 1),
      ImportCase(
        "a date as it is said in Germany", dayOne.replacing("2026-11-20T20:30:00Z", with: "20.11.2026 20:30"), [],
        [
          #"1:69: error: item "A", field creationDate: found "20.11.2026 20:30"; expected an instant, such as 2019-03-18T13:04:56Z"#
        ], status: 1),
      ImportCase(
        "an invalid day", dayOne.replacing("2026-11-20", with: "2026-11-31"), [],
        [
          #"1:69: error: item "A", field creationDate: found "2026-11-31T20:30:00Z"; expected an instant, such as 2019-03-18T13:04:56Z"#
        ], status: 1),
      ImportCase(
        "a date without a time", dayOne.replacing("T20:30:00Z", with: ""), [],
        [
          #"1:69: error: item "A", field creationDate: found "2026-11-20"; expected an instant, such as 2019-03-18T13:04:56Z"#
        ], status: 1),
      ImportCase(
        "a zone that is an offset in hours", dayOne.replacing(#""Europe\/Berlin""#, with: "1"), [],
        [#"1:103: error: item "A", field timeZone: found 1; expected a zone, such as Europe/Berlin"#], status: 1),
      ImportCase(
        "an unknown zone", dayOne.replacing(#"Europe\/Berlin"#, with: #"Mars\/Olympus"#), [dayOneEntry],
        ["1:103: warning: 1 entry has a zone that the tz database does not know: its date is in Europe/Berlin"]),
      ImportCase(
        "a line that is broken in a text", dayOne.replacing("A day.", with: "A\nday."), [],
        [#"1:129: error: found a line break inside a string; expected an escape such as \n or \u0000"#], status: 65),
      ImportCase(
        "an escape that is none", dayOne.replacing("A day.", with: #"A \day."#), [],
        [#"1:130: error: found an invalid escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#], status: 65),
    ])
  func readsDayOne(_ row: ImportCase) throws { try row.check() }

  @Test(
    "rejects files of other encodings",
    arguments: [
      (
        "habitica", habitica.replacing("Read", with: "Réad"),
        "1:103: error: found byte 0xE9, which is not UTF-8 here; expected UTF-8"
      ),
      (
        "day-one", dayOne.replacing("A day", with: "Ä day"),
        "1:128: error: found byte 0xC4, which is not UTF-8 here; expected UTF-8"
      ),
    ])
  func encodings(_ format: String, _ text: String, _ latin1: String) throws {
    try Imported.checkEncodings(of: text, format, latin1)
  }
}
