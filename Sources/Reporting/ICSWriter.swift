import CivilTime
import PlanModel

/// Writes decisions as VEVENTs (RFC 5545, RFC 7986), for calendars to import or subscribe to.
///
/// What is the same for all events of a request is written once; and where an event differs from the one before it in its
/// times alone, that one is copied and its times are written over.
package struct ICSWriter {
  /// Calendars choke on events without a length.
  private static let eventSeconds: Int64 = 300

  private let now: Instant
  private let options: CalendarOptions
  private let stamp: [UInt8]
  private var dates = DateDigits()
  /// Parts of requests and whole events, one behind the other.
  private var fragments: [UInt8] = []
  private var parts: [Parts?] = []
  private var owner: [UInt8] = []
  private var color = ""
  private var stays: [Stay] = []
  private var timeZones: [String: ICSTimeZone?] = [:]
  private var line = ICSLine()

  /// What there is to say about a request, as ranges of `fragments`.
  private struct Parts {
    /// `BEGIN:VEVENT` to the `uid`'s stem.
    var head: Range<Int>
    /// The description up to the time, and from after the zone on; escaped, not folded.
    var lead: Range<Int>
    var trail: Range<Int>
    /// `SUMMARY` to `SEQUENCE:`, and what follows that.
    var body: Range<Int>
    var tail: Range<Int>
    var isOneOff: Bool
    var model: Model?
  }

  /// An event of a request, to be copied where the next one differs in its times alone.
  private struct Model {
    var range: Range<Int>
    var form: Form
    /// Where its times stand, from its start. The date in the UID: 0 where there is none.
    var uid = 0
    var start = 0
    var end = 0
    /// The wall time in the description, and how much of it stands before a fold.
    var local = 0
    var room = 0
  }

  /// What two events must agree in for one to be made from the other.
  private struct Form: Equatable {
    var stay: Int
    var offset: UTCOffset
    var isInUTC: Bool
    var sequence: Int32
  }

  /// A zone of the account at hand.
  private struct Stay {
    /// `\n2026-…` goes on with: ` Europe/Berlin (UTC`.
    var name: [UInt8]
    /// nil: times are in UTC.
    var timeZone: ICSTimeZone?
  }

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
    for decision in plan.decisions {
      if case .scheduled = decision.outcome { append(decision, of: plan.requests, plan, to: &events) }
    }
    if options.hasAccountFiles { events.add(plan, title: "\(plan.policy.name): \(plan.account.id.text)") }
  }

  /// Appends what the account's previous plan had and this one has not, as cancelled.
  package mutating func appendCancelled(_ plan: AccountPlan, to events: inout CalendarEvents) {
    guard !plan.cancelled.isEmpty else { return }
    begin(plan, count: plan.cancelled.count)
    let reasons = CancelledReasons(plan)
    let requests = plan.cancelled.map(\.request)
    for (index, cancelled) in plan.cancelled.enumerated() {
      var decision = cancelled.decision
      decision.request = Int32(index)
      append(decision, of: requests, plan, why: reasons.words(cancelled), to: &events)
    }
    if options.hasAccountFiles { events.add(plan, title: "\(plan.policy.name): \(plan.account.id.text) (cancelled)") }
  }

  private mutating func begin(_ plan: AccountPlan, count: Int) {
    fragments.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    parts.append(contentsOf: repeatElement(nil, count: count))
    stays.removeAll(keepingCapacity: true)
    for stay in plan.timeline.stays {
      line.removeAll()
      line.appendText(" ")
      line.appendText(stay.zone.name)
      line.appendText(" (UTC")
      stays.append(Stay(name: line.bytes, timeZone: timeZone(stay.zone)))
    }
    line.removeAll()
    line.appendText("Here because ")
    line.appendText(plan.policy.name)
    line.appendText(" notifies account ")
    line.appendText(plan.account.id.text)
    line.appendText(": ")
    owner = line.bytes
    color = CalendarColor.name(app: plan.account.app)
  }

  private mutating func timeZone(_ zone: Zone) -> ICSTimeZone? {
    guard options.times == .zoned else { return nil }
    if let known = timeZones[zone.name], known == nil || known!.zone === zone { return known }
    let timeZone = ICSTimeZone(zone, now: now)
    timeZones[zone.name] = timeZone
    return timeZone
  }

  /// - Parameters:
  ///   - requests: The decision's is among them.
  ///   - why: Why it is cancelled; nil: it is not.
  private mutating func append(
    _ decision: Decision, of requests: [NotificationRequest], _ plan: AccountPlan, why: String? = nil,
    to events: inout CalendarEvents
  ) {
    guard let at = decision.at else { return }
    let end = at.advanced(bySeconds: ICSWriter.eventSeconds)
    let index = Int(decision.request)
    let offset = plan.timeline.offset(at: at)
    let stay = plan.timeline.stayIndex(at: at)
    var timeZone = stays[stay].timeZone
    if let zone = timeZone, !(zone.names(at) && zone.names(end)) { timeZone = nil }
    let form = Form(stay: stay, offset: offset, isInUTC: timeZone == nil, sequence: decision.sequence)
    let endOffset = timeZone?.zone.offset(at: end) ?? offset
    // What has nothing to it but its times.
    let isPlain =
      decision.deferredFrom == nil && decision.shift == nil && !decision.isLate && endOffset == offset
    if isPlain, let model = parts[index]?.model, model.form == form {
      copy(model, at, end, offset, decision, to: &events.text)
    } else {
      if parts[index] == nil { parts[index] = prepare(requests[index], plan, why: why) }
      let model = write(decision, at, (end, endOffset), form, timeZone, parts[index]!, to: &events.text)
      if isPlain, !requests[index].isOneOff {
        let start = fragments.count
        fragments.append(contentsOf: events.text[model.range])
        parts[index]!.model = model
        parts[index]!.model!.range = start..<fragments.count
      }
    }
    events.endEvent(in: timeZone)
  }

  private mutating func prepare(_ request: NotificationRequest, _ plan: AccountPlan, why: String?) -> Parts {
    let start = fragments.count
    fragments.append("BEGIN:VEVENT\r\nUID:" as StaticString)
    fragments.append(atMost: 32) { $0.write(hexadecimal: request.uidStem) }
    let lead = fragments.count
    line.removeAll()
    if let why {
      line.appendText(why)
      line.appendLineBreak()
    }
    if !request.body.isEmpty {
      line.appendText(request.body)
      line.appendLineBreak()
    }
    fragments.append("DESCRIPTION:" as StaticString)
    fragments.append(contentsOf: line.bytes)
    let trail = fragments.count
    line.removeAll()
    line.appendLineBreak()
    fragments.append(contentsOf: line.bytes)
    fragments.append(contentsOf: owner)
    fragments.append(request.kind.rawValue)
    line.removeAll()
    line.appendText(", ")
    line.appendText(request.identifier.text)
    fragments.append(contentsOf: line.bytes)
    let body = fragments.count
    line.begin("SUMMARY:")
    line.appendText(request.title.isEmpty ? request.kind.rawValue : request.title)
    if line.bytes.count == "SUMMARY:".utf8.count { line.appendText(request.kind.rawValue) }
    fragments.appendFolded(line.bytes)
    fragments.append("CATEGORIES:" as StaticString)
    fragments.append(request.kind.rawValue)
    fragments.append("\r\nCOLOR:" as StaticString)
    fragments.append(color)
    fragments.append("\r\nTRANSP:TRANSPARENT\r\n" as StaticString)
    if why != nil { fragments.append("STATUS:CANCELLED\r\n" as StaticString) }
    fragments.append("SEQUENCE:" as StaticString)
    let tail = fragments.count
    fragments.append("\r\n" as StaticString)
    if let minutes = options.alarmMinutes, why == nil {
      fragments.appendAlarm(minutes: minutes, title: line.bytes.dropFirst("SUMMARY:".utf8.count))
    }
    fragments.append("END:VEVENT\r\n" as StaticString)
    return Parts(
      head: start..<lead, lead: lead..<trail, trail: trail..<body, body: body..<tail, tail: tail..<fragments.count,
      isOneOff: request.isOneOff)
  }

  /// Writes a whole event.
  ///
  /// - Returns: Where it stands in `text`, and its times in it.
  private mutating func write(
    _ decision: Decision, _ at: Instant, _ end: (at: Instant, offset: UTCOffset), _ form: Form,
    _ timeZone: ICSTimeZone?, _ parts: Parts, to text: inout [UInt8]
  ) -> Model {
    let first = text.count
    var model = Model(range: first..<first, form: form)
    text.append(contentsOf: fragments[parts.head])
    if !parts.isOneOff, decision.local != nil {
      text.appendUIDSuffix(of: decision)
      model.uid = text.count - first - 8
    }
    text.append(contentsOf: stamp)
    model.start = text.appendTime(at, form.offset, timeZone) - first
    text.append("\r\nDTEND" as StaticString)
    model.end = text.appendTime(end.at, end.offset, timeZone) - first
    text.append("\r\n" as StaticString)
    line.removeAll()
    line.append(fragments[parts.lead])
    let mark = line.bytes.count
    line.append(at.local(at: form.offset))
    line.append(stays[form.stay].name[...])
    line.append(form.offset)
    if let local = decision.local {
      if decision.deferredFrom != nil { line.appendNote("Asked for \(local), moved by quiet hours.") }
      if decision.shift != nil { line.appendNote("Asked for \(local), which no clock shows.") }
      if decision.isLate { line.appendNote("Happened at \(local).") }
    }
    line.append(fragments[parts.trail])
    let place = text.appendFolded(line.bytes, mark: mark)
    model.local = place.index - first
    model.room = place.room
    text.append(contentsOf: fragments[parts.body])
    text.append(decimal: decision.sequence)
    text.append(contentsOf: fragments[parts.tail])
    model.range = first..<text.count
    return model
  }

  /// Writes the event of `model` with other times.
  private mutating func copy(
    _ model: Model, _ at: Instant, _ end: Instant, _ offset: UTCOffset, _ decision: Decision, to text: inout [UInt8]
  ) {
    let local = at.local(at: offset)
    let (start, end) =
      model.form.isInUTC ? (at.utc, end.utc) : (local, local.adding(seconds: ICSWriter.eventSeconds))
    let asked = model.uid > 0 ? decision.local.map { dates.of($0.date) } ?? 0 : 0
    let (startDate, endDate, localDate) = (dates.of(start.date), dates.of(end.date), dates.of(local.date))
    text.append(atMost: model.range.count) { event in
      fragments.withUnsafeBufferPointer { event.write(UnsafeBufferPointer(rebasing: $0[model.range])) }
      if model.uid > 0 { event.overwrite(date: asked, at: model.uid) }
      event.overwrite(compactDate: startDate, start.time, at: model.start)
      event.overwrite(compactDate: endDate, end.time, at: model.end)
      event.overwrite(date: localDate, local.time, at: model.local, room: model.room)
    }
  }
}

