import CivilTime
import PlanModel

/// The two orders of one account's candidates. Reuses its scratch space from account to account.
struct CandidateOrder {
  /// Indices of all candidates by instant (none first), identifier and local time: the order of the plan.
  private(set) var all: [Int32] = []
  /// Indices of the candidates that have not been dropped, by instant (none first), higher priority, identifier and
  /// local time: the order of checks 20 to 22.
  private(set) var open: [Int] = []

  /// Whether an identifier ends in `@` and a date, as a request's ID may.
  private(set) var namesDates = false
  /// Whether two requests have the same identifier.
  private(set) var hasEqualIdentifiers = false

  private var ranks: [Int32] = []
  private var keys: [UInt64] = []

  /// Sorts the candidates, whose instants must be final.
  mutating func sort(_ list: inout CandidateList) {
    rank(list.requests)
    list.setRanks(ranks)
    if !sortPacked(list) { sortInFull(list) }
    open.removeAll(keepingCapacity: true)
    open.reserveCapacity(all.count)
    for index in all where list.candidates[Int(index)].reason == nil { open.append(Int(index)) }
    if list.hasSeveralPriorities { putImportantFirst(list.candidates) }
  }

  /// Removes candidates from ``all``.
  mutating func leaveOut(_ isLeftOut: (Int) -> Bool) { all.removeAll { isLeftOut(Int($0)) } }

  /// Removes from ``open`` the candidates that a pass has settled.
  mutating func keepOpen(_ list: CandidateList) {
    open.removeAll { list.candidates[$0].reason != nil }
  }

  /// Numbers the identifiers in byte order, so that later comparisons are between integers.
  private mutating func rank(_ all: [NotificationRequest]) {
    ranks.removeAll(keepingCapacity: true)
    // Through a span: the array copied its elements, 0.6 % of a run.
    let all = ContiguousArray(all)
    let requests = all.span
    namesDates = false
    var isAscending = true
    for index in requests.indices {
      if requests[index].isOneOff, RequestID(requests[index].identifier.text).date != nil { namesDates = true }
      if index > 0, requests[index - 1].identifier >= requests[index].identifier { isAscending = false }
    }
    hasEqualIdentifiers = false
    if isAscending {
      ranks.append(contentsOf: 0..<Int32(requests.count))
    } else {
      let sorted = requests.indices.sorted { requests[$0].identifier < requests[$1].identifier }
      ranks.append(contentsOf: repeatElement(0, count: requests.count))
      var rank: Int32 = 0
      for (position, index) in sorted.enumerated() {
        if position > 0 {
          let isEqual = requests[sorted[position - 1]].identifier == requests[index].identifier
          if isEqual { hasEqualIdentifiers = true } else { rank += 1 }
        }
        ranks[index] = rank
      }
    }
  }

  // MARK: Plan order

  /// The number of bits for the rank, and for the index, in a packed key.
  private static let indexBits: UInt64 = 14

  /// Sorts by one integer per candidate, which packs instant, rank and index.
  ///
  /// - Returns: false if they do not fit.
  private mutating func sortPacked(_ list: CandidateList) -> Bool {
    let limit = 1 << CandidateOrder.indexBits
    guard list.candidates.count <= limit, list.requests.count <= limit else { return false }
    var (first, last) = (Int64.max, Int64.min)
    for candidate in list.candidates {
      if let at = candidate.at?.epochSeconds { (first, last) = (min(first, at), max(last, at)) }
    }
    guard last < first || last - first < 1 << 35 else { return false }
    let bits = CandidateOrder.indexBits
    let candidates = list.candidates.span
    keys.removeAll(keepingCapacity: true)
    keys.append(addingCapacity: candidates.count) { keys in
      for index in candidates.indices {
        let seconds = candidates[index].at.map { UInt64($0.epochSeconds - first) + 1 } ?? 0
        keys.append((seconds << bits | UInt64(candidates[index].rank)) << bits | UInt64(index))
      }
    }
    keys.sort()
    all.removeAll(keepingCapacity: true)
    all.append(addingCapacity: keys.count) { all in
      for key in keys { all.append(Int32(truncatingIfNeeded: key & UInt64(limit - 1))) }
    }
    var start = 0
    for (place, key) in keys.enumerated() {
      if (key ^ keys[start]) >> bits == 0 { continue }
      if place - start > 1 { orderEquals(start..<place, list) }
      start = place
    }
    if keys.count - start > 1 { orderEquals(start..<keys.count, list) }
    return true
  }

  /// Sorts the candidates with one instant and one identifier.
  private mutating func orderEquals(_ range: Range<Int>, _ list: CandidateList) {
    all[range].sort { CandidateOrder.isBefore($0, $1, list) }
  }

  private mutating func sortInFull(_ list: CandidateList) {
    all = list.candidates.indices.map { Int32($0) }
    all.sort { CandidateOrder.isBefore($0, $1, list) }
  }

  private static func isBefore(_ a: Int32, _ b: Int32, _ list: CandidateList) -> Bool {
    let (first, second) = (list.candidates[Int(a)], list.candidates[Int(b)])
    return (first.time, first.rank, first.local?.secondsSinceEpoch ?? .min, a)
      < (second.time, second.rank, second.local?.secondsSinceEpoch ?? .min, b)
  }

  // MARK: Check order

  /// Sorts open candidates of one instant by descending priority.
  private mutating func putImportantFirst(_ candidates: ContiguousArray<Candidate>) {
    var start = 0
    while start < open.count {
      let time = candidates[open[start]].time
      var end = start + 1
      while end < open.count, candidates[open[end]].time == time { end += 1 }
      if end - start > 1 {
        let run = open[start..<end].enumerated().sorted {
          (-candidates[$0.element].priority, $0.offset) < (-candidates[$1.element].priority, $1.offset)
        }
        open.replaceSubrange(start..<end, with: run.map(\.element))
      }
      start = end
    }
  }
}

extension CandidateList {
  /// - Parameter ranks: By request.
  fileprivate mutating func setRanks(_ ranks: [Int32]) {
    let all = ContiguousArray(ranks)
    let ranks = all.span
    var candidates = candidates.mutableSpan
    for index in candidates.indices { candidates[index].rank = ranks[Int(candidates[index].request)] }
  }
}

/// Numbers badges 1, 2, 3 … in order. They start again on each local date, or run through the window if the policy
/// never resets them.
enum Badges {
  static func number(_ crowd: inout Crowd, _ frame: AccountFrame) {
    guard frame.policy.value.hasBadges else { return }
    var counts: [LocalDate: Int32] = [:]
    for index in crowd.order.open {
      guard let at = crowd.list.candidates[index].at,
        frame.kinds[Int(crowd.list.candidates[index].kind)].definition.description.hasBadge
      else { continue }
      let date = frame.policy.badgeReset == .daily ? frame.timeline.local(at: at).date : frame.today
      counts[date, default: 0] += 1
      crowd.list.candidates[index].badge = counts[date]!
    }
  }
}
