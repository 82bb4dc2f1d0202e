public import CivilTime
public import PlanModel

/// All decisions and actions for one account at one instant.
public struct Plan: Hashable, Codable, Sendable {
  /// The time by which to plan again, and its cause.
  public typealias ReplanDeadline = PlanAgain

  /// The decision about each possible notification, sorted by instant.
  public let decisions: [Decision]

  /// The steps that bring the device in line with the plan, in the order to carry them out. Afterwards, planning again with the
  /// device's new state results in no changes.
  public let actions: [Action]

  /// The plan's requests on the device.
  public var requests: [Request] { actions.compactMap(\.request) }

  /// The time by which to plan again. Also plan again whenever the account changes.
  public let replanDeadline: ReplanDeadline

  /// The end of the planned days, exclusive.
  public let end: Instant

  /// The items that could not be planned, in the account's order, then the account's fields that do not fit, by name.
  public let unfitItems: [UnfitItem]

  init(_ plan: AccountPlan, _ unfit: [UnfitItem]) {
    decisions = plan.decisions.indices.map { Decision(plan, $0) }
    actions = plan.actions.map { Action($0, plan) }
    (replanDeadline, end, unfitItems) = (plan.planAgain!, plan.windowEnd, unfit)
  }
}

extension Plan: CustomStringConvertible {
  /// `12 decisions, 3 actions, plan again by 2026-10-25T23:59:00Z, window's end`.
  public var description: String {
    "\(decisions.count) decisions, \(actions.count) actions, plan again by \(replanDeadline.at), \(replanDeadline.cause.words)"
  }
}
