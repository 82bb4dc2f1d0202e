import CivilTime
import PlanModel

/// Reminders of earlier days about what is still to come or goes on. A plan has none of a series, since a device no longer
/// needs them; a calendar and an agenda need the occurrence.
extension CandidateList {
  mutating func addEarlierLeads(_ frame: AccountFrame) {
    let kinds = frame.kinds.compactMap { kind in frame.longestSpan(of: kind).map { (kind, days: $0) } }
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
      guard candidate.reason == .past, let kind = kinds.first(where: { $0.0.position == Int(candidate.kind) })?.0,
        frame.isOpen(candidate, kind), let name = name(candidate, earlier.requests), known.insert(name).inserted
      else { continue }
      let first = candidates.count
      begin(kind)
      beginSeries()
      var candidate = candidate
      (candidate.request, candidate.series) = (add(earlier.requests[Int(candidate.request)]), currentSeries)
      add(candidate)
      if isFull { return }
      addTexts(from: first)
    }
  }
}

extension AccountFrame {
  /// Returns whether what a candidate of an earlier day is about is still to come, or goes on.
  fileprivate func isOpen(_ candidate: Candidate, _ kind: KindPlan) -> Bool {
    guard let due = candidate.due, let list = kind.list else { return false }
    let item = items(list)[Int(candidate.item)]
    if !candidate.isLead, item.duration == nil { return false }
    let about = About(date: due.date, time: candidate.isOfDay ? nil : due.time)
    return timeline.lastDate(of: about, seconds: item.duration ?? 0, in: item.zone) >= today
  }

  /// Returns the most days by which a reminder of the kind precedes the end of what it is about; nil if none goes out on
  /// an earlier day.
  fileprivate func longestSpan(of kind: KindPlan) -> Int? {
    guard let list = kind.list, !kind.isBundled else { return nil }
    let own = items(list).lazy.flatMap(\.remind)
    let all = kind.definition.description.declaration.reminders + own
    let midnight = today.at(.midnight)
    let longest = min(items(list).lazy.compactMap(\.duration).max() ?? 0, 31 * 86_400)
    let days =
      Int((longest + 86_399) / 86_400) + max(0, all.map { today.days(since: $0.applied(to: midnight).date) }.max() ?? 0)
    return days > 0 ? days : nil
  }
}
