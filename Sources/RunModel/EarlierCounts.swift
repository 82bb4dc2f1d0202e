import CivilTime
import PlanModel

/// What the plan before came to, as far as a reader wants to know what is new, worse and resolved. Those of two parts of a run can be
/// added up.
package struct EarlierCounts: Sendable, Hashable {
  /// The plan's; nil: these are the counts of a part.
  package var now: Instant?
  package var accounts = 0
  /// Of them, those that the new plan does not have.
  package var goneAccounts = 0
  package var accountsWithProblems = 0
  /// Accounts that lose candidates to the slot limit.
  package var horizons = 0
  package var outcomes = RunSummary.Tally()
  /// What somebody may have wanted to look at, by reason.
  package var problems: [Reason: Int] = [:]
  /// Of ``problems``, those of accounts that the new plan does not have: they are not resolved.
  package var gone: [Reason: Int] = [:]
  /// nil: not known.
  package var rejected: Int?

  package init() {}

  /// - Parameters:
  ///   - plan: As it was.
  ///   - isGone: Whether the new plan does not have the account.
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
