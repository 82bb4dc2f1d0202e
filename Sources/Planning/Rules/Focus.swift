import CivilTime
import PlanModel

extension Rule {
  /// Counts a focus reminder as followed if a session began that day after the delivery, or the day's figures include
  /// sessions.
  static let focus = Rule(change: { definition, _ in definition.followUp = followUpByFocus })

  /// Words nudges for the part of the day, since accounts choose their times.
  ///
  /// - Parameter parts: The forms for morning, afternoon and evening.
  static func focus(_ parts: [MessageForm]) -> Rule {
    var rule = focus
    rule.formOfSlot = { time in
      switch time.hour {
      case 4..<12: parts[0]
      case 12..<18: parts[1]
      default: parts[2]
      }
    }
    return rule
  }

  static let followUpByFocus: @Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool? = {
    delivered, kind, frame in
    guard delivered.notice.parts(kind).first != nil else { return nil }
    return frame.items(.session).contains {
      $0.startedAt >= delivered.at && frame.date(at: $0.startedAt) == delivered.day
    } || frame.items(.focusDay).contains { $0.date == delivered.day && $0.sessions != 0 }
  }
}
