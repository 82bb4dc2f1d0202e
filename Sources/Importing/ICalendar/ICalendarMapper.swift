import CivilTime
import Diagnostics
import Formats

/// Reads iCalendar (RFC 5545): to-dos and events become tasks, one for each alarm.
///
/// A calendar's components are held until it ends where they repeat, or name a zone that the file may still define.
struct ICalendarMapper: ImportMapper {
  private static let names: Set = [
    "BEGIN", "END", "UID", "SUMMARY", "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXDATE", "RDATE",
    "RECURRENCE-ID", "STATUS", "COMPLETED", "PERCENT-COMPLETE", "TRIGGER", "ACTION", "ACKNOWLEDGED", "X-MOZ-LASTACK",
    "X-MOZ-SNOOZE-TIME", "X-APPLE-PROXIMITY", "TZID", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME", "REPEAT",
  ]

  private var lines = ICalendarLines(names: names)
  /// The open components, outermost first.
  private var open: [(name: String, place: Place)] = []
  private var zones = ICalendarZones()
  private var zone: ICalendarZone?
  private var component: ICalendarComponent?
  /// A property of the component at hand is wrong, so it is left out.
  private var isRefused = false
  private var held: [ICalendarComponent] = []
  private var hasCalendar = false

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(FatalInput) -> Int {
    var start = 0
    while start < window.count {
      do {
        guard let (next, line) = try lines.read(window, from: start, isLast: isLast) else { break }
        start = next
        if let line { try take(line, output) }
      } catch let fault as ICalendarLines.Fault {
        switch fault {
        case .noColon(let place):
          throw output.fault(.syntax, "found a line without a colon", expected: "NAME:value", at: place)
        case .notUTF8(let place, let byte):
          throw output.fault(
            .encoding, "found \(byte.nameForDiagnostic), which is not UTF-8 here", expected: "UTF-8", at: place)
        case .tooLong(let place):
          throw output.fault(.limit, "the line is too long", expected: "at most 1 MB", at: place)
        }
      } catch {
        throw error as! FatalInput
      }
    }
    guard isLast else { return start }
    if let (name, place) = open.last {
      throw output.fault(
        .syntax, "found the end of the input", expected: "END:\(name) for the BEGIN in line \(place.line)",
        at: Place(line: lines.number + 1, column: 1))
    }
    if !hasCalendar {
      throw output.fault(
        .format, "found no calendar", expected: "BEGIN:VCALENDAR in the first line", at: Place(line: 1, column: 1))
    }
    return start
  }

  private mutating func take(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(FatalInput) {
    switch line.name {
    case "BEGIN": try begin(line.value.trimmedUppercase, line, output)
    case "END": try end(line.value.trimmedUppercase, line, output)
    default:
      guard let inner = open.last?.name else {
        throw output.fault(
          .format, "found \(line.name) outside of a calendar", expected: "BEGIN:VCALENDAR", at: line.place)
      }
      switch inner {
      case "VEVENT", "VTODO": takeProperty(line, output)
      case "VALARM": if component != nil { takeAlarm(line, output) }
      case "STANDARD", "DAYLIGHT", "VTIMEZONE": takeZone(line, output)
      default: break
      }
    }
  }

  private mutating func begin(
    _ name: String, _ line: ICalendarLines.Line, _ output: ImportOutput
  ) throws(FatalInput) {
    guard name == "VCALENDAR" || !open.isEmpty else {
      throw output.fault(
        .format, "found BEGIN:\(name.onOneLine) outside of a calendar", expected: "BEGIN:VCALENDAR", at: line.place)
    }
    guard open.count < 16 else {
      throw output.fault(.limit, "nesting is too deep", expected: "at most 16 levels", at: line.place)
    }
    open.append((name, line.place))
    switch name {
    case "VCALENDAR": hasCalendar = true
    case "VEVENT", "VTODO":
      component = ICalendarComponent(isTask: name == "VTODO", at: line.place)
      isRefused = false
    case "VALARM": component?.alarms.append(.init(place: line.place))
    case "VTIMEZONE":
      zone = ICalendarZone()
      zone?.place = line.place
    case "STANDARD", "DAYLIGHT": zone?.observances.append(.init(isDaylight: name == "DAYLIGHT"))
    case "VJOURNAL": output.note("journal entry is not planned", "journal entries are not planned", at: line.place)
    default: break
    }
  }

  private mutating func end(
    _ name: String, _ line: ICalendarLines.Line, _ output: ImportOutput
  ) throws(FatalInput) {
    guard let (inner, place) = open.popLast(), inner == name else {
      throw output.fault(
        .syntax, "found END:\(name.onOneLine)",
        expected: open.last.map { "END:\($0.name)" } ?? "BEGIN:VCALENDAR before it", at: line.place)
    }
    _ = place
    switch name {
    case "VEVENT", "VTODO":
      guard let component, !isRefused else { break }
      let needsZone = [component.start, component.due].contains { if case .named = $0?.clock { true } else { false } }
      if component.rule != nil || component.occurrence != nil || !component.more.isEmpty || needsZone {
        held.append(component)
      } else {
        ICalendarItems(component, [], zones: &zones, output).write()
      }
      self.component = nil
    case "VTIMEZONE":
      if let zone { zones.add(zone) }
      zone = nil
    case "VCALENDAR": flush(output)
    default: break
    }
  }

  /// Writes the components that were held, each with the occurrences that override its own.
  private mutating func flush(_ output: ImportOutput) {
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
      let own = component.occurrence == nil ? overrides[component.id] ?? [] : []
      ICalendarItems(component, own, zones: &zones, output).write()
    }
    held = []
    zones = ICalendarZones()
  }

