import CivilTime
import PlanModel

/// The times when the app was in the foreground, for lookup by instant.
struct ForegroundStretches {
  /// The beginnings and ends of all stretches, ascending.
  private let bounds: [Instant]
  /// For the interval from each bound to the next, the index of its first stretch in the export; −1 if the app was not
  /// in the foreground.
  private let owners: [Int]

  init(_ stretches: [Range<Instant>]) {
    let bounds = Set(stretches.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var owners = Array(repeating: -1, count: bounds.count)
    // For each bound, the next one that may still be free.
    var free = Array(0...bounds.count)
    func firstFree(from start: Int) -> Int {
      var place = start
      while free[place] != place {
        free[place] = free[free[place]]
        place = free[place]
      }
      return place
    }
    for (index, stretch) in stretches.enumerated() {
      let end = bounds.partitioningIndex { $0 >= stretch.upperBound }
      var place = firstFree(from: bounds.partitioningIndex { $0 >= stretch.lowerBound })
      while place < end {
        owners[place] = index
        free[place] = place + 1
        place = firstFree(from: place + 1)
      }
    }
    (self.bounds, self.owners) = (bounds, owners)
  }

  /// Returns the index of the first stretch in the export that contains `instant`.
  func first(with instant: Instant) -> Int? {
    let place = bounds.partitioningIndex { $0 > instant } - 1
    return place < 0 || owners[place] < 0 ? nil : owners[place]
  }
}
