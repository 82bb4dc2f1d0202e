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
  /// Whether the current component has no BEGIN, so that its lines are the calendar's.
  private var isLost = false
  /// Whether the current component has a property twice that it may have once.
  private var hasTwice = false
  /// Whether the current alarm has one, so that it alone is left out.
  private var isAlarmRefused = false
  /// The faults of the current component, whose UID may follow.
  private var faults: [(found: String, expected: String, place: Place, field: String, code: Diagnostic.Code)] = []
  /// Components with rules, zones, or occurrences.
  private var held: [ICalendarComponent] = []
  /// All others.
  private var plain: [ICalendarComponent] = []
  private var hasCalendar = false
  /// Whether the file lacks the BEGIN of the open calendar.
  private var isImplied = false
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
    if let last = open.last, !isImplied || open.count > 1 {
      output.warn(
        "the file ends before END:\(last.name.onOneLine) for the BEGIN in line \(last.place.line)",
        at: Place(line: lines.number + 1, column: 1), .cutShort)
    }
    closeLost(output)
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
      case .calendar: takeHead(line, output)
      case .event, .task:
        if line.name == .trigger || line.name == .action {
          beginLost(.alarm, line, output)
          component?.alarms.append(.init(place: line.place))
          isAlarmRefused = false
          takeAlarm(line, output)
        } else if component != nil {
          takeProperty(line, output)
        }
      case .alarm: if line.name.isOfOccurrence { takeProperty(line, output) } else { takeAlarm(line, output) }
      case .zone where line.name.isOfObservance:
        beginLost(.standard, line, output)
        zone?.observances.append(.init())
        takeZone(line)
      case .standard, .daylight, .zone: takeZone(line)
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
    if known != .alarm { closeLost(output) }
    let level = ICalendarMapper.levels.first { $0.contains(known) } ?? []
    if let index = open.firstIndex(where: { level.contains($0.known) }) {
      noteMissingEnd(line.place, output)
      while open.count > index, let last = open.popLast() { close(last, output) }
    }
    if open.isEmpty, known != .calendar {
      guard level.contains(.event) else { return noteOutside(line, output) }
      // It follows an END:VCALENDAR too many, or it is from a store of single components.
      noteOutside(line, output, isRead: true)
      open.append((ICalendarName.calendar.rawValue, .calendar, line.place))
      (hasCalendar, isImplied) = (true, true)
    }
    guard open.count < 16 else {
      throw output.fault(.limit, "nesting is too deep", expected: "at most 16 levels", at: line.place)
    }
    open.append((name, known, line.place))
    switch known {
    case .calendar: (hasCalendar, isImplied, calendar) = (true, false, ICalendarObject())
    case .event, .task:
      startComponent(isTask: known == .task, at: line.place)
    case .alarm:
      component?.alarms.append(.init(place: line.place))
      isAlarmRefused = false
    case .zone:
      zone = ICalendarZone()
      zone?.place = line.place
    case .standard, .daylight: zone?.observances.append(.init(isDaylight: known == .daylight))
    case .journal: output.note("journal entry is not planned", "journal entries are not planned", at: line.place)
    default:
      if open.count == 2 {
        output.note(
          "component is neither an event nor a to-do", "components are neither events nor to-dos", "not planned",
          at: line.place)
      }
    }
  }

  private mutating func end(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let name = line.word
    guard let index = open.lastIndex(where: { $0.name == name }) else {
      let known = name.withUTF8Bytes { ICalendarName($0) }
      if isLost, known == .event || known == .task { return closeLost(isTask: known == .task, output) }
      return output.note(
        "END without its BEGIN is skipped", "ENDs without their BEGINs are skipped", at: line.place)
    }
    if index < open.count - 1 { noteMissingEnd(line.place, output) }
    if open[index].known == .calendar { closeLost(output) }
    while open.count > index, let last = open.popLast() { close(last, output) }
  }

  private mutating func startComponent(isTask: Bool, at place: Place) {
    component = ICalendarComponent(isTask: isTask, in: calendar, at: place)
    (isRefused, hasTwice, faults) = (false, false, [])
  }

  /// Opens a component inside another one, whose BEGIN is missing.
  private mutating func beginLost(_ name: ICalendarName, _ line: ICalendarLines.Line, _ output: ImportOutput) {
    noteLost(line.place, output)
    open.append((name.rawValue, name, line.place))
  }

  private func noteLost(_ place: Place, _ output: ImportOutput) {
    output.note("component has no BEGIN", "components have no BEGIN", "read", at: place)
  }

  /// Closes an event or to-do without a BEGIN, if its lines are not a calendar's own.
  ///
  /// - Parameter isTask: What its END says; nil without one.
  private mutating func closeLost(isTask: Bool? = nil, _ output: ImportOutput) {
    guard isLost, let lost = component else { return }
    while let last = open.last, last.known == .alarm { close(open.removeLast(), output) }
    isLost = false
    if isTask == nil, lost.start == nil, lost.due == nil {
      (component, faults) = (nil, [])
      return
    }
    noteLost(lost.place, output)
    component?.isTask = isTask ?? (lost.start == nil)
    close((ICalendarName.event.rawValue, .event, lost.place), output)
    component = nil
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
      if ["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"].contains(calendar.method) {
        output.note(
          "component is an answer or a proposal", "components are answers or proposals", "not planned", at: last.place)
        (component, faults) = (nil, [])
        break
      }
      refuseFaults(output)
      component?.readDays(output)
      // It adds an occurrence to a series.
      let added = calendar.method == "ADD" ? component?.start : nil
      if component?.occurrence == nil { component?.occurrence = added }
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
      faults.append(("the alarm has no trigger", "TRIGGER", alarm.place, "TRIGGER", .missingField))
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
        // The file of the series writes what changes later occurrences too.
        let own = detached.filter { !($0.changesLater && index?.hasSeries(of: $0, notIn: file) ?? false) }
        ICalendarItems.write(detached: own, output)
      }
    }
    (plain, held) = ([], [])
  }

  private func write(_ component: ICalendarComponent, _ changes: [ICalendarComponent], _ output: ImportOutput) {
    let later = index?.laterChanges(of: component, notIn: file, output) ?? []
    ICalendarItems.write(
      component, changes + later, elsewhere: index?.changes(of: component, notIn: file) ?? [], output)
  }

  // MARK: Versions

  /// Keeps the newest component for each UID and occurrence.
  private mutating func keepNewest(_ output: ImportOutput) {
    var all = plain + held
    var newest: [String: Int] = [:]
    var older: Set<Int> = []
    var nameless = ICalendarCopies()
    var exclusions = self.index?.exclusions ?? ICalendarExclusions()
    for component in all { exclusions.add(component, output) }
    let events = all.contains(where: \.isTask) ? Set(all.lazy.filter { !$0.isTask }.compactMap(\.uid)) : []
    for (index, component) in all.enumerated() {
      guard let name = component.versionedName(output) else {
        if component.number > 1 || component.anchor == nil || component.occurrence != nil { continue }
        all[index].number = nameless.add(component)
        if all[index].number == 0 {
          older.insert(index)
          noteCopy(component, output)
        }
        continue
      }
      if component.isTask, let uid = component.uid, events.contains(uid) || self.index?.events.contains(uid) ?? false {
        all[index].number = 2
      }
      let later = self.index?.later(component, file: file, output)
      if let later, later == component.version {
        older.insert(index)
        output.note(
          "component is in a later file too", "components are in later files too", "left out", at: component.place)
        continue
      }
      if later != nil || exclusions.delete(component, output) || self.index?.cancels(component) ?? false {
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
        noteCopy(component, output)
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
    let count = plain.count
    held = all.indices.dropFirst(count).filter { !older.contains($0) }.map { all[$0] }
    plain = all.indices.prefix(count).filter { !older.contains($0) }.map { all[$0] }
  }

  private func noteCopy(_ component: ICalendarComponent, _ output: ImportOutput) {
    output.note("component is there twice", "components are there twice", "read once", at: component.place)
  }

  private func noteOlder(_ component: ICalendarComponent, _ output: ImportOutput) {
    output.note("component has a newer version", "components have newer versions", "left out", at: component.place)
  }

  // MARK: Properties

  private mutating func takeHead(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    switch line.name {
    case .method: calendar.method = line.word
    case .calendarZone: calendar.zoneName = (line.text.unescaped, line.valuePlace)
    case .version: calendar.isOld = line.word == "1.0"
    default:
      if !isLost { startComponent(isTask: false, at: line.place) }
      isLost = true
      takeProperty(line, output)
    }
  }

  /// Ends a component at the UID of another one, or refuses both if their lines are mixed.
  private mutating func split(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard let component, let uid = component.uid, !uid.isEmpty, uid != line.text, !isLost else { return }
    if hasTwice {
      isRefused = true
      let words = "found a second UID, \(line.text.quotedForDiagnostic)"
      faults.append((words, "END:\(component.isTask ? "VTODO" : "VEVENT") before it", line.place, "UID", .badValue))
      return
    }
    noteMissingEnd(line.place, output)
    noteLost(line.place, output)
    close((component.what, component.isTask ? .task : .event, component.place), output)
    startComponent(isTask: component.isTask, at: line.place)
  }

  private mutating func takeProperty(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    // An empty value means none.
    if line.value.isBlank, line.name != .summary { return }
    switch line.name {
    case .uid:
      split(line, output)
      component?.uid = line.text
    case .summary:
      hasTwice = hasTwice || component?.summaryPlace != nil
      component?.summary = line.text.unescaped.trimmed
      component?.summaryPlace = line.valuePlace
    case .start:
      hasTwice = hasTwice || component?.start != nil
      if let time = time(line) { component?.start = time }
      noteDay(line)
    case .due, .endDate:
      if let time = ICalendarTime(line) { component?.due = time } else { refuseEnd(line, timeForms, output) }
      if line.name == .due { noteDay(line) }
    case .duration:
      if let length = ICalendarDuration(line.value) {
        component?.length = length
      } else {
        refuseEnd(line, "a duration, such as PT1H", output)
      }
    case .rule:
      if component?.rule != nil { component?.hasSeveralRules = true }
      let text = calendar.isOld ? RuleText(vCalendar: line.text)?.text : nil
      component?.rule = .init(text: text ?? line.text, place: line.valuePlace)
    case .excludedRule: component?.excludedRules.append(.init(text: line.text, place: line.valuePlace))
    case .exceptions, .moreDates: takeDates(line, output)
    case .recurrenceID:
      if let time = time(line) { component?.occurrence = time }
      component?.changesLater = line.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    case .nextOccurrence: component?.next = ICalendarTime(line)
    case .status: component?.status = line.word
    case .completed: component?.isCompleted = true
    case .sequence: component?.sequence = Int(line.text.trimmed) ?? 0
    case .stamp, .modified:
      guard let stamp = ICalendarTime(line)?.stamp, component?.stamp.map({ $0 < stamp }) ?? true else { return }
      component?.stamp = stamp
    case .percent: component?.percent = Int(line.text.trimmed.prefix { $0.isNumber }) ?? 0
    case .wholeDay, .wholeDayInMail: component?.isWholeDay = line.word == "TRUE"
    case .displayAlarm, .audioAlarm, .mailAlarm, .programAlarm:
      if let alarm = ICalendarComponent.Alarm(vCalendar: line) {
        component?.alarms.append(alarm)
      } else {
        output.note(
          "alarm cannot be read", "alarms cannot be read", "not planned", at: line.place)
      }
    case .lastSeen: component?.acknowledged = ICalendarTime(line)?.stamp
    case .snoozedUntil:
      guard let until = ICalendarTime(line)?.stamp else { return }
      component?.snoozes.append(.init(occurrence: Instant(snoozed: line.writtenName), until: until))
    default: break
    }
  }

  /// Reads RDATE or EXDATE. A faulty date costs itself.
  private mutating func takeDates(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let isException = line.name == .exceptions
    var (times, more, faulty) = ([] as [ICalendarTime], [] as [ICalendarComponent.Addition], [] as [String])
    // vCalendar separates them with semicolons.
    let isOld = line.value.firstIndex(of: UInt8(ascii: ";"), from: 0) < line.value.count
    line.value.forEachPart(UInt8(ascii: isOld ? ";" : ",")) { part in
      if let addition = ICalendarComponent.Addition(part, of: line) {
        if isException { times.append(addition.time) } else { more.append(addition) }
      } else if !String(part).trimmed.isEmpty {
        faulty.append(String(part))
      }
    }
    for text in faulty { addFault(text, "dates or times, such as 20261120T090000", line) }
    component?.exceptions += times
    component?.more += more
  }

  /// Returns the time of a property, or refuses the current component if it is malformed.
  private mutating func time(_ line: ICalendarLines.Line) -> ICalendarTime? {
    if let time = ICalendarTime(line) { return time }
    refuse(line, timeForms)
    return nil
  }

  /// Notes that a time is marked as a date: `DTSTART;VALUE=DATE:20261124T000000`.
  private mutating func noteDay(_ line: ICalendarLines.Line) {
    if line.parameter("VALUE")?.uppercased() == "DATE" { component?.isWholeDay = true }
  }

  private var timeForms: String { "a date or a time, such as 20261120 or 20261120T090000Z" }

  private mutating func takeAlarm(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard let index = component?.alarms.indices.last else { return }
    switch line.name {
    case .uid, .alarmID: component?.alarms[index].id = line.text
    case .related where line.parameter("RELTYPE")?.uppercased() == "SNOOZE":
      component?.alarms[index].snoozedID = line.text
    case .action: component?.alarms[index].action = line.word
    case .acknowledged: component?.alarms[index].acknowledged = ICalendarTime(line)?.stamp
    case .proximity, .appleProximity: component?.alarms[index].isPlace = true
    case .alarmEnabled: component?.alarms[index].isOff = line.word == "FALSE"
    case .repetition: component?.alarms[index].repetitions = Int(line.text.trimmed) ?? 0
    case .duration: component?.alarms[index].interval = ICalendarDuration(line.value)
    case .trigger:
      if let duration = ICalendarDuration(line.value) {
        component?.alarms[index].trigger = .relative(duration, toEnd: line.parameter("RELATED")?.uppercased() == "END")
      } else if let time = ICalendarTime(line), time.time != nil {
        component?.alarms[index].trigger = .absolute(time)
      } else {
        isAlarmRefused = true
        addFault(line.text, "a duration or an instant, such as -PT10M or 20261120T090000Z", line)
      }
    default: break
    }
  }

  private mutating func takeZone(_ line: ICalendarLines.Line) {
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
      let text = line.text.trimmed
      // Apple's old calendars lack the sign.
      let offset = UTCOffset(basic: text) ?? UTCOffset(basic: "+\(text)")
      if line.name == .offsetTo { zone?.observances[index].to = offset } else { zone?.observances[index].from = offset }
    case .zoneName: zone?.observances[index].abbreviation = line.text
    default: break
    }
  }

  private mutating func refuse(_ line: ICalendarLines.Line, _ expected: String) {
    isRefused = true
    addFault(line.text, expected, line)
  }

  /// Refuses a to-do, whose end is when it is due. An event is read without its end.
  private mutating func refuseEnd(_ line: ICalendarLines.Line, _ expected: String, _ output: ImportOutput) {
    if component?.isTask ?? true { return refuse(line, expected) }
    output.note(
      "end of an event cannot be read", "ends of events cannot be read", "left out", at: line.place)
  }

  private mutating func addFault(_ text: String, _ expected: String, _ line: ICalendarLines.Line) {
    faults.append(("found \(text.quotedForDiagnostic)", expected, line.valuePlace, line.name.rawValue, .badValue))
  }

  private mutating func refuseFaults(_ output: ImportOutput) {
    for (found, expected, place, field, code) in faults {
      output.refuse(found, expected: expected, at: place, item: component?.uid, field: field, code: code)
    }
    faults = []
  }
}

extension ICalendarName {
  /// Whether only an event or a to-do has it, not its alarm.
  fileprivate var isOfOccurrence: Bool {
    switch self {
    case .start, .endDate, .due, .rule, .exceptions, .moreDates, .recurrenceID: true
    default: false
    }
  }

  /// Whether a part of a VTIMEZONE has it, not the VTIMEZONE.
  fileprivate var isOfObservance: Bool {
    switch self {
    case .start, .rule, .moreDates, .offsetFrom, .offsetTo, .zoneName: true
    default: false
    }
  }
}
