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
  private let report: ReportRenderer?
  private let header: RunHeader
  private let listsChanges: Bool
  private let nobody: AccountSet
  private let partSize: Int
  private var planWriter = PlanWriter()
  private var actionWriter = ActionWriter()
  private var accountWriter = AccountWriter()
  private var icsWriter: ICSWriter
  /// nil: there is no site.
  private var site: SiteRenderer.Writer?

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
    self.report = report
    site = report?.site.map { SiteRenderer.Writer($0, header) }
    icsWriter = ICSWriter(now: header.now, options: options.planCalendar)
  }

  /// - Parameter used: A result whose memory may be filled again.
  func emptyResult(_ used: consuming ChunkResult? = nil) -> ChunkResult {
    var result = used ?? ChunkResult(now: now)
    result.removeAll(now: now)
    result.succeeded = nobody
    if listsChanges { result.summary.changes = ChangeLog(succeeding: EarlierCounts()) }
    return result
  }

  /// - Parameters:
  ///   - fingerprint: The plan's before it succeeded another; nil: it is not known.
  ///   - wanted: Which accounts the page still has room for.
  ///   - handOn: Takes a result that is full, and gives one whose memory may be filled again.
  mutating func append(
    _ plan: AccountPlan, _ fingerprint: StableHash? = nil, page wanted: PageRoom, to result: inout ChunkResult,
    handOn: (consuming ChunkResult) throws(FatalInput) -> ChunkResult?
  ) throws(FatalInput) {
    if outputs.counts {
      result.summary.count(plan)
    } else {
      result.summary.countOutcomes(plan)
    }
    var planSize = 0
    if outputs.plan {
      var next = 0
      while true {
        planSize -= result.plan.count
        next = planWriter.append(plan, from: next, upTo: partSize, to: &result.plan)
        planSize += result.plan.count
        if next == plan.decisions.count { break }
        result = emptyResult(try handOn(result))
      }
    }
    if outputs.actions { actionWriter.append(plan, to: &result.actions) }
    appendDetails(plan, fingerprint, planSize: planSize, to: &result)
    if outputs.events { icsWriter.append(plan, to: &result.events, added: &result.added) }
    appendCancelled(plan, to: &result)
    if let report {
      let hasProblem = plan.hasProblem
      if wanted.hasRoom(problem: hasProblem) {
        result.append(report.account(plan, header))
      } else if hasProblem, wanted.lines {
        result.append(report.line(plan))
      }
    }
    site?.append(plan, to: &result.site)
    if result.size >= partSize { result = emptyResult(try handOn(result)) }
  }

  /// The same for plans that are at hand already, whose results are written as they come.
  mutating func append(
    _ plan: AccountPlan, page wanted: PageRoom, to batch: inout ChunkResult,
    _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    try append(plan, page: wanted, to: &batch) { (full) throws(FatalInput) in
      try write(full)
      return full
    }
    try pass(&batch, write)
  }

  /// An account that only the earlier plan has: what that announced and nothing sends any more.
  mutating func appendGone(
    _ plan: AccountPlan, to batch: inout ChunkResult, _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    appendGone(plan, to: &batch)
    try pass(&batch, write)
  }

  /// Writes a batch that is large enough, and begins the next.
  private func pass(
    _ batch: inout ChunkResult, _ write: (ChunkResult) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    if batch.summary.accounts < PlanRenderer.batchSize, batch.size < partSize { return }
    try write(batch)
    batch = emptyResult(batch)
  }

  private mutating func appendGone(_ plan: AccountPlan, to result: inout ChunkResult) {
    if plan.cancelled.isEmpty, plan.withdrawn.isEmpty { return }
    if outputs.counts { result.summary.countGone(plan) }
    appendDetails(plan, nil, planSize: 0, to: &result)
    appendCancelled(plan, to: &result)
  }

  private mutating func appendDetails(
    _ plan: AccountPlan, _ fingerprint: StableHash?, planSize: Int, to result: inout ChunkResult
  ) {
    let start = result.details.count
    if outputs.summary { accountWriter.append(plan, to: &result.details) }
    guard outputs.marks else { return }
    MarksWriter.append(
      PlanMark(plan, fingerprint, planSize: planSize, detailsSize: result.details.count - start), to: &result.marks)
  }

  private mutating func appendCancelled(_ plan: AccountPlan, to result: inout ChunkResult) {
    if outputs.events { icsWriter.appendCancelled(plan, to: &result.cancelled) }
  }
}
