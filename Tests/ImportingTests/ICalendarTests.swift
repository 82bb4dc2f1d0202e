import Foundation
import TestSupport
import Testing

/// Returns a calendar with these lines.
private func calendar(_ lines: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n" }

private func event(_ lines: String, alarm: String = "-PT15M") -> String {
  calendar(
    "BEGIN:VEVENT\nUID:e\nSUMMARY:Tea\n\(lines)\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(alarm)\nEND:VALARM\nEND:VEVENT"
  )
}

private func todo(_ lines: String) -> String { calendar("BEGIN:VTODO\nUID:t\nSUMMARY:Rent\n\(lines)\nEND:VTODO") }

@Suite struct ICalendarTests {
  @Test(
    "iCalendar",
    arguments: [
      ImportCase(
        "a to-do reminds when it is due", todo("DUE;TZID=Europe/Berlin:20261124T160000"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "hours of whole days are by the clock, in nights of 23 hours too",
        event(
          "DTSTART;VALUE=DATE:20270328\nRRULE:FREQ=WEEKLY", alarm: "PT9H\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:-PT39H"),
        [
          "kind:task,id:e,title:Tea,date:2027-03-28,time:09:00,allDay:true,rrule:FREQ=WEEKLY,remind:[0,-2d],duration:86400"
        ]),
      ImportCase(
        "an alarm that repeats by days rings at one time of day",
        event("DTSTART;TZID=Europe/Berlin:20270329T100000", alarm: "-P2D\nREPEAT:2\nDURATION:P1D"),
        [
          "kind:task,id:e,title:Tea,date:2027-03-29,time:10:00,until:2027-03-29,remind:[-2d,-1d,0],timeZone:Europe/Berlin"
        ]),
      ImportCase(
        "an alarm rings a thousand times at most",
        event(
          "DTSTART:20261124T100000Z",
          alarm: "-P1D\nREPEAT:2000\nDURATION:PT0S\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:P366D\nREPEAT:1500\nDURATION:P1D"),
        ["kind:task,id:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,remind:[-1d,+366d],timeZone:UTC"],
        [
          "3:1: warning: 1000 alarms are more than a year from what they are about: they are not planned",
          "13:1: warning: 1 alarm rings more than 1000 times: it is planned so often",
        ]),
      ImportCase(
        "the absolute alarm of a repeating to-do keeps its days by the clock",
        todo(
          "DUE;TZID=Europe/Berlin:20270328T090000\nRRULE:FREQ=WEEKLY\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20270327T080000Z\nEND:VALARM"
        ),
        ["kind:task,id:t,series:t,title:Rent,date:2027-03-28,time:09:00,rrule:FREQ=WEEKLY,remind:[-1d]"]),
      ImportCase(
        "a series keeps its ids when its last clock change has passed",
        todo(
          "DTSTART;TZID=Europe/Berlin:20261023T160000\nDUE;TZID=Europe/Berlin:20261026T170000\nRRULE:FREQ=WEEKLY;COUNT=6"
        ),
        [
          "kind:task,id:t/2026-11-20,series:t,title:Rent,date:2026-11-23,time:18:00",
          "kind:task,id:t/2026-11-27,series:t,title:Rent,date:2026-11-30,time:18:00",
        ], ["8:7: warning: 1 due time changes with the clocks: its dates are planned one by one"]),
      ImportCase(
        "a change of all later occurrences leaves the earlier ones to their rule",
        calendar(
          "BEGIN:VEVENT\nUID:y\nSUMMARY:Yoga\nDTSTART:20261120T100000\nRRULE:FREQ=DAILY;COUNT=8\nEND:VEVENT\nBEGIN:VEVENT\nUID:y\nSUMMARY:Yoga\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261126T100000\nDTSTART:20261126T110000\nEND:VEVENT"
        ),
        [
          "kind:task,id:y,series:y,title:Yoga,date:2026-11-20,time:10:00,rrule:FREQ=DAILY;UNTIL=20261125,exdates:[2026-11-26]",
          "kind:task,id:y/2026-11-27,series:y,title:Yoga,date:2026-11-27,time:11:00,until:2026-11-27",
          "kind:task,id:y/2026-11-26,series:y,title:Yoga,date:2026-11-26,time:11:00,until:2026-11-26",
        ], ["7:7: warning: 1 series changes from one occurrence on: its dates are planned one by one"],
        options: ["--event-alarm", "0"]),
      ImportCase(
        "a to-do that is done to 100 %, as programs write it; an event has no percentage",
        todo("DUE:20261124T160000\nPERCENT-COMPLETE: 100.0") + event("DTSTART:20261124T100000\nPERCENT-COMPLETE:100"),
        [
          "kind:task,id:t,title:Rent,date:2026-11-24,time:16:00,completed:true",
          "kind:task,id:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,remind:[-15m]",
        ]),
      ImportCase(
        "a date alone reminds at the time of dates", todo("DUE;VALUE=DATE:20261124"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:08:30,allDay:true"], options: ["--all-day-time", "08:30"]),
      ImportCase(
        "a to-do that is due an hour after it starts is due at each occurrence's end",
        todo("DTSTART:20261124T160000\nDUE:20261124T170000\nRRULE:FREQ=WEEKLY"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:17:00,rrule:FREQ=WEEKLY"]),
      ImportCase(
        "a folded line continues without its space", todo("DUE:20261124T1600\n 00\nDESCRIPTION:a\n  b"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "a time in UTC is shown by the account's clock", todo("DUE:20260624T160000Z"),
        ["kind:task,id:t,title:Rent,date:2026-06-24,time:16:00,timeZone:UTC"]),
      ImportCase(
        "the second hour of an overlap is in UTC: when a to-do ends, and of two RDATEs at one wall time the later",
        todo("DTSTART;TZID=Europe/Berlin:20271031T010000\nDURATION:PT2H30M"),
        ["kind:task,id:t,title:Rent,date:2027-10-31,time:01:30,timeZone:UTC"]),
      ImportCase(
        "RDATE may name both hours of an overlap, and EXDATE either",
        event(
          "DTSTART;TZID=Europe/Berlin:20271029T023000\nRDATE:20271031T003000Z,20271031T013000Z\nRDATE;TZID=Asia/Tokyo:20271031T101500\nRDATE:20271031T014500Z\nEXDATE:20271031T014500Z",
          alarm: "PT0S"),
        [
          "kind:task,id:e,series:e,title:Tea,date:2027-10-29,time:02:30,until:2027-10-29,timeZone:Europe/Berlin",
          "kind:task,id:e/2027-10-31,series:e,title:Tea,date:2027-10-31,time:02:30,until:2027-10-31,timeZone:Europe/Berlin",
          "kind:task,id:e/2027-10-31T01:30,series:e,title:Tea,date:2027-10-31,time:01:30,until:2027-10-31,timeZone:UTC",
          "kind:task,id:e/2027-10-31T01:15,series:e,title:Tea,date:2027-10-31,time:01:15,until:2027-10-31,timeZone:UTC",
        ]),
      ImportCase(
        "an EXDATE in the second hour of an overlap excludes no occurrence of a rule",
        event(
          "DTSTART;TZID=Europe/Berlin:20271030T023000\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20271031T013000Z", alarm: "PT0S"
        ),
        ["kind:task,id:e,title:Tea,date:2027-10-30,time:02:30,rrule:FREQ=DAILY;COUNT=2,timeZone:Europe/Berlin"]),
      ImportCase(
        "an end before the start is none",
        event("DTSTART:20261124T090000Z\nDTEND:20261124T080000Z", alarm: "-PT5M\nTRIGGER;RELATED=END:-PT5M"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:09:00,until:2026-11-24,remind:[-5m],timeZone:UTC"
        ], ["7:7: warning: 1 end of an event cannot be read: it is left out"]),
      ImportCase(
        "an alarm of a whole day in that hour counts from the time of dates",
        event("DTSTART;VALUE=DATE:20271031", alarm: "20271031T013000Z"),
        [
          "kind:task,id:e,title:Tea,date:2027-10-31,time:09:00,allDay:true,until:2027-10-31,remind:[-390m],duration:86400"
        ]),
      ImportCase(
        "BYSETPOS counts the times of a period",
        event("DTSTART:20261130T090000\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYHOUR=9,15;BYSETPOS=-2,3", alarm: "PT0S"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-30,time:09:00,rrule:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1,2"
        ]),
      ImportCase(
        "BYSETPOS counts the times of a day",
        event("DTSTART:20261124T150000\nRRULE:FREQ=DAILY;BYHOUR=9,15;BYSETPOS=-1;COUNT=3", alarm: "PT0S"),
        ["kind:task,id:e,title:Tea,date:2026-11-24,time:15:00,rrule:FREQ=DAILY;COUNT=3"]),
      ImportCase(
        "a rule in another zone keeps that zone",
        event("DTSTART;TZID=America/New_York:20270313T090000\nRRULE:FREQ=DAILY;COUNT=2"),
        [
          "kind:task,id:e,title:Tea,date:2027-03-13,time:09:00,rrule:FREQ=DAILY;COUNT=2,remind:[-15m],timeZone:America/New_York"
        ],
        []),
      ImportCase(
        "an alarm of the day before moves the days of the rule",
        event("DTSTART:20261123T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2", alarm: "-P1D"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:09:00,rrule:FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2,remind:[-1d]"]
      ),
      ImportCase(
        "an alarm before midnight of the first is on the last of the month before",
        event("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=MONTHLY", alarm: "-PT1H"),
        [
          "kind:task,id:e,title:Tea,date:2026-12-01,time:09:00,allDay:true,rrule:FREQ=MONTHLY,remind:[-1d@23:00],duration:86400"
        ]),
      ImportCase(
        "a rule of the last weekday keeps its alarm of another day",
        event("DTSTART:20261127T090000\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", alarm: "-P2D"),
        ["kind:task,id:e,title:Tea,date:2026-11-27,time:09:00,rrule:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2,remind:[-2d]"],
        []),
      ImportCase(
        "an end in UTC is a date by the event's clock",
        event("DTSTART:20261123T003000\nRRULE:FREQ=DAILY;UNTIL=20261129T233000Z"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:00:30,rrule:FREQ=DAILY;UNTIL=20261130,remind:[-15m]"]),
      ImportCase(
        "EXDATE, a moved occurrence and a cancelled one leave the rule, and RDATE adds to it",
        calendar(
          """
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          DUE;TZID=Europe/Berlin:20261123T090000
          RRULE:FREQ=DAILY
          EXDATE;TZID=Europe/Berlin:20261124T090000
          RDATE;TZID=Europe/Berlin:20261122T170000
          END:VTODO
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent moved
          RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000
          DUE;TZID=Europe/Berlin:20261125T170000
          END:VTODO
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          RECURRENCE-ID:20261126T080000Z
          STATUS:CANCELLED
          DUE;TZID=Europe/Berlin:20261126T090000
          END:VTODO
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          RECURRENCE-ID;TZID=Europe/Berlin:20261127T090000
          COMPLETED:20261122T090000Z
          DUE;TZID=Europe/Berlin:20261127T090000
          END:VTODO
          """),
        [
          "kind:task,id:t,series:t,title:Rent,date:2026-11-23,time:09:00,rrule:FREQ=DAILY,"
            + "exdates:[2026-11-24,2026-11-25,2026-11-26],completedOn:[2026-11-27]",
          "kind:task,id:t/2026-11-22,series:t,title:Rent,date:2026-11-22,time:17:00",
          "kind:task,id:t/2026-11-25,series:t,title:Rent moved,date:2026-11-25,time:17:00",
        ]),
      ImportCase(
        "KDE keeps the next due time of a to-do: occurrences before it are done",
        todo(
          "DTSTART;TZID=Europe/Berlin:20261104T100000\nDUE;TZID=Europe/Berlin:20261104T110000\nRRULE:FREQ=WEEKLY\nX-KDE-LIBKCAL-DTRECURRENCE:20261202T100000Z"
        ),
        [
          "kind:task,id:t,title:Rent,date:2026-11-04,time:11:00,rrule:FREQ=WEEKLY,completedOn:[2026-11-04,2026-11-11,2026-11-18,2026-11-25]"
        ]),
      ImportCase(
        "the same of whole days",
        todo("DUE;VALUE=DATE:20261120\nRRULE:FREQ=DAILY\nX-KDE-LIBKCAL-DTRECURRENCE;VALUE=DATE:20261123"),
        [
          "kind:task,id:t,title:Rent,date:2026-11-20,time:09:00,allDay:true,rrule:FREQ=DAILY,completedOn:[2026-11-20,2026-11-21,2026-11-22]"
        ]),
      ImportCase(
        "an alarm that days by the clock precede is at one time of day, also when the clocks change between",
        event("DTSTART;TZID=Europe/Berlin:20261127T160000\nDURATION:P3D\nRRULE:FREQ=WEEKLY").replacing(
          "TRIGGER", with: "TRIGGER;RELATED=END"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-27,time:16:00,rrule:FREQ=WEEKLY,remind:[+3d@15:45],timeZone:Europe/Berlin,duration:259200"
        ]),
      ImportCase(
        "and if it is not, its dates are planned one by one",
        event("DTSTART;TZID=Europe/Berlin:20261124T050000\nRRULE:FREQ=DAILY", alarm: "-P1DT5H"),
        [
          "kind:task,id:e/2026-11-24,series:e,title:Tea,date:2026-11-24,time:05:00,until:2026-11-24,remind:[-29h],timeZone:Europe/Berlin",
          "kind:task,id:e/2026-11-25,series:e,title:Tea,date:2026-11-25,time:05:00,until:2026-11-25,remind:[-29h],timeZone:Europe/Berlin",
        ],
        ["7:7: warning: 1 alarm's distance changes with the clocks: its dates are planned one by one"],
        options: ["--days", "0"]),
      ImportCase(
        "two occurrences of one date may be snoozed",
        event("DTSTART:20261122T081500\nRRULE:FREQ=DAILY;BYHOUR=8,14", alarm: "PT0S").replacing(
          "END:VEVENT",
          with:
            "X-MOZ-SNOOZE-TIME-1795331700000000:20261122T150000Z\nX-MOZ-SNOOZE-TIME-1795353300000000:20261122T144500Z\nEND:VEVENT"
        ),
        [
          "kind:task,id:e,series:e,title:Tea,date:2026-11-22,time:08:15,rrule:FREQ=DAILY,exdates:[2026-11-22]",
          "kind:task,id:e/14:15,series:e,title:Tea,date:2026-11-22,time:14:15,rrule:FREQ=DAILY,exdates:[2026-11-22]",
          "kind:task,id:e/2026-11-22/snoozed,series:e,title:Tea,date:2026-11-22,time:08:15,until:2026-11-22,remind:[+465m]",
          "kind:task,id:e/2026-11-22T14:15/snoozed,series:e,title:Tea,date:2026-11-22,time:14:15,until:2026-11-22,remind:[+90m]",
        ]),
      ImportCase(
        "an end without a zone is on the start's clock",
        event("DTSTART;TZID=America/New_York:20261124T090000\nDTEND:20261124T100000"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:09:00,until:2026-11-24,remind:[-15m],timeZone:America/New_York,duration:3600"
        ]),
      ImportCase(
        "a title of blanks is none", event("DTSTART:20261124T090000").replacing("SUMMARY:Tea", with: "SUMMARY:  "),
        ["kind:task,id:e,title:Reminder,date:2026-11-24,time:09:00,until:2026-11-24,remind:[-15m]"]),
      ImportCase(
        "an occurrence that the clock skips is known by its instant",
        event("DTSTART;TZID=Europe/Berlin:20270327T023000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270328T013000Z"),
        [
          "kind:task,id:e,title:Tea,date:2027-03-27,time:02:30,rrule:FREQ=DAILY;COUNT=3,exdates:[2027-03-28],remind:[-15m],timeZone:Europe/Berlin"
        ]),
      ImportCase(
        "KDE's alarms may be switched off",
        event("DTSTART:20261124T090000").replacing("TRIGGER", with: "X-KDE-KCALCORE-ENABLED:FALSE\nTRIGGER"), [],
        ["7:1: warning: 1 alarm is switched off: it is not planned"]),
      ImportCase(
        "or on", event("DTSTART:20261124T090000").replacing("TRIGGER", with: "X-KDE-KCALCORE-ENABLED:TRUE\nTRIGGER"),
        ["kind:task,id:e,title:Tea,date:2026-11-24,time:09:00,until:2026-11-24,remind:[-15m]"]),
      ImportCase(
        "a first date that the rule does not make is an occurrence all the same, and counts",
        todo("DUE:20261124T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"),
        [
          "kind:task,id:t/2026-11-24,series:t,title:Rent,date:2026-11-24,time:09:00",
          "kind:task,id:t,series:t,title:Rent,date:2026-11-24,time:09:00,rrule:FREQ=WEEKLY;BYDAY=MO;COUNT=2",
        ]),
      ImportCase(
        "Apple keeps the first date's instant as the alarm of a repeating to-do, and gives a place the year 1976",
        calendar(
          """
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          DUE;TZID=Europe/Berlin:20261123T090000
          RRULE:FREQ=DAILY
          BEGIN:VALARM
          ACTION:DISPLAY
          TRIGGER;VALUE=DATE-TIME:20261123T074500Z
          END:VALARM
          BEGIN:VALARM
          ACTION:DISPLAY
          X-APPLE-PROXIMITY:ARRIVE
          TRIGGER;VALUE=DATE-TIME:19760401T005545Z
          END:VALARM
          END:VTODO
          """),
        ["kind:task,id:t,series:t,title:Rent,date:2026-11-23,time:09:00,rrule:FREQ=DAILY,remind:[-15m]"],
        ["12:1: warning: 1 alarm rings at a place: it is not planned"]),
      ImportCase(
        "an UNTIL without a zone is a wall time",
        event("DTSTART:20261123T090000\nRRULE:FREQ=DAILY;UNTIL=20261129T085959"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:09:00,rrule:FREQ=DAILY;UNTIL=20261128,remind:[-15m]"]),
      ImportCase(
        "and an occurrence at it is one", event("DTSTART:20261123T090000\nRRULE:FREQ=DAILY;UNTIL=20261129T090000"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:09:00,rrule:FREQ=DAILY;UNTIL=20261129,remind:[-15m]"]),
      ImportCase(
        "an empty rule does not count", event("DTSTART:20261123T090000\nRRULE:"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:09:00,until:2026-11-23,remind:[-15m]"]),
      ImportCase(
        "a zone of Windows is CLDR's", event("DTSTART;TZID=Tokyo Standard Time:20261123T173000"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:17:30,until:2026-11-23,remind:[-15m],timeZone:Asia/Tokyo"]),
      ImportCase(
        "labels of Windows without a city or with a former offset, and offsets in parentheses",
        calendar(
          [
            "(UTC-03:00) City of Buenos Aires", "(UTC-12:00) International Date Line West", "(GMT +01:00)",
            "(UTC+13:00) Nuku'alofa", "(UTC+02:00) Istanbul",
          ].enumerated().map {
            "BEGIN:VTODO\nUID:\($0)\nSUMMARY:Rent\nDUE;TZID=\"\($1)\":20261124T160000\nEND:VTODO"
          }.joined(separator: "\n")),
        [
          "kind:task,id:0,title:Rent,date:2026-11-24,time:16:00,timeZone:America/Argentina/Buenos_Aires",
          "kind:task,id:1,title:Rent,date:2026-11-25,time:05:00",
          "kind:task,id:2,title:Rent,date:2026-11-24,time:16:00",
          "kind:task,id:3,title:Rent,date:2026-11-24,time:16:00,timeZone:Pacific/Tongatapu",
          "kind:task,id:4,title:Rent,date:2026-11-24,time:16:00,timeZone:Asia/Istanbul",
        ]),
      ImportCase(
        "dates with Z, at 24:00, and with a time that VALUE denies",
        event("DTSTART:20261124T090000\nRDATE:20261125T240000", alarm: "PT0S")
          + calendar(
            "BEGIN:VTODO\nUID:a\nDUE:20261124Z\nEND:VTODO\nBEGIN:VTODO\nUID:b\nDUE;VALUE=DATE:20261124T000000\nEND:VTODO"
          ),
        [
          "kind:task,id:a,title:Reminder,date:2026-11-24,time:09:00,allDay:true",
          "kind:task,id:b,title:Reminder,date:2026-11-24,time:09:00,allDay:true",
          "kind:task,id:e,series:e,title:Tea,date:2026-11-24,time:09:00,until:2026-11-24",
          "kind:task,id:e/2026-11-26,series:e,title:Tea,date:2026-11-26,time:00:00,until:2026-11-26",
        ]),
      ImportCase(
        "Outlook marks whole days, in a zone or in UTC",
        calendar(
          [
            ";TZID=Asia/Tokyo:20261124T000000", ":20261123T230000Z", ":20261124T100000",
          ].enumerated().map { number, start in
            "BEGIN:VEVENT\nUID:\(number)\nSUMMARY:Fair\nDTSTART\(start)\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nEND:VEVENT"
          }.joined(separator: "\n")),
        [
          "kind:task,id:0,title:Fair,date:2026-11-24,time:09:00,allDay:true,until:2026-11-24,duration:86400",
          "kind:task,id:1,title:Fair,date:2026-11-24,time:09:00,allDay:true,until:2026-11-24,duration:86400",
          "kind:task,id:2,title:Fair,date:2026-11-24,time:10:00,until:2026-11-24",
        ], options: ["--event-alarm", "0"]),
      ImportCase(
        "vCalendar 1.0 has alarms in properties, and rules of its own",
        calendar(
          """
          BEGIN:VEVENT
          UID:a
          SUMMARY:Tea
          DTSTART:20261124T100000
          DALARM:20261124T094500;PT5M;1;Tea
          MALARM:20261124T094500;;;me@example.com;Tea
          RRULE:W2 TU TH #10
          EXDATE:20261126T100000;20261208T100000
          END:VEVENT
          BEGIN:VEVENT
          UID:b
          SUMMARY:Board
          DTSTART:20261130T100000
          AALARM:20261130T090000
          RRULE:MP1 2- 1- MO 20270630T000000
          END:VEVENT
          BEGIN:VTODO
          UID:c
          SUMMARY:Rent
          DUE:20261130
          RRULE:MD1 LD #0
          END:VTODO
          """
        ).replacing("VERSION:2.0", with: "VERSION:1.0"),
        [
          "kind:task,id:a,series:a,title:Tea,date:2026-11-24,time:10:00,rrule:FREQ=WEEKLY;INTERVAL=2;COUNT=10;BYDAY=TU,TH,exdates:[2026-11-26,2026-12-08],remind:[-15m,-10m]",
          "kind:task,id:b,series:b,title:Board,date:2026-11-30,time:10:00,rrule:FREQ=MONTHLY;INTERVAL=1;UNTIL=20270629;BYDAY=-2MO,-1MO,remind:[-1h]",
          "kind:task,id:c,title:Rent,date:2026-11-30,time:09:00,allDay:true,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1",
        ],
        ["8:1: warning: 1 alarm sends an email: it is not planned"]),
      ImportCase(
        "alarms at a place, and with an ACTION that nobody knows, are counted",
        event("DTSTART:20261124T090000", alarm: "-PT15M\nPROXIMITY:ARRIVE")
          + event("DTSTART:20261124T090000").replacing("UID:e", with: "UID:f").replacing("DISPLAY", with: "X-SMS"), [],
        [
          "7:1: warning: 1 alarm rings at a place: it is not planned",
          "20:1: warning: 1 alarm has an unknown ACTION: it is not planned",
        ]),
      ImportCase(
        "without a UID, equal components are copies, and others of one title and start have numbers",
        calendar(
          ["", "DURATION:PT1H\n", "DESCRIPTION:x\n", "DURATION:PT2H\n"].map {
            "BEGIN:VEVENT\nSUMMARY:Swim\nDTSTART:20261124T090000\n\($0)END:VEVENT"
          }.joined(separator: "\n")),
        [
          "kind:task,id:Swim@2026-11-24T09:00:00,title:Swim,date:2026-11-24,time:09:00,until:2026-11-24",
          "kind:task,id:Swim@2026-11-24T09:00:00-2,title:Swim,date:2026-11-24,time:09:00,until:2026-11-24,duration:3600",
          "kind:task,id:Swim@2026-11-24T09:00:00-3,title:Swim,date:2026-11-24,time:09:00,until:2026-11-24,duration:7200",
        ],
        ["12:1: warning: 1 component is there twice: it is read once"], options: ["--event-alarm", "0"]),
      ImportCase(
        "an alarm that is no whole minutes away rings by the clock",
        event("DTSTART:20261124T235959", alarm: "20261124T110000Z")
          + event("DTSTART:20261124T120000", alarm: "-PT1S").replacing("UID:e", with: "UID:f"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:23:59:59,until:2026-11-24,remind:[0@12:00]",
          "kind:task,id:f,title:Tea,date:2026-11-24,time:12:00,until:2026-11-24,remind:[0@11:59:59]",
        ]),
      ImportCase(
        "a to-do is no version of the event with its UID",
        event("DTSTART:20261124T090000", alarm: "PT0S") + todo("DUE:20261124T100000").replacing("UID:t", with: "UID:e"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:09:00,until:2026-11-24",
          "kind:task,id:e-2,title:Rent,date:2026-11-24,time:10:00",
        ]),
      ImportCase(
        "a slash before a zone is not part of its name", event("DTSTART;TZID=/Asia/Tokyo:20261123T173000"),
        ["kind:task,id:e,title:Tea,date:2026-11-23,time:17:30,until:2026-11-23,remind:[-15m],timeZone:Asia/Tokyo"]),
      ImportCase(
        "of one UID the greater SEQUENCE counts, regardless of order",
        calendar(
          ["a\nSEQUENCE:2\nSUMMARY:New", "a\nSUMMARY:Old", "b\nSEQUENCE:1\nSUMMARY:Old", "b\nSEQUENCE:3\nSUMMARY:New"]
            .map { "BEGIN:VTODO\nUID:\($0)\nDUE:20261123T090000\nEND:VTODO" }.joined(separator: "\n")),
        ["kind:task,id:a,title:New,date:2026-11-23,time:09:00", "kind:task,id:b,title:New,date:2026-11-23,time:09:00"],
        ["9:1: warning: 2 components have newer versions: they are left out"]),
      ImportCase(
        "Google writes a length in hours as -P0DT1H0M0S, mails are no notifications, and two alike ring once",
        calendar(
          """
          BEGIN:VEVENT
          UID:e
          SUMMARY:Tea\\, black
          DTSTART:20261123T090000Z
          BEGIN:VALARM
          ACTION:DISPLAY
          TRIGGER:-P0DT1H0M0S
          END:VALARM
          BEGIN:VALARM
          ACTION:EMAIL
          TRIGGER:-P0DT0H10M0S
          END:VALARM
          BEGIN:VALARM
          ACTION:AUDIO
          TRIGGER:-PT60M
          END:VALARM
          END:VEVENT
          """),
        ["kind:task,id:e,title:Tea, black,date:2026-11-23,time:09:00,until:2026-11-23,remind:[-1h],timeZone:UTC"],
        [
          "11:1: warning: 1 alarm sends an email: it is not planned",
          "15:1: warning: 1 alarm is there twice: it is planned once",
        ]),
      ImportCase(
        "the tz database beats a VTIMEZONE that differs from it, with a warning, even after its event",
        calendar(
          """
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          DUE;TZID=Europe/London:20261124T090000
          END:VTODO
          BEGIN:VTIMEZONE
          TZID:Europe/London
          BEGIN:STANDARD
          DTSTART:19700101T000000
          TZOFFSETFROM:+0300
          TZOFFSETTO:+0300
          END:STANDARD
          END:VTIMEZONE
          """),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:09:00,timeZone:Europe/London"],
        [
          "8:1: warning: the file's VTIMEZONE \"Europe/London\" differs from the tz database, which is used"
        ]),
      ImportCase(
        "a TZID that the tz database has not is read by its VTIMEZONE",
        calendar(
          """
          BEGIN:VTIMEZONE
          TZID:GMT +0530
          BEGIN:STANDARD
          DTSTART:19700101T000000
          TZOFFSETFROM:+0530
          TZOFFSETTO:+0530
          END:STANDARD
          END:VTIMEZONE
          BEGIN:VTODO
          UID:t
          SUMMARY:Rent
          DUE;TZID=GMT +0530:20261124T093000
          END:VTODO
          """),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:05:00"]),
      ImportCase(
        "what has no date, no alarm, or is over is counted",
        calendar(
          """
          BEGIN:VTODO
          UID:a
          END:VTODO
          BEGIN:VEVENT
          UID:b
          DTSTART:20261124T090000
          END:VEVENT
          BEGIN:VTODO
          UID:c
          DUE:20261101T090000
          STATUS:COMPLETED
          END:VTODO
          BEGIN:VJOURNAL
          UID:d
          END:VJOURNAL
          """), [],
        [
          "3:1: warning: 1 task has no date: it is not planned",
          "6:1: warning: 1 event has no alarm: it is not planned; --event-alarm 15m plans events without one",
          "10:1: warning: 1 task was done before today: it is left out",
          "15:1: warning: 1 journal entry is not planned",
        ]),
      ImportCase(
        "--event-alarm reminds of an event without an alarm, days before by the clock, and of a whole day at the time of dates",
        calendar(
          """
          BEGIN:VEVENT
          UID:a
          SUMMARY:Flight
          DTSTART;TZID=Europe/Berlin:20270328T100000
          DTEND;TZID=Europe/Berlin:20270328T120000
          END:VEVENT
          BEGIN:VEVENT
          UID:b
          SUMMARY:Fair
          DTSTART;VALUE=DATE:20270328
          DTEND;VALUE=DATE:20270331
          RRULE:FREQ=YEARLY
          END:VEVENT
          BEGIN:VEVENT
          UID:c
          SUMMARY:Own
          DTSTART:20261124T090000
          BEGIN:VALARM
          ACTION:DISPLAY
          TRIGGER:-PT5M
          END:VALARM
          END:VEVENT
          """),
        [
          "kind:task,id:c,title:Own,date:2026-11-24,time:09:00,until:2026-11-24,remind:[-5m]",
          "kind:task,id:a,title:Flight,date:2027-03-28,time:10:00,until:2027-03-28,remind:[-24h],timeZone:Europe/Berlin,duration:7200",
          "kind:task,id:b,title:Fair,date:2027-03-28,time:09:00,allDay:true,rrule:FREQ=YEARLY,remind:[-1d],duration:259200",
        ], options: ["--event-alarm", "25h"]),
      ImportCase(
        "--event-alarm 0 is an event's start, and a moved occurrence's",
        calendar(
          """
          BEGIN:VEVENT
          UID:a
          SUMMARY:Tea
          DTSTART:20261124T100000
          DTEND:20261124T120000
          RRULE:FREQ=DAILY
          END:VEVENT
          BEGIN:VEVENT
          UID:a
          SUMMARY:Late tea
          RECURRENCE-ID:20261125T100000
          DTSTART:20261125T170000
          END:VEVENT
          """),
        [
          "kind:task,id:a,series:a,title:Tea,date:2026-11-24,time:10:00,rrule:FREQ=DAILY,exdates:[2026-11-25],duration:7200",
          "kind:task,id:a/2026-11-25,series:a,title:Late tea,date:2026-11-25,time:17:00,until:2026-11-25",
        ], options: ["--event-alarm", "0"]),
    ])
  func reads(_ row: ImportCase) throws { try row.check() }

  @Test(
    "repairs broken calendars, or rejects their broken parts",
    arguments: [
      ImportCase(
        "of dates in another form, each costs itself, as the file has it",
        event(
          "DTSTART;TZID=Europe/Berlin:20261124T100000\nRDATE;TZID=Europe/Berlin:20261125T100000,2026-11-26T10:00:00,20261127T100000",
          alarm: "PT0S"),
        [
          "kind:task,id:e,series:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,timeZone:Europe/Berlin",
          "kind:task,id:e/2026-11-25,series:e,title:Tea,date:2026-11-25,time:10:00,until:2026-11-25,timeZone:Europe/Berlin",
          "kind:task,id:e/2026-11-27,series:e,title:Tea,date:2026-11-27,time:10:00,until:2026-11-27,timeZone:Europe/Berlin",
        ],
        [
          #"7:26: error: item "e", field RDATE: found "2026-11-26T10:00:00"; expected dates or times, such as 20261120T090000"#
        ], status: 1),
      ImportCase(
        "a time with colons", todo("DUE:2026-11-24T16:00:00Z"), [],
        [
          #"6:5: error: item "t", field DUE: found "2026-11-24T16:00:00Z"; expected a date or a time, such as 20261120 or 20261120T090000Z"#
        ], status: 1),
      ImportCase(
        "of two calendars with one UID, the later counts, and a copy is read once",
        todo("DUE:20261124T160000") + todo("DUE:20261124T170000") + todo("DUE:20261124T170000"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:17:00"],
        [
          "3:1: warning: 1 component has a newer version: it is left out",
          "19:1: warning: 1 component is there twice: it is read once",
        ]),
      ImportCase(
        "a page around a calendar",
        "<br />\n<b>Warning</b>: x in y\n" + todo("DUE:20261124T160000") + "<!-- cached -->\n",
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        ["1:1: warning: 3 lines have no property name: they count as text of the lines before"]),
      ImportCase(
        "a log before a calendar", "[2026-11-20] exporting\n" + todo("DUE:20261124T160000"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        ["1:1: warning: 1 line has no property name: it counts as text of the line before"]),
      ImportCase(
        "the first line is missing", String(todo("DUE:20261124T160000").dropFirst(16)),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        [
          "1:1: warning: 1 line is outside of a calendar: it is skipped",
          "2:1: warning: 1 component is outside of a calendar: it is read",
        ]),
      ImportCase(
        "the BEGIN of an event, a to-do or an alarm is missing",
        event("DTSTART:20261124T100000").replacing("BEGIN:VEVENT\n", with: "")
          + todo("DUE:20261124T160000").replacing("BEGIN:VTODO\n", with: "")
          + event("DTSTART:20261124T100000").replacing("BEGIN:VALARM\n", with: "").replacing("UID:e", with: "UID:f"),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,remind:[-15m]",
          "kind:task,id:t,title:Rent,date:2026-11-24,time:16:00",
          "kind:task,id:f,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,remind:[-15m]",
        ], ["3:1: warning: 3 components have no BEGIN: they are read"]),
      ImportCase(
        "the END of one event and the BEGIN of the next are missing",
        event("DTSTART:20261124T100000\nEND:VEVENT\nBEGIN:VEVENT\nUID:f\nSUMMARY:Tea\nDTSTART:20261125T100000")
          .replacing("END:VEVENT\nBEGIN:VEVENT\n", with: ""),
        [
          "kind:task,id:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24",
          "kind:task,id:f,title:Tea,date:2026-11-25,time:10:00,until:2026-11-25,remind:[-15m]",
        ],
        [
          "7:1: warning: 1 component has no BEGIN: it is read",
          "7:1: warning: 1 component has no END before this line",
        ], options: ["--event-alarm", "0"]),
      ImportCase(
        "two events without an END between, and with lines that are mixed",
        event("DTSTART:20261124T100000\nDTSTART:20261125T100000\nUID:f\nSUMMARY:Tea"), [],
        [#"8:1: error: item "f", field UID: found a second UID, "f"; expected END:VEVENT before it"#], status: 1),
      ImportCase(
        "the BEGIN of a zone's winter is missing",
        event("DTSTART;TZID=Custom:20261124T100000").replacing(
          "BEGIN:VEVENT\n",
          with:
            "BEGIN:VTIMEZONE\nTZID:Custom\nBEGIN:DAYLIGHT\nDTSTART:19810329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT\nDTSTART:19961027T030000\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\n"
        ),
        ["kind:task,id:e,title:Tea,date:2026-11-24,time:10:00,until:2026-11-24,remind:[-15m]"],
        ["11:1: warning: 1 component has no BEGIN: it is read"]),
      ImportCase(
        "text before a calendar, and a byte order mark in it",
        "From: mail\nDate: today\n\n\u{feff}" + todo("DUE:20261124T160000"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        ["1:1: warning: 2 lines before the first BEGIN are skipped"]),
      ImportCase(
        "X-WR-TIMEZONE that nobody knows",
        todo("DUE:20261124T160000").replacing("VERSION:2.0\n", with: "X-WR-TIMEZONE:Europe/Berln\n"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        [
          #"2:15: warning: the tz database has no zone "Europe/Berln": its times are in Europe/Berlin; the nearest is Europe/Berlin"#
        ]),
      ImportCase(
        "a VTIMEZONE's name in another case",
        calendar(
          "BEGIN:VTIMEZONE\nTZID:My Zone\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:+0500\nTZOFFSETTO:+0500\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VTODO\nUID:t\nSUMMARY:Rent\nDUE;TZID=MY ZONE:20261124T160000\nEND:VTODO"
        ), ["kind:task,id:t,title:Rent,date:2026-11-24,time:12:00"]),
      ImportCase(
        "an occurrence in an unknown zone, and one of a series that is refused",
        calendar(
          [
            "UID:a\nDTSTART:20261124T090000\nRRULE:FREQ=DAILY",
            "UID:a\nDTSTART:20261125T180000\nRECURRENCE-ID;TZID=Mars/X:20261125T090000",
            "UID:b\nDTSTART:20261124T090000\nRRULE:FREQ=HOURLY",
            "UID:b\nDTSTART:20261125T180000\nRECURRENCE-ID:20261125T090000",
          ].map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT" }.joined(separator: "\n")),
        [
          "kind:task,id:a,title:Reminder,date:2026-11-24,time:09:00,rrule:FREQ=DAILY",
          "kind:task,id:b/2026-11-25,series:b,title:Reminder,date:2026-11-25,time:18:00,until:2026-11-25",
        ],
        [
          #"11:27: error: item "a", field RECURRENCE-ID: found the TZID "Mars/X"; expected a zone of the tz database, or a VTIMEZONE of that name"#,
          #"16:7: error: item "b", field RRULE: found "FREQ=HOURLY"; expected DAILY, WEEKLY, MONTHLY or YEARLY, or a COUNT or UNTIL that ends the rule by 2027-12-27"#,
        ], status: 1, options: ["--event-alarm", "0"]),
      ImportCase(
        "of two VTIMEZONEs that differ in case, the equal one counts",
        calendar(
          ["My Zone", "my zone"].enumerated().map {
            "BEGIN:VTIMEZONE\nTZID:\($1)\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETTO:+0\($0 + 5)00\nEND:STANDARD\nEND:VTIMEZONE"
          }.joined(separator: "\n") + "\nBEGIN:VTODO\nUID:t\nDUE;TZID=my zone:20261124T160000\nEND:VTODO"),
        ["kind:task,id:t,title:Reminder,date:2026-11-24,time:11:00"]),
      ImportCase(
        "a component without its calendar", "BEGIN:VTODO\nUID:t\nSUMMARY:Rent\nDUE:20261124T160000\nEND:VTODO\n",
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"],
        ["1:1: warning: 1 component is outside of a calendar: it is read"]),
      ImportCase(
        "blanks before each line, and between a name and its value",
        "\u{feff}  " + todo("DUE :20261124T160000\nDESCRIPTION:a\n b").replacing("\n", with: "\n  "),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "blanks before the first line alone", " " + todo("DUE:20261124T1600\n 00"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"]),
      ImportCase(
        "an end that is faulty or empty costs an event its length",
        calendar(
          ["DTEND:soon", "DTEND:", "DURATION:-PT1W", "COMPLETED:"].enumerated().map {
            "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20261124T090000\n\($1)\nEND:VEVENT"
          }.joined(separator: "\n")),
        (0..<4).map { "kind:task,id:\($0),title:Reminder,date:2026-11-24,time:09:00,until:2026-11-24" },
        ["6:1: warning: 2 ends of events cannot be read: they are left out"],
        options: ["--event-alarm", "0"]),
      ImportCase(
        "an event with an end alone", calendar("BEGIN:VEVENT\nDTEND:20261124T090000\nUID:e\nEND:VEVENT"), [],
        [#"3:1: error: item "e", field DTSTART: the event has no date; expected DTSTART"#], status: 1,
        options: ["--event-alarm", "0"]),
      ImportCase(
        "what is neither an event nor a to-do is counted",
        calendar(
          "BEGIN:VFREEBUSY\nEND:VFREEBUSY\nBEGIN:VAVAILABILITY\nBEGIN:AVAILABLE\nEND:AVAILABLE\nEND:VAVAILABILITY"), [],
        ["3:1: warning: 2 components are neither events nor to-dos: they are not planned"]),
      ImportCase(
        "a VTIMEZONE without a start counts if it has one offset, and offsets may lack the sign",
        calendar(
          [
            ("A", "BEGIN:STANDARD\nTZOFFSETFROM:0500\nTZOFFSETTO:0500\nEND:STANDARD\n"),
            (
              "B",
              "BEGIN:STANDARD\nTZOFFSETTO:+0500\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:20260301T020000\nTZOFFSETTO:+0600\nEND:DAYLIGHT\n"
            ),
          ].map {
            "BEGIN:VTIMEZONE\nTZID:\($0)\n\($1)END:VTIMEZONE\nBEGIN:VTODO\nUID:\($0)\nSUMMARY:Rent\nDUE;TZID=\($0):20261124T160000\nEND:VTODO"
          }.joined(separator: "\n")), ["kind:task,id:A,title:Rent,date:2026-11-24,time:12:00"],
        [
          #"28:12: error: item "B": found the TZID "B"; expected a zone of the tz database, or a VTIMEZONE of that name with DTSTART, TZOFFSETTO and rules that can be read; that of line 15 lacks some"#
        ], status: 1),
      ImportCase(
        "a line without a colon", "BEGIN:VCALENDAR\nBEGIN VTODO\nEND:VCALENDAR\n", [],
        ["2:1: warning: 1 line has no property name: it counts as text of the line before"]),
      ImportCase(
        "the end is missing", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\n", [],
        [
          "4:1: warning: the file ends before END:VTODO for the BEGIN in line 2",
          "2:1: warning: 1 task has no date: it is not planned",
        ]),
      ImportCase(
        "an end of something else", "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VEVENT\nEND:VCALENDAR\n", [],
        [
          "2:1: warning: 1 task has no date: it is not planned",
          "3:1: warning: 1 END without its BEGIN is skipped",
          "4:1: warning: 1 component has no END before this line",
        ]),
      ImportCase(
        "an end too many", "BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\n", [],
        ["3:1: warning: 1 END without its BEGIN is skipped"]),
      ImportCase(
        "an invalid date", todo("DUE:20261324T090000"), [],
        [
          #"6:5: error: item "t", field DUE: found "20261324T090000"; expected a date or a time, such as 20261120 or 20261120T090000Z"#
        ],
        status: 1),
      ImportCase(
        "an invalid duration", event("DTSTART:20261124T090000", alarm: "-15M"), [],
        [
          "3:1: warning: 1 event has no alarm: it is not planned; --event-alarm 15m plans events without one",
          #"9:9: error: item "e", field TRIGGER: found "-15M"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
        ],
        status: 1),
      ImportCase(
        "an alarm without a trigger",
        calendar("BEGIN:VEVENT\nUID:e\nDTSTART:20261124T090000\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\nEND:VEVENT"),
        [],
        [
          #"6:1: error: item "e", field TRIGGER: the alarm has no trigger; expected TRIGGER"#,
          "3:1: warning: 1 event has no alarm: it is not planned; --event-alarm 15m plans events without one",
        ].sorted { $0.hasPrefix("3") && !$1.hasPrefix("3") }, status: 1),
      ImportCase(
        "an unknown zone", todo("DUE;TZID=Mars/Base:20261124T090000"), [],
        [
          #"6:20: error: item "t": found the TZID "Mars/Base"; expected a zone of the tz database, or a VTIMEZONE of that name"#
        ],
        status: 1),
      ImportCase(
        "an event without a date", calendar("BEGIN:VEVENT\nUID:e\nEND:VEVENT"), [],
        [#"3:1: error: item "e", field DTSTART: the event has no date; expected DTSTART"#], status: 1),
      ImportCase(
        "a list with something else in it", todo("DUE:20261124T090000\nRRULE:FREQ=DAILY\nEXDATE:20261125T090000,soon"),
        ["kind:task,id:t,title:Rent,date:2026-11-24,time:09:00,rrule:FREQ=DAILY,exdates:[2026-11-25]"],
        [
          #"8:8: error: item "t", field EXDATE: found "soon"; expected dates or times, such as 20261120T090000"#
        ],
        status: 1),
      ImportCase(
        "nesting without end", "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 20), [],
        ["17:1: error: nesting is too deep; expected at most 16 levels"], status: 65),
      ImportCase(
        "no calendar, though somebody said so", "SUMMARY:Tea\n", [],
        ["1:1: error: found no calendar; expected BEGIN:VCALENDAR in the first line"], status: 65,
        options: ["--from", "icalendar"]),
    ])
  func refuses(_ row: ImportCase) throws { try row.check() }

  @Test("unused text may have any length, and later lines keep their numbers; a title's length is limited")
  func long() throws {
    let picture = String(
      repeating: "\n AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ=", count: 20_000)
    let attached = try Imported(
      calendar("BEGIN:VTODO\nATTACH;ENCODING=BASE64:\(picture)\nUID:t\nSUMMARY:Rent\nDUE:soon\nEND:VTODO"))
    #expect(attached.diagnostics.count == 1)
    #expect(attached.diagnostics.first?.hasPrefix("20007:5: error: ") == true, "\(attached.diagnostics)")
    let title = try Imported(calendar("BEGIN:VTODO\nUID:t\nSUMMARY:\(picture)\nEND:VTODO"))
    #expect(title.diagnostics == ["5:1: error: the line is too long; expected at most 1 MB"])
    #expect(title.status == 65)
  }
}
