import CivilTime
import PlanModel

extension Schedule {
  /// Appends the dates of a repeating schedule in `range`, ascending; none if it does not repeat.
  ///
  /// - Parameter time: The wall time of each occurrence, which matters on the day of an RRULE's UNTIL.
  package func appendDates(
    in range: ClosedRange<LocalDate>, at time: LocalTime, monthEnd: Policy.MonthEnd, to dates: inout [LocalDate]
  ) {
    let first = max(range.lowerBound, start)
    let last = min(range.upperBound, until ?? range.upperBound)
    guard first <= last else { return }
    let count = dates.count
    switch repetition {
    case .none: return
    case .daily: dates.append(contentsOf: first...last)
    case .weekly: appendWeekdays(WeekdaySet(start.weekday), first, last, to: &dates)
    case .customDays(let days): appendWeekdays(days, first, last, to: &dates)
    case .monthly: appendMonths(first, last, monthEnd, to: &dates) { _ in true }
    case .yearly:
      let month = start.month
      appendMonths(first, last, monthEnd, to: &dates) { $0 == month }
    case .rule(let rule): rule.appendDates(in: first...last, at: time, to: &dates)
    }
    if !exceptions.isEmpty {
      let kept = dates[count...].filter { !exceptions.contains($0) }
      dates.replaceSubrange(count..., with: kept)
    }
  }

  private func appendWeekdays(_ days: WeekdaySet, _ first: LocalDate, _ last: LocalDate, to dates: inout [LocalDate]) {
    for date in first...last where days.contains(date.weekday) { dates.append(date) }
  }

  /// Appends the day of `start` in each month that `matches`. The policy decides about months that are too short.
  private func appendMonths(
    _ first: LocalDate, _ last: LocalDate, _ monthEnd: Policy.MonthEnd, to dates: inout [LocalDate],
    matches: (Int) -> Bool
  ) {
    let day = start.day
    var (year, month, _) = first.fields
    while true {
      let length = LocalDate.daysInMonth(year: year, month: month)
      if matches(month), day <= length || monthEnd == .clamp,
        let date = LocalDate(year: year, month: month, day: min(day, length))
      {
        if date > last { return }
        if date >= first { dates.append(date) }
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
      guard let next = LocalDate(year: year, month: month, day: 1), next <= last else { return }
    }
  }
}
