import CivilTime
import Formats

/// A component with its times on their clocks: where its occurrences start and end, and when its alarms ring.
struct ICalendarPart {
  enum Trigger: Hashable {
    case absolute(Instant)
    case relative(ICalendarDuration, toEnd: Bool)
  }

  /// The time from the start of an occurrence to its end: days by the clock, then exact seconds (RFC 5545, section 3.3.6).
  typealias Length = ICalendarDuration

  let component: ICalendarComponent
  private(set) var anchor: ICalendarTime
  /// The clock of the component's start, or of its due time if it has no start.
  private(set) var clock: Zone
  let length: Length
  /// The clock of the end.
  private let endClock: Zone
  private let output: ImportOutput

  /// Returns nil after reporting an unknown zone or an event without a date, and for a to-do without one.
  init?(_ component: ICalendarComponent, _ output: ImportOutput) {
    guard let anchor = component.anchor else {
      if !component.isTask {
        output.refuse(
          "the event has no date", expected: "DTSTART", at: component.place, item: component.uid, field: "DTSTART",
          code: .missingField)
      }
      return nil
    }
    guard let clock = ICalendarPart.clock(of: anchor, component, output) else { return nil }
    (self.component, self.anchor, self.clock, self.output) = (component, anchor, clock, output)
    guard let due = component.start == nil ? nil : component.due else {
      (length, endClock) = (ICalendarPart.length(component.length, component, output), clock)
      return
    }
    // A time without a zone is on the start's clock.
    let isOnStart = due.clock == .floating && due.time != nil
    guard let endClock = isOnStart ? clock : ICalendarPart.clock(of: due, component, output) else { return nil }
    self.endClock = endClock
    let length = ICalendarPart.length(from: anchor.local, clock, to: due, endClock)
    self.length = ICalendarPart.length(length, component, output)
  }

  /// Returns the length of an event, or of one without an end if that is before its start.
  private static func length(
    _ length: Length?, _ component: ICalendarComponent, _ output: ImportOutput
  ) -> Length {
    // An event of a whole day without an end lasts that day.
    let usual = Length(days: !component.isTask && component.start?.time == nil ? 1 : 0, seconds: 0)
    guard let length, !component.isTask, length.days * 86_400 + length.seconds < 0 else { return length ?? usual }
    output.note(
      "end of an event cannot be read", "ends of events cannot be read", "left out",
      at: component.due?.place ?? component.place)
    return usual
  }

  /// Returns the length of an occurrence with an end of its own.
  func length(of addition: ICalendarComponent.Addition, from local: LocalDateTime) -> Length {
    switch addition.end {
    case nil: return length
    case .after(let length): return length
    case .at(let end):
      let endClock = component.calendar.zone(of: end, floating: clock, output) ?? clock
      return ICalendarPart.length(from: local, clock, to: end, endClock)
    }
  }

  /// - Returns: Whole days if both times are on one clock, else exact seconds.
  private static func length(
    from start: LocalDateTime, _ clock: Zone, to end: ICalendarTime, _ endClock: Zone
  ) -> Length {
    let distance = Int(end.local.secondsSinceEpoch - start.secondsSinceEpoch)
    if endClock === clock, distance % 86_400 == 0 { return Length(days: distance / 86_400, seconds: 0) }
    let instants = endClock.instant(of: end.local).epochSeconds - clock.instant(of: start).epochSeconds
    return Length(seconds: Int(instants))
  }

  private static func clock(
    of time: ICalendarTime, _ component: ICalendarComponent, _ output: ImportOutput
  ) -> Zone? {
    if let zone = component.calendar.zone(of: time, output) { return zone }
    output.refuseZone(of: time, nil, component)
    return nil
  }

