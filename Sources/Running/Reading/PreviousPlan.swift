import CivilTime
import Comparing
import Diagnostics
import Pages
import PlanFiles
import PlanModel
import Planning
import Redacting
import RunModel

/// An earlier plan that a new one is compared with.
struct PreviousPlan: Sendable {
  private let index: AccountIndex
  private let circumstances: ChangeCircumstances
  /// The header of the earlier plan.
  let header: RunHeader
  /// Its `now`, as the stamp of events that it changed; `nil` if the new plan has the same.
  private let stamp: Instant?
  /// The names of the new plan's inputs, redacted if the earlier plan is.
  private(set) var inputs: [String]
  /// The number of records that it rejected; `nil` if it does not say.
  private let rejected: Int?
  /// What it counted of the run before it.
  private let before: EarlierCounts?
  /// The redactor for changes; `nil` if nothing is to be redacted, or the plans already are.
  private let redactor: Redactor?
  /// The redactor by whose pseudonyms a redacted earlier plan names accounts; `nil` if it is not redacted.
  private let key: Redactor?

  /// - Parameters:
  ///   - path: The folder of the earlier plan.
  ///   - header: The unredacted header of the new plan.
  ///   - isPart: See the other initializer.
  /// - Throws: If the earlier plan is redacted, and the new one is not or has another key.
  init(
    _ path: String, _ zones: ZoneDatabase, new header: RunHeader, _ options: PlanOptions, isPart: Bool
  ) throws(RunFault) {
    let folder = try PlanFolder(path, zones: zones)
    let isRedacted = try options.isRedacted(folder.header, in: path)
    if isRedacted, options.redactor == nil {
      throw RunFault(.dataError, "the plan in \(path) is redacted; redact its successor with the same key")
    }
    let redactor = options.redactor
    try self.init(
      folder, new: isRedacted ? redactor.map { $0.redact(header) } ?? header : header,
      redactor: isRedacted ? nil : redactor, key: isRedacted ? redactor : nil, isPart: isPart)
  }

  /// - Parameters:
  ///   - header: The header of the new plan, redacted if the earlier one is.
  ///   - redactor: The redactor for changes between unredacted plans.
  ///   - key: The redactor of a redacted earlier plan, if accounts are looked up by their own names.
  ///   - isPart: Whether the new plan covers a part of the inputs. If the earlier plan has that input unchanged, the
  ///     other inputs are assumed to be unchanged, too.
  init(
    _ folder: PlanFolder, new header: RunHeader, redactor: Redactor? = nil, key: Redactor? = nil, isPart: Bool = false
  ) throws(RunFault) {
    self.header = folder.header
    stamp = folder.header.now == header.now ? nil : folder.header.now
    rejected = folder.summary.counts.accounts > 0 ? folder.summary.counts.rejected : nil
    (self.redactor, self.key, before) = (redactor, key, folder.summary.counts.changes?.before)
    index = try AccountIndex(folder)
    inputs = header.inputs.map(\.file)
    var header = header
    let old = folder.header.inputs
    if isPart, header.inputs.allSatisfy({ new in old.contains { $0.file == new.file && $0.sha256 == new.sha256 } }) {
      header.inputs = old
    }
    circumstances = ChangeCircumstances(old: .init(folder.header), new: .init(header), kinds: Kinds.catalog)
  }

  /// The inputs of the earlier plan that the new one lacks, as outputs may name them. Empty if the new plan has inputs of other names, such as
  /// files named by date.
  var missingInputs: [RunHeader.Input] {
    let old = header.inputs.map(\.file)
    if !inputs.allSatisfy(old.contains) { return [] }
    return header.inputs.filter { !inputs.contains($0.file) }.map { input in
      var missing = input
      (missing.file, missing.isBroken) = (redactor?.file(input.file) ?? input.file, true)
      return missing
    }
  }

  /// Whether its accounts list the inputs with their records, or all have the only one.
  var listsInputs: Bool {
    get throws(RunFault) {
      if header.inputs.count < 2 || index.count == 0 { return true }
      return try !index.plan(number: 0).account.inputs.isEmpty
    }
  }

