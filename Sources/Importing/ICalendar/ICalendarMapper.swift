import Bytes
import CivilTime
import Diagnostics
import Formats

/// Reads iCalendar (RFC 5545). To-dos and events become tasks, one for each alarm.
///
/// Components are held until the file ends: a later one may be a newer version, or change an occurrence.
struct ICalendarMapper: LineMapper {
  var lines = ICalendarLines()
  /// The open components, outermost first.
  private var open: [(name: String, known: ICalendarName?, place: Place)] = []
  private var calendar = ICalendarObject()
  private var zone: ICalendarZone?
  private var component: ICalendarComponent?
  /// Whether the current component has a faulty property, so that it is left out.
  private var isRefused = false
  /// Whether the current alarm has one, so that it alone is left out.
  private var isAlarmRefused = false
  /// Components with rules, zones, or occurrences.
  private var held: [ICalendarComponent] = []
  /// All others.
  private var plain: [ICalendarComponent] = []
  private var hasCalendar = false
  /// The versions in all files; nil if this is the only one.
  private(set) var index: ICalendarIndex?
  /// The number of the file in the index.
  private let file: Int
  /// Whether components are only added to the index.
  private let isScan: Bool

  init(_ index: ICalendarIndex?, file: Int, isScan: Bool = false) {
    (self.index, self.file, self.isScan) = (index, file, isScan)
  }

  mutating func finish(_ output: ImportOutput) throws(RunFault) {
    if let last = open.last {
      output.warn(
        "the file ends before END:\(last.name.onOneLine) for the BEGIN in line \(last.place.line)",
        at: Place(line: lines.number + 1, column: 1))
    }
    while let last = open.popLast() { close(last, output) }
    if !hasCalendar { throw output.fault(foundNo: "calendar", named: "VCALENDAR") }
    flush(output)
  }

  mutating func take(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    switch line.name {
    case .begin: try begin(line, output)
    case .end: end(line, output)
    default:
      switch open.last?.known {
      case .calendar: takeHead(line)
      case .event, .task: if component != nil { takeProperty(line, output) }
      case .alarm: takeAlarm(line, output)
      case .standard, .daylight, .zone: takeZone(line, output)
      case nil where open.isEmpty: noteOutside(line, output)
      default: break
      }
    }
  }

  // MARK: Components

  /// Components that are never inside each other.
  private static let levels: [Set<ICalendarName?>] = [[.calendar], [.event, .task, .journal, .zone], [.alarm]]

  private mutating func begin(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    let name = line.word
    let known = name.withUTF8Bytes { ICalendarName($0) }
    // A component inside another one of its level follows a missing END.
    let level = ICalendarMapper.levels.first { $0.contains(known) } ?? []
    if let index = open.firstIndex(where: { level.contains($0.known) }) {
      noteMissingEnd(line.place, output)
      while open.count > index, let last = open.popLast() { close(last, output) }
    }
    if open.isEmpty, known != .calendar {
      guard hasCalendar, level.contains(.event) else { return noteOutside(line, output) }
      // It follows an END:VCALENDAR too many.
      noteOutside(line, output, isRead: true)
      open.append((ICalendarName.calendar.rawValue, .calendar, line.place))
    }
    guard open.count < 16 else {
      throw output.fault(.limit, "nesting is too deep", expected: "at most 16 levels", at: line.place)
    }
    open.append((name, known, line.place))
    switch known {
    case .calendar: (hasCalendar, calendar) = (true, ICalendarObject())
    case .event, .task:
      component = ICalendarComponent(isTask: known == .task, in: calendar, at: line.place)
      isRefused = false
    case .alarm:
      component?.alarms.append(.init(place: line.place))
      isAlarmRefused = false
    case .zone:
      zone = ICalendarZone()
      zone?.place = line.place
    case .standard, .daylight: zone?.observances.append(.init(isDaylight: known == .daylight))
    case .journal: output.note("journal entry is not planned", "journal entries are not planned", at: line.place)
    default: break
    }
  }

  private mutating func end(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let name = line.word
    guard let index = open.lastIndex(where: { $0.name == name }) else {
      return output.note(
        "END without its BEGIN is skipped", "ENDs without their BEGINs are skipped", at: line.place)
    }
    if index < open.count - 1 { noteMissingEnd(line.place, output) }
    while open.count > index, let last = open.popLast() { close(last, output) }
  }

  private func noteMissingEnd(_ place: Place, _ output: ImportOutput) {
    output.note("component has no END before this line", "components have no END before the next begins", at: place)
  }

  private func noteOutside(_ line: ICalendarLines.Line, _ output: ImportOutput, isRead: Bool = false) {
    if isRead {
      output.note("component is outside of a calendar", "components are outside of a calendar", "read", at: line.place)
    } else {
      output.note("line is outside of a calendar", "lines are outside of a calendar", "skipped", at: line.place)
    }
  }

