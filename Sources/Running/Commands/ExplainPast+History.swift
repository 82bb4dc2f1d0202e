import Answers
import CivilTime
import Comparing
import Diagnostics
import PlanModel

extension ExplainPast {
  /// Returns the notifications planned for an account over all runs, and what its device showed.
  static func history(
    _ question: Question, _ series: PlanSeries, now: Instant
  ) throws(RunFault) -> [NotificationHistory] {
    var found: [NotificationHistory] = []
    var traces: [Trace] = []
    // Reads each run once: first as the successor of the previous run, then for itself.
    var plans = try series.runs.first.map { (run) throws(RunFault) in try series.plans(run) } ?? []
    for (number, run) in series.runs.enumerated() {
      let next = number + 1 < series.runs.count ? series.runs[number + 1] : nil
      let after = try next.map { (run) throws(RunFault) in try series.plans(run) }
      for plan in plans {
        var index = found.firstIndex { $0.account == plan.name }
        if index == nil, !plan.isGone {
          index = found.count
          found.append(NotificationHistory(account: plan.name, first: run.name))
          traces.append(Trace())
        }
        guard let index, !plan.isGone else { continue }
        if let last = traces[index].absent.last {
          found[index].notes.append(try words(traces[index].absent, last, series, of: found[index].account.app))
          traces[index].absent = []
        }
        found[index].runs += 1
        found[index].last = run.name
        let successor = after?.first { $0.name == plan.name }
        let interval = Interval(run: run, end: next?.now ?? max(now, run.now), plan: plan, successor: successor)
        let isNamed = question.isNamed
        traces[index].isNew = found[index].runs == 1
        if series.isKept(plan) {
          if plan.isUnread { traces[index].kept.append((run, plan)) }
        } else {
          traces[index].settle(by: plan, &found[index].rows) { notification, decision, plan in
            decision.map { plan.matches($0, question) } ?? question.names(notification)
          }
        }
        found[index].rows += traces[index].due(before: interval.end, in: plan)
        let start = found[index].rows.count
        found[index].rows += interval.rows(isNamed, &traces[index]) { plan.matches($0, question) }
        traces[index].open =
          traces[index].open.suffix(Trace.maximumOpen) + [(interval, start..<found[index].rows.count)]
        if let next, let successor, !series.isKept(successor) {
          interval.addRemoved(to: &traces[index], by: next, isNamed ? .distantFuture : now) {
            plan.matches($0, question)
          }
        }
        if next == nil {
          found[index].rows += traces[index].due(before: .distantFuture, in: plan)
        }
        if next == nil { interval.addLater(to: &found[index], isNamed) { plan.matches($0, question) } }
        if run.name == series.runs.last?.name {
          found[index].notes += try series.words(ofKept: traces[index].kept)
          // Removed rows may name items that the last run leaves out.
          let items = isNamed ? Set(found[index].rows.compactMap(\.item?.text)) : nil
          found[index].notes += try series.leftOut(plan, items, in: run)
          if let gone = traces[index].gone {
            let why = try series.reason(for: gone.request, plan, in: run) ?? gone.why
            if !found[index].notes.contains(why) { found[index].notes.append(why) }
          }
        }
      }
      for index in found.indices where found[index].last != run.name { traces[index].absent.append(run) }
      plans = after ?? []
    }
    if found.isEmpty { throw try series.missing() }
    for index in found.indices { found[index].sortRows() }
    if let wanted = question.notification ?? question.about {
      // The notification may belong to only one of the apps with this id.
      found.removeAll { $0.rows.isEmpty && $0.upcoming == 0 }
      if found.isEmpty {
        var why = ""
        if let run = series.runs.last {
          for plan in try series.plans(run) {
            guard let fault = plan.rejection(of: wanted) else { continue }
            why = try "; " + series.words(fault, of: plan.name, in: run)
          }
        }
        throw RunFault(
          .noInput, "no run in \(series.path) has a notification \(wanted.quotedForDiagnostic) for the account\(why)",
          redacted: "no run in \(series.path) has such a notification for the account")
      }
    }
    for index in found.indices where found[index].last != series.runs.last?.name {
      found[index].lastSeen = found[index].last
      if let run = series.runs.last, try series.rejection(in: run) != nil {
        found[index].notes.append(try series.absence(of: found[index].account, in: run))
      }
    }
    return found
  }

