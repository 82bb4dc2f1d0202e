import CivilTime
import PlanModel

/// The occurrences of two plans of one account, and how they correspond.
///
/// Merges sorted keys: dictionaries took 13 % of the instructions of the next night's run.
package struct OccurrencePair: Sendable {
  /// The decisions of one plan.
  struct Side: Sendable {
    /// For each decision, the other plan's decision about the same occurrence; nil if it has none.
    fileprivate(set) var others: [Int?]
    /// Whether a decision represents its occurrence: the first that goes out, else the first.
    fileprivate(set) var isFirst: [Bool]

    fileprivate init(_ count: Int) {
      others = Array(repeating: nil, count: count)
      isFirst = Array(repeating: false, count: count)
    }

    /// The decisions that represent their occurrences, in order.
    var firsts: LazyFilterSequence<Range<Int>> { isFirst.indices.lazy.filter { isFirst[$0] } }
  }

  private(set) var old: Side
  private(set) var new: Side
  /// For each decision of the new plan, whether its request is equal to that of the other plan's decision in all of ``ComparedField``.
  private(set) var isAlike: [Bool] = []
  /// The decisions about items, or occurrences, that had other ids in version 0.2.0, by the other plan's decision.
  private(set) var renamed: (old: [Int: Int], new: [Int: Int]) = ([:], [:])

  /// Finds the occurrences of two plans.
  ///
  /// - Parameters:
  ///   - old: The first plan; nil if it lacks the account.
  ///   - new: The second plan; nil if it lacks the account.
  package init(from old: AccountPlan?, to new: AccountPlan?) {
    var stems: [StableHash: UInt64] = [:]
    stems.reserveCapacity((old?.requests.count ?? 0) + (new?.requests.count ?? 0))
    var (before, after) = (SortedKeys(old, &stems), SortedKeys(new, &stems))
    let (oldDecisions, newDecisions) = (old?.decisions ?? [], new?.decisions ?? [])
    self.old = Side(oldDecisions.count)
    self.new = Side(newDecisions.count)
    while case let occurrence = min(before.next, after.next), occurrence < .max {
      let (x, y) = (before.take(occurrence, oldDecisions), after.take(occurrence, newDecisions))
      for place in x.range { self.old.others[before.keys[place].decision] = y.first }
      for place in y.range { self.new.others[after.keys[place].decision] = x.first }
      if let first = x.first { self.old.isFirst[first] = true }
      if let first = y.first { self.new.isFirst[first] = true }
    }
    guard let old, let new else { return }
    isAlike = alike(old, new)
    matchEarlierIDs(old, new)
  }

  /// Compares the requests of corresponding decisions. A request is compared again only with another one.
  private func alike(_ old: AccountPlan, _ new: AccountPlan) -> [Bool] {
    var last: [(other: Int32, isAlike: Bool)] = Array(repeating: (-1, false), count: new.requests.count)
    return new.decisions.indices.map { index in
      guard let before = self.new.others[index] else { return false }
      let (other, request) = (old.decisions[before].request, Int(new.decisions[index].request))
      if last[request].other != other {
        last[request] = (other, ComparedField.all.areEqual(old.requests.span[Int(other)], new.requests.span[request]))
      }
      return last[request].isAlike
    }
  }

  /// Matches notifications of one kind and instant whose item has another id since 0.2.0, or whose request had no date.
  private mutating func matchEarlierIDs(_ old: AccountPlan, _ new: AccountPlan) {
    func free(_ side: Side, _ plan: AccountPlan) -> [Int] {
      side.firsts.filter {
        side.others[$0] == nil && plan.decisions[$0].outcome.goesOut && plan.decisions[$0].at != nil
      }
    }
    var left: [Instant: [Int]] = [:]
    for index in free(self.new, new) { left[new.decisions[index].at!, default: []].append(index) }
    if left.isEmpty { return }
    for index in free(self.old, old) {
      let (at, request) = (old.decisions[index].at!, old.requests[Int(old.decisions[index].request)])
      guard let others = left[at] else { continue }
      let id = request.item.flatMap { EarlierID($0.text) }
      let place = others.firstIndex { other in
        let successor = new.requests[Int(new.decisions[other].request)]
        if request.isOneOff, successor.uidStem == request.uidStem { return true }
        guard let id, successor.kind == request.kind else { return false }
        return id.successors.isEmpty
          ? successor.title == request.title : id.successors.contains(successor.item?.text ?? "")
      }
      guard let place else { continue }
      let other = others[place]
      left[at]?.remove(at: place)
      (renamed.old[index], renamed.new[other]) = (other, index)
    }
  }

  /// A plan's decisions, sorted by occurrence.
  private struct SortedKeys {
    private(set) var keys: [(occurrence: UInt64, decision: Int)] = []
    private var place = 0

    /// - Parameter stems: Numbers the stems of both plans.
    init(_ plan: AccountPlan?, _ stems: inout [StableHash: UInt64]) {
      guard let plan else { return }
      let numbers = plan.requests.indices.map { index in
        let stem = plan.requests[index].uidStem
        if let known = stems[stem] { return known }
        let number = UInt64(stems.count)
        stems[stem] = number
        return number
      }
      // By stem, the place of its next key. The decisions of a stem are nearly always in the order of their dates already.
      var places = [Int](repeating: 0, count: stems.count + 1)
      for decision in plan.decisions { places[Int(numbers[Int(decision.request)]) + 1] += 1 }
      for number in places.indices.dropFirst() { places[number] += places[number - 1] }
      keys = Array(repeating: (0, 0), count: plan.decisions.count)
      for index in plan.decisions.indices {
        let request = Int(plan.decisions[index].request)
        // 0 means no date.
        let day = plan.requests[request].isOneOff ? nil : plan.decisions[index].local?.date.days(since: .first)
        let number = Int(numbers[request])
        keys[places[number]] = (UInt64(number) << 32 | UInt64(day.map { $0 + 1 } ?? 0), index)
        places[number] += 1
      }
      if keys.indices.dropFirst().allSatisfy({ keys[$0 - 1].occurrence <= keys[$0].occurrence }) { return }
      keys.sort { $0.occurrence != $1.occurrence ? $0.occurrence < $1.occurrence : $0.decision < $1.decision }
    }

    /// The next occurrence; `.max` at the end.
    var next: UInt64 { place < keys.count ? keys[place].occurrence : .max }

    /// Takes the decisions about an occurrence, and returns the one that represents it.
    mutating func take(_ occurrence: UInt64, _ decisions: [Decision]) -> (range: Range<Int>, first: Int?) {
      let start = place
      var first: Int?
      while next == occurrence {
        let decision = keys[place].decision
        if let known = first {
          if decisions[known].outcome.reason != nil, decisions[decision].outcome.reason == nil { first = decision }
        } else {
          first = decision
        }
        place += 1
      }
      return (start..<place, first)
    }
  }
}
