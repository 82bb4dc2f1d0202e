import CivilTime
import PlanModel

/// What goes out by local date and kind; the counts of two parts of a run can be added up.
package struct DayCounts: Sendable {
  private static let kinds = Kind.allCases.count
  private static let recentSize = 64

  /// A date and where its counts begin.
  private struct Place {
    var date: LocalDate?
    var start: Int
  }

  private var starts: [LocalDate: Int] = [:]
  /// One row a date, by `Kind.index`.
  private var counts: [Int] = []
  /// The places found last, by the lowest bits of the day's number: a run counts the same few days over and over, and
  /// this spares it most searches.
  private var recent: [Place]

  package init() {
    recent = Array(repeating: Place(date: nil, start: 0), count: DayCounts.recentSize)
  }

  /// The counts of each date that has any, by `Kind.index`.
  package var byDate: [LocalDate: [Int]] {
    starts.mapValues { Array(counts[$0..<$0 + DayCounts.kinds]) }
  }

  package mutating func add(_ count: Int, _ kind: Kind, on date: LocalDate) {
    counts[start(of: date) + kind.index] += count
  }

  package mutating func add(_ other: DayCounts) {
    for (date, otherStart) in other.starts {
      let start = start(of: date)
      for kind in 0..<DayCounts.kinds { counts[start + kind] += other.counts[otherStart + kind] }
    }
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
    counts.append(contentsOf: repeatElement(0, count: DayCounts.kinds))
    return start
  }
}
