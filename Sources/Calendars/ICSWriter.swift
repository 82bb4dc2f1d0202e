import Bytes
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import RunModel

/// Writes decisions as VEVENTs (RFC 5545, RFC 7986), for calendars to import or subscribe to.
///
/// In the technical style, an event that differs only in dates from an earlier one of its request is a copy with new dates.
package struct ICSWriter {
  let now: Instant
  let options: CalendarOptions
  /// The length of an event in seconds.
  let length: Int32
  private let utc: EventClock
  private var dates = DateDigits()
  /// Clocks by zone name; UTC if events cannot name the zone.
  private var known: [String: EventClock] = [:]
  /// By stay of the current account, the clock of its events; empty for UTC.
  var clocks: [EventClock] = []
  /// The lines after an event's kind, for the current app.
  private var color = (app: "", lines: WrittenBytes())
  private var origin = EventOrigin()
  /// The last stretch looked up in the account's timeline.
  private var stretch = ICSWriter.noStretch
  /// By request, an event to copy from.
  private var models: [EventModel] = []

  private static let noStretch = ZoneTimeline.Stretch(
    start: .distantFuture, end: .distantFuture, stay: -1, offset: .utc)

  /// - Parameter now: The DTSTAMP of events that are new or changed, so that equal plans make equal files.
  package init(now: Instant, options: CalendarOptions = CalendarOptions()) {
    (self.now, self.options) = (now, options)
    length = options.length
    utc = EventClock(nil, stamp: now)
  }

  /// Appends the account's scheduled events.
  ///
  /// - Parameter added: Receives those that the previous plan did not have, if requested.
  package mutating func append(
    _ plan: AccountPlan, to events: inout CalendarEvents, added: inout CalendarEvents
  ) throws(RunFault) {
    begin(plan)
    let first = events.count
    var out = events.text.takeWriter()
    /// Whether each event is new since the previous plan.
    var isNew: [Bool] = []
    if options.style == .personal {
      for event in plan.personalEvents {
        append(PersonalEntry(event, plan), plan, to: &out, &events)
        events.notifications += event.reminders.count
        let wasThere = event.reminders.contains { plan.decisions[$0].wasScheduled }
        isNew.append(event.reminders.isEmpty ? plan.number(of: event).stamp == nil : !wasThere)
      }
    } else {
      models.append(contentsOf: repeatElement(EventModel(), count: plan.requests.count))
      for index in plan.decisions.indices where plan.decisions[index].outcome.isScheduled {
        append(plan.decisions[index], plan.requests, plan, why: nil, to: &out, &events)
        events.notifications += 1
        if options.listsAdded, events.count > first + isNew.count { isNew.append(!plan.decisions[index].wasScheduled) }
      }
    }
    events.text = WrittenBytes(out)
    if options.listsAdded {
      for (event, isNew) in isNew.enumerated() where isNew { added.append(first + event, of: events) }
    }
    if options.hasAccountFiles { try events.endAccount(plan, options.style) }
  }

  /// Appends the occurrences that the previous plan had and this one lacks, as cancelled.
  package mutating func appendCancelled(_ plan: AccountPlan, to events: inout CalendarEvents) throws(RunFault) {
    guard !plan.cancelled.isEmpty else { return }
    begin(plan)
    let first = events.count
    var out = events.text.takeWriter()
    let reasons = CancelledReasons(plan)
    if options.style == .personal {
      for cancelled in plan.cancelledEvents.map({ plan.cancelled[$0] }) {
        append(PersonalEntry(cancelled, why: reasons.words(cancelled)), plan, to: &out, &events)
      }
    }
    for cancelled in plan.cancelled where options.style != .personal {
      var decision = cancelled.decision
      decision.request = 0
      append(decision, [cancelled.request], plan, why: reasons.words(cancelled), to: &out, &events)
    }
    events.text = WrittenBytes(out)
    // A person's event with other reminders goes on.
    if options.hasAccountFiles, events.count > first { try events.endAccount(plan, options.style) }
  }

  func group(
    _ request: borrowing NotificationRequest, _ plan: AccountPlan, _ grouping: CalendarOptions.Grouping
  ) -> String {
    switch grouping {
    case .kind: request.kind.name
    case .app: plan.account.value.app
    }
  }

  private mutating func begin(_ plan: AccountPlan) {
    models.removeAll(keepingCapacity: true)
    stretch = ICSWriter.noStretch
    if options.times == .zoned { clocks = plan.timeline.stays.map { clock($0.zone) } }
    origin.begin(plan)
    let app = plan.account.value.app
    if color.lines.isEmpty || color.app != app { color = (app, CalendarColor.lines(app: app)) }
  }

  private mutating func clock(_ zone: Zone) -> EventClock {
    if let clock = known[zone.name], clock.zone == nil || clock.zone!.zone === zone { return clock }
    let clock = ICSTimeZone(zone, now: now).map { EventClock($0, stamp: now) } ?? utc
    known[zone.name] = clock
    return clock
  }

  // MARK: Events

  /// - Parameters:
  ///   - requests: The requests that include the decision's.
  ///   - why: Why it is cancelled; nil if it is not.
  @inline(__always)
  private mutating func append(
    _ decision: Decision, _ requests: [NotificationRequest], _ plan: AccountPlan, why: String?,
    to out: inout ByteWriter, _ events: inout CalendarEvents
  ) {
    guard let at = decision.at else { return }
    let times = times(at, length, plan)
    let request = Int(decision.request)
    if options.component == .todo {
      writeTodo(decision, times, requests, plan, why: why, to: &out)
    } else {
      let isPlain =
        decision.deferredFrom == nil && decision.shift == nil && decision.about == nil && !decision.isLate
        && times.endOffset == times.offset && decision.local == at.local(at: times.offset)
      if isPlain, why == nil, models[request].isAnotherDay(times, decision.sequence, decision.stamp) {
        copy(request, times, to: &out)
      } else {
        let written = write(decision, times, requests, plan, why: why, to: &out)
        if isPlain, why == nil, !requests[request].isOneOff { models[request] = written }
      }
    }
    end(times, out.count, &events)
    if let grouping = options.grouping, why == nil { events.group(by: group(requests[request], plan, grouping)) }
  }

  /// Returns the times of an event on the clock by which it is written.
  @inline(__always)
  mutating func times(_ at: Instant, _ length: Int32, _ plan: AccountPlan) -> EventTimes {
    if !stretch.contains(at) { stretch = plan.timeline.stretch(at: at) }
    var times = EventTimes(at, stretch, length: length)
    if options.times == .zoned { readByZone(&times) }
    return times
  }

  /// Records the end of an event. It is mutating so that no call copies the writer, which made W take a tenth more.
  @inline(__always)
  mutating func end(_ times: EventTimes, _ index: Int, _ events: inout CalendarEvents) {
    if times.isInUTC {
      events.endEvent(at: index, start: times.at, in: nil)
    } else {
      events.endEvent(at: index, start: times.at, in: clocks[Int(times.stay)].zone)
    }
  }

  /// Uses wall times if the zone's clock shows both start and end only once.
  private func readByZone(_ times: inout EventTimes) {
    guard let zone = clocks[Int(times.stay)].zone, zone.names(times.at), zone.names(times.endAt) else { return }
    times.isInUTC = false
    times.endOffset = zone.zone.offset(at: times.endAt)
  }

  /// Copies the last event of a request with new dates.
  @inline(__always)
  private mutating func copy(_ request: Int, _ times: EventTimes, to out: inout ByteWriter) {
    let model = models[request]
    let localDate = times.date.adding(days: Int(model.daysLater))
    let (utc, local) = (dates.of(times.date), dates.of(localDate))
    let first = times.isInUTC ? utc : local
    let last = model.endsLater ? dates.of((times.isInUTC ? times.date : localDate).adding(days: 1)) : first
    out.appendCopy(of: model.start..<model.start + Int(model.count)) { event in
      if model.uid > 0 { event.storeBytes(of: local, toByteOffset: Int(model.uid), as: UInt64.self) }
      event.storeBytes(of: first, toByteOffset: Int(model.beginning), as: UInt64.self)
      event.storeBytes(of: last, toByteOffset: Int(model.end), as: UInt64.self)
      event.store(separated: local, at: Int(model.local), room: Int(model.room))
    }
  }

  /// Writes a whole event.
  private mutating func write(
    _ decision: Decision, _ times: EventTimes, _ requests: [NotificationRequest], _ plan: AccountPlan, why: String?,
    to out: inout ByteWriter
  ) -> EventModel {
    var model = EventModel(start: out.count)
    let request = Int(decision.request)
    func place(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: index - model.start) }
    out.append("BEGIN:VEVENT\r\nUID:")
    let stem = requests[request].uidStem
    out.append(hexadecimal: stem.high, stem.low)
    if !requests[request].isOneOff, let intended = decision.local {
      out.append(UInt8(ascii: "-"))
      model.uid = place(out.count)
      out.append(dates.of(intended.date), count: 8)
    }
    let (beginning, end) = (times.beginning, times.end)
    var stamp = decision.stamp
    // `??` would copy the plan.
    if stamp == nil { stamp = plan.stale }
    let places =
      times.isInUTC
      ? utc.write(from: beginning, to: end, stamped: stamp, in: &out, &dates)
      : clocks[Int(times.stay)].write(from: beginning, to: end, stamped: stamp, in: &out, &dates)
    let local = writeDescription(decision, times, requests, plan, why: why, to: &out)
    ICSWriter.write("SUMMARY:", titleOf: requests, request, cancelledIn: why == nil ? nil : plan.language, to: &out)
    if let url = requests[request].url { ICSWriter.write(url, to: &out) }
    out.append("CATEGORIES:")
    out.append(text: requests[request].kind.name)
    out.append(color.lines)
    if why != nil { out.append("STATUS:CANCELLED\r\n") }
    out.append("SEQUENCE:")
    out.append(decimal: decision.sequence)
    out.append("\r\n")
    if let minutes = options.alarmMinutes, why == nil {
      ICSWriter.writeAlarm(minutes: minutes, requests, request, to: &out)
    }
    out.append("END:VEVENT\r\n")
    model.count = place(out.count)
    model.beginning = place(places.beginning)
    model.end = place(places.end)
    model.local = place(local.mark)
    model.room = Int32(truncatingIfNeeded: local.room)
    model.times = times
    (model.sequence, model.stamp) = (decision.sequence, decision.stamp)
    model.daysLater = Int32(truncatingIfNeeded: times.local.date.days(since: times.date))
    model.endsLater = beginning.date != end.date
    return model
  }

  /// - Returns: The position of the wall time, and the number of bytes from it to the next fold.
  mutating func writeDescription(
    _ decision: Decision, _ times: EventTimes, _ requests: [NotificationRequest], _ plan: AccountPlan, why: String?,
    to out: inout ByteWriter
  ) -> (mark: Int, room: Int) {
    let request = Int(decision.request)
    let line = ICSLine("DESCRIPTION:", to: &out)
    if let why { out.append(note: why) }
    if plan.isUnread, let stale = plan.stale { out.append(note: origin.words.kept(from: "\(stale)")) }
    if !requests[request].body.isEmpty { out.append(note: requests[request].body) }
    let mark = out.count
    out.append(separated: dates.of(times.local))
    origin.enter(stay: Int(times.stay), times.offset, plan)
    out.append(origin.zone)
    if let intended = decision.local {
      if decision.deferredFrom != nil || decision.shift != nil || decision.isLate || decision.about != nil {
        // The files of a plan do not keep the zone of a cancelled notification.
        let zone = why == nil ? requests[request].zone : nil
        ICSWriter.writeRemarks(decision, intended, requests, plan, zone, origin.words, to: &out)
      }
    }
    out.append(origin.owner)
    out.append(text: requests[request].kind.name)
    out.append("\\, ")
    out.append(ics: requests[request].identifier.text)
    return line.end(&out, mark: mark)
  }

  /// Writes why an event is not at the time asked for. Few events need it.
  @inline(never)
  private static func writeRemarks(
    _ decision: Decision, _ intended: LocalDateTime, _ requests: [NotificationRequest], _ plan: AccountPlan,
    _ zone: Zone?, _ words: any OwnWords, to out: inout ByteWriter
  ) {
    if decision.deferredFrom != nil {
      out.append(remark: words.deferred(from: "\(intended)", byGap: decision.shift == .minimumGap))
    }
    if let shift = decision.shift, let why = words.shifted(from: "\(intended)", shift) { out.append(remark: why) }
    if let due = ShiftedDue(decision, requests[Int(decision.request)], plan.timeline, zone) {
      out.append(remark: words.sentence(due))
    }
    if decision.isLate { out.append(remark: words.late("\(intended)")) }
    if let about = decision.about { out.append(remark: words.about("\(about)")) }
  }

  /// Writes the title as a property, or the kind's name if the title is blank.
  ///
  /// - Parameter language: The language of the account's texts, if the event is marked as cancelled.
  static func write(
    _ name: StaticString, titleOf requests: [NotificationRequest], _ request: Int, cancelledIn language: String? = nil,
    to out: inout ByteWriter
  ) {
    let line = ICSLine(name, to: &out)
    if let language { out.append(ics: CancelledWord.before(language)) }
    let start = out.count
    if !requests[request].title.isBlank { out.append(ics: requests[request].title) }
    if out.count == start { out.append(text: requests[request].kind.name) }
    line.end(&out)
  }

  /// Writes the address that a tap opens (RFC 5545 section 3.8.4.6). A URI needs no escaping: it contains no line
  /// break.
  static func write(_ url: String, to out: inout ByteWriter) {
    let line = ICSLine("URL:", to: &out)
    out.append(text: url)
    line.end(&out)
  }

  /// Writes an alarm at or before the event (RFC 5545 section 3.6.6).
  private static func writeAlarm(
    minutes: Int, _ requests: [NotificationRequest], _ request: Int, to out: inout ByteWriter
  ) {
    out.append("BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
    ICSWriter.write("DESCRIPTION:", titleOf: requests, request, to: &out)
    out.append(text: "TRIGGER:\(minutes == 0 ? "" : "-")PT\(minutes)M\r\nEND:VALARM\r\n")
  }
}

extension ByteWriter {
  /// Appends an escaped line break and a remark.
  fileprivate mutating func append(remark: String) {
    append("\\n")
    append(ics: remark)
  }

  /// Appends a remark and an escaped line break.
  fileprivate mutating func append(note: String) {
    append(ics: note)
    append("\\n")
  }
}

extension String {
  /// Whether the text shows nothing.
  fileprivate var isBlank: Bool {
    // True for nearly every title, and avoids the tables of Unicode.
    if let first = utf8.first, (0x21...0x7e).contains(first) { return false }
    return unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}
