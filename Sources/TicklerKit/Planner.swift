public import CivilTime
internal import PlanModel
internal import Planning

/// Decides which notifications an app's accounts get and when, and what a device must do for them.
///
/// The planner reads no clock, file or device setting. The same account, policy and instant result in the same plan everywhere, on
/// the phone and in `tickler plan`. It is safe to use from any task.
///
/// ```
/// let planner = Planner(policy)
/// let plan = try planner.plan(account, at: now)
/// for action in plan.actions { center.carryOut(action) }
/// ```
public struct Planner: Sendable {
  private let policy: Shared<PlanModel.Policy>
  private let days: Int?
  private let reach: Int?
  private let format: @Sendable (String) -> any ValueFormat

  /// - Parameters:
  ///   - policy: The app's policy.
  ///   - days: Whole local days after today, 0 to 366; nil for the policy's number, or 14.
  ///   - reach: Whole local days after today for which free slots are planned past the window; nil for the policy's number, or none.
  ///   - format: Returns the format of numbers, money and dates for a language, given as its BCP 47 tag.
  public init(
    _ policy: Policy, days: Int? = nil, reach: Int? = nil,
    format: @escaping @Sendable (_ language: String) -> any ValueFormat = { _ in PlainFormat() }
  ) {
    self.policy = policy.shared
    self.days = days.map { min(max(0, $0), PlanModel.Policy.maximumDays) }
    self.reach = reach.map { min(max(0, $0), PlanModel.Policy.maximumDays) }
    self.format = format
  }

  /// Plans an account.
  ///
  /// - Parameters:
  ///   - account: The account as the app knows it now.
  ///   - now: The current instant, in the years 2 to 9997. No notification is planned before it.
  /// - Throws: If the account exceeds what any device could use, or `now` is out of range. Items that do not fit their kinds are in
  ///   the plan's ``Plan/unfitItems``.
  public func plan(_ account: Account, at now: Instant) throws(PlanningError) -> Plan {
    var planner = try planner(now)
    let (model, unfit) = account.resolved(policy.value)
    do throws(AccountLimitError) {
      return Plan(try planner.plan(Shared(model), policy, with: [.actions, .outlook]), unfit)
    } catch {
      throw .tooMuch
    }
  }

  /// Explains how an account's possible notifications pass through the checks.
  ///
  /// - Parameters:
  ///   - account: The account as the app knows it now.
  ///   - now: The current instant, as in ``plan(_:at:)``.
  ///   - matches: Selects the decisions to explain.
  /// - Throws: The errors of ``plan(_:at:)``.
  public func explain(
    _ account: Account, at now: Instant, where matches: (Decision) -> Bool = { _ in true }
  ) throws(PlanningError) -> [Explanation] {
    var planner = try planner(now)
    do throws(AccountLimitError) {
      let (plan, explanations) = try planner.explain(Shared(account.resolved(policy.value).account), policy) { _, _ in
        true
      }
      return explanations.compactMap { explanation in
        let decision = Decision(plan, explanation.decision)
        return matches(decision) ? Explanation(decision: decision, steps: explanation.steps) : nil
      }
    } catch {
      throw .tooMuch
    }
  }

  private func planner(_ now: Instant) throws(PlanningError) -> AccountPlanner {
    guard PlannableTime.now.contains(now) else { throw .outOfRange }
    return AccountPlanner(
      now: now, days: days, reach: reach, texts: WordingCache { [format] in FormatBridge(format: format($0.text)) })
  }
}

/// The reason why an account cannot be planned.
public enum PlanningError: Error, Hashable, Codable, Sendable {
  /// The account needs more than 250,000 possible notifications, 64 MB of texts, or 20,000,000 bills in digests.
  case tooMuch
  /// `now` is not in the years 2 to 9997.
  case outOfRange
}

extension PlanningError: CustomStringConvertible {
  /// The problem in a sentence.
  public var description: String {
    switch self {
    case .tooMuch: "the account makes more notifications than a device can use"
    case .outOfRange: "the instant to plan at is not in the years 2 to 9997"
    }
  }
}
