import PlanModel

extension Check {
  /// The policy notifies only the device with the account's newest record.
  static let elsewhere = Check(
    .elsewhere, .candidate { _, _ in true },
    applies: { _, frame in frame.policy.value.devices == .latest && frame.account.value.isElsewhere }
  ) { explainer in
    let account = explainer.account
    if account.devices.isEmpty { return nil }
    return [
      .init(.devices, is: .plain(explainer.frame.policy.devices.rawValue)),
      .init(.newestRecord, is: account.isElsewhere ? "another device's" : "this device's", account.location),
    ]
  }
}
