import CivilTime
import PlanModel

/// Once a day, at the account's time or 09:00.
enum DailyReminderKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.account.preferences.dailyReminderTime ?? settings.time ?? LocalTime(hour: 9, minute: 0)!
    let request = list.add(.plain(.dailyReminder, settings))
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for day in dates.lowerBound.daysSinceEpoch...dates.upperBound.daysSinceEpoch {
      list.add(request, .wall(LocalDate(daysSinceEpoch: day).at(time)))
    }
  }
}

extension NotificationRequest {
  /// A request of a kind without an item, whose texts are the policy's as they stand.
  static func plain(
    _ kind: Kind, _ settings: Policy.KindSettings, _ field: (String) -> String = { _ in "" }
  ) -> NotificationRequest {
    NotificationRequest(
      kind: kind, identifier: NotificationID(settings.identifier().filled(field)), item: nil, settings: settings,
      title: settings.title.filled(field), body: settings.body.filled(field), subject: "", isOneOff: false,
      location: nil)
  }
}
