import Bytes
import CivilTime
import PlanModel

/// The parts of a calendar file around its events (RFC 5545 section 3.4, RFC 7986).
package enum CalendarHeader {
  /// What a program should do with the events (RFC 5546 section 1.4).
  package enum Method: String, Sendable { case publish = "PUBLISH", cancel = "CANCEL" }

  /// Returns everything before the zones and events.
  ///
  /// - Parameters:
  ///   - color: A CSS3 name from ``CalendarColor``.
  ///   - method: nil to omit METHOD.
  ///   - refresh: The seconds after which a subscriber should ask again.
  package static func text(title: String, color: String, method: Method? = nil, refresh: Int64) -> WrittenBytes {
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
    let interval = ICSWriter.duration(refresh, hasDays: true)
    out.append("REFRESH-INTERVAL;VALUE=DURATION:", text: interval)
    out.append("X-PUBLISHED-TTL:", text: interval)
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

/// The color of an app's events: a CSS3 name, as RFC 7986, section 5.9 requires. It is the same in every run.
package enum CalendarColor {
  /// The color of a calendar with several apps.
  package static let mixed = "steelblue"

  /// The RGB value of each name, for Apple's programs, which do not know the names.
  static let digits = [
    "brown": "A52A2A", "chocolate": "D2691E", "crimson": "DC143C", "darkgreen": "006400", "darkolivegreen": "556B2F",
    "darkslateblue": "483D8B", "firebrick": "B22222", "indigo": "4B0082", "maroon": "800000",
    "mediumvioletred": "C71585", "midnightblue": "191970", "olive": "808000", "purple": "800080", "seagreen": "2E8B57",
    "sienna": "A0522D", "steelblue": "4682B4", "teal": "008080",
  ]

  /// Colors dark enough for white text, and enough of them to tell the shipped apps apart.
  private static let names = digits.keys.filter { $0 != mixed }.sorted()

  package static func name(app: String) -> String {
    names[Int(StableHash(app).low % UInt64(names.count))]
  }

  /// Returns the lines of an event for its appearance: its color, and that it takes up no time.
  static func lines(app: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(text: "\r\nCOLOR:\(name(app: app))\r\nTRANSP:TRANSPARENT\r\n")
    return WrittenBytes(out)
  }
}
