import CivilTime
import Diagnostics
import Pages
import PlanFiles
import PlanModel
import Redacting
import RunModel

/// An earlier plan that a new one is held against.
struct PreviousPlan: Sendable {
  private let index: AccountIndex
  private let circumstances: ChangeCircumstances
  /// That of the earlier plan.
  let header: RunHeader
  /// What the earlier plan would call the inputs of the new one.
  let inputs: [String]
  /// Records that it refused; nil: it does not tell.
  private let rejected: Int?
  /// What changes are redacted with; nil: nothing is, or the plans were.
  private let redactor: Redactor?
  /// Whether of an account only those lines are parsed that the new plan does not write.
  private let comparesLines: Bool

  /// - Parameters:
  ///   - path: Its folder.
  ///   - header: That of the new plan, not redacted.
  ///   - isPart: As below.
  /// - Throws: where it is redacted, and the new plan is not or has another key.
  init(
    _ path: String, _ zones: ZoneDatabase, new header: RunHeader, _ options: PlanOptions, isPart: Bool
  ) throws(FatalInput) {
    let folder = try PlanFolder(path, zones: zones)
    let isRedacted = try options.isRedacted(folder.header, in: path)
    if isRedacted, options.redactor == nil {
      throw FatalInput(
        .dataError, "the plan in \(path) is redacted; only a plan that is redacted with its key succeeds it")
    }
    let redactor = options.redactor
    try self.init(
      folder, new: isRedacted ? redactor.map { $0.redact(header) } ?? header : header,
      redactor: isRedacted ? nil : redactor, isPart: isPart, usesMarks: options.onlyChanged)
  }

  /// - Parameters:
  ///   - header: That of the new plan, redacted where the earlier one is.
  ///   - redactor: For changes between plans that are not redacted.
  ///   - isPart: Whether the new plan is of a part of the inputs: where the earlier plan has that input as it is, the others
  ///   are taken to be as they were too.
  ///   - usesMarks: Whether accounts whose plan comes out the same need not be read.
  init(
    _ folder: PlanFolder, new header: RunHeader, redactor: Redactor? = nil, isPart: Bool = false,
    usesMarks: Bool = false
  ) throws(FatalInput) {
    self.header = folder.header
    rejected = folder.summary.accounts > 0 ? folder.summary.rejected : nil
    self.redactor = redactor
    comparesLines = usesMarks
    index = try AccountIndex(folder, marksOf: usesMarks ? Version.current : nil)
    inputs = header.inputs.map(\.file)
    var header = header
    let old = folder.header.inputs
    if isPart, header.inputs.allSatisfy({ new in old.contains { $0.file == new.file && $0.sha256 == new.sha256 } }) {
      header.inputs = old
    }
    circumstances = ChangeCircumstances(old: .init(folder.header), new: .init(header))
  }

  /// Inputs that it read and that are not among the new ones; none where others have come, as with files that are named by their date.
  var missingInputs: [String] {
    let old = header.inputs.map(\.file)
    return inputs.allSatisfy(old.contains) ? old.filter { !inputs.contains($0) } : []
  }

  /// Why all of it is read although it need not be; nil: it is not, or has to be.
  var marksFault: MarksFault? { index.marksFault }

  /// What it came to apart from its accounts.
  var counts: EarlierCounts {
    var counts = EarlierCounts()
    (counts.now, counts.rejected) = (header.now, rejected)
    return counts
  }

  /// A set of its accounts, with none of them in it.
  var nobody: AccountSet { AccountSet(count: index.count) }

  /// What differs for an account of the new plan.
  ///
  /// - Parameter seen: Gets the account.
  func changes(to plan: AccountPlan, _ seen: inout AccountSet) throws(FatalInput) -> [PlanChange] {
    let old = try self.plan(of: plan.name)
    if let old { seen.insert(old.number) }
    return changes(to: plan, from: old?.plan)
  }

  /// Hands over from the earlier plan of the account: sequences, cancellations, and the list of changes.
  ///
  /// - Parameters:
  ///   - known: What ``plan(of:app:)`` has of it; nil: nobody has asked, or it has nothing.
  ///   - fingerprint: The plan's; nil: nobody wants to know whether it comes out the same.
  func succeed(
    _ known: (number: Int, plan: AccountPlan)?, with plan: inout AccountPlan, _ fingerprint: StableHash?, now: Instant,
    _ result: inout ChunkResult
  ) throws(FatalInput) {
    if let fingerprint,
      let (number, sequences) = try index.same(as: fingerprint, of: plan.name)
    {
      result.succeeded.insert(number)
      result.summary.changes?.before?.count(plan)
      // The same decisions: none of them was due meanwhile.
      count(plan.shown(since: header.now, by: plan.account.value, now), in: &plan, &result)
      return plan.succeedItself(sequences, now: now)
    }
    let old = if let known { known } else { try index.plan(of: plan.name, like: comparesLines ? plan : nil) }
    let occurrences = OccurrencePair(from: old?.plan, to: plan)
    result.summary.changes?.add(changes(to: plan, from: old?.plan, occurrences))
    guard let old else { return }
    if !old.plan.isGone {
      count(old.plan.shown(since: header.now, by: plan.account.value, now, plan.requests), in: &plan, &result)
    }
    result.summary.changes?.before?.count(old.plan)
    result.succeeded.insert(old.number)
    plan.succeed(old.plan, now: now, occurrences)
  }

  private func count(_ shown: ShownPlan, in plan: inout AccountPlan, _ result: inout ChunkResult) {
    result.summary.changes?.add(shown, of: plan.account.value)
    plan.shown = shown
  }

