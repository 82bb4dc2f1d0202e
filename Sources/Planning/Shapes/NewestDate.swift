import CivilTime
import PlanModel

extension AccountFrame {
  /// Returns the last date of a schedule before `day`; nil if there is none.
  func newestDate(
    of schedule: Schedule, before day: LocalDate, at time: LocalTime, days: WeekdaySet = .all
  ) -> LocalDate? {
    guard schedule.start < day else { return nil }
    if schedule.repetition.isNone { return schedule.start }
    return newestDate(from: schedule.start, before: day, days: days) { occurrences(of: schedule, at: time, in: $0) }
  }

  /// Returns the last date before `day` that falls on one of the weekdays; nil if there is none.
  ///
  /// - Parameters:
  ///   - start: The earliest possible date.
  ///   - dates: Returns the dates in a range, ascending.
  func newestDate(
    from start: LocalDate, before day: LocalDate, days: WeekdaySet, _ dates: (ClosedRange<LocalDate>) -> [LocalDate]
  ) -> LocalDate? {
    // Most schedules repeat at least monthly. A rule may leave years between two dates, or have ended long ago.
    var (end, length) = (day.adding(days: -1), 32)
    while end >= start {
      let first = max(start, end.adding(days: -length))
      if let last = dates(first...end).last(where: { days.contains($0.weekday) }) { return last }
      if first == start { return nil }
      (end, length) = (first.adding(days: -1), length * 4)
    }
    return nil
  }

  /// The first day after those that ``CandidateList/forEachDay(_:at:_:_:newest:_:)`` visits.
  var firstUnvisited: LocalDate { today.adding(days: 3) }
}

extension CandidateList {
  /// Calls `body` with today and the next two days, and yesterday if quiet hours carry it over, each with the newest due date
  /// before it. An overdue item stays overdue, so a later plan covers the later days.
  ///
  /// - Parameters:
  ///   - days: The number of days after a due date to remind; nil to remind until it is done.
  ///   - newest: Returns the newest due date before a day.
  mutating func forEachDay(
    _ days: Int?, at time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame, newest: (LocalDate) -> LocalDate?,
    _ body: (inout CandidateList, LocalDate, _ due: LocalDate) -> Void
  ) {
    let first = frame.firstDate(at: time, kind)
    let last = min(frame.firstUnvisited.adding(days: -1), frame.dates.upperBound)
    // Usually earlier than the first day, and then the same for every day.
    guard first <= last, let newestOfAll = newest(last) else { return }
    beginSeries()
    for date in first...last {
      guard let due = newestOfAll < date ? newestOfAll : newest(date) else { continue }
      if let days, date > due.adding(days: days) { continue }
      body(&self, date, due)
    }
  }
}
