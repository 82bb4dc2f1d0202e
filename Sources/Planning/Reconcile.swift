import CivilTime
import PlanModel

/// The plan against what the device holds (contract section 6, "Actions").
package enum Reconcile {
  /// By identifier in byte order, and for one identifier by time.
  package static func actions(_ plan: AccountPlan) -> [Action] {
    var planned: [NotificationID: [Instant?]] = [:]
    var dropped: [NotificationID: [Decision]] = [:]
    for decision in plan.decisions {
      let id = plan.requests[Int(decision.request)].identifier
      if decision.outcome.reason != nil {
        dropped[id, default: []].append(decision)
      } else {
        planned[id, default: []].append(decision.at)
      }
    }
    var held: [NotificationID: [Instant?]] = [:]
    for entry in plan.account.pending { held[entry.id, default: []].append(entry.at) }

    var actions: [Action] = []
    for id in Set(planned.keys).union(held.keys).sorted() {
      let target = (planned[id] ?? []).inOrder
      let present = (held[id] ?? []).inOrder
      let reason = { (from: Instant?) in Reconcile.reason(dropped[id] ?? [], from) }
      if plan.policy.slots.holds == .trigger, !target.contains(nil) {
        actions += byTrigger(id, target, present, reason)
      } else {
        actions += byOccurrence(id, target, present, reason)
      }
    }
    return actions
  }

  /// Why an entry for `from` is cancelled: the decision for that instant; else, since quiet hours may have moved the
  /// entry and later checks not have come to it, the last that was dropped for an earlier one; else the first.
  private static func reason(_ dropped: [Decision], _ from: Instant?) -> String {
    let same = dropped.first { from != nil && ($0.at == from || $0.deferredFrom == from) }
    let earlier = dropped.last { decision in decision.at.map { at in from.map { at <= $0 } ?? false } ?? false }
    return (same ?? earlier ?? dropped.first)?.outcome.reason?.rawValue ?? "unknown"
  }

  /// One action an identifier: its trigger stands for all its occurrences.
  private static func byTrigger(
    _ id: NotificationID, _ target: [Instant?], _ present: [Instant?], _ reason: (Instant?) -> String
  ) -> [Action] {
    guard let first = target.first else {
      let from = present.first ?? nil
      return [Action(verb: .cancel, notification: id, at: nil, from: from, reason: reason(from))]
    }
    guard let entry = present.first else { return [Action(verb: .add, notification: id, at: first, from: nil)] }
    if let same = present.first(where: { $0 == nil || target.contains($0) }) {
      return [Action(verb: .keep, notification: id, at: same ?? first, from: same ?? nil)]
    }
    return [Action(verb: .move, notification: id, at: first, from: entry)]
  }

  /// Equal instants are kept; the rest pairs off in time order; what is left over is added or cancelled.
  private static func byOccurrence(
    _ id: NotificationID, _ target: [Instant?], _ present: [Instant?], _ reason: (Instant?) -> String
  ) -> [Action] {
    var actions: [Action] = []
    var unmet = target
    var unmatched: [Instant?] = []
    for entry in present {
      if let index = unmet.firstIndex(of: entry) {
        unmet.remove(at: index)
        actions.append(Action(verb: .keep, notification: id, at: entry, from: entry))
      } else {
        unmatched.append(entry)
      }
    }
    for (at, from) in zip(unmet, unmatched) {
      actions.append(Action(verb: .move, notification: id, at: at, from: from))
    }
    for at in unmet.dropFirst(unmatched.count) {
      actions.append(Action(verb: .add, notification: id, at: at, from: nil))
    }
    for from in unmatched.dropFirst(unmet.count) {
      actions.append(Action(verb: .cancel, notification: id, at: nil, from: from, reason: reason(from)))
    }
    return actions.sorted { ($0.at ?? $0.from ?? .distantPast) < ($1.at ?? $1.from ?? .distantPast) }
  }
}

extension [Instant?] {
  /// None first, then by time.
  fileprivate var inOrder: [Instant?] {
    sorted { ($0 ?? .distantPast) < ($1 ?? .distantPast) }
  }
}
