import CivilTime
import PlanModel

/// A kind of notification, all of it: what policies, texts and exports have to know, which checks are its own, and how its
/// candidates come about. One value in one file of `Kinds`; ``Kinds/all`` lists them.
struct KindDefinition: Sendable {
  /// Which deliveries of its identifier tell that the user has it already (check 14).
  enum Delivery: Sendable {
    /// One on the candidate's local date.
    case sameDate
    /// Any: the identifier names the event itself.
    case ever
    /// One at or after an instant: earlier ones tell of another event.
    case since(@Sendable (Candidate, AccountFrame) -> Instant)
  }

  let description: KindDescription
  let delivery: Delivery
  /// Its own checks, beside ``Checks/ofEveryKind``: at most one a reason.
  let checks: [Check]
  /// Makes the candidates, whatever the switches say: what a switch holds back, the audit shows.
  let expand: @Sendable (AccountFrame, KindPlan, inout CandidateList) -> Void

  init(
    _ description: KindDescription, delivery: Delivery = .sameDate, checks: [Check] = [],
    expand: @escaping @Sendable (AccountFrame, KindPlan, inout CandidateList) -> Void
  ) {
    self.description = description
    self.delivery = delivery
    self.checks = checks
    self.expand = expand
  }
}

/// A kind as one policy has it. A class, since it is handed to every candidate: a copy would retain all that it holds.
final class KindPlan: Sendable {
  let definition: KindDefinition
  let settings: Policy.KindSettings
  /// Its position in ``Policy/kinds``.
  let position: Int
  /// The checks of a single candidate, before quiet hours may move it and after.
  let early: [Check]
  let late: [Check]

  init(_ definition: KindDefinition, _ settings: Policy.KindSettings, position: Int) {
    self.definition = definition
    self.settings = settings
    self.position = position
    let checks = Checks.of(definition).filter { if case .candidate = $0.test { true } else { false } }
    early = checks.filter { $0.reason.index < Checks.firstAfterDeferral.index }
    late = checks.filter { $0.reason.index >= Checks.firstAfterDeferral.index }
  }

  /// Whether it reads none of these preferences: where it does, it makes no candidates. Quiet hours concern all that they can move
  /// or drop.
  func isReadable(_ unreadable: UnreadablePreferences) -> Bool {
    if unreadable.isEmpty { return true }
    if unreadable.all || unreadable.kinds.contains(settings.kind) { return false }
    let description = definition.description
    let isHeldBack = description.shape != .place && !settings.isCritical && unreadable.names.contains("quietHours")
    return !isHeldBack && unreadable.names.isDisjoint(with: description.preferences)
  }
}

/// A policy with what its kinds are.
final class PolicyPlan: Sendable {
  let policy: Shared<Policy>
  let kinds: [KindPlan]

  /// - Parameter definitions: Those of the policy's kinds, and of others.
  init(_ policy: Shared<Policy>, _ definitions: [KindDefinition]) {
    self.policy = policy
    kinds = policy.value.kinds.enumerated().map { position, settings in
      guard let definition = definitions.first(where: { $0.description.kind == settings.kind }) else {
        preconditionFailure("the policy of \(policy.app) has a kind that no definition is of: \(settings.kind)")
      }
      return KindPlan(definition, settings, position: position)
    }
  }
}
