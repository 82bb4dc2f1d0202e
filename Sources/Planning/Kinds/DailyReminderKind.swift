import CivilTime
import PlanModel

/// Once a day, at the account's time or 09:00.
enum DailyReminderKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.account.preferences.dailyReminderTime ?? settings.time ?? LocalTime(hour: 9, minute: 0)!
    let request = list.add(frame.request(.dailyReminder, settings, subject: ""))
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for date in dates {
      list.add(request, .wall(date.at(time)))
    }
  }
}
