import PlanModel

/// What devices showed of the previous plan, by app, kind and platform.
package struct ShownCounts: Sendable {
  package struct App: Sendable {
    package var total = ShownPlan.Tally()
    /// The number of compared accounts.
    package var accounts = 0
    /// Accounts whose export lists no delivery. Nothing is compared for them.
    package var silent = 0
    package var kinds: [Kind: ShownPlan.Tally] = [:]
    package var platforms: [String: ShownPlan.Tally] = [:]

    package init() {}

    mutating func add(_ other: App) {
      total.add(other.total)
      accounts += other.accounts
      silent += other.silent
      for (kind, tally) in other.kinds { kinds[kind, default: ShownPlan.Tally()].add(tally) }
      for (platform, tally) in other.platforms { platforms[platform, default: ShownPlan.Tally()].add(tally) }
    }
  }

  package var apps: [String: App] = [:]

  package init() {}

  /// The sum over all apps.
  package var total: App { apps.values.reduce(into: App()) { $0.add($1) } }

  mutating func add(_ shown: ShownPlan, of account: Account) {
    var app = App()
    if shown.seen == nil {
      app.silent = 1
    } else {
      app.accounts = 1
      app.total = shown.total
      for (kind, tally) in shown.kinds { if let kind { app.kinds[kind] = tally } }
      app.platforms[account.platform.rawValue] = app.total
    }
    apps[account.app, default: App()].add(app)
  }

  mutating func add(_ other: ShownCounts) {
    for (name, app) in other.apps { apps[name, default: App()].add(app) }
  }
}
