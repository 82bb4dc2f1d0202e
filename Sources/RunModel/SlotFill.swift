import PlanModel

/// The number of a run's accounts by the share of their slots in use.
package struct SlotFill: Sendable, Hashable {
  /// The number of accounts that use less than a tenth of their slots, less than two tenths, and so on. The last element counts
  /// those that use all of them and lose nothing.
  package var tenths = [Int](repeating: 0, count: 11)
  /// Accounts that lose candidates to the limit.
  package var over = 0
  /// Accounts on a platform without a limit.
  package var unlimited = 0

  package init() {}

  /// The share of one account's slots in use.
  package enum Level: Sendable {
    /// The index in ``SlotFill/tenths``.
    case tenth(Int)
    case over
    case unlimited

    package init(_ plan: AccountPlan) {
      guard let limit = plan.slots.limit else {
        self = .unlimited
        return
      }
      if plan.coverageHorizon != nil {
        self = .over
        return
      }
      let available = max(0, limit - plan.slots.reserved)
      self = .tenth(available == 0 ? (plan.slots.used == 0 ? 0 : 10) : min(10, plan.slots.used * 10 / available))
    }
  }

  mutating func count(_ plan: AccountPlan) {
    switch Level(plan) {
    case .tenth(let index): tenths[index] += 1
    case .over: over += 1
    case .unlimited: unlimited += 1
    }
  }

  mutating func add(_ other: SlotFill) {
    for index in tenths.indices { tenths[index] += other.tenths[index] }
    over += other.over
    unlimited += other.unlimited
  }
}

/// Counts of actions by verb and cause. Actions without a cause are not counted.
package struct ActionCauses: Sendable {
  package struct Cause: Hashable, Sendable {
    package var verb: Action.Verb
    /// See ``PlanModel/Action/cause``.
    package var code: String
  }

  private var counts: [Cause: Int] = [:]

  package init() {}

  package mutating func count(_ actions: [Action]) {
    // Most actions have the verb `add`, which needs no cause.
    for index in actions.indices where actions[index].verb != .add {
      guard let code = actions[index].cause else { continue }
      counts[Cause(verb: actions[index].verb, code: code), default: 0] += 1
    }
  }

  package mutating func add(_ other: ActionCauses) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// Returns the causes of a verb, the most frequent first, then by code.
  package func of(_ verb: Action.Verb) -> [(code: String, count: Int)] {
    counts.filter { $0.key.verb == verb }.map { ($0.key.code, $0.value) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.compareBytes($1.0) < 0 }
  }
}
