import CivilTime

/// What a calendar file has around its events (RFC 5545 section 3.4, RFC 7986).
package enum CalendarHeader {
  /// Everything before the zones and events.
  package static func text(title: String, color: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendICSLine("BEGIN:VCALENDAR")
    text.appendICSLine("VERSION:2.0")
    text.appendICSLine("PRODID:-//tickler//tickler//EN")
    text.appendICSLine("CALSCALE:GREGORIAN")
    text.appendICSLine("NAME", text: title)
    text.appendICSLine("X-WR-CALNAME", text: title)
    text.appendICSLine("COLOR", text: color)
    text.appendICSLine("REFRESH-INTERVAL;VALUE=DURATION:P1D")
    text.appendICSLine("X-PUBLISHED-TTL:P1D")
    return text
  }

  /// Of the calendar that everything is in.
  package static let whole = text(title: "Notifications", color: CalendarColor.mixed)
  package static let cancelled = text(title: "Cancelled notifications", color: CalendarColor.mixed)

  package static let footer = Array("END:VCALENDAR\r\n".utf8)

  /// What stands in a calendar without events, which must have something in it (RFC 5545 section 3.6).
  package static func empty(zone: Zone?, now: Instant) -> [UInt8] {
    let utc = Zone(
      name: "Etc/UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
    let timeZone = zone.flatMap { ICSTimeZone($0, now: now) } ?? ICSTimeZone(utc, now: now)
    return timeZone?.text ?? []
  }
}
