import CivilTime
import Diagnostics

/// A known reason for missing notifications, accepted until a date.
public struct AcceptedFinding: Hashable, Sendable {
  /// The accepted reason, which is a problem otherwise.
  public var reason: Reason
  /// nil for every kind.
  public var kind: Kind?
  /// The last local date on which it is accepted.
  public var until: LocalDate
  public var why: String

  public init(reason: Reason, kind: Kind?, until: LocalDate, why: String) {
    (self.reason, self.kind, self.until, self.why) = (reason, kind, until, why)
  }

  public func covers(_ reason: Reason, _ kind: Kind) -> Bool {
    reason == self.reason && (self.kind ?? kind) == kind
  }
}

/// A table `[[accepted]]` of a policy.
public struct AcceptedEntry: Sendable {
  public var finding: AcceptedFinding
  /// nil for every account.
  public var account: AccountID?
  /// The place of its `until`.
  public var place: SourceLocation

  public init(_ finding: AcceptedFinding, account: AccountID?, place: SourceLocation) {
    (self.finding, self.account, self.place) = (finding, account, place)
  }
}

extension AccountPlan {
  /// Keeps the policy's accepted findings that apply to any of the decisions.
  mutating func noteAccepted() {
    let known = policy.value.accepted
    if known.isEmpty { return }
    let id = account.value.id
    accepted = known.filter { entry in
      guard today <= entry.finding.until, entry.account ?? id == id else { return false }
      return decisions.contains { decision in
        decision.outcome.reason?.isLoss ?? false
          && entry.finding.covers(decision.outcome.reason!, requests[Int(decision.request)].kind)
      }
    }.map(\.finding)
  }

  /// Returns the accepted finding that applies to a decision; nil if there is none.
  public func acceptance(of decision: Decision) -> AcceptedFinding? {
    guard !accepted.isEmpty, let reason = decision.outcome.reason else { return nil }
    return accepted.first { $0.covers(reason, requests[Int(decision.request)].kind) }
  }

  /// Whether the policy accepts every loss to the slot limit.
  public var acceptsHorizon: Bool {
    !accepted.isEmpty && !decisions.contains { $0.outcome == .dropped(.slotLimit) && acceptance(of: $0) == nil }
  }

  /// Returns whether a decision needs attention.
  public func isProblem(_ decision: Decision) -> Bool {
    guard let reason = decision.outcome.reason, reason.isProblem else { return false }
    return acceptance(of: decision) == nil && !isDuplicateByDeferral(decision)
  }

  /// Returns whether a user may miss something because of a decision, and no `[[accepted]]` covers it.
  public func isLoss(_ decision: Decision) -> Bool {
    guard let reason = decision.outcome.reason, reason.isLoss else { return false }
    return acceptance(of: decision) == nil && !isDuplicateByDeferral(decision)
  }

  /// Returns whether two notifications became equal because quiet hours or a snooze moved one of them to the other's instant.
  public func isDuplicateByDeferral(_ decision: Decision) -> Bool {
    guard decision.outcome == .dropped(.duplicate), let at = decision.at else { return false }
    if decision.deferredFrom != nil || requests[Int(decision.request)].identifier.snoozed != nil { return true }
    return deferredMoments.contains(DeferredMoment(kind: requests[Int(decision.request)].kind, at: at))
  }

  /// Notes the instants to which quiet hours move notifications, if there are duplicates: few accounts have any.
  mutating func noteDeferredMoments() {
    guard decisions.contains(where: { $0.outcome == .dropped(.duplicate) }) else { return }
    for decision in decisions where decision.deferredFrom != nil {
      guard let at = decision.at else { continue }
      deferredMoments.insert(DeferredMoment(kind: requests[Int(decision.request)].kind, at: at))
    }
  }
}

/// A kind and an instant to which quiet hours or the minimum gap move one of its notifications.
struct DeferredMoment: Hashable, Sendable {
  var kind: Kind
  var at: Instant
}
