public import CivilTime
internal import PlanModel

/// Everything that was decided for one account at one instant.
public struct Plan: Hashable, Codable, Sendable {
  /// Until when a plan stays whole, and what ends that.
  public struct ReplanDeadline: Hashable, Codable, Sendable {
    /// By then the account has to be planned again.
    public let at: Instant
    /// The word in plan files, such as `windowEnd`.
    public let cause: String
    /// The same for a reader, such as `window's end`.
    public let words: String
  }

  /// One for each possible notification, by instant.
  public let decisions: [Decision]

  /// What brings the device from what it holds to what it is to hold, in the order in which to carry it out. Carried out, another plan
  /// of what it then holds has nothing to do.
  public let actions: [Action]

  /// What the device is to hold of the plan.
  public var requests: [Request] { actions.compactMap(\.request) }

  /// Plan again by then, and whenever the account changes.
  public let replanDeadline: ReplanDeadline

  /// The end of the days that were planned, not included.
  public let end: Instant

  /// Items that nothing was planned for, in their order.
  public let unfitItems: [UnfitItem]

  init(_ plan: AccountPlan, _ unfit: [UnfitItem]) {
    decisions = plan.decisions.indices.map { Decision(plan, $0) }
    actions = plan.actions.map { Action($0, plan) }
    let again = plan.planAgain!
    replanDeadline = ReplanDeadline(at: again.at, cause: again.cause.rawValue, words: again.cause.words)
    (end, unfitItems) = (plan.windowEnd, unfit)
  }
}

extension Plan.ReplanDeadline: CustomStringConvertible {
  /// `2026-10-25T23:59:00Z, window's end`.
  public var description: String { "\(at), \(words)" }
}

extension Plan: CustomStringConvertible {
  /// `12 decisions, 3 actions, plan again by 2026-10-25T23:59:00Z, window's end`.
  public var description: String {
    "\(decisions.count) decisions, \(actions.count) actions, plan again by \(replanDeadline)"
  }
}
