import PlanModel

extension Check {
  /// The account's switch for the kind, else the policy's.
  static let kindDisabled = Check(
    .kindDisabled,
    .kind { kind, frame in !(frame.account.value.preferences.kinds[kind.settings.kind] ?? kind.settings.isEnabled) }
  ) { explainer in
    let settings = explainer.kind.settings
    return [
      explainer.account.preferences.kinds[settings.kind].fact(
        .ofKind, of: [.plain(settings.kind.name)], explainer.account.location, orDefault: "not set"),
      .init(.policySwitch, is: settings.isEnabled ? "on" : "off"),
    ]
  }
}
