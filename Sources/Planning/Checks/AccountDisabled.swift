import PlanModel

extension Check {
  /// The account's master switch.
  static let accountDisabled = Check(
    .accountDisabled, .account { $0.account.value.preferences.isEnabled == false }
  ) { [$0.account.preferences.isEnabled.fact(.enabled, $0.account.location, orDefault: "true")] }
}

extension Bool? {
  func fact(
    _ label: Explanation.Fact.Label, of blanks: [Explanation.Fact.Part] = [], _ source: RecordLocation,
    orDefault words: Explanation.Fact.Value
  ) -> Explanation.Fact {
    map { .init(label, of: blanks, is: "\($0)", source) } ?? .init(label, of: blanks, is: words)
  }
}
