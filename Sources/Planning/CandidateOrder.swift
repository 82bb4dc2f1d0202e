import CivilTime
import PlanModel

/// The two orders of one account's candidates. Keeps its scratch space from account to account.
struct CandidateOrder {
  private struct Place {
    /// Seconds since the epoch; `Int64.min` without an instant.
    var at: Int64
    var rank: Int32
    var candidate: Int32
  }

  private var places: [Place] = []
  private var ranks: [Int32] = []
  /// Indices of the candidates that are still in the run, by instant (none first), higher priority, identifier and local
  /// time: the order of checks 20 to 22.
  private(set) var open: [Int] = []

  /// Indices of all candidates by instant (none first), identifier and local time: the order of the plan.
  var all: some RandomAccessCollection<Int> { places.lazy.map { Int($0.candidate) } }

  /// Puts the candidates in order; their instants do not change any more.
  mutating func sort(_ list: inout CandidateList) {
    rank(&list)
    let candidates = list.candidates
    places.removeAll(keepingCapacity: true)
    for index in candidates.indices {
      places.append(
        Place(
          at: candidates[index].at?.epochSeconds ?? .min, rank: candidates[index].rank,
          candidate: Int32(truncatingIfNeeded: index)))
    }
    places.sort { a, b in
      if a.at != b.at { return a.at < b.at }
      if a.rank != b.rank { return a.rank < b.rank }
      let (x, y) = (candidates[Int(a.candidate)].local, candidates[Int(b.candidate)].local)
      return x == y ? a.candidate < b.candidate : (x ?? .earliest) < (y ?? .earliest)
    }
    open.removeAll(keepingCapacity: true)
    for place in places where candidates[Int(place.candidate)].reason == nil { open.append(Int(place.candidate)) }
    if list.hasSeveralPriorities { putImportantFirst(candidates) }
  }

  /// Drops from ``open`` what a pass has settled.
  mutating func keepOpen(_ list: CandidateList) {
    open.removeAll { list.candidates[$0].reason != nil }
  }

  /// Numbers the identifiers in byte order, so that later comparisons are between integers.
  private mutating func rank(_ list: inout CandidateList) {
    ranks.removeAll(keepingCapacity: true)
    let requests = list.requests
    let isAscending = requests.indices.dropFirst().allSatisfy {
      requests[$0 - 1].identifier < requests[$0].identifier
    }
    if isAscending {
      ranks.append(contentsOf: 0..<Int32(requests.count))
    } else {
      let sorted = requests.indices.sorted { requests[$0].identifier < requests[$1].identifier }
      ranks.append(contentsOf: repeatElement(0, count: requests.count))
      var rank: Int32 = 0
      for (position, index) in sorted.enumerated() {
        if position > 0, requests[sorted[position - 1]].identifier != requests[index].identifier { rank += 1 }
        ranks[index] = rank
      }
    }
    for index in list.candidates.indices {
      list.candidates[index].rank = ranks[Int(list.candidates[index].request)]
    }
  }

  /// Among open candidates of one instant, those of higher priority come first.
  private mutating func putImportantFirst(_ candidates: [Candidate]) {
    var start = 0
    while start < open.count {
      let at = candidates[open[start]].at
      var end = start + 1
      while end < open.count, candidates[open[end]].at == at { end += 1 }
      if end - start > 1 {
        let run = open[start..<end].enumerated().sorted { a, b in
          let (first, second) = (candidates[a.element].priority, candidates[b.element].priority)
          return first != second ? first > second : a.offset < b.offset
        }
        open.replaceSubrange(start..<end, with: run.map(\.element))
      }
      start = end
    }
  }
}

extension LocalDateTime {
  fileprivate static let earliest = LocalDateTime(secondsSinceEpoch: .min / 4)
}
