import PlanModel

/// An account's part of the page.
package struct RenderedAccount: Sendable {
  package var html: String
  package var hasProblem: Bool

  package init(html: String, hasProblem: Bool) {
    self.html = html
    self.hasProblem = hasProblem
  }
}

/// Which accounts the page still takes.
package struct PageRoom: Sendable {
  package var problems = true
  package var others = true

  package init() {}

  package func hasRoom(problem: Bool) -> Bool { problem ? problems : others }
}

/// The accounts that the page shows: those with problems first, as many as fit.
package struct PageAccounts: Sendable {
  /// Bytes for accounts, of the 5 MB that a browser opens without thinking.
  private static let limit = 4_200_000

  private var problems: [RenderedAccount] = []
  private var others: [RenderedAccount] = []
  private var problemBytes = 0
  private var otherBytes = 0
  package private(set) var room = PageRoom()
  /// Accounts that were planned.
  package private(set) var total = 0

  package init() {}

  package mutating func add(_ account: RenderedAccount) {
    let size = account.html.utf8.count
    if account.hasProblem {
      guard room.problems else { return }
      if problemBytes + size > PageAccounts.limit {
        room.problems = false
        return
      }
      problems.append(account)
      problemBytes += size
    } else {
      guard room.others else { return }
      if otherBytes + size > PageAccounts.limit {
        room.others = false
        return
      }
      others.append(account)
      otherBytes += size
    }
  }

  package mutating func passed(_ count: Int) { total += count }

  /// What is shown, problems first, then in input order.
  var shown: [RenderedAccount] {
    var left = PageAccounts.limit - problemBytes
    var result = problems
    for account in others {
      left -= account.html.utf8.count
      if left < 0 { break }
      result.append(account)
    }
    return result
  }
}

extension AccountPlan {
  /// Something in it is worth a look: see ``Reason/Entry/isProblem``.
  package var hasProblem: Bool {
    decisions.contains { $0.outcome.reason?.entry.isProblem ?? false }
  }
}
