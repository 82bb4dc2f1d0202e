import PlanModel

/// One check: its reason, the candidates that it concerns, its test, and the facts that it compares.
///
/// The planner and `tickler explain` run the same checks in the same order, that of ``Reason``.
struct Check: Sendable {
  enum Test: Sendable {
    /// All candidates of the account fail it together.
    case account(@Sendable (AccountFrame) -> Bool)
    /// All candidates of the kind fail it together.
    case kind(@Sendable (KindPlan, AccountFrame) -> Bool)
    /// A test of single candidates: drops those that fail among the remaining ones, from a position on.
    case candidates(@Sendable (inout MutableSpan<Candidate>, Int, CheckContext, Reason) -> Void)
    /// A test of candidates together: settles those that fail among the remaining ones. Returns false if there is
    /// nothing to test.
    case crowd(@Sendable (inout Crowd, AccountFrame) -> Bool)
    /// The preceding check also settles those that fail this one.
    case shared

    /// Returns a test of single candidates. The loop is compiled around `fails`: a closure call for each candidate took
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
  let applies: @Sendable (KindPlan, AccountFrame) -> Bool
  /// Returns the compared facts of the current candidate, or nil if the check does not concern it.
  let facts: @Sendable (Explainer) -> [Explanation.Fact]?

  init(
    _ reason: Reason, _ test: Test, applies: @escaping @Sendable (KindPlan, AccountFrame) -> Bool = { _, _ in true },
    facts: @escaping @Sendable (Explainer) -> [Explanation.Fact]?
  ) {
    self.reason = reason
    self.test = test
    self.applies = applies
    self.facts = facts
  }
}

/// The context of a candidate's checks.
struct CheckContext {
  let frame: AccountFrame
  let requests: [NotificationRequest]

  func request(of candidate: Candidate) -> NotificationRequest { requests[Int(candidate.request)] }
}

/// The table of the checks.
enum Checks {
  /// The checks that apply to every kind. The others belong to single kinds, in ``KindDefinition/checks``.
  static let ofEveryKind: [Check] = [
    .accountDisabled, .unauthorized, .kindDisabled, .elsewhere, .dstGap, .zoneChange, .holiday, .past, .expired,
    .beyondWindow, .alreadyDelivered, .quietHours, .inDigest, .duplicate, .minimumGap, .dailyCap, .hourlyCap,
    .kindCap, .slotLimit,
  ]

  /// Returns all checks of a kind, in order.
  static func of(_ kind: KindDefinition) -> [Check] {
    (ofEveryKind + kind.checks).sorted { $0.reason.index < $1.reason.index }
  }

  /// From this check on, the instant is the one after quiet hours.
  static let firstAfterDeferral = Reason.past

  /// Returns the first account-wide check that fails.
  static func gate(_ frame: AccountFrame) -> Reason? {
    ofEveryKind.first { check in
      if case .account(let fails) = check.test { fails(frame) } else { false }
    }?.reason
  }

  /// Returns the first kind-wide check that fails.
  static func gate(_ kind: KindPlan, _ frame: AccountFrame) -> Reason? {
    ofEveryKind.first { check in
      if case .kind(let fails) = check.test { fails(kind, frame) } else { false }
    }?.reason
  }

  static let ofCrowds = ofEveryKind.compactMap { check in
    if case .crowd(let settle) = check.test { settle } else { nil }
  }
}
