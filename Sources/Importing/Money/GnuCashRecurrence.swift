import CivilTime
import Formats
import PlanModel

/// One rule of a schedule, counted as GnuCash does: short months clamp the day without drift.
struct GnuCashRecurrence {
  enum Period: String {
    case once, day, week, month, endOfMonth = "end of month", nthWeekday = "nth weekday", lastWeekday = "last weekday"
    case year
  }

  private static let shifts: [String: DayShift] = ["none": .none, "back": .before, "forward": .after]

  var period: Period
  var every: Int
  var start: LocalDate
  /// The day of the month; nil for the start's. Only the start's month may lack it.
  var day: Int?
  /// The shift of dates on weekends.
  var shift = DayShift.none
  /// The first dates of the other rules of a union. Each adds a weekday or a day of the month.
  private var others: [LocalDate] = []

  init(period: Period, every: Int, start: LocalDate) {
    (self.period, self.every, self.start) = (period, every, start)
  }

  /// - Parameter refuse: Receives the faulty element, its text, and what was expected.
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
    guard let shift = GnuCashRecurrence.shifts[adjusted] else {
      refuse("weekend_adj", adjusted, "one of none, back, forward", place("weekend_adj"))
      return nil
    }
    // GnuCash shifts only these.
    if [.month, .endOfMonth, .year].contains(period) { self.shift = shift }
  }

  /// Creates the union of rules that differ only in weekday, or in a day of the month up to the 28th.
  ///
  /// - Returns: nil if no single rule has their dates.
  init?(union parts: [GnuCashRecurrence]) {
    let inOrder = parts.sorted { $0.start < $1.start }
    guard let first = inOrder.first,
      inOrder.allSatisfy({ part in
        part.period == first.period && part.every == first.every && part.shift == first.shift && part.others.isEmpty
      })
    else { return nil }
    // All begin in the first week or month, so that the union adds no date before the start of a part.
    switch first.period {
    case .week:
      guard inOrder.allSatisfy({ $0.start.days(since: first.start) < 7 }) else { return nil }
    case .month:
      func isInFirst(_ date: LocalDate) -> Bool {
        let months = 12 * (date.year - first.start.year) + date.month - first.start.month
        return months == 0 || first.every == 1 && months == 1 && date.day < first.start.day
      }
      guard inOrder.allSatisfy({ $0.start.day <= 28 && isInFirst($0.start) }) else { return nil }
    default: return nil
    }
    self = first
    others = inOrder.dropFirst().map(\.start)
  }

  /// The rule of the dates before the shift; nil for a single date.
  var rule: RuleText? {
    let (_, month, startDay) = start.fields
    let day = day ?? startDay
    switch period {
    case .once: return nil
    case .day: return RuleText("FREQ=DAILY;INTERVAL=\(every)")
    case .week where !others.isEmpty:
      let days = Set(([start] + others).map(\.weekday))
      let list = Weekday.allCases.filter(days.contains).map(\.ruleCode).joined(separator: ",")
      return RuleText("FREQ=WEEKLY;INTERVAL=\(every);WKST=\(start.weekday.ruleCode);BYDAY=\(list)")
    case .week: return RuleText("FREQ=WEEKLY;INTERVAL=\(every)")
    case .month where !others.isEmpty:
      let days = Set(([start] + others).map(\.day)).sorted()
      return RuleText("FREQ=MONTHLY;INTERVAL=\(every);BYMONTHDAY=\(days.map(String.init).joined(separator: ","))")
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

  /// Returns a date of the rule after the shift.
  func shifted(_ date: LocalDate) -> LocalDate {
    shift == .none ? date : OpenDays(shift, .weekends).moved(date) ?? date
  }

  /// Returns the UNTIL, before the shift, that keeps exactly the dates whose shifted date is at most `bound`.
  func last(by bound: LocalDate) -> LocalDate {
    if shift == .none { return bound }
    let near = rule?.dates(from: start, in: bound.adding(days: -2)...bound.adding(days: 2)) ?? []
    if let later = near.first(where: { shifted($0) > bound }), later <= bound { return later.adding(days: -1) }
    return max(bound, near.last { shifted($0) <= bound } ?? bound)
  }

  /// Returns the shifted dates in `range`, none before the rule's start.
  func dates(in range: ClosedRange<LocalDate>) -> [LocalDate] {
    guard let rule else { return range.contains(start) ? [start] : [] }
    let wide = range.lowerBound.adding(days: -3)...range.upperBound.adding(days: 3)
    return (rule.dates(from: start, in: wide) ?? []).map(shifted).filter { $0 >= start && range.contains($0) }
  }
}

extension RuleText {
  /// Returns the rule parts for a day of the month, or for the last day of a shorter month.
  static func clamped(to day: Int) -> String {
    day <= 28 ? "BYMONTHDAY=\(day)" : "BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
  }
}
