import PlanModel

@testable import Planning

extension Kinds {
  /// Every shipped kind, with a policy that sets only what is required.
  static var plans: [KindPlan] {
    var policy = Policy(app: "", name: "", file: "", sha256: "")
    for kind in all {
      policy.set(Policy.KindSettings(kind.description, identifiers: ["default": IdentifierPattern(literal: "x")]))
    }
    return PolicyPlan(Shared(policy), all).kinds
  }

  static var definitions: [KindDefinition] { plans.map(\.definition) }
}
