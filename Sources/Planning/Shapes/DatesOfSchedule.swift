import CivilTime
import PlanModel

extension CandidateList {
  /// The dates of a schedule that a plan looks at, ascending: the one date of a schedule that does not repeat, wherever it
  /// lies, else those from today to the window's last date, and yesterday's where quiet hours carry it over.
  ///
  /// They are in the list's scratch space, to be given back with ``give(back:)``.
  ///
  /// - Parameters:
  ///   - time: When the item is due on each date.
  ///   - ahead: How many days beyond the window's last date count too.
  ///   - days: Where due dates go; nil: they stay.
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
    // A due date from before may go to one of them, and one of theirs to one before.
    dates.removeAll { !days.reaches(first...last, from: $0) }
    return dates
  }

  mutating func give(back dates: consuming [LocalDate]) { self.dates = dates }
}
