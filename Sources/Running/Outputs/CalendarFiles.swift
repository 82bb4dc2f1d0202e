import Bytes
import Calendars
import CivilTime
import Diagnostics

/// The calendars of a run: all events, added events, cancelled events, and on request one calendar per account, kind or
/// app.
///
/// If events have wall times, a file is assembled in memory, since the zones precede the events.
package struct CalendarFiles {
  static let accounts = "accounts"
  static let cancelledAccounts = "accounts/cancelled"

  private let folder: OutputFolder
  private let options: CalendarOptions
  private let now: Instant
  private var whole: CalendarSeries
  /// `calendar.ics` if not all events fit, and its events.
  private var first: CalendarSeries
  private var soonest = SoonestEvents()
  private var added: CalendarSeries
  private var cancelled: CalendarSeries
  private var groups: [String: CalendarSeries] = [:]
  private var hasAccounts = false

  package init(_ folder: OutputFolder, now: Instant, _ options: CalendarOptions) {
    (self.folder, self.options, self.now) = (folder, options, now)
    func series(_ name: String, _ note: String, _ file: String, _ method: CalendarHeader.Method) -> CalendarSeries {
      CalendarSeries(
        options.name.map { $0 + note } ?? name, CalendarColor.mixed, method, options, now, ("\(file).ics", file))
    }
    whole = series(options.word.first, "", "calendar", .publish)
    first = whole
    added = series("New \(options.word.later)", " (new)", "added", .publish)
    cancelled = series("Cancelled \(options.word.later)", " (cancelled)", "cancelled", .cancel)
  }

  /// - Parameters:
  ///   - added: The events that the previous plan lacked.
  ///   - cancelled: Events of previous plans that this one lacks, of the same accounts.
  package mutating func write(
    _ events: CalendarEvents, added: CalendarEvents, cancelled: CalendarEvents
  ) throws(RunFault) {
    try whole.write(events, 0..<events.count, to: folder)
    soonest.add(events)
    try self.added.write(added, 0..<added.count, to: folder)
    try self.cancelled.write(cancelled, 0..<cancelled.count, to: folder)
    try writeGroups(events)
    try writeAccounts(events, cancelled)
  }

  private mutating func writeGroups(_ events: CalendarEvents) throws(RunFault) {
    guard let grouping = options.grouping else { return }
    var start = 0
    while start < events.groupIndices.count {
      let index = events.groupIndices[start]
      let end = events.groupIndices[start...].firstIndex { $0 != index } ?? events.groupIndices.count
      let group = events.groups[Int(index)]
      if groups[group] == nil {
        let path = grouping.folder
        let name = try AccountFileName.escaped(group)
        groups[group] = CalendarSeries(
          "\(options.name ?? options.word.first): \(group)", CalendarColor.name(app: group), .publish, options, now,
          ("\(path)/\(name).ics", "\(path)/parts/\(name)"), keepsName: true)
      }
      try groups[group]?.write(events, start..<end, to: folder)
      start = end
    }
  }

  /// Writes calendars of accounts. An account without events gets its cancellations instead, so that subscribers are
  /// notified rather than keeping old events.
  private mutating func writeAccounts(_ events: CalendarEvents, _ cancelled: CalendarEvents) throws(RunFault) {
    var left = Dictionary(uniqueKeysWithValues: cancelled.owners.map { ($0.fileName, $0) })
    for owner in events.owners {
      let old = left.removeValue(forKey: owner.fileName)
      if owner.events.isEmpty, let old {
        try write(cancelled, of: old, to: CalendarFiles.accounts)
      } else {
        try write(events, of: owner, to: CalendarFiles.accounts)
      }
    }
    for owner in cancelled.owners {
      if left[owner.fileName] != nil { try write(cancelled, of: owner, to: CalendarFiles.accounts) }
      try write(cancelled, of: owner, to: CalendarFiles.cancelledAccounts, note: " (cancelled)")
    }
  }

  private mutating func write(
    _ events: CalendarEvents, of owner: CalendarEvents.Owner, to path: String, note: String = ""
  ) throws(RunFault) {
    hasAccounts = true
    let name = owner.fileName.text
    var series = CalendarSeries(
      owner.title + note, owner.color, note.isEmpty ? .publish : .cancel, options, now,
      ("\(path)/\(name).ics", "\(path)/parts/\(name)"), keepsName: true, zone: owner.zone, isSynced: false)
    try series.write(events, owner.events, to: folder)
    _ = try series.finish(folder)
  }

  /// - Returns: The names of files and folders written.
  package mutating func finish() throws(RunFault) -> [String] {
    var names = [try whole.finish(folder)]
    if names != ["calendar.ics"] {
      // The address that users subscribe to stays.
      let events = soonest.fitting(first.room)
      try first.write(events, 0..<events.count, to: folder)
      names.append(try first.finish(folder))
    }
    if added.hasEvents { names.append(try added.finish(folder)) }
    if cancelled.hasEvents { names.append(try cancelled.finish(folder)) }
    if hasAccounts { names.append(CalendarFiles.accounts) }
    for name in groups.keys.sorted() { _ = try groups[name]?.finish(folder) }
    if let grouping = options.grouping, !groups.isEmpty { names.append(grouping.folder) }
    return names
  }
}

