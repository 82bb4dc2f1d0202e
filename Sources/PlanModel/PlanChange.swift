import CivilTime

/// What differs for one notification between two plans of the same account.
package struct PlanChange: Sendable, Hashable {
  package enum Verb: String, CaseIterable, Sendable {
    /// It goes out in both, at different instants.
    case moved
    /// It goes out in the second plan only.
    case appeared
    /// It goes out in the first plan only.
    case vanished
  }

  package var verb: Verb
  package var account: AccountID
  package var app: String
  package var kind: Kind
  package var item: ItemID?
  package var notification: NotificationID
  /// The wall time asked for, in the second plan where it has one.
  package var local: LocalDateTime?
  package var zone: String?
  /// When it went out in the first plan.
  package var from: Instant?
  /// When it goes out in the second plan.
  package var to: Instant?
  /// Why it does not go out in the other plan; nil where that has no such candidate.
  package var reason: Reason?

  /// Seconds from the first instant to the second.
  package var shift: Int64? {
    guard let from, let to else { return nil }
    return to.epochSeconds - from.epochSeconds
  }
}

extension PlanChange {
  /// What makes two decisions of two plans the same occurrence: what their `uid` is made of.
  private struct Occurrence: Hashable {
    var kind: Kind
    var item: ItemID?
    var notification: NotificationID
    var date: LocalDate?

    init(_ decision: Decision, _ request: NotificationRequest) {
      kind = request.kind
      item = request.item
      notification = request.identifier
      date = request.isOneOff ? nil : decision.local?.date
    }
  }

  /// From `old` to `new`, by the instant at which something goes out, and identifier.
  package static func changes(from old: AccountPlan?, to new: AccountPlan?) -> [PlanChange] {
    let before = old.map(outcomes) ?? [:]
    let after = new.map(outcomes) ?? [:]
    var changes: [PlanChange] = []
    for (key, now) in after where now.outcome.reason == nil {
      let then = before[key]
      if let then, then.outcome.reason == nil {
        if then.at != now.at { changes.append(change(.moved, now, new!, from: then.at, to: now.at, nil)) }
      } else {
        changes.append(change(.appeared, now, new!, from: nil, to: now.at, then?.outcome.reason))
      }
    }
    for (key, then) in before where then.outcome.reason == nil {
      let now = after[key]
      if now == nil || now?.outcome.reason != nil {
        changes.append(change(.vanished, then, old!, from: then.at, to: nil, now?.outcome.reason))
      }
    }
    return changes.sorted { a, b in
      let (x, y) = (a.to ?? a.from ?? .distantPast, b.to ?? b.from ?? .distantPast)
      if x != y { return x < y }
      if a.notification != b.notification { return a.notification < b.notification }
      return a.verb.rawValue < b.verb.rawValue
    }
  }

  /// The decision of each occurrence; where some are equal, the one that goes out.
  private static func outcomes(_ plan: AccountPlan) -> [Occurrence: Decision] {
    var result: [Occurrence: Decision] = [:]
    for decision in plan.decisions {
      let key = Occurrence(decision, plan.requests[Int(decision.request)])
      if let known = result[key], known.outcome.reason == nil || decision.outcome.reason != nil { continue }
      result[key] = decision
    }
    return result
  }

  private static func change(
    _ verb: Verb, _ decision: Decision, _ plan: AccountPlan, from: Instant?, to: Instant?, _ reason: Reason?
  ) -> PlanChange {
    let request = plan.requests[Int(decision.request)]
    let zone = decision.stay >= 0 ? plan.timeline.stays[Int(decision.stay)].zone.name : nil
    return PlanChange(
      verb: verb, account: plan.account.id, app: plan.account.app, kind: request.kind, item: request.item,
      notification: request.identifier, local: decision.local, zone: zone, from: from, to: to, reason: reason)
  }
}
