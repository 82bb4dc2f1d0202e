import Bytes
import CivilTime
import RunModel

/// A zone as a calendar file has it (VTIMEZONE, RFC 5545 section 3.6.5), and which instants its wall times can name.
///
/// There is at most one STANDARD and one DAYLIGHT, since Outlook reads the newest of several alone, and two have yearly rules, since
/// Emacs takes each for one. Where the clock changes by the same two rules in every year of the span, they are given, from the year
/// before; elsewhere there is what holds at `now`, and what is beyond the next change is left to UTC.
package struct ICSTimeZone: Sendable {
  package let zone: Zone
  /// The time that the observances are right for.
  private let span: Range<Instant>
  private let observances: [ICSObservance]
  /// Wall times that the clock shows twice, and the one after them, at which Ruby's icalendar has the old offset still.
  private let overlaps: [ClosedRange<LocalDateTime>]

  /// - Returns: nil where the zone's name cannot stand in a parameter of a content line.
  package init?(_ zone: Zone, now: Instant) {
    guard (1...50).contains(zone.name.utf8.count), zone.name.utf8.allSatisfy(ICSTimeZone.isPlain) else { return nil }
    self.zone = zone
    let years = ClockTable.calendarSpan(now: now)
    let transitions = zone.transitions(in: years.lowerBound.advanced(bySeconds: 1)..<years.upperBound)
    if let rules = ICSObservance.yearly(zone, transitions, years) {
      (span, observances) = (years, rules)
    } else {
      let single = ICSObservance.single(zone, transitions, years, now: now)
      (span, observances) = (single.span, [single.observance])
    }
    overlaps = transitions.filter { $0.after.seconds < $0.before.seconds }.map {
      $0.at.local(at: $0.after)...$0.at.local(at: $0.before)
    }
  }

  /// Letters, digits and punctuation that need no quotes in a parameter.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Whether every reader takes the wall time of `instant` for that instant: the observances reach there, and the clock shows it once.
  ///
  /// RFC 5545 reads a wall time that is shown twice as the first, but readers disagree.
  package func names(_ instant: Instant) -> Bool {
    guard span.contains(instant) else { return false }
    if overlaps.isEmpty { return true }
    let local = instant.local(at: zone.offset(at: instant))
    return !overlaps.contains { $0.contains(local) }
  }

  /// `BEGIN:VTIMEZONE` to `END:VTIMEZONE`.
  package var text: String {
    var out = ByteWriter()
    out.append(line: "BEGIN:VTIMEZONE")
    out.append("TZID:")
    out.append(text: zone.name)
    out.append("\r\n")
    for observance in observances { observance.write(to: &out) }
    out.append(line: "END:VTIMEZONE")
    return WrittenBytes(out).text
  }
}
