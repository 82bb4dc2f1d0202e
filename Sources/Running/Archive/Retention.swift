import CivilTime
import PlanModel

/// The runs that an archive keeps (`--keep`).
package enum Retention: Hashable, Sendable, CustomStringConvertible {
  /// This many of the newest runs.
  case count(Int)
  /// Runs whose `now` is at most this many seconds before the current run's.
  case age(Int64, words: String)

  /// Reads `30` and `30d`.
  package init?(_ text: String) {
    if let count = Int(text), (1...1_000_000).contains(count), text.allSatisfy(\.isNumber) {
      self = .count(count)
    } else if let seconds = Gates.age(text), seconds > 0 {
      self = .age(seconds, words: text)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .age(_, let words): words
    }
  }

  /// Returns the runs to remove. The latest run stays, because the next run needs it to find cancellations.
  func removed(of runs: Set<RunName>, latest: RunName) -> [RunName] {
    let others = runs.filter { $0 != latest }.sorted()
    switch self {
    case .count(let count): return Array(others.dropLast(count - 1))
    case .age(let seconds, _): return others.filter { $0.now < latest.now.advanced(bySeconds: -seconds) }
    }
  }
}
