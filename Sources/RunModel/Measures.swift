import PlanModel

package protocol CountsByApp: Sendable {
  associatedtype App: AppCounts
  var apps: [String: App] { get set }
}

/// The counts of one app, or of several together.
package protocol AppCounts: Sendable {
  init()
  mutating func add(_ other: Self)
}

extension CountsByApp {
  /// The sum over all apps.
  package var total: App { apps.values.reduce(into: App()) { $0.add($1) } }

  package mutating func add(_ other: Self) {
    for (name, app) in other.apps { apps[name, default: App()].add(app) }
  }
}

/// How users respond to notifications, by app and kind. Exports contain this in addition to what plans need.
package struct Measures: CountsByApp {
  package struct App: AppCounts {
    package var accounts = 0
    package var mayBeNotified = 0
    /// The number of accounts by permission.
    private var authorizations: [Authorization: Int] = [:]
    package var kinds: [Kind: Engagement] = [:]

    package init() {}

    /// The number of accounts with a permission.
    package subscript(state: Authorization) -> Int {
      get { authorizations[state, default: 0] }
      set { authorizations[state] = newValue }
    }

    package mutating func add(_ other: App) {
      accounts += other.accounts
      mayBeNotified += other.mayBeNotified
      authorizations.merge(other.authorizations, uniquingKeysWith: +)
      for (kind, engagement) in other.kinds { kinds[kind, default: Engagement()].add(engagement) }
    }

    /// The sum over all kinds.
    package var engagement: Engagement { kinds.values.reduce(into: Engagement()) { $0.add($1) } }
  }

  package var apps: [String: App] = [:]

  package init() {}

  mutating func count(_ account: Account, _ measures: AccountMeasures) {
    var app = App()
    app.accounts = 1
    app.mayBeNotified = measures.mayBeNotified ? 1 : 0
    app[account.authorization] = 1
    app.kinds = measures.kinds
    apps[account.app, default: App()].add(app)
  }

  /// Takes out an account that was planned. What its users did stays in the sums, unless it is the app's last.
  package mutating func forget(_ account: Account) {
    guard var app = apps[account.app] else { return }
    app.accounts -= 1
    app.mayBeNotified = min(app.mayBeNotified, app.accounts)
    app[account.authorization] -= 1
    apps[account.app] = app.accounts > 0 ? app : nil
  }

  /// Returns `part` as a rounded percentage of `whole`; nil if `whole` is zero.
  package static func percent(_ part: Int, of whole: Int) -> Int? {
    whole > 0 ? Int((Double(part) * 100 / Double(whole)).rounded()) : nil
  }
}

/// What devices showed of the previous plan, by app, kind and platform.
package struct ShownCounts: CountsByApp {
  package struct App: AppCounts {
    package var total = ShownPlan.Tally()
    /// The number of compared accounts.
    package var accounts = 0
    /// Accounts whose export lists no delivery. Nothing is compared for them.
    package var silent = 0
    package var kinds: [Kind: ShownPlan.Tally] = [:]
    package var platforms: [String: ShownPlan.Tally] = [:]

    package init() {}

    package mutating func add(_ other: App) {
      total.add(other.total)
      accounts += other.accounts
      silent += other.silent
      for (kind, tally) in other.kinds { kinds[kind, default: ShownPlan.Tally()].add(tally) }
      for (platform, tally) in other.platforms { platforms[platform, default: ShownPlan.Tally()].add(tally) }
    }
  }

  package var apps: [String: App] = [:]

  package init() {}

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
}