  private mutating func close(_ last: (name: String, known: ICalendarName?, place: Place), _ output: ImportOutput) {
    switch last.known {
    case .alarm: closeAlarm(output)
    case .event, .task:
      guard let component, !isRefused else { break }
      let needsZone = [component.start, component.due].contains { if case .named = $0?.clock { true } else { false } }
      if component.rule != nil || component.occurrence != nil || !component.more.isEmpty || needsZone {
        held.append(component)
      } else {
        plain.append(component)
        if plain.count == ICalendarMapper.maximumPlain { writePlain(output) }
      }
      self.component = nil
    case .zone:
      if let zone { calendar.add(zone) }
      zone = nil
    default: break
    }
  }

  private mutating func closeAlarm(_ output: ImportOutput) {
    guard let alarm = component?.alarms.last else { return }
    let isSilent = alarm.isPlace || ICalendarAlarms.isSilent(alarm.action)
    if alarm.trigger == nil, !isAlarmRefused, !isSilent {
      isAlarmRefused = true
      output.refuse(
        "the alarm has no trigger", expected: "TRIGGER", at: alarm.place, item: component?.uid, field: "TRIGGER",
        code: .missingField)
    }
    if isAlarmRefused { component?.alarms.removeLast() }
  }

  /// The most components kept in memory. Versions and occurrences further apart are not compared.
  private static let maximumPlain = 50_000

  private mutating func writePlain(_ output: ImportOutput) {
    if isScan {
      for component in plain { index?.add(component, file: file, output) }
    } else {
      keepNewest(output)
      for component in plain { write(component, [], output) }
    }
    plain.removeAll(keepingCapacity: true)
  }

  /// Writes the held components, each with its changed occurrences.
  private mutating func flush(_ output: ImportOutput) {
    if isScan {
      for component in plain + held { index?.add(component, file: file, output) }
      return
    }
    keepNewest(output)
    var changes: [String: [ICalendarComponent]] = [:]
    var masters: Set<String> = []
    for component in plain + held {
      if component.occurrence == nil {
        masters.insert(component.id)
      } else {
        changes[component.id, default: []].append(component)
      }
    }
    for component in plain + held {
      if component.occurrence == nil {
        write(component, changes[component.id] ?? [], output)
      } else if !masters.contains(component.id), let detached = changes.removeValue(forKey: component.id) {
        ICalendarItems.write(detached: detached, output)
      }
    }
    (plain, held) = ([], [])
  }

  private func write(_ component: ICalendarComponent, _ changes: [ICalendarComponent], _ output: ImportOutput) {
    ICalendarItems.write(
      component, changes, elsewhere: index?.changes(of: component, notIn: file) ?? [], output)
  }

  // MARK: Versions

  /// Keeps the newest component for each UID and occurrence.
  private mutating func keepNewest(_ output: ImportOutput) {
    let all = plain + held
    var newest: [String: Int] = [:]
    var older: Set<Int> = []
    for (index, component) in all.enumerated() {
      guard let name = component.versionedName(output) else { continue }
      if let versions = self.index, !versions.isNewest(component, file: file, output) {
        older.insert(index)
        noteOlder(component, output)
        continue
      }
      guard let other = newest[name] else {
        newest[name] = index
        continue
      }
      let isSame = component.version == all[other].version
      if isSame, component.isCopy(of: all[other]) {
        older.insert(index)
        output.note("component is there twice", "components are there twice", "read once", at: component.place)
        continue
      }
      if isSame, component.calendar === all[other].calendar {
        output.refuse(
          "the calendar has this UID already, in line \(all[other].place.line)",
          expected: "each UID once, or with a SEQUENCE", at: component.place, item: component.uid, field: "UID",
          code: .duplicate)
        older.insert(index)
        continue
      }
      // Of two calendars in one file, the later one counts, as of two files.
      let isNewer = isSame || all[other].version < component.version
      older.insert(isNewer ? other : index)
      if isNewer { newest[name] = index }
      noteOlder(all[isNewer ? other : index], output)
    }
    if older.isEmpty { return }
    let count = plain.count
    held = held.indices.filter { !older.contains(count + $0) }.map { held[$0] }
    plain = plain.indices.filter { !older.contains($0) }.map { plain[$0] }
  }

  private func noteOlder(_ component: ICalendarComponent, _ output: ImportOutput) {
    output.note("component has a newer version", "components have newer versions", "left out", at: component.place)
  }

  // MARK: Properties

  private func takeHead(_ line: ICalendarLines.Line) {
    switch line.name {
    case .method: calendar.method = line.word
    case .calendarZone: calendar.zoneName = (line.text.unescaped, line.valuePlace)
    default: break
    }
  }

