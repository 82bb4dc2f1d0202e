import Bytes
import CivilTime
import Diagnostics
import Formats

/// Reads iCalendar (RFC 5545). To-dos and events become tasks, one for each alarm.
///
/// Components that repeat, or name a zone that the file may still define, are held until their calendar ends.
struct ICalendarMapper: LineMapper {
  var lines = ICalendarLines()
  /// The open components, outermost first.
  private var open: [(name: String, known: ICalendarName?, place: Place)] = []
  private var zones = ICalendarZones()
  private var zone: ICalendarZone?
  private var component: ICalendarComponent?
  /// Whether the current component has a faulty property, so that it is left out.
  private var isRefused = false
  private var held: [ICalendarComponent] = []
  /// Components that need nothing else from the file, kept because a later version with the same UID may replace
  /// them.
  private var plain: [ICalendarComponent] = []
  private var hasCalendar = false

  func finish(_ output: ImportOutput) throws(RunFault) {
    if let last = open.last { throw lines.unclosed(end(of: last), from: last.place, output) }
    if !hasCalendar { throw output.fault(foundNo: "calendar", named: "VCALENDAR") }
  }

  mutating func take(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    switch line.name {
    case .begin: try begin(line, output)
    case .end: try end(line, output)
    default:
      guard let inner = open.last else {
        throw output.fault(
          .format, "found \(line.name.rawValue) outside of a calendar", expected: "BEGIN:VCALENDAR", at: line.place)
      }
      switch inner.known {
      case .event, .task: if component != nil { takeProperty(line, output) }
      case .alarm: takeAlarm(line, output)
      case .standard, .daylight, .zone: takeZone(line, output)
      default: break
      }
    }
  }

  private mutating func begin(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    let name = line.word
    let known = name.withUTF8Bytes { ICalendarName($0) }
    guard known == .calendar || !open.isEmpty else {
      throw output.fault(
        .format, "found BEGIN:\(name.onOneLine) outside of a calendar", expected: "BEGIN:VCALENDAR", at: line.place)
    }
    guard open.count < 16 else {
      throw output.fault(.limit, "nesting is too deep", expected: "at most 16 levels", at: line.place)
    }
    open.append((name, known, line.place))
    switch known {
    case .calendar: hasCalendar = true
    case .event, .task:
      component = ICalendarComponent(isTask: known == .task, at: line.place)
      isRefused = false
    case .alarm: component?.alarms.append(.init(place: line.place))
    case .zone:
      zone = ICalendarZone()
      zone?.place = line.place
    case .standard, .daylight: zone?.observances.append(.init(isDaylight: known == .daylight))
    case .journal: output.note("journal entry is not planned", "journal entries are not planned", at: line.place)
    default: break
    }
  }

  private mutating func end(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    let name = line.word
    let last = open.popLast()
    guard let inner = last, inner.name == name else {
      throw output.fault(
        .syntax, "found END:\(name.onOneLine)", expected: last.map(end) ?? "BEGIN:VCALENDAR before it", at: line.place)
    }
    switch inner.known {
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
      if let zone { zones.add(zone) }
      zone = nil
    case .calendar: flush(output)
    default: break
    }
  }

  /// Returns the line that closes a component. An unknown name comes from the file, so it is quoted.
  private func end(of component: (name: String, known: ICalendarName?, place: Place)) -> String {
    "END:\(component.known == nil ? component.name.quotedForDiagnostic : component.name)"
  }

  /// The most components kept in memory. If versions of one UID are further apart, the first counts.
  private static let maximumPlain = 50_000

  private mutating func writePlain(_ output: ImportOutput) {
    keepNewest(output)
    for component in plain { ICalendarItems(component, [], zones: &zones, output).write() }
    plain.removeAll(keepingCapacity: true)
  }

  /// Keeps the component with the greatest SEQUENCE for each UID and occurrence.
  private mutating func keepNewest(_ output: ImportOutput) {
    let all = plain + held
    var newest: [String: Int] = [:]
    var older: Set<Int> = []
    for (index, component) in all.enumerated() {
      guard let uid = component.uid, !uid.isEmpty else { continue }
      let name = component.occurrence.map { "\(uid)\n\($0.local)" } ?? uid
      // On a tie the first counts, and the other is refused as a duplicate.
      if let other = newest[name], component.sequence != all[other].sequence {
        let isNewer = component.sequence > all[other].sequence
        older.insert(isNewer ? other : index)
        if isNewer { newest[name] = index }
      } else if newest[name] == nil {
        newest[name] = index
      }
    }
    if older.isEmpty { return }
    for index in older.sorted() {
      output.note(
        "component has a version with a greater SEQUENCE: it is left out",
        "components have versions with a greater SEQUENCE: they are left out", at: all[index].place)
    }
    let count = plain.count
    held = held.indices.filter { !older.contains(count + $0) }.map { held[$0] }
    plain = plain.indices.filter { !older.contains($0) }.map { plain[$0] }
  }

