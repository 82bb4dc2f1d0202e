import Calendars
import CivilTime
import Diagnostics
import Pages
import PlanFiles
import PlanModel
import RunModel

/// Turns one account's plan after the other into the bytes of the files that are asked for. Whether the plan was just made
/// or read from an earlier run's files makes no difference.
struct PlanRenderer: ~Copyable {
  /// Accounts that are gathered before they are written.
  private static let batchSize = 256

  private let now: Instant
  private let outputs: Outputs
  private let header: RunHeader
  private let listsChanges: Bool
  private let nobody: AccountSet
  private let partSize: Int
  private var planWriter = PlanWriter()
  private var actionWriter = ActionWriter()
  private var accountWriter = AccountWriter()
  private var icsWriter: ICSWriter
  /// nil: no report is asked for.
  private var sections: SectionWriter?

  /// What is asked for, told apart once and not for every account.
  private struct Outputs {
    let plan: Bool
    let actions: Bool
    let summary: Bool
    let events: Bool
    let marks: Bool
    /// Whether anything tells more of the run than its outcomes.
    let counts: Bool

    init(_ emit: Set<Emit>, marks: Bool) {
      self.marks = marks
      plan = emit.contains(.plan)
      actions = emit.contains(.actions)
      summary = emit.contains(.summary)
      events = emit.contains(.ics)
      counts = summary || emit.contains(.html)
    }
  }

  /// - Parameter nobody: Of the earlier plan to differ from, an empty set of its accounts; nil: there is none.
  init(_ header: RunHeader, _ options: PlanOptions, report: ReportRenderer?, nobody: AccountSet? = nil) {
    partSize = options.partSize
    listsChanges = nobody != nil
    self.nobody = nobody ?? AccountSet(count: 0)
    now = header.now
    self.header = header
    outputs = Outputs(options.emit, marks: options.onlyChanged)
    sections = report.map { SectionWriter($0, header) }
    icsWriter = ICSWriter(now: header.now, options: options.planCalendar)
  }

  /// - Parameter used: A result whose memory may be filled again.
  func emptyResult(_ used: consuming ChunkResult? = nil) -> ChunkResult {
    var result = used ?? ChunkResult(now: now)
    result.removeAll(now: now)
    result.succeeded = nobody
    if listsChanges { result.summary.changes = ChangeLog(succeeding: EarlierCounts(), asOf: header.now) }
    return result
  }

  /// How much of a plan earlier results have.
  struct Progress {
    fileprivate var decisions = 0
    /// Bytes of its lines.
    fileprivate var planSize = 0
  }

  /// Renders a plan, or the part of it that a result has room for.
  ///
  /// - Parameters:
  ///   - fingerprint: The plan's before it succeeded another; nil: it is not known.
  ///   - draws: Whether its section may have pictures.
  ///   - progress: New for each plan.
  /// - Returns: false if the result is full: an empty one takes the rest of the plan.
  mutating func append(
    _ plan: AccountPlan, _ fingerprint: StableHash? = nil, draws: Bool, from progress: inout Progress,
    to result: inout ChunkResult
  ) throws(FatalInput) -> Bool {
    if header.redacted == nil || plan.actions.isEmpty {
      return try append(plan, shown: plan, fingerprint, draws: draws, from: &progress, to: &result)
    }
    // Redacted plans write no actions, so `tickler report` could not show them; the run's own page must match it.
    var shown = plan
    shown.actions = []
    if outputs.counts, progress.decisions == 0 { result.summary.count(plan.actions) }
    return try append(plan, shown: shown, fingerprint, draws: draws, from: &progress, to: &result)
  }

  /// - Parameter shown: What pages and counts have of the plan.
  private mutating func append(
    _ plan: AccountPlan, shown: AccountPlan, _ fingerprint: StableHash?, draws: Bool,
    from progress: inout Progress, to result: inout ChunkResult
  ) throws(FatalInput) -> Bool {
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
    appendDetails(
      plan, fingerprint, planSize: progress.planSize, actionsSize: result.actions.count - start, to: &result)
    if outputs.events { try icsWriter.append(plan, to: &result.events, added: &result.added) }
    try appendCancelled(plan, to: &result)
    sections?.append(shown, isDrawn: draws, to: &result.sections)
    return true
  }

  /// Whether a result is to be handed on before its chunk is done.
  func isFull(_ result: borrowing ChunkResult) -> Bool { result.size >= partSize }

  /// The same for plans that are at hand already, whose results are written as they come.
  mutating func append(
    _ plan: AccountPlan, draws: Bool, to batch: inout ChunkResult,
    _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    var progress = Progress()
    while !(try append(plan, draws: draws, from: &progress, to: &batch)) {
      try write(batch)
      batch = emptyResult(batch)
    }
    try pass(&batch, write)
  }

  /// An account that only the earlier plan has: what that announced and nothing sends any more.
  mutating func appendGone(
    _ plan: AccountPlan, to batch: inout ChunkResult, _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    try appendGone(plan, to: &batch)
    try pass(&batch, write)
  }

  /// Writes a batch that is large enough, and begins the next.
  private func pass(
    _ batch: inout ChunkResult, _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    if batch.summary.accounts < PlanRenderer.batchSize, !isFull(batch) { return }
    try write(batch)
    batch = emptyResult(batch)
  }

  private mutating func appendGone(_ plan: AccountPlan, to result: inout ChunkResult) throws(FatalInput) {
    if plan.cancelled.isEmpty, plan.withdrawn.isEmpty { return }
    if outputs.counts { result.summary.countGone(plan) }
    appendDetails(plan, nil, planSize: 0, actionsSize: 0, to: &result)
    try appendCancelled(plan, to: &result)
  }

  private mutating func appendDetails(
    _ plan: AccountPlan, _ fingerprint: StableHash?, planSize: Int, actionsSize: Int, to result: inout ChunkResult
  ) {
    let start = result.details.count
    if outputs.summary { accountWriter.append(plan, to: &result.details) }
    guard outputs.marks else { return }
    MarksWriter.append(
      PlanMark(
        plan, fingerprint, planSize: planSize, detailsSize: result.details.count - start, actionsSize: actionsSize),
      to: &result.marks)
  }

  private mutating func appendCancelled(_ plan: AccountPlan, to result: inout ChunkResult) throws(FatalInput) {
    if outputs.events { try icsWriter.appendCancelled(plan, to: &result.cancelled) }
  }
}
