import CivilTime
import PlanModel

/// The steps of ``AccountPlanner`` one by one, each for many accounts.
package struct BenchSteps {
  package enum Step: CaseIterable {
    case expand, sort, duplicates, dailyCap, slots, badges
  }

  private let frames: [AccountFrame]
  private var crowds: [Crowd]

  package init(
    _ accounts: [(account: Shared<Account>, policy: Shared<Policy>)], now: Instant, days: Int, texts: any TextLibrary
  ) {
    var texts = texts
    frames = accounts.map { account, policy in
      let changes = account.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      let zones = ZoneFrame(zone: account.zone, changes: changes, now: now, days: days)
      return AccountFrame(
        account, policy, PolicyPlan(policy, Kinds.all).kinds, zones, texts.texts(policy, locale: account.locale),
        now: now, days: days)
    }
    crowds = Array(repeating: Crowd(), count: frames.count)
  }

  /// Does everything that comes before `step`.
  package mutating func prepare(_ step: Step) {
    for earlier in Step.allCases.prefix(while: { $0 != step }) { run(earlier) }
  }

  /// Does `step` for all accounts.
  package mutating func run(_ step: Step) {
    for index in frames.indices { BenchSteps.run(step, &crowds[index], frames[index]) }
  }

  private static func run(_ step: Step, _ crowd: inout Crowd, _ frame: AccountFrame) {
    switch step {
    case .expand: AccountPlanner.expand(frame, into: &crowd)
    case .sort: crowd.order.sort(&crowd.list)
    case .duplicates: run(0, &crowd, frame)
    case .dailyCap: run(2, &crowd, frame)
    case .slots: run(3, &crowd, frame)
    case .badges: Badges.number(&crowd, frame)
    }
  }

  /// One of the checks that look at candidates together.
  private static func run(_ number: Int, _ crowd: inout Crowd, _ frame: AccountFrame) {
    if Checks.ofCrowds[number](&crowd, frame) { crowd.order.keepOpen(crowd.list) }
  }
}
