import CivilTime
import PlanModel

/// Compares two plans of one account.
package struct PlanChanges {
  private let old: AccountPlan?
  private let new: AccountPlan?
  /// Of both plans: reading them in an optional plan copies the plan.
  private let decisions: (old: [Decision], new: [Decision])
  /// nil if causes are not requested.
  private let causes: CauseFinder?
  private let hasSameZones: Bool
  private let occurrences: OccurrencePair

  /// Prepares the comparison. At least one of the plans must exist.
  ///
  /// - Parameters:
  ///   - old: The first plan; nil if it lacks the account.
  ///   - new: The second plan; nil if it lacks the account.
  ///   - occurrences: The occurrences of the two; nil to find them.
  package init(
    from old: AccountPlan?, to new: AccountPlan?, _ circumstances: ChangeCircumstances? = nil,
    _ occurrences: OccurrencePair? = nil
  ) {
    (self.old, self.new) = (old, new)
    decisions = (old?.decisions ?? [], new?.decisions ?? [])
    self.occurrences = occurrences ?? OccurrencePair(from: old, to: new)
    causes = circumstances.map { CauseFinder(from: old, to: new, $0) }
    hasSameZones = old?.timeline.stays.map(\.zone.name) == new?.timeline.stays.map(\.zone.name)
  }

  /// The occurrences that go out in one plan only, at another instant, or for another wall time, ordered by instant and identifier.
  package var ofTimes: [PlanChange] { changes(contents: false) }

  /// All changes, including other contents and reasons.
  package var all: [PlanChange] { changes(contents: true) }

  private func changes(contents: Bool) -> [PlanChange] {
    var changes: [PlanChange] = []
    for index in occurrences.new.firsts {
      if let change = change(occurrences.new.others[index] ?? occurrences.renamed.new[index], index, contents) {
        changes.append(change)
      }
    }
    for index in occurrences.old.firsts
    where occurrences.old.others[index] == nil && occurrences.renamed.old[index] == nil {
      if let change = change(index, nil, contents) { changes.append(change) }
    }
    changes.markReplaced()
    return changes.sorted { a, b in
      let (x, y) = (a.to ?? a.from ?? .distantPast, b.to ?? b.from ?? .distantPast)
      if x != y { return x < y }
      if a.notification != b.notification { return a.notification < b.notification }
      if a.local != b.local { return a.local.map { x in b.local.map { x < $0 } ?? false } ?? true }
      if a.verb != b.verb { return a.verb.rawValue < b.verb.rawValue }
      // Items that share an identifier have similar changes. Without this, a dictionary would decide their order.
      guard let x = a.occurrence, let y = b.occurrence else { return false }
      return x.stem < y.stem
    }
  }

  private func change(_ before: Int?, _ after: Int?, _ contents: Bool) -> PlanChange? {
    if let before, let after, hasSameZones, isSame(before, after) { return nil }
    let then = before.map { decisions.old[$0] }
    let now = after.map { decisions.new[$0] }
    let wentOut = then.map { $0.outcome.reason == nil } ?? false
    let goesOut = now.map { $0.outcome.reason == nil } ?? false
    var change: PlanChange
    switch (wentOut, goesOut) {
    case (false, true): change = self.change(.added, now!, new!, from: nil, to: now!.at, then?.outcome.reason)
    case (true, false): change = self.change(.removed, then!, old!, from: then!.at, to: nil, now?.outcome.reason)
    case (true, true):
      change = self.change(.moved, now!, new!, from: then!.at, to: now!.at, nil)
      let isMoved = then!.at != now!.at
      if contents || !isMoved {
        change.differences = differences(then!, now!, in: contents ? ComparedField.all : ComparedField.ofTimes)
      }
      if !isMoved {
        guard !change.differences.isEmpty else { return nil }
        change.verb = .changed
      }
    case (false, false):
      // A candidate that one plan drops and the other lacks is no change: days come and go.
      guard contents, let then, let now, then.outcome != now.outcome else { return nil }
      change = self.change(.changed, now, new!, from: nil, to: nil, nil)
      change.differences = [
        .init(field: "reason", old: then.outcome.reason?.code, new: now.outcome.reason?.code)
      ]
    }
    if let new, let now, change.verb == .removed, change.reason?.isLoss ?? false {
      change.isAccepted = !new.isLoss(now)
    }
    change.fromLocal = change.from.map { old!.timeline.local(at: $0) }
    change.toLocal = change.to.map { new!.timeline.local(at: $0) }
    if let causes {
      let isRenamed =
        if let then, let now { old!.requests[Int(then.request)].item != new!.requests[Int(now.request)].item } else {
          false
        }
      change.causes = isRenamed ? [.upgrade] : causes.causes(of: change, then, now)
      change.ofAccount = causes.ofAccount(change)
    }
    return change
  }

  private func change(
    _ verb: PlanChange.Verb, _ decision: Decision, _ plan: AccountPlan, from: Instant?, to: Instant?, _ reason: Reason?
  ) -> PlanChange {
    let request = plan.requests[Int(decision.request)]
    var change = PlanChange(
      verb: verb, account: plan.name, kind: request.kind, item: request.item,
      notification: request.identifier, local: decision.local, zone: plan.zoneName(of: decision), from: from, to: to,
      reason: reason)
    change.occurrence = Occurrence(decision, request)
    return change
  }

  /// Returns whether two decisions have no field that differs, if both plans have the same zones. Most decisions of the
  /// next night are equal.
  private func isSame(_ before: Int, _ after: Int) -> Bool {
    let (then, now) = (decisions.old[before], decisions.new[after])
    guard then.at == now.at, then.outcome == now.outcome else { return false }
    let isAlike = occurrences.new.others[after] == before && occurrences.isAlike[after]
    return ComparedField.all.areEqual(then, in: old!.requests, now, in: new!.requests, isAlike: isAlike)
  }

  private func differences(
    _ then: Decision, _ now: Decision, in fields: [ComparedField]
  ) -> [PlanChange.Difference] {
    fields.compactMap { field in
      let (before, after) = (field.text(then, of: old!), field.text(now, of: new!))
      return before == after ? nil : .init(field: field.rawValue, old: before, new: after)
    }
  }
}

/// What a notification that replaces another one shares with it.
private struct Place: Hashable {
  var kind: Kind
  var item: ItemID?
  var date: LocalDate?
}

extension [PlanChange] {
  /// Marks removed notifications in whose place another one of the same item is added, on the same day if possible. Each added one
  /// replaces one.
  fileprivate mutating func markReplaced() {
    guard contains(where: { $0.verb == .removed }) else { return }
    var used: Set<Int> = []
    pair(&used) { change in
      Place(
        kind: change.kind, item: change.item, date: (change.verb == .added ? change.toLocal : change.fromLocal)?.date)
    }
    // Of an item whose dates were changed, on another day.
    pair(&used) { change in
      let isOfData = change.causes.isEmpty || change.causes.contains(.data)
      return change.item != nil && change.reason == nil && isOfData ? Place(kind: change.kind, item: change.item) : nil
    }
  }

  /// Marks removed notifications that share a place with an added one, which is then used.
  private mutating func pair(_ used: inout Set<Int>, by place: (PlanChange) -> Place?) {
    var added: [Place: [Int]] = [:]
    for index in indices where self[index].verb == .added && !used.contains(index) {
      if let place = place(self[index]) { added[place, default: []].append(index) }
    }
    for index in indices where self[index].verb == .removed && !self[index].isReplaced {
      guard let place = place(self[index]), let other = added[place]?.popLast() else { continue }
      self[index].isReplaced = true
      used.insert(other)
    }
  }
}
