import CivilTime
import Diagnostics
import PlanModel
import Planning
import Resolving
import RunModel

/// Computes what would help against a run's findings: plans affected accounts again, each time with one setting
/// changed.
///
/// Accounts are taken from the start of the inputs, so that the result is the same for any number of tasks.
struct Advisor {
  /// The findings that are looked at.
  private static let mostFindings = 3
  /// The affected accounts of a finding that are planned again.
  private static let mostAccounts = 200
  /// The share of the run's accounts that are read for it; with the plans of affected ones, a tenth of the run's time.
  private static let share = 20

  fileprivate struct Affected {
    var account: Shared<Account>
    var policy: Shared<Policy>
    /// The wall times that the finding costs.
    var lost: [LocalTime]

    var quietHours: QuietHours? { account.value.preferences.quietHours ?? policy.value.quietHours }
  }

  private let findings: [Reason]
  private var planner: AccountPlanner
  private var affected: [Reason: [Affected]] = [:]

  /// - Returns: What helps, the largest gain first; one change for each finding and app.
  static func advice(_ summary: RunSummary, _ sources: Sources, _ options: PlanOptions) throws(RunFault) -> [Advice] {
    let lost = [Reason.slotLimit, .quietHours, .unauthorized].map { (reason: $0, count: summary.losses($0)) }
    let findings = lost.filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(mostFindings)
    if findings.isEmpty { return [] }
    var advisor = Advisor(findings.map(\.reason), options)
    try advisor.readAccounts(sources, atMost: max(mostAccounts, summary.accounts / share))
    return advisor.advice(summary)
  }

  private init(_ findings: [Reason], _ options: PlanOptions) {
    self.findings = findings
    planner = AccountPlanner(now: options.now, days: options.days, reach: options.reach, texts: WordingCache())
  }

  private mutating func readAccounts(_ sources: Sources, atMost limit: Int) throws(RunFault) {
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var count = 0
    for chunk in sources.chunks {
      try reader.open(chunk)
      while let (account, policy) = try reader.next() {
        count += 1
        if count > limit || findings.allSatisfy({ (affected[$0] ?? []).count == Advisor.mostAccounts }) { return }
        // An account without a plan has its diagnostic.
        guard let plan = try? planner.plan(account, policy) else { continue }
        for reason in findings where (affected[reason] ?? []).count < Advisor.mostAccounts {
          let lost = plan.decisions.filter { $0.outcome.reason == reason && plan.isLoss($0) }
          if lost.isEmpty { continue }
          let times = lost.compactMap(\.local?.time)
          affected[reason, default: []].append(Affected(account: account, policy: policy, lost: times))
        }
      }
    }
  }

  private mutating func advice(_ summary: RunSummary) -> [Advice] {
    var found: [Advice] = []
    for reason in findings {
      let byApp = Dictionary(grouping: affected[reason] ?? []) { $0.account.value.app }
      for (app, all) in byApp.sorted(by: { $0.key.compareBytes($1.key) < 0 }) {
        let accounts = all.filter { $0.quietHours == all[0].quietHours }
        guard let trial = Trial(reason, accounts[0].policy.value, accounts) else { continue }
        let policy = trial.changed(accounts[0].policy)
        var (before, after) = (0, 0)
        for account in accounts {
          let lost = lost(account, for: reason, trial.changed(account.account), policy)
          (before, after) = (before + lost.before, after + lost.after)
        }
        let advice = Advice(
          reason: reason, app: app, change: trial.words, accounts: accounts.count,
          of: summary.losers(reason, of: app), before: before, after: after)
        if after < advice.before { found.append(advice) }
      }
    }
    return Array(found.sorted { $0.before - $0.after > $1.before - $1.after }.prefix(Advisor.mostFindings))
  }

