import Foundation
import TestSupport
import Testing

/// Tests the shipped mappings with files of each tool, and the options of mapping files.
@Suite struct MappingTests {
  /// A file, its shipped mapping, and the expected result.
  struct Shipped: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    /// The number of rows in the file, each an item or counted in a diagnostic.
    var rows: Int
    /// The items, without ids that are derived from a row's content.
    var items: [String]
    var diagnostics: [String] = []
    var status: Int32 = 0
  }

  private static let tickTickHead =
    #""Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","#
    + #""Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId""#

  static let shipped = [
    Shipped(
      testDescription: "todoist",
      text: """
        \u{feff}TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG
        meta,view_style=list,,,,,,,,,,,,
        section,Home,,,,,,,,,,,,
        task,Repot the basil @garden,,1,1,A (1),,Dec 5 2026,en,Africa/Cairo,30,minute,,
        task,Buy compost,,4,2,A (1),,,en,,,None,,
        note,Peat-free,,,,A (1),,,,,,,,
        task,Report,"Numbers, then text",1,1,A (1),,2026-12-09,en,UTC,,,,
        task,Call,,1,1,A (1),,2026-12-09 16:30,en,UTC,,,,
        task,Zulu,,1,1,A (1),,2026-12-09T16:30:00Z,en,UTC,,,,
        task,Over,,1,1,A (1),,every day ending 2026-10-01,en,UTC,,,,
        task,Dinner,,1,1,A (1),,9 Dec 2026 at 19:30,en,UTC,,,,
        task,Review,,2,1,A (1),,every 2nd Tuesday,en,UTC,,,,
        task,Mow,,2,1,A (1),,every other saturday,en,UTC,,,,
        task,Pay,,2,1,A (1),,,en,UTC,,,2026-12-01,en
        task,Ask,,2,1,A (1),,tomorrow,en,UTC,,,,
        task,Seeds,,2,1,A (1),,every monday,en,UTC,,,,
        task,Ferns,,2,1,A (1),,every monday,en,UTC,,,,
        task,Ferns,,2,1,A (1),,2026-12-11,en,UTC,,,,
        task,Ferns,,2,1,A (1),,2026-12-11,en,UTC,,,,
        """, rows: 18,
      items: [
        "title:Repot the basil @garden,date:2026-12-05,time:09:00,allDay:true",
        "title:Report,date:2026-12-09,time:09:00,allDay:true", "title:Call,date:2026-12-09,time:16:30",
        "title:Zulu,date:2026-12-09,time:17:30",
        "title:Dinner,date:2026-12-09,time:19:30",
        "title:Review,date:2024-01-09,rrule:FREQ=MONTHLY;BYDAY=2TU,time:09:00,allDay:true",
        "title:Mow,date:2024-01-06,rrule:FREQ=WEEKLY;BYDAY=SA;INTERVAL=2,time:09:00,allDay:true",
        "title:Pay,date:2026-12-01,time:09:00,allDay:true",
        "title:Seeds,date:2024-01-01,rrule:FREQ=WEEKLY;BYDAY=MO,time:09:00,allDay:true",
        "title:Ferns,date:2024-01-01,rrule:FREQ=WEEKLY;BYDAY=MO,time:09:00,allDay:true",
        "title:Ferns,date:2026-12-11,time:09:00,allDay:true",
        "title:Ferns,date:2026-12-11,time:09:00,allDay:true",
      ],
      diagnostics: [
        "2:1: warning: 3 rows match no `only` \"TYPE\" of the mapping",
        "5:1: warning: 1 row has no date: it is not planned",
        "10:1: warning: 1 row repeats until a date in the past: it is left out",
        "13:22: warning: 1 row repeats from a start that the table lacks: its dates count from Monday, 1 January 2024",
        #"15:22: warning: 1 row has a date that the mapping does not read: it is not planned; the first is "tomorrow""#,
      ]),
    Shipped(
      testDescription: "ticktick",
      text: """
        "Date: 2026-11-20+0000"
        "Version: 7.1"
        "Status: \u{20}
        0 Normal
        1 Completed
        2 Archived"
        \(tickTickHead)
        "","In","Stamps","TEXT","","","N","","2026-12-05T23:00:00+0000","","","0","0","","","1","Europe/Berlin","true","false","","","list","t1",""
        "","In","Pack","CHECKLIST","","a
        b","Y","","2026-12-10T08:30:00+0000","","RRULE:FREQ=WEEKLY;INTERVAL=1","5","0","","","2","Europe/Berlin","false","false","","","list","t2",""
        "","In","Hire","TEXT","","","N","","2026-12-10T08:30:00+0000","","","3","2","","","3","","false","","","","list","t3",""
        "","In","Idea","NOTE","","","N","","","","","0","0","","","4","","","","","","list","t4",""
        "","In","Some day","TEXT","","","N","","","","","0","0","","","5","","","","","","list","t5",""
        "","In","Tokyo","TEXT","","","N","","2026-12-09T15:00:00+0000","","","0","0","","","6","Asia/Tokyo","true","false","","","list","t6",""
        "","In","Float","TEXT","","","N","","2026-12-10T13:30:00+0000","","","0","0","","","7","America/New_York","false","true","","","list","t7",""
        "","In","Sundays","TEXT","","","N","","2026-12-07T02:00:00+0000","","RRULE:FREQ=WEEKLY;BYDAY=SU","0","0","","","8","America/New_York","false","false","","","list","t8",""
        "","In","Before","TEXT","","","N","","2026-12-10T08:30:00+0000","-PT1440M","","0","0","","","9","Europe/Berlin","false","false","","","list","t9",""
        "","In","Whole","TEXT","","","N","","2026-12-09T23:00:00+0000","TRIGGER:-P0DT17H0M0S","","0","0","","","10","Europe/Berlin","true","false","","","list","ta",""
        "","In","Fold","TEXT","","","N","","2027-10-31T01:30:00+0000","","","0","-1","","","11","Europe/Berlin","false","false","","","list","tc",""
        "","In","Case","TEXT","","","N","","2026-12-10T08:30:00+0000","","","0","-1","","","11","asia/tokyo","false","false","","","list","td",""
        "","In","Moved","TEXT","","","N","","2026-12-10T08:30:00+0000","-PT30M","RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=5","0","0","","","11","Europe/Berlin","false","false","","","list","tf",""
        "","In","Skip","TEXT","","","N","","2026-12-10T08:30:00+0000","","RRULE:FREQ=DAILY;INTERVAL=1;TT_SKIP=WEEKEND","0","0","","","11","Europe/Berlin","false","false","","","list","te",""
        "","In","Never","TEXT","","","N","","2026-12-10T08:30:00+0000","","","0","-1","","","11","Nowhere/City","false","false","","","list","tb",""
        """, rows: 15,
      items: [
        "title:Stamps,date:2026-12-06,completed:false,time:09:00,allDay:true",
        "title:Pack,date:2026-12-10,time:09:30,allDay:false,rrule:FREQ=WEEKLY;INTERVAL=1,completed:false",
        "title:Hire,date:2026-12-10,time:09:30,allDay:false,completed:true",
        "title:Tokyo,date:2026-12-10,completed:false,time:09:00,allDay:true",
        "title:Float,date:2026-12-10,time:08:30,allDay:false,completed:false",
        "title:Sundays,date:2026-12-06,time:21:00,allDay:false,rrule:FREQ=WEEKLY;BYDAY=SU,completed:false,timeZone:America/New_York",
        "title:Before,date:2026-12-10,time:09:30,allDay:false,completed:false,remind:[-1d]",
        "title:Whole,date:2026-12-10,completed:false,time:09:00,allDay:true,remind:[-1d@07:00]",
        "title:Fold,date:2027-10-31,time:01:30,allDay:false,completed:true,timeZone:UTC",
        "title:Case,date:2026-12-10,time:17:30,allDay:false,completed:true,timeZone:Asia/Tokyo",
        "title:Moved,date:2026-12-10,time:09:30,allDay:false,completed:false,remind:[-30m]",
        "title:Moved,date:2026-12-23,time:09:30,allDay:false,rrule:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=4,completed:false,remind:[-30m]",
        "title:Skip,date:2026-12-10,time:09:30,allDay:false,completed:false",
        "title:Never,date:2026-12-10,time:09:30,allDay:false,completed:true",
      ],
      diagnostics: [
        #"23:90: warning: the tz database has no zone "Nowhere/City": its times are in Europe/Berlin"#,
        "12:1: warning: 1 row is left out by `except` \"Kind\" of the mapping",
        "13:1: warning: 1 row has no date: it is not planned",
        "22:66: warning: 1 row has a rule that is not read: its date alone is planned",
      ]),
    Shipped(
      testDescription: "google-tasks",
      text: """
        {"kind": "tasks#taskLists", "items": [
        {"kind": "tasks#tasks", "id": "l", "title": "My Tasks", "items": [
        {"id": "a", "title": "Pay", "status": "needsAction", "due": "2026-12-06T00:00:00Z"},
        {"id": "b", "title": "Old", "status": "completed", "due": "2026-12-01T00:00:00.000Z", "completed": "2026-11-01T10:00:00Z"},
        {"id": "c", "title": "Some day", "status": "needsAction"},
        {"id": "e", "title": "", "status": "needsAction", "due": "2026-12-06T00:00:00Z"},
        {"id": "x", "title": "Gone", "status": "needsAction", "deleted": true, "due": "2026-12-07T00:00:00Z"},
        {"id": "f", "title": "Timed", "status": "needsAction", "due": "2026-12-07T00:00:00Z", "task_recurrence_id": "r",
        "scheduled_time": [{"current": false, "start": "2026-12-05T09:30:00Z"}, {"current": true, "start": "2026-12-07T09:30:00Z"}]},
        {"id": "g", "title": "Day", "status": "needsAction", "scheduled_time": [{"start": "2026-12-07T00:00:00Z"}]}]},
        {"kind": "tasks#tasks", "id": "m", "title": "Empty"},
        {"kind": "tasks#tasks", "id": "n", "title": "Other", "items": [
        {"id": "d", "title": "Call", "status": "needsAction", "due": "2026-12-07T00:00:00Z"}]}]}
        """, rows: 8,
      items: [
        "id:a,title:Pay,date:2026-12-06,completed:false", "id:b,title:Old,date:2026-12-01,completed:true",
        "id:e,title:Task,date:2026-12-06,completed:false",
        "id:f,title:Timed,date:2026-12-07,time:10:30,completed:false",
        "id:g,title:Day,date:2026-12-07,completed:false,time:09:00,allDay:true",
        "id:d,title:Call,date:2026-12-07,completed:false",
      ],
      diagnostics: [
        "5:1: warning: 1 row has no date: it is not planned",
        "7:1: warning: 1 row is left out by `except` \"deleted\" of the mapping",
        #"8:109: warning: 1 row has "task_recurrence_id", which is not read: its date alone is planned"#,
      ]),
    Shipped(
      testDescription: "outlook",
      text: """
        "Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Reminder Date","Reminder Time"
        "Dentist","12/6/2026","4:00:00 PM","12/6/2026","5:00:00 PM","False","True","12/6/2026","3:45:00 PM"
        "Fair","12/7/2026","12:00:00 AM","12/8/2026","12:00:00 AM","True","False","12/6/2026","6:00:00 AM"
        "Broken","7.12.2026","12:00:00 AM","12/8/2026","12:00:00 AM","True","True","12/6/2026","6:00:00 AM"
        "Move","12/7/2026","12:00:00 AM","12/8/2026","12:00:00 AM","True","True","12/6/2026","6:00:00 AM"
        """, rows: 4,
      items: [
        "title:Dentist,date:2026-12-06,time:16:00,allDay:false,until:2026-12-06,remind:[-15m]",
        "title:Move,date:2026-12-07,until:2026-12-07,time:09:00,allDay:true,remind:[-1d@06:00]",
      ],
      diagnostics: [
        "3:1: warning: 1 row matches no `only` \"Reminder on/off\" of the mapping",
        #"4:10: error: item "24c8fee8ad5fc6b65f8bcdb43a3a3b6b", field date: found "7.12.2026"; expected a date, M/d/y"#,
      ], status: 1),
    Shipped(
      testDescription: "loop-habits",
      text: """
        Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
        001,Meditate,YES_NO,Did you?,,1,1,#FF8F00,,,,false
        002,Run,NUMERICAL,How far?,,1,7,#00897B,km,AT_LEAST,5.0,false
        003,Gym,YES_NO,,,3,7,#00897B,,,,false
        004,Old,YES_NO,,,1,1,#00897B,,,,true
        005,Saved,YES_NO,,,1,1,#00897B,,,,TRUE
        """, rows: 5, items: ["name:Meditate,reminders:[20:00]"],
      diagnostics: [
        "3:1: warning: 2 rows match no `only` \"FrequencyDenominator\" of the mapping",
        "5:1: warning: 2 rows are left out by `except` \"Archived?\" of the mapping",
      ]),
    Shipped(
      testDescription: "microsoft-to-do",
      text: """
        {"value": [
        {"id": "a", "title": "Call", "importance": "normal", "isReminderOn": true, "status": "notStarted",
        "reminderDateTime": {"dateTime": "2026-12-09T23:30:00.0000000", "timeZone": "UTC"},
        "dueDateTime": {"dateTime": "2026-12-11T00:00:00.0000000", "timeZone": "UTC"}},
        {"id": "b", "title": "Pay", "importance": "high", "isReminderOn": false, "status": "completed",
        "dueDateTime": {"dateTime": "2026-12-11T00:00:00.0000000", "timeZone": "UTC"}},
        {"id": "d", "title": "Pacific", "importance": "low", "isReminderOn": true, "status": "notStarted",
        "recurrence": {"pattern": {"type": "daily", "interval": 1}, "range": {"type": "noEnd", "startDate": "2026-12-09"}},
        "reminderDateTime": {"dateTime": "2026-12-09T08:00:00.0000000", "timeZone": "Pacific Standard Time"}},
        {"id": "e", "title": "Off", "importance": "low", "isReminderOn": false, "status": "notStarted",
        "recurrence": {"pattern": {"type": "relativeMonthly", "interval": 1, "daysOfWeek": ["friday"], "index": "second"},
        "range": {"type": "numbered", "startDate": "2026-11-13", "numberOfOccurrences": 4}},
        "reminderDateTime": {"dateTime": "2026-12-09T08:00:00.0000000", "timeZone": "UTC"},
        "dueDateTime": {"dateTime": "2026-12-10T23:00:00.0000000", "timeZone": "UTC"}},
        {"id": "c", "title": "Some day", "importance": "low", "isReminderOn": false, "status": "notStarted"}]}
        """, rows: 5,
      items: [
        "id:a,title:Call,date:2026-12-11,completed:false,time:09:00,allDay:true,remind:[-1d@00:30]",
        "id:b,title:Pay,date:2026-12-11,completed:true",
        "id:d,title:Pacific,date:2026-12-09,time:08:00,rrule:FREQ=DAILY,completed:false,timeZone:America/Los_Angeles",
        "id:e,title:Off,date:2026-12-11,rrule:FREQ=MONTHLY;BYDAY=FR;BYSETPOS=2;UNTIL=20270212,completed:false",
      ],
      diagnostics: [
        "15:1: warning: 1 row has no date: it is not planned"
      ]),
    Shipped(
      testDescription: "notion",
      text: """
        \u{feff}Task name,Status,Assignee,Due date,Priority
        Water plants,Not started,,"November 29, 2026",Low
        Call,In progress,Ada,"November 30, 2026 5:00 PM",High
        Trip,Not started,,"November 29, 2026 → December 1, 2026",
        Train,Not started,,"November 29, 2026 9:30 AM → 11:00 AM",
        Old,Done,,"November 29, 2026",
        Some day,Not started,,No date,
        Off,Canceled,,"November 29, 2026",
        """, rows: 7,
      items: [
        "title:Water plants,date:2026-11-29,completed:false,time:09:00,allDay:true",
        "title:Call,date:2026-11-30,time:17:00,completed:false",
        "title:Trip,date:2026-11-29,completed:false,time:09:00,allDay:true",
        "title:Train,date:2026-11-29,time:09:30,completed:false",
        "title:Old,date:2026-11-29,completed:true,time:09:00,allDay:true",
        "title:Off,date:2026-11-29,completed:true,time:09:00,allDay:true",
      ],
      diagnostics: [
        "7:1: warning: 1 row has no date: it is not planned"
      ]),
  ]

  @Test("every row of a file is an item, or counted by type", arguments: shipped)
  func ships(_ row: Shipped) throws {
    let imported = try Imported(row.text, ["--mapping", row.testDescription])
    let made = imported.items.map { item in
      let fields = item.split(separator: ",").dropFirst()
      return fields.drop { ($0.hasPrefix("id:") || $0.hasPrefix("series:")) && $0.count > 10 }.joined(separator: ",")
    }
    #expect(made == row.items)
    func said(_ diagnostics: [String]) -> [String] {
      // Ids are derived from the content.
      diagnostics.map { $0.replacing(/item "[0-9a-f]{32}"/, with: "item") }
    }
    #expect(said(imported.diagnostics) == said(row.diagnostics))
    #expect(imported.status == row.status)
    let counted = row.diagnostics.filter {
      !$0.contains("zone") && !$0.contains("repeats from") && !$0.contains("alone")
    }.compactMap {
      $0.firstMatch(of: /warning: (\d+)/).flatMap { Int($0.1) }
    }.reduce(0, +)
    let refused = row.diagnostics.count { $0.contains(": error: ") }
    let moved = imported.items.count { $0.contains(/id:[0-9a-f]{32}\//) }
    #expect(imported.items.count - moved + counted + refused == row.rows)
    #expect(Set(imported.items.map { $0.split(separator: ",")[1] }).count == imported.items.count, "ids differ")
  }

  struct Phrase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The item from its date on; nil if none is planned.
    var item: String?

    init(_ text: String, _ item: String?) { (testDescription, self.item) = (text, item) }
  }

  @Test(
    "reads dates in the words of Todoist's help",
    arguments: [
      Phrase("Nov 29", "date:2026-11-29,allDay"), Phrase("29 nov", "date:2026-11-29,allDay"),
      Phrase("Jan 5", "date:2027-01-05,allDay"),
      Phrase("Oct 20 2026 5pm", "date:2026-10-20,time:17:00"),
      Phrase("every day", "date:2024-01-01,rrule:FREQ=DAILY,allDay"),
      Phrase("every! 3 days", "date:2024-01-01,rrule:FREQ=DAILY;INTERVAL=3,allDay"),
      Phrase("after 10 days", "date:2024-01-01,rrule:FREQ=DAILY;INTERVAL=10,allDay"),
      Phrase("every sunday at 17:00", "date:2024-01-07,time:17:00,rrule:FREQ=WEEKLY;BYDAY=SU"),
      Phrase("ev mon, tues and fri at 9", "date:2024-01-01,time:09:00,rrule:FREQ=WEEKLY;BYDAY=MO,TU,FR"),
      Phrase("every 2 weeks starting nov 3", "date:2026-11-03,rrule:FREQ=WEEKLY;INTERVAL=2,allDay"),
      Phrase("every other Tues 7am starting 1 Nov", "date:2026-11-10,time:07:00,rrule:FREQ=WEEKLY;BYDAY=TU;INTERVAL=2"),
      Phrase("every workday", "date:2024-01-01,rrule:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,allDay"),
      Phrase("every weekend", "date:2024-01-06,rrule:FREQ=WEEKLY;BYDAY=SA,allDay"),
      Phrase("every evening", "date:2024-01-01,time:19:00,rrule:FREQ=DAILY"),
      Phrase("every 27th", "date:2024-01-27,rrule:FREQ=MONTHLY;BYMONTHDAY=27,allDay"),
      Phrase("every 2, 15, 27", "date:2024-01-02,rrule:FREQ=MONTHLY;BYMONTHDAY=2,15,27,allDay"),
      Phrase("every last day", "date:2024-01-31,rrule:FREQ=MONTHLY;BYMONTHDAY=-1,allDay"),
      Phrase("every 3rd friday", "date:2024-01-19,rrule:FREQ=MONTHLY;BYDAY=3FR,allDay"),
      Phrase("every last workday", "date:2024-01-31,rrule:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,allDay"),
      Phrase("every jan 27th", "date:2024-01-27,rrule:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27,allDay"),
      Phrase("every year on jan 27", "date:2024-01-27,rrule:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27,allDay"),
      Phrase("every 14 jan, 14 apr", "date:2024-01-14,rrule:FREQ=YEARLY;BYMONTH=1,4;BYMONTHDAY=14,allDay"),
      Phrase(
        "every 14 jan, 14 apr, 15 jun, 15 sep",
        "date:2024-01-14,rrule:FREQ=YEARLY;BYMONTH=1,4,6,9;BYMONTHDAY=14,15;BYSETPOS=1,3,6,8,allDay"),
      Phrase(
        "every 31 jan, 30 apr", "date:2024-01-31,rrule:FREQ=YEARLY;BYMONTH=1,4;BYMONTHDAY=30,31;BYSETPOS=2,3,allDay"),
      Phrase("every 29 feb, 1 mar", nil), Phrase("every 31 apr, 1 mar", nil),
      Phrase("every 4th thursday of november", "date:2024-11-28,rrule:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH,allDay"),
      Phrase("every quarter", "date:2024-01-01,rrule:FREQ=MONTHLY;INTERVAL=3,allDay"),
      Phrase("every day from 20 nov until 20 dec", "date:2026-11-20,rrule:FREQ=DAILY;UNTIL=20261220,allDay"),
      Phrase("tomorrow", nil), Phrase("every other 15th", nil), Phrase("every other 15", nil),
      Phrase("next monday", nil), Phrase("every hour", nil), Phrase("every 3 workdays", nil),
      Phrase("jeden Tag", nil),
      Phrase("every day starting tomorrow", nil), Phrase("every -1 day", nil),
      Phrase("every 99999999999999999999 days", nil), Phrase("-", nil),
      Phrase("every", "date:2024-01-01,rrule:FREQ=DAILY,allDay"), Phrase("Feb 30", nil),
      Phrase("every 4000000000 5000000000 days", nil),
    ])
  func phrases(_ row: Phrase) throws {
    let text = row.testDescription
    let imported = try Imported("TYPE,CONTENT,DATE\ntask,A,\"\(text)\"\n")
    let made = imported.items.map { item -> String in
      let start = item.range(of: "title:A,")!.upperBound
      return String(item[start...]).replacingOccurrences(of: ",time:09:00,allDay:true", with: ",allDay")
    }
    #expect(made == (row.item.map { [$0] } ?? []))
    if row.item == nil {
      #expect(
        imported.diagnostics.contains {
          $0.contains("has a date that the mapping does not read: it is not planned; the first is \"\(text)\"")
        })
    }
  }

  @Test("a mapping says zone and reminders by a column or for all rows, with columns to fall back to")
  func zones() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mapping = """
      format = "tickler-mapping/1"
      kind = "task"
      none = ["n/a"]
      [fields]
      id = "n"
      title = ["Name", "Other"]
      date = "Date"
      time = "Time"
      remind = "Before"
      """
    let table = """
      n,Name,Other,Date,Time,Before,Zone
      1,A,B,2026-11-28,09:00,-1d 0,Asia/Tokyo
      2,,B,2026-11-28,09:00,-15m,n/a
      3,n/a,C,2026-11-28,09:00,n/a,Europe/London

      """
    let rows: [(String, String, String?)] = [("1", "A", "-1d,0"), ("2", "B", "-15m"), ("3", "C", nil)]
    let ends: [(String, [String?])] = [
      ("timeZone = \"Zone\"", ["Asia/Tokyo", nil, "Europe/London"]),
      ("[constants]\ntimeZone = \"Asia/Tokyo\"", ["Asia/Tokyo", "Asia/Tokyo", "Asia/Tokyo"]),
    ]
    for (end, zones) in ends {
      try Data("\(mapping)\n\(end)\n".utf8).write(to: folder.appending(path: "map.toml"))
      let imported = try Imported(table, ["--mapping", folder.appending(path: "map.toml").path])
      let items = zip(rows, zones).map { (row: (String, String, String?), zone: String?) -> String in
        let (remind, zone) = (row.2.map { ",remind:[\($0)]" } ?? "", zone.map { ",timeZone:\($0)" } ?? "")
        return "kind:task,id:\(row.0),title:\(row.1),date:2026-11-28,time:09:00\(remind)\(zone)"
      }
      #expect(imported.items == items && imported.status == 0, "\(imported.diagnostics)")
    }
  }

  @Test(
    "a zone or reminder that no export may have is named, in columns and constants",
    arguments: [
      ("timeZone = \"x\"", "Europe/Berln", "2:14: warning: the tz database has no zone \"Europe/Berln\"", 0),
      ("[constants]\ntimeZone = \"Europe/Berln\"", "", "2:1: warning: the tz database has no zone \"Europe/Berln\"", 0),
      (
        "remind = \"x\"", "15", "2:14: error: item \"1\", field remind: found \"15\"; expected 0, a signed number with",
        1
      ),
      (
        "[constants]\nremind = \"15\"", "",
        "2:1: error: item \"1\", field remind: found \"15\"; expected 0, a signed number with", 1
      ),
      ("weekdays = \"x\"", "mo", "2:14: error: item \"1\", field weekdays: found \"mo\"; expected one of mon tue", 1),
    ])
  func misfits(_ end: String, _ cell: String, _ diagnostic: String, _ status: Int32) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mapping = "format = \"tickler-mapping/1\"\nkind = \"task\"\n[fields]\nid = \"n\"\ntitle = \"n\"\ndate = \"d\"\n"
    try Data("\(mapping)\(end)\n".utf8).write(to: folder.appending(path: "map.toml"))
    let imported = try Imported(
      "n,d,x\n1,2026-11-28,\(cell)\n", ["--mapping", folder.appending(path: "map.toml").path])
    #expect(imported.diagnostics.count == 1 && imported.diagnostics.first?.hasPrefix(diagnostic) == true)
    #expect(imported.status == status, "\(imported.diagnostics)")
    #expect(imported.items == (status == 0 ? ["kind:task,id:1,title:1,date:2026-11-28"] : []))
  }

  @Test("a table is read by the shipped mapping that fits its head", arguments: shipped)
  func recognizes(_ row: Shipped) throws {
    let (named, found) = try (Imported(row.text, ["--mapping", row.testDescription.uppercased()]), Imported(row.text))
    #expect(found.items == named.items)
    #expect(found.diagnostics.contains("1:1: warning: read as \(row.testDescription); --mapping names another mapping"))
  }

  @Test("several mappings each read the tables that fit them")
  func several() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for row in MappingTests.shipped {
      try Data(row.text.utf8).write(to: folder.appending(path: row.testDescription + ".data"))
    }
    func items(_ names: [String], _ options: [String]) throws -> [String] {
      let result = try Program.run(
        ["import"] + names.map { $0 + ".data" } + options + [
          "--time-zone", "Europe/Berlin", "--now", "2026-11-22T12:00:00Z", "--templates", TestFiles.templates,
          "--zoneinfo", TestFiles.zoneinfo,
        ], in: folder)
      return result.output.split(separator: "\n").filter { $0.hasPrefix("{\"item\"") }.map(String.init)
    }
    let names = ["ticktick", "google-tasks", "todoist"]
    let options = ["--mapping", "todoist", "--mapping", "google-tasks", "--mapping", "TickTick"]
    let each = try names.flatMap { try items([$0], ["--mapping", $0]) }
    #expect(each.count > 10)
    #expect(try items(names, options) == each)
    // A mapping of one's own leaves the other tables to those that ship.
    let own = "format = \"tickler-mapping/1\"\nkind = \"task\"\n[fields]\nid = \"a\"\ntitle = \"a\"\ndate = \"b\"\n"
    try Data(own.utf8).write(to: folder.appending(path: "own.toml"))
    try Data("a,b\n1,2026-11-29\n".utf8).write(to: folder.appending(path: "own.data"))
    let mixed = try items(names + ["own"], ["--mapping", "own.toml"])
    #expect(mixed.count == each.count + 1 && Array(mixed.prefix(each.count)) == each)
  }

  @Test(
    "a table that no mapping fits names the mappings",
    arguments: [
      ("a,b\n1,2\n3,4\n", []), ("Name,Due\nA,2026-11-29\n", []), ("a,b\n1,2\n", ["--from", "csv"]),
      ("TYPE,NAME\ntask,A\n", ["--mapping", "todoist", "--mapping", "notion"]),
    ])
  func unknown(_ text: String, _ options: [String]) throws {
    let imported = try Imported(text, name: "table.csv", options)
    #expect(imported.status == 65)
    let names = "google-tasks, loop-habits, microsoft-to-do, notion, outlook, ticktick, todoist"
    #expect(
      imported.diagnostics == [
        "1:1: error: found a table that no mapping fits; expected --mapping with one of \(names), or a file that describes its columns"
      ])
  }

  @Test("Loop's table of version 1.8 is recognized")
  func olderLoop() throws {
    let imported = try Imported(
      "Position,Name,Question,Description,NumRepetitions,Interval,Color\n001,Meditate,Did you?,,1,1,#FF8F00\n")
    #expect(imported.items.map { $0.contains("name:Meditate,reminders:[20:00]") } == [true])
  }

  @Test("an id does not depend on what became of a row")
  func statuses() throws {
    func ids(_ status: String) throws -> [String] {
      try Imported("Task name,Status,Assignee,Due date\nA,\(status),,\"November 29, 2026\"\n").items.map { item in
        String(item.split(separator: ",")[1])
      }
    }
    #expect(try ids("Open") == ids("Done") && ids("Open").count == 1)
  }

  @Test(
    "a time has the zone in parentheses that Notion appends",
    arguments: [
      ("November 29, 2026 2:00 PM (GMT+3)", "12:00"), ("November 29, 2026 2:00 PM (Asia/Tokyo)", "14:00"),
      ("November 29, 2026 2:00 PM (GMT-3) → November 30, 2026 2:00 PM (GMT-3)", "18:00"),
      ("November 29, 2026 2:00 PM (XYZ)", nil),
    ])
  func zones(_ date: String, _ time: String?) throws {
    let imported = try Imported("Task name,Status,Assignee,Due date\nA,Open,,\"\(date)\"\n")
    #expect(imported.items.map { $0.contains("time:\(time ?? "")") } == (time == nil ? [] : [true]))
  }

  @Test(
    "a table saved again by a spreadsheet, or in Windows-1252, is recognized",
    arguments: [
      ("TYPE;CONTENT;PRIORITY;DATE;TIMEZONE\ntask;Müll;1;2026-12-09;UTC\n", false),
      ("TYPE\tCONTENT\tPRIORITY\tDATE\tTIMEZONE\ntask\tMüll\t1\t2026-12-09\tUTC\n", false),
      ("sep=,\nTYPE,CONTENT,PRIORITY,DATE,TIMEZONE\ntask,Müll,1,2026-12-09,UTC\n", false),
      ("TYPE,CONTENT,PRIORITY,DATE,TIMEZONE\ntask,Müll,1,2026-12-09,UTC\n", true),
    ])
  func saved(_ text: String, _ isLatin: Bool) throws {
    let imported = try Imported(try #require(text.data(using: isLatin ? .windowsCP1252 : .utf8)))
    #expect(imported.items.map { $0.contains("title:Müll,date:2026-12-09") } == [true])
    #expect(
      imported.diagnostics == ["1:1: warning: read as todoist; --mapping names another mapping"]
        + (isLatin ? ["2:6: warning: 1 value is not UTF-8: it is read as Windows-1252"] : []))
  }

  @Test("a table from standard input is recognized")
  func standardInput() throws {
    let result = try Program.run(
      [
        "import", "-", "--time-zone", "Europe/Berlin", "--templates", TestFiles.templates, "--zoneinfo",
        TestFiles.zoneinfo,
      ],
      input: "TYPE,CONTENT,PRIORITY,DATE,TIMEZONE\ntask,Bins,1,2026-12-09,UTC\n")
    #expect(result.status == 0 && result.output.contains("\"title\":\"Bins\""), "\(result.errors)")
  }

  @Test("an id depends on a row's content, wherever the row is")
  func ids() throws {
    let text = MappingTests.shipped[0].text
    let lines = text.split(separator: "\n")
    let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
    let (first, second) = try (
      Imported(text, ["--mapping", "todoist"]), Imported(turned, ["--mapping", "todoist"])
    )
    #expect(first.items.sorted() == second.items.sorted())
  }

  @Test(
    "rejects broken files and mappings that do not fit, with the remedy",
    arguments: [
      (
        "todoist", "TYPE,CONTENT\ntask,A\n",
        #"1:1: error: found no column "DATE", which the mapping names for date; expected one of "CONTENT", "TYPE""#
      ),
      (
        "ticktick", tickTickHead + "\n",
        "1:1: error: found no column \"Is All Day\", which the mapping names for allDay; expected one of "
      ), ("google-tasks", #"{"items": [{"items": [7]}]}"#, "1:23: error: found 7; expected an object"),
      ("outlook", "\"Subject\n", "1:1: error: found the end of the input; expected a closing quote for the one here"),
      ("nonesuch", "a\n", "tickler: error: found no mapping \"nonesuch\"; expected a file, or one of google-tasks, "),
    ])
  func broken(_ mapping: String, _ text: String, message: String) throws {
    let imported = try Imported(text, ["--mapping", mapping])
    if mapping == "ticktick" { return #expect(imported.items.isEmpty) }
    #expect(imported.status != 0)
    #expect(imported.diagnostics.contains { $0.hasPrefix(message) }, "\(imported.diagnostics)")
  }

  @Test(
    "reads dates as the locale writes them, by CLDR's names and patterns",
    arguments: [
      ("de", "long", "24. November 2026", "2026-11-24"), ("de", "short", "24.11.26", "2026-11-24"),
      ("de", "medium", "24.11.2026", "2026-11-24"), ("de", "full", "Dienstag, 24. November 2026", "2026-11-24"),
      ("en-US", "medium", "Nov 24, 2026", "2026-11-24"), ("fr", "d MMMM y", "1 décembre 2026", "2026-12-01"),
      ("es", "d 'de' MMMM 'de' y", "24 de noviembre de 2026", "2026-11-24"),
      ("ja", "long", "2026年11月24日", "2026-11-24"),
      ("en", "d MMM y", "24 November 2026", "2026-11-24"), ("en", "d MMM y", "31 Nov 2026", nil),
      ("de", "long", "24. Nonsense 2026", nil), ("en", "d MMM y", "24 Nov 2026 x", nil),
    ])
  func localDates(_ locale: String, _ pattern: String, _ text: String, _ date: String?) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mapping = """
      format = "tickler-mapping/1"
      kind = "bill"
      separator = ";"
      locale = "\(locale)"
      dates = ["\(pattern)"]
      [fields]
      id = "n"
      name = "n"
      dueDate = "d"
      """
    try Data(mapping.utf8).write(to: folder.appending(path: "map.toml"))
    let imported = try Imported("n;d\na;\(text)\n", ["--mapping", folder.appending(path: "map.toml").path])
    #expect(imported.items == (date.map { ["kind:bill,id:a,name:a,dueDate:\($0)"] } ?? []))
    #expect(imported.status == (date == nil ? 1 : 0))
  }

  @Test("one command turns a book, a calendar, contacts and a table into one calendar")
  func together() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func put(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let samples = TestFiles.unpacked("samples")
    try FileManager.default.copyItem(
      at: samples.appending(path: "gnucash/piecash-book_schtx.saved-by-gnucash-4.13.gnucash"),
      to: folder.appending(path: "book.gnucash"))
    try put(
      "calendar.ics",
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:e\nSUMMARY:Flight\nDTSTART:20261124T090000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    try put("contacts.vcf", "BEGIN:VCARD\nVERSION:4.0\nUID:u\nFN:Ada\nBDAY:19901129\nEND:VCARD\n")
    try put("todo.csv", MappingTests.shipped[0].text)
    // The commands in docs/personal.md.
    let names = ["book.gnucash", "calendar.ics", "contacts.vcf", "todo.csv"]
    let result = try Program.run(
      ["plan"] + names + [
        "--mapping", "todoist", "--event-alarm", "15m", "--time-zone", "Europe/Vienna", "--ics-style", "personal",
        "--out",
        "plans", "--now", "2026-11-22T12:00:00Z", "--days", "20", "--templates", TestFiles.templates, "--zoneinfo",
        TestFiles.zoneinfo,
      ], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let calendar = try String(contentsOf: folder.appending(path: "plans/calendar.ics"), encoding: .utf8)
    for title in ["Payment monthly utility bill: due today", "Flight", "Ada turns 36", "Call"] {
      #expect(calendar.contains("SUMMARY:\(title)\r\n"), "\(title)")
    }
  }
}
