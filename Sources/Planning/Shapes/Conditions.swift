import CivilTime
import PlanModel

/// The conditions under which an item, or a kind without items, has notifications.
extension ShapedKind {
  /// Returns whether an item and its account meet the kind's conditions.
  func matches(_ item: Item, _ frame: AccountFrame) -> Bool {
    for condition in declaration.conditions {
      let value = condition.isOfAccount ? frame.accountField(condition.field) : value(condition.field, of: item)
      if !condition.holds(value, frame) { return false }
    }
    return true
  }

  /// Returns whether the account meets the conditions of a kind without items.
  func matches(_ frame: AccountFrame) -> Bool {
    declaration.conditions.allSatisfy { $0.holds(frame.accountField($0.field), frame) }
  }

  /// Returns the first instant after `now` at which a condition begins or ceases to hold just because time passes.
  func conditionChange(_ frame: AccountFrame) -> PlanAgain? {
    var first: Instant?
    func note(_ condition: KindDeclaration.Condition, _ value: FieldValue) {
      for at in condition.changes(value, frame) where at > frame.now { first = min(first ?? at, at) }
    }
    for condition in declaration.conditions where condition.isOfTime {
      if condition.isOfAccount {
        note(condition, frame.accountField(condition.field))
      } else {
        for item in items(frame) { note(condition, value(condition.field, of: item)) }
      }
    }
    return first.map { PlanAgain($0, .condition) }
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
  fileprivate func holds(_ other: FieldValue, _ frame: AccountFrame) -> Bool {
    switch (operand, other) {
    case (.value(let value), _): return holds(other, value)
    case (.fromNow(let seconds), .instant(let instant)):
      return holds(instant, frame.now.advanced(bySeconds: seconds))
    case (.fromNow(let seconds), .date(let date)): return holds(date, frame.today.adding(days: Int(seconds / 86_400)))
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
