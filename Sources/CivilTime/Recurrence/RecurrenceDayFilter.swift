/// The BY parts that apply to single days, as bit masks over a month.
///
/// A day passes if it satisfies every part of the rule. Within a period, it makes no difference whether a part expands or limits
/// (the table in RFC 5545 section 3.3.10).
struct RecurrenceDayFilter: Hashable, Sendable {
  static let allMonths: UInt16 = 0b1_1111_1111_1110

  /// Bit n for month n.
  var months = allMonths
  /// Bit d − 1 for day d.
  private(set) var monthDays: UInt32 = 0
  /// Bit 31 − n for day −n, as if every month had 31 days.
  private(set) var monthDaysFromEnd: UInt32 = 0
  /// Five groups of seven bits: bit 7 (n − 1) + w for the nth weekday w of the month; for every w, set in all groups.
  private(set) var weekdays: UInt64 = 0
  /// Five groups of seven bits: bit 7 (5 − n) + w for the nth weekday w from the month's end.
  private(set) var weekdaysFromEnd: UInt64 = 0
  /// Weekdays numbered within the year.
  private(set) var weekdaysOfYear: [RecurrenceOrdinalWeekday] = []
  /// Whether the rule has BYDAY, even if no day satisfies it.
  private(set) var limitsWeekdays = false
  /// ±1...366.
  var yearDays: [Int16] = []
  /// ±1...53, in weeks that begin on `weekStart`.
  var weekNumbers = RecurrenceOrdinals()
  var weekStart = Weekday.monday

  private static let everyGroup: UInt64 = 0x1020_4081
  private static let groupBits: UInt64 = 1 << 35 - 1

  mutating func insertMonthDays(_ days: RecurrenceOrdinals) {
    monthDays |= UInt32(truncatingIfNeeded: days.fromStart >> 1)
    guard days.fromEnd != 0 else { return }
    for number in 1...31 where days.fromEnd & 1 << UInt64(number) != 0 {
      monthDaysFromEnd |= 1 << UInt32(31 - number)
    }
  }

  mutating func insertWeekdays(_ set: WeekdaySet) {
    limitsWeekdays = limitsWeekdays || !set.isEmpty
    weekdays |= UInt64(set.rawValue) * RecurrenceDayFilter.everyGroup
  }

  /// Adds a weekday with a number.
  ///
  /// - Parameter isInYear: Whether the number counts within the year instead of the month.
  mutating func insert(_ weekday: RecurrenceOrdinalWeekday, isInYear: Bool) {
    limitsWeekdays = true
    guard !isInYear else { return weekdaysOfYear.append(weekday) }
    let bit = UInt64(1) << UInt64(weekday.weekday.rawValue)
    switch Int(weekday.ordinal) {
    case let number where (1...5).contains(number): weekdays |= bit << UInt64(7 * (number - 1))
    case let number where (-5 ... -1).contains(number): weekdaysFromEnd |= bit << UInt64(7 * (5 + number))
    default: break  // No month has a sixth one.
    }
  }

  /// Returns the days of BYDAY without numbers, in a week that begins on `first` (bit 0).
  func weekdaysOfWeek(from first: Weekday) -> UInt32 {
    UInt32(RecurrenceDayFilter.rotate(weekdays, to: Int(first.rawValue)) & 0b111_1111)
  }

  var limitsMonths: Bool { months != RecurrenceDayFilter.allMonths }
  var limitsMonthDays: Bool { monthDays | monthDaysFromEnd != 0 }
  var limitsWithinYear: Bool { !weekdaysOfYear.isEmpty || !yearDays.isEmpty || !weekNumbers.isEmpty }

  /// Returns the days of `month` that pass, bit 0 for day 1.
  func mask(of month: RecurrenceMonth) -> UInt32 {
    guard months & 1 << UInt16(month.month) != 0 else { return 0 }
    var mask = month.allDays
    if limitsMonthDays { mask &= monthDays | monthDaysFromEnd >> UInt32(31 - month.length) }
    if limitsWeekdays { mask &= weekdayMask(of: month) }
    if mask != 0, limitsWithinYear {
      if !yearDays.isEmpty { mask &= yearDayMask(of: month) }
      if !weekNumbers.isEmpty { mask &= weekNumberMask(of: month) }
    }
    return mask
  }

  private func weekdayMask(of month: RecurrenceMonth) -> UInt32 {
    let first = Gregorian.weekday(of: month.firstDay)
    var mask = RecurrenceDayFilter.rotate(weekdays, to: first)
    if weekdaysFromEnd != 0 {
      let groups = RecurrenceDayFilter.rotate(weekdaysFromEnd, to: (first + month.length) % 7)
      mask |= groups >> UInt64(35 - month.length)
    }
    if !weekdaysOfYear.isEmpty {
      let year = RecurrenceYear(month.year)
      for weekday in weekdaysOfYear { mask |= UInt64(bit(ofDay: year.day(of: weekday), in: month)) }
    }
    return UInt32(truncatingIfNeeded: mask)
  }

