import CivilTime
import Diagnostics

/// What keeps notifications back and is known: somebody looked at it, and lives with it until a date.
public struct AcceptedFinding: Hashable, Sendable {
  /// One that is a problem otherwise.
  public var reason: Reason
  /// nil: every kind.
  public var kind: Kind?
  /// The last local date on which it is accepted.
  public var until: LocalDate
  public var why: String

  public init(reason: Reason, kind: Kind?, until: LocalDate, why: String) {
    self.reason = reason
    self.kind = kind
    self.until = until
    self.why = why
  }

  public func covers(_ reason: Reason, _ kind: Kind) -> Bool {
    reason == self.reason && (self.kind ?? kind) == kind
  }
}

/// A table `[[accepted]]` of a policy.
public struct AcceptedEntry: Sendable {
  public var finding: AcceptedFinding
  /// nil: every account.
  public var account: AccountID?
  /// Of its `until`.
  public var place: SourceLocation

  public init(_ finding: AcceptedFinding, account: AccountID?, place: SourceLocation) {
    self.finding = finding
    self.account = account
    self.place = place
  }
}

extension AccountPlan {
  /// Notes what the policy accepts of the decisions: the entries that concern any of them.
  public mutating func noteAccepted() {
    let known = policy.value.accepted
    if known.isEmpty { return }
    accepted = []
    let id = account.value.id
    accepted = known.filter { entry in
      guard today <= entry.finding.until, entry.account ?? id == id else { return false }
      return decisions.contains { decision in
        decision.outcome.reason?.isLoss ?? false
          && entry.finding.covers(decision.outcome.reason!, requests[Int(decision.request)].kind)
      }
    }.map(\.finding)
  }

  /// The entry by which a decision is no problem although its reason is one; nil: none.
  public func acceptance(of decision: Decision) -> AcceptedFinding? {
    guard !accepted.isEmpty, let reason = decision.outcome.reason else { return nil }
    return accepted.first { $0.covers(reason, requests[Int(decision.request)].kind) }
  }

  /// Nothing that is lost to the slot limit is a problem.
  public var acceptsHorizon: Bool {
    !accepted.isEmpty && !decisions.contains { $0.outcome == .dropped(.slotLimit) && isProblem($0) }
  }

  /// Whether somebody may want to look at a decision.
  public func isProblem(_ decision: Decision) -> Bool {
    guard let reason = decision.outcome.reason, reason.isProblem else { return false }
    return acceptance(of: decision) == nil
  }

  /// Whether a decision keeps back what a user may miss, and no `[[accepted]]` has it.
  public func isLoss(_ decision: Decision) -> Bool {
    guard let reason = decision.outcome.reason, reason.isLoss else { return false }
    return acceptance(of: decision) == nil
  }
}
