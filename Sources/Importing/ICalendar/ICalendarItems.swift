import CivilTime
import Formats

/// Writes one event or to-do with its changed occurrences as tasks, one for each alarm.
///
/// A rule is kept if the alarm always rings at one time of day on the account's clock, a fixed number of days from
/// the occurrence. Otherwise the planned dates are written one by one.
struct ICalendarItems {
  typealias Trigger = ICalendarPart.Trigger

  private let component: ICalendarComponent
  private let part: ICalendarPart
  private let alarms: ICalendarAlarms
  private let occurrences: ICalendarOccurrences
  private let output: ImportOutput
  private var snoozes: [Snooze] = []
  /// The ids of occurrences, since one date may have several.
  private var taken: Set<String> = []

  /// A postponed alarm: no other alarm of its occurrence rings before it.
  private struct Snooze {
    var until: Instant
    /// The start of the occurrence.
    var occurrence: LocalDateTime
    var id: String
  }

  /// Writes a component.
  ///
  /// - Parameters:
  ///   - changes: Its changed occurrences.
  ///   - elsewhere: The occurrences that other inputs change.
  static func write(
    _ component: ICalendarComponent, _ changes: [ICalendarComponent], elsewhere: [ICalendarTime] = [],
    _ output: ImportOutput
  ) {
    var isRefused = false
    output.writeEntry(component.what, component.uid, at: component.place) {
      if component.isCancelled {
        let count = component.occurrence == nil ? 1 : 0
        return output.note(
          "\(component.what) is cancelled", "\(component.what)s are cancelled",
          "not planned", at: component.place, count: count)
      }
      if component.anchor == nil, component.isTask { return writeWithoutDate(component, output) }
      guard let part = ICalendarPart(component, output),
        let occurrences = ICalendarOccurrences(part, changes, elsewhere: elsewhere, output)
      else {
        isRefused = true
        return
      }
      var items = ICalendarItems(part, occurrences, ICalendarAlarms(part, output), output)
      items.write()
    }
    if isRefused { write(detached: changes, output) }
  }

  /// Writes changed occurrences of a series that the file does not have.
  static func write(detached components: [ICalendarComponent], _ output: ImportOutput) {
    var taken: Set<String> = []
    for component in components where !component.isCancelled && !component.isDone {
      output.writeEntry(component.what, component.uid, at: component.place) {
        guard let part = ICalendarPart(component, output) else { return }
        let occurrence = component.occurrence.flatMap(part.local) ?? part.anchor.local
        let change = ICalendarOccurrences.Change(
          occurrence: occurrence, part: part, alarms: ICalendarAlarms(part, output))
        var items = ICalendarItems(part, ICalendarOccurrences(alone: part), ICalendarAlarms(), output)
        items.taken = taken
        items.write(change)
        taken = items.taken
      }
    }
  }

  private init(
    _ part: ICalendarPart, _ occurrences: ICalendarOccurrences, _ alarms: ICalendarAlarms, _ output: ImportOutput
  ) {
    (component, self.part, self.occurrences, self.alarms, self.output) = (
      part.component, part, occurrences, alarms, output
    )
    snoozes = snoozes(of: part, alarms)
  }

  /// Returns the id of an alarm's own task.
  static func id(_ trigger: Trigger, of component: ICalendarComponent) -> String {
    switch trigger {
    case .absolute(let instant): "\(component.id)/\(instant)"
    case .relative(let duration, let toEnd): "\(component.id)/\(toEnd ? "end" : "")\(duration.text)"
    }
  }

  private mutating func write() {
    if component.hasSeveralRules {
      output.note(
        "\(component.what) has several rules: the last one is planned",
        "\(component.what)s have several rules: the last one of each is planned", at: component.place)
    }
    if alarms.triggers.isEmpty, component.alarms.isEmpty { noteSilent(component) }
    if !alarms.triggers.isEmpty {
      let first = occurrences.laterChanges.first?.occurrence
      writeSeries(first.map(occurrences.before) ?? occurrences)
      if first != nil { writeEach() }
    }
    for change in occurrences.changes where !change.part.component.isDone {
      if change.alarms.triggers.isEmpty, change.part.component.alarms.isEmpty { noteSilent(change.part.component) }
      write(change)
    }
    if component.isDone { return }
    for snooze in snoozes { write(.absolute(snooze.until), id: snooze.id, of: snooze.occurrence) }
  }

