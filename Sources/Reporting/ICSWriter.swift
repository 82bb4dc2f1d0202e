import CivilTime
import PlanModel

/// Writes decisions as VEVENTs (RFC 5545, RFC 7986), for calendars to import or subscribe to.
///
/// Where an event differs from an earlier one of its request in its dates alone, that one is copied and its dates are
/// written over.
package struct ICSWriter {
  /// Calendars choke on events without a length.
  private static let eventSeconds: Int64 = 300

  private let now: Instant
  private let options: CalendarOptions
  /// From after the UID to the event's start.
  private let stamp: [UInt8]
  private var dates = DateDigits()
  private var timeZones: [String: ICSTimeZone?] = [:]
  /// By stay of the account at hand, the zone whose wall times are written; empty where all times are in UTC.
  private var zones: [ICSTimeZone?] = []
  /// What the description of every event of the account says, escaped.
  private var owner: [UInt8] = []
  /// Bytes of the longest name of a zone of the account.
  private var longestZone = 0
  private var color = (app: "", name: "")
  /// By request, an event of it to copy from.
  private var models: [Model] = []

  /// An event that has nothing to it but its times. Its places count from the first byte of the account's first event.
  private struct Model {
    /// What any event of the request takes at most; 0: that is not known yet.
    var size = 0
    /// 0 and 0: there is none.
    var start = 0
    var end = 0
    /// Where its times stand. The date in the UID: 0 where there is none.
    var uid = 0
    var dtstart = 0
    var dtend = 0
    /// The wall time in the description, and how much of it stands before a fold.
    var local = 0
    var room = 0
    /// Whether it ends on the date after the one that it begins on, as they are written.
    var endsLater = false
    var times = Times(at: .distantPast, stay: -1, offset: .utc, endOffset: .utc, isInUTC: true)
    var sequence: Int32 = 0
  }

  /// When an event is, and how that is written.
  private struct Times {
    var at: Instant
    var stay: Int
    var offset: UTCOffset
    var endOffset: UTCOffset
    var isInUTC: Bool

    @inline(__always)
    var end: Instant { at.advanced(bySeconds: ICSWriter.eventSeconds) }

    /// Its beginning on the clock that it is written by.
    @inline(__always)
    var start: LocalDateTime { isInUTC ? at.utc : local }

    @inline(__always)
    var local: LocalDateTime { at.local(at: offset) }

    /// Whether it differs in the dates alone.
    @inline(__always)
    func isAnotherDay(of other: Times) -> Bool {
      stay == other.stay && offset == other.offset && isInUTC == other.isInUTC
        && (at.epochSeconds - other.at.epochSeconds) % 86_400 == 0
    }
  }

  /// What an event has beyond its texts, at most.
  private static let fixedSize = 1200

  /// - Parameter now: The DTSTAMP of every event, so that equal plans make equal files.
  package init(now: Instant, options: CalendarOptions = CalendarOptions()) {
    self.now = now
    self.options = options
    var stamp: [UInt8] = []
    stamp.append("\r\nDTSTAMP:" as StaticString)
    stamp.appendICS(now)
    stamp.append("\r\nDTSTART" as StaticString)
    self.stamp = stamp
  }

  /// Appends the account's scheduled events.
  package mutating func append(_ plan: AccountPlan, to events: inout CalendarEvents) {
    begin(plan, count: plan.requests.count)
    plan.requests.withUnsafeBufferPointer { requests in
      var size = 0
      for decision in plan.decisions where decision.outcome.isScheduled {
        let index = Int(decision.request)
        if models[index].size == 0 { models[index].size = self.size(requests.baseAddress! + index, why: nil) }
        size += models[index].size
      }
      events.append(atMost: size) { text, marks in
        for decision in plan.decisions where decision.outcome.isScheduled {
          append(decision, requests.baseAddress! + Int(decision.request), plan, why: nil, to: &text, &marks)
        }
      }
    }
    if options.hasAccountFiles { events.endAccount(plan, title: "\(plan.policy.name): \(plan.account.id.text)") }
  }

  /// Appends what the account's previous plan had and this one has not, as cancelled.
  package mutating func appendCancelled(_ plan: AccountPlan, to events: inout CalendarEvents) {
    guard !plan.cancelled.isEmpty else { return }
    begin(plan, count: plan.cancelled.count)
    let reasons = CancelledReasons(plan)
    for (index, cancelled) in plan.cancelled.enumerated() {
      var decision = cancelled.decision
      decision.request = Int32(index)
      let why = reasons.words(cancelled)
      withUnsafePointer(to: cancelled.request) { request in
        events.append(atMost: size(request, why: why)) { append(decision, request, plan, why: why, to: &$0, &$1) }
      }
    }
    if options.hasAccountFiles {
      events.endAccount(plan, title: "\(plan.policy.name): \(plan.account.id.text) (cancelled)")
    }
  }

  private mutating func begin(_ plan: AccountPlan, count: Int) {
    models.removeAll(keepingCapacity: true)
    models.append(contentsOf: repeatElement(Model(), count: count))
    if options.times == .zoned { zones = plan.timeline.stays.map { timeZone($0.zone) } }
    longestZone = plan.timeline.longestName
    owner.removeAll(keepingCapacity: true)
    owner.append("\\nHere because " as StaticString)
    owner.appendICSText(plan.policy.name)
    owner.append(" notifies account " as StaticString)
    owner.appendICSText(plan.account.id.text)
    owner.append(": " as StaticString)
    if color.app != plan.account.app || color.name.isEmpty {
      color = (plan.account.app, CalendarColor.name(app: plan.account.app))
    }
  }

  private mutating func timeZone(_ zone: Zone) -> ICSTimeZone? {
    if let known = timeZones[zone.name], known == nil || known!.zone === zone { return known }
    let timeZone = ICSTimeZone(zone, now: now)
    timeZones[zone.name] = timeZone
    return timeZone
  }

  /// How many bytes an event of the request takes at most.
  private func size(_ request: UnsafePointer<NotificationRequest>, why: String?) -> Int {
    let texts =
      request.pointee.title.utf8.count * 2 + request.pointee.body.utf8.count
      + request.pointee.identifier.text.utf8.count + (why?.utf8.count ?? 0) + longestZone
    // Each byte may be escaped, and each line is folded.
    return (2 * texts + owner.count + ICSWriter.fixedSize) * 13 / 12
  }

  // MARK: Events

  /// - Parameter why: Why it is cancelled; nil: it is not.
  @inline(__always)
  private mutating func append(
    _ decision: Decision, _ request: UnsafePointer<NotificationRequest>, _ plan: AccountPlan, why: String?,
    to text: inout ByteCursor, _ marks: inout CalendarEvents.Marks
  ) {
    guard let at = decision.at else { return }
    let times = times(at, plan.timeline)
    // What has nothing to it but its times.
    let isPlain =
      decision.deferredFrom == nil && decision.shift == nil && !decision.isLate && times.endOffset == times.offset
      && decision.local?.secondsSinceEpoch == times.local.secondsSinceEpoch
    let index = Int(decision.request)
    if isPlain, models[index].end > 0, models[index].sequence == decision.sequence,
      times.isAnotherDay(of: models[index].times)
    {
      copy(models[index], times, to: &text)
    } else {
      let model = write(decision, times, request, plan, why: why, to: &text)
      if isPlain, !request.pointee.isOneOff { models[index] = model }
    }
    marks.endEvent(at: text.count, in: times.isInUTC ? nil : zones[times.stay])
  }

  @inline(__always)
  private func times(_ at: Instant, _ timeline: ZoneTimeline) -> Times {
    let offset = timeline.offset(at: at)
    var times = Times(
      at: at, stay: timeline.stayIndex(at: at), offset: offset, endOffset: offset, isInUTC: true)
    if options.times == .zoned, let zone = zones[times.stay], zone.names(at), zone.names(times.end) {
      times.isInUTC = false
      times.endOffset = zone.zone.offset(at: times.end)
    }
    return times
  }

  /// Writes the event of `model` with other dates.
  @inline(__always)
  private mutating func copy(_ model: Model, _ times: Times, to text: inout ByteCursor) {
    let shift = text.count - model.start
    text.repeat(model.start..<model.end)
    let (startDate, localDate) = (times.start.date, times.local.date)
    let (start, local) = (dates.of(startDate), dates.of(localDate))
    if model.uid > 0 { text.overwrite(date: local, at: model.uid + shift) }
    text.overwrite(date: start, at: model.dtstart + shift)
    text.overwrite(
      date: model.endsLater ? dates.of(startDate.adding(days: 1)) : start, at: model.dtend + shift)
    text.overwrite(separatedDate: local, at: model.local + shift, room: model.room)
  }

  /// Writes a whole event.
  @inline(never)
  private mutating func write(
    _ decision: Decision, _ times: Times, _ request: UnsafePointer<NotificationRequest>, _ plan: AccountPlan,
    why: String?, to text: inout ByteCursor
  ) -> Model {
    var model = Model(start: text.count)
    model.times = times
    model.sequence = decision.sequence
    model.endsLater = times.start.adding(seconds: ICSWriter.eventSeconds).date != times.start.date
    text.write("BEGIN:VEVENT\r\nUID:")
    text.write(hexadecimal: request.pointee.uidStem)
    if !request.pointee.isOneOff, let asked = decision.local {
      text.write(UInt8(ascii: "-"))
      model.uid = text.count
      text.write(date: dates.of(asked.date))
    }
    stamp.withUnsafeBufferPointer { text.write($0) }
    let zone = times.isInUTC ? nil : zones[times.stay]
    model.dtstart = write(times.at, times.offset, zone, to: &text)
    text.write("\r\nDTEND")
    model.dtend = write(times.end, times.endOffset, zone, to: &text)
    text.write("\r\n")
    (model.local, model.room) = writeDescription(decision, times, request, plan, why: why, to: &text)
    write("SUMMARY", titleOf: request, to: &text)
    text.write("CATEGORIES:")
    text.write(text: request.pointee.kind.rawValue)
    text.write("\r\nCOLOR:")
    text.write(text: color.name)
    text.write("\r\nTRANSP:TRANSPARENT\r\n")
    if why != nil { text.write("STATUS:CANCELLED\r\n") }
    text.write("SEQUENCE:")
    text.write(decimal: Int(decision.sequence))
    text.write("\r\n")
    if let minutes = options.alarmMinutes, why == nil { writeAlarm(minutes: minutes, request, to: &text) }
    text.write("END:VEVENT\r\n")
    model.end = text.count
    return model
  }

  /// `:20261024T091500Z` or `;TZID=Europe/Berlin:20261024T111500`.
  ///
  /// - Returns: Where the date begins.
  private mutating func write(
    _ instant: Instant, _ offset: UTCOffset, _ zone: ICSTimeZone?, to text: inout ByteCursor
  ) -> Int {
    if let zone {
      text.write(";TZID=")
      text.write(text: zone.zone.name)
    }
    text.write(UInt8(ascii: ":"))
    let start = text.count
    let local = zone == nil ? instant.utc : instant.local(at: offset)
    text.write(compactDate: dates.of(local.date), local.time)
    if zone == nil { text.write(UInt8(ascii: "Z")) }
    return start
  }

  /// - Returns: Where the wall time begins, and how much of it stands before a fold.
  private mutating func writeDescription(
    _ decision: Decision, _ times: Times, _ request: UnsafePointer<NotificationRequest>, _ plan: AccountPlan,
    why: String?, to text: inout ByteCursor
  ) -> (start: Int, room: Int) {
    var line = ICSLine("DESCRIPTION", to: &text)
    if let why { line.writeNote(why, to: &text) }
    if !request.pointee.body.isEmpty { line.writeNote(request.pointee.body, to: &text) }
    let place = line.write(dates.of(times.local.date), times.local.time, to: &text)
    line.write(" ", to: &text)
    line.write(text: plan.timeline.stays[times.stay].zone.name, to: &text)
    line.write(" (UTC", to: &text)
    line.write(times.offset, to: &text)
    if let local = decision.local {
      if decision.deferredFrom != nil { line.write(text: "\nAsked for \(local), moved by quiet hours.", to: &text) }
      if decision.shift != nil { line.write(text: "\nAsked for \(local), which no clock shows.", to: &text) }
      if decision.isLate { line.write(text: "\nHappened at \(local).", to: &text) }
    }
    owner.withUnsafeBufferPointer { line.write(escaped: $0, to: &text) }
    line.write(text: request.pointee.kind.rawValue, to: &text)
    line.write("\\, ", to: &text)
    line.write(text: request.pointee.identifier.text, to: &text)
    line.end(&text)
    return place
  }

  /// The title as a property; the kind's word where there is nothing to show.
  @inline(__always)
  private func write(
    _ name: StaticString, titleOf request: UnsafePointer<NotificationRequest>, to text: inout ByteCursor
  ) {
    var line = ICSLine(name, to: &text)
    line.write(text: request.pointee.title, to: &text)
    if line.isEmpty { line.write(text: request.pointee.kind.rawValue, to: &text) }
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
