import PlanModel

extension Kinds {
  private static let time = KindSetting.time("time", standard: 9)

  static let dailyReminder = ShippedKind(
    KindDescription(
      "dailyReminder", "every day at its time",
      KindDeclaration(.series) { $0.slots = [.init("dailyReminder.time", else: time)] },
      subject: .none, settings: [time], preferences: ["dailyReminder"]),
    .focus)
}
