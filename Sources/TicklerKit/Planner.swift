public import CivilTime
internal import PlanModel
internal import Planning

/// Decides which notifications the accounts of one app get, when, and what a device has to do for it.
///
/// It reads no clock, no file and no setting of the device: the same account, policy and instant make the same plan everywhere, on the
/// phone as in `tickler plan`. Any task may use it.
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
  ///   - policy: What the app plans and how.
  ///   - days: Whole local days after today, 0 to 366; nil: the policy's, else 14.
  ///   - reach: Whole local days after today, past the window, up to which slots left over are planned for; nil: the policy's, else none.
  ///   - format: How texts in a language, by its BCP 47 tag, write numbers, money and dates.
  public init(
    _ policy: Policy, days: Int? = nil, reach: Int? = nil,
    format: @escaping @Sendable (_ language: String) -> any ValueFormat = { _ in PlainFormat() }
  ) {
    self.policy = policy.shared
    self.days = days.map { min(max(0, $0), 366) }
    self.reach = reach.map { min(max(0, $0), 366) }
    self.format = format
  }

  /// Plans an account.
  ///
  /// - Parameters:
  ///   - account: As the app knows it now.
  ///   - now: Nothing goes out before it; in the years 2 to 9997.
  /// - Throws: If the account asks for more than any device could use, or `now` is out of range. An item that does not fit its kind is
  ///   one of the plan's ``Plan/unfitItems``.
  public func plan(_ account: Account, at now: Instant) throws(PlanningError) -> Plan {
    var planner = try planner(now)
    let (model, unfit) = account.model(policy.value)
    do throws(AccountLimitError) {
      var plan = try planner.plan(Shared(model), policy)
      plan.actions = try planner.actions(plan)
      planner.addOutlook(to: &plan)
      return Plan(plan, unfit)
    } catch {
      throw .tooMuch
    }
  }

  /// Tells how possible notifications of an account went through the checks.
  ///
  /// - Parameters:
  ///   - account: As the app knows it now.
  ///   - now: As in ``plan(_:at:)``.
  ///   - matches: Which of them.
  /// - Throws: As ``plan(_:at:)``.
  public func explain(
    _ account: Account, at now: Instant, where matches: (Decision) -> Bool = { _ in true }
  ) throws(PlanningError) -> [Explanation] {
    var planner = try planner(now)
    do throws(AccountLimitError) {
      let (plan, explanations) = try planner.explain(Shared(account.model(policy.value).account), policy) { _, _ in true
      }
      return explanations.compactMap { explanation in
        let decision = Decision(plan, explanation.decision)
        return matches(decision) ? Explanation(explanation, decision) : nil
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

/// Why an account cannot be planned at all.
public enum PlanningError: Error, Hashable, Codable, Sendable {
  /// It asks for more than 250,000 possible notifications, 64 MB of texts, or 20,000,000 bills in digests.
  case tooMuch
  /// `now` is not in the years 2 to 9997.
  case outOfRange
}

extension PlanningError: CustomStringConvertible {
  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .tooMuch: "the account asks for more notifications than any device could use"
    case .outOfRange: "the instant to plan at is not in the years 2 to 9997"
    }
  }
}
