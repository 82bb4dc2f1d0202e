import CivilTime
import PlanModel
import Wording

/// The steps of ``AccountPlanner`` one by one, each for many accounts.
package struct BenchSteps {
  package enum Step: CaseIterable {
    case expand, settle, sort, duplicates, dailyCap, slots, badges
  }

  private let frames: [AccountFrame]
  private var lists: [CandidateList]
  private var orders: [CandidateOrder]
  private var duplicates = DuplicatePass()

  package init(_ accounts: [(account: Shared<Account>, policy: Shared<Policy>)], now: Instant, days: Int) {
    var wordings = WordingCache()
    frames = accounts.map { account, policy in
      let changes = account.zoneChanges.map { (at: $0.at, zone: $0.zone) }
      let zones = ZoneFrame(zone: account.zone, changes: changes, now: now, days: days)
      return AccountFrame(
        account, policy, zones, wordings.wording(policy, locale: account.locale), now: now, days: days)
    }
    lists = Array(repeating: CandidateList(), count: frames.count)
    orders = Array(repeating: CandidateOrder(), count: frames.count)
  }

  /// Does everything that comes before `step`.
  package mutating func prepare(_ step: Step) {
    for earlier in Step.allCases.prefix(while: { $0 != step }) { run(earlier) }
  }

  /// Does `step` for all accounts.
  package mutating func run(_ step: Step) {
    for index in frames.indices {
      BenchSteps.run(step, &lists[index], &orders[index], &duplicates, frames[index])
    }
  }

  @inline(__always)
  private static func run(
    _ step: Step, _ list: inout CandidateList, _ order: inout CandidateOrder, _ duplicates: inout DuplicatePass,
    _ frame: AccountFrame
  ) {
    switch step {
    case .expand:
      list.removeAll()
      AllKinds.expand(frame, into: &list)
    case .settle:
      for index in list.candidates.indices {
        list.candidates[index].reason = AccountPlanner.settle(&list.candidates[index], list.requests, frame)
      }
    case .sort:
      order.sort(&list)
    case .duplicates:
      duplicates.run(&list, order.open)
      order.keepOpen(list)
    case .dailyCap:
      DailyCapPass.run(&list, order.open, frame)
      order.keepOpen(list)
    case .slots:
      _ = SlotPass.run(&list, order.open, frame)
      order.keepOpen(list)
    case .badges:
      BadgePass.run(&list, order.open, frame)
    }
  }
}
