import CivilTime
import PlanModel

/// Once a day, at the account's time or the policy's.
enum DailyReminder {
  private static let time = KindSetting.time("time", standard: 9)

  static let definition = KindDefinition(
    KindDescription("dailyReminder", .daily, subject: .none, settings: [time], preferences: ["dailyReminder"]),
    followUp: { $2.followUpByFocus($0, $1) }
  ) { frame, kind, list in
    let time = frame.account.value.preferences.dailyReminderTime ?? kind.settings.time(time)!
    list.add(DailySeries(time: time), kind, frame) { frame.request(kind, repeating: RepeatingTime(time, .daily)) }
  }
}

extension AccountFrame {
  /// Whether a reminder to focus was followed by it: a session began on that day, after the delivery, or the day has figures of any.
  func followUpByFocus(_ delivered: DeliveredNotification, _ kind: KindPlan) -> Bool? {
    guard delivered.notice.parts(kind).first != nil else { return nil }
    let items = account.value.items
    return items[.session].contains { $0.startedAt >= delivered.at && date(at: $0.startedAt) == delivered.day }
      || items[.focusDay].contains { $0.date == delivered.day && $0.sessions != 0 }
  }
}
