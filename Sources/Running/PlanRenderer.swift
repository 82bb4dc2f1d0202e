import CivilTime
import PlanModel
import Reporting

/// Turns one account's plan after the other into the bytes of the files that are asked for. Whether the plan was just made
/// or read from an earlier run's files makes no difference.
struct PlanRenderer {
  private let now: Instant
  private let emit: Set<Emit>
  private let report: ReportRenderer?
  private let header: RunHeader
  private let listsChanges: Bool
  private var planWriter = PlanWriter()
  private var icsWriter: ICSWriter
  /// The sizes of the last chunk's results: the next one's are about as large.
  private var sizes = (plan: 0, events: 0, eventEnds: 0)

  /// - Parameter listsChanges: Whether there is an earlier plan to differ from.
  init(
    _ header: RunHeader, emit: Set<Emit>, calendar: CalendarOptions, report: ReportRenderer?, listsChanges: Bool = false
  ) {
    self.listsChanges = listsChanges
    now = header.now
    self.header = header
    self.emit = emit
    self.report = report
    icsWriter = ICSWriter(now: header.now, options: calendar)
  }

  mutating func emptyResult() -> ChunkResult {
    var result = ChunkResult(summary: RunSummary(now: now))
    result.plan.reserveCapacity(sizes.plan)
    result.events.reserveCapacity(text: sizes.events, events: sizes.eventEnds)
    if listsChanges { result.summary.changes = ChangeLog(limit: RunSummary.listedChanges) }
    return result
  }

  /// - Parameter wanted: Which accounts the page still has room for.
  mutating func append(_ plan: AccountPlan, page wanted: PageRoom, to result: inout ChunkResult) {
    if emit.contains(.summary) || emit.contains(.html) {
      result.summary.count(plan)
    } else {
      result.summary.countOutcomes(plan)
    }
    if emit.contains(.plan) { planWriter.append(plan, to: &result.plan) }
    if emit.contains(.actions) { ActionWriter.append(plan, to: &result.actions) }
    if emit.contains(.summary) { AccountWriter.append(plan, to: &result.details) }
    if emit.contains(.ics) { icsWriter.append(plan, to: &result.events) }
    appendCancelled(plan, to: &result)
    guard let report else { return }
    let hasProblem = plan.hasProblem
    if wanted.hasRoom(problem: hasProblem) {
      result.accounts.append(report.account(plan, header))
    } else if hasProblem, wanted.lines {
      result.accounts.append(report.line(plan))
    }
  }

  /// Notes how large a chunk's result has become.
  mutating func finish(_ result: ChunkResult) {
    // Writers reserve more for an account than it takes in the end.
    let margin = { (count: Int) in count + count / 8 + 1 << 18 }
    sizes = (
      margin(result.plan.count), margin(result.events.text.count), result.events.count + result.events.count / 8
    )
  }

  /// Only what the account's earlier plan announced and nothing sends any more.
  mutating func appendCancelled(_ plan: AccountPlan, to result: inout ChunkResult) {
    if emit.contains(.ics) { icsWriter.appendCancelled(plan, to: &result.cancelled) }
  }
}
