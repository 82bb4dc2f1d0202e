import CivilTime
import Comparing
import Diagnostics
import PlanModel
import Planning
import Redacting
import RunModel
import Resolving

/// Plans every account twice, in two sets of circumstances, and collects the differences. Memory holds one chunk at a
/// time.
struct PlanComparison {
  private(set) var log = ChangeLog()
  /// The number of accounts planned on either side.
  private(set) var accountCount = 0
  /// The id that is closest to the requested one, among other accounts.
  private(set) var nearest: String?
  /// Diagnostics about the requested account.
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether to compare contents and reasons as well as times.
  let listsContents: Bool
  /// Returns whether to exclude an account that only one side has, because it is reported elsewhere.
  ///
  /// - Parameters:
  ///   - isNew: Whether the old side lacks the account.
  var isLeftOut: (_ plan: AccountPlan, _ isNew: Bool) -> Bool = { _, _ in false }

  init(listsContents: Bool) { self.listsContents = listsContents }

  /// One set of circumstances.
  struct Side {
    var context: ResolvingContext
    var now: Instant
    var days: Int?
    /// Applies this side's differences to accounts and policies.
    var adjust: (inout Account, inout Policy) -> Void = { _, _ in }
  }

  /// - Parameters:
  ///   - account: The only account to compare; `nil` for all.
  ///   - report: Receives the diagnostics of the inputs, as the new side reads them.
  mutating func run(
    _ sources: Sources, old: Side, new: Side, account: AccountName? = nil, _ report: inout InputReport
  ) throws(RunFault) {
    var sides = [old, new].map { side in
      (
        reader: ChunkReader(context: side.context, roster: sources.roster),
        planner: AccountPlanner(now: side.now, days: side.days, texts: WordingCache()), adjust: side.adjust
      )
    }
    for chunk in sources.chunks {
      var plans: [[AccountPlan]] = [[], []]
      for index in sides.indices {
        var planned: [AccountPlan] = []
        var planner = sides[index].planner
        let adjust = sides[index].adjust
        try sides[index].reader.forEachAccount(withinLimitsIn: chunk) { read, policy in
          if let account, !account.matches(read.value, sources.disclosure.redactor) {
            if accountCount == 0, account.id != read.value.id { nearest = account.nearest(read.value.id, nearest) }
            return
          }
          var (account, policy) = (read.value, policy.value)
          adjust(&account, &policy)
          planned.append(try planner.plan(Shared(account), Shared(policy)))
        }
        if index == 1 {
          let found = report.take(from: &sides[index].reader)
          if let account { diagnostics += found.filter { sources.disclosure.isAbout(account.id, $0) } }
        } else {
          _ = sides[index].reader.takeReport()
        }
        sides[index].planner = planner
        plans[index] = planned
      }
      accountCount += max(plans[0].count, plans[1].count)
      compare(plans[0], plans[1], sources.disclosure.redactor)
    }
  }

  /// Returns the output and status of a command: 2 if the plans differ, else the status of the report.
  func output(
    _ subject: Comparison, _ format: ChangeFormat, _ templates: TemplateFolder, _ report: InputReport
  ) throws(RunFault) -> Answer {
    let status = try report.status(log.isEmpty && subject.notes.isEmpty ? 0 : 2)
    return (try format.output(subject, log) { templates }, status)
  }

  /// Compares plans in the order of accounts, which both sides share. A side lacks the accounts that it refuses.
  private mutating func compare(_ old: [AccountPlan], _ new: [AccountPlan], _ redactor: Redactor?) {
    let known = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    let kept = Set(new.map(\.name))
    for plan in new { compare(known[plan.name], plan, redactor) }
    for plan in old where !kept.contains(plan.name) { compare(plan, nil, redactor) }
  }

  private mutating func compare(_ old: AccountPlan?, _ new: AccountPlan?, _ redactor: Redactor?) {
    if let only = old == nil ? new : new == nil ? old : nil, isLeftOut(only, old == nil) { return }
    let changes = PlanChanges(from: old, to: new)
    let found = listsContents ? changes.all : changes.ofTimes
    log.add(redactor.map { found.map($0.redact) } ?? found)
  }
}