  /// Treats missing inputs like broken ones: the new plan lists them after its own.
  mutating func keepMissingInputs() {
    inputs += header.inputs.map(\.file).filter { !inputs.contains($0) }
  }

  /// The counts of the earlier plan apart from its accounts.
  var counts: EarlierCounts {
    var counts = EarlierCounts()
    (counts.now, counts.rejected) = (header.now, rejected)
    counts.succeed(before)
    return counts
  }

  var emptySet: AccountSet { AccountSet(count: index.count) }

  func changes(to plan: AccountPlan, _ seen: inout AccountSet) throws(RunFault) -> [PlanChange] {
    let old = try index.plan(of: plan.name)
    if let old { seen.insert(old.number) }
    return changes(to: plan, from: old?.plan)
  }

  /// Takes over sequences, cancellations and changes from the account's earlier plan.
  ///
  /// - Parameters:
  ///   - known: The result of ``plan(of:)``; `nil` if it was not called or found nothing.
  ///   - settled: Returns why dates of items have no notifications any more, such as paid, nil if nothing says so; and whether the
  ///     item's record was rejected.
  func succeed(
    _ known: (number: Int, plan: AccountPlan)?, with plan: inout AccountPlan, now: Instant, _ result: inout ChunkResult,
    settled: ([PlanChange]) -> [(reason: Reason?, isRejected: Bool)]
  ) throws(RunFault) {
    var old = if let known { known } else { try index.plan(of: plan.name, like: plan) }
    old?.plan.stampEvents(asOf: stamp)
    let occurrences = OccurrencePair(from: old?.plan, to: plan)
    var changes = changes(to: plan, from: old?.plan, occurrences)
    let unexplained = changes.indices.filter { index in
      guard changes[index].reason == nil else { return false }
      let isCancelled = changes[index].verb == .removed && changes[index].from.map { $0 > now } ?? false
      return isCancelled || changes[index].isLoss(asOf: now)
    }
    var reasons: [Occurrence: Reason] = [:]
    if !unexplained.isEmpty {
      for (index, found) in zip(unexplained, settled(unexplained.map { changes[$0] })) {
        if let occurrence = changes[index].occurrence { reasons[occurrence] = found.reason }
        guard changes[index].isLoss(asOf: now) else { continue }
        changes[index].reason = found.reason
        if found.isRejected { changes[index].ofAccount = .isItemRejected }
      }
    }
    result.summary.changes?.add(changes)
    if old?.plan.isUnread ?? true { result.summary.changes?.before?.count(fresh: plan, isNew: old == nil) }
    guard let old else {
      result.newAccounts.insert(AccountIndex.key(plan.account.app, plan.account.id))
      return
    }
    if !old.plan.isGone {
      count(old.plan.shown(since: header.now, by: plan.account.value, now, plan.requests), in: &plan, &result)
    }
    result.summary.changes?.before?.count(old.plan, to: plan, asOf: now)
    result.succeeded.insert(old.number)
    plan.succeed(old.plan, now: now, occurrences)
    for index in plan.cancelled.indices where plan.cancelled[index].reason == nil && !reasons.isEmpty {
      plan.cancelled[index].reason = reasons[plan.cancelled[index].occurrence]
    }
  }

  private func count(_ shown: ShownPlan, in plan: inout AccountPlan, _ result: inout ChunkResult) {
    result.summary.changes?.add(shown, of: plan.account.value)
    plan.shown = shown
  }

  /// Returns the earlier plan of an unredacted account and its number; `nil` if there is none.
  func plan(of account: Account) throws(RunFault) -> (number: Int, plan: AccountPlan)? {
    try index.plan(of: key?.name(account.name) ?? account.name)
  }

  /// Returns the number of the account; `nil` if the earlier plan lacks it.
  func number(of name: AccountName) -> Int? { index.number(of: name) }

  func plan(number: Int) throws(RunFault) -> AccountPlan { try index.plan(number: number) }

  func changes(
    to plan: AccountPlan?, from old: AccountPlan?, _ occurrences: OccurrencePair? = nil
  ) -> [PlanChange] {
    let changes = PlanChanges(from: old, to: plan, circumstances, occurrences).all
    return redactor.map { changes.map($0.redact) } ?? changes
  }

