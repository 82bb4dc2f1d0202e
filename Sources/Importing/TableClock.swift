import Bytes
import CivilTime
import Formats
import PlanModel

/// The clock of a row: its own zone, until items have one, is converted to the account's.
struct TableClock {
  let output: ImportOutput
  /// The row's zone; nil for the account's.
  var zone: Zone?
  /// Whether the wall time in the row's zone is kept: of whole days, and of times that count in any zone.
  var isFloating = false
  /// The row's date on its own clock, and the days from there to the account's.
  private(set) var date: LocalDate?
  private(set) var days = 0

  init(output: ImportOutput) { self.output = output }

  /// - Returns: nil if the zone is unknown.
  func instant(_ reading: TimePattern.Reading) -> Instant? {
    if let instant = reading.instant { return instant }
    guard let local = reading.date.flatMap({ date in reading.time.map { date.at($0) } }) else { return nil }
    if let offset = reading.offset { return local.instant(at: offset) }
    guard let name = reading.zone else { return (zone ?? output.zone).instant(of: local) }
    return output.run.zone(named: name)?.instant(of: local)
  }

  /// Returns the time on the account's clock, or the row's if it is kept.
  mutating func local(_ reading: TimePattern.Reading) -> LocalDateTime? {
    let isWall = reading.instant == nil && reading.offset == nil && reading.zone == nil
    if isWall, isFloating || zone == nil, let date = reading.date { return reading.time.map { date.at($0) } }
    guard let instant = instant(reading) else { return nil }
    guard let zone else { return output.local(instant) }
    let own = instant.local(at: zone.offset(at: instant))
    if isFloating { return own }
    let local = output.local(instant)
    (date, days) = (own.date, local.date.days(since: own.date))
    return local
  }
}

extension TableMapping {
  /// Returns the clock of a task's row.
  func clock(_ value: (String) -> TableCell?, at place: Place, _ output: ImportOutput) -> TableClock {
    var clock = TableClock(output: output)
    func isTrue(_ column: String?) -> Bool {
      column.flatMap { value($0)?.text.trimmed }.flatMap(TableMapping.flag) ?? false
    }
    let name = zoneColumns.compactMap { value($0)?.text.trimmed }.first { !$0.isEmpty } ?? zone
    guard let name else { return clock }
    clock.zone = output.run.zone(named: name)
    if clock.zone == nil {
      output.note(
        "row has a zone that the tz database does not know: its time is in \(output.zone.name)",
        "rows have zones that the tz database does not know: their times are in \(output.zone.name)", at: place)
    }
    clock.isFloating = isTrue(floatingColumn) || fields["allDay"]?.contains(where: isTrue) ?? false
    let repeats = ["rrule", "repeat"].contains {
      fields[$0]?.contains { value($0)?.text.trimmed.isEmpty == false } ?? false
    }
    if let zone = clock.zone, repeats, !clock.isFloating, !zone.isSame(as: output.zone, in: output.run.horizon) {
      output.note(
        "row repeats in another zone: its time holds in \(output.zone.name)",
        "rows repeat in other zones: their times hold in \(output.zone.name)", at: place)
    }
    return clock
  }

  /// Returns the durations from a task's time to its reminders, which may follow the name of a property.
  func leads(_ value: (String) -> TableCell?) -> [ICalendarDuration] {
    let words = reminderColumn.flatMap { value($0)?.text }?.split { " ,;|\n".contains($0) } ?? []
    return words.compactMap { word in
      let duration = String(word.split(separator: ":").last ?? "")
      return duration.withUTF8Bytes { ICalendarDuration($0) }
    }
  }
}
