import CivilTime
import PlanModel

/// The plan against what the device holds (contract section 6, "Actions").
package enum Reconcile {
  /// By identifier in byte order, and for one identifier by time.
  package static func actions(_ plan: AccountPlan) -> [Action] {
    let names = Names(plan)
    // Decisions stand in order of time, and so do those of one identifier.
    let planned = Shares(
      count: names.ids.count,
      plan.decisions.lazy.filter { $0.outcome.reason == nil }.map {
        (names.ofRequests[Int($0.request)], $0.at)
      })
    let held = Shares(count: names.ids.count, zip(names.ofPending, plan.account.pending.lazy.map(\.at)))

    var actions: [Action] = []
    actions.reserveCapacity(planned.entries.count)
    for (number, id) in names.ids.enumerated() {
      let (target, present) = (planned[number], held[number])
      if target.isEmpty, present.isEmpty { continue }
      let entry = Entry(id: id, target: target, present: present.sorted(by: Reconcile.isBefore)[...]) { from in
        reason(names, number, plan, from)
      }
      if plan.policy.slots.holds == .trigger, !target.contains(nil) {
        entry.appendByTrigger(to: &actions)
      } else {
        entry.appendByOccurrence(to: &actions)
      }
    }
    return actions
  }

  /// Why an entry for `from` is cancelled: the decision for that instant; else, since quiet hours may have moved the
  /// entry and later checks not have come to it, the last that was dropped for an earlier one; else the first.
  private static func reason(_ names: Names, _ number: Int, _ plan: AccountPlan, _ from: Instant?) -> String {
    let dropped = plan.decisions.filter {
      $0.outcome.reason != nil && names.ofRequests[Int($0.request)] == number
    }
    let same = dropped.first { from != nil && ($0.at == from || $0.deferredFrom == from) }
    let earlier = dropped.last { decision in decision.at.map { at in from.map { at <= $0 } ?? false } ?? false }
    return (same ?? earlier ?? dropped.first)?.outcome.reason?.rawValue ?? "unknown"
  }

  /// None first, then by time.
  private static func isBefore(_ a: Instant?, _ b: Instant?) -> Bool {
    (a?.epochSeconds ?? .min) < (b?.epochSeconds ?? .min)
  }

  /// The identifiers of a plan and of what the device holds, each once.
  private struct Names {
    /// In byte order.
    let ids: [NotificationID]
    /// By request, its identifier's place in `ids`.
    let ofRequests: [Int]
    /// By pending entry.
    let ofPending: [Int]

    init(_ plan: AccountPlan) {
      let all = plan.requests.map(\.identifier) + plan.account.pending.map(\.id)
      var ids: [NotificationID] = []
      var places = [Int](repeating: 0, count: all.count)
      for index in all.indices.sorted(by: { all[$0] < all[$1] }) {
        if ids.last != all[index] { ids.append(all[index]) }
        places[index] = ids.count - 1
      }
      self.ids = ids
      ofRequests = Array(places.prefix(plan.requests.count))
      ofPending = Array(places.dropFirst(plan.requests.count))
    }
  }

  /// Instants by the number of what they belong to, in the order in which they came.
  private struct Shares {
    private(set) var entries: [Instant?]
    private var starts: [Int]

    init(count: Int, _ pairs: some Sequence<(Int, Instant?)>) {
      starts = Array(repeating: 0, count: count + 1)
      for (number, _) in pairs { starts[number + 1] += 1 }
      for number in 0..<count { starts[number + 1] += starts[number] }
      var next = starts
      entries = Array(repeating: nil, count: starts[count])
      for (number, instant) in pairs {
        entries[next[number]] = instant
        next[number] += 1
      }
    }

    subscript(number: Int) -> ArraySlice<Instant?> { entries[starts[number]..<starts[number + 1]] }
  }

  /// What is planned and what is held of one identifier, each in order of time.
  private struct Entry {
    let id: NotificationID
    let target: ArraySlice<Instant?>
    let present: ArraySlice<Instant?>
    /// Why what is held for an instant is cancelled.
    let reason: (Instant?) -> String

    /// One action an identifier: its trigger stands for all its occurrences.
    func appendByTrigger(to actions: inout [Action]) {
      guard let first = target.first else {
        let from = present.first ?? nil
        actions.append(Action(verb: .cancel, notification: id, at: nil, from: from, reason: reason(from)))
        return
      }
      guard let entry = present.first else {
        actions.append(Action(verb: .add, notification: id, at: first, from: nil))
        return
      }
      if let same = present.first(where: { $0 == nil || target.contains($0) }) {
        actions.append(Action(verb: .keep, notification: id, at: same ?? first, from: same ?? nil))
      } else {
        actions.append(Action(verb: .move, notification: id, at: first, from: entry))
      }
    }

    /// Equal instants are kept; the rest pairs off in time order; what is left over is added or cancelled.
    func appendByOccurrence(to actions: inout [Action]) {
      if present.isEmpty {
        for at in target { actions.append(Action(verb: .add, notification: id, at: at, from: nil)) }
        return
      }
      let start = actions.count
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
      actions[start...].sort { Reconcile.isBefore($0.at ?? $0.from, $1.at ?? $1.from) }
    }
  }
}
