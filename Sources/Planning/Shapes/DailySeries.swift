import CivilTime
import PlanModel

/// Candidates at one time of the day, on weekdays, between two dates.
struct DailySeries {
  var time: LocalTime
  /// How many seconds after `time` on the clock's face they are.
  var later: Int64 = 0
  var days = WeekdaySet.all
  /// The first and the last date, included; nil: no bound.
  var first: LocalDate?
  var last: LocalDate?
  /// Where the item stands that it is of; −1: none.
  var item = -1
  /// A count that the kind's own checks and words ask for.
  var figure = 0
}

extension CandidateList {
  /// - Parameter request: All dates share it. An item's is made for the first date that there is; that of a kind without items
  ///   in any case, since pages tell by it of which kind a delivered notification was.
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

  /// The same where the words differ from date to date.
  ///
  /// - Parameter request: The request of a date, and a count that the kind's own checks ask for.
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