  private func noteSilent(_ component: ICalendarComponent) {
    output.note(
      "event has no alarm", "events have no alarm",
      "not planned; --event-alarm 15m plans events without one", at: component.place)
  }

  /// Whether more than one item is about the component.
  private var isSeries: Bool {
    let changes = occurrences.changes.contains { !$0.part.component.isDone && !$0.part.component.isCancelled }
    let isSplit = occurrences.rule.map { $0.strands.count > 1 || !$0.listed.isEmpty || $0.addsStart } ?? false
    let hasInstants = alarms.triggers.contains { if case .absolute = $0 { occurrences.rule != nil } else { false } }
    return changes || !occurrences.laterChanges.isEmpty || isSplit || hasInstants || !occurrences.additions.isEmpty
      || !snoozes.isEmpty
  }

  // MARK: Occurrences

  private mutating func writeSeries(_ occurrences: ICalendarOccurrences) {
    let anchor = part.anchor.local
    guard let rule = occurrences.rule else {
      if !occurrences.isOut(anchor) {
        write(part, alarms.triggers, id: component.id, at: anchor, of: anchor, isBounded: false)
      }
      return writeAdditions(occurrences, alarms.triggers)
    }
    var triggers: [Trigger?] = []
    for trigger in alarms.triggers {
      guard case .absolute(let at) = trigger else {
        triggers.append(trigger)
        continue
      }
      // Apple stores the instant for a to-do's first date, and so does vCalendar: the same distance applies to all, in
      // whole days by the clock.
      let own = part.clock.local(at)
      let days = Int((own.secondsSinceEpoch - anchor.secondsSinceEpoch) / 86_400)
      if component.isTask || component.calendar.isOld, abs(days) < 40 {
        let base = anchor.adding(days: days)
        let seconds =
          part.isDay
          ? own.secondsSinceEpoch - base.secondsSinceEpoch
          : at.epochSeconds - part.clock.instant(of: base).epochSeconds
        triggers.append(.relative(ICalendarDuration(days: days, seconds: Int(seconds)), toEnd: false))
      } else {
        write(.absolute(at), id: ICalendarItems.id(.absolute(at), of: component), of: next(after: at))
      }
    }
    if triggers.isEmpty { return }
    if rule.addsStart, !occurrences.isOut(anchor) { write((anchor, nil, nil), triggers) }
    for strand in rule.strands { write(strand, triggers) }
    if !rule.listed.isEmpty { noteDates("rule has several times a day", "rules have several times a day") }
    for local in rule.listed where !occurrences.isOut(local) { write((local, nil, nil), triggers) }
    writeAdditions(occurrences, triggers)
  }

  private mutating func writeAdditions(_ occurrences: ICalendarOccurrences, _ triggers: [Trigger?]) {
    for addition in occurrences.plannedAdditions { write(addition, triggers, isAddition: true) }
  }