  /// The account's earlier plan and its number in it, where there is one.
  func plan(of name: AccountName) throws(FatalInput) -> (number: Int, plan: AccountPlan)? {
    try index.plan(of: name)
  }

  /// The account's number; nil where the earlier plan does not have it.
  func number(of name: AccountName) -> Int? { index.number(of: name) }

  func plan(number: Int) throws(FatalInput) -> AccountPlan { try index.plan(number: number) }

  func changes(
    to plan: AccountPlan?, from old: AccountPlan?, _ occurrences: OccurrencePair? = nil
  ) -> [PlanChange] {
    let changes = PlanChanges(from: old, to: plan, circumstances, occurrences).all
    return redactor.map { changes.map($0.redact) } ?? changes
  }

  /// Whether plans have to be redacted before they are compared with it, where this run redacts any.
  var isRedacted: Bool { redactor == nil }

  /// Redacts a plan that has been compared and was not redacted before.
  func redact(_ plan: inout AccountPlan) { redactor?.redact(&plan) }

  /// The same for a plan of its own, whose diagnostics have the names of its inputs.
  private func redactOwn(_ plan: inout AccountPlan) {
    guard let redactor else { return }
    redactor.redact(&plan) { name in header.inputs.contains { $0.file == name } ? redactor.file(name) : name }
  }

  /// The accounts that the new plan does not have.
  func forEachAccount(notIn seen: AccountSet, _ body: (AccountPlan) throws(FatalInput) -> Void) throws(FatalInput) {
    for number in 0..<index.count where !seen.contains(number) { try body(try index.plan(number: number)) }
  }
}

extension PreviousPlan {
  /// An earlier plan that goes on, redacted as the new one is.
  func kept(_ old: AccountPlan, _ stale: StaleAccounts) -> AccountPlan {
    var plan = stale.kept(old)
    redactOwn(&plan)
    return plan
  }

  /// The same for an account that is not due, whose export tells what its device showed.
  ///
  /// - Parameter account: Redacted if the earlier plan is.
  func kept(
    _ old: AccountPlan, notDue account: Account, _ stale: StaleAccounts, _ now: Instant, _ result: inout ChunkResult
  )
    -> AccountPlan
  {
    var plan = stale.kept(old, isNotDue: true)
    count(old.shown(since: header.now, by: account, now), in: &plan, &result)
    redactOwn(&plan)
    return plan
  }

  /// Takes back what it announced of the accounts that the new plan does not have, but for those that keep their plan.
  ///
  /// - Parameters:
  ///   - stale: Which do; nil: none.
  ///   - room: Which accounts the page still has room for.
  ///   - write: Gets what there is to write and to count.
  func end(
    accountsNotIn seen: AccountSet, _ header: RunHeader, _ options: PlanOptions, _ zones: ZoneDatabase,
    stale: StaleAccounts? = nil, _ report: ReportRenderer? = nil, draws: () -> Bool = { false },
    _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    var renderer = PlanRenderer(header, options, report: report, nobody: nobody)
    var batch = renderer.emptyResult()
    var seen = seen
    if let stale {
      // The accounts of the plan come before those that are gone.
      for number in 0..<index.count where !seen.contains(number) {
        let account = try index.plan(number: number)
        guard stale.concern(account) else { continue }
        seen.insert(number)
        batch.summary.changes?.before?.count(account)
        try renderer.append(kept(account, stale), draws: draws(), to: &batch, write)
      }
    }
    try forEachAccount(notIn: seen) { (account) throws(FatalInput) in
      batch.summary.changes?.before?.count(account, isGone: true)
      var plan = account
      batch.summary.changes?.add(changes(to: nil, from: account))
      plan.endWithout(successor: header.now)
      plan.enterZones(of: zones)
      redactOwn(&plan)
      try renderer.appendGone(plan, to: &batch, write)
    }
    try write(batch)
  }
}

extension AccountPlan {
  /// Has its zones be those of a tz database, where it knows them: what an earlier plan wrote of them may end too soon.
  ///
  /// - Parameter range: Where most lookups will be; nil: there is nothing to look up.
  mutating func enterZones(of database: ZoneDatabase, range: Range<Instant>? = nil) {
    func current(_ zone: Zone) -> Zone { (try? database.zone(named: zone.name)) ?? zone }
    var account = account.value
    account.zone = current(account.zone)
    for index in account.zoneChanges.indices {
      account.zoneChanges[index].zone = current(account.zoneChanges[index].zone)
    }
    self.account = Shared(account)
    timeline = ZoneTimeline(
      zone: account.zone, changes: account.zoneChanges.map { (at: $0.at, zone: $0.zone) },
      range: range ?? windowEnd..<windowEnd.advanced(bySeconds: 1))
  }
}

extension ChangeCircumstances.Side {
  fileprivate init(_ header: RunHeader) {
    self.init(
      now: header.now, tzdata: header.tzdata,
      days: Dictionary(header.policies.map { ($0.app, max($0.days, $0.reach)) }) { first, _ in first },
      policies: Dictionary(
        header.policies.map {
          (
            $0.app,
            [$0.sha256] + [$0.messages?.sha256].compactMap(\.self) + $0.holidays.map { ($0.calendar ?? "") + $0.sha256 }
          )
        }
      ) {
        first, _ in first
      },
      inputs: header.inputs.map(\.sha256), version: header.version)
  }
}

/// Accounts by their number: a bit each.
struct AccountSet: Sendable {
  private var words: [UInt64]

  init(count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

  mutating func formUnion(_ other: AccountSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}
