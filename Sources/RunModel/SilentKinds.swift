import PlanModel

/// The kinds of which nothing goes out in an account, although they are on and make candidates: `bedtime: none of 15, quiet hours`.
/// Those of two parts of a run can be added.
package struct SilentKinds: Sendable, Hashable {
  package struct Key: Sendable, Hashable {
    package var app: String
    package var kind: Kind
    /// The most frequent reason.
    package var reason: Reason

    package init(app: String, kind: Kind, reason: Reason) { (self.app, self.kind, self.reason) = (app, kind, reason) }
  }

  package struct Group: Sendable, Hashable {
    package var accounts = 0
    package var notifications = 0
    /// The first of the accounts.
    package var first: AccountName

    package init(accounts: Int = 0, notifications: Int = 0, first: AccountName) {
      (self.accounts, self.notifications, self.first) = (accounts, notifications, first)
    }
  }

  package var groups: [Key: Group] = [:]

  package init() {}

  package init(_ plan: AccountPlan) { count(plan) }

  /// The number of pairs of an account and a kind.
  package var count: Int { groups.values.reduce(0) { $0 + $1.accounts } }

  /// In the order of apps and kinds.
  package var sorted: [(key: Key, value: Group)] {
    groups.sorted { a, b in
      if a.key.app != b.key.app { return a.key.app.compareBytes(b.key.app) < 0 }
      return a.key.kind != b.key.kind ? a.key.kind < b.key.kind : a.key.reason.index < b.key.reason.index
    }
  }

  package mutating func count(_ plan: AccountPlan) {
    for (kind, reason, count) in plan.silentKinds() {
      let key = Key(app: plan.account.app, kind: kind, reason: reason)
      add(Group(accounts: 1, notifications: count, first: plan.name), to: key)
    }
  }

  package mutating func add(_ other: SilentKinds) {
    for (key, group) in other.groups { add(group, to: key) }
  }

  private mutating func add(_ group: Group, to key: Key) {
    guard var known = groups[key] else {
      groups[key] = group
      return
    }
    known.accounts += group.accounts
    known.notifications += group.notifications
    groups[key] = known
  }
}

extension AccountPlan {
  /// Returns the kinds with several candidates of which nothing goes out, the number of candidates kept back, and the most
  /// frequent reason.
  fileprivate func silentKinds() -> [(kind: Kind, reason: Reason, count: Int)] {
    // Most accounts have none.
    guard decisions.contains(where: { $0.outcome.reason?.silences ?? false }) else { return [] }
    var counts: [Kind: [Reason: Int]] = [:]
    var heard: Set<Kind> = []
    for decision in decisions {
      let kind = requests[Int(decision.request)].kind
      guard let reason = decision.outcome.reason else {
        heard.insert(kind)
        continue
      }
      // An undated bill is a note without a date; of a declared kind, the field of the date may have another name.
      guard reason.silences, reason != .noDueDate || kind.isDeclared, acceptance(of: decision) == nil else { continue }
      counts[kind, default: [:]][reason, default: 0] += 1
    }
    return counts.filter { !heard.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { kind, reasons in
      let count = reasons.values.reduce(0, +)
      // One event in the night is no series.
      guard count > 1, let most = Reason.allCases.max(by: { (reasons[$0] ?? 0) < (reasons[$1] ?? 0) }) else {
        return nil
      }
      return (kind, most, count)
    }
  }
}

extension SilentKinds.Key {
  /// Returns `bedtime: none of 15, quiet hours`, or of several accounts `bedtime: none in 12 accounts, quiet hours`.
  package func words(_ group: SilentKinds.Group) -> String {
    "\(kind.name): none " + (group.accounts == 1 ? "of \(group.notifications)" : "in \(group.accounts) accounts")
      + ", \(reason.summary)"
  }
}