  private mutating func write(_ strand: ICalendarRule.Strand, _ triggers: [Trigger?]) {
    let (part, start, time) = (part, strand.start, strand.time)
    let ruleID = time == part.anchor.local.time ? component.id : "\(component.id)/\(time.short)"
    let first = part.about(start.at(time)).local
    let distance = first.date.days(since: start)
    let horizon = output.run.horizon
    let lead = triggers.map { abs(output.local(part.ring($0, start.at(time))).date.days(since: start)) }.max() ?? 0
    let range = horizon.lowerBound.adding(days: -lead - 1)...horizon.upperBound.adding(days: lead + 1)
    let dates = strand.dates(in: range)
    var (out, done) = occurrences.outDates(at: time, among: dates)
    if strand.skipsStart { out.insert(start) }
    let late = snoozes.map(\.occurrence).filter { local in
      local.time == time && !out.contains(local.date)
        && triggers.contains { isSnoozed(local, at: part.ring($0, local)) }
    }
    out.formUnion(late.map(\.date))
    // An UNTIL with a time bounds the event, not the alarm: only its last date matters.
    // Dates of a year before count too: a series keeps its form when the last clock change in it has passed. So do
    // completed and excluded dates, since any may be the rule's.
    let judged = strand.dates(in: range.lowerBound.adding(days: -ImportRun.horizonDays)...range.upperBound)
    let isAlike =
      part.isInOwnZone
      || judged.allSatisfy { date in
        part.about(date.at(time)).local == date.adding(days: distance).at(first.time)
      }
    let times = judged.isEmpty ? [start.at(time)] : judged.map { $0.at(time) }
    let isEven = triggers.allSatisfy { !part.mayVary($0) || part.offset($0, of: times) != nil }
    guard isAlike, isEven, let moved = strand.rule.moved(by: distance, from: start) else {
      if isEven, part.clock.name == output.zone.name {
        noteDates("due time changes with the clocks", "due times change with the clocks")
      } else if isEven {
        noteDates("rule follows another zone's clock", "rules follow another zone's clock")
      } else {
        noteDates("alarm's distance changes with the clocks", "alarms' distances change with the clocks")
      }
      for date in dates where !out.contains(date) && !done.contains(date) { write((date.at(time), nil, nil), triggers) }
      return
    }
    output.write(
      part, id: ruleID, isSeries: isSeries, at: start.at(time), nil, triggers, rule: moved, of: times,
      exceptions: out.map { $0.adding(days: distance) }, done: done.map { $0.adding(days: distance) })
    for local in late { write((local, nil, nil), triggers) }
  }

  /// Writes the planned dates of a series after the first occurrence that changes all later ones.
  private mutating func writeEach() {
    noteDates("series changes from one occurrence on", "series change from one occurrence on")
    let later = occurrences.laterChanges
    let horizon = output.run.horizon
    let reach =
      later.flatMap { change in
        change.alarms.triggers.map { trigger in
          let part = change.part
          let days = output.local(part.ring(trigger, part.anchor.local)).date.days(since: part.anchor.date)
          return abs(days) + Int(abs(moved(by: change)) / 86_400) + 2
        }
      }.max() ?? 0
    let range = horizon.lowerBound.adding(days: -reach)...horizon.upperBound.adding(days: reach)
    for occurrence in occurrences.all(in: range) {
      let local = occurrence.local
      guard let change = later.last(where: { $0.occurrence < local }) else { continue }
      if change.part.component.isCancelled { continue }
      let triggers = change.alarms.triggers.filter { if case .absolute = $0 { false } else { true } }
      let id = "\(change.part.component.id)/\(local.date)"
      write(change.part, triggers, id: id, at: local.adding(seconds: moved(by: change)), of: local)
    }
  }

  /// Returns the seconds by which a change moves its occurrence, and all later ones.
  private func moved(by change: ICalendarOccurrences.Change) -> Int64 {
    change.part.anchor.local.secondsSinceEpoch - change.occurrence.secondsSinceEpoch
  }

  /// Writes an occurrence that differs from its rule.
  private mutating func write(_ change: ICalendarOccurrences.Change) {
    let part = change.part
    if part.component.isCancelled { return }
    let own = snoozes(of: part, change.alarms)
    let triggers = change.alarms.triggers.filter { trigger in
      let instant = part.ring(trigger, part.anchor.local)
      return !own.contains { instant < $0.until }
    }
    let id = "\(part.component.id)/\(change.occurrence.date)"
    write(part, triggers, id: id, at: part.anchor.local, of: change.occurrence, isBounded: false)
    for snooze in own {
      let alarm = Trigger.absolute(snooze.until)
      output.write(
        part, id: "\(snooze.id)/\(change.occurrence.date)", isSeries: true, at: part.anchor.local, nil, [alarm])
    }
  }

  private mutating func write(
    _ occurrence: ICalendarOccurrences.Occurrence, _ triggers: [Trigger?], isAddition: Bool = false
  ) {
    let (local, length, instant) = occurrence
    let isUsual = isAddition || local.time == part.anchor.local.time
    let id = "\(component.id)/\(local.date)\(isUsual ? "" : "T\(local.time.short)")"
    let own = instant == nil ? part : part.inUTC()
    write(own, triggers, id: id, at: instant?.utc ?? local, of: local, length)
  }

