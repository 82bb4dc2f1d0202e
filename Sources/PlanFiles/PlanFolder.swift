import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel
import RunModel

/// A plan that a run wrote: `plan.ndjson`, and beside it, where they are there, `actions.ndjson`, `accounts.ndjson` and
/// `summary.json`, without which less is known of each account.
package final class PlanFolder: Sendable {
  /// As it was named.
  package let path: String
  package let header: RunHeader
  /// Empty where there is no `summary.json`.
  package let summary: SummaryFile
  let plan: InputFile
  let actions: InputFile?
  let accounts: InputFile?
  let builder: AccountPlanBuilder

  /// - Parameters:
  ///   - path: A plan's folder, or a `plan.ndjson`, compressed or not.
  ///   - zones: Where zones are taken from that the plan itself does not describe.
  ///   - trustsPlan: Whether the plan's own description goes before: it ends with the plan.
  package init(_ path: String, zones: ZoneDatabase?, trustsPlan: Bool = true) throws(FatalInput) {
    self.path = path
    let isFolder = try Folder.exists(path)
    let folder = isFolder ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let name = isFolder ? "\(path)/plan.ndjson" : path
    let files = try CommitJournal.whole(folder) { () throws(FatalInput) in
      guard let plan = isFolder ? try InputFile.planFile(name) : try InputFile.plain(name) else {
        throw FatalInput(
          .noInput,
          "there is no plan.ndjson in \(path); tickler plan --out \(path) writes one, unless --emit leaves it out")
      }
      return (
        plan: plan, actions: try InputFile.planFile("\(folder)/actions.ndjson"),
        accounts: try InputFile.planFile("\(folder)/accounts.ndjson"),
        summary: try InputFile.planFile("\(folder)/summary.json")
      )
    }
    (plan, actions, accounts) = (files.plan, files.actions, files.accounts)
    var lines = LineReader(plan)
    guard let head: PlanHead = try lines.next() else {
      throw FatalInput(.dataError, "\(plan.name) is empty; expected a tickler plan")
    }
    self.summary = if let summary = files.summary { try JSONDocument.record(in: summary) } else { SummaryFile() }
    var header = head.header
    header.command = self.summary.header.command
    self.header = header
    builder = AccountPlanBuilder(header, ZoneTable(trustsPlan ? self.summary.clocks : [], database: zones))
  }

  /// The lines of an account end before those that `accounts.ndjson` counts, or are another account's.
  func mismatch(_ line: Int) -> FatalInput {
    LineReader(plan, line: line).mismatch
  }

  /// Whether a folder has the `plan.ndjson` of a run, compressed or not.
  package static func exists(in folder: String) throws(FatalInput) -> Bool {
    try InputFile.nameOfPlanFile("\(folder)/plan.ndjson") != nil
  }

  /// Whether it tells what was taken back from the plan before it.
  package var knowsCancelled: Bool { accounts != nil }

  /// Stands behind the head.
  func planLines() throws(FatalInput) -> LineReader {
    var lines = LineReader(plan)
    try lines.skip(1)
    return lines
  }

  /// Stands behind the head; nil where there is no `accounts.ndjson`.
  func details() throws(FatalInput) -> LineReader? {
    guard let accounts else { return nil }
    var lines = LineReader(accounts)
    guard try lines.next(AccountsHead.self) != nil else {
      throw FatalInput(.dataError, "\(accounts.name) is empty; expected the accounts of a tickler plan")
    }
    return lines
  }

  /// Every account in the plan's order, with its decisions and actions.
  ///
  /// - Parameter gone: Gets those that only an earlier plan has, with what it took back.
  package func forEachAccount(
    gone: (AccountPlan) throws(FatalInput) -> Void = { _ in }, _ body: (AccountPlan) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    var reader = try AccountReader(self)
    while let plan = try reader.next() { try plan.isGone ? gone(plan) : body(plan) }
  }

  /// The accounts that are wanted, by their ids and apps.
  ///
  /// - Parameter ids: The ids that they may have, to be found by the marks of the plan if it has any; nil: any.
  package func accounts(
    ids: [AccountID]? = nil, where isWanted: (AccountID, String) -> Bool
  ) throws(FatalInput) -> [AccountPlan] {
    if let ids, let plans = try marked(ids) {
      return plans.filter { isWanted($0.account.id, $0.account.app) && !$0.isGone }
    }
    var reader = try AccountReader(self)
    var plans: [AccountPlan] = []
    while let plan = try reader.next(where: isWanted) {
      if isWanted(plan.account.id, plan.account.app), !plan.isGone { plans.append(plan) }
    }
    return plans
  }

  /// The accounts of some ids, of any app; nil if the plan has no marks, or they are not those of its files.
  private func marked(_ ids: [AccountID]) throws(FatalInput) -> [AccountPlan]? {
    let keys = header.policies.flatMap { policy in ids.map { AccountIndex.key(policy.app, $0) } }
    guard let places = try AccountPlaces(of: keys, in: self) else { return nil }
    var plans: [AccountPlan] = []
    do throws(FatalInput) {
      for place in places.found {
        var reader = AccountReader(self, at: place)
        guard let plan = try reader.next() else { return nil }
        plans.append(plan)
      }
    } catch {
      // All of the plan is read then, and tells where it is damaged.
      if error.status == .dataError { return nil }
      throw error
    }
    return plans.allSatisfy { plan in ids.contains(plan.account.id) } ? plans : nil
  }

  /// Every line of `accounts.ndjson`, where there is one, without what stands in other files.
  package func forEachAccountLine(_ body: (AccountLine) throws(FatalInput) -> Void) throws(FatalInput) {
    guard var lines = try details() else { return }
    while let line: AccountLine = try lines.next() { try body(line) }
  }

  /// The lines of a file as they are, without its head.
  ///
  /// - Parameter body: Gets them in blocks.
  package func copyLines(of lines: Lines, _ body: (Span<UInt8>) throws(FatalInput) -> Void) throws(FatalInput) {
    let (file, start): (InputFile?, Int64) =
      switch lines {
      case .plan: (plan, try planLines().offset)
      case .actions: (actions, 0)
      }
    guard let file else { return }
    var (bytes, offset): ([UInt8], Int64) = ([], start)
    while true {
      bytes.removeAll(keepingCapacity: true)
      let count = try file.append(upTo: 1 << 20, from: offset, to: &bytes)
      if count == 0 { return }
      offset += Int64(count)
      try body(bytes.span)
    }
  }

  package enum Lines: Sendable { case plan, actions }

  /// Whether it has the device's actions, which a redacted plan has none of, and what the pages tell of accounts.
  package var isComplete: Bool { (actions != nil || header.redacted != nil) && accounts != nil }

  /// The id of an account that differs least from a text, where one differs little.
  package func nearestAccount(to text: String) throws(FatalInput) -> String? {
    var reader = try AccountReader(self)
    var (nearest, batch): (String?, [String]) = (nil, [])
    while let plan = try reader.next(where: { _, _ in false }) {
      batch.append(plan.account.id.text)
      if batch.count < 1000 { continue }
      nearest = text.nearest(in: batch + [nearest].compactMap(\.self))
      batch.removeAll(keepingCapacity: true)
    }
    return text.nearest(in: batch + [nearest].compactMap(\.self))
  }
}
