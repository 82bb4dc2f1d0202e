import CivilTime
import Formats

/// Writes one event or to-do with its overridden occurrences as tasks, one for each alarm.
///
/// A rule is kept if the alarm always rings at one time of day on the account's clock, a fixed number of days from
/// the occurrence. Otherwise the planned dates are written one by one.
struct ICalendarItems {
  private typealias Trigger = ICalendarComponent.Alarm.Trigger

  private let component: ICalendarComponent
  private let overrides: [ICalendarComponent]
  private let output: ImportOutput
  /// The clock of the component's times; nil if its zone is unknown, which is reported.
  private let clock: Zone?
  private let overrideClocks: [Zone?]

  init(
    _ component: ICalendarComponent, _ overrides: [ICalendarComponent], zones: inout ICalendarZones,
    _ output: ImportOutput
  ) {
    (self.component, self.overrides, self.output) = (component, overrides, output)
    clock = ICalendarItems.clock(of: component, &zones, output)
    overrideClocks = overrides.map { [output] in ICalendarItems.clock(of: $0, &zones, output) }
  }

  private static func clock(
    of component: ICalendarComponent, _ zones: inout ICalendarZones, _ output: ImportOutput
  ) -> Zone? {
    switch component.anchor?.clock {
    case nil, .floating: return output.zone
    case .utc: return output.utc
    case .named(let name):
      if let zone = zones.zone(name, output) { return zone }
      output.refuse(
        "found the TZID \(name.quotedForDiagnostic)",
        expected: "a zone of the tz database, or a VTIMEZONE of that name",
        at: component.anchor?.place ?? component.place, item: component.uid, code: .unknownZone)
      return nil
    }
  }

  func write() {
    output.writeEntry(component.what, component.uid, at: component.place, writeItems)
  }

  private func writeItems() {
    guard let clock else { return }
    if component.isCancelled {
      return output.note(
        "\(component.what) is cancelled: it is not planned", "\(component.what)s are cancelled: they are not planned",
        at: component.place)
    }
    guard let anchor = component.anchor else { return writeWithoutDate() }
    if component.hasSeveralRules {
      output.note(
        "\(component.what) has several rules: the last one is planned",
        "\(component.what)s have several rules: the last one of each is planned", at: component.place)
    }
    let triggers = triggers(of: component)
    if triggers.isEmpty {
      output.note(
        "event has no alarm: it is not planned; --event-alarm 15m plans events without one",
        "events have no alarm: they are not planned; --event-alarm 15m plans events without one", at: component.place)
    }
    let last = triggers.map { ring($0, component, anchor.local, clock) }.max()
    for trigger in triggers where !output.isEntryFull { write(trigger, anchor, clock, last: last) }
    if component.rule != nil {
      for (index, override) in overrides.enumerated() { write(override, overrideClocks[index]) }
    }
    if let snoozed = component.snoozedUntil, !component.isDone {
      write(component, id: "\(component.id)/snoozed", at: output.local(snoozed))
    }
  }

  // MARK: Alarms

  /// Returns the distinct triggers of a component. A nil trigger is the default of a to-do or event without an alarm.
  private func triggers(of component: ICalendarComponent) -> [Trigger?] {
    var triggers: [Trigger?] = []
    var known: Set<Trigger> = []
    for alarm in component.alarms {
      // Apple also gives every place alarm this time, which is long past.
      if alarm.isPlace || alarm.trigger == .absolute(Instant(epochSeconds: 197_168_145)!) {
        output.note(
          "alarm rings at a place: it is not planned", "alarms ring at a place: they are not planned", at: alarm.place)
      } else if alarm.action == "EMAIL" || alarm.action == "PROCEDURE" || alarm.action == "NONE" {
        output.note(
          "alarm is not a notification (\(alarm.action)): it is not planned",
          "alarms are not notifications (\(alarm.action)): they are not planned", at: alarm.place)
      } else if let trigger = alarm.trigger {
        if known.insert(trigger).inserted {
          triggers.append(trigger)
        } else {
          output.note(
            "alarm is there twice: it is planned once", "alarms are there twice: they are planned once", at: alarm.place
          )
        }
        if let seen = alarm.acknowledged ?? component.acknowledged, let at = instant(of: trigger), at <= seen {
          output.delivered(id(trigger), at: at, from: alarm.place)
        }
      } else {
        output.refuse(
          "the alarm has no trigger", expected: "TRIGGER", at: alarm.place, item: component.uid, field: "TRIGGER",
          code: .missingField)
      }
    }
    let hasDefault = component.isTask || output.settings.eventAlarm != nil
    return component.alarms.isEmpty && hasDefault ? [nil] : triggers
  }

