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

  mutating func count(_ plan: AccountPlan) {
    guard let limit = plan.slots.limit else {
      unlimited += 1
      return
    }
    if plan.coverageHorizon != nil {
      over += 1
      return
    }
    let available = max(0, limit - plan.slots.reserved)
    tenths[available == 0 ? (plan.slots.used == 0 ? 0 : 10) : min(10, plan.slots.used * 10 / available)] += 1
  }

  mutating func add(_ other: SlotFill) {
    for index in tenths.indices { tenths[index] += other.tenths[index] }
    over += other.over
    unlimited += other.unlimited
  }
}
