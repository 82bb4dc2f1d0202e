import Testing

@Suite struct RepairTests {
  @Test(
    "broken files are read as far as they can be, and address books",
    arguments: [
      FaultCase(
        "Latin-1", ["s-latin1.ics"],
        [
          "2026-11-23T10:00 Größe"
        ],
        [
          "s-latin1.ics:7:1: warning: 1 line is not UTF-8: it is read as Windows-1252"
        ]),
      FaultCase(
        "Windows-1252", ["windows-1252.ics"],
        [
          "2026-11-23T10:00 A",
          "2026-11-24T10:00 €uro “q”",
        ],
        [
          "windows-1252.ics:8:1: warning: 1 END without its BEGIN is skipped",
          "windows-1252.ics:11:1: warning: 2 lines are not UTF-8: they are read as Windows-1252",
        ]),
      FaultCase(
        "line breaks inside a value", ["s-raw-newline.ics"],
        [
          "2026-11-23T10:00 a"
        ],
        [
          "s-raw-newline.ics:9:1: warning: 1 line has no property name: it counts as text of the line before"
        ]),
      FaultCase(
        "lines that end in two carriage returns", ["s-crcrlf.ics"],
        [
          "2026-11-23T10:00 Größe"
        ],
        [
          "s-crcrlf.ics:1:1: warning: 8 lines do not end in CR LF or LF: they are read"
        ]),
      FaultCase(
        "lines that end in a carriage return", ["cr.ics"],
        [
          "2026-11-23T10:00 A"
        ],
        [
          "cr.ics:1:1: warning: 8 lines do not end in CR LF or LF: they are read"
        ]),
      FaultCase(
        "a missing end", ["no-end.ics"],
        [
          "2026-11-23T10:00 A",
          "2026-11-24T10:00 B",
        ],
        [
          "no-end.ics:12:1: warning: the file ends before END:VEVENT for the BEGIN in line 8"
        ]),
      FaultCase(
        "a file that is cut off", ["cut.ics"],
        [
          "2026-11-23T10:00 A"
        ],
        [
          "cut.ics:12:1: warning: the file ends before END:VEVENT for the BEGIN in line 8",
          "cut.ics:11:1: warning: 1 line has no property name: it counts as text of the line before",
          #"cut.ics:8:1: error: item "b", field DTSTART: the event has no date; expected DTSTART"#,
        ], status: 1),
      FaultCase(
        "junk after the calendar", ["junk.ics"],
        [
          "2026-11-23T10:00 A"
        ],
        [
          "junk.ics:9:1: warning: 1 line has no property name: it counts as text of the line before"
        ]),
      FaultCase(
        "an event inside another one", ["nested.ics"],
        [
          "2026-11-23T09:55 A",
          "2026-11-24T10:00 B",
        ],
        [
          "nested.ics:9:1: warning: 1 component has no END before this line"
        ]),
      FaultCase(
        "anniversaries, missing years and deaths in address books", ["cards.vcf"],
        [
          "2026-11-22T09:00 Ann Outlook's 16-year anniversary",
          "2026-11-23T09:00 Ben Evolution turns 41",
          "2026-11-23T09:00 Ben Evolution's 16-year anniversary",
          "2026-11-24T09:00 Cat Kontact's 16-year anniversary",
          "2026-11-25T09:00 Dan Android's 16-year anniversary",
          "2026-11-26T09:00 Fay time UTC turns 41",
          "2026-11-27T09:00 Gus no year Apple's birthday",
          "2026-11-28T09:00 Ivy slash date turns 41",
          "2026-11-28T09:00 Joe ordinal's birthday",
          "2026-11-28T09:00 Kim label's 16-year anniversary",
          "2026-11-28T09:00 Max 0000's birthday",
          "2026-11-29T09:00 Pia turns 41",
          "2026-11-30T09:00 Q Quinn turns 41",
          "2026-11-30T09:00 Roy google no year's birthday",
          "2026-12-01T09:00 Sam 1900's birthday",
          "2026-12-02T09:00 Tea X-GNOME turns 41",
          "2026-12-02T09:00 Uma unborn's birthday",
          "2026-12-03T09:00 Dup turns 41",
          "2026-12-04T09:00 Same uid A turns 41",
        ],
        [
          "cards.vcf:26:1: warning: 1 date of a death is not planned, and birthdays have no age",
          "cards.vcf:62:16: warning: 1 date of a contact is neither a birthday nor an anniversary: it is not planned",
          "cards.vcf:85:1: warning: 1 date of a contact has no Gregorian day and month: it is not planned",
          "cards.vcf:96:1: warning: 1 date of a contact has a name that is not known: it is not planned",
          "cards.vcf:118:1: warning: 1 contact is there twice: it is planned once",
          #"cards.vcf:41:6: error: item "Hal slashes", field BDAY: found "27/11/1985"; expected a date, such as 19850415, 1985-04-15 or --0415"#,
          #"cards.vcf:133:6: error: item "u1", field UID: another contact has this UID; expected a UID for each contact"#,
        ], status: 1),
      FaultCase(
        "dates of birth", ["bday.vcf"],
        [
          "2026-10-25T09:00 Born today's birthday",
          "2026-11-01T09:00 Deceased's birthday",
          "2026-11-03T09:00 Ann v4 in v3's 16-year anniversary",
          "2026-11-05T09:00 Omit OX's birthday",
          "2026-11-09T09:00 Omit Apple's birthday",
          "2026-11-14T09:00 Instant UTC evening turns 46",
          "2026-11-14T09:00 No year in v3's birthday",
          "2026-11-15T09:00 No year v4's birthday",
          "2026-11-20T09:00 Omit 1896's birthday",
          "2026-11-25T09:00 GroupOffice turns 10",
          "2026-11-26T09:00 Bare 1604 iOS's birthday",
          "2026-11-27T09:00 Instant offset turns 39",
          "2026-11-27T09:00 Khard 1900 turns 126",
          "2026-12-01T09:00 Lower case turns 36",
        ],
        [
          "bday.vcf:58:1: warning: 5 dates of contacts have no Gregorian day and month: they are not planned",
          "bday.vcf:107:1: warning: 1 date of a death is not planned, and birthdays have no age",
          #"bday.vcf:88:6: error: item "15", field BDAY: found "01.11.1980"; expected a date, such as 19850415, 1985-04-15 or --0415"#,
          #"bday.vcf:94:6: error: item "16", field BDAY: found "NaNNaNNaN"; expected a date, such as 19850415, 1985-04-15 or --0415"#,
        ], status: 1, now: "2026-10-23T09:00:00Z", days: "60"),
      FaultCase(
        "vCard 2.1", ["card21.vcf"],
        [
          "2026-12-04T09:00 Good turns 41",
          "2026-12-04T09:00 Jörg turns 41",
        ]),
      FaultCase(
        "vCard 2.1 with encoded text", ["card21-encoded.vcf"],
        [
          "2026-12-04T09:00 Jörg Müller turns 41"
        ],
        [
          "card21-encoded.vcf:18:1: warning: the file ends before END:VCARD for the BEGIN in line 13",
          "card21-encoded.vcf:17:18: warning: 1 contact has a second birthday: the first one is planned",
        ]),
    ])
  func plans(_ row: FaultCase) throws { try row.check() }
}
