import Bytes
import Calendars
import CivilTime
import Comparing
import Diagnostics
import Formats
import Pages
import PlanModel
import Planning
import Resolving
import RunModel

/// Reads, plans and renders chunks one at a time. A worker belongs to one task at a time.
final class ChunkWorker {
  private var reader: ChunkReader
  private var planner: AccountPlanner
  private var renderer: PlanRenderer
  private var check = PlanCheck()
  /// What the outputs show of a plan.
  private let content: PlanContent
  private let previous: PreviousPlan?
  /// `nil` if every account is planned.
  private let stale: StaleAccounts?
  private let disclosure: OutputRedaction
  private let now: Instant
  private let logsReminded: Bool

  init(
    _ sources: Sources, _ options: PlanOptions, _ header: RunHeader, report: ReportRenderer?, previous: PreviousPlan?,
    stale: StaleAccounts? = nil
  ) {
    reader = ChunkReader(context: sources.context, roster: sources.roster)
    planner = AccountPlanner(now: options.now, days: options.days, reach: options.reach, texts: WordingCache())
    renderer = PlanRenderer(header, options, report: report, emptySet: previous?.emptySet)
    let (hasSummary, hasPage) = (options.emit.contains(.summary), options.emit.contains(.html))
    var content: PlanContent = hasSummary || previous != nil ? .settings : []
    if hasSummary || hasPage { content.formUnion([.facts, .actions, .outlook]) }
    if options.emit.contains(.actions) { content.insert(.actions) }
    if options.emit.contains(.ics), options.calendar.style == .personal { content.insert(.occurrences) }
    self.content = content
    (self.previous, self.stale) = (previous, stale)
    disclosure = sources.disclosure
    now = options.now
    logsReminded = options.logsReminded
  }

  /// - Parameters:
  ///   - used: A result whose memory may be reused.
  ///   - forward: Receives a large result before the chunk is done, and returns memory to reuse.
  /// - Returns: The result, or its last part.
  func process(
    _ chunk: Chunk, into used: consuming ChunkResult?,
    forward: (consuming ChunkResult) async throws(RunFault) -> ChunkResult?
  ) async throws(RunFault) -> ChunkResult {
    var result = renderer.emptyResult(used)
    var unplanned = Unplanned()
    try reader.open(chunk)
    while let (account, policy) = try reader.next() {
      guard let plan = try plan(account, policy, &result, &unplanned) else { continue }
      if logsReminded, let reminded = plan.reminded { result.reminded.append((plan.account.value.name, reminded)) }
      var progress = PlanRenderer.Progress()
      while !(try renderer.append(plan, from: &progress, to: &result)) {
        result = renderer.emptyResult(try await forward(result))
      }
      if renderer.isFull(result) { result = renderer.emptyResult(try await forward(result)) }
    }
    for (account, excess) in unplanned.refused { reader.refuse(account.value, for: excess) }
    for account in unplanned.lost {
      reader.refuse(
        account.value, .input, found: "an input with records of it cannot be used, and no earlier plan has it",
        expected: "usable inputs, or a plan of it in --previous to keep")
    }
    let (diagnostics, rejected, superseded) = reader.takeReport()
    result.diagnostics = diagnostics
    result.summary.rejected = rejected
    result.summary.supersededCount = superseded.count
    result.summary.superseded = superseded.prefix(RunSummary.listedSuperseded).map(disclosure.written)
    result.bytesRead = chunk.size
    return result
  }

  /// Accounts without a plan, reported after the chunk's own diagnostics.
  private struct Unplanned {
    /// Accounts whose plan would be too large.
    var refused: [(Shared<Account>, AccountLimitError)] = []
    /// Accounts that need an earlier plan but have none.
    var lost: [Shared<Account>] = []
  }

