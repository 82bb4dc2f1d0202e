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

  /// The UID, which an event may share with a to-do; nil without one.
  var seriesName: String? { uid.flatMap { $0.isEmpty ? nil : "\(what)\n\($0)" } }

  /// The series and the occurrence, which all versions share; nil without a UID.
  func versionedName(_ output: ImportOutput) -> String? {
    guard let occurrence else { return seriesName }
    return seriesName.map { "\($0)\n\(name(of: occurrence, output))" }
  }

  fileprivate func name(of occurrence: ICalendarTime, floating: Zone? = nil, _ output: ImportOutput) -> String {
    guard occurrence.time != nil, let zone = calendar.zone(of: occurrence, floating: floating, output) else {
      return "\(occurrence.local)"
    }
    return "\(zone.instant(of: occurrence.local))"
  }

  /// Whether two components have the same dates and text.
  func isCopy(of other: ICalendarComponent) -> Bool { content == other.content }

  fileprivate var content: ICalendarCopies.Content {
    let times = [start, due]
    return .init(
      texts: [summary, rule?.text], times: times.map { $0?.local }, clocks: times.map { $0?.clock }, length: length)
  }
}

/// The components without a UID, counted by title and start.
struct ICalendarCopies {
  fileprivate struct Content: Hashable {
    var texts: [String?]
    var times: [LocalDateTime?]
    var clocks: [ICalendarTime.Clock?]
    var length: ICalendarDuration?
  }

  private var contents: Set<Content> = []
  private var counts: [String: Int] = [:]

  /// Returns the number of a component among those with its title and start, from 1; 0 for a copy of one.
  mutating func add(_ component: ICalendarComponent) -> Int {
    guard contents.insert(component.content).inserted else { return 0 }
    counts[component.id, default: 0] += 1
    return counts[component.id] ?? 1
  }
}

/// The occurrences that series exclude, with the SEQUENCE of the series.
///
/// A greater one than that of a changed occurrence deletes it. An equal one does not: some programs exclude what they
/// change.
struct ICalendarExclusions {
  private var sequences: [String: Int] = [:]

  mutating func add(_ series: ICalendarComponent, _ output: ImportOutput) {
    guard series.sequence > 0, series.occurrence == nil, !series.exceptions.isEmpty,
      let own = series.seriesName
    else {
      return
    }
    let clock = series.anchor.flatMap { series.calendar.zone(of: $0, output) }
    for time in series.exceptions {
      let name = "\(own)\n\(series.name(of: time, floating: clock, output))"
      sequences[name] = max(sequences[name] ?? 0, series.sequence)
    }
  }

  /// Whether a series excludes an occurrence that was changed before.
  func delete(_ component: ICalendarComponent, _ output: ImportOutput) -> Bool {
    guard !sequences.isEmpty, let occurrence = component.occurrence, let series = component.seriesName else {
      return false
    }
    let names = [component.name(of: occurrence, output), "\(occurrence.date.at(.midnight))"]
    return names.contains { component.sequence < sequences["\(series)\n\($0)"] ?? 0 }
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