  /// Rotates each group, so that bit 0 stands for weekday `first` instead of Monday.
  private static func rotate(_ groups: UInt64, to first: Int) -> UInt64 {
    let low = (1 << UInt64(7 - first) - 1) * everyGroup
    return groups >> UInt64(first) & low | groups << UInt64(7 - first) & ~low & groupBits
  }

  private func yearDayMask(of month: RecurrenceMonth) -> UInt32 {
    let year = RecurrenceYear(month.year)
    return yearDays.reduce(0) { mask, number in
      let index = number > 0 ? Int(number) - 1 : year.length + Int(number)
      return (0..<year.length).contains(index) ? mask | bit(ofDay: year.firstDay + index, in: month) : mask
    }
  }

  private func bit(ofDay day: Int, in month: RecurrenceMonth) -> UInt32 {
    let index = day - month.firstDay
    return (0..<month.length).contains(index) ? 1 << UInt32(index) : 0
  }

  /// Returns the days in the rule's weeks. A week belongs to the year of its fourth day (ISO 8601, for any first day of the week).
  private func weekNumberMask(of month: RecurrenceMonth) -> UInt32 {
    var mask: UInt32 = 0
    let weekday = Gregorian.weekday(of: month.firstDay)
    var week = month.firstDay - (weekday - Int(weekStart.rawValue) + 7) % 7
    while week < month.firstDay + month.length {
      let fourthDay = week + 3
      let year = RecurrenceYear(Gregorian.fields(of: fourthDay).year)
      let number = (fourthDay - year.firstDay) / 7 + 1
      let numberFromEnd = (year.firstDay + year.length - 1 - fourthDay) / 7 + 1
      if weekNumbers.fromStart & 1 << UInt64(number) != 0 || weekNumbers.fromEnd & 1 << UInt64(numberFromEnd) != 0 {
        mask |= month.days(in: week...week + 6)
      }
      week += 7
    }
    return mask
  }
}

/// A calendar year: its first day, in days since 1970-01-01, and its length.
private struct RecurrenceYear {
  let firstDay: Int
  let length: Int

  init(_ year: Int) {
    firstDay = Gregorian.day(year: year, month: 1, day: 1)
    length = Gregorian.isLeap(year: year) ? 366 : 365
  }

  /// Returns the day of the nth weekday. It lies outside the year if the year has fewer.
  func day(of weekday: RecurrenceOrdinalWeekday) -> Int {
    let wanted = Int(weekday.weekday.rawValue)
    let ordinal = Int(weekday.ordinal)
    if ordinal > 0 {
      return firstDay + (wanted - Gregorian.weekday(of: firstDay) + 7) % 7 + 7 * (ordinal - 1)
    }
    let lastDay = firstDay + length - 1
    return lastDay - (Gregorian.weekday(of: lastDay) - wanted + 7) % 7 + 7 * (ordinal + 1)
  }
}

/// A calendar month.
struct RecurrenceMonth {
  private(set) var year: Int
  /// 1...12.
  private(set) var month: Int
  /// The first day, in days since 1970-01-01.
  private(set) var firstDay: Int
  private(set) var length: Int

  /// Creates the month that contains a day.
  ///
  /// - Parameter number: The day, in days since 1970-01-01.
  init(containing number: Int) {
    let day: Int
    (year, month, day) = Gregorian.fields(of: number)
    firstDay = number - (day - 1)
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  init(year: Int, month: Int) {
    self.year = year
    self.month = month
    firstDay = Gregorian.day(year: year, month: month, day: 1)
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  mutating func advance() {
    firstDay += length
    month += 1
    if month > 12 {
      month = 1
      year += 1
    }
    length = Gregorian.daysInMonth(year: year, month: month)
  }

  /// Months since January of the year 0.
  var index: Int { year * 12 + month - 1 }

  /// Every day of the month: bit 0 for day 1, as in every mask of a month.
  var allDays: UInt32 { UInt32.max >> UInt32(32 - length) }

  /// Returns the days of the month within `days`.
  func days(in days: ClosedRange<Int>) -> UInt32 {
    RecurrenceMonth.mask(ofDaysIn: days, from: firstDay, length: length)
  }

  /// Returns which of the `length` days (up to 32) from `first` lie within `days`, bit 0 for the first.
  static func mask(ofDaysIn days: ClosedRange<Int>, from first: Int, length: Int) -> UInt32 {
    let low = max(days.lowerBound - first, 0)
    let high = min(days.upperBound - first, length - 1)
    guard low <= high else { return 0 }
    return UInt32.max << UInt32(low) & UInt32.max >> UInt32(31 - high)
  }
}
