import CivilTime
import Formats

/// One rule of a schedule, as GnuCash counts: months are clamped without a drift, and a weekend is left to one side.
struct GnuCashRecurrence {
  enum Period: String {
    case once, day, week, month, endOfMonth = "end of month", nthWeekday = "nth weekday", lastWeekday = "last weekday"
    case year
  }

  enum WeekendShift: String {
    case none, back, forward
  }

  var period: Period
  var every: Int
  var start: LocalDate
  /// What becomes of a date on a Saturday or Sunday: the Friday before, or the Monday after.
  var shift = WeekendShift.none

  init(period: Period, every: Int, start: LocalDate, shift: WeekendShift = .none) {
    (self.period, self.every, self.start, self.shift) = (period, every, start, shift)
  }

  /// - Parameter refuse: Is told of the element that is wrong, what it says, and what it should.
  init?(_ element: XMLElement, refuse: (_ name: String, _ found: String?, _ expected: String, _ at: Place?) -> Void) {
    func place(_ name: String) -> Place { element.child("recurrence:\(name)")?.place ?? element.place }
    let type = element.text("recurrence:period_type")
    guard let period = type.flatMap(Period.init) else {
      refuse(
        "period_type", type, "one of once, day, week, month, end of month, nth weekday, last weekday, year",
        place("period_type"))
      return nil
    }
    let mult = element.text("recurrence:mult")
    guard let every = Int(mult ?? "1"), 0...10_000 ~= every, every > 0 || period == .once else {
      refuse("mult", mult, "a whole number from 1 to 10000", place("mult"))
      return nil
    }
    let date = element.text("recurrence:start", "gdate")
    guard let start = date.flatMap({ LocalDate(iso8601: $0.utf8) }) else {
      refuse("start", date, "a gdate, YYYY-MM-DD", place("start"))
      return nil
    }
    (self.period, self.every, self.start) = (period, max(1, every), start)
    guard let adjusted = element.text("recurrence:weekend_adj") else { return }
    guard let shift = WeekendShift(rawValue: adjusted) else {
      refuse("weekend_adj", adjusted, "one of none, back, forward", place("weekend_adj"))
      return nil
    }
    // It acts on these alone.
    if [.month, .endOfMonth, .year].contains(period) { self.shift = shift }
  }

  /// The rule without the shift; nil: it has one date.
  var rule: RuleText? {
    let (_, month, day) = start.fields
    switch period {
    case .once: return nil
    case .day: return RuleText("FREQ=DAILY;INTERVAL=\(every)")
    case .week: return RuleText("FREQ=WEEKLY;INTERVAL=\(every)")
    case .month: return RuleText("FREQ=MONTHLY;INTERVAL=\(every);\(RuleText.clamped(to: day))")
    case .endOfMonth: return RuleText("FREQ=MONTHLY;INTERVAL=\(every);BYMONTHDAY=-1")
    case .nthWeekday:
      let number = day >= 29 ? -1 : (day - 1) / 7 + 1
      return RuleText("FREQ=MONTHLY;INTERVAL=\(every);BYDAY=\(number)\(start.weekday.ruleCode)")
    case .lastWeekday: return RuleText("FREQ=MONTHLY;INTERVAL=\(every);BYDAY=-1\(start.weekday.ruleCode)")
    case .year:
      return RuleText("FREQ=YEARLY;INTERVAL=\(every);BYMONTH=\(month);\(RuleText.clamped(to: day))")
    }
  }

  /// The rule with the shift, where that stays within the month; nil: no rule has these dates.
  var shiftedRule: RuleText? {
    guard shift != .none else { return rule }
    let (_, month, day) = start.fields
    let head = period == .year ? "FREQ=YEARLY;INTERVAL=\(every);BYMONTH=\(month)" : "FREQ=MONTHLY;INTERVAL=\(every)"
    let week = "BYDAY=MO,TU,WE,TH,FR"
    switch (shift, period) {
    case (.back, .endOfMonth): return RuleText("\(head);BYMONTHDAY=-3,-2,-1;\(week);BYSETPOS=-1")
    case (.back, _) where 3...28 ~= day:
      return RuleText("\(head);BYMONTHDAY=\(day - 2),\(day - 1),\(day);\(week);BYSETPOS=-1")
    // Whatever the month's length, its last three days are among these.
    case (.back, _) where day == 31: return RuleText("\(head);BYMONTHDAY=-3,-2,-1;\(week);BYSETPOS=-1")
    case (.forward, _) where period != .endOfMonth && day <= 26:
      return RuleText("\(head);BYMONTHDAY=\(day),\(day + 1),\(day + 2);\(week);BYSETPOS=1")
    default: return nil
    }
  }

  /// A date of the rule after the shift.
  func shifted(_ date: LocalDate) -> LocalDate {
    switch (shift, date.weekday) {
    case (.back, .saturday): date.adding(days: -1)
    case (.back, .sunday): date.adding(days: -2)
    case (.forward, .saturday): date.adding(days: 2)
    case (.forward, .sunday): date.adding(days: 1)
    default: date
    }
  }

  /// Its dates, the shift included, none before the rule's start.
  func dates(in range: ClosedRange<LocalDate>) -> [LocalDate] {
    guard let rule else { return range.contains(start) ? [start] : [] }
    let wide = range.lowerBound.adding(days: -3)...range.upperBound.adding(days: 3)
    return (rule.dates(from: start, in: wide) ?? []).map(shifted).filter { $0 >= start && range.contains($0) }
  }
}

extension RuleText {
  /// The day of the month, or the last one where there is none such.
  static func clamped(to day: Int) -> String {
    day <= 28 ? "BYMONTHDAY=\(day)" : "BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
  }
}
