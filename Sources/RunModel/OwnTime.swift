import CivilTime
import PlanModel

/// When what a notification is about happens, for a person's calendar and agenda.
package struct OwnTime: Hashable, Sendable {
  /// The instant; for a whole day, its midnight.
  package var start: Instant
  /// The date of a whole day; nil for what has a time.
  package var day: LocalDate?

  /// Kinds that are due on a date without a time, like requests that the plan marks so.
  private static let dayKinds: Set<Kind> = [Kind("bill"), Kind("overdue")]

  /// - Parameters:
  ///   - timeline: The account's clock.
  ///   - zone: The zone of the notification's wall times; nil for the account's.
  ///   - near: An instant near it, whose offset is a first guess.
  package init?(
    _ decision: Decision, _ request: borrowing NotificationRequest, _ timeline: ZoneTimeline, _ zone: Zone?,
    near: Instant
  ) {
    let about = request.eventStem == nil ? nil : decision.about
    guard let local = decision.local else {
      guard let at = decision.at else { return nil }
      self.init(start: at)
      return
    }
    var date = about?.date ?? local.date
    if decision.shift?.mayMoveDate ?? false, let intended = decision.deferredFrom ?? decision.at {
      // The open day to which a shift moves it.
      date = date.adding(days: timeline.local(at: intended).date.days(since: local.date))
    }
    if request.isAllDay || OwnTime.dayKinds.contains(request.kind) || about.map({ $0.time == nil }) ?? false {
      self.init(start: timeline.startOfDay(date), day: date)
    } else if request.eventStem == nil, let at = decision.at {
      // Without an item, or after the fact, it has no time but its own.
      self.init(start: request.item == nil || decision.isLate ? at : decision.deferredFrom ?? at)
    } else {
      func offset(_ instant: Instant) -> UTCOffset { zone?.offset(at: instant) ?? timeline.offset(at: instant) }
      let wall = date.at(about?.time ?? local.time)
      self.init(start: wall.instant(at: offset(wall.instant(at: offset(near)))))
    }
  }

  private init(start: Instant, day: LocalDate? = nil) { (self.start, self.day) = (start, day) }
}
