import CivilTime
import Testing

@Suite struct RecurrenceTests {
  @Test(arguments: [
    ("WEEKLY takes DTSTART's weekday", "FREQ=WEEKLY", "2026-11-20", "2026-11 20 27, 2026-12 4 11 18 25"),
    ("WEEKLY with months too", "FREQ=WEEKLY;BYMONTH=12", "2026-11-20", "2026-12 4 11 18 25"),
    (
      "MONTHLY takes DTSTART's day, and skips months without it", "FREQ=MONTHLY", "2026-08-31",
      "2026-08 31, 2026-10 31, 2026-12 31"
    ),
    ("MONTHLY in some months", "FREQ=MONTHLY;BYMONTH=9,12", "2026-08-20", "2026-09 20, 2026-12 20"),
    ("YEARLY takes DTSTART's month and day", "FREQ=YEARLY", "2025-11-20", "2025-11 20, 2026-11 20"),
    ("YEARLY from 29 February skips common years", "FREQ=YEARLY", "2020-02-29", "2020-02 29, 2024-02 29"),
    ("YEARLY in some months takes DTSTART's day", "FREQ=YEARLY;BYMONTH=2,11", "2026-01-30", "2026-11 30"),
    (
      "YEARLY with days of the month has them in every month", "FREQ=YEARLY;BYMONTHDAY=-1", "2026-10-01",
      "2026-10 31, 2026-11 30, 2026-12 31"
    ),
    ("BYWEEKNO takes DTSTART's weekday", "FREQ=YEARLY;BYWEEKNO=1,53", "2026-10-01", "2026-12 31"),
    ("BYWEEKNO with weekdays", "FREQ=YEARLY;BYWEEKNO=52,53;BYDAY=MO", "2026-10-01", "2026-12 21 28"),
    (
      "DTSTART is an occurrence only where the rule makes it one", "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-11-20",
      "2026-11 23 30"
    ),
    ("numbered and plain weekdays are a union", "FREQ=MONTHLY;BYDAY=MO,1TU", "2026-12-01", "2026-12 1 7 14 21 28"),
    (
      "a numbered weekday counts in the month where there are months", "FREQ=YEARLY;BYMONTH=11,12;BYDAY=-1FR",
      "2026-11-01", "2026-11 27, 2026-12 25"
    ),
    ("and in the year without any", "FREQ=YEARLY;BYDAY=-1FR,47WE", "2026-11-01", "2026-11 25, 2026-12 25"),
    ("no month has a sixth Monday", "FREQ=MONTHLY;BYDAY=6MO", "2026-01-01", ""),
    (
      "a position that two numbers name counts once", "FREQ=MONTHLY;BYMONTHDAY=5;BYSETPOS=1,-1", "2026-11-01",
      "2026-11 5, 2026-12 5"
    ),
    ("a day is a set of one", "FREQ=DAILY;BYMONTHDAY=5,6;BYSETPOS=-1", "2026-12-01", "2026-12 5 6"),
    ("with no second member", "FREQ=DAILY;BYMONTHDAY=5,6;BYSETPOS=2", "2026-12-01", ""),
    (
      "the first week's set begins with the week, not with DTSTART", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1",
      "2026-11-18", "2026-11 23 30, 2026-12 7 14 21 28"
    ),
    ("a set of the year", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", "2026-01-01", "2026-01 1, 2026-12 31"),
    ("30 February", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01", ""),
    ("an interval beyond the calendar", "FREQ=WEEKLY;INTERVAL=2147483647;BYDAY=SU", "2026-11-20", "2026-11 22"),
    ("days at an interval, in some months", "FREQ=DAILY;INTERVAL=10;BYMONTH=12", "2026-11-20", "2026-12 10 20 30"),
  ])
  func upToTheEndOf2026(_ what: String, _ rule: String, _ start: String, _ expected: String) throws {
    let dates = try recurrence(rule, from: start).dates(date("0001-01-01")...date("2026-12-31"))
    #expect(dates == days(expected))
  }

  /// Weeks in two years. docs/recurrence.md explains which year their days belong to.
  @Test(arguments: [
    (
      "week 1 begins in the old year, week 53 ends in the new one", "BYWEEKNO=1,53;BYDAY=MO",
      "2026-12 28, 2027-01 4, 2028-01 3, 2029-01 1, 2029-12 31"
    ),
    ("days of week 53 in January", "BYWEEKNO=53;BYDAY=TH,FR", "2026-12 31, 2027-01 1"),
    (
      "the last week, counted from the end", "BYWEEKNO=-1;BYDAY=SA,SU",
      "2027-01 2 3, 2028-01 1 2, 2028-12 30 31, 2029-12 29 30"
    ),
    ("the first week, counted from the end", "BYWEEKNO=-52;BYDAY=MO", "2027-01 4, 2028-01 3, 2029-01 1, 2029-12 31"),
    ("weeks from Sunday", "WKST=SU;BYWEEKNO=1;BYDAY=SU", "2027-01 3, 2028-01 2, 2028-12 31, 2029-12 30"),
    ("a day counts to the calendar year it lies in", "INTERVAL=3;BYWEEKNO=1;BYDAY=MO", "2029-01 1, 2029-12 31"),
  ])
  func weeksAtTheTurnOfTheYear(_ what: String, _ parts: String, _ expected: String) throws {
    let rule = try recurrence("FREQ=YEARLY;\(parts)", from: "2026-10-01")
    #expect(rule.dates(date("2026-01-01")...date("2029-12-31")) == days(expected))
  }

  @Test(arguments: [
    ("a date is included", "20261204", "09:00", "2026-11 20 27, 2026-12 4"),
    ("the date before ends it", "20261203", "09:00", "2026-11 20 27"),
    ("a wall time is included", "20261204T090000", "09:00", "2026-11 20 27, 2026-12 4"),
    ("one second later it is past", "20261204T090000", "09:00:01", "2026-11 20 27"),
    ("an end before the start leaves nothing", "20261119", "09:00", ""),
  ])
  func until(_ what: String, _ until: String, _ at: String, _ expected: String) throws {
    let rule = try recurrence("FREQ=WEEKLY;UNTIL=\(until)", from: "2026-11-20")
    #expect(rule.dates(date("2026-01-01")...date("2027-12-31"), at: time(at)) == days(expected))
  }

  @Test func anInstantCutsNothingThatSomeZoneStillHas() throws {
    let rule = try recurrence("FREQ=DAILY;UNTIL=20261204T233000Z", from: "2026-12-03")
    // At 23:30Z it is 5 December in the east. One extra day is left to the caller.
    #expect(rule.dates(date("2026-01-01")...date("2027-12-31")) == days("2026-12 3 4 5 6"))
  }

  @Test(arguments: [
    "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3;BYDAY=MO,TU", "FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,TH",
    "FREQ=WEEKLY;BYMONTH=1,2;BYDAY=MO,TH;BYSETPOS=1", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1,-1",
    "FREQ=MONTHLY;BYMONTHDAY=28,-1", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=8",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=9,-9", "FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=MONTHLY;BYDAY=5MO",
    "FREQ=YEARLY;INTERVAL=2;BYMONTH=3,4;BYMONTHDAY=28,29", "FREQ=YEARLY;BYDAY=TU;BYSETPOS=3,50",
    "FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO,SU", "FREQ=YEARLY;BYYEARDAY=1,366,-1",
  ])
  func countCountsFromTheStartWhateverTheWindow(_ rule: String) throws {
    let start = "1999-05-12"
    let all = try recurrence(rule, from: start).dates(date(start)...date("2199-12-31"))
    for count in [1, 2, 7, 30, 100] {
      let counted = try recurrence("\(rule);COUNT=\(count)", from: start)
      let expected = Array(all.prefix(count))
      #expect(counted.dates(date("0001-01-01")...date("2199-12-31")) == expected)
      for first in stride(from: 0, to: expected.count, by: 5) {
        let window = expected[first].adding(days: -3)...expected[first].adding(days: 40)
        #expect(counted.dates(window) == expected.filter(window.contains))
      }
    }
  }

  @Test(arguments: [
    ("FREQ=DAILY", "9999-12 30 31"), ("FREQ=WEEKLY", "9999-12 30"), ("FREQ=MONTHLY", "9999-12 30"),
    ("FREQ=YEARLY", "9999-12 30"), ("FREQ=YEARLY;BYWEEKNO=52;BYDAY=TH,FR", "9999-12 30 31"),
    ("FREQ=DAILY;UNTIL=99991231T235959Z", "9999-12 30 31"),
  ])
  func theCalendarEndsIn9999(_ rule: String, _ expected: String) throws {
    let end = date("9999-12-31")
    let dates = try recurrence(rule, from: "9999-12-30").dates(end.adding(days: -40)...end.adding(days: 400))
    #expect(dates == days(expected))
  }

  @Test func theCalendarBeginsWithTheYear1() throws {
    let rule = try recurrence("FREQ=WEEKLY;WKST=SU;BYDAY=MO;INTERVAL=2", from: "0001-01-01")
    #expect(rule.dates(date("0001-01-01")...date("0001-01-31")) == days("0001-01 1 15 29"))
    #expect(rule.dates(date("0001-01-01").adding(days: -30)...date("0001-01-20")) == days("0001-01 1 15"))
  }

  @Test func datesAreAppended() throws {
    var dates = [date("2000-01-01")]
    let rule = try recurrence("FREQ=DAILY", from: "2026-11-20")
    rule.appendDates(in: date("2026-11-01")...date("2026-11-21"), at: .midnight, to: &dates)
    #expect(dates == [date("2000-01-01")] + days("2026-11 20 21"))
  }

  /// Compares rules with python-dateutil. Tests/Tools/recurrence_oracle.py generates and documents the table.
  @Test("a rule that takes nothing from its first date gives the same dates from any other first date")
  func otherStarts() throws {
    let parts = [
      "BYMONTH=3,11", "BYMONTHDAY=15,-1", "BYDAY=MO", "BYDAY=2TU", "BYYEARDAY=100", "BYWEEKNO=20", "BYSETPOS=1",
      "COUNT=3",
    ]
    // A Wednesday and a Sunday that differ in every field.
    let (first, other) = (LocalDate(year: 2025, month: 1, day: 29)!, LocalDate(year: 2026, month: 8, day: 9)!)
    var moved = 0
    for frequency in RecurrenceRule.Frequency.allCases {
      for choice in 0..<1 << parts.count {
        let chosen = parts.indices.filter { choice >> $0 & 1 == 1 }.map { parts[$0] }
        let text = (["FREQ=\(frequency.rawValue)"] + chosen).joined(separator: ";")
        guard let rule = try? RecurrenceRule(parsing: text.utf8),
          let recurrence = try? Recurrence(rule, start: first), let there = recurrence.starting(other)
        else { continue }
        let anew = try Recurrence(rule, start: other)
        #expect(there == anew, "\(text)")
        moved += 1
      }
    }
    #expect(moved > 100)
    for text in ["FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYMONTHDAY=31"] {
      let recurrence = try Recurrence(RecurrenceRule(parsing: text.utf8), start: first)
      #expect(recurrence.starting(other) != nil)
    }
    for text in ["FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY;BYMONTH=2", "FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=15"] {
      let recurrence = try Recurrence(RecurrenceRule(parsing: text.utf8), start: first)
      #expect(recurrence.starting(other) == nil)
    }
  }

  @Test func recordedRules() throws {
    let lines = recordedLines("recurrences.txt", orFrom: "TICKLER_RECURRENCES")
    #expect(lines.count > 300)
    for line in lines {
      let fields = line.split(separator: "\t")
      let window = fields[2].split(separator: "/")
      var expected: [LocalDate] = []
      for step in fields[3].split(separator: " ") where step != "-" {
        guard let last = expected.last else {
          expected.append(date(step))
          continue
        }
        let parts = step.split(separator: "x").map { Int($0)! }
        for index in 1...(parts.count > 1 ? parts[1] : 1) { expected.append(last.adding(days: parts[0] * index)) }
      }
      let found = try recurrence(fields[0], from: fields[1]).dates(date(window[0])...date(window[1]))
      #expect(found == expected, "\(line)")
    }
  }
}
