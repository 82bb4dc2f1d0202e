import PlanModel

/// How notifications work, by app and kind: what the exports tell beyond any plan.
package struct Measures: Sendable {
  package struct App: Sendable {
    package var accounts = 0
    package var mayBeNotified = 0
    /// Accounts by their permission, in the order of `Authorization.allCases`. No dictionary: the runtime would look for what makes
    /// its key hashable, half a million instructions in every run.
    private var authorizations = [Int](repeating: 0, count: Authorization.allCases.count)
    package var kinds: [Kind: Engagement] = [:]

    package init() {}

    /// Accounts with a permission.
    package subscript(state: Authorization) -> Int {
      get { authorizations[Authorization.allCases.firstIndex(of: state)!] }
      set { authorizations[Authorization.allCases.firstIndex(of: state)!] = newValue }
    }

    package mutating func add(_ other: App) {
      accounts += other.accounts
      mayBeNotified += other.mayBeNotified
      for index in authorizations.indices { authorizations[index] += other.authorizations[index] }
      for (kind, engagement) in other.kinds { kinds[kind, default: Engagement()].add(engagement) }
    }

    /// Of all kinds.
    package var engagement: Engagement { kinds.values.reduce(into: Engagement()) { $0.add($1) } }
  }

  package var apps: [String: App] = [:]

  package init() {}

  /// Of all apps.
  package var total: App { apps.values.reduce(into: App()) { $0.add($1) } }

  mutating func count(_ account: Account, _ measures: AccountMeasures) {
    var app = App()
    app.accounts = 1
    app.mayBeNotified = measures.mayBeNotified ? 1 : 0
    app[account.authorization] = 1
    app.kinds = measures.kinds
    apps[account.app, default: App()].add(app)
  }

  package mutating func add(_ other: Measures) {
    for (name, app) in other.apps { apps[name, default: App()].add(app) }
  }

  /// `part` in hundredths of `whole`, rounded; nil of nothing.
  package static func percent(_ part: Int, of whole: Int) -> Int? {
    whole > 0 ? Int((Double(part) * 100 / Double(whole)).rounded()) : nil
  }
}
