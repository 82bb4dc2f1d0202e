/// Finds the stays of a traveler that may have a wall time, where so many moves are close together that looking through all of them
/// for each wall time would take too long: a phone at a border may change its zone hundreds of times a day.
///
/// A stay has a wall time at an instant that is an offset away from it, so that it is enough to look there for each offset that any
/// stay has, and at the stays in which clocks change.
struct CrowdedStays: Sendable {
  /// No offset reaches so far, in seconds.
  static let reach: Int64 = 26 * 3600

  /// Every offset that is in force in a stay, or was shortly before it, which a wall time in a gap is read by.
  private let offsets: [UTCOffset]
  /// When clocks change inside a stay, ascending, and which.
  private let changes: [(at: Instant, stay: Int)]

  init(_ stays: [ZoneTimeline.Stay]) {
    var offsets: Set<UTCOffset> = []
    var changes: [(at: Instant, stay: Int)] = []
    // Before the first move and after the last one there is nothing to find beyond their reach.
    let first = stays[0].end.advanced(bySeconds: -2 * CrowdedStays.reach)
    let last = stays[stays.count - 1].start.advanced(bySeconds: 2 * CrowdedStays.reach)
    for (index, stay) in stays.enumerated() {
      let start = max(first, stay.start.advanced(bySeconds: -2 * CrowdedStays.reach))
      let end = min(last, stay.end)
      offsets.insert(stay.zone.offset(at: start))
      for change in stay.zone.transitions(in: start.advanced(bySeconds: 1)..<max(end, start.advanced(bySeconds: 1))) {
        offsets.insert(change.after)
        if change.at >= stay.start { changes.append((change.at, index)) }
      }
    }
    self.offsets = Array(offsets)
    self.changes = changes
  }

  /// - Parameter stayIndex: Which stay an instant lies in.
  /// - Returns: Ascending.
  func stays(with local: LocalDateTime, _ stayIndex: (Instant) -> Int) -> [Int] {
    var found = Set(offsets.map { stayIndex(local.instant(at: $0)) })
    let middle = local.instant(at: .utc)
    let latest = middle.advanced(bySeconds: CrowdedStays.reach)
    let first = changes.partitioningIndex { $0.at >= middle.advanced(bySeconds: -CrowdedStays.reach) }
    for change in changes[first...].prefix(while: { $0.at <= latest }) { found.insert(change.stay) }
    return found.sorted()
  }
}
