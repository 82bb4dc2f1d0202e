public import CivilTime
internal import PlanModel

/// Everything that was decided for one account at one instant.
public struct Plan: Sendable {
  /// Until when a plan stays whole, and what ends that.
  public struct Again: Hashable, Sendable {
    /// By then the account has to be planned again.
    public let at: Instant
    /// The word in plan files, such as `windowEnd`.
    public let cause: String
    /// The same for a reader, such as `window's end`.
    public let words: String
  }

  let model: Shared<AccountPlan>

  /// One for each possible notification, by instant.
  public var decisions: [Decision] { model.value.decisions.indices.map { Decision(plan: model, index: $0) } }

  /// What brings the device from what it holds to what it is to hold, in the order in which to carry it out. Carried out, another plan
  /// of what it then holds has nothing to do.
  public let actions: [Action]

  /// What the device is to hold of the plan.
  public var requests: [Request] { actions.compactMap(\.request) }

  /// Plan again by then, and whenever the account changes.
  public let again: Again

  /// The end of the days that were planned, not included.
  public var end: Instant { model.value.windowEnd }

  init(_ plan: AccountPlan) {
    model = Shared(plan)
    actions = plan.actions.map { Action($0, plan) }
    let again = plan.planAgain!
    self.again = Again(at: again.at, cause: again.cause.rawValue, words: again.cause.words)
  }
}