  private func id(_ trigger: Trigger?) -> String {
    switch trigger {
    case nil: component.id
    case .absolute(let instant): "\(component.id)/\(instant)"
    case .relative(let duration, let toEnd): "\(component.id)/\(toEnd ? "end" : "")\(duration.text)"
    }
  }

  /// Returns the instant at which the trigger rings for the first occurrence.
  private func instant(of trigger: Trigger) -> Instant? {
    if case .absolute(let instant) = trigger { return instant }
    guard let clock, let anchor = component.anchor else { return nil }
    return ring(trigger, component, anchor.local, clock)
  }

  /// Returns the instant at which an alarm rings.
  ///
  /// - Parameter local: The start of the occurrence, or its due time if it has no start.
  private func ring(
    _ trigger: Trigger?, _ component: ICalendarComponent, _ local: LocalDateTime, _ clock: Zone
  ) -> Instant {
    var base = local
    let isAtEnd = if case .relative(_, true) = trigger { true } else { trigger == nil && component.isTask }
    if isAtEnd, let start = component.start {
      if let due = component.due {
        base = base.adding(seconds: due.local.secondsSinceEpoch - start.local.secondsSinceEpoch)
      } else if let length = component.length {
        base = base.adding(seconds: Int64(length.days * 86_400 + length.seconds))
      }
    }
    switch trigger {
    case nil:
      let isDay = (component.isTask ? component.due ?? component.start : component.start)?.time == nil
      let lead = component.isTask ? 0 : output.settings.eventAlarm ?? 0
      // A whole day reminds at the time for dates, earlier by the whole days of the lead.
      let local = (isDay ? base.date.at(output.time) : base).adding(seconds: -(lead / 86_400 * 86_400))
      return clock.instant(of: local).advanced(bySeconds: isDay ? 0 : -(lead % 86_400))
    case .absolute(let instant): return instant
    case .relative(let duration, _):
      return clock.instant(of: base.adding(seconds: Int64(duration.days) * 86_400))
        .advanced(bySeconds: Int64(duration.seconds))
    }
  }

  // MARK: Items

  /// Writes an occurrence that differs from its rule.
  private func write(_ override: ICalendarComponent, _ clock: Zone?) {
    guard let clock, let occurrence = override.occurrence, let anchor = override.anchor, !override.isCancelled,
      !override.isDone
    else { return }
    for trigger in triggers(of: override) {
      let at = ring(trigger, override, anchor.local, clock)
      write(
        override, id: "\(id(trigger))/\(occurrence.date)", at: output.local(at), isAllDay: isAllDay(trigger, override))
    }
  }

  /// - Parameter last: The instant at which the last alarm rings.
  private func write(_ trigger: Trigger?, _ anchor: ICalendarTime, _ clock: Zone, last: Instant?) {
    let id = id(trigger)
    let instant = ring(trigger, component, anchor.local, clock)
    let first = output.local(instant)
    guard let rule = component.rule else {
      write(
        component, id: id, at: first, isAllDay: isAllDay(trigger, component),
        isLead: last.map { instant < $0 } ?? false)
      for time in component.more { writeOccurrence(trigger, id, component, local(of: time, anchor, clock), clock) }
      return
    }
    if case .absolute(let at) = trigger, component.isTask || component.start != nil {
      // Apple stores the instant for the first date: the same distance applies to all.
      let distance = at.epochSeconds - clock.instant(of: anchor.local).epochSeconds
      if abs(distance) < 40 * 86_400 {
        write(repeating: .relative(ICalendarDuration(seconds: Int(distance)), toEnd: false), id, rule, anchor, clock)
      } else {
        write(component, id: id, at: first)
      }
    } else {
      write(repeating: trigger, id, rule, anchor, clock)
    }
  }

