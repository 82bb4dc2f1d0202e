import CivilTime
import PlanModel

/// Check 21: no more than so many on one local date, the more important and then the earlier ones first.
///
/// Critical kinds are never dropped here, but those that are kept count among the others.
enum DailyCapPass {
  static func run(_ list: inout CandidateList, _ order: [Int], _ frame: AccountFrame) {
    guard let cap = frame.policy.capPerDay else { return }
    let timed = order.enumerated().filter { list.candidates[$0.element].at != nil }
    let byPriority = timed.sorted { a, b in
      let (first, second) = (list.candidates[a.element].priority, list.candidates[b.element].priority)
      return first != second ? first > second : a.offset < b.offset
    }
    var kept: [LocalDate: Int] = [:]
    for (_, index) in byPriority {
      let date = frame.timeline.local(at: list.candidates[index].at!).date
      if kept[date, default: 0] >= cap, !list.candidates[index].isCritical {
        list.candidates[index].reason = .dailyCap
      } else {
        kept[date, default: 0] += 1
      }
    }
  }
}
