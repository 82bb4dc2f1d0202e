/// A recurrence rule with its first date (RFC 5545's DTSTART), ready to list its dates in any range.
///
/// A period is a day, a week that begins on `weekStart`, a month, or a calendar year. The period that contains `start` counts, and
/// every `interval`th one after it. `start` is an occurrence only if it satisfies the rule, and COUNT counts only dates that do.
/// See docs/recurrence.md for details.
///
/// ```
/// let start = LocalDate(year: 2026, month: 1, day: 31)!
/// let monthly = try Recurrence(RecurrenceRule(parsing: "FREQ=MONTHLY".utf8), start: start)
/// var dates: [LocalDate] = []
/// monthly.appendDates(in: start...start.adding(days: 100), at: .midnight, to: &dates)
/// assert(dates.map(\.description) == ["2026-01-31", "2026-03-31"])
/// ```
public struct Recurrence: Hashable, Sendable {
  /// See ``RecurrenceRule/Until``.
  public typealias Until = RecurrenceRule.Until

  /// The earliest possible occurrence.
  public private(set) var start: LocalDate
  /// The pattern, shared by recurrences of the same rule unless it depends on the first date.
  private let shared: Shared

  /// A rule ready for expansion, without the first date.
  private struct Pattern: Hashable, Sendable {
    /// Whether a part comes from the first date.
    let dependsOnStart: Bool
    let until: Until?
    let frequency: RecurrenceRule.Frequency
    let interval: Int
    let count: Int?
    let weekStart: Weekday
    let filter: RecurrenceDayFilter
    let setPositions: [Int16]
    let weekDays: UInt32
    let occurrencesInPeriod: Int?
  }

  /// A boxed pattern, which keeps recurrences small: every item has one.
  private final class Shared: Hashable, Sendable {
    let pattern: Pattern

    init(_ pattern: Pattern) { self.pattern = pattern }

    static func == (a: Shared, b: Shared) -> Bool { a === b || a.pattern == b.pattern }

    func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
  }

  /// Creates a recurrence. Checks the parts against each other, and takes what the rule leaves open from `start` (RFC 5545 section
  /// 3.3.10): the weekday of WEEKLY and BYWEEKNO, the day of MONTHLY, the day and month of YEARLY.
  ///
  /// - Throws: if a part is not allowed with the rule's frequency or with another part.
  public init(_ rule: RecurrenceRule, start: LocalDate) throws(RecurrenceError) {
    try Recurrence.check(rule)
    self.start = start
    let (filter, dependsOnStart) = Recurrence.filter(of: rule, start: start)
    var weekDays = filter.weekdaysOfWeek(from: rule.weekStart)
    if !filter.limitsMonths {
      weekDays = weekDays.selecting(rule.setPositions, before: 0, of: weekDays.nonzeroBitCount)
    }
    shared = Shared(
      Pattern(
        dependsOnStart: dependsOnStart, until: rule.until, frequency: rule.frequency, interval: rule.interval,
        count: rule.count, weekStart: rule.weekStart, filter: filter, setPositions: rule.setPositions,
        weekDays: weekDays, occurrencesInPeriod: Recurrence.occurrencesInPeriod(of: rule, filter, weekDays: weekDays)))
  }

  /// Returns the same rule with another first date; nil if the rule depends on its first date.
  public func starting(_ start: LocalDate) -> Recurrence? {
    if shared.pattern.dependsOnStart { return nil }
    var recurrence = self
    recurrence.start = start
    return recurrence
  }

  /// The rule's end. If it is an instant, ``appendDates(in:at:to:)`` may overshoot it by two days.
  public var until: Until? { shared.pattern.until }
  /// Whether it is on days of a month that shorter months lack.
  public var skipsMonths: Bool {
    frequency == .monthly && filter.monthDaysFromEnd == 0 && filter.monthDays >> 28 != 0 && filter.monthDays << 4 == 0
  }
  var frequency: RecurrenceRule.Frequency { shared.pattern.frequency }
  var interval: Int { shared.pattern.interval }
  var count: Int? { shared.pattern.count }
  var weekStart: Weekday { shared.pattern.weekStart }
  var filter: RecurrenceDayFilter { shared.pattern.filter }
  /// BYSETPOS, which applies to the dates of a period.
  var setPositions: [Int16] { shared.pattern.setPositions }
  /// WEEKLY: the days of each counted week, bit 0 for `weekStart`, before `filter` limits the months.
  var weekDays: UInt32 { shared.pattern.weekDays }
  /// The number of occurrences in every whole period; nil if it varies.
  var occurrencesInPeriod: Int? { shared.pattern.occurrencesInPeriod }

