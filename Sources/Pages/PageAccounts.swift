import PlanModel

/// Which accounts the page still takes.
package struct PageRoom: Sendable {
  package var problems: Bool
  package var others: Bool
  /// For a line about an account that is worth a look.
  package var lines: Bool

  package init(problems: Bool = true, others: Bool = true, lines: Bool = true) {
    (self.problems, self.others, self.lines) = (problems, others, lines)
  }

  package func hasRoom(problem: Bool) -> Bool { problem ? problems : others }
}

/// The accounts that the page shows: those with problems first, as many as fit.
package struct PageAccounts: Sendable {
  /// Bytes for accounts, of the 5 MB that a browser opens without thinking.
  private static let limit = 4_000_000
  /// Accounts that are listed as worth a look.
  static let listed = 1000

  private var problems: [RenderedAccount] = []
  private var others: [RenderedAccount] = []
  /// Worth a look as well, but without a section of their own.
  private var lines: [RenderedAccount] = []
  private var problemBytes = 0
  private var otherBytes = 0
  package private(set) var room = PageRoom()
  /// Accounts that were planned.
  package private(set) var total = 0

  /// - Parameter hasRoom: Whether it takes any account.
  package init(hasRoom: Bool = true) {
    if !hasRoom { room = PageRoom(problems: false, others: false, lines: false) }
  }

  package mutating func add(_ account: RenderedAccount) {
    let size = account.size
    if account.hasProblem {
      if problemBytes + size > PageAccounts.limit { room.problems = false }
      if room.problems, account.html != nil {
        problems.append(account)
        problemBytes += size
      } else if room.lines {
        lines.append(account.withoutSection)
      }
      room.lines = problems.count + lines.count < PageAccounts.listed
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

  /// Those worth a look, in input order: as many as are listed.
  var worthALook: [RenderedAccount] { Array((problems + lines).prefix(PageAccounts.listed)) }

  /// Whether there are accounts that it does not show.
  package var leavesOut: Bool { shown.count < total }

  /// What is shown, problems first, then in input order.
  var shown: [RenderedAccount] {
    var left = PageAccounts.limit - problemBytes
    var result = problems
    for account in others {
      left -= account.size
      if left < 0 { break }
      result.append(account)
    }
    return result
  }
}
