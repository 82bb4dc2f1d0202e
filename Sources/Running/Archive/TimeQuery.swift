import CivilTime
import OwnWords

/// A moment as people write it, on the account's clock: `yesterday 9:00`, `8pm`, `last friday`, `23 Oct 20:00`, `2026-10-23`, or an
/// instant.
package enum TimeQuery: Hashable, Sendable {
  /// A day, relative to today or in the calendar.
  package enum Day: Hashable, Sendable {
    case date(LocalDate)
    case fromToday(Int)
    /// The nearest such weekday, including today; with a word, the one before or after today.
    case weekday(Weekday, Side?)
    /// The nearest such date.
    case annual(month: Int, day: Int)
  }

  package enum Side: String, Sendable {
    case last, next
  }

  case instant(Instant)
  /// A wall time. Without a day, it is today or the next such time; without a time, it is the whole day.
  case local(Day?, LocalTime?)

  /// - Returns: `nil` if the text is not a moment.
  package init?(_ text: String) {
    if let instant = Instant(rfc3339: text.utf8) {
      self = .instant(instant)
      return
    }
    if let local = LocalDateTime(iso8601: text.utf8) {
      self = .local(.date(local.date), local.time)
      return
    }
    var parts = Parts()
    let joined = text.lowercased().replacing(" am", with: "am").replacing(" pm", with: "pm")
    for word in joined.split(whereSeparator: { $0 == " " || $0 == "," }) {
      guard parts.take(String(word)) else { return nil }
    }
    guard let moment = parts.moment else { return nil }
    self = moment
  }

  /// Returns the latest such date and time on a clock that shows `today`.
  func local(today: LocalDate, _ timeline: ZoneTimeline) -> (date: LocalDate, time: LocalTime?) {
    switch self {
    case .instant(let instant):
      let local = timeline.local(at: instant)
      return (local.date, local.time)
    case .local(let day, let time): return (day?.latest(today) ?? today, time)
    }
  }

  /// Returns the next such date and time on a clock that shows `today`.
  func next(today: LocalDate, _ timeline: ZoneTimeline) -> (date: LocalDate, time: LocalTime?) {
    if case .local(let day?, let time) = self { return (day.next(today), time) }
    return local(today: today, timeline)
  }

  /// Returns the next such instant after `now`; a day without a time means its morning.
  func instant(after now: Instant, in zone: Zone, morning: LocalTime) -> Instant {
    guard case .local(let day, let time) = self else {
      if case .instant(let instant) = self { return instant }
      return now
    }
    let today = now.local(at: zone.offset(at: now)).date
    let dates = day?.dates(today) ?? [today, today.adding(days: 1)]
    let instants = dates.map { zone.instant(of: $0.at(time ?? morning)) }
    return instants.first { $0 > now } ?? instants.last ?? now
  }
}

extension TimeQuery.Day {
  /// The number of days ahead of today up to which a plan may reach: `5 Nov` of an October day is this year's.
  private static let reach = 60

  /// - Returns: `nil` if the text is not a day, or has a time.
  package init?(_ text: String) {
    guard case .local(let day?, nil) = TimeQuery(text) else { return nil }
    self = day
  }

  /// Returns the latest such date up to today, or the next weekday if asked for. Without a year, a date may be soon.
  package func latest(_ today: LocalDate) -> LocalDate {
    let dates = dates(today)
    var last = today
    if case .annual = self { last = today.adding(days: Self.reach) }
    return dates.last { $0 <= last } ?? dates.first ?? today
  }

  /// Returns the next such date from today on, else the last one.
  package func next(_ today: LocalDate) -> LocalDate {
    let dates = dates(today)
    return dates.first { $0 >= today } ?? dates.last ?? today
  }