  /// Whether new plans must be redacted before the comparison, if this run redacts.
  var isRedacted: Bool { redactor == nil }

  /// Redacts an earlier plan, whose diagnostics contain the names of its own inputs.
  private func redactOwn(_ plan: inout AccountPlan) {
    guard let redactor else { return }
    redactor.redact(&plan) { name in header.inputs.contains { $0.file == name } ? redactor.file(name) : name }
  }

  /// Calls `body` with the accounts that the new plan lacks.
  func forEachAccount(notIn seen: AccountSet, _ body: (AccountPlan) throws(RunFault) -> Void) throws(RunFault) {
    for number in 0..<index.count where !seen.contains(number) { try body(try index.plan(number: number)) }
  }
}

extension PreviousPlan {
  private func stamped(_ old: AccountPlan) -> AccountPlan {
    var plan = old
    plan.stampEvents(asOf: stamp)
    return plan
  }

  /// Returns an earlier plan that stays in force, redacted if the new one is.
  func kept(_ old: AccountPlan, _ stale: StaleAccounts) -> AccountPlan {
    var plan = stale.kept(stamped(old))
    redactOwn(&plan)
    return plan
  }

  /// Returns the earlier plan of an account that is not due, and adds what its device showed according to the export.
  ///
  func kept(
    _ old: AccountPlan, notDue account: Account, _ stale: StaleAccounts, _ now: Instant, _ result: inout ChunkResult
  )
    -> AccountPlan
  {
    var plan = stale.kept(stamped(old), isNotDue: true)
    count(old.shown(since: header.now, by: key?.redacted(account) ?? account, now), in: &plan, &result)
    redactOwn(&plan)
    return plan
  }

  /// Cancels the notifications of accounts that the new plan lacks, except accounts that keep their plan.
  ///
  /// - Parameters:
  ///   - new: The accounts of the new plan that this one lacks, by the hash that their devices share.
  ///   - rejected: The ids of accounts whose record was rejected.
  ///   - stale: Determines the accounts that keep their plan; `nil` for none.
  ///   - write: Receives results to write and count.
  func end(
    accountsNotIn seen: AccountSet, new: Set<StableHash>, rejected: Set<String>, _ header: RunHeader,
    _ options: PlanOptions, _ zones: ZoneDatabase, stale: StaleAccounts? = nil, _ report: ReportRenderer? = nil,
    _ write: (ChunkResult) throws(RunFault) -> Void
  ) throws(RunFault) {
    var renderer = PlanRenderer(header, options, report: report, emptySet: emptySet)
    var batch = renderer.emptyResult()
    var seen = seen
    if let stale {
      // The accounts of the plan precede those that are gone.
      for number in 0..<index.count where !seen.contains(number) {
        let account = try index.plan(number: number)
        guard stale.mayAffect(account) else { continue }
        seen.insert(number)
        batch.summary.changes?.before?.count(account, isKept: true, asOf: header.now)
        try renderer.append(kept(account, stale), to: &batch, write)
      }
    }
    try forEachAccount(notIn: seen) { (account) throws(RunFault) in
      let (id, app) = (account.account.id, account.account.app)
      let difference: AccountDifference =
        new.contains(AccountIndex.key(app, id)) ? .device : rejected.contains(id.text) ? .isRejected : .isGone
      batch.summary.changes?.before?.count(account, isGone: difference != .device, isAbsent: true, asOf: header.now)
      var plan = stamped(account)
      batch.summary.changes?.add(
        changes(to: nil, from: account).map { change in
          var change = change
          change.ofAccount = difference
          return change
        })
      plan.end(withoutSuccessor: header.now)
      plan.enterZones(of: zones)
      redactOwn(&plan)
      try renderer.appendGone(plan, to: &batch, write)
    }
    try write(batch)
  }
}

extension AccountPlan {
  /// Replaces the plan's zones with those of a tz database, if it has them. The rules in an earlier plan may end too
  /// soon.
  ///
  /// - Parameter range: The range of most lookups; `nil` if there will be none.
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
  init(_ header: RunHeader) {
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

/// A set of account numbers, one bit each.
struct AccountSet: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

  mutating func formUnion(_ other: AccountSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}
