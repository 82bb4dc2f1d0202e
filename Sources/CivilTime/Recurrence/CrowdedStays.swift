/// Finds the stays of a traveler that may contain a wall time if moves are close together. A phone at a border may change its zone
/// hundreds of times a day, too many to search for each wall time.
///
/// A stay shows a wall time at an instant that differs from it by an offset. So it is enough to look at the instants of all offsets
/// in use, and at the stays in which clocks change.
struct CrowdedStays: Sendable {
  /// An upper bound on every offset, in seconds.
  static let reach: Int64 = 26 * 3600

  /// Every offset in force during a stay or shortly before it. A wall time in a gap uses the earlier one.
  private let offsets: [UTCOffset]
  /// The clock changes inside stays, ascending.
  private let changes: [(at: Instant, stay: Int)]

  init(_ stays: [ZoneTimeline.Stay]) {
    var offsets: Set<UTCOffset> = []
    var changes: [(at: Instant, stay: Int)] = []
    // Beyond their reach, nothing can happen before the first move or after the last one.
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

  /// Returns the stays that may contain a wall time, ascending.
  ///
  /// - Parameter stayIndex: Returns the index of the stay at an instant.
  func stays(with local: LocalDateTime, _ stayIndex: (Instant) -> Int) -> [Int] {
    var found = Set(offsets.map { stayIndex(local.instant(at: $0)) })
    let middle = local.instant(at: .utc)
    let latest = middle.advanced(bySeconds: CrowdedStays.reach)
    let first = changes.partitioningIndex { $0.at >= middle.advanced(bySeconds: -CrowdedStays.reach) }
    for change in changes[first...].prefix(while: { $0.at <= latest }) { found.insert(change.stay) }
    return found.sorted()
  }
}
