import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Checks the invariants of every plan while it is written: order, slots, and unique `uid`s of scheduled decisions.
/// `tickler verify` makes the checks that take longer. Reuses its memory for each account.
package struct PlanCheck {
  /// The wall time of the last scheduled occurrence of each request. After a one-off occurrence, it is a value that no
  /// other may follow.
  private var last: [Int64] = []
  /// A hash table of the requests' `uid` prefixes.
  private var stems: [UInt64] = []

  private static let day: Int64 = 86_400

  package init() {}

  package mutating func check(_ plan: AccountPlan) throws(RunFault) {
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: repeatElement(Int64.min / 2, count: plan.requests.count))
    var (before, slots, mayBeTwice) = (Int64.min, 0, mayShareStems(plan.requests))
    var isInOrder = true
    let (decisions, requests) = (plan.decisions.span, plan.requests.span)
    var last = last.mutableSpan
    for index in decisions.indices {
      let at = decisions[index].at?.epochSeconds ?? .min
      if at < before { isInOrder = false }
      before = at
      if decisions[index].slot > 0 { slots += 1 }
      guard decisions[index].outcome.code < 0 else { continue }
      let request = Int(decisions[index].request)
      let local = decisions[index].local?.secondsSinceEpoch ?? 0
      // A day later, the date differs.
      if local - last[request] < PlanCheck.day { mayBeTwice = true }
      last[request] = requests[request].isOneOff ? Int64.max / 2 : local
    }
    if !isInOrder { throw PlanCheck.fault(plan, "decisions are not in the order of their instants") }
    let available = plan.slots.limit.map { max(0, $0 - plan.slots.reserved) } ?? .max
    if plan.slots.used != slots || slots > available {
      throw PlanCheck.fault(plan, "\(slots) slots are taken of \(available), and \(plan.slots.used) counted")
    }
    if mayBeTwice, PlanCheck.hasTwins(plan) { throw PlanCheck.fault(plan, "two decisions have one uid") }
  }

  /// Returns whether two requests may have equal `uid` prefixes. `false` is certain.
  private mutating func mayShareStems(_ requests: [NotificationRequest]) -> Bool {
    // The table has two to four times as many slots as requests, so most lookups need one or two probes.
    let size = 1 << (Int.bitWidth - (2 * requests.count).leadingZeroBitCount)
    stems.removeAll(keepingCapacity: true)
    stems.append(contentsOf: repeatElement(0, count: size))
    var stems = stems.mutableSpan
    for index in requests.indices {
      // 0 marks an empty slot.
      let stem = requests[index].uidStem.low | 1
      var place = Int(truncatingIfNeeded: stem >> 1) & (size - 1)
      while stems[place] != 0 {
        if stems[place] == stem { return true }
        place = (place + 1) & (size - 1)
      }
      stems[place] = stem
    }
    return false
  }

  private static func hasTwins(_ plan: AccountPlan) -> Bool {
    var seen: Set<Occurrence> = []
    for decision in plan.decisions where decision.outcome.reason == nil {
      if !seen.insert(Occurrence(decision, plan.requests[Int(decision.request)])).inserted { return true }
    }
    return false
  }

  /// Checks that the counts of a whole run are consistent.
  ///
  /// - Parameters:
  ///   - events: The number of events in the calendar; `nil` if there is no calendar.
  ///   - isCounted: Whether more than outcomes was counted.
  package static func check(_ summary: RunSummary, events: Int?, isCounted: Bool) throws(RunFault) {
    let tally = summary.decisions
    if let events, events != tally.scheduled {
      throw fault("the calendar has \(events) events, and \(tally.scheduled) decisions are scheduled")
    }
    if !isCounted { return }
    let kinds = summary.kinds.values.reduce(0) { $0 + $1.total }
    if kinds != tally.total || summary.reasons.reduce(0, +) != tally.dropped {
      throw fault("\(tally.total) decisions, \(kinds) by kind, \(tally.dropped) dropped, counted otherwise by reason")
    }
  }

  private static func fault(_ plan: AccountPlan, _ words: String) -> RunFault {
    fault("account \(plan.account.id.text.quotedForDiagnostic) of \(plan.account.app.quotedForDiagnostic): \(words)")
  }

  private static func fault(_ words: String) -> RunFault {
    RunFault(.internalFault, "\(words); this is a bug in tickler, and nothing is written")
  }
}
