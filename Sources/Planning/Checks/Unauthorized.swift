import PlanModel

extension Check {
  /// The system's permission. A policy decides which levels are enough.
  static let unauthorized = Check(
    .unauthorized,
    .account { !$0.policy.value.authorization.contains($0.account.value.authorization) }
  ) { explainer in
    let accepted = Authorization.allCases.filter { explainer.frame.policy.authorization.contains($0) }
    return [
      .init(.authorization, is: .plain(explainer.account.authorization.rawValue), explainer.account.location),
      .init(.accepted, is: .plain(accepted.map(\.rawValue).joined(separator: ", "))),
    ]
  }
}