  /// Writes the held components, each with its overridden occurrences.
  private mutating func flush(_ output: ImportOutput) {
    writePlain(output)
    var overrides: [String: [ICalendarComponent]] = [:]
    var masters: Set<String> = []
    for component in held {
      if component.occurrence != nil {
        overrides[component.id, default: []].append(component)
      } else {
        masters.insert(component.id)
      }
    }
    for component in held {
      if component.occurrence != nil, masters.contains(component.id) { continue }
      // A second component with the same id is refused as a duplicate, so it needs no occurrences.
      let own = component.occurrence == nil ? overrides.removeValue(forKey: component.id) ?? [] : []
      ICalendarItems(component, own, zones: &zones, output).write()
    }
    held = []
    zones = ICalendarZones()
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
      component?.rule = RuleText(line.text, at: line.valuePlace)
    case .exceptions, .moreDates:
      var (times, isWrong) = ([] as [ICalendarTime], false)
      line.value.forEachPart(UInt8(ascii: ",")) { part in
        if let time = ICalendarTime(part, of: line) { times.append(time) } else { isWrong = true }
      }
      if isWrong { return refuse(line, "dates or times, such as 20261120T090000", output) }
      if line.name == .exceptions { component?.exceptions += times } else { component?.more += times }
    case .recurrenceID:
      if let time = time(line, output) { component?.occurrence = time }
      if line.parameter("RANGE") != nil {
        output.note(
          "change is for an occurrence and all later ones: it is applied to the one only",
          "changes are for an occurrence and all later ones: each is applied to the one only", at: line.place)
      }
    case .status: component?.status = line.word
    case .completed: if let time = time(line, output) { component?.completed = time.local.instant(at: .utc) }
    case .sequence: component?.sequence = Int(line.text) ?? 0
    case .percent: component?.percent = Int(line.text) ?? 0
    case .lastSeen: component?.acknowledged = ICalendarTime(line)?.local.instant(at: .utc)
    case .snoozedUntil: component?.snoozedUntil = ICalendarTime(line)?.local.instant(at: .utc)
    default: break
    }
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
    case .action: component?.alarms[index].action = line.word
    case .acknowledged: component?.alarms[index].acknowledged = ICalendarTime(line)?.local.instant(at: .utc)
    case .proximity: component?.alarms[index].isPlace = true
    case .repetition where line.text != "0":
      output.note(
        "alarm rings again until it is seen: its first time is planned",
        "alarms ring again until they are seen: their first times are planned", at: line.place)
    case .trigger:
      if let duration = ICalendarDuration(line.value) {
        component?.alarms[index].trigger = .relative(duration, toEnd: line.parameter("RELATED")?.uppercased() == "END")
      } else if let time = ICalendarTime(line), time.time != nil {
        component?.alarms[index].trigger = .absolute(time.local.instant(at: .utc))
      } else {
        refuse(line, "a duration or an instant, such as -PT10M or 20261120T090000Z", output)
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
    case .rule: zone?.observances[index].rule = RuleText(line.text)
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

extension String {
  /// The text without escapes (RFC 5545, section 3.3.11), on one line.
  var unescaped: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var isEscaped = false
    return replacingScalars { scalar in
      if isEscaped {
        isEscaped = false
        return scalar == "n" || scalar == "N" ? " " : nil
      }
      isEscaped = scalar == "\\"
      return isEscaped ? "" : nil
    }
  }
}

extension UTCOffset {
  /// Reads `+0100` or `-000115`.
  init?(basic text: some StringProtocol) {
    let digits = String(text.dropFirst())
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.utf8.count == 4 || digits.utf8.count == 6,
      var number = digits.withUTF8Bytes({ $0.decimal })
    else { return nil }
    if digits.utf8.count == 4 { number *= 100 }
    let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    self.init(seconds: text.hasPrefix("-") ? -seconds : seconds)
  }
}
