import CivilTime
import PlanModel

/// Reminders of earlier days about what is under way or still to come. A plan has none of a series, since a device no longer
/// needs them; a calendar and an agenda need the occurrence.
extension CandidateList {
  mutating func addEarlierLeads(_ frame: AccountFrame) {
    let kinds = frame.kinds.compactMap { kind in frame.daysBack(of: kind).map { (kind, days: $0) } }
    guard let days = kinds.map(\.days).max(), !isFull else { return }
    let dates = frame.today.adding(days: -days)...frame.yesterday
    var earlier = CandidateList()
    earlier.expandAll(AccountFrame(frame, frame.account, beyond: dates, isRead: true), kinds: kinds.map(\.0))
    if let excess = earlier.excess { return note(excess) }
    func name(_ candidate: Candidate, _ requests: [NotificationRequest]) -> LongerPlan.Key? {
      candidate.at.map { .init(requests[Int(candidate.request)].identifier, $0) }
    }
    var known = Set(candidates.compactMap { name($0, requests) })
    for candidate in earlier.candidates {
      let request = earlier.requests[Int(candidate.request)]
      guard candidate.reason == .past, candidate.isLead || request.duration != nil || request.zone != nil,
        let at = candidate.at,
        let own = OwnTime(candidate.decision, request, frame.timeline, request.zone, near: at),
        own.isUnderWay(on: frame.today, request.duration, frame.timeline),
        let name = name(candidate, earlier.requests), known.insert(name).inserted,
        let kind = kinds.first(where: { $0.0.position == Int(candidate.kind) })?.0
      else { continue }
      let first = candidates.count
      begin(kind)
      beginSeries()
      var candidate = candidate
      (candidate.request, candidate.series) = (add(request), currentSeries)
      add(candidate)
      if isFull { return }
      addTexts(from: first)
    }
  }
}

extension AccountFrame {
  /// Returns the most days from a reminder of the kind to the end of what it is about; nil if that is always its own day.
  fileprivate func daysBack(of kind: KindPlan) -> Int? {
    guard let list = kind.list, !kind.isBundled else { return nil }
    let own = items(list).lazy.flatMap(\.remind)
    let all = kind.definition.description.declaration.reminders + own
    let midnight = today.at(.midnight)
    let lead = max(0, all.map { today.days(since: $0.applied(to: midnight).date) }.max() ?? 0)
    let repeating = items(list).lazy.filter { $0.schedule.map { !$0.repetition.isNone } ?? true }
    let seconds = repeating.compactMap(\.duration).max() ?? 0
    // Another zone's date may be the day before.
    let days = lead + max(Int((seconds + 86_399) / 86_400), repeating.contains { $0.zone != nil } ? 1 : 0)
    return days > 0 ? days : nil
  }
}
