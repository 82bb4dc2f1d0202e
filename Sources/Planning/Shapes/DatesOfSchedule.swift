import CivilTime
import PlanModel

extension CandidateList {
  /// Returns the dates of a schedule to plan, ascending. A schedule that does not repeat has one date, inside the
  /// window or not. Others have those from today to the window's last date, and yesterday's if quiet hours carry it
  /// over.
  ///
  /// The array is the list's scratch space: return it with ``give(back:)``.
  ///
  /// - Parameters:
  ///   - time: The time of day at which the item is due.
  ///   - ahead: Days to include beyond the window's last date.
  ///   - days: Moves due dates off closed days; nil if they do not move.
  mutating func takeDates(
    of schedule: borrowing Schedule, at time: LocalTime, ahead: Int = 0, by days: OpenDays? = nil, _ kind: KindPlan,
    _ frame: AccountFrame
  ) -> [LocalDate] {
    beginSeries()
    var dates: [LocalDate] = []
    swap(&dates, &self.dates)
    dates.removeAll(keepingCapacity: true)
    if isFull { return dates }
    if schedule.repetition.isNone {
      dates.append(schedule.start)
      return dates
    }
    let first = frame.firstDate(at: time, kind)
    let last = frame.dates.upperBound.adding(days: ahead)
    guard let days else {
      frame.find(&dates, of: schedule, at: time, in: first...last)
      return dates
    }
    frame.find(&dates, of: schedule, at: time, in: days.around(first...last))
    // Keep dates that lie in the range, or that move into or across it.
    dates.removeAll { !days.reaches(first...last, from: $0) }
    return dates
  }

  mutating func give(back dates: consuming [LocalDate]) { self.dates = dates }
}