  private mutating func takeProperty(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    switch line.name {
    case .uid: component?.uid = line.text
    case .summary:
      component?.summary = line.text.unescaped
      component?.summaryPlace = line.valuePlace
    case .start: if let time = time(line, output) { component?.start = time }
    case .due, .endDate: if let time = time(line, output) { component?.due = time }
    case .duration:
      component?.length = ICalendarDuration(line.value)
      if component?.length == nil { refuse(line, "a duration, such as PT1H", output) }
    // An empty RRULE means no rule.
    case .rule where line.text.trimmed.isEmpty: break
    case .rule:
      if component?.rule != nil { component?.hasSeveralRules = true }
      component?.rule = .init(text: line.text, place: line.valuePlace)
    case .excludedRule: component?.excludedRules.append(.init(text: line.text, place: line.valuePlace))
    case .exceptions, .moreDates: takeDates(line, output)
    case .recurrenceID:
      if let time = time(line, output) { component?.occurrence = time }
      component?.changesLater = line.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    case .status: component?.status = line.word
    case .completed: if let time = time(line, output) { component?.completed = time.stamp }
    case .sequence: component?.sequence = Int(line.text.trimmed) ?? 0
    case .stamp, .modified:
      guard let stamp = ICalendarTime(line)?.stamp, component?.stamp.map({ $0 < stamp }) ?? true else { return }
      component?.stamp = stamp
    case .percent: component?.percent = Int(line.text) ?? 0
    case .lastSeen: component?.acknowledged = ICalendarTime(line)?.stamp
    case .snoozedUntil:
      guard let until = ICalendarTime(line)?.stamp else { return }
      component?.snoozes.append(.init(occurrence: Instant(snoozed: line.writtenName), until: until))
    default: break
    }
  }

  /// Reads RDATE or EXDATE. A faulty date costs itself.
  private mutating func takeDates(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let (isException, uid) = (line.name == .exceptions, component?.uid)
    var (times, more) = ([] as [ICalendarTime], [] as [ICalendarComponent.Addition])
    line.value.forEachPart(UInt8(ascii: ",")) { part in
      if let addition = ICalendarComponent.Addition(part, of: line) {
        if isException { times.append(addition.time) } else { more.append(addition) }
      } else if !String(part).trimmed.isEmpty {
        output.refuse(
          "found \(String(part).quotedForDiagnostic)", expected: "dates or times, such as 20261120T090000",
          at: line.valuePlace, item: uid, field: line.name.rawValue)
      }
    }
    component?.exceptions += times
    component?.more += more
  }

  /// Returns the time of a property, or refuses the current component if it is malformed.
  private mutating func time(_ line: ICalendarLines.Line, _ output: ImportOutput) -> ICalendarTime? {
    if let time = ICalendarTime(line) { return time }
    refuse(line, "a date or a time, such as 20261120 or 20261120T090000Z", output)
    return nil
  }

  private mutating func takeAlarm(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard let index = component?.alarms.indices.last else { return }
    switch line.name {
    case .uid, .alarmID: component?.alarms[index].id = line.text
    case .related where line.parameter("RELTYPE")?.uppercased() == "SNOOZE":
      component?.alarms[index].snoozedID = line.text
    case .action: component?.alarms[index].action = line.word
    case .acknowledged: component?.alarms[index].acknowledged = ICalendarTime(line)?.stamp
    case .proximity: component?.alarms[index].isPlace = true
    case .repetition: component?.alarms[index].repetitions = Int(line.text.trimmed) ?? 0
    case .duration: component?.alarms[index].interval = ICalendarDuration(line.value)
    case .trigger:
      if let duration = ICalendarDuration(line.value) {
        component?.alarms[index].trigger = .relative(duration, toEnd: line.parameter("RELATED")?.uppercased() == "END")
      } else if let time = ICalendarTime(line), time.time != nil {
        component?.alarms[index].trigger = .absolute(time)
      } else {
        let isRefused = isRefused
        refuse(line, "a duration or an instant, such as -PT10M or 20261120T090000Z", output)
        // Only the alarm is left out.
        (self.isRefused, isAlarmRefused) = (isRefused, true)
      }
    default: break
    }
  }

  private mutating func takeZone(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard zone != nil else { return }
    if line.name == .zoneID { zone?.name = line.text }
    guard let index = zone?.observances.indices.last else { return }
    switch line.name {
    case .start: zone?.observances[index].start = ICalendarTime(line)?.local
    case .rule: zone?.observances[index].rules.append(.init(text: line.text, place: line.valuePlace))
    case .moreDates:
      var dates: [LocalDateTime] = []
      line.value.forEachPart(UInt8(ascii: ",")) { part in
        if let time = ICalendarTime(part, of: line) { dates.append(time.local) }
      }
      zone?.observances[index].dates += dates
    case .offsetFrom, .offsetTo:
      let offset = UTCOffset(basic: line.text)
      if offset == nil {
        output.warn("found the offset \(line.text.quotedForDiagnostic); the VTIMEZONE is not used", at: line.valuePlace)
      }
      if line.name == .offsetTo { zone?.observances[index].to = offset } else { zone?.observances[index].from = offset }
    case .zoneName: zone?.observances[index].abbreviation = line.text
    default: break
    }
  }

  private mutating func refuse(_ line: ICalendarLines.Line, _ expected: String, _ output: ImportOutput) {
    isRefused = true
    output.refuse(
      "found \(line.text.quotedForDiagnostic)", expected: expected, at: line.valuePlace, item: component?.uid,
      field: line.name.rawValue)
  }
}
