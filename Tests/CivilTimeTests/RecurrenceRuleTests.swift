import Testing

@testable import CivilTime

@Suite struct RecurrenceRuleTests {
  @Test func everyPart() throws {
    let rule = try RecurrenceRule(
      parsing: Array(
        "INTERVAL=3;FREQ=YEARLY;WKST=SU;BYMONTH=1,12;BYWEEKNO=53,-1;BYYEARDAY=366,-366,1;BYMONTHDAY=31,-31;BYDAY=MO,SU;BYSETPOS=2,-1;COUNT=7"
          .utf8))
    #expect(rule.frequency == .yearly)
    #expect(rule.interval == 3)
    #expect(rule.count == 7)
    #expect(rule.until == nil)
    #expect(rule.weekStart == .sunday)
    #expect(rule.months == 1 << 1 | 1 << 12)
    #expect(rule.weekNumbers.fromStart == 1 << 53)
    #expect(rule.weekNumbers.fromEnd == 1 << 1)
    #expect(rule.yearDays == [-366, 1, 366])
    #expect(rule.monthDays.fromStart == 1 << 31)
    #expect(rule.monthDays.fromEnd == 1 << 31)
    #expect(rule.weekdays == [WeekdaySet(.monday), WeekdaySet(.sunday)])
    #expect(rule.ordinalWeekdays.isEmpty)
    #expect(rule.setPositions == [-1, 2])
  }

  @Test(arguments: [
    ("a date", "20261208", RecurrenceRule.Until.date(date("2026-12-08"))),
    ("a wall time", "20261208T120000", .local(local("2026-12-08T12:00"))),
    ("an instant", "20261208T120000Z", .utc(instant("2026-12-08T12:00:00Z"))),
    ("a leap second is the one before it", "20161231T235960Z", .utc(instant("2016-12-31T23:59:59Z"))),
    ("the last date there is", "99991231", .date(date("9999-12-31"))),
  ])
  func until(_ what: String, _ text: String, _ expected: RecurrenceRule.Until) throws {
    #expect(try RecurrenceRule(parsing: Array("FREQ=DAILY;UNTIL=\(text)".utf8)).until == expected)
  }

  @Test(arguments: [
    ("names and keywords in any case", "freq=Monthly;byday=1mo,-1Fr;wkst=su", "FREQ=MONTHLY;BYDAY=-1FR,1MO;WKST=SU"),
    ("the order of the parts", "BYDAY=MO;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"),
    ("repetitions and order in lists", "FREQ=MONTHLY;BYMONTHDAY=3,1,3", "FREQ=MONTHLY;BYMONTHDAY=1,3"),
    ("a plus sign", "FREQ=MONTHLY;BYMONTHDAY=+3;BYDAY=+2MO", "FREQ=MONTHLY;BYMONTHDAY=3;BYDAY=2MO"),
    (
      "leading zeros", "FREQ=YEARLY;BYMONTH=01;BYYEARDAY=001;INTERVAL=0002",
      "FREQ=YEARLY;BYMONTH=1;BYYEARDAY=1;INTERVAL=2"
    ),
    ("what is the default anyway", "FREQ=DAILY;INTERVAL=1;WKST=MO", "FREQ=DAILY"),
    ("numbers beyond counting", "FREQ=DAILY;INTERVAL=99999999999999999999999", "FREQ=DAILY;INTERVAL=2147483647"),
  ])
  func equalRules(_ what: String, _ a: String, _ b: String) throws {
    let a = try RecurrenceRule(parsing: Array(a.utf8))
    let b = try RecurrenceRule(parsing: Array(b.utf8))
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
  }

