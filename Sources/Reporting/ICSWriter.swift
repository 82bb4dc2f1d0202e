import CivilTime
import PlanModel

/// Writes scheduled decisions as VEVENTs (RFC 5545, RFC 7986): one a decision, in UTC, for calendars to import.
package struct ICSWriter {
  /// Calendars choke on events without a length.
  private static let eventSeconds: Int64 = 300

  private let stamp: [UInt8]
  /// What is the same for all events of a request, one behind the other.
  private var fragments: [UInt8] = []
  private var ranges: [Fragments] = []
  /// The names of the zones, escaped.
  private var zones: [[UInt8]] = []
  private var line = ICSLine()

  /// Where a request's fragments lie in `fragments`.
  private struct Fragments {
    /// `BEGIN:VEVENT` to the `uid`'s stem.
    var head: Range<Int>
    /// The description up to the time, and from after the zone on; escaped, not folded.
    var lead: Range<Int>
    var trail: Range<Int>
    /// `SUMMARY` and what else does not change.
    var body: Range<Int>
    var isOneOff: Bool
  }

  /// - Parameter now: The DTSTAMP of every event, so that equal plans make equal files.
  package init(now: Instant) {
    var stamp: [UInt8] = []
    stamp.append("\r\nDTSTAMP:" as StaticString)
    stamp.appendICS(now)
    stamp.append("\r\nDTSTART:" as StaticString)
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
    prepare(plan)
    for decision in plan.decisions where decision.outcome == .scheduled {
      guard let at = decision.at else { continue }
      let index = Int(decision.request)
      let parts = ranges[index]
      text.append(contentsOf: fragments[parts.head])
      if !parts.isOneOff { text.appendUIDSuffix(of: decision) }
      text.append(contentsOf: stamp)
      text.appendICS(at)
      text.append("\r\nDTEND:" as StaticString)
      text.appendICS(at.advanced(bySeconds: ICSWriter.eventSeconds))
      text.append("\r\n" as StaticString)
      describe(decision, at, parts, plan)
      text.appendFolded(line.bytes)
      text.append(contentsOf: fragments[parts.body])
      ends.append(text.count)
    }
  }

  private mutating func prepare(_ plan: AccountPlan) {
    fragments.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    zones = plan.timeline.stays.map { stay in
      line.removeAll()
      line.appendText(" \(stay.zone.name) (UTC")
      return line.bytes
    }
    line.removeAll()
    line.appendText("\(plan.policy.name), account \(plan.account.id.text), ")
    let owner = line.bytes
    for request in plan.requests {
      let start = fragments.count
      fragments.append("BEGIN:VEVENT\r\nUID:" as StaticString)
      fragments.append(contentsOf: request.uidStem(plan.account).hexadecimal)
      let lead = fragments.count
      fragments.append("DESCRIPTION:" as StaticString)
      if !request.body.isEmpty {
        line.removeAll()
        line.appendText(request.body)
        line.appendLineBreak()
        fragments.append(contentsOf: line.bytes)
      }
      let trail = fragments.count
      line.removeAll()
      line.appendLineBreak()
      fragments.append(contentsOf: line.bytes)
      fragments.append(contentsOf: owner)
      line.removeAll()
      line.appendText(request.identifier.text)
      fragments.append(contentsOf: line.bytes)
      let body = fragments.count
      fragments.appendICSLine("SUMMARY", text: request.title.isEmpty ? request.kind.rawValue : request.title)
      fragments.append("CATEGORIES:" as StaticString)
      fragments.append(request.kind.rawValue)
      fragments.append("\r\nTRANSP:TRANSPARENT\r\nSEQUENCE:0\r\nEND:VEVENT\r\n" as StaticString)
      ranges.append(
        Fragments(
          head: start..<lead, lead: lead..<trail, trail: trail..<body, body: body..<fragments.count,
          isOneOff: request.isOneOff))
    }
  }

  /// The description: the request's body, and why the event is there: local time and zone, app, account, identifier.
  private mutating func describe(_ decision: Decision, _ at: Instant, _ parts: Fragments, _ plan: AccountPlan) {
    line.removeAll()
    line.append(fragments[parts.lead])
    let offset = plan.timeline.offset(at: at)
    line.append(at.local(at: offset))
    line.append(zones[plan.timeline.stayIndex(at: at)][...])
    line.append(offset)
    if let local = decision.local {
      if decision.deferredFrom != nil { line.appendNote("Asked for \(local), moved by quiet hours.") }
      if decision.shift != nil { line.appendNote("Asked for \(local), which no clock shows.") }
      if decision.isLate { line.appendNote("Happened at \(local).") }
    }
    line.append(fragments[parts.trail])
  }
}
