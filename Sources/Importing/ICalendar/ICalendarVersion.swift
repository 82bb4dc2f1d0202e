import CivilTime
import Formats

/// The order of a component's versions: by SEQUENCE, then by DTSTAMP and LAST-MODIFIED. A cancellation follows the
/// version that it cancels.
struct ICalendarVersion: Comparable {
  var sequence: Int
  var stamp: Instant
  var isCancelled: Bool

  static func < (a: ICalendarVersion, b: ICalendarVersion) -> Bool {
    (a.sequence, a.stamp, a.isCancelled ? 1 : 0) < (b.sequence, b.stamp, b.isCancelled ? 1 : 0)
  }
}

extension ICalendarComponent {
  var version: ICalendarVersion {
    ICalendarVersion(sequence: sequence, stamp: stamp ?? .distantPast, isCancelled: isCancelled)
  }

  /// The UID and the occurrence, which all versions share; nil without a UID.
  func versionedName(_ output: ImportOutput) -> String? {
    guard let uid, !uid.isEmpty else { return nil }
    guard let occurrence else { return uid }
    guard occurrence.time != nil, let zone = calendar.zone(of: occurrence, output) else {
      return "\(uid)\n\(occurrence.local)"
    }
    return "\(uid)\n\(zone.instant(of: occurrence.local))"
  }

  /// Whether two components have the same dates and text.
  func isCopy(of other: ICalendarComponent) -> Bool {
    (summary, start?.local, due?.local, rule?.text) == (
      other.summary, other.start?.local, other.due?.local, other.rule?.text
    )
  }
}

extension Instant {
  /// The occurrence in a name such as `X-MOZ-SNOOZE-TIME-1795712400000000`: microseconds since 1970; nil without one.
  init?(snoozed name: Span<UInt8>) {
    guard let number = Int(String(name).drop { !$0.isNumber }) else { return nil }
    self.init(epochSeconds: Int64(number / 1_000_000))
  }
}

extension String {
  /// The text without escapes (RFC 5545, section 3.3.11), on one line.
  var unescaped: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var isEscaped = false
    return replacingScalars { scalar in
      if isEscaped {
        isEscaped = false
        return scalar == "n" || scalar == "N" ? " " : nil
      }
      isEscaped = scalar == "\\"
      return isEscaped ? "" : nil
    }
  }
}

extension UTCOffset {
  /// Reads `+0100` or `-000115`.
  init?(basic text: some StringProtocol) {
    let digits = String(text.dropFirst())
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.utf8.count == 4 || digits.utf8.count == 6,
      var number = digits.withUTF8Bytes({ $0.decimal })
    else { return nil }
    if digits.utf8.count == 4 { number *= 100 }
    let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    self.init(seconds: text.hasPrefix("-") ? -seconds : seconds)
  }
}
