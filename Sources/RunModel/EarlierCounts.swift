import CivilTime
import PlanModel

/// Counts of the previous plan, for what is new, worse and resolved in this one. The counts of two parts of a run can be added.
package struct EarlierCounts: Sendable, Hashable {
  /// The previous plan's `now`; nil for the counts of a part.
  package var now: Instant?
  package var accounts = 0
  /// The number of these accounts that are missing from the new plan.
  package var goneAccounts = 0
  package var accountsWithProblems = 0
  /// The number of accounts that lose candidates to the slot limit.
  package var horizons = 0
  package var outcomes = RunSummary.Tally()
  /// The number of decisions that needed attention, by reason.
  package var problems: [Reason: Int] = [:]
  /// The part of ``problems`` that is of accounts missing from the new plan. These problems are not resolved.
  package var gone: [Reason: Int] = [:]
  /// The number of rejected records; nil if unknown.
  package var rejected: Int?

  package init() {}

  /// Counts an account of the previous plan.
  ///
  /// - Parameters:
  ///   - plan: The previous plan of the account.
  ///   - isGone: Whether the account is missing from the new plan.
  package mutating func count(_ plan: AccountPlan, isGone: Bool = false) {
    if plan.isGone { return }
    accounts += 1
    if isGone { goneAccounts += 1 }
    var hasProblem = plan.isUnread
    for decision in plan.decisions {
      outcomes.count(decision.outcome)
      guard let reason = decision.outcome.reason, plan.isLoss(decision) else { continue }
      problems[reason, default: 0] += 1
      if isGone { gone[reason, default: 0] += 1 }
      if reason.isProblem { hasProblem = true }
    }
    if hasProblem { accountsWithProblems += 1 }
    if plan.coverageHorizon != nil { horizons += 1 }
  }

  mutating func add(_ other: EarlierCounts) {
    now = now ?? other.now
    rejected = rejected ?? other.rejected
    accounts += other.accounts
    goneAccounts += other.goneAccounts
    accountsWithProblems += other.accountsWithProblems
    horizons += other.horizons
    outcomes.add(other.outcomes)
    problems.merge(other.problems, uniquingKeysWith: +)
    gone.merge(other.gone, uniquingKeysWith: +)
  }
}
