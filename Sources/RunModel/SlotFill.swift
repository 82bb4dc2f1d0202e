import PlanModel

/// How full the slots of a run's accounts are.
package struct SlotFill: Sendable, Hashable {
  /// Accounts that use less than a tenth of what they may, less than two tenths, and so on; the last one those that use
  /// all of it and lose nothing.
  package var tenths = [Int](repeating: 0, count: 11)
  /// Accounts that lose candidates to the limit.
  package var over = 0
  /// Accounts on a platform without a limit.
  package var unlimited = 0

  package init() {}

  /// How full one account's slots are.
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
