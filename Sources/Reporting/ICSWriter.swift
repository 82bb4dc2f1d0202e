import CivilTime
import PlanModel

/// Writes decisions as VEVENTs (RFC 5545, RFC 7986), for calendars to import or subscribe to.
///
/// Where an event differs from an earlier one of its request in its dates alone, that one is copied and its dates are
/// written over.
package struct ICSWriter {
  private let now: Instant
  private let options: CalendarOptions
  private let utc: EventClock
  private var dates = DateDigits()
  /// By the name of a zone, its clock, or UTC where events cannot name the zone.
  private var known: [String: EventClock] = [:]
  /// By stay of the account at hand, the clock that events are written by; empty where that is UTC.
  private var clocks: [EventClock] = []
  private var origin = EventOrigin()
  /// The last one that was looked up in the account's timeline.
  private var stretch = ICSWriter.noStretch
  private var eventClass = EventClass()
  /// By request, an event of it to copy from.
  private var models: [EventModel] = []

  private static let noStretch = ZoneTimeline.Stretch(
    start: .distantFuture, end: .distantFuture, stay: -1, offset: .utc)

  /// What an event has beyond its texts, at most.
  private static let fixedSize = 1200

  /// - Parameter now: The DTSTAMP of every event, so that equal plans make equal files.
  package init(now: Instant, options: CalendarOptions = CalendarOptions()) {
    self.now = now
    self.options = options
    utc = EventClock(nil, stamp: now)
  }

  /// Appends the account's scheduled events.
  package mutating func append(_ plan: AccountPlan, to events: inout CalendarEvents) {
    begin(plan, count: plan.requests.count)
    // Away from the writer for as long as its places are pointed at.
    var models = models
    self.models = []
    plan.requests.withUnsafeBufferPointer { requests in
      plan.decisions.withUnsafeBufferPointer { decisions in
        models.withUnsafeMutableBufferPointer { models in
          append(decisions, requests, plan, models, to: &events)
        }
      }
    }
    self.models = models
    if options.hasAccountFiles { events.endAccount(plan, title: "\(plan.policy.name): \(plan.account.id.text)") }
  }

  @inline(__always)
  private mutating func append(
    _ decisions: UnsafeBufferPointer<Decision>, _ requests: UnsafeBufferPointer<NotificationRequest>,
    _ plan: AccountPlan, _ models: UnsafeMutableBufferPointer<EventModel>, to events: inout CalendarEvents
  ) {
    var size = 0
    var count = 0
    for index in decisions.indices where decisions[index].outcome.isScheduled {
      let request = Int(decisions[index].request)
      precondition(request < models.count, "a decision without a request")
      if models[request].size == 0 {
        models[request].size = self.size(requests.baseAddress! + request, plan.timeline, why: nil)
      }
      size += models[request].size
      count += 1
    }
    guard count > 0 else { return }
    events.append(count, atMost: size) { text, marks in
      for index in decisions.indices where decisions[index].outcome.isScheduled {
        let request = Int(decisions[index].request)
        append(
          decisions.baseAddress! + index, requests.baseAddress! + request, &models[request], plan, why: nil, to: &text,
          &marks)
      }
    }
  }

  /// Appends what the account's previous plan had and this one has not, as cancelled.
  package mutating func appendCancelled(_ plan: AccountPlan, to events: inout CalendarEvents) {
    guard !plan.cancelled.isEmpty else { return }
    begin(plan, count: 0)
    let reasons = CancelledReasons(plan)
    for cancelled in plan.cancelled {
      let why = reasons.words(cancelled)
      var model = EventModel()
      withUnsafePointer(to: cancelled.request) { request in
        withUnsafePointer(to: cancelled.decision) { decision in
          events.append(1, atMost: size(request, plan.timeline, why: why)) {
            append(decision, request, &model, plan, why: why, to: &$0, &$1)
          }
        }
      }
    }
    if options.hasAccountFiles {
      events.endAccount(plan, title: "\(plan.policy.name): \(plan.account.id.text) (cancelled)")
    }
  }

  private mutating func begin(_ plan: AccountPlan, count: Int) {
    models.removeAll(keepingCapacity: true)
    models.append(contentsOf: repeatElement(EventModel(), count: count))
    stretch = ICSWriter.noStretch
    if options.times == .zoned { clocks = plan.timeline.stays.map { clock($0.zone) } }
    origin.begin(plan)
    eventClass.begin(plan)
  }

  private mutating func clock(_ zone: Zone) -> EventClock {
    if let clock = known[zone.name], clock.zone == nil || clock.zone!.zone === zone { return clock }
    let clock = ICSTimeZone(zone, now: now).map { EventClock($0, stamp: now) } ?? utc
    known[zone.name] = clock
    return clock
  }

  /// How many bytes an event of the request takes at most.
  private func size(_ request: UnsafePointer<NotificationRequest>, _ timeline: ZoneTimeline, why: String?) -> Int {
    let texts =
      request.pointee.title.utf8.count * 2 + request.pointee.body.utf8.count
      + request.pointee.identifier.text.utf8.count + (why?.utf8.count ?? 0) + timeline.longestName
    // Each byte may be escaped. Folds take 3 bytes for every 71 at most, and 3 a line, which the fixed size has room for.
    return (2 * texts + origin.owner.count + ICSWriter.fixedSize) * 13 / 12
  }

  // MARK: Events

  /// - Parameter why: Why it is cancelled; nil: it is not.
  @inline(__always)
  private mutating func append(
    _ decision: UnsafePointer<Decision>, _ request: UnsafePointer<NotificationRequest>, _ model: inout EventModel,
    _ plan: AccountPlan, why: String?, to text: inout ByteCursor, _ marks: inout CalendarEvents.Marks
  ) {
    guard let at = decision.pointee.at else { return }
    if !stretch.contains(at) { enter(at, plan) }
    var times = EventTimes(at, stretch)
    if options.times == .zoned { readByZone(&times) }
    // What has nothing to it but its times.
    let isPlain =
      decision.pointee.deferredFrom == nil && decision.pointee.shift == nil && !decision.pointee.isLate
      && times.endOffset == times.offset && decision.pointee.local == at.local(at: times.offset)
    if isPlain, model.count > 0, model.sequence == decision.pointee.sequence, times.isAnotherDay(of: model.times) {
      copy(model, times, to: &text)
    } else {
      let size = model.size
      let written = write(decision, times, request, plan, why: why, to: &text)
      if isPlain, !request.pointee.isOneOff {
        model = written
        model.size = size
      }
    }
    if times.isInUTC {
      marks.endEvent(at: text.count)
    } else if let zone = clocks[Int(times.stay)].zone {
      marks.endEvent(at: text.count, in: zone)
    }
  }

  @inline(never)
  private mutating func enter(_ at: Instant, _ plan: AccountPlan) {
    stretch = plan.timeline.stretch(at: at)
  }

  /// Has the times written by the zone's clock, if that shows them once.
  private func readByZone(_ times: inout EventTimes) {
    guard let zone = clocks[Int(times.stay)].zone, zone.names(times.at), zone.names(times.endAt) else { return }
    times.isInUTC = false
    times.endOffset = zone.zone.offset(at: times.endAt)
  }

  /// Writes the event of `model` with other dates.
  @inline(__always)
  private mutating func copy(_ model: EventModel, _ times: EventTimes, to text: inout ByteCursor) {
    let event = text.copy(from: model.start, count: Int(model.count))
    let localDate = times.date.adding(days: Int(model.daysLater))
    let (utc, local) = (dates.of(times.date), dates.of(localDate))
    let first = times.isInUTC ? utc : local
    if model.uid > 0 { event.overwrite(date: local, at: Int(model.uid)) }
    event.overwrite(date: first, at: Int(model.beginning))
    event.overwrite(date: first, at: Int(model.end))
    if model.endsLater {
      event.overwrite(
        date: dates.of((times.isInUTC ? times.date : localDate).adding(days: 1)), at: Int(model.end))
    }
    event.overwrite(separatedDate: local, at: Int(model.local), room: Int(model.room))
  }

  /// Writes a whole event.
  @inline(never)
  private mutating func write(
    _ decision: UnsafePointer<Decision>, _ times: EventTimes, _ request: UnsafePointer<NotificationRequest>,
    _ plan: AccountPlan, why: String?, to text: inout ByteCursor
  ) -> EventModel {
    let start = text.count
    var model = EventModel(start: start)
    text.write("BEGIN:VEVENT\r\nUID:")
    text.write(hexadecimal: request.pointee.uidStem)
    if !request.pointee.isOneOff, let asked = decision.pointee.local {
      text.write(UInt8(ascii: "-"))
      model.uid = Int32(truncatingIfNeeded: text.count - start)
      text.write(date: dates.of(asked.date))
    }
    let (beginning, end) = (times.beginning, times.end)
    let places =
      times.isInUTC
      ? utc.write(from: beginning, to: end, in: &text, &dates)
      : clocks[Int(times.stay)].write(from: beginning, to: end, in: &text, &dates)
    let local = writeDescription(decision, times, request, plan, why: why, to: &text)
    write("SUMMARY", titleOf: request, to: &text)
    eventClass.enter(request.pointee.kind)
    eventClass.lines.withUnsafeBufferPointer { text.write($0) }
    if why != nil { text.write("STATUS:CANCELLED\r\n") }
    text.write("SEQUENCE:")
    text.write(decimal: Int(decision.pointee.sequence))
    text.write("\r\n")
    if let minutes = options.alarmMinutes, why == nil { writeAlarm(minutes: minutes, request, to: &text) }
    text.write("END:VEVENT\r\n")
    model.count = Int32(text.count - start)
    model.beginning = Int32(truncatingIfNeeded: places.beginning - start)
    model.end = Int32(truncatingIfNeeded: places.end - start)
    model.local = Int32(truncatingIfNeeded: local.start - start)
    model.room = Int32(truncatingIfNeeded: local.room)
    model.times = times
    model.sequence = decision.pointee.sequence
    model.daysLater = Int32(truncatingIfNeeded: times.local.date.days(since: times.date))
    model.endsLater = beginning.date != end.date
    return model
  }

  /// - Returns: Where the wall time stands.
  @inline(__always)
  private mutating func writeDescription(
    _ decision: UnsafePointer<Decision>, _ times: EventTimes, _ request: UnsafePointer<NotificationRequest>,
    _ plan: AccountPlan, why: String?, to text: inout ByteCursor
  ) -> ICSLine.Place {
    let line = ICSLine("DESCRIPTION", to: &text)
    if let why { text.writeNote(why) }
    if !request.pointee.body.isEmpty { text.writeNote(request.pointee.body) }
    let mark = text.count
    text.write(separated: dates.of(times.local))
    origin.enter(request.pointee.kind, stay: Int(times.stay), times.offset, plan)
    origin.zone.withUnsafeBufferPointer { text.write($0) }
    if let asked = decision.pointee.local {
      if decision.pointee.deferredFrom != nil { text.write(text: "\\nAsked for \(asked)\\, moved by quiet hours.") }
      if decision.pointee.shift != nil { text.write(text: "\\nAsked for \(asked)\\, which no clock shows.") }
      if decision.pointee.isLate { text.write(text: "\\nHappened at \(asked).") }
    }
    origin.owner.withUnsafeBufferPointer { text.write($0) }
    text.write(request.pointee.identifier.text, ICSEscaping.self)
    return line.end(&text, marking: mark)
  }

  /// The title as a property; the kind's word where there is nothing to show.
  @inline(__always)
  private func write(
    _ name: StaticString, titleOf request: UnsafePointer<NotificationRequest>, to text: inout ByteCursor
  ) {
    let line = ICSLine(name, to: &text)
    text.write(request.pointee.title, ICSEscaping.self)
    if line.isEmpty(text) { text.write(text: request.pointee.kind.name) }
    line.end(&text)
  }

  /// An alarm at or before the event (RFC 5545 section 3.6.6).
  private func writeAlarm(minutes: Int, _ request: UnsafePointer<NotificationRequest>, to text: inout ByteCursor) {
    text.write("BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
    write("DESCRIPTION", titleOf: request, to: &text)
    let trigger: StaticString = minutes == 0 ? "TRIGGER:PT" : "TRIGGER:-PT"
    text.write(trigger)
    text.write(decimal: minutes)
    text.write("M\r\nEND:VALARM\r\n")
  }
}

extension ByteCursor {
  /// A remark, and a line break inside the value after it.
  fileprivate mutating func writeNote(_ note: String) {
    write(note, ICSEscaping.self)
    write("\\n")
  }
}
