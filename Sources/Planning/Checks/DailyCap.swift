import CivilTime
import PlanModel

extension Check {
  /// No more than so many on one local date, the more important and then the earlier ones first.
  ///
  /// Critical kinds are never dropped here, but those that are kept count among the others.
  static let dailyCap = Check(
    .dailyCap,
    .crowd { crowd, frame in
      guard let cap = frame.policy.value.capPerDay else { return }
      let candidates = crowd.list.candidates
      let timed = crowd.order.open.enumerated().filter { candidates[$0.element].at != nil }
      let byPriority = timed.sorted { a, b in
        let (first, second) = (candidates[a.element].priority, candidates[b.element].priority)
        return first != second ? first > second : a.offset < b.offset
      }
      var kept = [frame.today: deliveredToday(frame)]
      for (_, index) in byPriority {
        let date = frame.timeline.local(at: candidates[index].at!).date
        if kept[date, default: 0] >= cap, !candidates[index].isCritical {
          crowd.list.candidates[index].reason = .dailyCap
        } else {
          kept[date, default: 0] += 1
        }
      }
    }
  ) { explainer in
    guard let at = explainer.candidate.at, let cap = explainer.frame.policy.capPerDay else { return nil }
    let date = explainer.frame.timeline.local(at: at).date
    let kept = explainer.keptOn[date] ?? 0
    var facts = [Explanation.Fact("caps.perDay", "\(cap)"), .init("kept on \(date)", "\(kept)")]
    if date == explainer.frame.today {
      facts.append(.init("delivered today", "\(deliveredToday(explainer.frame))", explainer.account.location))
    }
    return facts
  }

  /// A cap holds over all plans of a day.
  private static func deliveredToday(_ frame: AccountFrame) -> Int {
    frame.account.value.delivered.count { frame.date(at: $0.at) == frame.today }
  }
}
