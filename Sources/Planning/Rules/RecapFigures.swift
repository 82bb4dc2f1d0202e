import CivilTime
import PlanModel

extension Rule {
  /// Adds the figures of the day before, once it is over, if it had sessions.
  ///
  /// - Parameter figures: The form of texts with figures.
  static func recapFigures(_ figures: MessageForm) -> Rule {
    Rule(
      requestOn: { date, kind, frame in
        day(before: date, frame).map { (request($0, on: date, figures, kind, frame), $0.sessions) }
      },
      change: { definition, _ in
        definition.reword = { candidate, kind, frame in
          // The day before is that of the date on which it goes out.
          guard let out = candidate.at.map(frame.date), out != candidate.date else { return nil }
          if let day = day(before: out, frame) { return request(day, on: out, figures, kind, frame) }
          return candidate.figure > 0
            ? frame.request(kind, rotation: candidate.date.flatMap { kind.rotation($0) }) : nil
        }
        definition.renewal = { plan, kind, frame in
          // The figures of a day are final only when it is over.
          guard frame.items(.focusDay).contains(where: { $0.sessions != 0 }) else { return nil }
          return plan.firstLater(kind, frame) { _ in true }.map { PlanAgain($0, .figures) }
        }
        definition.followUp = followUpByFocus
      })
  }

  private static func day(before date: LocalDate, _ frame: AccountFrame) -> Item? {
    if date > frame.today { return nil }
    let yesterday = date.adding(days: -1)
    return frame.items(.focusDay).last { $0.date == yesterday && $0.sessions != 0 }
  }

  private static func request(
    _ day: Item, on date: LocalDate, _ figures: MessageForm, _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationRequest {
    frame.request(kind, form: figures, rotation: kind.rotation(date)) { name in
      switch name {
      case "sessions": .integer(day.sessions)
      case "minutes": .integer(day.minutes)
      // Texts omit a time of 0.
      case "time": day.minutes > 0 ? .duration(day.minutes.secondsOfMinutes) : .none
      default: .none
      }
    }
  }
}

extension Int {
  /// Clamped on overflow.
  fileprivate var secondsOfMinutes: Int64 {
    let (seconds, isOver) = Int64(self).multipliedReportingOverflow(by: 60)
    return isOver ? .max : seconds
  }
}