  private static func check(_ rule: RecurrenceRule) throws(RecurrenceError) {
    let frequency = rule.frequency
    func fail(_ offset: Int, _ found: String, _ expected: String) throws(RecurrenceError) {
      throw RecurrenceError(offset: offset, found: found, expected: expected)
    }
    if !rule.weekNumbers.isEmpty, frequency != .yearly {
      try fail(rule.offsets.weekNumbers, "BYWEEKNO with \(frequency.rawValue)", "BYWEEKNO only with FREQ=YEARLY")
    }
    if !rule.yearDays.isEmpty, frequency != .yearly {
      try fail(rule.offsets.yearDays, "BYYEARDAY with \(frequency.rawValue)", "BYYEARDAY only with FREQ=YEARLY")
    }
    if !rule.monthDays.isEmpty, frequency == .weekly {
      try fail(rule.offsets.monthDays, "BYMONTHDAY with WEEKLY", "no BYMONTHDAY with FREQ=WEEKLY")
    }
    if !rule.ordinalWeekdays.isEmpty {
      if frequency == .daily || frequency == .weekly {
        try fail(
          rule.offsets.weekdays, "numbers in BYDAY with \(frequency.rawValue)",
          "numbers in BYDAY only with FREQ=MONTHLY or FREQ=YEARLY")
      }
      if !rule.weekNumbers.isEmpty {
        try fail(rule.offsets.weekdays, "numbers in BYDAY with BYWEEKNO", "weekdays without numbers")
      }
    }
    if !rule.setPositions.isEmpty, rule.months == 0, rule.weekNumbers.isEmpty, rule.yearDays.isEmpty,
      rule.monthDays.isEmpty, rule.weekdays.isEmpty, rule.ordinalWeekdays.isEmpty
    {
      try fail(rule.offsets.setPositions, "BYSETPOS alone", "another BY part with BYSETPOS")
    }
  }

  /// Returns the filter for days that satisfy the rule, and whether it depends on `start`.
  private static func filter(
    of rule: RecurrenceRule, start: LocalDate
  ) -> (filter: RecurrenceDayFilter, dependsOnStart: Bool) {
    var filter = RecurrenceDayFilter()
    var months = rule.months
    var monthDays = rule.monthDays
    var weekdays = rule.weekdays
    let namesNoWeekday = weekdays.isEmpty && rule.ordinalWeekdays.isEmpty
    let namesNoDay = namesNoWeekday && monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
    let (_, month, day) = start.fields
    var dependsOnStart = true
    switch rule.frequency {
    case .weekly where namesNoDay: weekdays.insert(start.weekday)
    case .monthly where namesNoDay: monthDays.insert(day)
    case .yearly where namesNoDay:
      monthDays.insert(day)
      if months == 0 { months = 1 << UInt16(month) }
    case .yearly where namesNoWeekday && !rule.weekNumbers.isEmpty: weekdays.insert(start.weekday)
    case .daily, .weekly, .monthly, .yearly: dependsOnStart = false
    }
    if months != 0 { filter.months = months }
    filter.insertMonthDays(monthDays)
    filter.insertWeekdays(weekdays)
    for weekday in rule.ordinalWeekdays {
      filter.insert(weekday, isInYear: rule.frequency == .yearly && rule.months == 0)
    }
    filter.yearDays = rule.yearDays
    filter.weekNumbers = rule.weekNumbers
    filter.weekStart = rule.weekStart
    return (filter, dependsOnStart)
  }
}

extension UInt32 {
  /// Returns the bits at `positions` (1 for the first, −1 for the last) of a set that contains these bits; all bits if `positions`
  /// is empty.
  ///
  /// - Parameters:
  ///   - before: The members of the set before these bits.
  ///   - total: The members of the whole set.
  func selecting(_ positions: [Int16], before: Int, of total: Int) -> UInt32 {
    guard !positions.isEmpty else { return self }
    var result: UInt32 = 0
    var rest = self
    var index = before
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest ^= bit
      index += 1
      if positions.contains(Int16(index)) || positions.contains(Int16(index - total - 1)) { result |= bit }
    }
    return result
  }
}
