import CivilTime
import PlanModel

/// One check: the reason that it drops a candidate for, whom it asks, how it is failed, and what it compared.
///
/// The planner and `tickler explain` go through the same checks in the same order, that of ``Reason``.
struct Check: Sendable {
  enum Test: Sendable {
    /// All candidates of the account fail it together.
    case account(@Sendable (AccountFrame) -> Bool)
    /// All candidates of the kind fail it together.
    case kind(@Sendable (KindPlan, AccountFrame) -> Bool)
    /// Each candidate by itself: drops those that fail, from a position on, of the ones that are left.
    case candidates(@Sendable (inout MutableSpan<Candidate>, Int, CheckContext, Reason) -> Void)
    /// Candidates beside each other: settles those that fail, of the ones that are left. Gives false where there is nothing to look at.
    case crowd(@Sendable (inout Crowd, AccountFrame) -> Bool)
    /// The check before it settles those that fail this one as well.
    case shared

    /// A test of each candidate by itself. The loop is compiled around `fails`: called through a closure for each candidate, it took
    /// 1 % of a run.
    @inline(__always)
    static func candidate(_ fails: @escaping @Sendable (Candidate, CheckContext) -> Bool) -> Test {
      .candidates { candidates, first, context, reason in
        for index in first..<candidates.count where candidates[index].reason == nil {
          if fails(candidates[index], context) { candidates[index].reason = reason }
        }
      }
    }
  }

  let reason: Reason
  let test: Test
  /// Whether any candidate of the kind in this account can fail it.
  let concerns: @Sendable (KindPlan, AccountFrame) -> Bool
  /// What it compared for the candidate at hand; nil where it does not concern it.
  let facts: @Sendable (Explainer) -> [Explanation.Fact]?

  init(
    _ reason: Reason, _ test: Test, concerns: @escaping @Sendable (KindPlan, AccountFrame) -> Bool = { _, _ in true },
    facts: @escaping @Sendable (Explainer) -> [Explanation.Fact]?
  ) {
    self.reason = reason
    self.test = test
    self.concerns = concerns
    self.facts = facts
  }
}

/// What a candidate is checked against.
struct CheckContext {
  let frame: AccountFrame
  let requests: [NotificationRequest]

  func request(of candidate: Candidate) -> NotificationRequest { requests[Int(candidate.request)] }
}

/// The table of the checks.
enum Checks {
  /// Those that every kind has. The others are the kinds' own, in ``KindDefinition/checks``.
  static let ofEveryKind: [Check] = [
    .accountDisabled, .unauthorized, .kindDisabled, .elsewhere, .dstGap, .zoneChange, .holiday, .past, .expired,
    .beyondWindow, .alreadyDelivered, .quietHours, .inDigest, .duplicate, .minimumGap, .dailyCap, .hourlyCap,
    .kindCap, .slotLimit,
  ]

  /// All that candidates of the kind go through, in their order.
  static func of(_ kind: KindDefinition) -> [Check] {
    (ofEveryKind + kind.checks).sorted { $0.reason.index < $1.reason.index }
  }

  /// From this one on, checks look at the instant that quiet hours have left.
  static let firstAfterDeferral = Reason.past

  /// The first check of the account that it fails.
  static func gate(_ frame: AccountFrame) -> Reason? {
    ofEveryKind.first { check in
      if case .account(let fails) = check.test { fails(frame) } else { false }
    }?.reason
  }

  /// The first check of the kind as such that it fails.
  static func gate(_ kind: KindPlan, _ frame: AccountFrame) -> Reason? {
    ofEveryKind.first { check in
      if case .kind(let fails) = check.test { fails(kind, frame) } else { false }
    }?.reason
  }

  static let ofCrowds = ofEveryKind.compactMap { check in
    if case .crowd(let settle) = check.test { settle } else { nil }
  }
}