  /// Parsing the text, or checking its parts together, fails at `offset` over `found`.
  @Test(arguments: [
    ("no text", "", 0, ""),
    ("no FREQ", "INTERVAL=2", 0, "INTERVAL=2"),
    ("the property's name", "RRULE:FREQ=DAILY", 0, "RRULE:FREQ"),
    ("white space", "FREQ=DAILY; COUNT=2", 11, " COUNT"),
    ("a semicolon at the end", "FREQ=DAILY;", 11, ""),
    ("two semicolons", "FREQ=DAILY;;COUNT=2", 11, ""),
    ("a part without a value", "FREQ=DAILY;COUNT", 11, "COUNT"),
    ("a part with an empty value", "FREQ=DAILY;COUNT=", 17, ""),
    ("an unknown frequency", "FREQ=FORTNIGHTLY", 5, "FORTNIGHTLY"),
    ("an hourly frequency", "COUNT=2;FREQ=HOURLY", 13, "HOURLY"),
    ("a minutely frequency", "FREQ=MINUTELY", 5, "MINUTELY"),
    ("a secondly frequency", "FREQ=SECONDLY", 5, "SECONDLY"),
    ("hours", "FREQ=DAILY;BYHOUR=9", 11, "BYHOUR"),
    ("minutes", "FREQ=DAILY;BYMINUTE=0", 11, "BYMINUTE"),
    ("seconds", "FREQ=DAILY;BYSECOND=0", 11, "BYSECOND"),
    ("an unknown part", "FREQ=DAILY;BYEASTER=0", 11, "BYEASTER"),
    (
      "a long unknown part, cut", "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ=1", 0,
      "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMN…"
    ),
    ("FREQ twice", "FREQ=DAILY;FREQ=DAILY", 11, "FREQ=DAILY"),
    ("BYDAY twice", "FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", 21, "BYDAY=TU"),
    ("COUNT and UNTIL", "FREQ=DAILY;COUNT=2;UNTIL=20261208", 19, "UNTIL=20261208"),
    ("UNTIL and COUNT", "FREQ=DAILY;UNTIL=20261208;COUNT=2", 26, "COUNT=2"),
    ("interval 0", "FREQ=DAILY;INTERVAL=0", 20, "0"),
    ("a negative interval", "FREQ=DAILY;INTERVAL=-1", 20, "-1"),
    ("count 0", "FREQ=DAILY;COUNT=0", 17, "0"),
    ("a fractional count", "FREQ=DAILY;COUNT=1.5", 17, "1.5"),
    ("30 February as the end", "FREQ=DAILY;UNTIL=20260230", 17, "20260230"),
    ("an ISO date as the end", "FREQ=DAILY;UNTIL=2026-12-08", 17, "2026-12-08"),
    ("an end with an offset", "FREQ=DAILY;UNTIL=20261208T120000+0100", 17, "20261208T120000+0100"),
    ("an end at 24:00", "FREQ=DAILY;UNTIL=20261208T240000", 17, "20261208T240000"),
    ("an end at second 61", "FREQ=DAILY;UNTIL=20261208T120061", 17, "20261208T120061"),
    ("an end without seconds", "FREQ=DAILY;UNTIL=20261208T1200", 17, "20261208T1200"),
    ("an unknown first weekday", "FREQ=WEEKLY;WKST=XX", 17, "XX"),
    ("month 0", "FREQ=YEARLY;BYMONTH=0", 20, "0"),
    ("month 13", "FREQ=YEARLY;BYMONTH=1,13", 22, "13"),
    ("a month from the end", "FREQ=YEARLY;BYMONTH=-1", 20, "-1"),
    ("a comma at the end", "FREQ=YEARLY;BYMONTH=1,", 22, ""),
    ("week 0", "FREQ=YEARLY;BYWEEKNO=0", 21, "0"),
    ("week 54", "FREQ=YEARLY;BYWEEKNO=53,54", 24, "54"),
    ("day 367 of the year", "FREQ=YEARLY;BYYEARDAY=366,367", 26, "367"),
    ("day -367 of the year", "FREQ=YEARLY;BYYEARDAY=-366,-367", 27, "-367"),
    ("day 0 of the month", "FREQ=MONTHLY;BYMONTHDAY=0", 24, "0"),
    ("day 32 of the month", "FREQ=MONTHLY;BYMONTHDAY=31,32", 27, "32"),
    ("day -32 of the month", "FREQ=MONTHLY;BYMONTHDAY=-31,-32", 28, "-32"),
    ("three digits for a day of the month", "FREQ=MONTHLY;BYMONTHDAY=001", 24, "001"),
    ("a sign without a number", "FREQ=MONTHLY;BYMONTHDAY=-", 24, "-"),
    ("two signs", "FREQ=MONTHLY;BYMONTHDAY=--1", 24, "--1"),
    ("an unknown weekday", "FREQ=WEEKLY;BYDAY=MO,XX", 21, "XX"),
    ("one letter of a weekday", "FREQ=WEEKLY;BYDAY=M", 18, "M"),
    ("a weekday of the export format", "FREQ=WEEKLY;BYDAY=mon", 18, "mon"),
    ("weekday number 0", "FREQ=MONTHLY;BYDAY=0MO", 19, "0MO"),
    ("weekday number 54", "FREQ=YEARLY;BYDAY=53MO,54MO", 23, "54MO"),
    ("position 0", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", 31, "0"),
    ("position 367", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", 31, "367"),
    ("week numbers with MONTHLY", "FREQ=MONTHLY;BYWEEKNO=1", 13, "BYWEEKNO with MONTHLY"),
    ("days of the year with MONTHLY", "BYYEARDAY=1;FREQ=MONTHLY", 0, "BYYEARDAY with MONTHLY"),
    ("days of the year with WEEKLY", "FREQ=WEEKLY;BYYEARDAY=1", 12, "BYYEARDAY with WEEKLY"),
    ("days of the year with DAILY", "FREQ=DAILY;BYYEARDAY=1", 11, "BYYEARDAY with DAILY"),
    ("days of the month with WEEKLY", "FREQ=WEEKLY;WKST=SU;BYMONTHDAY=1", 20, "BYMONTHDAY with WEEKLY"),
    ("numbered weekdays with WEEKLY", "FREQ=WEEKLY;BYDAY=1MO", 12, "numbers in BYDAY with WEEKLY"),
    ("numbered weekdays with DAILY", "FREQ=DAILY;BYDAY=MO,-1TU", 11, "numbers in BYDAY with DAILY"),
    ("numbered weekdays with week numbers", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", 23, "numbers in BYDAY with BYWEEKNO"),
    ("positions alone", "FREQ=MONTHLY;BYSETPOS=1", 13, "BYSETPOS alone"),
  ])
  func refused(_ what: String, _ text: String, _ offset: Int, _ found: String) {
    let error = #expect(throws: RecurrenceError.self) { try recurrence(text, from: "2026-11-20") }
    #expect(error?.offset == offset)
    #expect(error?.found == found)
    #expect(error?.expected.isEmpty == false)
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYWEEKNO=53,-53", "FREQ=YEARLY;BYYEARDAY=366,-366", "FREQ=MONTHLY;BYMONTHDAY=31,-31",
    "FREQ=YEARLY;BYDAY=53MO,-53TU", "FREQ=MONTHLY;BYDAY=5MO,-5TU,53WE", "FREQ=YEARLY;BYMONTH=12;BYSETPOS=366,-366",
    "FREQ=DAILY;BYDAY=MO;BYSETPOS=1", "FREQ=YEARLY;BYWEEKNO=1;BYMONTHDAY=1;BYYEARDAY=1;BYDAY=MO;BYMONTH=1",
  ])
  func justAllowed(_ text: String) throws {
    _ = try recurrence(text, from: "2026-11-20")
  }

  @Test func errorsSpeak() {
    let error = #expect(throws: RecurrenceError.self) { try recurrence("FREQ=DAILY;INTERVAL=0", from: "2026-11-20") }
    #expect(error?.description == "found '0' at byte 20; expected a whole number, 1 or more")
  }
}
