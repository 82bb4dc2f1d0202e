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
  /// - Throws: Where the account asks for more than any device could use, an item is not what the policy declares, or `now` is out of range.
  public func plan(_ account: Account, at now: Instant) throws(CannotPlan) -> Plan {
    var planner = try planner(now)
    let account = Shared(try account.model(policy.value))
    do throws(AccountLimitError) {
      var plan = try planner.plan(account, policy)
      plan.actions = try planner.actions(plan)
      planner.addOutlook(to: &plan)
      return Plan(plan)
    } catch {
      throw CannotPlan(error)
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
  ) throws(CannotPlan) -> [Explanation] {
    var planner = try planner(now)
    let account = Shared(try account.model(policy.value))
    do throws(AccountLimitError) {
      let (plan, explanations) = try planner.explain(account, policy) { _, _ in true }
      let shared = Shared(plan)
      return explanations.filter { matches(Decision(plan: shared, index: $0.decision)) }.map { Explanation($0, shared) }
    } catch {
      throw CannotPlan(error)
    }
  }

  private func planner(_ now: Instant) throws(CannotPlan) -> AccountPlanner {
    guard PlannableTime.now.contains(now) else { throw .outOfRange }
    return AccountPlanner(
      now: now, days: days, reach: reach, texts: WordingCache { [format] in FormatBridge(format: format($0.text)) })
  }
}

/// Why an account cannot be planned.
public enum CannotPlan: Error, Hashable, Sendable {
  /// It asks for more than 250,000 possible notifications, 64 MB of texts, or 20,000,000 bills in digests.
  case tooMuch
  /// `now` is not in the years 2 to 9997.
  case outOfRange
  /// An item is not what the policy declares: which, and why.
  case unfit(String)

  init(_ excess: AccountLimitError) { self = .tooMuch }
}
