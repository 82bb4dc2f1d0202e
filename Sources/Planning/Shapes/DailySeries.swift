import CivilTime
import PlanModel

/// Candidates at one time of day, on selected weekdays of the window.
struct DailySeries {
  var time: LocalTime
  /// Seconds after `time`, in wall time.
  var later: Int64 = 0
  var days = WeekdaySet.all
}

extension CandidateList {
  /// - Parameter request: The request that all dates share. It is added even without a date, since pages identify a
  ///   delivered notification's kind by it.
  mutating func add(
    _ series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame, request: NotificationRequest
  ) {
    let shared = add(request)
    forEachDate(of: series, kind, frame) { list, date in
      list.add(shared, .wall(date.at(series.time).adding(seconds: series.later)))
    }
  }

  /// Adds a series whose texts differ from date to date.
  ///
  /// - Parameter request: Returns a date's request and a count for the kind's own checks.
  mutating func add(
    _ series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame,
    requestOn request: (LocalDate) -> (request: NotificationRequest, figure: Int)
  ) {
    forEachDate(of: series, kind, frame) { list, date in
      let (request, figure) = request(date)
      list.add(list.add(request), .wall(date.at(series.time).adding(seconds: series.later)), figure: figure)
    }
  }

  private mutating func forEachDate(
    of series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame,
    _ body: (inout CandidateList, LocalDate) -> Void
  ) {
    let first = frame.firstDate(at: series.time, later: series.later, kind)
    let last = frame.dates.upperBound
    guard first <= last, !isFull else { return }
    beginSeries()
    for date in first...last where series.days.contains(date.weekday) { body(&self, date) }
  }
}
