import PlanModel

/// The goal unlocks the apps that were blocked until then.
enum AppUnlock {
  private static let appBlocking = KindSetting("appBlocking", standard: .flag(false))

  static let definition = KindDefinition(
    .stepDay("unlock", settings: [appBlocking], preferences: ["appBlocking"]), delivery: .ever, checks: [.appActive],
    reword: { $2.reword($0, $1) }
  ) { frame, kind, list in
    guard frame.account.value.preferences.appBlocking ?? kind.settings.flag(appBlocking) else { return }
    list.addStepDays(kind, frame) { $0.goalSamples }
  }
}