  /// Writes an alarm of one occurrence alone.
  private func write(_ alarm: Trigger, id: String, of occurrence: LocalDateTime) {
    output.write(part, id: id, isSeries: true, at: occurrence, nil, [alarm])
  }

  /// Returns the first occurrence that begins at an instant or later, else the last one before.
  private func next(after instant: Instant) -> LocalDateTime {
    let day = output.local(instant).date
    let near = occurrences.all(in: day.adding(days: -400)...day.adding(days: 400)).map(\.local)
    return near.filter { part.clock.instant(of: $0) >= instant }.min() ?? near.max() ?? part.anchor.local
  }

  /// Writes one occurrence with its alarms.
  ///
  /// - Parameters:
  ///   - occurrence: The start that it has by its rule.
  ///   - isBounded: Whether only dates of the plan are written.
  private mutating func write(
    _ part: ICalendarPart, _ triggers: [Trigger?], id: String, at local: LocalDateTime, of occurrence: LocalDateTime,
    _ length: ICalendarPart.Length? = nil, isBounded: Bool = true
  ) {
    let left = triggers.filter { !isSnoozed(occurrence, at: part.ring($0, local, length)) }
    let isPlanned = left.contains { output.run.written.contains(output.local(part.ring($0, local, length)).date) }
    if left.isEmpty || isBounded && !isPlanned { return }
    let id = taken.insert(id).inserted ? id : "\(id)T\((isBounded ? local : occurrence).time.short)"
    output.write(part, id: id, isSeries: isSeries, at: local, length, left)
  }

  private func noteDates(_ one: String, _ many: String) {
    output.note(
      "\(one): its dates are planned one by one", "\(many): their dates are planned one by one",
      at: component.rule?.place ?? component.place)
  }

  // MARK: Snoozes

  private func isSnoozed(_ occurrence: LocalDateTime, at instant: Instant) -> Bool {
    snoozes.contains { $0.occurrence == occurrence && instant < $0.until }
  }

  private func snoozes(of part: ICalendarPart, _ alarms: ICalendarAlarms) -> [Snooze] {
    let component = part.component
    var snoozes: [Snooze] = []
    for (alarm, trigger) in alarms.snoozes {
      let parents = component.alarms.filter { $0.id != nil && $0.id == alarm.snoozedID }
      let rung = parents.compactMap(\.acknowledged).max() ?? output.run.now
      var until = part.ring(trigger, part.anchor.local)
      let isRelative = if case .relative = trigger { true } else { false }
      let local = latest(in: part, alarms, upTo: isRelative ? rung : until)
      if isRelative { until = part.ring(trigger, local) }
      if let seen = alarm.acknowledged, seen >= until { continue }
      snoozes.append(Snooze(until: until, occurrence: local, id: ICalendarItems.id(trigger, of: component)))
    }
    for snooze in component.snoozes {
      let named = snooze.occurrence.map {
        part.anchor.time == nil ? $0.utc.date.at(.midnight) : part.clock.local($0)
      }
      let local = named ?? latest(in: part, alarms, upTo: snooze.until)
      let usual = self.part.anchor.local.time
      let date = named.map { "/\($0.date)\($0.time == usual ? "" : "T\($0.time.short)")" } ?? ""
      snoozes.append(Snooze(until: snooze.until, occurrence: local, id: "\(component.id)\(date)/snoozed"))
    }
    return snoozes
  }

  /// Returns the occurrence whose first alarm rang last up to an instant.
  private func latest(in part: ICalendarPart, _ alarms: ICalendarAlarms, upTo instant: Instant) -> LocalDateTime {
    let anchor = part.anchor.local
    guard part.component.occurrence == nil, occurrences.rule != nil || !occurrences.additions.isEmpty else {
      return anchor
    }
    func ring(_ local: LocalDateTime) -> Instant {
      let rings = alarms.triggers.filter { if case .absolute = $0 { false } else { true } }
      return rings.map { part.ring($0, local) }.min() ?? part.clock.instant(of: local)
    }
    let day = output.local(instant).date
    let near = occurrences.all(in: day.adding(days: -400)...day.adding(days: 40)).map(\.local)
    return near.filter { ring($0) <= instant }.max() ?? anchor
  }

