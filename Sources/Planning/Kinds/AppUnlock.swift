import PlanModel

/// The goal unlocks the apps that were blocked until then.
enum AppUnlock {
  private static let appBlocking = KindSetting("appBlocking", standard: .flag(false))

  static let definition = KindDefinition(
    .stepDay("unlock", settings: [appBlocking], preferences: ["appBlocking"]), delivery: .ever, checks: [.appActive]
  ) { frame, kind, list in
    guard frame.account.value.preferences.appBlocking ?? kind.settings.flag(appBlocking) else { return }
    for (index, day) in frame.account.value.items.stepDays.enumerated() {
      if let sample = day.goalSample { list.add(day, sample, kind, frame, item: index) }
    }
  }
}