/// The soonest events of a calendar, up to what one file holds.
private struct SoonestEvents {
  private var events = CalendarEvents()
  /// The start from which events are too late; nil while any may be among the soonest.
  private var end: Instant?

  mutating func add(_ new: CalendarEvents) {
    for event in 0..<new.count where end.map({ new.starts[event] < $0 }) ?? true {
      events.append(event, of: new)
      if events.count == 2 * CalendarSeries.maximumEvents { events = fitting(.max) }
    }
  }

  /// Returns the soonest events that fit into a number of bytes, in their order.
  mutating func fitting(_ room: Int) -> CalendarEvents {
    // One number for start and place: sorting pairs took 2 % of W.
    let order = events.starts.enumerated().map { $1.epochSeconds << 12 | Int64($0) }.sorted().map { Int($0 & 0xfff) }
    let zones = Dictionary(order.compactMap { events.zone(of: $0).map { ($0.zone.name, $0.text) } }) { first, _ in first
    }
    var left = room - zones.values.reduce(0) { $0 + $1.utf8.count }
    let fitting = order.prefix(CalendarSeries.maximumEvents).prefix { event in
      left -= events.ends[event] - events.start(of: event)
      return left >= 0
    }
    var soonest = CalendarEvents()
    for event in fitting.sorted() { soonest.append(event, of: events) }
    if fitting.count == CalendarSeries.maximumEvents { end = fitting.last.map { events.starts[$0] } }
    return soonest
  }
}

/// One calendar in a single file, or in numbered files if it is too large for calendar apps.
private struct CalendarSeries {
  /// The limits of a file, in bytes and events. Google Calendar refuses more than 1 MB and imported 1,111 events of a
  /// larger file.
  private static let limit = 900_000
  static let maximumEvents = 1_000

  private let header: WrittenBytes
  /// The name of a single file, and of the folder for several.
  private let names: (single: String, folder: String)
  /// The zone of an empty calendar.
  private let zone: Zone?
  private let now: Instant
  /// Whether events have wall times. They are then kept in memory until their file is full.
  private let hasZones: Bool
  /// Whether the first of several files keeps the name that users subscribe to.
  private let keepsName: Bool
  /// Whether each file is synced when it is closed.
  private let isSynced: Bool

  /// The current file, if events are written directly. The first is named as if it were the only one.
  private var file: OutputFile?
  /// The waiting events of the current file.
  private var events = WrittenBytes()
  private var eventSize = 0
  private var eventCount = 0
  /// The zones of the waiting events in order of first use, and their rules.
  private var zones: [Zone] = []
  private var rules = ""
  private var count = 0

