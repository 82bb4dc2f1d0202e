import CivilTime
import Diagnostics
import PlanModel
import Planning
import RunModel
import Wording
import Resolving

/// Plans every account twice, under two sets of circumstances, and gathers what differs. Holds one chunk at a time.
struct PlanComparison {
  private(set) var log = ChangeLog()
  /// How many accounts were planned on either side.
  private(set) var accountCount = 0
  /// What is wrong with the one account that is asked for.
  private(set) var diagnostics: [Diagnostic] = []

  /// One set of circumstances.
  struct Side {
    var context: ResolvingContext
    var now: Instant
    var days: Int?
    /// What is different about the accounts and policies on this side.
    var adjust: (inout Account, inout Policy) -> Void = { _, _ in }
  }

  /// - Parameter account: Only this account; nil: all of them.
  mutating func run(_ sources: Sources, old: Side, new: Side, account: AccountID? = nil) throws(FatalInput) {
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
        try sides[index].reader.forEachAccount(in: chunk) {
          (read: Shared<Account>, policy: Shared<Policy>) throws(FatalInput) in
          if let account, read.id != account { return }
          var (account, policy) = (read.value, policy.value)
          adjust(&account, &policy)
          planned.append(planner.plan(Shared(account), Shared(policy)))
        }
        let report = sides[index].reader.takeReport()
        if let account, index == 0 { diagnostics += report.diagnostics.filter { $0.account == account.text } }
        sides[index].planner = planner
        plans[index] = planned
      }
      accountCount += max(plans[0].count, plans[1].count)
      compare(plans[0], plans[1])
    }
  }

  /// What a command tells of it, and its status: 2 where anything differs, else 0.
  func output(
    _ subject: Comparison, _ format: ChangeFormat, _ templates: TemplateFolder
  ) throws(FatalInput) -> (output: String, status: Int32) {
    (try format.output(subject, log) { templates }, log.isEmpty ? 0 : 2)
  }

  /// Accounts come in the same order on both sides; one that a side refuses is missing there.
  private mutating func compare(_ old: [AccountPlan], _ new: [AccountPlan]) {
    let known = Dictionary(old.map { ($0.account.id, $0) }) { first, _ in first }
    let kept = Set(new.map(\.account.id))
    for plan in new { log.add(PlanChanges(from: known[plan.account.id], to: plan).ofInstants) }
    for plan in old where !kept.contains(plan.account.id) { log.add(PlanChanges(from: plan, to: nil).ofInstants) }
  }
}
