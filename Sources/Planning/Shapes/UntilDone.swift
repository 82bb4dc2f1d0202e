import CivilTime
import PlanModel

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
