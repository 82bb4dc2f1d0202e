import Bytes
import CivilTime
import OwnWords
import PlanModel
import RunModel

extension ICSWriter {
  /// Kinds that are due on a date without a time. A person's calendar shows them as whole days, like requests that
  /// the plan marks so.
  private static let dayKinds: Set<Kind> = [Kind("bill"), Kind("overdue")]

  /// Writes an entry for a person, or a to-do (RFC 5545 section 3.6.2), without copying from others.
  ///
  /// - Parameter times: Changed to UTC for a whole day, which has no wall time.
  mutating func writeStyled(
    _ decision: Decision, _ times: inout EventTimes, _ requests: [NotificationRequest], _ plan: AccountPlan,
    why: String?, to out: inout ByteWriter
  ) {
    let index = Int(decision.request)
    let request = requests[index]
    let isPersonal = options.style == .personal
    let isTodo = options.component == .todo
    let isDay = isPersonal && (request.isAllDay || ICSWriter.dayKinds.contains(request.kind))
    let day = isDay ? ICSWriter.day(of: decision, plan) : nil
    out.append(line: isTodo ? "BEGIN:VTODO" : "BEGIN:VEVENT")
    let intended = request.isOneOff ? nil : decision.local?.date
    out.append(text: "UID:\(request.uidStem.hexadecimal)\(intended.map { "-\($0.compact)" } ?? "")\r\n")
    out.append(text: "DTSTAMP:\(now.utc.compact)Z\r\n")
    if let day {
      times.isInUTC = true
      out.append(text: "\(isTodo ? "DUE" : "DTSTART");VALUE=DATE:\(day.compact)\r\n")
      if !isTodo { out.append(text: "DTEND;VALUE=DATE:\(day.adding(days: 1).compact)\r\n") }
    } else {
      let zone = times.isInUTC ? nil : clocks[Int(times.stay)].zone?.zone.name
      let (separator, suffix) = (zone.map { ";TZID=\($0):" } ?? ":", zone == nil ? "Z\r\n" : "\r\n")
      out.append(text: "\(isTodo ? "DUE" : "DTSTART")\(separator)\(times.beginning.compact)\(suffix)")
      if !isTodo { out.append(text: "DTEND\(separator)\(times.end.compact)\(suffix)") }
    }
    if isPersonal {
      let due = ShiftedDue(decision, request, plan.timeline).map { OwnLanguage.words(plan.language).sentence($0) }
      let words = [why, request.body, due].compactMap(\.self).filter { !$0.isEmpty }
      if !words.isEmpty { out.append("DESCRIPTION:", text: words.joined(separator: "\n")) }
    } else {
      _ = writeDescription(decision, times, requests, plan, why: why, to: &out)
    }
    ICSWriter.write("SUMMARY:", titleOf: requests, index, cancelledIn: why == nil ? nil : plan.language, to: &out)
    if let url = request.url { ICSWriter.write(url, to: &out) }
    out.append("CATEGORIES:", text: isPersonal ? plan.policy.value.name : request.kind.name)
    out.append(text: "COLOR:\(CalendarColor.name(app: plan.account.value.app))\r\n")
    if !isTodo { out.append(line: "TRANSP:TRANSPARENT") }
    if why != nil {
      out.append(line: "STATUS:CANCELLED")
    } else if isTodo {
      out.append(line: "STATUS:NEEDS-ACTION")
    }
    out.append(text: "SEQUENCE:\(decision.sequence)\r\n")
    if let minutes = options.alarmMinutes, why == nil {
      out.append(text: "BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
      ICSWriter.write("DESCRIPTION:", titleOf: requests, index, to: &out)
      let before = "\(minutes == 0 ? "" : "-")PT\(minutes)M"
      if day != nil {
        // An absolute time before the notification, since a whole day does not have its hour.
        let instant = times.at.advanced(bySeconds: -60 * Int64(minutes))
        out.append(text: "TRIGGER;VALUE=DATE-TIME:\(instant.utc.compact)Z\r\n")
      } else {
        // A to-do has only an end.
        out.append(text: "TRIGGER\(isTodo ? ";RELATED=END" : ""):\(before)\r\n")
      }
      out.append(line: "END:VALARM")
    }
    out.append(line: isTodo ? "END:VTODO" : "END:VEVENT")
  }

  /// Returns the date of an entry without a time: its due date, or the open day to which a shift moves it.
  private static func day(of decision: Decision, _ plan: AccountPlan) -> LocalDate? {
    guard decision.shift?.mayMoveDate ?? false, let intended = decision.deferredFrom ?? decision.at else {
      return decision.local?.date
    }
    return plan.timeline.local(at: intended).date
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
    OwnLanguage.words(language).cancelled(reasons[Occurrence(cancelled.decision, cancelled.request)])
  }
}
