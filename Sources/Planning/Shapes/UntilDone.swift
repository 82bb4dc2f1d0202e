import CivilTime
import PlanModel

extension AccountFrame {
  /// The last date of a schedule before today; nil: there is none.
  func newestDate(of schedule: Schedule, at time: LocalTime, days: WeekdaySet = .all) -> LocalDate? {
    guard schedule.start < today else { return nil }
    if schedule.repetition.isNone { return schedule.start }
    // Most schedules come round once a month; a rule may have years between two dates, or have ended long ago.
    var (end, length) = (yesterday, 32)
    while end >= schedule.start {
      let first = max(schedule.start, end.adding(days: -length))
      let dates = occurrences(of: schedule, at: time, in: first...end)
      if let last = dates.last(where: { days.contains($0.weekday) }) { return last }
      if first == schedule.start { return nil }
      (end, length) = (first.adding(days: -1), length * 4)
    }
    return nil
  }
}

extension CandidateList {
  /// Calls `body` with today and the next two days, and yesterday where quiet hours carry it over, as far as they are days on which
  /// there is something to tell. It is a state: a later plan tells of later days.
  ///
  /// - Parameters:
  ///   - due: What was to be done by then is not.
  ///   - days: For how many days after `due` there is something to tell; nil: until it is done.
  mutating func forEachDay(
    after due: LocalDate, _ days: Int?, at time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame,
    _ body: (inout CandidateList, LocalDate) -> Void
  ) {
    let first = max(frame.firstDate(at: time, kind), due.adding(days: 1))
    let bound = days.map { due.adding(days: $0) } ?? .last
    let last = min(frame.today.adding(days: 2), frame.dates.upperBound, bound)
    guard first <= last else { return }
    beginSeries()
    for date in first...last { body(&self, date) }
  }
}
