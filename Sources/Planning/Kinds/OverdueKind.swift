import CivilTime
import PlanModel

/// Each day of the week after a due date on which an expense was not paid.
enum OverdueKind: KindExpansion {
  private static let daysOverdue = 1...7

  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let time = frame.billTime(settings)
    let days = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for bill in frame.account.items.bills where bill.direction == .expense && !bill.isAutoPaid {
      for due in dueDates(bill, time, frame) where !bill.isPaid(dueOn: due) {
        let first = max(days.lowerBound, due.adding(days: daysOverdue.lowerBound))
        let last = min(days.upperBound, due.adding(days: daysOverdue.upperBound))
        guard first <= last else { continue }
        for date in first...last {
          // The body counts the days, so each day has a request of its own; the identifier is the same.
          let request = list.add(
            frame.bill(.overdue, bill, due: due, nil, daysOverdue: date.days(since: due), settings))
          list.add(request, .wall(date.at(time)))
        }
      }
    }
  }

  /// The due dates before today that may still be spoken of.
  private static func dueDates(_ bill: BillItem, _ time: LocalTime, _ frame: AccountFrame) -> [LocalDate] {
    guard let schedule = bill.schedule else { return [] }
    if schedule.repetition.isNone { return schedule.start < frame.today ? [schedule.start] : [] }
    let first = frame.yesterday.adding(days: -daysOverdue.upperBound)
    return frame.occurrences(of: schedule, at: time, in: first...frame.yesterday)
  }
}