  // MARK: Items

  /// Writes a to-do without a date, which rings only at alarms with an absolute time.
  private static func writeWithoutDate(_ component: ICalendarComponent, _ output: ImportOutput) {
    var isPlanned = false
    for alarm in component.alarms {
      guard case .absolute(let time) = alarm.trigger, let zone = component.calendar.zone(of: time, output) else {
        continue
      }
      let instant = zone.instant(of: time.local)
      if ICalendarAlarms.isLeftOut(alarm, at: instant, output) { continue }
      output.write(component, id: id(.absolute(instant), of: component), at: instant)
      isPlanned = true
    }
    if !isPlanned {
      output.note("task has no date", "tasks have no date", "not planned", at: component.place)
    }
  }
}

extension ImportOutput {
  /// Writes what happens, once or by a rule, with the offsets of its alarms.
  ///
  /// - Parameters:
  ///   - local: The start of the occurrence, or of the first.
  ///   - length: The length of the occurrence; nil for that of the component.
  ///   - isSeries: Whether the component has other items.
  ///   - occurrences: The planned occurrences of the rule.
  fileprivate func write(
    _ part: ICalendarPart, id: String, isSeries: Bool, at local: LocalDateTime, _ length: ICalendarPart.Length?,
    _ triggers: [ICalendarPart.Trigger?], rule: RuleText? = nil, of occurrences: [LocalDateTime] = [],
    exceptions: [LocalDate] = [], done: [LocalDate] = []
  ) {
    if isEntryFull { return }
    let (component, (_, about, zone)) = (part.component, part.about(local, length))
    if component.isDone, rule == nil, about.date < today {
      return note("task was done before today", "tasks were done before today", "left out", at: component.place)
    }
    var remind: [String] = []
    for trigger in triggers {
      let found = occurrences.isEmpty ? part.offset(trigger, local, length) : part.offset(trigger, of: occurrences)
      guard let offset = found else {
        note(
          "alarm is more than a year from what it is about", "alarms are more than a year from what they are about",
          "not planned", at: component.place)
        continue
      }
      remind.append(offset)
    }
    if remind.isEmpty { return }
    begin("task", id: id, series: isSeries || id != component.id ? component.id : nil, at: component.place)
    text("title", component.summary.isEmpty ? "Reminder" : component.summary, at: component.summaryPlace)
    text("date", about.date.description, at: component.anchor?.place)
    time(part.isDay ? time : about.time, isAllDay: part.isDay, at: component.anchor?.place)
    if let rule {
      text("rrule", rule.text, at: rule.place)
    } else if !component.isTask {
      endOnDate(about.date)
    }
    list("exdates", exceptions.sorted().map(\.description))
    self.remind(remind, repeats: rule != nil)
    if let zone { text("timeZone", zone.name, at: component.anchor?.place) }
    let seconds = (length ?? part.length).days * 86_400 + (length ?? part.length).seconds
    if !component.isTask, (1...ImportOutput.maximumDuration).contains(seconds) { number("duration", seconds) }
    if component.isDone { flag("completed") }
    list("completedOn", done.sorted().map(\.description))
    end()
  }

  /// The longest duration of an item, in seconds.
  private static let maximumDuration = 366 * 86_400

  /// Writes an alarm of a to-do without a date.
  fileprivate func write(_ component: ICalendarComponent, id: String, at instant: Instant) {
    if isEntryFull { return }
    let (local, zone) = wall(of: instant)
    begin("task", id: id, series: component.id, at: component.place)
    text("title", component.summary.isEmpty ? "Reminder" : component.summary, at: component.summaryPlace)
    text("date", local.date.description, at: component.anchor?.place)
    time(local.time, isAllDay: false, at: component.anchor?.place)
    if let zone { text("timeZone", zone.name) }
    if !component.isTask { endOnDate(local.date) }
    if component.isDone { flag("completed") }
    end()
  }
}
