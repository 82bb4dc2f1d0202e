import CivilTime
import PlanModel

/// An account's part of the page.
package struct RenderedAccount: Sendable {
  /// Inside its `<details>`; nil: the account is only listed among those worth a look.
  private(set) var html: Markup?
  /// Every decision has a row.
  private(set) var isWhole = true
  /// Where it stands on the page.
  let anchor: String
  let id: String
  let app: String
  let appName: String
  /// The names of all zones that it is in, by blanks.
  let zones: String
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

  /// - Parameters:
  ///   - html: Inside its `<details>`.
  ///   - isWhole: Whether every decision has a row in it.
  init(_ plan: AccountPlan, html: Markup?, isWhole: Bool = true) {
    self.html = html
    self.isWhole = isWhole
    anchor = plan.anchor
    id = plan.name.words
    app = plan.account.app
    appName = plan.policy.name
    zones = plan.timeline.stays.map(\.zone.name).joined(separator: " ")
    problems = plan.problems
    hasProblem = plan.hasProblem
    stale = plan.isUnread ? plan.stale : nil
    planAgain = plan.planAgain ?? plan.coverageHorizon.map { PlanAgain(horizon: $0) }
  }
}

extension AccountPlan {
  /// Something in it is worth a look, see `isProblem`, or it is stale.
  package var hasProblem: Bool {
    stale != nil || decisions.contains { isProblem($0) }
  }

  /// What is worth a look, by reason in the order of the checks.
  var problems: [(reason: Reason, count: Int)] {
    var counts = [Int](repeating: 0, count: Reason.count)
    for decision in decisions {
      if let reason = decision.outcome.reason, isProblem(decision) { counts[reason.index] += 1 }
    }
    return Reason.allCases.filter { counts[$0.index] > 0 }.map { ($0, counts[$0.index]) }
  }

  /// What a policy accepts of its losses, each with how many decisions it has.
  var acceptances: [(finding: AcceptedFinding, count: Int)] {
    accepted.map { finding in (finding, decisions.count { acceptance(of: $0) == finding }) }
  }

  /// The `id` of the account's section: the same in every run.
  var anchor: String { AccountPlan.anchor(name) }

  static func anchor(_ name: AccountName) -> String {
    let device = name.device.map { "\u{0}\($0)" } ?? ""
    return "account-" + StableHash("\(name.app ?? "")\u{0}\(name.id.text)\(device)").hexadecimal.prefix(16)
  }
}
