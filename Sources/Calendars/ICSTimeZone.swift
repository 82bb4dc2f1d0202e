import Bytes
import CivilTime
import RunModel

/// A zone as a calendar file has it: its rules for the years of a plan (VTIMEZONE, RFC 5545 section 3.6.5), and which
/// instants its wall times can name.
package struct ICSTimeZone: Sendable {
  package let zone: Zone
  /// The time that the rules are given for.
  private let span: Range<Instant>
  private let transitions: [Zone.Transition]
  /// Wall times that the clock shows twice.
  private let overlaps: [Range<LocalDateTime>]

  /// - Returns: nil where the zone's name cannot stand in a parameter of a content line.
  package init?(_ zone: Zone, now: Instant) {
    guard (1...50).contains(zone.name.utf8.count), zone.name.utf8.allSatisfy(ICSTimeZone.isPlain) else { return nil }
    self.zone = zone
    span = ClockTable.calendarSpan(now: now)
    transitions = zone.transitions(in: span.lowerBound.advanced(bySeconds: 1)..<span.upperBound)
    overlaps = transitions.filter { $0.after.seconds < $0.before.seconds }.map {
      $0.at.local(at: $0.after)..<$0.at.local(at: $0.before)
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

  /// Whether every reader takes the wall time of `instant` for that instant: the rules reach there, and the clock shows it once.
  ///
  /// RFC 5545 reads a wall time that is shown twice as the first, but readers disagree.
  package func names(_ instant: Instant) -> Bool {
    guard span.contains(instant) else { return false }
    if overlaps.isEmpty { return true }
    let local = instant.local(at: zone.offset(at: instant))
    return !overlaps.contains { $0.contains(local) }
  }

  /// `BEGIN:VTIMEZONE` to `END:VTIMEZONE`: one observance for the time before the first change, and one for each change.
  package var text: String {
    var out = ByteWriter()
    out.append(line: "BEGIN:VTIMEZONE")
    out.append("TZID:")
    out.append(text: zone.name)
    out.append("\r\n")
    let types = [zone.localTimeType(at: span.lowerBound)] + transitions.map { zone.localTimeType(at: $0.at) }
    let first = types[0]
    let isDaylight = types.count > 1 ? ICSTimeZone.isDaylight(first, beside: types[1]) : first.isDaylight
    out.append(first, from: first.offset, since: span.lowerBound, isDaylight: isDaylight)
    for (index, transition) in transitions.enumerated() where transition.at.utc.date.year <= 9999 {
      out.append(
        types[index + 1], from: transition.before, since: transition.at,
        isDaylight: ICSTimeZone.isDaylight(types[index + 1], beside: types[index]))
    }
    out.append(line: "END:VTIMEZONE")
    return WrittenBytes(out).text
  }

  /// Readers take daylight time to be ahead; of Ireland and Morocco the tz database says the opposite.
  private static func isDaylight(_ type: LocalTimeType, beside other: LocalTimeType) -> Bool {
    guard type.isDaylight != other.isDaylight else { return type.isDaylight }
    return type.offset.seconds > other.offset.seconds
  }
}

extension ByteWriter {
  /// One STANDARD or DAYLIGHT: what holds since `onset`, which is written by the clock before it.
  fileprivate mutating func append(
    _ type: LocalTimeType, from before: UTCOffset, since onset: Instant, isDaylight: Bool
  ) {
    let name: StaticString = isDaylight ? "DAYLIGHT\r\n" : "STANDARD\r\n"
    append("BEGIN:")
    append(name)
    append(text: "DTSTART:\(onset.local(at: before).compact)\r\n")
    append(text: "TZOFFSETFROM:\(before.compact)\r\n")
    append(text: "TZOFFSETTO:\(type.offset.compact)\r\n")
    append("TZNAME:", text: type.abbreviation)
    append("END:")
    append(name)
  }
}

extension UTCOffset {
  /// `+0100`, with seconds where they are not zero.
  fileprivate var compact: String { description.filter { $0 != ":" } }
}
