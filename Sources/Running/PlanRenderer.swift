import Calendars
import CivilTime
import Pages
import PlanFiles
import PlanModel
import RunModel

/// Turns one account's plan after the other into the bytes of the files that are asked for. Whether the plan was just made
/// or read from an earlier run's files makes no difference.
struct PlanRenderer: ~Copyable {
  private let now: Instant
  private let outputs: Outputs
  private let report: ReportRenderer?
  private let header: RunHeader
  private let listsChanges: Bool
  private var planWriter = PlanWriter()
  private var actionWriter = ActionWriter()
  private var accountWriter = AccountWriter()
  private var icsWriter: ICSWriter

  /// What is asked for, told apart once and not for every account.
  private struct Outputs {
    let plan: Bool
    let actions: Bool
    let summary: Bool
    let events: Bool
    /// Whether anything tells more of the run than its outcomes.
    let counts: Bool

    init(_ emit: Set<Emit>) {
      plan = emit.contains(.plan)
      actions = emit.contains(.actions)
      summary = emit.contains(.summary)
      events = emit.contains(.ics)
      counts = summary || emit.contains(.html)
    }
  }

  /// - Parameter listsChanges: Whether there is an earlier plan to differ from.
  init(
    _ header: RunHeader, emit: Set<Emit>, calendar: CalendarOptions, report: ReportRenderer?, listsChanges: Bool = false
  ) {
    self.listsChanges = listsChanges
    now = header.now
    self.header = header
    outputs = Outputs(emit)
    self.report = report
    icsWriter = ICSWriter(now: header.now, options: calendar)
  }

  /// - Parameter used: A result whose memory may be filled again.
  func emptyResult(_ used: consuming ChunkResult? = nil) -> ChunkResult {
    var result = used ?? ChunkResult(summary: RunSummary(now: now))
    result.removeAll(now: now)
    if listsChanges { result.summary.changes = ChangeLog(limit: RunSummary.listedChanges) }
    return result
  }

  /// - Parameter wanted: Which accounts the page still has room for.
  mutating func append(_ plan: AccountPlan, page wanted: PageRoom, to result: inout ChunkResult) {
    if outputs.counts {
      result.summary.count(plan)
    } else {
      result.summary.countOutcomes(plan)
    }
    if outputs.plan { planWriter.append(plan, to: &result.plan) }
    if outputs.actions { actionWriter.append(plan, to: &result.actions) }
    if outputs.summary { accountWriter.append(plan, to: &result.details) }
    if outputs.events { icsWriter.append(plan, to: &result.events, added: &result.added) }
    appendCancelled(plan, to: &result)
    guard let report else { return }
    let hasProblem = plan.hasProblem
    if wanted.hasRoom(problem: hasProblem) {
      result.accounts.append(report.account(plan, header))
    } else if hasProblem, wanted.lines {
      result.accounts.append(report.line(plan))
    }
  }

  /// An account that only the earlier plan has: what that announced and nothing sends any more.
  mutating func appendGone(_ plan: AccountPlan, to result: inout ChunkResult) {
    if plan.cancelled.isEmpty, plan.withdrawn.isEmpty { return }
    if outputs.counts { result.summary.countGone(plan) }
    if outputs.summary { accountWriter.append(plan, to: &result.details) }
    appendCancelled(plan, to: &result)
  }

  private mutating func appendCancelled(_ plan: AccountPlan, to result: inout ChunkResult) {
    if outputs.events { icsWriter.appendCancelled(plan, to: &result.cancelled) }
  }
}
