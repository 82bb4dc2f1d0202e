import Bytes
import Calendars
import CivilTime
import Diagnostics

/// The calendars of a run: the whole one, what is cancelled, and one an account where they are wanted.
///
/// Where events are in wall times, a file is put together in memory, since the zones stand before them.
package struct CalendarFiles {
  static let single = "calendar.ics"
  static let folder = "calendar"
  static let cancelledSingle = "cancelled.ics"
  static let cancelledFolder = "cancelled"
  static let accounts = "accounts"
  static let cancelledAccounts = "accounts/cancelled"

  private let folder: OutputFolder
  private let now: Instant
  private let hasZones: Bool
  private var whole: CalendarSeries
  private var cancelled: CalendarSeries
  private var hasAccounts = false

  package init(_ folder: OutputFolder, now: Instant, times: CalendarOptions.Times) {
    self.folder = folder
    self.now = now
    hasZones = times == .zoned
    whole = CalendarSeries(
      header: CalendarHeader.whole, single: CalendarFiles.single, folder: CalendarFiles.folder, now: now,
      hasZones: hasZones)
    cancelled = CalendarSeries(
      header: CalendarHeader.cancelled, single: CalendarFiles.cancelledSingle, folder: CalendarFiles.cancelledFolder,
      now: now, hasZones: hasZones)
  }

  /// - Parameter cancelled: What previous plans had and this one has not, of the same accounts.
  package mutating func write(_ events: CalendarEvents, cancelled: CalendarEvents) throws(FatalInput) {
    try whole.write(events, 0..<events.count, to: folder)
    try self.cancelled.write(cancelled, 0..<cancelled.count, to: folder)
    try writeAccounts(events, CalendarFiles.accounts)
    try writeAccounts(cancelled, CalendarFiles.cancelledAccounts)
  }

  private mutating func writeAccounts(_ events: CalendarEvents, _ path: String) throws(FatalInput) {
    var start = 0
    for owner in events.owners {
      hasAccounts = true
      let name = owner.fileName.text
      var series = CalendarSeries(
        header: CalendarHeader.text(title: owner.title, color: owner.color), single: "\(path)/\(name).ics",
        folder: "\(path)/parts/\(name)", zone: owner.zone, now: now, hasZones: hasZones, isSynced: false)
      try series.write(events, start..<owner.end, to: folder)
      _ = try series.finish(folder)
      start = owner.end
    }
  }

  /// - Returns: What was written, files and folders.
  package mutating func finish() throws(FatalInput) -> [String] {
    var names = [try whole.finish(folder)]
    if cancelled.hasEvents { names.append(try cancelled.finish(folder)) }
    if hasAccounts { names.append(CalendarFiles.accounts) }
    return names
  }
}

/// One calendar, in one file or, where that would pass 900 KB, which large calendars refuse, in numbered ones.
private struct CalendarSeries {
  private static let limit = 900_000

  let header: WrittenBytes
  /// The name of the one file, and the folder of several.
  let single: String
  let folder: String
  /// The zone that an empty calendar names.
  var zone: Zone?
  let now: Instant
  /// Whether wall times stand in the events; they wait in memory until their file is full.
  let hasZones: Bool
  /// Whether each file is synced when it is closed.
  let isSynced: Bool

  /// The file at hand, where events go straight into it. The first is named as if it were the only one.
  private var file: OutputFile?
  /// The events of the file at hand, where they wait.
  private var events = WrittenBytes()
  private var eventSize = 0
  /// The zones of the events at hand, in order of their first use, and their rules.
  private var zones: [Zone] = []
  private var rules = ""
  private var count = 0

  init(
    header: WrittenBytes, single: String, folder: String, zone: Zone? = nil, now: Instant, hasZones: Bool,
    isSynced: Bool = true
  ) {
    self.header = header
    self.single = single
    self.folder = folder
    self.zone = zone
    self.now = now
    self.hasZones = hasZones
    self.isSynced = isSynced
  }

