import Bytes
import CivilTime

/// What a calendar file has around its events (RFC 5545 section 3.4, RFC 7986).
package enum CalendarHeader {
  /// Everything before the zones and events.
  package static func text(title: String, color: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(line: "BEGIN:VCALENDAR")
    out.append(line: "VERSION:2.0")
    out.append(line: "PRODID:-//tickler//tickler//EN")
    out.append(line: "CALSCALE:GREGORIAN")
    out.append("NAME:", text: title)
    out.append("X-WR-CALNAME:", text: title)
    out.append("COLOR:", text: color)
    out.append(line: "REFRESH-INTERVAL;VALUE=DURATION:P1D")
    out.append(line: "X-PUBLISHED-TTL:P1D")
    return WrittenBytes(out)
  }

  /// Of the calendar that everything is in.
  package static let whole = text(title: "Notifications", color: CalendarColor.mixed)
  package static let cancelled = text(title: "Cancelled notifications", color: CalendarColor.mixed)

  package static let footer = "END:VCALENDAR\r\n"

  /// What stands in a calendar without events, which must have something in it (RFC 5545 section 3.6).
  package static func empty(zone: Zone?, now: Instant) -> String {
    let utc = Zone(
      name: "Etc/UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
    let timeZone = zone.flatMap { ICSTimeZone($0, now: now) } ?? ICSTimeZone(utc, now: now)
    return timeZone?.text ?? ""
  }
}
