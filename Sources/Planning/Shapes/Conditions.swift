import CivilTime
import PlanModel

/// The conditions under which an item, or a kind without items, has notifications.
extension ShapedKind {
  /// Whether what its conditions leave out stays in the plan. What a shipped kind leaves out is another kind's.
  var hasTracedConditions: Bool { !declaration.conditions.isEmpty && !description.isShipped }
  var hasTimeConditions: Bool { declaration.conditions.contains(where: \.isOfTime) }

  /// Returns whether an item and its account meet the kind's conditions.
  ///
  /// - Parameter instant: When the notification goes out; nil to ignore conditions on the time.
  func matches(_ item: Item, _ frame: AccountFrame, at instant: Instant? = nil) -> Bool {
    for condition in declaration.conditions where instant != nil || !condition.isOfTime {
      let clock = condition.isOfTime && !condition.isOfAccount ? frame.clock(of: item) : frame
      if !condition.holds(value(of: condition, item, frame), at: instant ?? frame.now, clock) { return false }
    }
    return true
  }

  /// Returns whether the account meets the conditions of a kind without items.
  private func matches(_ frame: AccountFrame, at instant: Instant? = nil) -> Bool {
    declaration.conditions.allSatisfy {
      instant == nil && $0.isOfTime || $0.holds(frame.accountField($0.field), at: instant ?? frame.now, frame)
    }
  }

  private func value(of condition: KindDeclaration.Condition, _ item: Item?, _ frame: AccountFrame) -> FieldValue {
    if condition.isOfAccount { return frame.accountField(condition.field) }
    return item.map { value(condition.field, of: $0) } ?? .none
  }

  /// Returns the first instant after `now` at which a condition begins or ceases to hold just because time passes.
  func conditionChange(_ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    func note(_ condition: KindDeclaration.Condition, _ value: FieldValue, _ clock: AccountFrame) {
      for at in condition.changes(value, clock) where at > frame.now { first = min(first ?? at, at) }
    }
    for condition in declaration.conditions where condition.isOfTime {
      if condition.isOfAccount {
        note(condition, frame.accountField(condition.field), frame)
      } else {
        for item in items(frame) { note(condition, value(condition.field, of: item), frame.clock(of: item)) }
      }
    }
    return first.map { PlanAgain($0, .condition) }
  }

  // MARK: What they leave out

  /// Makes a definition keep one candidate of what conditions leave out: of each item, or of a kind without items. A
  /// digest counts only the items that pass.
  func trace(_ definition: inout KindDefinition) {
    let (expand, expandItem, isDone) = (definition.expand, definition.expandItem, definition.withdrawal)
    if declaration.item != nil, expandItem == nil { return }
    let isOfTime = hasTimeConditions
    definition.checks.append(conditionCheck)
    definition.expand = { frame, kind, list in
      guard let expandItem else {
        return list.trace(isLeftOut: !matches(frame), kind, frame) { expand(frame, kind, &$0) }
      }
      if !isOfTime { expand(frame, kind, &list) }
      for (index, item) in items(frame).enumerated() {
        let isLeftOut = !matches(item, frame)
        guard isLeftOut || isOfTime, !list.isFull else { continue }
        list.trace(isLeftOut: isLeftOut, kind, frame) { expandItem(item, index, frame, kind, &$0) }
      }
    }
    definition.withdrawal = { notice, kind, frame in
      if let reason = isDone?(notice, kind, frame) { return reason }
      if declaration.item == nil { return notice.parts(kind).isEmpty || matches(frame) ? nil : .condition }
      return item(of: notice, kind, frame).flatMap { matches($0.0, frame) ? nil : .condition }
    }
  }

  /// Drops what the conditions leave out. Those on the time decide at the instant at which it goes out.
  private var conditionCheck: Check {
    Check(
      .condition,
      .candidate { candidate, context in
        !failed(candidate, context.frame.kinds[Int(candidate.kind)], context.frame).isEmpty
      }
    ) { explainer in
      let (candidate, frame) = (explainer.candidate, explainer.frame)
      let failed = failed(candidate, explainer.kind, frame)
      let shown = failed.isEmpty ? declaration.conditions : failed
      let item = candidate.item < 0 ? nil : item(of: candidate, frame)
      var facts = shown.flatMap { condition -> [Explanation.Fact] in
        let value = value(of: condition, item, frame)
        let name =
          condition.isOfAccount
          ? "account.\(frame.policy.value.accountFields[condition.field].name)"
          : declaration.fields!.fields[condition.field].name
        return [
          .init(
            .other, of: [.plain(name)], is: value.isNone ? "none" : "\(text: value.raw)",
            condition.isOfAccount ? explainer.account.location : item?.location),
          .init(.condition, is: .plain(condition.text)),
        ]
      }
      if shown.contains(where: \.isOfTime) {
        facts.append(.init(.goesOutAt, is: "\(instantOut(candidate, explainer.kind, frame))"))
      }
      return facts
    }
  }