  /// Returns which runs had no plan of an account, and why.
  private static func words(
    _ absent: [PlanSeries.Run], _ last: PlanSeries.Run, _ series: PlanSeries, of app: String?
  ) throws(RunFault) -> String {
    let names = absent.count == 1 ? "run \(last.name)" : "\(absent.count) runs, \(absent[0].name) to \(last.name)"
    let fault = try series.fault(of: app, in: last).map { "an input could not be read (\($0))." }
    let rejection = try series.rejection(in: last).map { "\($0.why)." }
    let why = fault ?? rejection ?? "the account was not in the exports."
    return "No plan in \(names): \(why)"
  }

  /// What the runs so far had of an account.
  private struct Trace {
    /// The occurrences whose time has come.
    var seen: Set<Occurrence> = []
    /// What the runs planned and no longer have.
    var removed: [(uid: Occurrence, at: Instant, row: NotificationHistory.Row)] = []
    /// Whether no earlier run had the account.
    var isNew = true
    /// The last runs without a plan of the account.
    var absent: [PlanSeries.Run] = []
    /// The last request that a run no longer had, and why.
    var gone: (request: NotificationRequest, why: String)?
    /// The runs that could not read the account's input.
    var kept: [(run: PlanSeries.Run, plan: AccountPlan)] = []
    /// The runs whose notifications a later export may know more of, with their rows.
    var open: [(interval: Interval, rows: Range<Int>)] = []

    /// The number of runs whose rows wait for a later export.
    static let maximumOpen = 60

    /// Sets what became of the open rows by the account of a later run.
    mutating func settle(
      by later: AccountPlan, _ rows: inout [NotificationHistory.Row],
      _ matches: (NotificationID, Decision?, AccountPlan) -> Bool
    ) {
      open.removeAll { entry in
        let (interval, range) = entry
        let (unplanned, isOpen) = interval.settle(&rows[range], by: later) { matches($0, $1, interval.plan) }
        for row in unplanned where !rows.contains(where: { $0.isSameDelivery(as: row) }) { rows.append(row) }
        return !isOpen
      }
    }

    /// Takes the rows of what was removed, unless the plan has it again.
    mutating func due(before end: Instant, in plan: AccountPlan) -> [NotificationHistory.Row] {
      if removed.isEmpty { return [] }
      let again = Set(plan.decisions.map(plan.occurrence))
      removed.removeAll { again.contains($0.uid) }
      let rows = removed.filter { $0.at < end }.map(\.row)
      removed.removeAll { $0.at < end }
      return rows
    }
  }

  /// The time for which a run was in force.
  private struct Interval {
    let run: PlanSeries.Run
    let end: Instant
    let plan: AccountPlan
    /// The account's plan in the next run.
    let successor: AccountPlan?

    private func isWithin(_ decision: Decision) -> Bool { plan.isInForce(for: decision, from: run.now, to: end) }

    /// Adds what the last run has after the interval, or without a date. Of named notifications, a row says why they do
    /// not go out.
    func addLater(to history: inout NotificationHistory, _ isNamed: Bool, _ matches: (Decision) -> Bool) {
      for decision in plan.decisions where plan.instant(of: decision).map({ $0 > end }) ?? true && matches(decision) {
        guard let reason = decision.outcome.reason else {
          if decision.outcome == .scheduled { history.upcoming += 1 }
          continue
        }
        if reason == .beyondWindow, !isNamed { continue }
        history.notToCome[reason, default: 0] += 1
        let request = plan.requests[Int(decision.request)]
        let isKnown = history.rows.contains {
          $0.notification == request.identifier && $0.outcome == decision.outcome && $0.run == run.name
        }
        if isNamed, !isKnown { history.rows.append(row(decision, request, .notDue)) }
      }
    }

    /// Notes what the next run no longer has, up to an instant.
    func addRemoved(
      to trace: inout Trace, by next: PlanSeries.Run, _ end: Instant, _ matches: (Decision) -> Bool
    ) {
      guard let successor, !successor.isGone else { return }
      let kept = Set(successor.decisions.map(successor.occurrence))
      for decision in plan.decisions where decision.outcome == .scheduled && matches(decision) {
        let uid = plan.occurrence(of: decision)
        guard let at = plan.instant(of: decision), at > next.now, at <= end, !kept.contains(uid) else { continue }
        let request = plan.requests[Int(decision.request)]
        trace.removed.append((uid, at, row(decision, request, .removed(by: next.name))))
        trace.gone = (
          request, "Run \(next.name) removed \(request.identifier): \(successor.absence(of: decision, in: plan))."
        )
      }
    }

