import CivilTime
import PlanModel

/// Once a week, how many bills fall due in the seven days from that day on.
enum DigestKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    let own = frame.account.preferences.digest
    let time = own.time ?? settings.time ?? LocalTime(hour: 18, minute: 0)!
    let weekday = own.day ?? settings.day ?? .sunday
    let dates = frame.dailyDates(at: time, isCritical: settings.isCritical)
    for day in dates.lowerBound.daysSinceEpoch...dates.upperBound.daysSinceEpoch {
      let date = LocalDate(daysSinceEpoch: day)
      guard date.weekday == weekday else { continue }
      let count = billsDue(from: date, frame)
      let request = list.add(.plain(.digest, settings) { $0 == "count" ? String(count) : "" })
      list.add(request, .wall(date.at(time)), detail: .digest(count: count))
    }
  }

  /// Due dates in the seven days from `date` on of expenses that are neither auto-paid nor paid.
  private static func billsDue(from date: LocalDate, _ frame: AccountFrame) -> Int {
    let week = date...date.adding(days: 6)
    let time = frame.policy[.bill].map { frame.billTime($0) } ?? .midnight
    var count = 0
    for bill in frame.account.items.bills where bill.direction == .expense && !bill.isAutoPaid {
      guard let schedule = bill.schedule else { continue }
      let dates =
        schedule.repetition.isNone
        ? [schedule.start].filter { week.contains($0) } : frame.occurrences(of: schedule, at: time, in: week)
      count += dates.count { !bill.isPaid(dueOn: $0) }
    }
    return count
  }
}
