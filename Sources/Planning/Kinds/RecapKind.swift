import CivilTime
import PlanModel

/// Each morning, what was done the day before: with figures where the export has them.
enum RecapKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.account.preferences.recapTime ?? settings.time ?? LocalTime(hour: 8, minute: 0)!
    let generic = list.add(.plain(.recap, settings))
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for day in dates.lowerBound.daysSinceEpoch...dates.upperBound.daysSinceEpoch {
      let date = LocalDate(daysSinceEpoch: day)
      let figures = frame.account.items.focusDays.last { $0.date == date.adding(days: -1) }
      let request = figures.map { list.add(detailed($0, settings)) } ?? generic
      list.add(request, .wall(date.at(time)))
    }
  }

  private static func detailed(_ day: FocusDayItem, _ settings: Policy.KindSettings) -> NotificationRequest {
    let field = { (name: String) in
      switch name {
      case "sessions": String(day.sessions)
      case "minutes": String(day.minutes)
      default: ""
      }
    }
    var request = NotificationRequest.plain(.recap, settings, field)
    request.body = (settings.detailedBody ?? settings.body).filled(field)
    return request
  }
}
