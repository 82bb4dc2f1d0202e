import Diagnostics
import Formats
import PlanFiles
import PlanModel

/// Reads the accounts of a folder from up to three files side by side.
///
/// Adjacent lines that name an account belong together. Accounts missing from some file are reported, and reading
/// continues.
final class VerifiedLines {
  /// Adjacent lines of one account.
  private typealias Group<Line> = (owner: AccountName, first: Int, lines: [Shared<Line>])

  private let files: VerifiedFiles
  private let log: FindingLog
  private let plan: Lookahead<Group<PlanLine>>?
  private let actions: Lookahead<Group<ActionLine>>?
  /// The accounts of `accounts.ndjson`, without their lines.
  private let details: Lookahead<VerifiedAccount>?
  private var hasSeenGone = false

  init(_ files: VerifiedFiles, _ log: FindingLog) throws(RunFault) {
    (self.files, self.log) = (files, log)
    plan = try files.plan.map { file throws(RunFault) in
      var lines = LineReader(file)
      _ = try lines.nextLine()
      return VerifiedLines.groups(lines)
    }
    actions = files.actions.map { VerifiedLines.groups(LineReader($0)) }
    details = try files.accounts.map { file throws(RunFault) in
      var lines = LineReader(file)
      _ = try lines.nextLine()
      return Lookahead<VerifiedAccount> { () throws(RunFault) in
        guard let record: AccountLine = try lines.next() else { return nil }
        return VerifiedAccount(name: record.owner, details: record, detailsLine: lines.line)
      }
    }
  }

  private static func groups<Line: OwnedLine>(_ reader: LineReader) -> Lookahead<Group<Line>> {
    var lines = OwnedLines<Line>(reader)
    return Lookahead { () throws(RunFault) in
      try lines.next().map { ($0.owner, $0.first, $0.lines.map(Shared.init)) }
    }
  }

  /// Returns the next account; nil after the last one.
  func next() throws(RunFault) -> VerifiedAccount? {
    guard var account = try nextOwner() else {
      while let group = try actions?.next() { refuse(group.first, group.owner, files.actions) }
      return nil
    }
    if let actions {
      account.actions = []
      let owner = account.name
      if let distance = try actions.distance(where: { $0.owner == owner }) {
        for _ in 0..<distance {
          let group = try actions.next()!
          refuse(group.first, group.owner, files.actions)
        }
        let group = try actions.next()!
        (account.actions, account.firstAction) = (group.lines, group.first)
      } else {
        account.firstAction = try actions.peek()?.first ?? 1
      }
      count(account, account.actions?.count ?? 0, account.details?.actions, "actions", "actions.ndjson")
    }
    if plan != nil { count(account, account.lines.count, account.details?.decisions, "decisions", "plan.ndjson") }
    return account
  }

  private func nextOwner() throws(RunFault) -> VerifiedAccount? {
    guard let details else {
      guard let plan else { return try nextByActions() }
      // An account without decisions has actions if its device holds something.
      if let group = try actions?.peek(), group.lines.allSatisfy(\.value.isOfNoDecision),
        try plan.distance(where: { $0.owner == group.owner }) == nil
      {
        return VerifiedAccount(name: group.owner)
      }
      return try plan.next().map { account(of: $0) }
    }
    let group = try plan?.peek()
    guard var account = try details.peek() else {
      guard let group else { return nil }
      refuse(group.first, group.owner, files.plan)
      return try plan?.next().map { account(of: $0) }
    }
    if let group {
      if group.owner == account.name {
        _ = try plan?.next()
        (account.lines, account.firstLine) = (group.lines, group.first)
      } else if try details.distance(where: { $0.name == group.owner }) == nil {
        // No further line of accounts.ndjson names it.
        refuse(group.first, group.owner, files.plan)
        return try plan?.next().map { self.account(of: $0) }
      }
    }
    _ = try details.next()
    if hasSeenGone, account.details?.isGone == false, let file = files.accounts {
      log.add(
        .order, file.name, account.detailsLine, "an account of the plan behind those that are gone",
        expected: "gone accounts last")
    }
    hasSeenGone = hasSeenGone || account.details?.isGone == true
    return account
  }

  /// Returns the next account if the folder has only actions.
  private func nextByActions() throws(RunFault) -> VerifiedAccount? {
    try actions?.peek().map { VerifiedAccount(name: $0.owner) }
  }

  private func account(of group: Group<PlanLine>) -> VerifiedAccount {
    VerifiedAccount(name: group.owner, lines: group.lines, firstLine: group.first)
  }

  private func refuse(_ line: Int, _ owner: AccountName, _ file: InputFile?) {
    log.add(
      .accounts, file?.name ?? "", line, "lines of account \(AccountName(owner.id, app: nil, owner.device))",
      expected:
        "those of \(details == nil ? "the accounts of plan.ndjson" : "the accounts of accounts.ndjson"), in that order")
  }

  private func count(_ account: VerifiedAccount, _ found: Int, _ expected: Int?, _ what: String, _ name: String) {
    guard let expected, expected != found, let file = files.accounts else { return }
    log.add(
      .accounts, file.name, account.detailsLine, "\(account.words) has \(expected) \(what)",
      expected: "\(found), its lines in \(name)")
  }
}

extension ActionLine {
  /// Whether it puts nothing of the plan on the device.
  fileprivate var isOfNoDecision: Bool {
    action.verb == .withdraw || action.verb == .cancel || action.verb == .keep && action.reason != nil
  }
}