    /// Returns what the run decided for its time, and for an earlier time if no run before had it.
    ///
    /// - Parameter isNamed: Whether to list what is switched off, too.
    func rows(_ isNamed: Bool, _ trace: inout Trace, _ matches: (Decision) -> Bool) -> [NotificationHistory.Row] {
      var rows: [NotificationHistory.Row] = []
      for decision in plan.decisions where matches(decision) {
        if decision.outcome == .armed {
          // Without a time; each run has it.
          guard trace.seen.insert(plan.occurrence(of: decision)).inserted else { continue }
        } else if !isWithin(decision) {
          guard let at = plan.instant(of: decision), at <= run.now,
            trace.seen.insert(plan.occurrence(of: decision)).inserted,
            isNamed || !trace.isNew && plan.requests[Int(decision.request)].item != nil
          else { continue }
        } else {
          trace.seen.insert(plan.occurrence(of: decision))
        }
        let request = plan.requests[Int(decision.request)]
        if let reason = decision.outcome.reason, [.kindDisabled, .optionOff, .beyondWindow].contains(reason), !isNamed {
          continue
        }
        rows.append(
          row(decision, request, decision.outcome.reason == nil && decision.outcome != .armed ? .unknown : .notDue))
      }
      return rows
    }

    /// Sets what the rows' notifications became, by the account of a later run, and returns what it lists besides.
    ///
    /// - Returns: Whether a later run may still know more: the device was last seen before one of them.
    func settle(
      _ rows: inout ArraySlice<NotificationHistory.Row>, by later: AccountPlan,
      _ matches: (NotificationID, Decision?) -> Bool
    ) -> (unplanned: [NotificationHistory.Row], isOpen: Bool) {
      let account = later.account.value
      let shown = plan.shown(since: run.now, by: account, end)
      guard shown.seen != nil, let seen = later.shown?.seen ?? shown.seen else { return ([], true) }
      // Nothing is known of the time before the oldest delivery listed in the plan file.
      let known = account.olderDeliveries > 0 ? account.delivered.map(\.at).min() ?? .distantPast : .distantPast
      var isOpen = false
      for index in rows.indices {
        guard let at = rows[index].planned else { continue }
        switch rows[index].shown {
        case .unknown: break
        case .not(let before) where before < at: break
        default: continue
        }
        let difference = shown.differences.first { $0.notification == rows[index].notification && $0.planned == at }
        rows[index].show(
          difference.map { $0.shown.map { .at($0) } ?? (at < known ? .unknown : .not(seen: seen)) } ?? .asPlanned,
          plan.timeline)
        if seen < at { isOpen = true }
      }
      var unplanned: [NotificationHistory.Row] = []
      for difference in shown.differences where difference.planned == nil {
        guard let at = difference.shown else { continue }
        let matching = plan.decisions.first { plan.requests[Int($0.request)].identifier == difference.notification }
        guard matches(difference.notification, matching) else { continue }
        let request = matching.map { plan.requests[Int($0.request)] }
        unplanned.append(row(difference.notification, request, nil, nil, at, .at(at)))
      }
      return (unplanned, isOpen)
    }

    private func row(
      _ decision: Decision, _ request: NotificationRequest, _ shown: NotificationHistory.Shown
    ) -> NotificationHistory.Row {
      row(request.identifier, request, decision.at, decision.outcome, plan.instant(of: decision), shown)
    }

    /// - Parameter at: The time of the row.
    private func row(
      _ name: NotificationID, _ request: NotificationRequest?, _ planned: Instant?, _ outcome: Outcome?, _ at: Instant?,
      _ shown: NotificationHistory.Shown
    ) -> NotificationHistory.Row {
      let timeline = plan.timeline
      var row = NotificationHistory.Row(
        run: run.name, notification: name, kind: request?.kind, item: request?.item, planned: planned, outcome: outcome,
        at: at, local: at.map(timeline.local), zone: at.map { timeline.stays[timeline.stayIndex(at: $0)].zone.name })
      row.show(shown, timeline)
      return row
    }
  }
}
