import Testing

@Suite struct RuleFaultTests {
  @Test(
    "versions and rules",
    arguments: [
      FaultCase(
        "the greatest SEQUENCE counts in any file", ["home2.ics", "work.ics"],
        [
          "2026-11-23T16:00 Meeting (moved)"
        ],
        [
          "work.ics:3:1: warning: 1 component has a newer version: it is left out"
        ]),
      FaultCase(
        "in any order", ["work.ics", "home2.ics"],
        [
          "2026-11-23T16:00 Meeting (moved)"
        ],
        [
          "work.ics:3:1: warning: 1 component has a newer version: it is left out"
        ]),
      FaultCase(
        "a changed occurrence in another file replaces its occurrence", ["series.ics", "series-override.ics"],
        [
          "2026-11-23T10:00 Series",
          "2026-11-24T14:00 Series moved",
          "2026-11-25T10:00 Series",
        ]),
      FaultCase(
        "also before the series", ["series-override.ics", "series.ics"],
        [
          "2026-11-23T10:00 Series",
          "2026-11-24T14:00 Series moved",
          "2026-11-25T10:00 Series",
        ]),
      FaultCase(
        "all later ones too", ["series-later.ics", "series.ics"],
        [
          "2026-11-23T10:00 Series",
          "2026-11-24T14:00 Series moved",
          "2026-11-25T14:00 Series moved",
        ],
        [
          "series.ics:6:7: warning: 1 series changes from one occurrence on: its dates are planned one by one"
        ]),
      FaultCase(
        "a copy in a later file is no newer version", ["home2.ics", "copy.ics"],
        [
          "2026-11-23T16:00 Meeting (moved)"
        ],
        [
          "home2.ics:3:1: warning: 1 component is in a later file too: it is left out"
        ]),
      FaultCase(
        "a series that deletes an occurrence after it was changed", ["deleted-change.ics"],
        [
          "2026-11-23T19:00 Choir",
          "2026-11-24T19:00 Choir",
          "2026-11-26T19:00 Choir",
          "2026-11-26T20:00 Band, other room",
          "2026-11-27T19:00 Band",
        ],
        [
          "deleted-change.ics:12:1: warning: 1 component has a newer version: it is left out"
        ]),
      FaultCase(
        "also in another file", ["deleted.ics", "changed.ics"],
        [
          "2026-11-23T19:00 Choir",
          "2026-11-24T19:00 Choir",
          "2026-11-26T19:00 Choir",
        ],
        [
          "changed.ics:3:1: warning: 1 component has a newer version: it is left out"
        ]),
      FaultCase(
        "METHOD:CANCEL cancels without STATUS", ["method-cancel.ics"],
        [],
        [
          "method-cancel.ics:4:1: warning: 1 event is cancelled: it is not planned"
        ]),
      FaultCase(
        "two calendars in a file, one of which cancels", ["two-calendars.ics"],
        [],
        [
          "two-calendars.ics:3:1: warning: 1 component has a newer version: it is left out",
          "two-calendars.ics:11:1: warning: 1 event is cancelled: it is not planned",
        ]),
      FaultCase(
        "EXRULE excludes", ["exrule.ics"],
        [
          "2026-11-23T10:00 Walk",
          "2026-11-25T10:00 Walk",
          "2026-11-26T10:00 Walk",
          "2026-11-27T10:00 Walk",
          "2026-11-28T10:00 Walk",
          "2026-11-29T10:00 Walk",
        ]),
      FaultCase(
        "rules as programs write them", ["byhour.ics"],
        [
          "2026-11-23T11:00 COUNT and UNTIL",
          "2026-11-23T11:00 X part",
          "2026-11-23T11:00 blank in list",
          "2026-11-23T11:00 hourly",
          "2026-11-23T11:00 redundant BYHOUR",
          "2026-11-23T11:00 rscale",
          "2026-11-23T11:00 trailing semicolon",
          "2026-11-23T11:00 two BYHOUR",
          "2026-11-23T19:00 hourly",
          "2026-11-23T19:00 two BYHOUR",
        ],
        [
          "byhour.ics:19:7: warning: 1 rule has several times a day: its dates are planned one by one",
          #"byhour.ics:37:7: error: item "x", field RRULE: found "FREQ=DAILY;UNTIL="; expected a date or a time after UNTIL, such as 20261208 or 20261208T120000Z"#,
          #"byhour.ics:55:7: error: item "z2", field RRULE: found "FREQ=WEEKLY;INTERVAL=0;COUNT=2"; expected a whole number, 1 or more, not "0""#,
          #"byhour.ics:61:7: error: item "z3", field RRULE: found "FREQ=WEEKLY;BYDAY=1MO;COUNT=2"; expected numbers in BYDAY only with FREQ=MONTHLY or FREQ=YEARLY, not "numbers in BYDAY with WEEKLY""#,
          #"byhour.ics:73:7: error: item "z5", field RRULE: found "FREQ=DAILY;COUNT=0"; expected a whole number, 1 or more, not "0""#,
          #"byhour.ics:79:7: error: item "z6", field RRULE: found "FREQ=DAILY;UNTIL=2026-11-25"; expected a date or a time after UNTIL, such as 20261208 or 20261208T120000Z"#,
          #"byhour.ics:85:7: error: item "z7", field RRULE: found "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1;BYMONTHDAY=1"; expected no BYMONTHDAY with FREQ=WEEKLY, not "BYMONTHDAY with WEEKLY""#,
        ], status: 1, days: "3"),
      FaultCase(
        "several times a day, steps of hours, and days that months lack", ["rules.ics"],
        [
          "2026-11-23T09:00 h2",
          "2026-11-23T09:00 h3",
          "2026-11-23T09:00 m1",
          "2026-11-23T09:00 m2",
          "2026-11-23T09:00 wk",
          "2026-11-23T09:30 h3",
          "2026-11-23T09:30 wk",
          "2026-11-23T10:00 h3",
          "2026-11-23T12:00 h2",
          "2026-11-23T14:00 m2",
          "2026-11-23T15:00 h2",
          "2026-11-23T15:00 m1",
          "2026-11-23T22:00 m2",
          "2026-11-23T23:00 m1",
          "2026-11-24T06:00 m2",
          "2026-11-24T07:00 m1",
          "2026-11-24T14:00 m2",
          "2026-11-24T15:00 m1",
          "2026-11-24T22:00 m2",
          "2026-11-25T06:00 m2",
          "2026-11-25T09:00 wk",
          "2026-11-25T09:30 wk",
          "2026-11-25T14:00 m2",
          "2026-11-30T09:00 sk",
          "2026-11-30T09:00 wk",
        ],
        [
          "rules.ics:25:7: warning: 2 rules have several times a day: their dates are planned one by one",
          #"rules.ics:19:7: error: item "h", field RRULE: found "FREQ=HOURLY"; expected DAILY, WEEKLY, MONTHLY or YEARLY, or a COUNT or UNTIL that ends the rule by 2027-12-27"#,
        ], status: 1, now: "2026-11-22T12:00:00Z"),
      FaultCase(
        "the end of Outlook's whole days is an instant, and the start of an hourly rule counts",
        ["until-instant-allday.ics"],
        [
          "2026-11-23T09:00 Outlook",
          "2026-11-23T11:00 Hourly",
          "2026-11-23T13:00 Hourly",
          "2026-11-23T16:00 Hourly",
          "2026-11-24T09:00 Outlook",
          "2026-11-25T09:00 Outlook",
        ],
        [
          "until-instant-allday.ics:15:7: warning: 1 rule has several times a day: its dates are planned one by one"
        ]),
      FaultCase(
        "the end of whole days is a date", ["until-utc-allday.ics"],
        [
          "2026-11-23T09:00 Holiday",
          "2026-11-24T09:00 Holiday",
          "2026-11-25T09:00 Holiday",
        ], zone: "America/New_York"),
    ])
  func plans(_ row: FaultCase) throws { try row.check() }
}
