import Calendars
import CivilTime
import Diagnostics
import Pages
import PlanFiles
import PlanModel
import RunModel

/// Renders account plans to the bytes of the requested files. A plan can be new or read from the files of an earlier
/// run.
struct PlanRenderer: ~Copyable {
  /// The number of accounts collected before a write.
  private static let batchSize = 256

  private let now: Instant
  private let outputs: Outputs
  private let header: RunHeader
  private let listsChanges: Bool
  private let emptySet: AccountSet
  private let partSize: Int
  private var planWriter = PlanWriter()
  private var actionWriter = ActionWriter()
  private var accountWriter = AccountWriter()
  private var icsWriter: ICSWriter
  /// `nil` if no report is requested.
  private var sections: SectionWriter?

  /// The requested outputs, determined once rather than per account.
  private struct Outputs {
    let plan: Bool
    let actions: Bool
    let summary: Bool
    let events: Bool
    let sizes: Bool
    /// Whether any output shows more than outcomes.
    let counts: Bool

    init(_ options: PlanOptions) {
      let emit = options.emit
      sizes = options.writesSizes
      plan = emit.contains(.plan)
      actions = emit.contains(.actions)
      summary = emit.contains(.summary)
      events = emit.contains(.ics)
      counts = summary || emit.contains(.html)
    }
  }

  /// - Parameter emptySet: An empty set for accounts of the earlier plan; `nil` if there is no earlier plan.
  init(_ header: RunHeader, _ options: PlanOptions, report: ReportRenderer?, emptySet: AccountSet? = nil) {
    partSize = options.partSize
    listsChanges = emptySet != nil
    self.emptySet = emptySet ?? AccountSet(count: 0)
    now = header.now
    self.header = header
    outputs = Outputs(options)
    sections = report.map { SectionWriter($0, header) }
    icsWriter = ICSWriter(now: header.now, options: options.planCalendar)
  }

  /// - Parameter used: A result whose memory may be reused.
  func emptyResult(_ used: consuming ChunkResult? = nil) -> ChunkResult {
    var result = used ?? ChunkResult(now: now)
    result.removeAll(now: now)
    result.succeeded = emptySet
    if listsChanges { result.summary.changes = ChangeLog(succeeding: EarlierCounts(), asOf: header.now) }
    return result
  }

  /// The progress of a plan that several results share.
  struct Progress {
    fileprivate var decisions = 0
    /// Bytes of its lines.
    fileprivate var planSize = 0
  }

  /// Renders a plan, or as much of it as a result has room for.
  ///
  /// - Parameters:
  ///   - progress: A new value for each plan.
  /// - Returns: `false` if the result is full. The rest of the plan then goes to an empty one.
  mutating func append(
    _ plan: AccountPlan, from progress: inout Progress, to result: inout ChunkResult
  ) throws(RunFault) -> Bool {
    if header.redacted == nil || plan.actions.isEmpty {
      return try append(plan, shown: plan, from: &progress, to: &result)
    }
    // Redacted plans have no actions, so `tickler report` cannot show them. The run's own page has to match.
    var shown = plan
    shown.actions = []
    if outputs.counts, progress.decisions == 0 { result.summary.count(plan.actions) }
    return try append(plan, shown: shown, from: &progress, to: &result)
  }

  /// - Parameter shown: The plan as pages and counts show it.
  private mutating func append(
    _ plan: AccountPlan, shown: AccountPlan, from progress: inout Progress, to result: inout ChunkResult
  ) throws(RunFault) -> Bool {
    if progress.decisions > 0 {
      // Counted with the first part.
    } else if outputs.counts {
      result.summary.count(shown)
    } else {
      result.summary.countOutcomes(plan)
    }
    if outputs.plan {
      progress.planSize -= result.plan.count
      progress.decisions = planWriter.append(plan, from: progress.decisions, upTo: partSize, to: &result.plan)
      progress.planSize += result.plan.count
      if progress.decisions < plan.decisions.count { return false }
    }
    let start = result.actions.count
    if outputs.actions { actionWriter.append(plan, to: &result.actions) }
    appendDetails(plan, planSize: progress.planSize, actionsSize: result.actions.count - start, to: &result)
    if outputs.events { try icsWriter.append(plan, to: &result.events, added: &result.added) }
    try appendCancelled(plan, to: &result)
    sections?.append(shown, to: &result.sections)
    return true
  }

  /// Returns whether to forward a result before its chunk is done.
  func isFull(_ result: borrowing ChunkResult) -> Bool { result.size >= partSize }

  /// Renders an existing plan, and writes results as they fill up.
  mutating func append(
    _ plan: AccountPlan, to batch: inout ChunkResult,
    _ write: (ChunkResult) throws(RunFault) -> Void
  ) throws(RunFault) {
    var progress = Progress()
    while !(try append(plan, from: &progress, to: &batch)) {
      try write(batch)
      batch = emptyResult(batch)
    }
    try pass(&batch, write)
  }

  /// Renders an account that exists only in the earlier plan: its cancelled and withdrawn notifications.
  mutating func appendGone(
    _ plan: AccountPlan, to batch: inout ChunkResult, _ write: (ChunkResult) throws(RunFault) -> Void
  ) throws(RunFault) {
    try appendGone(plan, to: &batch)
    try pass(&batch, write)
  }

  /// Writes a batch that is large enough and starts another.
  private func pass(
    _ batch: inout ChunkResult, _ write: (ChunkResult) throws(RunFault) -> Void
  ) throws(RunFault) {
    if batch.summary.accounts < PlanRenderer.batchSize, !isFull(batch) { return }
    try write(batch)
    batch = emptyResult(batch)
  }

  private mutating func appendGone(_ plan: AccountPlan, to result: inout ChunkResult) throws(RunFault) {
    if plan.cancelled.isEmpty, plan.withdrawn.isEmpty { return }
    if outputs.counts { result.summary.countGone(plan) }
    appendDetails(plan, planSize: 0, actionsSize: 0, to: &result)
    try appendCancelled(plan, to: &result)
  }

  private mutating func appendDetails(
    _ plan: AccountPlan, planSize: Int, actionsSize: Int, to result: inout ChunkResult
  ) {
    let start = result.details.count
    if outputs.summary { accountWriter.append(plan, to: &result.details) }
    guard outputs.sizes else { return }
    let detailsSize = result.details.count - start
    AccountSizes(of: plan, planSize: planSize, detailsSize: detailsSize, actionsSize: actionsSize)
      .append(to: &result.sizes)
  }

  private mutating func appendCancelled(_ plan: AccountPlan, to result: inout ChunkResult) throws(RunFault) {
    if outputs.events { try icsWriter.appendCancelled(plan, to: &result.cancelled) }
  }
}