  private func write(
    repeating trigger: Trigger?, _ id: String, _ rule: RuleText, _ anchor: ICalendarTime, _ clock: Zone
  ) {
    var rule = rule
    // An UNTIL with a time bounds the event, not the alarm: only its last date matters.
    if let until = rule["UNTIL"], let end = ICalendarItems.until(until, anchor, clock) { rule["UNTIL"] = end.basic }
    let start = anchor.date
    let horizon = output.run.horizon
    guard let dates = rule.dates(from: start, in: horizon) else {
      // tickler has no such rule. The reader of the item reports it with its place.
      let first = output.local(ring(trigger, component, anchor.local, clock))
      return write(component, id: id, at: first, rule: rule, isAllDay: isAllDay(trigger, component))
    }
    var out = Set((component.exceptions + overrides.compactMap(\.occurrence)).map { date(of: $0, clock) })
    // The first date is an occurrence even if the rule does not generate it.
    if let first = rule.dates(from: start, in: start...start), first.isEmpty, !out.contains(start) {
      writeOccurrence(trigger, id, component, anchor.local, clock)
      if let count = rule["COUNT"].flatMap({ Int($0) }) {
        if count == 1 { return }
        rule["COUNT"] = String(count - 1)
      }
    }
    let first = output.local(ring(trigger, component, anchor.local, clock))
    let distance = first.date.days(since: start)
    func isAlike(_ date: LocalDate) -> Bool {
      output.local(ring(trigger, component, date.at(anchor.local.time), clock))
        == date.adding(days: distance).at(first.time)
    }
    let isSame = clock.isSame(as: output.zone, in: horizon)
    let isMovable = isSame || dates.allSatisfy(isAlike)
    if isMovable, let moved = rule.moved(by: distance, from: start) {
      // If the clocks change between an alarm and its occurrence, that occurrence is written on its own.
      let odd = isSame ? dates.filter { !out.contains($0) && !isAlike($0) } : []
      let done = overrides.filter(\.isDone).compactMap(\.occurrence).map { date(of: $0, clock) }
      out.subtract(done)
      out.formUnion(odd)
      write(
        component, id: id, at: first, rule: moved, exceptions: out.map { $0.adding(days: distance) },
        done: done.map { $0.adding(days: distance) }, isAllDay: isAllDay(trigger, component))
      for date in odd { writeOccurrence(trigger, id, component, date.at(anchor.local.time), clock) }
    } else {
      output.note(
        isMovable
          ? "alarm is on another day than its event, which no rule can express: its dates are planned one by one"
          : "rule follows another zone's clock: its dates are planned one by one",
        isMovable
          ? "alarms are on another day than their events, which no rule can express: their dates are planned one by one"
          : "rules follow another zone's clock: their dates are planned one by one",
        at: rule.place ?? component.place)
      for date in dates where !out.contains(date) {
        writeOccurrence(trigger, id, component, date.at(anchor.local.time), clock)
      }
    }
    for time in component.more where !out.contains(date(of: time, clock)) {
      writeOccurrence(trigger, id, component, local(of: time, anchor, clock), clock)
    }
  }

  /// Returns the date of an occurrence on the component's clock.
  private func date(of time: ICalendarTime, _ clock: Zone) -> LocalDate {
    guard time.time != nil, time.clock == .utc, component.anchor?.clock != .utc else { return time.date }
    let instant = time.local.instant(at: .utc)
    return instant.local(at: clock.offset(at: instant)).date
  }