  /// Returns the conditions that a candidate does not meet.
  private func failed(
    _ candidate: Candidate, _ kind: KindPlan, _ frame: AccountFrame
  ) -> [KindDeclaration.Condition] {
    let instant = hasTimeConditions ? instantOut(candidate, kind, frame) : frame.now
    let item = candidate.item < 0 ? nil : item(of: candidate, frame)
    let clock = item.map(frame.clock) ?? frame
    return declaration.conditions.filter {
      !$0.holds(value(of: $0, item, frame), at: instant, $0.isOfAccount ? frame : clock)
    }
  }

  private func instantOut(_ candidate: Candidate, _ kind: KindPlan, _ frame: AccountFrame) -> Instant {
    var moved = candidate
    if moved.deferredFrom == nil { Deferral.run(&moved, kind, frame) }
    return moved.at ?? frame.now
  }
}

extension CandidateList {
  /// Adds candidates, of which those that conditions leave out become one: the next to go out, else the first.
  ///
  /// - Parameter isLeftOut: Whether the conditions leave out all of them.
  mutating func trace(
    isLeftOut: Bool, _ kind: KindPlan, _ frame: AccountFrame, _ add: (inout CandidateList) -> Void
  ) {
    let (first, firstRequest) = (candidates.count, requests.count)
    add(&self)
    if frame.keepsLeftOut { return }
    if isFull || candidates.count == first { return }
    let added = Array(candidates[first...])
    findInstants(from: first, nil, kind, frame)
    let context = CheckContext(frame: frame, requests: requests)
    // Its own checks alone, without asking first whether they apply: that visits all items.
    for check in kind.definition.checks where check.reason.index <= Reason.condition.index {
      guard case .candidates(let settle) = check.test else { continue }
      var span = candidates.mutableSpan
      settle(&span, first, context, check.reason)
    }
    let settled = Array(candidates[first...])
    candidates.removeSubrange(first...)
    var out = settled.indices.filter { settled[$0].reason == .condition }
    if out.isEmpty, isLeftOut { out = Array(settled.indices) }
    let names = settled.map { requests[Int($0.request)].identifier }
    let inOrder = out.sorted { (settled[$0].time, names[$0]) < (settled[$1].time, names[$1]) }
    let traced = inOrder.first { settled[$0].at.map { $0 > frame.now } ?? false } ?? inOrder.first
    if isLeftOut, var candidate = traced.map({ added[$0] }) {
      let request = requests[Int(candidate.request)]
      removeRequests(from: firstRequest)
      candidate.request = self.add(request)
      return self.add(candidate)
    }
    for index in added.indices where index == traced || settled[index].reason != .condition { self.add(added[index]) }
  }
}

extension AccountFrame {
  /// Returns the value of a field that the policy declares for accounts; `none` if the account has none.
  fileprivate func accountField(_ place: Int) -> FieldValue {
    let fields = account.value.fields
    return fields.indices.contains(place) ? fields[place] : .none
  }
}

extension KindDeclaration.Condition {
  /// Whether it compares with the time.
  var isOfTime: Bool { if case .fromNow = operand { true } else { false } }

  /// Returns whether the condition holds for a value. A missing value equals only `false`.
  ///
  /// - Parameters:
  ///   - now: The instant at which it decides.
  ///   - frame: The frame whose clock has its dates: the account's, or the item's.
  fileprivate func holds(_ other: FieldValue, at now: Instant, _ frame: AccountFrame) -> Bool {
    switch (operand, other) {
    case (.value(let value), _): return holds(other, value)
    case (.fromNow(let seconds), .instant(let instant)): return holds(instant, now.advanced(bySeconds: seconds))
    case (.fromNow(let seconds), .date(let date)):
      return holds(date, frame.date(at: now).adding(days: Int(seconds / 86_400)))
    default: return relation == .different
    }
  }

  /// Returns the instants at which it begins or ceases to hold.
  fileprivate func changes(_ value: FieldValue, _ frame: AccountFrame) -> [Instant] {
    guard case .fromNow(let seconds) = operand else { return [] }
    switch value {
    case .instant(let instant):
      let reached = instant.advanced(bySeconds: -seconds)
      return changes(reached, once: reached.advanced(bySeconds: 1))
    case .date(let date):
      let reached = date.adding(days: -Int(seconds / 86_400))
      return changes(reached, once: reached.adding(days: 1)).map(frame.timeline.startOfDay)
    default: return []
    }
  }

  private func changes<Value>(_ reached: Value, once passed: Value) -> [Value] {
    switch relation {
    case .greater, .atMost: [reached]
    case .less, .atLeast: [passed]
    case .equal, .different: [reached, passed]
    }
  }

  private func holds(_ other: FieldValue, _ value: FieldValue) -> Bool {
    if let a = other.number, let b = value.number { return holds(a, b) }
    switch (other, value) {
    case (.date(let a), .date(let b)): return holds(a, b)
    case (.time(let a), .time(let b)): return holds(a, b)
    case (.instant(let a), .instant(let b)): return holds(a, b)
    case (.text(let a), .text(let b)):
      return relation == .equal ? a.compareBytes(b) == 0 : relation == .different && a.compareBytes(b) != 0
    case (_, .flag(let flag)): return (!other.isNone == flag) == (relation == .equal)
    default: return relation == .different
    }
  }

  private func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch relation {
    case .atMost: a <= b
    case .atLeast: a >= b
    case .different: a != b
    case .less: a < b
    case .greater: a > b
    case .equal: a == b
    }
  }
}
