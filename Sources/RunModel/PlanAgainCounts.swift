import CivilTime
import PlanModel

/// The replan deadlines of a run's accounts: the earliest, and their number by cause.
package struct PlanAgainCounts: Sendable {
  /// The earliest replan deadline and its account.
  package struct First: Sendable, Hashable {
    package var account: AccountName
    package var planAgain: PlanAgain

    package init(_ account: AccountName, _ planAgain: PlanAgain) {
      (self.account, self.planAgain) = (account, planAgain)
    }

    /// `2026-11-23T00:00:00Z (window's end of account ana of diary)`.
    package var words: String {
      "\(planAgain.at) for account \(account.words) of \(account.app ?? "") (\(planAgain.cause.words))"
    }
  }

  /// The earliest deadline, and at one instant that of the first account; nil if no account has been counted.
  package var first: First?
  /// Indexed by `PlanAgainCause.position`.
  private var causes = [Int](repeating: 0, count: PlanAgainCause.allCases.count)
  private var dueCauses = [Int](repeating: 0, count: PlanAgainCause.allCases.count)

  /// The time to the next nightly run, in seconds.
  private static let night: Int64 = 24 * 3600

  package init() {}

  /// The number of accounts with a deadline of that cause.
  package subscript(cause: PlanAgainCause) -> Int {
    get { causes[cause.position] }
    set { causes[cause.position] = newValue }
  }

  /// Returns the number of accounts with a deadline of a cause within 24 hours, before the next nightly run.
  package func due(_ cause: PlanAgainCause) -> Int { dueCauses[cause.position] }

  /// Counts an account's deadline.
  mutating func count(_ plan: AccountPlan, now: Instant) {
    // Another run would not change the plan of an account whose input is broken.
    guard let planAgain = plan.planAgain, !plan.isUnread else { return }
    if planAgain.at.epochSeconds - now.epochSeconds < Self.night { dueCauses[planAgain.cause.position] += 1 }
    count(First(plan.name, planAgain))
  }

  /// Counts a deadline, without regard to whether it is due by the next night.
  package mutating func count(_ deadline: First) {
    self[deadline.planAgain.cause] += 1
    take(deadline)
  }

  mutating func add(_ other: PlanAgainCounts) {
    for index in causes.indices {
      causes[index] += other.causes[index]
      dueCauses[index] += other.dueCauses[index]
    }
    if let first = other.first { take(first) }
  }

  private mutating func take(_ other: First) {
    if let first, first.planAgain.at <= other.planAgain.at { return }
    first = other
  }
}
