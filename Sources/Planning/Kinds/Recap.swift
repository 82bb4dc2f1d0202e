import CivilTime
import PlanModel

/// Each morning, what was done the day before: with figures where the export has them.
enum Recap {
  private static let figures = MessageForm.list("figures")
  private static let time = KindSetting.time("time", standard: 8)

  static let definition = KindDefinition(
    KindDescription(
      "recap", .daily, items: [.focusDay], subject: .none,
      fields: [.number("sessions", 5), .number("minutes", 75), .value("time", .duration, isOptional: true)],
      forms: figures,
      formBody: ("bodyWithFigures", figures[0]), settings: [time], preferences: ["recap"]),
    reword: { candidate, kind, frame in
      // Deferred to another day, it does not know what the day before came to.
      let isMoved = candidate.at.map(frame.date) != candidate.date && candidate.figure > 0
      return isMoved ? frame.request(kind) : nil
    },
    renewal: { plan, kind, frame in
      // What a day comes to is known when it is over.
      guard frame.items(.focusDay).contains(where: { $0.sessions != 0 }) else { return nil }
      return plan.firstLater(kind, frame) { _ in true }.map { PlanAgain($0, .figures) }
    },
    followUp: { $2.followUpByFocus($0, $1) }
  ) { frame, kind, list in
    let time = frame.account.value.preferences.recapTime ?? kind.settings.time(time)!
    list.add(
      DailySeries(time: time), kind, frame,
      requestOn: { date in
        let day = day(before: date, frame)
        let plain = day == nil ? frame.request(kind, repeating: RepeatingTime(time, .daily)) : nil
        return (plain ?? request(day!, kind, frame), day?.sessions ?? 0)
      })
  }

  /// The figures of the day before, once that day is over, if anything was done.
  private static func day(before date: LocalDate, _ frame: AccountFrame) -> Item? {
    if date > frame.today { return nil }
    let yesterday = date.adding(days: -1)
    return frame.items(.focusDay).last { $0.date == yesterday && $0.sessions != 0 }
  }

  private static func request(_ day: Item, _ kind: KindPlan, _ frame: AccountFrame) -> NotificationRequest {
    frame.request(kind, form: figures[0]) { name in
      switch name {
      case "sessions": .integer(day.sessions)
      case "minutes": .integer(day.minutes)
      // There is none to speak of where it is 0.
      case "time": day.minutes > 0 ? .duration(day.minutes.secondsOfMinutes) : .none
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