  /// Returns the only date, or those around today, ascending.
  fileprivate func dates(_ today: LocalDate) -> [LocalDate] {
    switch self {
    case .date(let date): return [date]
    case .fromToday(let days): return [today.adding(days: days)]
    case .weekday(let weekday, let side):
      let back = (Int(today.weekday.rawValue) - Int(weekday.rawValue) + 7) % 7
      let days =
        switch side {
        case .last: [back == 0 ? -7 : -back]
        case .next: [7 - back]
        case nil: [-back, 7 - back]
        }
      return days.map { today.adding(days: $0) }
    case .annual(let month, let day):
      // 29 February is at most eight years away.
      return (-8...8).compactMap { LocalDate(year: today.fields.year + $0, month: month, day: day) }
    }
  }
}

/// The words of a moment, read so far.
private struct Parts {
  private static let days = ["today": 0, "yesterday": -1, "tomorrow": 1]

  private(set) var time: LocalTime?
  private var other: TimeQuery.Day?
  private var weekday: Weekday?
  private var side: TimeQuery.Side?
  private var month: Int?
  /// The day of the month.
  private var number: Int?
  private var year: Int?
  private var hasWords = false

  /// The moment, if the words make sense together.
  var moment: TimeQuery? {
    guard hasWords else { return nil }
    switch (month, number) {
    case (let month?, let day?):
      guard other == nil, LocalDate(year: year ?? 2000, month: month, day: day) != nil else { return nil }
      let date = year.flatMap { LocalDate(year: $0, month: month, day: day) }
      if year != nil, date == nil { return nil }
      return .local(date.map { .date($0) } ?? .annual(month: month, day: day), time)
    case (nil, nil):
      if year != nil || side != nil && weekday == nil || other != nil && weekday != nil { return nil }
      return .local(other ?? weekday.map { .weekday($0, side) }, time)
    default: return nil
    }
  }

  /// Takes the next word.
  ///
  /// - Returns: `false` if it has no place.
  mutating func take(_ word: String) -> Bool {
    hasWords = true
    if ["at", "on", "of"].contains(word) { return true }
    if let side = TimeQuery.Side(rawValue: word) { return Parts.set(&self.side, side) }
    if let days = Parts.days[word] { return Parts.set(&other, .fromToday(days)) }
    if let date = LocalDate(iso8601: word.utf8) { return Parts.set(&other, .date(date)) }
    if let index = Parts.index(of: word, in: English.weekdays) { return Parts.set(&weekday, Weekday.allCases[index]) }
    if let index = Parts.index(of: word, in: English.months) { return Parts.set(&month, index + 1) }
    let isOrdinal = ["st", "nd", "rd", "th"].contains(word.suffix(2))
    if let value = Int(isOrdinal ? word.dropLast(2) : word[...]) {
      return (1...31).contains(value)
        ? Parts.set(&number, value) : (1900...2200).contains(value) && Parts.set(&year, value)
    }
    return Parts.set(&time, Parts.time(word))
  }

  private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
  }

  /// Returns the index of the name of which the word is the beginning, at least three letters.
  private static func index(of word: String, in names: [String]) -> Int? {
    let start = word.hasSuffix(".") ? String(word.dropLast()) : word
    return start.count < 3 ? nil : names.firstIndex { $0.lowercased().hasPrefix(start) }
  }

  /// Reads `9:00`, `09:00:30`, `8pm`, `8:30am` and `noon`.
  private static func time(_ word: String) -> LocalTime? {
    if word == "noon" { return LocalTime(hour: 12, minute: 0) }
    if word == "midnight" { return .midnight }
    let isHalf = word.hasSuffix("am") || word.hasSuffix("pm")
    let parts = (isHalf ? word.dropLast(2) : word[...]).split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == parts.count, (isHalf ? 1...3 : 2...3).contains(numbers.count),
      parts.dropFirst().allSatisfy({ $0.count == 2 }), !isHalf || (1...12).contains(numbers[0])
    else { return nil }
    let hour = isHalf ? numbers[0] % 12 + (word.hasSuffix("pm") ? 12 : 0) : numbers[0]
    return LocalTime(
      hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
  }
}
