import CivilTime
import PlanModel

/// Each morning, what was done the day before: with figures where the export has them.
enum RecapKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.account.preferences.recapTime ?? settings.time ?? LocalTime(hour: 8, minute: 0)!
    let generic = list.add(frame.request(.recap, settings, subject: ""))
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for date in dates {
      let figures = frame.account.items.focusDays.last { $0.date == date.adding(days: -1) }
      let request = figures.map { list.add(detailed($0, settings, frame)) } ?? generic
      list.add(request, .wall(date.at(time)))
    }
  }

  private static func detailed(
    _ day: FocusDayItem, _ settings: Policy.KindSettings, _ frame: AccountFrame
  ) -> NotificationRequest {
    frame.request(.recap, settings, form: .figures, subject: "") { name in
      switch name {
      case "sessions": .integer(day.sessions)
      case "minutes": .integer(day.minutes)
      case "time": .duration(day.minutes.secondsOfMinutes)
      default: .none
      }
    }
  }
}

extension Int {
  /// Clamped where it would overflow.
  fileprivate var secondsOfMinutes: Int64 {
    let (seconds, isOver) = Int64(self).multipliedReportingOverflow(by: 60)
    return isOver ? .max : seconds
  }
}