  /// Returns the number of notifications that the finding costs an account, and of those that it loses under a changed
  /// setting: still, or instead. What would not go out for a reason of its own, such as a kind that is off, is no loss.
  private mutating func lost(
    _ affected: Affected, for reason: Reason, _ account: Shared<Account>, _ policy: Shared<Policy>
  ) -> (before: Int, after: Int) {
    guard let old = try? planner.plan(affected.account, affected.policy), let new = try? planner.plan(account, policy)
    else { return (0, 0) }
    var outcomes: [Name: Outcome] = [:]
    for decision in new.decisions { outcomes[Name(decision, new)] = decision.outcome }
    var (before, after) = (0, 0)
    for decision in old.decisions {
      let outcome = outcomes[Name(decision, old)]
      let goesOut = outcome?.goesOut ?? false
      if decision.outcome.goesOut {
        if !goesOut { after += 1 }
      } else if decision.outcome.reason == reason, old.isLoss(decision), goesOut || outcome?.reason?.isLoss ?? false {
        before += 1
        if !goesOut { after += 1 }
      }
    }
    return (before, after)
  }

  /// Identifies an occurrence in two plans of an account.
  private struct Name: Hashable {
    var notification: NotificationID
    var local: LocalDateTime?

    init(_ decision: Decision, _ plan: AccountPlan) {
      (notification, local) = (plan.requests[Int(decision.request)].identifier, decision.local)
    }
  }
}

/// One changed setting.
private enum Trial {
  case slotsHoldTriggers
  case quietHours(QuietHours)
  case accepted(Set<Authorization>)

  /// - Parameters:
  ///   - policy: The policy of the accounts.
  ///   - accounts: They have the same quiet hours.
  /// - Returns: nil if no setting could help.
  init?(_ reason: Reason, _ policy: Policy, _ accounts: [Advisor.Affected]) {
    switch reason {
    case .slotLimit where policy.slots.holds == .occurrence: self = .slotsHoldTriggers
    case .quietHours where policy.quietRules == nil:
      guard let hours = accounts[0].quietHours?.shortened(without: accounts.flatMap(\.lost)) else { return nil }
      self = .quietHours(hours)
    case .unauthorized:
      // With any other permission, the device would show nothing.
      let accepted = Set(accounts.map(\.account.value.authorization)).intersection([.provisional, .ephemeral])
      if accepted.isEmpty { return nil }
      self = .accepted(accepted)
    default: return nil
    }
  }

  var words: String {
    switch self {
    case .slotsHoldTriggers: "slots.holds = \"trigger\""
    case .quietHours(let hours): "quiet hours from \(hours.start.forReaders) to \(hours.end.forReaders)"
    case .accepted(let states):
      "\(states.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: " and ")) in authorization"
    }
  }

  func changed(_ account: Shared<Account>) -> Shared<Account> {
    guard case .quietHours(let hours) = self else { return account }
    var changed = account.value
    changed.preferences.quietHours = hours
    return Shared(changed)
  }

  func changed(_ policy: Shared<Policy>) -> Shared<Policy> {
    var changed = policy.value
    switch self {
    case .slotsHoldTriggers: changed.slots.holds = .trigger
    case .quietHours: return policy
    case .accepted(let states): changed.authorization.formUnion(states)
    }
    return Shared(changed)
  }
}

extension QuietHours {
  private static let day = 24 * 60

  /// Returns quiet hours that begin later or end earlier, whichever moves less, so that none of the times is quiet; nil
  /// if none would be left.
  fileprivate func shortened(without times: [LocalTime]) -> QuietHours? {
    func minutes(from start: LocalTime, to end: LocalTime) -> Int {
      (end.minutes - start.minutes + QuietHours.day) % QuietHours.day
    }
    // Beginning a minute after the last of them, rounded up to a quarter of an hour.
    guard let later = times.map({ minutes(from: start, to: $0) }).max(),
      let earlier = times.map({ minutes(from: $0, to: end) }).max()
    else { return nil }
    let (begin, last) = (start.minutes + (later / 15 + 1) * 15, end.minutes - (earlier + 14) / 15 * 15)
    var hours = self
    if later + 1 <= earlier { hours.start = LocalTime(minutes: begin) } else { hours.end = LocalTime(minutes: last) }
    return minutes(from: hours.start, to: hours.end) < minutes(from: start, to: end) && hours.start != hours.end
      ? hours : nil
  }
}

extension LocalTime {
  fileprivate var minutes: Int { hour * 60 + minute }

  fileprivate init(minutes: Int) {
    let minutes = (minutes + 48 * 60) % (24 * 60)
    self.init(hour: minutes / 60, minute: minutes % 60)!
  }
}
