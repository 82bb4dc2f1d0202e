import CivilTime
import PlanModel

/// When the app was in the foreground, to be looked up by instant.
struct ForegroundStretches {
  /// Every beginning and end, ascending.
  private let bounds: [Instant]
  /// From each bound to the next, the first stretch in the order of the export; −1: the app was not in the foreground.
  private let owners: [Int]

  init(_ stretches: [Range<Instant>]) {
    let bounds = Set(stretches.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var owners = Array(repeating: -1, count: bounds.count)
    // By bound, the next one at which nothing has been put yet, as far as is known.
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

  /// The first stretch in the order of the export that has `instant`.
  func first(with instant: Instant) -> Int? {
    let place = bounds.partitioningIndex { $0 > instant } - 1
    return place < 0 || owners[place] < 0 ? nil : owners[place]
  }
}