  init(
    _ title: String, _ color: String, _ method: CalendarHeader.Method, _ options: CalendarOptions, _ now: Instant,
    _ names: (single: String, folder: String), keepsName: Bool = false, zone: Zone? = nil, isSynced: Bool = true
  ) {
    header = CalendarHeader.text(
      title: title, color: color, method: options.hasMethod ? method : nil, refresh: options.refresh)
    hasZones = options.times == .zoned
    (self.now, self.names, self.keepsName, self.zone, self.isSynced) = (now, names, keepsName, zone, isSynced)
  }

  var hasEvents: Bool { count > 0 || hasOpenEvents }
  private var hasOpenEvents: Bool { eventSize > 0 }

  /// The number of bytes that fit into the current file.
  var room: Int {
    CalendarSeries.limit - header.count - rules.utf8.count - eventSize - CalendarHeader.footer.utf8.count
  }

  mutating func write(_ new: CalendarEvents, _ range: Range<Int>, to output: OutputFolder) throws(RunFault) {
    var next = range.lowerBound
    while next < range.upperBound {
      let maximum = next..<min(range.upperBound, next + CalendarSeries.maximumEvents - eventCount)
      let end = new.areInUTC ? fitting(new, maximum) : zonedFitting(new, maximum)
      try add(new, next..<end, output)
      if end < range.upperBound { try close(part, output) }
      next = end
    }
  }

  private mutating func add(_ new: CalendarEvents, _ range: Range<Int>, _ output: OutputFolder) throws(RunFault) {
    let places = new.start(of: range.lowerBound)..<new.start(of: range.upperBound)
    guard !places.isEmpty else { return }
    eventSize += places.count
    eventCount += range.count
    if hasZones {
      var waiting = events.takeWriter()
      new.text.withSpan { waiting.append($0.extracting(places)) }
      events = WrittenBytes(waiting)
      return
    }
    let file = if let file { file } else { try begin(count == 0 ? names.single : part, output) }
    try new.text.withSpan { (text) throws(RunFault) in try file.write(text.extracting(places)) }
    self.file = file
  }

  private func begin(_ name: String, _ output: OutputFolder) throws(RunFault) -> OutputFile {
    let file = try output.file(name)
    try file.write(header)
    return file
  }

  /// Returns the end of the events in `range` that fit into the current file. A file can always hold one event.
  private func fitting(_ new: CalendarEvents, _ range: Range<Int>) -> Int {
    let limit = new.start(of: range.lowerBound) + room
    let end = new.ends[range].partitioningIndex(where: { $0 > limit })
    return end == range.lowerBound && !hasOpenEvents ? end + 1 : end
  }

  /// Returns the end for events in wall times, and adds the rules of their zones.
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

  /// The name of the current file if there are several.
  private var part: String {
    let digits = String(count + 1)
    return "\(names.folder)/" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".ics"
  }

  private mutating func close(_ name: String, _ output: OutputFolder) throws(RunFault) {
    if let file {
      try file.write(CalendarHeader.footer)
      try file.close(sync: isSynced)
      if count == 0, name != names.single, !keepsName { try output.rename(names.single, to: name) }
    } else {
      let file = try begin(count == 0 && keepsName ? names.single : name, output)
      try file.write(hasOpenEvents ? rules : CalendarHeader.empty(zone: zone, now: now))
      try file.write(events)
      try file.write(CalendarHeader.footer)
      try file.close(sync: isSynced)
    }
    count += 1
    file = nil
    events.removeAll()
    eventSize = 0
    eventCount = 0
    rules = ""
    zones.removeAll(keepingCapacity: true)
  }

  /// - Returns: The name of the file or folder written.
  mutating func finish(_ output: OutputFolder) throws(RunFault) -> String {
    if count == 0 {
      try close(names.single, output)
      return names.single
    }
    if hasOpenEvents { try close(part, output) }
    return names.folder
  }
}
