import Foundation
import TestSupport
import Testing

private func card(_ lines: String, version: String = "4.0") -> String {
  "BEGIN:VCARD\r\nVERSION:\(version)\r\nUID:u\r\nFN:Ada\r\n\(lines.replacing("\n", with: "\r\n"))\r\nEND:VCARD\r\n"
}

/// Returns a birthday's item, always on 29 November 2026.
private func birthday(_ title: String) -> String {
  "kind:task,id:u/birthday/2026,title:\(title),date:2026-11-29,time:09:00,allDay:true,until:2026-11-29"
}

private let days = ["--days", "30"]

@Suite struct VCardTests {
  @Test(
    "vCard",
    arguments: [
      ImportCase("a date of version 4", card("BDAY:19901129"), [birthday("Ada turns 36")], options: days),
      ImportCase(
        "words in the language of the account", card("BDAY:19901129"), [birthday("Ada wird 36")],
        options: days + ["--locale", "de-AT"]),
      ImportCase(
        "a date of version 3, folded", card("BDAY;VALUE=date:1990\n -11-29", version: "3.0"),
        [birthday("Ada turns 36")], options: days),
      ImportCase("a date with a time", card("BDAY:1990-11-29T00:00:00Z"), [birthday("Ada turns 36")], options: days),
      ImportCase(
        "the charset of version 2.1",
        card("BDAY:19901129", version: "2.1").replacing(
          "FN:Ada", with: "FN;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE:=C8=E2=E0=ED"),
        [birthday("Иван turns 36")], options: days),
      ImportCase(
        "a charset that is not known",
        card("BDAY:19901129", version: "2.1").replacing(
          "FN:Ada", with: "FN;CHARSET=X-OWN;ENCODING=QUOTED-PRINTABLE:J=F6rg"),
        [birthday("Jörg turns 36")],
        ["4:1: warning: 1 line is not UTF-8: it is read as Windows-1252"], options: days),
      ImportCase(
        "a card in a card, as AGENT of version 2.1",
        card("AGENT:\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nBDAY:19901129", version: "2.1")
          + card("AGENT:BEGIN:VCARD\nFN:Bo\nEND:VCARD\nANNIVERSARY:20161129", version: "2.1"),
        [
          birthday("Ada turns 36"),
          birthday("Ada's 10-year anniversary").replacing("birthday/2026", with: "anniversary/2026"),
        ], options: days),
      ImportCase(
        "one date under two names is one, and the time of the last change decides between files",
        card("X-ANNIVERSARY;VALUE=date:2016-11-29\nANNIVERSARY:20161129\nREV:20261001T120000Z"),
        [
          birthday("Ada's 10-year anniversary").replacing("birthday/2026", with: "anniversary/2026")
            + ",updatedAt:2026-10-01T12:00:00Z"
        ], options: days),
      ImportCase(
        "of two cards with one UID, the one that was changed last counts",
        card("BDAY:19901129\nREV:20261001T120000Z") + card("BDAY:19901128\nREV:2025-10-01"),
        [birthday("Ada turns 36") + ",updatedAt:2026-10-01T12:00:00Z"],
        ["8:1: warning: 1 contact is there twice: the newer card is planned"], options: days),
      ImportCase(
        "without that, the later one does", card("BDAY:19901128") + card("BDAY:19901129"),
        [birthday("Ada turns 36")],
        ["7:1: warning: 1 contact is there twice: the newer card is planned"], options: days),
      ImportCase(
        "names of programs, and other names of days",
        card("X-WAB-WEDDING_ANNIVERSARY:20161129\nX-BIRTHDAY:0001-11-29\nX-ALTBDAY;CALSCALE=chinese:78420928"),
        [
          birthday("Ada's 10-year anniversary").replacing("birthday/2026", with: "anniversary/2026"),
          birthday("Ada's birthday"),
        ], ["7:1: warning: 1 date of a contact has a name that is not known: it is not planned"], options: days),
      ImportCase(
        "months and days of one digit", card("BDAY:1990-11-29\nANNIVERSARY:2016-1-2"),
        [
          birthday("Ada turns 36"),
          "kind:task,id:u/anniversary/2027,title:Ada's 11-year anniversary,date:2027-01-02,time:09:00,allDay:true,until:2027-01-02",
        ], options: days),
      ImportCase(
        "a date without a century is none", card("BDAY:90-12-27"), [],
        [
          #"5:6: error: item "u", field BDAY: found "90-12-27"; expected a date, such as 19850415, 1985-04-15 or --0415"#
        ], status: 1, options: days),
      ImportCase("no year", card("BDAY:--1129"), [birthday("Ada's birthday")], options: days),
      ImportCase("no year, with a dash", card("BDAY:--11-29"), [birthday("Ada's birthday")], options: days),
      ImportCase(
        "Apple's year that is none", card("BDAY;X-APPLE-OMIT-YEAR=1604:1604-11-29", version: "3.0"),
        [birthday("Ada's birthday")], options: days),
      ImportCase(
        "a year that Apple omits is another one", card("BDAY;X-APPLE-OMIT-YEAR=1604:1990-11-29", version: "3.0"),
        [birthday("Ada turns 36")], options: days),
      ImportCase(
        "titles are in the account's language", card("BDAY:19901129\nANNIVERSARY:20101129"),
        [
          birthday("Ada wird 36"),
          birthday("16. Jahrestag von Ada").replacing("birthday/2026", with: "anniversary/2026"),
        ],
        options: days + ["--locale", "de-AT"]),
      ImportCase(
        "a contact without a year, in Spanish", card("BDAY:--1129"), [birthday("Cumpleaños de Ada")],
        options: days + ["--locale", "es"]),
      ImportCase("a birth to come", card("BDAY:20261129"), [birthday("Ada's birthday")], options: days),
      ImportCase(
        "every date of the plan, and the next one beyond it", card("BDAY:20000229\nANNIVERSARY:20201121"),
        [
          "kind:task,id:u/birthday/2027,title:Ada turns 27,date:2027-02-28,time:08:00,allDay:true,until:2027-02-28",
          "kind:task,id:u/anniversary/2026,series:u/anniversary,title:Ada's 6-year anniversary,date:2026-11-21,time:08:00,allDay:true,until:2026-11-21",
          "kind:task,id:u/anniversary/2027,series:u/anniversary,title:Ada's 7-year anniversary,date:2027-11-21,time:08:00,allDay:true,until:2027-11-21",
        ], options: ["--days", "366", "--all-day-time", "08:00"]),
      ImportCase(
        "Apple's labeled dates, and Evolution's anniversary",
        card(
          """
          item1.X-ABDATE;type=pref:2016-11-29
          item1.X-ABLabel:_$!<Anniversary>!$_
          item2.X-ABDATE:2001-09-01
          item2.X-ABLabel:_$!<Other>!$_
          X-ANNIVERSARY:2017-11-29
          """, version: "3.0"),
        [
          "kind:task,id:u/anniversary/2026,title:Ada's 10-year anniversary,date:2026-11-29,time:09:00,allDay:true,until:2026-11-29"
        ],
        [
          "7:16: warning: 1 date of a contact is neither a birthday nor an anniversary: it is not planned",
          "9:15: warning: 1 contact has a second anniversary: the first one is planned",
        ], options: days),
      ImportCase(
        "a card without a name and a UID, in a group and in lower case",
        "begin:vcard\nversion:4.0\nn:Lovelace;Ada\\, Countess;;;\na.bday:--1129\nend:vcard\n",
        [
          "kind:task,id:Ada, Countess Lovelace@11-29/birthday/2026,title:Ada, Countess Lovelace's birthday,date:2026-11-29,time:09:00,allDay:true,until:2026-11-29"
        ],
        options: days),
      ImportCase("a date after a blank", card("BDAY: 1990-11-29 "), [birthday("Ada turns 36")], options: days),
      ImportCase(
        "a card without FN and N has its nickname or organization",
        card("ORG:Acme\\, Inc;Sales\nBDAY:19901129").replacing("FN:Ada\r\n", with: "")
          + card("ORG:Acme\nNICKNAME:Jo\nBDAY:19901129").replacing("FN:Ada\r\n", with: "").replacing(
            "UID:u", with: "UID:v"),
        [
          birthday("Acme, Inc turns 36"), birthday("Jo turns 36").replacing("id:u", with: "id:v"),
        ], options: days),
      ImportCase(
        "what names no day of the year is counted",
        [
          "BDAY:1990", "BDAY:1990-11", "BDAY:---29", "BDAY:--11", "BDAY;VALUE=text:circa 1800", "BDAY:",
          "BDAY;CALSCALE=chinese:19901129",
        ].map { card($0) }.joined(), [],
        [
          "5:1: warning: 6 dates of contacts have no Gregorian day and month: they are not planned"
        ], options: days),
    ])
  func reads(_ row: ImportCase) throws { try row.check() }

