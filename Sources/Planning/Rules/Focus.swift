import PlanModel

extension Rule {
  /// Counts a focus reminder as followed if a session began that day after the delivery, or the day's figures include
  /// sessions.
  static let focus = Rule(change: { definition, _ in definition.followUp = followUpByFocus })

  static let followUpByFocus: @Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool? = {
    delivered, kind, frame in
    guard delivered.notice.parts(kind).first != nil else { return nil }
    return frame.items(.session).contains {
      $0.startedAt >= delivered.at && frame.date(at: $0.startedAt) == delivered.day
    } || frame.items(.focusDay).contains { $0.date == delivered.day && $0.sessions != 0 }
  }
}