  private static func until(_ text: String, _ anchor: ICalendarTime, _ clock: Zone) -> LocalDate? {
    guard let date = LocalDate(basic: text) else { return nil }
    guard let mark = text.firstIndex(where: { $0 == "T" || $0 == "t" }) else { return date }
    let isUTC = text.hasSuffix("Z") || text.hasSuffix("z")
    guard let time = LocalTime(basic: text[text.index(after: mark)...].dropLast(isUTC ? 1 : 0)) else { return date }
    // Without a Z it is a wall time, like the first date.
    var local = date.at(time)
    if isUTC {
      let instant = local.instant(at: .utc)
      local = instant.local(at: clock.offset(at: instant))
    }
    return local.time >= anchor.local.time ? local.date : local.date.adding(days: -1)
  }

  /// Returns the local time of an added occurrence (RDATE) on the component's clock.
  private func local(of time: ICalendarTime, _ anchor: ICalendarTime, _ clock: Zone) -> LocalDateTime {
    guard time.time != nil else { return time.date.at(anchor.local.time) }
    guard time.clock == .utc, anchor.clock != .utc else { return time.local }
    let instant = time.local.instant(at: .utc)
    return instant.local(at: clock.offset(at: instant))
  }

  /// - Parameter occurrence: The start of the occurrence, or its due time if it has no start.
  private func writeOccurrence(
    _ trigger: Trigger?, _ id: String, _ component: ICalendarComponent, _ occurrence: LocalDateTime, _ clock: Zone
  ) {
    let local = output.local(ring(trigger, component, occurrence, clock))
    guard output.run.written.contains(local.date) else { return }
    write(component, id: "\(id)/\(occurrence.date)", at: local, isAllDay: isAllDay(trigger, component))
  }

  /// Whether the alarm reminds about a whole day: the default alarm of a date without a time.
  private func isAllDay(_ trigger: Trigger?, _ component: ICalendarComponent) -> Bool {
    guard trigger == nil else { return false }
    let isDay = (component.isTask ? component.due ?? component.start : component.start)?.time == nil
    return isDay && (component.isTask || (output.settings.eventAlarm ?? 0) % 86_400 == 0)
  }

  /// - Parameters:
  ///   - isAllDay: Whether the task is about a whole day.
  ///   - isLead: Whether a later alarm follows, so that the to-do is not overdue by this one.
  private func write(
    _ component: ICalendarComponent, id: String, at local: LocalDateTime, rule: RuleText? = nil,
    exceptions: [LocalDate] = [], done: [LocalDate] = [], isAllDay: Bool = false, isLead: Bool = false
  ) {
    if output.isEntryFull { return }
    if component.isDone, rule == nil, local.date < output.today {
      return output.note(
        "task was done before today: it is left out", "tasks were done before today: they are left out",
        at: component.place)
    }
    output.begin("task", id: id, at: component.place)
    output.text("title", component.summary.isEmpty ? "Reminder" : component.summary, at: component.summaryPlace)
    output.text("date", local.date.description, at: component.anchor?.place)
    output.time(local.time, isAllDay: isAllDay, at: component.anchor?.place)
    if let rule {
      output.text("rrule", rule.text, at: rule.place)
    } else if isLead || !component.isTask {
      output.endOnDate(local.date)
    }
    output.list("exdates", exceptions.sorted().map(\.description))
    if component.isDone { output.flag("completed") }
    output.list("completedOn", done.sorted().map(\.description))
    output.end()
  }

  /// Writes a to-do without a date, which rings only at alarms with an absolute time.
  private func writeWithoutDate() {
    guard component.isTask else {
      return output.refuse(
        "the event has no date", expected: "DTSTART", at: component.place, item: component.uid, field: "DTSTART",
        code: .missingField)
    }
    var isPlanned = false
    for trigger in triggers(of: component) {
      guard case .absolute(let instant) = trigger else { continue }
      write(component, id: id(trigger), at: output.local(instant))
      isPlanned = true
    }
    if !isPlanned {
      output.note(
        "task has no date: it is not planned", "tasks have no date: they are not planned", at: component.place)
    }
  }
}