  @Test(
    "repairs broken cards, or rejects their broken parts",
    arguments: [
      ImportCase(
        "invalid dates", ["19900230", "29.11.1990", "--1301", "1990112"].map { card("BDAY:\($0)") }.joined(), [],
        [(5, "19900230"), (11, "29.11.1990"), (17, "--1301"), (23, "1990112")].map {
          #"\#($0):6: error: item "u", field BDAY: found "\#($1)"; expected a date, such as 19850415, 1985-04-15 or --0415"#
        }, status: 1),
      ImportCase(
        "an error names a card without UID by its name",
        card("BDAY:soon").replacing("UID:u\r\n", with: "").replacing("FN:Ada\r\n", with: "")
          .replacing("END:", with: "FN:Ada\r\nEND:"), [],
        [#"3:6: error: item "Ada", field BDAY: found "soon"; expected a date, such as 19850415, 1985-04-15 or --0415"#],
        status: 1),
      ImportCase(
        "two contacts with one UID", card("BDAY:19901129") + card("BDAY:19901128").replacing("FN:Ada", with: "FN:Bo"),
        [birthday("Ada turns 36")],
        [#"11:6: error: item "u", field UID: another contact has this UID; expected a UID for each contact"#],
        status: 1,
        options: days),
      ImportCase(
        "the end is missing", "BEGIN:VCARD\nFN:Ada\n", [],
        ["3:1: warning: the file ends before END:VCARD for the BEGIN in line 1"]),
      ImportCase(
        "a card in a card", "BEGIN:VCARD\nBEGIN:VCARD\n", [],
        [
          "3:1: warning: the file ends before END:VCARD for the BEGIN in line 2",
          "2:1: warning: 1 vCard has no END before this line",
        ]),
      ImportCase(
        "something else in a card", "BEGIN:VCARD\nBEGIN:VALARM\n", [],
        ["3:1: warning: the file ends before END:VCARD for the BEGIN in line 1"]),
      ImportCase(
        "an end too many", card("") + "END:VCARD\n", [], ["7:1: warning: 1 line is outside of a vCard: it is skipped"]),
      ImportCase(
        "a line between two cards", card("") + "X-ABDATE:19901129\n", [],
        ["7:1: warning: 1 line is outside of a vCard: it is skipped"]),
      ImportCase(
        "the BEGIN is missing, or the END and the next BEGIN",
        card("BDAY:19901129").replacing("END:VCARD\r\n", with: "")
          + ["v", "w"].map {
            card("BDAY:19901129").replacing("BEGIN:VCARD\r\n", with: "").replacing("UID:u", with: "UID:\($0)")
          }.joined(),
        ["u", "v", "w"].map { birthday("Ada turns 36").replacing("u/", with: "\($0)/") },
        [
          "6:1: warning: 2 vCards have no BEGIN: they are read",
          "6:1: warning: 1 vCard has no END before this line",
        ], options: days),
      ImportCase(
        "a date in words", card("BDAY:27 Nov 1985"), [],
        [
          #"5:6: error: item "u", field BDAY: found "27 Nov 1985"; expected a date, such as 19850415, 1985-04-15 or --0415"#
        ],
        status: 1, options: days),
      ImportCase(
        "a death by its older name", card("BDAY:19901129\nX-DEATHDATE:20201129"), [birthday("Ada's birthday")],
        options: days),
      ImportCase(
        "no card, though the option says so", "X:1\n", [],
        ["1:1: error: found no vCard; expected BEGIN:VCARD in the first line"], status: 65,
        options: ["--from", "vcard"]),
    ])
  func refuses(_ row: ImportCase) throws { try row.check() }
}
