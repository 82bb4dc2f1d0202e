import CivilTime
import PlanModel

/// Candidates at one time of day, on selected weekdays between two dates.
struct DailySeries {
  var time: LocalTime
  /// Seconds after `time`, in wall time.
  var later: Int64 = 0
  var days = WeekdaySet.all
  /// The first and last dates, inclusive; nil for no bound.
  var first: LocalDate?
  var last: LocalDate?
  /// The index of the item in the account's list; −1 for none.
  var item = -1
  /// A count for the kind's own checks and texts.
  var figure = 0
}

extension CandidateList {
  /// - Parameter request: Makes the request that all dates share. For an item, called only if a date exists. Without
  ///   items, called always, since pages identify a delivered notification's kind by it.
  mutating func add(
    _ series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame, request: () -> NotificationRequest
  ) {
    var shared = series.item < 0 ? add(request()) : -1
    forEachDate(of: series, kind, frame) { list, date in
      if shared < 0 { shared = list.add(request()) }
      list.add(
        shared, .wall(date.at(series.time).adding(seconds: series.later)), item: series.item, figure: series.figure)
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
      list.add(list.add(request), .wall(date.at(series.time)), item: series.item, figure: figure)
    }
  }

  private mutating func forEachDate(
    of series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame,
    _ body: (inout CandidateList, LocalDate) -> Void
  ) {
    let start = frame.firstDate(at: series.time, later: series.later, kind)
    let first = max(start, series.first ?? start)
    let last = min(frame.dates.upperBound, series.last ?? frame.dates.upperBound)
    guard first <= last, !isFull else { return }
    beginSeries()
    for date in first...last where series.days.contains(date.weekday) { body(&self, date) }
  }
}
