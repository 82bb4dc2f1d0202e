/// COUNT: the number of occurrences before a day.
extension Recurrence {
  /// Returns the number of occurrences from `start` to the day before `day`. If it reaches `limit`, the result is any number from
  /// `limit` on.
  ///
  /// Computes it if every whole period has the same number; otherwise iterates over the periods.
  func occurrences(before day: Int, upTo limit: Int) -> Int {
    let start = start.daysSinceEpoch
    guard day > start else { return 0 }
    guard let each = occurrencesInPeriod else { return walk(start..<day, upTo: limit) }
    let first = period(of: start)
    let last = period(of: day)
    guard last.index > first.index else { return walk(start..<day, upTo: limit) }
    let between = (last.index - first.index - 1) / interval
    return walk(start..<first.end, upTo: limit) + each * between + walk(last.start..<day, upTo: limit)
  }

  private func walk(_ days: Range<Int>, upTo limit: Int) -> Int {
    guard !days.isEmpty else { return 0 }
    var total = 0
    forEachRun(in: days.lowerBound...days.upperBound - 1) { _, mask in
      total += mask.nonzeroBitCount
      return total < limit
    }
    return total
  }

  /// Returns the period that contains `day`, counted or not: its consecutive number, its first day, and the day after its last.
  private func period(of day: Int) -> (index: Int, start: Int, end: Int) {
    switch frequency {
    case .daily: return (day, day, day + 1)
    case .weekly:
      let start = firstDayOfWeek(of: day)
      // Shifted by whole weeks to avoid dividing a negative number.
      return ((start + 7 * 200_000) / 7, start, start + 7)
    case .monthly:
      let month = RecurrenceMonth(containing: day)
      return (month.index, month.firstDay, month.firstDay + month.length)
    case .yearly:
      let year = Gregorian.fields(of: day).year
      let start = RecurrenceMonth(year: year, month: 1).firstDay
      return (year, start, RecurrenceMonth(year: year + 1, month: 1).firstDay)
    }
  }

  /// Returns the number of occurrences in every whole counted period; nil if it varies or takes more work to find.
  static func occurrencesInPeriod(of rule: RecurrenceRule, _ filter: RecurrenceDayFilter, weekDays: UInt32) -> Int? {
    let monthsAreFree = !filter.limitsMonths
    let daysInMonth = filter.daysInEveryMonth
    switch rule.frequency {
    case .daily: return monthsAreFree && !filter.limitsMonthDays && !filter.limitsWeekdays ? 1 : nil
    case .weekly: return monthsAreFree ? weekDays.nonzeroBitCount : nil
    case .monthly:
      guard monthsAreFree, let days = daysInMonth else { return nil }
      return rule.setPositions.isEmpty ? days.exactly : selected(rule.setPositions, ofAtLeast: days.atLeast)
    case .yearly:
      guard let days = daysInMonth else { return nil }
      let months = filter.months.nonzeroBitCount
      return rule.setPositions.isEmpty
        ? days.exactly.map { $0 * months } : selected(rule.setPositions, ofAtLeast: days.atLeast * months)
    }
  }

  /// Returns how many dates `positions` select from every set of at least `size`; nil if that varies.
  private static func selected(_ positions: [Int16], ofAtLeast size: Int) -> Int? {
    let isOneSided = positions.allSatisfy { $0 > 0 } || positions.allSatisfy { $0 < 0 }
    return isOneSided && positions.allSatisfy { abs(Int($0)) <= size } ? positions.count : nil
  }
}

extension RecurrenceDayFilter {
  /// The number of days that pass in every month, ignoring BYMONTH: a lower bound, and the exact number if it never varies.
  ///
  /// nil if days depend on more than their month, or on two parts at once.
  fileprivate var daysInEveryMonth: (atLeast: Int, exactly: Int?)? {
    guard !limitsWithinYear, limitsMonthDays != limitsWeekdays else { return nil }
    if limitsMonthDays {
      // Every month has days 1 to 28 (bits 0 to 27) and −1 to −28 (bits 30 to 3).
      let fromStart = monthDays & 0x0fff_ffff
      let fromEnd = monthDaysFromEnd & 0x7fff_fff8
      let atLeast = max(fromStart.nonzeroBitCount, fromEnd.nonzeroBitCount)
      guard fromStart == monthDays, fromEnd == monthDaysFromEnd else { return (atLeast, nil) }
      if fromStart == 0 || fromEnd == 0 { return (atLeast, atLeast) }
      // In the shortest month, −n is day 29 − n.
      let highest = 32 - fromStart.leadingZeroBitCount
      let lowestFromEnd = 29 - (31 - fromEnd.trailingZeroBitCount)
      return (atLeast, highest < lowestFromEnd ? fromStart.nonzeroBitCount + fromEnd.nonzeroBitCount : nil)
    }
    // A month has at least four of each weekday.
    let fourFromStart: UInt64 = 1 << 28 - 1
    let fourFromEnd: UInt64 = fourFromStart << 7
    let atLeast = max((weekdays & fourFromStart).nonzeroBitCount, (weekdaysFromEnd & fourFromEnd).nonzeroBitCount)
    let isOneSided = weekdays == 0 || weekdaysFromEnd == 0
    let isExact = weekdays & ~fourFromStart == 0 && weekdaysFromEnd & ~fourFromEnd == 0
    return (atLeast, isOneSided && isExact ? atLeast : nil)
  }
}
