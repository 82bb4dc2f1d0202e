import CivilTime
import PlanModel

/// The plan against what the device holds (contract section 6, "Actions").
package enum Reconcile {
  /// By identifier in byte order, and for one identifier by time.
  package static func actions(_ plan: AccountPlan) -> [Action] {
    let (decisions, pending) = (plan.decisions, plan.account.pending)
    let names = Names(plan.requests, pending)
    // Decisions stand in order of time, and so do those of one identifier.
    let planned = Shares(count: names.ids.count) { add in
      for index in decisions.indices where decisions[index].outcome.reason == nil {
        add(names.ofRequest(decisions[index].request), decisions[index].at)
      }
    }
    let held = Shares(count: names.ids.count) { add in
      for index in pending.indices { add(names.ofPending(index), pending[index].at) }
    }

    let holdsTriggers = plan.policy.slots.holds == .trigger
    var actions: [Action] = []
    actions.reserveCapacity(planned.entries.count)
    for number in names.ids.indices {
      let (target, present) = (planned[number], held[number])
      if target.isEmpty, present.isEmpty { continue }
      let entry = Entry(id: names.ids[number], target: target, present: inOrder(present))
      let start = actions.count
      if holdsTriggers, !target.contains(nil) {
        entry.appendByTrigger(to: &actions)
      } else {
        entry.appendByOccurrence(to: &actions)
      }
      if present.isEmpty { continue }
      for index in start..<actions.count where actions[index].verb == .cancel {
        actions[index].reason = reason(names, number, decisions, actions[index].from)
      }
    }
    return actions
  }

  /// In order of time, as an export need not have it.
  private static func inOrder(_ present: ArraySlice<Instant?>) -> ArraySlice<Instant?> {
    present.count < 2 ? present : present.sorted(by: isBefore)[...]
  }

  /// Why an entry for `from` is cancelled: the decision for that instant; else, since quiet hours may have moved the
  /// entry and later checks not have come to it, the last that was dropped for an earlier one; else the first.
  private static func reason(_ names: Names, _ number: Int, _ decisions: [Decision], _ from: Instant?) -> String {
    let dropped = decisions.filter {
      $0.outcome.reason != nil && names.ofRequest($0.request) == number
    }
    let same = dropped.first { from != nil && ($0.at == from || $0.deferredFrom == from) }
    let earlier = dropped.last { decision in decision.at.map { at in from.map { at <= $0 } ?? false } ?? false }
    return (same ?? earlier ?? dropped.first)?.outcome.reason?.code ?? "unknown"
  }

  /// None first, then by time.
  private static func isBefore(_ a: Instant?, _ b: Instant?) -> Bool {
    (a?.epochSeconds ?? .min) < (b?.epochSeconds ?? .min)
  }

  /// The identifiers of a plan and of what the device holds, each once.
  private struct Names {
    /// In byte order.
    let ids: [NotificationID]
    /// The places in `ids` of the requests' identifiers, and after them those of the pending entries'.
    private let places: [Int]
    private let requestCount: Int

    init(_ requests: [NotificationRequest], _ pending: [Account.Pending]) {
      requestCount = requests.count
      var all: [NotificationID] = []
      all.reserveCapacity(requests.count + pending.count)
      for index in requests.indices { all.append(requests[index].identifier) }
      for index in pending.indices { all.append(pending[index].id) }
      // Most accounts' are, where the device holds nothing yet.
      let isAscending = all.indices.dropFirst().allSatisfy { all[$0 - 1] < all[$0] }
      (ids, places) = isAscending ? (all, Array(all.indices)) : Names.sorted(all)
    }

    /// The identifiers in byte order, each once, and by place in `all` the place among them.
    private static func sorted(_ all: [NotificationID]) -> (ids: [NotificationID], places: [Int]) {
      var ids: [NotificationID] = []
      var places = [Int](repeating: 0, count: all.count)
      for index in all.indices.sorted(by: { all[$0] < all[$1] }) {
        if ids.last != all[index] { ids.append(all[index]) }
        places[index] = ids.count - 1
      }
      return (ids, places)
    }

    func ofRequest(_ request: Int32) -> Int { places[Int(request)] }
    func ofPending(_ entry: Int) -> Int { places[requestCount + entry] }
  }

  /// Instants by the number of what they belong to, in the order in which they came.
  private struct Shares {
    private(set) var entries: [Instant?]
    private var starts: [Int]

    /// - Parameter forEach: Hands over one number and instant after the other; is asked twice.
    init(count: Int, _ forEach: ((_ number: Int, _ instant: Instant?) -> Void) -> Void) {
      var starts = [Int](repeating: 0, count: count + 1)
      forEach { number, _ in starts[number + 1] += 1 }
      for number in 0..<count { starts[number + 1] += starts[number] }
      var next = starts
      var entries = [Instant?](repeating: nil, count: starts[count])
      forEach { number, instant in
        entries[next[number]] = instant
        next[number] += 1
      }
      self.starts = starts
      self.entries = entries
    }

    subscript(number: Int) -> ArraySlice<Instant?> { entries[starts[number]..<starts[number + 1]] }
  }

  /// What is planned and what is held of one identifier, each in order of time. Makes its actions, without the reasons of
  /// cancellations.
  private struct Entry {
    let id: NotificationID
    let target: ArraySlice<Instant?>
    let present: ArraySlice<Instant?>

    /// One action an identifier: its trigger stands for all its occurrences.
    func appendByTrigger(to actions: inout [Action]) {
      guard let first = target.first else {
        let from = present.first ?? nil
        actions.append(Action(verb: .cancel, notification: id, at: nil, from: from))
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
        var action = Action(verb: .add, notification: id, at: nil, from: nil)
        for at in target {
          action.at = at
          actions.append(action)
        }
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
        actions.append(Action(verb: .cancel, notification: id, at: nil, from: from))
      }
      actions[start...].sort { Reconcile.isBefore($0.at ?? $0.from, $1.at ?? $1.from) }
    }
  }
}
