import CivilTime

/// The name of a run's folder in an archive: `2026-10-23T160000Z`, or `2026-10-23T160000Z-2` for a second run as of the
/// same instant.
package struct RunName: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The run's `now`.
  package let now: Instant
  /// The number among runs as of the same instant, from 1.
  let number: Int

  init(_ now: Instant, number: Int = 1) { (self.now, self.number) = (now, number) }

  /// - Returns: `nil` if the text is not the name of a run.
  package init?(_ text: String) {
    let parts = text.split(separator: "Z", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 17 else { return nil }
    let clock = parts[0].suffix(6)
    let instant = "\(parts[0].prefix(11))\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.suffix(2))Z"
    guard let now = Instant(rfc3339: instant.utf8), let number = parts[1].isEmpty ? 1 : Int(parts[1].dropFirst()) else {
      return nil
    }
    self.init(now, number: number)
    // Each run has one name: `-02` and `-1` are not valid.
    if description != text { return nil }
  }

  package var description: String {
    "\(now)".filter { $0 != ":" } + (number > 1 ? "-\(number)" : "")
  }

  package static func < (a: RunName, b: RunName) -> Bool { (a.now, a.number) < (b.now, b.number) }
}
