import Bytes
import CivilTime
import Formats
import PlanModel

/// The clock of a row.
struct TableClock {
  let output: ImportOutput
  /// Whether items may have a zone. The wall times of others become the account's.
  private let hasItemZone: Bool
  /// The row's zone; nil for the account's.
  var zone: Zone?
  /// Whether the wall time in the row's zone is kept: of whole days, and of times that count in any zone.
  var isFloating = false
  /// Whether the item is in UTC, since it is due in the second hour of an overlap.
  private var isInUTC = false

  init(output: ImportOutput, hasItemZone: Bool) { (self.output, self.hasItemZone) = (output, hasItemZone) }

  /// Chooses the zone of a single item that is due at a time.
  mutating func settle(_ reading: TimePattern.Reading) {
    guard !isFloating, let instant = instant(reading), let zone = output.wall(of: instant, in: itemZone).zone,
      zone === output.utc
    else { return }
    (self.zone, isInUTC) = (zone, true)
  }

  /// Keeps the zone in which a rule counts its days, if the account's clock has another date.
  mutating func settle(rule reading: TimePattern.Reading) {
    guard !isFloating, itemZone == nil, zone != nil || reading.instant != nil, let date = reading.date,
      let instant = instant(reading), output.zone.local(instant).date != date
    else { return }
    (zone, isInUTC) = (zone ?? output.utc, true)
  }

  /// The zone of the row's item; nil for the account's. UTC only says how the table writes instants.
  var itemZone: Zone? {
    if isInUTC { return zone }
    guard let zone, hasItemZone, !isFloating, !["UTC", "Etc/UTC", "GMT"].contains(zone.name) else { return nil }
    return !output.run.isNamed(zone) || zone.isSame(as: output.zone, in: output.run.horizon) ? nil : zone
  }

  /// - Returns: nil if the zone is unknown.
  func instant(_ reading: TimePattern.Reading) -> Instant? {
    if let instant = reading.instant { return instant }
    guard let local = reading.date.flatMap({ date in reading.time.map { date.at($0) } }) else { return nil }
    if let offset = reading.offset { return local.instant(at: offset) }
    guard let name = reading.zone else { return (zone ?? output.zone).instant(of: local) }
    return output.run.zone(written: name)?.instant(of: local)
  }

  /// Returns the time on the item's clock.
  func local(_ reading: TimePattern.Reading) -> LocalDateTime? {
    let isWall = reading.instant == nil && reading.offset == nil && reading.zone == nil
    let own = isFloating ? zone : itemZone
    if isWall, own != nil || zone == nil, let date = reading.date { return reading.time.map { date.at($0) } }
    return instant(reading).map { (own ?? output.zone).local($0) }
  }
}

extension TableMapping {
  /// Returns the clock of a row.
  func clock(_ value: (String) -> TableCell?, at place: Place, _ output: ImportOutput) -> TableClock {
    var clock = TableClock(output: output, hasItemZone: isOfTasks)
    func isTrue(_ column: String?) -> Bool {
      column.flatMap { value($0)?.text.trimmed }.flatMap(TableMapping.flag) ?? false
    }
    let cell = zoneColumns.compactMap(value).first { !$0.text.trimmed.isEmpty }
    guard let name = cell?.text.trimmed ?? zone else { return clock }
    clock.zone = output.run.zone(written: name)
    if clock.zone == nil { output.warn(unknownZone: name, at: cell?.place ?? place) }
    clock.isFloating = isTrue(floatingColumn) || fields["allDay"]?.contains(where: isTrue) ?? false
    return clock
  }

  /// Returns the durations from a task's time to its reminders, which may follow the name of a property.
  func leads(_ value: (String) -> TableCell?) -> [ICalendarDuration] {
    guard reminderColumns.count == 1 else { return [] }
    let words = value(reminderColumns[0])?.text.split { " ,;|".contains($0) || $0.isNewline } ?? []
    return words.compactMap { word in
      let duration = String(word.split(separator: ":").last ?? "")
      return duration.withUTF8Bytes { ICalendarDuration($0) }
    }
  }
}

extension ICalendarDuration {
  /// Returns the offset as items have it. Of a whole day, it counts from midnight, and whole days mean the usual time.
  ///
  /// - Returns: nil if it is longer than a year.
  func offset(isAllDay: Bool) -> String? {
    let total = days * 86_400 + seconds
    let days = Int((Double(total) / 86_400).rounded(.down))
    if total == days * 86_400 { return ICalendarDuration.offset(days, "d") }
    if !isAllDay { return ICalendarDuration.offset(seconds: total) }
    return ICalendarDuration.offset(days, "d").map { "\($0)@\(LocalTime(secondOfDay: total - days * 86_400)!.short)" }
  }

  /// Returns the offset of a wall time from a whole day, of which whole days mean the usual time; nil if it is longer than
  /// a year.
  static func offset(of local: LocalDateTime, from day: LocalDate, usual: LocalTime) -> String? {
    let clock = local.time == usual ? "" : "@\(local.time.short)"
    return offset(local.date.days(since: day), "d").map { $0 + clock }
  }

  /// Returns the offset of an elapsed time; nil if it is longer than a year. Items have whole minutes; what is finer
  /// rings earlier.
  static func offset(seconds: Int) -> String? {
    let minutes = seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    return minutes % 60 == 0 && abs(minutes) <= 366 * 1440
      ? offset(minutes / 60, "h", of: 3600) : offset(minutes, "m", of: 60)
  }

  static func offset(_ number: Int, _ unit: String, of seconds: Int = 86_400) -> String? {
    if abs(number) * seconds > 366 * 86_400 { return nil }
    return number == 0 ? "0" : "\(number < 0 ? "-" : "+")\(abs(number))\(unit)"
  }
}