  var hasEvents: Bool { count > 0 || hasOpenEvents }
  private var hasOpenEvents: Bool { eventSize > 0 }

  /// Bytes that may be added to the file at hand.
  private var room: Int {
    CalendarSeries.limit - header.count - rules.utf8.count - eventSize - CalendarHeader.footer.utf8.count
  }

  mutating func write(_ new: CalendarEvents, _ range: Range<Int>, to output: OutputFolder) throws(FatalInput) {
    var next = range.lowerBound
    while next < range.upperBound {
      let end = new.areInUTC ? fitting(new, next..<range.upperBound) : zonedFitting(new, next..<range.upperBound)
      try add(new, next..<end, output)
      if end < range.upperBound { try close(part, output) }
      next = end
    }
  }

  private mutating func add(_ new: CalendarEvents, _ range: Range<Int>, _ output: OutputFolder) throws(FatalInput) {
    let places = new.start(of: range.lowerBound)..<new.start(of: range.upperBound)
    guard !places.isEmpty else { return }
    eventSize += places.count
    if hasZones {
      var waiting = events.takeWriter()
      new.text.withSpan { waiting.append($0.extracting(places)) }
      events = WrittenBytes(waiting)
      return
    }
    let file = if let file { file } else { try begin(count == 0 ? single : part, output) }
    try new.text.withSpan { (text) throws(FatalInput) in try file.write(text.extracting(places)) }
    self.file = file
  }

  private func begin(_ name: String, _ output: OutputFolder) throws(FatalInput) -> OutputFile {
    let file = try output.file(name)
    try file.write(header)
    return file
  }

  /// How far the events of `range` fit into the file at hand. One alone is never too many.
  private func fitting(_ new: CalendarEvents, _ range: Range<Int>) -> Int {
    let limit = new.start(of: range.lowerBound) + room
    let end = new.ends[range].partitioningIndex(where: { $0 > limit })
    return end == range.lowerBound && !hasOpenEvents ? end + 1 : end
  }

  /// The same for events in wall times; adds the rules of their zones.
  private mutating func zonedFitting(_ new: CalendarEvents, _ range: Range<Int>) -> Int {
    let start = new.start(of: range.lowerBound)
    for index in range {
      let timeZone = new.zone(of: index)
      let added = rulesNeeded(timeZone)
      let isAlone = index == range.lowerBound && !hasOpenEvents
      if new.ends[index] - start + added.utf8.count > room, !isAlone { return index }
      if let timeZone, !added.isEmpty {
        zones.append(timeZone.zone)
        rules += added
      }
    }
    return range.upperBound
  }

  private func rulesNeeded(_ timeZone: ICSTimeZone?) -> String {
    guard let timeZone, !zones.contains(where: { $0.name == timeZone.zone.name }) else { return "" }
    return timeZone.text
  }

  /// The name of the file at hand where there are several.
  private var part: String {
    let digits = String(count + 1)
    return "\(folder)/" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".ics"
  }

  private mutating func close(_ name: String, _ output: OutputFolder) throws(FatalInput) {
    if let file {
      try file.write(CalendarHeader.footer)
      try file.close(sync: isSynced)
      if count == 0, name != single { try output.rename(single, to: name) }
    } else {
      let file = try begin(name, output)
      try file.write(hasOpenEvents ? rules : CalendarHeader.empty(zone: zone, now: now))
      try file.write(events)
      try file.write(CalendarHeader.footer)
      try file.close(sync: isSynced)
    }
    count += 1
    file = nil
    events.removeAll()
    eventSize = 0
    rules = ""
    zones.removeAll(keepingCapacity: true)
  }

  /// - Returns: What was written, the file or the folder.
  mutating func finish(_ output: OutputFolder) throws(FatalInput) -> String {
    if count == 0 {
      try close(single, output)
      return single
    }
    if hasOpenEvents { try close(part, output) }
    return folder
  }
}
