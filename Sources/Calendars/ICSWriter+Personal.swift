import Bytes
import CivilTime
import OwnWords
import PlanModel
import RunModel

/// An entry of a person's calendar: an occurrence of an item at its own time, with its reminders as alarms.
struct PersonalEntry {
  typealias Part = (decision: Decision, request: NotificationRequest)

  let uid: Occurrence
  let number: EventNumber
  /// The notification at the occurrence's own time; nil if the plan has none.
  let own: Part?
  /// The notification whose words and times the entry shows.
  let face: Part
  let reminders: [Part]
  /// Why it is cancelled; nil if it is not.
  let why: String?

  init(_ event: PersonalEvent, _ plan: AccountPlan) {
    func part(_ index: Int) -> Part { (plan.decisions[index], plan.requests[Int(plan.decisions[index].request)]) }
    (uid, number) = (event.uid, plan.number(of: event))
    (own, face, reminders, why) = (event.own.map(part), part(event.face), event.reminders.map(part), nil)
  }

  init(_ cancelled: CancelledOccurrence, why: String) {
    uid = Occurrence(eventOf: cancelled.decision, cancelled.request)
    number = cancelled.number
    let part = (cancelled.decision, cancelled.request)
    own = cancelled.request.eventStem == nil ? part : nil
    (face, reminders, self.why) = (part, [part], why)
  }
}

extension ICSWriter {
  mutating func append(
    _ entry: PersonalEntry, _ plan: AccountPlan, to out: inout ByteWriter, _ events: inout CalendarEvents
  ) {
    let (decision, request) = entry.face
    // The files of a plan do not keep the zone of a cancelled notification.
    let zone = entry.why == nil ? request.zone : nil
    let near = decision.at ?? entry.reminders.first?.decision.at
    guard let near, let own = OwnTime(decision, request, plan.timeline, zone, near: near) else { return }
    let (start, day) = (own.start, own.day)
    let duration = request.duration.flatMap { $0 > 0 ? Int64($0) : nil }
    let seconds =
      day == nil
      ? duration.map { Int32(clamping: own.end(lasting: $0, plan.timeline, zone).epochSeconds - start.epochSeconds) }
        ?? length
      : duration.map { Int32(clamping: $0) } ?? 86_400
    var times = times(start, seconds, plan)
    // A whole day has no wall time.
    if day != nil { times.isInUTC = true }
    begin(
      entry.uid, stamp: entry.number.stamp ?? plan.stale, times, day: day, days: (Int(seconds) + 86_399) / 86_400,
      to: &out)
    let due = ShiftedDue(decision, request, plan.timeline, zone).map { OwnLanguage.words(plan.language).sentence($0) }
    // The words of a notification that goes out at another time are not true of its occurrence.
    let body = entry.own?.decision.deferredFrom == nil ? entry.own?.request.body : nil
    let words = [entry.why, body, due].compactMap(\.self).filter { !$0.isEmpty }
    if !words.isEmpty { out.append("DESCRIPTION:", text: words.joined(separator: "\n")) }
    ICSWriter.write(
      "SUMMARY:", titleOf: [request], 0, cancelledIn: entry.why == nil ? nil : plan.language, to: &out)
    if let url = request.url { ICSWriter.write(url, to: &out) }
    out.append("CATEGORIES:", text: plan.policy.value.name)
    writeState(plan, entry.number.sequence, isCancelled: entry.why != nil, to: &out)
    if entry.why == nil {
      for reminder in entry.reminders { write(reminder, start, day, plan, to: &out) }
    }
    out.append(line: options.component == .todo ? "END:VTODO" : "END:VEVENT")
    end(times, out.count, &events)
    if let grouping = options.grouping, entry.why == nil { events.group(by: group(request, plan, grouping)) }
  }

  /// Writes a reminder as an alarm (RFC 5545 section 3.6.6).
  private func write(
    _ reminder: PersonalEntry.Part, _ start: Instant, _ day: LocalDate?, _ plan: AccountPlan, to out: inout ByteWriter
  ) {
    let (decision, request) = reminder
    guard let at = decision.at else { return }
    out.append(line: "BEGIN:VALARM")
    out.append(line: "ACTION:DISPLAY")
    let words = [request.title, request.body].filter { !$0.isEmpty }
    out.append("DESCRIPTION:", text: words.isEmpty ? request.kind.name : words.joined(separator: "\n"))
    // A whole day begins at midnight on the reader's clock.
    let seconds =
      day.map { plan.timeline.local(at: at).secondsSinceEpoch - $0.at(.midnight).secondsSinceEpoch }
      ?? at.epochSeconds - start.epochSeconds
    let isNominal = day != nil || plan.timeline.offset(at: at) == plan.timeline.offset(at: start)
    // Some programs count the hours from a midnight on the clock, others exactly.
    let isAmbiguous = day != nil && seconds % 86_400 != 0 && seconds != at.epochSeconds - start.epochSeconds
    let isMoved =
      decision.deferredFrom != nil || decision.shift?.isByClock ?? false || request.identifier.snoozed != nil
    if isMoved && at != start || isAmbiguous {
      out.append(text: "TRIGGER;VALUE=DATE-TIME:\(at.utc.compact)Z\r\n")
    } else {
      let related = options.component == .todo ? ";RELATED=END" : ""
      out.append(text: "TRIGGER\(related):\(ICSWriter.duration(seconds, hasDays: isNominal))\r\n")
    }
    out.append(line: "END:VALARM")
  }

  /// Returns a DURATION (RFC 5545 section 3.3.6).
  static func duration(_ seconds: Int64, hasDays: Bool) -> String {
    let (sign, count) = (seconds < 0 ? "-" : "", seconds.magnitude)
    if hasDays, count > 0, count % 86_400 == 0 { return "\(sign)P\(count / 86_400)D" }
    let parts = [(count / 3600, "H"), (count / 60 % 60, "M"), (count % 60, "S")].filter { $0.0 > 0 }
    return "\(sign)PT" + (parts.isEmpty ? "0S" : parts.map { "\($0.0)\($0.1)" }.joined())
  }
}
