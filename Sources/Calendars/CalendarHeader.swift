import Bytes
import CivilTime

/// The parts of a calendar file around its events (RFC 5545 section 3.4, RFC 7986).
package enum CalendarHeader {
  /// What a program should do with the events (RFC 5546 section 1.4).
  package enum Method: String, Sendable { case publish = "PUBLISH", cancel = "CANCEL" }

  /// Returns everything before the zones and events.
  ///
  /// - Parameters:
  ///   - color: A CSS3 name from ``CalendarColor``.
  ///   - method: nil to omit METHOD.
  package static func text(title: String, color: String, method: Method? = nil) -> WrittenBytes {
    var out = ByteWriter()
    out.append(line: "BEGIN:VCALENDAR")
    out.append(line: "VERSION:2.0")
    out.append(line: "PRODID:-//tickler//tickler//EN")
    out.append(line: "CALSCALE:GREGORIAN")
    if let method { out.append("METHOD:", text: method.rawValue) }
    out.append("NAME:", text: title)
    out.append("X-WR-CALNAME:", text: title)
    out.append("COLOR:", text: color)
    if let digits = CalendarColor.digits[color] { out.append("X-APPLE-CALENDAR-COLOR:", text: "#" + digits) }
    out.append(line: "REFRESH-INTERVAL;VALUE=DURATION:P1D")
    out.append(line: "X-PUBLISHED-TTL:P1D")
    return WrittenBytes(out)
  }

  package static let footer = "END:VCALENDAR\r\n"

  /// Returns the content of a calendar without events, which must not be empty (RFC 5545 section 3.6).
  package static func empty(zone: Zone?, now: Instant) -> String {
    let utc = Zone(
      name: "Etc/UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
    let timeZone = zone.flatMap { ICSTimeZone($0, now: now) } ?? ICSTimeZone(utc, now: now)
    return timeZone?.text ?? ""
  }
}
