import CivilTime
import PlanModel

/// Each morning, what was done the day before: with figures where the export has them.
enum Recap {
  private static let figures = MessageForm.list("figures")
  private static let time = KindSetting.time("time", standard: 8)

  static let definition = KindDefinition(
    KindDescription(
      "recap", .daily, items: [.focusDay], subject: .none,
      fields: [.number("sessions", 5), .number("minutes", 75), .value("time", .duration)], forms: figures,
      formBody: ("bodyWithFigures", figures[0]), settings: [time], preferences: ["recap"])
  ) { frame, kind, list in
    let time = frame.account.value.preferences.recapTime ?? kind.settings.time(time)!
    list.add(DailySeries(time: time), kind, frame, requestOn: { (request(for: $0, kind, frame), 0) })
  }

  private static func request(for date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame) -> NotificationRequest {
    let yesterday = date.adding(days: -1)
    guard let day = frame.account.value.items.focusDays.last(where: { $0.date == yesterday }) else {
      return frame.request(kind)
    }
    return frame.request(kind, form: figures[0]) { name in
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
