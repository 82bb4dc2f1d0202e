import PlanModel

extension Check {
  /// The account's master switch.
  static let accountDisabled = Check(
    .accountDisabled, .account { $0.account.value.preferences.isEnabled == false }
  ) { [$0.account.preferences.isEnabled.fact("preferences.enabled", $0.account.location, orDefault: "true")] }
}

extension Bool? {
  func fact(_ name: String, _ source: RecordLocation, orDefault text: String) -> Explanation.Fact {
    map { Explanation.Fact(name, $0 ? "true" : "false", source) } ?? Explanation.Fact(name, text)
  }
}
