import CivilTime
import PlanModel

/// An account's part of the page.
package struct RenderedAccount: Sendable {
  /// Inside its `<details>`; nil: the account is only listed among those worth a look.
  private(set) var html: Markup?
  /// Where it stands on the page.
  let anchor: String
  let id: String
  let appName: String
  package let hasProblem: Bool
  /// What is worth a look in it, by reason in the order of the checks.
  let problems: [(reason: Reason, count: Int)]
  let planAgain: PlanAgain?
  /// See ``AccountPlan/stale``.
  let stale: Instant?

  /// About what it takes on the page, in bytes.
  package var size: Int { (html?.bytes.count ?? 0) + id.utf8.count + 300 }

  var withoutSection: RenderedAccount {
    var account = self
    account.html = nil
    return account
  }

  /// - Parameter html: Inside its `<details>`.
  init(_ plan: AccountPlan, html: Markup?) {
    self.html = html
    anchor = plan.anchor
    id = plan.account.id.text
    appName = plan.policy.name
    problems = plan.problems
    hasProblem = plan.hasProblem
    stale = plan.stale
    planAgain = plan.planAgain ?? plan.coverageHorizon.map { PlanAgain($0, .slotLimit) }
  }
}

extension AccountPlan {
  /// Something in it is worth a look, see ``isProblem(_:)``, or it is stale.
  package var hasProblem: Bool {
    stale != nil || decisions.contains { $0.outcome.reason.map(isProblem) ?? false }
  }

  /// What is worth a look, by reason in the order of the checks.
  var problems: [(reason: Reason, count: Int)] {
    var counts = [Int](repeating: 0, count: Reason.count)
    for decision in decisions {
      if let reason = decision.outcome.reason, isProblem(reason) { counts[reason.index] += 1 }
    }
    return Reason.allCases.filter { counts[$0.index] > 0 }.map { ($0, counts[$0.index]) }
  }

  /// The `id` of the account's section: the same in every run.
  var anchor: String {
    "account-" + StableHash("\(account.app)\u{0}\(account.id.text)").hexadecimal.prefix(16)
  }
}
