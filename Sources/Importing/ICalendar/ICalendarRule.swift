import CivilTime
import Formats

/// An RRULE by times of day: for each time, a rule of dates that tickler has.
struct ICalendarRule {
  /// A rule of dates at one time of day.
  struct Strand {
    var rule: RuleText
    /// The first date of the rule.
    var start: LocalDate
    var time: LocalTime
    /// Whether the first date only counts, since its time is before the start.
    var skipsStart = false

    func dates(in range: ClosedRange<LocalDate>) -> [LocalDate] {
      let dates = rule.dates(from: start, in: range) ?? []
      return skipsStart && dates.first == start ? Array(dates.dropFirst()) : dates
    }
  }

  /// A rule that breaks RFC 5545 or that tickler lacks.
  struct Fault: Error {
    var expected: String
  }

  private(set) var strands: [Strand] = []
  /// The occurrences of a rule with steps of hours, minutes or seconds, which ends in the range.
  private(set) var listed: [LocalDateTime] = []
  /// Whether the start is an occurrence that the rule does not make.
  private(set) var addsStart = false
  private let start: LocalDateTime

  /// - Parameters:
  ///   - start: The first occurrence (DTSTART).
  ///   - isDay: Whether the occurrences are whole days.
  ///   - clock: The clock of the occurrences, on which an UNTIL in UTC is read.
  ///   - range: The dates within which a rule with steps of hours has to end.
  init(
    _ line: ICalendarComponent.Rule, from start: LocalDateTime, isDay: Bool = false, on clock: Zone,
    in range: ClosedRange<LocalDate>
  ) throws(Fault) {
    self.start = start
    // Blanks in lists, empty parts and parts of programs' own occur.
    var rule = RuleText(line.text.filter { !$0.isWhitespace }, at: line.place)
    rule.dropPrivateParts()
    let hasPositions = rule["BYSETPOS"] != nil
    try ICalendarRule.applySkip(&rule, start.date)
    let until = try rule["UNTIL"].map { (text) throws(Fault) in try ICalendarRule.until(text, isDay: isDay, clock) }
    let units = ["HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1]
    if let unit = units[rule["FREQ"]?.uppercased() ?? ""], !isDay {
      try list(rule, unit: unit, until, in: range)
      return
    }
    let times = isDay ? [start.time] : try ICalendarRule.times(&rule, start.time)
    let hasTimes = rule.names.contains { ["BYHOUR", "BYMINUTE", "BYSECOND"].contains($0) }
    for part in ["BYHOUR", "BYMINUTE", "BYSECOND"] { rule[part] = nil }
    if let until, rule["COUNT"] != nil {
      // Both are not allowed; the earlier end counts.
      rule["UNTIL"] = nil
      let last = max(until.date, start.date)
      let dates = rule.dates(from: start.date, in: start.date...min(last, start.date.adding(days: 36_500)))
      if dates?.count ?? 0 < rule["COUNT"].flatMap({ Int($0) }) ?? 0 { rule["COUNT"] = nil }
    }
    let isBounded = rule["COUNT"] == nil && until != nil
    if let until, isBounded { rule["UNTIL"] = until.date.basic }
    var rules = times.map { (time: $0, rule: rule) }
    if hasPositions, hasTimes, !isDay { rules = try ICalendarRule.positioned(rule, times) }
    do {
      for (_, rule) in rules.prefix(hasPositions ? times.count : 1) {
        _ = try Recurrence(RecurrenceRule(parsing: rule.text.utf8), start: start.date)
      }
    } catch {
      throw Fault(expected: "\(error.expected), not \(error.found.quotedForDiagnostic)")
    }
    func hasStartDate(_ rule: RuleText) -> Bool {
      rule.dates(from: start.date, in: start.date...start.date)?.isEmpty == false
    }
    func limit(to count: String?) { for index in rules.indices { rules[index].rule["COUNT"] = count } }
    addsStart = !rules.contains { $0.time == start.time && hasStartDate($0.rule) }
    // The start is an occurrence even if the rule does not make it. Then it counts as the first.
    var count = rule["COUNT"].flatMap { Int($0) }
    if addsStart, let number = count {
      count = number - 1
      limit(to: number > 1 ? String(number - 1) : nil)
      if number == 1 { return }
    }
    var last = isBounded ? until : nil
    if rules.count > 1 || rules.contains(where: { $0.time < start.time }), let count {
      last = ICalendarRule.last(of: count, rules, start, isEven: !hasPositions)
      limit(to: nil)
    }
    for (time, rule) in rules {
      var strand = Strand(rule: rule, start: start.date, time: time)
      strand.skipsStart = time < start.time && hasStartDate(rule)
      if let last { strand.rule["UNTIL"] = (last.time >= time ? last.date : last.date.adding(days: -1)).basic }
      strands.append(strand)
    }
  }

  /// The last date of a rule that ends.
  var end: LocalDate? {
    let ends = strands.map { strand in
      strand.rule["UNTIL"].flatMap { LocalDate(basic: $0) }
        ?? strand.rule["COUNT"].flatMap { _ in
          strand.dates(in: strand.start...strand.start.adding(days: 36_500)).last
        }
    }
    return ends.contains(nil) ? nil : ends.compactMap(\.self).max() ?? start.date
  }

  /// Ends the rule before a time.
  mutating func end(before end: LocalDateTime) {
    listed.removeAll { $0 >= end }
    addsStart = addsStart && start < end
    strands = strands.compactMap { strand in
      var strand = strand
      let last = strand.time < end.time ? end.date : end.date.adding(days: -1)
      guard last >= strand.start else { return nil }
      let count = strand.rule["COUNT"].flatMap { Int($0) } ?? .max
      if count < .max, strand.rule.dates(from: strand.start, in: strand.start...last)?.count == count { return strand }
      let until = strand.rule["UNTIL"].flatMap { LocalDate(basic: $0) } ?? last
      (strand.rule["COUNT"], strand.rule["UNTIL"]) = (nil, min(until, last).basic)
      return strand
    }
  }

  /// Returns the occurrences on dates of a range.
  ///
  /// - Parameter addsStart: Whether the start is one even if the rule does not make it. It is not excluded like that.
  func times(in range: ClosedRange<LocalDate>, addsStart: Bool = true) -> [LocalDateTime] {
    let addsStart = addsStart && self.addsStart
    var times = listed.filter { range.contains($0.date) }
    if addsStart, range.contains(start.date) { times.append(start) }
    for strand in strands { times += strand.dates(in: range).map { $0.at(strand.time) } }
    return strands.count + listed.count > 1 || addsStart ? times.sorted() : times
  }

  // MARK: Parts

  /// Returns the last possible occurrence. The end of whole days is a date: that of an instant is the clock's, but many
  /// programs write a bound of the day in UTC.
  private static func until(_ text: String, isDay: Bool, _ clock: Zone) throws(Fault) -> LocalDateTime {
    let fault = Fault(expected: "a date or a time after UNTIL, such as 20261208 or 20261208T120000Z")
    guard let date = LocalDate(basic: text) else { throw fault }
    let evening = LocalTime(hour: 23, minute: 59, second: 59)!
    guard let mark = text.firstIndex(where: { $0 == "T" || $0 == "t" }) else { return date.at(evening) }
    let isUTC = text.hasSuffix("Z") || text.hasSuffix("z")
    let digits = text[text.index(after: mark)...].dropLast(isUTC ? 1 : 0)
    guard let time = LocalTime(basic: digits), !isDay || time != .midnight && time != evening else {
      if isDay { return date.at(evening) }
      throw fault
    }
    // Without a Z it is a wall time, like the first date.
    let local = isUTC ? clock.local(date.at(time).instant(at: .utc)) : date.at(time)
    return isDay ? local.date.at(evening) : local
  }

  /// Returns the times of day of a rule, ascending.
  private static func times(_ rule: inout RuleText, _ start: LocalTime) throws(Fault) -> [LocalTime] {
    let parts = try (
      numbers(of: "BYHOUR", rule, 0...23) ?? [start.hour], numbers(of: "BYMINUTE", rule, 0...59) ?? [start.minute],
      numbers(of: "BYSECOND", rule, 0...60)?.map { min($0, 59) } ?? [start.second]
    )
    var times: Set<LocalTime> = []
    for hour in parts.0 {
      for minute in parts.1 {
        times.formUnion(parts.2.compactMap { LocalTime(hour: hour, minute: minute, second: $0) })
      }
    }
    if times.count > 1440 { throw Fault(expected: "at most 1440 times of a day") }
    return times.sorted()
  }

  private static func numbers(
    of part: String, _ rule: RuleText, _ range: ClosedRange<Int>
  ) throws(Fault) -> [Int]? {
    guard let text = rule[part] else { return nil }
    let numbers = text.split(separator: ",").map { Int($0) }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0.map(range.contains) ?? false }) else {
      throw Fault(expected: "numbers of \(range.lowerBound) to \(range.upperBound) after \(part)")
    }
    return numbers.compactMap(\.self)
  }

  /// Replaces RSCALE and SKIP (RFC 7529). Without SKIP, invalid dates are left out.
  private static func applySkip(_ rule: inout RuleText, _ start: LocalDate) throws(Fault) {
    guard rule["RSCALE"]?.uppercased() ?? "GREGORIAN" == "GREGORIAN" else {
      throw Fault(expected: "RSCALE=GREGORIAN, or none")
    }
    let skip = rule["SKIP"]?.uppercased() ?? "OMIT"
    (rule["RSCALE"], rule["SKIP"]) = (nil, nil)
    let (isMonthly, isYearly) = (rule["FREQ"]?.uppercased() == "MONTHLY", rule["FREQ"]?.uppercased() == "YEARLY")
    let days = rule["BYMONTHDAY"] ?? String(start.fields.day)
    let isWeekday = rule["BYDAY"] != nil || rule["BYYEARDAY"] != nil || rule["BYWEEKNO"] != nil
    guard skip != "OMIT", isMonthly || isYearly, !isWeekday,
      days.split(separator: ",").contains(where: { abs(Int($0) ?? 31) > 28 })
    else { return }
    let month = Int(rule["BYMONTH"] ?? (isYearly ? String(start.fields.month) : "1"))
    if isYearly, let month, month != 2, ![4, 6, 9, 11].contains(month) || days != "31" { return }
    guard skip == "BACKWARD", let day = Int(days), day > 28, rule["BYSETPOS"] == nil, isMonthly || month == 2 else {
      throw Fault(expected: "SKIP=BACKWARD with one day of the month, or SKIP=OMIT")
    }
    rule["BYMONTHDAY"] = (28...day).map(String.init).joined(separator: ",")
    rule["BYSETPOS"] = "-1"
    if isYearly { rule["BYMONTH"] = "2" }
  }

  /// Returns the occurrence with a number, or nil if it is centuries later.
  ///
  /// - Parameter isEven: Whether each time has the same dates.
  private static func last(
    of count: Int, _ rules: [(time: LocalTime, rule: RuleText)], _ start: LocalDateTime, isEven: Bool
  ) -> LocalDateTime? {
    let all = rules.flatMap { (time, rule) in
      var rule = rule
      rule["COUNT"] = String(min(isEven ? count / rules.count : count, 100_000) + 2)
      let dates = rule.dates(from: start.date, in: start.date...start.date.adding(days: 36_500)) ?? []
      return dates.map { $0.at(time) }.filter { $0 >= start }
    }.sorted()
    return count <= all.count ? all[count - 1] : nil
  }

  /// Returns the rule of each time's dates. BYSETPOS counts the dates and times of a period, and in these its dates.
  private static func positioned(
    _ rule: RuleText, _ times: [LocalTime]
  ) throws(Fault) -> [(time: LocalTime, rule: RuleText)] {
    let positions = try numbers(of: "BYSETPOS", rule, -366...366) ?? []
    // A day has one date, and so has a period without another BY part.
    let isSingle =
      rule["FREQ"]?.uppercased() == "DAILY" || !rule.names.contains { $0.hasPrefix("BY") && $0 != "BYSETPOS" }
    return times.enumerated().compactMap { (index, time) in
      let dates = positions.filter { $0 != 0 }.compactMap { position -> Int? in
        let (date, rest) = (abs(position) - 1).quotientAndRemainder(dividingBy: times.count)
        let number = position > 0 ? rest : times.count - 1 - rest
        return number == index && (date == 0 || !isSingle) ? position.signum() * (date + 1) : nil
      }
      if dates.isEmpty { return nil }
      var own = rule
      own["BYSETPOS"] = isSingle ? nil : dates.map(String.init).joined(separator: ",")
      return (time, own)
    }
  }

  // MARK: Steps within a day

  /// Lists the occurrences of a rule with steps of `unit` seconds.
  private mutating func list(
    _ rule: RuleText, unit: Int, _ until: LocalDateTime?, in range: ClosedRange<LocalDate>
  ) throws(Fault) {
    let fault = Fault(
      expected: "DAILY, WEEKLY, MONTHLY or YEARLY, or a COUNT or UNTIL that ends the rule by \(range.upperBound)")
    let count = rule["COUNT"].flatMap { Int($0) } ?? .max
    let every = Int(rule["INTERVAL"] ?? "1") ?? 0
    guard until.map({ $0.date <= range.upperBound }) ?? (count < 100_000), 1...100_000 ~= every, count > 0,
      rule["BYSETPOS"] == nil, rule["BYYEARDAY"] == nil, rule["BYWEEKNO"] == nil
    else { throw fault }
    let hours = try ICalendarRule.numbers(of: "BYHOUR", rule, 0...23)
    let minutes = try ICalendarRule.numbers(of: "BYMINUTE", rule, 0...59)
    let seconds = try ICalendarRule.numbers(of: "BYSECOND", rule, 0...59)
    var days = RuleText("FREQ=DAILY")
    for part in ["BYMONTH", "BYMONTHDAY", "BYDAY"] { days[part] = rule[part] }
    let end = min(until?.date ?? range.upperBound, range.upperBound)
    guard end >= start.date else { return }
    guard let dates = days.dates(from: start.date, in: start.date...end) else { throw fault }
    let allowed = Set(dates)
    // A step of hours keeps its minutes and seconds unless parts name them.
    let zero = unit == 3600 ? start.time.secondOfDay % 3600 : unit == 60 ? start.time.secondOfDay % 60 : 0
    var inner = [0]
    if unit == 3600 {
      let times = (minutes ?? [zero / 60]).flatMap { minute in (seconds ?? [zero % 60]).map { minute * 60 + $0 } }
      inner = times.sorted()
    } else if unit == 60 {
      inner = (seconds ?? [zero]).sorted()
    }
    var step = start.adding(seconds: -Int64(zero))
    for _ in 0..<300_000 {
      if step.date > end || listed.count >= count { break }
      let isAllowed =
        allowed.contains(step.date) && hours?.contains(step.time.hour) ?? true
        && (unit == 3600 || minutes?.contains(step.time.minute) ?? true)
        && (unit > 1 || seconds?.contains(step.time.second) ?? true)
      for offset in inner where isAllowed && listed.count < count {
        let time = step.adding(seconds: Int64(offset))
        if time >= start, until.map({ time <= $0 }) ?? true { listed.append(time) }
      }
      step = step.adding(seconds: Int64(every * unit))
    }
    // The start is the first occurrence, even if the rule does not make it.
    let isFull = listed.count >= count
    addsStart = listed.first != start
    if addsStart, listed.count == count { listed.removeLast() }
    guard step.date > end || isFull, until != nil || isFull else { throw fault }
  }
}

extension RuleText {
  /// Removes parts of programs' own, which no other program knows.
  fileprivate mutating func dropPrivateParts() {
    for name in names where name.hasPrefix("X-") { self[name] = nil }
  }
}

extension Zone {
  /// Returns what the clocks show at an instant.
  func local(_ instant: Instant) -> LocalDateTime { instant.local(at: offset(at: instant)) }
}
