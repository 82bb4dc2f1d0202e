import Bytes
import CivilTime
import Diagnostics
import RunModel

/// A zone in a calendar file (VTIMEZONE, RFC 5545 section 3.6.5), and the instants that its wall times can name.
///
/// It has at most one STANDARD and one DAYLIGHT part, since Outlook reads only the newest of several. Two parts have
/// yearly rules, since Emacs assumes that they do. If the same two rules hold in every year of the span, they are
/// written from the year before on. Otherwise only the offset at `now` is written, and times after the next
/// transition use UTC.
package struct ICSTimeZone: Sendable {
  package let zone: Zone
  /// The span in which the observances are exact.
  private let span: Range<Instant>
  private let observances: [ICSObservance]
  /// The wall times that the clock shows twice, and the next one, for which Ruby's icalendar still uses the old
  /// offset.
  private let overlaps: [ClosedRange<LocalDateTime>]

  /// - Returns: nil if the zone's name cannot be used as a parameter of a content line.
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

  /// Whether a byte is a letter, digit or punctuation that needs no quotes in a parameter.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "_-+./".utf8.contains(byte)
  }

  /// Whether every program maps the wall time of `instant` to that instant: it is in the span, and the clock shows it
  /// once.
  ///
  /// For a wall time shown twice, RFC 5545 takes the first, but programs disagree.
  package func names(_ instant: Instant) -> Bool {
    guard span.contains(instant) else { return false }
    if overlaps.isEmpty { return true }
    let local = instant.local(at: zone.offset(at: instant))
    return !overlaps.contains { $0.contains(local) }
  }

  /// The zone from `BEGIN:VTIMEZONE` to `END:VTIMEZONE`.
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