  /// Plans an account and compares the plan with the earlier one.
  private func plan(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ result: inout ChunkResult, _ unplanned: inout Unplanned
  ) throws(RunFault) -> AccountPlan? {
    var old: (number: Int, plan: AccountPlan)?
    if let stale {
      old = try previous?.plan(of: account.value)
      let isUnread = stale.mayAffect(account.value, old?.plan)
      if isUnread || stale.isNotDue(old?.plan) {
        guard let previous, let old, !old.plan.isGone else {
          unplanned.lost.append(account)
          return nil
        }
        result.succeeded.insert(old.number)
        result.summary.changes?.before?.count(old.plan, isKept: isUnread, asOf: now)
        if isUnread { return previous.kept(old.plan, stale) }
        return previous.kept(old.plan, notDue: account.value, stale, now, &result)
      }
    }
    let made: AccountPlan
    do throws(AccountLimitError) {
      made = try planner.plan(account, policy, with: content)
    } catch {
      unplanned.refused.append((account, error))
      return nil
    }
    try check.check(made)
    var plan = consume made
    // A redacted plan is compared with a redacted one, an unredacted one with an unredacted one.
    func settled(_ changes: [PlanChange]) -> [(reason: Reason?, isRejected: Bool)] {
      // Pseudonyms of notifications tell no date of an item.
      if disclosure.redactor != nil, previous?.isRedacted ?? true { return changes.map { _ in (nil, false) } }
      return planner.settled(account, policy, changes.map { ($0.notification, $0.occurrence?.date) })
    }
    if let previous, !previous.isRedacted {
      try previous.succeed(old, with: &plan, now: now, &result, settled: settled)
    }
    disclosure.redact(&plan)
    if let previous, previous.isRedacted {
      try previous.succeed(old, with: &plan, now: now, &result, settled: settled)
    }
    return plan
  }
}

extension ChunkReader {
  /// Calls `body` with each account of a chunk, and refuses those that exceed a limit.
  mutating func forEachAccount(
    withinLimitsIn chunk: Chunk, _ body: (Shared<Account>, Shared<Policy>) throws -> Void
  ) throws(RunFault) {
    var refused: [(Shared<Account>, AccountLimitError)] = []
    try forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
      do {
        try body(account, policy)
      } catch let excess as AccountLimitError {
        refused.append((account, excess))
      } catch {
        throw error as! RunFault
      }
    }
    for (account, excess) in refused { refuse(account.value, for: excess) }
  }

  mutating func refuse(_ account: Account, for excess: AccountLimitError) {
    switch excess {
    case .candidates:
      refuse(
        account, found: "the account makes too many notifications",
        expected: "at most \(AccountLimitError.maximumCandidates) in all of its days")
    case .texts:
      refuse(
        account, found: "the texts of the account's notifications are too long",
        expected: "at most \(AccountLimitError.maximumTextBytes >> 20) MB in all of its days")
    case .lookups:
      refuse(
        account, found: "the digests of the account cover too many bills",
        expected: "at most \(AccountLimitError.maximumLookups), counting each bill once a digest")
    }
  }
}

/// The output of a chunk, or of a part of it, ready to be written.
struct ChunkResult: Sendable {
  var plan = WrittenBytes()
  var actions = WrittenBytes()
  /// Lines of `accounts.ndjson`.
  var details = WrittenBytes()
  /// Lines of `sizes.ndjson`.
  var sizes = WrittenBytes()
  var events = CalendarEvents()
  /// The events that the previous plan lacked.
  var added = CalendarEvents()
  var cancelled = CalendarEvents()
  var sections = AccountSections()
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
  /// For the log.
  var reminded: [(account: AccountName, items: RemindedItems)] = []
  /// The accounts of the previous plan that this one also has.
  var succeeded = AccountSet(count: 0)
  /// The accounts that the previous plan lacks, by the hash that their devices share.
  var newAccounts: Set<StableHash> = []
  /// The bytes of input read; set once the chunk is done.
  var bytesRead: Int64 = 0

  init(now: Instant) { summary = RunSummary(now: now) }

  /// The size in bytes of the parts that can be large.
  var size: Int {
    plan.count + actions.count + details.count + sizes.count + events.text.count + added.text.count
      + cancelled.text.count + sections.size
  }

  /// Empties the result and keeps its memory.
  mutating func removeAll(now: Instant) {
    plan.removeAll()
    actions.removeAll()
    details.removeAll()
    sizes.removeAll()
    events.removeAll()
    added.removeAll()
    cancelled.removeAll()
    sections.removeAll()
    summary = RunSummary(now: now)
    diagnostics.removeAll()
    reminded.removeAll()
    bytesRead = 0
    newAccounts = []
    succeeded = AccountSet(count: 0)
  }
}
