import PlanModel

/// What one change of a setting would give against a finding: the accounts were planned again with it.
package struct Advice: Hashable, Sendable {
  package var reason: Reason
  package var app: String
  /// The change, as a reader makes it: `slots.holds = "trigger"`.
  package var change: String
  /// The number of accounts that were planned again.
  package var accounts: Int
  /// The number of the app's accounts that have the finding.
  package var affected: Int
  /// The number of notifications that the finding keeps back of these accounts, without the change and with it.
  package var before: Int
  package var after: Int

  package init(reason: Reason, app: String, change: String, accounts: Int, of affected: Int, before: Int, after: Int) {
    (self.reason, self.app, self.change) = (reason, app, change)
    (self.accounts, self.affected, self.before, self.after) = (accounts, affected, before, after)
  }

  /// `slots.holds = "trigger" (43 not sent → 0 in 1 account of focusflow)`.
  package var words: String {
    let tried = affected > accounts ? "\(accounts) of \(affected.of("account"))" : accounts.of("account")
    return "\(change) (\(before) not sent → \(after) in \(tried) of \(app))"
  }
}
