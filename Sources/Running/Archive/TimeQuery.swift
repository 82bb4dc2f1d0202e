import CivilTime

/// A moment as people write it, on the account's clock: `yesterday 09:00`, `2026-10-23`, `09:00`, `monday`, or an
/// instant.
package enum TimeQuery: Hashable, Sendable {
  /// A day, relative to today or in the calendar.
  package enum Day: Hashable, Sendable {
    case date(LocalDate)
    case fromToday(Int)
    /// The last such weekday, including today.
    case last(Weekday)
  }

  case instant(Instant)
  /// A wall time; the whole day if the time is `nil`.
  case local(Day, LocalTime?)

  private static let days = ["today": 0, "yesterday": -1, "tomorrow": 1]

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
    var words = text.lowercased().split(separator: " ")[...]
    guard let first = words.first else { return nil }
    let day = TimeQuery.day(String(first))
    if day != nil { words = words.dropFirst() }
    guard let word = words.popFirst() else {
      self = .local(day ?? .fromToday(0), nil)
      return
    }
    guard words.isEmpty, let time = LocalTime(iso8601: word.utf8) else { return nil }
    self = .local(day ?? .fromToday(0), time)
  }

  private static func day(_ word: String) -> Day? {
    if let days = days[word] { return .fromToday(days) }
    if let date = LocalDate(iso8601: word.utf8) { return .date(date) }
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard word.count >= 3, let index = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
      return nil
    }
    return Weekday.allCases.first { Int($0.rawValue) == index }.map { .last($0) }
  }

  /// Returns the date and time on a clock that shows `today`.
  func local(today: LocalDate, _ timeline: ZoneTimeline) -> (date: LocalDate, time: LocalTime?) {
    switch self {
    case .instant(let instant):
      let local = timeline.local(at: instant)
      return (local.date, local.time)
    case .local(.date(let date), let time): return (date, time)
    case .local(.fromToday(let days), let time): return (today.adding(days: days), time)
    case .local(.last(let weekday), let time):
      return (today.adding(days: -((Int(today.weekday.rawValue) - Int(weekday.rawValue) + 7) % 7)), time)
    }
  }
}
