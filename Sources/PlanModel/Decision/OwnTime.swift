import CivilTime

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
    // The open day to which a shift moves it.
    let date = (about?.date ?? local.date).adding(days: decision.daysMoved(timeline, zone))
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

  /// Returns when it ends, unless it is a whole day: whole days pass by the clock.
  ///
  /// - Parameters:
  ///   - timeline: The account's clock.
  ///   - zone: The zone of the notification's wall times; nil for the account's.
  package func end(lasting seconds: Int64, _ timeline: ZoneTimeline, _ zone: Zone?) -> Instant {
    guard seconds % 86_400 == 0 else { return start.advanced(bySeconds: seconds) }
    func offset(_ at: Instant) -> UTCOffset { zone?.offset(at: at) ?? timeline.offset(at: at) }
    let wall = start.local(at: offset(start)).adding(seconds: seconds)
    return wall.instant(at: offset(wall.instant(at: offset(start))))
  }

  /// Returns whether it ends on a day of the account's clock, or later.
  ///
  /// - Parameter duration: The seconds that it lasts; nil if unknown.
  package func isUnderWay(on date: LocalDate, _ duration: Int?, _ timeline: ZoneTimeline) -> Bool {
    if let last = lastDay(duration) { return last >= date }
    return start.advanced(bySeconds: Int64(max(1, duration ?? 1))) > timeline.startOfDay(date)
  }

  /// Returns the last date of what lasts whole days; nil for what has a time.
  package func lastDay(_ duration: Int?) -> LocalDate? {
    day.map { $0.adding(days: (max(1, duration ?? 1) - 1) / 86_400) }
  }
}

extension Decision {
  /// Returns the number of days by which closed days move what it is about.
  ///
  /// - Parameters:
  ///   - timeline: The account's clock.
  ///   - zone: The zone of its wall times; nil for the account's.
  package func daysMoved(_ timeline: ZoneTimeline, _ zone: Zone?) -> Int {
    guard shift?.mayMoveDate ?? false, let local, let intended = deferredFrom ?? at else { return 0 }
    let moved = zone.map { intended.local(at: $0.offset(at: intended)) } ?? timeline.local(at: intended)
    return moved.date.days(since: local.date)
  }
}
