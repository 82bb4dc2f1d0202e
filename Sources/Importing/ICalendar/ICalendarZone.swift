import CivilTime
import Formats

/// A VTIMEZONE: the offsets and their onsets as the file gives them.
struct ICalendarZone {
  /// A STANDARD or DAYLIGHT part.
  struct Observance {
    var isDaylight = false
    var start: LocalDateTime?
    var from: UTCOffset?
    var to: UTCOffset?
    var rules: [ICalendarComponent.Rule] = []
    var dates: [LocalDateTime] = []
    var abbreviation = ""
  }

  var name = ""
  var place = Place(line: 1, column: 1)
  var observances: [Observance] = []

  /// Returns a zone that covers the dates of a plan.
  func zone(in dates: ClosedRange<LocalDate>) -> Zone? {
    var onsets: [(at: Instant, type: LocalTimeType, from: UTCOffset)] = []
    for part in observances {
      // Without a start, a single offset is always valid.
      let first = observances.count == 1 ? LocalDate(year: 1970, month: 1, day: 1)?.at(.midnight) : nil
      guard let start = part.start ?? first, let from = part.from ?? part.to, let to = part.to else { return nil }
      var locals = [start] + part.dates
      for rule in part.rules {
        // Two years earlier, so that the offset at the first date is known. If the rule has ended, its last date sets it.
        let clock = Zone(name: "", always: from)
        guard let rule = try? ICalendarRule(rule, from: start, on: clock, in: dates) else { return nil }
        let first = min(dates.lowerBound, rule.end ?? dates.lowerBound).adding(days: -800)
        locals += rule.times(in: max(first, start.date)...max(dates.upperBound.adding(days: 800), start.date))
      }
      let type = LocalTimeType(offset: to, abbreviation: part.abbreviation, isDaylight: part.isDaylight)
      onsets += locals.map { ($0.instant(at: from), type, from) }
    }
    onsets.sort { $0.at < $1.at }
    guard let first = onsets.first else { return nil }
    let before = LocalTimeType(offset: first.from, abbreviation: "", isDaylight: false)
    return Zone(name: name, initial: before, transitions: onsets.map { ($0.at, $0.type) })
  }

  /// Returns the last date that the definition covers. khal and others list the transitions of a single year.
  func end(in dates: ClosedRange<LocalDate>) -> LocalDate {
    let isOpen = observances.contains { part in part.rules.contains { !$0.text.uppercased().contains("UNTIL=") } }
    guard !isOpen, Set(observances.map(\.isDaylight)).count == 2 else { return dates.upperBound }
    return observances.flatMap { [$0.start].compactMap(\.self) + $0.dates }.map(\.date).max() ?? dates.upperBound
  }
}
