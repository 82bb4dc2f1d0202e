import CivilTime
import PlanModel

/// Counts of notifications by local date and kind. The counts of two parts of a run can be added.
package struct DayCounts: Sendable {
  private static let recentSize = 64

  /// A date and the start of its counts.
  private struct Place {
    var date: LocalDate?
    var start: Int
  }

  private var starts: [LocalDate: Int] = [:]
  /// One row for each date, indexed by `Kind.index`.
  private var counts: [Int] = []
  /// The number of kinds in a row.
  private var width = Kind.count
  /// The places found last, indexed by the lowest bits of the day's number. A run counts the same few days over and over, and this
  /// saves most searches.
  private var recent: [Place]

  package init() {
    recent = Array(repeating: Place(date: nil, start: 0), count: DayCounts.recentSize)
  }

  /// The counts of each date that has any, indexed by `Kind.index`.
  package var byDate: [LocalDate: [Int]] { starts.mapValues { Array(counts[$0..<$0 + width]) } }

  package mutating func add(_ count: Int, _ kind: Kind, on date: LocalDate) {
    if kind.index >= width { widen(to: kind.index + 1) }
    counts[start(of: date) + kind.index] += count
  }

  package mutating func add(_ other: DayCounts) {
    if other.width > width { widen(to: other.width) }
    for (date, otherStart) in other.starts {
      let start = start(of: date)
      for kind in 0..<other.width { counts[start + kind] += other.counts[otherStart + kind] }
    }
  }

  /// Widens the rows, for a kind that was named after the first row was created.
  private mutating func widen(to kinds: Int) {
    var wider = DayCounts()
    wider.width = kinds
    wider.add(self)
    self = wider
  }

  private mutating func start(of date: LocalDate) -> Int {
    let slot = date.daysSinceEpoch & (DayCounts.recentSize - 1)
    if recent[slot].date == date { return recent[slot].start }
    let start = find(date)
    recent[slot] = Place(date: date, start: start)
    return start
  }

  private mutating func find(_ date: LocalDate) -> Int {
    if let known = starts[date] { return known }
    let start = counts.count
    starts[date] = start
    counts.append(contentsOf: repeatElement(0, count: width))
    return start
  }
}
