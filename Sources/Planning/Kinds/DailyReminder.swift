import CivilTime
import PlanModel

/// Once a day, at the account's time or the policy's.
enum DailyReminder {
  private static let time = KindSetting.time("time", standard: 9)

  static let definition = KindDefinition(
    KindDescription("dailyReminder", .daily, subject: .none, settings: [time], preferences: ["dailyReminder"])
  ) { frame, kind, list in
    let time = frame.account.value.preferences.dailyReminderTime ?? kind.settings.time(time)!
    list.add(DailySeries(time: time), kind, frame) { frame.request(kind, repeating: RepeatingTime(time, .daily)) }
  }
}