extension CalendarEvents {
  fileprivate mutating func add(_ plan: AccountPlan, title: String) {
    owners.append(
      Owner(
        fileName: AccountFileName(app: plan.account.app, id: plan.account.id.text), title: title,
        color: CalendarColor.name(app: plan.account.app), zone: plan.account.zone, end: ends.count))
  }
}

extension [UInt8] {
  /// `:20261024T091500Z` or `;TZID=Europe/Berlin:20261024T111500`.
  ///
  /// - Returns: Where the date begins.
  fileprivate mutating func appendTime(_ instant: Instant, _ offset: UTCOffset, _ timeZone: ICSTimeZone?) -> Int {
    if let timeZone {
      append(";TZID=" as StaticString)
      append(timeZone.zone.name)
    }
    append(UInt8(ascii: ":"))
    let start = count
    if timeZone == nil { appendICS(instant) } else { appendICS(instant.local(at: offset)) }
    return start
  }

  /// An alarm at or before the event (RFC 5545 section 3.6.6).
  fileprivate mutating func appendAlarm(minutes: Int, title: ArraySlice<UInt8>) {
    append("BEGIN:VALARM\r\nACTION:DISPLAY\r\n" as StaticString)
    appendFolded(Array("DESCRIPTION:".utf8) + title)
    let trigger: StaticString = minutes == 0 ? "TRIGGER:PT" : "TRIGGER:-PT"
    append(trigger)
    append(decimal: minutes)
    append("M\r\nEND:VALARM\r\n" as StaticString)
  }
}