  /// Returns a time of the component, such as an exception, on the clock of its occurrences. A time that names no zone
  /// is on that clock.
  ///
  /// - Returns: nil if its zone is unknown.
  func local(_ time: ICalendarTime) -> LocalDateTime? {
    if time.time == nil { return time.date.at(anchor.local.time) }
    // Of whole days, midnight in UTC is the date; any other time is that of the account.
    if anchor.time == nil, time.clock == .utc, time.time == .midnight { return time.local }
    guard time.clock != anchor.clock, let zone = component.calendar.zone(of: time, floating: clock, output) else {
      return time.clock == anchor.clock ? time.local : nil
    }
    let instant = zone.instant(of: time.local)
    // In a gap of the clock, an occurrence keeps its time of day.
    let usual = clock.local(instant).date.at(anchor.local.time)
    let shown = clock.instant(of: usual) == instant ? usual : clock.local(instant)
    let local = zone === clock ? time.local : shown
    return anchor.time == nil ? local.date.at(.midnight) : local
  }

  /// Returns the instant of a time that the clock shows a second time; nil for any other.
  func repeated(_ time: ICalendarTime) -> Instant? {
    guard anchor.time != nil, time.time != nil, time.clock != anchor.clock,
      let zone = component.calendar.zone(of: time, floating: clock, output)
    else { return nil }
    let instant = zone.instant(of: time.local)
    return clock.names(instant) ? nil : instant
  }

  /// Returns the part with UTC as its clock, which names every instant.
  func inUTC() -> ICalendarPart {
    var part = self
    (part.clock, part.anchor.clock) = (output.utc, .utc)
    return part
  }

  /// Returns an alarm's trigger; nil if its zone is unknown.
  func trigger(_ trigger: ICalendarComponent.Alarm.Trigger) -> Trigger? {
    switch trigger {
    case .relative(let duration, let toEnd): .relative(duration, toEnd: toEnd)
    case .absolute(let time):
      component.calendar.zone(of: time, floating: clock, output).map { .absolute($0.instant(of: time.local)) }
    }
  }

  /// Whether it is about a day rather than a time.
  var isDay: Bool { (component.isTask ? component.due ?? component.start : component.start)?.time == nil }

  /// The zone of its item: that of its start, if the tz database has it. A to-do in the account's zone floats with it.
  var itemZone: Zone? {
    guard !isDay, anchor.clock != .floating || clock !== output.zone,
      let zone = output.run.zone(named: clock.name), zone === clock || anchor.clock == .utc
    else { return nil }
    return component.isTask && clock.name == output.zone.name ? nil : zone
  }

  /// Whether its times need no other clock: they are written in their own zone, or in an equal one.
  var isInOwnZone: Bool {
    let isAtEnd = component.isTask && component.start != nil && (length.seconds != 0 || length.days != 0)
    return !isAtEnd && (itemZone ?? output.zone).name == clock.name
  }

  /// Returns what an occurrence is about, and its item's zone: an event's start, or when a to-do is due.
  func about(_ local: LocalDateTime, _ length: Length? = nil) -> (instant: Instant, local: LocalDateTime, zone: Zone?) {
    if isDay, !component.isTask || component.start == nil { return (clock.instant(of: local), local, nil) }
    let instant = ring(.relative(Length(seconds: 0), toEnd: component.isTask), local, length)
    if isDay { return (instant, output.local(instant), nil) }
    let (local, zone) = output.wall(of: instant, in: itemZone)
    return (instant, local, zone)
  }

  /// Returns the offset of an alarm in a series: elapsed if all occurrences have that, else by the clock.
  ///
  /// - Returns: nil if it is too far, or one offset does not fit all.
  func offset(_ trigger: Trigger?, of occurrences: [LocalDateTime]) -> String? {
    let elapsed = offset(trigger, occurrences[0])
    if !mayVary(trigger) || occurrences.allSatisfy({ offset(trigger, $0) == elapsed }) { return elapsed }
    let clock = clockOffset(trigger, occurrences[0])
    return occurrences.allSatisfy { clockOffset(trigger, $0) == clock } ? clock : nil
  }

  /// Whether days by the clock lie between an alarm and what it is about, which may have more or fewer than 24 hours.
  func mayVary(_ trigger: Trigger?) -> Bool {
    guard !isDay, case .relative(let duration, let toEnd) = trigger else { return false }
    let isOfBase = component.isTask ? toEnd || component.start == nil : !toEnd
    return duration.days != 0 || !isOfBase && length.days != 0
  }

  private func clockOffset(_ trigger: Trigger?, _ local: LocalDateTime) -> String? {
    let (_, about, zone) = about(local)
    let own = (zone ?? output.zone).local(ring(trigger, local))
    return Length.offset(of: own, from: about.date, usual: about.time)
  }

