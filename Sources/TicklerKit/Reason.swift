internal import PlanModel

/// Why a notification does not go out: the first check that it fails.
public struct Reason: Hashable, Sendable {
  let model: PlanModel.Reason

  /// The word in plan files, such as `slotLimit`: what code compares.
  public var code: String { model.code }
  /// A few words, such as `no slot left`.
  public var summary: String { model.entry.summary }
  /// A sentence or two.
  public var explanation: String { model.entry.explanation }
  /// Something may be wrong: a user or a developer would want to look at it.
  public var isProblem: Bool { model.isProblem }

  /// Every reason, in the order of the checks.
  public static let all = PlanModel.Reason.allCases.map { Reason(model: $0) }
}