  private mutating func takeProperty(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard var component = component.take() else { return }
    defer { self.component = component }
    func time(_ expected: String = "a date or a time, such as 20261120 or 20261120T090000Z") -> ICalendarTime? {
      if let time = ICalendarTime(line) { return time }
      refuse(line, expected, component.uid, output)
      return nil
    }
    switch line.name {
    case "UID": component.uid = String(line.value)
    case "SUMMARY":
      component.summary = line.value.unescaped
      component.summaryPlace = line.valuePlace
    case "DTSTART": component.start = time()
    case "DUE", "DTEND": component.due = time()
    case "DURATION":
      component.length = ICalendarDuration(line.value)
      if component.length == nil { refuse(line, "a duration, such as PT1H", component.uid, output) }
    case "RRULE":
      if component.rule != nil { component.hasSeveralRules = true }
      component.rule = RuleText(String(line.value))
      component.rulePlace = line.valuePlace
    case "EXDATE", "RDATE":
      for text in line.value.split(separator: ",") {
        guard let time = ICalendarTime(line, text) else {
          refuse(line, "dates or times, such as 20261120T090000", component.uid, output)
          return
        }
        if line.name == "EXDATE" { component.exceptions.append(time) } else { component.more.append(time) }
      }
    case "RECURRENCE-ID":
      component.occurrence = time()
      if line.parameter("RANGE") != nil {
        output.note(
          "change is of an occurrence and all that follow: it is taken of the one alone",
          "changes are of an occurrence and all that follow: each is taken of the one alone", at: line.place)
      }
    case "STATUS": component.status = line.value.trimmedUppercase
    case "COMPLETED": component.completed = time().map { $0.local.instant(at: .utc) }
    case "PERCENT-COMPLETE": component.percent = Int(line.value) ?? 0
    case "X-MOZ-LASTACK": component.acknowledged = ICalendarTime(line)?.local.instant(at: .utc)
    case "X-MOZ-SNOOZE-TIME": component.snoozedUntil = ICalendarTime(line)?.local.instant(at: .utc)
    default: break
    }
  }

  private mutating func takeAlarm(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard let index = component?.alarms.indices.last else { return }
    switch line.name {
    case "ACTION": component?.alarms[index].action = line.value.trimmedUppercase
    case "ACKNOWLEDGED": component?.alarms[index].acknowledged = ICalendarTime(line)?.local.instant(at: .utc)
    case "X-APPLE-PROXIMITY": component?.alarms[index].isPlace = true
    case "REPEAT" where line.value != "0":
      output.note(
        "alarm rings again until it is seen: its first time is planned",
        "alarms ring again until they are seen: their first times are planned", at: line.place)
    case "TRIGGER":
      if let duration = ICalendarDuration(line.value) {
        component?.alarms[index].trigger = .relative(duration, toEnd: line.parameter("RELATED")?.uppercased() == "END")
      } else if let time = ICalendarTime(line), time.time != nil {
        component?.alarms[index].trigger = .absolute(time.local.instant(at: .utc))
      } else {
        refuse(line, "a duration or an instant, such as -PT10M or 20261120T090000Z", component?.uid, output)
      }
    default: break
    }
  }

  private mutating func takeZone(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    guard zone != nil else { return }
    if line.name == "TZID" { zone?.name = String(line.value) }
    guard let index = zone?.observances.indices.last else { return }
    switch line.name {
    case "DTSTART": zone?.observances[index].start = ICalendarTime(line)?.local
    case "RRULE": zone?.observances[index].rule = RuleText(String(line.value))
    case "RDATE":
      zone?.observances[index].dates += line.value.split(separator: ",").compactMap { ICalendarTime(line, $0)?.local }
    case "TZOFFSETFROM", "TZOFFSETTO":
      let offset = UTCOffset(basic: line.value)
      if offset == nil {
        output.warn(
          "found the offset \(String(line.value).quotedForDiagnostic); the VTIMEZONE is not used", at: line.valuePlace)
      }
      if line.name == "TZOFFSETTO" {
        zone?.observances[index].to = offset
      } else {
        zone?.observances[index].from = offset
      }
    case "TZNAME": zone?.observances[index].abbreviation = String(line.value)
    default: break
    }
  }

  private mutating func refuse(
    _ line: ICalendarLines.Line, _ expected: String, _ uid: String?, _ output: ImportOutput
  ) {
    isRefused = true
    output.refuse(
      "found \(String(line.value).quotedForDiagnostic)", expected: expected, at: line.valuePlace,
      item: uid, field: line.name)
  }
}

extension Substring {
  var trimmedUppercase: String { filter { $0 != " " && $0 != "\t" }.uppercased() }

  /// A text without escapes (RFC 5545, section 3.3.11), on one line.
  var unescaped: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return String(self) }
    var text = ""
    var isEscaped = false
    for character in self {
      if isEscaped {
        text.append(character == "n" || character == "N" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension UTCOffset {
  /// `+0100` or `-000115`.
  init?(basic text: Substring) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5 || bytes.count == 7, let sign = bytes.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      var number = bytes.dropFirst().decimal
    else { return nil }
    if bytes.count == 5 { number *= 100 }
    let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    self.init(seconds: sign == UInt8(ascii: "-") ? -seconds : seconds)
  }
}
