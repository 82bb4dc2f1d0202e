import CivilTime
import Diagnostics
import ExportReading
import PlanModel
import Planning
import Reporting

/// What came out of one chunk, ready to be written.
struct ChunkResult: Sendable {
  var plan: [UInt8] = []
  var actions: [UInt8] = []
  var events: [UInt8] = []
  /// Where each event ends in `events`.
  var eventEnds: [Int] = []
  var accounts: [RenderedAccount] = []
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
}

/// Reads, plans and renders one chunk after the other. A worker belongs to one task at a time.
final class ChunkWorker {
  private var reader: ChunkReader
  private var planner: AccountPlanner
  private var planWriter = PlanWriter()
  private var icsWriter: ICSWriter
  private let now: Instant
  private let emit: Set<Emit>
  private let report: ReportRenderer?

  init(_ sources: Sources, _ options: PlanOptions, report: ReportRenderer?) {
    reader = ChunkReader(context: sources.context, roster: sources.roster)
    planner = AccountPlanner(now: options.now, days: options.days)
    icsWriter = ICSWriter(now: options.now)
    now = options.now
    emit = options.emit
    self.report = report
  }

  /// - Parameter wanted: Which accounts the page still has room for.
  func process(_ chunk: Chunk, page wanted: PageRoom) throws(FatalInput) -> ChunkResult {
    var result = ChunkResult(summary: RunSummary(now: now))
    try reader.forEachAccount(in: chunk) { (account: Account, policy: Policy) throws(FatalInput) in
      var plan = emit.contains(.html) ? planner.planWithFacts(account, policy) : planner.plan(account, policy)
      if emit.contains(.actions) || emit.contains(.html) || emit.contains(.summary) {
        plan.actions = Reconcile.actions(plan)
      }
      result.summary.count(plan)
      if emit.contains(.plan) { planWriter.append(plan, to: &result.plan) }
      if emit.contains(.actions) { ActionWriter.append(plan, to: &result.actions) }
      if emit.contains(.ics) { icsWriter.append(plan, to: &result.events, ends: &result.eventEnds) }
      if let report, wanted.hasRoom(problem: plan.hasProblem) { result.accounts.append(report.account(plan)) }
    }
    let (diagnostics, rejected, superseded) = reader.takeReport()
    result.diagnostics = diagnostics
    result.summary.rejected = rejected
    result.summary.supersededCount = superseded.count
    result.summary.superseded = Array(superseded.prefix(RunSummary.listedSuperseded))
    return result
  }
}
