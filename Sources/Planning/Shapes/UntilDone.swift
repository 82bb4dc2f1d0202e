import CivilTime
import PlanModel

extension CandidateList {
  /// Calls `body` with each day after `due` that the window has, and with how many days it is after it.
  ///
  /// - Parameter days: From which to which day after `due` there is something to tell.
  mutating func forEachDay(
    after due: LocalDate, _ days: ClosedRange<Int>, at time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame,
    _ body: (inout CandidateList, LocalDate, _ number: Int) -> Void
  ) {
    let first = frame.firstDate(at: time, isCritical: kind.settings.isCritical)
    let from = max(first, due.adding(days: days.lowerBound))
    let last = min(frame.dates.upperBound, due.adding(days: days.upperBound))
    guard from <= last else { return }
    for date in from...last { body(&self, date, date.days(since: due)) }
  }
}
