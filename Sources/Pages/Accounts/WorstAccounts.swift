import PlanModel

/// For each finding, the accounts with the most of it, and where they are.
package struct WorstAccounts: Sendable {
  struct Entry: Sendable {
    var account: String
    /// The page of a site; nil for the first page.
    var page: String?
    var anchor: String?
    var count: Int
  }

  private static let most = 3

  private var entries: [Reason: [Entry]] = [:]

  package init() {}

  /// - Returns: The most first, and at one count in the order of the ids.
  subscript(reason: Reason) -> [Entry] { entries[reason] ?? [] }

  /// - Parameter page: The page of a site that has the account; nil for the first page.
  package mutating func count(_ account: ListedAccount, page: Int? = nil) {
    for (reason, count) in account.losses {
      var known = self[reason]
      func isBefore(_ entry: Entry) -> Bool { (entry.count, account.id) < (count, entry.account) }
      if known.count == WorstAccounts.most, !isBefore(known[known.count - 1]) { continue }
      let place = known.firstIndex(where: isBefore) ?? known.count
      let anchor = AccountName.anchor(account.anchor)
      known.insert(
        Entry(account: account.id, page: page.map { Site.accounts($0) }, anchor: anchor, count: count), at: place)
      entries[reason] = Array(known.prefix(WorstAccounts.most))
    }
  }
}
