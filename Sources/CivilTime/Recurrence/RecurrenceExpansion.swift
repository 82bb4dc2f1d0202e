/// Expands a rule to dates by arithmetic on day numbers and bit masks. The time since `start` costs nothing.
extension Recurrence {
  /// Appends the occurrences in `range`, ascending.
  ///
  /// - Parameters:
  ///   - range: The first and the last date.
  ///   - time: The time of day of the occurrences, for an UNTIL with a wall time.
  ///   - dates: Receives up to two extra days if UNTIL is an instant. The caller knows the zone and drops them.
  public func appendDates(in range: ClosedRange<LocalDate>, at time: LocalTime, to dates: inout [LocalDate]) {
    let first = max(range.lowerBound, start).daysSinceEpoch
    let last = min(range.upperBound.daysSinceEpoch, lastDay(at: time))
    guard first <= last else { return }
    let days = first...last
    var room = Int.max
    if let count {
      room = count - occurrences(before: days.lowerBound, upTo: count)
      guard room > 0 else { return }
    }
    forEachRun(in: days) { first, mask in
      var rest = mask
      while rest != 0, room > 0 {
        dates.append(LocalDate(clamping: first + rest.trailingZeroBitCount))
        rest &= rest - 1
        room -= 1
      }
      return room > 0
    }
  }

  /// Returns the last day that UNTIL allows, in days since 1970-01-01.
  private func lastDay(at time: LocalTime) -> Int {
    switch until {
    case nil: .max
    case .date(let date): date.daysSinceEpoch
    case .local(let local): local.date.daysSinceEpoch - (time <= local.time ? 0 : 1)
    case .utc(let instant): instant.utc.date.daysSinceEpoch + 2
    }
  }

  /// Calls `body` with the occurrences in `days`, ignoring COUNT and UNTIL. Each call has a run of up to 32 days: the first day,
  /// and a mask with bit 0 for it. Stops when `body` returns false.
  ///
  /// - Parameter days: Days since 1970-01-01, none before `start`.
  func forEachRun(in days: ClosedRange<Int>, _ body: (_ first: Int, _ mask: UInt32) -> Bool) {
    switch frequency {
    case .daily where !filter.limitsMonths && !filter.limitsMonthDays && !filter.limitsWeekdays:
      forEachDay(in: days, body)
    case .weekly: forEachWeek(in: days, body)
    case .daily, .monthly, .yearly: forEachMonth(in: days, body)
    }
  }

  private func forEachDay(in days: ClosedRange<Int>, _ body: (Int, UInt32) -> Bool) {
    let behind = (days.lowerBound - start.daysSinceEpoch) % interval
    var day = behind == 0 ? days.lowerBound : days.lowerBound + interval - behind
    while day <= days.upperBound, body(day, 1) { day += interval }
  }

  private func forEachWeek(in days: ClosedRange<Int>, _ body: (Int, UInt32) -> Bool) {
    var week = firstDayOfWeek(of: days.lowerBound)
    if interval > 1 {
      let behind = (week - firstDayOfWeek(of: start.daysSinceEpoch)) / 7 % interval
      if behind > 0 { week += 7 * (interval - behind) }
    }
    while week <= days.upperBound {
      let all = filter.limitsMonths ? weekDaysInMonths(of: week) : weekDays
      let mask = all & RecurrenceMonth.mask(ofDaysIn: days, from: week, length: 7)
      guard mask == 0 || body(week, mask) else { return }
      week += 7 * interval
    }
  }

  /// Returns the days of the week beginning on `week` that are in the rule's months.
  private func weekDaysInMonths(of week: Int) -> UInt32 {
    var month = RecurrenceMonth(containing: week)
    var days: UInt32 = 0
    while month.firstDay <= week + 6 {
      if filter.months & 1 << UInt16(month.month) != 0 {
        let ofMonth = month.firstDay...month.firstDay + month.length - 1
        days |= weekDays & RecurrenceMonth.mask(ofDaysIn: ofMonth, from: week, length: 7)
      }
      month.advance()
    }
    return days.selecting(setPositions, before: 0, of: days.nonzeroBitCount)
  }

  private func forEachMonth(in days: ClosedRange<Int>, _ body: (Int, UInt32) -> Bool) {
    var month = RecurrenceMonth(containing: days.lowerBound)
    let first = interval > 1 ? RecurrenceMonth(containing: start.daysSinceEpoch) : month
    var set = RecurrenceSet()
    while month.firstDay <= days.upperBound {
      if interval == 1 || counts(month, since: first) {
        var mask = filter.mask(of: month)
        if !setPositions.isEmpty, mask != 0 {
          mask = set.select(setPositions, from: mask, of: month, frequency, filter)
        }
        mask &= month.days(in: days)
        if frequency == .daily, interval > 1, mask != 0 { mask &= intervalMask(of: month) }
        guard mask == 0 || body(month.firstDay, mask) else { return }
      }
      month.advance()
    }
  }

  private func counts(_ month: RecurrenceMonth, since first: RecurrenceMonth) -> Bool {
    switch frequency {
    case .yearly: (month.year - first.year) % interval == 0
    case .monthly: (month.index - first.index) % interval == 0
    case .daily, .weekly: true
    }
  }

  /// DAILY: returns the days of `month` that INTERVAL selects.
  private func intervalMask(of month: RecurrenceMonth) -> UInt32 {
    let phase = (month.firstDay - start.daysSinceEpoch) % interval
    var index = phase == 0 ? 0 : phase < 0 ? -phase : interval - phase
    var mask: UInt32 = 0
    while index < month.length {
      mask |= 1 << UInt32(index)
      index += interval
    }
    return mask
  }

  /// Returns the first day of the week that contains `day`.
  func firstDayOfWeek(of day: Int) -> Int {
    day - (Gregorian.weekday(of: day) - Int(weekStart.rawValue) + 7) % 7
  }
}

/// The position within the current BYSETPOS set while iterating over months.
private struct RecurrenceSet {
  private var year = Int.min
  private var before = 0
  private var total = 0

  mutating func select(
    _ positions: [Int16], from mask: UInt32, of month: RecurrenceMonth,
    _ frequency: RecurrenceRule.Frequency, _ filter: RecurrenceDayFilter
  ) -> UInt32 {
    switch frequency {
    case .daily, .weekly:
      // A day is a set of one.
      return positions.contains(1) || positions.contains(-1) ? mask : 0
    case .monthly: return mask.selecting(positions, before: 0, of: mask.nonzeroBitCount)
    case .yearly:
      if month.year != year { enter(month, filter) }
      defer { before += mask.nonzeroBitCount }
      return mask.selecting(positions, before: before, of: total)
    }
  }

  private mutating func enter(_ month: RecurrenceMonth, _ filter: RecurrenceDayFilter) {
    (year, before, total) = (month.year, 0, 0)
    var each = RecurrenceMonth(year: year, month: 1)
    while each.year == year {
      let members = filter.mask(of: each).nonzeroBitCount
      total += members
      if each.month < month.month { before += members }
      each.advance()
    }
  }
}
