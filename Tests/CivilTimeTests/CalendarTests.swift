import CivilTime
import Testing

@Suite struct CalendarTests {
  /// Compares every day of 400 years, and every 13th day of all years, with plain counting.
  @Test func daysAndFieldsAgree() {
    var (year, month, day) = (1, 1, 1)
    var number = date("0001-01-01").daysSinceEpoch
    while year <= 9999 {
      if number % 13 == 0 || (1900..<2300).contains(year) {
        let date = LocalDate(daysSinceEpoch: number)!
        let fields = date.fields
        if fields != (year, month, day) || LocalDate(year: year, month: month, day: day) != date {
          Issue.record("day \(number) is \(fields), not \(year)-\(month)-\(day)")
          return
        }
      }
      number += 1
      day += 1
      if day > LocalDate.daysInMonth(year: year, month: month) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(number == LocalDate(year: 9999, month: 12, day: 31)!.daysSinceEpoch + 1)
  }

  @Test(arguments: [
    ("the epoch", "1970-01-01", 0, Weekday.thursday), ("the day before it", "1969-12-31", -1, .wednesday),
    ("the first date", "0001-01-01", -719_162, .monday), ("the last date", "9999-12-31", 2_932_896, .friday),
    ("a leap day", "2000-02-29", 11_016, .tuesday), ("the day after it", "2000-03-01", 11_017, .wednesday),
    ("a Sunday", "2026-11-22", 20_779, .sunday), ("the Monday after it", "2026-11-23", 20_780, .monday),
  ])
  func knownDays(_ what: String, _ text: String, _ number: Int, _ weekday: Weekday) {
    #expect(date(text).daysSinceEpoch == number)
    #expect(date(text).weekday == weekday)
  }

  @Test(arguments: [
    (1900, false), (2000, true), (2023, false), (2024, true), (2100, false), (4, true), (1, false), (400, true),
  ])
  func leapYears(_ year: Int, _ isLeap: Bool) {
    #expect(LocalDate.daysInMonth(year: year, month: 2) == (isLeap ? 29 : 28))
    #expect((LocalDate(year: year, month: 2, day: 29) != nil) == isLeap)
  }

  @Test(arguments: [
    (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29), (0, 1, 1), (10_000, 1, 1),
    (2026, 1, -1),
  ])
  func noSuchDay(_ year: Int, _ month: Int, _ day: Int) {
    #expect(LocalDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    ("2026-12-31", 1, "2027-01-01"), ("2024-02-28", 1, "2024-02-29"), ("2023-03-01", -1, "2023-02-28"),
    ("2026-11-20", 0, "2026-11-20"),
  ])
  func addingDays(_ start: String, _ days: Int, _ end: String) {
    #expect(date(start).adding(days: days) == date(end))
    #expect(date(end).days(since: date(start)) == days)
  }

  @Test(arguments: [
    ("over midnight", "2026-11-20T23:30", 3600, "2026-11-21T00:30"),
    ("back over midnight", "2026-11-20T00:00", -1, "2026-11-19T23:59:59"),
    ("back over the epoch", "1970-01-01T00:00", -1, "1969-12-31T23:59:59"),
    ("back to a midnight before the epoch", "1970-01-01T00:00", -172_800, "1969-12-30T00:00"),
  ])
  func nominalSeconds(_ what: String, _ start: String, _ seconds: Int64, _ end: String) {
    let sum = local(start).adding(seconds: seconds)
    #expect(sum == local(end))
    #expect(sum.date.at(sum.time) == sum)
  }

  @Test func weekdays() {
    #expect(Weekday.allCases.map(\.code) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    #expect(Weekday.allCases.map(\.numberFromSunday) == [2, 3, 4, 5, 6, 7, 1])
    var set = WeekdaySet(.monday)
    set.insert(.sunday)
    #expect(Weekday.allCases.filter(set.contains) == [.monday, .sunday])
    #expect(Weekday.allCases.allSatisfy(WeekdaySet.all.contains))
  }
}