  /// Returns the offset of an alarm from what its occurrence is about, as items have it; nil if it is too far.
  func offset(_ trigger: Trigger?, _ local: LocalDateTime, _ length: Length? = nil) -> String? {
    let (instant, about, zone) = about(local, length)
    let rings = ring(trigger, local, length)
    if isDay {
      if let own = wall(trigger, local, length) { return Length.offset(of: own, from: about.date, usual: output.time) }
      let own = output.local(rings)
      if !output.zone.names(rings) {
        let usual = output.zone.instant(of: about.date.at(output.time))
        return Length.offset(seconds: Int(rings.epochSeconds - usual.epochSeconds))
      }
      return Length.offset(of: own, from: about.date, usual: output.time)
    }
    var days = 0
    if case .relative(let duration, let toEnd) = trigger, duration.seconds == 0, !toEnd || component.isTask {
      days = !toEnd && component.isTask && component.start != nil ? 0 : duration.days
    }
    if trigger == nil, let lead = output.settings.eventAlarm, !component.isTask, lead % 86_400 == 0 {
      days = -Int(lead / 86_400)
    }
    if days != 0, zone === itemZone { return Length.offset(days, "d") }
    let (seconds, ownZone) = (Int(rings.epochSeconds - instant.epochSeconds), zone ?? output.zone)
    if seconds % 60 != 0, ownZone.names(rings) {
      // Elapsed offsets have whole minutes. Many programs write 23:59:59 for the end of a day.
      let own = ownZone.local(rings)
      return Length.offset(own.date.days(since: about.date), "d").map { "\($0)@\(own.time.short)" }
    }
    return Length.offset(seconds: seconds)
  }

  /// Returns the wall time of an alarm about a whole day, whose hours count on the clock: "9:00 on the day" is 9:00 on a
  /// day of 23 hours too. Returns nil for any other alarm.
  private func wall(_ trigger: Trigger?, _ local: LocalDateTime, _ length: Length? = nil) -> LocalDateTime? {
    guard isDay, anchor.time == nil, case .relative(let duration, let toEnd) = trigger else { return nil }
    let isAtEnd = toEnd && component.start != nil
    let length = isAtEnd ? length ?? self.length : Length(seconds: 0)
    return local.adding(days: length.days + duration.days).adding(seconds: Int64(length.seconds + duration.seconds))
  }

  /// Returns the instant at which an alarm rings.
  ///
  /// - Parameters:
  ///   - trigger: nil for the default of a to-do or event without an alarm.
  ///   - local: The start of the occurrence, or its due time if it has no start.
  ///   - length: The length of the occurrence; nil for that of the component.
  func ring(_ trigger: Trigger?, _ local: LocalDateTime, _ length: Length? = nil) -> Instant {
    if case .absolute(let instant) = trigger { return instant }
    let isAtEnd = if case .relative(_, let toEnd) = trigger { toEnd } else { component.isTask }
    var (zone, base) = (clock, clock.instant(of: local))
    if isAtEnd, component.start != nil {
      let length = length ?? self.length
      base = clock.instant(of: local.adding(days: length.days)).advanced(bySeconds: Int64(length.seconds))
      zone = endClock
    }
    guard case .relative(let duration, _) = trigger else {
      let lead = component.isTask ? 0 : output.settings.eventAlarm ?? 0
      // A whole day reminds at the time for dates, earlier by the whole days of the lead.
      if !isDay, lead < 86_400 { return base.advanced(bySeconds: -lead) }
      let local = isDay ? zone.local(base).date.at(output.time) : zone.local(base)
      return zone.instant(of: local.adding(seconds: -(lead / 86_400 * 86_400)))
        .advanced(bySeconds: isDay ? 0 : -(lead % 86_400))
    }
    if let own = wall(trigger, local, length) { return zone.instant(of: own) }
    if duration.days != 0 { base = zone.instant(of: zone.local(base).adding(days: duration.days)) }
    return base.advanced(bySeconds: Int64(duration.seconds))
  }
}

extension LocalDateTime {
  func adding(days: Int) -> LocalDateTime { date.adding(days: days).at(time) }
}
