import CivilTime
import PlanModel

/// Writes scheduled decisions as VEVENTs (RFC 5545, RFC 7986): one a decision, in UTC, for calendars to import.
package struct ICSWriter {
  /// Calendars choke on events without a length.
  private static let eventSeconds: Int64 = 300

  private let stamp: [UInt8]

  /// - Parameter now: The DTSTAMP of every event, so that equal plans make equal files.
  package init(now: Instant) {
    var stamp: [UInt8] = []
    stamp.append("\r\nDTSTAMP:" as StaticString)
    stamp.appendICS(now)
    self.stamp = stamp
  }

  /// Everything before the first event.
  package static func header(name: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendICSLine("BEGIN:VCALENDAR")
    text.appendICSLine("VERSION:2.0")
    text.appendICSLine("PRODID:-//tickler//tickler//EN")
    text.appendICSLine("CALSCALE:GREGORIAN")
    text.appendICSLine("NAME", text: name)
    text.appendICSLine("X-WR-CALNAME", text: name)
    text.appendICSLine("COLOR:steelblue")
    text.appendICSLine("REFRESH-INTERVAL;VALUE=DURATION:PT12H")
    text.appendICSLine("X-PUBLISHED-TTL:PT12H")
    return text
  }

  package static let footer = Array("END:VCALENDAR\r\n".utf8)

  /// Appends the account's events, and to `ends` where each one ends in `text`.
  package mutating func append(_ plan: AccountPlan, to text: inout [UInt8], ends: inout [Int]) {
    var stems: [[UInt8]?] = Array(repeating: nil, count: plan.requests.count)
    for decision in plan.decisions where decision.outcome == .scheduled {
      guard let at = decision.at else { continue }
      let index = Int(decision.request)
      let request = plan.requests[index]
      let stem = stems[index] ?? request.uidStem(plan.account).hexadecimal
      stems[index] = stem
      text.append("BEGIN:VEVENT\r\nUID:" as StaticString)
      text.append(contentsOf: stem)
      text.appendUIDSuffix(of: decision, request)
      text.append(contentsOf: stamp)
      text.append("\r\nDTSTART:" as StaticString)
      text.appendICS(at)
      text.append("\r\nDTEND:" as StaticString)
      text.appendICS(at.advanced(bySeconds: ICSWriter.eventSeconds))
      text.append("\r\n" as StaticString)
      text.appendICSLine("SUMMARY", text: request.title.isEmpty ? request.kind.rawValue : request.title)
      text.appendFolded(description(decision, request, plan))
      text.append("CATEGORIES:" as StaticString)
      text.append(request.kind.rawValue)
      text.append("\r\nTRANSP:TRANSPARENT\r\nSEQUENCE:0\r\nEND:VEVENT\r\n" as StaticString)
      ends.append(text.count)
    }
  }

  /// The body, and why the event is there: app, account, notification, local time and zone.
  private func description(_ decision: Decision, _ request: NotificationRequest, _ plan: AccountPlan) -> [UInt8] {
    var line = ICSLine("DESCRIPTION")
    if !request.body.isEmpty {
      line.appendText(request.body)
      line.appendLineBreak()
    }
    let at = decision.at!
    let stay = plan.timeline.stayIndex(at: at)
    let offset = plan.timeline.offset(at: at)
    line.appendText(
      "\(at.local(at: offset)) \(plan.timeline.stays[stay].zone.name) (UTC\(offset))")
    if decision.deferredFrom != nil, let local = decision.local {
      line.appendLineBreak()
      line.appendText("Asked for \(local), moved by quiet hours.")
    }
    if decision.isShifted, let local = decision.local {
      line.appendLineBreak()
      line.appendText("Asked for \(local), which the clock skips.")
    }
    if decision.isLate, let local = decision.local {
      line.appendLineBreak()
      line.appendText("Happened at \(local).")
    }
    line.appendLineBreak()
    line.appendText("\(plan.policy.name), account \(plan.account.id.text), \(request.identifier.text)")
    return line.bytes
  }
}
