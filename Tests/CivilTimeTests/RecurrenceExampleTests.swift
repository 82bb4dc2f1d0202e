import CivilTime
import Testing

/// The examples of RFC 5545 section 3.8.5.3 about dates, with their titles.
@Suite struct RecurrenceExampleTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var title: String
    var start: String
    var rule: String
    /// All dates, or the first dates of an endless rule.
    var dates: String
    var isEndless = false

    var testDescription: String { "\(title): \(rule)" }
  }

  static let examples = [
    Example(
      title: "Daily for 10 occurrences", start: "1997-09-02", rule: "FREQ=DAILY;COUNT=10",
      dates: "1997-09 2 3 4 5 6 7 8 9 10 11"),
    Example(
      title: "Every other day, forever", start: "1997-09-02", rule: "FREQ=DAILY;INTERVAL=2",
      dates: "1997-09 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30, 1997-10 2 4 6", isEndless: true),
    Example(
      title: "Every 10 days, 5 occurrences", start: "1997-09-02", rule: "FREQ=DAILY;INTERVAL=10;COUNT=5",
      dates: "1997-09 2 12 22, 1997-10 2 12"),
    Example(
      title: "Weekly for 10 occurrences", start: "1997-09-02", rule: "FREQ=WEEKLY;COUNT=10",
      dates: "1997-09 2 9 16 23 30, 1997-10 7 14 21 28, 1997-11 4"),
    Example(
      title: "Every other week, forever", start: "1997-09-02", rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
      dates: "1997-09 2 16 30, 1997-10 14 28, 1997-11 11 25, 1997-12 9 23, 1998-01 6 20, 1998-02 3 17",
      isEndless: true),
    Example(
      title: "Weekly on Tuesday and Thursday for five weeks", start: "1997-09-02",
      rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", dates: "1997-09 2 4 9 11 16 18 23 25 30, 1997-10 2"),
    Example(
      title: "Every other week on Tuesday and Thursday, for 8 occurrences", start: "1997-09-02",
      rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", dates: "1997-09 2 4 16 18 30, 1997-10 2 14 16"),
    Example(
      title: "Monthly on the first Friday for 10 occurrences", start: "1997-09-05",
      rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
      dates:
        "1997-09 5, 1997-10 3, 1997-11 7, 1997-12 5, 1998-01 2, 1998-02 6, 1998-03 6, 1998-04 3, 1998-05 1, 1998-06 5"),
    Example(
      title: "Every other month on the first and last Sunday for 10 occurrences", start: "1997-09-07",
      rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
      dates: "1997-09 7 28, 1997-11 2 30, 1998-01 4 25, 1998-03 1 29, 1998-05 3 31"),
    Example(
      title: "Monthly on the second-to-last Monday for 6 months", start: "1997-09-22",
      rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
      dates: "1997-09 22, 1997-10 20, 1997-11 17, 1997-12 22, 1998-01 19, 1998-02 16"),
    Example(
      title: "Monthly on the third-to-the-last day, forever", start: "1997-09-28", rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
      dates: "1997-09 28, 1997-10 29, 1997-11 28, 1997-12 29, 1998-01 29, 1998-02 26", isEndless: true),
    Example(
      title: "Monthly on the 2nd and 15th for 10 occurrences", start: "1997-09-02",
      rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
      dates: "1997-09 2 15, 1997-10 2 15, 1997-11 2 15, 1997-12 2 15, 1998-01 2 15"),
    Example(
      title: "Monthly on the first and last day for 10 occurrences", start: "1997-09-30",
      rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
      dates: "1997-09 30, 1997-10 1 31, 1997-11 1 30, 1997-12 1 31, 1998-01 1 31, 1998-02 1"),
    Example(
      title: "Every 18 months on the 10th thru 15th for 10 occurrences", start: "1997-09-10",
      rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
      dates: "1997-09 10 11 12 13 14 15, 1999-03 10 11 12 13"),
    Example(
      title: "Every Tuesday, every other month", start: "1997-09-02", rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
      dates: "1997-09 2 9 16 23 30, 1997-11 4 11 18 25, 1998-01 6 13 20 27, 1998-03 3 10 17 24 31",
      isEndless: true),
    Example(
      title: "Yearly in June and July for 10 occurrences", start: "1997-06-10",
      rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
      dates:
        "1997-06 10, 1997-07 10, 1998-06 10, 1998-07 10, 1999-06 10, 1999-07 10, 2000-06 10, 2000-07 10, 2001-06 10, 2001-07 10"
    ),
    Example(
      title: "Every other year in January, February, and March for 10 occurrences", start: "1997-03-10",
      rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
      dates:
        "1997-03 10, 1999-01 10, 1999-02 10, 1999-03 10, 2001-01 10, 2001-02 10, 2001-03 10, 2003-01 10, 2003-02 10, 2003-03 10"
    ),
    Example(
      title: "Every third year on the 1st, 100th, and 200th day for 10 occurrences", start: "1997-01-01",
      rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
      dates:
        "1997-01 1, 1997-04 10, 1997-07 19, 2000-01 1, 2000-04 9, 2000-07 18, 2003-01 1, 2003-04 10, 2003-07 19, 2006-01 1"
    ),
    Example(
      title: "Every 20th Monday of the year, forever", start: "1997-05-19", rule: "FREQ=YEARLY;BYDAY=20MO",
      dates: "1997-05 19, 1998-05 18, 1999-05 17", isEndless: true),
    Example(
      title: "Monday of week number 20, forever", start: "1997-05-12", rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
      dates: "1997-05 12, 1998-05 11, 1999-05 17", isEndless: true),
    Example(
      title: "Every Thursday in March, forever", start: "1997-03-13", rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
      dates: "1997-03 13 20 27, 1998-03 5 12 19 26, 1999-03 4 11 18 25", isEndless: true),
    Example(
      title: "Every Thursday, but only during June, July, and August, forever", start: "1997-06-05",
      rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
      dates:
        "1997-06 5 12 19 26, 1997-07 3 10 17 24 31, 1997-08 7 14 21 28, 1998-06 4 11 18 25, 1998-07 2 9 16 23 30",
      isEndless: true),
    Example(
      title: "Every Friday the 13th, forever (DTSTART, excepted there, is no Friday)", start: "1997-09-02",
      rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
      dates: "1998-02 13, 1998-03 13, 1998-11 13, 1999-08 13, 2000-10 13", isEndless: true),
    Example(
      title: "The first Saturday that follows the first Sunday of the month, forever", start: "1997-09-13",
      rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
      dates:
        "1997-09 13, 1997-10 11, 1997-11 8, 1997-12 13, 1998-01 10, 1998-02 7, 1998-03 7, 1998-04 11, 1998-05 9, 1998-06 13",
      isEndless: true),
    Example(
      title: "Every 4 years, the first Tuesday after a Monday in November, forever", start: "1996-11-05",
      rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      dates: "1996-11 5, 2000-11 7, 2004-11 2", isEndless: true),
    Example(
      title: "The third instance into the month of Tuesday, Wednesday, or Thursday, for the next 3 months",
      start: "1997-09-04", rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
      dates: "1997-09 4, 1997-10 7, 1997-11 6"),
    Example(
      title: "The second-to-last weekday of the month", start: "1997-09-29",
      rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
      dates: "1997-09 29, 1997-10 30, 1997-11 27, 1997-12 30, 1998-01 29, 1998-02 26, 1998-03 30", isEndless: true),
    Example(
      title: "Where WKST matters: weeks from Monday", start: "1997-08-05",
      rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", dates: "1997-08 5 10 19 24"),
    Example(
      title: "Where WKST matters: weeks from Sunday", start: "1997-08-05",
      rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", dates: "1997-08 5 17 19 31"),
    Example(
      title: "An invalid date (30 February) is ignored", start: "2007-01-15",
      rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", dates: "2007-01 15 30, 2007-02 15, 2007-03 15 30"),
  ]

  @Test(arguments: examples)
  func example(_ example: Example) throws {
    let expected = days(example.dates)
    let end = example.isEndless ? expected.last! : date("2030-12-31")
    let found = try recurrence(example.rule, from: example.start).dates(date("1990-01-01")...end)
    #expect(found == expected)
  }

  /// The examples whose UNTIL is an instant. The times are 09:00 in New York.
  @Test(arguments: [
    ("Daily until December 24", "FREQ=DAILY;UNTIL=19971224T000000Z", "1997-09-02", 113, "1997-12-23"),
    ("Weekly until December 24", "FREQ=WEEKLY;UNTIL=19971224T000000Z", "1997-09-02", 17, "1997-12-23"),
    (
      "Every day in January, for 3 years, yearly",
      "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "1998-01-01", 93, "2000-01-31"
    ),
    (
      "Every day in January, for 3 years, daily", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", "1998-01-01", 93,
      "2000-01-31"
    ),
    (
      "Weekly on Tuesday and Thursday for five weeks", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
      "1997-09-02", 10, "1997-10-02"
    ),
    (
      "Every other week on Monday, Wednesday, and Friday until December 24",
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", "1997-09-01", 25, "1997-12-22"
    ),
    (
      "Monthly on the first Friday until December 24", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997-09-05",
      4, "1997-12-05"
    ),
  ])
  func untilAnInstant(_ title: String, _ rule: String, _ start: String, _ count: Int, _ last: String) throws {
    let rule = try recurrence(rule, from: start)
    guard case .utc(let until) = rule.until else {
      Issue.record("no instant")
      return
    }
    let newYork = zone("America/New_York")
    let found = rule.dates(date("1990-01-01")...date("2030-12-31"), at: time("09:00")).filter {
      guard case .unique(let instant) = newYork.mapping(of: $0.at(time("09:00"))) else { return false }
      return instant <= until
    }
    #expect(found.count == count)
    #expect(found.first == date(start))
    #expect(found.last == date(last))
  }
}
