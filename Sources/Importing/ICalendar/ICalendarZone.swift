import CivilTime
import Formats
import System

/// A VTIMEZONE: the offsets and their onsets as the file gives them.
struct ICalendarZone {
  /// A STANDARD or DAYLIGHT part.
  struct Observance {
    var isDaylight = false
    var start: LocalDateTime?
    var from: UTCOffset?
    var to: UTCOffset?
    var rule: RuleText?
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
      guard let start = part.start, let from = part.from, let to = part.to else { return nil }
      var locals = [start] + part.dates
      // Two years earlier, so that the offset at the first date is known.
      let range = dates.lowerBound.adding(days: -800)...dates.upperBound.adding(days: 800)
      locals += (part.rule?.dates(from: start.date, in: range) ?? []).map { $0.at(start.time) }
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
    let isOpen = observances.contains { $0.rule != nil && $0.rule?["UNTIL"] == nil }
    guard !isOpen, Set(observances.map(\.isDaylight)).count == 2 else { return dates.upperBound }
    return observances.flatMap { [$0.start].compactMap(\.self) + $0.dates }.map(\.date).max() ?? dates.upperBound
  }
}

/// The zones of one file by TZID, from its VTIMEZONEs and the tz database.
struct ICalendarZones {
  private var own: [String: ICalendarZone] = [:]
  private var known: [String: Zone?] = [:]

  mutating func add(_ zone: ICalendarZone) {
    if own[zone.name] == nil {
      own[zone.name] = zone
      known[zone.name] = nil
    }
  }

  /// - Returns: nil if neither the file nor the tz database has the zone.
  mutating func zone(_ name: String, _ output: ImportOutput) -> Zone? {
    if let zone = known[name] { return zone }
    let zone = find(name, output)
    known[name] = .some(zone)
    return zone
  }

  private func find(_ name: String, _ output: ImportOutput) -> Zone? {
    let dates = output.run.horizon
    let windows = { ICU.zone(ofWindows: name).flatMap { output.run.zone(named: $0) } }
    let database = output.run.zone(named: name) ?? inner(name, output) ?? windows()
    guard let own = own[name], let zone = own.zone(in: dates) else { return database }
    guard let database else { return zone }
    let end = min(own.end(in: dates), dates.upperBound)
    guard end > dates.lowerBound, !zone.isSame(as: database, onlyBy: dates.lowerBound...end) else { return database }
    output.warn(
      "the file's VTIMEZONE \(name.quotedForDiagnostic) differs from the tz database; the file's offsets are used",
      at: own.place)
    return zone
  }

  /// Finds the zone in `/Europe/Stockholm` or `/freeassociation.sourceforge.net/Tzfile/Europe/London`.
  private func inner(_ name: String, _ output: ImportOutput) -> Zone? {
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count || parts.count == count && name.hasPrefix("/") {
      if let zone = output.run.zone(named: parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }
}

extension Zone {
  /// Whether the two zones have the same offsets in `dates`, regardless of their names.
  fileprivate func isSame(as other: Zone, onlyBy dates: ClosedRange<LocalDate>) -> Bool {
    let range = dates.lowerBound.at(.midnight).instant(at: .utc)..<dates.upperBound.at(.midnight).instant(at: .utc)
    return offset(at: range.lowerBound) == other.offset(at: range.lowerBound)
      && transitions(in: range) == other.transitions(in: range)
  }
}
