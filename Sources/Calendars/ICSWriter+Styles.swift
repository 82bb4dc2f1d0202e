import Bytes
import CivilTime
import OwnWords
import PlanModel
import RunModel

extension ICSWriter {
  /// Writes a notification as a to-do (RFC 5545 section 3.6.2), without copying from others.
  mutating func writeTodo(
    _ decision: Decision, _ times: EventTimes, _ requests: [NotificationRequest], _ plan: AccountPlan, why: String?,
    to out: inout ByteWriter
  ) {
    let index = Int(decision.request)
    let request = requests[index]
    begin(Occurrence(decision, request), stamp: decision.stamp ?? plan.stale, times, day: nil, days: 1, to: &out)
    _ = writeDescription(decision, times, requests, plan, why: why, to: &out)
    ICSWriter.write("SUMMARY:", titleOf: requests, index, cancelledIn: why == nil ? nil : plan.language, to: &out)
    if let url = request.url { ICSWriter.write(url, to: &out) }
    out.append("CATEGORIES:", text: request.kind.name)
    writeState(plan, decision.sequence, isCancelled: why != nil, to: &out)
    if let minutes = options.alarmMinutes, why == nil {
      out.append(text: "BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
      ICSWriter.write("DESCRIPTION:", titleOf: requests, index, to: &out)
      // A to-do has only an end.
      out.append(text: "TRIGGER;RELATED=END:\(minutes == 0 ? "" : "-")PT\(minutes)M\r\nEND:VALARM\r\n")
    }
    out.append(line: "END:VTODO")
  }

  /// Writes an entry up to its times.
  ///
  /// - Parameters:
  ///   - day: The first day of one for whole days; nil for one with a time.
  ///   - days: The number of its days.
  func begin(
    _ uid: Occurrence, stamp: Instant?, _ times: EventTimes, day: LocalDate?, days: Int, to out: inout ByteWriter
  ) {
    let isTodo = options.component == .todo
    let start = isTodo ? "DUE" : "DTSTART"
    out.append(line: isTodo ? "BEGIN:VTODO" : "BEGIN:VEVENT")
    out.append(text: "UID:\(uid.stem.hexadecimal)\(uid.date.map { "-\($0.compact)" } ?? "")\r\n")
    out.append(text: "DTSTAMP:\((stamp ?? now).utc.compact)Z\r\n")
    if let day {
      out.append(text: "\(start);VALUE=DATE:\(day.compact)\r\n")
      if !isTodo { out.append(text: "DTEND;VALUE=DATE:\(day.adding(days: days).compact)\r\n") }
    } else {
      let zone = times.isInUTC ? nil : clocks[Int(times.stay)].zone?.zone.name
      let (separator, suffix) = (zone.map { ";TZID=\($0):" } ?? ":", zone == nil ? "Z\r\n" : "\r\n")
      out.append(text: "\(start)\(separator)\(times.beginning.compact)\(suffix)")
      if !isTodo { out.append(text: "DTEND\(separator)\(times.end.compact)\(suffix)") }
    }
  }

  /// Writes an entry's color, status and number.
  func writeState(_ plan: AccountPlan, _ sequence: Int32, isCancelled: Bool, to out: inout ByteWriter) {
    let isTodo = options.component == .todo
    out.append(text: "COLOR:\(CalendarColor.name(app: plan.account.value.app))\r\n")
    if !isTodo { out.append(line: "TRANSP:TRANSPARENT") }
    if isCancelled {
      out.append(line: "STATUS:CANCELLED")
    } else if isTodo {
      out.append(line: "STATUS:NEEDS-ACTION")
    }
    out.append(text: "SEQUENCE:\(sequence)\r\n")
  }
}

extension LocalDate {
  /// The date as `YYYYMMDD`.
  fileprivate var compact: String { description.filter { $0 != "-" } }
}

/// The reasons why occurrences of the previous plan are cancelled: this plan's decision with the same `uid`.
struct CancelledReasons {
  private var reasons: [Occurrence: Reason] = [:]
  private let language: String

  init(_ plan: AccountPlan) {
    language = plan.language
    for decision in plan.decisions {
      guard let reason = decision.outcome.reason else { continue }
      let occurrence = Occurrence(decision, plan.requests[Int(decision.request)])
      if reasons[occurrence] == nil { reasons[occurrence] = reason }
    }
  }

  /// Returns a sentence or two for the reader of the calendar.
  func words(_ cancelled: CancelledOccurrence) -> String {
    OwnLanguage.words(language).cancelled(reasons[cancelled.occurrence] ?? cancelled.reason)
  }
}
